// What is said of a move that cannot be made as it is written: why its tile does not lie there, and what else its words
// could mean. For scenarios and for recorded games.
#pragma once

#include <string>
#include <vector>

#include "runtime/game/game.h"
#include "runtime/io/pattern.h"

namespace reeve {

// Why a tile that is in hand is not one of the options; `reason` is that of the rules.
std::string WhyNoFit(const Game& game, const std::vector<std::string>& players, const std::vector<Option>& options,
                     const ThingPattern& fit, const std::string& reason);

// "this could mean several things. Say which: field N W, field E S": options that are meant alike, each by what tells
// it apart and can be written. Empty where nothing does: then one is as good as another.
std::string WhyAmbiguous(const Game& game, const std::vector<std::string>& players, const std::vector<Option>& options,
                         const std::vector<int>& alike);

}  // namespace reeve
