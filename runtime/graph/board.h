// The board: pieces on a grid, their segments, the features that these form, and what stands or lies on them.
//
// The incremental view. A feature is a node of a union-find; a segment points at the node it had when it was
// laid and Find() leads to the node it has now. Each node carries one row of columns (program.columns), kept
// up to date by every placement, join and move, so that scoring reads numbers and walks nothing. The segments
// of a feature form a ring, for whoever has to walk. feature_graph.h shows the same board to Boost's
// algorithms, and scratch.h recomputes everything from there: both views must agree after every action.
//
// Two segments join where their ports face each other across a side and both are of one kind that joins by
// that sort of port; whether the rest of the two sides fits does not matter (a field goes on beside a
// road that a marker has laid across it). A port that faces a filled square is no open end, joined or not.
//
// Invariants: ids only grow and are dense; a node's row is valid only at the root; rings of one feature are
// one cycle; a figure or marker that comes down to a segment (SegmentAt) is counted in the columns of exactly
// one root.
//
// Cost: laying a piece O(ports + joins * columns); Find O(log) worst, mostly 1-2 steps (the larger root wins,
// no writes); TilesOf O(1), but walks the feature once after parts were joined that may have a square in common.
// The grid is made of blocks, so that memory follows the squares used and not the rectangle round them; a copy
// copies the blocks in use.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "runtime/bytecode/program.h"
#include "runtime/graph/kind_index.h"
#include "runtime/graph/nodes.h"
#include "runtime/graph/shapes.h"
#include "runtime/graph/watched.h"
#include "runtime/graph/whereabouts.h"

namespace reeve {

inline constexpr int32_t kNone = -1;

enum class PieceAt : uint8_t { kPile, kHand, kSupply, kBoard, kOut, kPlace };

struct Piece {
  Id tile = kNoId;
  PieceAt at = PieceAt::kPile;
  int8_t owner = -1;      // kSupply
  int8_t turn = 0;        // kBoard: quarter turns clockwise
  int32_t cell = kNone;   // kBoard
  Id place = kNoId;       // kPlace
  int32_t marks = kNone;  // the first of its printed markers, where they were made before it was laid
};

struct Cell {
  int16_t x = 0, y = 0;
  int32_t piece = kNone;
  int32_t first_segment = 0;
  const Shape* shape = nullptr;
};

struct Segment {
  int32_t node = kNone;  // when laid; Find(node) is its feature
  int32_t cell = kNone;
  int32_t next = kNone;  // ring of the feature
  int32_t link = kNone;  // first of its half links, see AddLink
};

// One direction of a join that is no edge between two squares. Half links 2i and 2i + 1 are one link.
struct HalfLink {
  int32_t to = kNone;    // segment
  int32_t next = kNone;  // next half link of the same segment
};

// Where a figure or marker is.
enum class At : uint8_t {
  kOut,
  kSupply,
  kSegment,
  kSquare,
  kFigure,
  kMarker,
  kPlayer,
  kPlace,
  kCorner,
  kScoreboard,
  kPiece,    // printed on a piece that does not lie yet
  kJoining,  // a marker on two segments that it joins
  kSpan      // a marker that lays a segment across a tile
};
struct Spot {
  At at = At::kSupply;
  Value id = kNothing;
  template <class A>
  void Fields(A& a) {
    a(at, id);
  }
  friend bool operator==(const Spot&, const Spot&) = default;
};

struct Figure {
  Id kind = kNoId;
  int8_t owner = -1;  // -1: neutral
  Spot spot;
};

struct Marker {
  Id kind = kNoId;
  int8_t owner = -1;
  Spot spot;
  bool printed = false;
  Id card = kNoId;                      // what it was drawn as
  std::array<int32_t, 4> attributes{};  // in the order of the kind's; more than 4 are refused by the compiler
};

// An empty square beside the board and what its four sides must fit: the code of the neighbour's side,
// kNoSide where there is none.
struct Space {
  int16_t x = 0, y = 0;
  std::array<SideCode, kSides> needs{};
};

class Board {
 public:
  explicit Board(const Program* program, const Shapes* shapes, int players = kMaxPlayers);

  void Clear();  // as new; keeps memory. O(cells used)

