// The largest selection there is, for tests and benchmarks.
#pragma once

#include <string>

#include "compiler/compile.h"

namespace reeve::lockstep {

// One after another every ruleset of the folder that goes with those before it, as one selection: no house rules, no
// scenarios, and of rulesets that exclude each other the first.
inline std::string Everything(const std::string& folder) {
  std::string all = "base";
  Library library(folder);
  const std::map<std::string, std::string> rulesets = library.rulesets();
  for (const auto& [name, path] : rulesets) {
    if (path.find("/house/") != std::string::npos || path.find(".scenarios.") != std::string::npos) continue;
    if (Compile(all + ", " + name, library).program) all += ", " + name;
  }
  return all;
}

}  // namespace reeve::lockstep
