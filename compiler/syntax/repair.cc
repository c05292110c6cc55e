#include "compiler/syntax/repair.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

#include "compiler/syntax/repair_list.h"
#include "fmt/format.h"

namespace reeve::syntax {
namespace {

// What people write who come from another language, or from English. The right side is one word or two.
struct Counterpart {
  std::string_view written, meant;
};
constexpr std::array<Counterpart, 34> kCounterparts = {{
    {"and", ","},
    {"and", "then"},
    {"=", "is"},
    {"is", "="},
    {"every", "each"},
    {"plus", "+"},
    {"minus", "-"},
    {"equals", "="},
    {"remove", "return"},
    {"place", "move"},
    {"whenever", "when"},
    {"do", "then"},
    {"from", "over"},
    {"of", "over"},
    {"in", "from"},
    {"into", "to"},
    {"to", "into"},
    {"or", "|"},
    {",", "|"},
    {":", "is"},
    {"unless", "if not"},
    {"times", "*"},
    {"be", "is"},
    {"gets", "total"},
    {"has", "total"},
    {"are", "is"},
    {"round", "rounded"},
    {"rounding", "rounded"},
    {"rounded", "rounding"},
    {"-", "to"},
    {"of", "on"},
    {"on", "of"},
    {"in", "on"},
    {"on", "in"},
}};

// Words that may have been forgotten, the likelier first. Not brackets: they are balanced before the parser
// runs.
constexpr std::array<std::string_view, 35> kForgotten = {
    "choose", "then",    "to",       "of",   ",",     "as",    "is", "from",  "by",     "per",  "with",   "over",
    "for",    "into",    "under",    "when", "where", "and",   "|",  "at",    "on",     "in",   "scored", "due",
    "up",     "rounded", "rounding", "now",  "most",  "value", ":",  "after", "before", "step", "round"};

// Words that people begin a line of a rule with, and the word of that line. "-": the number behind it is taken away.
constexpr std::array<Counterpart, 9> kLineWords = {{
    {"to", "for"},
    {"add", "extra"},
    {"who", "for"},
    {"minus", "-"},
    {"plus", "extra"},
    {"bonus", "extra"},
    {"score", "points"},
    {"pay", "points"},
    {"pays", "points"},
}};

// Lines that begin with a word that may also be a name: what misses a name before them takes them for it.
bool IsSoftLineWord(std::string_view word) {
  return word == "points" || word == "mark" || word == "most" || word == "over" || word == "repeat" || word == "allow";
}

class Finder : public RepairList {
 public:
  using RepairList::RepairList;

  std::vector<Repair> Run() {
    Else();
    std::vector<Repair> phrases = PhraseRepairs(m_);
    repairs_.insert(repairs_.end(), std::make_move_iterator(phrases.begin()), std::make_move_iterator(phrases.end()));
    EventInEnglish();
    StepOrEvent();
    OtherBrackets();
    OfTiles();
    NumberFirst();
    PlusSign();
    CommaTooMany();
    CommaForAnd();
    OtherLineWord();
    ThenPoints();
    ThatForgotten();
    Misspelt(4, 100);
    for (const int i : {m_.at, m_.at - 1, m_.at - 2}) Article(i);
    Twice();
    LineTakenForName();
    ConditionUnfinished();
    KeywordAsName();
    PointsForgotten();
    if (m_.FirstOnLine()) LineWordForgotten();
    Counterparts(m_.at);
    Counterparts(m_.at - 1);
    // Words behind a number on its line are its label, if they are no line: "extra 1 long road".
    const bool label = !m_.FirstOnLine() && m_.LineFits() && m_.Type(m_.at - 1) == kInteger;
    if (label) LabelOrPer();
    Forgotten();
    if (label) QuotesForgotten();
    if (!m_.FirstOnLine()) LineWordForgotten();
    BracesForgotten();
    if (!label) QuotesForgotten();
    Misspelt(1, 3);  // short words are near to too many others to be tried first
    ValueForgotten();
    WrongSort();
    UnknownEffect();
    NotNeeded();
    OnlyWord();
    return std::move(repairs_);
  }

