// Recorded games: what is read, what is refused and where, how they are played and compared.
#include "runtime/io/record.h"

#include <gtest/gtest.h>

#include "tests/unit/record_fixture.h"
#include "tests/unit/rules.h"
#include "tools/replay.h"

namespace reeve {
namespace {

using test::kGame;
using test::RecordTest;

// A base game of the message shape: two tiles, a thief, a road of three.
const char* const kMessages = R"({
  "setup": {"sets": {"basic:1": 1}, "elements": {"small-follower": 7, "farmers": true},
            "rules": {"tiny-city-scoring": "2", "wagon-move": "C1"},
            "start": [{"tile": "BA/LR", "x": 0, "y": 0, "rotation": 270}], "players": 2},
  "replay": [
    {"type": "PLACE_TILE", "payload": {"tileId": "BA/RFr", "rotation": "R0", "position": [1, 0]}, "by": 0},
    {"type": "DEPLOY_MEEPLE", "payload": {"pointer": {"position": [1, 0], "location": "WE", "feature": "Road"},
                                          "meepleId": "0.small.1"}, "by": 0},
    {"type": "COMMIT", "payload": {}, "by": 0},
    {"type": "PLACE_TILE", "payload": {"tileId": "BA/LR", "rotation": "R90", "position": [2, 0]}, "by": 1},
    {"type": "PASS", "payload": {}, "by": 1},
    {"type": "COMMIT", "payload": {}, "by": 1, "scored": [{"player": 0, "points": 3, "name": "road"}]}
  ],
  "points": [3, 0]
})";

// --- our own format ------------------------------------------------------------------------------------------
TEST_F(RecordTest, OwnGameIsReadInTheWordsOfScenarios) {
  const Record record = Good(kGame);
  EXPECT_EQ(record.rules, "base");
  EXPECT_EQ(record.players, (std::vector<std::string>{"red", "blue"}));
  ASSERT_EQ(record.board.size(), 1u);
  EXPECT_EQ(record.board[0].turn, 3);
  ASSERT_EQ(record.moves.size(), 5u) << "a figure set up, a tile, a tile and its figure, the end";
  EXPECT_EQ(record.moves[3].number, 2);
  EXPECT_EQ(record.moves[3].things[0].owner, 1);
  EXPECT_TRUE(record.ends);
  EXPECT_EQ(record.awards.size(), 2u);
  EXPECT_EQ(*record.totals, (std::vector<int32_t>{3, 2}));
}

TEST_F(RecordTest, OwnGameIsPlayedAndAgrees) {
  EXPECT_EQ(Lines(Replayed(kGame)), "");
}

TEST_F(RecordTest, AWrongAwardIsOneMismatchWithGotAndWant) {
  const auto outcome = Replayed(With(kGame, [](Json& g) { g["moves"][1]["awards"][0] = "red 4 from road.completed"; }));
  EXPECT_EQ(outcome.kind, ReplayOutcome::Kind::kFailed);
  EXPECT_EQ(Lines(outcome), "move 2 places|red|3 (road.completed 3)|4\n");
}

TEST_F(RecordTest, ARightSumOfAWrongRuleIsAMismatchToo) {
  const auto outcome = Replayed(With(kGame, [](Json& g) { g["moves"][1]["awards"][0] = "red 3 from city.completed"; }));
  EXPECT_EQ(Lines(outcome),
            "move 2 places city.completed|red|0|3\n"
            "move 2 places road.completed|red|3|0\n");
}

TEST_F(RecordTest, AMissingAwardAndAWrongTotalAreTold) {
  const auto outcome = Replayed(With(kGame, [](Json& g) {
    g["moves"][1].erase("awards");
    g["totals"]["blue"] = 7;
  }));
  EXPECT_EQ(Lines(outcome), "move 2 places|red|3 (road.completed 3)|0\ntotal|blue|2|7\n");
}

