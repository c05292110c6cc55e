// Sizes that memory hangs on, once: what checks a program or a setup holds it to these, and what runs has room for
// them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "runtime/bytecode/program.h"

namespace reeve {

// What the machine has room for, over all routines that run inside each other. It checks nothing while it runs.
inline constexpr int kMachineStack = 512, kMachineSets = 128, kMachineWalks = 64, kMachineQuantities = 64;

inline constexpr int64_t kMaxThings = 20'000;     // pieces, figures and markers, or cards of a game of eight
inline constexpr int64_t kMaxRowCells = 1 << 24;  // segments times columns, if every piece is laid
inline constexpr int64_t kMaxNumbers = 10'000;    // that somebody chooses from
inline constexpr int64_t kMaxSorts = 1000;        // of a kind of markers: combinations of what its attributes can be

// How many figures or markers a supply of one comes to: each player's own, markers in every sort.
inline int64_t ThingsOfSupply(const KindInfo& kind, int players) {
  int64_t sorts = 1;
  for (const AttributeInfo& attribute : kind.attributes) {
    const int64_t values = attribute.words.empty() ? int64_t{attribute.most} - attribute.least + 1
                                                   : static_cast<int64_t>(attribute.words.size());
    sorts = std::min(sorts * std::max<int64_t>(values, 0), kMaxSorts);
  }
  return (kind.neutral ? 1 : players) * (kind.cls == Class::kMarker ? sorts : 1);
}

}  // namespace reeve