  // --- pieces ---
  int32_t AddPiece(Id tile, PieceAt at, int owner);
  // Lays a piece on an empty square. The caller has checked that it may lie there; sides that do not fit are
  // laid beside each other. What it touches is not completed, closed or settled any more. `part` numbers the
  // part of the turn, for `extended`. No spaces come up beyond kMaxCoordinate.
  void Lay(int32_t piece, int x, int y, int turn, int32_t part);
  // Makes what is printed on a piece before it is laid, so that rules can read it: on the piece, on no square.
  void ShowMarks(int32_t piece);
  Piece& piece(int32_t id) { return pieces_[static_cast<size_t>(id)]; }
  const Piece& piece(int32_t id) const { return pieces_[static_cast<size_t>(id)]; }
  int piece_count() const { return static_cast<int>(pieces_.size()); }

  // --- grid ---
  int32_t CellAt(int x, int y) const {
    const int32_t value = GridAt(x, y);
    return value >= 0 ? value : kNone;
  }
  bool Filled(Value square) const { return CellAt(SquareX(square), SquareY(square)) != kNone; }
  const Cell& cell(int32_t id) const { return cells_[static_cast<size_t>(id)]; }
  // Whether a cell with a segment that joins nothing lies here or beside, corners too.
  bool NearAlone(int x, int y) const { return near_[SlotOf(x, y)] != 0; }
  // All of those, in the order in which they were laid.
  std::span<const int32_t> alone_cells() const { return alone_cells_; }
  int cell_count() const { return static_cast<int>(cells_.size()); }
  Value SquareOf(int32_t cell_id) const { return PackSquare(cell(cell_id).x, cell(cell_id).y); }
  // Cells in the 3 by 3 squares, itself included; kept where a segment joins nothing.
  int FilledAround(int x, int y) const;
  int FilledAround(int32_t feature) const {  // one of one segment
    const Cell& middle = cell(segment(node(feature).ring).cell);
    return FilledAround(middle.x, middle.y);
  }
  std::span<const Space> spaces() const {  // in no order that means anything
    return {spaces_.data(), static_cast<size_t>(space_count_)};
  }
  int32_t SpaceAt(int x, int y) const;  // index into spaces(), or kNone
  // Whether the shape fits the space: every neighbouring side has the same code, or one of them is wild.
  static bool Fits(const Space& space, const Shape& shape) {
    const uint32_t needs = Packed(space);
    if (((needs ^ shape.side_codes) & Asked(needs)) == 0) return true;
    return (shape.has_wild || HasWild(needs)) && FitsWild(needs, shape.side_codes);
  }
  // The turns in which a tile fits the space, as bits: the four at once in about the time of one.
  static unsigned FittingTurns(const Space& space, const TurnCodes& turns) {
    const uint32_t needs = Packed(space), asked = Asked(needs);
    const bool wild = turns.has_wild || HasWild(needs);
    unsigned fitting = 0;
    for (unsigned turn = 0; turn < 4; ++turn) {
      fitting |= (((needs ^ turns.codes[turn]) & asked) == 0 ? 1u : 0u) << turn;
      if (wild) fitting |= (FitsWild(needs, turns.codes[turn]) ? 1u : 0u) << turn;
    }
    return fitting;
  }

  // Where a tile fits, without a list of it: spaces in groups of 64, four words a group, a bit for each fit of a turn.
  struct FitBits {
    struct Group {
      std::array<uint64_t, kSides> words{};
      std::array<int32_t, kSides> counts{};  // bits of each
    };
    Id tile = kNoId;
    uint64_t changes = 0;  // of the board that it was made from
    int32_t count = 0;
    std::vector<Group> groups;
  };
  std::pair<Nibbles, Nibbles> NibblesOf(size_t space) const {
    return {need_nibbles_[space], need_asked_[space]};
  }  // codes, what is asked
  // How often spaces or what they need have changed: while it is the same, so are the fits of a tile.
  uint64_t space_changes() const { return space_changes_; }
  // Good until the board or the tile is another: asked again, it is not made anew.
  void FindFits(Id tile, FitBits& fits) const;
  // The k-th fit in an order of its own: that of spaces(). Gives space and turn.
  static std::pair<int32_t, int> FitAt(const FitBits& fits, int32_t k);

