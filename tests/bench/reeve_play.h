// Whole random games of Reeve by the policies of the floor, and the games that were played, for both to play
// again.
#pragma once

#include <string>
#include <vector>

#include "runtime/game/game.h"
#include "tests/bench/floor/play.h"
#include "tools/lot.h"

namespace reeve::bench {

// The rules of a selection, compiled once from their files; beside the rulesets it may name
// tests/bench/modifiers.reeve.
const Program& Rules(const std::string& selection);
const Program& BaseRules();
// The largest selection there is, put together once.
const std::string& Everything();

struct Played {
  std::vector<Option> answers;
  std::vector<floor::Move> moves;
};

class ReevePlayer {
 public:
  explicit ReevePlayer(const Program& program);
  // Plays a game to its end; it stays in game().
  void Play(floor::Policy policy, uint64_t number, Played* played = nullptr);
  // The same answers once more, not looked up again.
  void Replay(const std::vector<Option>& answers);
  const Game& game() const { return game_; }

 private:
  Option Choose(floor::Policy policy);
  void Note(const Option& option, Played& played) const;

  Id lay_, put_;
  Game begun_;
  Game game_;
  Lot lot_;
};

}  // namespace reeve::bench
