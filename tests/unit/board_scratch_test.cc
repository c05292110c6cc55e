// Both views of random boards agree after every action; and where they are made to differ, it is said.

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "runtime/graph/board.h"
#include "runtime/graph/scratch.h"
#include "tests/unit/small_program.h"

namespace reeve {

// Reaches into a board to break it.
class BoardTester {
 public:
  explicit BoardTester(Board* board) : board_(*board) {}
  int32_t& Column(int32_t node, int column) { return board_.Row(node)[column]; }
  Node& NodeAt(int32_t id) { return board_.nodes_[id]; }
  Segment& SegmentAt(int32_t id) { return board_.segments_[static_cast<size_t>(id)]; }
  Space& SpaceAt(size_t index) { return board_.spaces_[index]; }
  Nibbles& NibblesAt(size_t space) { return board_.need_nibbles_[space]; }
  Nibbles& AskedAt(size_t space) { return board_.need_asked_[space]; }
  Cell& CellAt(int32_t id) { return board_.cells_[static_cast<size_t>(id)]; }
  HalfLink& HalfLinkAt(int32_t id) { return board_.half_links_[static_cast<size_t>(id)]; }
  Figure& FigureAt(int32_t id) { return board_.figures_[static_cast<size_t>(id)]; }
  int32_t& Grid(int x, int y) { return board_.grid_[board_.EnsureSlot(x, y)]; }
  uint8_t& Near(const Cell& cell) { return board_.near_[board_.EnsureSlot(cell.x, cell.y)]; }
  Whereabouts& FigureLists() { return board_.figures_by_cell_; }
  void DropFromIndex(int32_t node) { board_.features_.Take(node, board_.PlaceOf(board_.node(node).kind)); }
  void PutInIndexAs(int32_t node, Id kind) { board_.features_.Put(node, board_.PlaceOf(kind)); }
  void DropSpace() { --board_.space_count_; }
  void DropMarker() { board_.markers_.pop_back(); }

 private:
  Board& board_;
};

namespace {

class RandomBoard {
 public:
  RandomBoard(const Program& program, unsigned seed) : shapes_(program), board_(&program, &shapes_), random_(seed) {
    for (const int owner : {kRed, kRed, kRed, kBlue, kBlue, kBlue}) {
      board_.AddFigure(owner == kRed && Pick(2) == 0 ? kMayor : kFollower, owner, {});
    }
    board_.AddFigure(kFairy, -1, {});
    board_.AddMarker(kToken, -1, {}, {}, false);
    board_.AddMarker(kToken, -1, {}, {}, false);
    Lay(0, 0, 0);
  }

  Board& board() { return board_; }
  int Pick(int number) { return static_cast<int>(random_() % static_cast<unsigned>(number)); }

  // Lays a random piece, mostly where it fits; sometimes beside what does not fit, or apart.
  void LayOne() {
    const Id tile = Pick(kSmallTiles);
    if (Pick(40) == 0) {
      const int x = Pick(30) - 15, y = Pick(30) - 15;
      if (board_.CellAt(x, y) == kNone) return Lay(tile, x, y);
    }
    for (int attempt = 0; attempt < 50; ++attempt) {
      const Space space = board_.spaces()[static_cast<size_t>(Pick(static_cast<int>(board_.spaces().size())))];
      const int turn = Pick(4);
      if (Board::Fits(space, shapes_.shape(tile, turn)) || Pick(20) == 0) return Lay(tile, space.x, space.y, turn);
    }
  }

  void MoveOne() {
    const Spot spot = SomeSpot();
    if (Pick(4) == 0) {
      const int32_t marker = Pick(board_.marker_count());
      if (board_.marker(marker).spot.at != At::kSpan) board_.MoveMarker(marker, spot);  // a span stays
    } else {
      board_.MoveFigure(Pick(board_.figure_count()), spot);
    }
  }

  void LinkOne() {
    const int32_t a = Pick(board_.segment_count()), b = Pick(board_.segment_count());
    if (a != b && board_.SegmentKind(a) == board_.SegmentKind(b)) board_.AddLink(a, b);
  }

