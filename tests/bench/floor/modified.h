// Completed roads and cities under ten modifiers, written out by hand: a row of small numbers for each, all
// rows one after another, and what they pay.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace reeve::floor {

struct alignas(32) RoadRow {
  std::array<int16_t, 2> votes{};
  int16_t tiles = 0, inns = 0, wells = 0, mages = 0, witches = 0, buildings = 0, labyrinths = 0, followers = 0;
  int16_t fees = 0, milestones = 0, toll_bars = 0;
};
struct alignas(32) CityRow {
  std::array<int16_t, 2> votes{};
  int16_t tiles = 0, coats = 0, cathedrals = 0, besiegers = 0, mages = 0, witches = 0, buildings = 0;
  int16_t darmstadtiums = 0, fees = 0, fountains = 0, ramparts = 0, plagues = 0;
};

// A line of the score sheet. `label` numbers the terms of a row.
struct Line {
  int32_t label, count, points;
};

class Payer {
 public:
  Payer();
  void Pay(const RoadRow& row);
  void Pay(const CityRow& row);
  void PayAll(std::span<const RoadRow> rows, bool ledger);
  void PayAll(std::span<const CityRow> rows, bool ledger);
  const std::array<int64_t, 2>& totals() const { return totals_; }

 private:
  template <bool kLedger, class Row>
  void PayRow(const Row& row);
  template <class Row>
  void PayRows(std::span<const Row> rows, bool ledger);

  std::array<int64_t, 2> totals_{};
  std::vector<Line> lines_;  // of the award made last
};

}  // namespace reeve::floor
