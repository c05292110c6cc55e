// Machine and reference over random games.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "runtime/io/saved_run.h"
#include "tests/lockstep/everything.h"
#include "tests/lockstep/lockstep.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

void Agree(const std::string& selection, int games, const std::string& house = "") {
  Library library(REEVE_SOURCE_DIR "/rulesets");
  if (!house.empty()) library.AddText("house.reeve", house);
  const Compiled compiled = Compile(selection, library);
  ASSERT_TRUE(compiled.program.has_value()) << test::Findings(compiled, library);
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(games); ++seed) {
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
  Agree("base, open_tiles", 6);
  Agree("base, house", 4, R"(ruleset house extends base
zone side { bench }
rule first { when game starts  then draw piece from pile to bench }
rule swap {
  when piece drawn  if piece is drawn  each piece as spare in side  may by active_player "take the other"  limit 1 per turn
  then move piece to bench  then move spare to hand
}
)");
}
// Questions about numbers, tiles that are put up and bought; beside others that lie in the supply.
TEST(RandomGames, Bazaars) {
  const std::string boxes =
      "base, bazaars{}, bridges_castles_bazaars.tiles, builders, abbeys, abbeys.tiles, "
      "german_castles, german_castles.tiles";
  Agree(fmt::format(fmt::runtime(boxes), ""), 6);
  Agree(fmt::format(fmt::runtime(boxes), " (bazaar no_auction)"), 4);
}
TEST(RandomGames, RulesThatAreForbidden) {
  Agree("base, king, builders, house", 8, R"(ruleset house extends king, builders
forbid king.take "not yet"                 { if number of cells < 20 }
forbid tile.aside "it is kept"             { if total of active_player > 3 }
forbid builder.home "he stays a while"     { if follower is follower and any (builders on fields) }
forbid builder.go, game.end "not so fast"  { if number of followers of active_player in supply = 7 and any pieces in pile }
)");
}
// Sets of none, one and many members, of which the first is asked for at every question.
TEST(RandomGames, WhatThereNeverIs) {
  Agree("base, house", 6, R"(ruleset house extends base
never cells
never fields where number of followers on field > 1
never players where number of followers of player in supply < 3
never followers on roads
)");
}
TEST(RandomGames, AllTogether) {
  Agree("base (printing second), gardens, abbot, land_surveyors, ties_split, farmers_four, monastery_two", 8);
}

// With every ruleset REEVE_GAMES games are played, from the one that REEVE_FIRST_GAME numbers, for REEVE_ANSWERS
// answers and the final scoring; a whole game has about two thousand.
int FromEnvironment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::max(1, std::atoi(text));
}

// As another source; and now and then the run is put away at a question, something else is played on in its place, and
// it is taken up again: from a copy, seldom from the bytes of a saved run.
lockstep::Source Suspended(lockstep::Source answers, const Program& program, uint64_t seed) {
  return [=, &program, lot = std::mt19937_64(seed ^ 0x5eed), begun = false,
          ended = false](Game& game) mutable -> std::optional<Input> {
    if (begun && lot() % 20 == 0) {
      const Game waits = game;
      for (int i = 0; i < 5 && game.running(); ++i) game.Take(test::Lot(game, lot));
      game = waits;
    } else if (begun && lot() % 500 == 0) {
      std::string why;
      const auto loaded = LoadRun(program, SaveRun(game), &why);
      EXPECT_NE(loaded, nullptr) << why;
      if (loaded != nullptr) game = *loaded;
    }
    begun = true;
    if (auto input = answers(game)) return input;
    if (ended || !game.running()) return std::nullopt;
    ended = true;
    return Input{.kind = Input::Kind::kEndNow};
  };
}

TEST(RandomGames, Everything) {
  Library library(REEVE_SOURCE_DIR "/rulesets");
  const Compiled compiled = Compile(lockstep::Everything(REEVE_SOURCE_DIR "/rulesets"), library);
  ASSERT_TRUE(compiled.program.has_value()) << test::Findings(compiled, library);
  const int first = FromEnvironment("REEVE_FIRST_GAME", 1), games = FromEnvironment("REEVE_GAMES", 4);
  const int answers = FromEnvironment("REEVE_ANSWERS", 400);
  for (int i = first; i < first + games; ++i) {
    const auto seed = static_cast<uint64_t>(i);
    reeve::Setup setup;
    setup.players = 2 + static_cast<int>(seed % 5);
    setup.keep_inputs = true;
    const lockstep::Source lots = Suspended(lockstep::ByLot(seed, answers), *compiled.program, seed);
    const lockstep::Result result = lockstep::RunBoth(compiled, setup, lots);
    EXPECT_EQ(result.difference, "") << "game by lot " << seed;
    EXPECT_EQ(result.not_yet, "") << "game by lot " << seed;
    if (std::getenv("REEVE_GAMES") != nullptr)
      std::cerr << "game " << seed << ": " << result.messages << " answers, " << result.awards << " awards\n";
  }
}

}  // namespace
}  // namespace reeve
