// What people write who say the right thing in other words, several words at a time.
#include <algorithm>
#include <array>

#include "compiler/syntax/repair_list.h"
#include "fmt/format.h"

namespace reeve::syntax {
namespace {

struct Comparison {
  std::string_view first, second, sign;
};
constexpr std::array<Comparison, 11> kComparisons = {{
    {"at", "least", ">="},
    {"at", "most", "<="},
    {"more", "than", ">"},
    {"greater", "than", ">"},
    {"larger", "than", ">"},
    {"less", "than", "<"},
    {"fewer", "than", "<"},
    {"smaller", "than", "<"},
    {"=", ">", ">="},
    {"=", "<", "<="},
    {"equal", "to", "="},
}};

bool BeginsCondition(std::string_view word) {
  return word == "if" || word == "and" || word == "or" || word == "not" || word == "where" || word == "when" ||
         word == "that" || word == "prefer" || word == "(";
}

class Phrases : public RepairList {
 public:
  using RepairList::RepairList;

  std::vector<Repair> Run() {
    WithForWhere();
    BehindNever();
    OfNever();
    ComparisonInWords();
    Unequal();
    NumberOfThings();
    ThingsHad();
    NumberAlone();
    ConditionDefined();
    WhereInCondition();
    PerInWords();
    ForMost();
    BelowZero();
    LabelFirst();
    Rounding();
    Chooser();
    Coordinates();
    ExpectedOfWhat();
    Colon();
    Alternatives();
    PointsGiven();
    ScaledInWords();
    LimitInWords();
    PerSeveral();
    SumOverNothing();
    return std::move(repairs_);
  }

 private:
  bool IsNumber(int i) const { return m_.Type(i) == kInteger; }

  // The end of a phrase such as "tiles of road" that begins at `i`.
  int PhraseEnd(int i) const {
    while (IsRelation(m_.Text(i + 1)) && CanBeName(m_.Type(i + 2))) i += 2;
    return i;
  }

  // "roads with any follower on road", "fields with pennant"
  void WithForWhere() {
    if (m_.Text(m_.at - 1) != "with" || !m_.Fits("most")) return;
    Offer(Replace(m_.at - 1, 1, {TypeOfKeyword("where")}, "Which of them is said with \"where\", not with \"with\"."),
          "where", "write \"where\"");
    const std::string_view what = m_.Text(m_.at);
    if (m_.Type(m_.at) != kIdentifier || CanBeName(m_.Type(m_.at + 1))) return;
    Replace(m_.at - 1, 1, {TypeOfKeyword("where"), TypeOfKeyword("any")},
            fmt::format("Which of them is said with \"where\" and a condition, as in \"where any {} on ...\".", what));
  }

  // "never fields if ...", "never fields number of ...": `never fields` is whole, and what follows on its line was
  // taken for another item.
  void BehindNever() {
    const bool condition = m_.Text(m_.begin) == "if";
    if (!condition && (m_.Text(m_.begin) != "number" || m_.Text(m_.at) != "of")) return;
    int line = m_.begin;
    while (line > 0 && !m_.words.at(line).first) --line;
    if (line == m_.begin || m_.words.TextAt(line) != "never") return;
    Repair& repair = Replace(m_.begin, condition ? 1 : 0, {TypeOfKeyword("where")},
                             condition ? "Which of them is said with \"where\", not with \"if\"."
                                       : "\"where\" is missing before \"number\".");
    repair.certain = true;
    if (condition) Offer(repair, "where", "write \"where\"");
    else Offer(repair, "where ", "write \"where\" before it"), repair.span = m_.words.SpanAt(m_.begin);
  }

  // What stands behind `never` is a set, and people say what is not to be in other ways.
  void OfNever() {
    if (m_.Text(m_.at) == "never" && m_.at > m_.begin && m_.LineFits()) {
      Replace(m_.at, 1, {}, "\"never\" stands by itself, outside of all braces.").certain = true;
      return;
    }
    if (m_.Text(m_.begin) != "never" || m_.at <= m_.begin) return;
    bool where = false;
    for (int i = m_.begin; i < m_.at; ++i) where = where || m_.Text(i) == "where";
    const std::string_view here = m_.Text(m_.at), before = m_.Text(m_.at - 1);
    if (here == "{") {
      Replace(m_.at, 1, {}, "No braces belong to \"never\": what there never is stands behind it.").certain = true;
      return;
    }
    if (where) return;
    if (here == "," || here == "and" || here == "or") {
      Replace(m_.at, 1, {}, "A \"never\" is about one sort of things. Write another \"never\" for the others.")
          .certain = true;
      return;
    }
    const bool behind = m_.at == m_.begin + 1;  // "never number of ...", "never if ...", "never 3 followers"
    const bool unlike = behind && (IsNumber(m_.at) || (!m_.AtEnd() && !CanBeName(m_.Type(m_.at)) && IsLetters(here) &&
                                                       here != "any" && here != "no"));
    const bool counted = m_.at == m_.begin + 2 && IsCount(before);  // "never two followers", "never more than 3"
    const bool compared = here == "=" || here == "<" || here == ">" || here == "<=" || here == ">=" || here == "is";
    if (!unlike && !counted && !compared && here != "that" && here != "who" && here != "which" && before != "with")
      return;
    Replace(
        m_.at, 1, {},
        "Behind \"never\" stand things, and behind \"where\" which of them: \"never roads where number of followers "
        "on road > 1\".")
        .certain = true;
  }

