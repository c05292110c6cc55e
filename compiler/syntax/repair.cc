#include "compiler/syntax/repair.h"

#include <algorithm>
#include <array>

#include "fmt/format.h"

namespace reeve::syntax {
namespace {

bool IsRelation(std::string_view word) {
  return word == "of" || word == "on" || word == "in" || word == "touching";
}

bool IsLetters(std::string_view text) {
  return !text.empty() && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z') || text[0] == '_');
}

// What people write who come from another language, or from English. The right side is one word or two.
struct Counterpart {
  std::string_view written, meant;
};
constexpr std::array<Counterpart, 27> kCounterparts = {{
    {"and", ","},    {"and", "then"},      {"=", "is"},        {"is", "="},       {"every", "each"},  {"plus", "+"},
    {"minus", "-"},  {"equals", "="},      {"remove", "return"}, {"place", "move"}, {"whenever", "when"}, {"do", "then"},
    {"from", "over"}, {"of", "over"},      {"in", "from"},     {"into", "to"},    {"to", "into"},     {"or", "|"},
    {",", "|"},      {":", "is"},          {"unless", "if not"}, {"times", "*"},  {"be", "is"},       {"are", "is"},
    {"round", "rounded"}, {"rounding", "rounded"}, {"rounded", "rounding"},
}};

// Words that may have been forgotten, the likelier first. Not brackets: they are balanced before the parser runs.
constexpr std::array<std::string_view, 30> kForgotten = {
    "then", "to",    "of",   ",",    "as", "is", "from", "by", "per", "with",   "over", "for",     "into",     "under", "when",
    "where", "and",  "|",    "at",   "on", "in", "scored", "due", "up", "rounded", "rounding", "now", "most", "value", ":"};

class Finder {
 public:
  explicit Finder(const Mistake& mistake) : m_(mistake) {}

  std::vector<Repair> Run() {
    Else();
    NumberFirst();
    PlusSign();
    Misspelt(4, 100);
    for (const int i : {m_.at, m_.at - 1, m_.at - 2}) Article(i);
    Twice();
    KeywordAsName();
    Counterparts(m_.at);
    Counterparts(m_.at - 1);
    Forgotten();
    QuotesForgotten();
    Misspelt(1, 3);  // short words are near to too many others to be tried first
    ValueForgotten();
    WrongSort();
    OnlyWord();
    NotNeeded();
    return std::move(repairs_);
  }

 private:
  Repair& Replace(int at, int removed, std::vector<int32_t> put, std::string text) {
    Repair repair;
    repair.at = at;
    repair.removed = removed;
    repair.put = std::move(put);
    repair.text = std::move(text);
    if (removed > 0) {
      repair.span = Cover(m_.words.SpanAt(at), m_.words.SpanAt(at + removed - 1));
    } else {
      // What is missing at the end of a line is looked for there, not on the next line.
      const bool behind = at > m_.begin && (at >= m_.end || m_.words.at(at).first);
      repair.span = m_.words.SpanAt(behind ? at - 1 : at);
    }
    repairs_.push_back(std::move(repair));
    return repairs_.back();
  }

  void Offer(Repair& repair, std::string replacement, std::string edit) {
    repair.replacement = std::move(replacement);
    repair.edit = std::move(edit);
  }

  void Else() {
    if (m_.Text(m_.at) != "else") return;
    Replace(m_.at, 1, {}, "There is no \"else\". Write another \"if\" with the opposite condition.").certain = true;
  }

  // "2 points per tile"
  void NumberFirst() {
    const std::string_view verb = m_.Text(m_.at + 1);
    if (m_.Type(m_.at) != kInteger || (verb != "points" && verb != "extra")) return;
    const std::string meant = fmt::format("{} {}", verb, m_.Text(m_.at));
    Offer(Replace(m_.at, 2, {m_.Type(m_.at + 1), kInteger}, fmt::format("The word comes first: \"{}\".", meant)), meant,
          fmt::format("write \"{}\"", meant));
  }

