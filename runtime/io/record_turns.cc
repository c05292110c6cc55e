// Games as lists of turns, and boards with figures. Tiles are letters; a figure's place is a feature kind and a number,
// which the map turns into sides.
#include <fmt/format.h>

#include "runtime/io/record.h"

namespace reeve {
namespace {

constexpr size_t kMaxTurns = 10000;
constexpr int64_t kMaxPoints = 1000000;

using What = ThingPattern::What;

class Reader {
 public:
  Reader(const JsonView& root, const JsonView& format, Record& record)
      : root_(root), format_(format), record_(record) {}

  void ReadGame() {
    Begin();
    record_.unit = "turn";
    const JsonView turns = root_.Need("turns").Array();
    if (turns.size() > kMaxTurns) turns.Fail(fmt::format("more than {} turns", kMaxTurns));
    // The start tile may be given apart, as the first turn, or both.
    const JsonView start = root_.May("start").there() ? root_.May("start") : turns.at(0);
    record_.board.push_back(TileOf(start));
    const RecordTile& laid = record_.board[0];
    const RecordTile next = turns.size() > 0 ? TileOf(turns.at(0)) : laid;
    const size_t first = next.x == laid.x && next.y == laid.y ? 1 : 0;
    int players = 0;
    if (root_.May("final").there()) players = static_cast<int>(root_.May("final").Array().size());
    if (players < 1 || players > kMaxPlayers) return root_.Fail("final has to list the totals of the players");
    NamePlayers(players);
    for (size_t i = first; i < turns.size() && !root_.failed(); ++i) {
      const int number = static_cast<int>(i) + 1;
      Turn(turns.at(i).Renamed(fmt::format("turn {}", number)), number);
    }
    record_.ends = true;
    record_.free_order = root_.May("checkpoints").there();
    record_.totals = TotalsOf(root_.May("final"));
    root_.May("checkpoints").ForEach([&](const JsonView& node) {
      RecordCheckpoint point;
      point.number = static_cast<int>(node.Need("after_tiles").Int(0, static_cast<int64_t>(turns.size())));
      point.final = node.May("final").IsTrue();
      point.totals = TotalsOf(node.Need("expected"));
      record_.checkpoints.push_back(point);
    });
  }

  void ReadBoard() {
    const JsonView board = root_.May("board");
    if (!board.there()) {
      if (root_.May("id").there()) record_.name = root_.May("id").Text();
      record_.missing.insert("a board: the case is told in words");
      return;
    }
    Begin();
    if (board.Array().size() < 1 || board.size() > kMaxTurns) return board.Fail("a board has 1 tile or more");
    const JsonView points = root_.Need("points").Array();
    if (points.size() < 1 || points.size() > kMaxPlayers) return points.Fail("this has to list the players' points");
    NamePlayers(static_cast<int>(points.size()));
    record_.totals = TotalsOf(points);
    root_.May("variant").ForMembers([&](const std::string& name, const JsonView& value) {
      const JsonView meaning = format_.Need("variants").May(name).May(value.Word());
      if (meaning.there()) TakeRulesets(meaning, record_);
      else record_.missing.insert(fmt::format("variant {} {}", Quoted(name), Quoted(value.Word())));
    });
    const std::string when = root_.Need("when").Text();
    const bool end = when == "end";
    if (!end && when != "completed") root_.Need("when").Fail("this is either completed or end");
    record_.ends = end;
    for (size_t i = 0; i < board.size(); ++i) record_.board.push_back(TileOf(board.at(i)));
    RecordMove last;
    if (!end) {  // what the last tile completes is paid, so it is laid as a move
      last.kind = RecordMove::Kind::kTile;
      last.number = 1;
      last.what = "the last tile";
      last.tile = record_.board.back();
      record_.board.pop_back();
    }
    std::vector<RecordMove> late;
    root_.May("meeples").ForEach([&](const JsonView& node) {
      RecordMove stand;
      stand.kind = RecordMove::Kind::kStand;
      stand.number = 1;
      stand.what = "figure";
      RecordTile at;
      at.x = static_cast<int>(node.Need("x").Int(-kMaxCoordinate, kMaxCoordinate));
      at.y = static_cast<int>(node.Need("y").Int(-kMaxCoordinate, kMaxCoordinate));
      for (size_t i = 0; i < board.size(); ++i) {
        const RecordTile tile = TileOf(board.at(i));
        if (tile.x == at.x && tile.y == at.y) at = tile;
      }
      if (at.name.empty()) return node.Fail("no tile lies there");
      Figure(static_cast<int>(node.Need("player").Int(0, static_cast<int64_t>(points.size()) - 1)),
             node.Need("on").Text(), node.Need("index"), at, stand);
      const bool on_last = !end && at.x == last.tile.x && at.y == last.tile.y;
      (on_last ? late : record_.moves).push_back(stand);
    });
    if (!end) record_.moves.push_back(last);
    record_.moves.insert(record_.moves.end(), late.begin(), late.end());
  }