 private:
  void Else() {
    if (m_.Text(m_.at) != "else") return;
    Replace(m_.at, 1, {}, "There is no \"else\". Write another \"if\" with the opposite condition.").certain = true;
  }

  // "when a road is completed"
  void EventInEnglish() {
    const std::string_view is = m_.Text(m_.at);
    if (is != "is" && is != "was" && is != "gets") return;
    if (m_.Text(m_.begin) == "forbid") {  // it has no event: "when spot is field"
      if (m_.Text(m_.at - 2) != "when") return;
      Offer(Replace(m_.at - 2, 1, {TypeOfKeyword("if")}, "A condition stands behind \"if\", not behind \"when\"."),
            "if", "write \"if\"");
      return;
    }
    for (const int when : {m_.at - 2, m_.at - 3}) {
      if (m_.Text(when) != "when" || !CanBeName(m_.Type(m_.at - 1)) || !CanBeName(m_.Type(m_.at + 1))) continue;
      const std::string meant = fmt::format("{} {}", m_.Text(m_.at - 1), m_.Text(m_.at + 1));
      Offer(Replace(when + 1, m_.at + 1 - when, {m_.Type(m_.at - 1), m_.Type(m_.at + 1)},
                    fmt::format("What happens is said in two words: \"when {}\".", meant)),
            meant, fmt::format("write \"{}\"", meant));
    }
  }

  // "at game ends"
  void StepOrEvent() {
    if (m_.Text(m_.at - 2) != "at" || (m_.Text(m_.at) != "ends" && m_.Text(m_.at) != "starts")) return;
    Offer(Replace(m_.at - 2, 1, {TypeOfKeyword("when")},
                  fmt::format("\"at\" names a step of the turn. What happens is said with \"when\": \"when {} {}\".",
                              m_.Text(m_.at - 1), m_.Text(m_.at))),
          "when", "write \"when\"");
  }

  // "city N with pennant with garden", "tileset mine { RFr 2 starts RFr }"
  void OfTiles() {
    const std::string_view item = m_.Text(m_.begin), before = m_.Text(m_.at - 1);
    if (item == "tile" && m_.Text(m_.at) == "with" && m_.Fits(",")) {
      Repair& comma =
          Replace(m_.at, 1, {TypeOfKeyword(",")}, "Several markers on one segment are separated by commas.");
      Offer(comma, ",", "write a comma");
      comma.certain = true;
    }
    if (item == "tileset" && (before == "starts" || before == "ends" || before == "before")) {
      Replace(m_.at - 1, 2, {},
              fmt::format("\"{0}\" stands before the brace: tileset {1} {0} {2} {{ ... }}.", before,
                          m_.Text(m_.begin + 1), m_.Text(m_.at)))
          .certain = true;
    }
  }

  // "modify city.final ( extra 1 )", "modify city.final: extra 1"
  void OtherBrackets() {
    const std::string_view here = m_.Text(m_.at);
    if (!m_.Fits("{") || m_.Fits("is") || (here != "(" && here != ":")) return;
    if (here == ":" && m_.LineFits()) {
      Offer(Replace(m_.at, 1, {}, "No colon stands behind a condition."), "", "leave out \":\"");
      return;
    }
    Replace(m_.at, 1, {},
            fmt::format("What belongs to {} stands in braces: write \"{{\" here, and \"}}\" at its end.",
                        m_.Show(m_.at - 1)))
        .certain = true;
  }

  // "instead of "tiles" 2 per unit", or a row that begins with its number
  void PointsForgotten() {
    if (m_.Type(m_.at) != kInteger || !m_.Fits("points") || (m_.LineFits() && !m_.FirstOnLine())) return;
    Offer(Replace(m_.at, 0, {TypeOfKeyword("points")}, fmt::format("\"points\" is missing before {}.", m_.Show(m_.at))),
          "points ", "write \"points\" before it");
    repairs_.back().span = m_.words.SpanAt(m_.at);
  }

