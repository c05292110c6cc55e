#include "compiler/syntax/parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "compiler/diagnostics/render.h"
#include "compiler/syntax/print.h"

namespace reeve {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

struct Parsed {
  SourceMap sources;
  Sink sink;
  ast::File file;

  std::string Errors() const { return RenderAll(sink, sources); }
  std::string Items() const {
    std::string text;
    for (const ast::Item& item : file.items) text += ast::Print(item) + "\n";
    return text;
  }
};

std::unique_ptr<Parsed> Read(std::string text) {
  auto parsed = std::make_unique<Parsed>();
  const int32_t file = parsed->sources.Add("test.reeve", std::move(text));
  parsed->file = Parse(parsed->sources, file, parsed->sink);
  return parsed;
}

// --- what is read ---------------------------------------------------------------------------------------

struct Reading {
  const char* text;
  const char* printed;  // "=": as written

  friend void PrintTo(const Reading& reading, std::ostream* out) { *out << reading.text; }
};

class Readings : public testing::TestWithParam<Reading> {};

TEST_P(Readings, ArePrintedAsTheyAreUnderstood) {
  const Reading& reading = GetParam();
  const std::string wanted = reading.printed == std::string("=") ? reading.text : reading.printed;
  const auto parsed = Read(reading.text);
  EXPECT_FALSE(parsed->sink.HasErrors()) << parsed->Errors();
  EXPECT_EQ(ast::Print(parsed->file), wanted + "\n");
  EXPECT_EQ(ast::Print(Read(wanted)->file), wanted + "\n") << "printing does not settle";
}

INSTANTIATE_TEST_SUITE_P(
    Headers, Readings,
    testing::Values(Reading{"ruleset base", "="},
                    Reading{"ruleset my_house \"Our house\" extends base (tiny_city 2, edition c2), inns "
                            "uses inns.tiles, gold.tiles",
                            "="},
                    Reading{"ruleset a needs edition c1 | c2 needs x 3 source \"here\" source \"there\"", "="},
                    Reading{"\xEF\xBB\xBFruleset base # with a byte order mark", "ruleset base"}));

INSTANTIATE_TEST_SUITE_P(
    Declarations, Readings,
    testing::Values(Reading{"option tiny_city \"a two-tile city pays\" 4 | 2", "="},
                    Reading{"option most all | nobody # soft keywords are names", "option most all | nobody"},
                    Reading{"if edition is not c1 { define tiles as cells group a of feature }", "="},
                    Reading{"if playing castles { }", "="},
                    Reading{"define length of road as number of tiles of road", "="},
                    Reading{"define tiles as cells", "="},
                    Reading{"define fief of castle as cells of castle, flanks of castle where x is y", "="},
                    Reading{"define towns of field as cities touching field where city is completed", "="},
                    Reading{"define city is small when number of tiles of city = 2 and no (a where b is c)",
                            "define city is small when (number of tiles of city = 2 and no (a where b is c))"},
                    Reading{"extend length of road with -number of (tiles of road where any x on tile)",
                            "extend length of road with (- number of (tiles of road where any x on tile))"},
                    Reading{"extend open_ends with a where no b on c", "="},
                    Reading{"never features where any mage on feature and any witch on feature",
                            "never features where (any mage on feature and any witch on feature)"},
                    Reading{"flag young on castle cleared when turn ends", "="},
                    Reading{"link watched on robber to scorer cleared when resolve ends", "="},
                    Reading{"number largest_city", "="}, Reading{"group feature_values, final_values of feature", "="},
                    Reading{"allow W24 \"no abbot here\"", "="}));

INSTANTIATE_TEST_SUITE_P(
    Kinds, Readings,
    testing::Values(
        Reading{"feature city (cities) \"a city\" like town { joins edges completed when no open_ends of city }", "="},
        Reading{"figure mayor like follower { supply 1 on city, road votes 1 per pennant on feature of mayor }", "="},
        Reading{"figure mage { neutral stays alone from city in scoreboard }", "="},
        Reading{"marker ferry (ferries) { on tile joins 2 roads joins road of same colour adds road across }", "="},
        Reading{"marker goods { has worth 1 to 3 has sort wine | grain | 7 }", "="}, Reading{"feature shrine", "="},
        Reading{"deck road_survey { highway poverty }", "="},
        Reading{"modify deck road_survey { sunken_road 2 ford (steps 3) }", "="},
        Reading{"modify bag lots { long }", "="},
        Reading{"bag flights returns { one 2 (steps 1) two (steps 2, worth x) }", "="},
        Reading{"zone crown circle on sector { c1 (on fortune, holds 1) }",
                "zone crown circle of sector { c1 (on fortune, holds 1) }"}));

INSTANTIATE_TEST_SUITE_P(
    Tiles, Readings,
    testing::Values(
        Reading{"tile RCr \"road\" known as \"BA/RCr\", \"U\" turned 90 { city N with pennant, 2 goods (sort "
                "wine) road W E field SL "
                "touches city N touches road W E monastery }",
                "="},
        Reading{"tile Abbey { abbey wild N E S W }", "="}, Reading{"tile II { x I II }", "="},
        Reading{"tileset river in supply starts Spring ends Lake before base, other { Spring 1 Bend 2 }", "="}));

INSTANTIATE_TEST_SUITE_P(
    Turns, Readings,
    testing::Values(Reading{"turn { round opening \"1\" { step begin \"1A\" offers any } round acting { step "
                            "act offers one lists due } }",
                            "="},
                    Reading{"final { step last_fields settles due step last_counts }", "="},
                    Reading{"round message \"message\" { step read }", "="},
                    Reading{"step ferries \"f\" in acting order after second_act before rest, x offers any", "="},
                    Reading{"step x in acting order before rest", "="}));

INSTANTIATE_TEST_SUITE_P(
    Rules, Readings,
    testing::Values(
        Reading{"ranking majority of figures { most sum of votes of figure over figures of player \"votes\" "
                "prefer any x \"hill\" }",
                "="},
        Reading{"score a.b \"label\" in g, h { when fate_pig moved to fortune when sheep.grow answered "
                "\"expand\" at resolve, rest }",
                "="},
        Reading{"rule a { before b, c scored after d scored each a as b of c where d is e from next_player "
                "repeat 6 player from x }",
                "="},
        Reading{"rule a { once per castle chosen by best value once per x chosen by y otherwise z of w may "
                "by p \"build\" }",
                "="},
        Reading{"rule a { choose f as lord from fs of player by player may choose w from \"x\", \"y\" by "
                "active_player }",
                "="},
        Reading{"rule a { order after b before c, d over e limit 2 per turn for majority of fs on road if x "
                "is y mark stolen }",
                "="},
        Reading{"score a { points 2 per tile of city \"t\" extra (- 3) count units is 5 points doubled "
                "points times 2 }",
                "="},
        Reading{"score a { points halved rounding up \"w\" points halved rounding down points at least 0 "
                "points at most 9 }",
                "="},
        Reading{"score a { instead of \"tiles\" points 1 per unit without \"inn\" cite "
                "road.german-cathedral.bonus allow L27 \"so\" }",
                "="},
        Reading{"score a { sum town over towns of field { points 3 if town is castle { points 1 \"c\" } } }", "="}));

INSTANTIATE_TEST_SUITE_P(
    Ties, Readings,
    testing::Values(Reading{"modify a, b.c { ties all ties nobody ties split rounding up ties split rounding down }",
                            "="},
                    Reading{"modify a { ties split odd to players where x is y otherwise active_player }", "="},
                    Reading{"modify follower { on tower_site votes 2 }", "="}, Reading{"modify a { }", "="},
                    Reading{"forbid act, second_act \"no tile was placed\" { if no placed cite x }", "="}));

INSTANTIATE_TEST_SUITE_P(
    Effects, Readings,
    testing::Values(
        Reading{"rule a { then return fs on city where f is not lord then move f to field then move pig by "
                "steps of fate }",
                "="},
        Reading{"rule a { then give king to active_player then castle is now young then x of y is now (a + 1) }", "="},
        Reading{"rule a { then draw sheep from pasture to shepherd then take m from messages until turn ends "
                "then draw a from b }",
                "="},
        Reading{"rule a { then put top of deck under then deal ingots on reach of feature to winners }", "="},
        Reading{"rule a { then pay 3 from active_player to captor of follower then score final_values for "
                "feature }",
                "="},
        Reading{"rule a { then play round message then play drawing to scoring by player then play final "
                "then cancel }",
                "="},
        Reading{"rule a { then turn feature of spot into retreat then turn is now 3 then cancel is now x }", "="}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, Readings,
    testing::Values(Reading{"define x as 1 + 2 * 3 - 4", "define x as ((1 + (2 * 3)) - 4)"},
                    Reading{"define x as (1 + 2) * -3", "define x as ((1 + 2) * (- 3))"},
                    Reading{"define x as -a * b", "define x as ((- a) * b)"},
                    Reading{"define x as - - 1", "define x as (- (- 1))"},
                    Reading{"define x as a - b - c", "define x as ((a - b) - c)"},
                    Reading{"define x as sum of worth of sheep over sheep on (shepherds of player)", "="},
                    Reading{"define x as smallest value of g for road to player over (roads where any f on road)", "="},
                    Reading{"define x as largest n over ns", "="},
                    Reading{"define x as half of points of award rounded up", "="},
                    Reading{"define x as half of 3 + 4 rounded down", "define x as half of (3 + 4) rounded down"},
                    Reading{"define x as gold * table gold { up to 3: 1 up to 6: 2 more: 4 }",
                            "define x as (gold * table gold { up to 3: 1 up to 6: 2 more: 4 })"},
                    Reading{"define x as tiles in lines of retreat up to 3", "="},
                    Reading{"define x as path of flier at (steps of flight + 1)",
                            "define x as path of flier at ((steps of flight + 1))"},
                    Reading{"define x as tiles up to (number of y)", "="}));

INSTANTIATE_TEST_SUITE_P(
    Conditions, Readings,
    testing::Values(
        Reading{"never a where not b is c and d is e or f is g", "never a where ((not b is c and d is e) or f is g)"},
        Reading{"never a where b is c or d is e and f is g", "never a where (b is c or (d is e and f is g))"},
        Reading{"never a where (b is c or d is e) and not (f is g)",
                "never a where ((b is c or d is e) and not f is g)"},
        Reading{"never a where not b = 3", "="}, Reading{"never a where b of c is not d on e", "="},
        Reading{"never a where b is 3", "="}, Reading{"never a where track of scorer is multiple of 5", "="},
        Reading{"never a where b < 1 and c > 2 and d <= 3 and e >= 4 and f = g",
                "never a where ((((b < 1 and c > 2) and d <= 3) and e >= 4) and f = g)"},
        Reading{"never a where (1 + 2) * 3 = 9", "never a where ((1 + 2) * 3) = 9"},
        Reading{"never a where ((b)) is c", "never a where b is c"},
        Reading{"never a where playing castles and any (b where c is d)",
                "never a where (playing castles and any (b where c is d))"},
        Reading{"never a where x is y with most number of b", "="}));

INSTANTIATE_TEST_SUITE_P(
    Scenarios, Readings,
    testing::Values(Reading{"scenario \"s\" { rules base (a 1, b c), inns players red, blue board { LR at 0 "
                            "0 turned 270 N at 1 -1 with red f on "
                            "road W E at 1 0 with mage on city } given track of s is 2 step place }",
                            "="},
                    Reading{"scenario \"s\" { play { red places LR at 2 0 turned 90 with follower on road E "
                            "red answers scorer with scorer 1 "
                            "red answers d with yes red answers d with no red answers d with \"text\" red "
                            "draws LR from pile red passes "
                            "step complete red does x.y with at 2 0 red does x with f, field ER at 2 0, 3 "
                            "red does z game ends } }",
                            "="},
                    Reading{"scenario \"s\" { expect red nothing expect red 3 from a.b = 3 \"x\" + -1 \"y\" "
                            "expect red from a expect red -2 from a "
                            "expect red total -3 }",
                            "="},
                    Reading{"scenario \"s\" { expect red refused by f \"occupied\" expect red refused by f "
                            "expect red offered f expect red not "
                            "offered b expect that total of red = 3 and no cities cite a.b, c.d }",
                            "scenario \"s\" { expect red refused by f \"occupied\" expect red refused by f "
                            "expect red offered f expect red not "
                            "offered b expect that (total of red = 3 and no cities) cite a.b, c.d }"},
                    Reading{"scenario \"s\" { expect that nothing expect that total 3 }", "="}));

INSTANTIATE_TEST_SUITE_P(Words, Readings,
                         testing::Values(Reading{"group a-1, b.c-d.e2, _x of y", "="},
                                         Reading{"allow W24 \"a \\\"word\\\" and a \\\\\"", "="},
                                         Reading{"option a b|c\r\n\toption d 1|2 # comment to the end",
                                                 "option a b | c\noption d 1 | 2"},
                                         Reading{"group places, answers, ruleset of given", "="}));

TEST(Parser, AnEmptyFileIsAFile) {
  for (const char* text : {"", " \n\t", "# only a comment", "\xEF\xBB\xBF"}) {
    const auto parsed = Read(text);
    EXPECT_FALSE(parsed->sink.HasErrors()) << parsed->Errors();
    EXPECT_TRUE(parsed->file.items.empty());
    EXPECT_FALSE(parsed->file.header);
  }
}

TEST(Parser, SpansAreBytesOfTheFile) {
  const auto parsed = Read("# \u00E4\u00F6\u00FC\nscore a \"\u20AC\" {\n  points 2 per tile of city \"t\"\n}\n");
  ASSERT_EQ(parsed->file.items.size(), 1u) << parsed->Errors();
  const ast::Item& item = parsed->file.items[0];
  const auto text = [&](Span span) { return std::string(parsed->sources.Text(span)); };
  EXPECT_EQ(text(item.word_span), "score");
  EXPECT_EQ(text(item.name.span), "a");
  EXPECT_EQ(text(item.label->span), "\"\u20AC\"");
  EXPECT_EQ(item.label->value, "\u20AC");
  EXPECT_EQ(text(item.clauses[0].span), "points 2 per tile of city \"t\"");
  EXPECT_EQ(text(item.clauses[0].word), "points");
  EXPECT_EQ(text(item.clauses[0].row->amount.per->span), "tile of city");
  EXPECT_EQ(text(item.clauses[0].row->amount.per->phrase.ref->parts[0].relation_span), "of");
}

TEST(Parser, ABareNameAsABodyIsANumberOrASet) {
  const auto parsed = Read("define a as b define c as d, e define f as g where h is i");
  ASSERT_EQ(parsed->file.items.size(), 3u);
  ASSERT_TRUE(parsed->file.items[0].expr);
  EXPECT_EQ(parsed->file.items[0].expr->kind, ast::Expr::Kind::kRef);
  EXPECT_TRUE(parsed->file.items[0].sets.empty());
  EXPECT_EQ(parsed->file.items[1].sets.size(), 2u);
  EXPECT_FALSE(parsed->file.items[1].expr);
  EXPECT_TRUE(parsed->file.items[2].sets.at(0).where);
}

// --- what a mistake costs ---------------------------------------------------------------------------------

TEST(Parser, AMistakeCostsItsItemOnly) {
  const auto parsed = Read("score a { points 1 }\nscore b { pionts 1 }\nscore c { points 1 }\n");
  EXPECT_EQ(parsed->sink.errors(), 1);
  EXPECT_EQ(parsed->Items(), "score a { points 1 }\nscore c { points 1 }\n");
  EXPECT_THAT(parsed->file.damaged_names, ElementsAre("b"));
}

TEST(Parser, AllMistakesOfAFileAreFoundInOneRun) {
  const auto parsed = Read(
      "score a { pionts 1 }\n"
      "score b { points 1\n"        // no brace
      "score c { points 1 \"x }\n"  // no quote
      "score d { points 1 }\n"
      "option e any | x\n"
      "define f as\n"
      "tile G { road w }\n"
      "score h { points 1 } }\n"
      "group i of j\n");
  EXPECT_EQ(parsed->sink.errors(), 7) << parsed->Errors();
  EXPECT_EQ(parsed->Items(), "score c { points 1 \"x\" }\nscore d { points 1 }\nscore h { points 1 }\ngroup i of j\n");
  for (const char* name : {"a", "b", "e", "f"}) EXPECT_THAT(parsed->file.damaged_names, Contains(name));
}

TEST(Parser, AMistakeInALinkedItemKeepsItsSisters) {
  const auto parsed = Read(
      "if playing x {\n  score a { points 1 }\n  score b { pionts 1 }\n  score c { points 1 }\n}\nscore d { "
      "}");
  EXPECT_EQ(parsed->sink.errors(), 1);
  EXPECT_EQ(parsed->Items(), "if playing x { score a { points 1 } score c { points 1 } }\nscore d { }\n");
}

TEST(Parser, NamesThatADamagedItemDeclares) {
  const auto parsed = Read(
      "turn { round a { step b step c offers } }\ndeck d { e f g h, }\nscore i { count j pionts k }\ngroup "
      "l, m on n\n");
  EXPECT_EQ(parsed->sink.errors(), 4) << parsed->Errors();
  for (const char* name : {"a", "b", "c", "d", "e", "h", "i", "j", "l", "m"})
    EXPECT_THAT(parsed->file.damaged_names, Contains(name));
  EXPECT_THAT(parsed->file.damaged_names, Not(Contains("k")));
}

TEST(Parser, ADamagedHeaderStillNamesTheRuleset) {
  const auto parsed = Read("ruleset house \"our house\" extends base inns\noption a b | c\n");
  EXPECT_EQ(parsed->sink.errors(), 1) << parsed->Errors();
  EXPECT_TRUE(parsed->file.header_damaged);
  ASSERT_TRUE(parsed->file.header);
  EXPECT_EQ(parsed->file.header->name.text, "house");
  EXPECT_EQ(parsed->Items(), "option a b | c\n");
}

TEST(Parser, AHintNeverMakesCorrectTextWrong) {
  // Line ends mean nothing, not even before a word that begins items elsewhere.
  const auto parsed = Read(
      "group\nfeature\nof\nscore\nscore\nrule\n{\npoints\n1\n}\nif\nplaying x {\nscore a { }\nscore b { "
      "}\n}");
  EXPECT_FALSE(parsed->sink.HasErrors()) << parsed->Errors();
  EXPECT_EQ(parsed->Items(),
            "group feature of score\nscore rule { points 1 }\nif playing x { score a { } score b { } }\n");
}

TEST(Parser, AMendedWordIsReportedOnce) {
  // Each line has one mistake of its letters; what the parser makes of the rest is no second one.
  for (const char* text :
       {"score a \"label { points 1 }", "score stra\u00DFe { points 1 }", "score a { points 1 ; }",
        "score a { points 1 @ 2 }", "score a 'x' { points 1 }", "define a as 3 / 2", "score 2nd { points 1 }",
        "score a \u201Cx\u201D { }", "score a { if b != c }", "score a { points 1 } // more"}) {
    EXPECT_EQ(Read(text)->sink.errors(), 1) << Read(text)->Errors();
  }
}

// --- hostile text -----------------------------------------------------------------------------------------

std::string Repeat(std::string_view part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

std::string CodesOf(const Parsed& parsed) {
  std::string codes;
  for (const Diagnostic& diagnostic : parsed.sink.all())
    codes += std::string(codes.empty() ? "" : " ") + Info(diagnostic.code).id;
  return codes;
}

struct Hostile {
  const char* name;
  std::string text;
  const char* codes;

  friend void PrintTo(const Hostile& hostile, std::ostream* out) { *out << hostile.name; }
};

class HostileText : public testing::TestWithParam<Hostile> {};

TEST_P(HostileText, GetsOneClearErrorInBoundedTime) {
  const auto begin = std::chrono::steady_clock::now();
  const auto parsed = Read(GetParam().text);
  const auto rendered = parsed->Errors();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_EQ(CodesOf(*parsed), GetParam().codes) << rendered.substr(0, 2000);
  EXPECT_LT(rendered.size(), 100'000u);
  EXPECT_LT(seconds, 60.0);  // on a slow and busy machine, with sanitizers
}

INSTANTIATE_TEST_SUITE_P(
    Parser, HostileText,
    testing::Values(Hostile{"braces", Repeat("{", 100'000), "E34"},
                    Hostile{"parentheses", "define a as " + Repeat("(", 100'000) + "1" + Repeat(")", 100'000), "E35"},
                    Hostile{"closing", Repeat("}", 100'000), "E34"},
                    Hostile{"nots", "never a where " + Repeat("not ", 100'000) + "b is c", "E35"},
                    Hostile{"minuses", "define a as " + Repeat("- ", 100'000) + "1", "E35"},
                    Hostile{"halves", "define a as " + Repeat("half of 1 + ", 50'000) + "1", "E35"},
                    Hostile{"sums", "define a as " + Repeat("sum of 2 * ", 50'000) + "1", "E35"},
                    Hostile{"ands", "never a where b is c" + Repeat(" and b is c", 50'000), "E57"},
                    Hostile{"pluses", "define a as 1" + Repeat(" + 1", 100'000), "E57"},
                    Hostile{"chains in chains",
                            "define a as " + Repeat("(", 60) + "1" + Repeat(Repeat(" + 1", 900) + ")", 60), "E57"},
                    Hostile{"relations", "define a as b" + Repeat(" of b", 100'000), ""},
                    Hostile{"names", "group a" + Repeat(", a", 150'000) + " of b", ""},
                    Hostile{"items", Repeat("group a of b\n", 90'000), ""},
                    Hostile{"words", Repeat("a ", 500'000), "E57 E32"},
                    Hostile{"one long name", std::string(3'000'000, 'a'), "E32"},
                    Hostile{"one long line", "group a of b " + Repeat("# ", 1'000'000), ""},
                    Hostile{"one long text", "allow W24 \"" + std::string(3'000'000, 'a') + "\"", ""},
                    Hostile{"quotes", Repeat("\"", 100'000), "E32"},
                    Hostile{"a NUL", std::string("group a of b\0group c of d", 25), "E36"},
                    Hostile{"no UTF-8", "group a of b # \xFF\xFE", "E36"},
                    Hostile{"binary", Repeat("\x01\x02\x7F", 100'000),
                            "E36 E36 E36 E36 E36 E36 E36 E36 E36 E36 E36 E36 E36 E36 E36 E36 E36 E36 E36 E36"},
                    Hostile{"too large", std::string(5'000'000, ' '), "E57"},
                    Hostile{"large number", "define a as 2147483648", "E38"},
                    Hostile{"larger number", "define a as " + Repeat("9", 100'000), "E38"},
                    Hostile{"largest number", "define a as -2147483647", ""}),
    [](const auto& param_info) {
      std::string name = param_info.param.name;
      for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
      return name;
    });

TEST(Parser, AMistakeAnItemStaysLinear) {
  const auto begin = std::chrono::steady_clock::now();
  const auto parsed = Read(Repeat("score a { pionts 1 per tile of road }\n", 3'000));
  EXPECT_EQ(parsed->sink.errors(), 3'000);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 60.0);
}

TEST(Parser, NestingUpToTheLimitIsRead) {
  EXPECT_THAT(Read("define a as " + Repeat("(", ast::kMaxNesting) + "1" + Repeat(")", ast::kMaxNesting))->Errors(),
              IsEmpty());
  EXPECT_THAT(Read("define a as 1" + Repeat(" + 1", kMaxChain))->Errors(), IsEmpty());
}

TEST(Parser, CountsAmbiguities) {
  EXPECT_EQ(CountAmbiguities("score a { if any (b where c is d) and e is f  points 2 per g of h \"x\" }"), 0);
  EXPECT_EQ(CountAmbiguities("score a { if }"), -1);
}

}  // namespace
}  // namespace reeve
