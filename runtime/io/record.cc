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
    JsonFault fault;
    const JsonView root(&*json, "", &fault);
    const std::string shape = root.Object().Need("shape").Text();
    if (root.failed()) {
      error_ = path + ": " + fault.text;
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

std::optional<std::variant<Record, RecordError>> RecordFile::Next() {
  const std::optional<Json> json = file_.Next();
  other_ = false;
  if (!json) {
    if (file_.what().empty()) return std::nullopt;
    return RecordError{file_.where(), file_.what()};
  }
  Record record;
  record.file = path_;
  record.line = file_.line();
  record.number = file_.number();
  const std::string before = record.number > 1 ? "record " + std::to_string(record.number) + ": " : "";
  const bool own = json->is_object() && json->contains("reeve");
  if (const auto twice = own ? KeyGivenTwice(file_.text()) : std::nullopt) {
    return RecordError{path_ + ":" + PlaceOf(file_.text(), twice->offset, record.line), before + twice->text};
  }
  JsonFault fault;
  Read(*json, record, fault);
  if (fault.text.empty()) return record;
  const auto until = file_.text().begin() + static_cast<std::ptrdiff_t>(OffsetOf(file_.text(), *json, fault.at));
  const auto line = record.line + std::count(file_.text().begin(), until, '\n');
  return RecordError{path_ + ":" + std::to_string(line), before + fault.text};
}

void RecordFile::Read(const Json& json, Record& record, JsonFault& fault) {
  struct Shape {
    const char* key;
    const char* format;
    void (*read)(const JsonView&, const JsonView&, Record&);
  };
  static constexpr Shape kShapes[] = {
      {"replay", "messages", ReadMessages}, {"turns", "turns", ReadTurns}, {"situation", "turns", ReadPosition}};
  const JsonView root(&json, "", &fault);
  if (root.May("reeve").there()) {
    ReadOwnGame(root, record);
    return;
  }
  const auto shape =
      std::find_if(std::begin(kShapes), std::end(kShapes), [&](const Shape& s) { return root.May(s.key).there(); });
  other_ = shape == std::end(kShapes);
  if (other_) {
    root.Fail("this is no recorded game: it has no \"reeve\", \"replay\", \"turns\" or \"situation\"");
  } else if (const Json* format = formats_.OfShape(shape->format); format == nullptr) {
    root.Fail(std::string("there is no map for records of this shape: ") + shape->format + " in rulesets/formats");
  } else {
    JsonFault of_map;
    shape->read(root, JsonView(format, "", &of_map), record);
    if (!of_map.text.empty()) root.Fail("the map of this format is broken: " + of_map.text);
  }
}

void TakeRulesets(const JsonView& rulesets, Record& record) {
  rulesets.ForMembers([&](const std::string& name, const JsonView& settings) {
    auto& into = record.rulesets[name];
    settings.ForMembers([&](const std::string& option, const JsonView& value) { into[option] = value.Word(); });
  });
}

}  // namespace reeve
