// Setups that speak of what there is not.
#include "runtime/game/check_setup.h"

#include "tests/unit/rules.h"

namespace reeve {
namespace {

class CheckSetupTest : public testing::Test {
 protected:
  std::string Wrong() const { return CheckSetup(program_, setup_).value_or(""); }

  const Program program_ = test::Rules("base, messages");
  reeve::Setup setup_;
};

TEST_F(CheckSetupTest, WhatCanBeIsFine) {
  EXPECT_EQ(Wrong(), "");
  setup_.own_board = true;
  setup_.board = {{program_.FindTile("L"), kMaxCoordinate, -kMaxCoordinate, 3}, {program_.FindTile("L"), 0, 0, 0}};
  setup_.supplies = {{program_.FindKind("follower"), 0}};
  setup_.decks = {{program_.cards[0].zone, {0, 0, 0}}};
  setup_.first_step = program_.last_turn_step;
  setup_.first_player = 1;
  EXPECT_EQ(Wrong(), "");
}

TEST_F(CheckSetupTest, PlayersAreOneToEight) {
  setup_.players = 9;
  EXPECT_EQ(Wrong(), "there are 9 players, and 1 to 8 can play");
  setup_.players = 2;
  setup_.first_player = 2;
  EXPECT_EQ(Wrong(), "player 3 of 2 is the first");
}

TEST_F(CheckSetupTest, TheTurnBeginsAtAStepOfTheTurn) {
  setup_.first_step = program_.first_final_step;
  EXPECT_NE(Wrong(), "") << "a step of the final scoring is in no round";
}

TEST_F(CheckSetupTest, TilesLieOnSquaresOfTheirOwn) {
  const Id tile = program_.FindTile("L");
  setup_.board = {{tile, 1, 2, 0}, {tile, 0, 0, 0}, {tile, 1, 2, 0}};
  EXPECT_EQ(Wrong(), "two tiles lie at 1 2");
  setup_.board = {{tile, INT32_MIN, 0, 0}};
  EXPECT_EQ(Wrong(), "there is no square -2147483648 0");
  setup_.board = {{tile, 0, 0, 4}};
  EXPECT_EQ(Wrong(), "a tile is turned 4 times, and 0 to 3 are meant");
  setup_.board = {{static_cast<Id>(program_.tiles.size()), 0, 0, 0}};
  EXPECT_NE(Wrong(), "");
  setup_.board.assign(200'000, {tile, 0, 0, 0});
  EXPECT_EQ(Wrong(), "200000 tiles lie on the table, of 20000 at the most");
}

TEST_F(CheckSetupTest, SuppliesAndDecksAreOfWhatThereIs) {
  setup_.supplies = {{program_.FindKind("follower"), -1}};
  EXPECT_EQ(Wrong(), "a supply is -1, of 20000 at the most");
  setup_.supplies = {{program_.FindKind("follower"), 20'000}};
  EXPECT_NE(Wrong(), "") << "each player has so many";
  setup_.supplies.clear();
  setup_.decks = {{-1, {}}};
  EXPECT_EQ(Wrong(), "there is no zone -1");
  setup_.decks = {{kPileZone, {0}}};
  EXPECT_EQ(Wrong(), "the zone 1 has no card 0");
}

}  // namespace
}  // namespace reeve
