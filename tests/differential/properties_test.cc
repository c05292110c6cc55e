// What holds for every game: moving, turning or renaming a board changes no award, a copied run goes on as if
// it had not been copied, what is refused changes nothing, a program that passed the verifier never leads the
// machine astray.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "runtime/bytecode/rvb.h"
#include "runtime/bytecode/verify.h"
#include "runtime/graph/scratch.h"
#include "tests/lockstep/lockstep.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

const Program& ProgramOf(const std::string& selection) {
  static std::map<std::string, Program> known;
  const auto at = known.find(selection);
  if (at != known.end()) return at->second;
  return known.emplace(selection, test::Rules(selection)).first->second;
}

// One award in words without names.
std::string Numbers(const Game& game, const Award& award) {
  std::ostringstream out;
  out << "turn " << award.turn << " rule " << award.rule << " player " << int{award.player} << " points "
      << award.points << " rows";
  for (int i = 0; i < award.row_count; ++i) {
    const LedgerRow& row = game.ledger().rows[static_cast<size_t>(award.first_row + i)];
    out << " " << row.count << "x" << row.points << (row.note ? "note" : "");
  }
  return out.str();
}

std::vector<std::string> Ledger(const Game& game) {
  std::vector<std::string> awards;
  for (const Award& award : game.ledger().awards) awards.push_back(Numbers(game, award));
  return awards;
}

reeve::Setup OneTile(const Program& program, int x, int y, int turn) {
  reeve::Setup setup;
  setup.own_board = true;
  setup.board.push_back({program.FindTile("RCr"), x, y, turn});
  return setup;
}

// Plays by lot in one game, and what `same` makes of each answer in the other.
template <class Same>
void PlayBoth(Game& game, Game& other, uint64_t seed, Same same) {
  lockstep::Source lot = lockstep::ByLot(seed);
  lot(game);  // the beginning
  while (game.running()) {
    RC_ASSERT(game.question().kind == other.question().kind);
    RC_ASSERT(game.question().player == other.question().player);
    const Option taken = lot(game)->option;
    const std::vector<Option> theirs = other.Options();
    RC_ASSERT(game.Options().size() == theirs.size());
    const Option translated = same(taken);
    RC_ASSERT(std::find(theirs.begin(), theirs.end(), translated) != theirs.end());
    game.Take(taken);
    other.Take(translated);
  }
  RC_ASSERT(!other.running());
}

// The option with every way to lay a tile changed.
template <class Change>
Option WithFits(const Game& game, Option option, Change change) {
  if (option.kind != Option::Kind::kOffer) return option;
  const std::vector<Class>& classes = game.Bindings(option.offer);
  for (size_t i = 0; i < option.count; ++i) {
    if (classes[i] != Class::kFit) continue;
    const Value square = FitSquare(option.bound[i]);
    option.bound[i] = change(FitPiece(option.bound[i]), SquareX(square), SquareY(square), FitTurn(option.bound[i]));
  }
  return option;
}

const std::vector<std::string> kSelections = {"base", "base (printing second), gardens, abbot, land_surveyors",
                                              "base, ties_split, farmers_four"};

RC_GTEST_PROP(Properties, MovingTheBoardChangesNothing, ()) {
  const Program& program = ProgramOf(*rc::gen::elementOf(kSelections));
  const int dx = *rc::gen::inRange(-29000, 29000), dy = *rc::gen::inRange(-29000, 29000);
  Game game(program, OneTile(program, 0, 0, 0)), other(program, OneTile(program, dx, dy, 0));
  PlayBoth(game, other, *rc::gen::arbitrary<uint64_t>(), [&](const Option& option) {
    return WithFits(game, option, [&](int32_t piece, int x, int y, int turn) {
      return PackFit(piece, PackSquare(x + dx, y + dy), turn);
    });
  });
  RC_ASSERT(Ledger(game) == Ledger(other));
}

// Which of two features is first may change with the sides of a tile, so the awards are compared in any
// order.
RC_GTEST_PROP(Properties, TurningTheBoardChangesNoAward, ()) {
  const Program& program = ProgramOf(*rc::gen::elementOf(kSelections));
  const int by = *rc::gen::inRange(1, 4);
  Game game(program, OneTile(program, 0, 0, 0)), other(program, OneTile(program, 0, 0, by));
  PlayBoth(game, other, *rc::gen::arbitrary<uint64_t>(), [&](const Option& option) {
    return WithFits(game, option, [&](int32_t piece, int x, int y, int turn) {
      for (int i = 0; i < by; ++i) std::tie(x, y) = std::pair(-y, x);
      return PackFit(piece, PackSquare(x, y), (turn + by) % 4);
    });
  });
  std::vector<std::string> mine = Ledger(game), theirs = Ledger(other);
  std::sort(mine.begin(), mine.end());
  std::sort(theirs.begin(), theirs.end());
  RC_ASSERT(mine == theirs);
}

