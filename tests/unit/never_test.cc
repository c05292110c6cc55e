// What the rules say there never is: seen when a turn is over, and told by whoever plays.
#include <set>

#include "runtime/bytecode/verify.h"
#include "tests/unit/rules.h"
#include "tools/simulate.h"

namespace reeve {
namespace {

using test::Lot;
using test::Rules;

constexpr const char* kCrowd = "never fields where number of followers on field > 1";

Program House(const std::string& items) {
  return Rules("base, house", "ruleset house extends base\n" + items + "\n");
}

Game Begun(const Program& program, bool watches = true) {
  reeve::Setup setup;
  setup.watch_nevers = watches;
  return Game(program, setup);
}

// Plays by lot until `stops` says so, or to the end.
template <class Stops>
void Play(Game& game, uint64_t seed, Stops stops) {
  std::mt19937_64 lot(seed);
  while (game.running() && !stops()) game.Take(Lot(game, lot));
}
void Play(Game& game, uint64_t seed) {
  Play(game, seed, [] { return false; });
}

// Whether two followers are on one field, by looking at them all.
bool IsCrowded(const Board& board) {
  std::set<int32_t> fields;
  for (const Figure& figure : board.figures()) {
    const int32_t segment = board.SegmentAt(figure.spot);
    if (segment == kNone || board.SegmentKind(segment) != board.program().FindKind("field")) continue;
    if (!fields.insert(board.FeatureOf(segment)).second) return true;
  }
  return false;
}

TEST(Never, IsSeenInTheTurnThatBroughtIt) {
  const Program program = House(kCrowd);
  int seen = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Game game = Begun(program);
    int32_t turn = 1, first = 0;  // under way; in which it was there when it was over
    Play(game, seed, [&] {
      if (game.world().turn != turn) {
        if (first == 0 && IsCrowded(game.board())) first = turn;
        EXPECT_EQ(game.breaches().empty(), first == 0) << "seed " << seed << ", turn " << turn;
        turn = game.world().turn;
      }
      return false;
    });
    if (first == 0) continue;
    ++seen;
    ASSERT_EQ(game.breaches().size(), 1u);
    EXPECT_EQ(game.breaches()[0].turn, first) << "seed " << seed;
    EXPECT_TRUE(game.breaches()[0].thing.starts_with("field ")) << game.breaches()[0].thing;
  }
  EXPECT_GT(seen, 0);
  EXPECT_LT(seen, 20);
}

TEST(Never, IsLookedForOnlyIfAsked) {
  const Program program = House(kCrowd);
  int more = 0;
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    Game watched = Begun(program), other = Begun(program, false);
    Play(watched, seed);
    Play(other, seed);
    more += !watched.breaches().empty();
    EXPECT_TRUE(other.breaches().empty());
    EXPECT_EQ(watched.total(0), other.total(0));
    EXPECT_EQ(watched.total(1), other.total(1));
  }
  EXPECT_GT(more, 0);
}

TEST(Never, ACopyKnowsWhatWasSeen) {
  const Program program = House(kCrowd);
  Game game = Begun(program);
  for (uint64_t seed = 1; game.breaches().empty(); ++seed) {
    game = Begun(program);
    Play(game, seed, [&] { return !game.breaches().empty(); });
  }
  const Game copy = game;
  ASSERT_EQ(copy.breaches().size(), 1u);
  EXPECT_EQ(copy.Describe(copy.breaches()[0]),
            "never fields where number of followers on field > 1 (house.reeve:2): " + game.breaches()[0].thing +
                ", in turn " + std::to_string(game.breaches()[0].turn));
}

// However many there are: two tiles lie when the first turn is over.
TEST(Never, IsSeenWhereThereAreMany) {
  const Program program = House("never cells");
  Game game = Begun(program);
  Play(game, 1, [&] { return game.world().turn > 1; });
  EXPECT_EQ(game.board().cell_count(), 2);
  ASSERT_EQ(game.breaches().size(), 1u);
  EXPECT_EQ(game.breaches()[0].turn, 1);
}

TEST(Never, MayBeWithinATurn) {
  // Whoever lies on a field when his turn ends goes home.
  const std::string never = "never followers on fields\n";
  const Program keeps = House(never + "rule back \"nobody stays\" { when turn ends  then return followers on fields }"),
                breaks = House(never);
  Game home = Begun(keeps), stays = Begun(breaks);
  Play(home, 1);
  Play(stays, 1);
  EXPECT_TRUE(home.breaches().empty());
  EXPECT_EQ(stays.breaches().size(), 1u);
}

TEST(Never, ANumberOutOfRangeIsNothing) {
  const Program program = House("never players where 2147483647 * (1 + number of cells) > 1");
  Game game = Begun(program);
  Play(game, 1);
  EXPECT_EQ(game.question().kind, Ask::kOver);
  EXPECT_TRUE(game.breaches().empty());
}

TEST(Never, IsOfTheClassThatTheProgramSays) {
  Program program = House(kCrowd);
  ASSERT_EQ(program.nevers.size(), 1u);
  EXPECT_EQ(program.nevers[0].cls, Class::kFeature);
  EXPECT_FALSE(Verify(program).has_value());
  program.nevers[0].cls = Class::kFigure;
  EXPECT_TRUE(Verify(program).has_value());
}

TEST(Never, SimulateCountsTheGames) {
  const Program program = House(std::string(kCrowd) + "\nnever cities where number of followers on city > 20");
  SimulateOptions options{.games = 40, .seed = 7};
  const auto quiet = [](int64_t) {};
  const Simulation one = Simulate(program, options, quiet);
  options.jobs = 3;
  const Simulation three = Simulate(program, options, quiet);
  ASSERT_EQ(one.breaches.size(), 2u);
  EXPECT_GT(one.breaches[0].games, 0);
  EXPECT_LT(one.breaches[0].games, 40);
  EXPECT_EQ(one.breaches[1].games, 0);
  EXPECT_EQ(one.breaches[0].games, three.breaches[0].games);
  EXPECT_EQ(one.breaches[0].first, three.breaches[0].first);
  EXPECT_EQ(one.breaches[0].text, three.breaches[0].text);
  // The first of them once more, alone.
  options.games = one.breaches[0].first;
  EXPECT_EQ(Simulate(program, options, quiet).breaches[0].games, 1);
  options.games -= 1;
  ASSERT_GT(options.games, 0);
  EXPECT_EQ(Simulate(program, options, quiet).breaches[0].games, 0);
}

}  // namespace
}  // namespace reeve
