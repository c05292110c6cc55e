// What the game looks up while it runs, made from a program once. Private to runtime/game.
#pragma once

#include "runtime/game/game.h"

namespace reeve {

struct Game::Tables {
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
  std::vector<Id> next_step;                  // the first step from here on in which anything can happen
  bool completes_by_touch = false;            // some kind asks more than its open ends and its nine squares
  std::vector<Id> next_heard;                 // likewise, or before or after which anybody hears a round
  std::vector<std::array<uint8_t, 8>> next_phase;  // by step and phase: the next phase in which anything can happen
  struct PeriodHeard {
    bool starts = false, ends = false;        // some rule, state or deck hears it
  };
  std::vector<PeriodHeard> step_heard, round_heard;  // the last: of none
  PeriodHeard turn_heard, game_heard;
  struct RulePlan {
    int32_t begin = 0;                        // of its head
    uint8_t slots = 0;                        // that its routines use
    bool condition = false;                   // its head begins with a condition, and asks nothing before
  };
  std::vector<RulePlan> rules;
  std::vector<Id> due_rules;                  // scores on `K completed`
};

}  // namespace reeve