  // "2 points per tile", "figure carter { 1 supply }"
  void NumberFirst() {
    const std::string_view verb = m_.Text(m_.at + 1);
    const bool of_kind = (verb == "supply" || verb == "votes") && m_.Fits(verb);
    if (m_.Type(m_.at) != kInteger || (verb != "points" && verb != "extra" && !of_kind)) return;
    const std::string meant = fmt::format("{} {}", verb, m_.Text(m_.at));
    Offer(Replace(m_.at, 2, {m_.Type(m_.at + 1), kInteger}, fmt::format("The word comes first: \"{}\".", meant)), meant,
          fmt::format("write \"{}\"", meant));
  }

  void PlusSign() {
    if (m_.Text(m_.at) != "+" || !m_.Fits(kInteger)) return;
    Offer(Replace(m_.at, 1, {}, "A number is written without \"+\"."), "", "leave out \"+\"");
  }

  void CommaTooMany() {
    if (m_.Text(m_.at) != ",") return;
    const bool last = m_.at + 1 >= m_.end || m_.words.at(m_.at + 1).first || !CanBeName(m_.Type(m_.at + 1));
    Offer(Replace(m_.at, 1, {}, last ? "Nothing follows this comma." : "No comma stands here."), "",
          "leave out the comma");
  }

  // "if number of tiles of road > 4, any city on tile"
  void CommaForAnd() {
    if (m_.Text(m_.at) != "," || !m_.Fits("and")) return;
    Offer(Replace(m_.at, 1, {TypeOfKeyword("and")}, "Conditions are joined with \"and\", not with a comma."), " and",
          "write \"and\"");
  }

  // "to majority of followers on road", "minus 3": a line of the rule under another word. It may have been taken for
  // something of the line before: "road completed to majority" is an event.
  void OtherLineWord() {
    if (!m_.LineFits()) return;
    for (const auto& [written, line] : kLineWords) {
      const int i = written == "to" && m_.Text(m_.at - 2) == written ? m_.at - 2 : m_.at;
      if (m_.Text(i) != written || (m_.Fits("+") && !m_.FirstOnLine())) continue;  // "1 plus 2" is a number
      const bool less = line == "-";
      if (less && m_.Type(i + 1) != kInteger) continue;
      const std::string meant = less ? fmt::format("extra -{}", m_.Text(i + 1)) : std::string(line);
      std::vector<int32_t> put = {TypeOfKeyword(less ? "extra" : line)};
      if (less) put.insert(put.end(), {TypeOfKeyword("-"), kInteger});
      Repair& repair =
          Replace(i, less ? 2 : 1, std::move(put),
                  fmt::format("No line of a rule begins with \"{}\". Did you mean \"{}\"?", written, meant));
      Offer(repair, meant, fmt::format("write \"{}\"", meant));
    }
  }

  // "if any pennant on city then points 1"
  void ThenPoints() {
    for (const int i : {m_.at - 1, m_.at - 2}) {
      const std::string_view row = m_.Text(i + 1);
      if (m_.Text(i) != "then" || (row != "points" && row != "extra" && row != "count")) continue;
      Offer(Replace(i, 1, {}, fmt::format("\"then\" is for effects. Leave it out before \"{}\".", row)), "",
            "leave out \"then\"");
    }
  }

  // "expect total of red = 3"
  void ThatForgotten() {
    if (m_.Text(m_.at - 2) != "expect") return;
    Repair& repair = Replace(m_.at - 1, 0, {TypeOfKeyword("that")},
                             fmt::format("\"that\" is missing before {}.", m_.Show(m_.at - 1)));
    Offer(repair, "that ", "write \"that\" before it");
  }