  // A token that joins lies on two segments of one tile, goes to another tile, or home.
  void JoinOne() {
    const Cell& cell = board_.cell(Pick(board_.cell_count()));
    const int count = cell.shape->segment_count;
    const int a = Pick(count), b = Pick(count);
    const bool lies = a != b && Pick(5) != 0;
    board_.MoveMarker(Pick(2),
                      lies ? Spot{At::kJoining, PackJoining(cell.first_segment + a, cell.first_segment + b)} : Spot{});
  }
  void SpanOne() {
    const int32_t cell = Pick(board_.cell_count());
    const int axis = Pick(2);
    if (!board_.CanSpan(cell, axis, kRoad)) return;
    board_.AddMarker(kToken, -1, {At::kSpan, PackSpan(board_.SquareOf(cell), axis)}, {}, false);
    ++spans;
  }
  int spans = 0;

 private:
  void Lay(Id tile, int x, int y, int turn = 0) {
    board_.Lay(board_.AddPiece(tile, PieceAt::kPile, -1), x, y, turn, 1);
  }
  Spot SomeSpot() {
    const Cell& cell = board_.cell(Pick(board_.cell_count()));
    switch (Pick(8)) {
      case 0:
        return {At::kSupply, kNothing};
      case 1:
        return {At::kSquare, PackSquare(cell.x, cell.y)};
      case 2:
        return {At::kFigure, Pick(board_.figure_count())};
      case 3:
        return {At::kMarker, Pick(board_.marker_count())};
      default: {
        const int32_t segment = Pick(board_.segment_count());
        if (board_.segment(segment).node == kNone) return {};  // room for a segment that nothing has laid
        return {At::kSegment, segment};
      }
    }
  }

