#include "runtime/graph/board.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runtime/graph/scratch.h"
#include "tests/unit/small_program.h"

namespace reeve {
namespace {

class BoardTest : public testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(FirstDifference(board_).value_or(""), ""); }

  // Lays a new piece; gives its first segment.
  int32_t Lay(Id tile, int x, int y, int turn = 0, int part = 1) {
    board_.Lay(board_.AddPiece(tile, PieceAt::kHand, -1), x, y, turn, part);
    return board_.cell(board_.CellAt(x, y)).first_segment;
  }
  int32_t Feature(int32_t segment) const { return board_.FeatureOf(segment); }
  int32_t Column(int32_t segment, int column) const { return board_.ColumnOf(Feature(segment), column - kPennants); }
  int32_t Open(int32_t segment) const { return board_.OpenEnds(Feature(segment)); }
  int32_t Tiles(int32_t segment) const { return board_.TilesOf(Feature(segment)); }
  std::vector<int32_t> Touched() const { return {board_.touched().begin(), board_.touched().end()}; }
  std::vector<int32_t> Blocked() const { return Sorted({board_.blocked().begin(), board_.blocked().end()}); }
  static std::vector<int32_t> Sorted(std::vector<int32_t> ids) {
    std::sort(ids.begin(), ids.end());
    return ids;
  }
  Spot On(int32_t segment) const { return {At::kSegment, segment}; }
  bool Fits(Id tile, int turn, int x, int y) const {
    return Board::Fits(board_.spaces()[static_cast<size_t>(board_.SpaceAt(x, y))], shapes_.shape(tile, turn));
  }

  const Program program_ = SmallProgram();
  const Shapes shapes_{program_};
  Board board_{&program_, &shapes_};
};

TEST_F(BoardTest, ANewBoardIsEmpty) {
  EXPECT_EQ(board_.cell_count(), 0);
  EXPECT_EQ(board_.CellAt(0, 0), kNone);
  EXPECT_EQ(board_.CellAt(-30000, 30000), kNone);
  EXPECT_TRUE(board_.spaces().empty());
}

TEST_F(BoardTest, OnePieceHasAFeatureForEverySegment) {
  const int32_t cap = Lay(kCap, 0, 0);
  EXPECT_EQ(board_.segment_count(), 4);
  EXPECT_EQ(Touched(), (std::vector{Feature(cap), Feature(cap + 1), Feature(cap + 2), Feature(cap + 3)}));
  EXPECT_EQ(Open(cap), 1);
  EXPECT_EQ(Open(cap + 1), 2);
  EXPECT_EQ(Open(cap + 2), 2);
  EXPECT_EQ(Open(cap + 3), 4);
  EXPECT_EQ(board_.spaces().size(), 4u);
  EXPECT_EQ(board_.piece(0).at, PieceAt::kBoard);
  EXPECT_EQ(board_.SquareOf(board_.piece(0).cell), PackSquare(0, 0));
}

TEST_F(BoardTest, ARoadGrowsAndItsOpenEndsFollow) {
  const int32_t first = Lay(kStraight, 0, 0);
  const int32_t second = Lay(kStraight, 1, 0);
  EXPECT_EQ(Feature(first), Feature(second));
  EXPECT_EQ(Open(first), 2);
  EXPECT_EQ(Tiles(first), 2);
  EXPECT_EQ(board_.EdgesOf(Feature(first)), 4);
  EXPECT_NE(Feature(first + 1), Feature(first + 2)) << "the fields on both sides of the road";
  EXPECT_EQ(Feature(first + 1), Feature(second + 1));
  EXPECT_EQ(Open(first + 1), 6);
  Lay(kCrossing, 2, 0);
  EXPECT_EQ(Open(first), 1);
  EXPECT_EQ(Tiles(first), 3);
  Lay(kFourRoads, -1, 0);
  EXPECT_EQ(Open(first), 0);
  EXPECT_EQ(Tiles(first), 4);
}

TEST_F(BoardTest, OnePieceJoinsTwoFeatures) {
  const int32_t left = Lay(kGate, 0, 0);
  const int32_t right = Lay(kGate, 2, 0);
  EXPECT_NE(Feature(left), Feature(right));
  Lay(kGate, 1, 0, 0, 7);
  EXPECT_EQ(Feature(left), Feature(right));
  EXPECT_EQ(Column(left, kPennants), 3);
  EXPECT_EQ(board_.EdgesOf(Feature(left)), 9);
  EXPECT_EQ(Open(left), 5);
  EXPECT_EQ(board_.node(Feature(left)).extended, 7);
  int visited = 0;
  board_.ForSegments(Feature(right), [&](int32_t id) { visited += board_.SegmentKind(id) == kCity; });
  EXPECT_EQ(visited, 3);
}

