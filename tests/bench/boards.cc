// Laying tiles on boards that grow: what a tile costs on a small board and on a large one.
#include <vector>

#include "tests/bench/reeve_play.h"
#include "tests/bench/rows.h"
#include "tools/lot.h"

namespace reeve::bench {
namespace {

struct Laid {
  Id tile;
  int16_t x, y;
  int8_t turn;
};

constexpr int kAll = 100000;

// A board of `size` tiles, grown at random where they fit.
std::vector<Laid> Grow(Board& board, int size, Lot& lot) {
  const Program& program = board.program();
  std::vector<Id> box;
  for (const TileCount& entry : program.tilesets[0].tiles)
    box.insert(box.end(), static_cast<size_t>(entry.count), entry.tile);
  std::vector<Laid> laid;
  board.Clear();
  const auto lay = [&](Id tile, int x, int y, int turn) {
    board.Lay(board.AddPiece(tile, PieceAt::kHand, -1), x, y, turn, 0);
    laid.push_back({tile, static_cast<int16_t>(x), static_cast<int16_t>(y), static_cast<int8_t>(turn)});
  };
  lay(program.tilesets[0].starts, 0, 0, 0);
  while (static_cast<int>(laid.size()) < size) {
    const Id tile = box[lot.Below(static_cast<uint32_t>(box.size()))];
    const Space& space = board.spaces()[lot.Below(static_cast<uint32_t>(board.spaces().size()))];
    const auto turn = static_cast<int>(lot.Below(4));
    if (Board::Fits(space, board.shapes().shape(tile, turn))) lay(tile, space.x, space.y, turn);
  }
  return laid;
}

// As many boards of a size as make up the largest one, so that every size lays the same number of different
// tiles.
void LayTiles(benchmark::State& state, int size) {
  static const Shapes shapes(BaseRules());
  Board board(&BaseRules(), &shapes, 2);
  Lot lot(static_cast<uint64_t>(size));
  std::vector<std::vector<Laid>> boards;
  for (int i = 0; i < kAll / size; ++i) boards.push_back(Grow(board, size, lot));
  for (auto round : state) {
    for (const std::vector<Laid>& tiles : boards) {
      board.Clear();
      for (const Laid& laid : tiles)
        board.Lay(board.AddPiece(laid.tile, PieceAt::kHand, -1), laid.x, laid.y, laid.turn, 0);
    }
    benchmark::DoNotOptimize(board.node_count());
  }
  Items(state, state.iterations() * kAll, "ns");
}

}  // namespace

void BoardRows() {
  for (const int size : {100, 1000, 10000, kAll}) {
    const std::string name = "place." + std::to_string(size);
    Row(name, "ns", [size](benchmark::State& state) { LayTiles(state, size); });
    FloorIs(name, "place.100");
  }
}

}  // namespace reeve::bench
