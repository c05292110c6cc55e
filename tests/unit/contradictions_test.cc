// What the checker says of what is said twice, what contradicts itself or another ruleset, and what names nothing.
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

// --- what is said twice, or names nothing -----------------------------------------------------------------
TEST(Kinds, SayEachOfTheirLinesOnce) {
  EXPECT_THAT(Check("figure guest { supply 1  supply 2  on road }")->Codes(), ElementsAre("E50"));
  EXPECT_THAT(Check("figure guest { votes 1  on road  votes 2 }")->Codes(), ElementsAre("E50"));
  EXPECT_THAT(Check("figure guest { on road  supply 1  on city }")->Codes(), IsEmpty());
}

TEST(Kinds, AndTilesComeInNumbersThatAGameCanHave) {
  EXPECT_THAT(Check("figure guest { supply 500  on road }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("figure guest { supply 501  on road }")->Lines(),
              ElementsAre("E48 A supply is 0 to 500; nobody has so many."));
  EXPECT_THAT(Check("figure guest { supply 1  votes 100000  on road }")->Lines(),
              ElementsAre("E48 A figure has up to 1000 votes."));
  EXPECT_THAT(Check("tileset more { RFr 0  CRr 2 }")->Codes(), ElementsAre("W22"));
}

// Whether there are any is all that is known of options.
TEST(Options, AreNothingToGoThroughOrToCount) {
  for (const char* items :
       {"never options of tile.place", "modify road.final { points 1 per options of tile.place \"a\" }",
        "modify road.final { extra number of options of tile.place \"a\" }",
        "rule r \"r\" { when turn ends  each options of tile.place  then return followers on roads }"}) {
    const auto checked = Check(items);
    EXPECT_THAT(checked->Codes(), ElementsAre("E46")) << items;
    EXPECT_EQ(checked->Marked(), "options of tile.place");
  }
  EXPECT_THAT(
      Check("forbid place.pass \"lay it\" { if any options of tile.place and no options of follower.place }")->Codes(),
      IsEmpty());
}

TEST(Definitions, AreReadWhetherUsedOrNot) {
  EXPECT_THAT(Check("define foo of road as bars on road")->Codes(), ElementsAre("E01"));
  EXPECT_THAT(Check("define road is odd when number of tilez of road = 1")->Codes(), ElementsAre("E01"));
  EXPECT_THAT(Check("extend towns of field with bars on field, monasterys on tiles of field")->Codes(),
              ElementsAre("E01", "E01"));
  EXPECT_THAT(Check("define foo of road as foo of road")->Codes(), ElementsAre("E15"));
  // Once, however often it is used.
  EXPECT_THAT(
      Check("define foo of feature as number of bars on feature\n"
            "modify road.completed { points foo of road \"x\" }\nmodify city.completed { points foo of city \"x\" }")
          ->Codes(),
      ElementsAre("E01"));
  // Where a narrower kind has its own, the wider one is not read for it.
  EXPECT_THAT(Check("marker crate { on tile  has worth 1 to 3 }  marker sack { on tile }\n"
                    "define price of marker as 1\ndefine price of crate as worth of crate")
                  ->Codes(),
              IsEmpty());
}

TEST(Heads, ThatAreWrongLetTheRestBeRead) {
  EXPECT_THAT(
      Check("score a.b \"x\" { when road complete  for majority of followrs on road  points 1 per tile of rode \"x\" }")
          ->Codes(),
      ElementsAre("E49", "E01", "E01"));
  EXPECT_THAT(Check("score a.b \"x\" in feature_values { when road finished  if any pennants  for majority of "
                    "followers on road  points 1 per tile of subject \"x\" }")
                  ->Codes(),
              ElementsAre("E49"));
  EXPECT_THAT(Check("score a.b \"x\" { at last_featurs  each road  for majority of followers on road  points 1 per "
                    "tile of road \"x\" }")
                  ->Codes(),
              ElementsAre("E49"));
  EXPECT_THAT(Check("rule a.b \"x\" { when follower moved to filed  then return folower }")->Codes(),
              ElementsAre("E01", "E01"));
  EXPECT_THAT(Check("offer a.b \"x\" { at akt  choose follower from followers of active_player in supply by "
                    "active_player  then return follower }")
                  ->Codes(),
              ElementsAre("E49"));
  // What it is about is not known: nothing is said of the rest.
  EXPECT_THAT(
      Check("score a.b \"x\" { when follower completed  for owner of follower  points 1 per tile of road \"x\" }")
          ->Codes(),
      ElementsAre("E46"));
}

TEST(Heads, ThatAreMissingAreWhatIsMissed) {
  const auto checked = Check("score a.b \"x\" { for majority of followers on road  points 1 per tile of road \"x\" }");
  EXPECT_THAT(checked->Codes(), ElementsAre("E51")) << checked->All();
  EXPECT_EQ(checked->Marked(), "a.b");
  // It has a head that names no road.
  EXPECT_THAT(Check("score a.b \"x\" { at last_features  for majority of followers on road  points 1 \"x\" }")->Codes(),
              ElementsAre("E03"));
}

TEST(Options, ThatThereAreNotAreNotTakenForConditionsOfTheBoard) {
  EXPECT_THAT(Check("if p is yes { modify road.completed { extra 1 \"x\" } }")->Lines(),
              ElementsAre("E43 There is no option \"p\". There are: edition, fields, printing, tiny_city."));
  EXPECT_THAT(Check("if road is completed { modify road.completed { extra 1 \"x\" } }")->Codes(), ElementsAre("E50"));
}
TEST(Options, OfARulesetThatIsNotPlayedSayWhose) {
  const std::string rule = " { modify road.completed { extra 1 \"x\" } }";
  EXPECT_THAT(
      Check("if titles is flat" + rule)->Lines(),
      ElementsAre(
          "E43 The option \"titles\" is of king, which is not played here. Write \"if playing king and ...\"."));
  EXPECT_THAT(Check("if playing king and titles is flat" + rule)->Codes(), IsEmpty());
  EXPECT_THAT(Check("if titles is flat and playing king" + rule, "king")->Codes(), IsEmpty());
  EXPECT_THAT(Check("if playing king and titles is flot" + rule, "king")->Codes(), ElementsAre("E43"));
  EXPECT_THAT(
      Check("", "base (titles flat)")->Lines(),
      ElementsAre("E43 The option \"titles\" is of king, which is not played here: add it, king (titles ...)."));
}

TEST(Modifiers, SayWhichLinesThereAre) {
  EXPECT_THAT(Check("modify follower { colour red }")->Lines(),
              ElementsAre("E32 A modifier has no line \"colour\". Those of a kind begin with: supply, votes, on, in, "
                          "neutral, stays, has; those of a score with: "
                          "points, extra, count, instead of, without, for, ties, if, over, order, cite. "
                          "Cards are added to a deck by \"modify deck follower { ... }\"."));
  EXPECT_THAT(Check("modify road.completed { frob 3 }")->Lines(),
              ElementsAre("E32 A modifier has no line \"frob\". Those of a score begin with: points, extra, count, "
                          "instead of, without, for, ties, if, over, order, cite."));
  EXPECT_THAT(Check("deck sky { sun 2 }\nmodify sky { snow }")->Lines(),
              ElementsAre(EndsWith("Cards are added to a deck by \"modify deck sky { ... }\".")));
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
  EXPECT_EQ(Together("modify road.completed { points is 5 \"x\" over b }",
                     "\nmodify road.completed { points is 3 \"y\" over a }"),
            "E13 Each of the two says that it goes over the other. One \"over\" has to go.");
  EXPECT_EQ(Together("modify road.completed { over b  for next_player }",
                     "\nmodify road.completed { over a  for active_player }"),
            "E13 Each of the two says that it goes over the other. One \"over\" has to go.");
  EXPECT_EQ(Together("modify road.completed { over b  ties nobody }",
                     "\nmodify road.completed { over a  ties split rounding down }"),
            "E13 Each of the two says that it goes over the other. One \"over\" has to go.");
  EXPECT_EQ(Together("modify road.completed { points doubled \"x\" order after b }",
                     "\nmodify road.completed { points halved rounding up \"y\" order after a }"),
            "E13 Each of the two says that it comes before the other, or each after. One \"order\" has to go.");
  EXPECT_EQ(Together("modify road.completed { points doubled \"x\" }",
                     "\nmodify road.completed { points halved rounding up \"y\" }"),
            "E10 \"x\" and \"y\" of road.completed: one halves, and which comes first changes the points. Say which is "
            "first: if it is the other, write \"order after a\" in this one.");
}
TEST(Modifiers, ThatTakeARowAwayAgreeOrAreToldApart) {
  const std::string without = "modify city.completed { without \"pennants\" }",
                    instead = "modify city.completed { instead of \"pennants\" points 5 per coat }";
  const std::string both =
      "E09 One rule takes the row \"pennants\" of city.completed away, and another stands in its place. Leave one of "
      "the two out.";
  EXPECT_EQ(Together(without, "\n" + without), "");
  EXPECT_EQ(Together(without, "\n" + instead), both);
  EXPECT_EQ(Together(instead, "\n" + without), both);
}
TEST(Definitions, ThatCannotBeReadAreOneMistake) {
  EXPECT_THAT(Check("extend spots of follower with spaces touching placed")->Codes(), ElementsAre("E04"));
  EXPECT_THAT(
      Check("offer x \"x\" { at act  choose follower from followers of active_player in supply by active_player  "
            "choose thing from spaces touching placed by active_player  then move follower to thing }")
          ->Codes(),
      ElementsAre("E04"));
}
TEST(Decks, HaveSoManyCopiesOfACard) {
  EXPECT_THAT(Check("deck sky { sun 1001 }\nrule x { at begin  then draw card from sky }")->Lines(),
              ElementsAre("E57 A deck has up to 1000 copies of a card."));
}
TEST(Rankings, AreInTheOrderThatTheirModifiersSay) {
  const std::string many = "modify majority { most number of figures ",
                    few = "modify majority { prefer player is active_player ";
  EXPECT_EQ(Together(many + "}", "\n" + few + "}"),
            "E11 Two rules break ties of \"majority\", and which comes first changes who scores. Say which is first: "
            "if it is the other, write \"order after a\" in this one.");
  EXPECT_EQ(Together(many + "  order after b }", "\n" + few + "  order after a }"),
            "E13 These two tie-breaks each have to come before the other. One \"order\" has to go.");
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
    return Check("marker arrow { on tile " + has +
                 " }\nscore x \"x\" { when road completed  each arrow  for active_player  points number of path of "
                 "arrow at 1 \"x\" }\ntile T \"t\" { arrow  city N E S W }")
        ->Codes();
  };
  EXPECT_THAT(points(""), ElementsAre("E47"));
  EXPECT_THAT(points("has direction east | west"), ElementsAre("E47"));
  EXPECT_THAT(points("has heading east | up"), ElementsAre("E48"));
  EXPECT_THAT(points("has heading east | west"), IsEmpty());
}

