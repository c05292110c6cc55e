// Sets that scores go through and mostly find empty: what lies on a feature, or in the cells of one. The board keeps
// how many there are in columns of its own, behind those of the program, so that nobody need look where there is none.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runtime/bytecode/program.h"

namespace reeve {

struct WatchedSet {
  Class cls = Class::kMarker;  // or kFigure
  bool in_cells = false;  // in a cell of one of its segments, once for each such segment; else on the feature itself
  int32_t kinds = kAnyKind;
  friend bool operator==(const WatchedSet&, const WatchedSet&) = default;
};

// A set that the instructions at `pc` begin with, of the feature in a slot.
struct WatchedAt {
  WatchedSet set;
  uint8_t feature = 0;
  int32_t length = 0;  // in instructions
};
std::optional<WatchedAt> ReadWatched(std::span<const Insn> code);

// Those of the ladders of a program, a few at the most: each makes every row longer.
std::vector<WatchedSet> WatchedSets(const Program& program);

}  // namespace reeve