  // "for  points 2": the line after was taken for what is missing.
  void LineTakenForName() {
    if (!IsSoftLineWord(m_.Text(m_.at - 1)) || m_.at - 2 < m_.begin) return;
    const std::string after = m_.Show(m_.at - 2);
    if (m_.Text(m_.at - 1) == "most" && m_.Text(m_.at - 2) == "for") return;  // which is more than a name forgotten
    const bool number = std::string_view("<=>=+-*").find(m_.Text(m_.at - 2)) != std::string_view::npos;
    Replace(m_.at - 1, 0, {kIdentifier}, fmt::format("A {} is missing after {}.", number ? "number" : "name", after))
        .span = m_.words.SpanAt(m_.at - 2);
    Replace(m_.at - 1, 0, {TypeOfKeyword("any"), kIdentifier}, fmt::format("A condition is missing after {}.", after))
        .span = m_.words.SpanAt(m_.at - 2);
  }

  // "if road  points 2", "if spot on field"
  void ConditionUnfinished() {
    if (!m_.Fits("is") || !m_.Fits("=")) return;
    Repair& repair =
        Replace(m_.at, 0, {TypeOfKeyword("is"), kIdentifier},
                fmt::format("This is no condition yet. Say what {} is, or write \"any\" before what there should be.",
                            m_.Show(m_.at - 1)));
    repair.span = m_.words.SpanAt(m_.at - 1);
    const int thing = m_.at - 3;
    if (m_.Text(m_.at - 2) != "on" || !CanBeName(m_.Type(thing)) || IsRelation(m_.Text(thing - 1)) ||
        m_.Text(thing - 1) == "any" || m_.Text(thing - 1) == "no")
      return;
    repair.text = fmt::format(
        "This is no condition yet. \"{0} is {1}\" asks what it is, \"feature of {0} is {1}\" where it stands, \"any "
        "{0} "
        "on {1}\" whether there is one.",
        m_.Text(thing), m_.Text(m_.at - 1));
    repair.span = Cover(m_.words.SpanAt(thing), m_.words.SpanAt(m_.at - 1));
  }

  void Misspelt(size_t shortest, size_t longest) {
    for (const int i : {m_.at, m_.at - 1, m_.at - 2}) {
      if (m_.Text(i).size() >= shortest && m_.Text(i).size() <= longest) MisspeltAt(i);
    }
  }

  // Of the word that does not fit, what fits is known; a misspelt word before it has been taken for a name.
  void MisspeltAt(int i) {
    const bool keyword = i == m_.at && IsLetters(m_.Text(i));
    if (m_.Type(i) != kIdentifier && !keyword) return;
    std::vector<std::string> known;
    for (const std::string& word : Keywords()) {
      const int32_t type = TypeOfKeyword(word);
      if (i == m_.at ? m_.Fits(type) && !(m_.Fits(kIdentifier) && CanBeName(type)) : !CanBeName(type))
        known.push_back(word);
    }
    const std::optional<std::string> meant = DidYouMean(m_.Text(i), known);
    if (!meant) return;
    const bool line = i == m_.at && m_.LineFits();
    Offer(Replace(
              i, 1, {TypeOfKeyword(*meant)},
              fmt::format("I do not know {}\"{}\". Did you mean \"{}\"?", line ? "the line " : "", m_.Text(i), *meant)),
          *meant, fmt::format("write \"{}\"", *meant));
  }

  void Article(int i) {
    const std::string_view word = m_.Text(i), next = m_.Text(i + 1);
    if (word == "of" && next == "the") {
      Offer(Replace(i, 2, {}, "Leave out \"of the\"."), "", "leave out \"of the\"");
    }
    if (word == "every" || word == "all" || word == "some") {
      Offer(Replace(i, 1, {}, fmt::format("Leave out \"{}\": a set is all of its things.", word)), "",
            fmt::format("leave out \"{}\"", word));
    }
    if (word != "the" && word != "a" && word != "an") return;
    Offer(Replace(i, 1, {}, fmt::format("There are no articles here: leave out \"{}\".", word)), "",
          fmt::format("leave out \"{}\"", word));
  }

