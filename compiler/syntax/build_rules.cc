// The lines of a rule.
#include "compiler/syntax/build.h"

namespace reeve::syntax {

std::vector<ast::Clause> Builder::Block(ReeveParser::BlockContext* ctx) {
  std::vector<ast::Clause> clauses;
  const std::vector<ReeveParser::ClauseContext*> lines = ctx->clause();
  clauses.reserve(lines.size());  // a clause is a large thing to move
  for (ReeveParser::ClauseContext* line : lines) clauses.push_back(Clause(line));
  return clauses;
}

ast::Clause Builder::Clause(ReeveParser::ClauseContext* ctx) {
  ast::Clause clause;
  if (auto* rank = As<ReeveParser::RankClauseContext>(ctx)) return Rank(rank->rank());
  clause.span = At(ctx);
  clause.word = At(ctx->start);
  if (!HeadClause(ctx, clause) && !ChoiceClause(ctx, clause)) BodyClause(ctx, clause);
  return clause;
}

bool Builder::HeadClause(ReeveParser::ClauseContext* ctx, ast::Clause& clause) {
  using Kind = ast::Clause::Kind;
  if (auto* when = As<ReeveParser::WhenClauseContext>(ctx)) {
    clause.kind = Kind::kWhen;
    clause.event = Event(when->event());
  } else if (auto* at = As<ReeveParser::AtClauseContext>(ctx)) {
    clause.kind = Kind::kAt;
    clause.names = Names(at->names());
  } else if (auto* around = As<ReeveParser::AroundClauseContext>(ctx)) {
    clause.kind = Word(around->side) == "before" ? Kind::kBefore : Kind::kAfter;
    clause.names = Names(around->names());
  } else if (auto* each = As<ReeveParser::EachClauseContext>(ctx)) {
    clause.kind = Kind::kEach;
    clause.set = Box(Set(each->set()));
    if (each->ref() != nullptr) clause.from = Box(Ref(each->ref()));
  } else if (auto* repeat = As<ReeveParser::RepeatClauseContext>(ctx)) {
    clause.kind = Kind::kRepeat;
    clause.number = Integer(repeat->INT());
    clause.name = Name(repeat->id);
    clause.from = Box(Ref(repeat->ref()));
  } else if (auto* condition = As<ReeveParser::IfClauseContext>(ctx)) {
    clause.kind = condition->block() == nullptr ? Kind::kIf : Kind::kBranch;
    clause.cond = Box(Cond(condition->cond()));
    if (condition->block() != nullptr) clause.body = Block(condition->block());
  } else if (auto* order = As<ReeveParser::OrderLineContext>(ctx)) {
    clause.kind = Kind::kOrder;
    clause.order = Order(order->orderClause());
  } else if (auto* over = As<ReeveParser::OverClauseContext>(ctx)) {
    clause.kind = Kind::kOver;
    clause.names = Names(over->names());
  } else if (auto* limit = As<ReeveParser::LimitClauseContext>(ctx)) {
    clause.kind = Kind::kLimit;
    clause.number = Integer(limit->INT());
    clause.name = Name(limit->id);
  } else if (auto* receivers = As<ReeveParser::ForClauseContext>(ctx)) {
    clause.kind = Kind::kFor;
    clause.set = Box(Set(receivers->set()));
  } else {
    return false;
  }
  return true;
}

bool Builder::ChoiceClause(ReeveParser::ClauseContext* ctx, ast::Clause& clause) {
  using Kind = ast::Clause::Kind;
  if (auto* once = As<ReeveParser::OnceClauseContext>(ctx)) {
    clause.kind = Kind::kOnce;
    clause.name = Name(once->id);
    clause.chooser = Chooser(once->chooser());
  } else if (auto* may = As<ReeveParser::MayClauseContext>(ctx)) {
    clause.kind = Kind::kMay;
    clause.label = MaybeText(may->title);
    if (may->chooser() != nullptr) clause.chooser = Chooser(may->chooser());
    if (may->choice() != nullptr) {
      clause.may = true;
      Choice(may->choice(), clause);
    }
  } else if (auto* choose = As<ReeveParser::ChooseClauseContext>(ctx)) {
    Choice(choose->choice(), clause);
  } else {
    return false;
  }
  return true;
}

void Builder::Choice(ReeveParser::ChoiceContext* ctx, ast::Clause& clause) {
  clause.kind = ast::Clause::Kind::kChoose;
  clause.name = Name(ctx->id);
  clause.as = MaybeName(ctx->alias);
  if (auto* things = As<ReeveParser::ThingChoicesContext>(ctx->choices())) {
    clause.set = Box(Set(things->set()));
  } else if (auto* texts = As<ReeveParser::TextChoicesContext>(ctx->choices())) {
    for (antlr4::tree::TerminalNode* text : texts->STRING()) clause.texts.push_back(Text(text));
  } else if (auto* numbers = As<ReeveParser::NumberChoicesContext>(ctx->choices())) {
    clause.least = Box(Expr(numbers->least));
    clause.most = Box(Expr(numbers->most));
  }
  clause.chooser = Chooser(ctx->chooser());
}

bool Builder::BodyClause(ReeveParser::ClauseContext* ctx, ast::Clause& clause) {
  using Kind = ast::Clause::Kind;
  if (auto* row = As<ReeveParser::RowClauseContext>(ctx)) {
    clause.kind = Kind::kRow;
    clause.instead_of = MaybeText(row->replaced);
    clause.row = Row(row->row());
  } else if (auto* without = As<ReeveParser::WithoutClauseContext>(ctx)) {
    clause.kind = Kind::kWithout;
    clause.label = Text(without->title);
  } else if (auto* sum = As<ReeveParser::SumClauseContext>(ctx)) {
    clause.kind = Kind::kSum;
    clause.name = Name(sum->id);
    clause.set = Box(Set(sum->set()));
    clause.body = Block(sum->block());
  } else if (auto* ties = As<ReeveParser::TiesClauseContext>(ctx)) {
    clause.kind = Kind::kTies;
    TieClause(ties->tie(), clause);
  } else if (auto* mark = As<ReeveParser::MarkClauseContext>(ctx)) {
    clause.kind = Kind::kMark;
    clause.name = Name(mark->id);
  } else if (auto* then = As<ReeveParser::ThenClauseContext>(ctx)) {
    clause.kind = Kind::kThen;
    clause.effect = Effect(then->effect());
  } else if (auto* cite = As<ReeveParser::CiteClauseContext>(ctx)) {
    clause.kind = Kind::kCite;
    clause.names = Names(cite->names());
  } else if (auto* allow = As<ReeveParser::AllowClauseContext>(ctx)) {
    clause.kind = Kind::kAllow;
    clause.name = Name(allow->finding);
    clause.label = Text(allow->reason);
  } else {
    return false;
  }
  return true;
}

void Builder::TieClause(ReeveParser::TieContext* ctx, ast::Clause& clause) {
  using Ties = ast::Clause::Ties;
  if (As<ReeveParser::TieAllContext>(ctx)) {
    clause.ties = Ties::kAll;
  } else if (As<ReeveParser::TieNobodyContext>(ctx)) {
    clause.ties = Ties::kNobody;
  } else if (auto* rounded = As<ReeveParser::TieRoundedContext>(ctx)) {
    clause.ties = Word(rounded->direction) == "up" ? Ties::kSplitUp : Ties::kSplitDown;
  } else if (auto* odd = As<ReeveParser::TieOddContext>(ctx)) {
    clause.ties = Ties::kSplitOdd;
    clause.odd_to = Chooser(odd->chooser());
  }
}

ast::Clause Builder::Rank(ReeveParser::RankContext* ctx) {
  ast::Clause clause;
  clause.span = At(ctx);
  clause.word = At(ctx->start);
  if (auto* most = As<ReeveParser::MostRankContext>(ctx)) {
    clause.kind = ast::Clause::Kind::kMost;
    clause.expr = Box(Expr(most->expr()));
    clause.label = MaybeText(most->title);
  } else if (auto* prefer = As<ReeveParser::PreferRankContext>(ctx)) {
    clause.kind = ast::Clause::Kind::kPrefer;
    clause.cond = Box(Cond(prefer->cond()));
    clause.label = MaybeText(prefer->title);
  }
  return clause;
}

ast::Order Builder::Order(ReeveParser::OrderClauseContext* ctx) const {
  if (ctx->later == nullptr && ctx->earlier == nullptr) {
    sink_.Report(Code::kE32, At(ctx), "Which comes first is said with \"after\" or \"before\": \"order after NAME\".");
  }
  return {Names(ctx->later), Names(ctx->earlier), At(ctx)};
}

ast::Chooser Builder::Chooser(ReeveParser::ChooserContext* ctx) {
  ast::Chooser chooser;
  chooser.span = At(ctx);
  if (auto* chosen = As<ReeveParser::SetChooserContext>(ctx)) {
    chooser.set = Box(Set(chosen->set()));
    if (chosen->ref() != nullptr) chooser.otherwise = Box(Ref(chosen->ref()));
  } else {
    chooser.best_value = true;
  }
  return chooser;
}

ast::Event Builder::Event(ReeveParser::EventContext* ctx) const {
  ast::Event event{Name(ctx->subject), Name(ctx->verb), MaybeName(ctx->target), std::nullopt, At(ctx)};
  if (ctx->STRING() != nullptr) event.text = Text(ctx->STRING());
  return event;
}

ast::Amount Builder::Amount(ReeveParser::AmountContext* ctx) {
  ast::Amount amount;
  amount.expr = Box(Expr(ctx->expr()));
  if (ctx->set() != nullptr) amount.per = Box(Set(ctx->set()));
  return amount;
}

ast::Row Builder::Row(ReeveParser::RowContext* ctx) {
  using Change = ast::Row::Change;
  ast::Row row;
  row.span = At(ctx);
  row.label = MaybeText(ctx->title);
  if (ctx->counted != nullptr) {
    row.verb = ast::Row::Verb::kCount;
    row.count = Name(ctx->counted);
  } else if (Word(ctx->verb) == "extra") {
    row.verb = ast::Row::Verb::kExtra;
  }
  ReeveParser::ChangeContext* change = ctx->change();
  if (auto* add = As<ReeveParser::AddChangeContext>(change)) {
    row.change = Change::kAdd;
    row.amount = Amount(add->amount());
  } else if (auto* is = As<ReeveParser::IsChangeContext>(change)) {
    row.change = Change::kIs;
    row.amount = Amount(is->amount());
  } else if (As<ReeveParser::DoubledChangeContext>(change)) {
    row.change = Change::kDoubled;
  } else if (auto* halved = As<ReeveParser::HalvedChangeContext>(change)) {
    row.change = Change::kHalved;
    row.round_up = Word(halved->direction) == "up";
  } else if (auto* times = As<ReeveParser::TimesChangeContext>(change)) {
    row.change = Change::kTimes;
    row.amount = Amount(times->amount());
  } else if (auto* clamp = As<ReeveParser::ClampChangeContext>(change)) {
    row.change = Word(clamp->bound) == "least" ? Change::kAtLeast : Change::kAtMost;
    row.amount = Amount(clamp->amount());
  }
  return row;
}

ast::Effect Builder::Effect(ReeveParser::EffectContext* ctx) {
  using Kind = ast::Effect::Kind;
  ast::Effect effect;
  effect.span = At(ctx);
  if (auto* back = As<ReeveParser::ReturnEffectContext>(ctx)) {
    effect.kind = Kind::kReturn;
    effect.set = Box(Set(back->set()));
  } else if (auto* move = As<ReeveParser::MoveEffectContext>(ctx)) {
    effect.kind = Kind::kMove;
    effect.set = Box(Set(move->set()));
    if (move->ref() != nullptr) effect.ref = Box(Ref(move->ref()));
    if (move->expr() != nullptr) effect.expr = Box(Expr(move->expr()));
  } else if (auto* give = As<ReeveParser::GiveEffectContext>(ctx)) {
    effect.kind = Kind::kGive;
    effect.set = Box(Set(give->set()));
    effect.ref = Box(Ref(give->ref()));
  } else if (auto* becomes = As<ReeveParser::BecomesEffectContext>(ctx)) {
    effect.kind = Kind::kBecomes;
    effect.ref = Box(Ref(becomes->ref()));
    effect.expr = Box(Expr(becomes->expr()));
  } else if (auto* draw = As<ReeveParser::DrawEffectContext>(ctx)) {
    effect.kind = Word(draw->word) == "draw" ? Kind::kDraw : Kind::kTake;
    effect.name = Name(draw->id);
    effect.ref = Box(Ref(draw->source));
    if (draw->target != nullptr) effect.target = Box(Ref(draw->target));
    if (draw->event() != nullptr) effect.until = Event(draw->event());
  } else if (auto* put = As<ReeveParser::PutEffectContext>(ctx)) {
    effect.kind = Kind::kPut;
    effect.ref = Box(Ref(put->ref()));
  } else if (auto* deal = As<ReeveParser::DealEffectContext>(ctx)) {
    effect.kind = Kind::kDeal;
    effect.set = Box(Set(deal->set()));
    effect.ref = Box(Ref(deal->ref()));
  } else if (auto* pay = As<ReeveParser::PayEffectContext>(ctx)) {
    effect.kind = Kind::kPay;
    effect.expr = Box(Expr(pay->expr()));
    effect.ref = Box(Ref(pay->source));
    effect.target = Box(Ref(pay->target));
  } else if (auto* score = As<ReeveParser::ScoreEffectContext>(ctx)) {
    effect.kind = Kind::kScore;
    effect.name = Name(score->id);
    effect.ref = Box(Ref(score->ref()));
  } else if (auto* play = As<ReeveParser::PlayEffectContext>(ctx)) {
    effect.kind = Kind::kPlay;
    effect.round = play->nested != nullptr;
    effect.name = Name(play->id);
    effect.last = MaybeName(play->last);
    if (play->ref() != nullptr) effect.ref = Box(Ref(play->ref()));
  } else if (auto* turn = As<ReeveParser::TurnEffectContext>(ctx)) {
    effect.kind = Kind::kTurn;
    effect.ref = Box(Ref(turn->ref()));
    effect.name = Name(turn->id);
  } else {
    effect.kind = Kind::kCancel;
  }
  return effect;
}

}  // namespace reeve::syntax
