// Our own recorded games: JSON whose moves are said in the words of scenarios.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "runtime/io/record.h"

namespace reeve {
namespace {

constexpr size_t kMaxMoves = 100000;
constexpr size_t kMaxBoard = 10000;

using What = ThingPattern::What;

// Words of one text, taken one after the other.
class Words {
 public:
  Words(const JsonView& node, const Record& record) : node_(node), record_(record) { words_ = Split(node.Text()); }
  static std::vector<std::string> Split(const std::string& text) {
    std::vector<std::string> words;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find(' ', at), text.size());
      if (end > at) words.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    return words;
  }

  bool done() const { return at_ >= words_.size(); }
  bool Is(std::string_view word) const { return !done() && words_[at_] == word; }
  bool Take(std::string_view word) { return Is(word) && ++at_; }
  std::string Word(const char* what) {
    if (!done()) return words_[at_++];
    node_.Fail(fmt::format("{} is missing at the end", what));
    return {};
  }
  std::optional<int> MaybeInt() {
    int value = 0;
    if (done()) return std::nullopt;
    const std::string& word = words_[at_];
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (code != std::errc() || end != word.data() + word.size()) return std::nullopt;
    ++at_;
    return value;
  }
  int Int(const char* what, int least, int most) {
    const auto value = MaybeInt();
    if (!value || *value < least || *value > most) {
      node_.Fail(fmt::format("{} has to be a number from {} to {}", what, least, most));
      return least;
    }
    return *value;
  }
  // A player whose name comes next, of several the one with the longest: names may have several words.
  int MaybePlayer() {
    int found = -1;
    size_t longest = 0;
    for (size_t p = 0; p < record_.players.size(); ++p) {
      const std::vector<std::string> name = Split(record_.players[p]);
      if (name.size() <= longest || name.size() > words_.size() - at_) continue;
      if (!std::equal(name.begin(), name.end(), words_.begin() + static_cast<std::ptrdiff_t>(at_))) continue;
      found = static_cast<int>(p);
      longest = name.size();
    }
    at_ += longest;
    return found;
  }
  int Player() {
    const int player = MaybePlayer();
    if (player < 0) node_.Fail(fmt::format("{} is none of the players", done() ? "nothing" : Quoted(words_[at_])));
    return std::max(player, 0);
  }
  void End() {
    if (!done()) node_.Fail(fmt::format("nothing is known to do with {}", Quoted(words_[at_])));
  }

  // at X Y (turned D)?
  bool Place(int& x, int& y, int& turn) {
    if (!Take("at")) return false;
    x = Int("x", -kMaxCoordinate, kMaxCoordinate);
    y = Int("y", -kMaxCoordinate, kMaxCoordinate);
    if (Take("turned")) turn = Turn(Int("turned", 0, 270));
    return true;
  }
  int Turn(int degrees) {
    if (degrees % 90 != 0) node_.Fail("turned is 0, 90, 180 or 270");
    return degrees / 90;
  }
  void TakeSides(ThingPattern& pattern) {
    while (!done()) {
      const auto sides = AddSide(pattern.sides, words_[at_]);
      if (!sides) return;
      pattern.sides = *sides;
      pattern.sided = true;
      ++at_;
    }
  }

 private:
  const JsonView& node_;
  const Record& record_;
  std::vector<std::string> words_;
  size_t at_ = 0;
};

// "follower", "scorer 2", "blue scorer", "road W E at 1 0", "at 2 0 turned 90"
ThingPattern ThingOf(const JsonView& node, const Record& record) {
  ThingPattern pattern;
  if (node.IsNumber()) {
    pattern.number = node.Int(0, kMaxNumber);
    return pattern;
  }
  Words words(node, record);
  const int owner = words.MaybePlayer();
  if (owner >= 0 && words.done()) {  // the player himself
    pattern.kinds.push_back(record.players[static_cast<size_t>(owner)]);
    return pattern;
  }
  if (owner >= 0) pattern.owner = owner;
  if (!words.Is("at")) pattern.kinds.push_back(words.Word("what is bound"));
  if (const auto number = words.MaybeInt()) pattern.number = *number;
  words.TakeSides(pattern);
  pattern.placed = words.Place(pattern.x, pattern.y, pattern.turn);
  words.End();
  return pattern;
}

// (red)? follower on road W: the figure, and where it stands.
std::pair<ThingPattern, ThingPattern> StandOf(Words& words, int player, const RecordTile& tile) {
  ThingPattern figure, spot;
  figure.what = What::kFigure;
  spot.what = What::kSpot;
  const int named = words.MaybePlayer();
  figure.owner = named >= 0 ? named : player;
  figure.kinds.push_back(words.Word("a figure"));
  if (words.Take("on")) {
    spot.kinds.push_back(words.Word("what it stands on"));
    words.TakeSides(spot);
  }
  spot.placed = true;
  spot.x = tile.x;
  spot.y = tile.y;
  int turn = 0;
  words.Place(spot.x, spot.y, turn);
  return {figure, spot};
}

class Reader {
  struct Way {
    const char* key;
    std::vector<std::string_view> keys;
    void (Reader::*read)(const JsonView&, RecordMove&);
  };

