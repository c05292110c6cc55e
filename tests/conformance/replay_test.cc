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
  ReplayConformance() : library_(REEVE_SOURCE_DIR "/rulesets") { EXPECT_TRUE(formats_.Load(REEVE_SOURCE_DIR "/rulesets/formats")); }

  // Replays a file and expects that so many records agree, and that none fails.
  void Agree(const std::string& path, int passed) {
    if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not here";
    GameReplayer replayer(library_, formats_, {.rules = "", .check = true, .explain = false});
    const bool opened = replayer.File(path, true, [&](const ReplayOutcome& outcome) {
      EXPECT_EQ(outcome.trouble, "") << outcome.where << " " << outcome.name;
      for (const Mismatch& m : outcome.mismatches) {
        ADD_FAILURE() << outcome.where << " " << outcome.name << ": " << m.where << ": " << m.player << " got " << m.got << ", want " << m.want;
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

TEST_F(ReplayConformance, BaseGames) { Agree(std::string(kShared) + "games/base.jsonl", 20); }
TEST_F(ReplayConformance, GamesOfTheSecondPrintingWithGardensAndAbbot) { Agree(std::string(kShared) + "games/base2.jsonl", 10); }
TEST_F(ReplayConformance, GamesInWhichATwoTileCityPays2) { Agree(std::string(kShared) + "games/tinycity.jsonl", 10); }
TEST_F(ReplayConformance, GamesThatPeoplePlayed) { Agree(std::string(kShared) + "site-games.jsonl", 5); }
TEST_F(ReplayConformance, BoardsOfOtherTestSuites) { Agree(std::string(kShared) + "cases.jsonl", 25); }

TEST_F(ReplayConformance, TestsOfAnotherEngine) {
  for (const char* name : {"abbot-no-garden-3-base-game-tiles-without-garden-test", "city-and-road-scoring", "field-scoring",
                           "monastery-scoring", "tiny-city-rule"}) {
    SCOPED_TRACE(name);
    Agree(std::string(kShared) + "engine-tests/basic__" + name + ".jcz", 1);
  }
}

}  // namespace
}  // namespace reeve
