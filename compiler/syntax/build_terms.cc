// Sets, numbers and conditions. Chains of operators of one side (1 + 1 + 1) are read by a loop, not by
// recursion: their parse trees are as deep as they are long.
#include "compiler/syntax/build.h"

#include <algorithm>

#include "compiler/syntax/parser.h"
#include "fmt/format.h"

namespace reeve::syntax {

ast::SetExpr Builder::Set(ReeveParser::SetContext* ctx) {
  ast::SetExpr set;
  set.phrase = Phrase(ctx->phrase());
  if (ctx->cond() != nullptr) set.where = Box(Cond(ctx->cond()));
  if (ctx->expr() != nullptr) set.with_most = Box(Expr(ctx->expr()));
  set.span = At(ctx);
  return set;
}

ast::Phrase Builder::Phrase(ReeveParser::PhraseContext* ctx) {
  ast::Phrase phrase;
  if (ctx->ref() != nullptr) phrase.ref = Box(Ref(ctx->ref()));
  if (ctx->set() != nullptr) phrase.set = Box(Set(ctx->set()));
  phrase.span = At(ctx);
  return phrase;
}

ast::Ref Builder::Ref(ReeveParser::RefContext* ctx) {
  ast::Ref ref;
  ref.head = Name(ctx->head);
  ref.as = MaybeName(ctx->alias);
  for (ReeveParser::RelationContext* relation : ctx->relation()) {
    ast::RefPart part;
    const std::string word = Word(relation->rel);
    part.relation = word == "of"   ? ast::Relation::kOf
                    : word == "on" ? ast::Relation::kOn
                    : word == "in" ? ast::Relation::kIn
                                   : ast::Relation::kTouching;
    part.relation_span = At(relation->rel);
    if (relation->id != nullptr) part.name = Name(relation->id);
    if (relation->set() != nullptr) part.set = Box(Set(relation->set()));
    part.span = At(relation);
    ref.parts.push_back(std::move(part));
  }
  if (ReeveParser::LimitContext* limit = ctx->limit()) {
    ref.bound = limit->atWord != nullptr ? ast::Ref::Bound::kAt : ast::Ref::Bound::kUpTo;
    ast::Expr bound;
    if (limit->expr() != nullptr) {
      bound = Expr(limit->expr());
    } else {
      bound.integer = Integer(limit->INT()).value;
      bound.span = At(limit->INT());
    }
    ref.bound_value = Box(std::move(bound));
  }
  ref.span = At(ctx);
  return ref;
}

bool Builder::ChainTooLong(size_t operators, antlr4::ParserRuleContext* ctx) {
  if (chain_ + operators <= static_cast<size_t>(kMaxChain)) return false;
  broken_ = true;
  sink_.Report(
      Code::kE57, At(ctx),
      fmt::format("This has more than {} operators in a row. Give parts of it a name with \"define\".", kMaxChain));
  return true;
}

ast::Expr Builder::Expr(ReeveParser::ExprContext* ctx) {
  std::vector<ReeveParser::ExprContext*> chain;  // from the outside, so the last operator first
  ReeveParser::ExprContext* first = ctx;
  for (;;) {
    if (auto* add = As<ReeveParser::AddExprContext>(first)) {
      chain.push_back(add);
      first = add->expr(0);
    } else if (auto* multiply = As<ReeveParser::MultiplyExprContext>(first)) {
      chain.push_back(multiply);
      first = multiply->expr(0);
    } else {
      break;
    }
  }
  if (chain.empty()) return SimpleExpr(first);
  if (ChainTooLong(chain.size(), ctx)) return {};
  chain_ += chain.size();
  ast::Expr result = SimpleExpr(first);
  for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
    ast::Expr whole;
    if (auto* add = As<ReeveParser::AddExprContext>(*link)) {
      whole.kind = Word(add->op) == "+" ? ast::Expr::Kind::kAdd : ast::Expr::Kind::kSubtract;
      whole.rhs = Box(Expr(add->expr(1)));
    } else if (auto* multiply = As<ReeveParser::MultiplyExprContext>(*link)) {
      whole.kind = ast::Expr::Kind::kMultiply;
      whole.rhs = Box(Expr(multiply->expr(1)));
    }
    whole.lhs = Box(std::move(result));
    whole.span = At(*link);
    result = std::move(whole);
  }
  chain_ -= chain.size();
  return result;
}

