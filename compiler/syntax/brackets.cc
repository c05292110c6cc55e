#include "compiler/syntax/brackets.h"

#include <algorithm>

#include "compiler/syntax/ast.h"
#include "fmt/format.h"

namespace reeve::syntax {
namespace {

// Words that begin an item and never a line inside one: a hint that what is open should be closed by now.
bool OnlyBeginsItems(std::string_view word) {
  return IsItemWord(word) && word != "if" && word != "step" && word != "round" && word != "allow";
}

class Matcher {
 public:
  Matcher(const WordList& words, bool hints) : words_(words), hints_(hints) {
    result_.partner.assign(words.words.size(), -1);
    result_.depth.assign(words.words.size(), 0);
  }

  Brackets Run() {
    for (int i = 0; i < words_.size(); ++i) {
      const Word& word = words_.at(i);
      if (word.first) indent_ = word.column;
      const char text = word.end - word.begin == 1 ? words_.text[static_cast<size_t>(word.begin)] : ' ';
      if (hints_ && word.first) CloseBefore(i);
      if (text == '}' || text == ')') {
        Close(i, text == '}' ? '{' : '(');
      } else {
        Depth(i) = static_cast<int32_t>(open_.size());
        if (text == '{' || text == '(') Open(i, text);
      }
    }
    Unclosed(0, words_.size());
    std::sort(result_.faults.begin(), result_.faults.end(),
              [](const BracketFault& a, const BracketFault& b) { return a.at < b.at; });
    return std::move(result_);
  }

 private:
  struct Opener {
    int at;
    char text;
    int indent;   // the column at which its line begins
    bool linked;  // the brace of an `if` round items
  };

  int32_t& Depth(int i) { return result_.depth[static_cast<size_t>(i)]; }

  void Open(int i, char text) {
    if (open_.size() == static_cast<size_t>(ast::kMaxNesting)) {
      result_.faults.push_back({BracketFault::Kind::kTooDeep, i, -1, -1, {}, false});
    }
    const bool linked = open_.empty() && text == '{' && item_ >= 0 && words_.TextAt(item_) == "if";
    open_.push_back({i, text, indent_, linked});
  }

  void Close(int i, char opener) {
    if (opener == '{') {
      size_t keep = open_.size();  // a parenthesis does not reach beyond a brace
      while (keep > 0 && open_[keep - 1].text == '(') --keep;
      if (keep > 0) Unclosed(keep, i);
      if (hints_ && words_.at(i).first) CloseDeeper(i);
    }
    if (open_.empty() || open_.back().text != opener) {
      result_.faults.push_back({BracketFault::Kind::kStray, i, open_.empty() ? last_closed_ : -1, -1, {}, false});
      Depth(i) = static_cast<int32_t>(open_.size());
      return;
    }
    result_.partner[static_cast<size_t>(i)] = open_.back().at;
    result_.partner[static_cast<size_t>(open_.back().at)] = i;
    open_.pop_back();
    Depth(i) = static_cast<int32_t>(open_.size());
    last_closed_ = i;
  }

  // At the first word of a line: an item cannot begin inside what began at the same column or further in.
  void CloseBefore(int i) {
    const Word& word = words_.at(i);
    if (word.column == 1 && IsItemWord(words_.TextAt(i))) item_ = open_.empty() ? i : item_;
    if (!OnlyBeginsItems(words_.TextAt(i))) return;
    size_t keep = 0;
    while (keep < open_.size() && open_[keep].indent < word.column) ++keep;
    if (keep == 0 && !open_.empty() && open_[0].linked) keep = 1;  // items in an `if` need not be indented
    Unclosed(keep, i);
    if (open_.empty()) item_ = i;
  }

  // A closing brace that begins its line belongs to a line of the same column, if there is one.
  void CloseDeeper(int i) {
    const int column = words_.at(i).column;
    for (size_t level = open_.size(); level > 0; --level) {
      if (open_[level - 1].indent < column) return;
      if (open_[level - 1].indent == column && open_[level - 1].text == '{') return Unclosed(level, i);
    }
  }

