// Why a parse failed, in the author's words.
//
// The parser says where it stopped and what would have fitted. That alone makes poor messages: the mistake is
// often a word that is missing, or one before. So small repairs are tried - a word put in, left out, spelt
// right - and the first after which the item can be read names the mistake and is offered as its edit.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/syntax/lexer.h"

namespace reeve::syntax {

// What the parser knows when it stops.
struct Failure {
  int at = 0;                      // the word that does not fit
  bool too_deep = false;           // not a mistake of words: numbers or conditions nest beyond the limit
  std::vector<int32_t> expected;   // types of the words that would fit, ascending
  std::vector<std::string> rules;  // of the grammar, the innermost first
};

// Reads words as the rule that failed; returns how many fit. All of them: the repair is good.
using Trial = std::function<int(const std::vector<Word>&)>;

// Reports one error for the words [begin, end): an item, or the head of the file.
void Explain(const WordList& words, const Failure& failure, int begin, int end, const Trial& trial, Sink& sink);

// Reports one error for words between items that belong to none.
void ExplainStray(const WordList& words, int begin, int end, const Trial& trial, Sink& sink);

}  // namespace reeve::syntax
