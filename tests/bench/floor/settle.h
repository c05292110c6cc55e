// Features of finished games, to be paid one after another: what the scoring of one costs on the floor.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "tests/bench/floor/play.h"
#include "tests/bench/floor/tiles.h"

namespace reeve::floor {

class Settler {
 public:
  Settler();
  ~Settler();
  // The features of a kind after these moves, with a follower or two on each.
  void Add(const std::vector<Move>& moves, Kind kind, bool closed);
  void PayAll();
  size_t size() const { return size_; }

 private:
  struct Table;
  std::vector<std::unique_ptr<Table>> tables_;
  size_t size_ = 0;
};

}  // namespace reeve::floor
