// Games as lists of messages. The shape is known here; what its words mean is said by the map.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "runtime/io/record.h"

namespace reeve {
namespace {

constexpr size_t kMaxMessages = 100000;
constexpr size_t kMaxStart = 1000;
constexpr int64_t kMaxPoints = 1000000;

using What = ThingPattern::What;

class Reader {
 public:
  Reader(const JsonView& root, const JsonView& format, Record& record)
      : root_(root), format_(format), record_(record) {}

  void Read() {
    record_.unit = "message";
    record_.loose = true;
    record_.own_board = true;
    record_.commit_from = format_.Need("commit from").Text();
    const JsonView setup = root_.Need("setup").Object();
    Players(setup);
    SetUp(setup);
    const JsonView replay = root_.Need("replay").Array();
    if (replay.size() > kMaxMessages) replay.Fail(fmt::format("more than {} messages", kMaxMessages));
    for (size_t i = 0; i < replay.size() && !root_.failed(); ++i) {
      Message(replay.at(i).Renamed(fmt::format("message {}", i + 1)), static_cast<int>(i) + 1);
    }
    Ending();
  }

 private:
  void Players(const JsonView& setup) {
    const JsonView players = root_.May("players");
    if (players.there()) {
      players.Array().ForEach([&](const JsonView& player) { record_.players.push_back(player.Need("name").Text()); });
    } else {
      const auto count = setup.Need("players").Int(1, kMaxPlayers);
      for (int64_t i = 1; i <= count; ++i) record_.players.push_back(fmt::format("player {}", i));
    }
    if (record_.players.empty() || record_.players.size() > kMaxPlayers) {
      players.Fail(fmt::format("1 to {} players can play", kMaxPlayers));
    }
  }

  // What the map says of a word; if it says nothing, the record needs what we lack.
  JsonView Meaning(const char* section, const char* noun, const std::string& word) {
    const JsonView meaning = format_.Need(section).May(word);
    if (!meaning.there()) record_.missing.insert(fmt::format("{} {}", noun, Quoted(word)));
    return meaning;
  }

  void SetUp(const JsonView& setup) {
    setup.Need("sets").Object().ForMembers([&](const std::string& name, const JsonView&) {
      TakeRulesets(Meaning("sets", "set", name).May("rulesets"), record_);
    });
    const JsonView elements = setup.Need("elements").Object();
    const auto is_on = [](const JsonView& count) {
      return count.there() && count.Word() != "false" && count.Word() != "0" && count.Word() != "null";
    };
    elements.ForMembers([&](const std::string& name, const JsonView& count) {
      if (!is_on(count)) return;
      const JsonView meaning = Meaning("elements", "element", name);
      TakeRulesets(meaning.May("rulesets"), record_);
      if (!meaning.May("supply").there() || !count.IsNumber()) return;
      record_.supplies[meaning.May("supply").Text()] = static_cast<int32_t>(count.Int(0, 100));
    });
    // What our rules would bring and this game does not have: of each element without its own ruleset, and of those
    // whose ruleset another element brought.
    format_.Need("elements").ForMembers([&](const std::string& name, const JsonView& meaning) {
      if (!meaning.May("supply").there() || is_on(elements.May(name))) return;
      bool in_play = true;
      meaning.May("rulesets").ForMembers([&](const std::string& ruleset, const JsonView&) {
        in_play &= record_.rulesets.count(ruleset) > 0;
      });
      if (in_play) record_.supplies[meaning.May("supply").Text()] = 0;
    });
    format_.May("needs").ForEach([&](const JsonView& name) {
      if (!is_on(elements.May(name.Text()))) record_.missing.insert("a game without " + Quoted(name.Text()));
    });
    setup.May("rules").ForMembers([&](const std::string& name, const JsonView& value) { Variant(name, value.Word()); });
    setup.Need("start").Array();
    if (setup.May("start").size() > kMaxStart) setup.May("start").Fail("too many tiles");
    setup.May("start").ForEach([&](const JsonView& tile) {
      RecordTile laid;
      laid.foreign = true;
      laid.name = tile.Need("tile").Text();
      laid.x = static_cast<int>(tile.Need("x").Int(-kMaxCoordinate, kMaxCoordinate));
      laid.y = static_cast<int>(tile.Need("y").Int(-kMaxCoordinate, kMaxCoordinate));
      laid.turn = static_cast<int>(tile.Need("rotation").Int(0, 270) / 90);
      record_.board.push_back(laid);
    });
  }

