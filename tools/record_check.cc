#include "tools/record_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "runtime/graph/shapes.h"
#include "tools/known_words.h"

namespace reeve {
namespace {

using MoveKind = RecordMove::Kind;

// What is wrong, a line each: of each place the first, for the next may come of it, and what is wrong in several places
// where it is first.
class Mistakes {
 public:
  void At(std::string place) {
    place_ = std::move(place);
    said_here_ = false;
  }
  void Say(const std::string& what) {
    if (said_here_ || !said_.insert(what).second) return;
    said_here_ = true;
    if (++count_ <= kTold) text_ += fmt::format("{}{}: {}", text_.empty() ? "" : "\n  ", place_, what);
  }
  std::string Text() const { return count_ <= kTold ? text_ : fmt::format("{}\n  and {} more", text_, count_ - kTold); }

 private:
  static constexpr int kTold = 10;
  std::set<std::string> said_;
  std::string place_, text_;
  bool said_here_ = false;
  int count_ = 0;
};

class RecordCheck {
 public:
  RecordCheck(const Record& record, const Program& program) : record_(record), program_(program), known_(program) {}

  std::string Run() {
    for (const RecordTile& tile : record_.board) {
      said_.At("the board");
      Known("tile", tile.name, known_.tiles);
    }
    for (const RecordMove& move : record_.moves) {
      said_.At(PlaceOf(record_, move));
      CheckMove(move);
    }
    return said_.Text();
  }

 private:
  bool Say(const std::string& what) {
    said_.Say(what);
    return false;
  }
  bool Known(const char* what, const std::string& word, const Words& known) {
    return std::find(known.begin(), known.end(), word) != known.end() || Say(NoSuch(what, word, known));
  }

  void CheckMove(const RecordMove& move) {
    switch (move.kind) {
      case MoveKind::kTile:
        laid_ = &move.tile;
        Known("tile", move.tile.name, known_.tiles);
        return;
      case MoveKind::kStand:
        if (CheckFigure(move.things[0], true)) CheckSpot(move.things[1], true);
        return;
      case MoveKind::kAct:
        if (!move.rules.empty()) CheckAct(move);
        else if (CheckFigure(move.things[0], false)) CheckSpot(move.things[1], false);
        return;
      case MoveKind::kDraw:
        CheckDraw(move);
        return;
      case MoveKind::kPass:
      case MoveKind::kCommit:
      case MoveKind::kEnd:
        return;
    }
  }

  bool CheckFigure(const ThingPattern& figure, bool on_board) {
    const std::string& name = figure.kinds[0];
    const bool marker =
        !on_board && std::find(known_.markers.begin(), known_.markers.end(), name) != known_.markers.end();
    if (!marker && !Known("figure", name, known_.figures)) return false;
    if (!on_board) return true;
    const bool neutral = program_.kind(program_.FindKind(name)).neutral;
    if (neutral == (figure.owner < 0)) return true;
    return Say(neutral ? fmt::format("\"{}\" belongs to nobody: leave out the player", name)
                       : fmt::format("\"{0}\" belongs to a player: write \"{1} {0}\"", name, record_.players.front()));
  }

  // Whether the tile there shows what a figure is put on. `on_board`: it has to be clear which of its segments is
  // meant.
  void CheckSpot(const ThingPattern& spot, bool on_board) {
    if (spot.kinds.empty() || !Known("feature or place to stand on", spot.kinds[0], known_.kinds)) return;
    const Id kind = program_.FindKind(spot.kinds[0]);
    if (program_.kind(kind).cls != Class::kFeature) return;
    const RecordTile* tile = on_board ? nullptr : laid_;
    for (const RecordTile& other : record_.board) {
      if (on_board && other.x == spot.x && other.y == spot.y) tile = &other;
    }
    if (on_board && tile == nullptr) Say(fmt::format("no tile of this board lies at {} {}", spot.x, spot.y));
    if (tile == nullptr || tile->x != spot.x || tile->y != spot.y) return;
    const Id id = program_.FindTile(tile->name);
    if (id == kNoId) return;
    const std::string why = WhyNoSegment(program_, program_.tiles[static_cast<size_t>(id)], tile->turn * 90, kind,
                                         spot.sides, spot.kinds[0] + SidesText(spot.sides), on_board);
    if (!why.empty()) Say(why);
  }

  void CheckAct(const RecordMove& move) {
    const std::string& rule = move.rules[0];
    if (move.what == "does" && !Known("offer", rule, known_.offers)) return;
    if (move.what == "answers" &&
        !Known("rule that asks, or thing that is asked for,", rule, Join(Join(known_.rules, known_.choices), {"due"})))
      return;
    for (const ThingPattern& thing : move.things) {
      if (!thing.kinds.empty()) Known("thing", thing.kinds[0], known_.Things(record_.players));
    }
  }

  void CheckDraw(const RecordMove& move) {
    if (!Known("pile", move.zone, known_.zones)) return;
    const Id zone = program_.FindZone(move.zone);
    const Words cards = CardsIn(program_, zone);
    if (zone == kPileZone) Known("tile", move.card, known_.tiles);
    else if (!cards.empty()) Known("card or token", move.card, cards);
  }

  const Record& record_;
  const Program& program_;
  const KnownWords known_;
  const RecordTile* laid_ = nullptr;  // by the last move that lays one
  Mistakes said_;
};

}  // namespace

std::string PlaceOf(const Record& record, const RecordMove& move) {
  if (move.number == 0) return "the " + move.what;
  return fmt::format("{} {} {}", record.unit, move.number, move.what);
}

std::string WrongWord(const Record& record, const Program& program) {
  return RecordCheck(record, program).Run();
}

std::string WrongAward(const Record& record, const Program& program) {
  const Words rules = KnownWords(program).rules;
  Mistakes said;
  for (const RecordAward& award : record.awards) {
    said.At(fmt::format("{} {} awards", record.unit, award.number));
    const bool known = award.rule.empty() || std::find(rules.begin(), rules.end(), award.rule) != rules.end();
    if (!known) said.Say(NoSuch("score", award.rule, rules));
  }
  return said.Text();
}

}  // namespace reeve