TEST_F(BoardTest, TwoCapsInOneCityAreOneTile) {
  const int32_t caps = Lay(kTwoCaps, 0, 0);  // caps N and E
  Lay(kGate, 0, -1, 2);                      // city E, S, W
  Lay(kGate, 1, 0);                          // city N, E, W
  EXPECT_NE(Feature(caps), Feature(caps + 1));
  EXPECT_EQ(Tiles(caps), 2);
  Lay(kGate, 1, -1, 2);  // city E, S, W: now it goes round
  EXPECT_EQ(Feature(caps), Feature(caps + 1));
  EXPECT_EQ(board_.SegmentsOf(Feature(caps)), 5);
  EXPECT_EQ(board_.node(Feature(caps)).shared, 2);
  EXPECT_EQ(Tiles(caps), 4);
  EXPECT_EQ(Open(caps), 3);
}

TEST_F(BoardTest, SharedTilesOfDifferentFeaturesAreNotDeducted) {
  const int32_t caps = Lay(kTwoCaps, 0, 0);      // caps N and E
  const int32_t more = Lay(kTwoCaps, 0, -1, 1);  // caps E and S
  const int32_t last = Lay(kTwoCaps, 1, -1, 2);  // caps S and W
  EXPECT_EQ(Feature(caps), Feature(more + 1));
  EXPECT_EQ(Feature(more), Feature(last + 1));
  EXPECT_EQ(Tiles(caps), 2);
  EXPECT_EQ(Tiles(more), 2);
}

TEST_F(BoardTest, ARoadThatBendsBackToItselfCloses) {
  const int32_t first = Lay(kCurve, 0, 0, 0);  // S, W
  Lay(kCurve, 0, 1, 1);                        // W, N
  Lay(kCurve, -1, 1, 2);                       // N, E
  EXPECT_EQ(Open(first), 2);
  Lay(kCurve, -1, 0, 3);  // E, S
  EXPECT_EQ(Open(first), 0);
  EXPECT_EQ(Tiles(first), 4);
  EXPECT_EQ(Touched().front(), Feature(first));
}

TEST_F(BoardTest, SidesThatDoNotFitCloseWithoutAJoin) {
  const int32_t road = Lay(kStraight, 0, 0);
  const int32_t cap = Lay(kCap, 1, 0, 3);  // its city on the west side
  EXPECT_NE(Feature(road), Feature(cap));
  EXPECT_EQ(Open(road), 1);
  EXPECT_EQ(Open(cap), 0);
  EXPECT_EQ(Blocked(), Sorted({Feature(road), Feature(road + 1), Feature(road + 2)}));
}

TEST_F(BoardTest, FieldsJoinBesideARoadThatEndsAtThem) {
  const int32_t road = Lay(kStraight, 0, 0);
  const int32_t plain = Lay(kMonasteryRoad, 1, 0);  // road S; all the rest field
  EXPECT_EQ(Feature(road + 1), Feature(plain + 2));
  EXPECT_EQ(Feature(road + 2), Feature(plain + 2));
  EXPECT_EQ(Open(road), 1);
  EXPECT_EQ(Blocked(), std::vector{Feature(road)});
}

TEST_F(BoardTest, AWildSideFitsAnythingAndClosesIt) {
  const int32_t road = Lay(kStraight, 0, 0);
  const int32_t cap = Lay(kCap, 2, 0, 3);
  EXPECT_TRUE(Fits(kAbbey, 0, 1, 0));
  EXPECT_FALSE(Fits(kStraight, 0, 1, 0));
  const int32_t abbey = Lay(kAbbey, 1, 0);
  EXPECT_EQ(Open(road), 1);
  EXPECT_EQ(Open(cap), 0);
  EXPECT_EQ(Touched(), std::vector{Feature(abbey)});
  EXPECT_EQ(Blocked(), Sorted({Feature(road), Feature(road + 1), Feature(road + 2), Feature(cap)}));
  EXPECT_TRUE(Fits(kCap, 0, 1, -1)) << "beside a wild side anything fits";
  EXPECT_TRUE(Fits(kStraight, 1, 1, -1));
}

