// Small worlds, all of them: every board of up to four tiles of four kinds, and every follower on it.
//
// The last tile of a board is laid by play, the others lie there before; a follower stands on one segment, or
// is placed there by play if it is on the last tile. Then the game ends. So every join, every completion and
// every value that so small a board can have comes up. Boards that are another one moved or turned are left
// out.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "tests/lockstep/lockstep.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

// A road past a city, a road bend, a city across with a pennant, a monastery with a road.
constexpr std::array<const char*, 4> kKinds = {"RCr", "Rr", "CFcp", "LR"};

struct Laid {
  int y, x, kind, turn;
  auto operator<=>(const Laid&) const = default;
};
using World = std::vector<Laid>;

class SmallWorlds : public testing::Test {
 protected:
  SmallWorlds() : library_(REEVE_SOURCE_DIR "/rulesets"), compiled_(Compile("base", library_)) {
    EXPECT_TRUE(compiled_.program.has_value()) << test::Findings(compiled_, library_);
    for (const char* name : kKinds) tiles_.push_back(compiled_.program->FindTile(name));
  }

  // The kind of feature in the middle of a side of a turned tile; -1: a field.
  int Middle(int kind, int turn, int side) const {
    const TileInfo& tile = compiled_.program->tiles[static_cast<size_t>(tiles_[static_cast<size_t>(kind)])];
    for (const SegmentInfo& segment : tile.segments) {
      if (segment.ports >> ((side - turn + 4) % 4 * 3 + 1) & 1) return segment.kind;
    }
    return -1;
  }

  // A tile that looks the same after a half turn is laid in two ways only.
  int Turns(int kind) const { return std::string(kKinds[static_cast<size_t>(kind)]) == "CFcp" ? 2 : 4; }

  bool Fits(const World& world, const Laid& tile) const {
    constexpr std::array<std::array<int, 2>, 4> kBeside = {{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};
    bool beside = false;
    for (const Laid& other : world) {
      if (other.x == tile.x && other.y == tile.y) return false;
      for (int side = 0; side < 4; ++side) {
        const auto& step = kBeside[static_cast<size_t>(side)];
        if (other.x != tile.x + step[0] || other.y != tile.y + step[1]) continue;
        beside = true;
        if (Middle(tile.kind, tile.turn, side) != Middle(other.kind, other.turn, (side + 2) % 4)) return false;
      }
    }
    return beside;
  }

  // The same world, moved and turned in the way that comes first.
  World Canonical(World world) const {
    World best;
    for (int turn = 0; turn < 4; ++turn) {
      for (Laid& tile : world) tile = {tile.x, -tile.y, tile.kind, (tile.turn + 1) % Turns(tile.kind)};
      int left = INT_MAX, top = INT_MAX;
      for (const Laid& tile : world) left = std::min(left, tile.x), top = std::min(top, tile.y);
      World moved = world;
      for (Laid& tile : moved) tile.x -= left, tile.y -= top;
      std::sort(moved.begin(), moved.end());
      if (best.empty() || moved < best) best = moved;
    }
    return best;
  }

  // Every world of one tile more.
  std::set<World> Grown(const std::set<World>& worlds) const {
    std::set<World> grown;
    for (const World& world : worlds) {
      for (int y = -1; y <= 4; ++y) {
        for (int x = -1; x <= 4; ++x) {
          for (int kind = 0; kind < 4; ++kind) {
            for (int turn = 0; turn < Turns(kind); ++turn) {
              const Laid tile = {y, x, kind, turn};
              if (!Fits(world, tile)) continue;
              World more = world;
              more.push_back(tile);
              grown.insert(Canonical(more));
            }
          }
        }
      }
    }
    return grown;
  }

  // The last tile that the others still lie together without is the one that is played.
  size_t Last(const World& world) const {
    for (size_t last = world.size(); last-- > 0;) {
      World rest = world;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(last));
      if (Fits(rest, world[last])) return last;
    }
    return 0;
  }

