// Our own recorded games: what is misspelt, ambiguous or impossible in them is said, and nothing is guessed.
#include "tests/unit/record_fixture.h"

namespace reeve {
namespace {

using test::kGame;

class OwnRecord : public test::RecordTest {
 protected:
  std::string Misread(const std::function<void(Json&)>& change) { return Bad(With(kGame, change)); }
};

TEST_F(OwnRecord, AnUnknownKeyIsAMistake) {
  EXPECT_EQ(Misread([](Json& g) { g["moves"][0]["whit"] = "follower on road E W"; }),
            ":1: move 1: there is no key \"whit\". A move that places has: by, places, at, turned, with, awards.");
  EXPECT_EQ(Misread([](Json& g) { g["moves"][1]["turn"] = 180; }),
            ":1: move 2: there is no key \"turn\". A move that places has: by, places, at, turned, with, awards.");
  EXPECT_EQ(Misread([](Json& g) { g["moves"][2]["award"] = Json::array(); }),
            ":1: move 3: there is no key \"award\". A move that ends has: by, ends, awards.");
  EXPECT_EQ(Misread([](Json& g) { g["total"] = g["totals"]; }),
            ":1: there is no key \"total\". A record has: reeve, name, rules, players, board, moves, totals.");
}

TEST_F(OwnRecord, AMoveDoesOneThing) {
  EXPECT_EQ(Misread([](Json& g) { g["moves"][0]["does"] = "follower.place"; }),
            ":1: move 1: a move does one thing, and this says places and does: make two of it");
  EXPECT_EQ(Misread([](Json& g) { g["moves"][2]["ends"] = false; }), ":1: move 3.ends: this is true, or left out");
  EXPECT_EQ(Misread([](Json& g) { g["moves"][0] = {{"by", "red"}, {"answers", "road.completed"}}; }), ":1: move 1.with: this is missing");
}

TEST_F(OwnRecord, AKeyGivenTwiceIsAMistake) {
  std::string game = kGame;
  const std::string at = "\"at\": [1, 0]";
  game.insert(game.find(at), "\"at\": [9, 9], ");
  EXPECT_EQ(Bad(game), ":5, column 57: the key \"at\" is given twice");
}

TEST_F(OwnRecord, AFaultOfShapeNamesTheLineItStandsIn) {
  std::string game = kGame;
  game.replace(game.find("[2, 0]"), 6, "[2]");
  EXPECT_EQ(Bad(game), ":6: move 2.at: this has to be a square: [x, y]");
  game = kGame;
  game.replace(game.find("\"blue\": 2}"), 10, "\"green\": 2}");
  EXPECT_EQ(Bad(game), ":10: totals.blue: this is missing");
}

TEST_F(OwnRecord, AfterTheEndNothingIsPlayed) {
  EXPECT_EQ(Misread([](Json& g) {
              g["moves"].insert(g["moves"].begin() + 1, Json{{"ends", true}});
              g["moves"].erase(3);
            }),
            ":1: move 3: the game is over; \"ends\" was move 2");
}

TEST_F(OwnRecord, PlayersHaveNamesOfTheirOwn) {
  EXPECT_EQ(Misread([](Json& g) { g["players"] = {"red", "red"}; }), ":1: players[1]: two players are called \"red\"");
  EXPECT_EQ(Misread([](Json& g) { g["players"] = {"", "blue"}; }), ":1: players[0]: a player has a name");
}

TEST_F(OwnRecord, ANameMayHaveSeveralWords) {
  const std::string game = With(kGame, [](Json& g) {
    g["players"] = {"Anna", "Anna K"};
    g["board"] = {"LR at 0 0 turned 270 with Anna K follower on road E"};
    g["moves"][0]["by"] = "Anna";
    g["moves"][1]["by"] = "Anna K";
    g["moves"][1]["awards"] = {"Anna K 3 from road.completed"};
    g["moves"][2]["awards"] = {"Anna K 2 from monastery.final"};
    g["totals"] = {{"Anna", 0}, {"Anna K", 5}};
  });
  EXPECT_EQ(Lines(Replayed(game)), "");
}

}  // namespace
}  // namespace reeve