TEST_F(BoardTest, FitsAsksForEveryNeighbour) {
  Lay(kStraight, 0, 0);  // road W, E
  EXPECT_TRUE(Fits(kStraight, 0, 1, 0));
  EXPECT_FALSE(Fits(kStraight, 1, 1, 0));
  EXPECT_TRUE(Fits(kStraight, 2, 1, 0));
  EXPECT_FALSE(Fits(kCap, 2, 0, -1)) << "a city does not fit a field";
  EXPECT_TRUE(Fits(kCap, 0, 0, -1));
  Lay(kCap, 1, -1, 2);  // city S above the square (1, 0), road W, E
  EXPECT_FALSE(Fits(kStraight, 0, 1, 0));
  EXPECT_TRUE(Fits(kGate, 1, 1, 0)) << "city N, E, S, road W";
  EXPECT_TRUE(Fits(kCap, 0, 1, 0)) << "city N, road W";
}

TEST_F(BoardTest, FourTurnsAtOnceAreTheFourTurns) {
  Lay(kStraight, 0, 0);
  Lay(kGate, 2, 0);
  Lay(kAbbey, 1, 2);
  Lay(kTwoCaps, 3, 1, 2);
  int fitting = 0;
  for (const Space& space : board_.spaces()) {
    for (Id tile = 0; tile < kSmallTiles; ++tile) {
      unsigned anew = 0;
      for (int turn = 0; turn < 4; ++turn) anew |= Board::Fits(space, shapes_.shape(tile, turn)) ? 1u << turn : 0;
      EXPECT_EQ(Board::FittingTurns(space, shapes_.turns(tile)), anew) << space.x << "," << space.y << " " << tile;
      fitting += anew != 0 ? 1 : 0;
    }
  }
  EXPECT_GT(fitting, 50);
}

TEST_F(BoardTest, FitsAsBitsAreTheFitsOfAllSpaces) {
  for (int x = 0; x < 40; ++x)
    Lay(x % 3 == 0 ? kStraight : x % 3 == 1 ? kGate : kAbbey, 2 * x, x % 5);  // more than 64 spaces
  ASSERT_GT(board_.spaces().size(), 128u);
  for (Id tile = 0; tile < kSmallTiles; ++tile) {
    Board::FitBits fits;
    board_.FindFits(tile, fits);
    int32_t number = 0;
    for (size_t space = 0; space < board_.spaces().size(); ++space) {
      const unsigned turns = Board::FittingTurns(board_.spaces()[space], shapes_.turns(tile));
      for (int turn = 0; turn < 4; ++turn) {
        const bool bit = fits.groups[space / 64].words[static_cast<size_t>(turn)] >> (space % 64) & 1;
        EXPECT_EQ(bit, (turns >> turn & 1) != 0) << tile << " in space " << space << " turned " << turn;
        number += bit ? 1 : 0;
      }
    }
    ASSERT_EQ(fits.count, number);
    for (int32_t k = 0; k < number; ++k) {
      const auto [space, turn] = Board::FitAt(fits, k);
      EXPECT_TRUE(Board::FittingTurns(board_.spaces()[static_cast<size_t>(space)], shapes_.turns(tile)) >> turn & 1);
    }
  }
}

TEST_F(BoardTest, SpacesComeAndGo) {
  Lay(kStraight, 0, 0);
  Lay(kStraight, 1, 0);
  EXPECT_EQ(board_.spaces().size(), 6u);
  EXPECT_EQ(board_.SpaceAt(0, 0), kNone);
  EXPECT_NE(board_.SpaceAt(2, 0), kNone);
  EXPECT_EQ(board_.SpaceAt(3, 0), kNone);
  Lay(kStraight, 0, -1);
  Lay(kStraight, 1, -1);
  EXPECT_EQ(board_.spaces().size(), 8u);
  EXPECT_EQ(board_.FilledAround(0, 0), 4);
  EXPECT_EQ(board_.FilledAround(2, 0), 2);
}

TEST_F(BoardTest, FiguresAreCountedWhereTheyStand) {
  const int32_t road = Lay(kStraight, 0, 0);
  const int32_t red = board_.AddFigure(kFollower, kRed, {});
  const int32_t blue = board_.AddFigure(kMayor, kBlue, {});
  EXPECT_EQ(Column(road, kFollowers), 0);
  board_.MoveFigure(red, On(road));
  board_.MoveFigure(blue, On(road));
  EXPECT_EQ(Column(road, kFollowers), 2);
  EXPECT_EQ(Column(road, kFollowersOfRed), 1);
  EXPECT_EQ(Column(road, kVotesOfRed), 1);
  EXPECT_EQ(Column(road, kVotesOfBlue), 2);
  EXPECT_EQ(Column(road, kAllVotes), 3);
  board_.MoveFigure(blue, On(road + 1));
  EXPECT_EQ(Column(road, kVotesOfBlue), 0);
  EXPECT_EQ(Column(road + 1, kVotesOfBlue), 2);
  board_.MoveFigure(red, {});
  EXPECT_EQ(Column(road, kFollowers), 0);
  EXPECT_EQ(board_.SegmentAt(board_.figure(red).spot), kNone);
}