  void Twice() {
    if (m_.AtEnd() || m_.Text(m_.at) != m_.Text(m_.at - 1) || m_.Type(m_.at) == kInteger) return;
    Offer(Replace(m_.at, 1, {}, fmt::format("\"{}\" stands here twice.", m_.Text(m_.at))), "", "leave one out");
  }

  void KeywordAsName() {
    const int32_t type = m_.Type(m_.at);
    if (!m_.Fits(kIdentifier) || !IsLetters(m_.Text(m_.at)) || CanBeName(type)) return;
    const char* what = type == kSide ? "an edge of a tile" : "a word of the language";
    Repair& repair =
        Replace(m_.at, 1, {kIdentifier}, fmt::format("\"{}\" is {}; choose another name.", m_.Text(m_.at), what));
    repair.code = Code::kE33;
  }

  void Counterparts(int i) {
    for (const Counterpart& pair : kCounterparts) {
      if (m_.Text(i) != pair.written) continue;
      const size_t blank = pair.meant.find(' ');
      const std::string_view first = pair.meant.substr(0, blank);
      // A word before the one that does not fit was taken for a name; only a name that is no name here may be
      // meant.
      if (m_.Fits(kIdentifier) && CanBeName(TypeOfKeyword(first))) continue;
      if (i == m_.at ? !m_.Fits(first) : m_.Type(i) != kIdentifier) continue;
      std::vector<int32_t> put = {TypeOfKeyword(first)};
      if (blank != std::string_view::npos) put.push_back(TypeOfKeyword(pair.meant.substr(blank + 1)));
      std::string text = fmt::format("Write \"{}\" here, not \"{}\".", pair.meant, pair.written);
      if (pair.meant == ",") text = "Names in a list are separated by commas: write \",\", not \"and\".";
      if (pair.meant == "then")
        text = fmt::format("Each effect is a line with \"then\": write \"then\", not \"{}\".", pair.written);
      if (pair.meant == "|") text = fmt::format("Alternatives are separated by \"|\", not by \"{}\".", pair.written);
      Offer(Replace(i, 1, std::move(put), std::move(text)), std::string(pair.meant),
            fmt::format("write \"{}\"", pair.meant));
    }
  }

  // "majority of followers on road": whole lines, but for their first word.
  void LineWordForgotten() {
    if (!m_.LineFits() || m_.AtEnd()) return;
    for (const std::string_view word : {"for", "each", "if", "when", "points", "sum", "at"}) {
      if (!m_.FirstOnLine() && word == "at") continue;
      if (m_.Text(m_.begin) == "modify" && (word == "each" || word == "when" || word == "at"))
        continue;  // it has no head
      Replace(m_.at, 0, {TypeOfKeyword(word)},
              fmt::format("A line begins with a word such as \"if\", \"each\", \"for\" or \"points\", "
                          "and none stands before {}.",
                          m_.Show(m_.at)));
      repairs_.back().span = m_.words.SpanAt(m_.at);
      repairs_.back().whole_only = true;
    }
  }

  // Whether a word fits only as a name, or as the start of a new line: then it is not what was forgotten
  // here.
  bool FitsOtherwise(std::string_view word) const {
    if (m_.Fits(kIdentifier) && CanBeName(TypeOfKeyword(word))) return true;
    if (word == "to" && m_.Text(m_.at - 1) == "answered") return true;  // a text is what somebody answered
    if (m_.Text(m_.at - 1) == "order") return word != "after";
    if (!m_.LineFits()) return false;
    if (word == "choose") return m_.Text(m_.at - 1) != "may";
    if (m_.FirstOnLine()) return word != "then" && word != "when";
    return word == "over" || word == "at" || word == "for" || word == "when" || word == "most" || word == "after" ||
           word == "before";
  }

