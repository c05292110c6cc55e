// A run on disk: its setup and everything that came from outside, so that it can go on in another process.
//
//   "RVS1" | format version | digest of the program | length of the payload | digest of the payload | payload
//
// A run is a pure function of program, setup and inputs, so these are all of it. Loading plays the inputs again, and
// refuses what the rules refuse: a file of another program, a damaged or an invented one gets a reason, never a crash.
// Cost: a save is linear in the inputs; loading costs what the run did.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/game/game.h"

namespace reeve {

inline constexpr uint32_t kSavedRunVersion = 2;

// The run so far. The game was made with Setup.keep_inputs; else the text is empty.
std::string SaveRun(const Game& game);
// The run of these bytes under this program, at the question where it was saved; nullptr, with the reason in `why`.
[[nodiscard]] std::unique_ptr<Game> LoadRun(const Program& program, std::string_view bytes, std::string* why);

}  // namespace reeve