TEST_F(BoardTest, VotesMeetWhenFeaturesJoin) {
  const int32_t left = Lay(kStraight, 0, 0), right = Lay(kStraight, 2, 0);
  board_.AddFigure(kFollower, kRed, On(left));
  board_.AddFigure(kFollower, kRed, On(right));
  board_.AddFigure(kFollower, kBlue, On(right));
  Lay(kStraight, 1, 0);
  EXPECT_EQ(Column(left, kVotesOfRed), 2);
  EXPECT_EQ(Column(right, kVotesOfBlue), 1);
}

TEST_F(BoardTest, WhatRidesOnAFigureIsCountedWhereThatStands) {
  const int32_t road = Lay(kStraight, 0, 0);
  const int32_t host = board_.AddFigure(kFollower, kRed, On(road));
  const int32_t fairy = board_.AddFigure(kFairy, -1, {At::kFigure, host});
  const int32_t token = board_.AddMarker(kToken, -1, {At::kFigure, fairy}, {}, false);
  EXPECT_EQ(Column(road, kFairies), 1);
  EXPECT_EQ(Column(road, kTokens), 1);
  EXPECT_EQ(board_.CellOf(board_.marker(token).spot), 0);
  board_.MoveFigure(host, On(road + 1));
  EXPECT_EQ(Column(road, kFairies), 0);
  EXPECT_EQ(Column(road + 1, kFairies), 1);
  EXPECT_EQ(Column(road + 1, kTokens), 1);
  board_.MoveFigure(host, {});
  EXPECT_EQ(Column(road + 1, kFairies), 0);
  board_.MoveFigure(host, On(road));
  board_.MoveFigure(fairy, {At::kSquare, PackSquare(0, 0)});
  EXPECT_EQ(Column(road, kFairies), 0);
  EXPECT_EQ(Column(road, kTokens), 0);
  EXPECT_EQ(board_.CellOf(board_.figure(fairy).spot), 0);
}

TEST_F(BoardTest, FiguresThatRideInACircleAreNowhere) {
  const int32_t road = Lay(kStraight, 0, 0);
  const int32_t one = board_.AddFigure(kFollower, kRed, On(road));
  const int32_t two = board_.AddFigure(kFollower, kRed, {At::kFigure, one});
  board_.MoveFigure(one, {At::kFigure, two});
  EXPECT_EQ(board_.SegmentAt(board_.figure(one).spot), kNone);
  EXPECT_EQ(Column(road, kFollowers), 0);
  board_.MoveFigure(one, On(road));
  EXPECT_EQ(Column(road, kFollowers), 2);
}

TEST_F(BoardTest, PrintedMarkersAreMadeWithTheirTile) {
  const int32_t gate = Lay(kGate, 0, 0);
  ASSERT_EQ(board_.marker_count(), 1);
  EXPECT_TRUE(board_.marker(0).printed);
  EXPECT_EQ(board_.marker(0).spot, On(gate));
  EXPECT_EQ(Column(gate, kPennants), 1);
  board_.MoveMarker(0, {At::kOut, kNothing});
  EXPECT_EQ(Column(gate, kPennants), 0);
}

TEST_F(BoardTest, OfMarksAttributesAreKept) {
  Program program = SmallKinds();
  const Id tile = AddTile(program, "t", "city N with pennant");
  program.tiles[0].segments[0].marks[0].attributes = {5, 6};
  program.tiles[0].marks.push_back({kToken, {9}});
  const Shapes shapes(program);
  Board board(&program, &shapes);
  board.Lay(board.AddPiece(tile, PieceAt::kPile, -1), -3, 4, 2, 1);
  EXPECT_EQ(board.marker(0).attributes, (std::array<int32_t, 4>{5, 6, 0, 0}));
  EXPECT_EQ(board.marker(1).attributes[0], 9);
  EXPECT_EQ(board.marker(1).spot, (Spot{At::kSquare, PackSquare(-3, 4)}));
  EXPECT_EQ(board.CellOf(board.marker(1).spot), 0);
}

TEST_F(BoardTest, OnlyOldFeaturesAreExtended) {
  const int32_t first = Lay(kStraight, 0, 0, 0, 3);
  EXPECT_EQ(board_.node(Feature(first)).extended, 0);
  Lay(kCap, 1, 0, 0, 4);
  EXPECT_EQ(board_.node(Feature(first)).extended, 4);
  const int32_t city = board_.cell(1).first_segment;
  EXPECT_EQ(board_.node(Feature(city)).extended, 0);
}

