// The properties of properties.def and the bound values of globals.def.
#include <algorithm>

#include "runtime/vm/machine.h"

namespace reeve {
namespace {

int32_t Id32(Value value) { return static_cast<int32_t>(value); }
Value OrNothing(int32_t id) { return id == kNone ? kNothing : id; }

}  // namespace

Value Machine::Property(PropertyId property, Value thing) const {
  const int32_t id = Id32(thing);
  const auto feature_at = [&](Spot spot) -> Value {
    const int32_t segment = board().SegmentAt(spot);
    return segment == kNone ? kNothing : board().FeatureOf(segment);
  };
  const auto piece_of_cell = [&](int32_t cell) -> Value { return cell == kNone ? kNothing : board().cell(cell).piece; };
  switch (property) {
    case PropertyId::kOwnerOfFigure: return OrNothing(board().figure(id).owner);
    case PropertyId::kOwnerOfMarker:
      return board().marker(id).spot.at == At::kPlayer ? board().marker(id).spot.id : OrNothing(board().marker(id).owner);
    case PropertyId::kOwnerOfPiece: return OrNothing(board().piece(id).owner);
    case PropertyId::kFeatureOfFigure: return feature_at(board().figure(id).spot);
    case PropertyId::kFeatureOfMarker: return feature_at(board().marker(id).spot);
    case PropertyId::kFeatureOfSegment: return board().FeatureOf(id);
    case PropertyId::kSegmentOfFigure: return OrNothing(board().SegmentAt(board().figure(id).spot));
    case PropertyId::kSegmentOfMarker: return OrNothing(board().SegmentAt(board().marker(id).spot));
    case PropertyId::kSegmentOfEdge: return thing / 16;
    case PropertyId::kCellOfFigure: return CellSquare(board().CellOf(board().figure(id).spot));
    case PropertyId::kCellOfMarker: return CellSquare(board().CellOf(board().marker(id).spot));
    case PropertyId::kCellOfSegment: return CellSquare(board().segment(id).cell);
    case PropertyId::kCellOfPiece: return CellSquare(board().piece(id).at == PieceAt::kBoard ? board().piece(id).cell : kNone);
    case PropertyId::kSpaceOfFit: return FitSquare(thing);
    case PropertyId::kPieceOfFigure: return piece_of_cell(board().CellOf(board().figure(id).spot));
    case PropertyId::kPieceOfMarker: return piece_of_cell(board().CellOf(board().marker(id).spot));
    case PropertyId::kPieceOfSegment: return piece_of_cell(board().segment(id).cell);
    case PropertyId::kPieceOfSquare: return piece_of_cell(board().CellAt(SquareX(thing), SquareY(thing)));
    case PropertyId::kPieceOfFit: return FitPiece(thing);
    case PropertyId::kPlaceOfFigure: {
      const Spot spot = board().figure(id).spot;
      return spot.at == At::kPlace ? spot.id : kNothing;
    }
    case PropertyId::kKindOfFeature: return board().node(board().Find(id)).kind;
    case PropertyId::kKindOfSegment: return board().SegmentKind(id);
    case PropertyId::kKindOfFigure: return board().figure(id).kind;
    case PropertyId::kKindOfMarker: return board().marker(id).kind;
    case PropertyId::kKindOfCard: return program().cards[static_cast<size_t>(id)].kind;
    case PropertyId::kTotalOfPlayer: return world().totals[static_cast<size_t>(id)];
    case PropertyId::kPointsOfAward: return world().ledger.awards[static_cast<size_t>(id)].points;
    case PropertyId::kPlayerOfAward: return world().ledger.awards[static_cast<size_t>(id)].player;
    case PropertyId::kMarkOfAward: return static_cast<Value>(world().ledger.awards[static_cast<size_t>(id)].mark);
    case PropertyId::kSubjectOfAward: return world().ledger.awards[static_cast<size_t>(id)].subject;
    case PropertyId::kTopOfZone: {
      const auto& cards = world().decks[static_cast<size_t>(id)].cards;
      return cards.empty() ? kNothing : cards.front();
    }
    case PropertyId::kShownOfZone: return OrNothing(world().decks[static_cast<size_t>(id)].shown);
    default: return kNothing;  // a property with many values is read by kSpread
  }
}

Value Machine::Global(GlobalId global, const Context& context) const {
  switch (global) {
    case GlobalId::kActivePlayer: return world().active;
    case GlobalId::kNextPlayer: return world().active < 0 ? kNothing : (world().active + 1) % world().players;
    case GlobalId::kGame: return 0;
    case GlobalId::kPlaced: return world().placed;
    case GlobalId::kDrawn: return world().drawn;
    case GlobalId::kAward: return context.award;
    case GlobalId::kValue: return context.scoring < 0 ? 0 : world().scorings[static_cast<size_t>(context.scoring)].value;
    case GlobalId::kCause: return context.cause;
    case GlobalId::kOrigin: return context.origin;
  }
  return kNothing;
}

Value Machine::Attribute(Class cls, Value thing, int number) const {
  if (thing < 0) return kNothing;
  switch (cls) {
    case Class::kMarker: return board().marker(Id32(thing)).attributes[static_cast<size_t>(number)];
    case Class::kCard: {
      const auto& attributes = program().cards[static_cast<size_t>(thing)].attributes;
      return static_cast<size_t>(number) < attributes.size() ? attributes[static_cast<size_t>(number)] : kNothing;
    }
    case Class::kPlace:
      for (const auto& attribute : program().places[static_cast<size_t>(thing)].attributes) {
        if (attribute[0] == number) return attribute[1];
      }
      return kNothing;
    default: return kNothing;
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

// Every square beside the board, every turn, or those where the piece matches; whether it may lie there is for
// `forbid` to say. In order of row, column, turn.
void Machine::AppendFits(int32_t piece, bool matching) {
  const uint32_t begin = static_cast<uint32_t>(arena_.size());
  const auto& turns = board().shapes().turns(board().piece(piece).tile);
  for (const Space& space : board().spaces()) {
    const unsigned fitting = matching ? Board::FittingTurns(space, turns) : 15u;
    if (fitting == 0) continue;
    const Value square = PackSquare(space.x, space.y);
    for (int turn = 0; turn < 4; ++turn) {
      if (fitting >> turn & 1) Push(PackFit(piece, square, turn));
    }
  }
  std::sort(arena_.begin() + begin, arena_.end());
}

void Machine::AppendSpread(PropertyId property, Value of) {
  const PropertyInfo& info = Info(property);
  if (!info.many) {
    const Value one = Property(property, of);
    if (one >= 0) Push(one);
    return;
  }
  if (info.of == Class::kFeature) of = board().Find(Id32(of));
  const uint32_t begin = static_cast<uint32_t>(arena_.size());
  const auto for_cells = [&](auto&& visit) {
    if (info.of == Class::kSquare) {
      visit(SquareX(of), SquareY(of));
    } else if (info.of == Class::kFeature) {
      board().ForSegments(Id32(of), [&](int32_t segment) {
        const Cell& cell = board().cell(board().segment(segment).cell);
        visit(cell.x, cell.y);
      });
    } else {
      int32_t cell = kNone;
      if (info.of == Class::kFigure) cell = board().CellOf(board().figure(Id32(of)).spot);
      if (info.of == Class::kMarker) cell = board().CellOf(board().marker(Id32(of)).spot);
      if (info.of == Class::kPiece && board().piece(Id32(of)).at == PieceAt::kBoard) cell = board().piece(Id32(of)).cell;
      if (cell != kNone) visit(board().cell(cell).x, board().cell(cell).y);
    }
  };
  switch (property) {
    case PropertyId::kSquareOfFeature:
    case PropertyId::kSquareOfSquare:
    case PropertyId::kSquareOfFigure:
    case PropertyId::kSquareOfMarker:
    case PropertyId::kSquareOfPiece:
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
      for_cells([&](int x, int y) {
        Push(PackSquare(x, y));
        for (int side = 0; side < kSides; ++side) AppendLine(x, y, kSideX[side], kSideY[side]);
      });
      break;
    case PropertyId::kNeighboursOfSquare:
    case PropertyId::kNeighboursOfFigure:
      for_cells([&](int x, int y) {
        for (int side = 0; side < kSides; ++side) {
          if (board().CellAt(x + kSideX[side], y + kSideY[side]) != kNone) Push(PackSquare(x + kSideX[side], y + kSideY[side]));
        }
      });
      break;
    case PropertyId::kBeyondOfSegment: AppendBeyond(Id32(of)); break;
    case PropertyId::kBeyondOfFeature: board().ForSegments(Id32(of), [&](int32_t segment) { AppendBeyond(segment); }); break;
    case PropertyId::kFitsOfPiece: AppendFits(Id32(of), false); return;
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
    default: break;
  }
  Unique(begin);
}

}  // namespace reeve
