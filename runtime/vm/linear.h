// Ladders that are sums of columns: most scores of a box. Their value is read off the feature's row, without the
// machine; all other ladders stay code.
#pragma once

#include <vector>

#include "runtime/bytecode/program.h"

namespace reeve {

struct Linear {
  // One row: so many things, each worth `factor`. A count that nothing is paid for has factor 0.
  struct Term {
    int32_t column = 0;   // of the program; kNoColumn: the filled squares round a feature of one segment
    int32_t factor = 0;
    Id label = kNoId;
  };
  static constexpr int32_t kNoColumn = -1;
  static constexpr size_t kMaxTerms = 8;
  struct Count {          // a slot that holds a count afterwards, for whatever reads it next
    int32_t column = 0;
    uint8_t slot = 0;
  };
  uint8_t feature = 0;    // slot
  std::vector<Term> terms;
  std::vector<Count> counts;
  bool good = false;
};

// By routine; those that are no such sum are not good.
std::vector<Linear> LinearLadders(const Program& program);

}  // namespace reeve
