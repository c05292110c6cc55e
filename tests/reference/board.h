// The board of the reference interpreter: what lies and stands where, as docs/semantics.md sections 1 and 5
// have it.
//
// Features are the components of a graph that is built anew for every piece that is laid, and whatever else
// can be looked up is looked up by walking all things. It is kept for as long as nothing on the board
// changes, and thrown away as a whole with any change (see Watched): nothing is ever brought up to date.
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
    kScoreboard,
    kJoining,
    kSpan,
    kPiece  // printed on a piece that does not lie yet
  } at = At::kSupply;
  Value id = kNil;
  friend bool operator==(const Spot&, const Spot&) = default;
};

struct Piece {
  enum class At : uint8_t { kPile, kHand, kSupply, kBoard, kOut, kPlace } at = At::kPile;
  int tile = -1;
  int owner = -1;
  int x = 0, y = 0, turn = 0;  // kBoard
  int place = -1;              // kPlace
  int shown = -1;              // the first of its printed markers, where they were made before it was laid
};
struct Segment {
  int piece = -1;
  int index = 0;  // on its tile
  int kind = -1;
  int feature = -1;  // -1: the room for a segment that may be laid across the tile
  int across = -1;   // of such a segment: 0 north to south, 1 west to east
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
  int card = -1;  // the entry of the bag that it was drawn as
};
// Two segments that a marker joins, alone or with another one.
struct Link {
  int a = -1, b = -1;
  int marker = -1, other = -1;
};
struct Feature {
  int joined = -1;  // the feature that it has become part of
  bool told = false, closed = false;
  int extended = 0;  // the part of the turn in which it was extended last
};

// Something that lookups are made from. Everybody reads it, but it changes through Change() alone, and every
// call of that counts as a change. No lookup may come between Change() and what is done with what it gives:
// the change would go unseen.
template <class T>
class Watched {
 public:
  operator const T&() const { return now_; }
  const auto& operator[](size_t index) const { return now_[index]; }
  auto begin() const { return now_.begin(); }
  auto end() const { return now_.end(); }
  auto find(const auto& key) const { return now_.find(key); }
  size_t size() const { return now_.size(); }
  T& Change() {
    ++changes_;
    return now_;
  }
  uint64_t changes() const { return changes_; }

 private:
  T now_;
  uint64_t changes_ = 0;
};

class Board {
 public:
  explicit Board(const sema::Model* model) : model_(model) {}

  Watched<std::vector<Piece>> pieces;
  Watched<std::vector<Segment>> segments;
  std::vector<Feature> features;  // by number, those that have joined others included
  Watched<std::vector<Figure>> figures;
  Watched<std::vector<Marker>> markers;
  Watched<std::vector<int>> cells;    // pieces on the board, as they were laid
  Watched<std::map<Value, int>> on;   // the same by their squares
  std::vector<int> touched, blocked;  // features, by the last laying
  std::vector<int> changed;           // segments that something else changed since this was last emptied
  Watched<std::vector<Link>> links;   // in the order in which they were made
  // Features that have joined since this was last emptied: which, and into which.
  std::vector<std::pair<int, int>> joins;

  int AddPiece(int tile, Piece::At at, int owner);
  void Lay(int piece, int x, int y, int turn, int part);
  void Show(int piece);  // makes what is printed on it, on the piece alone
  void MoveMarker(int marker, Spot spot, int part);
  void TurnInto(int feature, int kind);

  int PieceOn(Value square) const;  // -1: no cell
  Value SquareOfPiece(int piece) const;
  bool IsSpace(Value square) const;
  const std::vector<Value>& Spaces() const;  // ascending

  uint16_t Ports(int segment) const;  // as it lies
  uint16_t Shared(int segment) const;
  bool IsEnd(int segment, int port) const;
  Value Across(int segment, int port) const;          // the square there
  const std::vector<int>& Joined(int segment) const;  // the segments joined to it directly, ascending
  int OpenEnds(int feature) const;
  int Name(Value feature) const;               // the feature that it is now
  const std::vector<Value>& Features() const;  // those that have segments, ascending
  const std::vector<int>& SegmentsOf(int feature) const;
  const std::vector<int>& SegmentsOn(int piece) const;  // room for one included
  int KindOf(int feature) const;
  bool Likes(int kind, int of) const;  // is one of that kind

  Spot Ground(Spot spot) const;  // through what it is on
  int SegmentAt(const Spot& spot) const;
  Value SquareAt(const Spot& spot) const;
  int SegmentBeside(Value corner, int around) const;
  // Those that are there, on whatever they are. Ascending.
  const std::vector<Value>& FiguresOn(Value square) const;
  const std::vector<Value>& MarkersOn(Value square) const;
  const std::vector<Value>& FiguresAt(int segment) const;
  const std::vector<Value>& MarkersAt(int segment) const;
  bool HalvesOnly(int piece, int turn, int side) const;
  bool CanSpan(int piece, int axis, int kind) const;
  // The kind in the middle of a side of a piece as it would lie, laid across or printed; -1: half-edges only.
  int Middle(int piece, int turn, int side) const;
  bool Wild(int piece, int turn, int side) const;
  int SpanKind() const;  // the kind that some marker lays across tiles; -1: none

 private:
  const sema::Tile& TileOf(int piece) const;
  std::vector<int> Components() const;
  std::vector<int> Facing(int segment, int port) const;
  uint16_t PrintedPorts(int segment) const;
  uint16_t PrintedShared(int segment) const;
  void NameFeatures(int first, int part);
  int JoinNames(int a, int b);
  void CheckNames() const;
  uint16_t Turned(int segment, uint16_t printed) const;
  bool Ends(int segment, uint16_t ports, int port) const;
  void JoinShared(int piece, int part);
  void Print(int kind, const std::vector<int>& attributes, Spot spot);
  void AddLink(const Link& link, int part);
  void RemoveLink(const Link& link, int part);
  void JoinBy(int marker, int part);
  void AddAcross(int piece, int axis, int kind, int part);
  void Disturb(int feature, int part);

  // What was looked up from the pieces that lie, their segments and links.
  struct Lying {
    uint64_t changes = std::numeric_limits<uint64_t>::max();  // those of the board that it was made from
    std::vector<std::vector<int>> on_piece, of_feature;       // segments
    std::vector<Value> features;
    std::vector<uint16_t> ports, shared;                  // by segment
    std::vector<std::optional<std::vector<int>>> joined;  // by segment, when first asked for
    std::optional<std::vector<Value>> spaces;             // when first asked for
  };
  // What was looked up from the places of figures and markers as well.
  struct Standing {
    uint64_t changes = std::numeric_limits<uint64_t>::max();
    std::map<Value, std::vector<Value>> figures_on, markers_on;  // by square
    std::vector<std::vector<Value>> figures_at, markers_at;      // by segment
  };
  const Lying& LookUpLying() const;
  const Standing& LookUpStanding() const;

  const sema::Model* model_;
  mutable Lying lying_;
  mutable Standing standing_;
};

// The square beside one, by side: N E S W.
Value Beside(Value square, int side);

}  // namespace reeve::reference