// The base game with other words for its features, figures, tiles and steps.
class Renamed {
 public:
  Renamed() : folder_(std::filesystem::temp_directory_path() / ("reeve_renamed_" + std::to_string(getpid()))) {
    const std::pair<const char*, const char*> words[] = {
        {"road", "lane"},         {"roads", "lanes"},      {"city", "burgh"},
        {"cities", "burghs"},     {"monastery", "priory"}, {"monasteries", "priories"},
        {"field", "meadow"},      {"fields", "meadows"},   {"follower", "helper"},
        {"followers", "helpers"}, {"pennant", "banner"},   {"act", "deed"},
        {"complete", "finish"},   {"RCr", "Start"},        {"majority", "ahead"},
    };
    std::filesystem::create_directories(folder_);
    for (const char* name : {"base", "base.words", "base.tiles"}) {
      std::ifstream in(std::string(REEVE_SOURCE_DIR) + "/rulesets/base/" + name + ".reeve");
      std::string text((std::istreambuf_iterator<char>(in)), {});
      for (const auto& [from, to] : words)
        text = std::regex_replace(text, std::regex("\\b" + std::string(from) + "\\b"), to);
      std::ofstream(folder_ / (std::string(name) + ".reeve")) << text;
    }
    Library library(folder_.string());
    Compiled compiled = Compile("base", library);
    EXPECT_TRUE(compiled.program.has_value()) << test::Findings(compiled, library);
    if (compiled.program) program = *compiled.program;
  }
  ~Renamed() { std::filesystem::remove_all(folder_); }
  Program program;

 private:
  std::filesystem::path folder_;
};

RC_GTEST_PROP(Properties, RenamingChangesNothing, ()) {
  static const Renamed renamed;
  RC_ASSERT(renamed.program.FindKind("lane") != kNoId && renamed.program.FindKind("road") == kNoId);
  Game game(ProgramOf("base"), reeve::Setup{}), other(renamed.program, reeve::Setup{});
  PlayBoth(game, other, *rc::gen::arbitrary<uint64_t>(), [](const Option& option) { return option; });
  RC_ASSERT(Ledger(game) == Ledger(other));
}

RC_GTEST_PROP(Properties, ACopiedRunGoesOnAsTheRunItself, ()) {
  const Program& program = ProgramOf(*rc::gen::elementOf(kSelections));
  reeve::Setup setup;
  setup.players = *rc::gen::inRange(1, 6);
  setup.keep_inputs = true;
  Game game(program, setup);
  lockstep::Source lot = lockstep::ByLot(*rc::gen::arbitrary<uint64_t>());
  lot(game);
  for (int left = *rc::gen::inRange(0, 200); left > 0 && game.running(); --left) game.Take(lot(game)->option);
  const size_t so_far = game.inputs().size();
  Game saved = game;
  while (game.running()) game.Take(lot(game)->option);
  Game resumed(program, reeve::Setup{});
  resumed = saved;
  for (size_t i = so_far; i < game.inputs().size(); ++i)
    RC_ASSERT(!resumed.Answer(game.inputs()[i].option).has_value());
  RC_ASSERT(Ledger(game) == Ledger(resumed));
  // And as the whole run once more, from its inputs.
  setup.hold = true;
  Game again(program, setup);
  again.Start();
  for (const Input& input : game.inputs()) {
    if (input.kind == Input::Kind::kAnswer) again.Take(input.option);
  }
  RC_ASSERT(Ledger(game) == Ledger(again));
  RC_ASSERT(FirstDifference(game.board()).value_or("") == "");
}

RC_GTEST_PROP(Properties, WhatIsRefusedChangesNothing, ()) {
  const Program& program = ProgramOf(*rc::gen::elementOf(kSelections));
  Game game(program, reeve::Setup{});
  lockstep::Source lot = lockstep::ByLot(*rc::gen::arbitrary<uint64_t>());
  lot(game);
  for (int left = *rc::gen::inRange(0, 200); left > 0 && game.running(); --left) game.Take(lot(game)->option);
  for (int i = 0; i < 20; ++i) {
    Option wrong;
    wrong.kind = static_cast<Option::Kind>(*rc::gen::inRange(0, 6));
    wrong.offer = *rc::gen::inRange<Id>(0, static_cast<Id>(program.rules_table.size()));
    if (wrong.kind == Option::Kind::kOffer && program.rule(wrong.offer).kind != RuleKind::kOffer) continue;
    wrong.count =
        wrong.kind == Option::Kind::kOffer ? static_cast<uint8_t>(game.Bindings(wrong.offer).size()) : uint8_t{1};
    for (size_t b = 0; b < wrong.count; ++b) wrong.bound[b] = *rc::gen::inRange<Value>(-2, 400);
    const std::vector<Option> before = game.Options();
    const std::vector<std::string> ledger = Ledger(game);
    if (std::find(before.begin(), before.end(), wrong) != before.end()) continue;
    RC_ASSERT(game.Answer(wrong).has_value());
    RC_ASSERT(game.Options() == before);
    RC_ASSERT(Ledger(game) == ledger);
    RC_ASSERT(FirstDifference(game.board()).value_or("") == "");
  }
}

