#include "runtime/io/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <set>
#include <vector>

namespace reeve {
namespace {

constexpr size_t kChunk = size_t{1} << 16;

// What a parser comes by, with what is alike for readers put together.
class Events : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return Scalar(false); }
  bool boolean(bool) override { return Scalar(false); }
  bool number_integer(number_integer_t) override { return Scalar(true); }
  bool number_unsigned(number_unsigned_t) override { return Scalar(true); }
  bool number_float(number_float_t, const string_t&) override { return Scalar(true); }
  bool string(string_t&) override { return Scalar(false); }
  bool binary(binary_t&) override { return true; }
  bool key(string_t& name) override { return Key(name); }
  bool start_object(size_t) override { return Enter(false); }
  bool start_array(size_t) override { return Enter(true); }
  bool end_object() override { return Leave(); }
  bool end_array() override { return Leave(); }

 protected:
  virtual bool Scalar([[maybe_unused]] bool number) { return true; }
  virtual bool Key([[maybe_unused]] const std::string& name) { return true; }
  virtual bool Enter(bool array) = 0;
  virtual bool Leave() = 0;
};

// Looks at a text without building it: stops where it nests too deep, and notes where it breaks.
class Inspector : public Events {
 public:
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
  bool Enter(bool) override {
    deep = ++depth_ > kMaxJsonDepth;
    return !deep;
  }
  bool Leave() override { return --depth_, true; }
  int depth_ = 0;
};

// A character of a text; tells how far the text was read.
class Reading {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Reading(const char* at, const char** read) : at_(at), read_(read) {}
  reference operator*() const { return *at_; }
  Reading& operator++() {
    *read_ = ++at_;
    return *this;
  }
  Reading operator++(int) {
    Reading before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const Reading& a, const Reading& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  const char** read_;
};

// The way from the root of a text to a value in it: "/moves/3/with". A slash in a key may make two ways one, which
// costs nothing but the line of a message.
std::string OneMore(const std::string& way, const std::string& step) {
  return way + "/" + step;
}

// Goes through a sound text and notes the first key that is given twice, and where the wanted way ends.
class Tracer : public Events {
 public:
  explicit Tracer(std::string_view text) : text_(text), read_(text.data()) {}
  void Run() {
    const char* end = text_.data() + text_.size();
    Json::sax_parse(Reading(text_.data(), &read_), Reading(end, &read_), this);
  }
  bool parse_error(size_t, const std::string&, const nlohmann::json::exception&) override { return false; }

  std::string wanted;
  size_t found = 0;
  std::optional<JsonError> twice;

 private:
  struct Level {
    bool array = false;
    std::string way;
    size_t index = 0;
    std::set<std::string> keys = {};
    std::string key = {};  // the last
  };

  // The character read last, or, after a number, the one before it: its end shows by the next.
  size_t At(bool number) const {
    const auto read = static_cast<size_t>(read_ - text_.data());
    const size_t back = number ? 2 : 1;
    return read < back ? 0 : read - back;
  }
  std::string Way() {
    if (levels_.empty()) return "";
    Level& level = levels_.back();
    return OneMore(level.way, level.array ? std::to_string(level.index++) : level.key);
  }
  bool Scalar(bool number) override {
    if (Way() == wanted) found = At(number);
    return true;
  }
  bool Key(const std::string& name) override {
    Level& level = levels_.back();
    level.key = name;
    if (!level.keys.insert(name).second && !twice)
      twice = JsonError{At(false), "the key " + Quoted(name) + " is given twice"};
    return true;
  }
  bool Enter(bool array) override {
    const std::string way = Way();
    if (way == wanted) found = At(false);
    levels_.push_back({array, way});
    return true;
  }
  bool Leave() override { return levels_.pop_back(), true; }

  std::string_view text_;
  const char* read_;
  std::vector<Level> levels_;
};

// Makes `way` that to `value`; false if `from` does not hold it.
bool FindWay(const Json& from, const Json* value, std::string& way) {
  if (&from == value) return true;
  if (!from.is_structured()) return false;
  const std::string before = way;
  size_t index = 0;
  for (auto part = from.begin(); part != from.end(); ++part) {
    way = OneMore(before, from.is_object() ? part.key() : std::to_string(index++));
    if (FindWay(*part, value, way)) return true;
  }
  return false;
}

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
  const size_t size = first < 0x80                    ? 1
                      : first >= 0xF0 && first < 0xF5 ? 4
                      : first >= 0xE0 && first < 0xF0 ? 3
                      : first >= 0xC2 && first < 0xE0 ? 2
                                                      : 0;
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

std::optional<JsonError> KeyGivenTwice(std::string_view text) {
  Tracer tracer(text);
  tracer.Run();
  return tracer.twice;
}

size_t OffsetOf(std::string_view text, const Json& root, const Json* value) {
  Tracer tracer(text);
  if (!FindWay(root, value, tracer.wanted)) return 0;
  tracer.Run();
  return tracer.found;
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
  path_ = where_ = path;
  lines_ = path.ends_with(".jsonl");
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) {
    what_ = "this is a folder";
    return false;
  }
  in_.open(path, std::ios::binary);
  if (!in_) {
    what_ = std::filesystem::exists(path, code) ? "this cannot be read" : "there is no such file";
    return false;
  }
  return true;
}

void JsonFile::Fail(const std::string& place, const std::string& what) {
  where_ = path_ + ":" + place;
  what_ = (number_ > 1 ? fmt::format("record {}: ", number_) : "") + what;
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

// The next line, without its end; false at the end of the file or, with what_ set, where it is too long.
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
  what_.clear();
  if (done_) return std::nullopt;
  JsonError error;
  do {
    if (!Line(text_)) {
      if (number_ == 0 && what_.empty()) Fail("1", "there is nothing in it");
      done_ = true;
      return std::nullopt;
    }
    line_ = next_line_++;
  } while (IsBlank(text_));
  ++number_;
  auto value = ParseJson(text_, error);
  if (value) return lines_ = true, value;
  if (lines_) {
    Fail(PlaceOf(text_, error.offset, line_), error.text);
    return std::nullopt;
  }
  // The first line is no JSON alone: the whole file is one text, then.
  text_ += '\n';
  text_.append(buffer_, at_);
  at_ = buffer_.size();
  while (text_.size() <= kMaxRecordBytes && Fill()) {
    text_.append(buffer_, at_);
    at_ = buffer_.size();
  }
  done_ = true;
  if (text_.size() > kMaxRecordBytes) {
    Fail(std::to_string(line_), fmt::format("this text is longer than {} MB", kMaxRecordBytes >> 20));
    return std::nullopt;
  }
  value = ParseJson(text_, error);
  if (!value) Fail(PlaceOf(text_, error.offset, line_), error.text);
  return value;
}

}  // namespace reeve