  // A variant means settings of rulesets, and nothing where none of them is in play.
  void Variant(const std::string& name, const std::string& value) {
    const JsonView variant = Meaning("rules", "rule", name);
    if (!variant.there()) return;
    bool in_play = false;
    variant.May("of").ForEach([&](const JsonView& ruleset) { in_play |= record_.rulesets.count(ruleset.Text()) > 0; });
    if (!in_play) return;
    const JsonView meaning = variant.May("values").May(value);
    if (!meaning.there()) {
      record_.missing.insert(fmt::format("rule {} {}", Quoted(name), Quoted(value)));
      return;
    }
    meaning.ForMembers([&](const std::string& ruleset, const JsonView& settings) {
      if (record_.rulesets.count(ruleset) == 0) return;
      settings.ForMembers([&](const std::string& option, const JsonView& setting) {
        record_.rulesets[ruleset][option] = setting.Word();
      });
    });
  }

  void Message(const JsonView& message, int number) {
    RecordMove move;
    move.number = number;
    move.what = message.Object().Need("type").Text();
    if (message.May("by").there()) {
      move.player = static_cast<int>(message.May("by").Int(0, static_cast<int64_t>(record_.players.size()) - 1));
    }
    const JsonView spec = Meaning("messages", "message", move.what);
    const JsonView payload = message.Need("payload").Object();
    before_.push_back({record_.moves.size(), record_.awards.size()});
    Chances(message.May("chance"), move);
    const std::string does = spec.there() ? spec.Need("does").Text() : "nothing";
    if (does == "undo") return Undo();
    if (does == "tile") {
      move.kind = RecordMove::Kind::kTile;
      move.tile.foreign = true;
      move.tile.name = payload.Need(spec.Need("tile").Text()).Text();
      std::tie(move.tile.x, move.tile.y) = payload.Need(spec.Need("at").Text()).Square();
      const JsonView turn = payload.Need(spec.Need("turn").Text());
      const JsonView quarter = format_.Need("turns").May(turn.Text());
      if (!quarter.there()) turn.Fail("there is no turn " + Quoted(turn.Text()));
      else move.tile.turn = static_cast<int>(quarter.Int(0, 3));
      record_.moves.push_back(move);
    } else if (does == "act") {
      move.kind = RecordMove::Kind::kAct;
      Act(spec, payload, move);
      record_.moves.push_back(move);
    } else if (does == "pass" || does == "commit") {
      move.kind = does == "pass" ? RecordMove::Kind::kPass : RecordMove::Kind::kCommit;
      record_.moves.push_back(move);
    }
    message.May("scored").ForEach([&](const JsonView& award) {
      RecordAward scored;
      scored.number = number;
      scored.player = static_cast<int>(award.Need("player").Int(0, static_cast<int64_t>(record_.players.size()) - 1));
      scored.points = static_cast<int32_t>(award.Need("points").Int(-kMaxPoints, kMaxPoints));
      record_.awards.push_back(scored);
    });
  }

  // Takes back the last message that was not taken back: what it did, what was drawn for it, and what it paid.
  void Undo() {
    before_.pop_back();  // its own
    if (before_.empty()) return;
    record_.moves.resize(before_.back().moves);
    record_.awards.resize(before_.back().awards);
    before_.pop_back();
  }

  // [["die", "2"]]: drawn in the course of this message.
  void Chances(const JsonView& chances, const RecordMove& message) {
    chances.ForEach([&](const JsonView& chance) {
      if (chance.size() != 2) return chance.Fail("this has to be what was drawn and how it fell");
      const JsonView meaning = Meaning("chances", "chance", chance.at(0).Text());
      if (!meaning.there()) return;
      const JsonView card = meaning.Need("cards").May(chance.at(1).Word());
      if (!card.there()) {
        record_.missing.insert(fmt::format("chance {} {}", Quoted(chance.at(0).Text()), Quoted(chance.at(1).Word())));
        return;
      }
      RecordMove draw = message;
      draw.kind = RecordMove::Kind::kDraw;
      draw.zone = meaning.Need("zone").Text();
      draw.card = card.Text();
      record_.moves.push_back(draw);
    });
  }

