// A picture of a board: tiles, figures, markers, the features that somebody holds, and the accounts.
//
// Everything is drawn from geometry (tile_art.h) and from the names that the rules declare; no kind is known here.
// Kinds of areas and lines get their colours in the order in which the rules declare them. Hovering over a segment
// tells its feature. Same board, same text. Cost: linear in tiles, figures and markers, and in the sides of the
// rectangle that the board takes up; some ms for a whole game.
#pragma once

#include <string>
#include <vector>

#include "runtime/game/game.h"

namespace reeve {

struct SvgOptions {
  std::vector<std::string> players;  // names; one that is a colour paints its figures
  std::string title;
};

std::string BoardSvg(const Game& game, const SvgOptions& options);

}  // namespace reeve
