#include "compiler/diagnostics/render.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace reeve {
namespace {

using testing::HasSubstr;
using testing::Not;

class RenderTest : public testing::Test {
 protected:
  Span Find(std::string_view text, std::string_view part) {
    if (sources.size() == 0) sources.Add("house/my.reeve", std::string(text));
    const size_t at = sources.file(0).text().find(part);
    EXPECT_NE(at, std::string_view::npos);
    return {0, static_cast<int32_t>(at), static_cast<int32_t>(at + part.size())};
  }
  static Diagnostic Unknown(Span span) { return {Code::kE01, span, "I do not know this.", {}, std::nullopt}; }

  SourceMap sources;
};

TEST_F(RenderTest, ShowsThePlaceTheNotesAndTheHelp) {
  const std::string text = "marker inn { on road }\n\nmodify road.completed { if any inns_on road  points 1 }\n";
  Diagnostic said = Unknown(Find(text, "inns_on"));
  said.text = "I do not know \"inns_on\". Did you mean \"inn\"?";
  said.With(Find(text, "inn"), "\"inn\" is declared here").With({}, "a remark");
  said.Fix(said.span, "inn", "write \"inn\"");
  EXPECT_EQ(Render(said, sources),
            "error E01: I do not know \"inns_on\". Did you mean \"inn\"?\n"
            " --> house/my.reeve:3:32\n"
            "  |\n"
            "3 | modify road.completed { if any inns_on road  points 1 }\n"
            "  |                                ^^^^^^^\n"
            "  = note: \"inn\" is declared here\n"
            " --> house/my.reeve:1:8\n"
            "  |\n"
            "1 | marker inn { on road }\n"
            "  |        ^^^\n"
            "  = note: a remark\n"
            "  help: write \"inn\"\n");
}

TEST_F(RenderTest, TheGutterFitsTheLargestLine) {
  const std::string text = std::string(99, '\n') + "here\n";
  EXPECT_EQ(Render(Unknown(Find(text, "here")), sources),
            "error E01: I do not know this.\n"
            "   --> house/my.reeve:100:1\n"
            "    |\n"
            "100 | here\n"
            "    | ^^^^\n");
}

TEST_F(RenderTest, CaretsStandUnderWideCharactersAndTabs) {
  EXPECT_THAT(Render(Unknown(Find("\tx \"\u6F22\u5B57\" bad", "bad")), sources),
              HasSubstr("1 |     x \"\u6F22\u5B57\" bad\n"
                        "  |              ^^^\n"));
}

TEST_F(RenderTest, CombiningMarksTakeNoColumn) {
  EXPECT_THAT(Render(Unknown(Find("e\u0301 bad", "bad")), sources), HasSubstr("  |   ^^^\n"));
}

TEST_F(RenderTest, ALongLineIsShownRoundThePlace) {
  const std::string text = std::string(5'000'000, 'x') + " bad " + std::string(5'000'000, 'y');
  const std::string shown = Render(Unknown(Find(text, "bad")), sources, {false, 60});
  EXPECT_LT(shown.size(), 400u);
  EXPECT_THAT(shown, HasSubstr("house/my.reeve:1:5000002"));
  EXPECT_THAT(shown, HasSubstr("1 | ...xxxxxxxxxxxxxxxxxxx bad yyyy"));
  EXPECT_THAT(shown, HasSubstr("yyy...\n  |" + std::string(24, ' ') + "^^^\n"));
}

TEST_F(RenderTest, ASpanOverLinesIsMarkedOnItsFirst) {
  EXPECT_THAT(Render(Unknown(Find("a bad\nplace here", "bad\nplace")), sources), HasSubstr("1 | a bad\n  |   ^^^\n"));
}

TEST_F(RenderTest, AnEmptySpanHasACaretToo) {
  Find("abc", "abc");
  EXPECT_THAT(Render(Unknown({0, 3, 3}), sources), HasSubstr("1 | abc\n  |    ^\n"));
}

TEST_F(RenderTest, NothingOfTheTextReachesTheTerminalAsACommand) {
  Diagnostic said = Unknown(Find("a \x1B[2J \u202E b\x80 bad", "bad"));
  said.text = "quoting \x1B[31m";
  const std::string shown = Render(said, sources);
  EXPECT_THAT(shown, Not(HasSubstr("\x1B")));
  EXPECT_THAT(shown, Not(HasSubstr("\u202E")));
  EXPECT_THAT(shown, HasSubstr("\uFFFD"));
}

TEST_F(RenderTest, ColoursOnlyIfAsked) {
  const Diagnostic said = Unknown(Find("bad", "bad"));
  EXPECT_THAT(Render(said, sources), Not(HasSubstr("\x1B")));
  EXPECT_THAT(Render(said, sources, {true, 110}), HasSubstr("\x1B[1;31merror E01\x1B[0m"));
}

TEST_F(RenderTest, AFindingWithoutAPlaceIsOneLine) {
  EXPECT_EQ(Render({Code::kW22, {}, "A gap.", {}, std::nullopt}, sources), "warning W22: A gap.\n");
}

TEST_F(RenderTest, MoreThanAnybodyReadsAreCounted) {
  sources.Add("f", std::string(1000, 'x'));
  Sink sink;
  for (int32_t i = 0; i < 250; ++i) sink.Report(Code::kE01, {0, i, i + 1}, "no");
  EXPECT_THAT(RenderAll(sink, sources), HasSubstr("\n... and 50 more.\n"));
}

TEST_F(RenderTest, JsonHasEverything) {
  const std::string text = "one\ntwo \u00E4 bad\n";
  Diagnostic said = Unknown(Find(text, "bad"));
  said.With(Find(text, "one"), "see").With({}, "remark").Fix(said.span, "good", "write good");
  Diagnostic raw{Code::kL27, {}, "raw \x80", {}, std::nullopt};
  const auto json = nlohmann::json::parse(RenderJson({said, raw}, sources));
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["code"], "E01");
  EXPECT_EQ(json[0]["severity"], "error");
  EXPECT_EQ(json[0]["file"], "house/my.reeve");
  EXPECT_EQ(json[0]["line"], 2);
  EXPECT_EQ(json[0]["column"], 7);
  EXPECT_EQ(json[0]["end_line"], 2);
  EXPECT_EQ(json[0]["end_column"], 10);
  EXPECT_EQ(json[0]["notes"][0]["line"], 1);
  EXPECT_EQ(json[0]["notes"][0]["text"], "see");
  EXPECT_FALSE(json[0]["notes"][1].contains("line"));
  EXPECT_EQ(json[0]["edit"]["replacement"], "good");
  EXPECT_EQ(json[0]["edit"]["text"], "write good");
  EXPECT_EQ(json[1]["severity"], "lint");
  EXPECT_FALSE(json[1].contains("file"));
  EXPECT_TRUE(json[1]["edit"].is_null());
}

TEST_F(RenderTest, NoFindingsAreAnEmptyArray) {
  EXPECT_EQ(RenderJson({}, sources), "[]\n");
}

}  // namespace
}  // namespace reeve