  void Forgotten() {
    if (m_.AtEnd()) return;
    const bool relation = m_.Fits("of") && m_.Fits("touching");
    bool related = false;
    for (const std::string_view word : kForgotten) {
      if (!m_.Fits(word) || FitsOtherwise(word)) continue;
      std::string text = fmt::format("\"{}\" is missing before {}.", word, m_.Show(m_.at));
      if (word == ",") text = fmt::format("A comma is missing before {}.", m_.Show(m_.at));
      if (word == "|") text = fmt::format("\"|\" is missing before {}: it separates alternatives.", m_.Show(m_.at));
      if (word == "after") text = fmt::format("\"after\" or \"before\" is missing before {}.", m_.Show(m_.at));
      const bool apart = relation && IsRelation(word);
      if (apart && related) continue;
      const bool paid = apart && m_.Text(m_.at - 2) == "for";  // "for majority followers": who scores is "X of Y"
      if (apart && !paid) text = SideBySide();
      related = related || apart;
      const bool compares = word == "is" && m_.Fits("=") && m_.Type(m_.at) == kInteger;
      if (compares) text = fmt::format("A comparison such as \"=\" or \">\" is missing before {}.", m_.Show(m_.at));
      const std::string put(compares ? "=" : word);
      Repair& repair = Replace(m_.at, 0, {TypeOfKeyword(put)}, std::move(text));
      repair.whole_only = m_.LineFits() && m_.Type(m_.at) == kIdentifier;
      if (word == "then" || apart) repair.span = m_.words.SpanAt(m_.at);
      if (!apart || paid) Offer(repair, put + (put == ":" ? "" : " "), fmt::format("write \"{}\" before it", put));
    }
  }

  std::string SideBySide() const {
    std::string text =
        fmt::format("{} and {} stand side by side. Relate them with \"of\", \"on\", \"in\" or \"touching\"",
                    m_.Show(m_.at - 1), m_.Show(m_.at));
    if (m_.Fits(kString)) text += fmt::format("; or write {} in quotes, if it is the label", m_.Show(m_.at));
    return text + ".";
  }

  // "figure monk supply 1"
  void BracesForgotten() {
    if (m_.AtEnd() || !m_.Fits("{")) return;
    Span rest = Cover(m_.words.SpanAt(m_.at), m_.words.SpanAt(m_.end - 1));
    std::vector<int32_t> put = {TypeOfKeyword("{")};
    for (int i = m_.at; i < m_.end; ++i) put.push_back(m_.Type(i));
    put.push_back(TypeOfKeyword("}"));
    Repair& repair = Replace(m_.at, m_.end - m_.at, std::move(put),
                             fmt::format("The braces are missing: \"{{\" before {} and \"}}\" at "
                                         "the end.",
                                         m_.Show(m_.at)));
    Offer(repair,
          "{ " +
              std::string(
                  m_.words.text.substr(static_cast<size_t>(rest.begin), static_cast<size_t>(rest.end - rest.begin))) +
              " }",
          "put braces round it");
    repair.span = m_.words.SpanAt(m_.at);
    repair.edit_at = rest;
  }

  // A text may be anything, but one that begins with a word that carries a line or a part of one is more
  // likely no text.
  bool MayBeText(int i) const {
    return m_.Has(i) &&
           (m_.Type(i) == kInteger || (IsLetters(m_.Text(i)) && (m_.Type(i) == kIdentifier || CanBeName(m_.Type(i)))));
  }

  void QuotesForgotten() {
    if (!m_.Fits(kString) || !MayBeText(m_.at) || (m_.FirstOnLine() && m_.LineFits())) return;
    int longest = 1;
    const auto joins = [this](int i) { return m_.Text(i) == "and" || m_.Text(i) == "or" || IsRelation(m_.Text(i)); };
    while (longest < 8 && (MayBeText(m_.at + longest) || joins(m_.at + longest)) &&
           !m_.words.at(m_.at + longest).first && !(m_.LineFits() && IsSoftLineWord(m_.Text(m_.at + longest))))
      ++longest;
    const bool number = m_.Type(m_.at) == kInteger && m_.at != m_.begin + 2;  // a number alone is hardly a text
    for (int length = longest; length > (number ? 1 : 0); --length) {
      const Span span = Cover(m_.words.SpanAt(m_.at), m_.words.SpanAt(m_.at + length - 1));
      const std::string text(
          m_.words.text.substr(static_cast<size_t>(span.begin), static_cast<size_t>(span.end - span.begin)));
      if (text.find('"') != std::string::npos) continue;
      if (length == 1 && m_.at == m_.begin + 2 && m_.Type(m_.at) == kIdentifier) {
        Replace(m_.at, 1, {kString},
                fmt::format("\"{0}\" and \"{1}\" stand side by side. If they are one name, write {0}_{1}; if "
                            "\"{1}\" is a label, put it in quotes.",
                            m_.Text(m_.at - 1), text));
        continue;
      }
      Offer(Replace(m_.at, length, {kString}, fmt::format("A text stands in quotes: \"{}\".", text)),
            "\"" + text + "\"", "put it in quotes");
    }
  }

