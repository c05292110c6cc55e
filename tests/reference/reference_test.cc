// The reference by itself: a few runs worked out by hand, so that it is not only held to what it is compared
// with.
#include <gtest/gtest.h>

#include "tests/reference/run.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

class Reference : public testing::Test {
 protected:
  // The checked tree of base and a ruleset of our own.
  const sema::Model& Rules(const std::string& text = "") {
    library_.AddText("house.reeve", "ruleset house extends base\n" + text);
    compiled_ = Compile("house", library_);
    EXPECT_TRUE(compiled_.program.has_value()) << test::Findings(compiled_, library_);
    return *compiled_.model;
  }
  int Tile(const std::string& name) const {
    for (size_t t = 0; t < compiled_.model->tiles.size(); ++t) {
      if (compiled_.model->tiles[t].name == name) return static_cast<int>(t);
    }
    return -1;
  }
  int Kind(const std::string& name) const { return compiled_.model->kind_by_name.at(name); }
  // The feature of a kind that a piece has a segment of.
  int FeatureOn(const reference::Run& run, int piece, const std::string& kind) const {
    for (const reference::Segment& segment : run.board.segments) {
      if (segment.piece == piece && segment.kind == Kind(kind)) return segment.feature;
    }
    return -1;
  }
  // A board of a single tile, with a road through fields.
  reference::Setup OneRoad() const {
    reference::Setup setup;
    setup.own_board = true;
    setup.board = {{Tile("RFr"), 0, 0, 0}};
    return setup;
  }
  static reference::Reply Stop(const reference::Question&, const std::vector<reference::Option>&) { return {}; }

  Library library_{REEVE_SOURCE_DIR "/rulesets"};
  Compiled compiled_;
};

TEST_F(Reference, TheLongerOfTwoRoadsKeepsItsNumber) {
  const sema::Model& model = Rules();
  reference::Setup setup;
  setup.own_board = true;
  // One road of a tile in the west, one of two in the east, a gap between them.
  setup.board = {{Tile("RFr"), 0, 0, 0}, {Tile("RFr"), 2, 0, 0}, {Tile("RFr"), 3, 0, 0}};
  reference::Run run(model, setup, Stop);
  const auto road = [&](int square) { return FeatureOn(run, run.board.PieceOn(PackSquare(square, 0)), "road"); };
  const int east = road(2);
  EXPECT_EQ(road(3), east);
  EXPECT_NE(road(0), east);
  EXPECT_EQ(run.board.OpenEnds(east), 2);
  run.board.Lay(run.board.AddPiece(Tile("RFr"), reference::Piece::At::kHand, -1), 1, 0, 0, 1);
  for (int square = 0; square < 4; ++square) EXPECT_EQ(road(square), east);
  EXPECT_EQ(run.board.OpenEnds(east), 2);
  EXPECT_EQ(run.board.features[static_cast<size_t>(east)].extended, 1);
}

TEST_F(Reference, WhatWasLookedUpGoesWithEveryChange) {
  const sema::Model& model = Rules();
  reference::Setup setup;
  setup.own_board = true;
  setup.board = {{Tile("RFr"), 0, 0, 0}, {Tile("RFr"), 1, 0, 0}};
  reference::Run run(model, setup, Stop);
  const reference::Board& board = run.board;
  const int road = FeatureOn(run, board.PieceOn(PackSquare(1, 0)), "road");
  const int east = board.SegmentsOf(road).back();
  EXPECT_EQ(board.SegmentsOf(road).size(), 2u);
  EXPECT_EQ(board.Joined(east).size(), 1u);
  EXPECT_EQ(board.Spaces().size(), 6u);
  EXPECT_TRUE(board.FiguresAt(east).empty());
  EXPECT_TRUE(board.FiguresOn(PackSquare(1, 0)).empty());

  ASSERT_TRUE(run.Stand(Kind("follower"), 0, {reference::Spot::At::kSegment, east}));
  EXPECT_EQ(board.FiguresAt(east).size(), 1u);
  EXPECT_EQ(board.FiguresOn(PackSquare(1, 0)), board.FiguresAt(east));

  run.board.Lay(run.board.AddPiece(Tile("RFr"), reference::Piece::At::kHand, -1), 2, 0, 0, 1);
  EXPECT_EQ(board.SegmentsOf(road).size(), 3u);
  EXPECT_EQ(board.Joined(east).size(), 2u);
  EXPECT_EQ(board.Spaces().size(), 8u);
  EXPECT_EQ(board.FiguresAt(east).size(), 1u);

  const std::vector<int> segments = board.SegmentsOf(road);
  run.board.TurnInto(road, Kind("city"));
  EXPECT_EQ(board.KindOf(road), Kind("city"));
  EXPECT_EQ(board.SegmentsOf(road), segments);
}

