#include "tests/bench/reeve_play.h"

#include <cstdlib>
#include <iostream>
#include <map>

#include "compiler/compile.h"
#include "tests/bench/floor/floor.h"
#include "tests/lockstep/everything.h"
#include "tools/command.h"

namespace reeve::bench {

namespace {
constexpr const char* kRulesets = REEVE_SOURCE_DIR "/rulesets";
}

const Program& Rules(const std::string& selection) {
  static std::map<std::string, Program> programs;
  const auto known = programs.find(selection);
  if (known != programs.end()) return known->second;
  Library library(kRulesets);
  std::string why;
  if (!TakeUp(REEVE_SOURCE_DIR "/tests/bench/modifiers.reeve", library, why)) std::cerr << why << "\n";
  Compiled compiled = Compile(selection, library);
  if (!compiled.program) {
    std::cerr << "these rules do not compile: " << selection << "\n";
    std::exit(1);
  }
  return programs.emplace(selection, *std::move(compiled.program)).first->second;
}
const Program& BaseRules() {
  static const Program& base = Rules("base");
  return base;
}
const std::string& Everything() {
  static const std::string everything = lockstep::Everything(kRulesets);
  return everything;
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
    const uint16_t ports =
        board.cell(board.segment(segment).cell).shape->ports[static_cast<size_t>(board.SegmentIndex(segment))];
    floor::Move& move = played.moves.back();
    const floor::Shape& shape = floor::TileTables().shapes[move.tile][move.turn];
    move.part = 0;
    while (shape.ports[static_cast<size_t>(move.part)] != ports) ++move.part;
  }
}

}  // namespace reeve::bench