TEST_F(RecordTest, BrokenOwnGamesNameThePlace) {
  const auto changed = [&](const std::function<void(Json&)>& change) { return Bad(With(kGame, change)); };
  EXPECT_EQ(changed([](Json& g) { g["reeve"] = 2; }), ":1: reeve: 2 is not between 1 and 1");
  EXPECT_EQ(changed([](Json& g) { g.erase("players"); }), ":1: players: this is missing");
  EXPECT_EQ(changed([](Json& g) { g["players"] = Json::array(); }), ":1: players: 1 to 8 players can play");
  EXPECT_EQ(changed([](Json& g) { g["moves"][0]["by"] = "green"; }), ":1: move 1.by: \"green\" is none of the players");
  EXPECT_EQ(changed([](Json& g) { g["moves"][0]["at"] = "here"; }), ":1: move 1.at: this has to be a square: [x, y]");
  EXPECT_EQ(changed([](Json& g) { g["moves"][0]["at"][0] = 99999; }),
            ":1: move 1.at[0]: 99999 is not between -30000 and 30000");
  EXPECT_EQ(changed([](Json& g) { g["moves"][1]["turned"] = 45; }), ":1: move 2.turned: turned is 0, 90, 180 or 270");
  EXPECT_EQ(changed([](Json& g) { g["moves"][1]["with"] = "follower on road X"; }),
            ":1: move 2.with: nothing is known to do with \"X\"");
  EXPECT_EQ(changed([](Json& g) { g["moves"][0] = 5; }), ":1: move 1: this has to be an object");
  EXPECT_EQ(changed([](Json& g) { g["moves"][0] = Json::object(); }),
            ":1: move 1: a move says places, does, answers, draws, passes or ends");
  EXPECT_EQ(changed([](Json& g) { g["board"][0] = "LR"; }), ":1: board[0]: where the tile lies is missing: at X Y");
  EXPECT_EQ(changed([](Json& g) { g["totals"].erase("red"); }),
            ":1: totals: every player has a total, and nobody else");
}

TEST_F(RecordTest, ImpossibleMovesAreRefusedInTheWordsOfTheRules) {
  const auto trouble = [&](const std::function<void(Json&)>& change) {
    const auto outcome = Replayed(With(kGame, change));
    EXPECT_EQ(outcome.kind, ReplayOutcome::Kind::kFailed);
    return outcome.trouble;
  };
  EXPECT_EQ(trouble([](Json& g) { g["moves"][0]["places"] = "Nonsense"; }),
            "move 1 places: there is no tile \"Nonsense\".");
  EXPECT_EQ(trouble([](Json& g) { g["moves"][1]["by"] = "red"; }), "move 2 places: it is the turn of blue");
  EXPECT_EQ(trouble([](Json& g) { g["moves"][1]["turned"] = 0; }),
            "move 2 places: the edges do not match; they do if it is turned 90");
  EXPECT_EQ(trouble([](Json& g) { g["moves"][0]["with"] = "follower on road W"; }),
            "move 1 places: follower.place: the feature is occupied");
  EXPECT_EQ(trouble([](Json& g) { g["moves"][0]["at"] = {9, 9}; }), "move 1 places: no tile lies beside 9 9");
  EXPECT_NE(trouble([](Json& g) { g["rules"] = "base, nothing_such"; }).find("nothing_such"), std::string::npos);
  EXPECT_EQ(trouble([](Json& g) { g["board"].push_back("LR at 0 0"); }), "the board: two tiles lie at 0 0");
  EXPECT_NE(trouble([](Json& g) {
              Json more = {{"by", "red"}, {"does", "abbot.back"}, {"with", "abbot"}};
              g["moves"].insert(g["moves"].begin() + 1, more);
            }).find("move 2 does: there is no offer \"abbot.back\""),
            std::string::npos);
}

TEST_F(RecordTest, ATileThatIsNotInThePileIsNotDrawn) {
  const std::string game = With(kGame, [](Json& g) {
    g["board"] = {"Ccccp at 0 0"};
    g["moves"] = {{{"by", "red"}, {"places", "Ccccp"}, {"at", {1, 0}}}};
    g.erase("totals");
  });
  EXPECT_EQ(Replayed(game).trouble, "move 1 places: no Ccccp is left in the pile") << "the box has one";
}

