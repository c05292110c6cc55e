// Heads and effects: the instructions that the machine leaves to the game.
#include <algorithm>

#include "runtime/game/game.h"
#include "runtime/game/tables.h"

namespace reeve {
namespace {

int32_t Id32(Value value) {
  return static_cast<int32_t>(value);
}

}  // namespace

// Runs the rule on top until it ends, asks, or starts something that has to end first.
void Game::DoRule() {
  const size_t depth = tasks_.size();
  for (;;) {
    Frame& frame = this->frame();
    const Insn* insn = machine_.Execute(world_.code() + frame.pc, frame.slots.data(), RuleContext(frame));
    machine_.Work(256 + (insn - world_.code()) - frame.pc);
    if (machine_.fault() != Fault::kNone) return Fail(frame.rule);
    frame.pc = static_cast<int32_t>(insn - world_.code()) + 1;
    if (!CarryOut(*insn) || tasks_.size() != depth) return;
  }
}

// The effects of a score hang on its own scoring; other rules on what they were started by.
Context Game::RuleContext(const Frame& frame) const {
  return tasks_.back().kind == TaskKind::kEffects ? OfScoring(frame.context) : frame.context;
}

void Game::EndRule() {
  if (tasks_.back().kind == TaskKind::kEffects) {
    frame().pc = tasks_.back().index;
    tasks_.pop_back();
    return;
  }
  loops_.resize(static_cast<size_t>(frames_.back().loops));
  loop_values_.resize(loops_.empty() ? 0 : static_cast<size_t>(loops_.back().begin + loops_.back().size));
  frames_.pop_back();
  tasks_.pop_back();
}

// The next binding of the innermost `each` that has one left. False: the rule is over and has been taken off.
bool Game::NextBinding() {
  if (tasks_.back().kind == TaskKind::kEffects) {
    EndRule();
    return false;
  }
  Frame& frame = this->frame();
  while (static_cast<int32_t>(loops_.size()) > frame.loops) {
    Loop& loop = loops_.back();
    if (++loop.at < loop.size) {
      frame.slots[loop.slot] = loop_values_[static_cast<size_t>(loop.begin + loop.at)];
      frame.pc = loop.pc;
      return true;
    }
    loop_values_.resize(static_cast<size_t>(loop.begin));
    loops_.pop_back();
  }
  EndRule();
  return false;
}

bool Game::Bind(const Insn& insn, bool seats) {
  Frame& frame = this->frame();
  Loop loop;
  loop.pc = frame.pc;
  loop.begin = static_cast<int32_t>(loop_values_.size());
  loop.slot = insn.a;
  loop.seats = seats;
  if (seats) {
    const int first = Id32(machine_.PopValue());
    if (first < 0) return NextBinding();
    for (int i = 0; i < insn.c; ++i) loop_values_.push_back((first + i) % world_.players);
  } else {
    machine_.PopSet(things_);
    loop_values_.insert(loop_values_.end(), things_.begin(), things_.end());
  }
  loop.size = static_cast<int32_t>(loop_values_.size()) - loop.begin;
  if (loop.size == 0) return NextBinding();
  frame.slots[insn.a] = loop_values_[static_cast<size_t>(loop.begin)];
  loops_.push_back(loop);
  return true;
}

// A question without an option: the rule does not fire for what is bound; a `repeat` round it ends.
bool Game::NoOption() {
  const Frame& frame = this->frame();
  if (tasks_.back().kind != TaskKind::kEffects) {
    for (size_t i = loops_.size(); i-- > static_cast<size_t>(frame.loops);) {
      if (!loops_[i].seats) continue;
      loops_.resize(i + 1);
      loops_.back().at = loops_.back().size;
      loop_values_.resize(static_cast<size_t>(loops_.back().begin + loops_.back().size));
      break;
    }
  }
  return NextBinding();
}

// Puts a question, unless it answers itself: no option, or one where "no" is none.
bool Game::AskChoice(const Insn& insn) {
  Frame& frame = this->frame();
  const ChoiceInfo& choice = program_->choices[static_cast<size_t>(insn.b)];
  const Value chooser = machine_.PopValue();
  asked_.clear();
  if (insn.op == Op::kChooseText) {
    for (size_t i = 0; i < choice.texts.size(); ++i) asked_.push_back(static_cast<Value>(i));
  } else if (insn.op == Op::kChoose) {
    machine_.PopSet(asked_);
  }
  if (!choice.chance && chooser < 0) return NoOption();
  if (insn.op != Op::kMay) {
    if (asked_.empty()) return NoOption();
    if (asked_.size() == 1 && !choice.may && !every_choice_) {
      frame.slots[insn.a] = asked_[0];
      return true;
    }
  }
  Put(insn.op == Op::kMay ? Ask::kYesNo : Ask::kChoice, choice.chance ? -1 : Id32(chooser), frame.rule);
  question_.choice = insn.b;
  question_.may = choice.may;
  return false;
}

bool Game::CarryOut(const Insn& insn) {
  Frame& frame = this->frame();
  switch (insn.op) {
    case Op::kEach:
      return Bind(insn, false);
    case Op::kRepeat:
      return Bind(insn, true);
    case Op::kRequire:
      return machine_.PopValue() != 0 ? true : NextBinding();
    case Op::kChoose:
    case Op::kChooseText:
    case Op::kMay:
      return AskChoice(insn);
    case Op::kForbid:
      return machine_.PopValue() == 0 ? true : NextBinding();
    case Op::kOption:
      return true;
    case Op::kLimit:
      return LimitLeft(frame.rule, insn.b) ? true : NextBinding();
    case Op::kSpend:
      SpendLimit(frame.rule, insn.b);
      return true;
    case Op::kOnce:
      return Once(insn);
    case Op::kFire:
      BeginScoring(tasks_.back().frame);
      return false;
    case Op::kNext:
      return NextBinding();
    case Op::kDraw:
      return Draw(insn, frame.rule);
    case Op::kScoreFor:
    case Op::kScoreGroup: {
      const Value subject = machine_.PopValue();
      const Id rule = insn.op == Op::kScoreFor ? insn.b : ScoreOfGroup(insn.b, subject);
      if (subject < 0 || rule == kNoId) return true;
      PushRule(rule, subject, Context{}, true);
      return false;
    }
    case Op::kPlay: {
      const Value player = machine_.PopValue();
      if (player < 0) return true;
      PushPart(insn.b, insn.c, Id32(player));
      return false;
    }
    case Op::kPlayRound: {
      Task task;
      task.kind = TaskKind::kRound;
      const RoundInfo& round = program_->rounds[static_cast<size_t>(insn.b)];
      SetAgenda(task, round.first, round.last);
      PushNested(task);
      return false;
    }
    case Op::kPlayFinal:
      StartFinal();
      return false;
    default:
      CarryOutEffect(insn, frame.rule, frame.context);
      return !asking_;  // a total may have left its range
  }
}

// What needs no rule that waits: the effects that end at once.
void Game::CarryOutEffect(const Insn& insn, Id rule, const Context& context) {
  switch (insn.op) {
    case Op::kSendHome: {
      std::vector<Value>& things = things_;
      machine_.PopSet(things);
      for (Value thing : things)
        SendHome(static_cast<Class>(insn.a), thing, CauseOf(rule, static_cast<Class>(insn.a), thing));
      return;
    }
    case Op::kMove: {
      const Value target = machine_.PopValue();
      std::vector<Value>& things = things_;
      machine_.PopSet(things);
      if (target < 0) return;
      for (Value thing : things) MoveThing(static_cast<Class>(insn.a), thing, static_cast<Class>(insn.b), target);
      return;
    }
    case Op::kGive: {
      const Value player = machine_.PopValue();
      std::vector<Value>& things = things_;
      machine_.PopSet(things);
      if (player < 0) return;
      for (Value thing : things) Settle(static_cast<Class>(insn.a), thing, {At::kPlayer, player});
      return;
    }
    case Op::kDeal: {
      std::vector<Value> players, things;
      machine_.PopSet(players);
      machine_.PopSet(things);
      for (size_t i = 0; i < things.size() && !players.empty(); ++i) {
        Settle(static_cast<Class>(insn.a), things[i], {At::kPlayer, players[i % players.size()]});
      }
      return;
    }
    case Op::kAssign: {
      const Value value = machine_.PopValue(), owner = machine_.PopValue();
      if (owner < 0) return;
      const bool feature = program_->states[static_cast<size_t>(insn.b)].owner == Class::kFeature;
      world_.states[static_cast<size_t>(insn.b)].Set(feature ? world_.board.Find(Id32(owner)) : owner, value);
      return;
    }
    case Op::kUnder: {
      auto& cards = world_.decks[static_cast<size_t>(insn.b)].cards;
      if (cards.size() > 1) std::rotate(cards.begin(), cards.begin() + 1, cards.end());
      return;
    }
    case Op::kPay: {
      const Value payee = machine_.PopValue(), payer = machine_.PopValue(), points = machine_.PopValue();
      if (payee < 0 || payer < 0) return;
      Award award;
      award.rule = rule;
      award.player = static_cast<int8_t>(payer);
      award.points = -Id32(points);
      award.mark = Mark::kPaid;
      Book(award, world_.ledger.rows.size());
      if (asking_) return;  // a total has left its range
      award.player = static_cast<int8_t>(payee);
      award.points = Id32(points);
      award.mark = Mark::kEarned;
      Book(award, world_.ledger.rows.size());
      return;
    }
    case Op::kMoveBy: {
      const Value steps = machine_.PopValue();
      std::vector<Value>& things = things_;
      machine_.PopSet(things);
      for (Value thing : things) MoveOn(thing, steps);
      return;
    }
    case Op::kTurnInto: {
      const Value feature = machine_.PopValue();
      if (feature >= 0) world_.board.TurnInto(Id32(feature), insn.b);
      return;
    }
    case Op::kCancel:
      if (context.scoring >= 0) world_.scorings[static_cast<size_t>(context.scoring)].cancelled = true;
      return;
    default:
      return;  // pure instructions never come here; what is not carried yet is refused by the verifier
  }
}

int32_t Game::CauseOf(Id rule, Class cls, Value thing) const {
  switch (program_->rule(rule).kind) {
    case RuleKind::kScore:
      return kScored;
    case RuleKind::kOffer:
      return kActed;
    case RuleKind::kRule:
      break;
  }
  // What sends a figure of a settled feature home is the scoring, whoever says so.
  if (cls != Class::kFigure) return kRuled;
  const int32_t segment = world_.board.SegmentAt(world_.board.figure(Id32(thing)).spot);
  if (segment == kNone) return kRuled;
  const int32_t feature = world_.board.FeatureOf(segment);
  const bool settled = std::any_of(world_.settled.begin(), world_.settled.end(),
                                   [&](int32_t id) { return world_.board.Find(id) == feature; });
  return settled ? kScored : kRuled;
}

void Game::SendHome(Class cls, Value thing, int32_t cause) {
  Happening happening;
  happening.event = EventId::kReturned;
  happening.cls = cls;
  happening.subject = thing;
  happening.cause = cause;
  if (cls == Class::kFigure) {
    const Figure& figure = world_.board.figure(Id32(thing));
    happening.from = figure.spot;
    if (figure.spot.at == At::kSupply) return;
    world_.board.MoveFigure(Id32(thing), {At::kSupply, kNothing});
  } else if (cls == Class::kMarker) {
    const Marker& marker = world_.board.marker(Id32(thing));
    happening.from = marker.spot;
    const Id card = marker.card;
    const bool gone = marker.printed || card != kNoId;
    if (happening.from.at == (gone ? At::kOut : At::kSupply)) return;
    world_.board.MoveMarker(Id32(thing), {gone ? At::kOut : At::kSupply, kNothing});
    // A token goes back into the bag that it was drawn from.
    if (card != kNoId)
      world_.decks[static_cast<size_t>(program_->cards[static_cast<size_t>(card)].zone)].cards.push_back(card);
  } else if (cls == Class::kPiece) {
    Piece& piece = world_.board.piece(Id32(thing));
    if (piece.at == PieceAt::kBoard) return;
    Leave(Id32(thing));
    piece.at = PieceAt::kOut;
  }
  Raise(happening);
}

// Puts a figure or marker somewhere and tells of it.
void Game::Settle(Class cls, Value thing, Spot spot) {
  Happening happening;
  happening.event = EventId::kMoved;
  happening.cls = cls;
  happening.subject = thing;
  happening.to = spot;
  if (cls == Class::kFigure) {
    happening.from = world_.board.figure(Id32(thing)).spot;
    world_.board.MoveFigure(Id32(thing), spot);
  } else if (cls == Class::kMarker) {
    happening.from = world_.board.marker(Id32(thing)).spot;
    world_.board.MoveMarker(Id32(thing), spot);
  } else {
    return;
  }
  Raise(happening);
  const bool on_board =
      spot.at != At::kPlayer && spot.at != At::kPlace && spot.at != At::kScoreboard && spot.at != At::kOut;
  if (happening.from.at == At::kSupply && on_board) {
    happening.event = EventId::kPlaced;
    Raise(happening);
  }
}

void Game::MoveThing(Class cls, Value thing, Class to, Value target) {
  if (cls == Class::kPiece) {
    if (to == Class::kFit) LayFit(target);
    else if (to == Class::kPlace) PutInPlace(Id32(thing), Id32(target));
    else if (target == kHandZone) Fetch(Id32(thing));
    else PutBack(Id32(thing));
    return;
  }
  if (const auto spot = SpotOf(to, target)) Settle(cls, thing, *spot);
}

// Where something goes that is put on a thing of this class; nothing where that is no place.
std::optional<Spot> Game::SpotOf(Class to, Value target) const {
  switch (to) {
    case Class::kSegment:
      return Spot{At::kSegment, target};
    case Class::kFeature: {  // on its first segment: which one makes no difference to a rule
      int32_t first = INT32_MAX;
      world_.board.ForSegments(world_.board.Find(Id32(target)),
                               [&](int32_t segment) { first = std::min(first, segment); });
      return Spot{At::kSegment, first};
    }
    case Class::kSquare:
      return Spot{At::kSquare, target};
    case Class::kPiece:
      if (world_.board.piece(Id32(target)).at != PieceAt::kBoard) return std::nullopt;  // a piece in hand is no place
      return Spot{At::kSquare, world_.board.SquareOf(world_.board.piece(Id32(target)).cell)};
    case Class::kFigure:
      return Spot{At::kFigure, target};
    case Class::kMarker:
      return Spot{At::kMarker, target};
    case Class::kPlayer:
      return Spot{At::kPlayer, target};
    case Class::kPlace:
      return Spot{At::kPlace, target};
    case Class::kCorner:
      return Spot{At::kCorner, target};
    case Class::kZone:
      return Spot{At::kScoreboard, kNothing};  // the other zones are places, or done otherwise
    case Class::kJoining:
      return Spot{At::kJoining, target};
    case Class::kSpan:
      return Spot{At::kSpan, target};
    default:
      return std::nullopt;
  }
}

// A figure on a place of a circle goes that many places on.
void Game::MoveOn(Value thing, Value steps) {
  const Spot spot = world_.board.figure(Id32(thing)).spot;
  if (spot.at != At::kPlace) return;
  const auto& places =
      program_->zones[static_cast<size_t>(program_->places[static_cast<size_t>(spot.id)].zone)].entries;
  const auto at = std::find(places.begin(), places.end(), static_cast<Id>(spot.id)) - places.begin();
  const auto size = static_cast<Value>(places.size());
  Settle(Class::kFigure, thing, {At::kPlace, places[static_cast<size_t>(((at + steps) % size + size) % size)]});
}

// A piece that does not lie on the board leaves the pile, the hand, or the place where it is.
void Game::Leave(int32_t id) {
  Piece& piece = world_.board.piece(id);
  if (piece.at == PieceAt::kPile) std::erase_if(world_.pile, [&](const PilePiece& one) { return one.piece == id; });
  if (world_.drawn == id) world_.drawn = kNone;
  piece.place = kNoId;
}

// It lies open in a place of a zone, and whoever may have it can see what is printed on it.
void Game::PutInPlace(int32_t id, Id place) {
  Piece& piece = world_.board.piece(id);
  if (piece.at == PieceAt::kBoard) return;
  Leave(id);
  piece.at = PieceAt::kPlace;
  piece.place = place;
  if (program_->reads_hand) world_.board.ShowMarks(id);
}

// A piece that is known comes into hand as one that was drawn does.
void Game::Fetch(int32_t id) {
  if (world_.board.piece(id).at == PieceAt::kBoard || world_.drawn == id) return;
  Leave(id);
  TakeDrawn(id);
}

// A piece goes back into the pile, to those it was among. A record that has tiles of its own has no such place.
void Game::PutBack(int32_t id) {
  Piece& piece = world_.board.piece(id);
  if (piece.at == PieceAt::kBoard || piece.at == PieceAt::kPile) return;
  Leave(id);
  const size_t at = static_cast<size_t>(id);
  if (loose_pile_ || at >= world_.piece_rank.size()) {
    piece.at = PieceAt::kOut;
    return;
  }
  piece.at = PieceAt::kPile;
  const int32_t rank = world_.piece_rank[at];
  world_.pile.insert(std::ranges::upper_bound(world_.pile, rank, {}, &PilePiece::rank), {id, piece.tile, rank});
}

void Game::LayFit(Value fit) {
  const int32_t piece = FitPiece(fit);
  const Value square = FitSquare(fit);
  // What another piece of this part has touched is looked at again when what is due is listed.
  if (world_.placed != kNone) {
    const Board& board = world_.board;
    for (const auto& list : {board.touched(), board.blocked()}) {
      for (int32_t feature : list) world_.board.NoteChanged(board.node(board.Find(feature)).ring);
    }
  }
  // A fit is good while its piece is in hand and its square is empty; a rule may have used it up.
  if (world_.board.piece(piece).at == PieceAt::kBoard || world_.board.Filled(square)) return;
  Leave(piece);
  world_.board.Lay(piece, SquareX(square), SquareY(square), FitTurn(fit), world_.part);
  world_.placed = piece;
  Happening happening;
  happening.event = EventId::kPlaced;
  happening.cls = Class::kPiece;
  happening.subject = piece;
  Raise(happening);
  TellFeatures();
}

// What laying a piece did to features: joined, closed.
void Game::TellFeatures() {
  Happening happening;
  happening.cls = Class::kFeature;
  for (EventId event : {EventId::kJoined, EventId::kClosed}) {
    if (!Heard(event)) continue;
    for (const auto& list : {world_.board.touched(), world_.board.blocked()}) {
      for (int32_t id : list) {
        const int32_t feature = world_.board.Find(id);
        Node& node = world_.board.node(feature);
        if (event == EventId::kJoined && node.extended != world_.part) continue;
        if (event == EventId::kClosed && (node.closed || !IsClosed(feature))) continue;
        if (event == EventId::kClosed) node.closed = true;
        happening.event = event;
        happening.subject = feature;
        Raise(happening);
      }
    }
  }
}

bool Game::Draw(const Insn& insn, Id rule) {
  const Value target = machine_.PopValue();
  const ZoneInfo& zone = program_->zones[static_cast<size_t>(insn.b)];
  const bool empty =
      insn.b == kPileZone ? world_.pile.empty() : world_.decks[static_cast<size_t>(insn.b)].cards.empty();
  draw_mode_ = insn.a;
  holding_ = insn.a == 2 ? insn.c : kNoId;
  draw_to_ = {At::kOut, kNothing};
  if (insn.a == 0 && insn.c != 0) {
    const auto spot = target < 0 ? std::nullopt : SpotOf(static_cast<Class>(insn.c), target);
    if (!spot) return true;
    draw_to_ = *spot;
  }
  // Nobody sees what it is, and a record does not say.
  if (empty || (insn.a == 1 && loose_pile_)) return true;
  Put(Ask::kDraw, -1, rule);
  question_.zone = insn.b;
  asking_ = !zone.open;  // of an open deck the next card is known
  if (asking_) return false;
  Option option;
  option.kind = Option::Kind::kDraw;
  option.bound[0] = world_.decks[static_cast<size_t>(insn.b)].cards.front();
  FinishDraw(option);
  return true;
}

void Game::TakeInHand(int32_t piece) {
  world_.board.piece(piece).at = PieceAt::kHand;
  if (program_->reads_hand) world_.board.ShowMarks(piece);
  world_.drawn = piece;
}

// In hand, and told.
void Game::TakeDrawn(int32_t piece) {
  TakeInHand(piece);
  Happening happening;
  happening.event = EventId::kDrawn;
  happening.cls = Class::kPiece;
  happening.subject = piece;
  Raise(happening);
}

void Game::FinishDraw(const Option& option) {
  if (question_.zone == kPileZone) {
    const int32_t piece = TakeFromPile(static_cast<Id>(option.bound[0]));
    if (draw_mode_ == 1) {
      world_.board.piece(piece).at = PieceAt::kOut;
      return;
    }
    return draw_to_.at == At::kPlace ? PutInPlace(piece, Id32(draw_to_.id)) : TakeDrawn(piece);
  }
  DeckState& deck = world_.decks[static_cast<size_t>(question_.zone)];
  const Id card = static_cast<Id>(option.bound[0]);
  if (!program_->zones[static_cast<size_t>(question_.zone)].returns)
    deck.cards.erase(std::find(deck.cards.begin(), deck.cards.end(), card));
  if (draw_mode_ == 1) return;
  if (draw_to_.at != At::kOut) return PutToken(card);
  deck.shown = card;
  if (holding_ != kNoId) deck.held.push_back(card);
  Happening happening;
  happening.event = EventId::kDrawn;
  happening.cls = Class::kCard;
  happening.subject = deck.shown;
  Raise(happening);
}

// A token comes out of its bag and goes where it was drawn for.
void Game::PutToken(Id card) {
  const CardInfo& info = program_->cards[static_cast<size_t>(card)];
  const Id kind = program_->zones[static_cast<size_t>(info.zone)].of;
  Happening happening;
  happening.cls = Class::kMarker;
  happening.to = draw_to_;
  happening.subject = world_.board.AddMarker(kind, -1, draw_to_, info.attributes, false, card);
  happening.event = EventId::kDrawn;
  Raise(happening);
}

// A piece of this tile out of the pile. A record may hold tiles that the pile has not: they are made.
int32_t Game::TakeFromPile(Id tile) {
  for (size_t i = loose_pile_ ? 0 : world_.pile.size(); i-- > 0;) {
    if (world_.pile[i].tile != tile) continue;
    const int32_t piece = world_.pile[i].piece;
    world_.pile.erase(world_.pile.begin() + static_cast<std::ptrdiff_t>(i));
    return piece;
  }
  return world_.board.AddPiece(tile, PieceAt::kHand, -1);
}

bool Game::LimitLeft(Id rule, int limit) {
  const LimitInfo& info = program_->rule(rule).limits[static_cast<size_t>(limit)];
  const LimitState& state = limits_[static_cast<size_t>(tables_->first_limit[static_cast<size_t>(rule)] + limit)];
  return state.period != periods_[static_cast<size_t>(info.per)] || state.used < info.number;
}

void Game::SpendLimit(Id rule, int limit) {
  const LimitInfo& info = program_->rule(rule).limits[static_cast<size_t>(limit)];
  LimitState& state = limits_[static_cast<size_t>(tables_->first_limit[static_cast<size_t>(rule)] + limit)];
  const int32_t now = periods_[static_cast<size_t>(info.per)];
  if (state.period != now) state = {0, now};
  ++state.used;
}

}  // namespace reeve