  static bool IsCount(std::string_view word) {
    return word == "two" || word == "three" || word == "four" || word == "five" || word == "more" ||
           word == "several" || word == "many";
  }

  // "is at least 8", "more than 8", "=> 8"
  void ComparisonInWords() {
    for (const int i : {m_.at - 1, m_.at}) {
      for (const auto& [first, second, sign] : kComparisons) {
        if (m_.Text(i) != first || m_.Text(i + 1) != second) continue;
        const bool is = m_.Text(i - 1) == "is";
        const int begin = is ? i - 1 : i;
        Offer(Replace(begin, i + 2 - begin, {TypeOfKeyword(sign)},
                      fmt::format("A number is compared with a sign: write \"{}\", not \"{}\".", sign,
                                  Written(begin, i + 1))),
              std::string(sign), fmt::format("write \"{}\"", sign));
      }
    }
  }

  // "<> 3"; "!=" is said when it is read
  void Unequal() {
    if (m_.Text(m_.at - 1) != "<" || m_.Text(m_.at) != ">") return;
    Replace(m_.at - 1, 2, {TypeOfKeyword("=")}, "Write \"not\" before the condition and \"=\" in it.");
  }

  // "if 8 tiles of road"
  void NumberOfThings() {
    if (!IsNumber(m_.at - 1) || !BeginsCondition(m_.Text(m_.at - 2)) || !CanBeName(m_.Type(m_.at))) return;
    Count(m_.at - 1, PhraseEnd(m_.at), Written(m_.at, PhraseEnd(m_.at)), m_.at - 1);
  }

  // "if road has 8 tiles"
  void ThingsHad() {
    const std::string_view has = m_.Text(m_.at);
    if ((has != "has" && has != "have") || !CanBeName(m_.Type(m_.at - 1))) return;
    const bool number = IsNumber(m_.at + 1);
    const int things = m_.at + (number ? 2 : 1);
    if (!CanBeName(m_.Type(things)) || m_.words.at(things).first) return;
    const std::string_view thing = m_.Text(things), owner = m_.Text(m_.at - 1);
    const std::string of = fmt::format("{} of {}", thing, owner), on = fmt::format("{} on {}", thing, owner);
    const bool consists = thing == "tile" || thing == "tiles" || thing == "cells" || owner == "player";
    if (number) return Count(m_.at - 1, things, consists ? of : on, m_.at + 1);
    Replace(m_.at - 1, 3, {TypeOfKeyword("any"), kIdentifier},
            fmt::format("What something has is asked with \"any\": \"any {}\", or \"any {}\".", of, on));
  }

  void Count(int from, int to, const std::string& what, int number) {
    const std::string meant = fmt::format("number of {} = {}", what, m_.Text(number));
    Offer(Replace(from, to + 1 - from, {TypeOfKeyword("any"), kIdentifier},
                  fmt::format("How many there are is compared: write \"{}\", or \">=\" for so many and more.", meant)),
          meant, fmt::format("write \"{}\"", meant));
  }

  // "if number of tiles of road"
  void NumberAlone() {
    if (!m_.Fits("is") || !m_.Fits("=")) return;
    int i = m_.at - 1;
    while (i > m_.begin && !BeginsCondition(m_.Text(i - 1))) --i;
    const std::string_view word = m_.Text(i);
    if (i <= m_.begin || (word != "number" && word != "sum" && word != "half" && word != "value")) return;
    Repair& repair = Replace(
        m_.at, 0, {TypeOfKeyword("="), kInteger},
        fmt::format("This is a number and no condition yet. Compare it with one: \"{} > 2\".", Written(i, m_.at - 1)));
    repair.span = Cover(m_.words.SpanAt(i), m_.words.SpanAt(m_.at - 1));
  }

