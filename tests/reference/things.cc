// Properties and relations of things: the tables of docs/bytecode.md, with docs/semantics.md sections 1, 4
// and 5.
#include <algorithm>
#include <set>

#include "tests/reference/run.h"

namespace reeve::reference {
namespace {

std::vector<Value> Sorted(const std::set<Value>& set) {
  return {set.begin(), set.end()};
}

Value Shifted(Value square, int dx, int dy) {
  return PackSquare(SquareX(square) + dx, SquareY(square) + dy);
}

}  // namespace

int Run::KindOf(Class cls, Value thing) const {
  if (thing == kNil) return -1;
  const size_t id = static_cast<size_t>(thing);
  switch (cls) {
    case Class::kFeature:
      return board.KindOf(board.Name(thing));
    case Class::kSegment:
      return board.segments[id].kind;
    case Class::kFitSegment: {
      const Piece& piece = board.pieces[static_cast<size_t>(FitPiece(FitOfSegment(thing)))];
      return model_.tiles[static_cast<size_t>(piece.tile)].segments[static_cast<size_t>(IndexOfSegment(thing))].kind;
    }
    case Class::kFigure:
      return board.figures[id].kind;
    case Class::kMarker:
      return board.markers[id].kind;
    case Class::kCard:
      return model_.cards[id].kind;
    case Class::kKind:
      return static_cast<int>(thing);
    default:
      return -1;
  }
}

Value Run::OwnerOf(Class cls, Value thing) const {
  const auto there = [](int owner) { return owner < 0 ? kNil : static_cast<Value>(owner); };
  const size_t id = static_cast<size_t>(thing);
  switch (cls) {
    case Class::kFigure:
      return there(board.figures[id].owner);
    case Class::kMarker:
      if (board.markers[id].spot.at == Spot::At::kPlayer) return board.markers[id].spot.id;
      return there(board.markers[id].owner);
    case Class::kPiece:
      return there(board.pieces[id].owner);
    default:
      throw NotYet("owners of that class");
  }
}

bool Run::KeepSquare(Value square, int squares) const {
  if (squares == kCells) return board.PieceOn(square) >= 0;
  if (squares == kSpaces) return board.IsSpace(square);
  return true;
}

std::vector<Value> Run::Cells(Class cls, Value thing) const {
  std::set<Value> squares;
  const auto add = [&](Value square) {
    if (square != kNil) squares.insert(square);
  };
  const size_t id = static_cast<size_t>(thing);
  switch (cls) {
    case Class::kSquare:
      add(thing);
      break;
    case Class::kFeature:
      for (int segment : board.SegmentsOf(board.Name(thing)))
        add(board.SquareOfPiece(board.segments[static_cast<size_t>(segment)].piece));
      break;
    case Class::kSegment:
      add(board.SquareOfPiece(board.segments[id].piece));
      break;
    case Class::kPiece:
      add(board.SquareOfPiece(static_cast<int>(thing)));
      break;
    case Class::kFigure:
      add(board.SquareAt(board.figures[id].spot));
      break;
    case Class::kMarker:
      add(board.SquareAt(board.markers[id].spot));
      break;
    default:
      throw NotYet("squares of that class");
  }
  return Sorted(squares);
}

// Nine squares, ring, lines, neighbours, those beyond.
std::vector<Value> Run::Area(PropertyId id, Value thing) const {
  const std::vector<Value> cells = Cells(Info(id).of, thing);
  std::set<Value> out;
  const std::string word = Info(id).word;
  for (Value cell : cells) {
    if (word == "square" || word == "ring") {
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) out.insert(Shifted(cell, dx, dy));
      }
    } else if (word == "neighbours") {
      for (int side = 0; side < kSides; ++side) {
        if (board.PieceOn(Beside(cell, side)) >= 0) out.insert(Beside(cell, side));
      }
    } else {  // lines
      out.insert(cell);
      for (int side = 0; side < kSides; ++side) {
        for (Value at = Beside(cell, side); board.PieceOn(at) >= 0; at = Beside(at, side)) out.insert(at);
      }
    }
  }
  if (word == "ring") {
    for (Value cell : cells) out.erase(cell);
  }
  return Sorted(out);
}

