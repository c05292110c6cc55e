// Features that are paid one after another, on boards that stay as they are.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "runtime/vm/machine.h"
#include "tests/bench/rows.h"

namespace reeve::bench {

struct Scored {
  World* world;
  Value feature;
};
struct Boards {
  std::deque<World> worlds;
  std::vector<Scored> scored;
};

// The first two players.
using Points = std::array<int64_t, 2>;

// Winners and value of a feature, and the rows of each award if there is a sheet for them.
inline void PayFeature(Machine& machine, const RuleInfo& rule, Value feature, std::vector<LedgerRow>* sheet,
                       Points& points) {
  Value slots[kMaxSlots];
  slots[kSubjectSlot] = feature;
  slots[kPlayerSlot] = kNothing;
  const uint32_t winners = machine.RunPlayers(rule.who, slots, Context{});
  for (size_t player = 0; winners >> player != 0; ++player) {
    if ((winners >> player & 1) == 0) continue;
    slots[kPlayerSlot] = static_cast<Value>(player);
    if (sheet != nullptr) sheet->clear();
    machine.set_rows(sheet);
    points[player] += machine.RunValue(rule.value, slots, Context{});
  }
}

// Pays all of them in every round of the loop.
inline void PayAll(benchmark::State& state, const std::vector<Scored>& all, const RuleInfo& rule, bool ledger) {
  Machine machine(all.front().world);
  std::vector<LedgerRow> sheet;
  Points points{};
  int64_t done = 0;
  for (auto round : state) {
    for (const Scored& scored : all) {
      machine.set_world(scored.world);
      PayFeature(machine, rule, scored.feature, ledger ? &sheet : nullptr, points);
      machine.Rest();  // as after each input of a game
    }
    done += static_cast<int64_t>(all.size());
  }
  benchmark::DoNotOptimize(points);
  if (machine.fault() != Fault::kNone) return state.SkipWithError("the machine stopped");
  Items(state, done, "ns");
}

}  // namespace reeve::bench