  // "define large of road as number of tiles of road > 5"
  void ConditionDefined() {
    const std::string_view sign = m_.Text(m_.at);
    if (m_.Text(m_.begin) != "define" || m_.Text(m_.begin + 2) != "of") return;
    if (sign != "=" && sign != "<" && sign != ">" && sign != "<=" && sign != ">=" && sign != "is") return;
    Replace(m_.at, 1, {},
            fmt::format("\"as\" defines things and numbers. A condition is defined with \"is\" and \"when\": \"define "
                        "{} is {} when ...\".",
                        m_.Text(m_.begin + 3), m_.Text(m_.begin + 1)))
        .certain = true;
  }

  void WhereInCondition() {
    if (m_.Text(m_.at) != "where" || m_.Fits("where") || !m_.Fits("and")) return;
    int i = m_.at - 1;
    while (i > m_.begin && (IsRelation(m_.Text(i - 1)) || IsRelation(m_.Text(i)))) --i;
    Replace(m_.at, 1, {},
            fmt::format("In a condition, a set with \"where\" stands in parentheses: ({} where ...).",
                        Written(i, m_.at - 1)))
        .certain = true;
  }

  // "points 1 for each tile of road"
  void PerInWords() {
    if (m_.Text(m_.at - 1) != "for" || !IsNumber(m_.at - 2)) return;
    const std::string_view word = m_.Text(m_.at);
    if (word != "each" && word != "every" && word != "all" && word != "any") return;
    Offer(Replace(m_.at - 1, 2, {TypeOfKeyword("per")},
                  fmt::format("What is paid for is said with \"per\", not \"for {}\".", word)),
          "per", "write \"per\"");
  }

  // "for most followers on road"
  void ForMost() {
    if (m_.Text(m_.at - 1) != "most" || m_.Text(m_.at - 2) != "for" || !CanBeName(m_.Type(m_.at))) return;
    const std::string things = Written(m_.at, PhraseEnd(m_.at));
    Replace(
        m_.at - 1, 1, {},
        fmt::format("Who has most is said with \"majority of {0}\", by votes, or with \"players with most number of "
                    "({1} of player ...)\".",
                    things, m_.Text(m_.at)))
        .certain = true;
  }

  // "supply -1"
  void BelowZero() {
    if (m_.Text(m_.at) != "-" || !IsNumber(m_.at + 1) || !m_.Fits(kInteger)) return;
    Replace(m_.at, 2, {kInteger},
            fmt::format("There cannot be less than 0 of it: {} does not go here.", Written(m_.at, m_.at + 1)));
  }

  // "extra "long road" 3"
  void LabelFirst() {
    if (m_.Type(m_.at) != kString || !IsNumber(m_.at + 1) || !m_.Fits(kInteger)) return;
    const std::string meant = fmt::format("{} {}", m_.Text(m_.at + 1), m_.Text(m_.at));
    Offer(Replace(m_.at, 2, {kInteger, kString},
                  fmt::format("The number comes first, then its label: {} {}.", m_.Text(m_.at - 1), meant)),
          meant, fmt::format("write {}", meant));
  }

  // "points halved "half"", "half of 3"
  void Rounding() {
    const std::string_view word = m_.Fits("rounding") ? "rounding" : "rounded";
    const bool direction = m_.Text(m_.at - 1) == "rounding" || m_.Text(m_.at - 1) == "rounded";
    if (direction ? !m_.Fits("up") || !m_.Fits("down")
                  : !m_.Fits(word) || m_.Text(m_.at) == "rounded" || m_.Text(m_.at) == "rounding")
      return;
    if (m_.Fits("odd")) {  // "ties split" has another way out
      if (m_.Text(m_.at) != "rounded" && m_.Text(m_.at) != "up" && m_.Text(m_.at) != "down" && m_.Text(m_.at) != "to") {
        Replace(m_.at, 0, {TypeOfKeyword("rounding"), TypeOfKeyword("up")},
                "Who gets what cannot be split? Write \"split rounding down\", \"split rounding up\" or \"split odd to "
                "active_player\".");
      }
      return;
    }
    std::vector<int32_t> put = {TypeOfKeyword("up")};
    if (!direction) put.insert(put.begin(), TypeOfKeyword(word));
    const std::string before = direction ? "" : std::string(word) + " ";
    Replace(
        m_.at, 0, std::move(put),
        fmt::format("Which way is it rounded? Write \"{0}up\" or \"{0}down\" behind {1}.", before, m_.Show(m_.at - 1)));
  }

