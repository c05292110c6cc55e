// More properties of things: what is carried, areas, ways and directions. docs/semantics.md section 4.
#include <algorithm>
#include <set>

#include "tests/reference/run.h"

namespace reeve::reference {
namespace {

constexpr std::array<int, kSides> kEast = {0, 1, 0, -1}, kSouth = {-1, 0, 1, 0};

std::vector<Value> Sorted(const std::set<Value>& set) {
  return {set.begin(), set.end()};
}
std::vector<Value> Only(Value value) {
  return value == kNil ? std::vector<Value>{} : std::vector<Value>{value};
}
bool Inside(Value x, Value y) {
  return std::max(std::abs(x), std::abs(y)) <= kMaxCoordinate;
}

}  // namespace

std::vector<Value> Run::Wider(PropertyId id, Value thing) const {
  const PropertyInfo& info = Info(id);
  const size_t index = static_cast<size_t>(thing);
  const std::string word = info.word;
  const auto carried_by = [&](Spot::At at) {
    const Spot& spot = info.of == Class::kFigure ? board.figures[index].spot : board.markers[index].spot;
    return Only(spot.at == at ? spot.id : kNil);
  };
  if (word == "ring" || word == "lines" || word == "neighbours" || word == "square") return Area(id, thing);
  switch (id) {
    case PropertyId::kCardOfMarker:
      return Only(board.markers[index].card < 0 ? kNil : board.markers[index].card);
    case PropertyId::kFigureOfMarker:
    case PropertyId::kFigureOfFigure:
      return carried_by(Spot::At::kFigure);
    case PropertyId::kMarkerOfFigure:
    case PropertyId::kMarkerOfMarker:
      return carried_by(Spot::At::kMarker);
    case PropertyId::kPlaceOfMarker:
      return carried_by(Spot::At::kPlace);
    case PropertyId::kFeatureOfCorner: {
      const int segment = board.SegmentAt({Spot::At::kCorner, thing});
      return Only(segment < 0 ? kNil : board.segments[static_cast<size_t>(segment)].feature);
    }
    case PropertyId::kColumnOfSquare:
      return {SquareX(thing)};
    case PropertyId::kRowOfSquare:
      return {SquareY(thing)};
    case PropertyId::kCellOfSpan:
      return {SpanSquare(thing)};
    case PropertyId::kBeyondOfFitSegment: {
      const Value fit = FitOfSegment(thing);
      const int tile = board.pieces[static_cast<size_t>(FitPiece(fit))].tile;
      const auto& segment =
          model_.tiles[static_cast<size_t>(tile)].segments[static_cast<size_t>(IndexOfSegment(thing))];
      std::set<Value> out;
      for (int port = 0; port < kPorts; ++port) {
        if (segment.ports >> port & 1)
          out.insert(Beside(FitSquare(fit), (port / kPortsPerSide + FitTurn(fit)) % kSides));
      }
      return Sorted(out);
    }
    case PropertyId::kFlanksOfFeature:
      return Flanks(board.Name(thing));
    case PropertyId::kJoiningsOfMarker: {
      std::set<Value> out;
      const Value square = board.SquareAt(board.markers[index].spot);
      const int piece = square == kNil ? -1 : board.PieceOn(square);
      for (size_t a = 0; a < board.segments.size(); ++a) {
        for (size_t b = a + 1; b < board.segments.size(); ++b) {
          const Segment& one = board.segments[a];
          if (piece < 0 || one.piece != piece || board.segments[b].piece != piece || one.kind != board.segments[b].kind)
            continue;
          for (const sema::Kind& kind : model_.kinds) {
            if (kind.joins_two && kind.joins_kind >= 0 && board.Likes(one.kind, kind.joins_kind)) {
              out.insert(PackJoining(static_cast<int>(a), static_cast<int>(b)));
            }
          }
        }
      }
      return Sorted(out);
    }
    case PropertyId::kSpansOfPiece: {
      std::set<Value> out;
      for (Value cell : Cells(Class::kPiece, thing)) {
        for (int side = -1; side < kSides; ++side) {
          const Value square = side < 0 ? cell : Beside(cell, side);
          const int piece = board.PieceOn(square);
          for (int axis = 0; axis < 2; ++axis) {
            if (piece >= 0 && board.CanSpan(piece, axis, board.SpanKind())) out.insert(PackSpan(square, axis));
          }
        }
      }
      return Sorted(out);
    }
    case PropertyId::kBridgingsOfFit:
      return Bridgings(thing);
    case PropertyId::kNorthOfMarker:
      return SideOf(thing, 0);
    case PropertyId::kEastOfMarker:
      return SideOf(thing, 1);
    case PropertyId::kSouthOfMarker:
      return SideOf(thing, 2);
    case PropertyId::kWestOfMarker:
      return SideOf(thing, 3);
    case PropertyId::kBranchOfSegment:
      return Branch(static_cast<int>(thing));
    case PropertyId::kNearestOfSegment:
      return Nearest(static_cast<int>(thing));
    default:
      throw NotYet(std::string("the property ") + info.id);
  }
}

// For each cell and each side through which the feature leaves it: the squares at the two sides beside that
// one.
std::vector<Value> Run::Flanks(int feature) const {
  std::set<Value> out;
  for (int segment : board.SegmentsOf(feature)) {
    const Value cell = board.SquareOfPiece(board.segments[static_cast<size_t>(segment)].piece);
    for (int port = 0; port < kPorts; ++port) {
      if (!board.IsEnd(segment, port)) continue;
      out.insert(Beside(cell, (port / kPortsPerSide + 1) % kSides));
      out.insert(Beside(cell, (port / kPortsPerSide + 3) % kSides));
    }
  }
  return Sorted(out);
}

// The spans with which no side of a fit clashes any more.
std::vector<Value> Run::Bridgings(Value fit) const {
  std::set<Value> out;
  if (board.SpanKind() < 0) return {};
  const int piece = FitPiece(fit), turned = FitTurn(fit);
  for (int axis = 0; axis < 2; ++axis) {
    const bool free = board.HalvesOnly(piece, turned, axis) && board.HalvesOnly(piece, turned, axis + 2);
    if (free && !Clashes(fit, axis)) out.insert(PackSpan(FitSquare(fit), axis));
  }
  for (int side = 0; side < kSides; ++side) {
    const int neighbour = board.PieceOn(Beside(FitSquare(fit), side));
    if (neighbour < 0 || !board.CanSpan(neighbour, side % 2, board.SpanKind())) continue;
    if (!Clashes(fit, -1, side)) out.insert(PackSpan(Beside(FitSquare(fit), side), side % 2));
  }
  return Sorted(out);
}

// The cells that do not lie on the other side of a marker, seen as its tile lies.
std::vector<Value> Run::SideOf(Value marker, int side) const {
  const Value from = board.SquareAt(board.markers[static_cast<size_t>(marker)].spot);
  const int under = from == kNil ? -1 : board.PieceOn(from);
  if (under < 0) return {};
  const auto turned = static_cast<size_t>((side + board.pieces[static_cast<size_t>(under)].turn) % kSides);
  std::set<Value> out;
  for (int piece : board.cells) {
    const Value square = board.SquareOfPiece(piece);
    const int east = SquareX(square) - SquareX(from), south = SquareY(square) - SquareY(from);
    if (east * kEast[turned] + south * kSouth[turned] >= 0) out.insert(square);
  }
  return Sorted(out);
}

// Where a marker points, one step; nowhere: 0, 0.
std::pair<int, int> Run::Heading(Value marker) const {
  static constexpr std::array<const char*, 8> kPoints = {"north", "north_east", "east", "south_east",
                                                         "south", "south_west", "west", "north_west"};
  static constexpr std::array<int, 8> kX = {0, 1, 1, 1, 0, -1, -1, -1}, kY = {-1, -1, 0, 1, 1, 1, 0, -1};
  const Marker& one = board.markers[static_cast<size_t>(marker)];
  const sema::Kind& kind = model_.kinds[static_cast<size_t>(one.kind)];
  const Value square = board.SquareAt(one.spot);
  const int under = square == kNil ? -1 : board.PieceOn(square);
  for (size_t a = 0; under >= 0 && a < kind.attributes.size(); ++a) {
    if (kind.attributes[a].name != "heading") continue;
    const std::string& word = kind.attributes[a].words[static_cast<size_t>(one.attributes[a])];
    for (size_t point = 0; point < kPoints.size(); ++point) {
      if (word != kPoints[point]) continue;
      const size_t turned =
          (point + 2 * static_cast<size_t>(board.pieces[static_cast<size_t>(under)].turn)) % kPoints.size();
      return {kX[turned], kY[turned]};
    }
  }
  return {0, 0};
}

// So far along lines, or along the way that a marker shows.
std::vector<Value> Run::Steps(PropertyId id, Value thing, Value steps) const {
  std::set<Value> out;
  if (steps < 0) steps = id == PropertyId::kPathOfMarker ? -1 : 0;
  const auto add = [&](Value from, Value east, Value south) {
    const Value x = SquareX(from) + east, y = SquareY(from) + south;
    if (Inside(x, y)) out.insert(PackSquare(static_cast<int>(x), static_cast<int>(y)));
  };
  const Value most = std::min<Value>(steps, 2 * kMaxCoordinate);
  if (id == PropertyId::kPathOfMarker) {
    const Value square = board.SquareAt(board.markers[static_cast<size_t>(thing)].spot);
    const auto [east, south] = Heading(thing);
    if (square != kNil && most >= 0 && (east != 0 || south != 0)) add(square, most * east, most * south);
    return Sorted(out);
  }
  if (std::string(Info(id).word) != "lines") throw NotYet(std::string("so far, of ") + Info(id).id);
  for (Value cell : Cells(Info(id).of, thing)) {
    out.insert(cell);
    for (size_t side = 0; side < kSides; ++side) {
      for (Value n = 1; n <= most; ++n) add(cell, n * kEast[side], n * kSouth[side]);
    }
  }
  return Sorted(out);
}

// The segments joined to one without passing one that a marker parts; a parted one is alone.
std::vector<Value> Run::Branch(int segment) const {
  const auto parted = [&](int other) {
    return std::any_of(board.markers.begin(), board.markers.end(), [&](const Marker& marker) {
      const int parts = model_.kinds[static_cast<size_t>(marker.kind)].parts;
      return parts >= 0 && board.SegmentAt(marker.spot) == other &&
             board.Likes(board.segments[static_cast<size_t>(other)].kind, parts);
    });
  };
  std::set<Value> out = {segment};
  std::vector<int> open = {segment};
  while (!open.empty()) {
    const int next = open.back();
    open.pop_back();
    if (parted(next)) continue;
    for (int other : board.Joined(next)) {
      if (!parted(other) && out.insert(other).second) open.push_back(other);
    }
  }
  return Sorted(out);
}

// Going from each end of a segment along the feature, step by step, the first segments on which figures
// stand.
std::vector<Value> Run::Nearest(int segment) const {
  const auto occupied = [&](int other) {
    return std::any_of(board.figures.begin(), board.figures.end(),
                       [&](const Figure& figure) { return board.SegmentAt(figure.spot) == other; });
  };
  std::set<Value> out;
  for (int start : board.Joined(segment)) {
    std::set<int> seen = {segment, start}, front = {start};
    bool found = false;
    while (!front.empty() && !found) {
      std::set<int> next;
      for (int one : front) {
        if (occupied(one)) {
          out.insert(one);
          found = true;
        }
        for (int other : board.Joined(one)) {
          if (seen.insert(other).second) next.insert(other);
        }
      }
      front = next;
    }
  }
  return Sorted(out);
}

}  // namespace reeve::reference