// Whether on some side two middles differ; with a segment laid across the piece (an axis), or towards it on
// the neighbour at a side.
bool Run::Clashes(Value fit, int spanned, int bridged) const {
  const int piece = FitPiece(fit), turned = FitTurn(fit);
  for (int side = 0; side < kSides; ++side) {
    const int neighbour = board.PieceOn(Beside(FitSquare(fit), side));
    if (neighbour < 0) continue;
    const int turn_of = board.pieces[static_cast<size_t>(neighbour)].turn, across = (side + 2) % kSides;
    const int mine = spanned == side % 2 ? board.SpanKind() : board.Middle(piece, turned, side);
    const int theirs = bridged == side ? board.SpanKind() : board.Middle(neighbour, turn_of, across);
    const bool mine_wild = board.Wild(piece, turned, side) && spanned != side % 2;
    if (!mine_wild && !board.Wild(neighbour, turn_of, across) && mine != theirs) return true;
  }
  return false;
}

std::vector<Value> Run::Property(PropertyId id, Value thing) const {
  const size_t index = static_cast<size_t>(thing);
  const auto one = [](Value value) { return value == kNil ? std::vector<Value>{} : std::vector<Value>{value}; };
  const auto number = [](int value) { return value < 0 ? kNil : static_cast<Value>(value); };
  const auto segment_of = [&] {
    return Info(id).of == Class::kFigure ? board.SegmentAt(board.figures[index].spot)
                                         : board.SegmentAt(board.markers[index].spot);
  };
  const auto piece_of = [&](Value square) { return square == kNil ? kNil : number(board.PieceOn(square)); };
  switch (id) {
    case PropertyId::kOwnerOfFigure:
    case PropertyId::kOwnerOfMarker:
    case PropertyId::kOwnerOfPiece:
      return one(OwnerOf(Info(id).of, thing));
    case PropertyId::kFeatureOfFigure:
    case PropertyId::kFeatureOfMarker: {
      const int segment = segment_of();
      return segment < 0 ? one(kNil) : one(board.segments[static_cast<size_t>(segment)].feature);
    }
    case PropertyId::kFeatureOfSegment:
      return one(board.segments[index].feature);
    case PropertyId::kSegmentOfFigure:
    case PropertyId::kSegmentOfMarker:
      return one(number(segment_of()));
    case PropertyId::kCellOfFigure:
    case PropertyId::kCellOfMarker:
    case PropertyId::kCellOfSegment:
    case PropertyId::kCellOfPiece:
      return Cells(Info(id).of, thing);
    case PropertyId::kSpaceOfFit:
      return one(FitSquare(thing));
    case PropertyId::kPieceOfFigure:
      return one(piece_of(board.SquareAt(board.figures[index].spot)));
    case PropertyId::kPieceOfMarker:
      return one(piece_of(board.SquareAt(board.markers[index].spot)));
    case PropertyId::kPieceOfSegment:
      return one(board.segments[index].piece);
    case PropertyId::kPieceOfSquare:
      return one(piece_of(thing));
    case PropertyId::kPieceOfFit:
      return one(FitPiece(thing));
    case PropertyId::kPlaceOfFigure:
      return board.figures[index].spot.at == Spot::At::kPlace ? one(board.figures[index].spot.id) : one(kNil);
    case PropertyId::kKindOfFeature:
    case PropertyId::kKindOfSegment:
    case PropertyId::kKindOfFigure:
    case PropertyId::kKindOfMarker:
    case PropertyId::kKindOfCard:
      return one(number(KindOf(Info(id).of, thing)));
    case PropertyId::kBeyondOfSegment:
    case PropertyId::kBeyondOfFeature: {
      std::set<Value> out;
      const std::vector<int> segments = id == PropertyId::kBeyondOfSegment ? std::vector<int>{static_cast<int>(thing)}
                                                                           : board.SegmentsOf(board.Name(thing));
      for (int segment : segments) {
        for (int port = 0; port < kPorts; ++port) {
          if (board.Ports(segment) >> port & 1) out.insert(board.Across(segment, port));
        }
      }
      return Sorted(out);
    }
    case PropertyId::kFitsOfPiece: {
      std::vector<Value> out;
      for (Value space : board.Spaces()) {
        for (int turn_by = 0; turn_by < kSides; ++turn_by)
          out.push_back(PackFit(static_cast<int32_t>(thing), space, turn_by));
      }
      return out;
    }
    case PropertyId::kClashesOfFit:
      return Clashes(thing) ? one(0) : one(kNil);  // only whether there is one can be seen
    case PropertyId::kCornersOfPiece: {
      std::vector<Value> out;
      for (Value cell : Cells(Class::kPiece, thing)) {
        for (int dy = 0; dy <= 1; ++dy) {
          for (int dx = 0; dx <= 1; ++dx) out.push_back(Shifted(cell, dx, dy));
        }
      }
      return out;
    }
    case PropertyId::kTotalOfPlayer:
      return one(totals[index]);
    case PropertyId::kPointsOfAward:
      return one(awards[index].points);
    case PropertyId::kPlayerOfAward:
      return one(awards[index].player);
    case PropertyId::kMarkOfAward:
      return one(static_cast<Value>(awards[index].mark));
    case PropertyId::kSubjectOfAward: {
      const Award& award = awards[index];
      if (award.subject_class != Class::kFeature || award.subject == kNil) return one(kNil);
      return one(board.Name(award.subject));
    }
    case PropertyId::kTopOfZone:
      return decks[index].empty() ? one(kNil) : one(decks[index].front());
    case PropertyId::kShownOfZone:
      return one(number(shown[index]));
    default:
      return Wider(id, thing);
  }
}

