// Ladders as plans: every condition with every sort of entry, as the code that the plan stands for.
#include "runtime/vm/ladder.h"

#include "runtime/graph/scratch.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

using test::Lot;
using test::Rules;

constexpr const char* kGuards[] = {
    "",
    "if any spring on road",
    "if no springs on road",
    "if number of springs on road >= 2",
    "if number of springs on road = 1",
    "if 2 > number of stalls on road",
    "if number of tiles of road >= 4",
    "if any spring on road and any stall on road",
    "if any spring on road and (no stalls on road and number of tiles of road < 9)",
    "if any spring on road or any stall on road",
    "if not (any spring on road or any stall on road)",
    "if not (any spring on road and any stall on road)",
    "if any shrub on tiles of road",
    "if any spring on road and any shrub on tiles of road",
    "if any follower of player on road",
};
constexpr const char* kEntries[] = {
    "points 3 LABEL",
    "points 2 per spring on road LABEL",
    "points -2 per unit LABEL",
    "points number of springs on road per stall on road LABEL",
    "points number of springs on road * number of stalls on road LABEL",
    "points number of springs on road * 3 per stall on road LABEL",
    "points 2 per follower of player on road LABEL",
    "points is 7 LABEL",
    "points is 2 per spring on road LABEL",
    "points doubled LABEL",
    "points times number of stalls on road LABEL",
    "points halved rounding up LABEL",
    "points halved rounding down LABEL",
    "extra 2 LABEL",
    "extra 2 per stall on road LABEL",
    "extra 1 per shrub on tiles of road LABEL",
    "extra sum of height of shrub over shrubs on tiles of road LABEL",
    "points at least 6 LABEL",
    "points at most 5 LABEL",
    "count units 2 LABEL",
    "count units 1 per stall on road LABEL",
    "count units is 0 LABEL",
    "count units doubled LABEL",
    "count units at most 3 LABEL",
    "sum neighbour over fields touching road { points 2 LABEL  if any spring on neighbour { points doubled \"doubled\" "
    "} }",
    "sum neighbour over fields touching road { points 1 per spring on neighbour LABEL  points at most 1 \"at most\" }",
};

std::string Labelled(std::string entry, const std::string& label) {
  return entry.replace(entry.find("LABEL"), 5, "\"" + label + "\"");
}

// A score for each condition with each entry, with one more behind; and one for fields, which often run over a tile
// twice.
std::string House() {
  std::string rules = R"(ruleset house extends base
marker spring { on road, field }
marker stall  { on road }
marker shrub  { on tile }
define height of shrub as 3
score house.fields {
  at last_counts
  each field
  for majority of followers on field
  points 2 per spring on field "springs"
  extra 1 per shrub on tiles of field "shrubs"
  if any shrub on tiles of field { extra 3 "any" }
}
)";
  int count = 0;
  for (const char* guard : kGuards) {
    for (const char* entry : kEntries) {
      const std::string first = Labelled(entry, "first");
      const std::string body = *guard == '\0' ? first : std::string(guard) + " { " + first + " }";
      rules += "score house.s" + std::to_string(count++) +
               " { at last_counts each road for majority of followers on road count units 1 per tile of road "
               "points 1 per unit \"units\" " +
               body + " if any stall on road { extra 1 \"last\" } }\n";
    }
  }
  return rules;
}

const Program& HouseRules() {
  static const Program program = Rules("base, house", House());
  return program;
}

// Markers here and there on the board of a game.
void Litter(World& world, std::mt19937_64& lot) {
  const Program& program = *world.program;
  Board& board = world.board;
  const Id spring = program.FindKind("spring"), stall = program.FindKind("stall"), shrub = program.FindKind("shrub");
  for (int32_t segment = 0; segment < board.segment_count(); ++segment) {
    const bool road = board.SegmentKind(segment) == program.FindKind("road");
    if (!road && board.SegmentKind(segment) != program.FindKind("field")) continue;
    if (lot() % 3 == 0) board.AddMarker(spring, -1, {At::kSegment, segment}, {}, false);
    if (road && lot() % 3 == 0) board.AddMarker(stall, -1, {At::kSegment, segment}, {}, false);
    if (road && lot() % 5 == 0)
      board.AddFigure(program.FindKind("follower"), static_cast<int>(lot() % 2), {At::kSegment, segment});
    if (lot() % 5 == 0)
      board.AddMarker(shrub, 0, {At::kSquare, board.SquareOf(board.segment(segment).cell)}, {}, false);
  }
}

