// Runs of instructions that rules often hold, done as one.
//
// The code that the machine runs is the program's with the first instruction of each such run changed; all others stay
// where they are, so addresses are the program's and a jump into the middle of a run finds what it did before. What a
// run does is in machine_fused.cc; it reads its operands from the instructions that it stands for. There are two sorts:
// those that the machine goes on after, and those that end before an instruction of a head or an effect, which is then
// the game's: most conditions and effects of rules are of this sort and never enter the machine's loop.
#pragma once

#include <vector>

#include "runtime/bytecode/program.h"

namespace reeve {

enum class Fused : uint8_t {
  kSupplyLots = 230,   // one of each lot of a player's figures in the supply
  kSegmentsOfSlot,     // the segments of the tile on a square, or of a piece, and which of them touch such ones, are
                       // of a kind or let a figure stand; c: how many instructions ask that, the last of them perhaps
                       // whether there are any
  kSegmentsOfGlobal,   // likewise of what is bound
  kAnyOfFit,           // whether the tile of a fit has segments of some kinds
  kOnAll,              // what stands or lies on features of some kinds, whichever, or on the board
  kNeighboursOfFit,    // how many tiles have a side in common with the space of a fit
  kRelatedOrOn,        // what is related; a: how far on to go if that is nothing, so that more would be nothing too
  kSquaresRound,       // how many squares round the feature in a slot have tiles, if it is one segment
  kColumnOfSegmentAt,  // a column of the feature of the segment in a slot
  kIsGlobal,           // whether something is bound
  kIsPileLeft,         // whether there are pieces in the pile
  kListed,             // listed features; c: where to go on if there are none, with the empty set
  kKeepByColumn,       // the members of a set whose column is, or is not, a number
  kAllFlagged,         // all things that have a flag

  kHeadIsGlobal,    // a condition: whether something is bound, or nothing
  kHeadIsPileLeft,  // whether there are pieces in the pile, or none
  kHeadOptions,     // whether there are options, or none
  kHeadColumnAt,    // whether a column of the feature of a segment is a number, or is not
  kHeadOfSlot,      // one thing in a slot, and what is done with it and another in a slot
  kHeadOfGlobal,    // likewise with something that is bound
};
inline constexpr uint8_t kFirstFused = static_cast<uint8_t>(Fused::kSupplyLots);
inline constexpr uint8_t kFirstFusedHead = static_cast<uint8_t>(Fused::kHeadIsGlobal);

std::vector<Insn> FusedCode(const Program& program);

}  // namespace reeve