  // --- segments and features ---
  const Segment& segment(int32_t id) const { return segments_[static_cast<size_t>(id)]; }
  int segment_count() const { return static_cast<int>(segments_.size()); }
  Id SegmentKind(int32_t id) const { return node(FeatureOf(id)).kind; }  // that of its feature now (it may have turned)
  int SegmentIndex(int32_t id) const { return id - cell(segment(id).cell).first_segment; }  // on its tile
  int32_t FeatureOf(int32_t segment_id) const { return Find(segment(segment_id).node); }
  int32_t Find(int32_t node) const {
    while (nodes_[node].parent != node) node = nodes_[node].parent;
    return node;
  }
  Node& node(int32_t id) { return nodes_[id]; }
  const Node& node(int32_t id) const { return nodes_[id]; }
  int node_count() const { return nodes_.size(); }
  bool IsFeature(int32_t node_id) const {  // a root that still has segments
    return node(node_id).parent == node_id && node(node_id).ring != kNone;
  }
  // Features of a kind set, or of any kind, in the order of their ids.
  template <class Visit>
  void ForFeatures(int kinds, Visit&& visit) const {
    features_.For(layout_->features.Of(kinds), visit);
  }
  // Likewise figures and markers, wherever they are.
  template <class Visit>
  void ForFigures(int kinds, Visit&& visit) const {
    figures_of_kind_.For(layout_->figures.Of(kinds), visit);
  }
  // The figures of a player (-1: the neutral ones) in the supply, in the order of their ids.
  template <class Visit>
  void ForInSupply(int owner, Visit&& visit) const {
    const int32_t place = owner + 1;
    in_supply_.For({&place, 1}, visit);
  }
  template <class Visit>
  void ForMarkers(int kinds, Visit&& visit) const {
    markers_of_kind_.For(layout_->markers.Of(kinds), visit);
  }
  int32_t column(int32_t feature, int index) const {  // by its place in the row
    return nodes_.row(feature)[index];
  }
  int32_t ColumnOf(int32_t feature, int program_column) const {
    const int32_t index = RowIndex(program_column);
    if (index == kTileColumn) return TilesOf(feature);
    if (index >= 0) return column(feature, index);
    return index == kCountedSegments ? SegmentsOf(feature) : 0;
  }
  const int32_t* row(int32_t feature) const { return nodes_.row(feature); }
  int32_t OpenEnds(int32_t feature) const { return column(feature, kOpenColumn); }
  int32_t SegmentsOf(int32_t feature) const { return node(feature).segments; }
  int32_t EdgesOf(int32_t feature) const { return column(feature, kEdgeColumn); }
  int32_t TilesOf(int32_t feature) const {  // distinct squares
    if (!node(feature).counted) CountTiles(feature);
    return column(feature, kTileColumn);
  }
  void ForSegments(int32_t feature, auto&& visit) const {
    const int32_t first = node(feature).ring;
    if (first == kNone) return;
    int32_t at = first;
    do {
      visit(at);
      at = segment(at).next;
    } while (at != first);
  }

  // The segments that this one is joined to, by ports and links; one may come up twice.
  template <class Visit>
  void ForJoined(int32_t segment_id, Visit&& visit) const {
    const Cell& here = cell(segment(segment_id).cell);
    const auto index = static_cast<size_t>(segment_id - here.first_segment);
    for (int port = 0; port < kPorts; ++port) {
      if ((here.shape->joins[index] >> port & 1) == 0) continue;
      const int side = port / kPortsPerSide;
      const int32_t beyond = CellAt(here.x + kSideX[side], here.y + kSideY[side]);
      if (beyond == kNone) continue;
      const Cell& there = cell(beyond);
      const int facing =
          there.shape->port[static_cast<size_t>(OppositeSide(side) * kPortsPerSide + FacingPort(port % kPortsPerSide))];
      if (facing >= 0 && there.shape->kind[static_cast<size_t>(facing)] == here.shape->kind[index])
        visit(there.first_segment + facing);
    }
    for (int32_t half = segment(segment_id).link; half != kNone; half = half_link(half).next) visit(half_link(half).to);
  }

