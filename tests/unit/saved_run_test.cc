// A run that is saved at any choice goes on in another process as if nothing had been.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <random>

#include "runtime/bytecode/rvb.h"
#include "runtime/io/saved_run.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

constexpr const char* kRules = "base, abbot, gardens, land_surveyors";

std::string Ledger(const Game& game) {
  std::string text;
  for (const Award& award : game.ledger().awards) {
    text += game.program().RuleName(award.rule) + " " + std::to_string(award.player) + " " + std::to_string(award.points) + "\n";
  }
  for (int player = 0; player < game.players(); ++player) text += std::to_string(game.total(player)) + " ";
  return text;
}

// Plays on by lot; `steps` < 0: to the end.
void PlayOn(Game& game, std::mt19937_64& lot, int steps) {
  while (test::Running(game) && steps-- != 0) game.Take(test::Lot(game, lot));
}

// A game of these rules, so many answers in, as it is saved; the rest is for `lot` to go on with.
std::string Saved(const Program& program, std::mt19937_64& lot, int steps) {
  reeve::Setup setup;  // gtest has a Setup of its own
  setup.keep_inputs = true;
  Game game(program, setup);
  PlayOn(game, lot, steps);
  return SaveRun(game);
}

// The ledger at the end, worked out by a process of its own from the bytes.
std::string InAnotherProcess(const std::string& bytes, uint64_t seed) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    const Program program = test::Rules(kRules);  // compiled anew
    std::string why = "loaded";
    const auto game = LoadRun(program, bytes, &why);
    std::mt19937_64 lot(seed);
    if (game != nullptr) PlayOn(*game, lot, -1);
    const std::string text = game == nullptr ? why : Ledger(*game);
    ssize_t written = write(ends[1], text.data(), text.size());
    _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return text;
}

TEST(SavedRun, GoesOnInAnotherProcess) {
  const Program program = test::Rules(kRules);
  std::mt19937_64 where(7);
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    reeve::Setup setup;  // gtest has a Setup of its own
    setup.players = 2 + static_cast<int>(seed % 3);
    setup.keep_inputs = true;
    Game game(program, setup);
    std::mt19937_64 lot(seed);
    PlayOn(game, lot, static_cast<int>(where() % 200));
    const std::string bytes = SaveRun(game);
    std::mt19937_64 rest(seed + 100);
    PlayOn(game, rest, -1);
    EXPECT_EQ(InAnotherProcess(bytes, seed + 100), Ledger(game)) << "seed " << seed;
  }
}

TEST(SavedRun, WhatIsNoRunOfTheseRulesIsRefused) {
  const Program program = test::Rules("base");
  std::mt19937_64 lot(3);
  const std::string bytes = Saved(program, lot, 40);
  std::string why;
  ASSERT_NE(LoadRun(program, bytes, &why), nullptr) << why;
  EXPECT_EQ(LoadRun(test::Rules("base (tiny_city 2)"), bytes, &why), nullptr);
  EXPECT_EQ(why, "the run was saved under other rules");
  EXPECT_EQ(LoadRun(program, bytes.substr(0, bytes.size() - 9), &why), nullptr);
  EXPECT_EQ(why, "the file is damaged, or cut short");
  EXPECT_EQ(LoadRun(program, "RVB1", &why), nullptr);
  EXPECT_EQ(LoadRun(program, bytes.substr(0, 11), &why), nullptr);
}

// With the digest mended, so that the content itself is looked at.
TEST(SavedRun, InventedContentIsRefusedOrARun) {
  const Program program = test::Rules("base");
  std::mt19937_64 lot(5);
  const std::string bytes = Saved(program, lot, 60);
  constexpr size_t kHeader = 28;
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::string changed = bytes;
    for (int k = 0; k < 3; ++k) changed[kHeader + lot() % (changed.size() - kHeader)] = static_cast<char>(lot());
    uint64_t digest = Digest(std::string_view(changed).substr(kHeader));
    for (size_t b = 0; b < 8; ++b, digest >>= 8) changed[20 + b] = static_cast<char>(digest & 0xFF);
    std::string why;
    refused += LoadRun(program, changed, &why) == nullptr;
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace reeve
