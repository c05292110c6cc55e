#include "tests/bench/floor/play.h"

#include <bit>

#include "tests/bench/floor/floor.h"
#include "tools/lot.h"

namespace reeve::floor {

struct Player::Table {
  Game game;
};

Player::Player() : table_(new Table) {}
Player::~Player() {
  delete table_;
}
size_t Player::used_bytes() const {
  return table_->game.used_bytes();
}

namespace {

Place Choose(const Game& game, Policy policy, uint32_t count, Lot& lot) {
  Place best = game.PlaceAt(static_cast<int>(lot.Below(count)));
  if (policy == Policy::kUniform) return best;
  int most = game.Neighbours(best.at);
  for (int i = 1; i < 4; ++i) {
    const Place other = game.PlaceAt(static_cast<int>(lot.Below(count)));
    const int neighbours = game.Neighbours(other.at);
    if (neighbours > most) {
      most = neighbours;
      best = other;
    }
  }
  return best;
}

// The tiles of the box but one, the start tile.
const std::array<uint8_t, 71>& Pile() {
  static const std::array<uint8_t, 71> pile = [] {
    std::array<uint8_t, 71> all{};
    size_t at = 0;
    for (int tile = 0; tile < kTiles; ++tile) {
      const int count = kBox[static_cast<size_t>(tile)].count - (tile == kStartTile ? 1 : 0);
      for (int i = 0; i < count; ++i) all[at++] = static_cast<uint8_t>(tile);
    }
    return all;
  }();
  return pile;
}

}  // namespace

Outcome Player::Play(Policy policy, uint64_t number, std::vector<Move>* moves) {
  Game& game = table_->game;
  Lot lot(number);
  std::array<uint8_t, 71> pile = Pile();
  game.Begin();
  Outcome outcome;
  int player = 0;
  for (uint32_t left = static_cast<uint32_t>(pile.size()); left > 0; --left) {
    const uint32_t drawn = lot.Below(left);
    const int tile = pile[drawn];
    pile[drawn] = pile[left - 1];
    const int count = game.CountPlaces(tile);
    if (count == 0) continue;  // out of the game, and another is drawn
    const Place place = Choose(game, policy, static_cast<uint32_t>(count), lot);
    game.Lay(tile, place);
    unsigned spots = game.Spots(player);
    int part = -1;
    if (spots != 0) {
      uint32_t spot = lot.Below(static_cast<uint32_t>(std::popcount(spots)) + 1);
      if (spot < static_cast<uint32_t>(std::popcount(spots))) {
        for (; spot > 0; --spot) spots &= spots - 1;
        part = std::countr_zero(spots);
        game.Put(part, player);
      }
    }
    game.Resolve();
    if (moves != nullptr) {
      moves->push_back(
          {place.at, static_cast<uint8_t>(tile), place.turn, static_cast<int8_t>(part), static_cast<int8_t>(player)});
    }
    ++outcome.turns;
    player ^= 1;
  }
  game.Finish();
  outcome.scores = {game.score(0), game.score(1)};
  return outcome;
}

Outcome Player::Replay(const std::vector<Move>& moves) {
  Game& game = table_->game;
  game.Begin();
  for (const Move& move : moves) {
    game.Lay(move.tile, {move.at, move.turn});
    if (move.part >= 0) game.Put(move.part, move.player);
    game.Resolve();
  }
  game.Finish();
  return {{game.score(0), game.score(1)}, static_cast<int>(moves.size())};
}

}  // namespace reeve::floor
