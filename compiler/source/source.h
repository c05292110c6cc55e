// Source text and places in it.
//
// A Span is a half-open range of bytes in one file; lines and columns are computed only when a message is
// printed, so a syntax node costs 12 bytes of position. Files live in a SourceMap for as long as anything
// that was read from them; a Span never dangles while its map lives.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reeve {

struct Span {
  int32_t file = -1;  // index into the SourceMap; -1: no place
  int32_t begin = 0;  // byte offset of the first byte
  int32_t end = 0;    // byte offset after the last byte

  bool valid() const { return file >= 0; }
  friend bool operator==(const Span&, const Span&) = default;
  friend auto operator<=>(const Span&, const Span&) = default;
};

// The smallest span that holds both; the file is that of `a`.
Span Cover(Span a, Span b);

struct LineColumn {
  int line = 1;    // from 1
  int column = 1;  // from 1, in code points
};

class SourceFile {
 public:
  SourceFile(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  LineColumn Locate(int32_t offset) const;  // O(log lines), however long the lines are
  std::string_view Line(int line) const;    // without its line end
  int LineCount() const { return static_cast<int>(line_starts_.size()); }

 private:
  static constexpr int32_t kBlock = 1024;

  std::string name_;
  std::string text_;
  // Of the bytes before `offset`, how many continue a code point.
  int32_t ContinuationBytes(int32_t offset) const;

  std::vector<int32_t> line_starts_;
  std::vector<int32_t> continuations_;  // the same for every kBlock-th offset: a line may be 4 MB long
};

class SourceMap {
 public:
  // Returns the index of the file. The text may hold anything; the parser says what is wrong with it.
  int32_t Add(std::string name, std::string text);
  const SourceFile& file(int32_t index) const { return *files_[static_cast<size_t>(index)]; }
  int size() const { return static_cast<int>(files_.size()); }
  std::string_view Text(Span span) const;

 private:
  std::vector<std::unique_ptr<SourceFile>> files_;
};

// The largest rule file that is read, in bytes. A ruleset of 1 MB would be a book; the limit keeps a
// stray 100 MB file from being parsed.
inline constexpr int64_t kMaxSourceBytes = 4 << 20;

// Offset of the first byte that is not valid UTF-8, or nothing.
std::optional<int32_t> FindInvalidUtf8(std::string_view text);

}  // namespace reeve