TEST_F(BoardTest, WhatIsToldIsForgottenWhenTheFeatureChanges) {
  const int32_t first = Lay(kStraight, 0, 0);
  const auto tell = [&](int32_t segment) {
    Node& node = board_.node(Feature(segment));
    node.completed = node.closed = node.settled = true;
  };
  tell(first);
  tell(first + 1);
  Lay(kStraight, 0, 1);  // below: joins the lower field alone
  EXPECT_TRUE(board_.node(Feature(first)).completed);
  EXPECT_TRUE(board_.node(Feature(first + 1)).closed);
  EXPECT_FALSE(board_.node(Feature(first + 2)).completed);
  Lay(kStraight, 1, 0);
  EXPECT_FALSE(board_.node(Feature(first)).completed);
  EXPECT_FALSE(board_.node(Feature(first)).closed);
  EXPECT_FALSE(board_.node(Feature(first)).settled);
}

TEST_F(BoardTest, TouchedNamesEachFeatureOnceInSegmentOrder) {
  const int32_t first = Lay(kStraight, 0, 0);
  const int32_t plain = Lay(kMonasteryRoad, 1, 0, 1);  // monastery; road W; field round it
  EXPECT_EQ(Touched(), (std::vector{Feature(plain), Feature(first), Feature(plain + 2)}));
  EXPECT_EQ(Feature(first + 1), Feature(plain + 2));
  EXPECT_EQ(Feature(first + 2), Feature(plain + 2)) << "one field goes round the end of the road";
}

TEST_F(BoardTest, LinksJoinWithoutAnEdge) {
  const int32_t one = Lay(kStraight, 0, 0), two = Lay(kStraight, 5, 5);
  board_.AddFigure(kFollower, kRed, On(two));
  const int32_t joined = board_.AddLink(one, two);
  EXPECT_EQ(joined, Feature(one));
  EXPECT_EQ(joined, Feature(two));
  EXPECT_EQ(Open(one), 4);
  EXPECT_EQ(Tiles(one), 2);
  EXPECT_EQ(Column(one, kVotesOfRed), 1);
  EXPECT_EQ(board_.AddLink(two, one), joined);
  EXPECT_EQ(board_.link_count(), 2);
}

TEST_F(BoardTest, TheGridReachesItsLimitsWithoutTheRectangleBetween) {
  const int32_t far = Lay(kStraight, kMaxCoordinate, kMaxCoordinate);
  Lay(kStraight, -kMaxCoordinate, -kMaxCoordinate);
  Lay(kStraight, -kMaxCoordinate, kMaxCoordinate - 1);
  Lay(kStraight, 0, 0);
  EXPECT_EQ(Open(far), 2);
  EXPECT_EQ(board_.spaces().size(), 2u + 2u + 3u + 4u) << "none beyond the limit";
  EXPECT_EQ(board_.SpaceAt(kMaxCoordinate + 1, kMaxCoordinate), kNone);
}

TEST_F(BoardTest, ACopyGoesItsOwnWay) {
  const int32_t first = Lay(kStraight, 0, 0);
  Board copy = board_;
  copy.Lay(copy.AddPiece(kStraight, PieceAt::kPile, -1), 1, 0, 0, 2);
  EXPECT_EQ(copy.TilesOf(copy.FeatureOf(first)), 2);
  EXPECT_EQ(Tiles(first), 1);
  EXPECT_EQ(FirstDifference(copy).value_or(""), "");
}

TEST_F(BoardTest, AClearedBoardIsAsNew) {
  const auto play = [this] {
    Lay(kGate, 40, -40);
    Lay(kGate, 41, -40);
    board_.AddFigure(kFollower, kRed, On(0));
    board_.AddLink(1, 5);
    std::string report;
    for (const Space& space : board_.spaces()) report += std::to_string(space.x) + "," + std::to_string(space.y) + " ";
    for (int id = 0; id < board_.segment_count(); ++id) report += std::to_string(Feature(id)) + " ";
    return report;
  };
  const std::string first = play();
  board_.Clear();
  EXPECT_EQ(board_.CellAt(40, -40), kNone);
  EXPECT_EQ(board_.SpaceAt(40, -41), kNone);
  EXPECT_EQ(board_.piece_count() + board_.cell_count() + board_.segment_count() + board_.node_count(), 0);
  EXPECT_EQ(board_.figure_count() + board_.marker_count() + board_.link_count(), 0);
  EXPECT_EQ(play(), first);
}

}  // namespace
}  // namespace reeve
