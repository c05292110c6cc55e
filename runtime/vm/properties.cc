// The properties of properties.def and the bound values of globals.def.
#include <algorithm>

#include "runtime/vm/machine.h"

namespace reeve {
namespace {

int32_t Id32(Value value) {
  return static_cast<int32_t>(value);
}
Value OrNothing(int32_t id) {
  return id == kNone ? kNothing : id;
}

}  // namespace

Value Machine::Property(PropertyId property, Value thing) const {
  const int32_t id = Id32(thing);
  const auto feature_at = [&](Spot spot) -> Value {
    const int32_t segment = board().SegmentAt(spot);
    return segment == kNone ? kNothing : board().FeatureOf(segment);
  };
  const auto on = [](Spot spot, At at) -> Value { return spot.at == at ? spot.id : kNothing; };
  const auto piece_of_cell = [&](int32_t cell) -> Value { return cell == kNone ? kNothing : board().cell(cell).piece; };
  switch (property) {
    case PropertyId::kOwnerOfFigure:
      return OrNothing(board().figure(id).owner);
    case PropertyId::kOwnerOfMarker:
      return board().marker(id).spot.at == At::kPlayer ? board().marker(id).spot.id
                                                       : OrNothing(board().marker(id).owner);
    case PropertyId::kOwnerOfPiece:
      return OrNothing(board().piece(id).owner);
    case PropertyId::kFeatureOfFigure:
      return feature_at(board().figure(id).spot);
    case PropertyId::kFeatureOfMarker:
      return feature_at(board().marker(id).spot);
    case PropertyId::kFeatureOfSegment:
      return board().FeatureOf(id);
    case PropertyId::kSegmentOfFigure:
      return OrNothing(board().SegmentAt(board().figure(id).spot));
    case PropertyId::kSegmentOfMarker:
      return OrNothing(board().SegmentAt(board().marker(id).spot));
    case PropertyId::kSegmentOfEdge:
      return thing / 16 < board().segment_count() ? thing / 16 : kNothing;  // what clashes may have none
    case PropertyId::kCellOfFigure:
      return CellSquare(board().CellOf(board().figure(id).spot));
    case PropertyId::kCellOfMarker:
      return CellSquare(board().CellOf(board().marker(id).spot));
    case PropertyId::kCellOfSegment:
      return CellSquare(board().segment(id).cell);
    case PropertyId::kCellOfPiece:
      return CellSquare(board().piece(id).at == PieceAt::kBoard ? board().piece(id).cell : kNone);
    case PropertyId::kSpaceOfFit:
      return FitSquare(thing);
    case PropertyId::kPieceOfFigure:
      return piece_of_cell(board().CellOf(board().figure(id).spot));
    case PropertyId::kPieceOfMarker:
      return piece_of_cell(board().CellOf(board().marker(id).spot));
    case PropertyId::kPieceOfSegment:
      return piece_of_cell(board().segment(id).cell);
    case PropertyId::kPieceOfSquare:
      return piece_of_cell(board().CellAt(SquareX(thing), SquareY(thing)));
    case PropertyId::kPieceOfFit:
      return FitPiece(thing);
    case PropertyId::kCardOfMarker:
      return OrNothing(board().marker(id).card);
    case PropertyId::kFigureOfMarker:
      return on(board().marker(id).spot, At::kFigure);
    case PropertyId::kFigureOfFigure:
      return on(board().figure(id).spot, At::kFigure);
    case PropertyId::kMarkerOfFigure:
      return on(board().figure(id).spot, At::kMarker);
    case PropertyId::kMarkerOfMarker:
      return on(board().marker(id).spot, At::kMarker);
    case PropertyId::kFeatureOfCorner:
      return feature_at({At::kCorner, thing});
    case PropertyId::kColumnOfSquare:
      return SquareX(thing);
    case PropertyId::kRowOfSquare:
      return SquareY(thing);
    case PropertyId::kCellOfSpan:
      return SpanSquare(thing);
    case PropertyId::kPlaceOfMarker:
      return on(board().marker(id).spot, At::kPlace);
    case PropertyId::kPlaceOfFigure: {
      const Spot spot = board().figure(id).spot;
      return spot.at == At::kPlace ? spot.id : kNothing;
    }
    case PropertyId::kKindOfFeature:
      return board().node(board().Find(id)).kind;
    case PropertyId::kKindOfSegment:
      return board().SegmentKind(id);
    case PropertyId::kKindOfFigure:
      return board().figure(id).kind;
    case PropertyId::kKindOfMarker:
      return board().marker(id).kind;
    case PropertyId::kKindOfCard:
      return program().cards[static_cast<size_t>(id)].kind;
    case PropertyId::kTotalOfPlayer:
      return world().totals[static_cast<size_t>(id)];
    case PropertyId::kPointsOfAward:
      return world().ledger.awards[static_cast<size_t>(id)].points;
    case PropertyId::kPlayerOfAward:
      return world().ledger.awards[static_cast<size_t>(id)].player;
    case PropertyId::kMarkOfAward:
      return static_cast<Value>(world().ledger.awards[static_cast<size_t>(id)].mark);
    case PropertyId::kSubjectOfAward: {  // a feature, or nothing: a score may be about something else
      const Award& award = world().ledger.awards[static_cast<size_t>(id)];
      return award.subject_class == Class::kFeature ? award.subject : kNothing;
    }
    case PropertyId::kTopOfZone: {
      const auto& cards = world().decks[static_cast<size_t>(id)].cards;
      return cards.empty() ? kNothing : cards.front();
    }
    case PropertyId::kShownOfZone:
      return OrNothing(world().decks[static_cast<size_t>(id)].shown);
    default:
      return kNothing;  // a property with many values is read by kSpread
  }
}

Value Machine::Global(GlobalId global, const Context& context) const {
  switch (global) {
    case GlobalId::kActivePlayer:
      return world().active;
    case GlobalId::kNextPlayer:
      return world().active < 0 ? kNothing : (world().active + 1) % world().players;
    case GlobalId::kGame:
      return 0;
    case GlobalId::kPlaced:
      return world().placed;
    case GlobalId::kDrawn:
      return world().drawn;
    case GlobalId::kAward:
      return context.award;
    case GlobalId::kValue:
      return context.scoring < 0 ? 0 : world().scorings[static_cast<size_t>(context.scoring)].value;
    case GlobalId::kCause:
      return context.cause;
    case GlobalId::kOrigin:
      return context.origin;
  }
  return kNothing;
}

Value Machine::Attribute(Class cls, Value thing, int number) const {
  if (thing < 0) return kNothing;
  switch (cls) {
    case Class::kMarker:
      return board().marker(Id32(thing)).attributes[static_cast<size_t>(number)];
    case Class::kCard: {
      const auto& attributes = program().cards[static_cast<size_t>(thing)].attributes;
      return static_cast<size_t>(number) < attributes.size() ? attributes[static_cast<size_t>(number)] : kNothing;
    }
    case Class::kPlace:
      for (const auto& attribute : program().places[static_cast<size_t>(thing)].attributes) {
        if (attribute[0] == number) return attribute[1];
      }
      return kNothing;
    default:
      return kNothing;
  }
}

Value Machine::Votes(Value figure, const Context& context) {
  if (figure < 0) return 0;
  const KindInfo& kind = program().kind(board().figure(Id32(figure)).kind);
  if (kind.votes == kNoId) return kind.fixed_votes;
  Value own[kMaxSlots];
  own[0] = figure;
  return RunValue(kind.votes, own, context);
}

void Machine::AppendAround(int x, int y, bool itself) {
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (itself || dx != 0 || dy != 0) Push(PackSquare(x + dx, y + dy));
    }
  }
}

