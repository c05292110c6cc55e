// Words for things: sides, patterns, texts of records; and JSON from outside.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "runtime/io/json_text.h"
#include "runtime/io/json_view.h"
#include "runtime/io/pattern.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

const std::vector<std::string> kPlayers = {"red", "blue"};

Game Begun(const Program& program, std::vector<Setup::Tile> board) {
  Setup setup;
  setup.own_board = setup.hold = setup.every_menu = true;
  setup.board = std::move(board);
  return Game(program, setup);
}

ThingPattern Spot(const char* kind, const char* sides, int x, int y) {
  ThingPattern pattern;
  pattern.kinds = {kind};
  pattern.sided = true;
  pattern.sides = *ParseSides(sides);
  pattern.placed = true;
  pattern.x = x;
  pattern.y = y;
  return pattern;
}

TEST(Sides, AreTheNamesOfATileLine) {
  EXPECT_EQ(ParseSides("N")->ports, 1 << 1);
  EXPECT_EQ(ParseSides("NL NR")->ports, 1 << 0 | 1 << 2);
  EXPECT_EQ(ParseSides("W")->ports, 1 << 10);
  EXPECT_EQ(ParseSides("")->ports, 0);
  EXPECT_EQ(ParseSides("II")->inner, 2);
  EXPECT_FALSE(ParseSides("N X").has_value());
  EXPECT_FALSE(ParseSides("NE").has_value());
}

TEST(Pattern, MeansASegmentByKindPlaceAndSides) {
  const Program program = test::Rules("base");
  const Game game = Begun(program, {{program.FindTile("RFr"), 0, 0, 1}});
  const Meaning meaning(game, kPlayers);
  const Value road = meaning.Resolve(Spot("road", "N S", 0, 0), Class::kSegment);
  ASSERT_NE(road, kNothing);
  EXPECT_EQ(meaning.Of(Spot("road", "N", 0, 0), Class::kSegment, road), Meant::kExactly)
      << "a side is enough for people";
  EXPECT_EQ(meaning.Of(Spot("road", "E", 0, 0), Class::kSegment, road), Meant::kNot);
  EXPECT_EQ(meaning.Of(Spot("city", "N", 0, 0), Class::kSegment, road), Meant::kNot);
  EXPECT_EQ(meaning.Of(Spot("road", "N", 1, 0), Class::kSegment, road), Meant::kNot);
  ThingPattern whole = Spot("road", "N", 0, 0);
  whole.all_sides = true;
  EXPECT_EQ(meaning.Of(whole, Class::kSegment, road), Meant::kNot) << "a record gives all sides";
}

TEST(Pattern, AFigureIsMeantByItsOwnKindOnly) {
  const Program program = test::Rules("base, abbot");
  const Game game = Begun(program, {{program.FindTile("L"), 0, 0, 0}});
  const Meaning meaning(game, kPlayers);
  ThingPattern follower, abbot;
  follower.kinds = {"follower"};
  abbot.kinds = {"abbot"};
  abbot.owner = 1;
  const Value blue = meaning.Resolve(abbot, Class::kFigure);
  ASSERT_NE(blue, kNothing);
  EXPECT_EQ(game.board().figure(static_cast<int32_t>(blue)).owner, 1);
  EXPECT_EQ(meaning.Of(follower, Class::kFigure, blue), Meant::kNot) << "an abbot is like a follower, and is none here";
}

TEST(JsonText, TellsTheFirstFaultAndItsPlace) {
  JsonError error;
  EXPECT_TRUE(ParseJson(R"({"a": [1, 2, {"b": null}]})", error).has_value());
  EXPECT_FALSE(ParseJson("{\"a\":\n  [1, oops]}", error).has_value());
  EXPECT_EQ(PlaceOf("{\"a\":\n  [1, oops]}", error.offset, 1), "2, column 7");
  EXPECT_FALSE(ParseJson(R"({"a": [1, 2)", error).has_value());
  EXPECT_EQ(error.text, "the text ends in the middle of a value");
  EXPECT_FALSE(ParseJson("", error).has_value());
  EXPECT_FALSE(ParseJson("\"\xff\"", error).has_value()) << "no UTF-8";
  EXPECT_FALSE(ParseJson(std::string("\"a\0b\"", 5), error).has_value()) << "a NUL byte";
}

TEST(JsonText, RefusesDeepNestingBeforeItBuildsAnything) {
  JsonError error;
  EXPECT_FALSE(ParseJson(std::string(1000000, '['), error).has_value());
  EXPECT_EQ(error.offset, static_cast<size_t>(kMaxJsonDepth));
  const std::string fine = std::string(kMaxJsonDepth, '[') + std::string(kMaxJsonDepth, ']');
  EXPECT_TRUE(ParseJson(fine, error).has_value());
  EXPECT_TRUE(ParseJson("\"" + std::string(100, '[') + "\"", error).has_value()) << "brackets in a text are no nesting";
}

TEST(JsonText, QuotesWhatOthersWroteWithoutControlCharacters) {
  EXPECT_EQ(Quoted("a\x1b[31mb"), "\"a\\x1b[31mb\"");
  EXPECT_EQ(Quoted("\xff"), "\"\\xff\"");
  EXPECT_EQ(Quoted("\xc3\xa9"), "\"\xc3\xa9\"");
  EXPECT_EQ(Quoted(std::string(100, 'x')), "\"" + std::string(60, 'x') + "...\"");
}

