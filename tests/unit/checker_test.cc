// What the checker says about mistakes that people make, chiefly with the reading rule: a relation belongs to the
// nearest plural noun before it, a bound name takes none, a property word takes its own `of`. The pages of
// docs/diagnostics have an example of every finding (tests/golden/diagnostics_test.cc); here are the near misses of a
// phrase, and that one mistake gives one error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "tests/unit/checked.h"

namespace reeve {
namespace {

using test::Check;
using test::Checked;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using testing::UnorderedElementsAre;

// --- near misses of the reading rule --------------------------------------------------------------------

struct NearMiss {
  const char* line;    // of a modifier of road.completed, where `road` and `player` are bound
  const char* said;    // the one error: code and text
  const char* marked;  // the words it points at
  const char* better;  // what was meant, which compiles

  friend void PrintTo(const NearMiss& miss, std::ostream* out) { *out << miss.line; }
};

class NearMisses : public testing::TestWithParam<NearMiss> {};

TEST_P(NearMisses, AreOneErrorThatSaysWhatWasMeant) {
  const NearMiss& miss = GetParam();
  const auto checked = Check(fmt::format("modify road.completed {{ {} }}", miss.line));
  EXPECT_THAT(checked->Lines(), ElementsAre(miss.said)) << checked->All();
  EXPECT_EQ(checked->Marked(), miss.marked);
  EXPECT_FALSE(checked->compiled.program);
  const auto better = Check(fmt::format("modify road.completed {{ {} }}", miss.better));
  EXPECT_THAT(better->Lines(), IsEmpty()) << better->All();
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(Relations, NearMisses, testing::Values(
  NearMiss{"points 1 per followers on fields of player \"x\"",
           "E04 Fields have no owner. \"of player\" belongs to the word before it; put it right after \"followers\".",
           "of player", "points 1 per followers of player on fields \"x\""},
  NearMiss{"points 1 per followers on cities of player touching road \"x\"",
           "E04 Cities have no owner. \"of player\" belongs to the word before it; put it right after \"followers\".",
           "of player", "points 1 per followers of player on cities touching road \"x\""},
  NearMiss{"points 1 per city touching road of player \"x\"",
           "E04 Cities have no owner. Figures have: \"figures of player on ...\".",
           "of player", "points 1 per figure of player on cities touching road \"x\""},
  NearMiss{"if any tiles of player  points 1 \"x\"",
           "E04 Tiles have no owner.", "of player", "if any tiles of road  points 1 \"x\""},
  NearMiss{"points 1 per follower of road \"x\"",
           "E04 \"follower\" and \"road\" go together with \"on\", not with \"of\": \"follower on road\".",
           "of road", "points 1 per follower on road \"x\""},
  NearMiss{"points 1 per follower in road \"x\"",
           "E04 \"follower\" and \"road\" go together with \"on\", not with \"in\": \"follower on road\".",
           "in road", "points 1 per follower on road \"x\""},
  NearMiss{"points 1 per follower touching road \"x\"",
           "E04 \"follower\" and \"road\" go together with \"on\", not with \"touching\": \"follower on road\".",
           "touching road", "points 1 per follower on road \"x\""},
  NearMiss{"points 1 per tile on road \"x\"",
           "E04 \"tile\" and \"road\" go together with \"of\", not with \"on\": \"tile of road\".",
           "on road", "points 1 per tile of road \"x\""},
  NearMiss{"points 1 per pennant of cities \"x\"",
           "E04 \"pennant\" and \"cities\" go together with \"on\", not with \"of\": \"pennant on cities\".",
           "of cities", "points 1 per pennant on cities \"x\""},
  NearMiss{"points 1 per tile of square of road \"x\"",
           "E04 \"tile\" and \"square of road\" go together with \"in\", not with \"of\": \"tile in square of road\".",
           "of square", "points 1 per tile in square of road \"x\""},
  NearMiss{"points 1 per city of road \"x\"",
           "E04 \"city\" and \"road\" go together with \"touching\", not with \"of\": \"city touching road\".",
           "of road", "points 1 per city touching road \"x\""},
  NearMiss{"points 1 per open_end on road \"x\"",
           "E04 \"open_end\" and \"road\" go together with \"of\", not with \"on\": \"open_end of road\".",
           "on road", "points 1 per open_end of road \"x\""},
  NearMiss{"points 1 per player on road \"x\"",
           "E04 Players are not on the board, their figures are: \"owner of figures on road\".",
           "on road", "points 1 per owner of figures on road \"x\""},
  NearMiss{"points 1 per space touching road \"x\"",
           "E04 \"space touching road\" means nothing.",
           "touching road", "points 1 per space in square of road \"x\""},
  NearMiss{"if road of player is completed  points 1 \"x\"",
           "E04 \"of player\" has no word to belong to. \"road\" is one thing here and takes no \"of\".",
           "of player", "if any followers of player on road  points 1 \"x\""},
  NearMiss{"points 1 per unit of road \"x\"",
           "E04 \"of road\" has no word to belong to. \"unit\" is a number and takes no \"of\".",
           "of road", "points 1 per unit \"x\""},
  NearMiss{"points number of opponents on road \"x\"",
           "E04 \"on road\" has no word to belong to. \"opponents\" takes no \"on\".",
           "on road", "points number of opponents \"x\""}));

INSTANTIATE_TEST_SUITE_P(OneOrSeveral, NearMisses, testing::Values(
  NearMiss{"points 1 per follower of player of city \"x\"",
           "E03 Which city? Nothing here names one. Write \"cities\" for all of them, or \"each city\".",
           "city", "points 1 per follower of player on cities \"x\""},
  NearMiss{"points 1 per tile of city \"x\"",
           "E03 Which city? Nothing here names one. Write \"cities\" for all of them, or \"each city\".",
           "city", "points 1 per tile of cities \"x\""},
  NearMiss{"for majority of follower on road",
           "E03 Which follower? Nothing here names one. Write \"followers\" for all of them, or \"each follower\".",
           "follower", "for majority of followers on road"},
  NearMiss{"points largest number of tiles of city over city touching road \"x\"",
           "E03 Which city? Nothing here names one. Write \"cities\" for all of them, or \"each city\".",
           "city", "points largest number of tiles of city over cities touching road \"x\""},
  NearMiss{"for player with most number of (followers of player on road)",
           "E03 Which player? Nothing here names one. Write \"players\" for all of them, or \"each player\".",
           "player", "for players with most number of (followers of player on road)"},
  NearMiss{"if follower of player is staying  points 1 \"x\"",
           "E03 Which follower? There may be several. Write \"followers\" for all of them, or name one with \"each follower\".",
           "follower of player", "if any (followers of player where follower is staying)  points 1 \"x\""},
  NearMiss{"if roads is completed  points 1 \"x\"",
           "E03 \"roads\" are several, and one road is needed here. Name it with \"each road\" in a line before, or ask with \"any (roads where ...)\".",
           "roads", "if road is completed  points 1 \"x\""},
  NearMiss{"points 1 per city touching road where cities is completed \"x\"",
           "E03 \"cities\" are several, and one city is needed here. Name it with \"each city\" in a line before, or ask with \"any (cities where ...)\".",
           "cities", "points 1 per city touching road where city is completed \"x\""},
  NearMiss{"if followers on road is follower  points 1 \"x\"",
           "E03 \"followers\" are several, and one follower is needed here. Name it with \"each follower\" in a line before, or ask with \"any (followers where ...)\".",
           "followers on road", "if any (followers on road where follower is follower)  points 1 \"x\""},
  NearMiss{"points value of final_values for roads \"x\"",
           "E03 \"roads\" are several, and one road is needed here. Name it with \"each road\" in a line before, or ask with \"any (roads where ...)\".",
           "roads", "points value of final_values for road \"x\""}));

INSTANTIATE_TEST_SUITE_P(PropertyWords, NearMisses, testing::Values(
  NearMiss{"points length \"x\"", "E03 \"length\" of what? Write \"length of road\".", "length", "points length of road \"x\""},
  NearMiss{"points length on road \"x\"", "E03 \"length\" of what? Write \"length of road\".", "length", "points length of road \"x\""},
  NearMiss{"points 1 per tile in square \"x\"", "E03 \"square\" of what? Write \"square of ...\".", "square",
           "points 1 per tile in square of road \"x\""},
  NearMiss{"if any edges  points 1 \"x\"", "E03 \"edges\" of what? Write \"edges of ...\".", "edges",
           "if any edges of segments of road  points 1 \"x\""},
  NearMiss{"if any owner  points 1 \"x\"", "E03 \"owner\" of what? Write \"owner of ...\".", "owner",
           "if any owner of followers on road  points 1 \"x\""},
  NearMiss{"for majority", "E03 \"majority\" of what? Write \"majority of figures ...\".", "majority",
           "for majority of followers on road"},
  NearMiss{"points sum of votes over followers on road \"x\"", "E03 \"votes\" of what? Write \"votes of ...\".", "votes",
           "points sum of votes of follower over followers on road \"x\""},
  NearMiss{"points bulk of road \"x\"", "E01 I do not know \"bulk\".", "bulk", "points length of road \"x\""},
  NearMiss{"if any follower on citys  points 1 \"x\"", "E01 I do not know \"citys\". Did you mean \"cities\"?", "citys",
           "if any follower on cities  points 1 \"x\""},
  NearMiss{"for everybody", "E01 I do not know \"everybody\". Did you mean \"players\"?", "everybody", "for players"},
  NearMiss{"points number of towns of road \"x\"", "E47 \"towns\" is defined for a field, not for a road.", "towns of road",
           "points number of cities touching road \"x\""}));

INSTANTIATE_TEST_SUITE_P(Sorts, NearMisses, testing::Values(
  NearMiss{"points tiles of road \"x\"", "E46 A number is needed here, and these are tiles. Write \"number of\" before it.",
           "tiles of road", "points number of tiles of road \"x\""},
  NearMiss{"points road \"x\"", "E46 A number is needed here, and this is a road.", "road", "points length of road \"x\""},
  NearMiss{"if tiles of road > 3  points 1 \"x\"", "E46 A number is needed here, and these are tiles. Write \"number of\" before it.",
           "tiles of road", "if number of tiles of road > 3  points 1 \"x\""},
  NearMiss{"for followers on road",
           "E46 Only players score, and these are followers. Write \"majority of followers ...\" for those who have most there, or \"owner of followers ...\".",
           "followers on road", "for owner of followers on road"},
  NearMiss{"for majority of roads", "E46 \"majority\" ranks players by their figures; these are roads.", "roads",
           "for majority of followers on roads"},
  NearMiss{"points 1 per road.final \"x\"", "E46 \"road.final\" is a score, not a thing of the game or a number.", "road.final",
           "points value of road.final for road \"x\""},
  NearMiss{"points 1 per winner \"x\"", "E01 I do not know \"winner\". Did you mean \"winners\"?", "winner",
           "points number of opponents \"x\""}));

// Words that do not stand together at all are the parser's, and no worse for it.
INSTANTIATE_TEST_SUITE_P(SideBySide, NearMisses, testing::Values(
  NearMiss{"points 1 per tiles road",
           "E32 \"tiles\" and \"road\" stand side by side. Relate them with \"of\", \"on\", \"in\" or \"touching\"; or write \"road\" in quotes, if it is the label.",
           "road", "points 1 per tiles of road \"x\""},
  NearMiss{"if any followers_on road  points 1 \"x\"",
           "E32 \"followers_on\" and \"road\" stand side by side. Relate them with \"of\", \"on\", \"in\" or \"touching\".",
           "road", "if any followers on road  points 1 \"x\""},
  NearMiss{"if any city touching  points 1 \"x\"", "E32 A name is missing after \"touching\".", "touching",
           "if any city touching road  points 1 \"x\""}));

INSTANTIATE_TEST_SUITE_P(Numbers, NearMisses, testing::Values(
  NearMiss{"extra two \"x\"", "E01 I do not know \"two\". A number is written in digits.", "two", "extra 2 \"x\""},
  NearMiss{"if number of tiles of road > five  extra 2 \"x\"", "E01 I do not know \"five\". A number is written in digits.", "five",
           "if number of tiles of road > 5  extra 2 \"x\""}));
// clang-format on

TEST(ReadingRule, TwoThingsOfOneKindNeedANameEach) {
  const auto checked = Check(
      "score s { when city completed  for majority of followers on city\n"
      "  points 1 per city in square of city where city is completed and any pennant on city }");
  EXPECT_THAT(checked->Lines(),
              ElementsAre(StartsWith("E02 \"city\" could be two things here: the city that this is about")))
      << checked->All();
  const auto better = Check(
      "score s { when city completed  for majority of followers on city\n"
      "  points 1 per city as other in square of city where other is completed and any pennant on other \"x\" }");
  EXPECT_THAT(better->Lines(), IsEmpty()) << better->All();
}

TEST(ReadingRule, WhoScoresIsNotYetKnownInFor) {
  const auto checked = Check("modify city.completed { for players where any follower of player on city }");
  EXPECT_THAT(checked->Lines(), IsEmpty()) << checked->All();
}

TEST(ReadingRule, WordsOfOtherRulesetsAreNamedWithThem) {
  const auto checked = Check("modify road.completed { points 1 per farmhouse on tiles of road \"x\" }");
  EXPECT_THAT(checked->Lines(), ElementsAre(HasSubstr("it belongs to land_surveyors.tiles"))) << checked->All();
  const auto better = Check("modify road.completed { points 1 per farmhouse on tiles of road \"x\" }",
                            "base uses land_surveyors.tiles");
  EXPECT_THAT(better->Lines(), IsEmpty()) << better->All();
}

// --- one mistake, one error -----------------------------------------------------------------------------

TEST(Mistakes, OfOneFileAreAllSaidEachOnce) {
  const auto checked = Check(R"(
modify road.completed { points 1 per folower on road "a" }
modify city.completed { without "tile" }
score s               { when road complete  for players  points 1 }
rule   r              { then play final }
figure follower       { supply 2 }
modify city.completed { points 1 per tile of road "b"  points 1 per pennant of city "c" }
tile   X              { city N }
deck   d              { sun sun }
)");
  EXPECT_THAT(checked->Codes(), ElementsAre("E01", "E05", "E49", "E51", "E42", "E03", "E04", "E18", "E42"))
      << checked->All();
}

TEST(Mistakes, InADefinitionAreSaidOnceHoweverOftenItIsUsed) {
  const auto checked = Check(R"(
define worth of road as number of tyles of road
modify road.completed { points worth of road "a" }
modify road.final     { points worth of road "b"  extra worth of road "c" }
)");
  EXPECT_THAT(checked->Lines(), ElementsAre("E01 I do not know \"tyles\". Did you mean \"tiles\"?")) << checked->All();
}

TEST(Mistakes, InAModifierOfAGroupAreSaidOnce) {
  for (const char* line :
       {"points 1 per tile of roud \"x\"", "points tiles of subject \"x\"", "instead of \"units\" points 2",
        "if any subjects  points 1", "for followers on subject", "without \"sheep\""}) {
    const auto checked = Check(fmt::format("modify feature_values, final_values {{ {} }}", line));
    EXPECT_EQ(checked->compiled.findings.errors(), 1) << checked->All();
    EXPECT_EQ(checked->Codes().size(), 1u) << checked->All();
  }
}

TEST(Mistakes, WhatNeverHoldsForOneOfAGroupMayHoldForAnother) {
  const auto checked = Check("modify feature_values { if subject is road  points 1 \"x\" }");
  EXPECT_THAT(checked->Lines(), IsEmpty()) << checked->All();
}

TEST(Mistakes, InTheHeadOfARuleLeaveItsNamesKnown) {
  EXPECT_THAT(
      Check("score s { each city where city is complet  for majority of followers on city  points 1 }")->Codes(),
      ElementsAre("E01"));
  EXPECT_THAT(Check("score s { when road completed  for players  points 1  choose city from cities touching road by "
                    "active_player\n"
                    "          then return followers on city }")
                  ->Codes(),
              ElementsAre("E16"));
  EXPECT_THAT(
      Check(
          "rule r { when road completed  for players  points 1 \"a\"  points 2 \"b\"  then return followers on road }")
          ->Codes(),
      ElementsAre("E50"));
}

TEST(Mistakes, OfTheParserAreNotSaidAgainByTheChecker) {
  const auto checked = Check(R"(
define worth of road as number of of road
modify road.completed { points worth of road "a" }
)");
  EXPECT_THAT(checked->Codes(), ElementsAre("E32")) << checked->All();
}

TEST(Mistakes, OfANameThatIsNoneAreNotSaidWhereItIsUsed) {
  EXPECT_THAT(
      Check("score straße.lang \"x\" { when road completed  for majority of followers on road  points 1 \"x\" }\n"
            "modify straße.lang { extra 1 \"y\" }")
          ->Codes(),
      ElementsAre("E36", "E36"));
  EXPECT_THAT(Check("modify road.completed { extra 1\u00A0\"x\" }")->Codes(), ElementsAre("E36"));
  EXPECT_THAT(Check("scenario \"x\" {\n  rules base, ./my/test.reeve\n  expect red 0\n}")->Lines(),
              ElementsAre("E36 \"./my/test.reeve\" is a file. Rules call a ruleset by its name, which stands in the "
                          "first line of its file."));
  EXPECT_THAT(Check("modify road.completed { extra 1\u2003\u201Cx\u201D }")->Codes(), ElementsAre("E36", "E36"));
}

TEST(Mistakes, AreFollowedByNoWarnings) {
  EXPECT_THAT(Check("flag tired on player  modify road.completed { points 1 per tle of road }")->Codes(),
              ElementsAre("E01"));
}

// --- order and circles ----------------------------------------------------------------------------------

// A program that reads what nobody sees did not verify, and crashed where it was played without that.
TEST(Names, OfZonesThatNobodySeesAreNotRead) {
  const std::string deck = "deck sky { sun 1 rain 2 }\nbag lots { short 1 long 3 }\n";
  for (const char* wrong : {"top of pile", "top of supply", "top of lots", "shown of pile"}) {
    for (const std::string item : {"never ", "forbid follower.place \"no\" { if any "}) {
      const auto checked = Check(deck + item + wrong + (item == "never " ? "" : " }"));
      EXPECT_THAT(checked->Codes(), ElementsAre("E04")) << checked->All();
      EXPECT_EQ(checked->Marked(), wrong);
    }
  }
  for (const char* right : {"top of sky", "shown of sky", "shown of lots"}) {
    const auto checked = Check(deck + "forbid follower.place \"no\" { if any " + right + " }");
    EXPECT_THAT(checked->Codes(), testing::Not(testing::Contains("E04"))) << checked->All();
  }
}

TEST(Circles, OfOrderAreFound) {
  const auto checked = Check(R"(
rule a { when turn ends  order after c  then play final }
rule b { when turn ends  order after a  then play final }
rule c { when turn ends  order after b  then play final }
)");
  EXPECT_THAT(checked->Lines(),
              ElementsAre("E13 The order of these rules goes round in a circle: a, b, c, and again a."))
      << checked->All();
}

TEST(Circles, OfOrderMayNameThemselvesOrOthersThatAreNotThere) {
  EXPECT_THAT(Check("rule a { when turn ends  order after a  then play final }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("rule a { when turn ends  order after surveyors.rotate  then play final }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("rule a { when turn ends  order after surveyors.rotat  then play final }")->Codes(),
              ElementsAre("E01"));
}

TEST(Circles, OfDefinitionsAreFound) {
  EXPECT_THAT(Check("define a as b  define b as c  define c as a  modify road.completed { points a }")->Lines(),
              ElementsAre(StartsWith("E15 \"a\" is explained by \"b\", and \"b\" by \"c\", and \"c\" by \"a\".")));
  EXPECT_THAT(Check("define road is long when not road is short  define road is short when not road is long\n"
                    "modify road.completed { if road is long  points 1 }")
                  ->Lines(),
              ElementsAre(StartsWith("E15 \"long\" is explained by \"short\", and \"short\" by \"long\".")));
}

TEST(Circles, OfValuesAreFound) {
  EXPECT_THAT(Check("modify road.completed { points value of road.completed for road }")->Codes(), ElementsAre("E15"));
  EXPECT_THAT(Check("define worth of road as value of road.final for road  modify road.final { points worth of road }")
                  ->Codes(),
              ElementsAre("E15"));
  EXPECT_THAT(
      Check("modify city.completed { points largest value of road.completed for road over roads touching city \"x\" }\n"
            "modify road.completed { points largest value of city.completed for city over cities touching road \"y\" }")
          ->Lines(),
      ElementsAre("E15 What road.completed is worth is worked out here from itself, by way of others."));
  EXPECT_THAT(
      Check("feature well { alone  completed when any (wells touching well where well as other is completed) }\n"
            "modify road.completed { points 1 per well on tiles of road }")
          ->compiled.findings.errors(),
      1);
  EXPECT_THAT(
      Check("figure guest like follower { votes sum of votes of figure over figures on feature of guest }")->Codes(),
      ElementsAre("E15"));
}

TEST(Circles, OfLikesAreFound) {
  EXPECT_THAT(Check("figure a like b  figure b like c  figure c like a")->Lines(),
              ElementsAre(StartsWith("E58 \"a\" is like \"b\", and \"b\" is like \"c\", and \"c\" is like \"a\".")));
}

TEST(Circles, OfRulesetsAreFound) {
  Library library(REEVE_SOURCE_DIR "/rulesets");
  library.AddText("one.reeve", "ruleset one extends base, two\n");
  library.AddText("two.reeve", "ruleset two extends three\n");
  library.AddText("three.reeve", "ruleset three uses one\n");
  const Compiled compiled = Compile("one", library);
  ASSERT_EQ(compiled.findings.all().size(), 1u) << RenderAll(compiled.findings, library.sources());
  EXPECT_EQ(compiled.findings.all()[0].code, Code::kE41);
  EXPECT_THAT(compiled.findings.all()[0].text, HasSubstr("one -> two -> three -> one"));
}

TEST(Circles, OfTriggersNeedSomethingThatIsUsedUp) {
  const std::string tithe = "rule tithe { when award made  then pay 1 from player of award to next_player }";
  EXPECT_THAT(Check(tithe)->Codes(), ElementsAre("E14"));
  EXPECT_THAT(Check("rule tithe { when award made  limit 1 per turn  then pay 1 from player of award to next_player }")
                  ->Codes(),
              IsEmpty());
}

// --- names ----------------------------------------------------------------------------------------------

TEST(Names, ThatAreDeclaredTwiceAreSaidWithTheFirstPlace) {
  const auto checked = Check(R"(
score   road.completed { when road completed  for players  points 1 }
feature road           { alone }
flag    victor on player
option  tiny_city      1 | 2
group   farming of field
ranking majority of figures { most 1 }
define  length of road as 3
round   acting         { step act }
tile    L              { monastery  field NL NR EL ER SL SR WL WR }
tileset base           { L 1 }
zone    pile           { here }
)");
  EXPECT_EQ(checked->Codes(), std::vector<std::string>(11, "E42")) << checked->All();
  for (const Diagnostic& said : checked->compiled.findings.all()) {
    EXPECT_TRUE(said.text.find("pile") != std::string::npos || !said.notes.empty()) << said.text;
  }
}

TEST(Names, AreMeantByWhatIsDifferentInThem) {
  EXPECT_THAT(Check("modify cloister.completed { extra 1 \"x\" }")->Lines(),
              ElementsAre("E01 There is no score, group, offer or ranking called \"cloister.completed\". There are: "
                          "road.completed, city.completed, monastery.completed."));
  EXPECT_THAT(Check("modify monastry.completed { extra 1 \"x\" }")->Lines(),
              ElementsAre("E01 There is no score, group, offer or ranking called \"monastry.completed\". Did you mean "
                          "\"monastery.completed\"?"));
  EXPECT_THAT(Check("modify city.done { extra 1 \"x\" }")->Lines(),
              ElementsAre("E01 There is no score, group, offer or ranking called \"city.done\". There are: "
                          "city.completed, city.final."));
}

// The step that another is to stand before may come from a ruleset that is linked later.
TEST(Names, OfStepsAreKnownWhateverIsLinkedFirst) {
  for (const char* selection : {"early, late", "late, early"}) {
    Library library(REEVE_SOURCE_DIR "/rulesets");
    library.AddText("early.reeve", "ruleset early extends base\nstep first in scoring order before second\n");
    library.AddText("late.reeve", "ruleset late extends base\nstep second in scoring order after wrap_up\n");
    const Compiled compiled = Compile(selection, library);
    ASSERT_TRUE(compiled.program.has_value()) << RenderAll(compiled.findings, library.sources());
    std::vector<std::string> steps;
    for (const StepInfo& step : compiled.program->steps) steps.push_back(compiled.program->Text(step.name));
    const auto place = [&](const char* name) { return std::ranges::find(steps, name) - steps.begin(); };
    EXPECT_LT(place("wrap_up"), place("second")) << selection;
    EXPECT_LT(place("first"), place("second")) << selection;
  }
}
// What each ruleset says by itself it says beside the others, whose words it does not know.
TEST(Names, OfDefinitionsAreTakenOnlyFromWhatTheyAreFor) {
  const std::string markers = "marker gate  { on road }\nmarker melon { on field  has worth 1 to 3 }\n";
  const std::string defines =
      "define gates of city as tiles of city\n"
      "define worth of pennant as 5\n"
      "modify city.completed { points 1 per gates of city \"gates\"  points sum of worth of pennant over pennants on "
      "city \"p\" }\n"
      "rule look \"look\" { when city completed  each gates of city where not any pennants on cell  then return "
      "figures on cell }\n";
  const std::string uses =
      "modify road.completed { points 1 per gate on road \"gates\" }\n"
      "modify field.final { points sum of worth of melon over melons on field \"melons\" }\n"
      "allow W55 \"nothing puts them anywhere here\"\n";
  EXPECT_THAT(Check(markers + defines + uses)->Lines(), ElementsAre());
  EXPECT_THAT(Check(markers + defines + uses + "modify road.completed { points worth of road \"x\" }\n")->Lines(),
              ElementsAre("E47 \"worth\" is defined for a pennant, not for a road."));
}
TEST(Names, OfRowsAreLookedForInSums) {
  for (const char* line : {"instead of \"cities\" points 4", "without \"cities\""}) {
    EXPECT_THAT(
        Check(fmt::format("modify field.final {{ {} }}", line))->Lines(),
        ElementsAre(
            "E05 field.final has no row \"cities\". It is in its sum \"town\": write \"modify field.final.town\"."));
  }
}

TEST(Names, OfTheEndAreThoseOfItsSteps) {
  EXPECT_THAT(Check("score s \"s\" { at final  for players  points 1 \"x\" }")->Lines(),
              ElementsAre(StartsWith("E49 \"final\" is all that follows the last turn. Its steps are: ")));
}

TEST(Findings, AboutWhatIsPaidForAllOfItsOwnKindOfferNoOthers) {
  EXPECT_THAT(
      Check("modify field.final { points 1 per field \"x\" }")->Lines(),
      ElementsAre("W60 \"per field\" pays for all fields there are. For the one that is scored, leave it out."));
}

TEST(Names, OfTilesStandOnceInATileset) {
  EXPECT_THAT(Check("tileset t { RFr 1 at 0 0  RFr 1 at 1 0 }")->Lines(),
              ElementsAre("E42 \"RFr\" is in this tileset twice; put one of the two lines into a tileset of its own."));
  EXPECT_THAT(Check("tileset t { RFr 3  RFr 1 at 1 0 }")->Lines(),
              ElementsAre("E42 \"RFr\" is in this tileset twice; put one of the two lines into a tileset of its own."));
  EXPECT_THAT(Check("tileset t { RFr 3  RFr 1 }")->Lines(),
              ElementsAre("E42 \"RFr\" is in this tileset twice; add the numbers up."));
  EXPECT_THAT(Check("tileset t { RFr 1 at 0 0 }  tileset u { RFr 1 at 1 0 }")->Lines(), IsEmpty());
}

TEST(Names, OfCardsThatAreAddedToADeck) {
  const std::string sky = "deck sky { sun 2 (steps 1) }  bag lots { short }\n";
  EXPECT_THAT(
      Check(sky +
            "modify deck sky { rain 3 (steps 2) }  modify bag lots { long }\n"
            "rule a { when turn ends  if top of sky is rain and shown of lots is long  then put top of sky under }")
          ->Lines(),
      IsEmpty());
  EXPECT_THAT(
      Check(sky + "modify deck sky { sun }")->Lines(),
      ElementsAre("E42 \"sun\" is in sky already. To have several, write their number behind the name: sun 2."));
  EXPECT_THAT(Check(sky + "modify bag sky { rain }")->Lines(), ElementsAre("E46 \"sky\" is a deck, not a bag."));
  EXPECT_THAT(Check(sky + "modify deck skye { rain }")->Lines(),
              ElementsAre("E01 There is no deck or bag called \"skye\". Did you mean \"sky\"?"));
  EXPECT_THAT(Check("modify deck pile { rain }")->Lines(),
              ElementsAre("E46 The pile holds tiles: a tileset adds to it."));
  EXPECT_THAT(Check("modify deck road_survey { rain }")->Lines(), IsEmpty()) << "of a ruleset that is not in play";
}

TEST(Names, OfRulesetsThatAreAskedForAreMeant) {
  EXPECT_THAT(Check("if playing abbott { modify road.completed { extra 1 \"x\" } }")->Lines(),
              ElementsAre("E40 There is no ruleset called \"abbott\". Did you mean \"abbot\"?"));
  EXPECT_THAT(Check("if playing the_rules_of_our_table { modify road.completed { extra 1 \"x\" } }")->Lines(),
              IsEmpty());
}

// Only some events tell more than that they happened.
TEST(Names, BehindAnEventAreThoseOfWhatItTells) {
  const std::string rule = "score s \"s\" {{ when {}  for players  points 1 \"x\" }}";
  const auto said = [&](const std::string& event) { return Check(fmt::format(fmt::runtime(rule), event)); };
  const std::string told =
      " has no \"to\". Where something has come to is told of figures and markers that are \"moved\" or "
      "\"placed\", and of tokens that are \"drawn\".";
  for (const char* to : {"Y", "city", "road"}) {
    const auto checked = said(fmt::format("road completed to {}", to));
    EXPECT_THAT(checked->Lines(), ElementsAre("E49 \"road completed\"" + told)) << checked->All();
    EXPECT_EQ(checked->Marked(), fmt::format("to {}", to));
  }
  EXPECT_THAT(said("turn ends to city")->Lines(), ElementsAre("E49 \"turn ends\"" + told));
  EXPECT_THAT(said("award made to follower")->Lines(), ElementsAre("E49 \"award made\"" + told));
  EXPECT_THAT(said("piece placed to city")->Lines(), ElementsAre("E49 \"piece placed\"" + told));
  EXPECT_THAT(said("follower returned to city")->Lines(), ElementsAre("E49 \"follower returned\"" + told));
  EXPECT_THAT(
      said("road completed to majority")->Lines(),
      ElementsAre(
          "E49 \"road completed\" has no \"to\". Who is paid is said in a line of its own: \"for majority of ...\"."));
  EXPECT_THAT(said("road completed \"long\"")->Lines(),
              ElementsAre("E49 \"road completed\" has no text. Only what is \"answered\" has: the answer."));
  EXPECT_THAT(said("follower moved to city")->Lines(), IsEmpty());
  EXPECT_THAT(said("follower moved to nowhere")->Lines(), ElementsAre("E01 I do not know \"nowhere\"."));
}

TEST(Names, OfKindsPayNothing) {
  EXPECT_THAT(Check("modify city { points 1 }")->Lines(),
              ElementsAre("E46 \"city\" is a kind of feature; nothing is paid by its name. What pays for it: "
                          "city.completed, city.final, field.old."));
  EXPECT_THAT(Check("modify base { points 1 }")->Codes(), ElementsAre("E01"));
  EXPECT_THAT(Check("modify tile.draw { points 1 }")->Codes(), ElementsAre("E50"));
  EXPECT_THAT(Check("modify city.completed { supply 3 }")->Codes(), ElementsAre("E50"));
}

TEST(Names, OfRulesThatAreNotLinkedArePassedOver) {
  EXPECT_THAT(Check("modify garden.completed { points 1 }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("modify garden.complete { points 1 }")->Codes(), ElementsAre("E01"));
  EXPECT_THAT(Check("forbid abbot.back \"no way back\" { if any roads }")->Codes(), IsEmpty());
}

TEST(Names, OfRulesThatAreForbidden) {
  const std::string forbid = "forbid tile.aside \"it is kept\" { if any roads }\n";
  EXPECT_THAT(Check(forbid)->Lines(), IsEmpty());
  EXPECT_THAT(Check(forbid + "modify tile.aside { without \"it is kept\" }")->Lines(), IsEmpty());
  EXPECT_THAT(Check(forbid + "modify tile.aside { without \"it is lost\" }")->Codes(), ElementsAre("E59"));
  EXPECT_THAT(Check("forbid tile.asside \"it is kept\" { if any roads }")->Lines(),
              ElementsAre("E01 There is no offer, rule, group or step called \"tile.asside\". Did you mean "
                          "\"tile.aside\"?"));
  EXPECT_THAT(
      Check("forbid road.completed \"no\" { if any roads }")->Lines(),
      ElementsAre("E46 Only offers and rules can be forbidden; \"road.completed\" is a score. Change what it pays "
                  "with \"modify\"."));
  EXPECT_THAT(
      Check("modify tile.aside { points 1 \"x\" }")->Lines(),
      ElementsAre("E50 \"tile.aside\" is a rule and pays nothing. Where it is not to run, say: forbid tile.aside "
                  "\"reason\" { if ... }."));
}

// --- options --------------------------------------------------------------------------------------------

// What hangs on a score that hangs on another may stand before both.
TEST(Names, OfWhatAScoreIsAboutAreKnownBeforeIt) {
  const auto checked = Check(R"(
rule early { before late scored  if feature is road  then cancel }
score late "late" { after later scored  for players  points 1 "late" }
score later "later" { after road.completed, city.completed scored  for players  points 1 "later" }
)");
  EXPECT_THAT(checked->Codes(), IsEmpty()) << checked->All();
}

TEST(Options, HaveTheValuesThatTheyDeclare) {
  EXPECT_THAT(Check("", "base (tiny_city 3)")->Lines(), ElementsAre("E43 \"tiny_city\" cannot be 3. It can be: 4, 2."));
  EXPECT_THAT(Check("", "base (tiny_cities 2)")->Lines(),
              ElementsAre("E43 base has no option \"tiny_cities\". Did you mean \"tiny_city\"?"));
  EXPECT_THAT(Check("modify city.completed { if tiny_city is 3  points 1 }")->Codes(), ElementsAre("E43"));
  EXPECT_THAT(Check("if edition is c4 { marker x }")->Codes(), ElementsAre("E43"));
  EXPECT_THAT(Check("", "base (tiny_city 2), base (tiny_city 4)")->Codes(), ElementsAre("E44"));
  EXPECT_THAT(Check("", "base (tiny_city 2), base (tiny_city 2)")->Codes(), IsEmpty());
  EXPECT_THAT(Check("", "base needs tiny_city 2")->Codes(), ElementsAre("E45"));
  EXPECT_THAT(Check("", "base needs tiny_city 2 | 4")->Codes(), IsEmpty());
}

TEST(Options, AreAskedForWithIs) {
  const std::string option = "option long \"how long\" 8 | 6\n";
  EXPECT_THAT(Check(option + "if long = 6 { modify road.final { extra long \"y\" } }")->Lines(),
              ElementsAre("E50 Which value an option has is asked with \"is\": \"long is ...\"."));
  EXPECT_THAT(Check("option long \"how long\" 8 or 6\nif long is 6 { modify road.final { extra 1 \"y\" } }")->Codes(),
              ElementsAre("E32"));
}

TEST(Options, AreMeantWhereTheyAreAlmostNamed) {
  EXPECT_THAT(
      Check("option long \"how long\" 8 | 6\nif longs is 6 { modify road.final { extra long \"y\" } }")->Lines(),
      ElementsAre("E43 There is no option \"longs\". Did you mean \"long\"?"));
}

TEST(Options, AreDecidedBeforeTheRest) {
  EXPECT_THAT(Check("if any roads { marker x }")->Codes(), ElementsAre("E50"));
  // What stands under a condition that does not hold is not looked at.
  EXPECT_THAT(Check("if tiny_city is 2 { modify road.completed { points 1 per sheep } }")->Codes(), IsEmpty());
  EXPECT_THAT(
      Check("if tiny_city is 2 { modify road.completed { points 1 per sheep } }", "base (tiny_city 2)")->Codes(),
      ElementsAre("E01"));
}

// --- findings that can be accepted ----------------------------------------------------------------------

TEST(Findings, AreAcceptedForARuleOrAFile) {
  const std::string never = "if field is completed  points 1 \"never\"";
  EXPECT_THAT(Check(fmt::format("modify field.final {{ {} }}", never))->Codes(), ElementsAre("W22"));
  EXPECT_THAT(Check(fmt::format("modify field.final {{ {}  allow W22 \"as a reminder\" }}", never))->Codes(),
              IsEmpty());
  EXPECT_THAT(Check(fmt::format("allow W22 \"as a reminder\"\nmodify field.final {{ {} }}", never))->Codes(),
              IsEmpty());
  EXPECT_THAT(
      Check(fmt::format("modify field.final {{ {} }}\nmodify road.final {{ extra 1 \"x\"  allow W22 \"elsewhere\" }}",
                        never))
          ->Codes(),
      ElementsAre("W22"));
}

TEST(Findings, OfErrorsAreNotAccepted) {
  EXPECT_THAT(Check("allow E01 \"we know\"")->Lines(),
              ElementsAre("E48 E01 is an error, and only warnings can be accepted."));
  EXPECT_THAT(Check("allow W99 \"we know\"")->Codes(), ElementsAre("E48"));
}

TEST(Findings, AboutTheUnusedSpareWhatIsUsedAnyhow) {
  EXPECT_THAT(Check(R"(
figure guest like follower { supply 1 }
marker well  { on tile }
tile   Well  { city N  field EL ER SL SR WL WR  well }
option high  "high tolls" paid | free
if high is free { modify road.completed { extra 1 "low" } }
define road is narrow when number of tiles of road < 3
modify road.final { if road is narrow  extra 1 "narrow" }
)")
                  ->Codes(),
              IsEmpty());
  EXPECT_THAT(Check("figure guest { supply 1 }  deck sky { sun }  option high paid | free  define road is narrow when "
                    "not road is completed\n"
                    "group walls of city  number wealth on player  ranking crowd of figures { most number of figures "
                    "of player }\n"
                    "modify road.final { extra 1 \"x\" }")
                  ->Codes(),
              ElementsAre("W55", "W55", "W55", "W55", "W55", "W55", "W55"));
  // Words without rules are for others.
  EXPECT_THAT(Check("figure guest { supply 1 }")->Codes(), IsEmpty());
}

TEST(Findings, AboutWhatIsSaidTwiceSpareAlternatives) {
  EXPECT_THAT(Check("modify road.final { if any pennant on cities and any pennant on cities  extra 1 \"x\" }")->Codes(),
              ElementsAre("L27"));
  EXPECT_THAT(
      Check("modify road.final { if any pennant on cities  if any pennant on cities { extra 1 \"x\" } }")->Codes(),
      ElementsAre("L27"));
  EXPECT_THAT(
      Check("modify road.final { if any pennant on cities and any gardens or any pennant on cities  extra 1 \"x\" }")
          ->Codes(),
      IsEmpty());
}

// --- large and deep -------------------------------------------------------------------------------------

std::string Times(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(Limits, OfNestingGiveOneError) {
  for (const int depth : {65, 1000, 100000}) {
    const auto checked =
        Check("modify road.completed { points " + Times("(", depth) + "1" + Times(")", depth) + " \"x\" }");
    EXPECT_THAT(checked->Codes(), ElementsAre("E35"));
  }
  EXPECT_THAT(Check("modify road.completed { points " + Times("(", 40) + "1" + Times(")", 40) + " \"x\" }")->Codes(),
              IsEmpty());
}

TEST(Limits, OfLongChainsAreReachedInTime) {
  const auto begin = std::chrono::steady_clock::now();
  const auto small = [](const std::unique_ptr<Checked>& checked) {
    return checked->compiled.findings.all().size() <= 1;
  };
  EXPECT_TRUE(small(Check("modify road.completed { points 1" + Times(" + 1", 3000) + " \"x\" }")));
  EXPECT_TRUE(
      small(Check("modify road.completed { if any roads" + Times(" and not any roads", 3000) + "  points 1 \"x\" }")));
  EXPECT_TRUE(
      small(Check("modify road.completed { points 1 per tile of road" + Times(" touching road", 3000) + " \"x\" }")));
  std::string chain = "define w0 of road as number of tiles of road\n";
  for (int i = 1; i < 300; ++i) chain += fmt::format("define w{} of road as w{} of road\n", i, i - 1);
  EXPECT_TRUE(small(Check(chain + "modify road.completed { points w299 of road \"x\" }")));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

// Each definition uses the one before it twice: written out it would be 2^40 words.
TEST(Limits, OfDefinitionsThatDoubleAreReachedInTime) {
  const auto begin = std::chrono::steady_clock::now();
  std::string chain = "define w0 of road as number of tiles of road\n";
  for (int i = 1; i < 40; ++i) chain += fmt::format("define w{0} of road as w{1} of road + w{1} of road\n", i, i - 1);
  const auto checked = Check(chain + "modify road.completed { points w39 of road \"x\" }");
  EXPECT_THAT(checked->Codes(), ElementsAre("E57")) << checked->All();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

}  // namespace
}  // namespace reeve
