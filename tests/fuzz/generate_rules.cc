#include "tests/fuzz/generate_rules.h"

namespace reeve::fuzz {
namespace {

using Words = std::vector<std::string>;

// What can be named where a line stands.
struct Scope {
  std::string feature;  // road, city, monastery, field; or none
  bool player = false;  // one who is being paid, or walked
};

std::string Plural(const std::string& kind) {
  if (kind == "city") return "cities";
  return kind == "monastery" ? "monasteries" : kind + "s";
}

const Words kFeatures = {"road", "city", "monastery", "field"};

class Writer {
 public:
  Writer(const std::string& name, Choices& choices) : name_(name), choices_(choices) {}

  std::string Ruleset() {
    std::string text = "ruleset " + name_ + " \"made up\" extends base\n";
    if (choices_.Chance(128)) {
      option_ = true;
      text += "option reading \"which\" plain | fancy\n";
    }
    text += "flag lucky on player cleared when turn starts\nnumber coins on player\nnumber hours\n";
    text += "link host on follower to player cleared when follower returned\n";
    const uint32_t items = 1 + choices_.Below(5);
    for (uint32_t i = 0; i < items; ++i) text += Item();
    // Behind all others: the rules that older inputs stand for stay what they were.
    for (uint32_t i = choices_.Chance(140) ? 1 + choices_.Below(3) : 0; i > 0; --i) text += Never();
    if (choices_.Chance(90)) text += Wager();
    if (choices_.Chance(90)) text += Display();
    if (choices_.Chance(60)) text += ForbidRule();
    return text;
  }

 private:
  std::string Item() {
    switch (choices_.Below(8)) {
      case 0:
        return ModifyScore();
      case 1:
        return OwnScore();
      case 2:
        return Rule();
      case 3:
        return ModifyGroup();
      case 4:
        return Forbid();
      case 5:
        return Define();
      case 6:
        return FieldTown();
      default:
        return Question();
    }
  }

  // --- items ---
  std::string ModifyScore() {
    const std::string kind = choices_.Of(kFeatures);
    const std::string when = kind != "field" && choices_.Chance(150) ? ".completed" : ".final";
    return "modify " + kind + when + " {\n" + Rows({kind, true}, kind == "field" ? "" : "tiles") + "}\n";
  }

  std::string ModifyGroup() {
    static const Words kTies = {"ties all", "ties nobody", "ties split rounding down", "ties split rounding up",
                                "ties split odd to active_player"};
    const std::string group = choices_.Of(Words{"feature_values", "final_values"});
    if (choices_.Chance(100)) return "modify " + group + " { " + choices_.Of(kTies) + " }\n";
    return "modify " + group + " {\n" + Rows({"", true}, "") + "}\n";
  }

  std::string FieldTown() { return "modify field.final.town {\n  points " + Amount({"", true}) + Label() + "\n}\n"; }

  std::string OwnScore() {
    const std::string kind = choices_.Of(kFeatures);
    std::string text = "score " + Fresh("prize") + " \"prize\" {\n";
    if (kind != "field" && choices_.Chance(128)) text += "  when " + kind + " completed\n";
    else
      text += "  at " + choices_.Of(Words{"last_features", "last_fields", "last_counts", "wrap_up"}) + "  each " +
              kind + "\n";
    if (choices_.Chance(128)) text += "  if " + Condition({kind, false}, 2) + "\n";
    static const Words kWho = {"majority of followers on X", "players where any follower of player on X",
                               "active_player", "players with most number of (followers of player on roads)"};
    std::string who = choices_.Of(kWho);
    if (const size_t at = who.find('X'); at != std::string::npos) who.replace(at, 1, kind);
    text += "  for " + who + "\n" + Rows({kind, true}, "", false);  // a condition stands before who scores
    if (choices_.Chance(60)) text += "  then return followers on " + kind + "\n";
    return text + "}\n";
  }

