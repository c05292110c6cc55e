#include "runtime/io/record.h"

#include <algorithm>
#include <filesystem>

namespace reeve {

std::string Record::Selection() const {
  if (!rules.empty()) return rules;
  std::string text;
  for (const auto& [name, settings] : rulesets) {
    if (!text.empty()) text += ", ";
    text += name;
    std::string separator = " (";
    for (const auto& [option, value] : settings) {
      text += separator + option + " " + value;
      separator = ", ";
    }
    if (!settings.empty()) text += ")";
  }
  return text;
}

std::string Record::Where() const {
  if (number == 1 && line == 1) return file;
  return file + ":" + std::to_string(line);
}

bool Formats::Load(const std::string& folder) {
  std::error_code code;
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder, code)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) {
    JsonFile file;
    std::optional<Json> json;
    if (!file.Open(path) || !(json = file.Next())) {
      error_ = file.error();
      return false;
    }
    const JsonView root(&*json, "", &error_);
    const std::string shape = root.Object().Need("shape").Text();
    if (!error_.empty()) {
      error_ = path + ": " + error_;
      return false;
    }
    by_shape_.insert_or_assign(shape, std::move(*json));
  }
  return true;
}

const Json* Formats::OfShape(std::string_view shape) const {
  const auto at = by_shape_.find(shape);
  return at == by_shape_.end() ? nullptr : &at->second;
}

bool RecordFile::Open(const std::string& path) {
  path_ = path;
  return file_.Open(path);
}

std::optional<std::variant<Record, std::string>> RecordFile::Next() {
  if (failed_) return std::nullopt;
  const std::optional<Json> json = file_.Next();
  if (!json) {
    if (file_.error().empty()) return std::nullopt;
    failed_ = true;
    return file_.error();
  }
  Record record;
  record.file = path_;
  record.line = file_.line();
  record.number = file_.number();
  std::string error;
  const JsonView root(&*json, "", &error);
  struct Shape {
    const char* key;
    const char* format;
    void (*read)(const JsonView&, const JsonView&, Record&);
  };
  static constexpr Shape kShapes[] = {
      {"replay", "messages", ReadMessages}, {"turns", "turns", ReadTurns}, {"situation", "turns", ReadPosition}};
  if (root.May("reeve").there()) {
    ReadOwnGame(root, record);
  } else {
    const auto shape = std::find_if(std::begin(kShapes), std::end(kShapes),
                                    [&](const Shape& s) { return root.May(s.key).there(); });
    other_ = shape == std::end(kShapes);
    if (other_) {
      error = "this is no recorded game: it has no \"reeve\", \"replay\", \"turns\" or \"situation\"";
    } else if (const Json* format = formats_.OfShape(shape->format); format == nullptr) {
      error = std::string("there is no map for records of this shape: ") + shape->format + " in rulesets/formats";
    } else {
      std::string map_error;
      shape->read(root, JsonView(format, "", &map_error), record);
      if (error.empty() && !map_error.empty()) error = "the map of this format is broken: " + map_error;
    }
  }
  if (error.empty()) return record;
  return path_ + ":" + std::to_string(record.line) + ": " +
         (record.number > 1 ? "record " + std::to_string(record.number) + ": " : "") + error;
}

void TakeRulesets(const JsonView& rulesets, Record& record) {
  rulesets.ForMembers([&](const std::string& name, const JsonView& settings) {
    auto& into = record.rulesets[name];
    settings.ForMembers([&](const std::string& option, const JsonView& value) { into[option] = value.Word(); });
  });
}

}  // namespace reeve
