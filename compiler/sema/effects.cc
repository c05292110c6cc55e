// `then` lines, forbids and what offers need.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/checker.h"

namespace reeve::sema {

using ast::Clause;
using ast::Item;
using K = ast::Effect::Kind;

void Checker::ReadEffect(Rule& rule, const ast::Effect& effect) {
  EffectLine line;
  line.kind = effect.kind;
  line.span = effect.span;
  switch (effect.kind) {
    case K::kReturn:
    case K::kMove:
    case K::kGive:
    case K::kDeal: {
      if (effect.kind == K::kMove && effect.expr != nullptr) {
        if (!ReadMoveBy(rule, effect, line)) return;
        break;
      }
      if (effect.kind == K::kReturn && ReadUnseen(effect, line)) break;
      line.set = AsSet(ResolveSet(*effect.set, rule.scope, Mode::kEither));
      if (line.set == nullptr) return;
      line.cls = line.set->type.cls;
      const bool thing = line.cls == Class::kFigure || line.cls == Class::kMarker;
      const bool pieces = effect.kind == K::kMove || effect.kind == K::kReturn;
      if (!thing && !(pieces && line.cls == Class::kPiece)) {
        const char* verbs[] = {"returned", "moved", "given", "", "", "", "", "dealt"};
        sink_.Report(Code::kE46, effect.set->span,
                     fmt::format("Only {} can be {}; this is {}.",
                                 pieces ? "figures, markers and pieces" : "figures and markers",
                                 verbs[static_cast<int>(effect.kind)], A(TypeText(line.set->type.AsOne()))));
        return;
      }
      if (effect.kind != K::kReturn && !ReadEffectTarget(rule, effect, line)) return;
      break;
    }
    case K::kBecomes:
      if (!ReadAssign(rule, effect, line)) return;
      break;
    case K::kDraw:
    case K::kTake:
      if (!ReadDraw(rule, effect, line)) return;
      break;
    case K::kPut: {
      const ast::Ref& ref = *effect.ref;
      const ast::Name& deck = ref.parts.size() == 1 ? ref.parts[0].name : ref.head;
      line.id = -1;
      for (size_t z = 0; z < model_.zones.size(); ++z) {
        if (model_.zones[z].name == deck.text && model_.zones[z].kind == ZoneKind::kDeck) line.id = static_cast<int>(z);
      }
      if (line.id < 0 || ref.head.text != "top") {
        sink_.Report(Code::kE46, ref.span, "Only the top of a deck can be put under it: \"put top of DECK under\".");
        return;
      }
      break;
    }
    case K::kPay: {
      line.value = ResolveNumber(*effect.expr, rule.scope);
      line.set = ResolveOne(*effect.ref, rule.scope);
      line.target = ResolveOne(*effect.target, rule.scope);
      if (line.value == nullptr || line.set == nullptr || line.target == nullptr) return;
      for (const Term* who : {line.set, line.target}) {
        if (who->type.cls == Class::kPlayer) continue;
        sink_.Report(Code::kE46, who->span,
                     fmt::format("Only a player can pay or be paid; this is {}.", A(TypeText(who->type))));
        return;
      }
      break;
    }
    case K::kScore: {
      line.target = ResolveOne(*effect.ref, rule.scope);
      if (line.target == nullptr) return;
      const std::vector<int> rules = RulesNamed(effect.name, true, false);
      line.id = FindRule(effect.name.text);
      if (line.id < 0) {
        line.group = true;
        line.id = FindGroup(effect.name.text);
        if (line.id < 0 || rules.empty()) return;
      }
      score_uses_.push_back({line.group ? -1 : line.id, line.group ? line.id : -1, line.target->type, effect.span});
      break;
    }
    case K::kPlay:
      if (!ReadPlay(rule, effect, line)) return;
      break;
    case K::kTurn:
      if (!ReadTurn(rule, effect, line)) return;
      break;
    case K::kCancel:
      if (rule.before_of.empty()) {
        sink_.Report(Code::kE50, effect.span,
                     "\"cancel\" ends a scoring that has not begun: it belongs to a rule with \"before ... scored\".");
        return;
      }
      break;
  }
  rule.effects.push_back(line);
}

bool Checker::ReadEffectTarget(Rule& rule, const ast::Effect& effect, EffectLine& line) {
  if (effect.ref == nullptr) return false;
  const Term* target = effect.kind == K::kDeal ? AsSet(ResolveRef(*effect.ref, rule.scope, Mode::kEither))
                                               : ResolveOne(*effect.ref, rule.scope);
  if (target == nullptr) return false;
  line.target = target;
  line.to = target->type.cls;
  bool fits = false;
  if (effect.kind == K::kGive || effect.kind == K::kDeal) fits = line.to == Class::kPlayer;
  else if (line.cls == Class::kPiece)
    fits = line.to == Class::kFit || line.to == Class::kPlace ||
           (line.to == Class::kZone && target->kind == TermKind::kNumber &&
            (target->number == kPileZone || target->number == kHandZone));
  else {
    fits = line.to == Class::kSegment || line.to == Class::kFeature || line.to == Class::kSquare ||
           line.to == Class::kPiece || line.to == Class::kFigure || line.to == Class::kMarker ||
           line.to == Class::kPlayer || line.to == Class::kPlace || line.to == Class::kCorner;
    fits = fits || (line.to == Class::kZone && target->kind == TermKind::kNumber && target->number == kScoreboardZone);
    if (line.cls == Class::kMarker) fits = fits || line.to == Class::kJoining || line.to == Class::kSpan;
  }
  if (fits) return true;
  sink_.Report(Code::kE46, effect.ref->span,
               effect.kind == K::kMove
                   ? MoveText(line, target)
                   : fmt::format("Only players are given things; this is {}.", A(TypeText(target->type))));
  return false;
}

// flag: `game is now busy`; number and link: `track of scorer is now 5`, `largest_city is now 7`
bool Checker::ReadAssign(Rule& rule, const ast::Effect& effect, EffectLine& line) {
  const ast::Ref& what = *effect.ref;
  const bool word = effect.expr->kind == ast::Expr::Kind::kRef && effect.expr->ref->parts.empty();
  if (word) {
    for (size_t s = 0; s < model_.states.size(); ++s) {
      const State& state = model_.states[s];
      if (state.name != effect.expr->ref->head.text || state.result != Class::kTruth) continue;
      const Term* owner = ResolveOne(what, rule.scope);
      if (owner == nullptr) return false;
      if (owner->type.cls != state.owner) {
        sink_
            .Report(Code::kE46, what.span,
                    fmt::format("\"{}\" is a flag on {}; this is {}.", state.name, OwnerText(state),
                                A(TypeText(owner->type))))
            .With(state.span, "declared here");
        return false;
      }
      line.id = static_cast<int>(s);
      line.target = owner;
      line.value = MakeNumber(1, Type::Truth(), effect.span);
      return true;
    }
  }
  for (size_t s = 0; s < model_.states.size(); ++s) {
    const State& state = model_.states[s];
    if (state.name != what.head.text || state.result == Class::kTruth) continue;
    line.id = static_cast<int>(s);
    if (state.owner == Class::kGame) {
      line.target = MakeNumber(0, {Class::kGame, false, {}, kAnyKind}, what.span);
    } else {
      if (what.parts.empty() || what.parts[0].relation != ast::Relation::kOf) {
        sink_.Report(Code::kE03, what.span,
                     fmt::format("\"{0}\" of what? Write \"{0} of {1}\".", state.name,
                                 state.item->on ? state.item->on->text : "..."));
        return false;
      }
      std::string ignored;
      Cursor cursor{&what, 1, Mode::kEither, &ignored};
      line.target = AsOne(ResolveAt(cursor, rule.scope), what.span, "");
      if (line.target == nullptr) return false;
    }
    line.value = state.result == Class::kNumber ? ResolveNumber(*effect.expr, rule.scope)
                                                : AsOne(ResolveExpr(*effect.expr, rule.scope), effect.span, "");
    if (line.value == nullptr) return false;
    if (line.value->type.cls == state.result) return true;
    sink_.Report(Code::kE46, effect.expr->span,
                 fmt::format("\"{}\" is {}; this is {}.", state.name, A(ClassName(state.result)),
                             A(TypeText(line.value->type))));
    return false;
  }
  std::vector<std::string> known;
  for (const State& state : model_.states) known.push_back(state.name);
  const ast::Name& name = word ? effect.expr->ref->head : what.head;
  sink_.Report(Code::kE01, name.span, fmt::format("There is no flag, number or link called \"{}\".", name.text),
               {name.text, known, ""});
  return false;
}

int Checker::FindPile(const ast::Name& name, bool quiet) {
  std::vector<std::string> known;
  for (size_t z = 0; z < model_.zones.size(); ++z) {
    const Zone& zone = model_.zones[z];
    if (zone.kind == ZoneKind::kSupply || zone.kind == ZoneKind::kPlaces) continue;
    known.push_back(zone.name);
    if (zone.name == name.text) return static_cast<int>(z);
  }
  if (quiet || elsewhere_.Declares(name.text, Elsewhere::kPile)) return -1;
  sink_.Report(Code::kE01, name.span, fmt::format("There is no deck or bag called \"{}\".", name.text),
               {name.text, known, ""});
  return -1;
}

// draw piece from pile; draw TOKEN from BAG to figure; take CARD from DECK until turn ends
bool Checker::ReadDraw(Rule& rule, const ast::Effect& effect, EffectLine& line) {
  line.id = FindPile(effect.ref->head, false);
  if (line.id < 0) return false;
  const Zone& zone = model_.zones[static_cast<size_t>(line.id)];
  if (effect.until.has_value() != (effect.kind == K::kTake)) {
    sink_.Report(Code::kE50, effect.span,
                 effect.until
                     ? "What is drawn is not given back. To keep a card for a while, write \"take ... until ...\"."
                     : "Until when is it kept? Write \"take ... from ... until turn ends\", for example.");
    return false;
  }
  if (effect.until) {
    if (zone.kind != ZoneKind::kDeck) {
      sink_.Report(Code::kE46, effect.ref->span,
                   fmt::format("Only a card of a deck is taken for a while; \"{}\" is a bag.", zone.name));
      return false;
    }
    const auto event = ReadEvent(*effect.until);
    if (!event) return false;
    line.last = static_cast<int>(model_.holdings.size());
    model_.holdings.push_back({*event, line.id});
    return true;
  }
  if (effect.target == nullptr) return true;
  const bool pile = zone.kind == ZoneKind::kPile;
  if (!pile && (zone.kind != ZoneKind::kBag || zone.of < 0)) {
    sink_.Report(
        Code::kE46, effect.ref->span,
        fmt::format("Only a token from a bag is put somewhere. Say what is in it: \"bag {} of KIND\".", zone.name));
    return false;
  }
  line.target = ResolveOne(*effect.target, rule.scope);
  if (line.target == nullptr) return false;
  line.cls = pile ? Class::kPiece : Class::kMarker;
  line.to = line.target->type.cls;
  if (pile) {
    if (line.to == Class::kPlace) return true;
    sink_.Report(Code::kE46, effect.target->span,
                 fmt::format("A piece is drawn into hand, or put in a place of a zone: \"draw piece from pile to "
                             "PLACE\"; this is {}.",
                             A(TypeText(line.target->type))));
    return false;
  }
  const bool place = line.to == Class::kSegment || line.to == Class::kFeature || line.to == Class::kSquare ||
                     line.to == Class::kPiece || line.to == Class::kFigure || line.to == Class::kMarker ||
                     line.to == Class::kPlayer || line.to == Class::kCorner || line.to == Class::kJoining ||
                     line.to == Class::kSpan || line.to == Class::kPlace;
  if (place) return true;
  sink_.Report(Code::kE46, effect.target->span, MoveText(line, line.target));
  return false;
}

// return top of pile: out of the game, and nobody sees what it was.
bool Checker::ReadUnseen(const ast::Effect& effect, EffectLine& line) {
  const ast::SetExpr& set = *effect.set;
  const ast::Ref* ref = set.where == nullptr && set.with_most == nullptr ? set.phrase.ref.get() : nullptr;
  if (ref == nullptr || ref->head.text != "top" || ref->parts.size() != 1 || ref->parts[0].set != nullptr) return false;
  line.id = FindPile(ref->parts[0].name, true);
  if (line.id < 0) return false;
  line.kind = K::kDraw;
  line.unseen = true;
  return true;
}

// turn FEATURE into KIND
bool Checker::ReadTurn(Rule& rule, const ast::Effect& effect, EffectLine& line) {
  line.target = ResolveOne(*effect.ref, rule.scope);
  line.id = FeatureKind(effect.name);
  if (line.target == nullptr || line.id < 0) return false;
  if (line.target->type.cls == Class::kFeature) {
    // What comes after may call it what it is by then.
    Type turned = line.target->type;
    turned.kinds = Closure(line.id);
    const bool named = std::any_of(rule.scope.bindings.begin(), rule.scope.bindings.end(),
                                   [&](const Binding& b) { return b.name == effect.name.text; });
    if (line.target->kind == TermKind::kSlot && !named)
      rule.scope.bindings.push_back({effect.name.text, static_cast<int>(line.target->number), turned, effect.span});
    return true;
  }
  sink_.Report(Code::kE46, effect.ref->span,
               fmt::format("Only a feature turns into another; this is {}.", A(TypeText(line.target->type))));
  return false;
}

// move FIGURES by 3: on the places of its circle
bool Checker::ReadMoveBy(Rule& rule, const ast::Effect& effect, EffectLine& line) {
  line.set = AsSet(ResolveSet(*effect.set, rule.scope, Mode::kEither));
  line.value = ResolveNumber(*effect.expr, rule.scope);
  if (line.set == nullptr || line.value == nullptr) return false;
  line.cls = line.set->type.cls;
  if (line.cls == Class::kFigure) return true;
  sink_.Report(
      Code::kE46, effect.set->span,
      fmt::format("Only figures move on in a circle of places; this is {}.", A(TypeText(line.set->type.AsOne()))));
  return false;
}

bool Checker::ReadPlay(Rule& rule, const ast::Effect& effect, EffectLine& line) {
  const auto find = [&](const ast::Name& name, bool last) {
    if (const int step = FindStep(name.text); step >= 0) return step;
    for (const Round& round : model_.rounds) {
      if (round.name == name.text && !round.steps.empty()) return last ? round.steps.back() : round.steps.front();
    }
    std::vector<std::string> known;
    for (const Step& step : model_.steps) known.push_back(step.name);
    for (const Round& round : model_.rounds) known.push_back(round.name);
    sink_.Report(Code::kE49, name.span, fmt::format("There is no step or round called \"{}\".", name.text),
                 {name.text, known, ""});
    return -1;
  };
  if (effect.name.text == "final" && !effect.round) {
    line.final = true;
    return true;
  }
  if (effect.round) {
    line.round = true;
    for (size_t r = 0; r < model_.rounds.size(); ++r)
      if (model_.rounds[r].name == effect.name.text) line.id = static_cast<int>(r);
    if (line.id < 0) find(effect.name, false);
    return line.id >= 0;
  }
  line.id = find(effect.name, false);
  line.last = effect.last ? find(*effect.last, true) : find(effect.name, true);
  if (line.id < 0 || line.last < 0) return false;
  const auto place = [&](int step) {
    return std::find(model_.turn_steps.begin(), model_.turn_steps.end(), step) - model_.turn_steps.begin();
  };
  if (place(line.id) > place(line.last)) {
    sink_.Report(Code::kE48, effect.span, "These steps come in the other order.");
    return false;
  }
  if (effect.ref != nullptr) {
    line.target = ResolveOne(*effect.ref, rule.scope);
    return line.target != nullptr;
  }
  Term active;
  active.kind = TermKind::kGlobal;
  active.number = static_cast<int>(GlobalId::kActivePlayer);
  active.type.cls = Class::kPlayer;
  active.span = effect.span;
  line.target = model_.Make(active);
  return true;
}

// --- forbids -------------------------------------------------------------------------------------------
void Checker::CheckForbids() {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind == Item::Kind::kForbid) CheckForbid(*item, ruleset);
  }
}