// The unbroken run of cells from (x, y) in one direction, without the start.
void Machine::AppendLine(int x, int y, int dx, int dy) {
  for (int i = 1; board().CellAt(x + dx * i, y + dy * i) != kNone; ++i) Push(PackSquare(x + dx * i, y + dy * i));
}

void Machine::AppendBeyond(int32_t segment) {
  const Cell& cell = board().cell(board().segment(segment).cell);
  const uint16_t ports = cell.shape->ports[static_cast<size_t>(segment - cell.first_segment)];
  for (int side = 0; side < kSides; ++side) {
    if (ports >> (side * kPortsPerSide) & 7) Push(PackSquare(cell.x + kSideX[side], cell.y + kSideY[side]));
  }
}

// Of two cells that lie side by side the squares beside both long sides; of more cells, all of whose pairs count.
void Machine::AppendFlanks(int32_t feature) {
  board().ForSegments(feature, [&](int32_t segment) {
    const Cell& cell = board().cell(board().segment(segment).cell);
    const uint16_t joins = cell.shape->joins[static_cast<size_t>(segment - cell.first_segment)];
    for (int side = 0; side < kSides; ++side) {
      if ((joins & kPortsOfSide[side]) == 0) continue;
      const int across = (side + 1) & 3, other = (side + 3) & 3;
      Push(PackSquare(cell.x + kSideX[across], cell.y + kSideY[across]));
      Push(PackSquare(cell.x + kSideX[other], cell.y + kSideY[other]));
    }
  });
}