 public:
  Reader(const JsonView& root, Record& record) : root_(root), record_(record) {}

  void Read() {
    if (root_.Need("reeve").Int(1, 1); root_.failed()) return;
    record_.exact = true;
    root_.OnlyKeys("A record", {"reeve", "name", "rules", "players", "board", "moves", "totals"});
    if (root_.May("name").there()) record_.name = root_.May("name").Text();
    record_.rules = root_.Need("rules").Text();
    Players(root_.Need("players").Array());
    if (root_.May("board").there()) Board(root_.May("board").Array());
    const JsonView moves = root_.Need("moves").Array();
    if (moves.size() > kMaxMoves) moves.Fail(fmt::format("more than {} moves", kMaxMoves));
    for (size_t i = 0; i < moves.size() && !root_.failed(); ++i) {
      Move(moves.at(i).Renamed(fmt::format("move {}", i + 1)), static_cast<int>(i) + 1);
    }
    if (root_.May("totals").there()) Totals(root_.May("totals").Object());
  }

 private:
  void Players(const JsonView& players) {
    if (players.size() < 1 || players.size() > kMaxPlayers) {
      players.Fail(fmt::format("1 to {} players can play", kMaxPlayers));
      return;
    }
    players.ForEach([&](const JsonView& player) {
      const std::string name = player.Text();
      const bool blank = name.find_first_not_of(' ') == std::string::npos;
      if (blank) player.Fail("a player has a name");
      else if (std::find(record_.players.begin(), record_.players.end(), name) != record_.players.end())
        player.Fail("two players are called " + Quoted(name));
      record_.players.push_back(name);
    });
  }

  int PlayerOf(const JsonView& node) {
    const std::string name = node.Text();
    const auto at = std::find(record_.players.begin(), record_.players.end(), name);
    if (at == record_.players.end()) {
      node.Fail(Quoted(name) + " is none of the players");
      return 0;
    }
    return static_cast<int>(at - record_.players.begin());
  }

  // "RCr at 0 0 turned 90 with red follower on road W"
  void Board(const JsonView& board) {
    record_.own_board = true;
    if (board.size() > kMaxBoard) board.Fail(fmt::format("more than {} tiles", kMaxBoard));
    for (size_t i = 0; i < board.size() && !root_.failed(); ++i) {
      const JsonView entry = board.at(i);
      Words words(entry, record_);
      RecordTile tile;
      tile.name = words.Word("a tile");
      if (!words.Place(tile.x, tile.y, tile.turn)) entry.Fail("where the tile lies is missing: at X Y");
      while (words.Take("with")) {
        const auto [figure, spot] = StandOf(words, -1, tile);
        if (spot.kinds.empty()) entry.Fail("what the figure stands on is missing: on KIND SIDES");
        RecordMove stand;
        stand.kind = RecordMove::Kind::kStand;
        stand.what = "board";
        stand.things = {figure, spot};
        record_.moves.push_back(stand);
      }
      words.End();
      record_.board.push_back(tile);
    }
  }

  // What a move does, by the key that says so; nullptr, with the error noted, where none or several say it.
  const Way* WayOf(const JsonView& node) {
    static const Way kWays[] = {{"places", {"by", "places", "at", "turned", "with", "awards"}, &Reader::Places},
                                {"does", {"by", "does", "with", "awards"}, &Reader::Does},
                                {"answers", {"by", "answers", "with", "awards"}, &Reader::Answers},
                                {"draws", {"by", "draws", "from", "awards"}, &Reader::Draws},
                                {"passes", {"by", "passes", "awards"}, &Reader::Passes},
                                {"ends", {"by", "ends", "awards"}, &Reader::Ends}};
    const Way* found = nullptr;
    for (const Way& way : kWays) {
      if (!node.May(way.key).there()) continue;
      if (found != nullptr) {
        node.Fail(fmt::format("a move does one thing, and this says {} and {}: make two of it", found->key, way.key));
        return nullptr;
      }
      found = &way;
    }
    if (found == nullptr) node.Fail("a move says places, does, answers, draws, passes or ends");
    else node.OnlyKeys(fmt::format("A move that {}", found->key), found->keys);
    return found;
  }

