#include "tests/bench/reeve_play.h"

#include <cstdlib>
#include <iostream>

#include "compiler/compile.h"
#include "tests/bench/floor/floor.h"

namespace reeve::bench {

const Program& BaseRules() {
  static const Program program = [] {
    Library library(REEVE_SOURCE_DIR "/rulesets");
    Compiled compiled = Compile("base", library);
    if (!compiled.program) {
      std::cerr << "the base rules do not compile\n";
      std::exit(1);
    }
    return *std::move(compiled.program);
  }();
  return program;
}

ReevePlayer::ReevePlayer(const Program& program)
    : lay_(program.FindRule("tile.place")),
      put_(program.FindRule("follower.place")),
      begun_(program, Setup{}),
      game_(begun_),
      lot_(0) {}

void ReevePlayer::Play(floor::Policy policy, uint64_t number, Played* played) {
  game_ = begun_;
  lot_ = Lot(number);
  while (game_.question().kind != Ask::kOver) {
    const Option option = Choose(policy);
    if (played != nullptr) Note(option, *played);
    game_.Take(option);
  }
}

void ReevePlayer::Replay(const std::vector<Option>& answers) {
  game_ = begun_;
  for (const Option& answer : answers) game_.Take(answer);
}

Option ReevePlayer::Choose(floor::Policy policy) {
  const auto count = static_cast<uint32_t>(game_.OptionCount());
  Option best = game_.OptionAt(lot_.Below(count));
  if (policy == floor::Policy::kUniform || best.offer != lay_) return best;
  const auto neighbours = [&](const Option& option) {
    const Value square = FitSquare(option.bound[0]);
    int filled = 0;
    for (int side = 0; side < kSides; ++side) {
      filled += game_.board().CellAt(SquareX(square) + kSideX[side], SquareY(square) + kSideY[side]) != kNone;
    }
    return filled;
  };
  int most = neighbours(best);
  for (int i = 1; i < 4; ++i) {
    const Option other = game_.OptionAt(lot_.Below(count));
    const int filled = neighbours(other);
    if (filled > most) {
      most = filled;
      best = other;
    }
  }
  return best;
}

void ReevePlayer::Note(const Option& option, Played& played) const {
  played.answers.push_back(option);
  if (option.kind != Option::Kind::kOffer) return;
  const Board& board = game_.board();
  if (option.offer == lay_) {
    const Value square = FitSquare(option.bound[0]);
    const Id tile = board.piece(FitPiece(option.bound[0])).tile;
    const std::string& name = game_.program().Text(game_.program().tiles[static_cast<size_t>(tile)].name);
    uint8_t number = 0;
    while (floor::kBox[number].name != name) ++number;
    played.moves.push_back({floor::Game::At(SquareX(square), SquareY(square)), number,
                            static_cast<uint8_t>(FitTurn(option.bound[0])), -1,
                            static_cast<int8_t>(game_.question().player)});
  } else if (option.offer == put_) {
    const auto segment = static_cast<int32_t>(option.bound[1]);
    const uint16_t ports = board.cell(board.segment(segment).cell)
                               .shape->ports[static_cast<size_t>(board.SegmentIndex(segment))];
    floor::Move& move = played.moves.back();
    const floor::Shape& shape = floor::TileTables().shapes[move.tile][move.turn];
    move.part = 0;
    while (shape.ports[static_cast<size_t>(move.part)] != ports) ++move.part;
  }
}

}  // namespace reeve::bench