  // "extra 1 long": one word that ends the row. A row needs a label sooner than a "per".
  void LabelOrPer() {
    if (!m_.Fits(kString) || !m_.Fits("per") || !MayBeText(m_.at) || m_.Type(m_.at) == kInteger) return;
    const std::string_view word = m_.Text(m_.at);
    Repair& repair =
        Replace(m_.at, 1, {kString},
                fmt::format("A label stands in quotes: \"{0}\". If {1} is paid for each {0}, write \"per {0}\".", word,
                            m_.Text(m_.at - 1)));
    Offer(repair, fmt::format("\"{}\"", word), "put it in quotes");
    repair.whole_only = true;
  }

  void WrongSort() {
    const int32_t type = m_.Type(m_.at);
    const std::string_view here = m_.Text(m_.at);
    if (type == kString && m_.Fits(kIdentifier)) {
      Replace(m_.at, 1, {kIdentifier}, "A name is needed here: one word, without quotes.");
    }
    if (type == kInteger && m_.Fits(kIdentifier) && !m_.Fits(kInteger)) {
      Replace(m_.at, 1, {kIdentifier}, fmt::format("A name is needed here, and {} is a number.", here));
    }
    if (type != kInteger && IsLetters(here) && m_.Fits(kInteger) && !m_.Fits(kIdentifier)) {
      static constexpr std::array<std::string_view, 10> kNumbers = {"zero", "one", "two",   "three", "four",
                                                                    "five", "six", "seven", "eight", "nine"};
      Repair& repair = Replace(m_.at, 1, {kInteger}, fmt::format("A number is needed here, and \"{}\" is none.", here));
      const auto number = std::find(kNumbers.begin(), kNumbers.end(), here);
      if (number != kNumbers.end()) {
        const std::string digit = std::to_string(number - kNumbers.begin());
        Offer(repair, digit, fmt::format("write {}", digit));
      }
    }
    if (m_.Fits(kSide) && IsLetters(here) && type != kSide) {
      Replace(m_.at, 1, {kSide},
              fmt::format("\"{}\" is no edge of a tile. Edges are N E S W, their halves NL NR EL ER SL SR "
                          "WL WR.",
                          here));
    }
  }

  // Where only one or two words can stand, one of them was meant.
  void OnlyWord() {
    std::vector<std::string> fitting;
    for (const int32_t type : m_.failure.expected) {
      const std::string_view keyword = KeywordOfType(type);
      if (!IsItemWord(keyword) && type != kEnd) fitting.emplace_back(keyword);
    }
    if (m_.AtEnd() || fitting.size() > 3) return;
    std::erase_if(fitting, [&](const std::string& word) {
      return word.empty() || (!IsLetters(m_.Text(m_.at)) && IsLetters(word)) || word == "}" || word == "{";
    });
    std::string list;
    for (size_t i = 0; i < fitting.size(); ++i) {
      list += fmt::format("{}\"{}\"", i == 0 ? "" : i + 1 == fitting.size() ? " or " : ", ", fitting[i]);
    }
    for (const std::string& keyword : fitting) {
      Repair& repair =
          Replace(m_.at, 1, {TypeOfKeyword(keyword)}, fmt::format("Write {} here, not {}.", list, m_.Show(m_.at)));
      if (fitting.size() == 1) Offer(repair, keyword, fmt::format("write {}", list));
    }
  }