// Every square beside the board, every turn, or those where the piece matches; whether it may lie there is for
// `forbid` to say. In order of row, column, turn.
void Machine::AppendFits(int32_t piece, bool matching) {
  if (fits_.piece != piece || fits_.matching != matching || fits_.changes != board().space_changes()) {
    fits_.piece = piece;
    fits_.matching = matching;
    fits_.changes = board().space_changes();
    fits_.all.clear();
    const auto& turns = board().shapes().turns(board().piece(piece).tile);
    for (const Space& space : board().spaces()) {
      const unsigned fitting = matching ? Board::FittingTurns(space, turns) : 15u;
      if (fitting == 0) continue;
      const Value square = PackSquare(space.x, space.y);
      for (int turn = 0; turn < 4; ++turn) {
        if (fitting >> turn & 1) fits_.all.push_back(PackFit(piece, square, turn));
      }
    }
    std::sort(fits_.all.begin(), fits_.all.end());
  }
  arena_.insert(arena_.end(), fits_.all.begin(), fits_.all.end());
}

// As far as `steps` in the four directions, gaps or not; of a path the square that many steps on.
void Machine::AppendSpreadTo(PropertyId property, Value of, Value steps) {
  const PropertyInfo& info = Info(property);
  const Value most = std::min<Value>(std::max<Value>(steps, 0), 2 * kMaxCoordinate);
  const auto push = [&](int x, int y, int dx, int dy, Value n) {
    const Value to_x = x + dx * n, to_y = y + dy * n;
    if (std::max(std::abs(to_x), std::abs(to_y)) <= kMaxCoordinate)
      Push(PackSquare(static_cast<int>(to_x), static_cast<int>(to_y)));
  };
  const uint32_t begin = static_cast<uint32_t>(arena_.size());
  if (property == PropertyId::kPathOfMarker) {
    const int32_t cell_id = board().CellOf(board().marker(Id32(of)).spot);
    if (cell_id == kNone || steps < 0) return;
    const auto [dx, dy] = Heading(Id32(of));
    if (dx != 0 || dy != 0) push(board().cell(cell_id).x, board().cell(cell_id).y, dx, dy, most);
    return;
  }
  ForCells(info.of, of, [&](int x, int y) {
    if (info.word[0] != 'l') return;  // lines alone reach so far
    if (!HasRoom()) return;
    Push(PackSquare(x, y));
    Work(kSides * most);  // a line may be longer than any board
    for (Value n = 1; n <= most; ++n) {
      for (int side = 0; side < kSides; ++side) push(x, y, kSideX[side], kSideY[side], n);
    }
  });
  Unique(begin);
}

