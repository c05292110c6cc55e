// The ledger: every award with the rows that add up to it.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "runtime/bytecode/program.h"

namespace reeve {

inline constexpr int32_t kNoCount = std::numeric_limits<int32_t>::min();

// One line of an award: "4 tiles: 4 points". Rows of one award add up to its points, except notes.
struct LedgerRow {
  Id label = kNoId;          // string of the program
  int32_t count = kNoCount;  // how many things; kNoCount where the row counts nothing
  int32_t points = 0;        // what it adds
  bool note = false;         // a remark about a count ("Highway": 5), no points
};

struct Award {
  int32_t points = 0;
  int8_t player = -1;
  Mark mark = Mark::kEarned;
  bool final = false;  // made in the final scoring
  Id rule = kNoId;
  Id step = kNoId;   // where it was made
  int32_t turn = 0;  // from 1; the turn that ran, or was the last
  Class subject_class = Class::kNone;
  Value subject = kNothing;  // what was scored
  Id subject_kind = kNoId;
  int32_t first_row = 0, row_count = 0;
  int32_t first_square = 0, square_count = 0;  // of the subject, where the ledger keeps places
  int32_t cause = -1;                          // the award that set this one off
};

struct Ledger {
  std::vector<Award> awards;
  std::vector<LedgerRow> rows;
  std::vector<Value> squares;
  bool keep_squares = false;  // for explanations; off while simulating
};

}  // namespace reeve
