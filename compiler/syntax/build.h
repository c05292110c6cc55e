// Parse tree to syntax tree. Private to this folder: the only header that shows ANTLR's types.
#pragma once

#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "ReeveParser.h"
#include "compiler/diagnostics/diagnostic.h"
#include "compiler/syntax/ast.h"
#include "compiler/syntax/lexer.h"

namespace reeve::syntax {

// The alternative with label T, if `context` is one. Labelled contexts are leaves of the class tree, so
// comparing the types is enough and ten times as fast as a failing dynamic_cast.
template <typename T>
T* As(antlr4::ParserRuleContext* context) {
  return context != nullptr && typeid(*context) == typeid(T) ? static_cast<T*>(context) : nullptr;
}

class Builder {
 public:
  Builder(const WordList& words, Sink& sink) : words_(words), sink_(sink) {}

  ast::Header Header(ReeveParser::HeaderContext* ctx);
  ast::Item Item(ReeveParser::ItemContext* ctx);
  ast::Cond Cond(ReeveParser::CondContext* ctx);

  // Whether something of what was built since the last call has a mistake that the grammar lets pass. It is
  // reported, and the tree has a hole there: throw it away.
  bool TakeBroken() { return std::exchange(broken_, false); }

 private:
  // --- words (build.cc)
  Span At(antlr4::ParserRuleContext* ctx) const;
  Span At(antlr4::Token* token) const;
  Span At(antlr4::tree::TerminalNode* node) const { return At(node->getSymbol()); }
  std::string Word(antlr4::Token* token) const;
  ast::Name Name(antlr4::ParserRuleContext* ctx) const { return {Word(ctx->start), At(ctx)}; }
  std::optional<ast::Name> MaybeName(antlr4::ParserRuleContext* ctx) const;
  std::vector<ast::Name> Names(ReeveParser::NamesContext* ctx) const;
  ast::Text Text(antlr4::Token* token) const;
  ast::Text Text(antlr4::tree::TerminalNode* node) const { return Text(node->getSymbol()); }
  std::optional<ast::Text> MaybeText(antlr4::Token* token) const;
  ast::Integer Integer(antlr4::Token* token);
  ast::Integer Integer(antlr4::tree::TerminalNode* node) { return Integer(node->getSymbol()); }
  std::optional<ast::Integer> MaybeInteger(antlr4::tree::TerminalNode* node);
  ast::Alternative Alternative(ReeveParser::AltContext* ctx);
  std::vector<ast::Alternative> Alternatives(ReeveParser::AltsContext* ctx);
  std::vector<ast::SideName> Sides(const std::vector<antlr4::tree::TerminalNode*>& nodes) const;

  // --- items (build_items.cc)
  std::vector<ast::RulesetRef> RulesetRefs(ReeveParser::RuleRefsContext* ctx);
  void Declaration(ReeveParser::ItemContext* ctx, ast::Item& item);
  bool KindOrPile(ReeveParser::ItemContext* ctx, ast::Item& item);
  bool Tiles(ReeveParser::ItemContext* ctx, ast::Item& item);
  bool Turn(ReeveParser::ItemContext* ctx, ast::Item& item);
  bool Rule(ReeveParser::ItemContext* ctx, ast::Item& item);
  void Body(ReeveParser::BodyContext* ctx, ast::Item& item);
  std::vector<ast::Prop> Props(ReeveParser::PropsContext* ctx);
  ast::Prop Prop(ReeveParser::PropContext* ctx);
  void Values(ReeveParser::HasPropContext* ctx, ast::Prop& prop);
  std::vector<ast::Attribute> Attributes(ReeveParser::AttrsContext* ctx);
  ast::PileEntry Entry(ReeveParser::EntryContext* ctx);
  ast::TileSegment Segment(ReeveParser::SegmentContext* ctx);
  void CheckSegment(const ast::TileSegment& segment);
  ast::Round Round(ReeveParser::RoundContext* ctx);
  ast::Step Step(ReeveParser::StepContext* ctx);
  ast::Menu Menu(ReeveParser::MenuContext* ctx) const;

  // --- rules (build_rules.cc)
  std::vector<ast::Clause> Block(ReeveParser::BlockContext* ctx);
  ast::Clause Clause(ReeveParser::ClauseContext* ctx);
  bool HeadClause(ReeveParser::ClauseContext* ctx, ast::Clause& clause);
  bool ChoiceClause(ReeveParser::ClauseContext* ctx, ast::Clause& clause);
  void Choice(ReeveParser::ChoiceContext* ctx, ast::Clause& clause);
  bool BodyClause(ReeveParser::ClauseContext* ctx, ast::Clause& clause);
  void TieClause(ReeveParser::TieContext* ctx, ast::Clause& clause);
  ast::Clause Rank(ReeveParser::RankContext* ctx);
  ast::Order Order(ReeveParser::OrderClauseContext* ctx) const;
  ast::Chooser Chooser(ReeveParser::ChooserContext* ctx);
  ast::Event Event(ReeveParser::EventContext* ctx) const;
  ast::Row Row(ReeveParser::RowContext* ctx);
  ast::Amount Amount(ReeveParser::AmountContext* ctx);
  ast::Effect Effect(ReeveParser::EffectContext* ctx);

  // --- sets, numbers, conditions (build_terms.cc)
  ast::SetExpr Set(ReeveParser::SetContext* ctx);
  ast::Phrase Phrase(ReeveParser::PhraseContext* ctx);
  ast::Ref Ref(ReeveParser::RefContext* ctx);
  ast::Expr Expr(ReeveParser::ExprContext* ctx);
  ast::Expr SimpleExpr(ReeveParser::ExprContext* ctx);
  ast::Cond SimpleCond(ReeveParser::CondContext* ctx);
  template <typename T>
  std::unique_ptr<T> Box(T value) {
    return std::make_unique<T>(std::move(value));
  }
  void NumberIs(ReeveParser::IsCondContext* ctx);
  bool ChainTooLong(size_t operators, antlr4::ParserRuleContext* ctx);

  // --- scenarios (build_scenes.cc)
  std::unique_ptr<ast::Scenario> Scenario(ReeveParser::ScenarioItemContext* ctx);
  void Scene(ReeveParser::SceneContext* ctx, ast::Scenario& scenario);
  ast::BoardTile Placed(ReeveParser::PlacedContext* ctx);
  ast::Stand Stand(ReeveParser::StandContext* ctx);
  ast::Placement Place(ReeveParser::PlaceContext* ctx);
  ast::Move Move(ReeveParser::MoveContext* ctx);
  ast::Bind Bind(ReeveParser::BindContext* ctx);
  ast::Expectation Expectation(ReeveParser::ExpectedContext* ctx);
  int64_t Signed(ReeveParser::SintContext* ctx);

  const WordList& words_;
  Sink& sink_;
  bool broken_ = false;
  size_t chain_ = 0;  // operators of the chains around the current place: how deep their trees are
};

}  // namespace reeve::syntax
