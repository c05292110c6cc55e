// The floor plays the base game as the rules have it: as people's games were scored, and as Reeve scores at
// random.
#include "tests/bench/floor/floor.h"

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/bench/floor/play.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

int TileNamed(const std::string& name) {
  for (size_t i = 0; i < floor::kBox.size(); ++i) {
    if (floor::kBox[i].name == name) return static_cast<int>(i);
  }
  ADD_FAILURE() << "no tile " << name;
  return 0;
}

int PartWithPorts(const floor::Shape& shape, uint16_t ports) {
  for (size_t i = 0; i < shape.part_count; ++i) {
    if (shape.ports[i] == ports) return static_cast<int>(i);
  }
  ADD_FAILURE() << "no part with ports " << ports;
  return 0;
}

// --- games that people played on a site -----------------------------------------------------------

// The site's letters; one of its tiles lies a quarter turn on.
struct Letter {
  const char* name;
  int turn;
};
Letter TileOfLetter(char letter) {
  static constexpr Letter kNames[] = {{"LR", 0},    {"L", 0},    {"Ccccp", 0}, {"RCr", 0},  {"C", 0},    {"CFcp", 0},
                                      {"CFc", 0},   {"CFC", 0},  {"CC", 0},    {"CRr", 0},  {"RrC", 0},  {"CRRR", 0},
                                      {"Ccp", 0},   {"Cc", 0},   {"CcRrp", 0}, {"CcRr", 0}, {"Cccp", 0}, {"Ccc", 0},
                                      {"CccRp", 0}, {"CccR", 0}, {"RFr", 1},   {"Rr", 0},   {"RRR", 0},  {"RRRR", 0}};
  return kNames[letter - 'A'];
}

int PartOf(const floor::Shape& shape, const std::string& kind, int number) {
  const floor::Kind wanted = kind == "city"    ? floor::Kind::kCity
                             : kind == "road"  ? floor::Kind::kRoad
                             : kind == "field" ? floor::Kind::kField
                                               : floor::Kind::kMonastery;
  for (size_t i = 0; i < shape.part_count; ++i) {
    if (shape.kind[i] == wanted && number-- == 0) return static_cast<int>(i);
  }
  ADD_FAILURE() << "no such " << kind;
  return 0;
}

TEST(Floor, ScoresTheGamesThatPeoplePlayed) {
  const std::string path = REEVE_SOURCE_DIR "/../shared/conformance/site-games.jsonl";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not here";
  std::ifstream file(path);
  std::string line;
  int games = 0, checked = 0;
  while (std::getline(file, line)) {
    const auto record = nlohmann::json::parse(line);
    SCOPED_TRACE(record["id"].get<std::string>());
    floor::Game game;
    std::array<int, 2> due{};
    size_t tiles = 0;
    const auto check = [&](bool final) {
      for (const auto& point : record.value("checkpoints", nlohmann::json::array())) {
        if (point["after_tiles"] != tiles || point["final"] != final) continue;
        EXPECT_EQ(game.score(0), point["expected"][0]) << "after " << tiles << " tiles";
        EXPECT_EQ(game.score(1), point["expected"][1]) << "after " << tiles << " tiles";
        ++checked;
      }
    };
    for (const auto& turn : record["turns"]) {
      ++tiles;
      if (tiles == 1 && record.contains("checkpoints")) continue;  // the start tile
      const Letter letter = TileOfLetter(turn["tile"].get<std::string>()[0]);
      const floor::Place place{floor::Game::At(turn["x"], turn["y"]),
                               static_cast<uint8_t>((turn["rot_cw"].get<int>() + letter.turn) % 4)};
      game.Lay(TileNamed(letter.name), place);
      if (!turn["meeple"].is_null()) {
        game.Put(PartOf(game.laid_shape(), turn["meeple"][0], turn["meeple"][1]), turn["player"]);
      }
      game.Resolve();
      check(false);
      if (!turn.contains("events")) continue;
      for (const auto& event : turn["events"]) {
        if (event["end_of_game"]) continue;
        for (const auto& winner : event["winners"]) due[winner.get<size_t>()] += event["points"].get<int>();
      }
      EXPECT_EQ(game.score(0), due[0]) << "turn " << tiles;
      EXPECT_EQ(game.score(1), due[1]) << "turn " << tiles;
      ++checked;
    }
    game.Finish();
    check(true);
    EXPECT_EQ(game.score(0), record["final"][0]);
    EXPECT_EQ(game.score(1), record["final"][1]);
    ++games;
  }
  EXPECT_EQ(games, 5);
  EXPECT_GT(checked, 300);
}

