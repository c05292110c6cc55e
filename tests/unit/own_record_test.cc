// Our own recorded games: what is misspelt, ambiguous or impossible in them is said, and nothing is guessed.
#include <fmt/format.h>

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
  EXPECT_EQ(Misread([](Json& g) {
              g["moves"][0] = {{"by", "red"}, {"answers", "road.completed"}};
            }),
            ":1: move 1.with: this is missing");
}

TEST_F(OwnRecord, AKeyGivenTwiceIsAMistake) {
  std::string game = kGame;
  const std::string at = "\"at\": [1, 0]";
  game.insert(game.find(at), "\"at\": [9, 9], ");
  EXPECT_EQ(Bad(game), ":5, column 53: the key \"at\" is given twice");
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

// --- played --------------------------------------------------------------------------------------------------
// Moves of a game that red begins with a tile east of the start tile.
class OwnMoves : public OwnRecord {
 protected:
  std::string Trouble(const std::vector<Json>& moves) {
    Json game = {{"reeve", 1}, {"rules", "base"}, {"players", {"red", "blue"}}, {"moves", moves}};
    return Replayed(game.dump()).trouble;
  }
  static Json First() { return {{"by", "red"}, {"places", "RCr"}, {"at", {1, 0}}}; }
  static Json First(const char* key, const Json& value) {
    Json move = First();
    move[key] = value;
    return move;
  }
};

TEST_F(OwnMoves, WhatCouldMeanSeveralThingsIsNotGuessed) {
  const std::string fields = "this could mean several things. Say which: field EL WR, field ER SL SR WL";
  const std::string all = "this could mean several things. Say which: city N, road E W, field EL WR, field ER SL SR WL";
  EXPECT_EQ(Trouble({First("with", "follower on field")}), "move 1 places: " + fields);
  EXPECT_EQ(Trouble({First("with", "follower")}), "move 1 places: " + all);
  EXPECT_EQ(Trouble({First(), {{"by", "red"}, {"does", "follower.place"}}}), "move 2 does: " + all);
  EXPECT_EQ(Trouble({First(), {{"by", "red"}, {"does", "follower.place"}, {"with", {"follower"}}}}),
            "move 2 does: " + all);
  EXPECT_EQ(Trouble({First(), {{"by", "red"}, {"does", "follower.place"}, {"with", {"red follower", "field EL"}}}}),
            "");
  EXPECT_EQ(Replayed(With(kGame, [](Json& g) { g["board"] = {"RCr at 0 0 with red follower on field"}; })).trouble,
            "the board: RCr has several. Say which by its sides: field EL WR, field ER SL SR WL.");
  EXPECT_EQ(Misread([](Json& g) { g["board"] = {"RCr at 0 0 with red follower"}; }),
            ":1: board[0]: what the figure stands on is missing: on KIND SIDES");
}

TEST_F(OwnMoves, ATileInHandIsPlacedFirst) {
  const Json draws = {{"by", "blue"}, {"draws", "L"}};
  const std::string hand = "move 3 places: blue has L in hand: it has to be placed first";
  EXPECT_EQ(Trouble({First(), draws, {{"by", "red"}, {"places", "RCr"}, {"at", {2, 0}}}}), hand);
  EXPECT_EQ(Trouble({First(), draws, {{"by", "blue"}, {"places", "RCr"}, {"at", {2, 0}}}}), hand);
  EXPECT_EQ(Trouble({First(), draws, {{"by", "blue"}, {"places", "L"}, {"at", {2, 0}}}}),
            "move 3 places: the edges do not match, whichever way it is turned");
  EXPECT_EQ(Trouble({First(), draws, {{"by", "blue"}, {"places", "L"}, {"at", {0, 1}}}}), "");
  EXPECT_EQ(Trouble({First(), draws, {{"ends", true}}}), "move 2 draws: L is never placed");
}

TEST_F(OwnMoves, AMoveThatIsNoneSaysWhy) {
  EXPECT_EQ(Trouble({First("at", {5, 0})}), "move 1 places: no tile lies beside 5 0");
  EXPECT_EQ(Trouble({First("at", {0, 0})}), "move 1 places: a tile lies at 0 0");
  EXPECT_EQ(Trouble({First("turned", 90)}), "move 1 places: the edges do not match; they do if it is turned 0 or 180");
  EXPECT_EQ(Trouble({First("with", "follower on road N")}), "move 1 places: RCr has no \"road N\". It has: road E W.");
  EXPECT_EQ(Trouble({First("with", "meeple on road")}),
            "move 1 places: there is no figure \"meeple\". There are: follower.");
  EXPECT_EQ(Trouble({First("with", "folower on road")}),
            "move 1 places: there is no figure \"folower\". Did you mean \"follower\"?");
  EXPECT_EQ(Trouble({First("places", "RCR")}), "move 1 places: there is no tile \"RCR\". Did you mean \"RCr\"?");
  EXPECT_EQ(Trouble({First(), {{"by", "red"}, {"does", "follower.plce"}}}),
            "move 2 does: there is no offer \"follower.plce\". Did you mean \"follower.place\"?");
  EXPECT_EQ(Trouble({First("awards", {"red 6 from road.complete"})}),
            "move 1 awards: there is no score \"road.complete\". Did you mean \"road.completed\"?");
}

TEST_F(OwnMoves, WhatIsMisspeltIsSaidOfEachMoveAtOnce) {
  const Json second = {{"by", "blue"}, {"places", "RFR"}, {"at", {2, 0}}, {"with", "folower on raod"}};
  EXPECT_EQ(Trouble({First("places", "RXr"),
                     second,
                     {{"by", "red"}, {"does", "folower.place"}, {"with", {"folower", "raod E W at 0 0"}}},
                     {{"by", "blue"}, {"places", "RFR"}, {"at", {3, 0}}, {"awards", {"red 6 from road.complete"}}}}),
            "move 1 places: there is no tile \"RXr\". Did you mean \"RCr\"?\n"
            "  move 2 places: there is no tile \"RFR\". Did you mean \"RFr\"?\n"
            "  move 2 places: there is no figure \"folower\". Did you mean \"follower\"?\n"
            "  move 3 does: there is no offer \"folower.place\". Did you mean \"follower.place\"?\n"
            "  move 4 awards: there is no score \"road.complete\". Did you mean \"road.completed\"?");
  std::vector<Json> many;
  for (int i = 0; i < 12; ++i) many.push_back(First("places", "T" + std::to_string(i)));
  const std::string said = Trouble(many);
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 10) << said;
  EXPECT_TRUE(said.ends_with("\n  and 2 more")) << said;
}

