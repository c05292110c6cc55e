// What the checker says about mistakes that people make, chiefly with the reading rule: a relation belongs to the nearest
// plural noun before it, a bound name takes none, a property word takes its own `of`. The pages of docs/diagnostics have
// an example of every finding (tests/golden/diagnostics_test.cc); here are the near misses of a phrase, and that one
// mistake gives one error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "compiler/diagnostics/render.h"
#include "fmt/format.h"

namespace reeve {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using testing::UnorderedElementsAre;

struct Checked {
  Library library{REEVE_SOURCE_DIR "/rulesets"};
  Compiled compiled;

  std::vector<std::string> Lines() const {  // "E01 text"
    std::vector<std::string> lines;
    for (const Diagnostic& said : compiled.findings.all()) lines.push_back(fmt::format("{} {}", Info(said.code).id, said.text));
    return lines;
  }
  std::vector<std::string> Codes() const {
    std::vector<std::string> codes;
    for (const Diagnostic& said : compiled.findings.all()) codes.emplace_back(Info(said.code).id);
    return codes;
  }
  // The words that the first finding marks.
  std::string Marked() const {
    return compiled.findings.all().empty() ? "" : std::string(library.sources().Text(compiled.findings.all().front().span));
  }
  std::string All() const { return RenderAll(compiled.findings, library.sources()); }
};

// Compiles items of a ruleset that extends `extends`.
std::unique_ptr<Checked> Check(const std::string& items, const std::string& extends = "base") {
  auto checked = std::make_unique<Checked>();
  checked->library.AddText("test.reeve", fmt::format("ruleset test extends {}\n{}\n", extends, items));
  checked->compiled = Compile("test", checked->library);
  return checked;
}

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
  NearMiss{"if any owner  points 1 \"x\"", "E03 \"owner\" of what? Write \"owner of ...\".", "owner",
           "if any owner of followers on road  points 1 \"x\""},
  NearMiss{"for majority", "E03 \"majority\" of what? Write \"majority of figures ...\".", "majority",
           "for majority of followers on road"},
  NearMiss{"points sum of votes over followers on road \"x\"", "E03 \"votes\" of what? Write \"votes of ...\".", "votes",
           "points sum of votes of follower over followers on road \"x\""},
  NearMiss{"points bulk of road \"x\"", "E01 I do not know \"bulk\".", "bulk", "points length of road \"x\""},
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
  NearMiss{"if any pennants_on road  points 1 \"x\"",
           "E32 \"pennants_on\" and \"road\" stand side by side. Relate them with \"of\", \"on\", \"in\" or \"touching\".",
           "road", "if any pennants on road  points 1 \"x\""},
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
  EXPECT_THAT(checked->Lines(), ElementsAre(StartsWith("E02 \"city\" could be two things here: the city that this is about"))) << checked->All();
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
  const auto better = Check("modify road.completed { points 1 per farmhouse on tiles of road \"x\" }", "base uses land_surveyors.tiles");
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
  EXPECT_THAT(checked->Codes(), ElementsAre("E01", "E05", "E49", "E51", "E42", "E03", "E04", "E18", "E42")) << checked->All();
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
  for (const char* line : {"points 1 per tile of roud \"x\"", "points tiles of subject \"x\"", "instead of \"units\" points 2",
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
  EXPECT_THAT(Check("score s { each city where city is complet  for majority of followers on city  points 1 }")->Codes(), ElementsAre("E01"));
  EXPECT_THAT(Check("score s { when road completed  for players  points 1  choose city from cities touching road by active_player\n"
                    "          then return followers on city }")->Codes(), ElementsAre("E16"));
  EXPECT_THAT(Check("rule r { when road completed  for players  points 1 \"a\"  points 2 \"b\"  then return followers on road }")->Codes(),
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
  EXPECT_THAT(Check("score straße.lang \"x\" { when road completed  for majority of followers on road  points 1 \"x\" }\n"
                    "modify straße.lang { extra 1 \"y\" }")->Codes(), ElementsAre("E36", "E36"));
  EXPECT_THAT(Check("modify road.completed { extra 1\u00A0\"x\" }")->Codes(), ElementsAre("E36"));
  EXPECT_THAT(Check("scenario \"x\" {\n  rules base, ./my/test.reeve\n  expect red 0\n}")->Lines(),
              ElementsAre("E36 \"./my/test.reeve\" is a file. Rules call a ruleset by its name, which stands in the first line of its file."));
  EXPECT_THAT(Check("modify road.completed { extra 1\u2003\u201Cx\u201D }")->Codes(), ElementsAre("E36", "E36"));
}

TEST(Mistakes, AreFollowedByNoWarnings) {
  EXPECT_THAT(Check("flag tired on player  modify road.completed { points 1 per tle of road }")->Codes(), ElementsAre("E01"));
}

// --- order and circles ----------------------------------------------------------------------------------

TEST(Circles, OfOrderAreFound) {
  const auto checked = Check(R"(
rule a { when turn ends  order after c  then play final }
rule b { when turn ends  order after a  then play final }
rule c { when turn ends  order after b  then play final }
)");
  EXPECT_THAT(checked->Lines(), ElementsAre("E13 The order of these rules goes round in a circle: a, b, c, and again a.")) << checked->All();
}

TEST(Circles, OfOrderMayNameThemselvesOrOthersThatAreNotThere) {
  EXPECT_THAT(Check("rule a { when turn ends  order after a  then play final }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("rule a { when turn ends  order after surveyors.rotate  then play final }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("rule a { when turn ends  order after surveyors.rotat  then play final }")->Codes(), ElementsAre("E01"));
}

TEST(Circles, OfDefinitionsAreFound) {
  EXPECT_THAT(Check("define a as b  define b as c  define c as a  modify road.completed { points a }")->Lines(),
              ElementsAre(StartsWith("E15 \"a\" is explained by \"b\", and \"b\" by \"c\", and \"c\" by \"a\".")));
  EXPECT_THAT(Check("define road is long when not road is short  define road is short when not road is long\n"
                    "modify road.completed { if road is long  points 1 }")->Lines(),
              ElementsAre(StartsWith("E15 \"long\" is explained by \"short\", and \"short\" by \"long\".")));
}

TEST(Circles, OfValuesAreFound) {
  EXPECT_THAT(Check("modify road.completed { points value of road.completed for road }")->Codes(), ElementsAre("E15"));
  EXPECT_THAT(Check("define worth of road as value of road.final for road  modify road.final { points worth of road }")->Codes(),
              ElementsAre("E15"));
  EXPECT_THAT(Check("modify city.completed { points largest value of road.completed for road over roads touching city \"x\" }\n"
                    "modify road.completed { points largest value of city.completed for city over cities touching road \"y\" }")->Lines(),
              ElementsAre("E15 What road.completed is worth is worked out here from itself, by way of others."));
  EXPECT_THAT(Check("feature well { alone  completed when any (wells touching well where well as other is completed) }\n"
                    "modify road.completed { points 1 per well on tiles of road }")->compiled.findings.errors(), 1);
  EXPECT_THAT(Check("figure guest like follower { votes sum of votes of figure over figures on feature of guest }")->Codes(), ElementsAre("E15"));
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
  EXPECT_THAT(Check("rule tithe { when award made  limit 1 per turn  then pay 1 from player of award to next_player }")->Codes(), IsEmpty());
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
              ElementsAre("E01 There is no score, group, offer or ranking called \"monastry.completed\". Did you mean \"monastery.completed\"?"));
  EXPECT_THAT(Check("modify city.done { extra 1 \"x\" }")->Lines(),
              ElementsAre("E01 There is no score, group, offer or ranking called \"city.done\". There are: city.completed, city.final."));
}

TEST(Names, OfRowsAreLookedForInSums) {
  for (const char* line : {"instead of \"cities\" points 4", "without \"cities\""}) {
    EXPECT_THAT(Check(fmt::format("modify field.final {{ {} }}", line))->Lines(),
                ElementsAre("E05 field.final has no row \"cities\". It is in its sum \"town\": write \"modify field.final.town\"."));
  }
}

TEST(Names, OfTheEndAreThoseOfItsSteps) {
  EXPECT_THAT(Check("score s \"s\" { at final  for players  points 1 \"x\" }")->Lines(),
              ElementsAre(StartsWith("E49 \"final\" is all that follows the last turn. Its steps are: ")));
}

TEST(Findings, AboutWhatIsPaidForAllOfItsOwnKindOfferNoOthers) {
  EXPECT_THAT(Check("modify field.final { points 1 per field \"x\" }")->Lines(),
              ElementsAre("W60 \"per field\" pays for all fields there are. For the one that is scored, leave it out."));
}

TEST(Names, OfTilesStandOnceInATileset) {
  EXPECT_THAT(Check("tileset t { RFr 1 at 0 0  RFr 1 at 1 0 }")->Lines(),
              ElementsAre("E42 \"RFr\" is in this tileset twice; put one of the two lines into a tileset of its own."));
  EXPECT_THAT(Check("tileset t { RFr 3  RFr 1 at 1 0 }")->Lines(),
              ElementsAre("E42 \"RFr\" is in this tileset twice; put one of the two lines into a tileset of its own."));
  EXPECT_THAT(Check("tileset t { RFr 3  RFr 1 }")->Lines(), ElementsAre("E42 \"RFr\" is in this tileset twice; add the numbers up."));
  EXPECT_THAT(Check("tileset t { RFr 1 at 0 0 }  tileset u { RFr 1 at 1 0 }")->Lines(), IsEmpty());
}

TEST(Names, OfCardsThatAreAddedToADeck) {
  const std::string sky = "deck sky { sun 2 (steps 1) }  bag lots { short }\n";
  EXPECT_THAT(Check(sky + "modify deck sky { rain 3 (steps 2) }  modify bag lots { long }\n"
                    "rule a { when turn ends  if top of sky is rain and shown of lots is long  then put top of sky under }")->Lines(),
              IsEmpty());
  EXPECT_THAT(Check(sky + "modify deck sky { sun }")->Lines(),
              ElementsAre("E42 \"sun\" is in sky already. To have several, write their number behind the name: sun 2."));
  EXPECT_THAT(Check(sky + "modify bag sky { rain }")->Lines(), ElementsAre("E46 \"sky\" is a deck, not a bag."));
  EXPECT_THAT(Check(sky + "modify deck skye { rain }")->Lines(), ElementsAre("E01 There is no deck or bag called \"skye\". Did you mean \"sky\"?"));
  EXPECT_THAT(Check("modify deck pile { rain }")->Lines(), ElementsAre("E46 The pile holds tiles: a tileset adds to it."));
  EXPECT_THAT(Check("modify deck road_survey { rain }")->Lines(), IsEmpty()) << "of a ruleset that is not in play";
}

TEST(Names, OfRulesetsThatAreAskedForAreMeant) {
  EXPECT_THAT(Check("if playing abbott { modify road.completed { extra 1 \"x\" } }")->Lines(),
              ElementsAre("E40 There is no ruleset called \"abbott\". Did you mean \"abbot\"?"));
  EXPECT_THAT(Check("if playing the_rules_of_our_table { modify road.completed { extra 1 \"x\" } }")->Lines(), IsEmpty());
}

// Only some events tell more than that they happened.
TEST(Names, BehindAnEventAreThoseOfWhatItTells) {
  const std::string rule = "score s \"s\" {{ when {}  for players  points 1 \"x\" }}";
  const auto said = [&](const std::string& event) { return Check(fmt::format(fmt::runtime(rule), event)); };
  const std::string told = " has no \"to\". Where something has come to is told of figures and markers that are \"moved\" or "
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
  EXPECT_THAT(said("road completed to majority")->Lines(),
              ElementsAre("E49 \"road completed\" has no \"to\". Who is paid is said in a line of its own: \"for majority of ...\"."));
  EXPECT_THAT(said("road completed \"long\"")->Lines(), ElementsAre("E49 \"road completed\" has no text. Only what is \"answered\" has: the answer."));
  EXPECT_THAT(said("follower moved to city")->Lines(), IsEmpty());
  EXPECT_THAT(said("follower moved to nowhere")->Lines(), ElementsAre("E01 I do not know \"nowhere\"."));
}

TEST(Names, OfKindsPayNothing) {
  EXPECT_THAT(Check("modify city { points 1 }")->Lines(),
              ElementsAre("E46 \"city\" is a kind of feature; nothing is paid by its name. What pays for it: city.completed, city.final, field.old."));
  EXPECT_THAT(Check("modify base { points 1 }")->Codes(), ElementsAre("E01"));
  EXPECT_THAT(Check("modify tile.draw { points 1 }")->Codes(), ElementsAre("E50"));
  EXPECT_THAT(Check("modify city.completed { supply 3 }")->Codes(), ElementsAre("E50"));
}

TEST(Names, OfRulesThatAreNotLinkedArePassedOver) {
  EXPECT_THAT(Check("modify garden.completed { points 1 }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("modify garden.complete { points 1 }")->Codes(), ElementsAre("E01"));
  EXPECT_THAT(Check("forbid abbot.back \"no way back\" { if any roads }")->Codes(), IsEmpty());
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
  EXPECT_THAT(Check("", "base (tiny_cities 2)")->Lines(), ElementsAre("E43 base has no option \"tiny_cities\". Did you mean \"tiny_city\"?"));
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
  EXPECT_THAT(Check("option long \"how long\" 8 or 6\nif long is 6 { modify road.final { extra 1 \"y\" } }")->Codes(), ElementsAre("E32"));
}

TEST(Options, AreMeantWhereTheyAreAlmostNamed) {
  EXPECT_THAT(Check("option long \"how long\" 8 | 6\nif longs is 6 { modify road.final { extra long \"y\" } }")->Lines(),
              ElementsAre("E43 There is no option \"longs\". Did you mean \"long\"?"));
}

TEST(Options, AreDecidedBeforeTheRest) {
  EXPECT_THAT(Check("if any roads { marker x }")->Codes(), ElementsAre("E50"));
  // What stands under a condition that does not hold is not looked at.
  EXPECT_THAT(Check("if tiny_city is 2 { modify road.completed { points 1 per sheep } }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("if tiny_city is 2 { modify road.completed { points 1 per sheep } }", "base (tiny_city 2)")->Codes(), ElementsAre("E01"));
}

// --- findings that can be accepted ----------------------------------------------------------------------

TEST(Findings, AreAcceptedForARuleOrAFile) {
  const std::string never = "if field is completed  points 1 \"never\"";
  EXPECT_THAT(Check(fmt::format("modify field.final {{ {} }}", never))->Codes(), ElementsAre("W22"));
  EXPECT_THAT(Check(fmt::format("modify field.final {{ {}  allow W22 \"as a reminder\" }}", never))->Codes(), IsEmpty());
  EXPECT_THAT(Check(fmt::format("allow W22 \"as a reminder\"\nmodify field.final {{ {} }}", never))->Codes(), IsEmpty());
  EXPECT_THAT(Check(fmt::format("modify field.final {{ {} }}\nmodify road.final {{ extra 1 \"x\"  allow W22 \"elsewhere\" }}", never))->Codes(), ElementsAre("W22"));
}

TEST(Findings, OfErrorsAreNotAccepted) {
  EXPECT_THAT(Check("allow E01 \"we know\"")->Lines(), ElementsAre("E48 E01 is an error, and only warnings can be accepted."));
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
)")->Codes(), IsEmpty());
  EXPECT_THAT(Check("figure guest { supply 1 }  deck sky { sun }  option high paid | free  define road is narrow when not road is completed\n"
                    "group walls of city  number wealth on player  ranking crowd of figures { most number of figures of player }\n"
                    "modify road.final { extra 1 \"x\" }")->Codes(), ElementsAre("W55", "W55", "W55", "W55", "W55", "W55", "W55"));
  // Words without rules are for others.
  EXPECT_THAT(Check("figure guest { supply 1 }")->Codes(), IsEmpty());
}

TEST(Findings, AboutWhatIsSaidTwiceSpareAlternatives) {
  EXPECT_THAT(Check("modify road.final { if any pennant on cities and any pennant on cities  extra 1 \"x\" }")->Codes(), ElementsAre("L27"));
  EXPECT_THAT(Check("modify road.final { if any pennant on cities  if any pennant on cities { extra 1 \"x\" } }")->Codes(), ElementsAre("L27"));
  EXPECT_THAT(Check("modify road.final { if any pennant on cities and any gardens or any pennant on cities  extra 1 \"x\" }")->Codes(), IsEmpty());
}

// --- what is said twice, or names nothing -----------------------------------------------------------------
TEST(Kinds, SayEachOfTheirLinesOnce) {
  EXPECT_THAT(Check("figure guest { supply 1  supply 2  on road }")->Codes(), ElementsAre("E50"));
  EXPECT_THAT(Check("figure guest { votes 1  on road  votes 2 }")->Codes(), ElementsAre("E50"));
  EXPECT_THAT(Check("figure guest { on road  supply 1  on city }")->Codes(), IsEmpty());
}

TEST(Kinds, AndTilesComeInNumbersThatAGameCanHave) {
  EXPECT_THAT(Check("figure guest { supply 500  on road }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("figure guest { supply 501  on road }")->Lines(), ElementsAre("E48 A supply is 0 to 500; nobody has so many."));
  EXPECT_THAT(Check("figure guest { supply 1  votes 100000  on road }")->Lines(), ElementsAre("E48 A figure has up to 1000 votes."));
  EXPECT_THAT(Check("tileset more { RFr 0  CRr 2 }")->Codes(), ElementsAre("W22"));
}

TEST(Definitions, AreReadWhetherUsedOrNot) {
  EXPECT_THAT(Check("define foo of road as bars on road")->Codes(), ElementsAre("E01"));
  EXPECT_THAT(Check("define road is odd when number of tilez of road = 1")->Codes(), ElementsAre("E01"));
  EXPECT_THAT(Check("extend towns of field with bars on field, monasterys on tiles of field")->Codes(), ElementsAre("E01", "E01"));
  EXPECT_THAT(Check("define foo of road as foo of road")->Codes(), ElementsAre("E15"));
  // Once, however often it is used.
  EXPECT_THAT(Check("define foo of feature as number of bars on feature\n"
                    "modify road.completed { points foo of road \"x\" }\nmodify city.completed { points foo of city \"x\" }")->Codes(), ElementsAre("E01"));
  // Where a narrower kind has its own, the wider one is not read for it.
  EXPECT_THAT(Check("marker crate { on tile  has worth 1 to 3 }  marker sack { on tile }\n"
                    "define price of marker as 1\ndefine price of crate as worth of crate")->Codes(), IsEmpty());
}

TEST(Heads, ThatAreWrongLetTheRestBeRead) {
  EXPECT_THAT(Check("score a.b \"x\" { when road complete  for majority of followrs on road  points 1 per tile of rode \"x\" }")->Codes(),
              ElementsAre("E49", "E01", "E01"));
  EXPECT_THAT(Check("score a.b \"x\" in feature_values { when road finished  if any pennants  for majority of followers on road  points 1 per tile of subject \"x\" }")->Codes(),
              ElementsAre("E49"));
  EXPECT_THAT(Check("score a.b \"x\" { at last_featurs  each road  for majority of followers on road  points 1 per tile of road \"x\" }")->Codes(),
              ElementsAre("E49"));
  EXPECT_THAT(Check("rule a.b \"x\" { when follower moved to filed  then return folower }")->Codes(), ElementsAre("E01", "E01"));
  EXPECT_THAT(Check("offer a.b \"x\" { at akt  choose follower from followers of active_player in supply by active_player  then return follower }")->Codes(),
              ElementsAre("E49"));
  // What it is about is not known: nothing is said of the rest.
  EXPECT_THAT(Check("score a.b \"x\" { when follower completed  for owner of follower  points 1 per tile of road \"x\" }")->Codes(), ElementsAre("E46"));
}

TEST(Heads, ThatAreMissingAreWhatIsMissed) {
  const auto checked = Check("score a.b \"x\" { for majority of followers on road  points 1 per tile of road \"x\" }");
  EXPECT_THAT(checked->Codes(), ElementsAre("E51")) << checked->All();
  EXPECT_EQ(checked->Marked(), "a.b");
  // It has a head that names no road.
  EXPECT_THAT(Check("score a.b \"x\" { at last_features  for majority of followers on road  points 1 \"x\" }")->Codes(), ElementsAre("E03"));
}

TEST(Options, ThatThereAreNotAreNotTakenForConditionsOfTheBoard) {
  EXPECT_THAT(Check("if p is yes { modify road.completed { extra 1 \"x\" } }")->Lines(),
              ElementsAre("E43 There is no option \"p\". There are: edition, fields, printing, tiny_city."));
  EXPECT_THAT(Check("if road is completed { modify road.completed { extra 1 \"x\" } }")->Codes(), ElementsAre("E50"));
}
TEST(Options, OfARulesetThatIsNotPlayedSayWhose) {
  const std::string rule = " { modify road.completed { extra 1 \"x\" } }";
  EXPECT_THAT(Check("if titles is flat" + rule)->Lines(),
              ElementsAre("E43 The option \"titles\" is of king, which is not played here. Write \"if playing king and ...\"."));
  EXPECT_THAT(Check("if playing king and titles is flat" + rule)->Codes(), IsEmpty());
  EXPECT_THAT(Check("if titles is flat and playing king" + rule, "king")->Codes(), IsEmpty());
  EXPECT_THAT(Check("if playing king and titles is flot" + rule, "king")->Codes(), ElementsAre("E43"));
  EXPECT_THAT(Check("", "base (titles flat)")->Lines(), ElementsAre("E43 The option \"titles\" is of king, which is not played here: add it, king (titles ...)."));
}

TEST(Modifiers, SayWhichLinesThereAre) {
  EXPECT_THAT(Check("modify follower { colour red }")->Lines(),
              ElementsAre("E32 A modifier has no line \"colour\". Those of a kind begin with: supply, votes, on, in, neutral, stays, has; those of a score with: "
                          "points, extra, count, instead of, without, for, ties, if, over, order, cite. "
                          "Cards are added to a deck by \"modify deck follower { ... }\"."));
  EXPECT_THAT(Check("modify road.completed { frob 3 }")->Lines(),
              ElementsAre("E32 A modifier has no line \"frob\". Those of a score begin with: points, extra, count, instead of, without, for, ties, if, over, order, cite."));
  EXPECT_THAT(Check("deck sky { sun 2 }\nmodify sky { snow }")->Lines(), ElementsAre(EndsWith("Cards are added to a deck by \"modify deck sky { ... }\".")));
  EXPECT_THAT(Check("modify road.completed { ties nobody  ties all }")->Codes(), ElementsAre("E11"));
  EXPECT_THAT(Check("modify road.completed { order points doubled \"x\" }")->Codes(), ElementsAre("E32"));
}

// Two rulesets, a and b, and what is said of them played together in either order.
std::string Together(const std::string& a, const std::string& b, const std::string& selection = "base, a, b") {
  Library library(REEVE_SOURCE_DIR "/rulesets");
  library.AddText("a.reeve", "ruleset a extends base\n" + a);
  library.AddText("b.reeve", "ruleset b extends base" + b);
  const Compiled compiled = Compile(selection, library);
  std::string said;
  for (const Diagnostic& one : compiled.findings.all()) said += std::string(Info(one.code).id) + " " + one.text;
  return said;
}
TEST(Modifiers, OfTwoRulesetsThatContradictEachOtherAreFound) {
  EXPECT_EQ(Together("modify follower { supply 8 }", "\nmodify follower { supply 3 }"),
            "E09 Two rulesets change one line of follower: \"supply 8\" and \"supply 3\". "
            "Leave one out, or write \"extends a\" in this one, which then has the last word.");
  EXPECT_EQ(Together("modify follower { supply 8 }", "\nmodify follower { supply 8  on monastery }"), "");
  EXPECT_EQ(Together("modify follower { supply 8 }", ", a\nmodify follower { supply 3 }"), "");
  EXPECT_EQ(Together("modify road.completed { points is 5 \"x\" over b }", "\nmodify road.completed { points is 3 \"y\" over a }"),
            "E13 Each of the two says that it goes over the other. One \"over\" has to go.");
  EXPECT_EQ(Together("modify road.completed { over b  for next_player }", "\nmodify road.completed { over a  for active_player }"),
            "E13 Each of the two says that it goes over the other. One \"over\" has to go.");
  EXPECT_EQ(Together("modify road.completed { over b  ties nobody }", "\nmodify road.completed { over a  ties split rounding down }"),
            "E13 Each of the two says that it goes over the other. One \"over\" has to go.");
  EXPECT_EQ(Together("modify road.completed { points doubled \"x\" order after b }", "\nmodify road.completed { points halved rounding up \"y\" order after a }"),
            "E13 Each of the two says that it comes before the other, or each after. One \"order\" has to go.");
  EXPECT_EQ(Together("modify road.completed { points doubled \"x\" }", "\nmodify road.completed { points halved rounding up \"y\" }"),
            "E10 \"x\" and \"y\" of road.completed: one halves, and which comes first changes the points. Say which is first: if it is the other, write \"order after a\" in this one.");
}
TEST(Modifiers, ThatTakeARowAwayAgreeOrAreToldApart) {
  const std::string without = "modify city.completed { without \"pennants\" }", instead = "modify city.completed { instead of \"pennants\" points 5 per coat }";
  const std::string both = "E09 One rule takes the row \"pennants\" of city.completed away, and another stands in its place. Leave one of the two out.";
  EXPECT_EQ(Together(without, "\n" + without), "");
  EXPECT_EQ(Together(without, "\n" + instead), both);
  EXPECT_EQ(Together(instead, "\n" + without), both);
}
TEST(Decks, HaveSoManyCopiesOfACard) {
  EXPECT_THAT(Check("deck sky { sun 1001 }\nrule x { at begin  then draw card from sky }")->Lines(), ElementsAre("E57 A deck has up to 1000 copies of a card."));
}
TEST(Rankings, AreInTheOrderThatTheirModifiersSay) {
  const std::string many = "modify majority { most number of figures ", few = "modify majority { prefer player is active_player ";
  EXPECT_EQ(Together(many + "}", "\n" + few + "}"),
            "E11 Two rules break ties of \"majority\", and which comes first changes who scores. Say which is first: if it is the other, write \"order after a\" in this one.");
  EXPECT_EQ(Together(many + "  order after b }", "\n" + few + "  order after a }"), "E13 These two tie-breaks each have to come before the other. One \"order\" has to go.");
  const auto first = [&](const std::string& a, const std::string& b) {
    Library library(REEVE_SOURCE_DIR "/rulesets");
    library.AddText("a.reeve", "ruleset a extends base\n" + many + a + " }");
    library.AddText("b.reeve", "ruleset b extends base\n" + few + b + " }");
    const Compiled compiled = Compile("base, a, b", library);
    if (!compiled.program) return std::string("nothing");
    const auto& ranks = compiled.program->rankings.front().ranks;
    return std::string(ranks.size() == 3 && ranks[1].most ? "many" : "few");
  };
  EXPECT_EQ(first("", "order after a"), "many");
  EXPECT_EQ(first("order after b", ""), "few");
  EXPECT_EQ(first("", "order before a"), "few");
  EXPECT_EQ(first("order before b", ""), "many");
}

TEST(Paths, GoWhereMarkersPoint) {
  const auto points = [](const std::string& has) {
    return Check("marker arrow { on tile " + has + " }\nscore x \"x\" { when road completed  each arrow  for active_player  points number of path of arrow at 1 \"x\" }")->Codes();
  };
  EXPECT_THAT(points(""), ElementsAre("E47"));
  EXPECT_THAT(points("has direction east | west"), ElementsAre("E47"));
  EXPECT_THAT(points("has heading east | up"), ElementsAre("E48"));
  EXPECT_THAT(points("has heading east | west"), IsEmpty());
}

TEST(Winners, AreThoseOfAScoring) {
  EXPECT_THAT(Check("score x \"x\" { when road completed  for winners  points 1 \"x\" }")->Lines(),
              ElementsAre("W22 x hangs on no scoring, so there are no winners here. They are known in a rule or score of its own that begins with \"after ... scored\"."));
  EXPECT_THAT(Check("score x \"x\" { when road completed  for active_player  points value \"x\" }")->Codes(), ElementsAre("W22"));
  EXPECT_THAT(Check("score x \"x\" { after road.completed scored  for winners  points value \"x\" }")->Codes(), IsEmpty());
}
TEST(Circles, OfRulesThatSetEachOtherOffAreFound) {
  EXPECT_THAT(Check("score x \"x\" { when road scored  for active_player  points 1 \"x\" }")->Codes(), ElementsAre("E14"));
  EXPECT_THAT(Check("rule x { when road scored  then score road.completed for road }")->Codes(), ElementsAre("E14"));
  EXPECT_THAT(Check("rule x { when round starts  then play drawing to scoring }")->Codes(), ElementsAre("E14"));
  EXPECT_THAT(Check("rule x { at wrap_up  then play drawing to scoring }")->Codes(), ElementsAre("E14"));
  EXPECT_THAT(Check("rule x { at wrap_up  limit 1 per turn  then play drawing to scoring }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("rule x { at wrap_up  then play drawing to building }")->Codes(), IsEmpty());
}

TEST(Scores, AreOfWhatTheyAreAbout) {
  EXPECT_THAT(Check("rule x { when road completed  then score city.completed for road }")->Lines(),
              ElementsAre("E46 city.completed has nothing to say about a road. It is about a city."));
  EXPECT_THAT(Check("modify road.completed { points value of city.completed for road \"x\" }")->Codes(), ElementsAre("E46"));
  EXPECT_THAT(Check("score city.sun \"sun\" in towns { when city completed  for active_player  points 1 \"x\" }\ngroup towns of score\nmodify road.completed { points value of towns for road \"x\" }")->Lines(),
              ElementsAre("E46 towns has nothing to say about a road."));
  EXPECT_THAT(Check("modify road.completed { points value of feature_values for road \"x\" }")->Codes(), ElementsAre("E15"));
}
TEST(Conditions, NameRulesetsThatThereAre) {
  EXPECT_THAT(Check("modify road.completed { if playing abot  extra 1 \"x\" }")->Lines(),
              ElementsAre("E40 There is no ruleset called \"abot\". Did you mean \"abbot\"?"));
  EXPECT_THAT(Check("modify road.completed { if not playing house_of_a_friend  extra 1 \"x\" }")->Codes(), IsEmpty());
}
TEST(Tiles, ShowMarkersWhereTheyMayLie) {
  EXPECT_THAT(Check("tile Q \"q\" { city N with pennant  field EL ER SL SR WL WR  pennant }")->Lines(),
              ElementsAre("E18 A pennant is on city; here it is printed on the tile itself. Several on one segment are separated by commas: \"with pennant, ...\"."));
  EXPECT_THAT(Check("tile Q \"q\" { city N  road S with pennant  field EL ER SL SR WL WR }")->Lines(), ElementsAre("E18 A pennant is on city; here it is printed on a road."));
}
TEST(Tiles, SayHowTheirLinesAreWritten) {
  EXPECT_THAT(Check("marker oven { on city }\ntile Q \"q\" { city N W with oven with pennant  field EL ER SL SR }")->Lines(), ElementsAre("E32 Several markers on one segment are separated by commas."));
  EXPECT_THAT(Check("tileset q { RFr 2 starts RFr }")->Lines(), ElementsAre("E32 \"starts\" stands before the brace: tileset q starts RFr { ... }."));
}
TEST(Tilesets, AreDrawnBeforeOthersThatThereAre) {
  const std::string tile = "tile Q \"q\" { city N  field EL ER SL SR WL WR }\n";
  EXPECT_THAT(Check(tile + "tileset q before bsae { Q 2 }")->Lines(), ElementsAre("E01 There is no tileset called \"bsae\". Did you mean \"base\"?"));
  EXPECT_THAT(Check(tile + "tileset q before q { Q 2 }")->Lines(), ElementsAre("E13 \"q\" would have to be drawn before itself."));
  EXPECT_THAT(Check(tile + "tileset q before p { Q 2 }\ntileset p before q { Q 2 }")->Codes(), ElementsAre("E13"));
}

TEST(Events, HappenToThingsOfTheirClasses) {
  const auto when = [](const std::string& event) { return Check("rule x { when " + event + "  then return followers on roads }")->Lines(); };
  EXPECT_THAT(when("tile placed"), ElementsAre("E46 Only a piece, a figure or a marker is ever \"placed\". A tile that is drawn or laid is a \"piece\"."));
  EXPECT_THAT(when("road moved"), ElementsAre("E46 Only a figure or a marker is ever \"moved\"."));
  EXPECT_THAT(when("award scored"), ElementsAre("E46 Only a feature is ever \"scored\"."));
  EXPECT_THAT(when("card drawn"), ElementsAre("E01 There are no cards: no ruleset here has a deck."));
}
TEST(Events, AreHeardOfADeckOfItsCardsAndOfOneCard) {
  const std::string sky = "deck sky { sun 2 rain 1 }\nrule sky.draw { at begin  then draw card from sky }\n";
  for (const std::string subject : {"card", "sky", "sun"}) {
    const auto checked = Check(sky + "score x \"x\" { when " + subject + " drawn  for active_player  points 1 \"x\" }");
    EXPECT_THAT(checked->Codes(), IsEmpty());
    ASSERT_TRUE(checked->compiled.program);
    EXPECT_NE(checked->compiled.program->FindRule("x"), kNoId) << subject;
  }
  EXPECT_THAT(Check(sky + "rule x { when sun moved  then return followers on roads }")->Lines(), ElementsAre("E46 Only a figure or a marker is ever \"moved\"."));
}

// Of two that say what those who tie get, or who chooses, the last would quietly be the one that holds.
TEST(Modifiers, DoNotDecideOneThingTwice) {
  EXPECT_THAT(Check("modify road.completed { ties nobody }\nmodify road.completed { ties split rounding down }")->Lines(),
              ElementsAre("E11 Two rules say what those get who tie for road.completed, and both apply. Leave one of them out."));
  EXPECT_THAT(Check("modify road.completed { ties nobody }\nmodify feature_values { ties nobody }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("modify castle.base { once per castle chosen by best value }\nmodify castle.base { once per castle chosen by active_player }", "castles")->Codes(),
              ElementsAre("E11"));
}
TEST(Modifiers, ThatDecideOneThingSayWhichStandsOver) {
  const auto ties = [](const std::string& selection) {
    Library library(REEVE_SOURCE_DIR "/rulesets");
    library.AddText("hard.reeve", "ruleset hard extends base\nmodify road.completed { ties nobody }");
    library.AddText("soft.reeve", "ruleset soft extends base\nmodify road.completed { over hard  ties split rounding down }");
    const Compiled compiled = Compile(selection, library);
    if (!compiled.program) return Ties::kAll;
    return compiled.program->rule(compiled.program->FindRule("road.completed")).ties;
  };
  EXPECT_EQ(ties("base, hard"), Ties::kNobody);
  EXPECT_EQ(ties("base, hard, soft"), Ties::kSplitDown);
  EXPECT_EQ(ties("base, soft, hard"), Ties::kSplitDown);
}

TEST(Modifiers, NameWhatTheyStandOverOrAfter) {
  EXPECT_THAT(Check("modify city.completed { over bse  points is 3 \"x\" }")->Codes(), ElementsAre("E01"));
  EXPECT_THAT(Check("modify city.completed { order after nobody.knows  points doubled \"x\" }")->Codes(), ElementsAre("E01"));
  // A ruleset that is not played, and a source that only one of those names.
  EXPECT_THAT(Check("modify city.completed { over abbot  points is 3 \"x\" }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("modify city.completed { order after castle.base  points doubled \"x\" }")->Codes(), IsEmpty());
}

TEST(Forbids, OfAGroupSayWhichOfferDoesNotGoWithThem) {
  const auto checked = Check("marker horse { supply 1  on road }\noffer horse.place \"the horse\" in deployments {\n  at act\n"
                             "  choose horse from horses of active_player in supply by active_player\n"
                             "  choose road from roads on placed by active_player\n  then move horse to road\n}");
  EXPECT_THAT(checked->Codes(), ElementsAre("E51")) << checked->All();
}

TEST(Offers, WhoseQuestionIsWrongLackNone) {
  EXPECT_THAT(Check("offer a.b \"x\" { at act  choose follower from followers of active_player in supply by activ_player  then return follower }")->Codes(),
              ElementsAre("E01"));
}

TEST(Tiles, WithAStrangeLineSayOneThing) {
  EXPECT_THAT(Check("tile T \"t\" { colour blue  road E W  field NL NR EL WR  field ER SL SR WL }")->Codes(), ElementsAre("E01"));
  EXPECT_THAT(Check("tile T \"t\" { rode E W  feild NL NR EL WR  field ER SL SR WL }")->Codes(), ElementsAre("E01", "E01"));
}

TEST(Words, OfStatesAreOfferedWhereTheyAreAlmostWritten) {
  const auto checked = Check("modify field.final { if any (cities where city is compleated)  extra 1 \"x\" }");
  EXPECT_THAT(checked->Codes(), ElementsAre("E01"));
  EXPECT_THAT(checked->All(), testing::HasSubstr("Did you mean \"completed\"?"));
}

TEST(Findings, InTheRulesetsThereAreNone) {
  Library library(REEVE_SOURCE_DIR "/rulesets");
  std::vector<std::string> names;
  for (const auto& [name, path] : library.rulesets()) names.push_back(name);
  for (const std::string& name : names) {
    const Compiled compiled = Compile(name, library);
    EXPECT_THAT(RenderAll(compiled.findings, library.sources()), IsEmpty()) << name;
    EXPECT_TRUE(compiled.program) << name;
  }
}

// --- large and deep -------------------------------------------------------------------------------------

std::string Times(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(Limits, OfNestingGiveOneError) {
  for (const int depth : {65, 1000, 100000}) {
    const auto checked = Check("modify road.completed { points " + Times("(", depth) + "1" + Times(")", depth) + " \"x\" }");
    EXPECT_THAT(checked->Codes(), ElementsAre("E35"));
  }
  EXPECT_THAT(Check("modify road.completed { points " + Times("(", 40) + "1" + Times(")", 40) + " \"x\" }")->Codes(), IsEmpty());
}

TEST(Limits, OfLongChainsAreReachedInTime) {
  const auto begin = std::chrono::steady_clock::now();
  const auto small = [](const std::unique_ptr<Checked>& checked) { return checked->compiled.findings.all().size() <= 1; };
  EXPECT_TRUE(small(Check("modify road.completed { points 1" + Times(" + 1", 3000) + " \"x\" }")));
  EXPECT_TRUE(small(Check("modify road.completed { if any roads" + Times(" and not any roads", 3000) + "  points 1 \"x\" }")));
  EXPECT_TRUE(small(Check("modify road.completed { points 1 per tile of road" + Times(" touching road", 3000) + " \"x\" }")));
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
