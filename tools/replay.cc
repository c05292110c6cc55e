#include "tools/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "tools/move_words.h"
#include "tools/record_check.h"

namespace reeve {

using MoveKind = RecordMove::Kind;

Replay::Replay(const Program& program, const Record& record, bool keep_squares, int after)
    : program_(program),
      record_(record),
      moves_(record.moves),
      keep_squares_(keep_squares),
      stop_(after >= 0 || (record.phase.kind != RecordPhase::Kind::kNone && !record.ends)) {
  if (after >= 0) {
    std::erase_if(moves_, [&](const RecordMove& move) { return move.number > after; });
  }
  consumed_.resize(moves_.size());
  pool_end_ = NextTile(0);
  if (!record.commit_from.empty()) commit_step_ = program.FindStep(record.commit_from);
  watch_figures_ = std::any_of(record.assertions.begin(), record.assertions.end(),
                               [](const RecordAssertion& a) { return !a.scored.empty() && a.points == 0; });
}

size_t Replay::NextTile(size_t from) const {
  while (from < moves_.size() && moves_[from].kind != MoveKind::kTile) ++from;
  return from;
}

std::string Replay::PlayerName(int player) const {
  if (player >= 0 && player < static_cast<int>(record_.players.size()))
    return record_.players[static_cast<size_t>(player)];
  return "nobody";
}

std::string Replay::MoveName(int number) const {
  std::string name;
  for (const RecordMove& move : record_.moves) {
    if (move.number == number) name = move.what;
  }
  return fmt::format("{} {} {}", record_.unit, number, name);
}

bool Replay::Fail(const RecordMove* move, const std::string& why) {
  if (!trouble_.empty()) return false;
  trouble_ = move == nullptr ? why : PlaceOf(record_, *move) + ": " + why;
  return false;
}

// Our tile for a name, and by how many quarter turns theirs is ahead of ours.
Id Replay::FindTile(const RecordTile& tile, int& turned) const {
  turned = 0;
  if (!tile.foreign) return program_.FindTile(tile.name);
  for (size_t i = 0; i < program_.tiles.size(); ++i) {
    for (const ForeignName& known : program_.tiles[i].known_as) {
      if (program_.Text(known.name) != tile.name) continue;
      turned = known.turned;
      return static_cast<Id>(i);
    }
  }
  return kNoId;
}

// The tile of a move and the fit it asks for; nothing, with the trouble noted, if there is no such tile.
std::optional<Id> Replay::TileOf(const RecordMove& move, ThingPattern& fit) {
  int turned = 0;
  const Id tile = FindTile(move.tile, turned);
  if (tile == kNoId) {
    Fail(&move, "there is no tile " + Quoted(move.tile.name));
    return std::nullopt;
  }
  fit.kinds = {program_.Text(program_.tiles[static_cast<size_t>(tile)].name)};
  fit.placed = true;
  fit.x = move.tile.x;
  fit.y = move.tile.y;
  fit.turn = (move.tile.turn - turned + 4) & 3;
  return tile;
}

// Whose a figure is, where a move of ours does not say: his who moves, as in scenarios.
void Replay::SayOwners() {
  for (RecordMove& move : moves_) {
    if (!record_.exact || move.kind != MoveKind::kAct || move.what == "answers") continue;
    for (ThingPattern& thing : move.things) {
      const Id kind = thing.kinds.empty() ? kNoId : program_.FindKind(thing.kinds[0]);
      if (kind == kNoId || program_.kind(kind).cls != Class::kFigure) continue;
      if (program_.kind(kind).neutral) thing.owner = -1;
      else if (thing.owner == ThingPattern::kAnyOwner && move.player >= 0) thing.owner = move.player;
    }
  }
}

bool Replay::SetUp() {
  std::set<std::pair<int, int>> squares;
  for (const RecordTile& tile : record_.board) {
    if (!squares.insert({tile.x, tile.y}).second)
      return Fail(nullptr, fmt::format("the board: two tiles lie at {} {}", tile.x, tile.y));
  }
  if (record_.exact) {
    const std::string wrong = WrongWord(record_, program_);
    if (!wrong.empty()) return Fail(nullptr, wrong);
    SayOwners();
  }
  Setup setup;
  setup.players = static_cast<int>(record_.players.size());
  setup.own_board = record_.own_board;
  setup.loose_pile = record_.loose;
  setup.keep_squares = keep_squares_;
  setup.keep_inputs = keep_inputs_;
  setup.watch_nevers = true;
  setup.hold = true;
  for (const RecordTile& tile : record_.board) {
    int turned = 0;
    const Id id = FindTile(tile, turned);
    if (id == kNoId) return Fail(nullptr, "the board: there is no tile " + Quoted(tile.name));
    setup.board.push_back({id, tile.x, tile.y, (tile.turn - turned + 4) & 3});
  }
  for (const auto& [name, count] : record_.supplies) {
    const Id kind = program_.FindKind(name);
    if (kind == kNoId) return Fail(nullptr, "the rules have no " + Quoted(name));
    setup.supplies.push_back({kind, count});
  }
  for (const RecordMove& move : moves_) {
    if (move.kind == MoveKind::kStand || move.player < 0) continue;
    setup.first_player = move.player;
    break;
  }
  for (size_t i = pool_end_; i < moves_.size(); ++i) setup.every_menu |= moves_[i].kind == MoveKind::kStand;
  setup.every_choice = true;  // records may say what nobody had a choice about
  game_.emplace(program_, setup);
  for (size_t i = 0; i < pool_end_; ++i) {
    if (moves_[i].kind != MoveKind::kStand) continue;
    consumed_[i] = true;
    if (!Stand(moves_[i])) return false;
  }
  return true;
}

bool Replay::Stand(const RecordMove& move) {
  if (move.things.size() != 2 || move.things[0].kinds.empty()) return Fail(&move, "this is no figure and place");
  const ThingPattern& figure = move.things[0];
  const Id kind = program_.FindKind(figure.kinds[0]);
  if (kind == kNoId) return Fail(&move, "there is no figure " + Quoted(figure.kinds[0]));
  const Value segment = Meaning(*game_, record_.players).Resolve(move.things[1], Class::kSegment);
  if (segment == kNothing) return Fail(&move, "there is no such place");
  const int owner = figure.owner == ThingPattern::kAnyOwner ? -1 : figure.owner;
  if (game_->Stand(kind, owner, {At::kSegment, segment})) return true;
  return Fail(&move, fmt::format("{} has no {} left", PlayerName(owner), figure.kinds[0]));
}

bool Replay::Run() {
  if (!SetUp()) return false;
  const bool no_tiles = pool_end_ == moves_.size();
  if (no_tiles && record_.ends && !stop_) {
    last_ = moves_.empty() ? -1 : static_cast<int>(moves_.size()) - 1;
    game_->EndNow();
  } else {
    game_->Start();
  }
  AttributeAwards();
  // Every answer uses up something of the game, so this ends; the bound is for rules that say otherwise.
  for (size_t left = 1000 + moves_.size() * 50; left > 0; --left) {
    if (stopped_ || game_->question().kind == Ask::kOver) {
      CheckPoints(true);
      return LeftOver();
    }
    if (!Step()) return false;
  }
  return Fail(nullptr, "the game does not come to the end of the record");
}

// Answers one question. False: it cannot be answered.
bool Replay::Step() {
  ConsumeCommits();
  for (size_t i = pool_begin_; i < pool_end_; ++i) {
    if (moves_[i].kind != MoveKind::kStand || consumed_[i]) continue;
    consumed_[i] = true;
    if (!Stand(moves_[i])) return false;
  }
  if (stop_ && pool_end_ == moves_.size() && PoolDone()) {
    stopped_ = true;
    return true;
  }
  switch (game_->question().kind) {
    case Ask::kDraw:
      return AtDraw();
    case Ask::kMenu:
      return AtMenu();
    case Ask::kChoice:
    case Ask::kYesNo:
      return AtChoice();
    case Ask::kOver:
      return true;
    case Ask::kFault:
      break;
  }
  return Fail(nullptr, game_->FaultText());
}

bool Replay::PoolDone() const {
  for (size_t i = pool_begin_; i < pool_end_; ++i) {
    if (!consumed_[i]) return false;
  }
  return true;
}

// Whether something was done that nothing asked for.
bool Replay::LeftOver() {
  for (size_t i = pool_begin_; i < pool_end_; ++i) {
    if (consumed_[i] || (moves_[i].kind != MoveKind::kAct && moves_[i].kind != MoveKind::kDraw)) continue;
    if (record_.exact && moves_[i].kind == MoveKind::kDraw && moves_[i].zone == "pile")
      return Fail(&moves_[i], moves_[i].card + " is never placed");
    const auto why = refusals_.find(i);
    return Fail(&moves_[i], why != refusals_.end() ? why->second : "nothing asks for this");
  }
  if (pool_end_ < moves_.size() && game_->question().kind == Ask::kOver) {
    return Fail(&moves_[pool_end_], "the game is over");
  }
  return true;
}

bool Replay::Late(Id step, int32_t turn) const {
  if (commit_step_ == kNoId) return false;
  return turn != part_turn_ || (step >= commit_step_ && step <= program_.last_turn_step);
}

// The part has come to where a record says that it ends. One end is not taken for two: what was done after the first
// has to be done before the second.
void Replay::ConsumeCommits() {
  const World& world = game_->world();
  if (world.final || !Late(world.step, world.turn)) return;
  bool ended = false;
  for (size_t i = pool_begin_; i < pool_end_; ++i) {
    const MoveKind kind = moves_[i].kind;
    if (kind == MoveKind::kCommit && !consumed_[i] && static_cast<int>(i) >= last_) return Consume(i);
    if (kind == MoveKind::kCommit && consumed_[i]) ended = true;
    if (ended && kind == MoveKind::kAct && !consumed_[i]) return;
  }
}

void Replay::Consume(size_t index) {
  consumed_[index] = true;
  last_ = std::max(last_, static_cast<int>(index));
}

std::string Replay::TurnWords(int32_t turn) const {
  const auto at = turn_words_.find(turn);
  return at == turn_words_.end() ? std::string() : at->second;
}

// Keeps the words of what is about to be done.
void Replay::Note(size_t index, const Option& option) {
  std::string& words = turn_words_[game_->world().turn];
  const std::string player = PlayerName(game_->question().player);
  std::string bound;
  if (option.kind == Option::Kind::kOffer) {
    const auto& classes = game_->Bindings(option.offer);
    for (size_t i = 0; i < option.count; ++i) {
      if (i > 0) bound += i == 1 && classes[0] == Class::kFigure ? " on " : ", ";
      if (classes[i] == Class::kFigure) {
        bound += program_.KindName(game_->board().figure(static_cast<int32_t>(option.bound[i])).kind);
      } else {
        bound += game_->Describe(classes[i], option.bound[i]);
      }
    }
    if (moves_[index].kind == MoveKind::kTile) {
      const Id tile = game_->board().piece(FitPiece(option.bound[0])).tile;
      if (bound.ends_with(" turned 0")) bound.resize(bound.size() - 9);
      bound = fmt::format("places {} {}", program_.Text(program_.tiles[static_cast<size_t>(tile)].name), bound);
    } else if (option.count < 2) {
      bound = program_.RuleName(option.offer) + (bound.empty() ? "" : ": ") + bound;
    }
  } else {
    bound = program_.RuleName(game_->question().rule) + ": " + game_->Describe(option);
  }
  if (words.empty()) words = player + " ";
  else words += ", ";
  words += bound;
}

void Replay::Take(const Option& option) {
  NoteFigures();
  NotePlaced(option);
  game_->Take(option);
  NoteScored();
  AttributeAwards();
}

void Replay::AttributeAwards() {
  const auto& awards = game_->ledger().awards;
  for (size_t i = award_moves_.size(); i < awards.size(); ++i) {
    int index = last_;
    if (awards[i].final) {
      index = static_cast<int>(moves_.size()) - 1;
    } else if (Late(awards[i].step, awards[i].turn)) {
      for (size_t m = static_cast<size_t>(std::max(last_, 0)); m < pool_end_; ++m) {
        if (moves_[m].kind != MoveKind::kCommit) continue;
        index = static_cast<int>(m);
        break;
      }
    }
    // A record that stops before the part ends has not come to what the end pays.
    const bool ahead = stop_ && !awards[i].final && Late(awards[i].step, awards[i].turn) &&
                       pool_end_ == moves_.size() &&
                       std::none_of(moves_.begin() + static_cast<std::ptrdiff_t>(pool_begin_), moves_.end(),
                                    [](const RecordMove& move) { return move.kind == MoveKind::kCommit; });
    award_moves_.push_back(ahead ? kAhead : index < 0 ? 0 : moves_[static_cast<size_t>(index)].number);
  }
}

bool Replay::AtDraw() {
  const Question question = game_->question();
  for (size_t i = pool_begin_; i < pool_end_; ++i) {
    const RecordMove& move = moves_[i];
    if (consumed_[i] || move.kind != MoveKind::kDraw) continue;
    if (move.zone != program_.Text(program_.zones[static_cast<size_t>(question.zone)].name)) continue;
    Option option;
    option.kind = Option::Kind::kDraw;
    option.count = 1;
    option.bound[0] = kNothing;
    if (question.zone == kPileZone) {
      option.bound[0] = program_.FindTile(move.card);
    } else {
      for (const Option& possible : game_->Options()) {
        const Id kind = program_.cards[static_cast<size_t>(possible.bound[0])].kind;
        if (program_.KindName(kind) == move.card) option.bound[0] = possible.bound[0];
      }
    }
    if (option.bound[0] < 0) return Fail(&move, "there is no " + Quoted(move.card));
    if (question.zone == kPileZone) return TakeTile(static_cast<Id>(option.bound[0]), i);
    Consume(i);
    Take(option);
    return true;
  }
  if (question.zone != kPileZone) {
    const std::vector<Option> options = game_->Options();
    if (options.size() != 1) {
      return Fail(nullptr, fmt::format("the record does not say what is drawn from {}",
                                       program_.Text(program_.zones[static_cast<size_t>(question.zone)].name)));
    }
    Take(options[0]);
    return true;
  }
  if (pool_end_ >= moves_.size()) {
    stopped_ = true;
    return true;
  }
  if (!LeftOver()) return false;
  CheckPoints(false);
  ThingPattern fit;
  const auto tile = TileOf(moves_[pool_end_], fit);
  return tile && TakeTile(*tile, pool_end_);
}

// Draws a tile for a move: that which lays it, or one that says it is drawn.
bool Replay::TakeTile(Id tile, size_t index) {
  const RecordMove& move = moves_[index];
  const bool lays = move.kind == MoveKind::kTile;
  if (move.player >= 0 && move.player != game_->world().active) {
    if (record_.free_order) game_->SetSeat(move.player);
    else return Fail(&move, fmt::format("it is the turn of {}", PlayerName(game_->world().active)));
  }
  if (lays && drawn_ == static_cast<int>(index)) {
    return Fail(&move, fmt::format("{} fits nowhere", program_.Text(program_.tiles[static_cast<size_t>(tile)].name)));
  }
  Option option;
  option.kind = Option::Kind::kDraw;
  option.count = 1;
  option.bound[0] = tile;
  const std::vector<Option> options = game_->Options();
  if (!record_.loose && std::find(options.begin(), options.end(), option) == options.end()) {
    return Fail(
        &move, fmt::format("no {} is left in the pile", program_.Text(program_.tiles[static_cast<size_t>(tile)].name)));
  }
  if (lays) {
    drawn_ = static_cast<int>(index);
    part_turn_ = game_->world().turn;
    NoteLast(index);
  } else {
    Consume(index);
  }
  Take(option);
  return true;
}

// The last tile that is drawn: the pile is empty then, whatever ours holds. Tiles that players have may still come.
void Replay::NoteLast(size_t index) {
  if (!record_.ends || stop_) return;
  for (size_t i = NextTile(index + 1); i < moves_.size(); i = NextTile(i + 1)) {
    int turned = 0;
    const Id tile = FindTile(moves_[i].tile, turned);
    const auto has = [&](const TileCount& entry) { return entry.tile == tile; };
    const auto theirs = [&](const TilesetInfo& set) {
      return set.in_supply && std::any_of(set.tiles.begin(), set.tiles.end(), has);
    };
    if (std::none_of(program_.tilesets.begin(), program_.tilesets.end(), theirs)) return;
  }
  game_->EmptyPile();
  game_->EndAfterTurn();
}

bool Replay::AtMenu() {
  const std::vector<Option> options = game_->Options();
  if (TakeAct(options)) return trouble_.empty();
  if (pool_end_ < moves_.size() && AtNextTile(options)) return trouble_.empty();
  return Decline(options);
}

// The next tile of the record, at a menu: taken if it is one of the options, for a tile need not have been drawn (some
// lie in a player's supply). False: it is not for this menu.
bool Replay::AtNextTile(const std::vector<Option>& options) {
  const RecordMove& move = moves_[pool_end_];
  ThingPattern fit;
  if (!TileOf(move, fit)) return true;
  const auto found = Meaning(*game_, record_.players).Find(options, {fit}, false, {});
  const bool his = move.player < 0 || move.player == game_->question().player;
  if (found.index >= 0 && !his && drawn_ == static_cast<int>(pool_end_)) {
    Fail(&move, fmt::format("it is the turn of {}", PlayerName(game_->question().player)));
    return true;
  }
  if (found.index >= 0 && his) {
    if (!LeftOver() || IsGuess(options, found, move)) return true;
    const size_t index = pool_end_;
    drawn_ = -1;
    part_turn_ = game_->world().turn;
    pool_begin_ = index + 1;
    pool_end_ = NextTile(pool_begin_);
    Consume(index);
    NoteLast(index);
    Note(index, options[static_cast<size_t>(found.index)]);
    Take(options[static_cast<size_t>(found.index)]);
    return true;
  }
  if (drawn_ != static_cast<int>(pool_end_)) {
    if (!HasTileInHand(options)) return false;
    if (!his || InHand() != fit.kinds[0]) {
      FailInHand(move);
      return true;
    }
  }
  for (Id offer : program_.steps[static_cast<size_t>(game_->question().step)].offers) {
    const auto& classes = game_->Bindings(offer);
    if (std::find(classes.begin(), classes.end(), Class::kFit) == classes.end()) continue;
    const auto refusal = game_->Explain(offer, Meaning(*game_, record_.players).BindAll(offer, {fit}, false));
    if (!refusal) continue;
    Fail(&move, WhyNoFit(*game_, record_.players, options, fit, refusal->reason));
    return true;
  }
  return false;
}

// The name of the tile that was drawn and not laid.
std::string Replay::InHand() const {
  const Id tile = game_->board().piece(game_->world().drawn).tile;
  return program_.Text(program_.tiles[static_cast<size_t>(tile)].name);
}

bool Replay::FailInHand(const RecordMove& move) {
  return Fail(&move, fmt::format("{} has {} in hand: it has to be placed first", PlayerName(game_->question().player),
                                 InHand()));
}

// Whether a tile that one of our records drew has to be laid now.
bool Replay::HasTileInHand(const std::vector<Option>& options) {
  return record_.exact && game_->world().drawn != kNone && options.back().kind != Option::Kind::kPass;
}

// A move of the pool that is one of the options; false if there is none.
bool Replay::TakeAct(const std::vector<Option>& options) {
  const Question question = game_->question();
  if (StillAnswers(question)) {
    const auto i = static_cast<size_t>(answering_);
    const Meaning::Found found = FindOption(options, moves_[i]);
    const int index = found.index;
    const bool guess = record_.exact && !WhyAmbiguous(*game_, record_.players, options, found.alike).empty();
    if (index >= 0 && !guess) {
      answering_choice_ = question.choice;
      answering_rule_ = question.rule;
      Note(i, options[static_cast<size_t>(index)]);
      Take(options[static_cast<size_t>(index)]);
      return true;
    }
  }
  answering_ = -1;
  for (size_t i = pool_begin_; i < pool_end_; ++i) {
    const RecordMove& move = moves_[i];
    if (consumed_[i] || move.kind != MoveKind::kAct) continue;
    if (move.player >= 0 && move.player != question.player) {
      if (question.kind == Ask::kMenu) {
        refusals_.try_emplace(i, fmt::format("it is the turn of {}", PlayerName(question.player)));
      }
      continue;
    }
    if (question.kind != Ask::kMenu && !AnswersQuestion(move)) continue;
    const Meaning::Found found = FindOption(options, move);
    if (IsGuess(options, found, move)) return true;
    const int index = found.index;
    if (index < 0) {
      if (question.kind == Ask::kMenu) NoteRefusal(move);
      continue;
    }
    Consume(i);
    if (question.kind != Ask::kMenu) MoveAwards(question.rule);
    Note(i, options[static_cast<size_t>(index)]);
    answering_ = static_cast<int>(i);
    answering_choice_ = question.choice;
    answering_rule_ = question.kind == Ask::kMenu ? options[static_cast<size_t>(index)].offer : question.rule;
    Take(options[static_cast<size_t>(index)]);
    return true;
  }
  return false;
}

// Questions before a scoring are put before anything is paid there: what we have paid in this step was paid after them.
void Replay::MoveAwards(Id rule) {
  const auto asks_before = [&](const RuleInfo& score) {
    return std::find(score.before.begin(), score.before.end(), rule) != score.before.end();
  };
  if (rule == kNoId || std::none_of(program_.rules_table.begin(), program_.rules_table.end(), asks_before)) return;
  const World& world = game_->world();
  const auto& awards = world.ledger.awards;
  size_t from = award_moves_.size();
  const auto here = [&](const Award& award) {
    return !award.final && award.turn == world.turn && award.step == world.step;
  };
  // A second part of the turn has the same steps; what the first paid stays with the move that ended it.
  const int tile = pool_begin_ > 0 ? moves_[pool_begin_ - 1].number : 0;
  const auto of_part = [&](int move) { return move == kAhead || move >= tile; };
  while (from > 0 && here(awards[from - 1]) && of_part(award_moves_[from - 1])) --from;
  award_moves_.resize(from);
  AttributeAwards();
}

// Whether the move answered with last may answer this as well: a later line of the same rule, or another rule that it
// names.
bool Replay::StillAnswers(const Question& question) const {
  if (answering_ < 0 || question.rule == kNoId) return false;
  if (question.rule == answering_rule_) return question.choice > answering_choice_;
  const auto& rules = moves_[static_cast<size_t>(answering_)].rules;
  return std::find(rules.begin(), rules.end(), program_.RuleName(question.rule)) != rules.end();
}

// Whether a move of ours could mean several options: then that is the trouble.
bool Replay::IsGuess(const std::vector<Option>& options, const Meaning::Found& found, const RecordMove& move) {
  if (!record_.exact) return false;
  const std::string several = WhyAmbiguous(*game_, record_.players, options, found.alike);
  if (several.empty()) return false;
  Fail(&move, several);
  return true;
}

// Which option a move is; index -1: none.
Meaning::Found Replay::FindOption(const std::vector<Option>& options, const RecordMove& move) const {
  const Meaning meaning(*game_, record_.players);
  for (size_t o = 0; o < options.size(); ++o) {
    if (options[o].kind == Option::Kind::kNo && move.answer == "no") return {static_cast<int>(o), {}};
    if (options[o].kind != Option::Kind::kYes || move.answer == "no") continue;
    // Where no rule is named, the move has to say all that the question is about.
    if (move.ordered || meaning.About(move.things, move.rules.empty())) return {static_cast<int>(o), {}};
  }
  return meaning.Find(options, move.things, move.ordered, move.rules);
}

// Whether a move may be about the choice that is asked: by its rule, or by what is bound.
bool Replay::AnswersQuestion(const RecordMove& move) const {
  const Question& question = game_->question();
  if (question.rule == kNoId) return move.rules.empty() == false;
  if (move.rules.empty()) return question.kind == Ask::kChoice || !move.things.empty();
  const ChoiceInfo& choice = program_.choices[static_cast<size_t>(question.choice)];
  return std::any_of(move.rules.begin(), move.rules.end(), [&](const std::string& name) {
    return name == program_.RuleName(question.rule) || name == program_.Text(choice.bound);
  });
}

// Why the menu does not hold a move: from the offer of the step that could bind most of it.
void Replay::NoteRefusal(const RecordMove& move) {
  const auto index = static_cast<size_t>(&move - moves_.data());
  if (refusals_.count(index) > 0) return;
  const Meaning meaning(*game_, record_.players);
  const StepInfo& step = program_.steps[static_cast<size_t>(game_->question().step)];
  Id best = kNoId;
  std::ptrdiff_t most = 0;
  std::vector<Value> values;
  for (Id offer : step.offers) {
    const std::string& name = program_.RuleName(offer);
    if (!move.rules.empty() && std::find(move.rules.begin(), move.rules.end(), name) == move.rules.end()) continue;
    std::vector<Value> bound = meaning.BindAll(offer, move.things, move.ordered);
    const auto count = static_cast<std::ptrdiff_t>(bound.size()) - std::count(bound.begin(), bound.end(), kNothing);
    if (best != kNoId && count <= most) continue;
    best = offer;
    most = count;
    values = std::move(bound);
  }
  if (best == kNoId) return;
  const auto refusal = game_->Explain(best, values);
  const bool whole = most >= static_cast<std::ptrdiff_t>(std::min(values.size(), move.things.size()));
  if (refusal && whole) refusals_[index] = program_.RuleName(best) + ": " + refusal->reason;
  else refusals_[index] = program_.RuleName(best) + ": there is no such figure or place";
}

// A card that chance chooses, from what the record drew.
bool Replay::TakeChance(const std::vector<Option>& options) {
  const Question& question = game_->question();
  if (question.player >= 0 || question.choice == kNoId) return false;
  if (program_.choices[static_cast<size_t>(question.choice)].cls != Class::kCard) return false;
  for (size_t i = pool_begin_; i < pool_end_; ++i) {
    if (consumed_[i] || moves_[i].kind != MoveKind::kDraw) continue;
    for (const Option& option : options) {
      if (option.kind != Option::Kind::kThing) continue;
      const CardInfo& card = program_.cards[static_cast<size_t>(option.bound[0])];
      if (program_.KindName(card.kind) != moves_[i].card) continue;
      if (program_.Text(program_.zones[static_cast<size_t>(card.zone)].name) != moves_[i].zone) continue;
      Consume(i);
      Take(option);
      return true;
    }
  }
  return false;
}

bool Replay::AtChoice() {
  const std::vector<Option> options = game_->Options();
  if (TakeChance(options)) return true;
  if (TakeAct(options)) return trouble_.empty();
  return Decline(options);
}

// No to what is asked; a record that says nothing says no.
bool Replay::Decline(const std::vector<Option>& options) {
  const Question question = game_->question();
  for (const Option& option : options) {
    if (option.kind != Option::Kind::kPass && option.kind != Option::Kind::kNo) continue;
    const bool offered = options.size() > 1;
    for (size_t i = pool_begin_; i < pool_end_ && offered; ++i) {
      if (consumed_[i] || moves_[i].kind == MoveKind::kStand) continue;
      if (moves_[i].kind == MoveKind::kPass) Consume(i);
      break;
    }
    Take(option);
    return true;
  }
  // The order of what is due at once is not in records; an answer that is the only one, or like all others, needs none.
  const auto like_first = [&](const Option& option) { return game_->Describe(option) == game_->Describe(options[0]); };
  const bool order = question.kind != Ask::kMenu && question.rule == kNoId;
  if (order || std::all_of(options.begin(), options.end(), like_first)) {
    Take(options[0]);
    return true;
  }
  const RecordMove* move = pool_end_ < moves_.size() ? &moves_[pool_end_]
                           : last_ >= 0              ? &moves_[static_cast<size_t>(last_)]
                                                     : nullptr;
  if (question.kind == Ask::kMenu) {
    if (move != nullptr && HasTileInHand(options) && record_.ends) return FailInHand(*move);
    if (pool_end_ >= moves_.size() && !(record_.exact && record_.ends)) {
      stopped_ = true;
      return true;
    }
    return Fail(move, fmt::format("{} has to do something else at {} first", PlayerName(question.player),
                                  program_.Text(program_.steps[static_cast<size_t>(question.step)].name)));
  }
  return Fail(move, fmt::format("{} asks {}, and the record has no answer", program_.RuleName(question.rule),
                                PlayerName(question.player)));
}

}  // namespace reeve