// Where no tile is laid the final scoring is all there is.
TEST_F(OwnMoves, WithoutATileOnlyTheEndCanBeAnswered) {
  const Json does = {{"by", "red"}, {"does", "follower.place"}, {"with", {"follower", "monastery at 0 0"}}};
  EXPECT_EQ(Trouble({does, {{"ends", true}}}), "move 1 does: nothing asks for this");
  EXPECT_EQ(Trouble({{{"by", "red"}, {"draws", "L"}}, {{"ends", true}}}), "move 1 draws: L is never placed");
  EXPECT_EQ(Trouble({{{"ends", true}}}), "");
}

TEST_F(OwnMoves, ANumberIsAnAnswer) {
  Library library(REEVE_SOURCE_DIR "/rulesets");
  library.AddText(
      "wager.reeve",
      "ruleset wager extends base\nrule wager.ask { when turn ends  choose stake from 1 to 3 by active_player  "
      "then pay stake from active_player to next_player }");
  const auto outcome = [&](const char* answer) {
    return Lines(Replayed(fmt::format(R"({{"reeve": 1, "rules": "base, wager", "players": ["red", "blue"], "moves": [
      {{"by": "red", "places": "L", "at": [0, 1]}}, {{"by": "red", "answers": "wager.ask", "with": {}}}
    ], "totals": {{"red": -2, "blue": 2}}}})",
                                      answer),
                          library));
  };
  EXPECT_EQ(outcome("2"), "");
  EXPECT_EQ(outcome("[2]"), "");
  EXPECT_NE(outcome("3"), "") << "another answer";
  EXPECT_NE(outcome("4"), "") << "none of the answers";
}

TEST_F(OwnMoves, ARuleFileIsGivenBesideTheRecord) {
  const std::string trouble = Replayed(With(kGame, [](Json& g) { g["rules"] = "base, ./h/sky.reeve"; })).trouble;
  EXPECT_NE(trouble.find("reeve replay GAME --rules \"base, ./h/sky.reeve\""), std::string::npos) << trouble;
}

TEST_F(OwnMoves, ARecordThatStopsIsNoGameThatIsOver) {
  EXPECT_TRUE(Replayed(kGame).over);
  EXPECT_FALSE(Replayed(With(kGame, [](Json& g) {
                 g["moves"].erase(2);
                 g.erase("totals");
               })).over);
}

}  // namespace
}  // namespace reeve
