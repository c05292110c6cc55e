#include "runtime/game/game.h"

#include <algorithm>

#include "runtime/bytecode/limits.h"
#include "runtime/game/tables.h"

namespace reeve {

Game::Game(const Program& program, const Setup& setup)
    : program_(&program),
      shapes_(std::make_shared<Shapes>(program)),
      world_(&program, shapes_.get(), std::clamp(setup.players, 1, kMaxPlayers)),
      machine_(&world_) {
  tables_ = std::make_shared<const Tables>(program);
  machine_.set_options(this);
  SetUp(setup);
  if (!setup.hold) Start();
}

Game::Game(const Game& other)
    : program_(other.program_), shapes_(other.shapes_), world_(other.world_), machine_(&world_) {
  machine_.set_options(this);
  *this = other;
}

Game& Game::operator=(const Game& other) {
  if (this == &other) return *this;
  program_ = other.program_;
  shapes_ = other.shapes_;
  tables_ = other.tables_;
  world_ = other.world_;
  question_ = other.question_;
  tasks_ = other.tasks_;
  frames_ = other.frames_;
  loops_ = other.loops_;
  loop_values_ = other.loop_values_;
  queue_ = other.queue_;
  queue_head_ = other.queue_head_;
  running_ = other.running_;
  answered_ = other.answered_;
  completed_ = other.completed_;
  asked_ = other.asked_;
  menu_ = other.menu_;
  fitting_ = other.fitting_;
  fitting_at_ = other.fitting_at_;
  fits_ = other.fits_;
  limits_ = other.limits_;
  outer_limits_ = other.outer_limits_;
  periods_ = other.periods_;
  periods_begun_ = other.periods_begun_;
  once_ = other.once_;
  draw_to_ = other.draw_to_;
  draw_mode_ = other.draw_mode_;
  holding_ = other.holding_;
  idle_turns_ = other.idle_turns_;
  first_step_ = other.first_step_;
  loose_pile_ = other.loose_pile_;
  every_menu_ = other.every_menu_;
  every_choice_ = other.every_choice_;
  watch_nevers_ = other.watch_nevers_;
  breaches_ = other.breaches_;
  last_turn_ = other.last_turn_;
  machine_.GoOnAs(other.machine_);
  setup_ = other.setup_;
  inputs_ = other.inputs_;
  return *this;
}

void Game::Start() {
  Note({.kind = Input::Kind::kStart});
  tasks_.push_back({});
  RaisePeriod(tables_->game_heard.starts, EventId::kStarts, Period::kGame, kNoId);
  if (!asking_) Run();  // a rule that runs where it is started may have asked for a draw
}

namespace {

// Every combination of the values that the attributes of a kind can have, the last counting fastest.
std::vector<std::array<int32_t, 4>> Sorts(const KindInfo& kind) {
  std::vector<std::array<int32_t, 4>> sorts{{}};
  for (size_t a = 0; a < kind.attributes.size(); ++a) {
    const AttributeInfo& attribute = kind.attributes[a];
    const int32_t least = attribute.words.empty() ? attribute.least : 0;
    const int32_t most = attribute.words.empty() ? attribute.most : static_cast<int32_t>(attribute.words.size()) - 1;
    std::vector<std::array<int32_t, 4>> more;
    for (const auto& sort : sorts) {
      for (int32_t value = least; value <= most && static_cast<int64_t>(more.size()) < kMaxSorts; ++value) {
        more.push_back(sort);
        more.back()[a] = value;
      }
    }
    sorts = std::move(more);
  }
  return sorts;
}

}  // namespace

void Game::SetUp(const Setup& setup) {
  const Program& p = *program_;
  world_.players = std::clamp(setup.players, 1, kMaxPlayers);
  world_.states.resize(p.states.size());
  world_.decks.resize(p.zones.size());
  world_.ledger.keep_squares = setup.keep_squares;
  limits_.resize(static_cast<size_t>(tables_->limit_count));
  first_step_ = setup.first_step;
  loose_pile_ = setup.loose_pile;
  every_menu_ = setup.every_menu;
  if (setup.keep_inputs) setup_ = std::make_shared<const Setup>(setup);
  every_choice_ = setup.every_choice;
  watch_nevers_ = setup.watch_nevers;
  world_.seat = std::clamp(setup.first_player, 0, world_.players - 1);
  FillSupplies(setup);
  FillDecks(setup);
  FillPile(setup);
  if (setup.own_board) LayOwnBoard(setup);
}

void Game::FillSupplies(const Setup& setup) {
  const Program& p = *program_;
  for (size_t k = 0; k < p.kinds.size(); ++k) {
    const KindInfo& kind = p.kinds[k];
    if (kind.cls != Class::kFigure && kind.cls != Class::kMarker) continue;
    int32_t supply = kind.supply;
    for (const auto& own : setup.supplies) {
      if (own.kind == static_cast<Id>(k)) supply = own.count;
    }
    Spot home{At::kSupply, kNothing};
    if (kind.in_zone == kScoreboardZone) home.at = At::kScoreboard;
    else if (kind.in_zone >= kBuiltinZones && !p.zones[static_cast<size_t>(kind.in_zone)].entries.empty()) {
      home = {At::kPlace, p.zones[static_cast<size_t>(kind.in_zone)].entries.front()};
    }
    const int owners = kind.neutral ? 1 : world_.players;
    const auto sorts = Sorts(kind);
    for (int owner = 0; owner < owners; ++owner) {
      for (int32_t i = 0; i < supply; ++i) {
        if (kind.cls == Class::kFigure) {
          world_.board.AddFigure(static_cast<Id>(k), kind.neutral ? -1 : owner, home);
          continue;
        }
        for (const auto& sort : sorts)
          world_.board.AddMarker(static_cast<Id>(k), kind.neutral ? -1 : owner, home, sort, false);
      }
    }
  }
}

void Game::FillDecks(const Setup& setup) {
  const Program& p = *program_;
  for (size_t z = 0; z < p.zones.size(); ++z) {
    if (p.zones[z].kind != ZoneKind::kDeck && p.zones[z].kind != ZoneKind::kBag) continue;
    for (Id card : p.zones[z].entries) {
      for (int32_t i = 0; i < p.cards[static_cast<size_t>(card)].count; ++i) world_.decks[z].cards.push_back(card);
    }
  }
  for (const auto& deck : setup.decks) world_.decks[static_cast<size_t>(deck.zone)].cards = deck.cards;
}

// The tiles in the order in which they are drawn, and those that lie from the beginning.
void Game::FillPile(const Setup& setup) {
  const Program& p = *program_;
  // A tile that lies in the middle from the beginning takes the place of a start tile.
  const auto middle = [](const LaidTile& laid) { return laid.x == 0 && laid.y == 0; };
  bool start_laid = setup.own_board || std::any_of(p.tilesets.begin(), p.tilesets.end(), [&](const TilesetInfo& set) {
                      return std::any_of(set.laid.begin(), set.laid.end(), middle);
                    });
  std::vector<size_t> order(p.tilesets.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return p.tilesets[a].before > p.tilesets[b].before; });
  std::vector<std::pair<int32_t, int32_t>> pile;  // rank, piece: a higher rank is drawn first
  for (size_t i : order) {
    const TilesetInfo& set = p.tilesets[i];
    for (const TileCount& entry : set.tiles) {
      for (int owner = 0; owner < (set.in_supply ? world_.players : 1); ++owner) {
        for (int32_t n = 0; n < entry.count; ++n) {
          const int32_t piece = world_.board.AddPiece(entry.tile, set.in_supply ? PieceAt::kSupply : PieceAt::kPile,
                                                      set.in_supply ? owner : -1);
          if (set.in_supply) continue;
          const auto lies = std::find_if(set.laid.begin(), set.laid.end(),
                                         [&](const LaidTile& laid) { return laid.tile == entry.tile; });
          if (!setup.own_board && lies != set.laid.end()) {
            if (!world_.board.Filled(PackSquare(lies->x, lies->y)))
              world_.board.Lay(piece, lies->x, lies->y, lies->turn, 0);
            continue;
          }
          if (!start_laid && entry.tile == set.starts) {
            start_laid = true;
            world_.board.Lay(piece, 0, 0, 0, 0);
            continue;
          }
          // Of the tile that starts or ends a pile one copy does; others are tiles like any.
          const bool starts = entry.tile == set.starts && !setup.own_board;  // a board of one's own has begun
          const int32_t within = n > 0 ? 1 : starts ? 2 : entry.tile == set.ends ? 0 : 1;
          pile.push_back({set.before * 4 + within, piece});
        }
      }
    }
  }
  std::stable_sort(pile.begin(), pile.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [rank, piece] : pile) {
    world_.pile.push_back({piece, world_.board.piece(piece).tile, rank});
    if (world_.piece_rank.size() <= static_cast<size_t>(piece))
      world_.piece_rank.resize(static_cast<size_t>(piece) + 1, 0);
    world_.piece_rank[static_cast<size_t>(piece)] = rank;
  }
}

