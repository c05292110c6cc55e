// What the compiler has to say about a rule file.
//
// A Diagnostic is data: a code from diagnostics.def, the narrowest span, at most a few notes with spans of
// their own, and an edit where one mends it. render.h turns it into text or JSON. The Sink keeps the rule
// "one mistake, one error": a second report with the same code and place is dropped.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/source.h"

namespace reeve {

enum class Severity : uint8_t { kError, kWarning, kLint };

enum class Code : uint16_t {
#define DIAGNOSTIC(id, severity, title) k##id,
#include "compiler/diagnostics/diagnostics.def"
#undef DIAGNOSTIC
};

struct DiagnosticInfo {
  const char* id;  // "E01"
  Severity severity;
  const char* title;  // one line for the index page
};
const DiagnosticInfo& Info(Code code);
int DiagnosticCount();
std::optional<Code> CodeByName(std::string_view id);  // "E01", for `allow`

struct Note {
  Span span;  // may be invalid: a remark without a place
  std::string text;
};
struct Edit {
  Span span;
  std::string replacement;
  std::string text;  // what the edit does, for people
};

struct Diagnostic {
  Code code;
  Span span;
  std::string text;
  std::vector<Note> notes;
  std::optional<Edit> edit;

  Diagnostic& With(Span at, std::string note) {
    notes.push_back({at, std::move(note)});
    return *this;
  }
  Diagnostic& Fix(Span at, std::string replacement, std::string what) {
    edit = Edit{at, std::move(replacement), std::move(what)};
    return *this;
  }
};

// A name that is none, and the names that can stand in its place.
struct Mistaken {
  std::string_view word;
  const std::vector<std::string>& known;
  std::string otherwise;  // what is said where none of them is near
  bool text = false;      // it stands in quotes
};

class Sink {
 public:
  // The reference is good until the next Report. A duplicate (same code and span) is returned but not kept.
  Diagnostic& Report(Code code, Span span, std::string text);
  // Behind the text, and as an edit of the span: the name that was probably meant.
  Diagnostic& Report(Code code, Span span, std::string text, const Mistaken& name);
  // One that was found elsewhere, with its notes and its edit.
  Diagnostic& Report(const Diagnostic& found);
  bool HasErrors() const { return errors_ > 0; }
  int errors() const { return errors_; }
  const std::vector<Diagnostic>& all() const { return all_; }
  void Sort();                // by file, place, code
  void Forget(size_t index);  // an accepted finding (`allow`)

 private:
  std::vector<Diagnostic> all_;
  std::set<std::pair<Code, Span>> seen_;
  Diagnostic dropped_;
  int errors_ = 0;
};

// What is said of a name that is none; Sink::Report says it, and so do those who report without a sink.
Diagnostic About(Code code, Span span, std::string text, const Mistaken& name);

// The word among `known` that `word` was probably meant to be, or nothing. Deterministic: the nearest by
// edit distance (at most a third of its length); among equals one that differs in capitals only, then the first.
std::optional<std::string> DidYouMean(std::string_view word, const std::vector<std::string>& known);

}  // namespace reeve
