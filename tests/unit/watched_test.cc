// What lies on features and in their cells is counted wherever it comes from, as far as ladders ask for it.
#include "runtime/graph/watched.h"

#include <gtest/gtest.h>

#include "runtime/graph/board.h"
#include "runtime/graph/scratch.h"
#include "tests/unit/small_program.h"

namespace reeve {
namespace {

Program Spanning() {
  Program program = WatchingProgram();
  program.kinds[kToken].adds = kRoad;
  return program;
}

class Watched : public testing::Test {
 protected:
  Watched() : program_(Spanning()), shapes_(program_), board_(&program_, &shapes_) {}
  int32_t Lay(Id tile, int x, int y) {
    board_.Lay(board_.AddPiece(tile, PieceAt::kHand, -1), x, y, 0, 1);
    return board_.CellAt(x, y);
  }
  int32_t SegmentOf(int32_t cell, int index) const { return board_.cell(cell).first_segment + index; }
  std::array<int, 3> Of(int32_t segment) const {
    const int32_t feature = board_.FeatureOf(segment);
    return {board_.column(feature, board_.WatchedIndex(0)), board_.column(feature, board_.WatchedIndex(1)),
            board_.column(feature, board_.WatchedIndex(2))};
  }
  void Agree(const char* where) { EXPECT_EQ(FirstDifference(board_).value_or(""), "") << where; }

  Program program_;
  Shapes shapes_;
  Board board_;
};

TEST_F(Watched, EachSetOnce) {
  ASSERT_EQ(board_.watched().size(), 3u);
  EXPECT_TRUE(board_.watched()[0].in_cells);
  EXPECT_EQ(board_.watched()[1].cls, Class::kFigure);
  EXPECT_FALSE(board_.watched()[2].in_cells);
}

TEST_F(Watched, CountedForEverySegmentOfTheCell) {
  const int32_t cell = Lay(kStraight, 0, 0);
  board_.AddMarker(kToken, -1, {At::kSquare, board_.SquareOf(cell)}, {}, false);
  board_.AddMarker(kToken, -1, {At::kSegment, SegmentOf(cell, 1)}, {}, false);
  board_.AddMarker(kPennant, -1, {At::kSegment, SegmentOf(cell, 0)}, {}, false);
  EXPECT_EQ(Of(SegmentOf(cell, 0)), (std::array{2, 0, 0}));
  EXPECT_EQ(Of(SegmentOf(cell, 1)), (std::array{2, 0, 1}));
  Agree("both");
}

TEST_F(Watched, WhatLayThereBeforeTheTile) {
  Lay(kStraight, 0, 0);
  const Value square = PackSquare(1, 0);
  const int32_t early = board_.AddMarker(kToken, -1, {At::kSquare, square}, {}, false);
  board_.AddFigure(kFollower, kRed, {At::kMarker, early});
  const int32_t cell = Lay(kStraight, 1, 0);
  EXPECT_EQ(Of(SegmentOf(cell, 0)), (std::array{1, 1, 0}));
  Agree("laid");
  board_.MoveMarker(early, {At::kSupply, kNothing});
  EXPECT_EQ(Of(SegmentOf(cell, 0)), (std::array{0, 0, 0}));
  Agree("gone");
}

TEST_F(Watched, WhatIsCarriedGoesWithWhatCarriesIt) {
  const int32_t here = Lay(kStraight, 0, 0), there = Lay(kCrossing, 3, 3);
  const int32_t figure = board_.AddFigure(kFollower, kRed, {At::kSegment, SegmentOf(here, 0)});
  board_.AddMarker(kToken, -1, {At::kFigure, figure}, {}, false);
  EXPECT_EQ(Of(SegmentOf(here, 0)), (std::array{1, 1, 1}));
  Agree("here");
  board_.MoveFigure(figure, {At::kSegment, SegmentOf(there, 2)});
  EXPECT_EQ(Of(SegmentOf(here, 0)), (std::array{0, 0, 0}));
  EXPECT_EQ(Of(SegmentOf(there, 0)), (std::array{1, 1, 0}));
  EXPECT_EQ(Of(SegmentOf(there, 2)), (std::array{1, 1, 1}));
  Agree("there");
}

TEST_F(Watched, FeaturesThatJoinAndFallApart) {
  const int32_t here = Lay(kStraight, 0, 0), there = Lay(kStraight, 5, 0);
  const int32_t a = SegmentOf(here, 0), b = SegmentOf(there, 0);
  board_.AddMarker(kToken, -1, {At::kSquare, board_.SquareOf(here)}, {}, false);
  board_.AddMarker(kToken, -1, {At::kSegment, b}, {}, false);
  board_.AddLink(a, b);
  EXPECT_EQ(Of(a), (std::array{2, 0, 1}));
  Agree("joined");
  board_.RemoveLink(a, b);
  EXPECT_EQ(Of(a), (std::array{1, 0, 0}));
  EXPECT_EQ(Of(b), (std::array{1, 0, 1}));
  Agree("apart");
}

TEST_F(Watched, ASegmentThatIsLaidAcross) {
  const int32_t cell = Lay(kMonasteryRoad, 0, 0);
  board_.AddFigure(kFollower, kRed, {At::kSegment, SegmentOf(cell, 0)});
  ASSERT_TRUE(board_.CanSpan(cell, 1, kRoad));
  board_.AddMarker(kToken, -1, {At::kSpan, PackSpan(board_.SquareOf(cell), 1)}, {}, false);
  const int32_t across = SegmentOf(cell, board_.cell(cell).shape->segment_count - 1);
  EXPECT_EQ(board_.SegmentKind(across), kRoad);
  EXPECT_EQ(Of(across), (std::array{1, 1, 0}));
  Agree("across");
}

}  // namespace
}  // namespace reeve
