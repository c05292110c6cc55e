// Rules, scores and offers to routines.
#include <algorithm>
#include <stdexcept>

#include "compiler/codegen/emit.h"
#include "runtime/bytecode/verify.h"

namespace reeve {

using sema::Entry;
using sema::HeadLine;
using sema::Layer;
using sema::Quantity;
using sema::Rule;

Program Emitter::Run(const sema::CheckedConditions& conditions, EmittedConditions* emitted) {
  EmitRules();
  if (emitted != nullptr) EmitConditions(conditions, *emitted);
  if (const auto fault = Verify(program_))
    throw std::logic_error("the program made of these rules does not verify: " + *fault);
  return std::move(program_);
}

void Emitter::EmitRules() {
  program_.rules = model_.selection;
  program_.tiles_are_pieces = model_.tiles_are_pieces;
  program_.asks_order = model_.asks_order;
  program_.tables = model_.tables;
  program_.shared_label = String("shared");
  NumberRules();
  EmitSteps();
  EmitKinds();
  EmitTiles();
  EmitZones();
  EmitStates();
  EmitRankings();
  EmitApplies();
  for (int index : model_.order) {
    if (rule_ids_[static_cast<size_t>(index)] != kNoId)
      EmitRule(model_.rules[static_cast<size_t>(index)], rule_ids_[static_cast<size_t>(index)]);
  }
  EmitGroups();
  EmitForbids();
  EmitNevers();
  EmitListeners();
}

void Emitter::EmitConditions(const sema::CheckedConditions& conditions, EmittedConditions& emitted) {
  for (size_t i = 0; i < conditions.conditions.size(); ++i) {
    emitted.conditions.push_back(EmitExpression("condition", conditions.conditions[i], conditions.slots[i]));
  }
  for (const auto& [condition, term] : conditions.sides) {
    emitted.sides.push_back(
        {condition, EmitExpression("side", term, conditions.slots[condition]), term->type.cls, term->span});
  }
  for (const auto& from : conditions.givens) {
    Given given;
    given.kind = from.kind;
    given.span = from.span;
    if (from.kind == Given::Kind::kState) given.state = from.id;
    if (from.kind == Given::Kind::kTop) given.zone = from.id;
    given.card = from.card;
    if (from.owner != nullptr) given.owner = EmitExpression("given", from.owner, from.slots);
    if (from.value != nullptr) given.value = EmitExpression("given", from.value, from.slots);
    emitted.givens.push_back(given);
  }
}

// Rules that can never run here are left out; the others are numbered in their order.
void Emitter::NumberRules() {
  rule_ids_.assign(model_.rules.size(), kNoId);
  for (int index : model_.order) {
    const Rule& rule = model_.rules[static_cast<size_t>(index)];
    if (rule.dropped) continue;
    rule_ids_[static_cast<size_t>(index)] = static_cast<Id>(program_.rules_table.size());
    RuleInfo info;
    info.name = String(rule.name);
    info.label = String(rule.label);
    info.kind = rule.kind;
    info.origin = OriginOf(rule.span);
    for (const std::string& cite : rule.cites) info.cites.push_back(String(cite));
    for (const auto& [label, cite] : rule.row_cites) info.row_cites.push_back({String(label), String(cite)});
    info.ties = rule.ties;
    info.mark = rule.mark;
    for (int group : rule.groups) info.groups.push_back(group);
    info.scored_slot = rule.scored_slot;
    info.subject = rule.subject.cls;
    if (sema::HasKinds(rule.subject.cls)) info.subject_kinds = Kinds(rule.subject.kinds);
    info.slots.resize(static_cast<size_t>(std::max(rule.slot_count, 2)));
    for (const auto& slot : rule.slots) info.slots[static_cast<size_t>(slot.slot)] = {String(slot.name), slot.type.cls};
    if (rule.when &&
        rule.when->filter.event == EventId::kAnswered) {  // it begins with what the rule that asks has bound
      for (const auto& slot : model_.rules[static_cast<size_t>(rule.when->filter.id)].slots) {
        if (static_cast<size_t>(slot.slot) >= info.slots.size()) continue;
        SlotInfo& inherited = info.slots[static_cast<size_t>(slot.slot)];
        if (inherited.cls == Class::kNone) inherited = {String(slot.name), slot.type.cls};
      }
    }
    if (rule.IsScore() && rule.when && rule.when->filter.event == EventId::kCompleted)
      info.completes = Kinds(rule.when->kinds);
    program_.rules_table.push_back(std::move(info));
  }
}

void Emitter::EmitRule(const Rule& rule, Id id) {
  EmitHead(rule, id);
  const bool scores = !rule.who.empty();
  if (scores) {
    const Id who = EmitWho(rule);
    const Id value = EmitValue(rule);
    RuleInfo& info = program_.rules_table[static_cast<size_t>(id)];
    info.who = who;
    info.value = value;
    if (rule.odd_to != nullptr) {
      const Id odd = Begin(rule.name + " odd point", rule.slot_count, Result::kValue, false, false);
      Value(rule.odd_to);
      Emit(Op::kReturn);
      End(odd);
      program_.rules_table[static_cast<size_t>(id)].odd_to = odd;
    }
    if (!rule.effects.empty()) {
      const Id effects = Begin(rule.name + " effects", rule.slot_count, Result::kNone, true, false);
      for (const auto& effect : rule.effects) EmitEffect(effect);
      Emit(Op::kNext);
      End(effects);
      program_.rules_table[static_cast<size_t>(id)].effects = effects;
    }
  }
  for (int step : rule.at) {
    const Id at = step_ids_[static_cast<size_t>(step)];
    if (at == kNoId) continue;
    auto& list = rule.kind == RuleKind::kOffer ? program_.steps[static_cast<size_t>(at)].offers
                                               : program_.steps[static_cast<size_t>(at)].rules;
    list.push_back(id);
  }
  for (int target : rule.before_of) {
    if (const Id of = rule_ids_[static_cast<size_t>(target)]; of != kNoId)
      program_.rules_table[static_cast<size_t>(of)].before.push_back(id);
  }
  for (int target : rule.after_of) {
    if (const Id of = rule_ids_[static_cast<size_t>(target)]; of != kNoId)
      program_.rules_table[static_cast<size_t>(of)].after.push_back(id);
  }
}

namespace {

// choose fit from fits of X, and at once: forbidden if any clashes of fit
bool ClashesForbidden(const HeadLine& choose, const HeadLine& forbid) {
  using sema::TermKind;
  if (choose.kind != HeadLine::Kind::kChoose || forbid.kind != HeadLine::Kind::kForbid || !choose.in_option)
    return false;
  const sema::Term* fits = choose.set;
  const sema::Term* any = forbid.cond;
  return fits->kind == TermKind::kSpread && static_cast<PropertyId>(fits->number) == PropertyId::kFitsOfPiece &&
         fits->a->kind == TermKind::kOne && any->kind == TermKind::kAny && any->a->kind == TermKind::kSpread &&
         static_cast<PropertyId>(any->a->number) == PropertyId::kClashesOfFit && any->a->a->kind == TermKind::kOne &&
         any->a->a->a->kind == TermKind::kSlot && any->a->a->a->number == choose.slot;
}

}  // namespace

void Emitter::EmitHead(const Rule& rule, Id id) {
  const Id routine = Begin(rule.name, rule.slot_count, Result::kNone, true, false);
  RuleInfo& info = program_.rules_table[static_cast<size_t>(id)];
  info.head = routine;
  info.given = Here();
  size_t option_after = 0;
  for (size_t i = 0; i < rule.head.size(); ++i)
    if (rule.head[i].in_option) option_after = i + 1;
  if (rule.kind == RuleKind::kOffer && option_after == 0) Emit(Op::kOption);
  for (size_t i = 0; i < rule.head.size(); ++i) {
    program_.lines.push_back({Here(), OriginOf(rule.head[i].span)});
    if (i > 0 && ClashesForbidden(rule.head[i - 1], rule.head[i])) {
      const int sure = Emit(Op::kUnlessExplaining);
      EmitHeadLine(rule, info, id, rule.head[i]);
      Land(sure);
    } else if (i + 1 < rule.head.size() && ClashesForbidden(rule.head[i], rule.head[i + 1])) {
      Value(rule.head[i].set->a->a);
      Emit(Op::kFits, 1);
      EmitHeadLine(rule, info, id, rule.head[i], true);
    } else {
      EmitHeadLine(rule, info, id, rule.head[i]);
    }
    if (i == 0 && rule.subject_from_each) info.given = Here();
    if (rule.kind == RuleKind::kOffer && i + 1 == option_after) Emit(Op::kOption);
  }
  for (size_t i = 0; i < info.limits.size(); ++i) Emit(Op::kSpend, 0, static_cast<int>(i));
  if (!rule.who.empty()) {
    Emit(Op::kFire);
  } else {
    for (const auto& effect : rule.effects) EmitEffect(effect);
  }
  Emit(Op::kNext);
  End(routine);
}

void Emitter::EmitHeadLine(const Rule& rule, RuleInfo& info, Id id, const HeadLine& line, bool set_made) {
  const auto choice = [&](Class cls) {
    ChoiceInfo asked;
    asked.rule = id;
    asked.bound = String(line.bound);
    asked.label = String(line.label);
    asked.cls = cls;
    asked.may = line.may;
    asked.chance = line.chance;
    asked.in_option = line.in_option;
    for (const std::string& text : line.texts) asked.texts.push_back(String(text));
    program_.choices.push_back(std::move(asked));
    return static_cast<int>(program_.choices.size()) - 1;
  };
  const auto chooser = [&] {
    if (line.chooser != nullptr) Value(line.chooser);
    else Emit(Op::kConst, 0, 0, -1);
  };
  switch (line.kind) {
    case HeadLine::Kind::kEach:
      Set(line.set);
      // Players are walked in turn order from the active player, if nothing else is said.
      if (line.set->type.cls == Class::kPlayer && line.set->kind != sema::TermKind::kSeats &&
          line.set->kind != sema::TermKind::kPlayers) {
        Emit(Op::kGlobal, static_cast<int>(GlobalId::kActivePlayer));
        Emit(Op::kSeats);
      }
      Emit(Op::kEach, line.slot);
      return;
    case HeadLine::Kind::kRepeat:
      Value(line.set);
      Emit(Op::kRepeat, line.slot, 0, line.number);
      return;
    case HeadLine::Kind::kRequire:
      Value(line.cond);
      Emit(Op::kRequire);
      return;
    case HeadLine::Kind::kChoose: {
      if (!set_made) Set(line.set);
      chooser();
      Emit(Op::kChoose, line.slot, choice(line.set->type.cls));
      return;
    }
    case HeadLine::Kind::kChooseText:
      chooser();
      Emit(Op::kChooseText, line.slot, choice(Class::kText));
      return;
    case HeadLine::Kind::kMay:
      chooser();
      Emit(Op::kMay, 0, choice(Class::kNone));
      return;
    case HeadLine::Kind::kLimit: {
      LimitInfo limit;
      limit.number = line.number;
      limit.per = line.per;
      info.limits.push_back(limit);
      Emit(Op::kLimit, 0, static_cast<int>(info.limits.size()) - 1);
      return;
    }
    case HeadLine::Kind::kOnce:
      chooser();
      Emit(Op::kOnce, line.slot, choice(rule.subject.cls));
      program_.choices.back().best = line.best;
      return;
    case HeadLine::Kind::kForbid:
      Value(line.cond);
      Emit(Op::kForbid, 0, line.number);
      return;
  }
}

// The last override whose condition holds says who; else the score itself.
Id Emitter::EmitWho(const Rule& rule) {
  const Id routine = Begin(rule.name + " who", rule.slot_count, Result::kSet, false, false);
  for (size_t i = rule.who.size(); i-- > 0;) {
    const sema::Who& who = rule.who[i];
    int next = -1;
    if (who.guard != nullptr) {
      Value(who.guard);
      next = Emit(Op::kJumpFalse);
    }
    Set(who.set);
    Emit(Op::kReturnSet);
    if (next >= 0) Land(next);
    if (who.guard == nullptr) break;
  }
  End(routine);
  return routine;
}

Id Emitter::EmitValue(const Rule& rule) {
  const Id routine = Begin(rule.name + " value", rule.slot_count, Result::kValue, false, false);
  for (const Quantity& count : rule.counts) {
    EmitQuantity(count, 2);
    Emit(Op::kStore, count.slot);
  }
  EmitQuantity(rule.points, 0);
  Emit(Op::kReturn);
  End(routine);
  return routine;
}

void Emitter::EmitQuantity(const Quantity& quantity, int mode) {
  Emit(Op::kOpen, mode);
  for (const Entry& entry : quantity.entries) EmitEntry(quantity, entry);
  Emit(Op::kClose);
}

void Emitter::EmitEntry(const Quantity& quantity, const Entry& entry) {
  program_.lines.push_back({Here(), OriginOf(entry.span)});
  int impersonal = -1, skip = -1;
  const bool personal = entry.personal || (entry.part >= 0 && quantity.parts[static_cast<size_t>(entry.part)].personal);
  if (personal) impersonal = Emit(Op::kJumpImpersonal, kPlayerSlot);
  if (entry.guard != nullptr) {
    Value(entry.guard);
    skip = Emit(Op::kJumpFalse);
  }
  if (entry.part >= 0) {
    const sema::Part& part = quantity.parts[static_cast<size_t>(entry.part)];
    Set(part.set);
    const int walk = Emit(Op::kWalk, part.slot);
    const int body = Here();
    EmitQuantity(*part.quantity, 1);
    Emit(Op::kTally, part.slot, 0, body);
    Land(walk);
    Emit(Op::kTake);
    Emit(Op::kAddPart);
  } else {
    const int label = String(entry.label);
    const auto amount = [&] {
      Value(entry.amount);
      if (entry.per == nullptr) return;
      Value(entry.per);
      Emit(Op::kMul);
    };
    switch (entry.layer) {
      case Layer::kAdd:
        if (entry.per == nullptr) {
          Value(entry.amount);
          Emit(Op::kRowAmount, 0, label);
        } else {
          Value(entry.per);
          Value(entry.amount);
          Emit(Op::kRow, 0, label);
        }
        break;
      case Layer::kSet:
        amount();
        Emit(Op::kSet, 0, label);
        break;
      case Layer::kScale:
        if (entry.change == ast::Row::Change::kHalved) {
          Emit(Op::kHalve, entry.round_up ? 1 : 0, label);
        } else {
          amount();
          Emit(Op::kScale, 0, label);
        }
        break;
      case Layer::kExtra:
        amount();
        Emit(Op::kExtra, 0, label);
        break;
      case Layer::kClamp:
        amount();
        Emit(entry.change == ast::Row::Change::kAtLeast ? Op::kAtLeast : Op::kAtMost, 0, label);
        break;
    }
  }
  if (skip >= 0) Land(skip);
  if (impersonal >= 0) Land(impersonal);
}

void Emitter::EmitEffect(const sema::EffectLine& effect) {
  using E = ast::Effect::Kind;
  program_.lines.push_back({Here(), OriginOf(effect.span)});
  if (effect.guard != nullptr) {
    sema::EffectLine plain = effect;
    plain.guard = nullptr;
    Value(effect.guard);
    const int skip = Emit(Op::kJumpFalse);
    EmitEffect(plain);
    return Land(skip);
  }
  switch (effect.kind) {
    case E::kReturn:
      Set(effect.set);
      Emit(Op::kSendHome, static_cast<int>(effect.cls));
      return;
    case E::kMove:
      Set(effect.set);
      if (effect.target == nullptr) {
        Value(effect.value);
        Emit(Op::kMoveBy, static_cast<int>(effect.cls));
        return;
      }
      Value(effect.target);
      Emit(Op::kMove, static_cast<int>(effect.cls), static_cast<int>(effect.to));
      return;
    case E::kGive:
      Set(effect.set);
      Value(effect.target);
      Emit(Op::kGive, static_cast<int>(effect.cls));
      return;
    case E::kDeal:
      Set(effect.set);
      Set(effect.target);
      Emit(Op::kDeal, static_cast<int>(effect.cls));
      return;
    case E::kBecomes:
      Value(effect.target);
      Value(effect.value);
      Emit(Op::kAssign, 0, effect.id);
      return;
    case E::kDraw:
    case E::kTake:
      if (effect.target != nullptr) Value(effect.target);
      else Emit(Op::kConst, 0, 0, -1);
      if (effect.kind == E::kTake) Emit(Op::kDraw, 2, effect.id, effect.last);
      else
        Emit(Op::kDraw, effect.unseen ? 1 : 0, effect.id, effect.target == nullptr ? 0 : static_cast<int>(effect.to));
      return;
    case E::kPut:
      Emit(Op::kUnder, 0, effect.id);
      return;
    case E::kPay:
      Value(effect.value);
      Value(effect.set);
      Value(effect.target);
      Emit(Op::kPay);
      return;
    case E::kScore: {
      Value(effect.target);
      if (effect.group) {
        Emit(Op::kScoreGroup, 0, effect.id);
      } else if (const Id rule = rule_ids_[static_cast<size_t>(effect.id)]; rule != kNoId) {
        Emit(Op::kScoreFor, 0, rule);
      } else {
        Emit(Op::kStore, Temporary());  // that score is not played
      }
      return;
    }
    case E::kPlay:
      if (effect.final) {
        Emit(Op::kPlayFinal);
      } else if (effect.round) {
        Emit(Op::kPlayRound, 0, effect.id);
      } else {
        Value(effect.target);
        Emit(Op::kPlay, 0, step_ids_[static_cast<size_t>(effect.id)], step_ids_[static_cast<size_t>(effect.last)]);
      }
      return;
    case E::kTurn:
      Value(effect.target);
      Emit(Op::kTurnInto, 0, effect.id);
      return;
    case E::kCancel:
      Emit(Op::kCancel);
      return;
  }
}

// The `where` of what a score of a group goes over, asked of one thing: that is in the slot of the noun.
void Emitter::EmitApplies() {
  applies_.assign(model_.rules.size(), kNoId);
  for (size_t r = 0; r < model_.rules.size(); ++r) {
    const Rule& rule = model_.rules[r];
    if (rule.applies == nullptr || rule.groups.empty() || rule_ids_[r] == kNoId) continue;
    const Id routine = Begin(rule.name + " applies", rule.applies_slots, Result::kValue, false, true);
    if (rule.applies_slot != 0) {
      Emit(Op::kLoad, 0);
      Emit(Op::kStore, rule.applies_slot);
    }
    Value(rule.applies);
    Emit(Op::kReturn);
    End(routine);
    applies_[r] = routine;
  }
}

void Emitter::EmitGroups() {
  for (const sema::Group& from : model_.groups) {
    GroupInfo group;
    group.name = String(from.name);
    group.of = from.of == "offer" ? Class::kNone : Class::kFeature;
    for (int member : from.members) {
      const Id id = rule_ids_[static_cast<size_t>(member)];
      if (id == kNoId) continue;
      group.members.push_back(id);
      group.applies.push_back(applies_[static_cast<size_t>(member)]);
    }
    program_.groups.push_back(std::move(group));
  }
}

void Emitter::EmitRankings() {
  for (const sema::Ranking& from : model_.rankings) {
    RankingInfo ranking;
    ranking.name = String(from.name);
    for (const auto& rank : from.ranks) {
      const Id routine = Begin(from.name, rank.slots, Result::kValue, false, true, 1);
      Value(rank.term);
      Emit(Op::kReturn);
      End(routine);
      ranking.ranks.push_back({routine, rank.most});
    }
    program_.rankings.push_back(std::move(ranking));
  }
}

void Emitter::EmitForbids() {
  for (size_t i = 0; i < model_.forbids.size(); ++i) {
    const sema::Forbid& from = model_.forbids[i];
    ForbidInfo forbid;
    forbid.reason = String(from.reason);
    forbid.origin = OriginOf(from.item->name.span.valid() ? from.item->name.span : from.item->span);
    program_.forbids.push_back(forbid);
    if (from.passes.empty() || from.pass_cond == nullptr) continue;
    const Id condition = EmitExpression("forbid pass", from.pass_cond, from.pass_slots);
    const Id pass = static_cast<Id>(program_.pass_forbids.size());
    program_.pass_forbids.push_back({static_cast<Id>(i), condition});
    for (int step : from.passes) {
      if (const Id at = step_ids_[static_cast<size_t>(step)]; at != kNoId)
        program_.steps[static_cast<size_t>(at)].pass_forbids.push_back(pass);
    }
  }
}

void Emitter::EmitNevers() {
  for (const sema::Never& from : model_.nevers) {
    NeverInfo never;
    never.text = String(WordsOf(from.item->span));
    never.origin = OriginOf(from.item->span);
    never.cls = from.set->type.cls;
    never.first = Begin("never", from.slots, Result::kValue, false, true);
    Set(from.set);
    Emit(Op::kFirst);
    Emit(Op::kReturn);
    End(never.first);
    program_.nevers.push_back(never);
  }
}

}  // namespace reeve