// --- foreign records -----------------------------------------------------------------------------------------
TEST_F(RecordTest, MessagesAreReadThroughTheMap) {
  const Record record = Good(kMessages);
  EXPECT_EQ(record.Selection(), "base (printing first, tiny_city 2)")
      << "a variant of what is not in play means nothing";
  EXPECT_TRUE(record.missing.empty());
  EXPECT_EQ(record.supplies.at("follower"), 7);
  EXPECT_EQ(Lines(Replayed(kMessages)), "");
}

TEST_F(RecordTest, AwardsBelongToTheMessageThatEndsThePart) {
  const auto outcome = Replayed(With(kMessages, [](Json& g) {
    g["replay"][4]["scored"] = g["replay"][5]["scored"];
    g["replay"][5].erase("scored");
  }));
  EXPECT_EQ(Lines(outcome), "message 5 PASS|player 1|0|3\nmessage 6 COMMIT|player 1|3 (road.completed 3)|0\n");
}

TEST_F(RecordTest, WhatNoMapKnowsIsNamedOnceAndTheRecordSkipped) {
  const std::string game = With(kMessages, [](Json& g) {
    g["setup"]["sets"]["moon:1"] = 1;
    g["setup"]["elements"]["big-follower"] = 1;
    g["setup"]["elements"].erase("farmers");
    g["setup"]["rules"]["tiny-city-scoring"] = "3";
    g["replay"].push_back({{"type", "FLY"}, {"payload", Json::object()}});
    g["replay"].push_back({{"type", "FLY"}, {"payload", Json::object()}});
    g["replay"][1]["payload"]["pointer"]["location"] = "MOON";
  });
  Library base_alone(REEVE_SOURCE_DIR "/rulesets/base");
  const ReplayOutcome outcome = Replayed(game, base_alone);
  EXPECT_EQ(outcome.kind, ReplayOutcome::Kind::kSkipped);
  const std::vector<std::string> missing = {
      "a game without \"farmers\"",       "location \"MOON\"",     "message \"FLY\"",
      "rule \"tiny-city-scoring\" \"3\"", "ruleset big_followers", "set \"moon:1\""};
  EXPECT_EQ(outcome.missing, missing);
}

TEST_F(RecordTest, BrokenMessagesNameThePlace) {
  const auto changed = [&](const std::function<void(Json&)>& change) { return Bad(With(kMessages, change)); };
  EXPECT_EQ(changed([](Json& g) { g["replay"][0]["by"] = 7; }), ":1: message 1.by: 7 is not between 0 and 1");
  EXPECT_EQ(changed([](Json& g) { g["replay"][0]["payload"]["rotation"] = "R45"; }),
            ":1: message 1.payload.rotation: there is no turn \"R45\"");
  EXPECT_EQ(changed([](Json& g) { g["replay"][1]["payload"]["meepleId"] = "9.small.1"; }),
            ":1: message 2.payload.meepleId: there is no such player: \"9.small.1\"");
  EXPECT_EQ(changed([](Json& g) {
              g["replay"][1]["payload"]["pointer"] = {1, 2, 3};
            }),
            ":1: message 2.payload.pointer: this has to be a square: [x, y]");
  EXPECT_EQ(changed([](Json& g) { g["setup"]["players"] = 99; }), ":1: setup.players: 99 is not between 1 and 8");
  EXPECT_EQ(changed([](Json& g) { g["points"] = {1}; }), ":1: points: every player has a total, and nobody else");
  EXPECT_EQ(changed([](Json& g) { g["setup"].erase("start"); }), ":1: setup.start: this is missing");
}

TEST_F(RecordTest, AFigureOnAWrongPlaceIsRefused) {
  EXPECT_EQ(Replayed(With(kMessages, [](Json& g) { g["replay"][1]["payload"]["pointer"]["location"] = "NS"; })).trouble,
            "message 2 DEPLOY_MEEPLE: follower.place: there is no such figure or place");
  EXPECT_EQ(Replayed(With(kMessages, [](Json& g) { g["replay"][1]["payload"]["meepleId"] = "0.abbot.1"; })).trouble,
            "message 2 DEPLOY_MEEPLE: follower.place: there is no such figure or place");
}