void Checker::CheckForbid(const Item& item, int ruleset) {
  const int id = static_cast<int>(model_.forbids.size());
  Forbid forbid;
  forbid.reason = item.label ? item.label->value : "forbidden";
  forbid.ruleset = model_.rulesets[static_cast<size_t>(ruleset)];
  forbid.item = &item;
  model_.forbids.push_back(forbid);
  for (const Clause& clause : item.clauses) {
    if (clause.kind == Clause::Kind::kIf || clause.kind == Clause::Kind::kCite || clause.kind == Clause::Kind::kAllow)
      continue;
    sink_.Report(Code::kE50, clause.span, "A forbid has conditions only: \"if ...\".");
    return;
  }
  for (const ast::Name& name : item.names) {
    const bool pass = name.text.ends_with(".pass");
    if (pass) {
      const int step = FindStep(name.text.substr(0, name.text.size() - 5));
      if (step < 0) {
        std::vector<std::string> known;
        for (const Step& s : model_.steps) known.push_back(s.name + ".pass");
        FindRuleElsewhere(name, "step", known);
        continue;
      }
      Scope scope;
      Forbid& own = model_.forbids[static_cast<size_t>(id)];
      own.pass_slots = 1;
      scope.slots = &own.pass_slots;
      const Term* cond = nullptr;
      for (const Clause& clause : item.clauses) {
        if (clause.kind == Clause::Kind::kIf) cond = MakeAnd(cond, ResolveCond(*clause.cond, scope));
      }
      model_.forbids[static_cast<size_t>(id)].pass_cond = cond;
      model_.forbids[static_cast<size_t>(id)].passes.push_back(step);
      continue;
    }
    std::vector<int> offers;
    if (const int rule = FindRule(name.text); rule >= 0) offers.push_back(rule);
    else if (const int group = FindGroup(name.text); group >= 0)
      offers = model_.groups[static_cast<size_t>(group)].members;
    else if (const int step = FindStep(name.text); step >= 0) {
      for (size_t r = 0; r < model_.rules.size(); ++r) {
        const Rule& offer = model_.rules[r];
        if (offer.kind == RuleKind::kOffer && std::find(offer.at.begin(), offer.at.end(), step) != offer.at.end())
          offers.push_back(static_cast<int>(r));
      }
    } else {
      std::vector<std::string> known;
      for (const Rule& r : model_.rules)
        if (r.kind != RuleKind::kScore) known.push_back(r.name);
      for (const Group& g : model_.groups) known.push_back(g.name);
      FindRuleElsewhere(name, "offer, rule, group or step", known);
    }
    for (int offer : offers) {
      Rule& rule = model_.rules[static_cast<size_t>(offer)];
      if (rule.kind == RuleKind::kScore) {
        sink_.Report(Code::kE46, name.span,
                     fmt::format("Only offers and rules can be forbidden; \"{}\" is a score. Change what it pays with "
                                 "\"modify\".",
                                 rule.name));
        break;
      }
      if (!rule.dropped && !NotNamed(name, rule, item, offers) && !BindForbid(rule, item, id)) return;
    }
  }
}