void Game::LayOwnBoard(const Setup& setup) {
  for (const auto& tile : setup.board) {
    // A piece of the pile where there is one, so that counts stay those of the box.
    const int32_t piece = TakeFromPile(tile.tile);
    world_.board.Lay(piece, tile.x, tile.y, tile.turn, 0);
  }
  // What was complete before the game began is old news.
  for (int32_t node = 0; node < world_.board.node_count(); ++node) {
    if (world_.board.IsFeature(node)) world_.board.node(node).completed = IsCompleted(node);
  }
}

bool Game::Stand(Id figure_kind, int player, Spot spot) {
  for (int32_t id = 0; id < world_.board.figure_count(); ++id) {
    const Figure& figure = world_.board.figure(id);
    if (figure.kind != figure_kind || figure.owner != player || figure.spot.at != At::kSupply) continue;
    Note({.kind = Input::Kind::kStand, .id = figure_kind, .owner = player, .spot = spot});
    world_.board.MoveFigure(id, spot);
    return true;
  }
  return false;
}

void Game::SetState(Id state, Value owner, Value value) {
  Note({.kind = Input::Kind::kSetState, .id = state, .owner = owner, .value = value});
  world_.states[static_cast<size_t>(state)].Set(owner, value);
}

void Game::SetTotal(int player, int32_t points) {
  Note({.kind = Input::Kind::kSetTotal, .owner = player, .value = points});
  world_.totals[static_cast<size_t>(player)] = points;
}