ast::Expr Builder::SimpleExpr(ReeveParser::ExprContext* ctx) {
  using Kind = ast::Expr::Kind;
  ast::Expr expr;
  if (auto* integer = As<ReeveParser::IntegerExprContext>(ctx)) {
    expr.kind = Kind::kInteger;
    expr.integer = Integer(integer->INT()).value;
  } else if (auto* ref = As<ReeveParser::RefExprContext>(ctx)) {
    expr.kind = Kind::kRef;
    expr.ref = Box(Ref(ref->ref()));
  } else if (auto* group = As<ReeveParser::GroupExprContext>(ctx)) {
    expr = Expr(group->expr());  // with the span of the parentheses, so that a caret under it shows them
  } else if (auto* negate = As<ReeveParser::NegateExprContext>(ctx)) {
    expr.kind = Kind::kNegate;
    expr.lhs = Box(Expr(negate->expr()));
  } else if (auto* count = As<ReeveParser::CountExprContext>(ctx)) {
    expr.kind = Kind::kNumberOf;
    expr.phrase = Phrase(count->phrase());
  } else if (auto* sum = As<ReeveParser::SumExprContext>(ctx)) {
    expr.kind = Kind::kSumOver;
    expr.lhs = Box(Expr(sum->expr()));
    expr.phrase = Phrase(sum->phrase());
  } else if (auto* extreme = As<ReeveParser::ExtremeExprContext>(ctx)) {
    expr.kind = Word(extreme->word) == "largest" ? Kind::kLargest : Kind::kSmallest;
    expr.lhs = Box(Expr(extreme->expr()));
    expr.phrase = Phrase(extreme->phrase());
  } else if (auto* half = As<ReeveParser::HalfExprContext>(ctx)) {
    expr.kind = Kind::kHalf;
    expr.lhs = Box(Expr(half->expr()));
    expr.round_up = Word(half->direction) == "up";
  } else if (auto* table = As<ReeveParser::TableExprContext>(ctx)) {
    expr.kind = Kind::kTable;
    expr.lhs = Box(Expr(table->expr()));
    for (ReeveParser::TableRowContext* row : table->tableRow()) {
      expr.rows.push_back({Integer(row->least).value, Integer(row->worth).value});
    }
    expr.more = Integer(table->more).value;
  } else if (auto* value = As<ReeveParser::ValueExprContext>(ctx)) {
    expr.kind = Kind::kValueOf;
    expr.name = Name(value->id);
    expr.ref = Box(Ref(value->subject));
    if (value->target != nullptr) expr.to = Box(Ref(value->target));
  }
  expr.span = At(ctx);
  return expr;
}

ast::Cond Builder::Cond(ReeveParser::CondContext* ctx) {
  std::vector<ReeveParser::CondContext*> chain;
  ReeveParser::CondContext* first = ctx;
  for (;;) {
    if (auto* both = As<ReeveParser::AndCondContext>(first)) {
      chain.push_back(both);
      first = both->cond(0);
    } else if (auto* either = As<ReeveParser::OrCondContext>(first)) {
      chain.push_back(either);
      first = either->cond(0);
    } else {
      break;
    }
  }
  if (chain.empty()) return SimpleCond(first);
  if (ChainTooLong(chain.size(), ctx)) return {};
  chain_ += chain.size();
  ast::Cond result = SimpleCond(first);
  for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
    ast::Cond whole;
    if (auto* both = As<ReeveParser::AndCondContext>(*link)) {
      whole.kind = ast::Cond::Kind::kAnd;
      whole.rhs = Box(Cond(both->cond(1)));
    } else if (auto* either = As<ReeveParser::OrCondContext>(*link)) {
      whole.kind = ast::Cond::Kind::kOr;
      whole.rhs = Box(Cond(either->cond(1)));
    }
    whole.lhs = Box(std::move(result));
    whole.span = At(*link);
    result = std::move(whole);
  }
  chain_ -= chain.size();
  return result;
}

// "number of tiles is 3": the grammar lets it pass, so that the message can say what is meant.
void Builder::NumberIs(ReeveParser::IsCondContext* ctx) {
  const Span is = At(ctx->isWord);
  broken_ = true;
  const Span whole = ctx->negation != nullptr ? Cover(is, At(ctx->negation)) : is;
  Diagnostic& said = sink_.Report(Code::kE32, whole, "A number is compared with \"=\"; \"is\" is for things.");
  if (ctx->negation == nullptr && ctx->factor == nullptr) said.Fix(whole, "=", "write \"=\"");
}

ast::Cond Builder::SimpleCond(ReeveParser::CondContext* ctx) {
  using Kind = ast::Cond::Kind;
  ast::Cond cond;
  if (auto* negate = As<ReeveParser::NotCondContext>(ctx)) {
    cond.kind = Kind::kNot;
    cond.lhs = Box(Cond(negate->cond()));
  } else if (auto* any = As<ReeveParser::AnyCondContext>(ctx)) {
    cond.kind = Word(any->word) == "any" ? Kind::kAny : Kind::kNo;
    cond.phrase = Phrase(any->phrase());
  } else if (auto* playing = As<ReeveParser::PlayingCondContext>(ctx)) {
    cond.kind = Kind::kPlaying;
    cond.name = Name(playing->id);
  } else if (auto* compare = As<ReeveParser::CompareCondContext>(ctx)) {
    cond.kind = Kind::kCompare;
    cond.op = Word(compare->op);
    cond.left = Box(Expr(compare->lhs));
    cond.right = Box(Expr(compare->rhs));
  } else if (auto* is = As<ReeveParser::IsCondContext>(ctx)) {
    cond.kind = Kind::kIs;
    ReeveParser::ExprContext* subject = is->lhs;
    while (auto* inner = As<ReeveParser::GroupExprContext>(subject)) subject = inner->expr();
    if (auto* thing = As<ReeveParser::RefExprContext>(subject)) {
      cond.ref = Box(Ref(thing->ref()));
    } else if (is->factor != nullptr) {
      cond.left = Box(Expr(is->lhs));
    } else {
      NumberIs(is);
    }
    cond.negated = is->negation != nullptr;
    if (is->complement != nullptr) cond.is_ref = Box(Ref(is->complement));
    if (is->value != nullptr) cond.is_integer = Integer(is->value);
    if (is->factor != nullptr) cond.multiple_of = Integer(is->factor);
  } else if (auto* group = As<ReeveParser::GroupCondContext>(ctx)) {
    cond = Cond(group->cond());
  }
  cond.span = At(ctx);
  return cond;
}

}  // namespace reeve::syntax
