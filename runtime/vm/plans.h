// What the machine makes of a program before it runs it. Made once, shared by all copies of a world.
#pragma once

#include <vector>

#include "runtime/vm/fused.h"
#include "runtime/vm/linear.h"

namespace reeve {

struct Plans {
  Plans(const Program& program, int players) : code(FusedCode(program)), ladders(LinearLadders(program, players)) {}
  std::vector<Insn> code;       // as long as the program's
  std::vector<Linear> ladders;  // by routine
};

}  // namespace reeve