// Segments joined to this one, those that a marker parts left out; one that is parted is a branch of its own.
void Machine::AppendBranch(int32_t segment) {
  const auto parted = [&](int32_t id) {
    bool parts_it = false;
    ForMaybeAt(board().markers_by_cell(), id, [&](int32_t m) {
      const Id parts = program().kind(board().marker(m).kind).parts;
      parts_it |= parts != kNoId && board().SegmentAt(board().marker(m).spot) == id &&
                  program().InKinds(parts, board().SegmentKind(id));
    });
    return parts_it;
  };
  std::vector<int32_t> branch{segment};
  for (size_t i = 0; i < branch.size(); ++i) {
    Push(branch[i]);
    Work(8 + static_cast<int64_t>(branch.size()));  // about what is looked through
    if (fault_ != Fault::kNone) return;
    if (parted(branch[i])) continue;
    board().ForJoined(branch[i], [&](int32_t next) {
      if (std::find(branch.begin(), branch.end(), next) == branch.end() && !parted(next)) branch.push_back(next);
    });
  }
}

// From each segment joined to this one the way leads on, all paths alike, until it comes to figures.
void Machine::AppendNearest(int32_t segment) {
  const auto occupied = [&](int32_t id) {
    bool stands = false;
    ForMaybeAt(board().figures_by_cell(), id,
               [&](int32_t f) { stands |= board().SegmentAt(board().figure(f).spot) == id; });
    return stands;
  };
  std::vector<int32_t> first;
  board().ForJoined(segment, [&](int32_t next) { first.push_back(next); });
  for (const int32_t start : first) {
    std::vector<int32_t> seen{segment, start}, front{start};
    bool found = false;
    while (!front.empty() && !found) {
      Work(static_cast<int64_t>(front.size()) * (8 + static_cast<int64_t>(seen.size())));
      if (fault_ != Fault::kNone) return;
      for (const int32_t id : front) {
        if (!occupied(id)) continue;
        Push(id);
        found = true;
      }
      std::vector<int32_t> next;
      for (const int32_t id : front) {
        board().ForJoined(id, [&](int32_t to) {
          if (std::find(seen.begin(), seen.end(), to) != seen.end()) return;
          seen.push_back(to);
          next.push_back(to);
        });
      }
      front = std::move(next);
    }
  }
}

// The cells that do not lie on the other side of a marker, seen as its tile lies.
void Machine::AppendSide(int32_t marker_id, int side) {
  const int32_t at = board().CellOf(board().marker(marker_id).spot);
  if (at == kNone) return;
  const Cell& from = board().cell(at);
  const auto turned = static_cast<size_t>((side + board().piece(from.piece).turn) % kSides);
  for (int32_t id = 0; id < board().cell_count(); ++id) {
    const Cell& cell = board().cell(id);
    if ((cell.x - from.x) * kSideX[turned] + (cell.y - from.y) * kSideY[turned] >= 0) Push(board().SquareOf(id));
  }
}

// Where a marker points: a compass point, turned with its tile.
std::pair<int, int> Machine::Heading(int32_t marker_id) const {
  static constexpr int kX[] = {0, 1, 1, 1, 0, -1, -1, -1}, kY[] = {-1, -1, 0, 1, 1, 1, 0, -1};
  const Marker& marker = board().marker(marker_id);
  const Pointing& pointing = world().plans->pointing[static_cast<size_t>(marker.kind)];
  const int32_t cell_id = board().CellOf(marker.spot);
  if (cell_id == kNone || pointing.attribute < 0) return {0, 0};
  const auto value = static_cast<size_t>(marker.attributes[static_cast<size_t>(pointing.attribute)]);
  const int point = value < pointing.points.size() ? pointing.points[value] : -1;
  if (point < 0) return {0, 0};
  const int turned = (point + board().piece(board().cell(cell_id).piece).turn * 2) % 8;
  return {kX[turned], kY[turned]};
}

