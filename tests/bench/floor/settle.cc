#include "tests/bench/floor/settle.h"

#include "tests/bench/floor/floor.h"

namespace reeve::floor {

struct Settler::Table {
  Game game;
  std::vector<uint16_t> features;
  bool monks = false;
};

Settler::Settler() = default;
Settler::~Settler() = default;

void Settler::Add(const std::vector<Move>& moves, Kind kind, bool closed) {
  auto table = std::make_unique<Table>();
  table->monks = kind == Kind::kMonastery;
  for (const Move& move : moves) {
    table->game.Lay(move.tile, {move.at, move.turn});
    if (!table->monks || table->game.laid_shape().monastery < 0) continue;
    table->game.Put(table->game.laid_shape().monastery, move.player);
    ++size_;
  }
  if (!table->monks) {
    table->features = table->game.Features(kind, closed);
    for (const uint16_t feature : table->features) {
      for (int i = 0; i <= feature % 2; ++i) table->game.AddFollower(feature, (feature / 2 + i) % 2);
    }
    size_ += table->features.size();
  }
  tables_.push_back(std::move(table));
}

void Settler::PayAll() {
  for (const auto& table : tables_) {
    if (table->monks) table->game.PayMonks();
    for (const uint16_t feature : table->features) table->game.PayFeature(feature);
  }
}

}  // namespace reeve::floor
