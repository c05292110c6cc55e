// Runs of instructions that are done as one: as the code they stand for.
#include "runtime/vm/fused.h"

#include "tests/unit/rules.h"

namespace reeve {
namespace {

using test::Lot;
using test::Rules;

// Rules that hold every run between them.
constexpr const char* kSelection =
    "base, inns_and_cathedrals, abbeys, mayors, wagons, builders, river, shrines, tollkeepers, gold, little_buildings";

int CountFused(const Program& program, Fused run) {
  const std::vector<Insn> code = FusedCode(program);
  return static_cast<int>(std::ranges::count(code, static_cast<Op>(run), &Insn::op));
}

TEST(Fused, OnlyTheFirstInstructionOfARunChanges) {
  const Program program = Rules("base, land_surveyors, shrines");
  const std::vector<Insn> code = FusedCode(program);
  ASSERT_EQ(code.size(), program.code.size());
  for (size_t i = 0; i < code.size(); ++i) {
    Insn back = code[i];
    if (static_cast<uint8_t>(back.op) >= kFirstFused) {
      back.op = program.code[i].op;
      back.a = program.code[i].a;  // where runs note what is known of them beforehand
      back.c = program.code[i].c;
    }
    EXPECT_EQ(back, program.code[i]) << i;
  }
}

TEST(Fused, TheRulesHoldEveryRun) {
  const Program program = Rules(std::string(kSelection) + ", house",
                                R"(ruleset house extends base, inns_and_cathedrals, abbeys, mayors, wagons
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
  const Program program = Rules(kSelection);
  const auto plans = std::make_shared<Plans>(program, 2);
  std::ranges::copy(program.code, plans->code.begin());
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    Game fast(program, reeve::Setup{}), slow(program, reeve::Setup{});
    const_cast<World&>(slow.world()).plans = plans;  // nobody else has a reason to
    std::mt19937_64 fast_lot(seed), slow_lot(seed);
    while (fast.running() && slow.running()) {
      fast.Take(Lot(fast, fast_lot));
      slow.Take(Lot(slow, slow_lot));
      ASSERT_EQ(fast.Options(), slow.Options());
    }
    EXPECT_EQ(fast.total(0), slow.total(0));
    EXPECT_EQ(fast.total(1), slow.total(1));
    EXPECT_EQ(fast.ledger().awards.size(), slow.ledger().awards.size());
  }
}

}  // namespace
}  // namespace reeve