  // Joins the features of two segments of one kind by something else than an edge between squares. The link
  // adds nothing to the columns and closes no end. Gives the feature.
  int32_t AddLink(int32_t a, int32_t b);
  // Takes one such link away. Where nothing else holds the feature together it falls apart: the part that keeps more
  // segments keeps the id. O(segments of the feature + figures + markers).
  void RemoveLink(int32_t a, int32_t b);
  // Makes a feature one of another kind; segments, figures and links stay. What says "completed" is asked anew.
  void TurnInto(int32_t feature, Id kind);
  // Lays a segment of `kind` across a cell whose two sides on that axis show half-edges only, at most one a cell.
  // Gives the segment. The ends join what faces them.
  int32_t AddAcross(int32_t cell_id, int axis, Id kind);
  bool CanSpan(int32_t cell_id, int axis, Id kind) const;  // and nothing but that kind, or nothing, faces its ends
  // Features that links, spans and joining markers changed since ClearChanged(): a segment of each.
  std::span<const int32_t> changed() const { return changed_; }
  void ClearChanged() { changed_.clear(); }
  void NoteChanged(int32_t segment_id) { changed_.push_back(segment_id); }
  void SetPart(int32_t part) { part_ = part; }                                 // numbers what links extend
  int link_count() const { return static_cast<int>(half_links_.size() / 2); }  // those taken away included
  const HalfLink& half_link(int32_t id) const { return half_links_[static_cast<size_t>(id)]; }

  // --- figures and markers ---
  int32_t AddFigure(Id kind, int owner, Spot spot);
  int32_t AddMarker(Id kind, int owner, Spot spot, std::span<const int32_t> attributes, bool printed, Id card = kNoId);
  std::span<const Figure> figures() const { return figures_; }
  const Figure& figure(int32_t id) const { return figures_[static_cast<size_t>(id)]; }
  const Marker& marker(int32_t id) const { return markers_[static_cast<size_t>(id)]; }
  int figure_count() const { return static_cast<int>(figures_.size()); }
  int marker_count() const { return static_cast<int>(markers_.size()); }
  // By the cell that they lie in by themselves; those that ride, lie at corners or beside the board in lists of their
  // own.
  const Whereabouts& figures_by_cell() const { return figures_by_cell_; }
  const Whereabouts& markers_by_cell() const { return markers_by_cell_; }
  int32_t ListOf(Spot spot) const;
  void MoveFigure(int32_t id, Spot spot);  // columns follow
  void MoveMarker(int32_t id, Spot spot);
  // The segment, square, feature a spot comes down to; a figure beside a figure stands where that one stands
  // (and so with markers), and is counted in the columns of the feature there.
  int32_t SegmentAt(Spot spot) const;  // kNone if on no segment
  int32_t CellOf(Spot spot) const;     // kNone if off the board
  // A corner comes down to the segment round it: the first of the four cells that has one along both its sides there.
  int32_t SegmentAtCorner(Value corner) const;
  int32_t SegmentBeside(Value corner, int around) const;  // of one of the four cells, 0 to 3; kNone if it has none

  // Features that the last Lay created, extended or joined, each root once; in segment order.
  std::span<const int32_t> touched() const { return {touched_.data(), static_cast<size_t>(touched_count_)}; }
  // Features that lost an open end to the last Lay without being touched: something else, or nothing, lies
  // across.
  std::span<const int32_t> blocked() const { return blocked_; }

  // A row holds the engine's columns, then those of the program that the engine does not keep anyway, in their order
  // and without those of players who do not play: rows are joined and walked over, so they are short. A kFigures or
  // kVotes column of no player counts those of all and of none.
  static constexpr int kTileColumn = 0, kOpenColumn = 1, kEdgeColumn = 2, kEngineColumns = 3;
  static constexpr int32_t kCountedSegments = -1, kAlwaysNone = -2;             // in no row: SegmentsOf; 0
  static std::vector<int32_t> RowIndices(const Program& program, int players);  // by column of the program
  static int32_t FirstWatched(const std::vector<int32_t>& indices);  // then a place in the row for each of WatchedSets
  std::span<const WatchedSet> watched() const { return layout_->watched; }
  int32_t WatchedIndex(size_t set) const { return layout_->first_watched + static_cast<int32_t>(set); }
  // Whether no two segments of a feature lie in one cell: what is counted for each segment is then counted once.
  bool SegmentsApart(int32_t feature) const { return TilesOf(feature) == SegmentsOf(feature); }
  int32_t RowIndex(int program_column) const { return layout_->index[static_cast<size_t>(program_column)]; }
  const Program& program() const { return *program_; }
  const Shapes& shapes() const { return *shapes_; }
  bool has_spares() const { return layout_->spares; }  // one segment more a cell, without a node until it is laid
  std::span<const std::pair<int32_t, Id>> turned() const { return turned_; }

