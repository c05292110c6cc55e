// What the machine makes of a program before it runs it. Made once, shared by all copies of a world.
#pragma once

#include <vector>

#include "runtime/graph/board.h"
#include "runtime/vm/fused.h"
#include "runtime/vm/ladder.h"

namespace reeve {

// Who has most in columns of a feature, where a routine is no more than that.
struct Majority {
  int32_t first = -1;  // place in the row, of the first player's; -1: the routine is something else
  uint8_t feature = 0;  // slot
};

inline std::vector<Majority> FindMajorities(const Program& program, int players) {
  const std::vector<int32_t> indices = Board::RowIndices(program, players);
  std::vector<Majority> majorities(program.routines.size());
  for (size_t i = 0; i < majorities.size(); ++i) {
    const RoutineInfo& routine = program.routines[i];
    const Insn& rank = program.code[static_cast<size_t>(routine.begin)];
    if (routine.end - routine.begin != 2 || rank.op != Op::kRankColumns) continue;
    majorities[i] = {indices[static_cast<size_t>(rank.b)], rank.a};
  }
  return majorities;
}

struct Plans {
  Plans(const Program& program, int players)
      : code(FusedCode(program)), ladders(PlanLadders(program, players, code)), majorities(FindMajorities(program, players)) {}
  std::vector<Insn> code;            // the program's, each instruction where it is there, then the pieces of ladders
  std::vector<Ladder> ladders;       // by routine
  std::vector<Majority> majorities;  // by routine
};

}  // namespace reeve
