// Machine and reference over what is written down: the scenarios of all rulesets and the recorded games.
//
// Scenarios and records are played by the tools that users have; the games remember what was done to them,
// and that is done again to both. What the reference does not do yet is skipped and said, never passed.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/lockstep/lockstep.h"
#include "tools/command.h"
#include "tools/replay_games.h"
#include "tools/scenario.h"

namespace reeve {
namespace {

constexpr const char* kShared = REEVE_SOURCE_DIR "/../shared/conformance/";

// Counts of a test with many games, and what the reference lacked.
class Tally {
 public:
  void Add(const std::string& name, const lockstep::Result& result) {
    ++games;
    awards += result.awards;
    EXPECT_EQ(result.difference, "") << name;
    if (result.not_yet.empty()) return;
    ++lacking_[result.not_yet];
  }
  std::string Lacking() const {
    std::string text;
    for (const auto& [what, count] : lacking_)
      text += "the reference has no " + what + " yet: " + std::to_string(count) + " skipped\n";
    return text;
  }
  int games = 0;
  int awards = 0;

 private:
  std::map<std::string, int> lacking_;
};

TEST(Recorded, EveryScenarioOfTheRulesets) {
  Library library(REEVE_SOURCE_DIR "/rulesets");
  Tally tally;
  std::string why;
  const auto files = FilesBelow({REEVE_SOURCE_DIR "/rulesets"}, {".reeve"}, why);
  ASSERT_TRUE(files.has_value()) << why;
  for (const std::string& path : *files) {
    Sink sink;
    const ast::File* file = library.Load(path, sink);
    ASSERT_NE(file, nullptr) << path;
    for (const ast::Item& item : file->items) {
      if (item.kind != ast::Item::Kind::kScenario || item.scenario == nullptr) continue;
      RunScenario(*item.scenario, library, [&](const Compiled& compiled, const Game& game) {
        tally.Add(path + ": " + item.scenario->title.value, lockstep::Again(compiled, game));
      });
    }
  }
  EXPECT_GT(tally.games, 100);
  EXPECT_GT(tally.awards, 100);
  if (!tally.Lacking().empty()) GTEST_SKIP() << tally.Lacking();
}

class Records : public testing::Test {
 protected:
  Records() : library_(REEVE_SOURCE_DIR "/rulesets") {
    EXPECT_TRUE(formats_.Load(REEVE_SOURCE_DIR "/rulesets/formats"));
  }

  // All records of the files that replay; at least so many do.
  void Agree(const std::vector<std::string>& paths, int least) {
    Tally tally;
    for (const std::string& path : paths) {
      if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not here";
      ReplayOptions options;
      options.see = [&](const Record& record, const Compiled& compiled, const Game& game) {
        tally.Add(record.Where() + " " + record.name, lockstep::Again(compiled, game));
      };
      GameReplayer replayer(library_, formats_, options);
      EXPECT_TRUE(replayer.File(path, false, [](const ReplayOutcome&) {})) << replayer.error();
    }
    EXPECT_GE(tally.games, least);
    if (!tally.Lacking().empty()) GTEST_SKIP() << tally.Lacking();
  }

  static std::vector<std::string> Below(const std::string& folder, const std::string& ending) {
    std::vector<std::string> paths;
    if (!std::filesystem::exists(folder)) return {folder};
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().string().ends_with(ending)) paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end());
    if (const char* only = std::getenv("REEVE_ONLY_RECORDS")) {  // to look at one file
      std::erase_if(paths, [&](const std::string& path) { return path.find(only) == std::string::npos; });
    }
    return paths;
  }

  Library library_;
  Formats formats_;
};

TEST_F(Records, OurOwnGames) {
  Agree(Below(REEVE_SOURCE_DIR "/tests/games", ".json"), 3);
}
TEST_F(Records, GamesOfOthers) {
  Agree(Below(std::string(kShared) + "games", ".jsonl"), 40);
}
TEST_F(Records, GamesThatPeoplePlayed) {
  Agree({std::string(kShared) + "site-games.jsonl"}, 5);
}
TEST_F(Records, BoardsOfOtherTestSuites) {
  Agree({std::string(kShared) + "cases.jsonl"}, 25);
}
TEST_F(Records, TestsOfAnotherEngine) {
  Agree(Below(std::string(kShared) + "engine-tests", ".jcz"), 5);
}

}  // namespace
}  // namespace reeve
