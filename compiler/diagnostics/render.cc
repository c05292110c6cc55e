#include "compiler/diagnostics/render.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "fmt/format.h"

namespace reeve {
namespace {

constexpr int kTab = 4;
constexpr int kNarrowest = 40;
constexpr size_t kShown = 200;  // findings; behind them their number

// What is shown of one code point, and how many columns it takes.
struct Cell {
  std::string text;
  int width = 1;
  int32_t begin = 0;  // byte offsets in the file
  int32_t end = 0;
};

uint32_t Decode(std::string_view text, size_t begin, size_t end) {
  const auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[i])); };
  uint32_t point = end - begin == 1 ? byte(begin) : byte(begin) & (0x7Fu >> (end - begin));
  for (size_t i = begin + 1; i < end; ++i) point = point << 6 | (byte(i) & 0x3F);
  return point;
}

// The end of the code point at `begin`, or 0 if there is none: no valid UTF-8.
size_t PointEnd(std::string_view text, size_t begin) {
  const auto lead = static_cast<unsigned char>(text[begin]);
  const size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  if (length == 0 || begin + length > text.size()) return 0;
  return FindInvalidUtf8(text.substr(begin, length)) ? 0 : begin + length;
}

bool Within(uint32_t point, std::initializer_list<std::pair<uint32_t, uint32_t>> ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [point](const auto& range) { return point >= range.first && point <= range.second; });
}

int Width(uint32_t point) {
  if (Within(point, {{0x300, 0x36F},
                     {0x483, 0x489},
                     {0x591, 0x5BD},
                     {0x610, 0x61A},
                     {0x64B, 0x65F},
                     {0x1AB0, 0x1AFF},
                     {0x200B, 0x200D},
                     {0x20D0, 0x20FF},
                     {0xFE00, 0xFE0F},
                     {0xFE20, 0xFE2F}})) {
    return 0;
  }
  const bool wide = Within(point, {{0x1100, 0x115F},
                                   {0x2E80, 0x303E},
                                   {0x3041, 0xA4CF},
                                   {0xA960, 0xA97F},
                                   {0xAC00, 0xD7A3},
                                   {0xF900, 0xFAFF},
                                   {0xFE30, 0xFE6F},
                                   {0xFF00, 0xFF60},
                                   {0xFFE0, 0xFFE6},
                                   {0x1F300, 0x1F64F},
                                   {0x1F900, 0x1F9FF},
                                   {0x20000, 0x3FFFD}});
  return wide ? 2 : 1;
}

// Characters that would move the cursor, colour the terminal or turn the direction of the text.
bool Harmful(uint32_t point) {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || (point >= 0x202A && point <= 0x202E) ||
         (point >= 0x2066 && point <= 0x2069) || point == 0x200E || point == 0x200F || point == 0x2028 ||
         point == 0x2029;
}

Cell CellAt(std::string_view text, size_t begin, int column) {
  const size_t end = PointEnd(text, begin);
  Cell cell{"\uFFFD", 1, static_cast<int32_t>(begin), static_cast<int32_t>(end == 0 ? begin + 1 : end)};
  if (end == 0) return cell;
  const uint32_t point = Decode(text, begin, end);
  if (point == '\t') {
    cell.width = kTab - column % kTab;
    cell.text.assign(static_cast<size_t>(cell.width), ' ');
  } else if (!Harmful(point)) {
    cell.width = Width(point);
    cell.text = text.substr(begin, end - begin);
  }
  return cell;
}

// A message may quote what somebody wrote.
std::string Harmless(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    const Cell cell = CellAt(text, i, 0);
    result += text[i] == '\n' ? std::string("\n") : cell.text;
    i = static_cast<size_t>(cell.end);
  }
  return result;
}

class Excerpt {
 public:
  Excerpt(const SourceFile& file, Span span, int width) : text_(file.text()), width_(std::max(width, kNarrowest)) {
    const int line = file.Locate(span.begin).line;
    const std::string_view content = file.Line(line);
    line_begin_ = static_cast<size_t>(content.data() - text_.data());
    if (content.data() == nullptr) line_begin_ = text_.size();
    line_end_ = line_begin_ + content.size();
    span_begin_ = std::clamp(static_cast<size_t>(span.begin), line_begin_, line_end_);
    span_end_ = std::clamp(static_cast<size_t>(std::max(span.begin, span.end)), span_begin_, line_end_);
    Fill(Start());
  }

  const std::string& content() const { return content_; }
  const std::string& carets() const { return carets_; }

 private:
  // Where to begin so that the span is seen: at the start of the line, or a third of the width before the
  // span.
  size_t Start() const {
    const size_t before = static_cast<size_t>(width_) / 3;
    if (span_begin_ - line_begin_ + std::min<size_t>(span_end_ - span_begin_, before) <= static_cast<size_t>(width_))
      return line_begin_;
    size_t at = span_begin_;
    for (size_t points = 0; points < before && at > line_begin_; ++points) {
      --at;
      while (at > line_begin_ && (static_cast<unsigned char>(text_[at]) & 0xC0) == 0x80) --at;
    }
    return at;
  }