struct Result {
  Value value = 0;
  Fault fault = Fault::kNone;
  std::vector<LedgerRow> rows;
};
Result Pay(World& world, Id routine, int32_t feature, int player, bool ledger) {
  Machine machine(&world);
  Result result;
  Value slots[kMaxSlots] = {};
  slots[kSubjectSlot] = feature;
  slots[kPlayerSlot] = player;
  if (ledger) machine.set_rows(&result.rows);
  result.value = machine.RunValue(routine, slots, Context{});
  result.fault = machine.fault();
  return result;
}
std::shared_ptr<const Plans> WithoutLadders(const Program& program) {
  auto plain = std::make_shared<Plans>(program, 2);
  for (Ladder& ladder : plain->ladders) ladder.good = false;
  return plain;
}
void ExpectSame(const Result& plan, const Result& code) {
  EXPECT_EQ(plan.fault, code.fault);
  EXPECT_EQ(plan.value, code.value);
  ASSERT_EQ(plan.rows.size(), code.rows.size());
  for (size_t i = 0; i < plan.rows.size(); ++i) {
    EXPECT_EQ(plan.rows[i].label, code.rows[i].label);
    EXPECT_EQ(plan.rows[i].count, code.rows[i].count);
    EXPECT_EQ(plan.rows[i].points, code.rows[i].points);
    EXPECT_EQ(plan.rows[i].note, code.rows[i].note);
  }
}

const Ladder& PlanOf(const Plans& plans, const Program& program, const std::string& score) {
  return plans.ladders[static_cast<size_t>(program.rule(program.FindRule(score)).value)];
}

TEST(LadderPlans, SumsOfColumnsAreTermsAndNoCode) {
  const Program program = Rules("base");
  const Plans plans(program, kMaxPlayers);
  const Ladder& city = PlanOf(plans, program, "city.completed");
  ASSERT_TRUE(city.good);
  ASSERT_EQ(city.terms.size(), 2u);
  EXPECT_EQ(city.terms[0].each.factor, 2);
  EXPECT_EQ(program.Text(city.terms[1].label), "pennants");
  const Ladder& monastery = PlanOf(plans, program, "monastery.completed");
  ASSERT_TRUE(monastery.good);
  EXPECT_EQ(monastery.terms[0].number.source, Ladder::kSquares);
  EXPECT_EQ(PlanOf(plans, program, "field.final").parts.size(), 1u);
}

TEST(LadderPlans, PointsThatStayInTheirRangeAreKnownBeforehand) {
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
  const Plans plans(program, kMaxPlayers);
  const auto of = [&](const char* score) { return PlanOf(plans, program, score).small; };
  for (const char* score : {"road.completed", "city.completed", "monastery.completed", "field.final", "city.crowd"})
    EXPECT_TRUE(of(score)) << score;
  EXPECT_FALSE(of("road.long"));
  EXPECT_FALSE(of("road.square"));
}

TEST(LadderPlans, EveryLadderOfAScoreHasOne) {
  for (const char* selection :
       {"base",
        "base, inns_and_cathedrals, mage_and_witch, little_buildings, barber_surgeons, cathars, robbers, gold"}) {
    const Program program = Rules(selection);
    const Plans plans(program, 2);
    for (const RuleInfo& rule : program.rules_table) {
      if (rule.value == kNoId) continue;
      EXPECT_TRUE(plans.ladders[static_cast<size_t>(rule.value)].good) << program.Text(rule.name);
    }
  }
}

TEST(LadderPlans, ConditionsOnColumnsAreNoCode) {
  const Plans plans(HouseRules(), 2);
  constexpr size_t kOnColumns = 9;  // of kGuards, with none at all; then those that hold of one or the other
  for (size_t guard = 0; guard < kOnColumns; ++guard) {
    const Ladder& ladder = PlanOf(plans, HouseRules(), "house.s" + std::to_string(guard * std::size(kEntries)));
    ASSERT_TRUE(ladder.good);
    for (const Ladder::Term& term : ladder.terms) EXPECT_EQ(term.guard, Ladder::kNoPiece) << kGuards[guard];
  }
}