  void Act(const JsonView& spec, const JsonView& payload, RecordMove& move) {
    if (spec.May("rules").IsArray()) Rules(spec.May("rules"), move);
    if (spec.May("by").there()) {  // the offers depend on a member of the payload
      const std::string member = payload.Need(spec.May("by").Text()).Word();
      const JsonView meaning = spec.Need("rules").May(member);
      if (meaning.there()) Rules(meaning, move);
      else if (!spec.May("others").there())
        record_.missing.insert(fmt::format("{} {}", Quoted(move.what), Quoted(member)));
    }
    if (spec.May("figure").there()) Figure(payload.Need(spec.May("figure").Text()), move);
    if (spec.May("token").there()) {
      const JsonView kind = Meaning("tokens", "token", payload.Need(spec.May("token").Text()).Text());
      ThingPattern& token = move.things.emplace_back();
      token.what = What::kFigure;
      if (kind.IsArray() && kind.size() == 2) {  // a kind and its first attribute
        token.kinds.push_back(kind.at(0).Text());
        token.number = kind.at(1).Int(0, 100);
      } else if (kind.there()) {
        token.kinds.push_back(kind.Text());
      }
    }
    if (spec.May("spot").there()) Spot(payload.May(spec.May("spot").Text()), move);
    if (spec.May("text").there()) {
      const JsonView text = Meaning("texts", "answer", payload.Need(spec.May("text").Text()).Text());
      ThingPattern& pattern = move.things.emplace_back();
      pattern.what = What::kText;
      if (text.there()) pattern.text = text.Text();
    }
  }

  static void Rules(const JsonView& rules, RecordMove& move) {
    rules.ForEach([&](const JsonView& rule) { move.rules.push_back(rule.Text()); });
  }

  // "0.small.1": of player 0; "monk.1": of nobody.
  void Figure(const JsonView& node, RecordMove& move) {
    const std::string id = node.Text();
    const size_t first = id.find('.');
    const size_t last = id.rfind('.');
    if (first == std::string::npos) return node.Fail("this is no figure: " + Quoted(id));
    ThingPattern& figure = move.things.emplace_back();
    figure.what = What::kFigure;
    std::string kind = id.substr(0, first);
    figure.owner = -1;
    if (first != last) {
      kind = id.substr(first + 1, last - first - 1);
      int owner = -1;
      const auto [end, code] = std::from_chars(id.data(), id.data() + first, owner);
      if (code != std::errc() || end != id.data() + first || owner < 0 ||
          owner >= static_cast<int>(record_.players.size())) {
        return node.Fail("there is no such player: " + Quoted(id));
      }
      figure.owner = owner;
    }
    const JsonView meaning = Meaning("figures", "figure", kind);
    if (meaning.there()) figure.kinds.push_back(meaning.Text());
  }

  // [x, y], {position, feature, location}, or a figure that stands at one of these.
  void Spot(const JsonView& node, RecordMove& move) {
    if (!node.there()) return;
    if (node.May("meepleId").there()) Figure(node.May("meepleId"), move);
    if (node.May("featurePointer").there()) return Spot(node.May("featurePointer"), move);
    ThingPattern& spot = move.things.emplace_back();
    spot.what = What::kSpot;
    spot.placed = true;
    if (node.IsArray()) {
      std::tie(spot.x, spot.y) = node.Square();
      return;
    }
    std::tie(spot.x, spot.y) = node.Object().Need("position").Square();
    const JsonView kind = Meaning("features", "feature", node.Need("feature").Text());
    if (kind.IsArray()) kind.ForEach([&](const JsonView& name) { spot.kinds.push_back(name.Text()); });
    else if (kind.there()) spot.kinds.push_back(kind.Text());
    const std::string location = node.Need("location").Text();
    if (const JsonView place = format_.Need("places").May(location); place.there()) {  // beside the board
      spot = ThingPattern{};
      spot.kinds.push_back(place.Text());
      return;
    }
    const JsonView joined = format_.Need("locations").May(location);
    // The way of standing there may say what was done.
    if (joined.May("rules").there() && move.rules.empty()) Rules(joined.May("rules"), move);
    const JsonView sides_of = joined.May("sides").there() ? joined.May("sides") : joined;
    std::string words = sides_of.there() ? sides_of.Text() : location;
    std::replace(words.begin(), words.end(), '.', ' ');
    const auto sides = ParseSides(words);
    if (!sides) {
      record_.missing.insert("location " + Quoted(location));
      return;
    }
    spot.sides = *sides;
    spot.sided = spot.all_sides = true;
  }