 private:
  void Begin() {
    if (root_.May("id").there()) record_.name = root_.May("id").Text();
    record_.loose = record_.own_board = true;
    const JsonView expansions = root_.May("expansions");
    if (!expansions.there()) TakeRulesets(format_.Need("expansions").Need("base"), record_);
    expansions.ForEach([&](const JsonView& name) {
      const JsonView meaning = format_.Need("expansions").May(name.Text());
      if (meaning.there()) TakeRulesets(meaning, record_);
      else record_.missing.insert("expansion " + Quoted(name.Text()));
    });
  }

  void NamePlayers(int count) {
    for (int i = 1; i <= count; ++i) record_.players.push_back(fmt::format("player {}", i));
  }

  RecordTile TileOf(const JsonView& node) {
    RecordTile tile;
    tile.foreign = true;
    tile.name = node.Object().Need("tile").Text();
    tile.x = static_cast<int>(node.Need("x").Int(-kMaxCoordinate, kMaxCoordinate));
    tile.y = static_cast<int>(node.Need("y").Int(-kMaxCoordinate, kMaxCoordinate));
    tile.turn = static_cast<int>(node.Need("rot_cw").Int(0, 3));
    return tile;
  }

  std::vector<int32_t> TotalsOf(const JsonView& node) {
    std::vector<int32_t> totals;
    if (node.Array().size() != record_.players.size()) node.Fail("every player has a total, and nobody else");
    node.ForEach(
        [&](const JsonView& total) { totals.push_back(static_cast<int32_t>(total.Int(-kMaxPoints, kMaxPoints))); });
    return totals;
  }

  void Turn(const JsonView& turn, int number) {
    RecordMove move;
    move.number = number;
    move.what = "the tile";
    move.kind = RecordMove::Kind::kTile;
    const auto last = static_cast<int64_t>(record_.players.size()) - 1;
    if (turn.Object().May("player").there()) move.player = static_cast<int>(turn.May("player").Int(0, last));
    move.tile = TileOf(turn);
    record_.moves.push_back(move);
    const JsonView figure = turn.May("meeple");
    if (figure.there()) {
      if (figure.Array().size() != 2) return figure.Fail("this has to be a kind and a number");
      move.kind = RecordMove::Kind::kAct;
      move.what = "the figure";
      Figure(move.player, figure.at(0).Text(), figure.at(1), move.tile, move);
      record_.moves.push_back(move);
    }
    const JsonView events = turn.May("events");
    if (!events.there()) return;
    record_.has_awards = true;
    events.Array().ForEach([&](const JsonView& event) {
      RecordAward award;
      award.number = number;
      award.points = static_cast<int32_t>(event.Need("points").Int(-kMaxPoints, kMaxPoints));
      event.Need("winners").Array().ForEach([&](const JsonView& winner) {
        award.player = static_cast<int>(winner.Int(0, last));
        record_.awards.push_back(award);
      });
    });
  }

  // The figure and the segment that the tile's list gives for (kind, index).
  void Figure(int player, const std::string& kind, const JsonView& index, const RecordTile& tile, RecordMove& move) {
    ThingPattern figure, spot;
    figure.what = What::kFigure;
    figure.owner = player;
    figure.kinds.push_back(format_.Need("figure").Text());
    spot.what = What::kSpot;
    spot.placed = true;
    spot.x = tile.x;
    spot.y = tile.y;
    const JsonView name = format_.Need("features").May(kind);
    if (!name.there()) {
      record_.missing.insert("feature " + Quoted(kind));
      return;
    }
    spot.kinds.push_back(name.Text());
    const JsonView places = format_.Need("tiles").May(tile.name).May(kind);
    const auto at = static_cast<size_t>(index.Int(0, kMaxSegments));
    if (at >= places.size()) return index.Fail(fmt::format("tile {} has no {} {}", Quoted(tile.name), kind, at));
    const auto sides = ParseSides(places.at(at).Text());
    if (!sides) return places.at(at).Fail("these are no sides");
    spot.sides = *sides;
    spot.sides.ports = TurnedPorts(spot.sides.ports, tile.turn);
    spot.sided = spot.all_sides = true;
    move.things = {figure, spot};
  }

  const JsonView& root_;
  const JsonView& format_;
  Record& record_;
};

}  // namespace

void ReadTurns(const JsonView& root, const JsonView& format, Record& record) {
  Reader(root, format, record).ReadGame();
}
void ReadPosition(const JsonView& root, const JsonView& format, Record& record) {
  Reader(root, format, record).ReadBoard();
}

}  // namespace reeve
