// Random games: same seeds, same figures, whatever the jobs; and what a house rule changes is seen.
#include "tools/simulate.h"

#include <numeric>

#include "tests/unit/rules.h"

namespace reeve {
namespace {

using test::Rules;

Simulation Played(const Program& program, SimulateOptions options) {
  return Simulate(program, options, [](int64_t) {});
}

TEST(Simulate, TheNumberOfJobsChangesNothing) {
  const Program program = Rules("base, land_surveyors");
  for (const Policy policy : {Policy::kUniform, Policy::kBestOfFour}) {
    SimulateOptions options{.games = 40, .players = 3, .seed = 5, .jobs = 1, .policy = policy};
    const Simulation alone = Played(program, options);
    options.jobs = 4;
    const Simulation together = Played(program, options);
    EXPECT_EQ(alone.totals, together.totals);
    EXPECT_EQ(alone.scores, together.scores);
    EXPECT_EQ(alone.broken, 0);
  }
}

TEST(Simulate, AGameDependsOnSeedAndNumberAlone) {
  const Program program = Rules("base");
  const Simulation few = Played(program, {.games = 10, .seed = 3}), many = Played(program, {.games = 30, .seed = 3});
  EXPECT_TRUE(std::equal(few.totals.begin(), few.totals.end(), many.totals.begin()));
  EXPECT_NE(few.totals, Played(program, {.games = 10, .seed = 4}).totals);
}

TEST(Simulate, PointsOfAllScoresAreThoseOfAllTotals) {
  const Program program = Rules("base, land_surveyors");
  const Simulation made = Played(program, {.games = 20, .players = 4});
  int64_t points = 0;
  for (const ScoreFigures& score : made.scores) {
    points += score.points;
    EXPECT_LE(score.games, score.paid);
  }
  EXPECT_EQ(points, std::accumulate(made.totals.begin(), made.totals.end(), int64_t{0}));
}

TEST(Simulate, AHouseRuleForPointsPlaysTheSameGames) {
  const Program base = Rules("base");
  const Program house = Rules("base, house", "ruleset house extends base\nmodify field.final { extra 100 \"rent\" }\n");
  const Simulation one = Played(base, {.games = 30}), other = Played(house, {.games = 30});
  const auto field = static_cast<size_t>(base.FindRule("field.final")),
             there = static_cast<size_t>(house.FindRule("field.final"));
  const auto road = static_cast<size_t>(base.FindRule("road.final"));
  // Fields that paid nothing pay the rent alone.
  EXPECT_GE(other.scores[there].paid, one.scores[field].paid);
  EXPECT_EQ(other.scores[there].points, one.scores[field].points + 100 * other.scores[there].paid);
  EXPECT_EQ(one.scores[road], other.scores[static_cast<size_t>(house.FindRule("road.final"))]);
}

TEST(Simulate, DenserBoardsPayMore) {
  const Program program = Rules("base");
  const auto mean = [&](Policy policy) {
    return Distribute(Played(program, {.games = 60, .policy = policy}).totals).mean;
  };
  EXPECT_GT(mean(Policy::kBestOfFour), mean(Policy::kUniform) + 5);
}

TEST(Simulate, DistributionsHoldEveryNumber) {
  const std::vector<int32_t> numbers = {-3, 0, 4, 4, 9, 41, 80};
  const Distribution made = Distribute(numbers);
  EXPECT_EQ(made.least, -3);
  EXPECT_EQ(made.median, 4);
  EXPECT_EQ(made.most, 80);
  EXPECT_EQ(made.width, 10);
  EXPECT_EQ(made.first, -10);
  EXPECT_EQ(made.bars, (std::vector<int64_t>{1, 4, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_NEAR(made.mean, 135.0 / 7, 1e-9);
}

TEST(Simulate, AGameThatStopsIsInNoFigure) {
  const Program program = Rules(
      "base, house",
      "ruleset house extends base\nmodify road.completed { extra 900000000 * number of tiles of road \"toll\" }\n");
  const Simulation alone = Played(program, {.games = 20, .jobs = 1}),
                   together = Played(program, {.games = 20, .jobs = 4});
  ASSERT_GT(alone.broken, 0);
  EXPECT_EQ(alone.broken, std::count(alone.stopped.begin(), alone.stopped.end(), 1));
  EXPECT_EQ(alone.stopped[static_cast<size_t>(alone.first_broken - 1)], 1);
  EXPECT_NE(alone.fault.find("road.completed"), std::string::npos) << alone.fault;
  EXPECT_EQ(alone.fault, together.fault);
  EXPECT_EQ(alone.first_broken, together.first_broken);
  EXPECT_EQ(alone.scores, together.scores);
  int64_t points = 0;
  for (const ScoreFigures& score : alone.scores) points += score.points;
  EXPECT_EQ(points, std::accumulate(alone.totals.begin(), alone.totals.end(), int64_t{0}));
}

TEST(Simulate, TotalsMayBeAsFarApartAsNumbersAre) {
  const std::vector<int32_t> totals = {-2'147'483'647, 0, 2'147'483'647};
  const Distribution made = Distribute(totals);
  EXPECT_LE(made.bars.size(), 16u);
  EXPECT_EQ(std::accumulate(made.bars.begin(), made.bars.end(), int64_t{0}), 3);
  EXPECT_EQ(made.least, totals.front());
  EXPECT_LE(made.first, made.least);
}

TEST(Simulate, OpenDecksLieInAnOrderOfTheGamesOwnLot) {
  const char* kDeck =
      "ruleset house extends base\ndeck sky { sunny 5  rainy 5 }\n"
      "modify road.completed { if top of sky is rainy  extra 1 \"mud\" }\n"
      "rule sky.turn \"the weather changes\" { when turn ends  then put top of sky under }\n";
  const Program program = Rules("base, house", kDeck);
  const auto first = DealDecks(program, 1, 0), again = DealDecks(program, 1, 0), other = DealDecks(program, 1, 1);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].cards.size(), 10u);
  EXPECT_EQ(first[0].cards, again[0].cards);
  EXPECT_NE(first[0].cards, other[0].cards);
}

TEST(Simulate, MostPointsMayBeShared) {
  EXPECT_EQ(MostPoints(std::vector<int32_t>{3, 7, 7}), 6u);
  EXPECT_EQ(MostPoints(std::vector<int32_t>{-1, -2}), 1u);
}

}  // namespace
}  // namespace reeve
