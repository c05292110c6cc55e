// Machine and reference side by side: the same setting up, the same inputs, and after every input the same
// question, the same options, the same board, state and ledger, row by row. The first difference is told and
// ends the run.
#pragma once

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "runtime/game/game.h"
#include "tests/reference/run.h"

namespace reeve::lockstep {

// What comes next from outside, given the machine's game; nothing: the run ends here.
using Source = std::function<std::optional<Input>(Game&)>;

struct Result {
  std::string difference;  // "message 17: award 4, rule road.completed, row 1 \"tiles\": machine 3, reference 4"
  std::string not_yet;     // what the reference does not do yet: nothing was compared from there on
  int messages = 0;        // answers taken
  int awards = 0;
  reference::Run::End end = reference::Run::End::kStopped;
};

Result RunBoth(const Compiled& compiled, const reeve::Setup& setup, const Source& source);

// A run that a game remembers (Setup.keep_inputs), once more.
Result Again(const Compiled& compiled, const Game& game);
// Answers by lot, from the start to the end of the game. Tiles go more often than not where they meet many
// others.
Source ByLot(uint64_t seed, int at_most = 100000);
Input Answer(const reeve::Option& option);

}  // namespace reeve::lockstep