  std::string Rule() {
    std::string text = "rule " + Fresh("habit") + " \"habit\" {\n";
    Scope scope;
    switch (choices_.Below(6)) {
      case 0:
        scope.feature = choices_.Of(Words{"road", "city", "monastery"});
        text += "  when " + scope.feature + " completed\n";
        break;
      case 1:
        text += "  when piece placed\n";
        break;
      case 2:
        text += "  when turn ends\n";
        break;
      case 3:
        text += "  when follower placed\n";
        follower_ = true;
        break;
      case 4:
        scope.feature = choices_.Of(Words{"road", "city"});
        text += "  " + choices_.Of(Words{"before ", "after "}) + scope.feature + " scored\n";
        break;
      default:
        text += "  when award made\n";
    }
    if (choices_.Chance(90)) {
      scope.player = true;
      text += "  each player\n";
    }
    if (choices_.Chance(128)) text += "  if " + Condition(scope, 2) + "\n";
    if (choices_.Chance(60)) text += "  limit " + std::to_string(1 + choices_.Below(3)) + " per turn\n";
    const uint32_t effects = 1 + choices_.Below(3);
    for (uint32_t i = 0; i < effects; ++i) text += "  then " + Effect(scope) + "\n";
    follower_ = false;
    return text + "}\n";
  }

  std::string Question() {
    const std::string who = choices_.Of(Words{"active_player", "next_player"});
    std::string text = "rule " + Fresh("ask") + " {\n  when " +
                       choices_.Of(Words{"turn ends", "piece placed", "city completed"}) + "\n";
    if (choices_.Chance(128)) text += "  if " + Condition({}, 1) + "\n";
    const std::string may = who != "chance" && choices_.Chance(100) ? "may " : "";
    text += "  " + may + "choose follower from followers on " +
            choices_.Of(Words{"roads", "cities", "fields", "features"}) + " by " + who + "\n";
    return text + "  then " +
           choices_.Of(Words{"return follower", "host of follower is now owner of follower",
                             "pay 1 from owner of follower to next_player"}) +
           "\n}\n";
  }

  std::string Forbid() {
    return "forbid follower.place \"" + Fresh("not so") + "\" { if spot is " + choices_.Of(kFeatures) + " and " +
           Condition({}, 1) + " }\n";
  }

  std::string Define() {
    const std::string name = Fresh("sort");
    return "define road is " + name + " when " + Condition({"road", false}, 2) +
           "\nmodify road.completed { if road is " + name + " extra " + Small() + Label() + " }\n";
  }

  std::string Wager() {
    const std::string may = choices_.Chance(100) ? "may " : "";
    return "rule " + Fresh("wager") + " {\n  when " +
           choices_.Of(Words{"turn ends", "piece placed", "city completed"}) + "\n  " + may + "choose bet from " +
           Number({}, 1) + " to " + Number({}, 2) + " by " + choices_.Of(Words{"active_player", "next_player"}) +
           "\n  then pay bet from active_player to next_player\n  then hours is now bet\n}\n";
  }

  // Tiles that lie open, come into hand, go back, or go.
  std::string Display() {
    return "zone display { shelf }\nrule " + Fresh("show") + " {\n  when " +
           choices_.Of(Words{"turn starts", "turn ends", "piece placed"}) + "\n  if " + Condition({}, 1) +
           "\n  then draw piece from pile to shelf\n}\nrule " + Fresh("fetch") + " {\n  at " +
           choices_.Of(Words{"begin", "draw", "rest"}) + "\n  " +
           choices_.Of(Words{"each piece in display", "choose piece from pieces in display by active_player",
                             "each piece in hand", "if number of pieces in pile < 60  each piece in pile"}) +
           "\n  then " +
           choices_.Of(Words{"move piece to hand", "move piece to pile", "return piece", "move piece to shelf"}) +
           "\n}\n";
  }

  std::string ForbidRule() {
    return "forbid " + choices_.Of(Words{"tile.aside", "tile.draw", "game.end"}) + " \"" + Fresh("no") + "\" { if " +
           Condition({}, 2) + " }\n";
  }