// A forbid of a group or a step speaks of what its offers name ("spot"). An offer that joins them and names no such
// thing is the mistake, not the forbid.
bool Checker::NotNamed(const ast::Name& target, const Rule& offer, const Item& forbid, const std::vector<int>& offers) {
  WordPlaces words;
  for (const int other : offers) {
    const Rule& rule = model_.rules[static_cast<size_t>(other)];
    for (const Binding& name : rule.scope.bindings) {
      const bool chosen =
          std::any_of(rule.head.begin(), rule.head.end(), [&](const HeadLine& line) { return line.slot == name.slot; });
      if (chosen && !FindNoun(name.name)) words.try_emplace(name.name);
    }
  }
  for (const Binding& own : offer.scope.bindings) words.erase(own.name);
  for (const Clause& clause : forbid.clauses) {
    if (clause.kind == Clause::Kind::kIf) FindWords(clause.cond->span, words);
  }
  Span place;
  for (const auto& [word, places] : words) {
    if (!places.empty() && (!place.valid() || places.front() < place)) place = places.front();
  }
  if (!place.valid()) return false;
  const std::string_view word = library_.sources().Text(place);
  sink_
      .Report(Code::kE51, offer.span,
              fmt::format("\"{0}\" names no \"{1}\". What is offered in {2} does, because a forbid speaks of it. Name "
                          "what is chosen so, as in "
                          "\"choose {1} from ...\", or leave \"{0}\" out of {2}.",
                          offer.name, word, target.text))
      .With(place, "the forbid");
  return true;
}