// --- relations -----------------------------------------------------------------------------------------
// Every thing of the class that is in the relation to one of `of`; each thing is tried that can be in it.
std::vector<Value> Run::Related(RelationId id, Class cls, const KindSet& kinds, int squares,
                                const std::vector<Value>& of) const {
  std::vector<Value> out;
  for (Value candidate : Candidates(id, of)) {
    if (cls == Class::kSquare && !KeepSquare(candidate, squares)) continue;
    const int kind = KindOf(cls, candidate);
    if (kind >= 0 && !kinds[static_cast<size_t>(kind)]) continue;
    if (std::any_of(of.begin(), of.end(), [&](Value b) { return Holds(id, candidate, b); })) out.push_back(candidate);
  }
  return out;
}

// The pieces on which a segment has to lie that has to do with this thing: whatever touches it, is on it or
// is what it is on, is printed on one of them.
std::vector<int> Run::PiecesOf(Class cls, Value thing) const {
  std::vector<int> out;
  const auto add = [&](int piece) {
    if (piece >= 0) out.push_back(piece);
  };
  const auto add_segment = [&](int segment) {
    if (segment >= 0) out.push_back(board.segments[static_cast<size_t>(segment)].piece);
  };
  const size_t index = static_cast<size_t>(thing);
  switch (cls) {
    case Class::kFeature:
      for (int segment : board.SegmentsOf(board.Name(thing))) add_segment(segment);
      break;
    case Class::kSegment:
      add_segment(static_cast<int>(thing));
      break;
    case Class::kPiece:
      add(static_cast<int>(thing));
      break;
    case Class::kSquare:
      add(board.PieceOn(thing));
      break;
    case Class::kCorner:
      for (int dy = -1; dy <= 0; ++dy) {
        for (int dx = -1; dx <= 0; ++dx) add(board.PieceOn(Shifted(thing, dx, dy)));
      }
      break;
    case Class::kFigure:
      add_segment(board.SegmentAt(board.figures[index].spot));
      break;
    case Class::kMarker:
      add_segment(board.SegmentAt(board.markers[index].spot));
      break;
    default:
      throw NotYet("pieces of that class");
  }
  return out;
}

