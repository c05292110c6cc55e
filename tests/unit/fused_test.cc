// Runs of instructions that are done as one, and ladders that are read off the board: as the code they stand for.
#include "runtime/vm/fused.h"

#include "runtime/vm/linear.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

using test::Lot;
using test::Rules;
using test::Running;

int CountFused(const Program& program, Fused run) {
  const std::vector<Insn> code = FusedCode(program);
  return static_cast<int>(std::ranges::count(code, static_cast<Op>(run), &Insn::op));
}

TEST(Fused, OnlyTheFirstInstructionOfARunChanges) {
  const Program program = Rules("base, land_surveyors");
  const std::vector<Insn> code = FusedCode(program);
  ASSERT_EQ(code.size(), program.code.size());
  for (size_t i = 0; i < code.size(); ++i) {
    Insn back = code[i];
    if (static_cast<uint8_t>(back.op) >= kFirstFused) {
      back.op = program.code[i].op;
      back.c = program.code[i].c;  // where runs note what is known of them beforehand
    }
    EXPECT_EQ(back, program.code[i]) << i;
  }
}

TEST(Fused, TheRulesHoldEveryRun) {
  const Program program = Rules("base, inns_and_cathedrals, abbeys, mayors, wagons, house", R"(ruleset house extends base, inns_and_cathedrals, abbeys, mayors, wagons
flag asked on player
rule house.last "so many conditions in one" {
  when turn ends
  each player where any placed and no pieces in pile
  then player is now asked
}
)");
  for (uint8_t run = kFirstFused; run <= static_cast<uint8_t>(Fused::kHeadOfGlobal); ++run) {
    EXPECT_GT(CountFused(program, static_cast<Fused>(run)), 0) << int{run};
  }
}

// Whole games with the runs done as one and with the instructions that they stand for pay the same.
TEST(Fused, DoWhatTheirInstructionsDo) {
  const Program program = Rules("base, inns_and_cathedrals, abbeys, mayors, wagons");
  const auto plans = std::make_shared<Plans>(program, 2);
  plans->code = program.code;
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    Game fast(program, reeve::Setup{}), slow(program, reeve::Setup{});
    const_cast<World&>(slow.world()).plans = plans;  // nobody else has a reason to
    std::mt19937_64 fast_lot(seed), slow_lot(seed);
    while (Running(fast) && Running(slow)) {
      fast.Take(Lot(fast, fast_lot));
      slow.Take(Lot(slow, slow_lot));
      ASSERT_EQ(fast.Options(), slow.Options());
    }
    EXPECT_EQ(fast.total(0), slow.total(0));
    EXPECT_EQ(fast.total(1), slow.total(1));
    EXPECT_EQ(fast.ledger().awards.size(), slow.ledger().awards.size());
  }
}

TEST(Linear, RoadsCitiesAndMonasteriesAreSumsOfColumns) {
  const Program program = Rules("base");
  const std::vector<Linear> ladders = LinearLadders(program, kMaxPlayers);
  const auto of = [&](const char* score) { return ladders[static_cast<size_t>(program.rule(program.FindRule(score)).value)]; };
  EXPECT_TRUE(of("road.completed").good);
  ASSERT_TRUE(of("city.completed").good);
  ASSERT_EQ(of("city.completed").term_count, 2u);
  EXPECT_EQ(of("city.completed").terms[0].factor, 2);
  EXPECT_EQ(program.Text(of("city.completed").terms[1].label), "pennants");
  ASSERT_TRUE(of("monastery.completed").good);
  EXPECT_EQ(of("monastery.completed").terms[0].source, Linear::kSquares);
  EXPECT_FALSE(of("field.final").good);  // a sum over cities
}

TEST(Linear, ALadderThatAsksIsNone) {
  const Program program = Rules("base, house", "ruleset house extends base\nmodify road.completed { if number of tiles of road >= 8 extra 3 \"long\" }\n");
  const std::vector<Linear> ladders = LinearLadders(program, kMaxPlayers);
  EXPECT_FALSE(ladders[static_cast<size_t>(program.rule(program.FindRule("road.completed")).value)].good);
}

TEST(Linear, PointsThatStayInTheirRangeAreKnownBeforehand) {
  const Program program = Rules("base, house", R"(ruleset house extends base
score road.long "a long road" {
  when   road completed
  for    majority of followers on road
  points 20000000 per tile of road "tiles"
}
score road.square "squared" {
  when   road completed
  for    majority of followers on road
  points number of tiles of road per tile of road "tiles"
}
score city.crowd "a crowd" {
  when   city completed
  for    majority of followers on city
  points 1 per follower on city "followers"
}
)");
  const std::vector<Linear> ladders = LinearLadders(program, kMaxPlayers);
  const auto of = [&](const char* score) { return ladders[static_cast<size_t>(program.rule(program.FindRule(score)).value)].small; };
  for (const char* score : {"road.completed", "city.completed", "monastery.completed", "field.final", "city.crowd"}) EXPECT_TRUE(of(score)) << score;
  EXPECT_FALSE(of("road.long"));
  EXPECT_FALSE(of("road.square"));
}

// Whole games with the ladders read off the board and with the code that they stand for pay the same, row by row.
TEST(Linear, PaysWhatTheCodePays) {
  const Program program = Rules("base (printing second), gardens, land_surveyors");
  std::mt19937_64 lot(2);
  Game game(program, reeve::Setup{});
  while (Running(game)) game.Take(Lot(game, lot));
  World world = game.world();
  auto plain = std::make_shared<Plans>(program, 2);
  for (Linear& ladder : plain->ladders) ladder.good = false;
  World slow = world;
  slow.plans = plain;
  Machine fast_machine(&world), slow_machine(&slow);
  int seen = 0;
  for (const RuleInfo& rule : program.rules_table) {
    if (rule.value == kNoId || rule.subject != Class::kFeature || !world.plans->ladders[static_cast<size_t>(rule.value)].good) continue;
    for (int32_t node = 0; node < world.board.node_count(); ++node) {
      if (!world.board.IsFeature(node) || !program.InKinds(rule.subject_kinds, world.board.node(node).kind)) continue;
      std::vector<LedgerRow> fast_rows, slow_rows;
      Value fast_slots[kMaxSlots] = {}, slow_slots[kMaxSlots] = {};
      fast_slots[0] = slow_slots[0] = node;
      fast_slots[1] = slow_slots[1] = 0;
      fast_machine.set_rows(&fast_rows);
      slow_machine.set_rows(&slow_rows);
      ASSERT_EQ(fast_machine.RunValue(rule.value, fast_slots, Context{}), slow_machine.RunValue(rule.value, slow_slots, Context{}));
      EXPECT_TRUE(std::equal(fast_slots, fast_slots + kMaxSlots, slow_slots));
      ASSERT_EQ(fast_rows.size(), slow_rows.size());
      for (size_t i = 0; i < fast_rows.size(); ++i) {
        EXPECT_EQ(fast_rows[i].label, slow_rows[i].label);
        EXPECT_EQ(fast_rows[i].count, slow_rows[i].count);
        EXPECT_EQ(fast_rows[i].points, slow_rows[i].points);
        EXPECT_EQ(fast_rows[i].note, slow_rows[i].note);
      }
      ++seen;
    }
  }
  EXPECT_GT(seen, 50);
}

}  // namespace
}  // namespace reeve
