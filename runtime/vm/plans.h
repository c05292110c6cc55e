// What the machine makes of a program before it runs it. Made once, shared by all copies of a world.
#pragma once

#include <vector>

#include "runtime/vm/fused.h"
#include "runtime/vm/ladder.h"

namespace reeve {

struct Plans {
  Plans(const Program& program, int players) : code(FusedCode(program)), ladders(PlanLadders(program, players, code)) {}
  std::vector<Insn> code;       // the program's, each instruction where it is there, then the pieces of ladders
  std::vector<Ladder> ladders;  // by routine
};

}  // namespace reeve
