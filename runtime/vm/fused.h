// Runs of instructions that rules often hold, done as one.
//
// The code that the machine runs is the program's with the first instruction of each such run changed; all others stay
// where they are, so addresses are the program's and a jump into the middle of a run finds what it did before. What a
// run does is in machine_fused.cc; it reads its operands from the instructions that it stands for.
#pragma once

#include <vector>

#include "runtime/bytecode/program.h"

namespace reeve {

enum class Fused : uint8_t {
  kSupplyLots = 240,   // one of each lot of a player's figures in the supply
  kSegmentsOfGlobal,   // the segments of a bound piece
  kColumnOfSegmentAt,  // a column of the feature of the segment in a slot
  kIsGlobal,           // whether something is bound
  kIsPileLeft,         // whether there are pieces in the pile
};
inline constexpr uint8_t kFirstFused = static_cast<uint8_t>(Fused::kSupplyLots);

std::vector<Insn> FusedCode(const Program& program);

}  // namespace reeve
