// What is said of scenarios that are wrong: by looking at them, and by playing them.
#include "tools/scenario.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tools/scenario_check.h"

namespace reeve {
namespace {

class Scenarios : public testing::Test {
 protected:
  Scenarios() : library_(REEVE_SOURCE_DIR "/rulesets") {}

  std::string Place(Span span) const {
    if (!span.valid()) return "nowhere";
    const SourceFile& file = library_.sources().file(span.file);
    const LineColumn at = file.Locate(span.begin);
    return fmt::format("{}:{}:{}", file.name(), at.line, at.column);
  }

  // The findings of `reeve check`, one a line.
  std::string Check(const std::string& text) {
    library_.AddText("house.reeve", text);
    Sink sink;
    CheckScenarios("house", library_, sink);
    std::string all;
    for (const Diagnostic& said : sink.all())
      all += fmt::format("{} {} {}\n", Place(said.span), Info(said.code).id, said.text);
    return all;
  }

  // What comes of playing the first scenario of a text.
  std::string Play(const std::string& text) {
    library_.AddText("house.reeve", text);
    Sink sink;
    const ast::File* file = library_.Load("house", sink);
    std::string all;
    for (const ast::Item& item : file->items) {
      if (item.kind != ast::Item::Kind::kScenario) continue;
      for (const ScenarioFailure& failure : RunScenario(*item.scenario, library_).failures) {
        all += fmt::format("{} {} {}\n", Place(failure.span), Info(failure.code).id, failure.text);
      }
    }
    return all;
  }

  Library library_;
};

constexpr const char* kMistakes = R"(ruleset house extends base
scenario "many mistakes" {
  rules   base
  players red, blue
  board {
    XYZ at 0 0
    RFr at 1 0 turned 45  with red knight on road W
    RFr at 1 0            with red folower on raod W
  }
  play {
    green places L at 2 0
    red   does folower.place with follower, raod W at 1 0
    red   draws moon from pile
    game  ends
  }
  expect red 3 from road.complete
  expect that total of rad = 3
}
)";

TEST_F(Scenarios, AllMistakesThatCanBeSeenAreSaidAtOnce) {
  const std::string said = Check(kMistakes);
  EXPECT_NE(said.find("17:24 E01"), std::string::npos) << said;
  EXPECT_NE(said.find("8:9 E53 Two tiles lie at 1 0."), std::string::npos) << said;
  EXPECT_EQ(said, Play(kMistakes)) << "playing says the same";
}

// At the move that brought it, whatever is expected.
// It is seen when the turn is over: at the move that follows, at the end of the game, or behind the last move.
TEST_F(Scenarios, WhatThereNeverIsFailsOneAtTheMoveThatBroughtIt) {
  for (const char* rest : {"red places RFr at 3 0", "game ends", ""}) {
    const std::string said = Play(fmt::format(R"(ruleset house extends base
never roads where number of tiles of road > 2
scenario "a road grows" {{
  rules   base, house
  players red, blue
  board   {{ LR at 0 0 turned 270 }}
  play {{
    red places RFr at 1 0
    blue places RFr at 2 0
    {}
  }}
  expect blue nothing
}}
)",
                                              rest));
    EXPECT_EQ(
        said,
        "house.reeve:9:5 E20 this must not be: never roads where number of tiles of road > 2 (house.reeve:2): road "
        "E at 0 0, in turn 2\n")
        << rest;
  }
}

