// Small ladders, all of them: every value of up to four rows over small numbers, and every count and every
// sum of up to three, on a road of three tiles with a follower.
#include <gtest/gtest.h>

#include "tests/lockstep/lockstep.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

enum class Verb : uint8_t { kAdd, kSet, kScale, kHalve, kExtra, kClamp };
struct Row {
  Verb verb;
  std::string text;  // with its label at @
};

const std::vector<Row> kPoints = {
    {Verb::kAdd, "points 2 @"},
    {Verb::kAdd, "points -3 per tile of road @"},
    {Verb::kAdd, "points 1 per follower of player on road @"},
    {Verb::kAdd, "if no followers of player on road { points 7 @ }"},
    {Verb::kSet, "points is 5 @"},
    {Verb::kScale, "points doubled @"},
    {Verb::kScale, "points times -3 @"},
    {Verb::kHalve, "points halved rounding up @"},
    {Verb::kHalve, "points halved rounding down @"},
    {Verb::kExtra, "extra 3 @"},
    {Verb::kExtra, "extra -2 @"},
    {Verb::kClamp, "points at least 1 @"},
    {Verb::kClamp, "points at most 4 @"},
};
const std::vector<Row> kCounts = {
    {Verb::kAdd, "count units 2 @"},
    {Verb::kAdd, "count units -3 per tile of road @"},
    {Verb::kSet, "count units is 5 @"},
    {Verb::kScale, "count units doubled @"},
    {Verb::kScale, "count units times -3 @"},
    {Verb::kHalve, "count units halved rounding up @"},
    {Verb::kHalve, "count units halved rounding down @"},
    {Verb::kClamp, "count units at least 1 @"},
    {Verb::kClamp, "count units at most 4 @"},
};

// Halving beside another scale has to be ordered, so such ladders are refused.
bool Allowed(const std::vector<const Row*>& rows) {
  int halves = 0, scales = 0;
  for (const Row* row : rows) {
    halves += row->verb == Verb::kHalve;
    scales += row->verb == Verb::kHalve || row->verb == Verb::kScale;
  }
  return halves == 0 || scales == 1;
}

class Ladders : public testing::Test {
 protected:
  // Every ladder of up to so many rows, in every order.
  void All(const std::vector<Row>& rows, size_t most, const std::string& before, const std::string& after) {
    std::vector<const Row*> ladder;
    Extend(rows, most, before, after, ladder);
    Flush();
  }

  void Extend(const std::vector<Row>& rows, size_t most, const std::string& before, const std::string& after,
              std::vector<const Row*>& ladder) {
    if (!ladder.empty()) {
      const std::string name = "ladder." + std::to_string(count_++);
      rules_ += "score " + name + " { at last_counts each road for players " + before;
      for (size_t i = 0; i < ladder.size(); ++i) {
        std::string text = ladder[i]->text;
        rules_ += " " + text.replace(text.find('@'), 1, "\"" + std::to_string(i) + "\"");
      }
      rules_ += " " + after + " }\n";
      // What the settled value is, without those who are paid.
      rules_ += "score " + name + ".settled { after " + name + " scored for players points value \"settled\" }\n";
      if (count_ % 2000 == 0) Flush();
    }
    if (ladder.size() == most) return;
    for (const Row& row : rows) {
      ladder.push_back(&row);
      if (Allowed(ladder)) Extend(rows, most, before, after, ladder);
      ladder.pop_back();
    }
  }

  void Flush() {
    if (rules_.empty() || HasFatalFailure()) return;
    Library library(REEVE_SOURCE_DIR "/rulesets");
    library.AddText("house.reeve", "ruleset house extends base\n" + rules_);
    rules_.clear();
    const Compiled compiled = Compile("house", library);
    ASSERT_TRUE(compiled.program.has_value()) << test::Findings(compiled, library).substr(0, 2000);
    reeve::Setup setup;
    setup.players = players_;
    setup.own_board = true;
    for (int x = 0; x < 3; ++x) setup.board.push_back({compiled.program->FindTile("RFr"), x, 0, 0});
    int at = 0;
    const lockstep::Result result = lockstep::RunBoth(compiled, setup, [&](Game& game) -> std::optional<Input> {
      if (at++ > 0) return Input{.kind = Input::Kind::kEndNow};
      const Id follower = compiled.program->FindKind("follower");
      const Spot road = {At::kSegment, game.SegmentAt(1, 0, 1 << 4 | 1 << 10)};
      EXPECT_GE(road.id, 0);
      return Input{.kind = Input::Kind::kStand, .id = follower, .owner = 0, .spot = road};
    });
    ASSERT_EQ(result.difference + result.not_yet, "");
    awards_ += result.awards;
  }

  int players_ = 1;
  int count_ = 0;
  int awards_ = 0;
  std::string rules_;
};

TEST_F(Ladders, EveryValueOfUpToFourRows) {
  All(kPoints, 4, "", "");
  EXPECT_GT(count_, 9000);
  EXPECT_GE(awards_, count_);
}

TEST_F(Ladders, EveryShareOfASmallNumber) {
  const char* const ties[] = {"", "ties nobody", "ties split rounding up", "ties split rounding down",
                              "ties split odd to winners with most number of (followers of player on subject)"};
  for (players_ = 1; players_ <= 4; ++players_) {
    for (const char* shared : ties) {
      for (int points = -7; points <= 7; ++points) {
        rules_ += "score share." + std::to_string(count_++) + " { at last_counts each road for players points " +
                  std::to_string(points) + " \"whole\" " + shared + " }\n";
      }
    }
    Flush();
  }
  EXPECT_EQ(awards_, 750 + 4);  // 75 shares for each of 1, 2, 3 and 4 players; and the road itself
}

TEST_F(Ladders, EveryCountOfUpToThreeRows) {
  All(kCounts, 3, "", "points 2 per unit \"units\"");
  EXPECT_GT(count_, 400);
  EXPECT_GE(awards_, count_);
}

TEST_F(Ladders, EverySumOfUpToThreeRows) {
  All({kPoints.begin(), kPoints.begin() + 9}, 3, "sum part over tiles of road {", "} extra 1 \"more\"");
  EXPECT_GT(count_, 200);
  EXPECT_GE(awards_, count_);
}

}  // namespace
}  // namespace reeve