 private:
  friend class BoardTester;  // tests plant faults with it

  struct Counting {
    int32_t column;
    int32_t player;
    int32_t weight;
  };
  // What follows from the program alone; shared by all copies of a board.
  struct Layout {
    int columns = 0;                 // of a row; a multiple of 4
    std::vector<int32_t> index;      // RowIndices
    bool spares = false;             // some marker adds a segment: each cell keeps room for one
    std::vector<int32_t> begin;      // kind -> its first entry of `counting`; one more at the end
    std::vector<Counting> counting;  // columns that a figure or marker of a kind changes
    std::vector<int32_t> place;      // of a kind among those of its class: KindIndex
    struct Places {
      int32_t count = 0;
      std::vector<std::vector<int32_t>> sets;  // by kind set + 1, the first of all kinds
      std::span<const int32_t> Of(int kinds) const { return sets[static_cast<size_t>(kinds + 1)]; }
    };
    Places features, figures, markers;
    std::vector<WatchedSet> watched;
    int32_t first_watched = 0;
    std::vector<std::vector<int32_t>> in_cells;  // kind -> columns of all segments in its cell; empty: no kind has any
  };
  static Layout::Places PutInPlaces(const Program& program, Class cls, std::vector<int32_t>& place);
  static std::shared_ptr<const Layout> MakeLayout(const Program& program, int players);

  // Blocks of 32 by 32 squares, reached through a window of block numbers. Block 0 is empty and stands for
  // all that are not there. The first square lies in the middle of one: most games need no other.
  static constexpr int kBlockBits = 5, kBlock = 1 << kBlockBits, kBlockMask = kBlock - 1;
  static constexpr int kBlockSquares = kBlock * kBlock;
  static int BlockOf(int at) { return (at + kBlock / 2) >> kBlockBits; }  // along an axis
  static int InBlock(int at) { return (at + kBlock / 2) & kBlockMask; }
  static bool IsInside(int x, int y) {  // of a block, with all round it
    return static_cast<unsigned>(InBlock(x) - 1) < kBlock - 2u && static_cast<unsigned>(InBlock(y) - 1) < kBlock - 2u;
  }
  size_t SlotIn(int32_t block, int x, int y) const {
    return static_cast<size_t>(block) * kBlockSquares + static_cast<size_t>(InBlock(y) << kBlockBits | InBlock(x));
  }
  bool InWindow(int column, int row) const {
    return static_cast<unsigned>(column) < static_cast<unsigned>(window_width_) &&
           static_cast<unsigned>(row) < static_cast<unsigned>(window_height_);
  }
  int32_t GridAt(int x, int y) const { return grid_[SlotOf(x, y)]; }
  size_t SlotOf(int x, int y) const {  // in block 0 where there is none
    const int column = BlockOf(x) - window_left_, row = BlockOf(y) - window_top_;
    return SlotIn(InWindow(column, row) ? window_[static_cast<size_t>(row * window_width_ + column)] : 0, x, y);
  }
  size_t EnsureSlot(int x, int y) {  // of a square that may be written to
    const int column = BlockOf(x) - window_left_, row = BlockOf(y) - window_top_;
    if (InWindow(column, row)) {
      const int32_t block = window_[static_cast<size_t>(row * window_width_ + column)];
      if (block != 0) return SlotIn(block, x, y);
    }
    return AddBlock(x, y);
  }
  size_t AddBlock(int x, int y);
  void GrowWindow(int block_x, int block_y);
  static uint32_t Packed(const Space& space) {
    uint32_t needs = 0;
    for (size_t side = 0; side < kSides; ++side) needs |= uint32_t{space.needs[side]} << (8 * side);
    return needs;
  }
  static uint32_t Asked(uint32_t needs) {  // 255 in every byte that is not kNoSide; no carry from byte to byte
    return ((((needs & 0x7F7F7F7Fu) + 0x7F7F7F7Fu) | needs) >> 7 & 0x01010101u) * 255u;
  }
  static bool HasWild(uint32_t codes) { return ((~codes - 0x01010101u) & codes & 0x80808080u) != 0; }
  static bool FitsWild(uint32_t needs, uint32_t codes);