// Puts the forbid where everything it reads is bound, as early as that is.
bool Checker::BindForbid(Rule& offer, const Item& item, int forbid) {
  HeadLine line;
  line.kind = HeadLine::Kind::kForbid;
  line.number = forbid;
  line.span = item.span;
  for (const Clause& clause : item.clauses) {
    if (clause.kind != Clause::Kind::kIf) continue;
    const Term* cond = ResolveCond(*clause.cond, offer.scope);
    if (cond == nullptr) return false;
    line.cond = MakeAnd(line.cond, cond);
  }
  if (line.cond == nullptr) line.cond = MakeNumber(1, Type::Truth(), item.span);
  if (line.cond->kind == TermKind::kNumber && line.cond->number == 0) return true;
  size_t at = 0;
  for (size_t i = 0; i < offer.head.size(); ++i) {
    if (offer.head[i].slot >= 0 && UsesSlot(line.cond, offer.head[i].slot)) at = i + 1;
  }
  while (at < offer.head.size() && offer.head[at].kind == HeadLine::Kind::kForbid) ++at;
  // It prunes the option unless it reads what is asked later.
  line.in_option = offer.kind == RuleKind::kOffer && (at == 0 || offer.head[at - 1].in_option);
  offer.head.insert(offer.head.begin() + static_cast<std::ptrdiff_t>(at), line);
  return true;
}