  void Ending() {
    const JsonView test = root_.May("test");
    const bool whole = !test.there();
    record_.ends = whole || root_.May("gameAnnotations").May("endTurn").there();
    record_.has_awards = true;
    if (root_.May("points").there()) Totals(root_.May("points").Array());
    const JsonView phase = root_.May("phase");
    if (phase.there() && test.there()) Phase(phase.Text());
    test.May("assertions").ForEach([&](const JsonView& text) { Assertion(text); });
  }

  void Totals(const JsonView& totals) {
    if (totals.size() != record_.players.size()) return totals.Fail("every player has a total, and nobody else");
    record_.totals.emplace();
    totals.ForEach([&](const JsonView& total) {
      record_.totals->push_back(static_cast<int32_t>(total.Int(-kMaxPoints, kMaxPoints)));
    });
  }

  void Phase(const std::string& text) {
    static constexpr std::pair<const char*, RecordPhase::Kind> kKinds[] = {{"offered", RecordPhase::Kind::kOffered},
                                                                           {"nothing", RecordPhase::Kind::kNothing},
                                                                           {"tile", RecordPhase::Kind::kTile},
                                                                           {"over", RecordPhase::Kind::kOver}};
    const JsonView meaning = Meaning("phases", "phase", text);
    record_.phase.text = text;
    if (meaning.IsArray()) {
      record_.phase.kind = RecordPhase::Kind::kChoice;
      meaning.ForEach([&](const JsonView& rule) { record_.phase.rules.push_back(rule.Text()); });
      return;
    }
    for (const auto& [word, kind] : kKinds) {
      if (meaning.there() && meaning.Text() == word) record_.phase.kind = kind;
    }
  }

  // "NAME has 3 points", "NAME scored KIND for 3 points."
  void Assertion(const JsonView& node) {
    RecordAssertion assertion;
    assertion.text = node.Text();
    std::string rest = assertion.text;
    const auto player = std::find_if(record_.players.begin(), record_.players.end(), [&](const std::string& name) {
      return rest.compare(0, name.size() + 1, name + " ") == 0;
    });
    if (player == record_.players.end()) return node.Fail("this begins with no player's name");
    assertion.player = static_cast<int>(player - record_.players.begin());
    rest.erase(0, player->size() + 1);
    if (rest.rfind("has ", 0) == 0) {
      rest.erase(0, 4);
    } else if (const size_t end = rest.find(" for "); rest.rfind("scored ", 0) == 0 && end != std::string::npos) {
      const std::string kind = rest.substr(7, end - 7);
      const JsonView meaning = format_.Need("scored").May(kind);
      assertion.scored.push_back(kind);
      meaning.ForEach([&](const JsonView& rule) { assertion.scored.push_back(rule.Text()); });
      rest.erase(0, end + 5);
    } else {
      return node.Fail("this says neither has nor scored");
    }
    const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), assertion.points);
    if (code != std::errc()) return node.Fail("this names no points");
    record_.assertions.push_back(assertion);
  }

  const JsonView& root_;
  const JsonView& format_;
  Record& record_;
  struct Length {
    size_t moves = 0, awards = 0;
  };
  std::vector<Length> before_;  // each message that was not taken back
};

}  // namespace

void ReadMessages(const JsonView& root, const JsonView& format, Record& record) {
  Reader(root, format, record).Read();
}

}  // namespace reeve