  std::string Never() {
    const std::string kind = choices_.Of(kFeatures);
    switch (choices_.Below(5)) {
      case 0:
        return "never " + Set({}) + "\n";
      case 1:
        return "never players where " + Condition({"", true}, 2) + "\n";
      case 2:
        return "never " + choices_.Of(Words{"followers on roads as other", "cells as other", "followers as other"}) +
               " where " + Condition({}, 2) + "\n";
      case 3:
        return "never " + Set({}) + " with most " + Number({}, 1) + "\n";
      default:
        return "never " + Plural(kind) + " where " + Condition({kind, false}, 2) + "\n";
    }
  }

  // --- lines ---
  std::string Rows(const Scope& scope, const std::string& known, bool first = true) {
    std::string text;
    if (first && choices_.Chance(80)) text += "  if " + Condition(scope, 2) + "\n";
    const uint32_t rows = 1 + choices_.Below(3);
    for (uint32_t i = 0; i < rows; ++i) {
      if (choices_.Chance(60)) text += "  if " + Condition(scope, 1) + " { " + Row(scope) + " }\n";
      else if (!known.empty() && i == 0 && choices_.Chance(40))
        text += "  instead of \"" + known + "\" points " + Amount(scope) + "\n";
      else text += "  " + Row(scope) + "\n";
    }
    return text;
  }

  std::string Row(const Scope& scope) {
    switch (choices_.Below(10)) {
      case 0:
      case 1:
      case 2:
        return "points " + Amount(scope) + Label();
      case 3:
        return "extra " + Number(scope, 1) + Label();
      case 4:
        return "points -" + Small() + Label();
      case 5:
        return "points is " + Number(scope, 1) + Label();
      case 6:
        return "points doubled" + Label();
      case 7:
        return "points halved rounding " + choices_.Of(Words{"up", "down"}) + Label();
      case 8:
        return "points at least " + Small() + Label();
      default:
        return "points at most " + Small() + Label();
    }
  }

  std::string Amount(const Scope& scope) {
    if (choices_.Chance(128)) return Small() + " per " + One(scope);
    return Number(scope, 2);
  }

  std::string Effect(const Scope& scope) {
    const std::string player = scope.player ? "player" : "active_player";
    switch (choices_.Below(9)) {
      case 0:
        return "hours is now " + Number(scope, 2);
      case 1:
        return player + " is now lucky";
      case 2:
        return "coins of " + player + " is now coins of " + player + " + " + Small();
      case 3:
        return "pay " + Small() + " from " + player + " to next_player";
      case 4:
        return scope.feature.empty() ? "return followers of " + player + " on roads"
                                     : "return followers on " + scope.feature;
      case 5:
        return follower_ ? "host of follower is now " + player : "hours is now hours + 1";
      case 6:
        return scope.feature.empty() ? "hours is now 0" : "score " + scope.feature + ".final for " + scope.feature;
      case 7:
        return choices_.Chance(20) ? "put top of sky under" : "hours is now 1";  // there is no such deck
      default:
        return "hours is now hours + " + Number(scope, 1);
    }
  }

  // --- sets, numbers, conditions ---
  // A set of several things, in the plural.
  std::string Set(const Scope& scope) {
    const std::string& f = scope.feature;
    if (f.empty()) {
      static const Words kFree = {"roads",
                                  "cities",
                                  "monasteries",
                                  "fields",
                                  "players",
                                  "followers on roads",
                                  "followers in supply",
                                  "cells",
                                  "followers of active_player on features"};
      if (scope.player && choices_.Chance(128)) return "followers of player on " + Plural(choices_.Of(kFeatures));
      return choices_.Of(kFree);
    }
    if (scope.player && choices_.Chance(60)) return "followers of player on " + f;
    if (f == "city" && choices_.Chance(60)) return choices_.Of(Words{"pennants on city", "fields touching city"});
    if (f == "field" && choices_.Chance(60)) return "cities touching field";
    static const Words kAbout = {
        "tiles of X",           "followers on X",           "tiles in square of X",     "tiles in ring of X",
        "roads in square of X", "followers in square of X", "monasteries in ring of X", "segments of X"};
    std::string set = choices_.Of(kAbout);
    set.replace(set.find('X'), 1, f);
    return set;
  }

