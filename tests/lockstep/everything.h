// The largest selection there is, for tests and benchmarks.
#pragma once

#include <map>
#include <string>

#include "compiler/compile.h"

namespace reeve::lockstep {

// Every ruleset of the folder, as one selection: no house rules, no scenarios.
inline std::string Everything(const std::string& folder) {
  std::string all;
  const std::map<std::string, std::string> rulesets = Library(folder).rulesets();
  for (const auto& [name, path] : rulesets) {
    if (path.find("/house/") != std::string::npos || path.find(".scenarios.") != std::string::npos) continue;
    all += (all.empty() ? "" : ", ") + name;
  }
  return all;
}

}  // namespace reeve::lockstep
