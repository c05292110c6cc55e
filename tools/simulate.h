// Whole random games under a program, and what came of them.
//
// A game is made by the lot of the seed and its number alone, so the same seeds give the same figures,
// whatever the number of jobs. Chance and players have lots of their own: under a house rule that changes
// points only, the same tiles come and the same moves are made. Open decks are dealt in an order of their own
// lot, too, one for each deck by its name: they lie alike under all rules.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "runtime/game/game.h"
#include "tools/lot.h"

namespace reeve {

// How players choose. At every other question each answer is as likely as any.
enum class Policy : uint8_t {
  kUniform,     // a menu too
  kBestOfFour,  // of four placements the one with most neighbours, so that boards are as dense as people's
};

struct SimulateOptions {
  int64_t games = 1000;
  int players = 2;
  uint64_t seed = 1;
  int jobs = 1;
  Policy policy = Policy::kUniform;
};

// What one score or rule paid in all games; awards of 0 are not counted.
struct ScoreFigures {
  int64_t paid = 0;   // awards
  int64_t games = 0;  // in which it paid
  int64_t points = 0;
  friend bool operator==(const ScoreFigures&, const ScoreFigures&) = default;
};

// What the rules say there never is, and was: a `never`.
struct BreachFigures {
  int64_t games = 0;  // in which it was
  int64_t first = 0;  // the first of them, from 1
  std::string text;   // what was there then
};

struct Simulation {
  int players = 0;
  std::vector<ScoreFigures> scores;  // by rule of the program
  std::vector<int32_t> totals;       // game after game, in order of seats
  // By game: whether it stopped at a fault or did not end. Such games are in no figure.
  std::vector<char> stopped;
  int64_t broken = 0;                   // how many did
  int64_t first_broken = 0;             // the first of them, from 1
  std::string fault;                    // why it stopped
  std::vector<BreachFigures> breaches;  // by `never` of the program; of all games
  int64_t played() const { return games() - broken; }
  std::span<const int32_t> TotalsOf(int64_t game) const {
    return {totals.data() + game * players, static_cast<size_t>(players)};
  }
  int64_t games() const { return static_cast<int64_t>(totals.size()) / players; }
};

// `progress` is called with the number of games done, by this thread only.
Simulation Simulate(const Program& program, const SimulateOptions& options,
                    const std::function<void(int64_t)>& progress);

// Plays a game that has begun by lot; false if it does not end.
class RandomPlayer {
 public:
  RandomPlayer(const Program& program, Policy policy) : program_(program), policy_(policy) {}
  bool Play(Game& game, uint64_t seed, uint64_t number);

 private:
  Option Choose(Game& game);
  int Neighbours(const Game& game, const Option& option) const;

  const Program& program_;
  Policy policy_;
  Lot chance_{0}, players_{0};
};

// The order in which the cards of open decks lie in one game.
std::vector<Setup::Deck> DealDecks(const Program& program, uint64_t seed, uint64_t number);

// The seats that have most points, as bits.
uint32_t MostPoints(std::span<const int32_t> totals);

struct Distribution {
  double mean = 0, deviation = 0;
  int32_t least = 0, lower = 0, median = 0, upper = 0, most = 0;  // quartiles
  int64_t width = 0, first = 0;                                   // of the bars: [first, first + width) ...
  std::vector<int64_t> bars;
};
Distribution Distribute(std::span<const int32_t> numbers);

}  // namespace reeve
