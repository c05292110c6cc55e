#include "tests/bench/floor/modified.h"

#include <algorithm>

namespace reeve::floor {
namespace {

constexpr size_t kMostLines = 16;

// Adds up, and writes a line for each term if there is a sheet.
template <bool kLedger>
class Sum {
 public:
  explicit Sum(Line* lines) : lines_(lines) {}
  void Add(int label, int count, int points) {
    value_ += points;
    if constexpr (kLedger) *lines_++ = {label, count, points};
  }
  void HalveUp(int label) { Add(label, 1, (value_ + 1) / 2 - value_); }
  int value() const { return value_; }

 private:
  int value_ = 0;
  Line* lines_;
};

template <bool kLedger>
int ValueOf(const RoadRow& road, Line* lines) {
  Sum<kLedger> sum(lines);
  sum.Add(0, road.tiles, road.tiles);
  if (road.inns != 0) sum.Add(1, road.tiles, road.tiles);
  if (road.wells != 0) {
    sum.Add(2, road.wells, road.wells);
    if (road.inns != 0) sum.Add(3, road.wells, road.wells);
  }
  if (road.mages != 0) sum.Add(4, road.tiles, road.tiles);
  if (road.milestones != 0) sum.Add(5, road.milestones, road.milestones);
  if (road.witches != 0) sum.HalveUp(6);
  if (road.buildings != 0) sum.Add(7, road.buildings, road.buildings);
  if (road.labyrinths != 0) sum.Add(8, road.followers, 2 * road.followers);
  if (road.fees != 0) sum.Add(9, 1, road.fees);
  if (road.toll_bars != 0) sum.Add(10, 1, 2);
  return sum.value();
}

template <bool kLedger>
int ValueOf(const CityRow& city, Line* lines) {
  Sum<kLedger> sum(lines);
  sum.Add(0, city.tiles, 2 * city.tiles);
  if (city.coats != 0) sum.Add(1, city.coats, 2 * city.coats);
  if (city.cathedrals != 0) {
    sum.Add(2, city.tiles, city.tiles);
    if (city.coats != 0) sum.Add(3, city.coats, city.coats);
  }
  if (city.besiegers != 0) {
    sum.Add(4, city.tiles, -city.tiles);
    if (city.coats != 0) sum.Add(5, city.coats, -city.coats);
  }
  if (city.mages != 0) sum.Add(6, city.tiles, city.tiles);
  if (city.fountains != 0) sum.Add(7, city.fountains, city.fountains);
  if (city.ramparts != 0) sum.Add(8, city.tiles, city.tiles);
  if (city.witches != 0) sum.HalveUp(9);
  if (city.buildings != 0) sum.Add(10, city.buildings, city.buildings);
  if (city.darmstadtiums != 0) sum.Add(11, 1, 3);
  if (city.fees != 0) sum.Add(12, 1, city.fees);
  if (city.plagues != 0) sum.Add(13, 1, -3);
  return sum.value();
}

}  // namespace

Payer::Payer() : lines_(kMostLines) {}

// Whoever has most votes is paid; without a ledger the points are the same for both.
template <bool kLedger, class Row>
void Payer::PayRow(const Row& row) {
  const int most = std::max(row.votes[0], row.votes[1]);
  if (most == 0) return;
  if constexpr (kLedger) {
    for (size_t player = 0; player < row.votes.size(); ++player) {
      if (row.votes[player] == most) totals_[player] += ValueOf<true>(row, lines_.data());
    }
  } else {
    const int value = ValueOf<false>(row, nullptr);
    for (size_t player = 0; player < row.votes.size(); ++player)
      totals_[player] += row.votes[player] == most ? value : 0;
  }
}

template <class Row>
void Payer::PayRows(std::span<const Row> rows, bool ledger) {
  for (const Row& row : rows) {
    if (ledger) PayRow<true>(row);
    else PayRow<false>(row);
  }
}

void Payer::Pay(const RoadRow& row) {
  PayRow<true>(row);
}
void Payer::Pay(const CityRow& row) {
  PayRow<true>(row);
}
void Payer::PayAll(std::span<const RoadRow> rows, bool ledger) {
  PayRows(rows, ledger);
}
void Payer::PayAll(std::span<const CityRow> rows, bool ledger) {
  PayRows(rows, ledger);
}

}  // namespace reeve::floor
