// Programs that were changed by lot: each is refused, or is loaded and plays whole games by lot without harm. What harm
// is the sanitizers say (the asan-ubsan preset); here a game has to end, as the game does or at a fault of its rules.
#include <gtest/gtest.h>

#include <chrono>
#include <iostream>
#include <random>

#include "runtime/bytecode/rvb.h"
#include "runtime/bytecode/verify.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

constexpr const char* kSelections[] = {
    "base",
    "base, abbot, gardens, inns_and_cathedrals, builders, pigs, trade_goods",
    "base, princess_dragon.tiles, dragons, fairy, portals, princess, tower, tower.tiles",
    "base, bridges, castles, bridges_castles_bazaars.tiles, wagons, mayors, barns, abbeys, abbey_mayor.tiles",
    "base, mage_and_witch, mage_and_witch.tiles, messages, robbers, robbers.tiles, school, school.tiles, ferries, "
    "ferries.tiles",
    "base, labyrinth, labyrinth.tiles, tunnel.tiles, tunnels, crop_circles, crop_circles.tiles, wheel_of_fortune, "
    "wheel_of_fortune.tiles",
};

// A number as a mutation may put it: near what was there, or any small one, or one at an edge.
int32_t Number(std::mt19937_64& lot, int32_t was) {
  switch (lot() % 5) {
    case 0:
      return was + 1;
    case 1:
      return was - 1;
    case 2:
      return static_cast<int32_t>(lot() % 40) - 3;
    case 3:
      return static_cast<int32_t>(lot() % 2000);
    default:
      return static_cast<int32_t>(lot());
  }
}

void ChangeInstruction(Program& program, std::mt19937_64& lot) {
  const size_t at = lot() % program.code.size();
  Insn& insn = program.code[at];
  switch (lot() % 8) {
    case 0:
      insn.a = static_cast<uint8_t>(Number(lot, insn.a));
      break;
    case 1:
      insn.b = static_cast<int16_t>(Number(lot, insn.b));
      break;
    case 2:
      insn.c = Number(lot, insn.c);
      break;
    case 3:
      insn.op = static_cast<Op>(lot() % static_cast<uint64_t>(OpCount()));
      break;
    case 4:
      std::swap(insn, program.code[lot() % program.code.size()]);
      break;
    case 5:
      insn = program.code[lot() % program.code.size()];
      break;
    default: {  // one with the same effect on the stacks, which a verifier that only counts lets pass
      const OpInfo& was = Info(insn.op);
      for (int tries = 0; tries < 50; ++tries) {
        const Op op = static_cast<Op>(lot() % static_cast<uint64_t>(OpCount()));
        const OpInfo& info = Info(op);
        if (op == insn.op || info.mode != was.mode || info.pops != was.pops || info.pushes != was.pushes ||
            info.sets_in != was.sets_in || info.sets_out != was.sets_out)
          continue;
        insn.op = op;
        if (lot() % 2 == 0) insn.b = static_cast<int16_t>(lot() % 60);
        return;
      }
    }
  }
}

// One of the tables that rules are started by.
void ChangeTable(Program& program, std::mt19937_64& lot) {
  const auto some = [&](auto& items) -> auto& {
    return items[lot() % items.size()];
  };
  RuleInfo& rule = some(program.rules_table);
  switch (lot() % 7) {
    case 0:
      std::swap(rule.head, some(program.rules_table).head);
      break;
    case 1:
      std::swap(rule.value, some(program.rules_table).value);
      break;
    case 2:
      std::swap(rule.who, some(program.rules_table).who);
      break;
    case 3:
      rule.after.push_back(static_cast<Id>(lot() % program.rules_table.size()));
      break;
    case 4:
      some(program.steps).rules.push_back(static_cast<Id>(lot() % program.rules_table.size()));
      break;
    case 5:
      if (!program.listeners.empty())
        some(program.listeners).rule = static_cast<Id>(lot() % program.rules_table.size());
      break;
    default:
      some(rule.slots).cls = static_cast<Class>(lot() % static_cast<uint64_t>(kClassCount));
      break;
  }
}

std::string ChangeBytes(std::string bytes, std::mt19937_64& lot) {
  constexpr size_t kHeader = 20, kDigest = 12;
  for (uint64_t left = 1 + lot() % 3; left > 0; --left)
    bytes[kHeader + lot() % (bytes.size() - kHeader)] = static_cast<char>(lot());
  const uint64_t digest = Digest(std::string_view(bytes).substr(kHeader));
  for (size_t k = 0; k < 8; ++k) bytes[kDigest + k] = static_cast<char>(digest >> (8 * k));
  return bytes;
}

// A whole game, and its final scoring if it does not end by itself in as many answers as a game can have.
void Play(const Program& program, std::mt19937_64& lot) {
  Setup setup;
  setup.players = 2 + static_cast<int>(lot() % 3);
  Game game(program, setup);
  for (int left = 600; left > 0 && game.running(); --left) {
    if (game.OptionCount() <= 0) break;
    const Option option = game.OptionAt(static_cast<int64_t>(lot() % static_cast<uint64_t>(game.OptionCount())));
    if (lot() % 50 == 0) game.Describe(option);
    game.Take(option);
  }
  game.EndNow();
  EXPECT_FALSE(game.running() && game.question().kind == Ask::kDraw && game.OptionCount() == 0);
}

// REEVE_MUTANTS says how many; the first ones are the same for everybody.
TEST(Mutants, AreRefusedOrPlayWithoutHarm) {
  const char* asked = std::getenv("REEVE_MUTANTS");
  const int mutants = asked == nullptr ? 600 : std::max(1, std::atoi(asked));
  std::vector<Program> programs;
  std::vector<std::string> files;
  for (const char* selection : kSelections) {
    programs.push_back(test::Rules(selection));
    files.push_back(SaveProgram(programs.back()));
  }
  int refused = 0, played = 0;
  for (int i = 0; i < mutants; ++i) {
    std::mt19937_64 lot(static_cast<uint64_t>(i));
    const size_t which = static_cast<size_t>(i) % programs.size();
    std::optional<Program> mutant;
    if (i % 4 == 0) {
      std::string why;
      mutant = LoadProgram(ChangeBytes(files[which], lot), &why);
    } else {
      mutant = programs[which];
      for (uint64_t left = 1 + lot() % 2; left > 0; --left)
        lot() % 5 == 0 ? ChangeTable(*mutant, lot) : ChangeInstruction(*mutant, lot);
      if (Verify(*mutant).has_value()) mutant.reset();
    }
    if (!mutant) {
      ++refused;
      continue;
    }
    ++played;
    SCOPED_TRACE("mutant " + std::to_string(i));
    if (asked != nullptr) std::cerr << "mutant " << i << "\n";
    const auto begin = std::chrono::steady_clock::now();
    Play(*mutant, lot);
    EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 30.0);
  }
  EXPECT_GT(refused, mutants / 5);
  EXPECT_GT(played, mutants / 20);
}

}  // namespace
}  // namespace reeve