TEST_F(Reference, AnUnfinishedRoadPaysATileAPoint) {
  const sema::Model& model = Rules();
  reference::Setup setup;
  setup.own_board = true;
  setup.board = {{Tile("RFr"), 0, 0, 0}, {Tile("RFr"), 1, 0, 0}, {Tile("RFr"), 2, 0, 0}};
  reference::Run run(model, setup, Stop);
  const int road = FeatureOn(run, run.board.PieceOn(PackSquare(1, 0)), "road");
  ASSERT_TRUE(run.Stand(Kind("follower"), 1, {reference::Spot::At::kSegment, run.board.SegmentsOf(road).front()}));
  EXPECT_EQ(run.PlayFinal(), reference::Run::End::kOver);
  ASSERT_EQ(run.awards.size(), 1u);
  EXPECT_EQ(run.rule(run.awards[0].rule).name, "road.final");
  EXPECT_EQ(run.awards[0].player, 1);
  EXPECT_EQ(run.awards[0].points, 3);
  ASSERT_EQ(run.awards[0].rows.size(), 1u);
  EXPECT_EQ(run.awards[0].rows[0].label, "tiles");
  EXPECT_EQ(run.awards[0].rows[0].count, 3);
  EXPECT_EQ(run.totals, (std::vector<reference::Value>{0, 3}));
}

TEST_F(Reference, FiveLessByTwoRoundingDownIsThreeLessEach) {
  const sema::Model& model =
      Rules("score toll { at last_counts each road for players points -5 \"toll\" ties split rounding down }");
  reference::Run run(model, OneRoad(), Stop);
  EXPECT_EQ(run.PlayFinal(), reference::Run::End::kOver);
  ASSERT_EQ(run.awards.size(), 2u);
  for (const reference::Award& award : run.awards) {
    EXPECT_EQ(award.points, -3);
    ASSERT_EQ(award.rows.size(), 2u);
    EXPECT_EQ(award.rows[0].points, -5);
    EXPECT_EQ(award.rows[1].label, "shared");
    EXPECT_EQ(award.rows[1].points, 2);
  }
}

TEST_F(Reference, AnAwardThatTheTotalCannotHoldIsNotEntered) {
  const sema::Model& model = Rules(
      "score first { at last_counts each road for players points 2000000000 \"much\" }\n"
      "score second { order after first at last_counts each road for players points 2000000000 \"more\" }");
  reference::Run run(model, OneRoad(), Stop);
  EXPECT_EQ(run.PlayFinal(), reference::Run::End::kFault);
  EXPECT_EQ(run.rule(run.fault_rule()).name, "second");
  EXPECT_EQ(run.awards.size(), 2u);
}

TEST_F(Reference, ANumberThatLeavesItsRangeStopsTheRun) {
  const sema::Model& model = Rules(
      "score first { at last_counts each road for players points 1 \"one\" }\n"
      "score vast { order after first at last_counts each road for players points 2000000000 \"much\" points "
      "2000000000 \"more\" }");
  reference::Run run(model, OneRoad(), Stop);
  EXPECT_EQ(run.PlayFinal(), reference::Run::End::kFault);
  EXPECT_EQ(run.rule(run.fault_rule()).name, "vast");
  EXPECT_EQ(run.awards.size(), 2u);
}

TEST_F(Reference, TheFirstQuestionIsADrawFromThePile) {
  const sema::Model& model = Rules();
  reference::Setup setup;
  setup.players = 3;
  setup.first_player = 2;
  int tiles = 0;
  reference::Run run(model, setup,
                     [&](const reference::Question& question, const std::vector<reference::Option>& options) {
                       EXPECT_EQ(question.kind, reference::Question::Kind::kDraw);
                       EXPECT_EQ(question.zone, kPileZone);
                       for (const reference::Option& option : options) tiles += option.weight;
                       return reference::Reply{};
                     });
  EXPECT_EQ(run.Play(), reference::Run::End::kStopped);
  EXPECT_EQ(tiles, 71);
  EXPECT_EQ(run.active, 2);
}

}  // namespace
}  // namespace reeve
