// Ladders as plans: what a score is worth, read once when the program is loaded and then carried out without the
// machine's loop. The terms stand in the order of the rules; most are about columns of one feature, and those whose
// conditions do not hold for its row, or that would add 0, are struck off together before any is looked at. Conditions
// and amounts that are no columns stay code, a piece for each, so that one such row does not make a whole ladder code.
//
// Most are sums of such numbers and need nothing else.
//
// Invariants: a plan enters the rows that the code of its routine enters, in the same order, and gives the same number.
// It gives up, and the code is run, wherever a number leaves its range: faults are those of the code.
//
// Cost: O(watches + terms that apply); a piece costs what its instructions do.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "runtime/bytecode/program.h"

namespace reeve {

struct Ladder {
  static constexpr int32_t kNoPiece = -1;
  static constexpr uint8_t kNoSlot = 255;
  // Where a number is read: a place in the feature's row, or one of these.
  static constexpr int32_t kSegments = -1;      // its segments, as Board::kCountedSegments
  static constexpr int32_t kSquares = -3;       // the filled squares round a feature of one segment
  static constexpr int32_t kOne = -4;           // 1
  static constexpr int32_t kFirstSlot = -16;    // what slot s holds: kFirstSlot - s
  static constexpr int32_t kFirstKinds = -512;  // whether it is of the kinds in set k: kFirstKinds - k
  struct Number {                               // source * factor * times
    int32_t source = kOne;
    int32_t factor = 0;
    int32_t times = kOne;
  };
  // What most entries are: a number with a factor that is added.
  struct Sum {
    int32_t source = 0;
    int32_t factor = 0;
    Id label = kNoId;
    bool counts = false;  // its row says how many there are
  };
  // An entry of a quantity, or kStore: a count ends and goes into its slot.
  struct Term {
    Op op = Op::kRow;
    bool note = false;          // part of a count
    bool up = false;            // kHalve
    uint8_t slot = kNoSlot;     // kStore; kAddPart: the member
    int32_t part = 0;           // kAddPart: of `parts`
    int32_t guard = kNoPiece;   // code of a condition
    int32_t amount = kNoPiece;  // code of what the entry takes: count and worth, the set of a part, a number
    bool apart = false;         // `number` holds in place of that code while Board::SegmentsApart
    Number number;              // where there is no such code
    Number each;                // kRow: what each is worth
    Id label = kNoId;
    std::optional<Sum> sum;  // where it is no more than that
  };
  // A number that decides about terms: those in `struck[1]` do not apply if it is from `low` to `low + span`, those in
  // `struck[0]` if it is not. A bit for each term.
  struct Watch {
    int32_t source = 0;
    Value low = 0;
    uint64_t span = 0;
    uint64_t struck[2] = {0, 0};
  };
  // Watches that ask whether columns are 0, four of a row at once: what to strike by which of the four are, lowest
  // first.
  struct Zeros {
    int32_t first = 0;  // of the columns
    std::array<uint64_t, 16> struck{};
  };
  struct Count {  // a slot that holds no more than what is read
    int32_t source = 0;
    uint8_t slot = 0;
  };

  bool good = false;
  bool small = false;    // whether good or not: no board is so large that the points could leave the range of numbers
  bool tiles = false;    // some source is Board::kTileColumn, which is to be counted first
  bool squares = false;  // some source is kSquares
  uint8_t feature = kNoSlot;  // slot of the feature whose columns are read
  int32_t length = 0;         // of the code that it stands for, in instructions
  uint64_t all = 0;           // terms, a bit each
  std::vector<Count> counts;
  std::vector<Zeros> zeros;
  std::vector<Watch> watches;  // the others
  std::vector<Term> terms;
  std::vector<Sum> sums;  // of all terms, where none has a condition; empty: not so
  bool quick = false;     // small, and all `sums` are of the row: nothing need be looked out for
  bool same = false;      // of a part: it is the one amount of its one term, whatever the member
  std::vector<Ladder> parts;
};

// By routine; only those of scores are planned. Where a column lies depends on how many play. The pieces are added to
// the code that the machine runs.
std::vector<Ladder> PlanLadders(const Program& program, int players, std::vector<Insn>& code);

// Whether a routine gives a number of 32 bits on every board.
bool IsSmall(const Program& program, const RoutineInfo& routine);

}  // namespace reeve
