#include "tools/scenario.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/move_words.h"

namespace reeve {
namespace {

using MoveKind = ast::Move::Kind;

std::string StepName(const Program& program, Id step) {
  return step == kNoId ? "" : program.Text(program.steps[static_cast<size_t>(step)].name);
}

// How the open question is put to an author.
std::string QuestionText(const Game& game, const std::vector<std::string>& players) {
  const Program& program = game.program();
  const Question& question = game.question();
  const std::string who = question.player >= 0 ? players[static_cast<size_t>(question.player)] : "chance";
  switch (question.kind) {
    case Ask::kMenu:
      return fmt::format("{} has to do something at {} first", who, StepName(program, question.step));
    case Ask::kYesNo:
      return fmt::format("{} has to answer {} with yes or no", who, program.RuleName(question.rule));
    case Ask::kChoice:
      if (question.rule == kNoId) return who + " has to say what is scored first";
      return fmt::format("{} has to choose {} for {}", who,
                         program.Text(program.choices[static_cast<size_t>(question.choice)].bound),
                         program.RuleName(question.rule));
    case Ask::kDraw:
      return fmt::format("{} draws from {} first", players[static_cast<size_t>(std::max(game.world().active, 0))],
                         program.Text(program.zones[static_cast<size_t>(question.zone)].name));
    case Ask::kOver:
      return "the game is over";
    case Ask::kFault:
      return game.FaultText();
  }
  return "";
}

}  // namespace

bool ScenarioRun::Fail(Span span, std::string text, Code code) {
  result_.failures.push_back({code, span, std::move(text)});
  return false;
}

std::string ScenarioRun::PlayerName(int player) const {
  return player >= 0 && player < static_cast<int>(players_.size()) ? players_[static_cast<size_t>(player)] : "nobody";
}

std::optional<int> ScenarioRun::PlayerOf(const ast::Name& name) {
  const auto at = std::find(players_.begin(), players_.end(), name.text);
  if (at != players_.end()) return static_cast<int>(at - players_.begin());
  Fail(name.span, "there is no player " + name.text);
  return std::nullopt;
}

// What names stand for has been looked at before (scenario_check.h).
std::optional<Id> ScenarioRun::TileOf(const ast::Name& name) {
  const Id tile = program_.FindTile(name.text);
  if (tile != kNoId) return tile;
  Fail(name.span, "there is no tile " + name.text);
  return std::nullopt;
}

std::optional<Id> ScenarioRun::RuleOf(const ast::Name& name, const char* what) {
  const Id rule = program_.FindRule(name.text);
  if (rule != kNoId) return rule;
  Fail(name.span, fmt::format("there is no {} {} in these rules", what, name.text));
  return std::nullopt;
}

std::optional<int> ScenarioRun::TurnOf(const ast::Placement& place) {
  const bool far = std::abs(place.x) > kMaxCoordinate || std::abs(place.y) > kMaxCoordinate;
  if (far) Fail(place.span, fmt::format("the board reaches from -{0} to {0}", kMaxCoordinate));
  else if (place.turned % 90 != 0 || place.turned < 0 || place.turned > 270)
    Fail(place.span, "a tile is turned by 0, 90, 180 or 270");
  else return place.turned / 90;
  return std::nullopt;
}

std::optional<Sides> ScenarioRun::SidesOf(const std::vector<ast::SideName>& names) {
  Sides sides;
  for (const ast::SideName& name : names) {
    const auto more = AddSide(sides, name.text);
    if (!more) {
      Fail(name.span, name.text + " is no side");
      return std::nullopt;
    }
    sides = *more;
  }
  return sides;
}

bool ScenarioRun::IsFigure(const std::string& name) const {
  const Id kind = program_.FindKind(name);
  return kind != kNoId && program_.kind(kind).cls == Class::kFigure;
}

// --- what is set up ------------------------------------------------------------------------------------------
bool ScenarioRun::FirstPlayer(Setup& setup) {
  for (const ast::Move& move : scenario_.play) {
    if (move.kind == MoveKind::kStep || move.kind == MoveKind::kEnds) continue;
    const auto player = PlayerOf(move.player);
    if (!player) return false;
    if (move.kind != MoveKind::kAnswers) setup.first_player = *player;
    return true;
  }
  return true;
}

bool ScenarioRun::SetUpBoard(Setup& setup) {
  setup.own_board = !scenario_.board.empty();
  for (const ast::BoardTile& tile : scenario_.board) {
    const auto id = TileOf(tile.tile);
    const auto turn = TurnOf(tile.at);
    if (!id || !turn) return false;
    const auto same = [&](const Setup::Tile& other) { return other.x == tile.at.x && other.y == tile.at.y; };
    if (std::any_of(setup.board.begin(), setup.board.end(), same)) {
      return Fail(tile.at.span, fmt::format("two tiles lie at {} {}", tile.at.x, tile.at.y));
    }
    setup.board.push_back({*id, tile.at.x, tile.at.y, *turn});
  }
  return true;
}

bool ScenarioRun::SetUp() {
  Setup setup;
  for (const ast::Name& name : scenario_.players) players_.push_back(name.text);
  if (players_.empty() || players_.size() > kMaxPlayers) {
    return Fail(scenario_.span, fmt::format("a scenario has 1 to {} players", kMaxPlayers));
  }
  setup.players = static_cast<int>(players_.size());
  setup.hold = setup.every_menu = true;
  setup.keep_inputs = keep_inputs_;
  setup.watch_nevers = true;
  if (scenario_.step) {
    setup.first_step = program_.FindStep(scenario_.step->text);
    if (setup.first_step == kNoId) return Fail(scenario_.step->span, "there is no step " + scenario_.step->text);
  }
  if (!SetUpBoard(setup) || !FirstPlayer(setup)) return false;
  game_.emplace(program_, setup);
  for (const ast::BoardTile& tile : scenario_.board) {
    for (const ast::Stand& stand : tile.stands) {
      if (!StandOn(stand, tile.at)) return false;
    }
  }
  return std::all_of(compiled_.givens.begin(), compiled_.givens.end(), [&](const Given& given) { return Give(given); });
}

bool ScenarioRun::StandOn(const ast::Stand& stand, const ast::Placement& tile) {
  const Id kind = program_.FindKind(stand.figure.text);
  if (!IsFigure(stand.figure.text)) return Fail(stand.figure.span, "there is no figure " + stand.figure.text);
  int owner = -1;
  if (!stand.player.text.empty()) {
    const auto player = PlayerOf(stand.player);
    if (!player) return false;
    owner = *player;
  }
  if ((owner < 0) != program_.kind(kind).neutral) {
    return Fail(stand.span,
                owner < 0 ? stand.figure.text + " belongs to a player" : stand.figure.text + " belongs to nobody");
  }
  const ast::Placement& at = stand.at ? *stand.at : tile;
  const auto sides = SidesOf(stand.sides);
  if (!sides) return false;
  ThingPattern where;
  where.kinds = {stand.feature.text};
  where.placed = true;
  where.x = at.x;
  where.y = at.y;
  where.sided = !stand.sides.empty();
  where.sides = *sides;
  const Id on = program_.FindKind(stand.feature.text);
  const Class cls = on == kNoId ? Class::kSquare : program_.kind(on).cls;
  const Meaning meaning(*game_, players_);
  Spot spot;
  switch (cls) {
    case Class::kFeature:
      spot = {At::kSegment, meaning.Resolve(where, Class::kSegment)};
      break;
    case Class::kMarker:
      spot = {At::kMarker, meaning.Resolve(where, Class::kMarker)};
      break;
    case Class::kFigure:
      spot = {At::kFigure, meaning.Resolve(where, Class::kFigure)};
      break;
    default:
      if (stand.feature.text == "tile" || stand.feature.text == "cell") spot = {At::kSquare, PackSquare(at.x, at.y)};
      else if (stand.feature.text == "corner") spot = {At::kCorner, PackSquare(at.x, at.y)};
      else return Fail(stand.feature.span, "nothing stands on a " + stand.feature.text);
  }
  if (spot.id == kNothing)
    return Fail(stand.span, fmt::format("there is no such {} at {} {}", stand.feature.text, at.x, at.y));
  if (game_->Stand(kind, owner, spot)) return true;
  return Fail(stand.span, fmt::format("{} has no {} left", PlayerName(owner), stand.figure.text));
}

bool ScenarioRun::Give(const Given& given) {
  const Value owner = given.owner == kNoId ? 0 : game_->Evaluate(given.owner);
  const Value value = given.value == kNoId ? 0 : game_->Evaluate(given.value);
  if (owner < 0) return Fail(given.span, "there is no such thing at the start");
  switch (given.kind) {
    case Given::Kind::kState:
      game_->SetState(given.state, owner, value);
      break;
    case Given::Kind::kTop:
      game_->SetTop(given.zone, given.card);
      break;
    case Given::Kind::kTotal:
      game_->SetTotal(static_cast<int>(owner), static_cast<int32_t>(value));
      break;
    case Given::Kind::kEmptyPile:
      game_->EmptyPile();
      break;
  }
  return true;
}

// --- how it goes on by itself --------------------------------------------------------------------------------
template <class Wanted>
ScenarioRun::Go ScenarioRun::Advance(Game& game, Wanted wanted) {
  // Every answer uses something up, so this ends; the bound is for rules that say otherwise.
  for (int left = 2000; left > 0; --left) {
    if (wanted(game)) return Go::kThere;
    const Question question = game.question();
    obstacle_ = QuestionText(game, players_);
    if (question.kind == Ask::kOver || question.kind == Ask::kFault) return Go::kBlocked;
    const std::vector<Option> options = game.Options();
    if (options.empty()) return Go::kBlocked;
    if (question.kind == Ask::kMenu) {
      if (options.back().kind != Option::Kind::kPass) return Go::kBlocked;
      game.Take(options.back());
    } else {
      if (options.size() > 1) return Go::kBlocked;
      game.Take(options[0]);
    }
  }
  obstacle_ = "the game goes on for ever";
  return Go::kBlocked;
}

template <class Wanted>
bool ScenarioRun::Seek(Wanted wanted) {
  Game ahead = *game_;
  const int32_t turn = ahead.world().turn;
  const auto in_turn = [&](Game& game) { return game.world().turn != turn || wanted(game); };
  if (Advance(ahead, in_turn) == Go::kBlocked || ahead.world().turn != turn) return false;
  *game_ = ahead;
  return true;
}

bool ScenarioRun::StepOffers(const Game& game, Id offer) const {
  if (game.question().kind != Ask::kMenu) return false;
  const auto& offers = program_.steps[static_cast<size_t>(game.question().step)].offers;
  return std::find(offers.begin(), offers.end(), offer) != offers.end();
}

// Whether the open menu is one at which tiles are laid.
bool ScenarioRun::StepLays(const Game& game) const {
  if (game.question().kind != Ask::kMenu) return false;
  const auto& offers = program_.steps[static_cast<size_t>(game.question().step)].offers;
  return std::any_of(offers.begin(), offers.end(), [&](Id offer) {
    const auto& classes = game.Bindings(offer);
    return std::find(classes.begin(), classes.end(), Class::kFit) != classes.end();
  });
}

// The rest of the turn, up to what somebody has to decide or draw.
void ScenarioRun::RunOn() {
  if (!run_on_ || refused_) return;
  const auto stops = [&](Game& game) {
    if (game.world().turn != turn_ && !game.world().final) return true;
    const Question& question = game.question();
    if (question.kind == Ask::kDraw) return question.zone == kPileZone;
    return question.kind == Ask::kOver ||
           (question.kind == Ask::kMenu && game.Options().back().kind != Option::Kind::kPass);
  };
  if (Advance(*game_, stops) == Go::kBlocked) {
    Fail(scenario_.play.empty() ? scenario_.span : scenario_.play.back().span, "after this " + obstacle_);
  }
}

// --- moves ---------------------------------------------------------------------------------------------------
bool ScenarioRun::Play(const ast::Move& move) {
  int player = 0;
  if (move.kind != MoveKind::kStep && move.kind != MoveKind::kEnds) {
    const auto named = PlayerOf(move.player);
    if (!named) return false;
    player = *named;
  }
  if (refused_) return FailRefused();
  run_on_ = true;
  bool fine = false;
  switch (move.kind) {
    case MoveKind::kPlaces:
      fine = Places(move, player);
      break;
    case MoveKind::kDoes:
      fine = Does(move, player);
      break;
    case MoveKind::kAnswers:
      fine = Answers(move, player);
      break;
    case MoveKind::kPasses:
      fine = Passes(move, player);
      break;
    case MoveKind::kDraws:
      fine = Draws(move, player);
      break;
    case MoveKind::kStep:
      fine = GoTo(move);
      break;
    case MoveKind::kEnds:
      fine = Ends(move);
      break;
  }
  if (refused_) refused_->span = move.span;
  begun_ = true;
  last_player_ = player;
  return fine;
}

// Whether the tile, if it were in hand, could be laid anywhere with the open menu.
bool ScenarioRun::LaysFromHand(Id tile) const {
  Game ahead = *game_;
  ahead.PutInHand(tile);
  for (const Option& option : ahead.Options()) {
    if (option.kind != Option::Kind::kOffer) continue;
    const auto& classes = ahead.Bindings(option.offer);
    for (size_t i = 0; i < option.count && i < classes.size(); ++i) {
      if (classes[i] == Class::kFit && FitPiece(option.bound[i]) == ahead.world().drawn) return true;
    }
  }
  return false;
}

// Passes a menu at which other tiles are laid than the one that is still to be drawn, or, where nothing is left to
// draw, to be put in hand for a later menu of the same part.
bool ScenarioRun::PassEarlierMenu(Id tile, int player) {
  Game ahead = *game_;
  const int32_t part = ahead.world().part;
  const Option last = ahead.Options().back();
  if (last.kind != Option::Kind::kPass) return false;
  ahead.Take(last);
  const auto draws = [](Game& game) { return game.question().kind == Ask::kDraw && game.question().zone == kPileZone; };
  const auto stops = [&](Game& game) {
    return draws(game) || game.world().part != part || (StepLays(game) && game.question().player == player);
  };
  if (Advance(ahead, stops) != Go::kThere || ahead.world().part != part) return false;
  Game drawing = ahead;
  const auto drawn_or_over = [&](Game& game) { return draws(game) || game.world().part != part; };
  const bool later = Advance(drawing, drawn_or_over) == Go::kThere && drawing.world().part == part;
  if (!later && LaysFromHand(tile)) return false;
  *game_ = later ? drawing : ahead;
  return true;
}

bool ScenarioRun::Places(const ast::Move& move, int player) {
  const auto tile = TileOf(move.name);
  const auto turn = TurnOf(move.at);
  if (!tile || !turn) return false;
  ThingPattern fit;
  fit.kinds = {move.name.text};
  fit.placed = true;
  fit.x = move.at.x;
  fit.y = move.at.y;
  fit.turn = *turn;
  const auto pile = [](Game& game) { return game.question().kind == Ask::kDraw && game.question().zone == kPileZone; };
  const auto lays = [&](Game& game) { return StepLays(game) && game.question().player == player; };
  const auto turn_of = [&](int other) {
    return Fail(move.span, fmt::format("it is the turn of {}", PlayerName(other)));
  };
  for (int draws = 0;;) {
    if (Advance(*game_, [&](Game& game) { return pile(game) || lays(game); }) == Go::kBlocked)
      return Fail(move.span, obstacle_);
    if (pile(*game_)) {
      if (game_->world().active != player) return turn_of(game_->world().active);
      if (draws++ > 0) return Fail(move.span, move.name.text + " fits nowhere");
      Option draw;
      draw.kind = Option::Kind::kDraw;
      draw.count = 1;
      draw.bound[0] = *tile;
      game_->Take(draw);
      continue;
    }
    // Somewhere a tile is laid. It may be too early for this one: it is still to be drawn.
    if (game_->world().drawn == kNone && Meaning(*game_, players_).Find(game_->Options(), {fit}, true, {}).index < 0) {
      if (PassEarlierMenu(*tile, player)) continue;
      game_->PutInHand(*tile);
    }
    break;
  }
  const std::vector<Option> options = game_->Options();
  const auto found = Meaning(*game_, players_).Find(options, {fit}, true, {});
  if (found.index < 0) {
    const Id held = game_->world().drawn == kNone ? kNoId : game_->board().piece(game_->world().drawn).tile;
    if (held != *tile) {
      const std::string other =
          held == kNoId ? "nothing" : program_.Text(program_.tiles[static_cast<size_t>(held)].name);
      return Fail(move.name.span, fmt::format("{} has {} in hand", PlayerName(player), other));
    }
    for (Id offer : program_.steps[static_cast<size_t>(game_->question().step)].offers) {
      const auto& classes = game_->Bindings(offer);
      if (std::find(classes.begin(), classes.end(), Class::kFit) == classes.end()) continue;
      Refuse(player, offer, {fit}, true);
      refused_->shown = WhyNoFit(*game_, players_, options, fit, refused_->reason);
      return true;
    }
  }
  if (!TakeFound(move, options, found)) return false;
  return !move.stand || PlaceFigure(move, player);
}

// The figure that is placed with a tile.
bool ScenarioRun::PlaceFigure(const ast::Move& move, int player) {
  const ast::Stand& stand = *move.stand;
  ThingPattern figure, spot;
  figure.what = ThingPattern::What::kFigure;
  spot.what = ThingPattern::What::kSpot;
  figure.kinds = {stand.figure.text};
  if (!IsFigure(stand.figure.text)) return Fail(stand.figure.span, "there is no figure " + stand.figure.text);
  figure.owner = player;
  if (!stand.player.text.empty()) {
    const auto owner = PlayerOf(stand.player);
    if (!owner) return false;
    figure.owner = *owner;
  } else if (program_.kind(program_.FindKind(stand.figure.text)).neutral) {
    figure.owner = -1;
  }
  const auto sides = SidesOf(stand.sides);
  if (!sides) return false;
  const ast::Placement& at = stand.at ? *stand.at : move.at;
  if (stand.feature.text != "tile" && stand.feature.text != "cell") spot.kinds = {stand.feature.text};
  spot.placed = true;
  spot.x = at.x;
  spot.y = at.y;
  spot.sided = !stand.sides.empty();
  spot.sides = *sides;
  const std::vector<ThingPattern> things = {figure, spot};
  const auto mine = [&](Game& game) { return game.question().kind == Ask::kMenu && game.question().player == player; };
  const auto find = [&](Game& game) { return Meaning(game, players_).Find(game.Options(), things, false, {}); };
  if (Seek([&](Game& game) { return mine(game) && find(game).index >= 0; })) {
    return TakeFound(move, game_->Options(), find(*game_));
  }
  Id offer = kNoId;
  const auto could = [&](Game& game) {
    if (!mine(game)) return false;
    for (Id id : program_.steps[static_cast<size_t>(game.question().step)].offers) {
      const auto bound = Meaning(game, players_).BindAll(id, things, false);
      if (bound.size() < 2 || std::count(bound.begin(), bound.end(), kNothing) > 0) continue;
      offer = id;
      return true;
    }
    return false;
  };
  if (!Seek(could))
    return Fail(stand.span, fmt::format("{} cannot put a {} there", PlayerName(player), stand.figure.text));
  return Refuse(player, offer, things, false);
}

bool ScenarioRun::Refuse(int player, Id offer, const std::vector<ThingPattern>& things, bool ordered) {
  const auto bound = Meaning(*game_, players_).BindAll(offer, things, ordered);
  const auto refusal = game_->Explain(offer, bound);
  refused_ = Refused{player, program_.RuleName(offer), refusal ? refusal->reason : "there is no such option"};
  return true;
}

bool ScenarioRun::TakeFound(const ast::Move& move, const std::vector<Option>& options, const Meaning::Found& found) {
  const std::string several = WhyAmbiguous(*game_, players_, options, found.alike);
  if (!several.empty()) return Fail(move.span, several);
  turn_ = game_->world().turn;
  game_->Take(options[static_cast<size_t>(found.index)]);
  return true;
}

bool ScenarioRun::Does(const ast::Move& move, int player) {
  const auto offer = RuleOf(move.name, "offer");
  if (!offer) return false;
  if (program_.rule(*offer).kind != RuleKind::kOffer) return Fail(move.name.span, move.name.text + " is no offer");
  std::vector<ThingPattern> things;
  for (const ast::Bind& bind : move.binds) {
    const auto pattern = PatternOf(bind, player);
    if (!pattern) return false;
    things.push_back(*pattern);
  }
  const std::vector<std::string> rules = {move.name.text};
  const auto mine = [&](Game& game) { return StepOffers(game, *offer) && game.question().player == player; };
  const auto find = [&](Game& game) { return Meaning(game, players_).Find(game.Options(), things, true, rules); };
  if (Seek([&](Game& game) { return mine(game) && find(game).index >= 0; })) {
    return TakeFound(move, game_->Options(), find(*game_));
  }
  if (Seek(mine)) return Refuse(player, *offer, things, true);
  const int active = game_->world().active;
  if (active == player) return Refuse(player, *offer, things, true);
  if (last_player_ != player) return Fail(move.span, fmt::format("it is the turn of {}", PlayerName(active)));
  refused_ = Refused{player, move.name.text, fmt::format("{} has done all that this turn offers", PlayerName(player))};
  return true;
}

bool ScenarioRun::Answers(const ast::Move& move, int player) {
  const auto about = [&](Game& game) {
    const Question& question = game.question();
    if (question.kind != Ask::kChoice && question.kind != Ask::kYesNo) return false;
    if (question.rule == kNoId) return move.name.text == "due";
    const ChoiceInfo& choice = program_.choices[static_cast<size_t>(question.choice)];
    return move.name.text == program_.RuleName(question.rule) || move.name.text == program_.Text(choice.bound);
  };
  if (!Seek(about)) return Fail(move.span, fmt::format("nothing asks for {}: {}", move.name.text, obstacle_));
  const Question question = game_->question();
  if (question.player >= 0 && question.player != player) {  // chance is answered in anybody's name
    return Fail(move.player.span, fmt::format("{} is asked for {}", PlayerName(question.player), move.name.text));
  }
  const ast::Bind& bind = move.binds.front();
  const std::vector<Option> options = game_->Options();
  Meaning::Found found;
  for (size_t i = 0; i < options.size(); ++i) {
    const bool no = bind.kind == ast::Bind::Kind::kNo;
    const bool yes = bind.kind == ast::Bind::Kind::kThing && bind.name.text == "yes";
    if ((no && options[i].kind == Option::Kind::kNo) || (yes && options[i].kind == Option::Kind::kYes))
      found.index = static_cast<int>(i);
  }
  if (found.index < 0 && bind.kind != ast::Bind::Kind::kNo) {
    const auto pattern = PatternOf(bind, ThingPattern::kAnyOwner);
    if (!pattern) return false;
    found = Meaning(*game_, players_).Find(options, {*pattern}, true, {});
  }
  if (found.index >= 0) return TakeFound(move, options, found);
  refused_ = Refused{player, question.rule == kNoId ? "due" : program_.RuleName(question.rule),
                     "this is not one of the answers"};
  return true;
}

bool ScenarioRun::Passes(const ast::Move& move, int player) {
  const auto menu = [&](Game& game) {
    if (game.question().kind != Ask::kMenu || game.question().player != player) return false;
    return game.Options().size() > 1 || game.Options().back().kind != Option::Kind::kPass;
  };
  if (!Seek(menu)) return Fail(move.span, fmt::format("nothing is offered to {}: {}", PlayerName(player), obstacle_));
  turn_ = game_->world().turn;
  const std::string step = StepName(program_, game_->question().step);
  if (const auto refusal = game_->Answer(Option{})) refused_ = Refused{player, step + ".pass", refusal->reason};
  return true;
}

bool ScenarioRun::Draws(const ast::Move& move, int player) {
  const Id zone = program_.FindZone(move.pile.text);
  if (zone == kNoId) return Fail(move.pile.span, "there is no pile " + move.pile.text);
  const auto asks = [&](Game& game) { return game.question().kind == Ask::kDraw && game.question().zone == zone; };
  if (Advance(*game_, asks) == Go::kBlocked) return Fail(move.span, obstacle_);
  const int active = game_->world().active;  // nobody in the final scoring: anybody draws then
  if (active >= 0 && active != player) return Fail(move.span, fmt::format("it is the turn of {}", PlayerName(active)));
  Option draw;
  draw.kind = Option::Kind::kDraw;
  draw.count = 1;
  draw.bound[0] = kNothing;
  if (zone == kPileZone) {
    const auto tile = TileOf(move.name);
    if (!tile) return false;
    draw.bound[0] = *tile;
  }
  for (const Option& option : zone == kPileZone ? std::vector<Option>{} : game_->Options()) {
    if (program_.KindName(program_.cards[static_cast<size_t>(option.bound[0])].kind) == move.name.text) draw = option;
  }
  if (draw.bound[0] == kNothing)
    return Fail(move.name.span, fmt::format("there is no {} in {}", move.name.text, move.pile.text));
  turn_ = game_->world().turn;
  game_->Take(draw);
  return true;
}

// Goes on until the step has come, or, if nothing is asked there, has gone by.
bool ScenarioRun::GoTo(const ast::Move& move) {
  const Id step = program_.FindStep(move.name.text);
  if (step == kNoId) return Fail(move.name.span, "there is no step " + move.name.text);
  const int32_t part = game_->world().part;
  const auto there = [&](Game& game) {
    const Question& question = game.question();
    return question.kind == Ask::kOver || question.step == step || game.world().part != part ||
           (question.step > step && step <= program_.last_turn_step && question.step <= program_.last_turn_step);
  };
  if (Advance(*game_, there) == Go::kBlocked) return Fail(move.span, obstacle_);
  turn_ = game_->world().turn;
  run_on_ = false;
  return true;
}

bool ScenarioRun::Ends(const ast::Move& move) {
  if (move.player.text != "game") return Fail(move.player.span, "it is the game that ends");
  if (begun_ && game_->world().turn == turn_) {
    game_->EndAfterTurn();
    if (Advance(*game_, [](Game& game) { return game.world().final || game.question().kind == Ask::kDraw; }) ==
            Go::kBlocked &&
        game_->question().kind != Ask::kOver) {
      return Fail(move.span, obstacle_);
    }
    if (!Keeps(move.span)) return false;
  }
  if (!game_->world().final) game_->EndNow();
  return true;
}

std::optional<ThingPattern> ScenarioRun::PatternOf(const ast::Bind& bind, int player) {
  ThingPattern pattern;
  if (bind.kind == ast::Bind::Kind::kText) {
    pattern.text = bind.text;
    return pattern;
  }
  if (bind.kind == ast::Bind::Kind::kInteger) {
    pattern.number = bind.number->value;
    return pattern;
  }
  if (!bind.name.text.empty()) pattern.kinds = {bind.name.text};
  if (IsFigure(bind.name.text) && !program_.kind(program_.FindKind(bind.name.text)).neutral) pattern.owner = player;
  if (bind.player) {
    const auto owner = PlayerOf(*bind.player);
    if (!owner) return std::nullopt;
    pattern.owner = *owner;
  }
  if (bind.number) pattern.number = bind.number->value;
  const auto sides = SidesOf(bind.sides);
  if (!sides) return std::nullopt;
  pattern.sided = !bind.sides.empty();
  pattern.sides = *sides;
  if (!bind.at) return pattern;
  const auto turn = TurnOf(*bind.at);
  if (!turn) return std::nullopt;
  pattern.placed = true;
  pattern.x = bind.at->x;
  pattern.y = bind.at->y;
  pattern.turn = *turn;
  return pattern;
}

void ScenarioRun::Run() {
  if (!SetUp()) return;
  const bool ends_at_once = scenario_.play.size() == 1 && scenario_.play[0].kind == MoveKind::kEnds;
  if (!ends_at_once) game_->Start();
  turn_ = game_->world().turn;
  if (!Keeps(scenario_.span)) return;
  for (const ast::Move& move : scenario_.play) {
    if (!Play(move)) return;
    moves_.push_back({turn_, move.span});
    if (!Keeps(move.span)) return;
  }
  const bool expected = std::any_of(
      scenario_.expect.begin(), scenario_.expect.end(),
      [](const ast::Expectation& expectation) { return expectation.kind == ast::Expectation::Kind::kRefused; });
  // What was expected of a game that did not go on like this says nothing more.
  if (refused_ && !expected) {
    FailRefused();
    return;
  }
  LookAtOffers();
  const size_t failed = result_.failures.size();
  RunOn();
  if (result_.failures.size() > failed || !Keeps(scenario_.span)) return;
  used_.resize(game_->ledger().awards.size());
  for (size_t i = 0; i < scenario_.expect.size(); ++i) Expect(scenario_.expect[i], i);
}

// Whether there is nothing that there never is. It is seen when a turn is over, which is often only when the next move
// is made: the last one of that turn has brought it.
bool ScenarioRun::Keeps(Span span) {
  if (game_->breaches().empty()) return true;
  for (const auto& [turn, moved] : moves_)
    if (turn <= game_->breaches().front().turn) span = moved;
  return Fail(span, "this must not be: " + game_->Describe(game_->breaches().front()), Code::kE20);
}

// A move that nobody expected to be refused.
bool ScenarioRun::FailRefused() {
  const std::string& why = refused_->shown.empty() ? refused_->reason : refused_->shown;
  return Fail(refused_->span, fmt::format("this is refused by {}: {}", refused_->rule, why));
}

}  // namespace reeve