  void PlusSign() {
    if (m_.Text(m_.at) != "+" || !m_.Fits(kInteger)) return;
    Offer(Replace(m_.at, 1, {}, "A number is written without \"+\"."), "", "leave out \"+\"");
  }

  void Misspelt(size_t shortest, size_t longest) {
    for (const int i : {m_.at, m_.at - 1, m_.at - 2}) {
      if (m_.Text(i).size() >= shortest && m_.Text(i).size() <= longest) MisspeltAt(i);
    }
  }

  // Of the word that does not fit, what fits is known; a misspelt word before it has been taken for a name.
  void MisspeltAt(int i) {
    if (m_.Type(i) != kIdentifier) return;
    std::vector<std::string> known;
    for (const std::string& keyword : Keywords()) {
      const int32_t type = TypeOfKeyword(keyword);
      if (i == m_.at ? m_.Fits(type) && !(m_.Fits(kIdentifier) && CanBeName(type)) : !CanBeName(type)) known.push_back(keyword);
    }
    const std::optional<std::string> meant = DidYouMean(m_.Text(i), known);
    if (!meant) return;
    const bool line = i == m_.at && m_.LineFits();
    Offer(Replace(i, 1, {TypeOfKeyword(*meant)}, fmt::format("I do not know {}\"{}\". Did you mean \"{}\"?",
                                                             line ? "the line " : "", m_.Text(i), *meant)),
          *meant, fmt::format("write \"{}\"", *meant));
  }

  void Article(int i) {
    const std::string_view word = m_.Text(i);
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
    Replace(m_.at, 1, {kIdentifier}, fmt::format("\"{}\" is {}; choose another name.", m_.Text(m_.at), what)).code = Code::kE33;
  }

  void Counterparts(int i) {
    for (const Counterpart& pair : kCounterparts) {
      if (m_.Text(i) != pair.written) continue;
      const size_t blank = pair.meant.find(' ');
      const std::string_view first = pair.meant.substr(0, blank);
      // A word before the one that does not fit was taken for a name; only a name that is no name here may be meant.
      if (m_.Fits(kIdentifier) && CanBeName(TypeOfKeyword(first))) continue;
      if (i == m_.at ? !m_.Fits(first) : m_.Type(i) != kIdentifier) continue;
      std::vector<int32_t> put = {TypeOfKeyword(first)};
      if (blank != std::string_view::npos) put.push_back(TypeOfKeyword(pair.meant.substr(blank + 1)));
      std::string text = fmt::format("Write \"{}\" here, not \"{}\".", pair.meant, pair.written);
      if (pair.meant == ",") text = "Names in a list are separated by commas: write \",\", not \"and\".";
      if (pair.meant == "then") text = fmt::format("Each effect is a line with \"then\": write \"then\", not \"{}\".", pair.written);
      if (pair.meant == "|") text = fmt::format("Alternatives are separated by \"|\", not by \"{}\".", pair.written);
      Offer(Replace(i, 1, std::move(put), std::move(text)), std::string(pair.meant), fmt::format("write \"{}\"", pair.meant));
    }
  }

  // Whether a word fits only as a name, or as the start of a new line: then it is not what was forgotten here.
  bool FitsOtherwise(std::string_view word) const {
    if (m_.Fits(kIdentifier) && CanBeName(TypeOfKeyword(word))) return true;
    if (!m_.LineFits()) return false;
    if (m_.FirstOnLine()) return word != "then" && word != "when";
    return word == "over" || word == "at" || word == "for" || word == "when";
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
      const bool apart = relation && IsRelation(word);
      if (apart && related) continue;
      if (apart) text = SideBySide();
      related = related || apart;
      Repair& repair = Replace(m_.at, 0, {TypeOfKeyword(word)}, std::move(text));
      if (word == "then" || apart) repair.span = m_.words.SpanAt(m_.at);
      if (!apart) Offer(repair, std::string(word) + (word == ":" ? "" : " "), fmt::format("write \"{}\" before it", word));
    }
  }