  void Move(const JsonView& node, int number) {
    RecordMove move;
    move.number = number;
    const Way* way = WayOf(node.Object());
    if (way == nullptr) return;
    // What the final scoring asks and draws comes behind the end.
    const bool of_the_end = way->read == &Reader::Answers || way->read == &Reader::Draws;
    if (ended_ > 0 && !of_the_end) node.Fail(fmt::format("the game is over; \"ends\" was move {}", ended_));
    if (node.May("by").there()) move.player = PlayerOf(node.May("by"));
    move.what = way->key;
    (this->*way->read)(node, move);
    if (node.May("awards").there()) Awards(node.May("awards").Array(), number);
  }

  void Does(const JsonView& node, RecordMove& move) {
    move.kind = RecordMove::Kind::kAct;
    move.rules.push_back(node.May(move.what).Text());
    move.ordered = true;
    Things(node.May("with"), move);
    record_.moves.push_back(move);
  }

  void Answers(const JsonView& node, RecordMove& move) {
    node.Need("with");
    Does(node, move);
  }

  void Draws(const JsonView& node, RecordMove& move) {
    move.kind = RecordMove::Kind::kDraw;
    move.card = move.tile.name = node.May("draws").Text();
    move.zone = node.May("from").there() ? node.May("from").Text() : "pile";
    record_.moves.push_back(move);
  }

  void Passes(const JsonView& node, RecordMove& move) {
    if (!node.May("passes").IsTrue()) node.May("passes").Fail("this is true, or left out");
    record_.moves.push_back(move);
  }

  void Ends(const JsonView& node, RecordMove& move) {
    if (!node.May("ends").IsTrue()) node.May("ends").Fail("this is true, or left out");
    move.kind = RecordMove::Kind::kEnd;
    record_.ends = true;
    ended_ = move.number;
    record_.moves.push_back(move);
  }

  void Places(const JsonView& node, RecordMove& move) {
    move.kind = RecordMove::Kind::kTile;
    move.tile.name = node.May("places").Text();
    std::tie(move.tile.x, move.tile.y) = node.Need("at").Square();
    const JsonView turned = node.May("turned");
    if (turned.there()) {
      const auto degrees = static_cast<int>(turned.Int(0, 270));
      if (degrees % 90 != 0) turned.Fail("turned is 0, 90, 180 or 270");
      move.tile.turn = degrees / 90;
    }
    record_.moves.push_back(move);
    const JsonView with = node.May("with");
    if (!with.there()) return;
    Words words(with, record_);
    auto [figure, spot] = StandOf(words, move.player, move.tile);
    words.End();
    const bool anywhere = !spot.kinds.empty() && (spot.kinds[0] == "tile" || spot.kinds[0] == "cell");
    if (anywhere) spot.kinds.clear();
    move.kind = RecordMove::Kind::kAct;
    move.things = {figure, spot};
    record_.moves.push_back(move);
  }

  void Things(const JsonView& with, RecordMove& move) {
    if (!with.there()) return;
    if (with.IsNumber()) {
      move.things.push_back(ThingOf(with, record_));
      return;
    }
    if (with.IsText()) {
      const std::string text = with.Text();
      if (move.what == "answers" && (text == "yes" || text == "no")) {
        move.answer = text;
      } else if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
        move.things.emplace_back().text = text.substr(1, text.size() - 2);
      } else {
        move.things.push_back(ThingOf(with, record_));
      }
      return;
    }
    with.Array().ForEach([&](const JsonView& thing) { move.things.push_back(ThingOf(thing, record_)); });
  }

  // "blue 8 from city.completed"
  void Awards(const JsonView& awards, int number) {
    record_.has_awards = true;
    awards.ForEach([&](const JsonView& node) {
      Words words(node, record_);
      RecordAward award;
      award.number = number;
      award.player = words.Player();
      award.points = words.Int("the points", -1000000, 1000000);
      if (words.Take("from")) award.rule = words.Word("a rule");
      words.End();
      record_.awards.push_back(award);
    });
  }

  void Totals(const JsonView& totals) {
    record_.totals.emplace(record_.players.size(), 0);
    if (totals.size() != record_.players.size()) totals.Fail("every player has a total, and nobody else");
    for (size_t p = 0; p < record_.players.size(); ++p) {
      (*record_.totals)[p] = static_cast<int32_t>(totals.Need(record_.players[p]).Int(-1000000, 1000000));
    }
  }

  const JsonView& root_;
  Record& record_;
  int ended_ = 0;  // the move that ends the game
};

}  // namespace

void ReadOwnGame(const JsonView& root, Record& record) {
  Reader(root, record).Read();
}

}  // namespace reeve
