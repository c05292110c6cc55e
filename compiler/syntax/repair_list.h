// The repairs of one mistake while they are collected; what those who find repairs share.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/syntax/brackets.h"
#include "compiler/syntax/repair.h"

namespace reeve::syntax {

inline bool IsRelation(std::string_view word) {
  return word == "of" || word == "on" || word == "in" || word == "touching";
}

inline bool IsLetters(std::string_view text) {
  return !text.empty() && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z') || text[0] == '_');
}

class RepairList {
 public:
  explicit RepairList(const Mistake& mistake) : m_(mistake) {}

 protected:
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

  static void Offer(Repair& repair, std::string replacement, std::string edit) {
    repair.replacement = std::move(replacement);
    repair.edit = std::move(edit);
  }

  // What the author wrote from one word to another.
  std::string Written(int from, int to) const {
    const Span span = Cover(m_.words.SpanAt(from), m_.words.SpanAt(to));
    return std::string(
        m_.words.text.substr(static_cast<size_t>(span.begin), static_cast<size_t>(span.end - span.begin)));
  }

  const Mistake& m_;
  std::vector<Repair> repairs_;
};

// Whole phrases of English, or of other languages, for which there is another way to say it.
std::vector<Repair> PhraseRepairs(const Mistake& mistake);

}  // namespace reeve::syntax