TEST_F(RecordTest, SentencesOfATestAreChecked) {
  const auto test = [&](const char* sentence, const char* phase) {
    return Lines(Replayed(With(kMessages, [&](Json& g) {
      g["players"] = {{{"name", "Red"}}, {{"name", "Blue"}}};
      g["test"]["assertions"] = {sentence};
      g["phase"] = phase;
    })));
  };
  EXPECT_EQ(test("Red has 3 points.", "TilePhase"), "");
  EXPECT_EQ(test("Red scored road for 3 points", "TilePhase"), "");
  EXPECT_EQ(test("Red scored city for 3 points", "TilePhase"),
            "assertion \"Red scored city for 3 points\"|Red|no such award|3\n");
  EXPECT_EQ(test("Blue has 1 point", "TilePhase"), "assertion \"Blue has 1 point\"|Blue|0|1\n");
  EXPECT_EQ(test("Red has 3 points", "GameOverPhase"), "phase||a draw|GameOverPhase\n");
}

TEST_F(RecordTest, ThePhaseOfAnEndInTheMiddleOfATurn) {
  const auto phase = [&](size_t messages, const char* want) { return Lines(Replayed(Cut(kMessages, messages, want))); };
  EXPECT_EQ(phase(1, "ActionPhase"), "");
  EXPECT_EQ(phase(2, "CommitActionPhase"), "") << "the figure is placed, nothing more is offered";
  EXPECT_EQ(phase(3, "TilePhase"), "");
  EXPECT_EQ(phase(1, "CommitActionPhase"), "phase||a menu at act|CommitActionPhase\n");
}

// A wagon that is asked about after the end of the part, and a second end.
const char* const kWagon = R"({
  "setup": {"sets": {"basic:1": 1}, "elements": {"small-follower": 7, "farmers": true, "wagon": 1},
            "start": [{"tile": "BA/LR", "x": 0, "y": 0, "rotation": 270}], "players": 2},
  "replay": [
    {"type": "PLACE_TILE", "payload": {"tileId": "BA/RFr", "rotation": "R0", "position": [1, 0]}, "by": 0},
    {"type": "DEPLOY_MEEPLE", "payload": {"pointer": {"position": [1, 0], "location": "WE", "feature": "Road"},
                                          "meepleId": "0.wagon.1"}, "by": 0},
    {"type": "COMMIT", "payload": {}, "by": 0},
    {"type": "PLACE_TILE", "payload": {"tileId": "BA/LR", "rotation": "R90", "position": [2, 0]}, "by": 1},
    {"type": "PASS", "payload": {}, "by": 1},
    {"type": "COMMIT", "payload": {}, "by": 1, "scored": [{"player": 0, "points": 3, "name": "road"}]},
    {"type": "DEPLOY_MEEPLE", "payload": {"pointer": {"position": [2, 0], "location": "I", "feature": "Monastery"},
                                          "meepleId": "0.wagon.1"}, "by": 0},
    {"type": "COMMIT", "payload": {}, "by": 0, "scored": [{"player": 0, "points": 2, "name": "monastery.incomplete"}]}
  ],
  "points": [5, 0]
})";

// Before the end of the part nothing is asked there; we have gone on to the scoring.
TEST_F(RecordTest, ThePhaseBeforeAndAfterTheEndOfAPart) {
  const auto phase = [&](size_t messages, const char* want) { return Lines(Replayed(Cut(kWagon, messages, want))); };
  EXPECT_EQ(phase(5, "CommitActionPhase"), "");
  EXPECT_EQ(phase(6, "WagonPhase"), "");
  EXPECT_EQ(phase(6, "CommitActionPhase"), "phase||a choice of wagon.move|CommitActionPhase\n");
}

TEST_F(RecordTest, AnAnswerGoesToTheRuleAndTheThingItIsAbout) {
  EXPECT_EQ(Lines(Replayed(kWagon)), "");
  const auto changed = [&](const std::function<void(Json&)>& change) { return Replayed(With(kWagon, change)).trouble; };
  EXPECT_NE(changed([](Json& g) { g["replay"][6]["by"] = 1; }), "") << "it is not his wagon";
  EXPECT_NE(changed([](Json& g) { g["replay"][6]["payload"]["meepleId"] = "0.small.1"; }), "") << "no wagon";
  EXPECT_NE(changed([](Json& g) { g["replay"][6]["payload"]["pointer"]["position"] = {1, 0}; }), "") << "no such place";
}