  // Everything open from `level` on is left open at word `i`.
  void Unclosed(size_t level, int i) {
    for (; open_.size() > level; open_.pop_back()) {
      result_.faults.push_back({BracketFault::Kind::kUnclosed, open_.back().at, i, -1, {}, false});
    }
  }

  const WordList& words_;
  const bool hints_;
  Brackets result_;
  std::vector<Opener> open_;
  int indent_ = 1;
  int item_ = -1;
  int last_closed_ = -1;
};

}  // namespace

Brackets MatchBrackets(const WordList& words, bool by_columns) {
  if (by_columns) return Matcher(words, true).Run();
  Brackets plain = Matcher(words, false).Run();
  const bool balanced = std::all_of(plain.faults.begin(), plain.faults.end(), [](const BracketFault& fault) {
    return fault.kind == BracketFault::Kind::kTooDeep;
  });
  return balanced ? plain : Matcher(words, true).Run();
}

const BracketFault* Brackets::FirstFault(int begin, int end) const {
  const auto first = std::lower_bound(faults.begin(), faults.end(), begin,
                                      [](const BracketFault& fault, int at) { return fault.at < at; });
  return first != faults.end() && first->at < end ? &*first : nullptr;
}

void Report(const BracketFault& fault, const WordList& words, Sink& sink) {
  const Span span = words.SpanAt(fault.at);
  const std::string_view text = words.TextAt(fault.at);
  const std::string_view partner = text == "{" ? "}" : text == "(" ? ")" : text == "}" ? "{" : "(";
  if (fault.kind == BracketFault::Kind::kTooDeep) {
    sink.Report(Code::kE35, span,
                fmt::format("This \"{}\" is inside {} others, and I follow no deeper. Give parts of it "
                            "a name with \"define\".",
                            text, ast::kMaxNesting));
  } else if (fault.kind == BracketFault::Kind::kUnclosed) {
    const bool stumbled = fault.expected.find(partner) != std::string::npos && fault.expected_at > fault.at;
    const int noticed = stumbled ? fault.expected_at : fault.noticed;
    Diagnostic& said = sink.Report(Code::kE34, span, fmt::format("This \"{}\" is never closed.", text));
    if (noticed < words.size()) said.With(words.SpanAt(noticed), fmt::format("I expected \"{}\" before this", partner));
    const int32_t end = words.at(noticed - 1).end;
    said.Fix({words.file, end, end}, partner == "}" ? " }" : ")", fmt::format("close it with \"{}\"", partner));
  } else if (fault.expected.find(partner) != std::string::npos) {
    const int32_t begin = words.at(fault.expected_at).begin;
    sink.Report(Code::kE34, words.SpanAt(fault.expected_at), fmt::format("A \"{}\" is missing before this.", partner))
        .With(span, fmt::format("the \"{}\" here closes it", text))
        .Fix({words.file, begin, begin}, partner == "{" ? "{ " : "(", fmt::format("write \"{}\" before it", partner));
  } else {
    Diagnostic& said = sink.Report(Code::kE34, span, fmt::format("This \"{}\" closes nothing.", text));
    if (fault.noticed >= 0) said.With(words.SpanAt(fault.noticed), "everything before it was closed here");
    if (fault.superfluous) said.Fix(span, "", "delete it");
  }
}

const std::vector<std::string>& ItemWords() {
  static const std::vector<std::string> words = {
      "allow", "bag",  "deck",     "define", "extend", "feature", "figure",  "final", "flag",   "forbid",
      "group", "if",   "link",     "marker", "modify", "never",   "number",  "offer", "option", "ranking",
      "round", "rule", "scenario", "score",  "step",   "tile",    "tileset", "turn",  "zone"};
  return words;
}

bool IsItemWord(std::string_view word) {
  return std::binary_search(ItemWords().begin(), ItemWords().end(), word, std::less<>());
}

}  // namespace reeve::syntax
