// Small repairs of a place where a parse failed: a word put in, left out, or replaced. Each carries the
// message that is true if it is the right one. Whether it is, a trial must show.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/syntax/explain.h"
#include "compiler/syntax/lexer.h"

namespace reeve::syntax {

// A failed parse of the words [begin, end), and questions about it.
struct Mistake {
  const WordList& words;
  const Failure& failure;
  int begin, end, at;

  bool AtEnd() const { return at >= end; }
  bool Has(int i) const { return i >= begin && i < end; }
  std::string_view Text(int i) const { return Has(i) ? words.TextAt(i) : std::string_view(); }
  int32_t Type(int i) const { return Has(i) ? words.at(i).type : kEnd; }
  bool Fits(int32_t type) const;
  bool Fits(std::string_view keyword) const { return Fits(TypeOfKeyword(keyword)); }
  bool LineFits() const { return Fits("cite") && Fits("points"); }  // a new line of a rule may begin here
  bool FirstOnLine() const { return !AtEnd() && words.at(at).first; }
  std::string Show(int i) const;  // as a message names it: "city", the text "tiles", the end
};

struct Repair {
  int at = 0;  // the words [at, at + removed) give way to words of the types `put`
  int removed = 0;
  std::vector<int32_t> put;
  bool certain = false;     // needs no trial
  bool whole_only = false;  // believed only if the whole item can be read then, not some words more
  Code code = Code::kE32;
  Span span;
  std::string text;
  Span edit_at;  // if it is not `span`, or before it where nothing is removed
  std::string replacement,
      edit;  // what to write there, and that said to people; `edit` is "" if nothing is offered
};

// The likeliest first.
std::vector<Repair> PossibleRepairs(const Mistake& mistake);

}  // namespace reeve::syntax
