#include "runtime/graph/scratch.h"

#include <algorithm>
#include <boost/graph/connected_components.hpp>
#include <boost/property_map/property_map.hpp>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "runtime/graph/feature_graph.h"

namespace reeve {

namespace {

using Square = std::pair<int, int>;  // x, y
using Difference = std::optional<std::string>;

std::string Number(int64_t number) {
  return std::to_string(number);
}

Difference Differ(const std::string& what, int64_t kept, int64_t anew) {
  if (kept == anew) return std::nullopt;
  return what + " is kept as " + Number(kept) + " and is " + Number(anew) + " from scratch";
}

std::string Where(Square square) {
  return "(" + Number(square.first) + ", " + Number(square.second) + ")";
}

// A port by side and place on it; turning a tile moves it to another side.
struct Port {
  int side = 0, place = 0;
  Port Turned(int turn) const { return {(side + turn) % 4, place}; }
  bool IsMiddle() const { return place == 1; }
  int Bit() const { return side * 3 + place; }
};

// Ends that the segment shares with another one are no ports of its own.
std::vector<Port> SharedPorts(const SegmentInfo& segment) {
  std::vector<Port> ports;
  for (int bit = 0; bit < 12; ++bit) {
    if (segment.shared & (1u << bit)) ports.push_back({bit / 3, bit % 3});
  }
  return ports;
}

std::vector<Port> PrintedPorts(const SegmentInfo& segment) {
  std::vector<Port> ports;
  for (int side = 0; side < 4; ++side) {
    for (int place = 0; place < 3; ++place) {
      if (segment.ports & (1u << (side * 3 + place))) ports.push_back({side, place});
    }
  }
  return ports;
}

class Scratch {
 public:
  explicit Scratch(const Board& board) : board_(board), program_(board.program()), graph_(&board) { ReadTiles(); }

  Difference First() {
    using Check = Difference (Scratch::*)();
    for (const Check check :
         {&Scratch::Pieces, &Scratch::Geometry, &Scratch::Grid, &Scratch::SpaceList, &Scratch::Links,
          &Scratch::Partition, &Scratch::Rings, &Scratch::EngineColumns, &Scratch::PrintedMarkers,
          &Scratch::ProgramColumns, &Scratch::WatchedColumns, &Scratch::Lists, &Scratch::Index}) {
      if (Difference difference = (this->*check)()) return difference;
    }
    return std::nullopt;
  }

 private:
  // The tile of a cell, with what a marker has laid across it.
  const TileInfo& TileOf(const Cell& cell) const { return tiles_[static_cast<size_t>(board_.piece(cell.piece).cell)]; }
  bool Spanned(const Cell& cell) const {
    return TileOf(cell).segments.size() >
           program_.tiles[static_cast<size_t>(board_.piece(cell.piece).tile)].segments.size();
  }
  bool Laid(int32_t segment_id) const {
    const Cell& cell = board_.cell(board_.segment(segment_id).cell);
    return segment_id - cell.first_segment < static_cast<int32_t>(TileOf(cell).segments.size());
  }
  void ReadTiles();
  int TurnOf(const Cell& cell) const { return board_.piece(cell.piece).turn; }
  const SegmentInfo& Printed(int32_t segment_id) const {
    const Cell& cell = board_.cell(board_.segment(segment_id).cell);
    return TileOf(cell).segments[static_cast<size_t>(segment_id - cell.first_segment)];
  }
  bool Joins(Id kind, Port port) const {
    switch (program_.kind(kind).joins) {
      case reeve::Joins::kNothing:
        return false;
      case reeve::Joins::kEdges:
        return port.IsMiddle();
      case reeve::Joins::kHalfEdges:
        return !port.IsMiddle();
    }
    return false;
  }
  bool IsWild(const TileInfo& tile, int side) const { return (tile.wild & (1u << side)) != 0; }

