// What one feature is worth and to whom: the rules' routines beside the same written by hand.
#include "tests/bench/floor/settle.h"
#include "tests/bench/reeve_play.h"
#include "tests/bench/rows.h"
#include "tests/bench/scored.h"

namespace reeve::bench {
namespace {

constexpr uint64_t kGames = 400;

// Boards at the end of games, each feature of one sort with a follower or two on it.
Boards Make(const char* kind_name, bool completed) {
  const Program& program = BaseRules();
  const Id kind = program.FindKind(kind_name), follower = program.FindKind("follower");
  static ReevePlayer player(program);  // stays: the boards point at shapes that its game holds
  Boards made;
  for (uint64_t number = 0; number < kGames; ++number) {
    player.Play(floor::Policy::kBestOfFour, number);
    World& world = made.worlds.emplace_back(player.game().world());
    for (int32_t node = 0; node < world.board.node_count(); ++node) {
      if (!world.board.IsFeature(node) || world.board.node(node).kind != kind) continue;
      if (completed != (world.board.OpenEnds(node) == 0)) continue;
      for (int i = 0; i <= node % 2; ++i)
        world.board.AddFigure(follower, (node / 2 + i) % 2, {At::kSegment, world.board.node(node).ring});
      made.scored.push_back({&world, node});
    }
  }
  return made;
}

// Winners, value and award of one feature after another.
void ValueReeve(benchmark::State& state, const char* kind, bool completed, const char* score, bool ledger) {
  static std::map<std::string, Boards> all;
  Boards& boards = all[kind];
  if (boards.worlds.empty()) boards = Make(kind, completed);
  const RuleInfo& rule = BaseRules().rule(BaseRules().FindRule(score));
  PayAll(state, boards.scored, rule, ledger);
}

void ValueFloor(benchmark::State& state, floor::Kind kind, bool completed) {
  static std::map<floor::Kind, floor::Settler> all;
  auto& settler = all[kind];
  if (settler.size() == 0) {
    ReevePlayer player(BaseRules());
    for (uint64_t number = 0; number < kGames; ++number) {
      Played played;
      player.Play(floor::Policy::kBestOfFour, number, &played);
      settler.Add(played.moves, kind, completed);
    }
  }
  int64_t done = 0;
  for (auto round : state) {
    settler.PayAll();
    done += static_cast<int64_t>(settler.size());
  }
  Items(state, done, "ns");
}

}  // namespace

void ValueRows() {
  struct Sort {
    const char* kind;
    const char* score;
    floor::Kind floor_kind;
    bool completed;
  };
  static constexpr Sort kSorts[] = {{"road", "road.completed", floor::Kind::kRoad, true},
                                    {"city", "city.completed", floor::Kind::kCity, true},
                                    {"monastery", "monastery.completed", floor::Kind::kMonastery, true},
                                    {"field", "field.final", floor::Kind::kField, false}};
  for (const Sort& sort : kSorts) {
    for (const bool ledger : {false, true}) {
      Row(
          std::string("value.") + sort.kind + (ledger ? ".ledger" : ""), "ns",
          [&sort, ledger](benchmark::State& state) {
            ValueReeve(state, sort.kind, sort.completed, sort.score, ledger);
          },
          [&sort](benchmark::State& state) { ValueFloor(state, sort.floor_kind, sort.completed); });
    }
  }
}

}  // namespace reeve::bench
