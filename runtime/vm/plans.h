// What the machine makes of a program before it runs it. Made once, shared by all copies of a world.
#pragma once

#include <vector>

#include "runtime/bytecode/compass.h"
#include "runtime/graph/board.h"
#include "runtime/vm/fused.h"
#include "runtime/vm/ladder.h"

namespace reeve {

// Who has most in columns of a feature, where a routine is no more than that.
struct Majority {
  int32_t first = -1;   // place in the row, of the first player's; -1: the routine is something else
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

// Where the markers of a kind point: by the value of the attribute that says so, -1 for nowhere.
struct Pointing {
  int attribute = -1;
  std::vector<int> points;
};

inline std::vector<Pointing> FindPointing(const Program& program) {
  std::vector<Pointing> all(program.kinds.size());
  for (size_t kind = 0; kind < all.size(); ++kind) {
    const std::vector<AttributeInfo>& attributes = program.kinds[kind].attributes;
    const auto says =
        std::ranges::find_if(attributes, [&](const AttributeInfo& one) { return program.Text(one.name) == kHeading; });
    if (says == attributes.end()) continue;
    all[kind].attribute = static_cast<int>(says - attributes.begin());
    for (const Id word : says->words) all[kind].points.push_back(CompassPoint(program.Text(word)));
  }
  return all;
}

struct Plans {
  Plans(const Program& program, int players)
      : code(FusedCode(program)),
        ladders(PlanLadders(program, players, code)),
        majorities(FindMajorities(program, players)),
        pointing(FindPointing(program)) {}
  std::vector<Insn> code;            // the program's, each instruction where it is there, then the pieces of ladders
  std::vector<Ladder> ladders;       // by routine
  std::vector<Majority> majorities;  // by routine
  std::vector<Pointing> pointing;    // by kind
};

}  // namespace reeve
