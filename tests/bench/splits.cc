// Ferries on a long road: what it costs to turn one, which takes the road apart or joins it again.
#include <algorithm>
#include <utility>
#include <vector>

#include "tests/bench/reeve_play.h"
#include "tests/bench/rows.h"

namespace reeve::bench {
namespace {

constexpr int kTurns = 100;      // a round
constexpr int kFerryEvery = 10;  // tiles of the road

// One road from west to east. Each of its ferries joins the road's two ends at the lake, and can be turned so
// that it joins the western one with a road to the south instead.
struct FerryRoad {
  struct Ferry {
    int32_t marker;
    Value along, aside;
  };
  Board board;
  std::vector<Ferry> ferries;
  int32_t first = kNone;  // a segment at its western end
};

int32_t RoadAt(const Board& board, int32_t cell_id, int side) {
  const Cell& cell = board.cell(cell_id);
  return cell.first_segment + cell.shape->port[static_cast<size_t>(side * kPortsPerSide + 1)];
}

FerryRoad Build(const Program& program, const Shapes& shapes, int tiles) {
  const Id straight = program.FindTile("RFr"), lake = program.FindTile("RRR.ferry");
  FerryRoad made{Board(&program, &shapes), {}, kNone};
  Board& board = made.board;
  for (int x = 0; x < tiles; ++x) {
    const bool ferry = x % kFerryEvery == std::min(tiles, kFerryEvery) / 2;
    board.Lay(board.AddPiece(ferry ? lake : straight, PieceAt::kHand, -1), x, 0, 0, 0);
    if (!ferry) continue;
    const int32_t cell = board.CellAt(x, 0);
    const int32_t east = RoadAt(board, cell, 1), south = RoadAt(board, cell, 2), west = RoadAt(board, cell, 3);
    made.ferries.push_back({kNone, PackJoining(west, east), PackJoining(west, south)});
  }
  made.first = RoadAt(board, board.CellAt(0, 0), 1);
  for (FerryRoad::Ferry& ferry : made.ferries)
    ferry.marker = board.AddMarker(program.FindKind("ferry"), -1, {At::kJoining, ferry.along}, {}, false);
  return made;
}

// Each ferry in its turn aside and back.
void TurnFerries(benchmark::State& state, int tiles) {
  const Program& program = Rules("base, ferries, ferries.tiles");
  const Shapes shapes(program);
  const FerryRoad built = Build(program, shapes, tiles);
  const auto length = [&](const Board& board) { return board.SegmentsOf(board.FeatureOf(built.first)); };
  const int whole = tiles + static_cast<int>(built.ferries.size());  // a lake has two segments of the road
  Board board = built.board;
  for (auto round : state) {
    state.PauseTiming();  // ids only grow: a board that is turned for ever would grow with them
    board = built.board;
    state.ResumeTiming();
    for (int turn = 0; turn < kTurns; ++turn) {
      const FerryRoad::Ferry& ferry = built.ferries[static_cast<size_t>(turn / 2) % built.ferries.size()];
      board.MoveMarker(ferry.marker, {At::kJoining, turn % 2 == 0 ? ferry.aside : ferry.along});
      if (turn == 0 && length(board) >= whole) return state.SkipWithError("the road did not come apart");
      board.ClearChanged();
    }
    if (length(board) != whole) return state.SkipWithError("the road did not come together again");
  }
  Items(state, state.iterations() * kTurns, "us");
}

}  // namespace

void SplitRows() {
  Row("split.ferry_5", "us", [](benchmark::State& state) { TurnFerries(state, 5); });
  Row("split.ferry_500", "us", [](benchmark::State& state) { TurnFerries(state, 500); });
  FloorIs("split.ferry_500", "split.ferry_5");
}

}  // namespace reeve::bench