  // "choose follower from followers of player in supply", and no word of who chooses
  void Chooser() {
    const std::string_view here = m_.Text(m_.at);
    if (!m_.Fits("by")) return;
    if (!m_.AtEnd() && !m_.FirstOnLine() && here != "then" && here != "}" && here != "choose" && here != "may") return;
    int i = m_.at - 1;
    while (i > m_.begin && m_.Text(i) != "choose" && m_.Text(i) != "then") --i;
    if (m_.Text(i) != "choose" || CanBeName(m_.Type(m_.at))) return;
    Repair& repair = Replace(m_.at, 0, {TypeOfKeyword("by"), kIdentifier},
                             fmt::format("Who chooses the {}? Write \"by active_player\" behind {}, or who else it is.",
                                         m_.Text(i + 1), m_.Show(m_.at - 1)));
    Offer(repair, " by active_player", "write \"by active_player\" there");
    const Span before = m_.words.SpanAt(m_.at - 1);
    repair.span = before;
    repair.edit_at = {before.file, before.end, before.end};
  }

  // "at 0, 0"
  void Coordinates() {
    if (m_.Text(m_.at) != "," || !IsNumber(m_.at - 1) || !m_.Fits(kInteger)) return;
    Offer(Replace(m_.at, 1, {}, "A place is two numbers without a comma, as in \"at 1 -1\"."), " ",
          "leave out the comma");
  }

  // "expect red 3"
  void ExpectedOfWhat() {
    if (m_.Text(m_.at - 3) != "expect" || !IsNumber(m_.at - 1) || !m_.Fits("from")) return;
    if (m_.Type(m_.at) == kIdentifier) return;  // only "from" is missing
    const std::string_view player = m_.Text(m_.at - 2), points = m_.Text(m_.at - 1);
    Repair& repair =
        Replace(m_.at - 1, 0, {},
                fmt::format("Points from what? Write \"expect {0} {1} from SCORE\" with the name of a score, or "
                            "\"expect {0} total {1}\" for all of them.",
                            player, points));
    repair.span = m_.words.SpanAt(m_.at - 1);
    repair.certain = true;
  }

  // "points: 2"
  void Colon() {
    const std::string_view row = m_.Text(m_.at - 1);
    if (m_.Text(m_.at) != ":" || (row != "points" && row != "extra" && row != "supply" && row != "votes")) return;
    Repair& repair = Replace(m_.at, 1, {}, fmt::format("No colon stands behind {}.", m_.Show(m_.at - 1)));
    Offer(repair, "", "leave out \":\"");
    repair.certain = true;
  }

  // "option long 8 6"
  void Alternatives() {
    if (m_.Text(m_.begin) != "option" || !m_.Fits("|") || m_.FirstOnLine()) return;
    const auto value = [this](int i) { return IsNumber(i) || m_.Type(i) == kIdentifier; };
    if (!value(m_.at - 1) || !value(m_.at)) return;
    std::string meant(m_.Text(m_.at - 1));
    std::vector<int32_t> put = {m_.Type(m_.at - 1)};
    int end = m_.at;
    for (; m_.Has(end) && !m_.words.at(end).first; ++end) {
      if (m_.Text(end) == "," || m_.Text(end) == "|" || m_.Text(end) == "or") continue;
      if (!value(end)) break;
      meant += fmt::format(" | {}", m_.Text(end));
      put.insert(put.end(), {TypeOfKeyword("|"), m_.Type(end)});
    }
    Offer(Replace(m_.at - 1, end - m_.at + 1, std::move(put),
                  fmt::format("\"|\" stands between alternatives: {}.", meant)),
          meant, fmt::format("write \"{}\"", meant));
  }

  // "then give 3 points to active_player"
  void PointsGiven() {
    if (!IsNumber(m_.at) || (m_.Text(m_.at + 1) != "points" && m_.Text(m_.at + 1) != "point")) return;
    if (m_.Text(m_.at - 2) != "then") return;
    Replace(m_.at, 1, {},
            fmt::format("Points are paid by a row of a score: \"points {0} \"why\"\". From one player to another: "
                        "\"then pay {0} from "
                        "active_player to next_player\".",
                        m_.Text(m_.at)))
        .certain = true;
  }

