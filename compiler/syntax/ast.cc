#include "compiler/syntax/ast.h"

namespace reeve::ast {

Span SpanOf(const Alternative& alt) {
  return std::visit([](const auto& value) { return value.span; }, alt);
}

std::string TextOf(const Alternative& alt) {
  if (const Name* name = std::get_if<Name>(&alt)) return name->text;
  return std::to_string(std::get<Integer>(alt).value);
}

const char* RelationWord(Relation relation) {
  switch (relation) {
    case Relation::kOf:
      return "of";
    case Relation::kOn:
      return "on";
    case Relation::kIn:
      return "in";
    case Relation::kTouching:
      return "touching";
  }
  return "?";
}

}  // namespace reeve::ast
