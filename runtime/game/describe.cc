// Words for things, for people: ledgers, questions, refusals.
#include <fmt/format.h>

#include "runtime/game/exists.h"
#include "runtime/game/game.h"
#include "runtime/game/tables.h"

namespace reeve {
namespace {

std::string PortsText(uint16_t ports, uint8_t inner) {
  std::string text;
  for (int side = 0; side < kSides; ++side) {
    if (ports >> (side * kPortsPerSide + 1) & 1) {
      text += ' ';
      text += PortName(side * kPortsPerSide + 1);
      continue;
    }
    for (int port : {0, 2}) {
      if (ports >> (side * kPortsPerSide + port) & 1) {
        text += ' ';
        text += PortName(side * kPortsPerSide + port);
      }
    }
  }
  for (int i = 0; text.empty() && i < inner; ++i) text = i == 0 ? " I" : text + "I";
  return text;
}

}  // namespace

std::string Game::Describe(Class cls, Value thing) const {
  const Program& p = *program_;
  const Board& board = world_.board;
  if (thing < 0) return "nothing";
  if (!Exists(world_, cls, thing)) return fmt::format("{} {} (there is none)", ClassName(cls), thing);
  const int32_t id = static_cast<int32_t>(thing);
  const auto square = [](Value packed) { return fmt::format("{} {}", SquareX(packed), SquareY(packed)); };
  switch (cls) {
    case Class::kNumber:
      return fmt::format("{}", thing);
    case Class::kSquare:
      return "at " + square(thing);
    case Class::kPiece: {
      const Piece& piece = board.piece(id);
      std::string text = p.Text(p.tiles[static_cast<size_t>(piece.tile)].name);
      if (piece.at == PieceAt::kBoard) text += " at " + square(board.SquareOf(piece.cell));
      return text;
    }
    case Class::kSegment: {
      const Cell& cell = board.cell(board.segment(id).cell);
      const size_t index = static_cast<size_t>(id - cell.first_segment);
      const auto& segments = p.tiles[static_cast<size_t>(board.piece(cell.piece).tile)].segments;
      const uint8_t inner = index < segments.size() ? segments[index].inner : 0;  // not printed: laid across
      return fmt::format("{}{} at {} {}", p.KindName(board.SegmentKind(id)), PortsText(cell.shape->ports[index], inner),
                         cell.x, cell.y);
    }
    case Class::kFeature: {
      const int32_t root = board.Find(id);
      if (board.node(root).ring == kNone) return p.KindName(board.node(root).kind);
      int32_t first = INT32_MAX;
      board.ForSegments(root, [&](int32_t segment) { first = segment < first ? segment : first; });
      return Describe(Class::kSegment, first);
    }
    case Class::kFigure: {
      const Figure& figure = board.figure(id);
      std::string text = p.KindName(figure.kind);
      if (figure.owner >= 0) text += fmt::format(" of player {}", figure.owner + 1);
      const int32_t segment = board.SegmentAt(figure.spot);
      if (segment != kNone) text += " on " + Describe(Class::kSegment, segment);
      return text;
    }
    case Class::kMarker:
      return p.KindName(board.marker(id).kind);
    case Class::kPlayer:
      return fmt::format("player {}", thing + 1);
    case Class::kPlace:
      return p.Text(p.places[static_cast<size_t>(id)].name);
    case Class::kZone:
      return p.Text(p.zones[static_cast<size_t>(id)].name);
    case Class::kCard:
      return p.KindName(p.cards[static_cast<size_t>(id)].kind);
    case Class::kFit:
      return fmt::format("at {} turned {}", square(FitSquare(thing)), FitTurn(thing) * 90);
    case Class::kCorner:
      return "corner " + square(thing);
    case Class::kKind:
      return p.KindName(id);
    case Class::kJoining:
      return Describe(Class::kSegment, JoiningFirst(thing)) + " and " + Describe(Class::kSegment, JoiningSecond(thing));
    case Class::kSpan:
      return fmt::format("{} across {}", SpanAxis(thing) == 0 ? "north to south" : "west to east",
                         square(SpanSquare(thing)));
    case Class::kFitSegment: {
      const Value fit = FitOfSegment(thing);
      const auto& segments = p.tiles[static_cast<size_t>(board.piece(FitPiece(fit)).tile)].segments;
      return fmt::format("{} of a tile {}", p.KindName(segments[static_cast<size_t>(IndexOfSegment(thing))].kind),
                         Describe(Class::kFit, fit));
    }
    default:
      return fmt::format("{} {}", ClassName(cls), thing);
  }
}

std::string Game::Describe(const Breach& breach) const {
  const NeverInfo& never = program_->nevers[static_cast<size_t>(breach.never)];
  return fmt::format("{} ({}:{}): {}, in turn {}", program_->Text(never.text), program_->Text(never.origin.file),
                     never.origin.line, breach.thing, breach.turn);
}

std::string Game::Describe(const Option& option) const {
  const Program& p = *program_;
  switch (option.kind) {
    case Option::Kind::kPass:
      return "pass";
    case Option::Kind::kNo:
      return "no";
    case Option::Kind::kYes:
      return "yes";
    case Option::Kind::kDraw:
      return "draw " + (question_.zone == kPileZone ? p.Text(p.tiles[static_cast<size_t>(option.bound[0])].name)
                                                    : Describe(Class::kCard, option.bound[0]));
    case Option::Kind::kThing: {
      if (question_.choice == kNoId) return Describe(Class::kFeature, option.bound[0]);
      const ChoiceInfo& choice = p.choices[static_cast<size_t>(question_.choice)];
      if (choice.cls == Class::kText) return p.Text(choice.texts[static_cast<size_t>(option.bound[0])]);
      return Describe(choice.cls, option.bound[0]);
    }
    case Option::Kind::kOffer:
      break;
  }
  std::string text = p.RuleName(option.offer);
  const auto& shape = tables_->offers[static_cast<size_t>(option.offer)];
  for (size_t i = 0; i < option.count; ++i) {
    text += i == 0 ? ": " : ", ";
    text += Describe(shape.classes[i], option.bound[i]);
  }
  return text;
}

}  // namespace reeve
