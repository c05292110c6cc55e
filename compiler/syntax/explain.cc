#include "compiler/syntax/explain.h"

#include <algorithm>

#include "compiler/syntax/brackets.h"
#include "compiler/syntax/repair.h"
#include "fmt/format.h"

namespace reeve::syntax {
namespace {

// A repair after which so many more words fit is good, although the item has another mistake further on.
constexpr int kProgress = 3;

// Words listed in a message; with more, it is no list that anybody reads.
constexpr size_t kListed = 6;

bool IsLineWord(std::string_view word) {
  static const std::vector<std::string_view> words = {
      "after",  "allow",  "at",      "before", "choose", "cite", "count",  "each",  "extra",
      "for",    "if",     "instead", "limit",  "mark",   "may",  "once",   "order", "over",
      "points", "prefer", "repeat",  "then",   "ties",   "when", "without"};
  return std::binary_search(words.begin(), words.end(), word);
}

void Say(const Repair& repair, bool whole, const Mistake& mistake, Sink& sink) {
  Diagnostic& said = sink.Report(repair.code, repair.span, repair.text);
  // A word put in where more is wrong may be the wrong one.
  if (repair.edit.empty() || (!whole && repair.removed == 0)) return;
  Span place = repair.span;
  if (repair.removed == 0) {
    const int32_t begin = mistake.words.at(repair.at).begin;
    place = {repair.span.file, begin, begin};
  }
  if (repair.edit_at.valid()) place = repair.edit_at;
  said.Fix(place, repair.replacement, repair.edit);
}

// How many words fit beyond the one that failed, after a repair; all of them: INT32_MAX.
int Progress(const Repair& repair, const Mistake& mistake, const Trial& trial) {
  const std::vector<Word>& all = mistake.words.words;
  std::vector<Word> words(all.begin() + mistake.begin, all.begin() + repair.at);
  for (const int32_t type : repair.put) {
    const Word& place = all[static_cast<size_t>(repair.at)];
    words.push_back({type, place.begin, place.end, place.column, false});
  }
  words.insert(words.end(), all.begin() + repair.at + repair.removed, all.begin() + mistake.end);
  const int fitted = trial(words);
  if (fitted == static_cast<int>(words.size())) return INT32_MAX;
  return mistake.begin + fitted - static_cast<int>(repair.put.size()) + repair.removed - mistake.at;
}

// What would fit, as a list for people: "a name, a number or \"(\"".
std::string WhatFits(const Mistake& mistake) {
  std::vector<std::string> list;
  if (mistake.Fits(kIdentifier)) list.push_back("a name");
  if (mistake.Fits(kInteger)) list.push_back("a number");
  if (mistake.Fits(kString)) list.push_back("a text in quotes");
  if (mistake.Fits(kSide)) list.push_back("an edge (N, NL, ...)");
  if (mistake.Fits("of") && mistake.Fits("touching")) list.push_back("a relation (of, on, in, touching)");
  if (mistake.LineFits()) list.push_back("a new line of the rule");
  for (const int32_t type : mistake.failure.expected) {
    const std::string_view keyword = KeywordOfType(type);
    if (keyword.empty() || (mistake.Fits(kIdentifier) && CanBeName(type))) continue;
    if (mistake.LineFits() && IsLineWord(keyword)) continue;
    if (mistake.Fits("touching") && (keyword == "of" || keyword == "on" || keyword == "in" || keyword == "touching"))
      continue;
    list.push_back(fmt::format("\"{}\"", keyword));
  }
  if (list.empty()) return "nothing more";
  if (list.size() > kListed) list.resize(kListed - 1), list.push_back("something else");
  std::string text;
  for (size_t i = 0; i < list.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == list.size() ? " or " : ", ") + list[i];
  }
  return text;
}

// The lines of what is declared between braces, by the word that declares it.
std::vector<std::string> LinesOf(std::string_view item) {
  if (item == "feature") return {"joins", "alone", "completed", "from", "has"};
  if (item == "figure") return {"supply", "votes", "on", "in", "neutral", "stays", "has"};
  return {"supply", "on", "in", "neutral", "has", "joins", "adds", "parts"};
}

std::string Listed(const std::vector<std::string>& lines) {
  return fmt::format("{}", fmt::join(lines, ", "));
}

// "modify follower { colour red }": whether it is a kind or a score is not known here, but for a name with a dot.
bool SayLinesOfModify(const Mistake& mistake, Sink& sink) {
  if (mistake.Text(mistake.begin) != "modify" || !mistake.LineFits() || mistake.AtEnd() ||
      mistake.Type(mistake.at) != kIdentifier)
    return false;
  if (!mistake.FirstOnLine() && mistake.Text(mistake.at - 1) != "{") return false;
  bool score = false;
  for (int i = mistake.begin + 1; i < mistake.at && mistake.Text(i) != "{"; ++i)
    score = score || mistake.Text(i).find('.') != std::string_view::npos;
  const std::vector<std::string> of_scores = {"points", "extra", "count", "instead of", "without", "for",
                                              "ties",   "if",    "over",  "order",      "cite"};
  const std::vector<std::string> of_kinds = {"supply", "votes", "on", "in", "neutral", "stays", "has"};
  std::vector<std::string> all = of_scores;
  if (!score) all.insert(all.begin(), of_kinds.begin(), of_kinds.end());
  const Span span = mistake.words.SpanAt(mistake.at);
  const std::string rest = score ? fmt::format("Those of a score begin with: {}.", Listed(of_scores))
                                 : fmt::format(
                                       "Those of a kind begin with: {}; those of a score with: {}. Cards are added to "
                                       "a deck by \"modify deck {} {{ ... }}\".",
                                       Listed(of_kinds), Listed(of_scores), mistake.Text(mistake.begin + 1));
  const std::string_view word = mistake.Text(mistake.at);
  sink.Report(Code::kE32, span, fmt::format("A modifier has no line \"{}\".", word), {word, all, rest});
  return true;
}

// "figure x { colour red }"
bool SayLinesOf(const Mistake& mistake, Sink& sink) {
  const std::string_view item = mistake.Text(mistake.begin);
  if ((item != "feature" && item != "figure" && item != "marker") || !mistake.Fits("supply") || !mistake.Fits("votes"))
    return false;
  const std::string_view word = mistake.Text(mistake.at);
  if (mistake.AtEnd() || !CanBeName(mistake.Type(mistake.at))) return false;
  const std::vector<std::string> lines = LinesOf(item);
  std::optional<std::string> meant = DidYouMean(word, lines);
  // "supplies": more letters are wrong than a slip makes, but there is no doubt.
  constexpr size_t kStem = 5;
  const auto begins = [&](const std::string& line) {
    return word.size() > kStem && line.starts_with(word.substr(0, kStem));
  };
  if (const auto line = std::find_if(lines.begin(), lines.end(), begins); !meant && line != lines.end()) meant = *line;
  const std::string rest =
      meant ? fmt::format("Did you mean \"{}\"?", *meant) : fmt::format("Its lines begin with: {}.", Listed(lines));
  const Span span = mistake.words.SpanAt(mistake.at);
  Diagnostic& said = sink.Report(Code::kE32, span, fmt::format("A {} has no line \"{}\". {}", item, word, rest));
  if (meant) said.Fix(span, *meant, fmt::format("write \"{}\"", *meant));
  return true;
}

void SayWhatFits(const Mistake& mistake, Sink& sink) {
  if (SayLinesOf(mistake, sink) || SayLinesOfModify(mistake, sink)) return;
  const std::string fits = WhatFits(mistake);
  const std::string after = mistake.at > mistake.begin ? fmt::format("After {} ", mistake.Show(mistake.at - 1)) : "";
  if (mistake.AtEnd()) {
    sink.Report(Code::kE32, mistake.words.SpanAt(mistake.at - 1),
                fmt::format("This is not finished. {}I expected {}.", after, fits));
  } else if (mistake.LineFits() && mistake.Type(mistake.at) == kIdentifier &&
             (mistake.FirstOnLine() || mistake.Text(mistake.at - 1) == "{")) {
    sink.Report(Code::kE32, mistake.words.SpanAt(mistake.at),
                fmt::format("I do not know the line {}. A line of a rule begins with a word such as \"when\", \"for\", "
                            "\"points\" or \"then\".",
                            mistake.Show(mistake.at)));
  } else {
    sink.Report(Code::kE32, mistake.words.SpanAt(mistake.at),
                fmt::format("I do not understand {} here. {}I expected {}.", mistake.Show(mistake.at), after, fits));
  }
}

}  // namespace

