#include "tests/reference/board.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>
#include <set>
#include <stdexcept>

namespace reeve::reference {
namespace {

constexpr std::array<int, kSides> kStepX = {0, 1, 0, -1};
constexpr std::array<int, kSides> kStepY = {-1, 0, 1, 0};

int SideOf(int port) {
  return port / kPortsPerSide;
}
int FacingPort(int port) {
  return (SideOf(port) + 2) % kSides * kPortsPerSide + (2 - port % kPortsPerSide);
}

}  // namespace

Value Beside(Value square, int side) {
  return PackSquare(SquareX(square) + kStepX[static_cast<size_t>(side)],
                    SquareY(square) + kStepY[static_cast<size_t>(side)]);
}

const sema::Tile& Board::TileOf(int piece) const {
  return model_->tiles[static_cast<size_t>(pieces[static_cast<size_t>(piece)].tile)];
}

int Board::AddPiece(int tile, Piece::At at, int owner) {
  Piece piece;
  piece.at = at;
  piece.tile = tile;
  piece.owner = owner;
  pieces.Change().push_back(piece);
  return static_cast<int>(pieces.size()) - 1;
}

Value Board::SquareOfPiece(int piece) const {
  const Piece& one = pieces[static_cast<size_t>(piece)];
  return one.at == Piece::At::kBoard ? PackSquare(one.x, one.y) : kNil;
}

int Board::PieceOn(Value square) const {
  const auto at = on.find(square);
  return at == on.end() ? -1 : at->second;
}

bool Board::IsSpace(Value square) const {
  if (PieceOn(square) >= 0 || std::abs(SquareX(square)) > kMaxCoordinate || std::abs(SquareY(square)) > kMaxCoordinate)
    return false;
  for (int side = 0; side < kSides; ++side) {
    if (PieceOn(Beside(square, side)) >= 0) return true;
  }
  return false;
}

const std::vector<Value>& Board::Spaces() const {
  LookUpLying();
  if (lying_.spaces) return *lying_.spaces;
  std::set<Value> found;
  for (int piece : cells) {
    for (int side = 0; side < kSides; ++side) {
      const Value square = Beside(SquareOfPiece(piece), side);
      if (found.count(square) == 0 && IsSpace(square)) found.insert(square);
    }
  }
  return lying_.spaces.emplace(found.begin(), found.end());
}

// --- lookups -------------------------------------------------------------------------------------------
const Board::Lying& Board::LookUpLying() const {
  const uint64_t changes = pieces.changes() + segments.changes() + cells.changes() + on.changes() + links.changes();
  if (lying_.changes == changes) return lying_;
  lying_ = {};
  lying_.changes = changes;
  lying_.on_piece.resize(pieces.size());
  lying_.of_feature.resize(features.size());
  lying_.joined.resize(segments.size());
  for (size_t s = 0; s < segments.size(); ++s) {
    const int segment = static_cast<int>(s), feature = segments[s].feature;
    lying_.on_piece[static_cast<size_t>(segments[s].piece)].push_back(segment);
    if (feature >= 0) lying_.of_feature[static_cast<size_t>(feature)].push_back(segment);
    lying_.ports.push_back(PrintedPorts(segment));
    lying_.shared.push_back(PrintedShared(segment));
  }
  for (size_t feature = 0; feature < features.size(); ++feature) {
    if (!lying_.of_feature[feature].empty()) lying_.features.push_back(static_cast<Value>(feature));
  }
  return lying_;
}

const Board::Standing& Board::LookUpStanding() const {
  const uint64_t changes = LookUpLying().changes + figures.changes() + markers.changes();
  if (standing_.changes == changes) return standing_;
  standing_ = {};
  standing_.changes = changes;
  const auto look = [&](const auto& things, auto& on_square, auto& at_segment) {
    at_segment.resize(segments.size());
    for (size_t i = 0; i < things.size(); ++i) {
      if (const Value square = SquareAt(things[i].spot); square != kNil)
        on_square[square].push_back(static_cast<Value>(i));
      if (const int segment = SegmentAt(things[i].spot); segment >= 0)
        at_segment[static_cast<size_t>(segment)].push_back(static_cast<Value>(i));
    }
  };
  look(figures, standing_.figures_on, standing_.figures_at);
  look(markers, standing_.markers_on, standing_.markers_at);
  return standing_;
}

const std::vector<Value>& Board::FiguresOn(Value square) const {
  static const std::vector<Value> none;
  const auto at = LookUpStanding().figures_on.find(square);
  return at == standing_.figures_on.end() ? none : at->second;
}

const std::vector<Value>& Board::MarkersOn(Value square) const {
  static const std::vector<Value> none;
  const auto at = LookUpStanding().markers_on.find(square);
  return at == standing_.markers_on.end() ? none : at->second;
}

const std::vector<Value>& Board::FiguresAt(int segment) const {
  return LookUpStanding().figures_at[static_cast<size_t>(segment)];
}

const std::vector<Value>& Board::MarkersAt(int segment) const {
  return LookUpStanding().markers_at[static_cast<size_t>(segment)];
}

uint16_t Board::Turned(int segment, uint16_t printed) const {
  const int turn = pieces[static_cast<size_t>(segments[static_cast<size_t>(segment)].piece)].turn;
  uint16_t turned = 0;
  for (int port = 0; port < kPorts; ++port) {
    if (printed >> port & 1) turned = static_cast<uint16_t>(turned | 1u << ((port + turn * kPortsPerSide) % kPorts));
  }
  return turned;
}

uint16_t Board::Ports(int segment) const {
  return LookUpLying().ports[static_cast<size_t>(segment)];
}

uint16_t Board::Shared(int segment) const {
  return LookUpLying().shared[static_cast<size_t>(segment)];
}

uint16_t Board::PrintedPorts(int segment) const {
  const Segment& one = segments[static_cast<size_t>(segment)];
  if (one.kind < 0) return 0;  // room only
  if (one.across >= 0) return static_cast<uint16_t>(one.across == 0 ? 1u << 1 | 1u << 7 : 1u << 4 | 1u << 10);
  return Turned(segment, TileOf(one.piece).segments[static_cast<size_t>(one.index)].ports);
}

// Ports that another segment of its kind holds and that are its ends as well.
uint16_t Board::PrintedShared(int segment) const {
  const Segment& one = segments[static_cast<size_t>(segment)];
  if (one.kind < 0 || one.across >= 0) return 0;
  return Turned(segment, TileOf(one.piece).segments[static_cast<size_t>(one.index)].shared);
}

bool Board::Ends(int segment, uint16_t ports, int port) const {
  if ((ports >> port & 1) == 0) return false;
  switch (model_->kinds[static_cast<size_t>(segments[static_cast<size_t>(segment)].kind)].joins) {
    case Joins::kNothing:
      return false;
    case Joins::kEdges:
      return port % kPortsPerSide == 1;
    case Joins::kHalfEdges:
      return port % kPortsPerSide != 1;
  }
  return false;
}

bool Board::IsEnd(int segment, int port) const {
  return Ends(segment, static_cast<uint16_t>(Ports(segment) | Shared(segment)), port);
}

Value Board::Across(int segment, int port) const {
  return Beside(SquareOfPiece(segments[static_cast<size_t>(segment)].piece), SideOf(port));
}

// The segments of the same kind that have an end where this one has one.
std::vector<int> Board::Facing(int segment, int port) const {
  std::vector<int> found;
  if (!Ends(segment, Ports(segment), port)) return found;
  const int piece = PieceOn(Across(segment, port));
  if (piece < 0) return found;
  for (int other : SegmentsOn(piece)) {
    if (segments[static_cast<size_t>(other)].kind == segments[static_cast<size_t>(segment)].kind &&
        Ends(other, Ports(other), FacingPort(port))) {
      found.push_back(other);
    }
  }
  return found;
}

const std::vector<int>& Board::Joined(int segment) const {
  LookUpLying();
  std::optional<std::vector<int>>& kept = lying_.joined[static_cast<size_t>(segment)];
  if (kept) return *kept;
  std::set<int> found;
  for (int port = 0; port < kPorts; ++port) {
    for (int other : Facing(segment, port)) found.insert(other);
  }
  for (const Link& link : links) {
    if (link.a == segment) found.insert(link.b);
    if (link.b == segment) found.insert(link.a);
  }
  return kept.emplace(found.begin(), found.end());
}

int Board::OpenEnds(int feature) const {
  int open = 0;
  for (int segment : SegmentsOf(feature)) {
    for (int port = 0; port < kPorts; ++port) {
      if (IsEnd(segment, port) && PieceOn(Across(segment, port)) < 0) ++open;
    }
  }
  return open;
}

int Board::Name(Value feature) const {
  int name = static_cast<int>(feature);
  while (features[static_cast<size_t>(name)].joined >= 0) name = features[static_cast<size_t>(name)].joined;
  return name;
}

const std::vector<Value>& Board::Features() const {
  return LookUpLying().features;
}

const std::vector<int>& Board::SegmentsOf(int feature) const {
  static const std::vector<int> none;
  const auto& of_feature = LookUpLying().of_feature;  // one made since has no segment yet
  return static_cast<size_t>(feature) < of_feature.size() ? of_feature[static_cast<size_t>(feature)] : none;
}

const std::vector<int>& Board::SegmentsOn(int piece) const {
  return LookUpLying().on_piece[static_cast<size_t>(piece)];
}

int Board::KindOf(int feature) const {
  const std::vector<int>& of_it = SegmentsOf(feature);
  return of_it.empty() ? -1 : segments[static_cast<size_t>(of_it.front())].kind;  // all are of one
}

// --- laying --------------------------------------------------------------------------------------------
// Segments that belong together, by Boost: one number for each segment.
std::vector<int> Board::Components() const {
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> graph(segments.size());
  for (size_t segment = 0; segment < segments.size(); ++segment) {
    for (int other : Joined(static_cast<int>(segment))) boost::add_edge(segment, static_cast<size_t>(other), graph);
  }
  std::vector<int> component(segments.size());
  boost::connected_components(graph, component.data());
  return component;
}

void Board::Lay(int piece, int x, int y, int turn, int part) {
  Piece& laid = pieces.Change()[static_cast<size_t>(piece)];
  laid.at = Piece::At::kBoard;
  laid.x = x;
  laid.y = y;
  laid.turn = turn;
  cells.Change().push_back(piece);
  on.Change()[PackSquare(x, y)] = piece;
  const Value square = PackSquare(x, y);
  const int first = static_cast<int>(segments.size());

  std::vector<int> faced;  // features that had an open end here
  for (int segment = 0; segment < first; ++segment) {
    for (int port = 0; port < kPorts; ++port) {
      if (IsEnd(segment, port) && Across(segment, port) == square)
        faced.push_back(segments[static_cast<size_t>(segment)].feature);
    }
  }
  const sema::Tile& tile = TileOf(piece);
  for (size_t i = 0; i < tile.segments.size(); ++i) {
    segments.Change().push_back({piece, static_cast<int>(i), tile.segments[i].kind, -1});
  }
  if (SpanKind() >= 0) segments.Change().push_back({piece, static_cast<int>(tile.segments.size()), -1, -1});
  NameFeatures(first, part);
  blocked.clear();
  for (int feature : faced) {
    const int now = Name(feature);
    if (std::find(touched.begin(), touched.end(), now) == touched.end() &&
        std::find(blocked.begin(), blocked.end(), now) == blocked.end()) {
      blocked.push_back(now);
    }
  }

  JoinShared(piece, part);

  int next = pieces[static_cast<size_t>(piece)].shown;
  const auto print = [&](const auto& marks, Spot spot) {
    for (const auto& [kind, attributes] : marks) {
      if (next >= 0) MoveMarker(next++, spot, part);
      else Print(kind, attributes, spot);
    }
  };
  for (size_t i = 0; i < tile.segments.size(); ++i) {
    print(tile.segments[i].marks, {Spot::At::kSegment, first + static_cast<Value>(i)});
  }
  print(tile.marks, {Spot::At::kSquare, square});
}

// Where a side that two segments share joins the one that holds it, a link joins the two.
void Board::JoinShared(int piece, int part) {
  const auto holder = [&](int of, int port) {
    for (int segment : SegmentsOn(of)) {
      if ((Ports(segment) >> port & 1) != 0) return segment;
    }
    return -1;
  };
  for (int side = 0; side < kSides; ++side) {
    const int beyond = PieceOn(Beside(SquareOfPiece(piece), side));
    if (beyond < 0) continue;
    const int port = side * kPortsPerSide + 1;
    const int mine = holder(piece, port), theirs = holder(beyond, FacingPort(port));
    const bool joins = mine >= 0 && theirs >= 0 &&
                       segments[static_cast<size_t>(mine)].kind == segments[static_cast<size_t>(theirs)].kind;
    const auto follow = [&](int of, int at, int held) {
      const std::vector<int> on_piece = SegmentsOn(of);
      for (int segment : on_piece) {
        if ((Shared(segment) >> at & 1) == 0) continue;
        if (joins) AddLink({held, segment, -1, -1}, part);
        else blocked.push_back(segments[static_cast<size_t>(segment)].feature);
      }
    };
    follow(piece, port, mine);
    follow(beyond, FacingPort(port), theirs);
  }
}

void Board::Print(int kind, const std::vector<int>& attributes, Spot spot) {
  Marker marker;
  marker.kind = kind;
  marker.spot = spot;
  marker.printed = true;
  marker.attributes = attributes;
  markers.Change().push_back(std::move(marker));
}

void Board::Show(int piece) {
  const size_t before = markers.size();
  if (pieces[static_cast<size_t>(piece)].shown >= 0) return;
  const sema::Tile& tile = TileOf(piece);
  for (const auto& segment : tile.segments) {
    for (const auto& [kind, attributes] : segment.marks) Print(kind, attributes, {Spot::At::kPiece, piece});
  }
  for (const auto& [kind, attributes] : tile.marks) Print(kind, attributes, {Spot::At::kPiece, piece});
  if (markers.size() > before) pieces.Change()[static_cast<size_t>(piece)].shown = static_cast<int>(before);
}

// The graph says which segments form a feature; the order in which the sides are met only says what it is
// called.
void Board::NameFeatures(int first, int part) {
  const int count = static_cast<int>(segments.size());
  const int old_features = static_cast<int>(features.size());
  // Names while the sides are met, of all segments.
  std::vector<int> name(static_cast<size_t>(count));
  for (int s = 0; s < count; ++s) name[static_cast<size_t>(s)] = segments[static_cast<size_t>(s)].feature;
  const auto size = [&](int feature) { return std::count(name.begin(), name.begin() + first, feature); };
  for (int port = 0; port < kPorts; ++port) {
    for (int s = first; s < count; ++s) {
      for (int other : Facing(s, port)) {
        const int mine = name[static_cast<size_t>(s)], theirs = name[static_cast<size_t>(other)];
        if (mine < 0) name[static_cast<size_t>(s)] = theirs;
        if (mine < 0 || mine == theirs || theirs < 0) continue;
        const bool stays = size(mine) != size(theirs) ? size(mine) > size(theirs) : mine < theirs;
        const int kept = stays ? mine : theirs, gone = stays ? theirs : mine;
        std::replace(name.begin(), name.end(), gone, kept);
        features[static_cast<size_t>(gone)].joined = kept;
        joins.push_back({gone, kept});
      }
    }
  }

  const std::vector<int> component = Components();
  std::map<int, int> name_of;  // component -> feature
  for (int s = 0; s < count; ++s) {
    const int known = name[static_cast<size_t>(s)];
    if (known < 0) continue;
    const auto [at, fresh] = name_of.emplace(component[static_cast<size_t>(s)], known);
    if (!fresh && at->second != known) throw std::logic_error("reference: two names for one feature");
  }
  touched.clear();
  for (int s = 0; s < count; ++s) {
    if (segments[static_cast<size_t>(s)].kind < 0) continue;  // room only
    const auto [at, fresh] = name_of.emplace(component[static_cast<size_t>(s)], static_cast<int>(features.size()));
    if (fresh) features.push_back({});
    const int feature = segments.Change()[static_cast<size_t>(s)].feature = at->second;
    if (s < first || std::find(touched.begin(), touched.end(), feature) != touched.end()) continue;
    touched.push_back(feature);
    Feature& one = features[static_cast<size_t>(feature)];
    one.told = one.closed = false;
    if (feature < old_features) one.extended = part;
  }
}

// --- where things are ----------------------------------------------------------------------------------
Spot Board::Ground(Spot spot) const {
  for (int depth = 0; depth < 16; ++depth) {
    if (spot.at == Spot::At::kFigure) spot = figures[static_cast<size_t>(spot.id)].spot;
    else if (spot.at == Spot::At::kMarker) spot = markers[static_cast<size_t>(spot.id)].spot;
    else return spot;
  }
  return {Spot::At::kOut, kNil};
}

int Board::SegmentAt(const Spot& spot) const {
  const Spot ground = Ground(spot);
  for (int around = 0; ground.at == Spot::At::kCorner && around < kSides; ++around) {
    if (const int segment = SegmentBeside(ground.id, around); segment >= 0) return segment;
  }
  return ground.at == Spot::At::kSegment ? static_cast<int>(ground.id) : -1;
}

Value Board::SquareAt(const Spot& spot) const {
  const Spot ground = Ground(spot);
  if (ground.at == Spot::At::kSquare) return ground.id;
  if (ground.at == Spot::At::kSpan) return SpanSquare(ground.id);
  if (ground.at == Spot::At::kJoining)
    return SquareOfPiece(segments[static_cast<size_t>(JoiningFirst(ground.id))].piece);
  if (ground.at == Spot::At::kSegment) return SquareOfPiece(segments[static_cast<size_t>(ground.id)].piece);
  return kNil;
}

// The segment along both sides that meet in the corner, on one of the four squares round it: from the
// south-east one clockwise.
int Board::SegmentBeside(Value corner, int around) const {
  static constexpr std::array<std::array<int, 2>, 4> kSquare = {{{0, 0}, {-1, 0}, {-1, -1}, {0, -1}}};
  // The half-edges that meet in the corner: of sides N and W, E and N, S and E, W and S.
  static constexpr std::array<std::array<int, 2>, 4> kHalves = {{{0, 11}, {3, 2}, {6, 5}, {9, 8}}};
  const auto& shift = kSquare[static_cast<size_t>(around)];
  const auto& halves = kHalves[static_cast<size_t>(around)];
  const int piece = PieceOn(PackSquare(SquareX(corner) + shift[0], SquareY(corner) + shift[1]));
  if (piece < 0) return -1;
  for (int segment : SegmentsOn(piece)) {
    const uint16_t ports = Ports(segment);  // of room for one: none
    if ((ports >> halves[0] & 1) != 0 && (ports >> halves[1] & 1) != 0) return segment;
  }
  return -1;
}

}  // namespace reeve::reference
