// Whole random games on the floor, and the games that were played, to be played again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace reeve::floor {

enum class Policy : uint8_t { kUniform, kBestOfFour };

struct Move {
  uint16_t at = 0;
  uint8_t tile = 0, turn = 0;
  int8_t part = -1;  // where a follower was put
  int8_t player = 0;
};

struct Outcome {
  std::array<int, 2> scores{};
  int turns = 0;
};

// Plays one game after another, each by the lot of its number, so that a game is the same whoever plays it
// before it.
class Player {
 public:
  Player();
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  Outcome Play(Policy policy, uint64_t lot, std::vector<Move>* moves = nullptr);
  // The same moves once more, with nothing but the scoring.
  Outcome Replay(const std::vector<Move>& moves);
  size_t used_bytes() const;

 private:
  struct Table;
  Table* table_;
};

}  // namespace reeve::floor
