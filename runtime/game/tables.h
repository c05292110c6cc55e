// What the game looks up while it runs, made from a program once. Private to runtime/game.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "runtime/game/game.h"

namespace reeve {

// Who hears that a period starts, or that it ends.
struct Game::PeriodHeard {
  bool heard = false;     // some rule, state or deck does
  bool direct = false;    // rules only, and none but the last waits for anything
  std::vector<Id> rules;  // those that do, in order
};

struct Game::Tables {
  explicit Tables(const Program& program);

  // Where an offer's option ends, and the slots it binds before that, in order of the head.
  struct OfferShape {
    int32_t option = -1;  // index of its kOption
    std::vector<uint8_t> slots;
    std::vector<Class> classes;
    bool lays_drawn = false;  // its options are the fits of the drawn tile, and nothing else is asked
  };
  std::vector<OfferShape> offers;             // by rule
  std::vector<std::vector<Id>> listeners;     // by event: indices into program.listeners
  std::vector<bool> heard;                    // by event: some rule or state listens
  std::vector<int32_t> first_limit;           // by rule, into limits_
  int32_t limit_count = 0;
  bool completes_by_touch = false;            // some kind asks more than its open ends and its nine squares
  std::vector<Id> next_step;                  // the first step from here on in which anything can happen
  std::vector<Id> next_heard;                 // likewise, or before or after which anybody hears a round
  struct PeriodPlan {
    PeriodHeard starts, ends;
  };
  struct StepPlan {
    Id round = kNoId;
    PeriodPlan heard;
    uint8_t menu = 0;  // as in StepInfo
    bool rules = false, lists = false, settles = false;
  };
  std::vector<StepPlan> steps;
  std::vector<PeriodPlan> round_heard;        // by round + 1: the first is of none
  bool hears_rounds = false;                  // some of them is heard
  PeriodPlan turn_heard, game_heard;
  struct RulePlan {
    int32_t begin = 0;       // of its head
    uint8_t slots = 0;       // that its routines use
    bool condition = false;     // its head begins with a condition, and asks nothing before
    bool at_once = false;       // it never waits: for an answer, another rule or a part of a turn
    bool acts_at_once = false;  // likewise an offer, once it is chosen
    bool asks = false;          // it may end with the question for a draw
    bool scores = false;        // it begins scorings; at once only where nobody hears them
  };
  std::vector<RulePlan> rules;
  std::vector<Id> due_rules;                  // scores on `K completed`
  // Where passing is forbidden if there is an option: what is asked for, as in kOptions; -1: run the condition.
  struct PassPlan {
    int what = -1;
    Id id = kNoId;
  };
  std::vector<PassPlan> passes;               // by pass forbid

 private:
  void Offers(const Program& program);
  void Listeners(const Program& program);
  PeriodPlan Heard(const Program& program, Period period, Id id) const;
  void Periods(const Program& program);
  void Steps(const Program& program);
  void Rules(const Program& program);
  bool EndsAtOnce(const RuleInfo& rule, std::span<const Insn> code) const;
};

}  // namespace reeve
