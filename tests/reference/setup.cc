// Setting up: docs/semantics.md section 7.
#include <algorithm>

#include "tests/reference/run.h"

namespace reeve::reference {

Run::Run(const sema::Model& model, const Setup& setup, Asker asker)
    : board(&model),
      players(setup.players),
      seat(setup.first_player),
      model_(model),
      asker_(std::move(asker)),
      setup_(setup),
      first_step_(setup.first_step) {
  totals.assign(static_cast<size_t>(players), 0);
  states.resize(model.states.size());
  decks.resize(model.zones.size());
  shown.assign(model.zones.size(), -1);
  SetUpThings(setup);
  SetUpPieces(setup);
}

void Run::SetUpThings(const Setup& setup) {
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    const sema::Kind& kind = model_.kinds[k];
    if (kind.cls != Class::kFigure && kind.cls != Class::kMarker) continue;
    int supply = std::max(kind.supply, 0);
    if (kind.cls == Class::kFigure && kind.neutral && kind.supply < 0) supply = 1;
    if (const auto own = setup.supplies.find(static_cast<int>(k)); own != setup.supplies.end()) supply = own->second;
    Spot home;
    for (const ast::Name& name : kind.in) {
      if (name.text == "scoreboard") home.at = Spot::At::kScoreboard;
      for (const sema::Zone& zone : model_.zones) {
        if (zone.name == name.text && zone.kind == ZoneKind::kPlaces && !zone.entries.empty())
          home = {Spot::At::kPlace, zone.entries.front()};
      }
    }
    for (int owner = 0; owner < (kind.neutral ? 1 : players); ++owner) {
      for (int i = 0; i < supply; ++i) {
        const int whose = kind.neutral ? -1 : owner;
        if (kind.cls == Class::kFigure) board.figures.Change().push_back({static_cast<int>(k), whose, home});
        else AddMarkers(static_cast<int>(k), whose, home, {});
      }
    }
  }
  for (size_t z = 0; z < model_.zones.size(); ++z) {
    const sema::Zone& zone = model_.zones[z];
    if (zone.kind != ZoneKind::kDeck && zone.kind != ZoneKind::kBag) continue;
    for (int card : zone.entries) {
      for (int i = 0; i < model_.cards[static_cast<size_t>(card)].count; ++i) decks[z].push_back(card);
    }
    if (const auto own = setup.decks.find(static_cast<int>(z)); own != setup.decks.end()) decks[z] = own->second;
  }
}

// One of each combination of values, the last attribute counting fastest.
void Run::AddMarkers(int id, int owner, const Spot& home, std::vector<int> values) {
  const auto& attributes = model_.kinds[static_cast<size_t>(id)].attributes;
  if (values.size() == attributes.size()) {
    Marker marker;
    marker.kind = id;
    marker.owner = owner;
    marker.spot = home;
    marker.attributes = values;
    board.markers.Change().push_back(marker);
    return;
  }
  const auto& next = attributes[values.size()];
  const int least = next.words.empty() ? next.least : 0;
  const int most = next.words.empty() ? next.most : static_cast<int>(next.words.size()) - 1;
  values.push_back(least);
  for (; values.back() <= most; ++values.back()) AddMarkers(id, owner, home, values);
}

void Run::SetUpPieces(const Setup& setup) {
  std::vector<size_t> order(model_.tilesets.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return model_.tilesets[a].rank > model_.tilesets[b].rank; });
  int start = -1;  // the piece that lies on the table, if no other does
  const auto middle = [](const LaidTile& laid) { return laid.x == 0 && laid.y == 0; };
  const bool table =
      setup.own_board || std::any_of(model_.tilesets.begin(), model_.tilesets.end(), [&](const sema::Tileset& set) {
        return std::any_of(set.laid.begin(), set.laid.end(), middle);
      });
  for (size_t i : order) {
    const sema::Tileset& set = model_.tilesets[i];
    bool start_put_first = false, end_put_last = false;
    std::vector<LaidTile> laid = setup.own_board ? std::vector<LaidTile>{} : set.laid;
    for (const auto& [tile, count] : set.tiles) {
      for (int owner = 0; owner < (set.in_supply ? players : 1); ++owner) {
        for (int n = 0; n < count; ++n) {
          const int piece =
              board.AddPiece(tile, set.in_supply ? Piece::At::kSupply : Piece::At::kPile, set.in_supply ? owner : -1);
          if (set.in_supply) continue;
          const auto lies =
              std::find_if(laid.begin(), laid.end(), [&, of = tile](const LaidTile& one) { return one.tile == of; });
          if (lies != laid.end()) {
            if (board.PieceOn(PackSquare(lies->x, lies->y)) < 0) board.Lay(piece, lies->x, lies->y, lies->turn, 0);
            laid.erase(lies);
            continue;
          }
          if (!table && start < 0 && tile == set.starts) {
            start = piece;
            start_put_first = true;
            board.Lay(piece, 0, 0, 0, 0);
            continue;
          }
          int within = 1;
          // A board of one's own has begun: then the start tile is one like any.
          if (!setup.own_board && tile == set.starts && !start_put_first) {
            within = 2;
            start_put_first = true;
          } else if (tile == set.ends && !end_put_last) {
            within = 0;
            end_put_last = true;
          }
          pile.push_back({set.rank * 3 + within, piece});
          ranks_[piece] = set.rank * 3 + within;
        }
      }
    }
  }
  if (!setup.own_board) return;
  for (const Setup::Tile& tile : setup.board) board.Lay(TakeFromPile(tile.tile), tile.x, tile.y, tile.turn, 0);
  board.joins.clear();
  for (Value feature : board.Features()) board.features[static_cast<size_t>(feature)].told = IsCompleted(feature);
}

// The piece of a tile with the highest number among those of the highest rank; a new one if there is none.
int Run::TakeFromPile(int tile) {
  auto best = pile.end();
  for (auto at = pile.begin(); at != pile.end(); ++at) {
    if (board.pieces[static_cast<size_t>(at->second)].tile == tile && (best == pile.end() || *at > *best)) best = at;
  }
  if (best == pile.end() || setup_.loose_pile) return board.AddPiece(tile, Piece::At::kHand, -1);
  const int piece = best->second;
  pile.erase(best);
  return piece;
}

bool Run::Stand(int kind, int player, Spot spot) {
  for (Figure& figure : board.figures.Change()) {
    if (figure.kind != kind || figure.owner != player || figure.spot.at != Spot::At::kSupply) continue;
    figure.spot = spot;
    return true;
  }
  return false;
}

}  // namespace reeve::reference