TEST_F(Scenarios, NamesAreLookedAtWhereTheRulesCompile) {
  std::string text = kMistakes;
  text.replace(text.find("rad"), 3, "red");
  EXPECT_EQ(
      Check(text),
      "house.reeve:6:5 E53 There is no tile \"XYZ\" in the rules of this scenario.\n"
      "house.reeve:7:9 E53 A tile is turned by 0, 90, 180 or 270, not by 45.\n"
      "house.reeve:7:36 E53 There is no figure \"knight\" in the rules of this scenario. There are: follower.\n"
      "house.reeve:8:9 E53 Two tiles lie at 1 0.\n"
      "house.reeve:8:36 E53 There is no figure \"folower\" in the rules of this scenario. Did you mean \"follower\"?\n"
      "house.reeve:8:47 E53 There is no feature or place to stand on \"raod\" in the rules of this scenario. Did you "
      "mean \"road\"?\n"
      "house.reeve:11:5 E53 There is no player \"green\" in this scenario. There are: red, blue.\n"
      "house.reeve:12:16 E53 There is no offer \"folower.place\" in the rules of this scenario. Did you mean "
      "\"follower.place\"?\n"
      "house.reeve:12:45 E53 There is no thing \"raod\" in the rules of this scenario. Did you mean \"road\"?\n"
      "house.reeve:13:17 E53 There is no tile \"moon\" in the rules of this scenario.\n"
      "house.reeve:16:21 E53 There is no score \"road.complete\" in the rules of this scenario. Did you mean "
      "\"road.completed\"?\n");
  EXPECT_EQ(Check(text), Play(text)) << "playing says the same";
}

TEST_F(Scenarios, RulesThatAreNotThereAreSaidWhereTheyStand) {
  EXPECT_EQ(Check("ruleset house extends base\nscenario \"a\" { rules base, abot players red play { game ends } expect "
                  "red nothing }\n"),
            "house.reeve:2:28 E40 There is no ruleset called \"abot\". Did you mean \"abbot\"?\n");
  library_ = Library(REEVE_SOURCE_DIR "/rulesets");
  EXPECT_EQ(Check("ruleset house extends base\nscenario \"a\" { players red play { game ends } expect red nothing }\n"),
            "house.reeve:2:10 E53 It names no rules: write \"rules base\", with the rulesets that it plays.\n");
  const std::string silent =
      "ruleset house extends base\nscenario \"a\" { players red board { L at 0 0 L at 0 0 } play { game ends } expect "
      "red nothing }\n";
  library_ = Library(REEVE_SOURCE_DIR "/rulesets");
  EXPECT_EQ(Check(silent), Play(silent)) << "playing says the same";
}

constexpr const char* kImpossible = R"(ruleset house extends base
scenario "figures on what is not there" {
  rules   base
  players red, blue
  board {
    LR  at 0 0 turned 270  with red follower on road S
    L   at 2 0             with red follower on city
    RFr at 4 0             with red follower on road W E  with blue follower on field
    C   at 6 0             with blue follower on monastery at 8 0  with blue follower on pennant
    RFr at 6 2             with blue follower on follower  with blue follower on tile
  }
  play   { red places RFr at 1 0 with follower on road N }
  expect red nothing
}
)";

TEST_F(Scenarios, FiguresStandOnlyOnWhatIsThere) {
  EXPECT_EQ(Check(kImpossible),
            "house.reeve:6:49 E53 LR turned 270 has no \"road S\". It has: road E.\n"
            "house.reeve:7:49 E53 L has no city. It has: monastery, field NL NR EL ER SL SR WL WR.\n"
            "house.reeve:8:81 E53 RFr has several. Say which by its sides: field NL NR EL WR, field ER SL SR WL.\n"
            "house.reeve:9:60 E53 No tile of this board lies at 8 0.\n"
            "house.reeve:9:90 E53 C has no pennant.\n"
            "house.reeve:10:50 E53 No follower stands at 6 2, or only one that is named later.\n"
            "house.reeve:12:51 E53 RFr has no \"road N\". It has: road E W.\n");
  EXPECT_EQ(Check(kImpossible), Play(kImpossible)) << "playing says the same";
}

TEST_F(Scenarios, ExpectSomething) {
  const std::string silent =
      "ruleset house extends base\nscenario \"a\" { rules base players anna, blue play { game ends } }\n";
  EXPECT_EQ(Check(silent),
            "house.reeve:2:10 E53 It expects nothing, so whatever comes out would be right. Write what should: "
            "\"expect anna 3 from road.completed\", "
            "\"expect anna nothing\", \"expect anna total 3\", or \"expect that ...\".\n");
  EXPECT_EQ(Check(silent), Play(silent)) << "playing says the same";
}

