// The board recomputed from scratch, to hold the incremental view to.
//
// Reads what was done (which piece lies where, which figure and marker is where, which links were made) and
// works out the rest anew: turned tiles from the program's tables, the grid as a map, features as the
// connected components that Boost finds in FeatureGraph, every number of every feature by a walk. Shares no
// code with the board's upkeep.
//
// Not compared: the flags of a feature (completed, closed, settled, extended) and its kind, which rules
// change.
//
// Cost: O(board * log(board) + columns * (features + figures + markers)); for tests and checks, not for play.
#pragma once

#include <optional>
#include <string>

#include "runtime/graph/board.h"

namespace reeve {

// The first thing in which the board departs from what it should be, as a sentence; nothing if all agrees.
std::optional<std::string> FirstDifference(const Board& board);

}  // namespace reeve
