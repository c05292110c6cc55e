// Pieces that do not lie on the board: in the pile, in hand, in the supply, open in a place.
#include <gmock/gmock.h>

#include "tests/unit/checked.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

using test::Rules;
using testing::ElementsAre;
using testing::IsEmpty;

Program House(const std::string& items) {
  return Rules("base, house", "ruleset house extends base\nzone display { shelf }\n" + items);
}

// Answers draws, at most so many of them.
void Draw(Game& game, int draws) {
  while (draws-- > 0 && game.question().kind == Ask::kDraw) game.Take(game.Options()[0]);
}

int Count(const Game& game, PieceAt at) {
  int count = 0;
  for (int32_t id = 0; id < game.board().piece_count(); ++id) count += game.board().piece(id).at == at ? 1 : 0;
  return count;
}

TEST(Pieces, AreDrawnToAPlaceAndNobodyHasThemInHand) {
  const Program program = House(R"(
rule first { when game starts  then draw piece from pile to shelf  then draw piece from pile to shelf }
number drawn_ones on game
rule heard { when piece drawn  then drawn_ones is now drawn_ones + 1 }
rule stop { at begin  if drawn_ones = 0  may by active_player "so far" }
)");
  Game game(program, reeve::Setup{});
  Draw(game, 2);
  ASSERT_EQ(game.question().kind, Ask::kYesNo) << "a draw to a place was heard";
  EXPECT_EQ(Count(game, PieceAt::kPlace), 2);
  EXPECT_EQ(Count(game, PieceAt::kHand), 0);
  EXPECT_EQ(game.world().pile.size(), 69u);
}

// A rule that ends with its draw waits for nothing, and runs before the run has begun.
TEST(Pieces, AreAskedForByARuleThatIsNoMoreThanADraw) {
  const Program program = House("rule first { when game starts  then draw piece from pile to shelf }");
  Game game(program, reeve::Setup{});
  ASSERT_EQ(game.question().kind, Ask::kDraw);
  Draw(game, 1);
  EXPECT_EQ(Count(game, PieceAt::kPlace), 1);
  EXPECT_EQ(game.question().kind, Ask::kDraw) << "the first tile of the turn";
}

TEST(Pieces, ComeIntoHandAsIfDrawn) {
  const Program program = House(R"(
rule first { when game starts  then draw piece from pile to shelf }
rule fetch { at begin  each piece in display  then move piece to hand }
rule hear { when piece drawn  if piece is drawn  then pay 1 from next_player to active_player }
)");
  Game game(program, reeve::Setup{});
  Draw(game, 1);
  ASSERT_EQ(game.question().kind, Ask::kMenu) << "base draws nothing where there is a tile in hand";
  EXPECT_EQ(Count(game, PieceAt::kPlace), 0);
  EXPECT_EQ(Count(game, PieceAt::kHand), 1);
  EXPECT_EQ(game.board().piece(game.world().drawn).place, kNoId);
  EXPECT_EQ(game.total(0), 1) << "it was not heard, or not once";
}

TEST(Pieces, ThatLeaveThePileAreNotDrawnFromIt) {
  const Program program = House(R"(
rule gone { when game starts  then return pieces in pile }
)");
  Game game(program, reeve::Setup{});
  EXPECT_TRUE(game.world().pile.empty());
  EXPECT_EQ(Count(game, PieceAt::kOut), 71);
  EXPECT_NE(game.question().kind, Ask::kDraw);
}

TEST(Pieces, GoWherePiecesCanGo) {
  const auto said = [](const std::string& effect) {
    return test::Check("zone display { shelf }\nrule r { when turn ends  each piece in display  then " + effect + " }");
  };
  EXPECT_THAT(said("move piece to shelf")->Lines(), IsEmpty());
  EXPECT_THAT(said("move piece to hand")->Lines(), IsEmpty());
  EXPECT_THAT(said("move piece to pile")->Lines(), IsEmpty());
  EXPECT_THAT(said("move piece to active_player")->Lines(), ElementsAre("E46 A piece cannot be moved to a player."));
  EXPECT_THAT(said("give piece to active_player")->Lines(),
              ElementsAre("E46 Only figures and markers can be given; this is a piece."));
  EXPECT_THAT(said("draw piece from pile to active_player")->Lines(),
              ElementsAre("E46 A piece is drawn into hand, or put in a place of a zone: \"draw piece from pile to "
                          "PLACE\"; this is a player."));
  EXPECT_THAT(said("draw piece from pile to shelf")->Lines(), IsEmpty());
}

// What comes out of a bag is named where it cannot be put.
TEST(Pieces, AndTokensAreNotPutIntoThePile) {
  EXPECT_THAT(test::Check("marker coin { on tile }  bag purse of coins { penny 3 }\n"
                          "rule r { when turn ends  then draw coin from purse to pile }")
                  ->Lines(),
              ElementsAre("E46 A token cannot be moved to a zone."));
}

}  // namespace
}  // namespace reeve