TEST_F(Scenarios, OfARulesetThatTheyDoNotPlaySayThat) {
  const std::string house =
      "ruleset house extends base\nmodify road.completed { extra 1 \"ours\" }\nscenario \"a\" {\n";
  const std::string rest =
      "players red, blue board { LR at 0 0 turned 270 with red follower on road E }\nplay { red places LR at 1 0 "
      "turned 90 }\n"
      "expect red 3 from road.completed = 2 \"tiles\" + 1 \"ours\" }\n";
  EXPECT_EQ(Check(house + "rules base " + rest),
            "house.reeve:6:50 E53 There is no row \"ours\" in the rules of this scenario. They do not play \"house\": "
            "add it to \"rules\".\n");
  library_ = Library(REEVE_SOURCE_DIR "/rulesets");
  EXPECT_EQ(Check(house + "rules base, house " + rest), "");
}

// Of scorings that nobody hears the settled value is worked out where somebody reads it.
TEST_F(Scenarios, WhoGetsTheOddPointMayAskForTheValue) {
  EXPECT_EQ(
      Play("ruleset house extends base\ndefine lucky as players where value = 3 and any followers of player on "
           "monasteries\n"
           "modify road.final { ties split odd to lucky }\n"
           "scenario \"a\" { rules base, house players red, blue board { RFr at 0 0 with red follower on road W RFr at "
           "1 0\n"
           "RFr at 2 0 with blue follower on road W L at 0 1 with blue follower on monastery } play { game ends }\n"
           "expect red 1 from road.final expect blue 2 from road.final expect blue 3 from monastery.final }\n"),
      "");
}

TEST_F(Scenarios, TwoTilesOfOneSortLieWhereTwoTilesetsSay) {
  EXPECT_EQ(Play("ruleset house extends base\ntileset one { RFr 1 at 0 0 }\ntileset two { RFr 1 at 1 0 }\n"
                 "scenario \"a\" { rules base, house players red play { red places RFr at 2 0 }\nexpect that number of "
                 "tiles = 3 }\n"),
            "");
}

TEST_F(Scenarios, WhereATileCannotLieIsSaidByTheBoard) {
  const std::string head =
      "ruleset house extends base\nscenario \"a\" { rules base players red, blue board { RFr at 0 0 }\n";
  EXPECT_EQ(Play(head + "play { red places RFr at 5 5 }\nexpect red nothing }\n"),
            "house.reeve:3:8 E53 this is refused by tile.place: no tile lies beside 5 5\n");
  library_ = Library(REEVE_SOURCE_DIR "/rulesets");
  EXPECT_EQ(Play(head + "play { red places RFr at 0 0 }\nexpect red nothing }\n"),
            "house.reeve:3:8 E53 this is refused by tile.place: a tile lies at 0 0\n");
}

TEST_F(Scenarios, SayHowATileThatDoesNotFitWouldLie) {
  const std::string head =
      "ruleset house extends base\nscenario \"a\" { rules base players red, blue board { RFr at 0 0 }\n";
  EXPECT_EQ(
      Play(head + "play { red places Rr at 1 0 turned 180 }\nexpect red nothing }\n"),
      "house.reeve:3:8 E53 this is refused by tile.place: the edges do not match; they do if it is turned 0 or 90\n");
  library_ = Library(REEVE_SOURCE_DIR "/rulesets");
  EXPECT_EQ(Play(head + "play { red places Ccc at 1 0 }\nexpect red nothing }\n"),
            "house.reeve:3:8 E53 this is refused by tile.place: the edges do not match, whichever way it is turned\n");
}

TEST_F(Scenarios, HaveEachPlayerOnce) {
  EXPECT_EQ(Check("ruleset house extends base\nscenario \"a\" { rules base players red, blue, red play { game ends } "
                  "expect red nothing }\n"),
            "house.reeve:2:46 E53 Two players are called \"red\".\n");
}

TEST_F(Scenarios, WithoutPlayersSayOnlyThat) {
  EXPECT_EQ(Check("ruleset house extends base\nscenario \"a\" { rules base play { game ends } expect red nothing }\n"),
            "house.reeve:2:10 E53 A scenario has 1 to 8 players: write \"players red, blue\".\n");
}

TEST_F(Scenarios, NobodyHasMoreFiguresThanHeHas) {
  std::string text = "ruleset house extends base\nscenario \"eight\" { rules base players red, blue board {\n";
  for (int i = 0; i < 8; ++i) text += fmt::format("RFr at 0 {} with red follower on road W\n", i);
  text += "} play { game ends } expect blue nothing }\n";
  EXPECT_EQ(Check(text), "house.reeve:10:17 E53 This is one \"follower\" more than \"red\" has: 7.\n");
}