  // The same as it stands behind `per`.
  std::string One(const Scope& scope) {
    if (scope.feature.empty()) return choices_.Of(Words{"road", "city", "follower on roads", "monastery"});
    static const Words kAbout = {"tile of X", "follower on X", "tile in square of X", "tile in ring of X",
                                 "road in square of X"};
    std::string one = choices_.Of(kAbout);
    one.replace(one.find('X'), 1, scope.feature);
    return one;
  }

  std::string Number(const Scope& scope, int depth) {
    switch (depth > 0 ? choices_.Below(12) : choices_.Below(3)) {
      case 0:
        return Small();
      case 1:
        return "number of " + Paren(Set(scope));
      case 2:
        return choices_.Of(Words{"hours", "coins of active_player", "total of active_player"});
      case 3:
        return "(" + Number(scope, depth - 1) + " + " + Number(scope, depth - 1) + ")";
      case 4:
        return "(" + Number(scope, depth - 1) + " - " + Number(scope, depth - 1) + ")";
      case 5:
        return "(" + Number(scope, depth - 1) + " * " + Number(scope, depth - 1) + ")";
      case 6:
        return "half of (" + Number(scope, depth - 1) + ") rounded " + choices_.Of(Words{"up", "down"});
      case 7:
        return "table " + Number(scope, depth - 1) + " { up to 2: " + Small() + "  up to 5: " + Small() +
               "  more: " + Small() + " }";
      case 8:
        return choices_.Of(Words{"largest", "smallest"}) + " (number of tiles of other) over cities as other";
      case 9:
        return scope.feature.empty() ? "number of players"
                                     : "sum of votes of other over followers as other on " + scope.feature;
      case 10:
        return scope.player ? "total of player" : "number of cells";
      default:
        return "sum of (number of followers on other) over roads as other";
    }
  }

  std::string Condition(const Scope& scope, int depth) {
    switch (depth > 0 ? choices_.Below(10) : choices_.Below(4)) {
      case 0:
        return "any " + Paren(Set(scope));
      case 1:
        return "no " + Paren(Set(scope));
      case 2:
        return Number(scope, depth) + choices_.Of(Words{" = ", " < ", " > ", " <= ", " >= "}) + Number(scope, depth);
      case 3:
        if (!scope.feature.empty())
          return scope.feature + " is " + choices_.Of(Words{"completed", "closed", "extended", "settled", "due"});
        return option_ ? "reading is fancy" : "playing abbot";
      case 4:
        return "not (" + Condition(scope, depth - 1) + ")";
      case 5:
        return "(" + Condition(scope, depth - 1) + ") and (" + Condition(scope, depth - 1) + ")";
      case 6:
        return "(" + Condition(scope, depth - 1) + ") or (" + Condition(scope, depth - 1) + ")";
      case 7:
        return Number(scope, depth - 1) + " is multiple of " + std::to_string(1 + choices_.Below(4));
      case 8:
        return "any (" +
               choices_.Of(Words{"roads as other where number of tiles of other > 2",
                                 "cities as other where any pennant on other",
                                 "players as other where total of other > 3",
                                 "followers as other where owner of other is active_player",
                                 "fields as other where any (cities touching other)"}) +
               ")";
      default:
        return scope.player ? "player is " + choices_.Of(Words{"lucky", "active_player"}) : "active_player is lucky";
    }
  }

  std::string Paren(const std::string& set) { return "(" + set + ")"; }
  std::string Small() { return std::to_string(choices_.Chance(8) ? 2000000000u : choices_.Below(12)); }
  std::string Label() { return " \"" + Fresh("row") + "\""; }
  std::string Fresh(const std::string& word) { return word + std::to_string(next_++); }

  const std::string name_;
  Choices& choices_;
  bool option_ = false, follower_ = false;
  int next_ = 1;
};

}  // namespace

std::string GenerateRules(const std::string& name, Choices& choices) {
  return Writer(name, choices).Ruleset();
}

}  // namespace reeve::fuzz
