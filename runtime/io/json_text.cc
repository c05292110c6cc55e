#include "runtime/io/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace reeve {
namespace {

constexpr size_t kChunk = size_t{1} << 16;

// Looks at a text without building it: stops where it nests too deep, and notes where it breaks.
class Inspector : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool key(string_t&) override { return true; }
  bool start_object(size_t) override { return Enter(); }
  bool start_array(size_t) override { return Enter(); }
  bool end_object() override { return --depth_, true; }
  bool end_array() override { return --depth_, true; }
  bool parse_error(size_t position, const std::string& last_token, const nlohmann::json::exception&) override {
    broken = true;
    offset = position > 0 ? position - 1 : 0;
    token = last_token;
    return false;
  }

  bool broken = false, deep = false;
  size_t offset = 0;
  std::string token;

 private:
  bool Enter() {
    deep = ++depth_ > kMaxJsonDepth;
    return !deep;
  }
  int depth_ = 0;
};

// Where brackets outside of texts nest deeper than allowed.
size_t DeepAt(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') ++i;
    else if (c == '"') quoted = !quoted;
    else if (!quoted && (c == '[' || c == '{') && ++depth > kMaxJsonDepth) return i;
    else if (!quoted && (c == ']' || c == '}')) --depth;
  }
  return 0;
}

// How many bytes the character at the beginning has, 0 if it is none of UTF-8.
size_t CharacterBytes(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t size = first < 0x80 ? 1 : first >= 0xF0 && first < 0xF5 ? 4 : first >= 0xE0 && first < 0xF0 ? 3 : first >= 0xC2 && first < 0xE0 ? 2 : 0;
  if (size > text.size()) return 0;
  for (size_t i = 1; i < size; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 0;
  }
  return size;
}

bool IsBlank(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
}

}  // namespace

std::optional<Json> ParseJson(std::string_view text, JsonError& error) {
  Inspector inspector;
  if (!Json::sax_parse(text.begin(), text.end(), &inspector)) {
    error.offset = std::min(inspector.offset, text.size());
    if (inspector.deep) {
      error.offset = DeepAt(text);
      error.text = fmt::format("this nests deeper than {} levels", kMaxJsonDepth);
    } else if (error.offset >= text.size()) {
      error.text = "the text ends in the middle of a value";
    } else {
      error.text = "this is not JSON";
      if (!inspector.token.empty()) error.text += ", at " + Quoted(inspector.token);
    }
    return std::nullopt;
  }
  Json value = Json::parse(text.begin(), text.end(), nullptr, false);
  if (value.is_discarded()) return std::nullopt;
  return value;
}

std::string PlaceOf(std::string_view text, size_t offset, int line) {
  offset = std::min(offset, text.size());
  const std::string_view before = text.substr(0, offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const size_t start = before.rfind('\n');
  const size_t column = start == std::string_view::npos ? offset + 1 : offset - start;
  return fmt::format("{}, column {}", line + lines, column);
}

std::string Quoted(std::string_view text) {
  constexpr size_t kLongest = 60;
  std::string out = "\"";
  size_t at = 0;
  while (at < text.size() && at < kLongest) {
    const auto c = static_cast<unsigned char>(text[at]);
    const size_t size = CharacterBytes(text.substr(at));
    if (size == 0 || c < 0x20 || c == 0x7F) {
      out += fmt::format("\\x{:02x}", c);
      ++at;
    } else {
      out += text.substr(at, size);
      at += size;
    }
  }
  return out + (at < text.size() ? "...\"" : "\"");
}

bool JsonFile::Open(const std::string& path) {
  path_ = path;
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) {
    error_ = path + ": this is a folder";
    return false;
  }
  in_.open(path, std::ios::binary);
  if (!in_) {
    error_ = path + ": " + (std::filesystem::exists(path, code) ? "this cannot be read" : "there is no such file");
    return false;
  }
  return true;
}

void JsonFile::Fail(const std::string& place, const std::string& what) {
  done_ = true;
  error_ = path_ + ":" + place + ": ";
  if (number_ > 1) error_ += fmt::format("record {}: ", number_);
  error_ += what;
}

// Reads one more piece of the file; false at its end.
bool JsonFile::Fill() {
  if (end_) return false;
  if (at_ > 0) {
    buffer_.erase(0, at_);
    at_ = 0;
  }
  const size_t size = buffer_.size();
  buffer_.resize(size + kChunk);
  in_.read(buffer_.data() + size, static_cast<std::streamsize>(kChunk));
  buffer_.resize(size + static_cast<size_t>(in_.gcount()));
  end_ = !in_;
  return buffer_.size() > size;
}

// The next line, without its end; false at the end of the file or, with error_ set, where it is too long.
bool JsonFile::Line(std::string& out) {
  size_t from = at_;
  for (;;) {
    const size_t stop = buffer_.find('\n', from);
    if (stop != std::string::npos) {
      out.assign(buffer_, at_, stop - at_);
      at_ = stop + 1;
      return true;
    }
    if (buffer_.size() - at_ > kMaxRecordBytes) {
      Fail(std::to_string(next_line_), fmt::format("this line is longer than {} MB", kMaxRecordBytes >> 20));
      return false;
    }
    from = buffer_.size() - at_;  // Fill moves what is left to the front
    if (Fill()) continue;
    if (at_ >= buffer_.size()) return false;
    out.assign(buffer_, at_);
    at_ = buffer_.size();
    return true;
  }
}

std::optional<Json> JsonFile::Next() {
  if (done_) return std::nullopt;
  std::string text;
  JsonError error;
  do {
    if (!Line(text)) {
      if (number_ == 0 && error_.empty()) Fail("1", "there is nothing in it");
      done_ = true;
      return std::nullopt;
    }
    line_ = next_line_++;
  } while (IsBlank(text));
  ++number_;
  auto value = ParseJson(text, error);
  if (value) return lines_ = true, value;
  if (lines_ || number_ > 1) {
    Fail(PlaceOf(text, error.offset, line_), error.text);
    return std::nullopt;
  }
  // The first line is no JSON alone: the whole file is one text, then.
  text += '\n';
  text.append(buffer_, at_);
  at_ = buffer_.size();
  while (text.size() <= kMaxRecordBytes && Fill()) {
    text.append(buffer_, at_);
    at_ = buffer_.size();
  }
  done_ = true;
  if (text.size() > kMaxRecordBytes) {
    Fail(std::to_string(line_), fmt::format("this text is longer than {} MB", kMaxRecordBytes >> 20));
    return std::nullopt;
  }
  value = ParseJson(text, error);
  if (!value) Fail(PlaceOf(text, error.offset, line_), error.text);
  return value;
}

}  // namespace reeve