  void Fill(size_t begin) {
    static constexpr std::string_view kCut = "...";
    if (begin > line_begin_) content_ = kCut;
    int column = static_cast<int>(content_.size());
    std::string blanks(content_.size(), ' ');
    int caret_columns = 0;
    size_t at = begin;
    while (at < line_end_ && column < width_) {
      const Cell cell = CellAt(text_.substr(0, line_end_), at, column);
      content_ += cell.text;
      column += cell.width;
      if (at < span_begin_) blanks.append(static_cast<size_t>(cell.width), ' ');
      if (at >= span_begin_ && at < span_end_) caret_columns += cell.width;
      at = static_cast<size_t>(cell.end);
    }
    if (at < line_end_) content_ += kCut;
    carets_ = blanks + std::string(static_cast<size_t>(std::max(1, caret_columns)), '^');
  }

  std::string_view text_;
  int width_;
  size_t line_begin_ = 0, line_end_ = 0, span_begin_ = 0, span_end_ = 0;
  std::string content_, carets_;
};

struct Look {
  const char* name;
  const char* colour;
};
Look LookOf(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return {"error", "\033[1;31m"};
    case Severity::kWarning:
      return {"warning", "\033[1;33m"};
    case Severity::kLint:
      return {"lint", "\033[1;36m"};
  }
  return {"", ""};
}

class Renderer {
 public:
  Renderer(const Diagnostic& diagnostic, const SourceMap& sources, const RenderOptions& options)
      : diagnostic_(diagnostic), sources_(sources), options_(options), look_(LookOf(Info(diagnostic.code).severity)) {
    int last = 1;
    const auto see = [&](Span span) {
      if (span.valid()) last = std::max(last, sources.file(span.file).Locate(span.begin).line);
    };
    see(diagnostic.span);
    for (const Note& note : diagnostic.notes) see(note.span);
    gutter_ = static_cast<int>(std::to_string(last).size());
  }

  std::string Run() {
    out_ = Coloured(look_.colour, fmt::format("{} {}", look_.name, Info(diagnostic_.code).id)) +
           Coloured("\033[1m", ": " + Harmless(diagnostic_.text)) + "\n";
    Place(diagnostic_.span, look_.colour);
    for (const Note& note : diagnostic_.notes) {
      out_ += fmt::format("{:{}} = note: {}\n", "", gutter_, Harmless(note.text));
      Place(note.span, "\033[1;34m");
    }
    if (diagnostic_.edit) out_ += fmt::format("{:{}} help: {}\n", "", gutter_, Harmless(diagnostic_.edit->text));
    return std::move(out_);
  }

 private:
  std::string Coloured(const char* colour, std::string text) const {
    return options_.colours && !text.empty() ? colour + text + "\033[0m" : text;
  }

  void Place(Span span, const char* colour) {
    if (!span.valid()) return;
    const SourceFile& file = sources_.file(span.file);
    const LineColumn at = file.Locate(span.begin);
    const Excerpt excerpt(file, span, options_.width);
    const std::string bar = Coloured("\033[1;34m", "|");
    out_ += fmt::format("{:{}}{} {}:{}:{}\n", "", gutter_, Coloured("\033[1;34m", "-->"), Harmless(file.name()),
                        at.line, at.column);
    out_ += fmt::format("{:{}} {}\n", "", gutter_, bar);
    out_ +=
        fmt::format("{:>{}} {}{}{}\n", at.line, gutter_, bar, excerpt.content().empty() ? "" : " ", excerpt.content());
    out_ += fmt::format("{:{}} {} {}\n", "", gutter_, bar, Coloured(colour, excerpt.carets()));
  }

  const Diagnostic& diagnostic_;
  const SourceMap& sources_;
  const RenderOptions& options_;
  const Look look_;
  int gutter_ = 1;
  std::string out_;
};

nlohmann::ordered_json PlaceJson(Span span, const SourceMap& sources) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  if (!span.valid()) return json;
  const SourceFile& file = sources.file(span.file);
  const LineColumn begin = file.Locate(span.begin), end = file.Locate(span.end);
  json["file"] = file.name();
  json["line"] = begin.line;
  json["column"] = begin.column;
  json["end_line"] = end.line;
  json["end_column"] = end.column;
  return json;
}

}  // namespace

std::string Render(const Diagnostic& diagnostic, const SourceMap& sources, const RenderOptions& options) {
  return Renderer(diagnostic, sources, options).Run();
}

std::string RenderAll(const Sink& sink, const SourceMap& sources, const RenderOptions& options) {
  std::string out;
  const size_t shown = std::min(kShown, sink.all().size());
  for (size_t i = 0; i < shown; ++i) {
    if (i > 0) out += "\n";
    out += Render(sink.all()[i], sources, options);
  }
  if (shown < sink.all().size()) out += fmt::format("\n... and {} more.\n", sink.all().size() - shown);
  return out;
}

std::string RenderJson(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    nlohmann::ordered_json json;
    json["code"] = Info(diagnostic.code).id;
    json["severity"] = LookOf(Info(diagnostic.code).severity).name;
    json.update(PlaceJson(diagnostic.span, sources));
    json["text"] = diagnostic.text;
    json["notes"] = nlohmann::ordered_json::array();
    for (const Note& note : diagnostic.notes) {
      nlohmann::ordered_json place = PlaceJson(note.span, sources);
      place["text"] = note.text;
      json["notes"].push_back(std::move(place));
    }
    json["edit"] = nullptr;
    if (diagnostic.edit) {
      nlohmann::ordered_json edit = PlaceJson(diagnostic.edit->span, sources);
      edit["replacement"] = diagnostic.edit->replacement;
      edit["text"] = diagnostic.edit->text;
      json["edit"] = std::move(edit);
    }
    all.push_back(std::move(json));
  }
  // Text that is no UTF-8 may be quoted in a message: better a replacement character than no JSON.
  return all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace reeve