  std::string SideBySide() const {
    std::string text = fmt::format("{} and {} stand side by side. Relate them with \"of\", \"on\", \"in\" or \"touching\"",
                                   m_.Show(m_.at - 1), m_.Show(m_.at));
    if (m_.Fits(kString)) text += fmt::format("; or write {} in quotes, if it is the label", m_.Show(m_.at));
    return text + ".";
  }

  void QuotesForgotten() {
    if (!m_.Fits(kString) || m_.AtEnd() || !(IsLetters(m_.Text(m_.at)) || m_.Type(m_.at) == kInteger)) return;
    int longest = 1;
    while (longest < 8 && m_.Has(m_.at + longest) && !m_.words.at(m_.at + longest).first &&
           m_.Text(m_.at + longest) != "{" && m_.Text(m_.at + longest) != "}") {
      ++longest;
    }
    for (int length = longest; length > 0; --length) {
      const Span span = Cover(m_.words.SpanAt(m_.at), m_.words.SpanAt(m_.at + length - 1));
      const std::string text(m_.words.text.substr(static_cast<size_t>(span.begin), static_cast<size_t>(span.end - span.begin)));
      if (text.find('"') != std::string::npos) continue;
      if (length == 1 && m_.at == m_.begin + 2 && m_.Type(m_.at) == kIdentifier) {
        Replace(m_.at, 1, {kString}, fmt::format("\"{0}\" and \"{1}\" stand side by side. If they are one name, write {0}_{1}; if "
                                                 "\"{1}\" is a label, put it in quotes.", m_.Text(m_.at - 1), text));
        continue;
      }
      Offer(Replace(m_.at, length, {kString}, fmt::format("A text stands in quotes: \"{}\".", text)), "\"" + text + "\"",
            "put it in quotes");
    }
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
      Replace(m_.at, 1, {kSide}, fmt::format("\"{}\" is no edge of a tile. Edges are N E S W, their halves NL NR EL ER SL SR "
                                             "WL WR.", here));
    }
  }

  // Where only one or two words can stand, one of them was meant.
  void OnlyWord() {
    if (m_.AtEnd() || m_.failure.expected.size() > 3) return;
    for (const int32_t type : m_.failure.expected) {
      const std::string keyword(KeywordOfType(type));
      if (keyword.empty() || (!IsLetters(m_.Text(m_.at)) && IsLetters(keyword)) || keyword == "}" || keyword == "{") continue;
      Offer(Replace(m_.at, 1, {type}, fmt::format("Write \"{}\" here, not {}.", keyword, m_.Show(m_.at))), keyword,
            fmt::format("write \"{}\"", keyword));
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
      Replace(m_.at, 0, {kString}, fmt::format("{} is missing{}: a text in quotes.", reason ? "The reason" : "Its title", after));
    }
    if (m_.Fits(kSide) && !m_.Fits(kIdentifier)) Replace(m_.at, 0, {kSide}, fmt::format("An edge of the tile is missing{}.", after));
  }

  void NotNeeded() {
    if (m_.AtEnd()) return;
    const std::string_view here = m_.Text(m_.at), before = m_.Text(m_.at - 1);
    std::string text = fmt::format("{} does not belong here.", m_.Show(m_.at));
    if (here == ",") text = "Nothing follows this comma.";
    if (m_.Type(m_.at) == kIdentifier && m_.Type(m_.at - 1) == kIdentifier) {
      text = fmt::format("\"{0}\" and \"{1}\" stand side by side. If they are one name, write {0}_{1}.", before, here);
    }
    Offer(Replace(m_.at, 1, {}, std::move(text)), "", fmt::format("leave out {}", m_.Show(m_.at)));
  }

  const Mistake& m_;
  std::vector<Repair> repairs_;
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

std::vector<Repair> PossibleRepairs(const Mistake& mistake) { return Finder(mistake).Run(); }

}  // namespace reeve::syntax
