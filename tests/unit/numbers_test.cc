// Questions about a number: which numbers there are, and what cannot be asked.
#include <gmock/gmock.h>

#include "tests/unit/checked.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

using test::Rules;
using testing::ElementsAre;
using testing::IsEmpty;

// Begins a game and goes on until something but a draw is asked.
Game Asked(const Program& program) {
  Game game(program, reeve::Setup{});
  while (game.running() && game.question().kind == Ask::kDraw) game.Take(game.Options()[0]);
  return game;
}

Program Wager(const std::string& from, const std::string& more = "") {
  return Rules("base, house", "ruleset house extends base\n" + more + "rule wager { at begin  choose bet from " + from +
                                  " by active_player  then pay bet from next_player to active_player }");
}

std::vector<Value> Numbers(Game game) {
  std::vector<Value> numbers;
  for (const Option& option : game.Options()) numbers.push_back(option.bound[0]);
  return numbers;
}

TEST(Numbers, AreAskedFromTheFirstToTheLast) {
  const Program program = Wager("2 to 1 + 4");
  Game game = Asked(program);
  ASSERT_EQ(game.question().kind, Ask::kChoice);
  EXPECT_THAT(Numbers(game), ElementsAre(2, 3, 4, 5));
  EXPECT_EQ(game.Describe(game.Options()[1]), "3");
  game.Take(game.Options()[1]);
  EXPECT_EQ(game.total(0), 3);
  EXPECT_EQ(game.total(1), -3);
}

TEST(Numbers, AreNeverBelowZero) {
  const Program program = Wager("total of active_player - 3 to total of active_player + 1");
  EXPECT_THAT(Numbers(Asked(program)), ElementsAre(0, 1));
}

TEST(Numbers, AreNotAskedWhereThereIsNoneOrOne) {
  const Program none = Wager("3 to total of active_player"), one = Wager("total of active_player to 0");
  EXPECT_EQ(Asked(none).question().kind, Ask::kMenu);
  EXPECT_EQ(Asked(one).question().kind, Ask::kMenu);
}

// As many as nobody can look through are a mistake of the rules, told like a number out of range.
TEST(Numbers, OfWhichThereAreTooManyStopTheRun) {
  const std::string many = "number most on game\nrule first { when game starts  then most is now 1000000000 }\n";
  const Program program = Wager("0 to most", many);
  Game game = Asked(program);
  EXPECT_EQ(game.question().kind, Ask::kFault);
  EXPECT_EQ(program.RuleName(game.question().rule), "wager");
}

TEST(Numbers, ThatCannotBeAskedAreMistakes) {
  const auto said = [](const std::string& from) {
    return test::Check("rule wager { when turn ends  choose bet from " + from +
                       " by active_player  then pay bet from active_player to next_player }");
  };
  EXPECT_THAT(said("1 to 6")->Lines(), IsEmpty());
  EXPECT_THAT(said("-1 to total of active_player")->Lines(), IsEmpty());
  const auto reverse = said("6 to 1");
  EXPECT_THAT(reverse->Lines(), ElementsAre("E48 There is no number from 6 to 1; the smaller one stands first."));
  EXPECT_EQ(reverse->Marked(), "6 to 1");
  EXPECT_THAT(said("0 to 10000")->Lines(), ElementsAre("E48 Nobody chooses from more than 10000 numbers."));
  EXPECT_THAT(said("roads to 3")->Codes(), ElementsAre("E46"));
  EXPECT_THAT(said("1 to")->Lines(), ElementsAre("E32 A number or a name is missing after \"to\"."));
}

}  // namespace
}  // namespace reeve
