// A game by lot under compiled rules, and what it came to:  play FILE.rvb
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>

#include "runtime/bytecode/rvb.h"
#include "runtime/game/game.h"

int main(int count, char** words) {
  std::ifstream file(count > 1 ? words[1] : "", std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  std::string why;
  const auto program = reeve::LoadProgram(bytes, &why);
  if (!program) {
    std::cerr << why << "\n";
    return 1;
  }
  reeve::Game game(*program, reeve::Setup{});
  std::mt19937 lot(1);
  while (game.running()) game.Take(game.OptionAt(lot() % game.OptionCount()));
  for (int player = 0; player < game.players(); ++player)
    std::cout << "player " << player + 1 << ": " << game.total(player) << "\n";
  return game.question().kind == reeve::Ask::kOver ? 0 : 1;
}