TEST_F(RecordTest, TwoEndsOfAPartAreTwo) {
  const auto outcome = Replayed(With(kWagon, [](Json& g) { g["replay"][5].erase("scored"); }));
  EXPECT_EQ(Lines(outcome), "message 6 COMMIT|player 1|3 (road.completed 3)|0\n");
}

TEST_F(RecordTest, SilenceAfterTheEndOfThePartIsNo) {
  EXPECT_EQ(Lines(Replayed(With(kWagon,
                                [](Json& g) {
                                  g["replay"].erase(7);
                                  g["replay"].erase(6);
                                  g["points"] = {3, 0};
                                }))),
            "");
}

TEST_F(RecordTest, AfterTheLastTileOfTheRecordAbbeysStillCome) {
  const char* game = R"({
    "setup": {"sets": {"basic:1": 1}, "elements": {"small-follower": 7, "farmers": true, "abbey": 1}, "players": 3,
              "start": [{"tile": "BA/L", "x": 0, "y": -1, "rotation": 0}, {"tile": "BA/L", "x": -1, "y": 0, "rotation": 0},
                        {"tile": "BA/L", "x": 1, "y": 0, "rotation": 0}, {"tile": "BA/L", "x": 0, "y": 1, "rotation": 0}]},
    "replay": [
      {"type": "PLACE_TILE", "payload": {"tileId": "BA/L", "rotation": "R0", "position": [2, 0]}, "by": 0},
      {"type": "COMMIT", "payload": {}, "by": 0},
      {"type": "PASS", "payload": {}, "by": 1},
      {"type": "COMMIT", "payload": {}, "by": 1},
      {"type": "PLACE_TILE", "payload": {"tileId": "AM/A", "rotation": "R0", "position": [0, 0]}, "by": 2},
      {"type": "DEPLOY_MEEPLE", "payload": {"pointer": {"position": [0, 0], "location": "I", "feature": "Monastery"},
                                            "meepleId": "2.small.1"}, "by": 2},
      {"type": "COMMIT", "payload": {}, "by": 2, "scored": [{"player": 2, "points": 5, "name": "monastery.incomplete"}]}
    ],
    "points": [0, 0, 5]
  })";
  EXPECT_EQ(Lines(Replayed(game)), "");
}

TEST_F(RecordTest, AFigureThatOnlyAnotherElementBroughtIsNotInPlay) {
  const Record record = Good(With(kMessages, [](Json& g) { g["setup"]["elements"]["acrobats"] = true; }));
  EXPECT_EQ(record.supplies.at("ringmaster"), 0) << "the acrobats came without him";
  EXPECT_EQ(record.supplies.count("wagon"), 0u) << "his rules are not in play";
}

TEST_F(RecordTest, AnElementThatIsOffBringsNothing) {
  for (const Json& off : {Json(false), Json(0), Json(nullptr)}) {
    const Record record = Good(With(kMessages, [&](Json& g) {
      g["setup"]["elements"]["wagon"] = off;
      g["setup"]["elements"]["an-element-of-others"] = off;
    }));
    EXPECT_EQ(record.Selection(), "base (printing first, tiny_city 2)") << off;
    EXPECT_TRUE(record.missing.empty()) << off;
  }
}

// With what was drawn for it, and with its awards.
TEST_F(RecordTest, AMessageThatIsTakenBackWasNever) {
  const Json undo = Json::parse(R"({"type": "UNDO", "payload": {}})");
  const auto outcome = [&](const std::vector<int>& undone) {
    return Lines(Replayed(With(kMessages, [&](Json& g) {
      Json moves = Json::array();
      for (int i = 0; i < 6; ++i) {
        moves.push_back(g["replay"][i]);
        for (int back = undone[i]; back > 0; --back) moves.push_back(undo);
        for (int again = i + 1 - undone[i]; undone[i] > 0 && again <= i; ++again) moves.push_back(g["replay"][again]);
      }
      g["replay"] = moves;
    })));
  };
  EXPECT_EQ(outcome({0, 0, 0, 0, 0, 1}), "") << "the message that paid";
  EXPECT_EQ(outcome({1, 1, 0, 0, 0, 0}), "");
  EXPECT_EQ(outcome({0, 2, 0, 0, 0, 3}), "") << "several, the last first";
}

