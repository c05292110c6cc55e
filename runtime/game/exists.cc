#include "runtime/game/exists.h"

namespace reeve {
namespace {

bool Below(Value thing, size_t count) {
  return thing >= 0 && static_cast<uint64_t>(thing) < count;
}

// Packed as the engine packs it, and not more than `beyond` from the grid.
bool IsSquare(Value square, int beyond = 0) {
  const auto near = [&](int at) { return at >= -kMaxCoordinate - beyond && at <= kMaxCoordinate + beyond; };
  return PackSquare(SquareX(square), SquareY(square)) == square && near(SquareX(square)) && near(SquareY(square));
}

bool IsSegment(const Board& board, Value thing) {
  return Below(thing, static_cast<size_t>(board.segment_count())) &&
         board.segment(static_cast<int32_t>(thing)).node != kNone;
}

bool IsFit(const Board& board, Value fit) {
  return fit >= 0 && Below(fit >> 34, static_cast<size_t>(board.piece_count())) && IsSquare(FitSquare(fit));
}

bool IsFitSegment(const World& world, Value thing) {
  const Value fit = FitOfSegment(thing);
  if (thing < 0 || !IsFit(world.board, fit)) return false;
  const TileInfo& tile = world.program->tiles[static_cast<size_t>(world.board.piece(FitPiece(fit)).tile)];
  return Below(IndexOfSegment(thing), tile.segments.size());
}

}  // namespace

bool Exists(const World& world, Class cls, Value thing) {
  const Program& program = *world.program;
  const Board& board = world.board;
  switch (cls) {
    case Class::kNone:
      return false;
    case Class::kNumber:
      return thing >= -kMaxNumber && thing <= kMaxNumber;
    case Class::kTruth:
      return thing == 0 || thing == 1;
    case Class::kSquare:
      return IsSquare(thing);
    case Class::kCorner:
      return IsSquare(thing, 1);
    case Class::kPiece:
      return Below(thing, static_cast<size_t>(board.piece_count()));
    case Class::kSegment:
      return IsSegment(board, thing);
    case Class::kFeature:
      return Below(thing, static_cast<size_t>(board.node_count()));
    case Class::kFigure:
      return Below(thing, static_cast<size_t>(board.figure_count()));
    case Class::kMarker:
      return Below(thing, static_cast<size_t>(board.marker_count()));
    case Class::kPlayer:
      return Below(thing, static_cast<size_t>(world.players));
    case Class::kPlace:
      return Below(thing, program.places.size());
    case Class::kZone:
      return Below(thing, program.zones.size());
    case Class::kCard:
      return Below(thing, program.cards.size());
    case Class::kKind:
      return Below(thing, program.kinds.size());
    case Class::kStep:
      return Below(thing, program.steps.size());
    case Class::kAward:
      return Below(thing, world.ledger.awards.size());
    case Class::kGame:
      return thing == 0;
    case Class::kText:
      return thing >= 0 && thing <= kMaxNumber;
    case Class::kFit:
      return IsFit(board, thing);
    case Class::kFitSegment:
      return IsFitSegment(world, thing);
    case Class::kEdge:
      return IsSegment(board, thing >> 4) && (thing & 15) < kPorts;
    case Class::kJoining:
      return thing >= 0 && thing >> 62 == 0 && IsSegment(board, JoiningFirst(thing)) &&
             IsSegment(board, JoiningSecond(thing));
    case Class::kSpan:
      return IsSquare(SpanSquare(thing)) && board.Filled(SpanSquare(thing));
  }
  return false;
}

}  // namespace reeve