// Every pair of segments of one kind on the tile that some marker joins in pairs.
void Machine::AppendJoinings(int32_t cell_id) {
  if (cell_id == kNone) return;
  const Cell& cell = board().cell(cell_id);
  const auto joined = [&](Id kind) {
    return std::any_of(program().kinds.begin(), program().kinds.end(), [&](const KindInfo& info) {
      return info.joins_two && program().InKinds(info.joins_kinds, kind);
    });
  };
  for (int a = 0; a < cell.shape->segment_count; ++a) {
    const Id kind = board().SegmentKind(cell.first_segment + a);
    if (!joined(kind)) continue;
    for (int b = a + 1; b < cell.shape->segment_count; ++b) {
      if (board().SegmentKind(cell.first_segment + b) == kind)
        Push(PackJoining(cell.first_segment + a, cell.first_segment + b));
    }
  }
}

void Machine::AppendSpans(int32_t cell_id) {
  if (cell_id == kNone) return;
  for (int axis = 0; axis < 2; ++axis) {
    if (board().CanSpan(cell_id, axis, board().shapes().span_kind())) Push(PackSpan(board().SquareOf(cell_id), axis));
  }
}

// Ways to lay a segment across the piece as it would lie, or across a neighbour, after which all its sides match.
void Machine::AppendBridgings(Value fit) {
  const Value square = FitSquare(fit);
  const int32_t index = board().SpaceAt(SquareX(square), SquareY(square));
  if (index == kNone || board().shapes().span_kind() == kNoId) return;
  const Space& space = board().spaces()[static_cast<size_t>(index)];
  const Id tile = board().piece(FitPiece(fit)).tile;
  for (int axis = 0; axis < 2; ++axis) {
    const Shape* across = board().shapes().spanned(tile, FitTurn(fit), axis);
    if (across != nullptr && Board::Fits(space, *across)) Push(PackSpan(square, axis));
  }
  const Shape& shape = board().shapes().shape(tile, FitTurn(fit));
  for (int side = 0; side < kSides; ++side) {
    const int32_t neighbour = board().CellAt(space.x + kSideX[side], space.y + kSideY[side]);
    if (neighbour == kNone || !board().CanSpan(neighbour, side & 1, board().shapes().span_kind())) continue;
    Space bridged = space;
    bridged.needs[static_cast<size_t>(side)] = board().shapes().span_code();
    if (Board::Fits(bridged, shape)) Push(PackSpan(board().SquareOf(neighbour), side & 1));
  }
}