TEST_F(RecordTest, TurnsAndBoardsAreReadThroughTheMap) {
  const char* turns = R"({"id": "g", "start": {"tile": "A", "x": 0, "y": 0, "rot_cw": 3}, "final": [3, 2], "turns": [
    {"turn": 1, "player": 0, "tile": "U", "x": 1, "y": 0, "rot_cw": 1, "meeple": ["road", 0], "events": []},
    {"turn": 2, "player": 1, "tile": "A", "x": 2, "y": 0, "rot_cw": 1, "meeple": ["monastery", 0], "events": [
      {"feature": "road", "points": 3, "winners": [0]}, {"feature": "monastery", "points": 2, "winners": [1]}]}]})";
  EXPECT_EQ(Lines(Replayed(turns)), "");
  const char* board =
      R"({"id": "b", "expansions": ["base"], "situation": "", "points": [5, 5], "when": "completed", "board": [
    {"tile": "L", "x": 0, "y": 0, "rot_cw": 0}, {"tile": "U", "x": 1, "y": 0, "rot_cw": 1},
    {"tile": "U", "x": 2, "y": 0, "rot_cw": 1}, {"tile": "U", "x": 3, "y": 0, "rot_cw": 1},
    {"tile": "L", "x": 4, "y": 0, "rot_cw": 0}], "meeples": [
    {"player": 0, "x": 1, "y": 0, "on": "road", "index": 0}, {"player": 1, "x": 4, "y": 0, "on": "road", "index": 2}]})";
  EXPECT_EQ(Lines(Replayed(board)), "") << "the second figure stands on the last tile";
  EXPECT_EQ(Bad(With(board, [](Json& b) { b["meeples"][0]["index"] = 5; })),
            ":1: meeples[0].index: tile \"U\" has no road 5");
  EXPECT_EQ(Replayed(With(board, [](Json& b) { b.erase("board"); })).kind, ReplayOutcome::Kind::kSkipped);
}

TEST_F(RecordTest, OtherJsonIsNoGame) {
  EXPECT_EQ(Bad("[1, 2]"), ":1: this is no recorded game: it has no \"reeve\", \"replay\", \"turns\" or \"situation\"");
  EXPECT_EQ(Bad("{}"), ":1: this is no recorded game: it has no \"reeve\", \"replay\", \"turns\" or \"situation\"");
}

// Every record with one value damaged is read and played to an answer, whatever it is.
TEST_F(RecordTest, DamagedRecordsNeverDoWorseThanFail) {
  std::mt19937_64 lot(11);
  for (const char* text : {kGame, kMessages}) {
    for (int round = 0; round < 400; ++round) {
      Json json = Json::parse(text);
      const Json flat = json.flatten();
      auto at = flat.begin();
      std::advance(at, static_cast<std::ptrdiff_t>(lot() % flat.size()));
      const Json junk[] = {nullptr,        -1,    1e300, "x", "",     Json::array(),
                           Json::object(), 30000, true,  "N", {1, 2}, "0.small.1"};
      json[Json::json_pointer(at.key())] = junk[lot() % std::size(junk)];
      const auto read = Read(json.dump());
      if (!std::holds_alternative<Record>(read)) continue;
      GameReplayer replayer(library_, formats_, {.rules = "", .check = true, .explain = true});
      const ReplayOutcome outcome = replayer.One(std::get<Record>(read));
      const bool failed = outcome.kind == ReplayOutcome::Kind::kFailed;
      EXPECT_EQ(failed, !Lines(outcome).empty()) << at.key();
    }
  }
}

TEST_F(RecordTest, TheBoardAfterSoManyMoves) {
  const Record record = Good(kGame);
  const Program program = test::Rules("base");
  Replay replay(program, record, false, 1);
  ASSERT_TRUE(replay.Run()) << replay.trouble();
  EXPECT_EQ(replay.game().board().cell_count(), 2);
  EXPECT_EQ(replay.game().ledger().awards.size(), 0u);
}

}  // namespace
}  // namespace reeve