// Boards that no game leads to: tiles anywhere, matching or not, followers anywhere; then three turns by lot.
RC_GTEST_PROP(Properties, MachineAndReferenceAgreeOnAnyBoard, ()) {
  static Library library(REEVE_SOURCE_DIR "/rulesets");
  static const Compiled compiled = Compile("base (printing second), gardens, abbot", library);
  RC_ASSERT(compiled.program.has_value());
  const Program& program = *compiled.program;
  reeve::Setup setup;
  setup.players = *rc::gen::inRange(1, 4);
  setup.own_board = true;
  std::set<std::pair<int, int>> squares;
  int segments = 0;
  for (int tiles = *rc::gen::inRange(1, 16); tiles > 0; --tiles) {
    const int x = *rc::gen::inRange(-3, 4), y = *rc::gen::inRange(-3, 4);
    if (!squares.insert({x, y}).second) continue;
    const Id tile = *rc::gen::inRange<Id>(0, static_cast<Id>(program.tiles.size()));
    setup.board.push_back({tile, x, y, *rc::gen::inRange(0, 4)});
    segments += static_cast<int>(program.tiles[static_cast<size_t>(tile)].segments.size());
  }
  std::vector<Input> inputs;
  for (int stands = *rc::gen::inRange(0, 10); stands > 0; --stands) {
    const int player = *rc::gen::inRange(0, setup.players);
    inputs.push_back(Input{.kind = Input::Kind::kStand,
                           .id = program.FindKind("follower"),
                           .owner = player,
                           .spot = {At::kSegment, *rc::gen::inRange(0, segments)}});
  }
  inputs.push_back(Input{});
  lockstep::Source lot = lockstep::ByLot(*rc::gen::arbitrary<uint64_t>());
  size_t next = 0;
  const lockstep::Result result = lockstep::RunBoth(compiled, setup, [&](Game& game) -> std::optional<Input> {
    if (next < inputs.size()) return inputs[next++];
    if (next++ == inputs.size()) lot(game);
    return game.world().turn > 3 ? Input{.kind = Input::Kind::kEndNow} : lot(game);
  });
  RC_ASSERT(result.difference + result.not_yet == "");
}

// One operand or instruction is another. Most are refused; what the verifier still takes runs, and keeps its board.
TEST(Properties, ProgramsWithAnInstructionChangedThatStillVerifyArePlayed) {
  const Program& sound = ProgramOf("base, ties_split");
  int played = 0;
  const bool held = rc::check([&] {
    Program program = sound;
    for (int changes = *rc::gen::inRange(1, 3); changes > 0; --changes) {
      Insn& insn = program.code[*rc::gen::inRange<size_t>(0, program.code.size())];
      if (Info(insn.op).mode != 'P') continue;
      switch (*rc::gen::inRange(0, 4)) {
        case 0:
          insn.a = static_cast<uint8_t>(*rc::gen::inRange(0, 40));
          break;
        case 1:
          insn.b = static_cast<int16_t>(*rc::gen::inRange(-3, 60));
          break;
        case 2:
          insn.c = *rc::gen::inRange(-3, 200);
          break;
        default: {
          const Op op = static_cast<Op>(*rc::gen::inRange(0, OpCount()));
          if (Info(op).mode == 'P') insn.op = op;
        }
      }
    }
    if (SaveProgram(program) == SaveProgram(sound) || Verify(program).has_value()) return;
    Game game(program, reeve::Setup{});
    lockstep::Source lot = lockstep::ByLot(*rc::gen::arbitrary<uint64_t>());
    lot(game);
    for (int left = 150; left > 0 && game.running(); --left) {
      const auto input = lot(game);
      if (!input) break;
      game.Take(input->option);
    }
    RC_ASSERT(FirstDifference(game.board()).value_or("") == "");
    ++played;
  });
  EXPECT_TRUE(held);
  EXPECT_GE(played, 10);
}

}  // namespace
}  // namespace reeve