class JsonFileTest : public testing::Test {
 protected:
  std::string Write(const std::string& text) {
    // A name of its own for each test: they run side by side.
    const std::string path = testing::TempDir() + "json_file_test_" +
                             testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
};

TEST_F(JsonFileTest, ReadsOneTextOrOneALine) {
  JsonFile one;
  ASSERT_TRUE(one.Open(Write("\n{\n \"a\": 1\n}\n")));
  EXPECT_TRUE(one.Next().has_value());
  EXPECT_FALSE(one.Next().has_value());
  EXPECT_EQ(one.error(), "");
  JsonFile lines;
  ASSERT_TRUE(lines.Open(Write("{\"a\": 1}\n\n{\"a\": 2}\r\n{\"a\": 3}")));
  int sum = 0;
  while (auto json = lines.Next()) sum += (*json)["a"].get<int>();
  EXPECT_EQ(sum, 6);
  EXPECT_EQ(lines.line(), 4);
  EXPECT_EQ(lines.error(), "");
}

TEST_F(JsonFileTest, NamesLineAndRecordOfABrokenOne) {
  JsonFile file;
  const std::string path = Write("{\"a\": 1}\n{\"a\": \n{\"a\": 3}\n");
  ASSERT_TRUE(file.Open(path));
  EXPECT_TRUE(file.Next().has_value());
  EXPECT_FALSE(file.Next().has_value());
  EXPECT_EQ(file.error(), path + ":2, column 7: record 2: the text ends in the middle of a value");
  EXPECT_TRUE(file.Next().has_value()) << "the lines behind a broken one come";
  EXPECT_EQ(file.error(), "");
  EXPECT_FALSE(file.Next().has_value());
  EXPECT_EQ(file.error(), "");
}

TEST(JsonText, FindsWhatWasReadInItsText) {
  const std::string text = "{\"b\": [1,\n  {\"x\": \"\"},\n 22\n],\n\"a\":\n7}";
  const Json json = Json::parse(text);
  EXPECT_EQ(PlaceOf(text, OffsetOf(text, json, &json), 1), "1, column 1");
  EXPECT_EQ(PlaceOf(text, OffsetOf(text, json, &json["b"][1]), 1), "2, column 3");
  EXPECT_EQ(PlaceOf(text, OffsetOf(text, json, &json["b"][2]), 1), "3, column 3");
  EXPECT_EQ(PlaceOf(text, OffsetOf(text, json, &json["a"]), 1), "6, column 1");
  EXPECT_EQ(OffsetOf(text, json, nullptr), 0u);
}

TEST(JsonText, AKeyGivenTwiceIsFoundInOneObjectOnly) {
  EXPECT_FALSE(KeyGivenTwice(R"({"a": {"b": 1}, "b": [{"a": 1}, {"a": 2}]})").has_value());
  const auto twice = KeyGivenTwice(R"([{"a": 1, "b": 2, "a": 3}])");
  ASSERT_TRUE(twice.has_value());
  EXPECT_EQ(twice->text, "the key \"a\" is given twice");
  EXPECT_EQ(twice->offset, 20u);
}

TEST_F(JsonFileTest, GivesUpOnALineWithoutAnEnd) {
  JsonFile file;
  const std::string path = Write("{\"a\": \"" + std::string(kMaxRecordBytes + 100, 'x') + "\"}");
  ASSERT_TRUE(file.Open(path));
  EXPECT_FALSE(file.Next().has_value());
  EXPECT_EQ(file.error(), path + ":1: this line is longer than 16 MB");
  std::filesystem::remove(path);
}

TEST_F(JsonFileTest, SaysWhyAFileCannotBeOpened) {
  JsonFile file;
  EXPECT_FALSE(file.Open("/nowhere/at/all.json"));
  EXPECT_EQ(file.error(), "/nowhere/at/all.json: there is no such file");
  EXPECT_FALSE(JsonFile().Open(testing::TempDir()));
  JsonFile empty;
  ASSERT_TRUE(empty.Open(Write("")));
  EXPECT_FALSE(empty.Next().has_value());
  EXPECT_NE(empty.error().find("there is nothing in it"), std::string::npos);
}

TEST(JsonView, NotesTheFirstErrorAndGoesOnHarmlessly) {
  const Json json = Json::parse(R"({"a": {"n": 5, "big": 18446744073709551615}, "at": [1, "x"]})");
  JsonFault fault;
  const std::string& error = fault.text;
  const JsonView root(&json, "", &fault);
  EXPECT_EQ(root.Need("a").Need("n").Int(0, 9), 5);
  EXPECT_EQ(error, "");
  EXPECT_EQ(root.Need("a").Need("big").Int(-3, 9), 0);
  EXPECT_EQ(error, "a.big: this has to be a whole number");
  EXPECT_EQ(root.Need("at").Square(), std::pair(1, 0));
  EXPECT_EQ(root.Need("b").Need("c").Text(), "");
  EXPECT_EQ(error, "a.big: this has to be a whole number") << "the first stays";
  EXPECT_EQ(fault.at, &json["a"]["big"]);
}

}  // namespace
}  // namespace reeve
