// Whole runs: the board agrees with the board from scratch, refusals change nothing, copies are their own.
#include "runtime/game/game.h"

#include <algorithm>

#include "runtime/graph/scratch.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

using test::Lot;
using test::Rules;

std::string LedgerText(const Game& game) {
  std::string text;
  for (const Award& award : game.ledger().awards) {
    text += std::to_string(award.turn) + " " + std::to_string(award.player) + " " + std::to_string(award.points) + " " +
            game.program().RuleName(award.rule) + "\n";
  }
  return text;
}

TEST(Game, EveryPointOfARandomGameAgreesWithTheBoardFromScratch) {
  const Program program = Rules("base (printing second), gardens, abbot, land_surveyors");
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    std::mt19937_64 lot(seed);
    reeve::Setup setup;
    setup.players = 2 + static_cast<int>(seed % 3);
    Game game(program, setup);
    while (game.running()) {
      game.Take(Lot(game, lot));
      const auto difference = FirstDifference(game.board());
      ASSERT_FALSE(difference.has_value()) << "seed " << seed << ": " << *difference;
    }
    EXPECT_EQ(game.question().kind, Ask::kOver);
    EXPECT_EQ(game.world().turn, 71);
  }
}

TEST(Game, TotalsAreTheSumsOfAwardsAndAwardsOfTheirRows) {
  const Program program = Rules("base, land_surveyors");
  std::mt19937_64 lot(7);
  Game game(program, reeve::Setup{});
  while (game.running()) game.Take(Lot(game, lot));
  std::array<int32_t, kMaxPlayers> totals{};
  for (const Award& award : game.ledger().awards) {
    totals[static_cast<size_t>(award.player)] += award.points;
    int32_t rows = 0;
    for (int i = 0; i < award.row_count; ++i) {
      const LedgerRow& row = game.ledger().rows[static_cast<size_t>(award.first_row + i)];
      if (!row.note) rows += row.points;
    }
    EXPECT_EQ(rows, award.points) << program.RuleName(award.rule);
  }
  for (int player = 0; player < game.players(); ++player)
    EXPECT_EQ(totals[static_cast<size_t>(player)], game.total(player));
  EXPECT_FALSE(game.ledger().awards.empty());
}

// What can be answered by number is what is listed, each once; draws as often as there are copies.
TEST(Game, OptionsByNumberAreThoseOfTheList) {
  // Abbeys have sides that fit any.
  for (const char* selection : {"base", "base (printing second), gardens, abbot, land_surveyors", "abbeys"}) {
    const Program program = Rules(selection);
    std::mt19937_64 lot(11);
    Game game(program, reeve::Setup{});
    while (game.running()) {
      std::vector<Option> listed = game.Options();
      int64_t weight = 0;
      for (const Option& option : listed) weight += game.question().kind == Ask::kDraw ? option.weight : 1;
      ASSERT_EQ(game.OptionCount(), weight);
      std::vector<int64_t> seen(listed.size());
      for (int64_t number = 0; number < weight; ++number) {
        const auto at = std::find(listed.begin(), listed.end(), game.OptionAt(number));
        ASSERT_NE(at, listed.end()) << game.Describe(game.OptionAt(number));
        ++seen[static_cast<size_t>(at - listed.begin())];
      }
      for (size_t i = 0; i < listed.size(); ++i) {
        EXPECT_EQ(seen[i], game.question().kind == Ask::kDraw ? listed[i].weight : 1) << game.Describe(listed[i]);
      }
      game.Take(Lot(game, lot));
    }
  }
}

TEST(Game, ARefusedAnswerChangesNothing) {
  const Program program = Rules("base");
  std::mt19937_64 lot(3);
  Game game(program, reeve::Setup{});
  for (int i = 0; i < 60 && game.running(); ++i) {
    Option wrong;
    wrong.kind = Option::Kind::kOffer;
    wrong.offer = program.FindRule("follower.place");
    wrong.count = 2;
    wrong.bound[0] = 0;
    wrong.bound[1] = 100000;  // no such segment
    const std::vector<Option> before = game.Options();
    const std::string ledger = LedgerText(game);
    const auto refusal = game.Answer(wrong);
    ASSERT_TRUE(refusal.has_value());
    EXPECT_FALSE(refusal->reason.empty());
    EXPECT_EQ(game.Options(), before);
    EXPECT_EQ(LedgerText(game), ledger);
    EXPECT_FALSE(FirstDifference(game.board()).has_value());
    game.Take(Lot(game, lot));
  }
}

TEST(Game, ACopyGoesItsOwnWay) {
  const Program program = Rules("base");
  std::mt19937_64 lot(5);
  Game game(program, reeve::Setup{});
  for (int i = 0; i < 40; ++i) game.Take(Lot(game, lot));
  Game copy = game;
  std::mt19937_64 same(9), again(9);
  while (copy.running()) copy.Take(Lot(copy, same));
  EXPECT_NE(copy.world().turn, game.world().turn);
  while (game.running()) game.Take(Lot(game, again));
  EXPECT_EQ(LedgerText(game), LedgerText(copy));
}

TEST(Game, TheSameInputsGiveTheSameRun) {
  const Program program = Rules("base (printing second), gardens, abbot");
  std::string first;
  for (int run = 0; run < 2; ++run) {
    std::mt19937_64 lot(11);
    Game game(program, reeve::Setup{});
    while (game.running()) game.Take(Lot(game, lot));
    if (run == 0) first = LedgerText(game);
    else EXPECT_EQ(LedgerText(game), first);
  }
}

