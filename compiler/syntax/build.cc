// Words: names, texts, numbers and lists of them.
#include "compiler/syntax/build.h"

#include <limits>

#include "fmt/format.h"

namespace reeve::syntax {

Span Builder::At(antlr4::Token* token) const {
  return {words_.file, static_cast<int32_t>(token->getStartIndex()), static_cast<int32_t>(token->getStopIndex() + 1)};
}

Span Builder::At(antlr4::ParserRuleContext* ctx) const {
  return Cover(At(ctx->start), At(ctx->stop));
}

std::string Builder::Word(antlr4::Token* token) const {
  const size_t begin = token->getStartIndex();
  return std::string(words_.text.substr(begin, token->getStopIndex() + 1 - begin));
}

std::optional<ast::Name> Builder::MaybeName(antlr4::ParserRuleContext* ctx) const {
  if (ctx == nullptr) return std::nullopt;
  return Name(ctx);
}

std::vector<ast::Name> Builder::Names(ReeveParser::NamesContext* ctx) const {
  std::vector<ast::Name> names;
  if (ctx == nullptr) return names;
  for (ReeveParser::NameContext* name : ctx->name()) names.push_back(Name(name));
  return names;
}

// A text without its closing quote reaches this too, mended by the lexer: it ends where the word ends.
ast::Text Builder::Text(antlr4::Token* token) const {
  ast::Text text{"", At(token)};
  const std::string written = Word(token);
  const bool straight = !written.empty() && written[0] == '"';
  const size_t end = written.size() > 1 && written.back() == '"' ? written.size() - 1 : written.size();
  for (size_t i = 1; i < end; ++i) {
    if (straight && written[i] == '\\' && i + 1 < end) ++i;
    text.value += written[i];
  }
  return text;
}

std::optional<ast::Text> Builder::MaybeText(antlr4::Token* token) const {
  if (token == nullptr) return std::nullopt;
  return Text(token);
}

ast::Integer Builder::Integer(antlr4::Token* token) {
  constexpr int64_t kLargest = std::numeric_limits<int32_t>::max();
  ast::Integer integer{0, At(token)};
  for (const char digit : Word(token)) {
    integer.value = integer.value * 10 + (digit - '0');
    if (integer.value > kLargest) {
      sink_.Report(Code::kE38, integer.span, fmt::format("This number is too large: the largest is {}.", kLargest));
      integer.value = kLargest;
      break;
    }
  }
  return integer;
}

std::optional<ast::Integer> Builder::MaybeInteger(antlr4::tree::TerminalNode* node) {
  if (node == nullptr) return std::nullopt;
  return Integer(node);
}

ast::Alternative Builder::Alternative(ReeveParser::AltContext* ctx) {
  if (ReeveParser::NameContext* name = ctx->name()) return Name(name);
  return Integer(ctx->INT());
}

std::vector<ast::Alternative> Builder::Alternatives(ReeveParser::AltsContext* ctx) {
  std::vector<ast::Alternative> values;
  for (ReeveParser::AltContext* alt : ctx->alt()) values.push_back(Alternative(alt));
  return values;
}

std::vector<ast::SideName> Builder::Sides(const std::vector<antlr4::tree::TerminalNode*>& nodes) const {
  std::vector<ast::SideName> sides;
  for (antlr4::tree::TerminalNode* node : nodes) sides.push_back({Word(node->getSymbol()), At(node)});
  return sides;
}

}  // namespace reeve::syntax
