// Whole games, and the scoring of games alone.
#include <map>

#include "tests/bench/reeve_play.h"
#include "tests/bench/rows.h"
#include "tools/simulate.h"

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

// Whole games of a larger box, by lot; there is no floor for them. One game is far from another in length: a
// round is several.
void PlaySelection(benchmark::State& state, const std::string& selection) {
  constexpr int kGames = 4;
  const Program& program = Rules(selection);
  const Game begun(program, Setup{});
  Game game = begun;
  RandomPlayer player(program, reeve::Policy::kUniform);
  uint64_t number = 0;
  for (auto round : state) {
    for (int i = 0; i < kGames; ++i) {
      game = begun;
      if (!player.Play(game, 1, number++)) return state.SkipWithError("a game does not end");
      benchmark::DoNotOptimize(game.total(0));
    }
  }
  Items(state, state.iterations() * kGames, "games/s");
}

// Four large expansions: Inns & Cathedrals, Traders & Builders, Abbey & Mayor, King & Robber Baron.
constexpr const char* kBigFour =
    "base, inns_and_cathedrals, inns_and_cathedrals.tiles, traders_and_builders.tiles, builders, pigs, "
    "trade_goods, abbey_mayor.tiles, abbeys, abbeys.tiles, barns, mayors, wagons, king_and_baron.tiles, "
    "king, robber_baron";

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
  Row("games.big4", "games/s", [](benchmark::State& state) { PlaySelection(state, kBigFour); });
  Row("games.everything", "games/s", [](benchmark::State& state) { PlaySelection(state, Everything()); });
}

}  // namespace reeve::bench