// The things of the relation's first class, in order, that can be in it to one of `of`. Most are in relation
// to what is where they are, so that only those are tried that are there.
std::vector<Value> Run::Candidates(RelationId id, const std::vector<Value>& of) const {
  const Class to = Info(id).b;
  std::vector<Value> out;
  const auto first = [&](size_t count) {
    for (size_t i = 0; i < count; ++i) out.push_back(static_cast<Value>(i));
  };
  std::set<int> pieces;
  const auto find_pieces = [&] {
    for (Value b : of) {
      for (int piece : PiecesOf(to, b)) pieces.insert(piece);
    }
  };
  // Figures or markers: how many there are, and those on a square and a segment.
  const auto standing = [&](size_t count, const auto& on, const auto& at) {
    std::set<Value> found;
    const auto add = [&](const std::vector<Value>& things) { found.insert(things.begin(), things.end()); };
    for (Value b : of) {
      if (to == Class::kFeature) {
        for (int segment : board.SegmentsOf(board.Name(b))) add(at(segment));
      } else if (to == Class::kSegment) {
        add(at(static_cast<int>(b)));
      } else if (to == Class::kSquare) {
        add(on(b));
      } else if (to == Class::kPiece && board.SquareOfPiece(static_cast<int>(b)) != kNil) {
        add(on(board.SquareOfPiece(static_cast<int>(b))));
      } else {
        return first(count);
      }
    }
    out = Sorted(found);
  };
  switch (Info(id).a) {
    case Class::kFigure:
      standing(
          board.figures.size(), [&](Value square) { return board.FiguresOn(square); },
          [&](int segment) { return board.FiguresAt(segment); });
      break;
    case Class::kPlace:
      first(model_.places.size());
      break;
    case Class::kFitSegment:
      for (Value fit : of) {
        const int tile = board.pieces[static_cast<size_t>(FitPiece(fit))].tile;
        const size_t count = model_.tiles[static_cast<size_t>(tile)].segments.size();
        for (size_t i = 0; i < count; ++i) out.push_back(PackFitSegment(fit, static_cast<int>(i)));
      }
      std::sort(out.begin(), out.end());
      break;
    case Class::kMarker:
      standing(
          board.markers.size(), [&](Value square) { return board.MarkersOn(square); },
          [&](int segment) { return board.MarkersAt(segment); });
      break;
    case Class::kFeature: {
      std::set<Value> features;
      find_pieces();
      for (int piece : pieces) {
        for (int segment : board.SegmentsOn(piece)) {
          const int feature = board.segments[static_cast<size_t>(segment)].feature;
          if (feature >= 0) features.insert(feature);
        }
      }
      out = Sorted(features);
      break;
    }
    case Class::kSegment:
    case Class::kEdge: {
      const bool edges = Info(id).a == Class::kEdge;
      std::set<Value> segments;
      find_pieces();
      for (int piece : pieces) {
        const std::vector<int>& here = board.SegmentsOn(piece);
        segments.insert(here.begin(), here.end());
      }
      for (Value segment : segments) {
        if (board.segments[static_cast<size_t>(segment)].kind < 0) continue;  // room for one
        for (int port = 0; port < (edges ? kPorts : 1); ++port)
          out.push_back(edges ? segment * kPorts + port : segment);
      }
      break;
    }
    case Class::kPiece:
      if (id == RelationId::kPieceInZone) {  // from those drawn last to those drawn first
        std::vector<std::pair<int, int>> sorted = pile;
        std::sort(sorted.begin(), sorted.end());
        for (const auto& [rank, piece] : sorted) out.push_back(piece);
        for (size_t piece = 0; piece < board.pieces.size(); ++piece) {
          if (board.pieces[piece].at != Piece::At::kPile) out.push_back(static_cast<Value>(piece));
        }
      } else if (to == Class::kPlayer) {
        first(board.pieces.size());
      } else {
        find_pieces();
        out.assign(pieces.begin(), pieces.end());
      }
      break;
    case Class::kSquare: {
      std::set<Value> squares;
      for (Value b : of) {
        for (Value cell : Cells(Info(id).b, b)) squares.insert(cell);
      }
      out = Sorted(squares);
      break;
    }
    case Class::kCard:
      first(model_.cards.size());
      break;
    case Class::kPlayer:
      first(static_cast<size_t>(players));
      break;
    default:
      throw NotYet(std::string("the relation ") + Info(id).id);
  }
  return out;
}