void Machine::AppendSpread(PropertyId property, Value of) {
  const PropertyInfo& info = Info(property);
  if (!info.many) {
    const Value one = Property(property, of);
    if (one >= 0 || (info.result == Class::kNumber && of >= 0)) Push(one);
    return;
  }
  if (of < 0) return;
  if (info.of == Class::kFeature) of = board().Find(Id32(of));
  const uint32_t begin = static_cast<uint32_t>(arena_.size());
  const auto for_cells = [&](auto&& visit) { ForCells(info.of, of, visit); };
  switch (property) {
    case PropertyId::kSquareOfFeature:
    case PropertyId::kSquareOfSquare:
    case PropertyId::kSquareOfFigure:
    case PropertyId::kSquareOfMarker:
    case PropertyId::kSquareOfPiece:
    case PropertyId::kSquareOfSegment:
    case PropertyId::kRingOfSegment:
    case PropertyId::kRingOfMarker:
    case PropertyId::kRingOfFeature:
    case PropertyId::kRingOfSquare:
    case PropertyId::kRingOfFigure:
    case PropertyId::kRingOfPiece: {
      const bool itself = info.word[0] == 's';
      for_cells([&](int x, int y) { AppendAround(x, y, itself); });
      if (!itself && info.of == Class::kFeature) {  // a ring leaves out the cells of a feature with several
        Unique(begin);
        for_cells([&](int x, int y) {
          arena_.erase(std::remove(arena_.begin() + begin, arena_.end(), PackSquare(x, y)), arena_.end());
        });
      }
      break;
    }
    case PropertyId::kLinesOfFeature:
    case PropertyId::kLinesOfSquare:
    case PropertyId::kLinesOfMarker:
    case PropertyId::kLinesOfFigure:
    case PropertyId::kLinesOfSegment:
      for_cells([&](int x, int y) {
        Push(PackSquare(x, y));
        for (int side = 0; side < kSides; ++side) AppendLine(x, y, kSideX[side], kSideY[side]);
      });
      break;
    case PropertyId::kNeighboursOfSquare:
    case PropertyId::kNeighboursOfFigure:
    case PropertyId::kNeighboursOfMarker:
    case PropertyId::kNeighboursOfPiece:
    case PropertyId::kNeighboursOfSegment:
      for_cells([&](int x, int y) {
        for (int side = 0; side < kSides; ++side) {
          if (board().CellAt(x + kSideX[side], y + kSideY[side]) != kNone)
            Push(PackSquare(x + kSideX[side], y + kSideY[side]));
        }
      });
      break;
    case PropertyId::kBeyondOfSegment:
      AppendBeyond(Id32(of));
      break;
    case PropertyId::kBeyondOfFeature:
      board().ForSegments(Id32(of), [&](int32_t segment) { AppendBeyond(segment); });
      break;
    case PropertyId::kBeyondOfFitSegment: {
      const Value fit = FitOfSegment(of), square = FitSquare(fit);
      const Shape& shape = board().shapes().shape(board().piece(FitPiece(fit)).tile, FitTurn(fit));
      const uint16_t ports = shape.ports[static_cast<size_t>(IndexOfSegment(of))];
      for (int side = 0; side < kSides; ++side) {
        if (ports & kPortsOfSide[side])
          Push(PackSquare(SquareX(square) + kSideX[side], SquareY(square) + kSideY[side]));
      }
      break;
    }
    case PropertyId::kBranchOfSegment:
      AppendBranch(Id32(of));
      break;
    case PropertyId::kNearestOfSegment:
      AppendNearest(Id32(of));
      break;
    case PropertyId::kNorthOfMarker:
      AppendSide(Id32(of), 0);
      break;
    case PropertyId::kEastOfMarker:
      AppendSide(Id32(of), 1);
      break;
    case PropertyId::kSouthOfMarker:
      AppendSide(Id32(of), 2);
      break;
    case PropertyId::kWestOfMarker:
      AppendSide(Id32(of), 3);
      break;
    case PropertyId::kFlanksOfFeature:
      AppendFlanks(Id32(of));
      break;
    case PropertyId::kJoiningsOfMarker:
      AppendJoinings(board().CellOf(board().marker(Id32(of)).spot));
      return;
    case PropertyId::kBridgingsOfFit:
      AppendBridgings(of);
      break;
    case PropertyId::kSpansOfPiece:
      for_cells([&](int x, int y) {
        AppendSpans(board().CellAt(x, y));
        for (int side = 0; side < kSides; ++side) AppendSpans(board().CellAt(x + kSideX[side], y + kSideY[side]));
      });
      break;
    case PropertyId::kFitsOfPiece:
      AppendFits(Id32(of), false);
      return;
    case PropertyId::kClashesOfFit: {
      const Value square = FitSquare(of);
      const int32_t space = board().SpaceAt(SquareX(square), SquareY(square));
      const int32_t piece = FitPiece(of);
      if (space != kNone && !Board::Fits(board().spaces()[static_cast<size_t>(space)],
                                         board().shapes().shape(board().piece(piece).tile, FitTurn(of)))) {
        Push(0);
      }
      return;
    }
    case PropertyId::kCornersOfPiece:
      for_cells([&](int x, int y) {
        for (int i = 0; i < 4; ++i) Push(PackSquare(x + (i & 1), y + (i >> 1)));
      });
      break;
    default:
      break;
  }
  Unique(begin);
}

}  // namespace reeve