TEST_F(Scenarios, AConditionThatDoesNotHoldSaysWhatItCompares) {
  const std::string head =
      "ruleset house extends base\nscenario \"a\" { rules base players red, blue given total of red is 7\nplay { game "
      "ends }\n";
  EXPECT_EQ(Play(head + "expect that total of red = 5 }\n"),
            "house.reeve:4:1 E20 expected that total of red = 5; total of red is 7\n");
  library_ = Library(REEVE_SOURCE_DIR "/rulesets");
  EXPECT_EQ(Play(head + "expect that total of blue + 1 > total of red and not any followers of red on roads }\n"),
            "house.reeve:4:1 E20 expected that total of blue + 1 > total of red and not any followers of red on roads; "
            "total of blue + 1 is 1, total of red is 7\n");
  library_ = Library(REEVE_SOURCE_DIR "/rulesets");
  EXPECT_EQ(Play(head + "expect that any followers of red on roads }\n"),
            "house.reeve:4:1 E20 expected that any followers of red on roads; that is not so\n");
}

TEST_F(Scenarios, ARefusedMoveIsSaidAndNotWhatItSpoilt) {
  EXPECT_EQ(Play("ruleset house extends base\nscenario \"a\" { rules base players red, blue\n"
                 "board { LR at 0 0 turned 270 with blue follower on road E }\n"
                 "play { red places RFr at 1 0 with follower on road W\nblue places L at 0 1 }\n"
                 "expect red total 3 }\n"),
            "house.reeve:4:8 E53 this is refused by follower.place: the feature is occupied\n");
}

TEST_F(Scenarios, TheReasonIsThatOfThePieceAndPlaceThatAreNamed) {
  const std::string head =
      "ruleset house extends base\nscenario \"a\" { rules base, shrines, abbeys, abbeys.tiles players red, blue\n"
      "board { L.shrine at 0 -1 RFr at -1 0 RFr at 1 0 L.shrine at 0 1 }\n";
  EXPECT_EQ(Play(head + "play { red does abbey.place with Abbey, at 0 0 }\n"
                        "expect red refused by abbey.place \"an abbey stands beside one shrine at most\" }\n"),
            "");
  library_ = Library(REEVE_SOURCE_DIR "/rulesets");
  EXPECT_EQ(Play(head + "play { red does abbey.place with Abbey, at 0 2 }\n"
                        "expect red refused by abbey.place \"an abbey needs a hole with tiles on its four sides\" }\n"),
            "");
}

TEST_F(Scenarios, ATileIsLaidAtTheMenuForTilesThoughNoneIsDrawn) {
  EXPECT_EQ(Play("ruleset house extends base\nscenario \"a\" { rules base, abbeys, abbeys.tiles players red, blue\n"
                 "board { L at 0 0 } given no pieces in pile\nplay { red places L at 1 0 }\n"
                 "expect that number of tiles = 2 }\n"),
            "");
}

TEST_F(Scenarios, WhatCouldMeanSeveralThingsNamesThem) {
  EXPECT_EQ(Play("ruleset house extends base\n"
                 "scenario \"a\" { rules base players red play { red places RCr at 1 0  red does follower.place with "
                 "follower } expect red nothing }\n"),
            "house.reeve:2:69 E53 this could mean several things. Say which: city N, road E W, field EL WR, field ER "
            "SL SR WL\n");
  library_ = Library(REEVE_SOURCE_DIR "/rulesets");
  const char* riders =
      "ruleset house extends base\n"
      "scenario \"a\" { rules base, messages, robbers players red, blue, green\n"
      "board { LR at 0 0 turned 270 RFr at 1 0 with blue follower on road W }\n"
      "given track of rider of blue is 4 given track of rider of green is 5\n"
      "play { red places RFr.bag at 2 0\nred answers robber.place with rider } expect red nothing }\n";
  EXPECT_EQ(Play(riders), "house.reeve:6:1 E53 this could mean several things. Say which: blue rider, green rider\n");
}

}  // namespace
}  // namespace reeve
