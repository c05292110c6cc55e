// Whether a setup speaks of what its program has. Game trusts its setup as it trusts its program: whoever has one from
// elsewhere, a file or a net, asks here first.
//
// Cost: linear in the setup, and the sorting of its squares.
#pragma once

#include <optional>
#include <string>

#include "runtime/game/game.h"

namespace reeve {

// The first thing that is wrong, as a sentence; nothing if a game can begin so. The program is verified.
[[nodiscard]] std::optional<std::string> CheckSetup(const Program& program, const Setup& setup);

}  // namespace reeve