bool Run::FigureHolds(RelationId id, const Spot& spot, Value owner, Value b) const {
  const RelationInfo& info = Info(id);
  const auto at = [&](Spot::At where) { return spot.at == where && spot.id == b; };
  switch (info.b) {
    case Class::kFeature: {
      const int segment = board.SegmentAt(spot);
      return segment >= 0 && board.segments[static_cast<size_t>(segment)].feature == board.Name(b);
    }
    case Class::kSegment:
      return board.SegmentAt(spot) == b;
    case Class::kSquare:
      return board.SquareAt(spot) == b;
    case Class::kPiece: {
      if (spot.at == Spot::At::kPiece) return spot.id == b;
      const Value square = board.SquareAt(spot);
      return square != kNil && square == board.SquareOfPiece(static_cast<int>(b));
    }
    case Class::kFigure:
      return at(Spot::At::kFigure);
    case Class::kMarker:
      return at(Spot::At::kMarker);
    case Class::kCorner:
      return at(Spot::At::kCorner);
    case Class::kPlace:
      return at(Spot::At::kPlace);
    case Class::kPlayer:
      return info.word == RelationWord::kOf ? owner == b : at(Spot::At::kPlayer);
    case Class::kZone:
      if (b == kSupplyZone) return spot.at == Spot::At::kSupply;
      if (b == kScoreboardZone) return spot.at == Spot::At::kScoreboard;
      return spot.at == Spot::At::kPlace && model_.places[static_cast<size_t>(spot.id)].zone == b;
    default:
      throw NotYet(std::string("the relation ") + info.id);
  }
}

bool Run::Touch(int a, int b) const {
  const Segment& one = board.segments[static_cast<size_t>(a)];
  const Segment& other = board.segments[static_cast<size_t>(b)];
  if (one.piece != other.piece || one.across >= 0 || other.across >= 0) return false;
  if (one.kind < 0 || other.kind < 0) return false;  // room for one
  const sema::Tile& tile = model_.tiles[static_cast<size_t>(board.pieces[static_cast<size_t>(one.piece)].tile)];
  return (tile.segments[static_cast<size_t>(one.index)].touches >> other.index & 1) != 0;
}

// Whether one of these segments is of the feature, or is the segment.
bool Run::HasSegment(Class cls, Value thing, const std::vector<int>& segments) const {
  return std::any_of(segments.begin(), segments.end(), [&](int one) {
    return cls == Class::kFeature ? board.segments[static_cast<size_t>(one)].feature == board.Name(thing)
                                  : one == thing;
  });
}