void Game::SetSeat(int player) {
  Note({.kind = Input::Kind::kSetSeat, .owner = player});
  world_.seat = world_.active = player;
}

void Game::SetTop(Id zone, Id card) {
  Note({.kind = Input::Kind::kSetTop, .id = zone, .value = card});
  auto& cards = world_.decks[static_cast<size_t>(zone)].cards;
  const auto at = std::find(cards.begin(), cards.end(), card);
  if (at != cards.end()) std::rotate(cards.begin(), at, cards.end());
}

void Game::EmptyPile() {
  Note({.kind = Input::Kind::kEmptyPile});
  world_.pile.clear();
}

void Game::PutInHand(Id tile) {
  Note({.kind = Input::Kind::kPutInHand, .id = tile});
  const int32_t piece = TakeFromPile(tile);
  TakeInHand(piece);
  if (question_.kind == Ask::kMenu) PutMenu();
}

const std::vector<Class>& Game::Bindings(Id offer) const {
  return tables_->offers[static_cast<size_t>(offer)].classes;
}

std::span<const Value> Game::AskedWith() const {
  const bool in_rule = question_.kind == Ask::kChoice || question_.kind == Ask::kYesNo;
  if (!in_rule || question_.rule == kNoId || frames_.empty()) return {};
  return std::span(frames_.back().slots)
      .first(std::min<size_t>(program_->rule(question_.rule).slots.size(), kMaxSlots));
}