// --- beside Reeve ---------------------------------------------------------------------------------

// Plays what a game of Reeve's answers, and compares totals before each tile and what may be done.
class Beside {
 public:
  explicit Beside(const Program& program)
      : program_(program), lay_(program.FindRule("tile.place")), put_(program.FindRule("follower.place")) {}

  void See(const reeve::Game& reeve, const std::vector<Option>& options, const Option& taken) {
    if (taken.kind == Option::Kind::kOffer && taken.offer == lay_) {
      Resolve(reeve);
      const Value fit = taken.bound[0], square = FitSquare(fit);
      const Id tile = reeve.board().piece(FitPiece(fit)).tile;
      const int mine = TileNamed(program_.Text(program_.tiles[static_cast<size_t>(tile)].name));
      EXPECT_EQ(game_.CountPlaces(mine), static_cast<int>(options.size()));
      game_.Lay(mine, {floor::Game::At(SquareX(square), SquareY(square)), static_cast<uint8_t>(FitTurn(fit))});
      laid_ = true;
      return;
    }
    if (!laid_ || reeve.question().kind != Ask::kMenu) return;
    EXPECT_EQ(std::popcount(game_.Spots(reeve.question().player)) + 1, static_cast<int>(options.size()));
    if (taken.kind != Option::Kind::kOffer || taken.offer != put_) return;
    const int32_t segment = static_cast<int32_t>(taken.bound[1]);
    const Shape& shape = *reeve.board().cell(reeve.board().segment(segment).cell).shape;
    const uint16_t ports = shape.ports[static_cast<size_t>(reeve.board().SegmentIndex(segment))];
    game_.Put(PartWithPorts(game_.laid_shape(), ports), reeve.question().player);
  }
  void Finish(const reeve::Game& reeve) {
    game_.Resolve();
    game_.Finish();
    EXPECT_EQ(game_.score(0), reeve.total(0));
    EXPECT_EQ(game_.score(1), reeve.total(1));
  }

 private:
  void Resolve(const reeve::Game& reeve) {
    if (laid_) game_.Resolve();
    EXPECT_EQ(game_.score(0), reeve.total(0));
    EXPECT_EQ(game_.score(1), reeve.total(1));
  }

  const Program& program_;
  Id lay_, put_;
  floor::Game game_;
  bool laid_ = false;
};

TEST(Floor, AgreesWithReeveOnRandomGames) {
  const Program program = test::Rules("base");
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 lot(seed);
    reeve::Game game(program, reeve::Setup{});
    Beside beside(program);
    while (game.running()) {
      const std::vector<Option> options = game.Options();
      const Option taken = test::Lot(game, lot);
      beside.See(game, options, taken);
      game.Take(taken);
    }
    beside.Finish(game);
    if (HasFailure()) return;
  }
}

TEST(Floor, AGamePlayedAgainScoresTheSame) {
  floor::Player player, other;
  for (const floor::Policy policy : {floor::Policy::kUniform, floor::Policy::kBestOfFour}) {
    for (uint64_t number = 0; number < 200; ++number) {
      std::vector<floor::Move> moves;
      const floor::Outcome played = player.Play(policy, number, &moves);
      const floor::Outcome again = other.Replay(moves);
      EXPECT_EQ(played.scores, again.scores);
      EXPECT_EQ(played.turns, again.turns);
    }
  }
}

}  // namespace
}  // namespace reeve
