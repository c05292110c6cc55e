// Heads and effects: docs/semantics.md sections 10 and 11.
#include <algorithm>

#include "tests/reference/run.h"

namespace reeve::reference {

using sema::HeadLine;

Value& Run::Frame::slot(int64_t number) {
  if (slots.size() <= static_cast<size_t>(number)) slots.resize(static_cast<size_t>(number) + 1, kNil);
  return slots[static_cast<size_t>(number)];
}

void Run::RunRule(int id, Value subject, const Hanging& hanging, bool given) {
  Frame frame;
  frame.rule = id;
  frame.slot(0) = subject;
  frame.slot(1) = kNil;
  frame.hanging = hanging;
  running_rule_ = id;
  Walk(frame, given && rule(id).subject_from_each ? 1 : 0);
}

// --- the head ------------------------------------------------------------------------------------------
// Walks from a line to the end of the head and does what the rule does, for every binding.
void Run::Walk(Frame& frame, size_t at) {
  running_rule_ = frame.rule;
  const sema::Rule& one = rule(frame.rule);
  if (at == one.head.size()) return Finish(frame);
  const HeadLine& line = one.head[at];
  switch (line.kind) {
    case HeadLine::Kind::kEach:
      for (Value member : Members(line, frame)) {
        frame.slot(line.slot) = member;
        Walk(frame, at + 1);
        running_rule_ = frame.rule;
      }
      return;
    case HeadLine::Kind::kRequire:
      if (Eval(line.cond, frame) != 0) Walk(frame, at + 1);
      return;
    case HeadLine::Kind::kForbid:
      if (Eval(line.cond, frame) == 0) Walk(frame, at + 1);
      return;
    case HeadLine::Kind::kLimit:
      if (LimitLeft(frame.rule, at)) Walk(frame, at + 1);
      return;
    case HeadLine::Kind::kChoose:
    case HeadLine::Kind::kChooseText:
    case HeadLine::Kind::kMay:
      return Choose(frame, at);
    case HeadLine::Kind::kRepeat: {
      const Value from = Eval(line.set, frame);
      for (int i = 0; from != kNil && i < line.number && !frame.exhausted; ++i) {
        frame.slot(line.slot) = (from + i) % players;
        Walk(frame, at + 1);
        running_rule_ = frame.rule;
      }
      frame.exhausted = false;
      return;
    }
    case HeadLine::Kind::kOnce:
      if (CountsOnce(frame, at)) Walk(frame, at + 1);
      return;
  }
}

// What a line binds, in order: the members of its set, or the numbers of its texts.
std::vector<Value> Run::Members(const HeadLine& line, Frame& frame) {
  std::vector<Value> members;
  if (line.kind == HeadLine::Kind::kChooseText) {
    for (size_t i = 0; i < line.texts.size(); ++i) members.push_back(static_cast<Value>(i));
    return members;
  }
  members = Set(line.set, frame);
  const bool said = line.set->kind == sema::TermKind::kSeats;
  if (line.kind == HeadLine::Kind::kEach && line.set->type.cls == Class::kPlayer && !said)
    members = FromSeat(members, std::max(active, 0));
  return members;
}

void Run::Choose(Frame& frame, size_t at) {
  const HeadLine& line = rule(frame.rule).head[at];
  std::vector<Value> members;
  if (line.kind != HeadLine::Kind::kMay) members = Members(line, frame);
  const Value chooser = line.chooser != nullptr ? Eval(line.chooser, frame) : kNil;
  if (chooser == kNil && !line.chance) return;
  if (line.kind == HeadLine::Kind::kChoose) {
    if (members.empty()) {
      frame.exhausted = true;
      return;
    }
    if (members.size() == 1 && !line.may && !setup_.every_choice) {
      frame.slot(line.slot) = members[0];
      return Walk(frame, at + 1);
    }
  }
  Question question;
  question.kind = line.kind == HeadLine::Kind::kMay ? Question::Kind::kYesNo : Question::Kind::kChoice;
  question.player = line.chance ? -1 : static_cast<int>(chooser);
  question.step = step;
  question.rule = frame.rule;
  question.line = static_cast<int>(at);
  question.cls = line.kind == HeadLine::Kind::kChoose ? line.set->type.cls : Class::kText;
  std::vector<Option> options;
  for (Value member : members) options.push_back({Option::Kind::kThing, -1, {member}});
  if (line.kind == HeadLine::Kind::kMay) options.push_back({Option::Kind::kYes, -1, {}});
  if (line.kind == HeadLine::Kind::kMay || line.may) options.push_back({Option::Kind::kNo, -1, {}});
  Reply reply;
  do {
    reply = Ask(question, options);
  } while (reply.kind == Reply::Kind::kAgain);
  running_rule_ = frame.rule;
  const Option& taken = options[reply.index];
  if (taken.kind == Option::Kind::kNo) return;
  if (taken.kind == Option::Kind::kThing) frame.slot(line.slot) = taken.bound[0];
  if (line.kind == HeadLine::Kind::kChooseText) {
    Happening happening;
    happening.event = EventId::kAnswered;
    happening.id = frame.rule;
    happening.text = static_cast<int>(taken.bound[0]);
    happening.slots = frame.slots;
    Raise(std::move(happening));
  }
  Walk(frame, at + 1);
}

bool Run::LimitLeft(int id, size_t at) const {
  const HeadLine& line = rule(id).head[at];
  const auto used = limits_.find({id, at, periods_[static_cast<size_t>(line.per)]});
  return used == limits_.end() || used->second < line.number;
}

// The head is done: limits are spent, then the scoring runs or the effects.
void Run::Finish(Frame& frame) {
  const sema::Rule& one = rule(frame.rule);
  for (size_t i = 0; i < one.head.size(); ++i) {
    if (one.head[i].kind != HeadLine::Kind::kLimit) continue;
    ++limits_[{frame.rule, i, periods_[static_cast<size_t>(one.head[i].per)]}];
  }
  if (!one.who.empty()) Score(frame);
  else Effects(frame, nullptr);
}

// --- effects -------------------------------------------------------------------------------------------
// `scoring`: they are the `then` lines of a scoring, and see what it gave.
void Run::Effects(Frame& frame, Scoring* scoring) {
  Scoring* const hangs_on = frame.hanging.scoring;
  for (const sema::EffectLine& effect : rule(frame.rule).effects) {
    running_rule_ = frame.rule;
    if (scoring != nullptr) frame.hanging.scoring = scoring;
    const bool holds = effect.guard == nullptr || Eval(effect.guard, frame) != 0;
    if (holds && effect.kind != ast::Effect::Kind::kCancel) Effect(effect, frame);
    frame.hanging.scoring = hangs_on;
    if (holds && effect.kind == ast::Effect::Kind::kCancel && hangs_on != nullptr) hangs_on->cancelled = true;
  }
}

// Why what a rule returns comes home.
int Run::CauseOf(int id, Class cls, Value thing) const {
  if (rule(id).IsScore()) return kScored;
  if (rule(id).kind == RuleKind::kOffer) return kActed;
  const std::vector<Value> feature =
      cls == Class::kFigure ? Property(PropertyId::kFeatureOfFigure, thing) : std::vector<Value>{};
  for (int settled : settled_) {
    if (!feature.empty() && board.Name(settled) == feature.front()) return kScored;
  }
  return kRuled;
}

void Run::Effect(const sema::EffectLine& effect, Frame& frame) {
  using K = ast::Effect::Kind;
  switch (effect.kind) {
    case K::kReturn: {
      for (Value thing : Set(effect.set, frame)) SendHome(effect.cls, thing, CauseOf(frame.rule, effect.cls, thing));
      return;
    }
    case K::kMove:
      return Move(effect, frame);
    case K::kGive: {
      const std::vector<Value> things = Set(effect.set, frame);
      const Value player = Eval(effect.target, frame);
      if (player == kNil) return;
      for (Value thing : things) Put(effect.cls, thing, {Spot::At::kPlayer, player});
      return;
    }
    case K::kDeal: {
      const std::vector<Value> things = Set(effect.set, frame), to = Set(effect.target, frame);
      for (size_t i = 0; i < things.size() && !to.empty(); ++i)
        Put(effect.cls, things[i], {Spot::At::kPlayer, to[i % to.size()]});
      return;
    }
    case K::kBecomes: {
      const Value owner = Eval(effect.target, frame), value = Eval(effect.value, frame);
      if (owner != kNil) states[static_cast<size_t>(effect.id)][owner] = value;
      return;
    }
    case K::kDraw:
    case K::kTake:
      return Draw(effect, frame);
    case K::kTurn: {
      const Value feature = Eval(effect.target, frame);
      if (feature != kNil) board.TurnInto(board.Name(feature), effect.id);
      return;
    }
    case K::kPut: {
      auto& cards = decks[static_cast<size_t>(effect.id)];
      if (!cards.empty()) std::rotate(cards.begin(), cards.begin() + 1, cards.end());
      return;
    }
    case K::kPay:
      return Pay(effect, frame);
    case K::kScore: {
      const Value subject = Eval(effect.target, frame);
      if (subject == kNil) return;
      const int score = effect.group ? ScoreOfGroup(effect.id, subject) : InPlay(effect.id) ? effect.id : -1;
      if (score >= 0) RunRule(score, subject, {}, true);
      return;
    }
    case K::kPlay: {
      if (effect.final) throw EndsNow{};
      if (effect.round) return NestedRound(effect.id);
      const Value player = Eval(effect.target, frame);
      if (player == kNil) return;
      const auto place = [&](int id) {
        return static_cast<size_t>(std::find(model_.turn_steps.begin(), model_.turn_steps.end(), id) -
                                   model_.turn_steps.begin());
      };
      return Part(place(effect.id), place(effect.last), static_cast<int>(player));
    }
    case K::kCancel:
      return;  // see Effects
  }
}

void Run::SendHome(Class cls, Value thing, int cause) {
  Happening happening;
  happening.event = EventId::kReturned;
  happening.cls = cls;
  happening.subject = thing;
  happening.cause = cause;
  if (cls == Class::kFigure) {
    happening.from = board.figures[static_cast<size_t>(thing)].spot;
    if (happening.from.at == Spot::At::kSupply) return;
    board.figures.Change()[static_cast<size_t>(thing)].spot = Spot{};
  } else if (cls == Class::kMarker) {
    const Marker& marker = board.markers[static_cast<size_t>(thing)];
    happening.from = marker.spot;
    const int card = marker.card;
    const Spot home{marker.printed || card >= 0 ? Spot::At::kOut : Spot::At::kSupply, kNil};
    if (happening.from.at == home.at) return;
    board.MoveMarker(static_cast<int>(thing), home, part);
    FollowJoins();
    if (card >= 0) decks[static_cast<size_t>(model_.cards[static_cast<size_t>(card)].zone)].push_back(card);
  } else {
    if (board.pieces[static_cast<size_t>(thing)].at == Piece::At::kBoard) return;
    Leave(static_cast<int>(thing)).at = Piece::At::kOut;
  }
  Raise(std::move(happening));
}

// A figure or marker comes to a place.
void Run::Put(Class cls, Value thing, Spot spot) {
  const size_t index = static_cast<size_t>(thing);
  Happening happening;
  happening.event = EventId::kMoved;
  happening.cls = cls;
  happening.subject = thing;
  happening.from = cls == Class::kFigure ? board.figures[index].spot : board.markers[index].spot;
  happening.to = spot;
  if (cls == Class::kFigure) board.figures.Change()[index].spot = spot;
  else board.MoveMarker(static_cast<int>(thing), spot, part);
  FollowJoins();
  Raise(happening);
  const bool on_board = spot.at != Spot::At::kPlayer && spot.at != Spot::At::kPlace && spot.at != Spot::At::kScoreboard;
  if (happening.from.at != Spot::At::kSupply || !on_board) return;
  happening.event = EventId::kPlaced;
  Raise(std::move(happening));
}

void Run::Move(const sema::EffectLine& effect, Frame& frame) {
  if (effect.target == nullptr) return MoveOn(effect, frame);
  const std::vector<Value> things = Set(effect.set, frame);
  const Value target = Eval(effect.target, frame);
  if (target == kNil) return;
  if (effect.cls == Class::kPiece) {
    for (Value thing : things) {
      if (effect.to == Class::kFit) LayFit(target);
      else if (effect.to == Class::kPlace) PutInPlace(static_cast<int>(thing), static_cast<int>(target));
      else if (target == kHandZone) Fetch(static_cast<int>(thing));
      else PutBack(static_cast<int>(thing));
    }
    return;
  }
  const std::optional<Spot> spot = SpotOn(effect.to, target);
  if (!spot) return;
  for (Value thing : things) Put(effect.cls, thing, *spot);
}

// Where a thing comes that is put on a thing of this class; nothing: that is no place now.
std::optional<Spot> Run::SpotOn(Class to, Value target) const {
  switch (to) {
    case Class::kSegment:
      return Spot{Spot::At::kSegment, target};
    case Class::kFeature: {
      const std::vector<int> segments = board.SegmentsOf(board.Name(target));
      return segments.empty() ? std::nullopt : std::optional(Spot{Spot::At::kSegment, segments.front()});
    }
    case Class::kSquare:
      return Spot{Spot::At::kSquare, target};
    case Class::kPiece: {
      const Value square = board.SquareOfPiece(static_cast<int>(target));
      return square == kNil ? std::nullopt : std::optional(Spot{Spot::At::kSquare, square});
    }
    case Class::kFigure:
      return Spot{Spot::At::kFigure, target};
    case Class::kMarker:
      return Spot{Spot::At::kMarker, target};
    case Class::kPlayer:
      return Spot{Spot::At::kPlayer, target};
    case Class::kPlace:
      return Spot{Spot::At::kPlace, target};
    case Class::kCorner:
      return Spot{Spot::At::kCorner, target};
    case Class::kJoining:
      return Spot{Spot::At::kJoining, target};
    case Class::kSpan:
      return Spot{Spot::At::kSpan, target};
    case Class::kZone:
      return Spot{Spot::At::kScoreboard, kNil};
    default:
      throw NotYet("moving a thing there");
  }
}

// From wherever it is but the board.
Piece& Run::Leave(int id) {
  Piece& piece = board.pieces.Change()[static_cast<size_t>(id)];
  if (piece.at == Piece::At::kPile) std::erase_if(pile, [&](const auto& one) { return one.second == id; });
  if (drawn == id) drawn = -1;
  piece.place = -1;
  return piece;
}

void Run::PutInPlace(int id, int place) {
  if (board.pieces[static_cast<size_t>(id)].at == Piece::At::kBoard) return;
  Piece& piece = Leave(id);
  piece.at = Piece::At::kPlace;
  piece.place = place;
  ShowIfRead(id);
}

void Run::Fetch(int id) {
  if (board.pieces[static_cast<size_t>(id)].at == Piece::At::kBoard || drawn == id) return;
  Leave(id);
  TakeDrawn(id);
}

// Back into the pile, among those it was with.
void Run::PutBack(int id) {
  const Piece::At before = board.pieces[static_cast<size_t>(id)].at;
  if (before == Piece::At::kBoard || before == Piece::At::kPile) return;
  Piece& piece = Leave(id);
  const auto rank = ranks_.find(id);
  const bool goes = rank != ranks_.end() && !setup_.loose_pile;
  piece.at = goes ? Piece::At::kPile : Piece::At::kOut;
  if (goes) pile.push_back({rank->second, id});
}

void Run::TakeInHand(int piece) {
  board.pieces.Change()[static_cast<size_t>(piece)].at = Piece::At::kHand;
  drawn = piece;
  ShowIfRead(piece);
}

void Run::TakeDrawn(int piece) {
  TakeInHand(piece);
  Happening happening;
  happening.event = EventId::kDrawn;
  happening.cls = Class::kPiece;
  happening.subject = piece;
  Raise(std::move(happening));
}

// What is printed on it can be read from now on, if some rule does.
void Run::ShowIfRead(int piece) {
  const auto reads = [](const sema::Term& term) {
    if (term.kind != sema::TermKind::kRelated || term.number != static_cast<int64_t>(RelationId::kMarkerOnPiece))
      return false;
    const sema::Term* of = term.a->kind == sema::TermKind::kOne ? term.a->a : nullptr;
    return of == nullptr || of->kind != sema::TermKind::kGlobal ||
           of->number != static_cast<int64_t>(GlobalId::kPlaced);
  };
  // The rules do not change: all their terms are looked through once.
  if (!hand_is_read_) hand_is_read_ = std::any_of(model_.terms.begin(), model_.terms.end(), reads);
  if (*hand_is_read_) board.Show(piece);
}

// So many places on in its circle.
void Run::MoveOn(const sema::EffectLine& effect, Frame& frame) {
  const std::vector<Value> things = Set(effect.set, frame);
  const Value steps = Eval(effect.value, frame);
  for (Value thing : things) {
    const Spot& spot = board.figures[static_cast<size_t>(thing)].spot;
    if (spot.at != Spot::At::kPlace) continue;
    const sema::Zone& zone = model_.zones[static_cast<size_t>(model_.places[static_cast<size_t>(spot.id)].zone)];
    const Value count = static_cast<Value>(zone.entries.size());
    const Value at =
        std::find(zone.entries.begin(), zone.entries.end(), static_cast<int>(spot.id)) - zone.entries.begin();
    if (!zone.circle) continue;
    Put(effect.cls, thing,
        {Spot::At::kPlace, zone.entries[static_cast<size_t>(((at + steps) % count + count) % count)]});
  }
}

void Run::LayFit(Value fit) {
  const int piece = FitPiece(fit);
  const Value square = FitSquare(fit);
  if (board.pieces[static_cast<size_t>(piece)].at == Piece::At::kBoard || board.PieceOn(square) >= 0) return;
  if (placed >= 0) {  // what another piece of this part did is not forgotten
    for (const auto* list : {&board.touched, &board.blocked}) {
      for (int feature : *list) board.changed.push_back(board.SegmentsOf(board.Name(feature)).front());
    }
  }
  Leave(piece);
  board.Lay(piece, SquareX(square), SquareY(square), FitTurn(fit), part);
  FollowJoins();
  placed = piece;
  Happening happening;
  happening.event = EventId::kPlaced;
  happening.cls = Class::kPiece;
  happening.subject = piece;
  Raise(happening);
  happening.cls = Class::kFeature;
  for (int touched : board.touched) {
    const int feature = board.Name(touched);  // what two share may have joined it since
    if (board.features[static_cast<size_t>(feature)].extended != part) continue;
    happening.event = EventId::kJoined;
    happening.subject = feature;
    Raise(happening);
  }
  std::vector<int> closed = board.touched;
  closed.insert(closed.end(), board.blocked.begin(), board.blocked.end());
  for (int named : closed) {
    const int feature = board.Name(named);
    Feature& one = board.features[static_cast<size_t>(feature)];
    if (one.closed || !IsClosed(feature)) continue;
    one.closed = true;
    happening.event = EventId::kClosed;
    happening.subject = feature;
    Raise(happening);
  }
}

// What was said of a feature that has joined another is said of that one now.
void Run::FollowJoins() {
  for (const auto& [gone, kept] : board.joins) {
    for (size_t s = 0; s < states.size(); ++s) {
      if (model_.states[s].owner != Class::kFeature) continue;
      const auto entry = states[s].find(gone);
      if (entry == states[s].end()) continue;
      const auto [of_kept, fresh] = states[s].emplace(kept, entry->second);
      if (!fresh && model_.states[s].result == Class::kTruth && entry->second != 0) of_kept->second = 1;
      states[s].erase(gone);
    }
  }
  board.joins.clear();
}

void Run::Draw(const sema::EffectLine& effect, Frame& frame) {
  const int zone = effect.id;
  std::optional<Spot> to;
  if (effect.target != nullptr) {
    const Value target = Eval(effect.target, frame);
    if (target != kNil) to = SpotOn(effect.to, target);
    if (!to) return;
  }
  if (effect.unseen && setup_.loose_pile) return;  // a record does not say what it was
  std::map<Value, int> counts;
  if (zone == kPileZone) {
    int highest = 0;
    for (const auto& [rank, piece] : pile) highest = std::max(highest, rank);
    for (const auto& [rank, piece] : pile) {
      if (rank == highest) ++counts[board.pieces[static_cast<size_t>(piece)].tile];
    }
  } else {
    for (int card : decks[static_cast<size_t>(zone)]) ++counts[card];
  }
  if (counts.empty()) return;
  if (model_.zones[static_cast<size_t>(zone)].open)
    return TakeOut(effect, decks[static_cast<size_t>(zone)].front(), to);
  Question question;
  question.kind = Question::Kind::kDraw;
  question.step = step;
  question.rule = frame.rule;
  question.zone = zone;
  std::vector<Option> options;
  for (const auto& [thing, count] : counts) options.push_back({Option::Kind::kDraw, -1, {thing}, count});
  Reply reply;
  do {
    reply = Ask(question, options);
  } while (reply.kind == Reply::Kind::kAgain);
  TakeOut(effect, reply.kind == Reply::Kind::kDraw ? reply.tile : static_cast<int>(options[reply.index].bound[0]), to);
}

// What was drawn: a tile of the pile, or a card.
void Run::TakeOut(const sema::EffectLine& effect, int taken, const std::optional<Spot>& to) {
  const int zone = effect.id;
  if (zone == kPileZone) {
    const int piece = TakeFromPile(taken);
    if (effect.unseen) {
      board.pieces.Change()[static_cast<size_t>(piece)].at = Piece::At::kOut;
      return;
    }
    return to ? PutInPlace(piece, static_cast<int>(to->id)) : TakeDrawn(piece);
  }
  Happening happening;
  happening.event = EventId::kDrawn;
  auto& cards = decks[static_cast<size_t>(zone)];
  if (!model_.zones[static_cast<size_t>(zone)].returns) cards.erase(std::find(cards.begin(), cards.end(), taken));
  if (effect.unseen) return;
  if (to) {  // a token
    Marker token;
    token.kind = model_.zones[static_cast<size_t>(zone)].of;
    token.attributes = model_.cards[static_cast<size_t>(taken)].attributes;
    token.card = taken;
    token.spot.at = Spot::At::kOut;
    board.markers.Change().push_back(token);
    happening.cls = Class::kMarker;
    happening.subject = static_cast<Value>(board.markers.size()) - 1;
    happening.to = *to;
    board.MoveMarker(static_cast<int>(happening.subject), *to, part);
    FollowJoins();
    return Raise(std::move(happening));
  }
  shown[static_cast<size_t>(zone)] = taken;
  if (effect.kind == ast::Effect::Kind::kTake) held_[zone].push_back(taken);
  happening.cls = Class::kCard;
  happening.subject = taken;
  Raise(std::move(happening));
}

void Run::Pay(const sema::EffectLine& effect, Frame& frame) {
  const Value points = Eval(effect.value, frame), payer = Eval(effect.set, frame), payee = Eval(effect.target, frame);
  if (payer == kNil || payee == kNil) return;
  Award award;
  award.rule = frame.rule;
  award.player = static_cast<int>(payer);
  award.points = -points;
  award.mark = Mark::kPaid;
  Enter(award);
  award.player = static_cast<int>(payee);
  award.points = points;
  award.mark = Mark::kEarned;
  Enter(award);
}

}  // namespace reeve::reference
