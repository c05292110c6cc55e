// The board of the reference interpreter: what lies and stands where, as docs/semantics.md sections 1 and 5
// have it.
//
// Nothing is kept that can be looked up: features are the components of a graph that is built anew for every
// piece that is laid, and all questions walk all things. Slow, and meant to be.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/sema/model.h"

namespace reeve::reference {

using Value = int64_t;
inline constexpr Value kNil = std::numeric_limits<Value>::min();  // nothing: no number is as small

struct Spot {
  enum class At : uint8_t {
    kOut,
    kSupply,
    kSegment,
    kSquare,
    kFigure,
    kMarker,
    kCorner,
    kPlayer,
    kPlace,
    kScoreboard
  } at = At::kSupply;
  Value id = kNil;
  friend bool operator==(const Spot&, const Spot&) = default;
};

struct Piece {
  enum class At : uint8_t { kPile, kHand, kSupply, kBoard, kOut } at = At::kPile;
  int tile = -1;
  int owner = -1;
  int x = 0, y = 0, turn = 0;  // kBoard
};
struct Segment {
  int piece = -1;
  int index = 0;  // on its tile
  int kind = -1;
  int feature = -1;
};
struct Figure {
  int kind = -1, owner = -1;
  Spot spot;
};
struct Marker {
  int kind = -1, owner = -1;
  Spot spot;
  bool printed = false;
  std::vector<int> attributes;
};
struct Feature {
  int joined = -1;  // the feature that it has become part of
  bool told = false, closed = false;
  int extended = 0;  // the part of the turn in which it was extended last
};

class Board {
 public:
  explicit Board(const sema::Model* model) : model_(model) {}

  std::vector<Piece> pieces;
  std::vector<Segment> segments;
  std::vector<Feature> features;  // by number, those that have joined others included
  std::vector<Figure> figures;
  std::vector<Marker> markers;
  std::vector<int> cells;             // pieces on the board, as they were laid
  std::vector<int> touched, blocked;  // features, by the last laying
  // Features that have joined since this was last emptied: which, and into which.
  std::vector<std::pair<int, int>> joins;

  int AddPiece(int tile, Piece::At at, int owner);
  void Lay(int piece, int x, int y, int turn, int part);

  int PieceOn(Value square) const;  // -1: no cell
  Value SquareOfPiece(int piece) const;
  bool IsSpace(Value square) const;
  std::vector<Value> Spaces() const;  // ascending

  uint16_t Ports(int segment) const;  // as it lies
  bool IsEnd(int segment, int port) const;
  // The segments and ports that face a port of a segment; the second: the piece that lies there at all.
  Value Across(int segment, int port) const;
  int OpenEnds(int feature) const;
  int Name(Value feature) const;        // the feature that it is now
  std::vector<Value> Features() const;  // those that have segments, ascending
  std::vector<int> SegmentsOf(int feature) const;
  int KindOf(int feature) const;

  Spot Ground(Spot spot) const;  // through what it is on
  int SegmentAt(const Spot& spot) const;
  Value SquareAt(const Spot& spot) const;

 private:
  const sema::Tile& TileOf(int piece) const;
  std::vector<int> Components() const;
  int SegmentFacing(int segment, int port) const;
  void NameFeatures(int first, int part);

  const sema::Model* model_;
};

// The square beside one, by side: N E S W.
Value Beside(Value square, int side);

}  // namespace reeve::reference
