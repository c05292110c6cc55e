#include "compiler/syntax/brackets.h"

#include <algorithm>
#include <array>

#include "compiler/syntax/ast.h"
#include "fmt/format.h"

namespace reeve::syntax {
namespace {

class Matcher {
 public:
  Matcher(const WordList& words, Sink& sink) : words_(words), sink_(sink) {
    result_.partner.assign(words.words.size(), -1);
    result_.depth.assign(words.words.size(), 0);
  }

  Brackets Run() {
    for (int i = 0; i <= words_.size(); ++i) {
      result_.depth[static_cast<size_t>(i)] = static_cast<int32_t>(open_.size());
      const std::string_view text = i < words_.size() ? words_.TextAt(i) : "";
      if (text == "{" || text == "(") open_.push_back(i);
      if ((text == "}" || text == ")") && !open_.empty()) {
        result_.partner[static_cast<size_t>(i)] = open_.back();
        result_.partner[static_cast<size_t>(open_.back())] = i;
        open_.pop_back();
        result_.depth[static_cast<size_t>(i)] = static_cast<int32_t>(open_.size());
      }
    }
    return std::move(result_);
  }

 private:
  const WordList& words_;
  Sink& sink_;
  Brackets result_;
  std::vector<int> open_;
};

}  // namespace

Brackets MatchBrackets(const WordList& words, Sink& sink) { return Matcher(words, sink).Run(); }

bool IsItemWord(std::string_view word) {
  static constexpr std::array<std::string_view, 28> kWords = {
      "allow",  "bag",    "deck",   "define", "extend",  "feature",  "figure", "final",  "flag",    "forbid",
      "group",  "if",     "link",   "marker", "modify",  "never",    "number", "offer",  "option",  "ranking",
      "round",  "rule",   "scenario", "score", "step",   "tile",     "tileset", "turn"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end() || word == "zone";
}

}  // namespace reeve::syntax