  void Play(const World& world) {
    const size_t last = Last(world);
    const Laid& played = world[last];
    reeve::Setup setup;
    setup.own_board = true;
    setup.players = 1;
    setup.supplies.push_back({compiled_.program->FindKind("follower"), 1});
    int segments = 0;
    for (size_t i = 0; i < world.size(); ++i) {
      if (i == last) continue;
      const Id tile = tiles_[static_cast<size_t>(world[i].kind)];
      setup.board.push_back({tile, world[i].x, world[i].y, world[i].turn});
      segments += static_cast<int>(compiled_.program->tiles[static_cast<size_t>(tile)].segments.size());
    }
    const Id tile = tiles_[static_cast<size_t>(played.kind)];
    const int more = static_cast<int>(compiled_.program->tiles[static_cast<size_t>(tile)].segments.size());
    for (int segment = -1; segment < segments + more; ++segment) {
      const lockstep::Result result = lockstep::RunBoth(compiled_, setup, Moves(played, segment, segments));
      ++runs_;
      awards_ += result.awards;
      ASSERT_EQ(result.difference + result.not_yet, "") << Text(world) << ", follower on segment " << segment;
    }
  }

  // The follower stands there, the tile is drawn and laid, the follower is placed, the game ends.
  lockstep::Source Moves(const Laid& played, int segment, int before) const {
    return [this, played, segment, before, at = 0](Game& game) mutable -> std::optional<Input> {
      const Id follower = compiled_.program->FindKind("follower");
      const int step = at++;
      if (step == 0 && segment >= 0 && segment < before) {
        return Input{.kind = Input::Kind::kStand, .id = follower, .owner = 0, .spot = {At::kSegment, segment}};
      }
      if (step <= 1 && game.question().kind != Ask::kDraw && game.world().turn == 0) {
        at = 2;
        return Input{};
      }
      if (game.world().turn > 1 || step > 10) return Input{.kind = Input::Kind::kEndNow};
      const std::vector<Option> options = game.Options();
      for (const Option& option : options) {
        if (option.kind == Option::Kind::kDraw && option.bound[0] == tiles_[static_cast<size_t>(played.kind)]) {
          return lockstep::Answer(option);
        }
        if (option.kind != Option::Kind::kOffer) continue;
        const Value square = FitSquare(option.bound[0]);
        const bool here =
            SquareX(square) == played.x && SquareY(square) == played.y && FitTurn(option.bound[0]) == played.turn;
        if (option.count == 1 && here) return lockstep::Answer(option);
        if (option.count == 2 && option.bound[1] == segment) return lockstep::Answer(option);
      }
      return lockstep::Answer(options.back());
    };
  }

  static std::string Text(const World& world) {
    std::string text;
    for (const Laid& tile : world) {
      text += std::string(text.empty() ? "" : ", ") + kKinds[static_cast<size_t>(tile.kind)] + " at " +
              std::to_string(tile.x) + " " + std::to_string(tile.y) + " turned " + std::to_string(tile.turn * 90);
    }
    return text;
  }

  Library library_;
  Compiled compiled_;
  std::vector<Id> tiles_;
  int runs_ = 0;
  int awards_ = 0;
};

// In four portions, for machines with several cores; the worlds are dealt round.
class Portion : public SmallWorlds, public testing::WithParamInterface<size_t> {};

TEST_P(Portion, EveryBoardOfUpToFourTilesAndEveryFollowerOnIt) {
  std::set<World> worlds;
  for (int kind = 0; kind < 4; ++kind) worlds.insert(Canonical({{0, 0, kind, 0}}));
  size_t next = 0;
  for (int tiles = 2; tiles <= 4; ++tiles) {
    worlds = Grown(worlds);
    for (const World& world : worlds) {
      if (next++ % 4 != GetParam()) continue;
      Play(world);
      if (HasFatalFailure()) return;
    }
    RecordProperty("worlds of " + std::to_string(tiles) + " tiles", static_cast<int>(worlds.size()));
  }
  RecordProperty("runs", runs_);
  RecordProperty("awards", awards_);
  EXPECT_GT(awards_, runs_ / 2);
}

INSTANTIATE_TEST_SUITE_P(SmallWorlds, Portion, testing::Range<size_t>(0, 4));

}  // namespace
}  // namespace reeve
