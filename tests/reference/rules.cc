// Heads and effects: docs/semantics.md sections 10 and 11.
#include <algorithm>

#include "tests/reference/run.h"

namespace reeve::reference {

using sema::HeadLine;

Value& Run::Frame::slot(int64_t number) {
  if (slots.size() <= static_cast<size_t>(number)) slots.resize(static_cast<size_t>(number) + 1, kNil);
  return slots[static_cast<size_t>(number)];
}

int& Run::PeriodCount(Per per) {
  return periods_[static_cast<size_t>(per)];
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
    case HeadLine::Kind::kRepeat:
      break;
  }
  throw NotYet("that line of a head");
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
    if (members.empty()) return;
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
  const auto used = limits_.find({id, at});
  if (used == limits_.end() || used->second.second != periods_[static_cast<size_t>(line.per)]) return true;
  return used->second.first < line.number;
}

// The head is done: limits are spent, then the scoring runs or the effects.
void Run::Finish(Frame& frame) {
  const sema::Rule& one = rule(frame.rule);
  for (size_t i = 0; i < one.head.size(); ++i) {
    if (one.head[i].kind != HeadLine::Kind::kLimit) continue;
    auto& [used, period] = limits_[{frame.rule, i}];
    const int now = PeriodCount(one.head[i].per);
    if (period != now) used = 0;
    period = now;
    ++used;
  }
  if (!one.who.empty())
    Score(frame);
  else
    Effects(frame, nullptr);
}

// --- effects -------------------------------------------------------------------------------------------
// `scoring`: they are the `then` lines of a scoring, and see what it gave.
void Run::Effects(Frame& frame, Scoring* scoring) {
  Scoring* const hangs_on = frame.hanging.scoring;
  for (const sema::EffectLine& effect : rule(frame.rule).effects) {
    running_rule_ = frame.rule;
    if (effect.kind == ast::Effect::Kind::kCancel) {
      if (hangs_on != nullptr) hangs_on->cancelled = true;
      continue;
    }
    if (scoring != nullptr) frame.hanging.scoring = scoring;
    Effect(effect, frame, scoring != nullptr);
    frame.hanging.scoring = hangs_on;
  }
}

