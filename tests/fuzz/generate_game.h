// Selections of rulesets, and boards to begin with, made from choices.
#pragma once

#include <string>

#include "compiler/compile.h"
#include "runtime/game/game.h"
#include "tests/fuzz/choices.h"

namespace reeve::fuzz {

// `base` and up to three of the library's other rulesets, with settings of their options: "base (tiny_city 2),
// gardens". Some do not go together; the compiler says so.
std::string GenerateSelection(Library& library, Choices& choices);

// Players, and now and then a board of up to twelve tiles that hang together, matching or not.
Setup GenerateSetup(const Program& program, Choices& choices);

}  // namespace reeve::fuzz
