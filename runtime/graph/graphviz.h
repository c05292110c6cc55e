// The feature graph as Graphviz text: a node for every segment, an edge for every join. `neato -Tsvg -n`
// keeps the segments at their squares.
#pragma once

#include <iosfwd>

#include "runtime/graph/board.h"

namespace reeve {

void WriteGraphviz(const Board& board, std::ostream& out);

}  // namespace reeve
