#include "runtime/bytecode/program.h"

#include <string_view>

namespace reeve {
namespace {

template <class T>
Id FindNamed(const Program& program, const std::vector<T>& items, std::string_view name) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (program.Text(items[i].name) == name) return static_cast<Id>(i);
  }
  return kNoId;
}

}  // namespace

Id Program::FindRule(std::string_view name) const {
  return FindNamed(*this, rules_table, name);
}
Id Program::FindState(std::string_view name) const {
  return FindNamed(*this, states, name);
}
Id Program::FindKind(std::string_view name) const {
  return FindNamed(*this, kinds, name);
}
Id Program::FindTile(std::string_view name) const {
  return FindNamed(*this, tiles, name);
}
Id Program::FindZone(std::string_view name) const {
  return FindNamed(*this, zones, name);
}
Id Program::FindStep(std::string_view name) const {
  return FindNamed(*this, steps, name);
}

}  // namespace reeve
