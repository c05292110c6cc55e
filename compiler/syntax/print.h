// Tree to text: one item a line, single blanks, and parentheses round every operator, so that the text shows
// how the parser read it. Parsing the text gives the same tree again. For tests and for messages; it is not
// the formatter, which keeps comments and the author's lines.
#pragma once

#include <string>

#include "compiler/syntax/ast.h"

namespace reeve::ast {

std::string Print(const File& file);
std::string Print(const Header& header);
std::string Print(const Item& item);
std::string Print(const Clause& clause);
std::string Print(const Row& row);
std::string Print(const Effect& effect);
std::string Print(const SetExpr& set);
std::string Print(const Phrase& phrase);
std::string Print(const Ref& ref);
std::string Print(const Expr& expr);
std::string Print(const Cond& cond);
std::string Print(const Scenario& scenario);

}  // namespace reeve::ast
