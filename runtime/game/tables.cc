#include "runtime/game/tables.h"

#include <algorithm>
#include <span>

namespace reeve {
namespace {

std::span<const Insn> CodeOf(const Program& program, Id routine) {
  const RoutineInfo& info = program.routines[static_cast<size_t>(routine)];
  return std::span(program.code).subspan(static_cast<size_t>(info.begin), static_cast<size_t>(info.end - info.begin));
}

bool HearsPeriod(const EventFilter& filter, EventId event, Period period, Id id) {
  if (filter.event != event) return false;
  if (filter.period == Period::kAnyRound) return period == Period::kRound;
  return filter.period == period && (filter.id == kNoId || filter.id == id);
}

// Whether the filter of any rule, state or deck passes the test.
template <class Test>
bool AnyFilter(const Program& program, Test&& test) {
  const auto any = [&](const auto& list) {
    return std::ranges::any_of(list, [&](const auto& one) { return test(one.filter); });
  };
  return any(program.listeners) || any(program.clearings) || any(program.holdings);
}

}  // namespace

Game::Tables::Tables(const Program& program) {
  Offers(program);
  Listeners(program);
  Rules(program);
  Periods(program);
  Steps(program);
  completes_by_touch =
      std::ranges::any_of(program.kinds, [](const KindInfo& kind) { return kind.completion == Completion::kRoutine; });
  completes_when_closed = !completes_by_touch && std::ranges::none_of(program.kinds, [](const KindInfo& kind) {
    return kind.completion == Completion::kFilled && kind.joins != Joins::kNothing;
  });
  for (const PassForbid& forbid : program.pass_forbids) {
    const auto code = CodeOf(program, forbid.condition);
    const bool plain = code.size() == 2 && code[0].op == Op::kOptions && code[1].op == Op::kReturn;
    passes.push_back(plain ? PassPlan{code[0].a, code[0].b} : PassPlan{});
  }
}

void Game::Tables::Offers(const Program& program) {
  offers.resize(program.rules_table.size());
  for (size_t r = 0; r < program.rules_table.size(); ++r) {
    const RuleInfo& rule = program.rules_table[r];
    if (rule.kind != RuleKind::kOffer) continue;
    const RoutineInfo& head = program.routines[static_cast<size_t>(rule.head)];
    OfferShape& shape = offers[r];
    shape.lays_drawn = LaysDrawn(program, rule);
    for (int32_t pc = head.begin; pc < head.end; ++pc) {
      const Insn& insn = program.code[static_cast<size_t>(pc)];
      if (insn.op == Op::kOption) {
        shape.option = pc;
        break;
      }
      if (insn.op == Op::kEach || insn.op == Op::kChoose || insn.op == Op::kChooseText) {
        shape.slots.push_back(insn.a);
        shape.classes.push_back(rule.slots[insn.a].cls);
      }
    }
  }
}

void Game::Tables::Listeners(const Program& program) {
  listeners.resize(static_cast<size_t>(EventCount()));
  for (size_t i = 0; i < program.listeners.size(); ++i) {
    listeners[static_cast<size_t>(program.listeners[i].filter.event)].push_back(static_cast<Id>(i));
  }
  for (int event = 0; event < EventCount(); ++event) {
    heard.push_back(
        AnyFilter(program, [&](const EventFilter& filter) { return static_cast<int>(filter.event) == event; }));
  }
}

Game::PeriodPlan Game::Tables::Heard(const Program& program, Period period, Id id) const {
  const auto one = [&](EventId event) {
    const auto hears = [&](const EventFilter& filter) { return HearsPeriod(filter, event, period, id); };
    const auto by_some = [&](const auto& list) {
      return std::ranges::any_of(list, [&](const auto& each) { return hears(each.filter); });
    };
    PeriodHeard made;
    for (const Listener& listener : program.listeners) {
      if (hears(listener.filter)) made.rules.push_back(listener.rule);
    }
    const auto waits = [&](Id rule) {
      return !rules[static_cast<size_t>(rule)].at_once || rules[static_cast<size_t>(rule)].asks;
    };
    const bool by_others = by_some(program.clearings) || by_some(program.holdings);
    made.heard = by_others || !made.rules.empty();
    made.direct = !by_others && (made.rules.empty() || std::none_of(made.rules.begin(), made.rules.end() - 1, waits));
    return made;
  };
  return {one(EventId::kStarts), one(EventId::kEnds)};
}

void Game::Tables::Periods(const Program& program) {
  for (Id round = kNoId; round < static_cast<Id>(program.rounds.size()); ++round)
    round_heard.push_back(Heard(program, Period::kRound, round));
  hears_rounds =
      std::ranges::any_of(round_heard, [](const PeriodPlan& plan) { return plan.starts.heard || plan.ends.heard; });
  turn_heard = Heard(program, Period::kTurn, kNoId);
  game_heard = Heard(program, Period::kGame, kNoId);
}

void Game::Tables::Steps(const Program& program) {
  for (size_t s = 0; s < program.steps.size(); ++s) {
    step_heard.push_back(Heard(program, Period::kStep, static_cast<Id>(s)));
  }
  for (size_t s = 0; s < program.steps.size(); ++s) {
    agenda_of.push_back(static_cast<int32_t>(agenda.size()));
    PutOnAgenda(program, static_cast<Id>(s));
  }
  agenda_of.push_back(static_cast<int32_t>(agenda.size()));
}

// A step at which nothing can happen counts where somebody hears that rounds start and end.
void Game::Tables::PutOnAgenda(const Program& program, Id id) {
  using Kind = Item::Kind;
  const StepInfo& step = program.steps[static_cast<size_t>(id)];
  const PeriodPlan& hears = step_heard[static_cast<size_t>(id)];
  const bool final =
      program.first_final_step != kNoId && id >= program.first_final_step && id <= program.last_final_step;
  const bool live = !step.rules.empty() || !step.offers.empty() || step.lists_due || step.settles_due ||
                    hears.starts.heard || hears.ends.heard;
  const auto put = [&](bool wanted, Kind kind) {
    if (wanted) agenda.push_back({kind, step.settles_due, !final && !hears_rounds, id, step.round, kNoId});
  };
  const auto put_rules = [&] {
    for (Id rule : step.rules) agenda.push_back({Kind::kRule, false, false, id, step.round, rule});
  };
  put(!final && hears_rounds, Kind::kRound);
  put(live, Kind::kBegin);
  put(hears.starts.heard, Kind::kStarts);
  if (!step.settles_due) put_rules();
  put(live && step.menu == 1, Kind::kMenu);
  put(live && step.menu > 1, Kind::kMenus);
  put(step.lists_due, Kind::kList);
  put(step.settles_due, Kind::kSettle);
  if (step.settles_due) put_rules();
  put(step.settles_due && heard[static_cast<size_t>(EventId::kCompleted)], Kind::kCompleted);
  put(hears.ends.heard, Kind::kEnds);
  put(live, Kind::kEnd);
  put(!final && hears_rounds, Kind::kRoundEnds);
}

void Game::Tables::Rules(const Program& program) {
  for (size_t r = 0; r < program.rules_table.size(); ++r) {
    const RuleInfo& rule = program.rules_table[r];
    first_limit.push_back(limit_count);
    limit_count += static_cast<int32_t>(rule.limits.size());
    if (rule.kind == RuleKind::kScore && rule.completes != kNoId) due_rules.push_back(static_cast<Id>(r));
    size_t count = rule.slots.size();
    for (Id routine : {rule.head, rule.who, rule.value, rule.effects, rule.odd_to}) {
      if (routine != kNoId) count = std::max<size_t>(count, program.routines[static_cast<size_t>(routine)].slots);
    }
    const auto head = CodeOf(program, rule.head);
    const bool offer = rule.kind == RuleKind::kOffer;
    const auto first = std::ranges::find_if(head, [](const Insn& insn) { return Info(insn.op).mode == 'H'; });
    RulePlan plan;
    plan.begin = program.routines[static_cast<size_t>(rule.head)].begin;
    plan.slots = static_cast<uint8_t>(count);
    plan.condition = first != head.end() && first->op == Op::kRequire;
    plan.scores = std::ranges::any_of(head, [](const Insn& insn) { return insn.op == Op::kFire; });
    // Of an offer what follows the choice: its options are made elsewhere.
    const auto chosen = std::ranges::find_if(head, [](const Insn& insn) { return insn.op == Op::kOption; });
    plan.asks = std::ranges::any_of(head, [](const Insn& insn) { return insn.op == Op::kDraw; });
    plan.at_once = !offer && EndsAtOnce(rule, head);
    plan.acts_at_once = offer && EndsAtOnce(rule, head.subspan(static_cast<size_t>(chosen - head.begin())));
    rules.push_back(plan);
  }
}

// Whether a rule runs to its end with nothing to wait for, or ends with the question for a draw. A scoring is nothing
// to wait for where no rule hangs on it and nobody hears of it: then nothing can come in between.
bool Game::Tables::EndsAtOnce(const RuleInfo& rule, std::span<const Insn> code) const {
  const bool plain = rule.kind == RuleKind::kScore && rule.before.empty() && rule.after.empty() &&
                     rule.effects == kNoId && !heard[static_cast<size_t>(EventId::kMade)] &&
                     !heard[static_cast<size_t>(EventId::kScored)];
  const bool loops = std::ranges::any_of(code, [](const Insn& insn) { return insn.op == Op::kEach; });
  return std::ranges::all_of(code, [&](const Insn& insn) {
    switch (insn.op) {
      case Op::kRepeat:
      case Op::kChoose:
      case Op::kChooseText:
      case Op::kMay:
      case Op::kOnce:
      case Op::kScoreFor:
      case Op::kScoreGroup:
      case Op::kPlay:
      case Op::kPlayRound:
      case Op::kPlayFinal:
        return false;
      case Op::kDraw:
        return !loops && (&insn)[1].op == Op::kNext;  // the answer needs no rule to go on
      case Op::kFire:
        return plain;
      default:
        return true;
    }
  });
}

}  // namespace reeve
