// Reads and replays records that a test writes down or damages.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <functional>

#include "runtime/io/record.h"
#include "tools/replay_games.h"

namespace reeve::test {

inline const char* const kGame = R"({
  "reeve": 1, "name": "short", "rules": "base", "players": ["red", "blue"],
  "board": ["LR at 0 0 turned 270 with red follower on road E"],
  "moves": [
    {"by": "red", "places": "RFr", "at": [1, 0]},
    {"by": "blue", "places": "LR", "at": [2, 0], "turned": 90, "with": "follower on monastery",
     "awards": ["red 3 from road.completed"]},
    {"ends": true, "awards": ["blue 2 from monastery.final"]}
  ],
  "totals": {"red": 3, "blue": 2}
})";

class RecordTest : public testing::Test {
 protected:
  RecordTest() : library_(REEVE_SOURCE_DIR "/rulesets") {
    EXPECT_TRUE(formats_.Load(REEVE_SOURCE_DIR "/rulesets/formats"));
  }

  std::variant<Record, RecordError> Read(const std::string& text) {
    path_ =
        testing::TempDir() + "record_test_" + testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
    std::ofstream(path_, std::ios::binary) << text;
    RecordFile file(formats_);
    EXPECT_TRUE(file.Open(path_));
    auto next = file.Next();
    return next ? *next : std::variant<Record, RecordError>(RecordError{"nothing", ""});
  }
  Record Good(const std::string& text) {
    auto read = Read(text);
    if (const auto* error = std::get_if<RecordError>(&read)) ADD_FAILURE() << error->text;
    return std::holds_alternative<Record>(read) ? std::get<Record>(read) : Record{};
  }
  // The error without the path before it.
  std::string Bad(const std::string& text) {
    const auto read = Read(text);
    const auto* error = std::get_if<RecordError>(&read);
    return error == nullptr ? "no error"
                            : error->where.substr(std::min(path_.size(), error->where.size())) + ": " + error->text;
  }
  static std::string With(const std::string& text, const std::function<void(Json&)>& change) {
    Json json = Json::parse(text);
    change(json);
    return json.dump();
  }
  // So many messages of a game of two, which then says what was waited for.
  static std::string Cut(const std::string& text, size_t messages, const char* phase) {
    return With(text, [&](Json& g) {
      while (g["replay"].size() > messages) g["replay"].erase(g["replay"].size() - 1);
      g["players"] = {{{"name", "Red"}}, {{"name", "Blue"}}};
      g["test"]["assertions"] = {"Blue has 0 points"};
      g.erase("points");
      g["phase"] = phase;
    });
  }
  ReplayOutcome Replayed(const std::string& text) { return Replayed(text, library_); }
  ReplayOutcome Replayed(const std::string& text, Library& library) {
    GameReplayer replayer(library, formats_, {.rules = "", .check = true, .explain = false});
    return replayer.One(Good(text));
  }
  static std::string Lines(const ReplayOutcome& outcome) {
    std::string lines = outcome.trouble;
    for (const Mismatch& m : outcome.mismatches) lines += m.where + "|" + m.player + "|" + m.got + "|" + m.want + "\n";
    return lines;
  }

  Library library_;
  Formats formats_;
  std::string path_;
};

}  // namespace reeve::test