void Explain(const WordList& words, const Failure& failure, int begin, int end, const Trial& trial, Sink& sink) {
  if (failure.too_deep) {
    sink.Report(Code::kE35, words.SpanAt(failure.at),
                "This nests too deep for me. Give parts of it a name with \"define\".");
    return;
  }
  const Mistake mistake{words, failure, begin, end, failure.at};
  // "modify sky { snow }": a word alone is no line that lacks something.
  if (!mistake.AtEnd() && mistake.Text(mistake.at - 1) == "{" && mistake.Text(mistake.at + 1) == "}" &&
      SayLinesOfModify(mistake, sink))
    return;
  const std::vector<Repair> repairs = PossibleRepairs(mistake);
  const Repair* best = nullptr;
  int furthest = kProgress - 1;
  for (const Repair& repair : repairs) {
    const int progress = repair.certain ? INT32_MAX : Progress(repair, mistake, trial);
    // Of a word of the language used as a name, the next may be another one.
    const int least = repair.code == Code::kE33 && best == nullptr ? kProgress - 1 : furthest + 1;
    if (progress < least || (repair.whole_only && progress != INT32_MAX)) continue;
    best = &repair;
    furthest = progress;
    if (progress == INT32_MAX) break;
  }
  if (best != nullptr) return Say(*best, furthest == INT32_MAX, mistake, sink);
  SayWhatFits(mistake, sink);
}