// A ruleset that says no more than what there never is was not asked for anything.
TEST(Nevers, OfWhatThereCannotBeAreSaid) {
  EXPECT_THAT(Check("never pennants on roads")->Lines(),
              ElementsAre("W22 There are none: a pennant is on city, never on a road."));
  EXPECT_THAT(Check("never pennants on cities")->Codes(), IsEmpty());
  for (const char* never : {"never winners", "never followers of winners on roads"}) {
    const auto checked = Check(never);
    EXPECT_THAT(checked->Codes(), ElementsAre("W22")) << checked->All();
    EXPECT_EQ(checked->Marked(), "winners");
  }
}

TEST(Winners, AreThoseOfAScoring) {
  EXPECT_THAT(Check("score x \"x\" { when road completed  for winners  points 1 \"x\" }")->Lines(),
              ElementsAre("W22 x hangs on no scoring, so there are no winners here. They are known in a rule or score "
                          "of its own that begins with \"after ... scored\"."));
  EXPECT_THAT(Check("score x \"x\" { when road completed  for active_player  points value \"x\" }")->Codes(),
              ElementsAre("W22"));
  EXPECT_THAT(Check("score x \"x\" { after road.completed scored  for winners  points value \"x\" }")->Codes(),
              IsEmpty());
}
TEST(Circles, OfRulesThatSetEachOtherOffAreFound) {
  EXPECT_THAT(Check("score x \"x\" { when road scored  for active_player  points 1 \"x\" }")->Codes(),
              ElementsAre("E14"));
  EXPECT_THAT(Check("rule x { when road scored  then score road.completed for road }")->Codes(), ElementsAre("E14"));
  EXPECT_THAT(Check("rule x { when round starts  then play drawing to scoring }")->Codes(), ElementsAre("E14"));
  EXPECT_THAT(Check("rule x { at wrap_up  then play drawing to scoring }")->Codes(), ElementsAre("E14"));
  EXPECT_THAT(Check("rule x { at wrap_up  limit 1 per turn  then play drawing to scoring }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("rule x { at wrap_up  then play drawing to building }")->Codes(), IsEmpty());
}

TEST(Scores, AreOfWhatTheyAreAbout) {
  EXPECT_THAT(Check("rule x { when road completed  then score city.completed for road }")->Lines(),
              ElementsAre("E46 city.completed has nothing to say about a road. It is about a city."));
  EXPECT_THAT(Check("modify road.completed { points value of city.completed for road \"x\" }")->Codes(),
              ElementsAre("E46"));
  EXPECT_THAT(Check("score city.sun \"sun\" in towns { when city completed  for active_player  points 1 \"x\" }\ngroup "
                    "towns of score\nmodify road.completed { points value of towns for road \"x\" }")
                  ->Lines(),
              ElementsAre("E46 towns has nothing to say about a road."));
  EXPECT_THAT(Check("modify road.completed { points value of feature_values for road \"x\" }")->Codes(),
              ElementsAre("E15"));
}
TEST(Conditions, NameRulesetsThatThereAre) {
  EXPECT_THAT(Check("modify road.completed { if playing abot  extra 1 \"x\" }")->Lines(),
              ElementsAre("E40 There is no ruleset called \"abot\". Did you mean \"abbot\"?"));
  EXPECT_THAT(Check("modify road.completed { if not playing house_of_a_friend  extra 1 \"x\" }")->Codes(), IsEmpty());
}
TEST(Tiles, ShowMarkersWhereTheyMayLie) {
  EXPECT_THAT(Check("tile Q \"q\" { city N with pennant  field EL ER SL SR WL WR  pennant }")->Lines(),
              ElementsAre("E18 A pennant is on city; here it is printed on the tile itself. Several on one segment are "
                          "separated by commas: \"with pennant, ...\"."));
  EXPECT_THAT(Check("tile Q \"q\" { city N  road S with pennant  field EL ER SL SR WL WR }")->Lines(),
              ElementsAre("E18 A pennant is on city; here it is printed on a road."));
}
TEST(Tiles, SayHowTheirLinesAreWritten) {
  EXPECT_THAT(
      Check("marker oven { on city }\ntile Q \"q\" { city N W with oven with pennant  field EL ER SL SR }")->Lines(),
      ElementsAre("E32 Several markers on one segment are separated by commas."));
  EXPECT_THAT(Check("tileset q { RFr 2 starts RFr }")->Lines(),
              ElementsAre("E32 \"starts\" stands before the brace: tileset q starts RFr { ... }."));
}
TEST(Tilesets, AreDrawnBeforeOthersThatThereAre) {
  const std::string tile = "tile Q \"q\" { city N  field EL ER SL SR WL WR }\n";
  EXPECT_THAT(Check(tile + "tileset q before bsae { Q 2 }")->Lines(),
              ElementsAre("E01 There is no tileset called \"bsae\". Did you mean \"base\"?"));
  EXPECT_THAT(Check(tile + "tileset q before q { Q 2 }")->Lines(),
              ElementsAre("E13 \"q\" would have to be drawn before itself."));
  EXPECT_THAT(Check(tile + "tileset q before p { Q 2 }\ntileset p before q { Q 2 }")->Codes(), ElementsAre("E13"));
}

TEST(Events, HappenToThingsOfTheirClasses) {
  const auto when = [](const std::string& event) {
    return Check("rule x { when " + event + "  then return followers on roads }")->Lines();
  };
  EXPECT_THAT(
      when("tile placed"),
      ElementsAre(
          "E46 Only a piece, a figure or a marker is ever \"placed\". A tile that is drawn or laid is a \"piece\"."));
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
  EXPECT_THAT(Check(sky + "rule x { when sun moved  then return followers on roads }")->Lines(),
              ElementsAre("E46 Only a figure or a marker is ever \"moved\"."));
}

// Of two that say what those who tie get, or who chooses, the last would quietly be the one that holds.
TEST(Modifiers, DoNotDecideOneThingTwice) {
  EXPECT_THAT(
      Check("modify road.completed { ties nobody }\nmodify road.completed { ties split rounding down }")->Lines(),
      ElementsAre(
          "E11 Two rules say what those get who tie for road.completed, and both apply. Leave one of them out."));
  EXPECT_THAT(Check("modify road.completed { ties nobody }\nmodify feature_values { ties nobody }")->Codes(),
              IsEmpty());
  EXPECT_THAT(Check("modify castle.base { once per castle chosen by best value }\nmodify castle.base { once per castle "
                    "chosen by active_player }",
                    "castles")
                  ->Codes(),
              ElementsAre("E11"));
}
TEST(Modifiers, ThatDecideOneThingSayWhichStandsOver) {
  const auto ties = [](const std::string& selection) {
    Library library(REEVE_SOURCE_DIR "/rulesets");
    library.AddText("hard.reeve", "ruleset hard extends base\nmodify road.completed { ties nobody }");
    library.AddText("soft.reeve",
                    "ruleset soft extends base\nmodify road.completed { over hard  ties split rounding down }");
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
  EXPECT_THAT(Check("modify city.completed { order after nobody.knows  points doubled \"x\" }")->Codes(),
              ElementsAre("E01"));
  // A ruleset that is not played, and a source that only one of those names.
  EXPECT_THAT(Check("modify city.completed { over abbot  points is 3 \"x\" }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("modify city.completed { order after castle.base  points doubled \"x\" }")->Codes(), IsEmpty());
}

TEST(Forbids, OfAGroupSayWhichOfferDoesNotGoWithThem) {
  const auto checked = Check(
      "marker horse { supply 1  on road }\noffer horse.place \"the horse\" in deployments {\n  at act\n"
      "  choose horse from horses of active_player in supply by active_player\n"
      "  choose road from roads on placed by active_player\n  then move horse to road\n}");
  EXPECT_THAT(checked->Codes(), ElementsAre("E51")) << checked->All();
}

TEST(Offers, WhoseQuestionIsWrongLackNone) {
  EXPECT_THAT(Check("offer a.b \"x\" { at act  choose follower from followers of active_player in supply by "
                    "activ_player  then return follower }")
                  ->Codes(),
              ElementsAre("E01"));
}

TEST(Tiles, WithAStrangeLineSayOneThing) {
  EXPECT_THAT(Check("tile T \"t\" { colour blue  road E W  field NL NR EL WR  field ER SL SR WL }")->Codes(),
              ElementsAre("E01"));
  EXPECT_THAT(Check("tile T \"t\" { rode E W  feild NL NR EL WR  field ER SL SR WL }")->Codes(),
              ElementsAre("E01", "E01"));
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

}  // namespace
}  // namespace reeve
