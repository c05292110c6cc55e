#include "runtime/game/check_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "runtime/bytecode/limits.h"

namespace reeve {
namespace {

template <class T>
bool In(Id id, const std::vector<T>& table) {
  return id >= 0 && static_cast<size_t>(id) < table.size();
}

std::string Seats(const Setup& setup) {
  if (setup.players < 1 || setup.players > kMaxPlayers)
    return fmt::format("there are {} players, and 1 to {} can play", setup.players, kMaxPlayers);
  if (setup.first_player < 0 || setup.first_player >= setup.players)
    return fmt::format("player {} of {} is the first", int64_t{setup.first_player} + 1, setup.players);
  return "";
}

std::string Begin(const Program& program, const Setup& setup) {
  const bool turn = setup.first_step >= program.first_turn_step && setup.first_step <= program.last_turn_step;
  if (setup.first_step != kNoId && !(In(setup.first_step, program.steps) && turn))
    return fmt::format("the turn has no step {}", setup.first_step);
  return "";
}

std::string Table(const Program& program, const Setup& setup) {
  const auto most = static_cast<size_t>(kMaxThings);
  if (setup.board.size() > most)
    return fmt::format("{} tiles lie on the table, of {} at the most", setup.board.size(), most);
  const auto on_grid = [](int at) { return at >= -kMaxCoordinate && at <= kMaxCoordinate; };
  std::vector<Value> squares;
  int64_t segments = 0;
  for (const Setup::Tile& laid : setup.board) {
    if (!In(laid.tile, program.tiles)) return fmt::format("there is no tile {}", laid.tile);
    if (!on_grid(laid.x) || !on_grid(laid.y)) return fmt::format("there is no square {} {}", laid.x, laid.y);
    if (laid.turn < 0 || laid.turn >= kSides)
      return fmt::format("a tile is turned {} times, and 0 to 3 are meant", laid.turn);
    squares.push_back(PackSquare(laid.x, laid.y));
    segments += static_cast<int64_t>(program.tiles[static_cast<size_t>(laid.tile)].segments.size()) +
                1;  // one may be laid across
  }
  std::sort(squares.begin(), squares.end());
  const auto twice = std::adjacent_find(squares.begin(), squares.end());
  if (twice != squares.end()) return fmt::format("two tiles lie at {} {}", SquareX(*twice), SquareY(*twice));
  if (segments * static_cast<int64_t>(program.columns.size() + 4) > kMaxRowCells)
    return "the table is too large for all that is counted on it";
  return "";
}

std::string Supplies(const Program& program, const Setup& setup) {
  std::vector<int64_t> counts;
  for (const KindInfo& kind : program.kinds) counts.push_back(kind.supply);
  for (const Setup::Supply& supply : setup.supplies) {
    if (!In(supply.kind, program.kinds)) return fmt::format("there is no kind {}", supply.kind);
    if (supply.count < 0 || supply.count > kMaxThings)
      return fmt::format("a supply is {}, of {} at the most", supply.count, kMaxThings);
    counts[static_cast<size_t>(supply.kind)] = supply.count;
  }
  int64_t things = 0;
  for (size_t k = 0; k < counts.size(); ++k) {
    const KindInfo& kind = program.kinds[k];
    if (kind.cls == Class::kFigure || kind.cls == Class::kMarker)
      things += counts[k] * ThingsOfSupply(kind, setup.players);
  }
  if (things > kMaxThings)
    return fmt::format("there are {} figures and markers, of {} at the most", things, kMaxThings);
  return "";
}

std::string Decks(const Program& program, const Setup& setup) {
  size_t cards = 0;
  for (const Setup::Deck& deck : setup.decks) {
    if (!In(deck.zone, program.zones)) return fmt::format("there is no zone {}", deck.zone);
    for (const Id card : deck.cards) {
      if (!In(card, program.cards) || program.cards[static_cast<size_t>(card)].zone != deck.zone)
        return fmt::format("the zone {} has no card {}", deck.zone, card);
    }
    cards += deck.cards.size();
  }
  if (cards > static_cast<size_t>(kMaxThings))
    return fmt::format("there are {} cards, of {} at the most", cards, kMaxThings);
  return "";
}

}  // namespace

std::optional<std::string> CheckSetup(const Program& program, const Setup& setup) {
  std::string wrong = Seats(setup);
  if (wrong.empty()) wrong = Begin(program, setup);
  if (wrong.empty()) wrong = Table(program, setup);
  if (wrong.empty()) wrong = Supplies(program, setup);
  if (wrong.empty()) wrong = Decks(program, setup);
  if (wrong.empty()) return std::nullopt;
  return wrong;
}

}  // namespace reeve
