// Pictures of boards: what stands where, in numbers; how they look is for people to judge.
#include "runtime/io/board_svg.h"

#include <algorithm>

#include "tests/unit/rules.h"

namespace reeve {
namespace {

Game Begun(const Program& program, std::vector<Setup::Tile> board) {
  Setup setup;
  setup.own_board = true;
  setup.board = std::move(board);
  return Game(program, setup);
}

// Answers with the option that these words are the beginning of.
void Answer(Game& game, const std::string& words) {
  for (const Option& option : game.Options()) {
    if (!game.Describe(option).starts_with(words)) continue;
    game.Take(option);
    return;
  }
  ADD_FAILURE() << "cannot answer " << words;
}

// Beside a tile at 0 0 player 1 lays another, then a bridge across it.
Game WithBridge(const Program& program, const std::string& square, const std::string& turned,
                const std::string& across) {
  Game game = Begun(program, {{program.FindTile("L"), 0, 0, 0}});
  Answer(game, "draw L");
  Answer(game, "tile.place: at " + square + " turned " + turned);
  Answer(game, "bridge.lay: bridge, " + across + " across " + square);
  return game;
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

size_t Times(const std::string& text, const std::string& part) {
  size_t times = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
  return times;
}

TEST(BoardSvg, AFigureOnASegmentLaidAcrossATileStandsInItsMiddle) {
  const Program program = test::Rules("base, bridges");
  struct Bridge {
    const char *square, *across, *road, *line, *middle;
  };
  // The board begins at 46 68; tiles are 100 wide.
  for (const Bridge& bridge : {Bridge{"1 0", "north to south", "N S", "M50 0L50 100", "196.0 118.0"},
                               Bridge{"0 1", "west to east", "E W", "M100 50L0 50", "96.0 218.0"}}) {
    Game game = WithBridge(program, bridge.square, "0", bridge.across);
    Answer(game, std::string("follower.place: follower of player 1, road ") + bridge.road + " at " + bridge.square);
    const std::string svg = BoardSvg(game, {});
    EXPECT_TRUE(Has(
        svg, std::string("<g transform=\"translate(") + bridge.middle + ") rotate(0) scale(1)\"><use href=\"#figure\""))
        << bridge.across;
    EXPECT_EQ(Times(svg, std::string("<path d=\"") + bridge.line), 3u)
        << "its rim, itself and what tells its feature: " << bridge.across;
  }
}

TEST(BoardSvg, ALineAcrossATurnedTileGoesTheSameWay) {
  const Program program = test::Rules("base, bridges");
  const std::string svg = BoardSvg(WithBridge(program, "0 1", "90", "west to east"), {});
  EXPECT_TRUE(Has(svg, "translate(46 168) rotate(90 50 50)"));
  EXPECT_EQ(Times(svg, "<path d=\"M50 0L50 100\""), 3u) << "it is drawn on the unturned tile, and turned with it";
}

TEST(BoardSvg, ShowsWhatIsPrintedWhoStandsWhereAndTheAccounts) {
  const Program program = test::Rules("base");
  Game game = Begun(program, {{program.FindTile("CccRp"), 0, 0, 0}});
  const Value city =
      game.SegmentAt(0, 0, program.tiles[static_cast<size_t>(program.FindTile("CccRp"))].segments[0].ports);
  ASSERT_TRUE(game.Stand(program.FindKind("follower"), 1, {At::kSegment, city}));
  game.SetTotal(1, 17);
  SvgOptions options;
  options.players = {"red", "<blue>"};
  options.title = "a & b";
  const std::string svg = BoardSvg(game, options);
  EXPECT_TRUE(Has(svg, "<title>pennant</title>"));
  EXPECT_TRUE(Has(svg, "<title>follower of &lt;blue&gt;</title>"));
  EXPECT_TRUE(Has(svg, ">17</text>"));
  EXPECT_TRUE(Has(svg, ">a &amp; b</text>"));
  EXPECT_TRUE(Has(svg, ">A</text>")) << "the feature on which somebody stands is lettered";
  EXPECT_EQ(svg, BoardSvg(game, options));
}

TEST(BoardSvg, AnEmptyBoardIsAPictureToo) {
  const Program program = test::Rules("base");
  EXPECT_TRUE(BoardSvg(Begun(program, {}), {}).ends_with("</svg>\n"));
}

}  // namespace
}  // namespace reeve
