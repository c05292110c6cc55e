// Which brace or parenthesis closes which, before anything is parsed.
//
// The parser recurses on brackets, so their depth is limited here. And a bracket without its partner is found
// here, with what the parser does not look at: line breaks and columns, which say where the author thought it
// closed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/syntax/lexer.h"

namespace reeve::syntax {

struct BracketFault {
  enum class Kind : uint8_t {
    kUnclosed,  // nothing closes it
    kStray,     // it closes nothing
    kTooDeep,   // more than ast::kMaxNesting are open round it
  } kind = Kind::kUnclosed;
  int at = 0;       // the bracket's word
  int noticed = 0;  // kUnclosed: the word before which it should have been closed; kStray: what closed before, or -1
  int expected_at = -1;  // where the parser stumbled before that, and the brackets that it could have gone on with
  std::string expected;
  bool superfluous = false;  // kStray: without it, all is well
};

struct Brackets {
  std::vector<int32_t> partner;      // of each word: the index of the other bracket, -1 if it is none or has none
  std::vector<int32_t> depth;        // of each word: how many brackets are open round it (its own pair not counted)
  std::vector<BracketFault> faults;  // by place

  // The first fault with its bracket among the words [begin, end), or nothing.
  const BracketFault* FirstFault(int begin, int end) const;
};

// By their order, as the grammar has it. Where that leaves some without partner, or if asked for, columns
// have a say: what is open should be closed by the time an item begins at the same column.
Brackets MatchBrackets(const WordList& words, bool by_columns);

void Report(const BracketFault& fault, const WordList& words, Sink& sink);

// Whether the word can begin an item.
bool IsItemWord(std::string_view word);
const std::vector<std::string>& ItemWords();

}  // namespace reeve::syntax
