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

struct Game::PeriodPlan {
  PeriodHeard starts, ends;
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
  std::vector<OfferShape> offers;          // by rule
  std::vector<std::vector<Id>> listeners;  // by event: indices into program.listeners
  std::vector<bool> heard;                 // by event: some rule or state listens
  std::vector<int32_t> first_limit;        // by rule, into limits_
  int32_t limit_count = 0;
  bool completes_when_closed = false;  // no kind is completed while it has open ends
  bool completes_by_touch = false;     // some kind asks more than its open ends and its nine squares
  // What the steps come to, one after another, without those at which nothing can happen: a part of a turn goes through
  // those from its first step to its last.
  struct Item {
    enum class Kind : uint8_t {
      kRound,  // another round may start, which somebody hears
      kBegin,
      kStarts,  // somebody hears that the step starts
      kRule,
      kMenu,       // one offer
      kMenus,      // one after another, until the player passes
      kList,       // what is due
      kSettle,     // what is due, one after another
      kCompleted,  // somebody hears what was completed
      kEnds,       // somebody hears that the step ends
      kEnd,
      kRoundEnds  // if the next step is of another round
    };
    Kind kind = Kind::kBegin;
    bool settles = false;  // kEnd: what is due
    bool rounds = false;   // kBegin: another round may start with it, which nobody hears
    Id step = kNoId;
    Id round = kNoId;  // of the step
    Id rule = kNoId;   // kRule
  };
  std::vector<Item> agenda;
  std::vector<int32_t> agenda_of;       // by step: its first item; one more at the end
  std::vector<PeriodPlan> step_heard;   // by step
  std::vector<PeriodPlan> round_heard;  // by round + 1: the first is of none
  const PeriodPlan& RoundHeard(Id round) const { return round_heard[static_cast<size_t>(round + 1)]; }
  bool hears_rounds = false;  // some of them is heard
  PeriodPlan turn_heard, game_heard;
  struct RulePlan {
    int32_t begin = 0;          // of its head
    uint8_t slots = 0;          // that its routines use
    bool condition = false;     // its head begins with a condition, and asks nothing before
    bool at_once = false;       // it never waits: for an answer, another rule or a part of a turn
    bool acts_at_once = false;  // likewise an offer, once it is chosen
    bool asks = false;          // it may end with the question for a draw
    bool scores = false;        // it begins scorings; at once only where nobody hears them
  };
  std::vector<RulePlan> rules;
  std::vector<Id> due_rules;  // scores on `K completed`
  // Where passing is forbidden if there is an option: what is asked for, as in kOptions; -1: run the condition.
  struct PassPlan {
    int what = -1;
    Id id = kNoId;
  };
  std::vector<PassPlan> passes;  // by pass forbid

 private:
  void Offers(const Program& program);
  void Listeners(const Program& program);
  PeriodPlan Heard(const Program& program, Period period, Id id) const;
  void Periods(const Program& program);
  void Steps(const Program& program);
  void PutOnAgenda(const Program& program, Id step);
  void Rules(const Program& program);
  bool EndsAtOnce(const RuleInfo& rule, std::span<const Insn> code) const;
};

inline bool Game::Heard(EventId event) const {
  return tables_->heard[static_cast<size_t>(event)];
}

}  // namespace reeve
