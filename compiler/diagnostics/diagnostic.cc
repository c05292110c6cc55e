#include "compiler/diagnostics/diagnostic.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace reeve {
namespace {

constexpr DiagnosticInfo kTable[] = {
#define DIAGNOSTIC(id, severity, title) {#id, Severity::severity, title},
#include "compiler/diagnostics/diagnostics.def"
#undef DIAGNOSTIC
};

// The Damerau-Levenshtein distance of two words (optimal string alignment), or `limit` + 1 if it is more than
// that.
int Distance(std::string_view a, std::string_view b, int limit) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > static_cast<size_t>(limit)) return limit + 1;
  std::vector<int> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

// Without the second of two equal letters: that there are two is what people remember, not where ("abott").
std::string Single(std::string_view word) {
  std::string single;
  for (const char c : word)
    if (single.empty() || single.back() != c) single += c;
  return single;
}

bool SameButCapitals(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

// A message may quote a word of the text, and a word may have a million letters.
void Shorten(std::string& text) {
  constexpr size_t kLongest = 600;
  if (text.size() <= kLongest) return;
  size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
  text += "...";
}

// Of two dotted names what is different: "lake.completed" is no "city.completed" gone wrong, however long both are.
std::pair<std::string_view, std::string_view> Different(std::string_view a, std::string_view b) {
  for (size_t i = a.find('.'); i != std::string_view::npos && a.substr(0, i + 1) == b.substr(0, i + 1);
       i = a.find('.')) {
    a.remove_prefix(i + 1);
    b.remove_prefix(i + 1);
  }
  for (size_t i = a.rfind('.'); i != std::string_view::npos && b.ends_with(a.substr(i)); i = a.rfind('.')) {
    b.remove_suffix(a.size() - i);
    a = a.substr(0, i);
  }
  return {a, b};
}

}  // namespace

const DiagnosticInfo& Info(Code code) {
  return kTable[static_cast<size_t>(code)];
}

int DiagnosticCount() {
  return static_cast<int>(std::size(kTable));
}

std::optional<Code> CodeByName(std::string_view id) {
  for (size_t i = 0; i < std::size(kTable); ++i) {
    if (id == kTable[i].id) return static_cast<Code>(i);
  }
  return std::nullopt;
}

Diagnostic& Sink::Report(Code code, Span span, std::string text) {
  Shorten(text);
  Diagnostic said{code, span, std::move(text), {}, std::nullopt};
  if (!seen_.emplace(code, span).second) {
    dropped_ = std::move(said);
    return dropped_;
  }
  if (Info(code).severity == Severity::kError) ++errors_;
  all_.push_back(std::move(said));
  return all_.back();
}

Diagnostic& Sink::Report(const Diagnostic& found) {
  Diagnostic& said = Report(found.code, found.span, found.text);
  said.notes = found.notes;
  said.edit = found.edit;
  return said;
}

Diagnostic& Sink::Report(Code code, Span span, std::string text, const Mistaken& name) {
  return Report(About(code, span, std::move(text), name));
}

Diagnostic About(Code code, Span span, std::string text, const Mistaken& name) {
  const auto meant = DidYouMean(name.word, name.known);
  if (!meant) return {code, span, text + (name.otherwise.empty() ? "" : " " + name.otherwise), {}, std::nullopt};
  const std::string written = name.text ? '"' + *meant + '"' : *meant;
  Diagnostic said{code, span, text + " Did you mean \"" + *meant + "\"?", {}, std::nullopt};
  said.Fix(span, written, "write \"" + *meant + "\"");
  return said;
}

void Sink::Sort() {
  std::stable_sort(all_.begin(), all_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.span, a.code) < std::tie(b.span, b.code);
  });
}

void Sink::Forget(size_t index) {
  const auto at = all_.begin() + static_cast<ptrdiff_t>(index);
  if (Info(at->code).severity == Severity::kError) --errors_;
  all_.erase(at);
}

std::optional<std::string> DidYouMean(std::string_view word, const std::vector<std::string>& known) {
  constexpr size_t kLongest = 64;  // of a word that a person wrote; beyond it the search would take its time
  if (word.size() > kLongest) return std::nullopt;
  int best = static_cast<int>(kLongest);
  const std::string* found = nullptr;
  bool found_capitals = false;
  for (const std::string& candidate : known) {
    const auto [wrong, right] = Different(word, candidate);
    // A third of the word, and at least one letter: "is" may be "in", but "of" is not "on" gone wrong twice.
    const int limit = std::max<int>(1, static_cast<int>(wrong.size()) / 3);
    int distance = Distance(wrong, right, std::min(limit, best));
    if (distance > 1 && wrong.size() == right.size() && Single(wrong) == Single(right)) distance = 1;
    if (distance > limit || distance == 0) continue;
    const bool capitals = SameButCapitals(wrong, right);
    if (distance > best || (distance == best && (found_capitals || !capitals))) continue;
    best = distance;
    found = &candidate;
    found_capitals = capitals;
  }
  if (found == nullptr) return std::nullopt;
  return *found;
}

}  // namespace reeve
