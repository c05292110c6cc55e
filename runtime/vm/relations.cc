// The relations of relations.def: for one thing of class B, the things of class A.
#include <algorithm>
#include <bit>

#include "runtime/vm/machine.h"

namespace reeve {
namespace {

int32_t Id32(Value value) {
  return static_cast<int32_t>(value);
}

}  // namespace

Id Machine::KindOf(Class cls, Value thing) const {
  if (thing < 0) return kNoId;
  switch (cls) {
    case Class::kFeature:
      return board().node(board().Find(Id32(thing))).kind;
    case Class::kSegment:
      return board().SegmentKind(Id32(thing));
    case Class::kFigure:
      return board().figure(Id32(thing)).kind;
    case Class::kMarker:
      return board().marker(Id32(thing)).kind;
    case Class::kCard:
      return program().cards[static_cast<size_t>(thing)].kind;
    case Class::kFitSegment:
      return SegmentsOfFit(FitOfSegment(thing))[static_cast<size_t>(IndexOfSegment(thing))].kind;
    case Class::kKind:
      return static_cast<Id>(thing);
    default:
      return kNoId;
  }
}

bool Machine::IsKind(Class cls, Value thing, int kinds) const {
  if (thing < 0) return false;
  if (cls == Class::kSquare) return KeepSquare(thing, kinds);
  const Id kind = KindOf(cls, thing);
  return kind != kNoId && program().InKinds(kinds, kind);
}

int Machine::OwnerOf(Class cls, Value thing) const {
  switch (cls) {
    case Class::kFigure:
      return board().figure(Id32(thing)).owner;
    case Class::kMarker: {
      const Marker& marker = board().marker(Id32(thing));
      return marker.spot.at == At::kPlayer ? Id32(marker.spot.id) : marker.owner;
    }
    case Class::kPiece:
      return board().piece(Id32(thing)).owner;
    default:
      return -1;
  }
}

bool Machine::KeepSquare(Value square, int kinds) const {
  if (kinds == kCells) return board().Filled(square);
  if (kinds == kSpaces) return board().SpaceAt(SquareX(square), SquareY(square)) != kNone;
  return true;
}

void Machine::ReplaceSet(Slice of, bool may_repeat) {
  if (may_repeat) Unique(of.end);
  const uint32_t size = static_cast<uint32_t>(arena_.size()) - of.end;
  std::move(arena_.begin() + of.end, arena_.end(), arena_.begin() + of.begin);
  sets_[set_top_ - 1] = {of.begin, of.begin + size};
  arena_.resize(of.begin + size);
}

// Of kinds that a board has little of by their features, else through all segments.
void Machine::AppendAllSegments(int kinds) {
  constexpr int32_t kFew = 8;
  const auto begin = static_cast<uint32_t>(arena_.size());
  int32_t count = 0;
  board().ForFeatures(kinds, [&](int32_t feature) { count += board().SegmentsOf(feature); });
  if (count < board().segment_count() / kFew) {
    board().ForFeatures(
        kinds, [&](int32_t feature) { board().ForSegments(feature, [&](int32_t segment) { Push(segment); }); });
    return Unique(begin);
  }
  for (int32_t segment = 0; segment < board().segment_count(); ++segment) {
    if (board().segment(segment).node == kNone) continue;  // room for one that nothing has laid
    if (program().InKinds(kinds, board().SegmentKind(segment))) Push(segment);
  }
}

void Machine::AppendAll(Class cls, int kinds) {
  switch (cls) {
    case Class::kPlayer: {
      const int first = std::max(world().active, 0);
      for (int i = 0; i < world().players; ++i) Push((first + i) % world().players);
      return;
    }
    case Class::kFeature:
      board().ForFeatures(kinds, [this](int32_t feature) { Push(feature); });
      return;
    case Class::kSegment:
      return AppendAllSegments(kinds);
    case Class::kFigure:
      board().ForFigures(kinds, [this](int32_t figure) {
        if (board().figure(figure).spot.at != At::kOut) Push(figure);
      });
      return;
    case Class::kMarker:
      board().ForMarkers(kinds, [this](int32_t marker) {
        const At at = board().marker(marker).spot.at;
        if (at != At::kOut && at != At::kPiece) Push(marker);
      });
      return;
    case Class::kSquare:
      if (kinds == kSpaces) {
        const uint32_t begin = static_cast<uint32_t>(arena_.size());
        for (const Space& space : board().spaces()) Push(PackSquare(space.x, space.y));
        Unique(begin);
        return;
      }
      for (int32_t cell = 0; cell < board().cell_count(); ++cell) Push(board().SquareOf(cell));
      return;
    case Class::kPiece:
      for (int32_t piece = 0; piece < board().piece_count(); ++piece) {
        if (board().piece(piece).at == PieceAt::kBoard) Push(piece);
      }
      return;
    case Class::kPlace:
      for (size_t place = 0; place < program().places.size(); ++place) {
        if (kinds < 0 || program().places[place].zone == kinds) Push(static_cast<Value>(place));
      }
      return;
    default:
      return;
  }
}

void Machine::AppendListed(int what) {
  if (what == 0) {
    const uint32_t begin = static_cast<uint32_t>(arena_.size());
    for (int32_t feature : world().settled) Push(board().Find(feature));
    Unique(begin);
    return;
  }
  if (what == 2) {
    const uint32_t begin = static_cast<uint32_t>(arena_.size());
    if (options_ != nullptr) options_->DueFeatures(arena_);
    Unique(begin);
    return;
  }
  const uint32_t begin = static_cast<uint32_t>(arena_.size());
  const auto take = [&](int32_t root) {
    if (board().node(root).extended == world().part) Push(root);
  };
  for (int32_t feature : board().touched()) take(board().Find(feature));
  for (int32_t segment : board().changed()) take(board().FeatureOf(segment));
  Unique(begin);
}

// The figures or markers that stand or lie on any of many features or squares: each is on one of them at the most, so
// they are gone through once and not for each.
void Machine::AppendOnMany(Class cls, bool features, Slice of, int kinds) {
  const auto spot_of = [&](Value thing) {
    return cls == Class::kFigure ? board().figure(Id32(thing)).spot : board().marker(Id32(thing)).spot;
  };
  const auto take = [&](int32_t thing) {
    if (spot_of(thing).at != At::kSupply) Push(thing);
  };
  if (cls == Class::kFigure) board().ForFigures(kinds, take);
  else board().ForMarkers(kinds, take);
  const auto end = static_cast<uint32_t>(arena_.size());
  if (of.end == end) return;
  Work(int64_t{end} - of.begin);
  among_.resize(
      std::max({among_.size(), static_cast<size_t>(board().node_count()), static_cast<size_t>(board().cell_count())}),
      0);
  const auto mark = [&](char marked) {
    for (uint32_t i = of.begin; i < of.end; ++i) {
      if (arena_[i] < 0) continue;
      const int32_t place =
          features ? board().Find(Id32(arena_[i])) : board().CellAt(SquareX(arena_[i]), SquareY(arena_[i]));
      if (place != kNone) among_[static_cast<size_t>(place)] = marked;
    }
  };
  mark(1);
  uint32_t kept = of.end;
  for (uint32_t i = of.end; i < end; ++i) {
    const Spot spot = spot_of(arena_[i]);
    const int32_t on = features ? board().SegmentAt(spot) : board().CellOf(spot);
    if (on != kNone && among_[static_cast<size_t>(features ? board().FeatureOf(on) : on)] != 0)
      arena_[kept++] = arena_[i];
  }
  arena_.resize(kept);
  mark(0);
}

void Machine::AppendRelated(RelationId relation, int kinds, Slice of) {
  constexpr uint32_t kMany = 8;
  const Class cls = Info(relation).a, on = Info(relation).b;
  const bool lies = cls == Class::kFigure || cls == Class::kMarker;
  if (Size(of) > kMany && lies && (on == Class::kFeature || on == Class::kSquare)) {
    AppendOnMany(cls, on == Class::kFeature, of, kinds);
    return ReplaceSet(of, false);
  }
  for (uint32_t i = of.begin; i < of.end && HasRoom(); ++i) AppendOne(relation, kinds, arena_[i]);
  ReplaceSet(of, Size(of) > 1);
}

void Machine::AppendOne(RelationId relation, int kinds, Value of) {
  if (of < 0) return;
  if (Info(relation).b == Class::kFeature) of = board().Find(Id32(of));  // it may have been joined since it was bound
  switch (Info(relation).a) {
    case Class::kFigure:
      return AppendFigures(relation, kinds, of);
    case Class::kMarker:
      return AppendMarkers(relation, kinds, of);
    case Class::kFeature:
      return AppendFeatures(relation, kinds, of);
    case Class::kSegment:
      return AppendSegments(relation, kinds, of);
    case Class::kSquare:
      return AppendSquares(relation, kinds, of);
    case Class::kPiece:
      return AppendPieces(relation, of);
    case Class::kEdge:
      return AppendEdges(relation, of);
    case Class::kFitSegment: {
      const auto& segments = SegmentsOfFit(of);
      for (size_t i = 0; i < segments.size(); ++i) {
        if (program().InKinds(kinds, segments[i].kind)) Push(PackFitSegment(of, static_cast<int>(i)));
      }
      return;
    }
    case Class::kPlace:
      for (size_t place = 0; place < program().places.size(); ++place) {
        const PlaceInfo& info = program().places[place];
        if ((relation == RelationId::kPlaceOnPlace ? info.on : info.zone) == of) Push(static_cast<Value>(place));
      }
      return;
    case Class::kCard:
      for (Id card : world().decks[static_cast<size_t>(of)].cards) Push(card);
      return;
    case Class::kPlayer:
      Push(of);
      return;
    default:
      return;
  }
}

namespace {

// Lists of Whereabouts, but for these two.
constexpr int32_t kEverything = -1, kCellsOfFeature = -2;

}  // namespace

// Where the figures or markers that are related may lie; if that is in a cell, in kAnywhere too.
int32_t Machine::ListToSearch(RelationId relation, Value of) const {
  switch (relation) {
    case RelationId::kFigureOnFeature:
    case RelationId::kMarkerOnFeature:
      return kCellsOfFeature;
    case RelationId::kFigureOnSegment:
    case RelationId::kMarkerOnSegment:
      return Whereabouts::ListOf(board().segment(Id32(of)).cell);
    case RelationId::kFigureOnSquare:
    case RelationId::kFigureInSquare:
    case RelationId::kMarkerOnSquare:
    case RelationId::kMarkerInSquare:
      return Whereabouts::ListOf(board().CellAt(SquareX(of), SquareY(of)));
    case RelationId::kFigureOnPiece:
    case RelationId::kMarkerOnPiece:
      // What is printed on a piece that does not lie is in no list.
      return board().piece(Id32(of)).at == PieceAt::kBoard ? Whereabouts::ListOf(board().piece(Id32(of)).cell)
                                                           : kEverything;
    case RelationId::kFigureOfPlayer:
    case RelationId::kMarkerOfPlayer:
      return kEverything;
    case RelationId::kFigureInZone:
    case RelationId::kMarkerInZone:
      return of == kSupplyZone ? kEverything : Whereabouts::kBeside;
    case RelationId::kFigureInPlace:
    case RelationId::kFigureOnPlayer:
    case RelationId::kMarkerOnPlayer:
      return Whereabouts::kBeside;
    default:
      return Whereabouts::kAnywhere;
  }
}

// Takes what may be related, or all of it, and leaves what was pushed in the order of ids, each once.
template <class Take, class All>
void Machine::Search(const Whereabouts& where, int32_t count, RelationId relation, Value of, Take&& take, All&& all) {
  int32_t list = ListToSearch(relation, of);
  if (list == kCellsOfFeature && board().SegmentsOf(Id32(of)) > count) list = kEverything;
  if (list == kEverything) {
    Work(count);
    return all(take);
  }
  const auto begin = static_cast<uint32_t>(arena_.size());
  int64_t looked = 0;
  const auto look = [&](int32_t id) {
    ++looked;
    take(id);
  };
  if (list != Whereabouts::kBeside) where.For(Whereabouts::kAnywhere, look);
  if (list == kCellsOfFeature) {
    board().ForSegments(Id32(of), [&](int32_t segment) {
      ++looked;
      where.For(Whereabouts::ListOf(board().segment(segment).cell), look);
    });
  } else if (list != Whereabouts::kAnywhere) {
    where.For(list, look);
  }
  Work(looked);
  Unique(begin);
}

void Machine::AppendFigures(RelationId relation, int kinds, Value of) {
  const auto fits = [&](const Figure& figure) {
    const Spot spot = figure.spot;
    switch (relation) {
      case RelationId::kFigureOnFeature: {
        const int32_t segment = board().SegmentAt(spot);
        return segment != kNone && board().FeatureOf(segment) == Id32(of);
      }
      case RelationId::kFigureOnSegment:
        return board().SegmentAt(spot) == Id32(of);
      case RelationId::kFigureOnSquare:
      case RelationId::kFigureInSquare: {
        const int32_t cell = board().CellOf(spot);
        return cell != kNone && board().SquareOf(cell) == of;
      }
      case RelationId::kFigureOnPiece: {
        const int32_t cell = board().CellOf(spot);
        return cell != kNone && board().cell(cell).piece == Id32(of);
      }
      case RelationId::kFigureOnFigure:
        return spot == Spot{At::kFigure, of};
      case RelationId::kFigureOnMarker:
        return spot == Spot{At::kMarker, of};
      case RelationId::kFigureOnPlayer:
        return spot == Spot{At::kPlayer, of};
      case RelationId::kFigureOnCorner:
        return spot == Spot{At::kCorner, of};
      case RelationId::kFigureOfPlayer:
        return figure.owner == of;
      case RelationId::kFigureInPlace:
        return spot == Spot{At::kPlace, of};
      case RelationId::kFigureInZone:
        if (of == kSupplyZone) return spot.at == At::kSupply;
        if (of == kScoreboardZone) return spot.at == At::kScoreboard;
        return spot.at == At::kPlace && program().places[static_cast<size_t>(spot.id)].zone == of;
      default:
        return false;
    }
  };
  // Most figures are in the supply, and most relations are to none of those.
  const bool supply = relation == RelationId::kFigureInZone || relation == RelationId::kFigureOfPlayer;
  const bool only_supply = relation == RelationId::kFigureInZone && of == kSupplyZone;
  const auto take = [&](int32_t id) {
    const Figure& figure = board().figure(id);
    if ((figure.spot.at == At::kSupply ? !supply : only_supply) || !program().InKinds(kinds, figure.kind)) return;
    if (only_supply || fits(figure)) Push(id);
  };
  Search(board().figures_by_cell(), board().figure_count(), relation, of, take,
         [&](auto&& each) { board().ForFigures(kinds, each); });
}

void Machine::AppendMarkers(RelationId relation, int kinds, Value of) {
  const auto fits = [&](const Marker& marker) {
    const Spot spot = marker.spot;
    switch (relation) {
      case RelationId::kMarkerOnFeature: {
        const int32_t segment = board().SegmentAt(spot);
        return segment != kNone && board().FeatureOf(segment) == Id32(of);
      }
      case RelationId::kMarkerOnSegment:
        return board().SegmentAt(spot) == Id32(of);
      case RelationId::kMarkerOnSquare:
      case RelationId::kMarkerInSquare: {
        const int32_t cell = board().CellOf(spot);
        return cell != kNone && board().SquareOf(cell) == of;
      }
      case RelationId::kMarkerOnPiece: {
        if (spot.at == At::kPiece) return spot.id == of;
        const int32_t cell = board().CellOf(spot);
        return cell != kNone && board().cell(cell).piece == Id32(of);
      }
      case RelationId::kMarkerOnFigure:
        return spot == Spot{At::kFigure, of};
      case RelationId::kMarkerOnMarker:
        return spot == Spot{At::kMarker, of};
      case RelationId::kMarkerOnPlayer:
        return spot == Spot{At::kPlayer, of};
      case RelationId::kMarkerOnCorner:
        return spot == Spot{At::kCorner, of};
      case RelationId::kMarkerOfPlayer:
        return marker.spot.at == At::kPlayer ? marker.spot.id == of : marker.owner == of;
      case RelationId::kMarkerInZone:
        return of == kSupplyZone && spot.at == At::kSupply;
      default:
        return false;
    }
  };
  const auto take = [&](int32_t id) {
    const Marker& marker = board().marker(id);
    if (program().InKinds(kinds, marker.kind) && fits(marker)) Push(id);
  };
  Search(board().markers_by_cell(), board().marker_count(), relation, of, take,
         [&](auto&& each) { board().ForMarkers(kinds, each); });
}

void Machine::AppendFeatures(RelationId relation, int kinds, Value of) {
  const uint32_t begin = static_cast<uint32_t>(arena_.size());
  const auto take = [&](int32_t segment) {
    const int32_t feature = board().FeatureOf(segment);
    if (program().InKinds(kinds, board().node(feature).kind)) Push(feature);
  };
  const auto take_cell = [&](int32_t cell_id) {
    if (cell_id == kNone) return;
    const Cell& cell = board().cell(cell_id);
    for (int i = 0; i < cell.shape->segment_count; ++i) take(cell.first_segment + i);
  };
  const bool as_printed = board().turned().empty();  // then most need not be looked up
  const auto take_touching = [&](int32_t segment) {
    const Cell& cell = board().cell(board().segment(segment).cell);
    for (uint32_t touches = cell.shape->touches[static_cast<size_t>(segment - cell.first_segment)]; touches != 0;
         touches &= touches - 1) {
      const int index = std::countr_zero(touches);
      if (!as_printed || program().InKinds(kinds, cell.shape->kind[static_cast<size_t>(index)]))
        take(cell.first_segment + index);
    }
  };
  switch (relation) {
    case RelationId::kFeatureOnSquare:
    case RelationId::kFeatureInSquare:
      take_cell(board().CellAt(SquareX(of), SquareY(of)));
      break;
    case RelationId::kFeatureOnPiece:
      take_cell(board().piece(Id32(of)).cell);
      break;
    case RelationId::kFeatureOfFigure:
    case RelationId::kFeatureOfMarker: {
      const Spot spot =
          relation == RelationId::kFeatureOfFigure ? board().figure(Id32(of)).spot : board().marker(Id32(of)).spot;
      const int32_t segment = board().SegmentAt(spot);
      if (segment != kNone) take(segment);
      break;
    }
    case RelationId::kFeatureOfSegment:
      take(Id32(of));
      break;
    case RelationId::kFeatureTouchingFeature:
      board().ForSegments(Id32(of), take_touching);
      break;
    case RelationId::kFeatureTouchingSegment:
      take_touching(Id32(of));
      break;
    case RelationId::kFeatureOfCorner:
      if (const int32_t segment = board().SegmentAtCorner(of); segment != kNone) take(segment);
      break;
    case RelationId::kFeatureTouchingCorner:
      for (int around = 0; around < 4; ++around) {
        if (const int32_t segment = board().SegmentBeside(of, around); segment != kNone) take(segment);
      }
      break;
    default:
      break;
  }
  Unique(begin);
}

void Machine::AppendSegments(RelationId relation, int kinds, Value of) {
  const auto take = [&](int32_t segment) {
    if (program().InKinds(kinds, board().SegmentKind(segment))) Push(segment);
  };
  const auto take_cell = [&](int32_t cell_id) {
    if (cell_id == kNone) return;
    const Cell& cell = board().cell(cell_id);
    for (int i = 0; i < cell.shape->segment_count; ++i) take(cell.first_segment + i);
  };
  const uint32_t begin = static_cast<uint32_t>(arena_.size());
  const auto take_touching = [&](int32_t segment) {
    const Cell& cell = board().cell(board().segment(segment).cell);
    for (uint32_t touches = cell.shape->touches[static_cast<size_t>(segment - cell.first_segment)]; touches != 0;
         touches &= touches - 1)
      take(cell.first_segment + std::countr_zero(touches));
  };
  switch (relation) {
    case RelationId::kSegmentOnSquare:
    case RelationId::kSegmentInSquare:
      take_cell(board().CellAt(SquareX(of), SquareY(of)));
      break;
    case RelationId::kSegmentOnPiece:
    case RelationId::kSegmentOfPiece:
      take_cell(board().piece(Id32(of)).cell);
      break;
    case RelationId::kSegmentOfFeature:
      board().ForSegments(Id32(of), take);
      Unique(begin);
      break;
    case RelationId::kSegmentTouchingFeature:
      board().ForSegments(Id32(of), take_touching);
      Unique(begin);
      break;
    case RelationId::kSegmentTouchingSegment:
      take_touching(Id32(of));
      break;
    case RelationId::kSegmentTouchingCorner:
      for (int around = 0; around < 4; ++around) {
        if (const int32_t segment = board().SegmentBeside(of, around); segment != kNone) take(segment);
      }
      Unique(begin);
      break;
    default:
      break;
  }
}

void Machine::AppendSquares(RelationId relation, int kinds, Value of) {
  const uint32_t begin = static_cast<uint32_t>(arena_.size());
  switch (relation) {
    case RelationId::kSquareOfFeature:
      board().ForSegments(Id32(of), [&](int32_t segment) { Push(board().SquareOf(board().segment(segment).cell)); });
      Unique(begin);
      break;
    case RelationId::kSquareOfPiece:
      if (board().piece(Id32(of)).at == PieceAt::kBoard) Push(board().SquareOf(board().piece(Id32(of)).cell));
      break;
    case RelationId::kSquareInSquare:
      if (KeepSquare(of, kinds)) Push(of);
      break;
    default:
      break;
  }
}

bool Machine::IsInZone(const Piece& piece, Id zone) const {
  switch (piece.at) {
    case PieceAt::kSupply:
      return zone == kSupplyZone;
    case PieceAt::kHand:
      return zone == kHandZone;
    case PieceAt::kPlace:
      return program().places[static_cast<size_t>(piece.place)].zone == zone;
    default:
      return false;
  }
}

void Machine::AppendPieces(RelationId relation, Value of) {
  const uint32_t begin = static_cast<uint32_t>(arena_.size());
  switch (relation) {
    case RelationId::kPieceOfPlayer:
      for (int32_t id = 0; id < board().piece_count(); ++id) {
        if (board().piece(id).owner == of) Push(id);
      }
      break;
    case RelationId::kPieceOfFeature:
      board().ForSegments(Id32(of), [&](int32_t segment) { Push(board().cell(board().segment(segment).cell).piece); });
      Unique(begin);
      break;
    case RelationId::kPieceInSquare: {
      const int32_t cell = board().CellAt(SquareX(of), SquareY(of));
      if (cell != kNone) Push(board().cell(cell).piece);
      break;
    }
    case RelationId::kPieceInZone:
      if (of == kPileZone) {
        for (const PilePiece& piece : world().pile) Push(piece.piece);
        break;
      }
      for (int32_t id = 0; id < board().piece_count(); ++id) {
        if (IsInZone(board().piece(id), Id32(of))) Push(id);
      }
      break;
    default:
      break;
  }
}

// An edge is a port of a segment: segment * 16 + port.
void Machine::AppendEdges(RelationId relation, Value of) {
  const auto take = [&](int32_t segment, bool open_only) {
    const Cell& cell = board().cell(board().segment(segment).cell);
    const int index = segment - cell.first_segment;
    const bool halves = program().kind(cell.shape->kind[static_cast<size_t>(index)]).joins == Joins::kHalfEdges;
    const uint16_t ports = cell.shape->ports[static_cast<size_t>(index)];
    for (int port = 0; port < kPorts; ++port) {
      if ((ports >> port & 1) == 0 || (port % kPortsPerSide == 1) == halves) continue;
      const int side = port / kPortsPerSide;
      if (open_only && board().CellAt(cell.x + kSideX[side], cell.y + kSideY[side]) != kNone) continue;
      Push(static_cast<Value>(segment) * 16 + port);
    }
  };
  switch (relation) {
    case RelationId::kEdgeOfSegment:
      take(Id32(of), false);
      break;
    case RelationId::kEdgeOfFeature:
      board().ForSegments(Id32(of), [&](int32_t segment) { take(segment, false); });
      break;
    case RelationId::kOpenEndOfFeature:
      board().ForSegments(Id32(of), [&](int32_t segment) { take(segment, true); });
      break;
    default:
      break;
  }
}

}  // namespace reeve
