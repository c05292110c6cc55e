// House rules over the base game, made from choices: what is written fits together by kind (a set where a set is asked,
// a name where it is bound), so that most of it compiles and the rest is nearly right.
#pragma once

#include <string>

#include "tests/fuzz/choices.h"

namespace reeve::fuzz {

// The text of a ruleset of this name that extends `base`.
std::string GenerateRules(const std::string& name, Choices& choices);

}  // namespace reeve::fuzz
