// What the checker says of what can never have an effect, and that it says nothing where it could have one.
#include "tests/unit/checked.h"

namespace reeve {
namespace {

using test::Check;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A line of an offer that puts one of its own on a road.
std::string Offer(const std::string& kind) {
  return fmt::format(
      "offer {0}.place \"x\" {{ at act  choose {0} from {0}s of active_player in supply by active_player  choose road "
      "from roads on placed by active_player  then move {0} to road }}\n",
      kind);
}
const std::string kPays = "modify road.completed { points 2 per dog on road \"dog\" }\n";

// --- kinds that never come into play ----------------------------------------------------------------------
TEST(KindsOutOfPlay, AreFiguresThatNobodyHas) {
  EXPECT_THAT(
      Check("figure dog { on road }\n" + kPays)->Lines(),
      ElementsAre("W55 There are never any dogs: nobody has one. Write how many each player has, as in \"supply "
                  "1\"."));
  EXPECT_THAT(Check("figure dog like follower\n" + kPays)->Codes(), ElementsAre("W55"));
  EXPECT_THAT(Check("figure dog like follower { supply 1 }\n" + kPays)->Codes(), IsEmpty());
  EXPECT_THAT(Check("figure dog { on road }\n" + kPays + Offer("dog"))->Codes(), ElementsAre("W55"));
  // None on purpose, or some by a modifier, if only under a condition.
  EXPECT_THAT(Check("figure dog { supply 0  on road }\n" + kPays)->Codes(), IsEmpty());
  EXPECT_THAT(Check("figure dog { on road }\nmodify dog { supply 2 }\n" + kPays + Offer("dog"))->Codes(), IsEmpty());
  EXPECT_THAT(
      Check("figure dog { on road }\nif tiny_city is 2 { modify dog { supply 2 } }\n" + kPays + Offer("dog"))->Codes(),
      IsEmpty());
  // One that is like it is one.
  EXPECT_THAT(Check("figure dog { on road }\nfigure hound like dog { supply 1 }\n" + kPays + Offer("dog"))->Codes(),
              IsEmpty());
}

TEST(KindsOutOfPlay, AreThingsThatStayInTheSupply) {
  EXPECT_THAT(Check("figure dog { supply 1  on road }\n" + kPays)->Lines(),
              ElementsAre("W55 Nothing puts dogs anywhere, so they stay in the supply. Write an offer or a rule with "
                          "\"then move dog to ...\"."));
  EXPECT_THAT(Check("marker dog { supply 1  on road }\n" + kPays)->Codes(), ElementsAre("W55"));
  EXPECT_THAT(Check("figure dog { neutral  on road }\n" + kPays)->Codes(), ElementsAre("W55"));
  EXPECT_THAT(Check("figure dog { supply 1  on road }\n" + kPays + Offer("dog"))->Codes(), IsEmpty());
  EXPECT_THAT(Check("marker dog { supply 1  on road }\n" + kPays + Offer("dog"))->Codes(), IsEmpty());
  EXPECT_THAT(
      Check("figure dog { supply 1  on road }\n" + kPays + "if tiny_city is 2 { " + Offer("dog") + " }")->Codes(),
      IsEmpty());
  EXPECT_THAT(Check("marker coin { supply 3  on player }\nrule a.b \"x\" { when road completed  then give coins in "
                    "supply to active_player }")
                  ->Codes(),
              IsEmpty());
  EXPECT_THAT(Check("marker coin { supply 3 }\nmodify road.completed { points number of coins of player in supply "
                    "\"coins\" }")
                  ->Codes(),
              IsEmpty());
  // A scenario may set one up, to show what would be.
  EXPECT_THAT(Check("figure dog { supply 1  on road }\n" + kPays +
                    "scenario \"x\" { rules base, test  players red  board { RFr at 0 0 with red dog on road }  expect "
                    "red nothing }")
                  ->Codes(),
              IsEmpty());
}

TEST(KindsOutOfPlay, AreMarkersAndFeaturesOfNoTile) {
  const std::string coins = "modify road.completed { points 2 per coin on road \"coin\" }\n";
  EXPECT_THAT(Check("marker coin { on road }\n" + coins)->Lines(),
              ElementsAre(HasSubstr("W55 There are never any coins: no tile shows one, no bag holds one")));
  EXPECT_THAT(Check("marker coin { on road }\nbag purse of coins { copper }\n" + coins +
                    "rule a.b \"x\" { when piece placed  then draw coin from purse to placed }")
                  ->Codes(),
              IsEmpty());
  EXPECT_THAT(Check("marker coin { on road }\ntile T \"t\" { road E W with coin  field NL NR EL WR  field ER SL SR WL "
                    "}\ntileset ts { T 1 }\n" +
                    coins)
                  ->Codes(),
              IsEmpty());
  const std::string ponds = "modify field.final { points 2 per pond on tiles of field \"pond\" }\n";
  EXPECT_THAT(Check("feature pond { alone }\n" + ponds)->Lines(),
              ElementsAre("W55 There are never any ponds: no tile shows one, and nothing turns into one."));
  EXPECT_THAT(
      Check("feature pond { alone }\ntile T \"t\" { pond  field NL NR EL ER SL SR WL WR }\ntileset ts { T 1 }\n" +
            ponds)
          ->Codes(),
      IsEmpty());
  EXPECT_THAT(Check("feature pond { from city }\n" + ponds)->Codes(), IsEmpty());
}

TEST(KindsOutOfPlay, AreNotAskedForWhereOthersMayBringThem) {
  EXPECT_THAT(Check("figure dog { on road }")->Codes(), IsEmpty());  // words only
  Library library(REEVE_SOURCE_DIR "/rulesets");
  library.AddText("one.reeve", "ruleset one extends base\nfigure dog { on road }\nflag tired on dog\n" + kPays);
  library.AddText("two.reeve", "ruleset two extends one\nmodify road.final { points 1 per dog on road \"dog\" }");
  const Compiled both = Compile("two", library);
  EXPECT_THAT(RenderAll(both.findings, library.sources()), IsEmpty());
}

// --- flags and numbers ------------------------------------------------------------------------------------
TEST(States, ThatNothingSetsAreFound) {
  EXPECT_THAT(
      Check("flag tired on player\nmodify road.completed { if active_player is tired  extra 2 \"x\" }")->Lines(),
      ElementsAre("W55 Nothing sets the flag \"tired\", so it never holds. A rule does with \"then player is now "
                  "tired\"."));
  EXPECT_THAT(Check("number tolls\nmodify road.completed { extra tolls \"x\" }")->Lines(),
              ElementsAre("W55 Nothing sets the number \"tolls\", so it is always 0. A rule does with \"then tolls is "
                          "now ...\"."));
  EXPECT_THAT(Check("number tolls on player\nmodify road.completed { extra tolls of player \"x\" }")->Codes(),
              ElementsAre("W55"));
  // What a scenario gives, no game does.
  EXPECT_THAT(Check("number tolls on player\nmodify road.completed { extra tolls of player \"x\" }\nscenario \"x\" { "
                    "rules base, test  players red  given tolls of red is 3  expect red nothing }")
                  ->Codes(),
              ElementsAre("W55"));
}

TEST(States, ThatNothingAsksForAreFound) {
  EXPECT_THAT(
      Check("flag tired on player\nrule a.b \"x\" { when road completed  then active_player is now tired }")->Lines(),
      ElementsAre("W55 The flag \"tired\" is set, and nothing asks for it, so it changes nothing."));
  // To count on is not to ask.
  EXPECT_THAT(Check("number tolls on player\nrule a.b \"x\" { when road completed  then tolls of active_player is now "
                    "tolls of active_player + 1 }")
                  ->Codes(),
              ElementsAre("W55"));
}

TEST(States, ThatAreSetAndAskedForAreNot) {
  const std::string sets = "rule a.b \"x\" { when road completed  then active_player is now tired }\n";
  const std::string asks = "modify road.completed { if active_player is tired  extra 2 \"x\" }\n";
  EXPECT_THAT(Check("flag tired on player\n" + sets + asks)->Codes(), IsEmpty());
  EXPECT_THAT(Check("flag tired on player\nif tiny_city is 2 { " + sets + " }\n" + asks)->Codes(), IsEmpty());
  EXPECT_THAT(Check("flag tired on player\n" + sets + "if tiny_city is 2 { " + asks + " }")->Codes(), IsEmpty());
  EXPECT_THAT(
      Check("flag tired on player\n" + asks + "modify city.completed { then active_player is now tired }")->Codes(),
      IsEmpty());
  EXPECT_THAT(Check("flag tired on player\n" + sets +
                    "scenario \"x\" { rules base, test  players red  expect that red is tired }")
                  ->Codes(),
              IsEmpty());
  EXPECT_THAT(Check("allow W55 \"later\"\nflag tired on player\n" + sets)->Codes(), IsEmpty());
}

// --- scores and modifiers that pay nothing ----------------------------------------------------------------
TEST(Scores, WithoutARowPayNothing) {
  const std::string head = "score a.b \"x\" { when road completed  for majority of followers on road";
  EXPECT_THAT(Check(head + " }")->Lines(),
              ElementsAre("W22 a.b pays nothing: it has no row. Write below its \"for\" line what is paid: points 3 "
                          "\"label\"."));
  EXPECT_THAT(Check(head + "  count units 1 per tile of road \"x\" }")->Codes(), ElementsAre("W22"));
  EXPECT_THAT(Check(head + "  then return followers on road }")->Codes(), IsEmpty());
  EXPECT_THAT(Check(head + "  if any pennants { points 1 \"x\" } }")->Codes(), IsEmpty());
  EXPECT_THAT(Check(head + "  sum town over cities touching road { points 1 \"x\" } }")->Codes(), IsEmpty());
  EXPECT_THAT(Check(head + " }\nmodify a.b { points 1 \"x\" }")->Codes(), IsEmpty());
  EXPECT_THAT(Check(head + " }\nif tiny_city is 2 { modify a.b { points 1 \"x\" } }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("group gifts of road\nscore a.b \"x\" in gifts { when road completed  for majority of followers on "
                    "road }\nmodify gifts { points 1 \"x\" }")
                  ->Codes(),
              IsEmpty());
  // What hangs on it knows who has won.
  EXPECT_THAT(Check(head + " }\nrule a.c \"x\" { after a.b scored  each player in winners  then return followers of "
                           "player on road }")
                  ->Codes(),
              IsEmpty());
  EXPECT_THAT(Check("modify road.completed { without \"tiles\" }")->Codes(), IsEmpty());
}

TEST(Modifiers, ThatSayWhenAndNotWhatChangeNothing) {
  EXPECT_THAT(Check("modify road.completed { if number of tiles of road > 3 }")->Codes(), ElementsAre("W22"));
  EXPECT_THAT(Check("modify road.completed { if number of tiles of road > 3  cite a.b }")->Codes(), ElementsAre("W22"));
  EXPECT_THAT(Check("modify majority { cite a.b }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("modify road.completed { if number of tiles of road > 3  for active_player }")->Codes(), IsEmpty());
}

// --- conditions that never hold ---------------------------------------------------------------------------
TEST(Conditions, OfPlainNumbersSayNothing) {
  EXPECT_THAT(Check("modify road.completed { if 3 > 5  extra 1 \"x\" }")->Lines(),
              ElementsAre("W22 Nothing can make this true: both are numbers that never change."));
  EXPECT_THAT(Check("modify road.completed { if 3 <= 5  extra 1 \"x\" }")->Lines(),
              ElementsAre("W22 This is always true: both are numbers that never change."));
  EXPECT_THAT(Check("modify road.completed { if tiny_city > 3  extra 1 \"x\" }")->Codes(), IsEmpty());
}

TEST(Conditions, AskOneValueOfAnOption) {
  EXPECT_THAT(Check("forbid follower.place \"no\" { if tiny_city is 4 and tiny_city is 2 }")->Lines(),
              ElementsAre("W22 Nothing can make this true where the other condition is true: \"tiny_city\" has one "
                          "value."));
  const std::string rest = "{ modify road.completed { if tiny_city is 4  extra 1 \"x\" } }";
  EXPECT_THAT(Check("if tiny_city is 2 " + rest)->Codes(), ElementsAre("W22"));
  EXPECT_THAT(Check("if tiny_city is not 4 " + rest)->Codes(), ElementsAre("W22"));
  EXPECT_THAT(Check("if tiny_city is not 2 " + rest)->Codes(), IsEmpty());
  EXPECT_THAT(Check("if tiny_city is 4 " + rest)->Codes(), IsEmpty());
  EXPECT_THAT(Check("if fields is each_city " + rest)->Codes(), IsEmpty());
  EXPECT_THAT(
      Check("modify road.completed { if tiny_city is 2 { extra 1 \"x\" }  if tiny_city is 4 { extra 2 \"y\" } }")
          ->Codes(),
      IsEmpty());
  EXPECT_THAT(Check("modify road.completed { if tiny_city is 2 or tiny_city is 4  extra 1 \"x\" }")->Codes(),
              IsEmpty());
}

TEST(Conditions, LookForThingsWhereTheyCanLie) {
  const std::string dog = "figure dog { supply 1  on road }\n" + Offer("dog");
  EXPECT_THAT(Check(dog + "modify field.final { if any dogs on field  extra 2 \"x\" }")->Lines(),
              ElementsAre("W22 There are none: a dog is on road, never on a field."));
  EXPECT_THAT(Check(dog + "modify field.final { points 1 per dog on field \"x\" }")->Codes(), ElementsAre("W22"));
  EXPECT_THAT(Check("figure dog { supply 1  on road }\ndefine spots of dog as segments of placed\noffer dog.place "
                    "\"x\" in deployments { at act  choose dog from dogs of active_player in supply by active_player  "
                    "choose spot from spots of dog by active_player  then move dog to spot }\n"
                    "modify field.final { if any dogs on field  extra 2 \"x\" }")
                  ->Codes(),
              ElementsAre("W22"));
  EXPECT_THAT(Check(dog + "modify road.final { if any dogs on road  extra 2 \"x\" }")->Codes(), IsEmpty());
  // Another rule puts it there, or its kind is let go there, if only under a condition.
  EXPECT_THAT(Check(dog + "rule a.b \"x\" { when piece placed  each field on placed  then move dogs of active_player "
                          "in supply to field }\n"
                          "modify field.final { if any dogs on field  extra 2 \"x\" }")
                  ->Codes(),
              IsEmpty());
  EXPECT_THAT(Check(dog + "if tiny_city is 2 { modify dog { on field } }\n"
                          "modify field.final { if any dogs on field  extra 2 \"x\" }")
                  ->Codes(),
              IsEmpty());
  // A modifier of several scores asks for what some of them have; so does a definition.
  EXPECT_THAT(Check(dog + "modify road.final, field.final { if any dogs on subject  extra 2 \"x\" }")->Codes(),
              IsEmpty());
  EXPECT_THAT(Check(dog + "define kennels of feature as dogs on feature\nmodify road.final { points 1 per kennels of "
                          "road \"x\" }\nmodify field.final { points 1 per kennels of field \"x\" }")
                  ->Codes(),
              IsEmpty());
}

// --- options, titles, tiles, names ------------------------------------------------------------------------
TEST(Options, AreNeededWithValuesThatTheyHave) {
  const auto of = [](const std::string& header) {
    Library library(REEVE_SOURCE_DIR "/rulesets");
    library.AddText("test.reeve", header + "\nmodify road.completed { extra 1 \"x\" }");
    std::vector<std::string> lines;
    const Compiled compiled = Compile("test", library);
    for (const Diagnostic& said : compiled.findings.all())
      lines.push_back(fmt::format("{} {}", Info(said.code).id, said.text));
    return lines;
  };
  EXPECT_THAT(of("ruleset test extends base needs tiny_city 7"),
              ElementsAre("E43 \"tiny_city\" cannot be 7. It can be: 4, 2."));
  EXPECT_THAT(of("ruleset test extends base needs tiny_city 7 | 4"),
              ElementsAre("E43 \"tiny_city\" cannot be 7. It can be: 4, 2."));
  EXPECT_THAT(of("ruleset test extends base needs tiny_city 2 | 4"), IsEmpty());
}

TEST(Options, AreAskedForTheirValuesBesideWhatIsNotPlayed) {
  EXPECT_THAT(Check("if playing abbot and tiny_city is 9 { modify road.final { extra 2 \"x\" } }")->Lines(),
              ElementsAre("E43 \"tiny_city\" is never \"9\". It can be: 4, 2."));
  EXPECT_THAT(Check("if playing abbot and tiny_city is 2 { modify road.final { extra 2 \"x\" } }")->Codes(), IsEmpty());
}

TEST(Titles, AreOfOneScenarioEach) {
  const auto two = [](const char* first, const char* second) {
    return Check(
        fmt::format("scenario \"{}\" {{ rules base  players red  expect red nothing }}\nscenario \"{}\" {{ rules "
                    "base  players red  expect red total 0 }}",
                    first, second));
  };
  EXPECT_THAT(two("one", "one")->Lines(),
              ElementsAre("L27 Two scenarios are called \"one\". Say of each what it alone shows."));
  EXPECT_THAT(two("one", "two")->Codes(), IsEmpty());
}

TEST(Tiles, AreKnownAsOneThingEach) {
  const auto tiles = [](const char* first, const char* second) {
    constexpr const char* kRoad = "{ road E W  field NL NR EL WR  field ER SL SR WL }";
    return Check(fmt::format("tile T \"t\" known as {0} {2}\ntile V \"v\" known as {1} {2}\ntileset ts {{ T 1  V 1 }}",
                             first, second, kRoad));
  };
  EXPECT_THAT(tiles("\"X1\"", "\"X1\"")->Lines(),
              ElementsAre("W22 Nothing comes of this: \"X1\" is T already, and records that say so mean that tile."));
  EXPECT_THAT(tiles("\"X1\", \"X1\"", "\"X2\"")->Codes(), ElementsAre("W22"));
  EXPECT_THAT(tiles("\"X1\"", "\"U\"")->Lines(), ElementsAre(HasSubstr("\"U\" is RFr already")));  // of another ruleset
  EXPECT_THAT(tiles("\"X1\"", "\"X2\" turned 90")->Codes(), IsEmpty());
}

TEST(Over, NamesWhatCanBeFound) {
  EXPECT_THAT(Check("modify road.completed { over farmers  points is 5 \"x\" }")->Lines(),
              ElementsAre("E01 No ruleset, rule or source is called \"farmers\". Rulesets with that word are: "
                          "farmers_four."));
  EXPECT_THAT(Check("modify road.completed { over zork  points is 5 \"x\" }")->Lines(),
              ElementsAre("E01 No ruleset, rule or source is called \"zork\". If a file in another folder has it, name "
                          "that file as well: \"..., FOLDER/zork.reeve\"."));
  EXPECT_THAT(Check("modify road.completed { over farmers_four  points is 5 \"x\" }")->Codes(), IsEmpty());
}

// --- conditions that do not ask about what they choose from ------------------------------------------------
TEST(SameForAll, IsWhatDoesNotAskAboutItsMember) {
  const auto pays = [](const std::string& row) { return Check("modify road.completed { " + row + " \"x\" }"); };
  const auto each = pays("points 1 per (cities touching road where number of tiles > 3)");
  EXPECT_THAT(each->Lines(), ElementsAre("W62 This does not ask about the city, so it keeps all of them or none. Did "
                                         "you mean \"tiles of city\"?"));
  EXPECT_EQ(each->Marked(), "number of tiles > 3");
  EXPECT_THAT(pays("points 1 per (cities touching road where number of tiles of city > 3)")->Codes(), IsEmpty());
  EXPECT_THAT(pays("points 1 per (cities touching road where any followers of active_player)")->Lines(),
              ElementsAre(HasSubstr("\"followers of active_player on city\"")));
  EXPECT_THAT(pays("for players where any (followers of active_player on road) points 1")->Lines(),
              ElementsAre("W62 This does not ask about the player, so it keeps all of them or none. What has nothing "
                          "to do with them is asked in an \"if\" of its own."));
  EXPECT_THAT(pays("for players with most number of followers points 1")->Lines(),
              ElementsAre("W62 This does not ask about the player, so all of them have the same. Did you mean "
                          "\"followers of player\"?"));
}

TEST(SameForAll, IsNotWhatOnlyTheseOptionsMakeSo) {
  EXPECT_THAT(
      Check("modify road.completed { points 1 per (cities touching road where tiny_city is 2) \"x\" }")->Codes(),
      IsEmpty());
  EXPECT_THAT(
      Check("modify road.completed { points 1 per (cities touching road where (tiny_city is 2 or any pennant on "
            "city) and any follower on road) \"x\" }")
          ->Codes(),
      IsEmpty());
}

TEST(SameForAll, IsAllowedWhereNoIfCanStand) {
  const std::string gates = "define gates of city as tiles of city where any roads\n";
  EXPECT_THAT(Check(gates + "modify city.completed { points 1 per gates of city \"gates\" }")->Codes(), IsEmpty());
  EXPECT_THAT(Check("never players where number of pieces in pile > 100")->Codes(), IsEmpty());
  EXPECT_THAT(Check("never roads where number of pieces in pile > 100")->Lines(),
              ElementsAre(HasSubstr("asked of its players: \"never players where ...\".")));
  EXPECT_THAT(Check("never roads where number of followers > 9")->Lines(),
              ElementsAre(HasSubstr("Did you mean \"followers on road\"?")));
}

// --- never ------------------------------------------------------------------------------------------------
TEST(Never, StandsBeforeThings) {
  EXPECT_THAT(Check("never pile")->Lines(),
              ElementsAre("E46 \"pile\" is where things lie, and always there. What never "
                          "lies there is \"never pieces in pile\"."));
  EXPECT_THAT(Check("never (pile) where number of pieces > 3")->Codes(), ElementsAre("E46"));
  EXPECT_THAT(
      Check("deck sky { sun }\nrule sky.turn \"x\" { when turn ends  then put top of sky under }\nnever sky")->Lines(),
      ElementsAre("E46 \"sky\" is where cards or tokens lie, and always there."));
  EXPECT_THAT(Check("never tiny_city")->Lines(),
              ElementsAre("E46 \"tiny_city\" is a number, and behind \"never\" stand things."));
  EXPECT_THAT(Check("never total of active_player")->Lines(),
              ElementsAre(HasSubstr("\"never players where total of active_player > 100\"")));
  EXPECT_THAT(Check("number feasts on game cleared when turn starts\nnever feasts")->Codes(), ElementsAre("E46"));
}

// A card of some deck elsewhere has that name; markers are something else.
TEST(Names, OfFiguresAsPlayersCallThemAreFollowersSomewhere) {
  const auto farmers = Check("never farmers");
  EXPECT_THAT(farmers->Lines(), ElementsAre("E01 I do not know \"farmers\"."));
  EXPECT_THAT(farmers->All(), HasSubstr("figures are named by where they stand, as in \"followers on roads\""));
  EXPECT_THAT(Check("never squares")->Lines(), ElementsAre("E01 I do not know \"squares\". Did you mean \"cells\"?"));
}

TEST(Never, IsNotOfWhatIsThereInEveryGame) {
  for (const char* things : {"active_player", "next_player", "players", "opponents"}) {
    EXPECT_THAT(Check(fmt::format("never {}", things))->Lines(),
                ElementsAre("W22 There is always a player. Say which there never are: \"never players where ...\"."));
  }
  EXPECT_THAT(Check("never pieces")->Codes(), ElementsAre("W22"));
  EXPECT_THAT(Check("never followers")->Lines(),
              ElementsAre("W22 There is always a follower, if only in the supply. Say where there are none: \"never "
                          "followers on ...\"."));
  EXPECT_THAT(Check("never figures")->Codes(), ElementsAre("W22"));
  for (const char* things : {"followers on fields", "fields", "pieces in pile",
                             "active_player where total of player > 9", "followers where follower is settled"}) {
    EXPECT_THAT(Check(fmt::format("never {}", things))->Codes(), Not(testing::Contains("W22"))) << things;
  }
}

}  // namespace
}  // namespace reeve