int32_t Game::SegmentAt(int x, int y, uint16_t ports) const {
  const int32_t cell_id = world_.board.CellAt(x, y);
  if (cell_id == kNone) return kNone;
  const Cell& cell = world_.board.cell(cell_id);
  for (int i = 0; i < cell.shape->segment_count; ++i) {
    if (cell.shape->ports[static_cast<size_t>(i)] == ports) return cell.first_segment + i;
  }
  return kNone;
}

Value Game::Evaluate(Id routine, Value otherwise) {
  if (machine_.fault() != Fault::kNone) return otherwise;  // a game that has stopped stays as it is
  Value slots[kMaxSlots] = {};
  const int64_t worked = machine_.work();
  machine_.set_work(0);
  const Value value = machine_.RunValue(routine, slots, Context{});
  machine_.set_work(worked);
  if (machine_.fault() != Fault::kNone) {  // the game itself waits at a question and has nothing on the stacks
    machine_.ClearFault();
    machine_.DropAll();
    return otherwise;
  }
  return value;
}

void Game::NoteBreaches() {
  for (size_t id = 0; id < program_->nevers.size(); ++id) {
    const auto never = static_cast<Id>(id);
    if (std::ranges::find(breaches_, never, &Breach::never) != breaches_.end()) continue;
    const Value thing = FirstOfNever(never);
    if (thing != kNothing) breaches_.push_back({never, world_.turn, Describe(program_->nevers[id].cls, thing)});
  }
}

std::vector<Option> Game::Options() {
  std::vector<Option> out;
  Options(out);
  return out;
}

std::optional<Refusal> Game::Answer(const Option& option) {
  std::vector<Option> options;
  Options(options);
  // What comes from outside may name anything. From a loose pile any tile can be drawn that the rules have.
  const bool tile = option.kind == Option::Kind::kDraw && option.count == 1 && option.bound[0] >= 0 &&
                    option.bound[0] < static_cast<Value>(program_->tiles.size());
  const bool loose = loose_pile_ && question_.kind == Ask::kDraw && question_.zone == kPileZone && tile;
  if (loose || (option.count <= kMaxBound && std::find(options.begin(), options.end(), option) != options.end())) {
    Take(option);
    return std::nullopt;
  }
  const bool offer = option.kind == Option::Kind::kOffer && option.count <= kMaxBound && option.offer >= 0 &&
                     static_cast<size_t>(option.offer) < program_->rules_table.size() &&
                     program_->rule(option.offer).kind == RuleKind::kOffer;
  if (offer) {
    auto refusal = Explain(option.offer, std::vector<Value>(option.bound.begin(), option.bound.begin() + option.count));
    if (refusal) return refusal;
  }
  Refusal refusal{question_.rule, "this is not one of the answers to what is asked now"};
  if (option.kind == Option::Kind::kPass && question_.kind == Ask::kMenu) MayPass(question_.step, &refusal.reason);
  if (question_.kind == Ask::kOver) refusal.reason = "the game is over";
  return refusal;
}

// Whatever runs is dropped; what comes is the final scoring.
void Game::StartFinal() {
  tasks_.clear();
  frames_.clear();
  loops_.clear();
  loop_values_.clear();
  queue_.clear();
  queue_head_ = 0;
  running_.clear();
  world_.scorings.clear();
  outer_limits_.clear();
  machine_.DropAll();
  PushTask(TaskKind::kFinal, kNoId);
}

void Game::EndNow() {
  const bool begun = world_.turn > 0;  // Setup.hold: a game that has not begun is not over
  if (begun && (question_.kind == Ask::kOver || question_.kind == Ask::kFault)) return;
  Note({.kind = Input::Kind::kEndNow});
  StartFinal();
  Run();
}

}  // namespace reeve