void Run::Effect(const sema::EffectLine& effect, Frame& frame, bool of_scoring) {
  using K = ast::Effect::Kind;
  switch (effect.kind) {
    case K::kReturn: {
      const RuleKind kind = rule(frame.rule).kind;
      const int cause = of_scoring || kind == RuleKind::kScore ? kScored
                        : kind == RuleKind::kOffer             ? kActed
                        : settled_.empty()                     ? kRuled
                                                               : kScored;
      for (Value thing : Set(effect.set, frame)) SendHome(effect.cls, thing, cause);
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
      return Draw(effect.id, frame.rule);
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
    case K::kTake:
    case K::kTurn:
    case K::kCancel:
      break;
  }
  throw NotYet("that effect");
}

void Run::SendHome(Class cls, Value thing, int cause) {
  Happening happening;
  happening.event = EventId::kReturned;
  happening.cls = cls;
  happening.subject = thing;
  happening.cause = cause;
  if (cls == Class::kFigure) {
    Figure& figure = board.figures[static_cast<size_t>(thing)];
    if (figure.spot.at == Spot::At::kSupply) return;
    happening.from = figure.spot;
    figure.spot = Spot{};
  } else if (cls == Class::kMarker) {
    Marker& marker = board.markers[static_cast<size_t>(thing)];
    happening.from = marker.spot;
    marker.spot = Spot{};
    if (marker.printed) marker.spot.at = Spot::At::kOut;
  } else {
    Piece& piece = board.pieces[static_cast<size_t>(thing)];
    if (piece.at == Piece::At::kBoard) return;
    piece.at = Piece::At::kOut;
    if (drawn == static_cast<int>(thing)) drawn = -1;
  }
  Raise(std::move(happening));
}

// A figure or marker comes to a place.
void Run::Put(Class cls, Value thing, Spot spot) {
  Spot& own = cls == Class::kFigure ? board.figures[static_cast<size_t>(thing)].spot
                                    : board.markers[static_cast<size_t>(thing)].spot;
  Happening happening;
  happening.event = EventId::kMoved;
  happening.cls = cls;
  happening.subject = thing;
  happening.from = own;
  happening.to = spot;
  own = spot;
  Raise(happening);
  if (happening.from.at != Spot::At::kSupply) return;
  happening.event = EventId::kPlaced;
  Raise(std::move(happening));
}

void Run::Move(const sema::EffectLine& effect, Frame& frame) {
  const std::vector<Value> things = Set(effect.set, frame);
  const Value target = Eval(effect.target, frame);
  if (target == kNil) return;
  if (effect.cls == Class::kPiece) {
    for (size_t i = 0; i < things.size(); ++i) LayFit(target);
    return;
  }
  Spot spot;
  spot.id = target;
  switch (effect.to) {
    case Class::kSegment:
      spot.at = Spot::At::kSegment;
      break;
    case Class::kFeature: {
      const std::vector<int> segments = board.SegmentsOf(board.Name(target));
      if (segments.empty()) return;
      spot = {Spot::At::kSegment, segments.front()};
      break;
    }
    case Class::kSquare:
      spot.at = Spot::At::kSquare;
      break;
    case Class::kPiece:
      spot = {Spot::At::kSquare, board.SquareOfPiece(static_cast<int>(target))};
      if (spot.id == kNil) return;
      break;
    case Class::kFigure:
      spot.at = Spot::At::kFigure;
      break;
    case Class::kMarker:
      spot.at = Spot::At::kMarker;
      break;
    case Class::kPlayer:
      spot.at = Spot::At::kPlayer;
      break;
    case Class::kPlace:
      spot.at = Spot::At::kPlace;
      break;
    case Class::kCorner:
      spot.at = Spot::At::kCorner;
      break;
    default:
      throw NotYet("moving a thing there");
  }
  for (Value thing : things) Put(effect.cls, thing, spot);
}

void Run::LayFit(Value fit) {
  const int piece = FitPiece(fit);
  const Value square = FitSquare(fit);
  if (board.pieces[static_cast<size_t>(piece)].at == Piece::At::kBoard || board.PieceOn(square) >= 0) return;
  board.Lay(piece, SquareX(square), SquareY(square), FitTurn(fit), part);
  FollowJoins();
  placed = piece;
  if (drawn == piece) drawn = -1;
  Happening happening;
  happening.event = EventId::kPlaced;
  happening.cls = Class::kPiece;
  happening.subject = piece;
  Raise(happening);
  happening.cls = Class::kFeature;
  for (int feature : board.touched) {
    if (board.features[static_cast<size_t>(feature)].extended != part) continue;
    happening.event = EventId::kJoined;
    happening.subject = feature;
    Raise(happening);
  }
  for (int feature : board.touched) {
    Feature& one = board.features[static_cast<size_t>(feature)];
    if (one.closed || board.OpenEnds(feature) > 0) continue;
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
      states[s].emplace(kept, entry->second);
      states[s].erase(gone);
    }
  }
  board.joins.clear();
}

void Run::Draw(int zone, int id) {
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
  Question question;
  question.kind = Question::Kind::kDraw;
  question.step = step;
  question.rule = id;
  question.zone = zone;
  std::vector<Option> options;
  for (const auto& [thing, count] : counts) options.push_back({Option::Kind::kDraw, -1, {thing}, count});
  Reply reply;
  do {
    reply = Ask(question, options);
  } while (reply.kind == Reply::Kind::kAgain);
  const int taken =
      reply.kind == Reply::Kind::kDraw ? reply.tile : static_cast<int>(options[reply.index].bound[0]);
  Happening happening;
  happening.event = EventId::kDrawn;
  if (zone == kPileZone) {
    drawn = TakeFromPile(taken);
    board.pieces[static_cast<size_t>(drawn)].at = Piece::At::kHand;
    happening.cls = Class::kPiece;
    happening.subject = drawn;
  } else {
    auto& cards = decks[static_cast<size_t>(zone)];
    shown[static_cast<size_t>(zone)] = taken;
    if (!model_.zones[static_cast<size_t>(zone)].returns)
      cards.erase(std::find(cards.begin(), cards.end(), taken));
    happening.cls = Class::kCard;
    happening.subject = taken;
  }
  Raise(std::move(happening));
}

void Run::Pay(const sema::EffectLine& effect, Frame& frame) {
  const Value points = Eval(effect.value, frame), payer = Eval(effect.set, frame),
              payee = Eval(effect.target, frame);
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
