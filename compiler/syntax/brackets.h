// Which brace or parenthesis closes which, before anything is parsed.
//
// The parser recurses on brackets, so their depth is limited here. And a bracket without its partner is found here,
// with what the parser does not look at: line breaks and columns, which say where the author thought it closed.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/syntax/lexer.h"

namespace reeve::syntax {

struct Brackets {
  std::vector<int32_t> partner;  // of each word: the index of the other bracket, -1 if it is none or has none
  std::vector<int32_t> depth;    // of each word: how many brackets are open round it (its own pair not counted)
  std::vector<int32_t> faulty;   // indices of reported brackets, ascending: what holds one is not parsed
};

// Reports brackets without partner (E34) and the first that nests too deep in each stretch (E35).
Brackets MatchBrackets(const WordList& words, Sink& sink);

// Whether the word can begin an item.
bool IsItemWord(std::string_view word);

}  // namespace reeve::syntax
