#include "compiler/sema/checker.h"

#include <fmt/format.h>

#include <algorithm>

namespace reeve::sema {

using ast::Item;

Model Checker::Run(CheckedConditions* conditions) {
  DeclareKinds();
  DeclareDefines();
  DeclarePiles();
  DeclareStates();
  DeclareTurn();
  DeclareGroups();
  DeclareRules();
  FinishKinds();
  CheckCompletions();
  CheckTiles();
  CheckRankings();
  CheckRules();
  CheckOffers();
  CheckForbids();
  ApplyModifiers();
  FinishLadders();
  ReadClearings();
  OrderRules();
  CheckActivePlayer();
  CheckLoops();
  CheckValueCircles();
  FindWhatAsksOrder();
  if (conditions != nullptr) CheckConditions(*conditions);
  FindFindings();
  CheckDefines();
  FindIdle();
  Accept();
  return std::move(model_);
}

void Checker::ReadClearings() {
  for (size_t s = 0; s < model_.states.size(); ++s) {
    const Item& item = *model_.states[s].item;
    if (!item.cleared) continue;
    if (auto event = ReadEvent(*item.cleared)) model_.clearings.push_back({*event, static_cast<int>(s)});
  }
}

const Term* Checker::FindTerm(const Term* term, TermKind kind, int number) const {
  if (term == nullptr) return nullptr;
  if (term->kind == kind && (number < 0 || term->number == number)) return term;
  for (const TermCase& option : term->cases) {
    if (const Term* found = FindTerm(option.term, kind, number)) return found;
  }
  const Term* found = FindTerm(term->a, kind, number);
  return found != nullptr ? found : FindTerm(term->b, kind, number);
}

const Term* Checker::FindGlobal(const Term* term, GlobalId global) const {
  return FindTerm(term, TermKind::kGlobal, static_cast<int>(global));
}

// In the final scoring nobody's turn runs.
void Checker::CheckActivePlayer() {
  for (const Rule& rule : model_.rules) {
    if (rule.dropped || rule.at.empty()) continue;
    const bool final = std::all_of(rule.at.begin(), rule.at.end(),
                                   [&](int step) { return model_.steps[static_cast<size_t>(step)].round < 0; });
    if (!final) continue;
    Span where;
    const char* word = "";
    const auto look = [&](const Term* term, Span span) {
      for (const GlobalId id : {GlobalId::kActivePlayer, GlobalId::kNextPlayer}) {
        const Term* found = where.valid() ? nullptr : FindGlobal(term, id);
        if (found == nullptr) continue;
        where = found->span.valid() ? found->span : span;  // "opponents" has no word of its own for him
        word = Info(id).word;
      }
    };
    for (const HeadLine& line : rule.head) {
      look(line.set, line.span);
      look(line.cond, line.span);
      look(line.chooser, line.span);
    }
    for (const Who& who : rule.who) {
      look(who.set, who.span);
      look(who.guard, who.span);
    }
    if (rule.odd_to != nullptr && rule.odd_to->kind == TermKind::kOtherwise) look(rule.odd_to->a, rule.odd_to->span);
    else look(rule.odd_to, rule.odd_to == nullptr ? Span{} : rule.odd_to->span);
    for (const Entry& entry : rule.points.entries) {
      look(entry.guard, entry.span);
      look(entry.amount, entry.span);
      look(entry.per, entry.span);
    }
    for (const EffectLine& effect : rule.effects) {
      look(effect.set, effect.span);
      look(effect.target, effect.span);
      look(effect.value, effect.span);
    }
    if (!where.valid()) continue;
    sink_.Report(Code::kE17, where,
                 fmt::format("Nobody's turn is running in the final scoring, so \"{}\" means nobody at {}.", word,
                             model_.steps[static_cast<size_t>(rule.at.front())].name));
  }
}

void Checker::CheckConditions(CheckedConditions& out) {
  for (const ast::Cond* cond : options_.conditions) {
    int slots = 1;
    Scope scope;
    scope.slots = &slots;
    out.conditions.push_back(ResolveCond(*cond, scope));
    out.slots.push_back(slots);
    AddSides(out.conditions.back(), out);
  }
  for (const ast::Cond* cond : options_.givens) CheckGiven(*cond, out);
}

// What a condition compares, where its value alone says what was wrong: not inside of sets.
void Checker::AddSides(const Term* term, CheckedConditions& out) {
  if (term == nullptr) return;
  switch (term->kind) {
    case TermKind::kNot:
    case TermKind::kAnd:
    case TermKind::kOr:
      AddSides(term->a, out);
      return AddSides(term->b, out);
    case TermKind::kEqual:
    case TermKind::kLess:
    case TermKind::kMultiple:
      break;
    default:
      return;
  }
  std::vector<const Term*> sides{term->a, term->b};
  // "a > b" is kept as "b < a".
  if (term->b != nullptr && term->b->span.begin < term->a->span.begin) std::swap(sides[0], sides[1]);
  for (const Term* side : sides) {
    if (side == nullptr || side->kind == TermKind::kNumber || !side->span.valid()) continue;
    const bool shown = side->type.cls == Class::kNumber || side->type.cls == Class::kPlayer;
    if (shown && !side->type.set) out.sides.emplace_back(out.conditions.size() - 1, side);
  }
}

// A condition that is made true: `top of D is CARD`, `STATE of X is N`, `X is FLAG`, `total of P = N`, `no pieces in
// pile`.
void Checker::CheckGiven(const ast::Cond& cond, CheckedConditions& out) {
  CheckedConditions::Given given;
  given.span = cond.span;
  given.slots = 1;
  Scope scope;
  scope.slots = &given.slots;
  const Term* term = ResolveCond(cond, scope);
  if (term == nullptr) return;
  const Term* left = term->a;
  using GK = reeve::Given::Kind;
  if (term->kind == TermKind::kNot && left->kind == TermKind::kAny && left->a->kind == TermKind::kRelated &&
      left->a->a->kind == TermKind::kOne && left->a->number == static_cast<int>(RelationId::kPieceInZone) &&
      left->a->a->a->number == kPileZone) {
    given.kind = GK::kEmptyPile;
  } else if (term->kind == TermKind::kIsKind && left->kind == TermKind::kProperty &&
             left->number == static_cast<int>(PropertyId::kTopOfZone) && left->a->kind == TermKind::kNumber) {
    given.kind = GK::kTop;
    given.id = static_cast<int>(left->a->number);
    for (size_t c = 0; c < model_.cards.size(); ++c) {
      if (model_.cards[c].zone == given.id && term->kinds[static_cast<size_t>(model_.cards[c].kind)])
        given.card = static_cast<int>(c);
    }
  } else if (term->kind == TermKind::kState && term->type.cls == Class::kTruth) {
    given.id = static_cast<int>(term->number);
    given.owner = left;
    given.value = MakeNumber(1, Type::Truth(), cond.span);
  } else if (term->kind == TermKind::kEqual && left->kind == TermKind::kState) {
    given.id = static_cast<int>(left->number);
    given.owner = left->a;
    given.value = term->b;
  } else if (term->kind == TermKind::kEqual && left->kind == TermKind::kProperty &&
             left->number == static_cast<int>(PropertyId::kTotalOfPlayer)) {
    given.kind = GK::kTotal;
    given.owner = left->a;
    given.value = term->b;
  } else {
    sink_.Report(Code::kE53, cond.span,
                 "This cannot be set up. What can: \"top of DECK is CARD\", \"STATE of THING is NUMBER\", \"THING is "
                 "FLAG\", \"total of PLAYER is NUMBER\", \"no pieces in pile\".");
    return;
  }
  out.givens.push_back(given);
}

}  // namespace reeve::sema
