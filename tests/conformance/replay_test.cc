// Games that others played and scored, and our own: every award, every total and every assertion agrees.
//
// The foreign records lie beside the project and are not part of it; without them those tests skip, saying so.
#include <gtest/gtest.h>

#include <filesystem>

#include "tools/command.h"
#include "tools/replay_games.h"

namespace reeve {
namespace {

constexpr const char* kShared = REEVE_SOURCE_DIR "/../shared/conformance/";

class ReplayConformance : public testing::Test {
 protected:
  ReplayConformance() : library_(REEVE_SOURCE_DIR "/rulesets") {
    EXPECT_TRUE(formats_.Load(REEVE_SOURCE_DIR "/rulesets/formats"));
  }

  // Replays a file and expects that so many records agree, and that none fails.
  void Agree(const std::string& path, int passed) {
    if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not here";
    GameReplayer replayer(library_, formats_, {.rules = "", .check = true, .explain = false});
    const bool opened = replayer.File(path, true, [&](const ReplayOutcome& outcome) {
      EXPECT_EQ(outcome.trouble, "") << outcome.where << " " << outcome.name;
      for (const Mismatch& m : outcome.mismatches) {
        ADD_FAILURE() << outcome.where << " " << outcome.name << ": " << m.where << ": " << m.player << " got " << m.got
                      << ", want " << m.want;
      }
    });
    EXPECT_TRUE(opened) << replayer.error();
    EXPECT_EQ(replayer.passed, passed);
    EXPECT_EQ(replayer.failed, 0);
  }

  Library library_;
  Formats formats_;
};

TEST_F(ReplayConformance, OurOwnGames) {
  for (const char* name : {"demo", "gardens", "tiny_city"}) {
    SCOPED_TRACE(name);
    Agree(std::string(REEVE_SOURCE_DIR "/tests/games/") + name + ".json", 1);
  }
}

TEST_F(ReplayConformance, BaseGames) {
  Agree(std::string(kShared) + "games/base.jsonl", 20);
}
TEST_F(ReplayConformance, GamesOfTheSecondPrintingWithGardensAndAbbot) {
  Agree(std::string(kShared) + "games/base2.jsonl", 10);
}
TEST_F(ReplayConformance, GamesInWhichATwoTileCityPays2) {
  Agree(std::string(kShared) + "games/tinycity.jsonl", 10);
}
TEST_F(ReplayConformance, GamesThatPeoplePlayed) {
  Agree(std::string(kShared) + "site-games.jsonl", 5);
}
TEST_F(ReplayConformance, BoardsOfOtherTestSuites) {
  Agree(std::string(kShared) + "cases.jsonl", 25);
}

// A file of games for each expansion: ten games.
class ExpansionGames : public ReplayConformance, public testing::WithParamInterface<const char*> {};
TEST_P(ExpansionGames, Agree) {
  Agree(std::string(kShared) + "games/" + GetParam() + ".jsonl", 10);
}
INSTANTIATE_TEST_SUITE_P(Games, ExpansionGames,
                         testing::Values("abbey", "all", "big4", "castles", "circus", "corn", "count", "cult", "darm",
                                         "fairy", "ferry", "festival", "flier", "gold", "gq11", "hills", "inns", "king",
                                         "labyr", "little", "mage", "mixA", "mixB", "monast", "princess", "river",
                                         "russian", "siege", "tower", "traders", "tunnel", "watch", "wind"),
                         [](const auto& name) { return std::string(name.param); });

// Single games of another engine's tests, by the beginning of their names.
class EngineTests : public ReplayConformance, public testing::WithParamInterface<std::pair<const char*, int>> {};
TEST_P(EngineTests, Agree) {
  const std::string folder = std::string(kShared) + "engine-tests";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not here";
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename().string().rfind(GetParam().first, 0) != 0) continue;
    SCOPED_TRACE(entry.path().filename().string());
    Agree(entry.path().string(), 1);
    ++found;
  }
  EXPECT_EQ(found, GetParam().second);
}
INSTANTIATE_TEST_SUITE_P(Other, EngineTests,
                         testing::Values(std::pair{"abbey", 10}, std::pair{"basic", 5}, std::pair{"bridge", 2},
                                         std::pair{"count", 1}, std::pair{"cult", 1}, std::pair{"darmstadt", 3},
                                         std::pair{"festival", 3}, std::pair{"flying", 1}, std::pair{"gq11", 1},
                                         std::pair{"hills", 12}, std::pair{"inns", 4}, std::pair{"king", 2},
                                         std::pair{"labyrinth", 1}, std::pair{"little", 2}, std::pair{"mage", 2},
                                         std::pair{"monasteries", 2}, std::pair{"phantom", 1}, std::pair{"princess", 7},
                                         std::pair{"river", 1}, std::pair{"russian", 2}, std::pair{"siege", 4},
                                         std::pair{"tower", 4}, std::pair{"traders", 4}, std::pair{"tunnel", 2},
                                         std::pair{"watchtowers", 1}, std::pair{"wells", 4}, std::pair{"wind", 1}),
                         [](const auto& name) {
                           std::string text = name.param.first;
                           std::erase_if(text, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
                           return text;
                         });

}  // namespace
}  // namespace reeve