// What lies in the cells of a road is a number of its row while no two of its segments lie in one.
TEST(LadderPlans, SetsThatTheBoardWatchesAreNumbers) {
  const Plans plans(HouseRules(), 2);
  int counted = 0, summed = 0;
  for (const Ladder& ladder : plans.ladders) {
    for (const Ladder::Term& term : ladder.terms) {
      counted += term.apart;
      summed += term.op == Op::kExtra && term.amount != Ladder::kNoPiece && !term.apart;
    }
  }
  EXPECT_EQ(counted, static_cast<int>(std::size(kGuards)) + 1);  // and of fields
  EXPECT_EQ(summed, static_cast<int>(std::size(kGuards)));
  const Ladder& any = PlanOf(plans, HouseRules(), "house.s" + std::to_string(12 * std::size(kEntries)));
  for (const Ladder::Term& term : any.terms) EXPECT_EQ(term.guard, Ladder::kNoPiece);
}

// All conditions with all entries on many roads, for somebody and for nobody, with rows and without.
TEST(LadderPlans, DoWhatTheCodeDoes) {
  std::mt19937_64 lot(1);
  Game game(HouseRules(), reeve::Setup{});
  while (game.running()) game.Take(Lot(game, lot));
  World world = game.world();
  Litter(world, lot);
  EXPECT_EQ(FirstDifference(world.board).value_or(""), "");
  World slow = world;
  slow.plans = WithoutLadders(HouseRules());
  int seen = 0, rows = 0;
  for (const RuleInfo& rule : HouseRules().rules_table) {
    if (rule.value == kNoId || rule.subject != Class::kFeature) continue;
    EXPECT_TRUE(world.plans->ladders[static_cast<size_t>(rule.value)].good) << HouseRules().Text(rule.name);
    for (int32_t node = 0; node < world.board.node_count(); ++node) {
      if (!world.board.IsFeature(node) || !HouseRules().InKinds(rule.subject_kinds, world.board.node(node).kind))
        continue;
      for (int player = -1; player < 2; ++player) {
        SCOPED_TRACE(HouseRules().Text(rule.name) + " of " + std::to_string(node) + " for " + std::to_string(player));
        const Result plan = Pay(world, rule.value, node, player, player >= 0);
        ExpectSame(plan, Pay(slow, rule.value, node, player, player >= 0));
        rows += static_cast<int>(plan.rows.size());
        ++seen;
      }
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(seen, 10000);
  EXPECT_GT(rows, 10000);
}

// A number that leaves its range is the code's fault, wherever it is; what was written until then is taken back.
TEST(LadderPlans, GiveUpWhereANumberLeavesItsRange) {
  const char* const entries[] = {
      "points 2000000000 LABEL",
      "points 2000000000 per tile of road LABEL",
      "points times 2000000000 LABEL",
      "points is 2000000000 per tile of road LABEL",
      "extra 2000000000 per tile of road LABEL",
      "count units 2000000000 per tile of road LABEL",
      "extra 1 per tile of road LABEL",
      "sum neighbour over fields touching road { points 2000000000 LABEL }",
  };
  std::string rules = "ruleset house extends base\n";
  for (size_t i = 0; i < std::size(entries); ++i) {
    rules += "score house.s" + std::to_string(i) +
             " { at last_counts each road for majority of followers on road count units 1 per tile of road "
             "points 1 per unit \"units\" points 1000000000 \"many\" " +
             Labelled(entries[i], "first") + " }\n";
  }
  const Program program = Rules("base, house", rules);
  std::mt19937_64 lot(3);
  Game game(program, reeve::Setup{});
  while (game.running() && game.world().turn < 40) game.Take(Lot(game, lot));
  World world = game.world(), slow = world;
  slow.plans = WithoutLadders(program);
  int faults = 0, fine = 0;
  for (size_t i = 0; i < std::size(entries); ++i) {
    const Id routine = program.rule(program.FindRule("house.s" + std::to_string(i))).value;
    for (int32_t node = 0; node < world.board.node_count(); ++node) {
      if (!world.board.IsFeature(node) || world.board.node(node).kind != program.FindKind("road")) continue;
      const Result plan = Pay(world, routine, node, 0, node % 2 == 0);
      SCOPED_TRACE(entries[i]);
      ExpectSame(plan, Pay(slow, routine, node, 0, node % 2 == 0));
      (plan.fault == Fault::kNone ? fine : faults) += 1;
    }
  }
  EXPECT_GT(faults, 10);
  EXPECT_GT(fine, 10);
}

}  // namespace
}  // namespace reeve
