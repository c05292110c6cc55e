// The ledger of a game as sentences and as data.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runtime/game/game.h"

namespace reeve {

// `6 "tiles" (3 x 2) + 2 "pennants" (1 x 2)`: the rows of an award as a scenario would expect them, with how often
// each counts. Remarks about counts follow in parentheses.
std::string RowsText(const Game& game, const Award& award, bool counts);

// The whole ledger, by turn and step, what is paid before and after a scoring marked so; `words` says what was done in
// a turn. Totals come last.
std::string LedgerText(const Game& game, const std::vector<std::string>& players,
                       const std::function<std::string(int32_t)>& words);
// "totals: red 96, blue 70; red has most points", or "totals so far: ..." of a game that is not over
std::string TotalsText(const Game& game, const std::vector<std::string>& players);

nlohmann::ordered_json LedgerJson(const Game& game, const std::vector<std::string>& players);

}  // namespace reeve
