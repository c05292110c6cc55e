#include "compiler/source/source.h"

#include <algorithm>

namespace reeve {

Span Cover(Span a, Span b) {
  if (!a.valid()) return b;
  if (!b.valid()) return a;
  return {a.file, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

namespace {

bool ContinuesPoint(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

}  // namespace

SourceFile::SourceFile(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  line_starts_.push_back(0);
  int32_t continuations = 0;
  for (size_t i = 0; i < text_.size(); ++i) {
    if (i % kBlock == 0) continuations_.push_back(continuations);
    if (ContinuesPoint(text_[i])) ++continuations;
    if (text_[i] == '\n') line_starts_.push_back(static_cast<int32_t>(i + 1));
  }
  continuations_.push_back(continuations);
}

int32_t SourceFile::ContinuationBytes(int32_t offset) const {
  int32_t count = continuations_[static_cast<size_t>(offset / kBlock)];
  for (int32_t i = offset / kBlock * kBlock; i < offset; ++i)
    count += ContinuesPoint(text_[static_cast<size_t>(i)]) ? 1 : 0;
  return count;
}

LineColumn SourceFile::Locate(int32_t offset) const {
  offset = std::clamp(offset, 0, static_cast<int32_t>(text_.size()));
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const int line = static_cast<int>(next - line_starts_.begin());
  const int32_t begin = line_starts_[static_cast<size_t>(line - 1)];
  return {line, offset - begin - (ContinuationBytes(offset) - ContinuationBytes(begin)) + 1};
}

std::string_view SourceFile::Line(int line) const {
  if (line < 1 || line > LineCount()) return {};
  const size_t begin = static_cast<size_t>(line_starts_[static_cast<size_t>(line - 1)]);
  size_t end = line < LineCount() ? static_cast<size_t>(line_starts_[static_cast<size_t>(line)]) - 1 : text_.size();
  if (end > begin && text_[end - 1] == '\r') --end;
  return std::string_view(text_).substr(begin, end - begin);
}

int32_t SourceMap::Add(std::string name, std::string text) {
  files_.push_back(std::make_unique<SourceFile>(std::move(name), std::move(text)));
  return static_cast<int32_t>(files_.size()) - 1;
}

std::string_view SourceMap::Text(Span span) const {
  if (!span.valid()) return {};
  const std::string_view text = file(span.file).text();
  const size_t begin = std::min(static_cast<size_t>(span.begin), text.size());
  return text.substr(begin, static_cast<size_t>(std::max(0, span.end - span.begin)));
}

std::optional<int32_t> FindInvalidUtf8(std::string_view text) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  const size_t size = text.size();
  for (size_t i = 0; i < size;) {
    const unsigned char lead = bytes[i];
    int extra = lead < 0x80                   ? 0
                : lead >= 0xC2 && lead < 0xE0 ? 1
                : lead >= 0xE0 && lead < 0xF0 ? 2
                : lead >= 0xF0 && lead < 0xF5 ? 3
                                              : -1;
    if (extra < 0 || i + static_cast<size_t>(extra) >= size) {
      if (extra != 0) return static_cast<int32_t>(i);
    }
    uint32_t point = extra == 0 ? lead : lead & (0x3Fu >> extra);
    for (int k = 1; k <= extra; ++k) {
      const unsigned char next = bytes[i + static_cast<size_t>(k)];
      if ((next & 0xC0) != 0x80) return static_cast<int32_t>(i);
      point = point << 6 | (next & 0x3Fu);
    }
    const bool overlong = (extra == 2 && point < 0x800) || (extra == 3 && point < 0x10000);
    if (overlong || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return static_cast<int32_t>(i);
    i += static_cast<size_t>(extra) + 1;
  }
  return std::nullopt;
}

}  // namespace reeve
