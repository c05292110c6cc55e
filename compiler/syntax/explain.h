// Why a parse failed, in the author's words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/syntax/lexer.h"

namespace reeve::syntax {

// What the parser knows when it stops.
struct Failure {
  int at = 0;                      // the word that does not fit
  bool too_deep = false;           // not a mistake of words: numbers or conditions nest beyond the limit
  std::vector<int32_t> expected;   // types of the words that would fit
  std::vector<std::string> rules;  // of the grammar, the innermost first
};

// Reports one error for an item, the words [begin, end).
void Explain(const WordList& words, const Failure& failure, int begin, int end, Sink& sink);

// Reports one error for words between items that belong to none.
void ExplainStray(const WordList& words, int begin, int end, Sink& sink);

}  // namespace reeve::syntax
