// A value inside a JSON text that others wrote, with the way to it, for readers that expect a shape.
//
// Asking for what is not there, or is of another sort or out of range, gives a harmless default and notes one error,
// the first; so a reader reads on without a check at every step and looks at the error at its end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/io/json_text.h"

namespace reeve {

// The first thing that is wrong, and the value that it is about, or lacks it.
struct JsonFault {
  std::string text;  // empty: nothing is wrong
  const Json* at = nullptr;
};

class JsonView {
 public:
  // `fault` outlives all nodes made from this one. `around`: what a value that is not there would be in.
  JsonView(const Json* json, std::string path, JsonFault* fault, const Json* around = nullptr)
      : json_(json), around_(json != nullptr ? json : around), path_(std::move(path)), fault_(fault) {}

  bool there() const { return json_ != nullptr && !json_->is_null(); }
  bool IsObject() const { return there() && json_->is_object(); }
  bool IsArray() const { return there() && json_->is_array(); }
  bool IsText() const { return there() && json_->is_string(); }
  bool IsNumber() const { return there() && json_->is_number_integer(); }
  bool IsTrue() const { return there() && json_->is_boolean() && json_->get<bool>(); }

  // A member that has to be there, or may be missing.
  JsonView Need(std::string_view key) const;
  JsonView May(std::string_view key) const;
  size_t size() const { return IsArray() || IsObject() ? json_->size() : 0; }
  JsonView at(size_t index) const;  // of an array
  // Refuses other keys than these, which `what` has: "a move that passes".
  void OnlyKeys(std::string_view what, const std::vector<std::string_view>& keys) const;
  // An array, or an object; anything else is an error and empty.
  const JsonView& Array() const;
  const JsonView& Object() const;

  int64_t Int(int64_t least, int64_t most) const;
  std::string Text() const;
  // A text, number, truth or null as a text: what a map looks up.
  std::string Word() const;
  std::pair<int, int> Square() const;  // [x, y]

  template <class Visit>  // visit(key, node), in order of key
  void ForMembers(Visit visit) const {
    if (!IsObject()) return;
    for (const auto& [key, value] : json_->items()) visit(key, JsonView(&value, Join(key), fault_));
  }
  template <class Visit>  // visit(node)
  void ForEach(Visit visit) const {
    for (size_t i = 0; i < (IsArray() ? json_->size() : 0); ++i) visit(at(i));
  }

  void Fail(const std::string& what) const;
  bool failed() const { return !fault_->text.empty(); }
  const std::string& path() const { return path_; }
  const Json* json() const { return json_; }
  JsonView Renamed(std::string path) const { return JsonView(json_, std::move(path), fault_, around_); }

 private:
  std::string Join(std::string_view key) const {
    return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
  }

  const Json* json_;
  const Json* around_;
  std::string path_;
  JsonFault* fault_;
};

}  // namespace reeve
