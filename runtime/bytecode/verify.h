// Load-time proof that a program cannot go wrong: every index in range, every jump inside its routine and onto an
// instruction that is reached with one stack shape, no stack deeper than the machine's, no circle of calls, effects
// only in heads. What passes runs without checks.
#pragma once

#include <optional>
#include <string>

#include "runtime/bytecode/program.h"

namespace reeve {

// The first fault, as a sentence; nothing if the program is sound. O(size of the program).
[[nodiscard]] std::optional<std::string> Verify(const Program& program);

}  // namespace reeve