  // What the side of a cell asks of the square beyond: a kind; -1 nothing in particular, -2 whatever is
  // there.
  Id SideOf(const Cell& cell, int side) const {
    const TileInfo& tile = TileOf(cell);
    const int printed = (side + 4 - TurnOf(cell)) % 4;
    if (IsWild(tile, printed)) return -2;
    Id kind = -1;
    for (const SegmentInfo& segment : tile.segments) {
      for (const Port port : PrintedPorts(segment)) {
        if (port.side == printed && port.IsMiddle()) kind = segment.kind;
      }
    }
    return kind;
  }
  bool IsCode(SideCode code, Id kind) const {
    if (kind == -2) return code == kWildSide;
    if (kind == -1) return code == kPlainSide;
    return code >= kFirstKindSide && code < kWildSide && board_.shapes().SideKind(code) == kind;
  }

  Difference Pieces();
  Difference Geometry();
  Difference TurnedTile(const Cell& cell);
  Difference Grid();
  Difference SpaceList();
  Difference Links();
  Difference Partition();
  Difference Rings();
  Difference EngineColumns();
  Difference PrintedMarkers();
  Difference ProgramColumns();
  Difference WatchedColumns();
  Difference Lists();
  Difference Index();
  int32_t GroundOf(Spot spot) const;
  int32_t CellUnder(Spot spot) const;
  int32_t AtCorner(Square corner) const;
  int64_t FilledRound(Square middle) const;
  std::string FeatureName(size_t component) const;

