// JSON from outside, read with bounds: size, depth, and one clear error instead of an exception.
//
// A file is one JSON text or one a line. Nothing is read beyond kMaxRecordBytes of one text, whatever the size of
// the file; depth is checked while parsing, before anything is built.
#pragma once

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace reeve {

using Json = nlohmann::json;

inline constexpr size_t kMaxRecordBytes = size_t{16} << 20;  // a long game with all awards has 150 kB
inline constexpr int kMaxJsonDepth = 32;                     // records need 7

struct JsonError {
  size_t offset = 0;  // byte of the text
  std::string text;   // "a quote is missing", no place
};

// The value, or why there is none.
[[nodiscard]] std::optional<Json> ParseJson(std::string_view text, JsonError& error);

// "3, column 14" of a byte offset, the first line being `line`.
std::string PlaceOf(std::string_view text, size_t offset, int line);

// A string of a record in a message: in quotes, control characters and long tails cut.
std::string Quoted(std::string_view text);

// The first key that an object of the text has twice; nothing if there is none.
std::optional<JsonError> KeyGivenTwice(std::string_view text);
// Where the text says `value`, which is `root` that was read from it, or a part of that.
size_t OffsetOf(std::string_view text, const Json& root, const Json* value);

// Walks the JSON texts of a file, one at a time.
class JsonFile {
 public:
  // False if it cannot be opened; error() says why.
  bool Open(const std::string& path);
  // The next text; nothing at the end, or with error() set. After a broken line of several come the lines behind it.
  std::optional<Json> Next();
  std::string error() const { return what_.empty() ? "" : where_ + ": " + what_; }  // empty: none
  const std::string& where() const { return where_; }                               // the error: file, line and column
  const std::string& what() const { return what_; }
  const std::string& text() const { return text_; }  // the last text
  int line() const { return line_; }                 // where it began
  int number() const { return number_; }             // of it, from 1

 private:
  bool Fill();
  bool Line(std::string& out);
  void Fail(const std::string& place, const std::string& what);

  std::string path_;
  std::ifstream in_;
  std::string buffer_;  // read and not used yet
  size_t at_ = 0;
  bool end_ = false;    // of the file
  bool lines_ = false;  // one text a line, surely
  bool done_ = false;
  int next_line_ = 1;
  int line_ = 1;
  int number_ = 0;
  std::string text_, where_, what_;
};

}  // namespace reeve
