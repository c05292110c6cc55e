// A game by lot that is not meant to end: so many answers, then the final scoring.
#pragma once

#include <cstdint>

#include "runtime/game/game.h"
#include "tools/lot.h"

namespace reeve::fuzz {

inline void PlayOn(Game& game, uint64_t seed, int answers) {
  Lot lot(seed);
  for (int i = 0; i < answers; ++i) {
    if (game.question().kind == Ask::kOver || game.question().kind == Ask::kFault) return;
    const std::vector<Option> options = game.Options();
    if (options.empty()) break;
    const Option option = options[lot.Below(static_cast<uint32_t>(options.size()))];
    game.Describe(option);
    game.Take(option);
  }
  game.EndNow();
  for (const Breach& breach : game.breaches()) game.Describe(breach);
}

inline void PlayByLot(const Program& program, Setup setup, uint64_t seed, int answers) {
  setup.watch_nevers = true;
  Game game(program, setup);
  PlayOn(game, seed, answers);
}

}  // namespace reeve::fuzz