void ExplainStray(const WordList& words, int begin, int end, const Trial& trial, Sink& sink) {
  const std::string_view word = words.TextAt(begin);
  const Span span = words.SpanAt(begin);
  if (word == "ruleset") {
    sink.Report(Code::kE32, span, "\"ruleset\" stands once in a file, at its top.");
    return;
  }
  std::vector<std::string> known = ItemWords();
  if (begin == 0) known.push_back("ruleset");
  if (const std::optional<std::string> meant = DidYouMean(word, known)) {
    std::vector<Word> item(words.words.begin() + begin, words.words.begin() + end);
    item[0].type = TypeOfKeyword(*meant);
    if (*meant == "ruleset" || trial(item) > 1) {
      sink.Report(Code::kE32, span, fmt::format("I do not know \"{}\". Did you mean \"{}\"?", word, *meant))
          .Fix(span, *meant, fmt::format("write \"{}\"", *meant));
      return;
    }
  }
  if (IsLineWord(word)) {
    Diagnostic& said =
        sink.Report(Code::kE32, span, fmt::format("\"{}\" is a line of a rule, and no rule is open here.", word));
    if (begin > 0 && words.TextAt(begin - 1) == "}") said.With(words.SpanAt(begin - 1), "the rule before ends here");
    return;
  }
  const Failure nothing;
  sink.Report(Code::kE32, span,
              fmt::format("I do not understand {} here. A new item begins with a word such as \"score\", "
                          "\"modify\" or \"tile\".",
                          Mistake{words, nothing, begin, end, begin}.Show(begin)));
}

}  // namespace reeve::syntax
