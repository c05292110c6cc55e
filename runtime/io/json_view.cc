#include "runtime/io/json_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/bytecode/value.h"

namespace reeve {

void JsonView::Fail(const std::string& what) const {
  if (failed()) return;
  fault_->text = path_.empty() ? what : path_ + ": " + what;
  fault_->at = around_;
}

JsonView JsonView::May(std::string_view key) const {
  const Json* found = nullptr;
  if (IsObject()) {
    const auto at = json_->find(key);
    if (at != json_->end()) found = &*at;
  }
  return JsonView(found, Join(key), fault_, json_);
}

JsonView JsonView::Need(std::string_view key) const {
  JsonView member = May(key);
  if (!member.there()) member.Fail("this is missing");
  return member;
}

JsonView JsonView::at(size_t index) const {
  const Json* found = IsArray() && index < json_->size() ? &(*json_)[index] : nullptr;
  return JsonView(found, fmt::format("{}[{}]", path_, index), fault_, json_);
}

void JsonView::OnlyKeys(std::string_view what, const std::vector<std::string_view>& keys) const {
  ForMembers([&](const std::string& key, const JsonView& member) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) return;
    member.Renamed(path_).Fail(
        fmt::format("there is no key {}. {} has: {}.", Quoted(key), what, fmt::join(keys, ", ")));
  });
}

const JsonView& JsonView::Array() const {
  if (!IsArray()) Fail("this has to be a list");
  return *this;
}

const JsonView& JsonView::Object() const {
  if (!IsObject()) Fail("this has to be an object");
  return *this;
}

int64_t JsonView::Int(int64_t least, int64_t most) const {
  const int64_t harmless = least <= 0 && 0 <= most ? 0 : least;
  // A number that needs 64 unsigned bits is out of any range here.
  if (!IsNumber() || (json_->is_number_unsigned() && json_->get<uint64_t>() > static_cast<uint64_t>(INT64_MAX))) {
    Fail("this has to be a whole number");
    return harmless;
  }
  const auto value = json_->get<int64_t>();
  if (value >= least && value <= most) return value;
  Fail(fmt::format("{} is not between {} and {}", value, least, most));
  return harmless;
}

std::string JsonView::Text() const {
  if (IsText()) return json_->get<std::string>();
  Fail("this has to be a text");
  return {};
}

std::string JsonView::Word() const {
  if (IsText()) return json_->get<std::string>();
  if (json_ != nullptr && json_->is_primitive()) return json_->dump();
  Fail("this has to be a text, a number or a truth");
  return {};
}

std::pair<int, int> JsonView::Square() const {
  if (!IsArray() || json_->size() != 2) {
    Fail("this has to be a square: [x, y]");
    return {0, 0};
  }
  const auto x = static_cast<int>(at(0).Int(-kMaxCoordinate, kMaxCoordinate));
  return {x, static_cast<int>(at(1).Int(-kMaxCoordinate, kMaxCoordinate))};
}

}  // namespace reeve