bool Run::Holds(RelationId id, Value a, Value b) const {
  const RelationInfo& info = Info(id);
  const size_t index = static_cast<size_t>(a);
  const auto covers = [&](Class cls, Value thing, Value square) {
    if (cls == Class::kFeature) {  // a segment of what lies there is its
      const int piece = board.PieceOn(square);
      return piece >= 0 && HasSegment(cls, thing, board.SegmentsOn(piece));
    }
    const std::vector<Value> cells = Cells(cls, thing);
    return std::find(cells.begin(), cells.end(), square) != cells.end();
  };
  if (info.a == Class::kFigure) return FigureHolds(id, board.figures[index].spot, OwnerOf(Class::kFigure, a), b);
  if (info.a == Class::kMarker) return FigureHolds(id, board.markers[index].spot, OwnerOf(Class::kMarker, a), b);
  if (info.word == RelationWord::kTouching && info.b == Class::kCorner) {
    for (int around = 0; around < kSides; ++around) {
      const int along = board.SegmentBeside(b, around);
      if (along >= 0 && HasSegment(info.a, a, {along})) return true;
    }
    return false;
  }
  if (info.word == RelationWord::kTouching) {
    const std::vector<int> of_b =
        info.b == Class::kFeature ? board.SegmentsOf(board.Name(b)) : std::vector<int>{static_cast<int>(b)};
    for (int other : of_b) {
      for (int one : board.SegmentsOn(board.segments[static_cast<size_t>(other)].piece)) {
        if (Touch(one, other) && HasSegment(info.a, a, {one})) return true;
      }
    }
    return false;
  }
  switch (id) {
    case RelationId::kFeatureOnSquare:
    case RelationId::kFeatureInSquare:
    case RelationId::kSegmentOnSquare:
    case RelationId::kSegmentInSquare:
    case RelationId::kPieceInSquare:
      return covers(info.a, a, b);
    case RelationId::kFeatureOnPiece:
    case RelationId::kSegmentOnPiece:
    case RelationId::kSegmentOfPiece:
      return HasSegment(info.a, a, board.SegmentsOn(static_cast<int>(b)));
    case RelationId::kPieceOfPlayer:
      return board.pieces[index].owner == b;
    case RelationId::kSquareOfFeature:
    case RelationId::kSquareOfPiece:
      return covers(info.b, b, a);
    case RelationId::kSquareInSquare:
    case RelationId::kPlayerInPlayer:
      return a == b;
    case RelationId::kPieceOfFeature:
      return HasSegment(info.b, b, board.SegmentsOn(static_cast<int>(a)));
    case RelationId::kSegmentOfFeature:
      return board.segments[index].feature == board.Name(b);
    case RelationId::kEdgeOfSegment:
    case RelationId::kEdgeOfFeature:
    case RelationId::kOpenEndOfFeature: {
      const int segment = static_cast<int>(a / kPorts), port = static_cast<int>(a % kPorts);
      const bool own = info.b == Class::kSegment
                           ? segment == b
                           : board.segments[static_cast<size_t>(segment)].feature == board.Name(b);
      if (!own) return false;
      if (id != RelationId::kOpenEndOfFeature) return ((board.Ports(segment) | board.Shared(segment)) >> port & 1) != 0;
      return board.IsEnd(segment, port) && board.PieceOn(board.Across(segment, port)) < 0;
    }
    case RelationId::kFeatureOfFigure: {
      const int segment = board.SegmentAt(board.figures[static_cast<size_t>(b)].spot);
      return segment >= 0 && board.segments[static_cast<size_t>(segment)].feature == a;
    }
    case RelationId::kFeatureOfMarker: {
      const int segment = board.SegmentAt(board.markers[static_cast<size_t>(b)].spot);
      return segment >= 0 && board.segments[static_cast<size_t>(segment)].feature == a;
    }
    case RelationId::kFeatureOfCorner: {
      const int segment = board.SegmentAt({Spot::At::kCorner, b});
      return segment >= 0 && board.segments[static_cast<size_t>(segment)].feature == a;
    }
    case RelationId::kFitSegmentOfFit:
      return FitOfSegment(a) == b;
    case RelationId::kPlaceInZone:
      return model_.places[index].zone == b;
    case RelationId::kPlaceOnPlace: {
      const std::string& under = model_.places[static_cast<size_t>(b)].name;
      const auto& attributes = model_.places[index].entry->attributes;
      return std::any_of(attributes.begin(), attributes.end(), [&](const ast::Attribute& attribute) {
        return attribute.name.text == "on" && ast::TextOf(attribute.value) == under;
      });
    }
    case RelationId::kFeatureOfSegment:
      return board.segments[static_cast<size_t>(b)].feature == a;
    case RelationId::kPieceInZone: {
      const Piece& piece = board.pieces[index];
      if (b == kPileZone)
        return piece.at == Piece::At::kPile &&
               std::any_of(pile.begin(), pile.end(), [&](const auto& one) { return one.second == a; });
      if (piece.at == Piece::At::kPlace) return model_.places[static_cast<size_t>(piece.place)].zone == b;
      return (b == kSupplyZone && piece.at == Piece::At::kSupply) || (b == kHandZone && piece.at == Piece::At::kHand);
    }
    case RelationId::kCardInZone: {
      const auto& cards = decks[static_cast<size_t>(b)];
      return std::find(cards.begin(), cards.end(), static_cast<int>(a)) != cards.end();
    }
    default:
      break;
  }
  throw NotYet(std::string("the relation ") + info.id);
}

}  // namespace reeve::reference
