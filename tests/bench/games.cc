// Whole games, and the scoring of games alone.
#include <map>

#include "tests/bench/reeve_play.h"
#include "tests/bench/rows.h"

namespace reeve::bench {
namespace {

using floor::Policy;

// One game after another, none twice in a run.
void PlayReeve(benchmark::State& state, Policy policy) {
  static ReevePlayer player(BaseRules());
  uint64_t number = 0;
  for (auto round : state) {
    player.Play(policy, number++);
    benchmark::DoNotOptimize(player.game().total(0));
  }
  Items(state, state.iterations(), "games/s");
}
void PlayFloor(benchmark::State& state, Policy policy) {
  static floor::Player player;
  uint64_t number = 0;
  for (auto round : state) benchmark::DoNotOptimize(player.Play(policy, number++));
  Items(state, state.iterations(), "games/s");
}

constexpr size_t kRecorded = 4000;
const std::vector<Played>& Recorded(Policy policy) {
  static std::map<Policy, std::vector<Played>> games;
  std::vector<Played>& made = games[policy];
  if (made.empty()) {
    ReevePlayer player(BaseRules());
    made.resize(kRecorded);
    for (size_t i = 0; i < kRecorded; ++i) player.Play(policy, i, &made[i]);
  }
  return made;
}

void ReplayReeve(benchmark::State& state, Policy policy) {
  static ReevePlayer player(BaseRules());
  const std::vector<Played>& games = Recorded(policy);
  size_t number = 0;
  for (auto round : state) {
    player.Replay(games[number++ % kRecorded].answers);
    benchmark::DoNotOptimize(player.game().total(0));
  }
  Items(state, state.iterations(), "games/s");
}
void ReplayFloor(benchmark::State& state, Policy policy) {
  static floor::Player player;
  const std::vector<Played>& games = Recorded(policy);
  size_t number = 0;
  for (auto round : state) benchmark::DoNotOptimize(player.Replay(games[number++ % kRecorded].moves));
  Items(state, state.iterations(), "games/s");
}

}  // namespace

void GameRows() {
  for (const auto& [policy, name] :
       {std::pair{Policy::kUniform, "random"}, std::pair{Policy::kBestOfFour, "best_of_4"}}) {
    const auto with = [policy = policy](auto* work) {
      return [work, policy](benchmark::State& state) { work(state, policy); };
    };
    Row(std::string("games.") + name, "games/s", with(&PlayReeve), with(&PlayFloor));
    Row(std::string("replay.") + name, "games/s", with(&ReplayReeve), with(&ReplayFloor));
  }
}

}  // namespace reeve::bench
