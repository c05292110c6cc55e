// Ladders that are sums of columns: most scores of a box. Their value is read off the feature's row, without the
// machine; all other ladders stay code.
#pragma once

#include <array>
#include <vector>

#include "runtime/bytecode/program.h"

namespace reeve {

struct Linear {
  // Where a number is read: a place in the feature's row, or one of these.
  static constexpr int32_t kTiles = -1;    // its distinct squares, as Board::kCountedTiles
  static constexpr int32_t kSquares = -3;  // the filled squares round a feature of one segment
  // One row: so many things, each worth `factor`.
  struct Term {
    int32_t source = 0;
    int32_t factor = 0;
    Id label = kNoId;
  };
  struct Count {           // a slot that holds a count afterwards, for whatever reads it next
    int32_t source = 0;
    uint8_t slot = 0;
  };
  static constexpr size_t kMaxTerms = 8, kMaxCounts = 4;
  bool good = false;
  bool small = false;      // whether good or not: no board is so large that the points could leave the range of numbers
  bool squares = false;    // some source is kSquares
  uint8_t feature = 0;     // slot
  uint8_t term_count = 0, count_count = 0;
  std::array<Term, kMaxTerms> terms{};
  std::array<Count, kMaxCounts> counts{};
};

// By routine; those that are no such sum are not good. Where a column lies depends on how many play.
std::vector<Linear> LinearLadders(const Program& program, int players);

}  // namespace reeve
