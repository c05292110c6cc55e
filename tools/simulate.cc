#include "tools/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <thread>

namespace reeve {
namespace {

// More answers than any game of a box of tiles asks for: rules that offer something without an end.
constexpr int kMostAnswers = 100000;

uint64_t Mixed(uint64_t seed, uint64_t number, uint64_t stream) {
  Lot lot(seed ^ (number * 3 + stream) * 0xD1B54A32D192ED03ull);
  return lot.Next();
}

void CountAwards(const Game& game, std::vector<ScoreFigures>& scores, std::vector<int64_t>& last_game, int64_t number) {
  for (const Award& award : game.ledger().awards) {
    if (award.points == 0) continue;
    const auto rule = static_cast<size_t>(award.rule);
    ++scores[rule].paid;
    scores[rule].points += award.points;
    scores[rule].games += last_game[rule] != number;
    last_game[rule] = number;
  }
}

// The same for a name on every machine.
uint64_t Hash(const std::string& name) {
  uint64_t hash = 0xCBF29CE484222325ull;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
  return hash;
}

bool IsOpenDeck(const ZoneInfo& zone) {
  return zone.kind == ZoneKind::kDeck && zone.open;
}

// Keeps the earliest of the games that stopped.
void NoteStopped(Simulation& all, int64_t number, const Game& game) {
  all.stopped[static_cast<size_t>(number)] = 1;
  if (all.broken++ > 0 && all.first_broken < number + 1) return;
  all.first_broken = number + 1;
  all.fault = game.question().kind == Ask::kFault ? game.FaultText()
                                                  : fmt::format("it did not end within {} answers", kMostAnswers);
}

void NoteBreaches(Simulation& all, int64_t number, const Game& game) {
  for (const Breach& breach : game.breaches()) {
    BreachFigures& figures = all.breaches[static_cast<size_t>(breach.never)];
    if (figures.games++ > 0 && figures.first < number + 1) continue;
    figures.first = number + 1;
    figures.text = game.Describe(breach);
  }
}

}  // namespace

std::vector<Setup::Deck> DealDecks(const Program& program, uint64_t seed, uint64_t number) {
  std::vector<Setup::Deck> decks;
  for (size_t zone = 0; zone < program.zones.size(); ++zone) {
    const ZoneInfo& info = program.zones[zone];
    if (!IsOpenDeck(info)) continue;
    Setup::Deck& deck = decks.emplace_back();
    deck.zone = static_cast<Id>(zone);
    for (const Id card : info.entries) {
      deck.cards.insert(deck.cards.end(), static_cast<size_t>(program.cards[static_cast<size_t>(card)].count), card);
    }
    Lot lot(Mixed(seed, number, 2) ^ Hash(program.Text(info.name)));
    for (size_t left = deck.cards.size(); left > 1; --left) {
      std::swap(deck.cards[left - 1], deck.cards[lot.Below(static_cast<uint32_t>(left))]);
    }
  }
  return decks;
}

bool RandomPlayer::Play(Game& game, uint64_t seed, uint64_t number) {
  chance_ = Lot(Mixed(seed, number, 0));
  players_ = Lot(Mixed(seed, number, 1));
  for (int answers = 0; answers < kMostAnswers; ++answers) {
    if (game.question().kind == Ask::kOver) return true;
    if (game.question().kind == Ask::kFault) return false;
    game.Take(Choose(game));
  }
  return false;
}

Option RandomPlayer::Choose(Game& game) {
  const Question& question = game.question();
  Lot& lot = question.player < 0 ? chance_ : players_;
  const auto count = static_cast<uint32_t>(game.OptionCount());
  Option best = game.OptionAt(lot.Below(count));
  if (policy_ == Policy::kUniform || question.kind != Ask::kMenu) return best;
  int most = Neighbours(game, best);
  if (most < 0) return best;
  for (int i = 1; i < 4; ++i) {
    const Option other = game.OptionAt(lot.Below(count));
    const int neighbours = Neighbours(game, other);
    if (neighbours > most) {
      most = neighbours;
      best = other;
    }
  }
  return best;
}

// Of the square that an option lays something on; -1 if it lays nothing.
int RandomPlayer::Neighbours(const Game& game, const Option& option) const {
  if (option.kind != Option::Kind::kOffer) return -1;
  const std::vector<Class>& classes = game.Bindings(option.offer);
  const auto fit = std::find(classes.begin(), classes.end(), Class::kFit);
  if (fit == classes.end()) return -1;
  const Value square = FitSquare(option.bound[static_cast<size_t>(fit - classes.begin())]);
  int filled = 0;
  for (int side = 0; side < kSides; ++side) {
    filled += game.board().CellAt(SquareX(square) + kSideX[side], SquareY(square) + kSideY[side]) != kNone;
  }
  return filled;
}

Simulation Simulate(const Program& program, const SimulateOptions& options,
                    const std::function<void(int64_t)>& progress) {
  Simulation all;
  all.players = options.players;
  all.totals.resize(static_cast<size_t>(options.games * options.players));
  all.stopped.resize(static_cast<size_t>(options.games));
  all.breaches.resize(program.nevers.size());
  const auto begin = [&](int64_t number) {
    Setup setup;
    setup.players = options.players;
    setup.watch_nevers = true;
    setup.decks = DealDecks(program, options.seed, static_cast<uint64_t>(number));
    return Game(program, setup);
  };
  const bool deals = std::any_of(program.zones.begin(), program.zones.end(), IsOpenDeck);
  const Game begun = begin(0);
  std::atomic<int64_t> next = 0;
  std::mutex noting;

  // Sums do not depend on who adds first, and every game's totals have a place of their own.
  const auto work = [&](std::vector<ScoreFigures>& scores, bool tells) {
    scores.resize(program.rules_table.size());
    std::vector<int64_t> last_game(scores.size(), -1);
    RandomPlayer player(program, options.policy);
    Game game = begun;
    for (int64_t number = next++; number < options.games; number = next++) {
      game = deals ? begin(number) : begun;
      if (player.Play(game, options.seed, static_cast<uint64_t>(number))) {
        CountAwards(game, scores, last_game, number);
        for (int seat = 0; seat < options.players; ++seat) {
          all.totals[static_cast<size_t>(number * options.players + seat)] = game.total(seat);
        }
      } else {
        const std::lock_guard lock(noting);
        NoteStopped(all, number, game);
      }
      if (!game.breaches().empty()) {
        const std::lock_guard lock(noting);
        NoteBreaches(all, number, game);
      }
      if (tells) progress(number + 1);
    }
  };
  const auto jobs = static_cast<size_t>(std::max(1, options.jobs));
  std::vector<std::vector<ScoreFigures>> parts(jobs);
  {
    std::vector<std::jthread> threads;
    for (size_t job = 1; job < jobs; ++job) threads.emplace_back([&, job] { work(parts[job], false); });
    work(parts[0], true);
  }
  all.scores.resize(program.rules_table.size());
  for (const auto& part : parts) {
    for (size_t rule = 0; rule < part.size(); ++rule) {
      all.scores[rule].paid += part[rule].paid;
      all.scores[rule].games += part[rule].games;
      all.scores[rule].points += part[rule].points;
    }
  }
  return all;
}

uint32_t MostPoints(std::span<const int32_t> totals) {
  const int32_t most = *std::max_element(totals.begin(), totals.end());
  uint32_t seats = 0;
  for (size_t seat = 0; seat < totals.size(); ++seat) seats |= (totals[seat] == most ? 1u : 0u) << seat;
  return seats;
}

Distribution Distribute(std::span<const int32_t> numbers) {
  Distribution made;
  if (numbers.empty()) return made;
  std::vector<int32_t> sorted(numbers.begin(), numbers.end());
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](size_t quarters) { return sorted[(sorted.size() - 1) * quarters / 4]; };
  made.least = sorted.front();
  made.lower = at(1);
  made.median = at(2);
  made.upper = at(3);
  made.most = sorted.back();
  double sum = 0, squares = 0;
  for (const int32_t number : sorted) sum += number;
  made.mean = sum / static_cast<double>(sorted.size());
  for (const int32_t number : sorted) squares += (number - made.mean) * (number - made.mean);
  made.deviation = std::sqrt(squares / static_cast<double>(sorted.size()));

  // At most 16 bars, of a width that people like: 1, 2, 5, 10, 20 and so on. Totals reach as far as 32 bits do.
  constexpr int64_t kMostBars = 16;
  static constexpr int64_t kBegins[] = {1, 2, 5};
  int64_t tens = 1;
  for (size_t i = 0; made.width == 0 || (made.most - made.first) / made.width >= kMostBars; ++i) {
    if (i == std::size(kBegins)) i = 0, tens *= 10;
    made.width = kBegins[i] * tens;
    made.first = made.least - ((made.least % made.width) + made.width) % made.width;
  }
  made.bars.resize(static_cast<size_t>((made.most - made.first) / made.width + 1));
  for (const int32_t number : sorted) ++made.bars[static_cast<size_t>((number - made.first) / made.width)];
  return made;
}

}  // namespace reeve