  const Board& board_;
  const Program& program_;
  const FeatureGraph graph_;
  std::vector<TileInfo> tiles_;                 // of cells
  std::map<Square, int32_t> cells_;             // filled squares
  std::vector<int32_t> component_;              // of segments
  std::vector<std::vector<int32_t>> segments_;  // of components
  std::vector<int32_t> root_;                   // of components: the board's feature
};

void Scratch::ReadTiles() {
  for (int32_t id = 0; id < board_.cell_count(); ++id) {
    const int32_t piece = board_.cell(id).piece;
    tiles_.push_back(piece < 0 || piece >= board_.piece_count()
                         ? TileInfo{}
                         : program_.tiles[static_cast<size_t>(board_.piece(piece).tile)]);
  }
  for (int32_t id = 0; id < board_.marker_count(); ++id) {
    const Marker& marker = board_.marker(id);
    const Id added = program_.kind(marker.kind).adds;
    if (marker.spot.at != At::kSpan || added == kNoId) continue;
    const int32_t cell_id = board_.CellAt(SquareX(SpanSquare(marker.spot.id)), SquareY(SpanSquare(marker.spot.id)));
    if (cell_id == kNone) continue;
    SegmentInfo segment;
    segment.kind = added;
    for (const int side : {SpanAxis(marker.spot.id), SpanAxis(marker.spot.id) + 2}) {
      const int printed = (side + 4 - TurnOf(board_.cell(cell_id))) % 4;
      segment.ports = static_cast<uint16_t>(segment.ports | 1u << (printed * 3 + 1));
    }
    tiles_[static_cast<size_t>(cell_id)].segments.push_back(segment);
  }
}

// Cells and pieces name each other, and segments are numbered through, cell by cell.
Difference Scratch::Pieces() {
  int32_t next_segment = 0;
  for (int32_t id = 0; id < board_.cell_count(); ++id) {
    const Cell& cell = board_.cell(id);
    if (cell.piece < 0 || cell.piece >= board_.piece_count()) return "cell " + Number(id) + " has no piece";
    const Piece& piece = board_.piece(cell.piece);
    if (piece.at != PieceAt::kBoard || piece.cell != id) {
      return "piece " + Number(cell.piece) + " does not lie on its cell " + Number(id);
    }
    if (!cells_.emplace(Square{cell.x, cell.y}, id).second) return "two cells at " + Where({cell.x, cell.y});
    if (auto wrong = Differ("the first segment of cell " + Number(id), cell.first_segment, next_segment)) return wrong;
    const auto printed = static_cast<int32_t>(program_.tiles[static_cast<size_t>(piece.tile)].segments.size());
    const int32_t count = printed + (board_.has_spares() ? 1 : 0);
    if (next_segment + count > board_.segment_count()) return "segments are missing";
    for (int32_t i = 0; i < count; ++i, ++next_segment) {
      if (auto wrong = Differ("the cell of segment " + Number(next_segment), board_.segment(next_segment).cell, id)) {
        return wrong;
      }
    }
  }
  for (int32_t id = 0; id < board_.piece_count(); ++id) {
    const Piece& piece = board_.piece(id);
    if (piece.at == PieceAt::kBoard &&
        (piece.cell < 0 || piece.cell >= board_.cell_count() || board_.cell(piece.cell).piece != id)) {
      return "piece " + Number(id) + " is said to be on the board";
    }
  }
  return Differ("the number of segments", board_.segment_count(), next_segment);
}

Difference Scratch::Geometry() {
  std::set<std::pair<Id, int>> seen;
  for (const auto& [square, id] : cells_) {
    const Cell& cell = board_.cell(id);
    const Id tile = board_.piece(cell.piece).tile;
    if (!Spanned(cell)) {
      if (cell.shape != &board_.shapes().shape(tile, TurnOf(cell)))
        return "the cell at " + Where(square) + " has another's shape";
      if (!seen.emplace(tile, TurnOf(cell)).second) continue;
    }
    if (auto wrong = TurnedTile(cell)) {
      return "the tile " + program_.Text(TileOf(cell).name) + " turned " + Number(TurnOf(cell)) + " times: " + *wrong;
    }
  }
  return std::nullopt;
}

Difference Scratch::TurnedTile(const Cell& cell) {
  const TileInfo& tile = TileOf(cell);
  const Shape& shape = *cell.shape;
  std::map<int, int> at_port;
  if (auto wrong = Differ("the number of segments", shape.segment_count, static_cast<int>(tile.segments.size())))
    return wrong;
  int64_t alone = 0;
  bool marks = !tile.marks.empty();
  for (size_t i = 0; i < tile.segments.size(); ++i) {
    const SegmentInfo& segment = tile.segments[i];
    const std::string name = " of segment " + Number(static_cast<int64_t>(i));
    int ports = 0, joins = 0, edges = 0, alike = 0;
    for (const Port printed : PrintedPorts(segment)) {
      const Port port = printed.Turned(TurnOf(cell));
      ports += 1 << port.Bit();
      at_port[port.Bit()] = static_cast<int>(i);
      if (!Joins(segment.kind, port)) continue;
      joins += 1 << port.Bit();
      ++edges;
    }
    edges += static_cast<int>(SharedPorts(segment).size());
    for (const SegmentInfo& other : tile.segments) alike += other.kind == segment.kind;
    alone |= (program_.kind(segment.kind).joins == reeve::Joins::kNothing ? int64_t{1} : 0) << i;
    marks = marks || !segment.marks.empty();
    if (auto wrong = Differ("the kind" + name, shape.kind[i], segment.kind)) return wrong;
    if (auto wrong = Differ("the ports" + name, shape.ports[i], ports)) return wrong;
    if (auto wrong = Differ("the ends" + name, shape.joins[i], joins)) return wrong;
    if (auto wrong = Differ("the number of edges" + name, shape.edges[i], edges)) return wrong;
    const ShapePart part = shape.parts[i];
    if (part.kind != segment.kind || part.edges != edges || part.shares != (alike > 1)) {
      return "what is read of segment " + Number(static_cast<int64_t>(i)) + " is not what it is";
    }
    if (auto wrong = Differ("the touching" + name, shape.touches[i], segment.touches)) return wrong;
    if (auto wrong = Differ("the sharing" + name, shape.shares >> i & 1, alike > 1)) return wrong;
  }
  for (int port = 0; port < 12; ++port) {
    const auto found = at_port.find(port);
    const int segment = found == at_port.end() ? -1 : found->second;
    const std::string name = std::string(" at ") + PortName(port);
    if (auto wrong = Differ("the segment" + name, shape.port[static_cast<size_t>(port)], segment)) return wrong;
    const bool joins = segment >= 0 && Joins(tile.segments[static_cast<size_t>(segment)].kind, {port / 3, port % 3});
    if (auto wrong = Differ("the joining" + name, shape.joining >> port & 1, joins)) return wrong;
  }
  bool wild = false;
  for (int side = 0; side < 4; ++side) {
    const SideCode code = shape.side[static_cast<size_t>(side)];
    if (!IsCode(code, SideOf(cell, side))) return "the code of side " + Number(side) + " is " + Number(code);
    if (auto wrong = Differ("the packed code", shape.side_codes >> (8 * side) & 255, code)) return wrong;
    wild = wild || IsWild(tile, side);
  }
  if (auto wrong = Differ("having a wild side", shape.has_wild, wild)) return wrong;
  if (auto wrong = Differ("having marks", shape.has_marks, marks)) return wrong;
  return Differ("which segments join nothing", shape.alone, alone);
}

Difference Scratch::Grid() {
  for (const auto& [square, id] : cells_) {
    bool near_alone = false;
    for (int dy = -2; dy <= 2; ++dy) {
      for (int dx = -2; dx <= 2; ++dx) {
        const Square near{square.first + dx, square.second + dy};
        const auto found = cells_.find(near);
        const int32_t anew = found == cells_.end() ? kNone : found->second;
        if (auto wrong = Differ("the cell at " + Where(near), board_.CellAt(near.first, near.second), anew))
          return wrong;
        if (anew != kNone && std::max(std::abs(dx), std::abs(dy)) <= 1)
          near_alone = near_alone || board_.cell(anew).shape->alone != 0;
      }
    }
    if (auto wrong = Differ("the number of cells round " + Where(square),
                            board_.FilledAround(square.first, square.second), FilledRound(square)))
      return wrong;
    if (auto wrong = Differ("whether something that joins nothing is near " + Where(square),
                            board_.NearAlone(square.first, square.second), near_alone))
      return wrong;
  }
  return std::nullopt;
}

Difference Scratch::SpaceList() {
  static constexpr int kX[4] = {0, 1, 0, -1}, kY[4] = {-1, 0, 1, 0};
  std::set<Square> empty;
  for (const auto& [square, id] : cells_) {
    for (int side = 0; side < 4; ++side) {
      const Square beside{square.first + kX[side], square.second + kY[side]};
      const bool far = std::max(std::abs(beside.first), std::abs(beside.second)) > kMaxCoordinate;
      if (!far && cells_.count(beside) == 0) empty.insert(beside);
    }
  }
  for (const Square& square : empty) {
    const int32_t index = board_.SpaceAt(square.first, square.second);
    if (index < 0 || index >= static_cast<int32_t>(board_.spaces().size()))
      return "there is no space at " + Where(square);
    const Space& space = board_.spaces()[static_cast<size_t>(index)];
    if (Square{space.x, space.y} != square) return "the space at " + Where(square) + " is listed elsewhere";
    const auto [nibbles, asked] = board_.NibblesOf(static_cast<size_t>(index));
    for (int side = 0; side < 4; ++side) {
      const SideCode need = space.needs[static_cast<size_t>(side)];
      const int mine = nibbles >> (4 * side) & 15, asks = asked >> (4 * side) & 15;
      if (mine != (need & 15) || asks != (need == kNoSide || need == kWildSide ? 0 : 15))
        return "the space at " + Where(square) + " needs " + Number(mine) + " in short on side " + Number(side) +
               ", asked " + Number(asks);
    }
    for (int side = 0; side < 4; ++side) {
      const auto beside = cells_.find({square.first + kX[side], square.second + kY[side]});
      const SideCode need = space.needs[static_cast<size_t>(side)];
      const bool right =
          beside == cells_.end() ? need == kNoSide : IsCode(need, SideOf(board_.cell(beside->second), (side + 2) % 4));
      if (!right) return "the space at " + Where(square) + " needs " + Number(need) + " on side " + Number(side);
    }
  }
  for (const auto& [square, id] : cells_) {
    if (board_.SpaceAt(square.first, square.second) != kNone)
      return "there is a space under the cell at " + Where(square);
  }
  return Differ("the number of spaces", static_cast<int64_t>(board_.spaces().size()),
                static_cast<int64_t>(empty.size()));
}

// Both halves of a link are at the segments that they join, once.
Difference Scratch::Links() {
  std::vector<int32_t> from(static_cast<size_t>(board_.link_count()) * 2, kNone);
  for (int32_t id = 0; id < board_.segment_count(); ++id) {
    for (int32_t half = board_.segment(id).link; half != kNone; half = board_.half_link(half).next) {
      if (from[static_cast<size_t>(half)] != kNone) return "half link " + Number(half) + " is listed twice";
      from[static_cast<size_t>(half)] = id;
    }
  }
  for (int32_t half = 0; half < board_.link_count() * 2; ++half) {
    const int32_t other = half % 2 == 0 ? half + 1 : half - 1;
    if (board_.half_link(half).to == kNone && from[static_cast<size_t>(half)] == kNone) continue;  // taken away
    if (auto wrong = Differ("the end of half link " + Number(half), board_.half_link(half).to,
                            from[static_cast<size_t>(other)])) {
      return wrong;
    }
  }
  return std::nullopt;
}

// The board's features are the components: one root each, and no root without one.
Difference Scratch::Partition() {
  component_.assign(static_cast<size_t>(board_.segment_count()), kNone);
  const auto map = boost::make_iterator_property_map(component_.begin(), get(boost::vertex_index, graph_));
  const int32_t count = boost::connected_components(graph_, map);
  segments_.resize(static_cast<size_t>(count));
  root_.assign(static_cast<size_t>(count), kNone);
  std::map<int32_t, int32_t> component_of_root;
  for (int32_t id = 0; id < board_.segment_count(); ++id) {
    if (!Laid(id)) continue;
    const int32_t component = component_[static_cast<size_t>(id)];
    segments_[static_cast<size_t>(component)].push_back(id);
    int32_t root = board_.segment(id).node;
    for (int steps = 0; board_.node(root).parent != root; root = board_.node(root).parent) {
      if (++steps > board_.node_count()) return "the nodes above segment " + Number(id) + " go round in a circle";
    }
    int32_t& known = root_[static_cast<size_t>(component)];
    if (known == kNone) known = root;
    if (known != root) {
      return "segments " + Number(segments_[static_cast<size_t>(component)].front()) + " and " + Number(id) +
             " are joined but have the features " + Number(known) + " and " + Number(root);
    }
    const auto [found, is_new] = component_of_root.emplace(root, component);
    if (!is_new && found->second != component) {
      return "segments " + Number(segments_[static_cast<size_t>(found->second)].front()) + " and " + Number(id) +
             " have the feature " + Number(root) + " but nothing joins them";
    }
  }
  for (int32_t node = 0; node < board_.node_count(); ++node) {
    if (board_.node(node).parent == node && component_of_root.count(node) == 0) {
      return "node " + Number(node) + " is a root without segments";
    }
  }
  return std::nullopt;
}

std::string Scratch::FeatureName(size_t component) const {
  const int32_t segment_id = segments_[component].front();
  const Cell& cell = board_.cell(board_.segment(segment_id).cell);
  return "feature " + Number(root_[component]) + " (" + program_.KindName(Printed(segment_id).kind) + " with segment " +
         Number(segment_id) + " at " + Where({cell.x, cell.y}) + ")";
}

Difference Scratch::Rings() {
  for (size_t component = 0; component < segments_.size(); ++component) {
    if (segments_[component].empty()) continue;  // room for a segment that nothing has laid
    std::set<int32_t> left(segments_[component].begin(), segments_[component].end());
    int32_t at = board_.node(root_[component]).ring;
    const int32_t first = at;
    do {
      if (at < 0 || at >= board_.segment_count() || left.erase(at) == 0) {
        return "the ring of " + FeatureName(component) + " comes to segment " + Number(at);
      }
      at = board_.segment(at).next;
    } while (at != first);
    if (!left.empty()) return "the ring of " + FeatureName(component) + " leaves out segment " + Number(*left.begin());
  }
  return std::nullopt;
}

// Those of the nine squares that have a cell.
int64_t Scratch::FilledRound(Square middle) const {
  int64_t filled = 0;
  for (int x = middle.first - 1; x <= middle.first + 1; ++x) {
    for (int y = middle.second - 1; y <= middle.second + 1; ++y) filled += static_cast<int64_t>(cells_.count({x, y}));
  }
  return filled;
}

Difference Scratch::EngineColumns() {
  static constexpr int kX[4] = {0, 1, 0, -1}, kY[4] = {-1, 0, 1, 0};
  for (size_t component = 0; component < segments_.size(); ++component) {
    if (segments_[component].empty()) continue;
    int64_t ends = 0, open = 0, shared = 0;
    std::set<int32_t> squares;
    for (const int32_t id : segments_[component]) {
      const Cell& cell = board_.cell(board_.segment(id).cell);
      const SegmentInfo& printed = Printed(id);
      squares.insert(board_.segment(id).cell);
      std::vector<Port> ports = PrintedPorts(printed);
      for (const Port port : SharedPorts(printed)) ports.push_back(port);
      for (const Port port : ports) {
        const Port turned = port.Turned(TurnOf(cell));
        if (!Joins(printed.kind, turned)) continue;
        ++ends;
        open += 1 - static_cast<int64_t>(cells_.count({cell.x + kX[turned.side], cell.y + kY[turned.side]}));
      }
      int alike = 0;
      for (const SegmentInfo& other : TileOf(cell).segments) alike += other.kind == printed.kind;
      shared += alike > 1;
    }
    const int32_t root = root_[component];
    const std::string of = " of " + FeatureName(component);
    const auto count = static_cast<int64_t>(segments_[component].size());
    if (auto wrong = Differ("the number of segments" + of, board_.SegmentsOf(root), count)) return wrong;
    if (auto wrong = Differ("the number of edges" + of, board_.EdgesOf(root), ends)) return wrong;
    if (auto wrong = Differ("the number of open ends" + of, board_.OpenEnds(root), open)) return wrong;
    if (auto wrong = Differ("the number of shared segments" + of, board_.node(root).shared, shared)) return wrong;
    const auto tiles = static_cast<int64_t>(squares.size());
    if (auto wrong = Differ("the number of tiles" + of, board_.TilesOf(root), tiles)) return wrong;
  }
  return std::nullopt;
}

// The segment under a figure or marker, through what carries it; kNone if there is none. A corner has the field that
// lies along both sides of a tile that meet there.
int32_t Scratch::GroundOf(Spot spot) const {
  for (int rides = 0; rides <= 16; ++rides) {
    if (spot.at == At::kSegment) return static_cast<int32_t>(spot.id);
    if (spot.at == At::kCorner) return AtCorner({SquareX(spot.id), SquareY(spot.id)});
    if (spot.at == At::kFigure) spot = board_.figure(static_cast<int32_t>(spot.id)).spot;
    else if (spot.at == At::kMarker) spot = board_.marker(static_cast<int32_t>(spot.id)).spot;
    else break;
  }
  return kNone;
}

// The cell in which a figure or marker lies, through what carries it; not what lies at a corner.
int32_t Scratch::CellUnder(Spot spot) const {
  for (int rides = 0; rides <= 16 && (spot.at == At::kFigure || spot.at == At::kMarker); ++rides) {
    const auto id = static_cast<int32_t>(spot.id);
    spot = spot.at == At::kFigure ? board_.figure(id).spot : board_.marker(id).spot;
  }
  if (spot.at == At::kSegment) return board_.segment(static_cast<int32_t>(spot.id)).cell;
  if (spot.at == At::kJoining) return board_.segment(JoiningFirst(spot.id)).cell;
  if (spot.at != At::kSquare && spot.at != At::kSpan) return kNone;
  const Value square = spot.at == At::kSpan ? SpanSquare(spot.id) : spot.id;
  const auto found = cells_.find({SquareX(square), SquareY(square)});
  return found == cells_.end() ? kNone : found->second;
}

int32_t Scratch::AtCorner(Square corner) const {
  struct Beside {
    int dx, dy;
    Port one, other;
  };
  static constexpr Beside kBeside[4] = {
      {0, 0, {0, 0}, {3, 2}}, {-1, 0, {0, 2}, {1, 0}}, {-1, -1, {1, 2}, {2, 0}}, {0, -1, {2, 2}, {3, 0}}};
  for (const Beside& beside : kBeside) {
    const auto found = cells_.find({corner.first + beside.dx, corner.second + beside.dy});
    if (found == cells_.end()) continue;
    const Cell& cell = board_.cell(found->second);
    const auto& segments = TileOf(cell).segments;
    for (size_t i = 0; i < segments.size(); ++i) {
      bool one = false, other = false;
      for (const Port printed : PrintedPorts(segments[i])) {
        const int bit = printed.Turned(TurnOf(cell)).Bit();
        one = one || bit == beside.one.Bit();
        other = other || bit == beside.other.Bit();
      }
      if (one && other) return cell.first_segment + static_cast<int32_t>(i);
    }
  }
  return kNone;
}

// Everything printed on the tiles is there as a marker, where it is printed or where it was moved to.
Difference Scratch::PrintedMarkers() {
  int64_t printed = 0, made = 0;
  for (const auto& [square, id] : cells_) {
    const TileInfo& tile = TileOf(board_.cell(id));
    printed += static_cast<int64_t>(tile.marks.size());
    for (const SegmentInfo& segment : tile.segments) printed += static_cast<int64_t>(segment.marks.size());
  }
  for (int32_t id = 0; id < board_.marker_count(); ++id)
    made += board_.marker(id).printed && board_.marker(id).spot.at != At::kPiece;
  return Differ("the number of printed markers", made, printed);
}

// Everything is in the list of its cell, or in that of its sort, and in no other.
Difference Scratch::Lists() {
  const auto check = [&](const Whereabouts& where, int32_t count, const std::string& what,
                         auto&& spot_of) -> Difference {
    int64_t in_lists = 0, listed = 0;
    for (int32_t id = 0; id < count; ++id) {
      const Spot spot = spot_of(id);
      const int32_t list = where.ListOfThing(id);
      const bool early = spot.at == At::kSquare && list == Whereabouts::kAnywhere;  // before there was a tile
      if (!early && list != board_.ListOf(spot))
        return Differ("the list of " + what + " " + Number(id), list, board_.ListOf(spot));
      listed += list != Whereabouts::kNowhere;
    }
    for (int32_t list = 0; list <= Whereabouts::ListOf(board_.cell_count()); ++list) {
      where.For(list, [&](int32_t id) { in_lists += where.ListOfThing(id) == list; });
    }
    return Differ("how many of each " + what + " are in lists", in_lists, listed);
  };
  if (auto wrong = check(board_.figures_by_cell(), board_.figure_count(), "figure",
                         [&](int32_t id) { return board_.figure(id).spot; }))
    return wrong;
  return check(board_.markers_by_cell(), board_.marker_count(), "marker",
               [&](int32_t id) { return board_.marker(id).spot; });
}

// The index has every feature among those of its kind, and nothing else.
Difference Scratch::Index() {
  for (int set = kAnyKind; set < static_cast<int>(program_.kind_sets.size()); ++set) {
    std::vector<int32_t> indexed, features;
    board_.ForFeatures(set, [&](int32_t id) { indexed.push_back(id); });
    for (int32_t id = 0; id < board_.node_count(); ++id) {
      if (board_.IsFeature(id) && program_.InKinds(set, board_.node(id).kind)) features.push_back(id);
    }
    const std::string which = " of kind set " + Number(set);
    if (indexed.size() != features.size()) {
      return Differ("how many features" + which, static_cast<int64_t>(indexed.size()),
                    static_cast<int64_t>(features.size()));
    }
    const auto [one, other] = std::ranges::mismatch(indexed, features);
    if (one != indexed.end()) return Differ("a feature" + which, *one, *other);
  }
  return std::nullopt;
}

Difference Scratch::ProgramColumns() {
  const size_t columns = program_.columns.size();
  std::vector<std::vector<int64_t>> anew(segments_.size(), std::vector<int64_t>(columns, 0));
  for (size_t i = 0; i < columns; ++i) {
    const ColumnInfo& column = program_.columns[i];
    const auto add = [&](Spot spot, int64_t amount) {
      const int32_t segment_id = GroundOf(spot);
      if (segment_id != kNone) anew[static_cast<size_t>(component_[static_cast<size_t>(segment_id)])][i] += amount;
    };
    if (column.kind == ColumnKind::kMarkers) {
      for (int32_t id = 0; id < board_.marker_count(); ++id) {
        const Marker& marker = board_.marker(id);
        if (program_.InKinds(column.kinds, marker.kind)) add(marker.spot, 1);
      }
    }
    if (column.kind == ColumnKind::kFigures || column.kind == ColumnKind::kVotes) {
      for (int32_t id = 0; id < board_.figure_count(); ++id) {
        const Figure& figure = board_.figure(id);
        if (!program_.InKinds(column.kinds, figure.kind)) continue;
        if (column.player >= 0 && column.player != figure.owner) continue;
        add(figure.spot, column.kind == ColumnKind::kVotes ? program_.kind(figure.kind).fixed_votes : 1);
      }
    }
  }
  for (size_t component = 0; component < segments_.size(); ++component) {
    if (segments_[component].empty()) continue;
    for (size_t i = 0; i < columns; ++i) {
      const std::string what = "column " + Number(static_cast<int64_t>(i)) + " of " + FeatureName(component);
      if (board_.RowIndex(static_cast<int>(i)) < Board::kEngineColumns)
        continue;  // the engine's own, or of nobody who plays
      const int32_t kept = board_.ColumnOf(root_[component], static_cast<int>(i));
      if (auto wrong = Differ(what, kept, anew[component][i])) return wrong;
    }
  }
  return std::nullopt;
}

// How many there are of the sets that the board watches; behind the columns of the program.
Difference Scratch::WatchedColumns() {
  for (size_t i = 0; i < board_.watched().size(); ++i) {
    const WatchedSet& set = board_.watched()[i];
    std::vector<int64_t> anew(segments_.size(), 0);
    const auto count = [&](Id kind, Spot spot) {
      if (!program_.InKinds(set.kinds, kind)) return;
      const auto add = [&](int32_t segment_id) {
        ++anew[static_cast<size_t>(component_[static_cast<size_t>(segment_id)])];
      };
      if (const int32_t ground = GroundOf(spot); !set.in_cells && ground != kNone) add(ground);
      const int32_t under = set.in_cells ? CellUnder(spot) : kNone;
      if (under == kNone) return;
      const Cell& cell = board_.cell(under);
      for (size_t at = 0; at < TileOf(cell).segments.size(); ++at) add(cell.first_segment + static_cast<int32_t>(at));
    };
    if (set.cls == Class::kFigure) {
      for (int32_t id = 0; id < board_.figure_count(); ++id) count(board_.figure(id).kind, board_.figure(id).spot);
    } else {
      for (int32_t id = 0; id < board_.marker_count(); ++id) count(board_.marker(id).kind, board_.marker(id).spot);
    }
    for (size_t component = 0; component < segments_.size(); ++component) {
      if (segments_[component].empty()) continue;
      const std::string what = "watched set " + Number(static_cast<int64_t>(i)) + " of " + FeatureName(component);
      if (auto wrong = Differ(what, board_.column(root_[component], board_.WatchedIndex(i)), anew[component]))
        return wrong;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> FirstDifference(const Board& board) {
  return Scratch(board).First();
}

}  // namespace reeve
