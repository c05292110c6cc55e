// Machine and reference over random games.
#include <gtest/gtest.h>

#include "tests/lockstep/lockstep.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

void Agree(const std::string& selection, int games, int first_seed = 1) {
  Library library(REEVE_SOURCE_DIR "/rulesets");
  const Compiled compiled = Compile(selection, library);
  ASSERT_TRUE(compiled.program.has_value()) << test::Findings(compiled, library);
  for (int i = 0; i < games; ++i) {
    const uint64_t seed = static_cast<uint64_t>(first_seed + i);
    reeve::Setup setup;
    setup.players = 2 + static_cast<int>(seed % 4);
    const lockstep::Result result = lockstep::RunBoth(compiled, setup, lockstep::ByLot(seed));
    EXPECT_EQ(result.difference, "") << selection << ", game by lot " << seed;
    EXPECT_EQ(result.not_yet, "") << selection;
    EXPECT_EQ(result.end, reference::Run::End::kOver);
    EXPECT_GT(result.awards, 0);
  }
}

TEST(RandomGames, Base) {
  Agree("base", 20);
}
TEST(RandomGames, BaseOfTheFirstEdition) {
  Agree("base (edition c1, tiny_city 2, fields each_city)", 8);
}
TEST(RandomGames, GardensAndAbbot) {
  Agree("base (printing second), gardens, abbot", 12);
}
TEST(RandomGames, LandSurveyors) {
  Agree("base, land_surveyors", 12);
}
TEST(RandomGames, TiesAreSplit) {
  Agree("base, ties_split", 6);
  Agree("base, ties_split (odd active_player)", 6);
}
TEST(RandomGames, FarmersEarnFour) {
  Agree("base, farmers_four", 6);
  Agree("base, farmers_four (farm_pay by_city)", 6);
}
TEST(RandomGames, OtherHouseRules) {
  Agree("base, monastery_two, shared_victory", 6);
}
TEST(RandomGames, AllTogether) {
  Agree("base (printing second), gardens, abbot, land_surveyors, ties_split, farmers_four, monastery_two", 8);
}

}  // namespace
}  // namespace reeve