void Checker::CheckOffers() {
  for (Rule& rule : model_.rules) {
    if (rule.kind != RuleKind::kOffer || rule.dropped) continue;
    for (int step : rule.at) {
      const Step& at = model_.steps[static_cast<size_t>(step)];
      if (at.menu != 0) continue;
      sink_
          .Report(Code::kE30, rule.span,
                  fmt::format("Nothing is offered at {}: the step has no menu. Write \"offers one\" where it is "
                              "declared, or make this a rule with \"may\".",
                              at.name))
          .With(at.span, "the step");
    }
    // The option ends at the first question to somebody else, or to chance.
    bool in_option = true, first = true;
    for (HeadLine& line : rule.head) {
      const bool asks = line.kind == HeadLine::Kind::kChoose || line.kind == HeadLine::Kind::kChooseText ||
                        line.kind == HeadLine::Kind::kMay;
      const bool active = line.chooser != nullptr && line.chooser->kind == TermKind::kGlobal &&
                          line.chooser->number == static_cast<int>(GlobalId::kActivePlayer);
      if (asks && (line.chance || !active || line.kind == HeadLine::Kind::kMay)) in_option = false;
      if (asks && first && !in_option) {
        sink_.Report(Code::kE50, line.span,
                     fmt::format("\"{}\" is an offer: its first question is to the active player.", rule.name));
      }
      if (asks) first = false;
      line.in_option = in_option;
    }
    const auto chooses = [](const Clause& clause) {
      return clause.kind == Clause::Kind::kChoose;
    };  // and what is wrong with it is said
    if (first && std::none_of(rule.item->clauses.begin(), rule.item->clauses.end(), chooses)) {
      sink_.Report(Code::kE51, rule.span,
                   fmt::format("What does the player choose in \"{}\"? An offer has a \"choose ... by active_player\".",
                               rule.name));
    }
    int bound = 0;
    for (const HeadLine& line : rule.head) bound += line.in_option && line.slot >= 0 ? 1 : 0;
    if (bound > 8) sink_.Report(Code::kE57, rule.span, "An option binds at most 8 things.");
  }
}

}  // namespace reeve::sema