  void ValueForgotten() {
    const std::string after = m_.at > m_.begin ? fmt::format(" after {}", m_.Show(m_.at - 1)) : "";
    if (m_.Fits("any") && m_.Fits("not")) {
      Replace(m_.at, 0, {TypeOfKeyword("any"), kIdentifier}, fmt::format("A condition is missing{}.", after));
    }
    if (m_.Fits(kIdentifier) && m_.Fits(kInteger)) {
      Replace(m_.at, 0, {kInteger}, fmt::format("A number or a name is missing{}.", after));
    }
    if (m_.Fits(kIdentifier)) Replace(m_.at, 0, {kIdentifier}, fmt::format("A name is missing{}.", after));
    if (m_.Fits(kInteger)) Replace(m_.at, 0, {kInteger}, fmt::format("A number is missing{}.", after));
    if (m_.Fits(kString) && !m_.Fits(kIdentifier)) {
      const bool reason = m_.Text(m_.begin) == "forbid" || m_.Text(m_.begin) == "allow";
      Replace(m_.at, 0, {kString},
              fmt::format("{} is missing{}: a text in quotes.", reason ? "The reason" : "Its title", after));
    }
    if (m_.Fits(kSide) && !m_.Fits(kIdentifier))
      Replace(m_.at, 0, {kSide}, fmt::format("An edge of the tile is missing{}.", after));
  }

  // "then send followers home"
  void UnknownEffect() {
    if (m_.Text(m_.at - 2) != "then" || m_.Type(m_.at - 1) != kIdentifier || !CanBeName(m_.Type(m_.at)) ||
        m_.FirstOnLine())
      return;
    const auto meant = [&](const Counterpart& pair) { return pair.written == m_.Text(m_.at - 1); };  // "place": "move"
    if (std::any_of(kCounterparts.begin(), kCounterparts.end(), meant)) return;
    Repair& repair = Replace(
        m_.at - 1, 1, {TypeOfKeyword("return")},
        fmt::format("\"{}\" is nothing that can be done. Behind \"then\" stands \"return\", \"move\", \"give\", "
                    "\"deal\", \"pay\", "
                    "\"draw\", \"take\", \"put\", \"score\", \"play\", \"turn\" or \"cancel\", or \"X is now Y\".",
                    m_.Text(m_.at - 1)));
    repair.certain = true;
  }

  void NotNeeded() {
    const std::string_view here = m_.Text(m_.at), before = m_.Text(m_.at - 1);
    if (m_.AtEnd() || here == "{" || here == "}" || here == "(" || here == ")") return;
    std::string text = m_.Show(m_.at) + " does not belong here.";
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    if (m_.Type(m_.at) == kIdentifier && m_.Type(m_.at - 1) == kIdentifier) {
      text = fmt::format("\"{0}\" and \"{1}\" stand side by side. If they are one name, write {0}_{1}.", before, here);
    }
    Repair& repair = Replace(m_.at, 1, {}, std::move(text));
    repair.whole_only = true;
    Offer(repair, "", fmt::format("leave out {}", m_.Show(m_.at)));
  }
};

}  // namespace

bool Mistake::Fits(int32_t type) const {
  return type != 0 && std::binary_search(failure.expected.begin(), failure.expected.end(), type);
}

std::string Mistake::Show(int i) const {
  if (!Has(i)) return "the end";
  if (words.at(i).type != kString) return fmt::format("\"{}\"", words.TextAt(i));
  constexpr size_t kLongest = 40;
  const std::string_view text = words.TextAt(i);
  return text.size() <= kLongest ? fmt::format("the text {}", text) : std::string("this text");
}

std::vector<Repair> PossibleRepairs(const Mistake& mistake) {
  return Finder(mistake).Run();
}

}  // namespace reeve::syntax