  int32_t* Row(int32_t node_id) { return nodes_.row(node_id); }
  int32_t PlaceOf(Id kind) const { return layout_->place[static_cast<size_t>(kind)]; }
  int32_t NewNode(Id kind);
  int32_t Join(int32_t a, int32_t b);
  void CountTiles(int32_t feature) const;
  static constexpr size_t kManyCells = 4096;
  void FillSpace(size_t slot);
  void GrowSpaces();
  void MeetSpace(size_t slot, int x, int y, int side, SideCode code);
  struct Laying;
  struct Joined {
    int32_t a, b, marker, other;
  };  // a link, and the markers that make it
  void MeetShared(int32_t cell_id);
  void Unlink(int32_t from, int32_t to);
  void Split(int32_t root, int32_t from, int32_t to);
  void Recount(int32_t root, const std::vector<int32_t>& segments);
  void JoinBy(int32_t marker_id);
  void Arrive(int32_t marker_id);
  void PartBy(int32_t marker_id);
  void SetNeeds(int x, int y, int side, SideCode code);
  void Meet(const Cell& theirs, int side, Laying& laying);
  void Face(const Cell& theirs, int side, unsigned my_ends, unsigned their_ends, Laying& laying);
  void StartFeatures(Laying& laying);
  void ExtendFeatures(Laying& laying, int32_t part);
  void LieBeside(size_t slot, int32_t cell_id);
  void AddMarks(int32_t cell_id, Id tile);
  void NoteBlocked(int32_t cell_id);
  void Count(int32_t feature, Id kind, int owner, int sign);
  void CountAt(Spot spot, Id kind, int owner, int sign);
  void CountInCell(int32_t cell_id, Id kind, int sign, int32_t feature);
  template <class Visit>
  void ForThings(int32_t list, Visit&& visit) const {  // of Whereabouts
    figures_by_cell_.For(list, [&](int32_t id) { visit(figure(id)); });
    markers_by_cell_.For(list, [&](int32_t id) { visit(marker(id)); });
  }
  void CountRiders(Spot host, int sign);
  template <class Thing>
  void MoveThing(Thing& thing, Spot self, Spot spot);
  bool Rides(Spot spot, Spot host) const;
  Spot Ground(Spot spot) const;

  const Program* program_;
  const Shapes* shapes_;
  std::shared_ptr<const Layout> layout_;
  std::vector<Piece> pieces_;
  std::vector<Cell> cells_;
  std::vector<Segment> segments_;
  std::vector<HalfLink> half_links_;
  std::vector<Joined> joined_;
  std::vector<int32_t> changed_;
  std::vector<std::pair<int32_t, Id>> turned_;  // a segment of each feature that was made another kind
  int32_t part_ = 0;
  mutable Nodes nodes_;  // CountTiles writes: a board is read by one thread at a time
  KindIndex features_, figures_of_kind_, markers_of_kind_;
  KindIndex in_supply_{kMaxPlayers + 1};  // figures, by owner + 1
  std::vector<Figure> figures_;
  std::vector<Marker> markers_;
  Whereabouts figures_by_cell_, markers_by_cell_;
  int riders_ = 0;                                  // figures and markers that are on a figure or marker
  static constexpr int32_t kSpareSpaces = 16;       // behind the last one: sixteen are read at a time
  std::vector<Space> spaces_;                       // the first space_count_ are spaces, the rest is room for more
  std::vector<Nibbles> need_nibbles_, need_asked_;  // beside it, what each needs at four bits a side
  std::vector<int32_t> alone_cells_;
  int32_t space_count_ = 0;
  uint64_t space_changes_ = 0;                       // how often spaces or what they need have changed
  std::array<int32_t, kMaxSegments + 1> touched_{};  // one more is written than counts
  int32_t touched_count_ = 0;
  std::vector<int32_t> blocked_;
  std::vector<int32_t> window_;                                                  // block numbers
  int window_left_ = 0, window_top_ = 0, window_width_ = 0, window_height_ = 0;  // in blocks
  std::vector<int32_t> grid_;  // >= 0: cell; kNone: nothing; <= -2: -2 - index of a space
  static constexpr uint8_t kAloneNear = 1, kAloneHere = 2, kAloneRound = 4;
  std::vector<uint8_t>
      near_;  // beside it: whether some of alone_cells_ lie there or beside; whether there; FilledAround
  mutable std::vector<uint32_t> stamp_;  // of cells, for CountTiles
  mutable uint32_t stamp_now_ = 0;
};

}  // namespace reeve
