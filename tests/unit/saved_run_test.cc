// A run that is saved at any choice goes on in another process as if nothing had been.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <random>

#include "runtime/bytecode/archive.h"
#include "runtime/io/saved_run.h"
#include "tests/fuzz/headers.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

constexpr const char* kRules = "base, abbot, gardens, land_surveyors";

std::string Ledger(const Game& game) {
  std::string text;
  for (const Award& award : game.ledger().awards) {
    text += game.program().RuleName(award.rule) + " " + std::to_string(award.player) + " " +
            std::to_string(award.points) + "\n";
  }
  for (int player = 0; player < game.players(); ++player) text += std::to_string(game.total(player)) + " ";
  return text;
}

// Plays on by lot; `steps` < 0: to the end.
void PlayOn(Game& game, std::mt19937_64& lot, int steps) {
  while (game.running() && steps-- != 0) game.Take(test::Lot(game, lot));
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
  for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(got));
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

// A file of this setup and these inputs, whether or not they can be.
std::string FileOf(const Program& program, reeve::Setup setup, std::vector<Input> inputs) {
  ByteWriter payload;
  payload(setup, inputs);
  std::string bytes = "RVS1" + std::string(fuzz::kRunHeader - 4, '\0') + payload.bytes();
  fuzz::FitRunHeader(bytes, program);
  return bytes;
}

// Why it is refused; "" if it is not.
std::string Refused(const Program& program, const reeve::Setup& setup, const std::vector<Input>& inputs) {
  std::string why;
  return LoadRun(program, FileOf(program, setup, inputs), &why) == nullptr ? why : "";
}

Input With(Input::Kind kind, Id id, Value owner, Value value) {
  return {.kind = kind, .id = id, .owner = owner, .value = value};
}

constexpr const char* kNotPossible = "input 2 is not possible under these rules";
constexpr Value kBeyond = (Value{1} << 32) + 1;  // 1, if it is cut to 32 bits

TEST(SavedRun, AStateIsOfWhatThereIsAndBecomesWhatThereIs) {
  const Program program = test::Rules("base, gold, house", R"(ruleset house "House" extends base
link patron on road to follower
)");
  const auto set = [&](const char* state, Value owner, Value value) {
    return Refused(program, {}, {{}, With(Input::Kind::kSetState, program.FindState(state), owner, value)});
  };
  EXPECT_EQ(set("victor", 1, 1), "");
  EXPECT_EQ(set("victor", 2, 1), kNotPossible) << "two play";
  EXPECT_EQ(set("victor", kBeyond, 1), kNotPossible);
  EXPECT_EQ(set("victor", 1, 2), kNotPossible) << "a flag holds or does not";
  EXPECT_EQ(set("contested", PackSquare(0, 0), 1), "");
  EXPECT_EQ(set("contested", PackSquare(0, 0) + (Value{1} << 40), 1), kNotPossible);
  EXPECT_EQ(set("patron", 0, 3), "");
  EXPECT_EQ(set("patron", 0, kNothing), "");
  EXPECT_EQ(set("patron", 0, 1'000'000), kNotPossible) << "there is no such figure";
  EXPECT_EQ(set("patron", 1'000'000, 3), kNotPossible) << "there is no such feature";
  EXPECT_EQ(Refused(program, {}, {{}, With(Input::Kind::kSetState, static_cast<Id>(program.states.size()), 0, 0)}),
            kNotPossible);
}

TEST(SavedRun, InputsNameWhatThereIs) {
  const Program program = test::Rules("base, messages");
  const Id follower = program.FindKind("follower");
  const auto stand = [&](At at, Value id, Value owner) {
    return Refused(program, {}, {{}, {.kind = Input::Kind::kStand, .id = follower, .owner = owner, .spot = {at, id}}});
  };
  EXPECT_EQ(stand(At::kSegment, 1, 0), "");
  EXPECT_EQ(stand(At::kSegment, kBeyond, 0), kNotPossible);
  EXPECT_EQ(stand(At::kSegment, 1000, 0), kNotPossible);
  EXPECT_EQ(stand(At::kSquare, PackSquare(5, 5), 0), kNotPossible);
  EXPECT_EQ(stand(At::kSquare, PackSquare(0, 0) + (Value{1} << 40), 0), kNotPossible);
  EXPECT_EQ(stand(At::kSpan, 0, 0), kNotPossible);
  EXPECT_EQ(stand(At::kSegment, 1, Value{1} << 32), kNotPossible);
  for (const Value points : {kMaxNumber + 1, -kMaxNumber - 1, INT64_MIN}) {
    EXPECT_EQ(Refused(program, {}, {{}, With(Input::Kind::kSetTotal, kNoId, 0, points)}), kNotPossible) << points;
  }
  EXPECT_EQ(Refused(program, {}, {{}, With(Input::Kind::kSetTop, program.cards[0].zone, kNothing, 0)}), "");
  EXPECT_EQ(Refused(program, {}, {{}, With(Input::Kind::kSetTop, program.cards[0].zone, kNothing, Value{1} << 32)}),
            kNotPossible);
  EXPECT_EQ(Refused(program, {}, {{}, With(Input::Kind::kPutInHand, 10000, kNothing, kNothing)}), kNotPossible);
}

// With the digest mended, so that the content itself is looked at.
void Mutate(const Program& program, const std::string& bytes, int times, int least_refused) {
  std::mt19937_64 lot(5);
  int refused = 0;
  for (int i = 0; i < times; ++i) {
    std::string changed = bytes;
    for (int k = 0; k < 3; ++k)
      changed[fuzz::kRunHeader + lot() % (changed.size() - fuzz::kRunHeader)] = static_cast<char>(lot());
    fuzz::FitRunHeader(changed, program);
    std::string why;
    const auto game = LoadRun(program, changed, &why);
    refused += game == nullptr;
    if (game != nullptr) PlayOn(*game, lot, 20);
  }
  EXPECT_GT(refused, least_refused);
}

TEST(SavedRun, InventedContentIsRefusedOrARun) {
  const Program program = test::Rules("base");
  std::mt19937_64 lot(5);
  Mutate(program, Saved(program, lot, 60), 300, 75);
}

TEST(SavedRun, InventedPositionsAreRefusedOrARun) {
  const Program program = test::Rules("base, builders, gold, messages");
  reeve::Setup setup;
  setup.own_board = true;
  for (int x = 0; x < 4; ++x) setup.board.push_back({program.FindTile("RFr"), x, 0, 0});
  setup.supplies = {{program.FindKind("follower"), 9}};
  setup.decks = {{program.cards[0].zone, {0, 0}}};
  const std::vector<Input> inputs = {
      With(Input::Kind::kSetState, program.FindState("victor"), 1, 1),
      With(Input::Kind::kSetState, program.FindState("contested"), PackSquare(1, 0), 1),
      {.kind = Input::Kind::kStand, .id = program.FindKind("follower"), .owner = 0, .spot = {At::kSegment, 4}},
      With(Input::Kind::kSetTop, program.cards[0].zone, kNothing, 0),
      With(Input::Kind::kSetTotal, kNoId, 1, 30),
      {},
      With(Input::Kind::kSetSeat, kNoId, 1, kNothing),
      With(Input::Kind::kPutInHand, program.FindTile("L"), kNothing, kNothing),
  };
  ASSERT_EQ(Refused(program, setup, inputs), "");
  Mutate(program, FileOf(program, setup, inputs), 1000, 300);
}

}  // namespace
}  // namespace reeve