  Shapes shapes_;
  Board board_;
  std::mt19937 random_;
};

class BoardScratchTest : public testing::TestWithParam<unsigned> {};

TEST_P(BoardScratchTest, AgreesAfterEveryAction) {
  const Program program = WatchingProgram();
  RandomBoard random(program, GetParam());
  const bool links = GetParam() % 2 == 0;
  for (int i = 0; i < 300; ++i) {
    random.LayOne();
    ASSERT_EQ(FirstDifference(random.board()).value_or(""), "") << "after piece " << i;
    random.MoveOne();
    if (links && i % 25 == 0) random.LinkOne();
    ASSERT_EQ(FirstDifference(random.board()).value_or(""), "") << "after the move of piece " << i;
  }
  EXPECT_GT(random.board().cell_count(), 250);
}

TEST_P(BoardScratchTest, AgreesWhileFeaturesFallApart) {
  Program program = WatchingProgram();
  program.kinds[kToken].joins_kinds = AddKindSet(program, {kRoad, kCity, kField});
  program.kinds[kToken].joins_two = true;
  RandomBoard random(program, GetParam());
  int joined = 0, apart = 0;
  for (int i = 0; i < 300; ++i) {
    random.LayOne();
    random.MoveOne();
    const int before = random.board().node_count();
    random.JoinOne();
    ASSERT_EQ(FirstDifference(random.board()).value_or(""), "") << "after piece " << i;
    joined += random.board().link_count() > joined;
    apart += random.board().node_count() > before;  // only what falls apart makes a node here
  }
  EXPECT_GT(joined, 20);
  EXPECT_GT(apart, 5);
}

TEST_P(BoardScratchTest, AgreesWhenSegmentsAreLaidAcross) {
  Program program = WatchingProgram();
  program.kinds[kToken].adds = kRoad;
  RandomBoard random(program, GetParam());
  for (int i = 0; i < 200; ++i) {
    random.LayOne();
    for (int attempt = 0; attempt < 10; ++attempt) random.SpanOne();
    ASSERT_EQ(FirstDifference(random.board()).value_or(""), "") << "after piece " << i;
    random.MoveOne();
    ASSERT_EQ(FirstDifference(random.board()).value_or(""), "") << "after the move of piece " << i;
  }
  EXPECT_GT(random.spans, 5);
}

TEST_P(BoardScratchTest, AgreesWhereTwoSegmentsShareASide) {
  Program program = WatchingProgram();
  const Id shared = AddTile(program, "shared", "city N W; city E; field SL SR");
  program.tiles[static_cast<size_t>(shared)].segments[1].shared = 1u << 1;
  const Shapes shapes(program);
  Board board(&program, &shapes);
  const auto lay = [&](Id tile, int x, int y, int turn) {
    board.Lay(board.AddPiece(tile, PieceAt::kPile, -1), x, y, turn, 1);
  };
  lay(shared, 0, 0, 0);
  EXPECT_EQ(board.OpenEnds(board.FeatureOf(0)), 2);
  EXPECT_EQ(board.OpenEnds(board.FeatureOf(1)), 2) << "the side is an end of both";
  lay(kCap, 0, -1, 2);
  EXPECT_EQ(board.FeatureOf(0), board.FeatureOf(1)) << "what lies there joins both";
  EXPECT_EQ(board.OpenEnds(board.FeatureOf(0)), 2);
  EXPECT_EQ(FirstDifference(board).value_or(""), "");
}

INSTANTIATE_TEST_SUITE_P(Seeds, BoardScratchTest, testing::Range(1u, 5u));

// --- planted faults: each changes one thing on a copy of a board that agrees ---

struct Fault {
  const char* name;
  std::function<void(Board&, BoardTester&)> plant;
  const char* says;  // part of the sentence
};

void PrintTo(const Fault& fault, std::ostream* out) {
  *out << fault.name;
}

int32_t SomeRoot(const Board& board, Id kind, int least_segments) {
  for (int32_t id = 0; id < board.node_count(); ++id) {
    if (board.IsFeature(id) && board.node(id).kind == kind && board.SegmentsOf(id) >= least_segments) return id;
  }
  ADD_FAILURE() << "no such feature";
  return 0;
}

const Fault kFaults[] = {
    {"OpenEnds", [](Board& b, BoardTester& t) { ++t.Column(SomeRoot(b, kRoad, 2), Board::kOpenColumn); },
     "the number of open ends of feature"},
    {"Edges", [](Board& b, BoardTester& t) { --t.Column(SomeRoot(b, kCity, 2), Board::kEdgeColumn); },
     "the number of edges of feature"},
    {"Segments", [](Board& b, BoardTester& t) { ++t.NodeAt(SomeRoot(b, kField, 2)).segments; },
     "the number of segments of feature"},
    {"Tiles", [](Board& b, BoardTester& t) { --t.Column(SomeRoot(b, kField, 2), Board::kTileColumn); },
     "the number of tiles of feature"},
    {"CellsRound", [](Board& b, BoardTester& t) { t.Near(b.cell(b.alone_cells()[0])) += 4; },
     "the number of cells round"},
    {"AloneNear", [](Board& b, BoardTester& t) { t.Near(b.cell(b.alone_cells()[0])) = 0; },
     "whether something that joins nothing is near"},
    {"Shared", [](Board& b, BoardTester& t) { t.NodeAt(SomeRoot(b, kField, 3)).shared = 0; },
     "the number of shared segments of feature"},
    {"Votes", [](Board& b, BoardTester& t) { ++t.Column(SomeRoot(b, kRoad, 2), kVotesOfBlue); }, "column 5 of feature"},
    {"FigureInAnotherList", [](Board&, BoardTester& t) { t.FigureLists().Put(0, Whereabouts::ListOf(1)); },
     "the list of figure 0"},
    {"FeatureNotInTheIndex", [](Board& b, BoardTester& t) { t.DropFromIndex(SomeRoot(b, kRoad, 2)); },
     "how many features of kind set -1"},
    {"FeatureInTheIndexOfAnotherKind", [](Board& b, BoardTester& t) { t.PutInIndexAs(SomeRoot(b, kRoad, 2), kCity); },
     "how many features of kind set"},
    {"FigureMovedBehindTheColumns",
     [](Board& b, BoardTester& t) {
       b.MoveFigure(0, {At::kSegment, 0});
       t.FigureAt(0).spot = {};
     },
     "column"},
    {"MarkerLost", [](Board&, BoardTester& t) { t.DropMarker(); }, "the number of printed markers"},
    {"SplitNode",
     [](Board& b, BoardTester& t) {
       for (int32_t id = 0; id < b.node_count(); ++id) {
         if (b.node(id).parent != id) {
           t.NodeAt(id).parent = id;
           return;
         }
       }
     },
     "are joined but have the features"},
    {"WrongUnion",
     [](Board& b, BoardTester& t) {
       const int32_t road = SomeRoot(b, kRoad, 2), city = SomeRoot(b, kCity, 2);
       t.NodeAt(city).parent = road;
     },
     "but nothing joins them"},
    {"CircleOfNodes",
     [](Board& b, BoardTester& t) {
       const int32_t road = SomeRoot(b, kRoad, 2), city = SomeRoot(b, kCity, 2);
       t.NodeAt(city).parent = road;
       t.NodeAt(road).parent = city;
     },
     "go round in a circle"},
    {"RingTooShort",
     [](Board& b, BoardTester& t) {
       const int32_t segment = b.node(SomeRoot(b, kRoad, 3)).ring;
       t.SegmentAt(segment).next = segment;
     },
     "leaves out segment"},
    {"RingOfTwoFeatures",
     [](Board& b, BoardTester& t) {
       t.SegmentAt(b.node(SomeRoot(b, kRoad, 3)).ring).next = b.node(SomeRoot(b, kCity, 2)).ring;
     },
     "comes to segment"},
    {"Need",
     [](Board& b, BoardTester& t) {
       SideCode& need = t.SpaceAt(b.spaces().size() / 2).needs[1];
       need = need == kNoSide ? kPlainSide : kNoSide;
     },
     "on side 1"},
    {"SpaceLost", [](Board&, BoardTester& t) { t.DropSpace(); }, "there is no space at"},
    {"SpaceTooMany", [](Board&, BoardTester& t) { t.Grid(0, 0) = -2; }, "the cell at (0, 0)"},
    {"CellElsewhere", [](Board&, BoardTester& t) { t.CellAt(3).x = 200; }, "is kept as 3"},
    {"TwoCellsOnOneSquare",
     [](Board& b, BoardTester& t) {
       t.CellAt(3).x = b.cell(4).x;
       t.CellAt(3).y = b.cell(4).y;
     },
     "two cells at"},
    {"NeedInShort", [](Board&, BoardTester& t) { t.NibblesAt(0) ^= 0x1111; }, "in short on side 0"},
    {"NeedAsked", [](Board&, BoardTester& t) { t.AskedAt(0) ^= 0xF000; }, "in short on side 3"},
    {"PieceTurned", [](Board& b, BoardTester&) { b.piece(b.cell(5).piece).turn ^= 1; }, "has another's shape"},
    {"PieceTaken", [](Board& b, BoardTester&) { b.piece(b.cell(5).piece).at = PieceAt::kOut; },
     "does not lie on its cell"},
    {"SegmentElsewhere", [](Board&, BoardTester& t) { t.SegmentAt(7).cell = 0; }, "the cell of segment 7"},
    {"LinkWithOneEnd",
     [](Board& b, BoardTester& t) {
       b.AddLink(0, b.cell(b.cell_count() - 1).first_segment);
       t.HalfLinkAt(0).to = 1;
     },
     "the end of half link 0"},
};

class PlantedFaultTest : public testing::TestWithParam<Fault> {};

TEST_P(PlantedFaultTest, IsFound) {
  const Program program = WatchingProgram();
  RandomBoard random(program, 11);
  for (int i = 0; i < 100; ++i) random.LayOne();
  ASSERT_EQ(FirstDifference(random.board()), std::nullopt);
  Board copy = random.board();
  BoardTester tester(&copy);
  GetParam().plant(copy, tester);
  const std::string found = FirstDifference(copy).value_or("nothing");
  EXPECT_NE(found.find(GetParam().says), std::string::npos) << found;
  EXPECT_EQ(FirstDifference(random.board()), std::nullopt) << "the copy shared something with the board";
}

INSTANTIATE_TEST_SUITE_P(All, PlantedFaultTest, testing::ValuesIn(kFaults),
                         [](const auto& fault) { return std::string(fault.param.name); });

// A fault in the turned shapes is found although board and graph both read them: one program's board is held
// to another's tables.
TEST(BoardScratch, FindsAShapeThatIsNotTheTile) {
  Program program = WatchingProgram();
  const Shapes shapes(program);
  Board board(&program, &shapes);
  board.Lay(board.AddPiece(kCap, PieceAt::kPile, -1), 0, 0, 1, 1);
  ASSERT_EQ(FirstDifference(board), std::nullopt);
  program.tiles[kCap].segments[0].ports = 1u << 4;
  EXPECT_NE(FirstDifference(board).value_or("").find("the tile RCr turned 1 times: the ports of segment 0"),
            std::string::npos);
  program = WatchingProgram();
  program.tiles[kCap].wild = 1;
  EXPECT_NE(FirstDifference(board).value_or("").find("the code of side 1"), std::string::npos);
}

}  // namespace
}  // namespace reeve
