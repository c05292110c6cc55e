// Rules from text to program, programs from their files, recorded games, and what all of it takes in memory.
#include <malloc.h>

#include <iostream>
#include <map>
#include <optional>

#include "compiler/compile.h"
#include "runtime/bytecode/rvb.h"
#include "runtime/io/record.h"
#include "tests/bench/reeve_play.h"
#include "tests/bench/rows.h"
#include "tools/simulate.h"

namespace reeve::bench {
namespace {

constexpr const char* kRulesets = REEVE_SOURCE_DIR "/rulesets";

// From cold: files are read and parsed each time.
void CompileRules(benchmark::State& state, const std::string& selection) {
  for (auto round : state) {
    Library library(kRulesets);
    const Compiled compiled = Compile(selection, library);
    if (!compiled.program) state.SkipWithError("the rules do not compile");
  }
  Items(state, state.iterations(), "ms");
}

void LoadRvb(benchmark::State& state, const std::string& selection) {
  Library library(kRulesets);
  const Compiled compiled = Compile(selection, library);
  if (!compiled.program) return state.SkipWithError("the rules do not compile");
  const std::string bytes = SaveProgram(*compiled.program);
  for (auto round : state) {
    std::string why;
    if (!LoadProgram(bytes, &why)) state.SkipWithError(why.c_str());
  }
  Items(state, state.iterations(), "us");
}

void ReadRecord(benchmark::State& state) {
  Formats formats;
  if (!formats.Load(std::string(kRulesets) + "/formats")) return state.SkipWithError(formats.error().c_str());
  for (auto round : state) {
    RecordFile file(formats);
    if (!file.Open(REEVE_SOURCE_DIR "/tests/games/demo.json")) return state.SkipWithError(file.error().c_str());
    const auto next = file.Next();
    if (!next || !std::holds_alternative<Record>(*next)) return state.SkipWithError("no game");
  }
  Items(state, state.iterations(), "us");
}

// Bytes on the heap that stay while what `make` gives is alive.
template <class Make>
double HeldBytes(Make make) {
  const size_t before = mallinfo2().uordblks;
  const auto made = make();
  benchmark::DoNotOptimize(made);
  return static_cast<double>(mallinfo2().uordblks - before);
}

void GameMemory(benchmark::State& state) {
  ReevePlayer player(BaseRules());
  player.Play(floor::Policy::kUniform, 1);
  for (auto round : state) Figure(state, HeldBytes([&] { return std::make_unique<Game>(player.game()); }));
}
void GameMemoryFloor(benchmark::State& state) {
  floor::Player player;
  player.Play(floor::Policy::kUniform, 1);
  for (auto round : state) Figure(state, static_cast<double>(player.used_bytes()));
}
// Everything leaves more on the table: tiles, markers, what the rules remember.
void LargestGameMemory(benchmark::State& state) {
  const Program& program = Rules(Everything());
  Game game(program, Setup{});
  RandomPlayer player(program, Policy::kUniform);
  if (!player.Play(game, 1, 1)) return state.SkipWithError("the game does not end");
  for (auto round : state) Figure(state, HeldBytes([&] { return std::make_unique<Game>(game); }));
}
void ProgramMemory(benchmark::State& state, const std::string& selection) {
  Library library(kRulesets);
  const Compiled compiled = Compile(selection, library);
  if (!compiled.program) return state.SkipWithError("the rules do not compile");
  const std::string bytes = SaveProgram(*compiled.program);
  for (auto round : state)
    Figure(state, HeldBytes([&] { return std::make_unique<Program>(*LoadProgram(bytes, nullptr)); }));
}

void CopyGame(benchmark::State& state) {
  ReevePlayer player(BaseRules());
  player.Play(floor::Policy::kUniform, 1);
  Game copy = player.game();
  for (auto round : state) {
    copy = player.game();
    benchmark::DoNotOptimize(copy);
  }
  Items(state, state.iterations(), "ns");
}

}  // namespace

void ProgramRows() {
  for (const bool all : {false, true}) {
    const auto with = [all](auto* work) {
      return [work, all](benchmark::State& state) { work(state, all ? Everything() : "base"); };
    };
    const std::string name = all ? "all" : "base";
    Row("compile." + name, "ms", with(&CompileRules));
    Row("load_rvb." + name, "us", with(&LoadRvb));
    Row("memory.program." + name, "bytes", with(&ProgramMemory));
  }
  Row("read_game", "us", &ReadRecord);
  Row("copy_game", "ns", &CopyGame);
  Row("memory.game", "bytes", &GameMemory, &GameMemoryFloor);
  Row("memory.game_everything", "bytes", &LargestGameMemory);
  FloorIs("memory.game_everything", "memory.game");
}

}  // namespace reeve::bench