TEST(Game, ATileThatDoesNotMatchIsRefusedWithItsReason) {
  const Program program = Rules("base");
  Game game(program, reeve::Setup{});
  Option draw;
  draw.kind = Option::Kind::kDraw;
  draw.count = 1;
  draw.bound[0] = program.FindTile("RFr");
  ASSERT_FALSE(game.Answer(draw).has_value());
  // North of the start tile lies its city; a road tile has a field there.
  Option place;
  place.kind = Option::Kind::kOffer;
  place.offer = program.FindRule("tile.place");
  place.count = 1;
  place.bound[0] = PackFit(game.world().drawn, PackSquare(0, -1), 0);
  const auto refusal = game.Answer(place);
  ASSERT_TRUE(refusal.has_value());
  EXPECT_EQ(refusal->reason, "the edges do not match");
  Option pass;
  const auto must = game.Answer(pass);
  ASSERT_TRUE(must.has_value());
  EXPECT_EQ(must->reason, "the tile must be placed");
}

// What is due is read by putting those scorings on top for a moment; the one that runs keeps its place and its value.
TEST(Game, AScoringThatReadsWhatIsDueKeepsItsValue) {
  const Program program = Rules("base, house", R"(ruleset house extends base
modify road.completed { points number of (roads as other where other is due) "roads that are due" }
score echo { after road scored  for majority of followers on road  points value "as much again" })");
  int echoes = 0;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    std::mt19937_64 lot(seed);
    Game game(program, reeve::Setup{});
    while (game.running()) game.Take(Lot(game, lot));
    Award heard;  // the echo comes right behind it
    for (const Award& award : game.ledger().awards) {
      if (program.RuleName(award.rule) != "echo") {
        heard = award;
        continue;
      }
      EXPECT_EQ(award.points, heard.points) << "seed " << seed << ", turn " << award.turn;
      if (program.RuleName(heard.rule) != "road.completed") continue;  // an unfinished one
      EXPECT_GT(award.points, 2);                                      // two tiles, and the road itself is due
      ++echoes;
    }
  }
  EXPECT_GT(echoes, 0);
}

TEST(Game, ANumberBeyond32BitsStopsTheRunWithAFault) {
  const Program program = Rules("base, house", R"(ruleset house extends base
score rich { at begin  for active_player  points 2000000000 * 2000000000 "too much" })");
  Game game(program, reeve::Setup{});
  EXPECT_EQ(game.question().kind, Ask::kFault);
  EXPECT_EQ(program.RuleName(game.question().rule), "rich");
}

TEST(Game, AnAwardThatTheTotalCannotHoldIsNotEntered) {
  const Program program = Rules("base, house", R"(ruleset house extends base
score first  { at begin  for players  points 2000000000 "much" }
score second { order after first  at begin  for players  points 2000000000 "more" })");
  Game game(program, reeve::Setup{});
  EXPECT_EQ(game.question().kind, Ask::kFault);
  EXPECT_EQ(program.RuleName(game.question().rule), "second");
  EXPECT_EQ(game.ledger().awards.size(), 2u);
  EXPECT_EQ(game.ledger().rows.size(), 2u);
  for (int player = 0; player < 2; ++player) EXPECT_EQ(game.total(player), 2000000000);
}

// Two rules hear the same; the first runs into a number that leaves its range, and nothing comes after that.
TEST(Game, TheRuleThatLeavesTheRangeOfNumbersIsTheLastOne) {
  const Program program = Rules("base, house", R"(ruleset house extends base
rule house.first  "first"  { when resolve ends then pay 1 from active_player to next_player }
rule house.second "second" { when resolve ends then pay 1 from active_player to next_player }
)");
  std::mt19937_64 lot(1);
  Game game(program, reeve::Setup{});
  for (int player = 0; player < 2; ++player) game.SetTotal(player, static_cast<int32_t>(kMaxNumber));
  while (game.running()) game.Take(Lot(game, lot));
  EXPECT_EQ(game.question().kind, Ask::kFault);
  EXPECT_EQ(game.question().rule, program.FindRule("house.first"));
  EXPECT_EQ(std::ranges::count(game.ledger().awards, program.FindRule("house.second"), &Award::rule), 0);
}

// A game that has stopped stops with what it is, and no other: not its copies, nor what is played in its place.
TEST(Game, AFaultGoesWithTheGame) {
  const Program program = Rules("base, house", R"(ruleset house extends base
number purse on player
rule house.once "once" { when resolve ends  if total of active_player > 1000000  then purse of active_player is now 2 * total of active_player }
)");
  const Game begun(program, reeve::Setup{});
  const auto played = [&](Game& game) {
    std::mt19937_64 lot(1);
    while (game.running()) game.Take(Lot(game, lot));
    return game.ledger().awards.size();
  };
  Game game(begun), rich(begun);
  for (int player = 0; player < 2; ++player) rich.SetTotal(player, static_cast<int32_t>(kMaxNumber));
  played(rich);
  ASSERT_EQ(rich.question().kind, Ask::kFault);
  const std::string why = rich.FaultText();
  EXPECT_THAT(why, testing::EndsWith("in house.once"));
  EXPECT_NE(rich.Explain(program.FindRule("tile.place"), {}), std::nullopt);
  EXPECT_EQ(rich.FaultText(), why);
  EXPECT_EQ(Game(rich).FaultText(), why);
  const size_t awards = played(game);
  rich = begun;
  EXPECT_EQ(played(rich), awards);
  EXPECT_EQ(rich.total(0), game.total(0));
}

}  // namespace
}  // namespace reeve