  // "halve points", "points half", "points doubled 3"
  void ScaledInWords() {
    const std::string_view word = m_.Text(m_.at);
    const std::vector<int32_t> halved = {TypeOfKeyword("points"), TypeOfKeyword("halved"), TypeOfKeyword("rounding"),
                                         TypeOfKeyword("up")};
    constexpr const char* kHalved =
        "The points so far are halved with \"points halved rounding up\", or \"rounding down\".";
    if ((word == "halve" || word == "half") && m_.Text(m_.at + 1) == "points") Replace(m_.at, 2, halved, kHalved);
    if (m_.Text(m_.at - 2) == "points" && m_.Text(m_.at - 1) == "half") Replace(m_.at - 2, 2, halved, kHalved);
    if (word == "double" && m_.Text(m_.at + 1) == "points") {
      Offer(Replace(m_.at, 2, {TypeOfKeyword("points"), TypeOfKeyword("doubled")},
                    "The word comes first: \"points doubled\"."),
            "points doubled", "write \"points doubled\"");
    }
    if (m_.Text(m_.at - 1) == "doubled" && IsNumber(m_.at)) {
      const std::string times = fmt::format("times {}", word);
      Offer(Replace(m_.at - 1, 2, {TypeOfKeyword("times"), kInteger},
                    fmt::format("\"doubled\" takes no number: write \"{}\".", times)),
            times, fmt::format("write \"{}\"", times));
    }
  }

  // "points minimum 3", "points at least 0 at most 9", "not below 0"
  void LimitInWords() {
    for (const bool least : {true, false}) {
      const char* limit = least ? "least" : "most";
      const std::string meant = fmt::format("at {}", limit);
      const std::string_view word = m_.Text(m_.at), before = m_.Text(m_.at - 1);
      const std::vector<int32_t> put = {TypeOfKeyword("at"), TypeOfKeyword(limit)};
      if (IsNumber(m_.at) && (before == (least ? "minimum" : "maximum") || before == (least ? "min" : "max"))) {
        Offer(Replace(m_.at - 1, 1, put, fmt::format("A limit is said with \"{}\", not with \"{}\".", meant, before)),
              meant, fmt::format("write \"{}\"", meant));
      }
      // "at most" was taken for a line of a head.
      if (m_.Text(m_.at - 2) == "at" && before == limit && IsNumber(m_.at - 3) && IsNumber(m_.at)) {
        Repair& repair = Replace(m_.at - 2, 0, {TypeOfKeyword("points")},
                                 fmt::format("Two limits are two rows: write \"points {}\".", meant));
        repair.span = Cover(m_.words.SpanAt(m_.at - 2), m_.words.SpanAt(m_.at - 1));
        Offer(repair, "points ", "write \"points\" before it");
      }
      const std::string_view next = m_.Text(m_.at + 1);
      if (word == "not" && m_.LineFits() && IsNumber(m_.at + 2) &&
          (next == (least ? "below" : "above") || next == (least ? "under" : "over"))) {
        std::vector<int32_t> row = {TypeOfKeyword("points")};
        row.insert(row.end(), put.begin(), put.end());
        Offer(Replace(m_.at, 2, std::move(row),
                      fmt::format("A limit is a row: \"points {} {}\".", meant, m_.Text(m_.at + 2))),
              "points " + meant, fmt::format("write \"points {}\"", meant));
      }
    }
  }

  // "points 1 per 2 tiles of road"
  void PerSeveral() {
    if (m_.Text(m_.at - 1) != "per" || !IsNumber(m_.at) || !CanBeName(m_.Type(m_.at + 1))) return;
    const std::string things = Written(m_.at + 1, PhraseEnd(m_.at + 1));
    const std::string how =
        m_.Text(m_.at) == "2"
            ? fmt::format("for every second one write \"points half of number of {} rounded down\"", things)
            : fmt::format(
                  "for so many together write a table: \"points table number of {} {{ up to ...: 0  more: 1 }}\"",
                  things);
    Replace(m_.at, 1, {}, fmt::format("Points are paid per one thing; {}.", how)).certain = true;
  }

  // "sum of votes of followers on road"
  void SumOverNothing() {
    if (!m_.Fits("over")) return;
    int i = m_.at - 1;
    while (i > m_.begin && m_.Text(i) != "sum" && m_.Text(i) != "largest" && m_.Text(i) != "smallest" &&
           m_.Text(i) != "over" && m_.Text(i) != "{")
      --i;
    const std::string_view word = m_.Text(i);
    if (word == "over" || word == "{" || i <= m_.begin) return;
    const std::string_view of = word == "sum" ? "sum of" : word;
    Repair& repair = Replace(m_.at, 0, {TypeOfKeyword("over"), kIdentifier},
                             fmt::format("Behind \"{}\" stands what one thing counts, and behind \"over\" which "
                                         "things: \"{} votes of follower over followers on road\".",
                                         of, of));
    repair.span = Cover(m_.words.SpanAt(i), m_.words.SpanAt(m_.at - 1));
  }
};

}  // namespace

std::vector<Repair> PhraseRepairs(const Mistake& mistake) {
  return Phrases(mistake).Run();
}

}  // namespace reeve::syntax
