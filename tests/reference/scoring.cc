// Scorings, ladders, awards: docs/semantics.md sections 13, 14 and 15.
#include <algorithm>

#include "tests/reference/run.h"

namespace reeve::reference {

using sema::Entry;
using sema::Layer;
using sema::Quantity;
using sema::Term;
using sema::TermKind;

namespace {

bool Reads(const Term* term, int64_t slot) {
  if (term == nullptr) return false;
  if (term->kind == TermKind::kSlot && term->number == slot) return true;
  for (const auto& option : term->cases) {
    if (Reads(option.term, slot)) return true;
  }
  return Reads(term->a, slot) || Reads(term->b, slot);
}

Value HalfDown(Value x) {
  return x >= 0 ? x / 2 : -((-x + 1) / 2);
}

Value DividedDown(Value x, Value by) {
  return x >= 0 ? x / by : -((-x + by - 1) / by);
}

}  // namespace

void Run::Score(Frame& frame) {
  const sema::Rule& one = rule(frame.rule);
  const Value subject = frame.slot(one.scored_slot);
  Scoring scoring;
  scoring.rule = frame.rule;
  scoring.subject = subject;
  scorings_.push_back(&scoring);
  Conduct(frame, scoring);
  scorings_.pop_back();
  if (scoring.cancelled || one.Scored().cls != Class::kFeature || subject == kNil) return;
  const int feature = board.Name(subject);
  settled_.push_back(feature);
  Happening happening;
  happening.event = EventId::kScored;
  happening.cls = Class::kFeature;
  happening.subject = feature;
  Raise(std::move(happening));
}

// Who is paid, and the settled value.
void Run::Judge(Frame& frame, Scoring& scoring) {
  const sema::Rule& one = rule(frame.rule);
  frame.slot(1) = kNil;
  for (size_t i = one.who.size(); i-- > 0;) {
    if (one.who[i].guard != nullptr && Eval(one.who[i].guard, frame) == 0) continue;
    const std::vector<Value> receivers = Set(one.who[i].set, frame);
    for (Value player : FromSeat(receivers, std::max(active, 0))) scoring.winners.push_back(static_cast<int>(player));
    break;
  }
  scoring.value = Ladder(one, frame);
}

void Run::Conduct(Frame& frame, Scoring& scoring) {
  const Value subject = scoring.subject;
  Hanging hangs;
  hangs.scoring = &scoring;
  const auto around = [&](const std::vector<int> sema::Rule::*of) {
    for (int index : model_.order) {
      const auto& scores = rule(index).*of;
      if (!InPlay(index) || std::find(scores.begin(), scores.end(), frame.rule) == scores.end()) continue;
      RunRule(index, subject, hangs);
      Drain();
      if (scoring.cancelled) return;
    }
  };
  Drain();
  around(&sema::Rule::before_of);
  if (scoring.cancelled) return;

  running_rule_ = frame.rule;
  Judge(frame, scoring);
  for (int player : scoring.winners) {
    running_rule_ = frame.rule;
    MakeAward(frame, player, scoring.winners.size(), scoring);
    Drain();
  }
  around(&sema::Rule::after_of);
  running_rule_ = frame.rule;
  Effects(frame, &scoring);
  Drain();
}

void Run::MakeAward(Frame& frame, int player, size_t sharers, Scoring& scoring) {
  const sema::Rule& one = rule(frame.rule);
  Award award;
  frame.slot(1) = player;
  frame.rows = &award.rows;
  const Value whole = Ladder(one, frame);
  frame.rows = nullptr;
  Value points = whole;
  if (sharers > 1) {
    const Value number = static_cast<Value>(sharers);
    const Value down = DividedDown(whole, number);
    switch (one.ties) {
      case Ties::kAll:
        break;
      case Ties::kNobody:
        points = 0;
        break;
      case Ties::kSplitDown:
        points = down;
        break;
      case Ties::kSplitUp:
        points = down * number == whole ? down : down + 1;
        break;
      case Ties::kSplitOdd: {
        points = down;
        Scoring* const hangs_on = frame.hanging.scoring;
        frame.hanging.scoring = &scoring;
        if (one.odd_to != nullptr && Eval(one.odd_to, frame) == player) points += whole - down * number;
        frame.hanging.scoring = hangs_on;
        break;
      }
    }
    if (points != whole) award.rows.push_back({"shared", std::nullopt, points - whole, false});
  }
  frame.slot(1) = kNil;
  award.points = points;
  award.player = player;
  award.mark = one.mark;
  award.rule = frame.rule;
  award.subject_class = one.Scored().cls;
  award.subject = scoring.subject;
  if (award.subject_class == Class::kFeature && award.subject != kNil) award.subject = board.Name(award.subject);
  award.subject_kind = KindOf(award.subject_class, award.subject);
  award.cause = frame.hanging.award;
  Enter(std::move(award));
}

void Run::Enter(Award award) {
  award.final = final;
  award.step = step;
  award.turn = turn;
  Value& total = totals[static_cast<size_t>(award.player)];
  const int before = running_rule_;
  running_rule_ = award.rule;  // its points are at fault if the total leaves its range
  total = Checked(total + award.points);
  running_rule_ = before;
  const bool heard = award.points != 0;
  awards.push_back(std::move(award));
  if (!heard) return;
  Happening happening;
  happening.event = EventId::kMade;
  happening.cls = Class::kAward;
  happening.award = static_cast<int>(awards.size()) - 1;
  happening.subject = happening.award;
  Raise(std::move(happening));
}

// --- ladders -------------------------------------------------------------------------------------------
Value Run::Ladder(const sema::Rule& one, Frame& frame) {
  for (const Quantity& count : one.counts) frame.slot(count.slot) = Amount(count, frame, Mode::kCount);
  return Amount(one.points, frame, Mode::kPoints);
}

Value Run::Amount(const Quantity& quantity, Frame& frame, Mode mode) {
  Value now = 0;
  for (const Entry& entry : quantity.entries) {
    if (frame.slot(1) == kNil && Personal(quantity, entry)) continue;
    if (entry.guard != nullptr && Eval(entry.guard, frame) == 0) continue;
    Carry(quantity, entry, frame, mode, now);
    Checked(now);
  }
  return now;
}

bool Run::Personal(const Quantity& quantity, const Entry& entry) const {
  if (Reads(entry.guard, 1) || Reads(entry.amount, 1) || Reads(entry.per, 1)) return true;
  return entry.part >= 0 && Reads(quantity.parts[static_cast<size_t>(entry.part)].set, 1);
}

// One entry that holds.
void Run::Carry(const Quantity& quantity, const Entry& entry, Frame& frame, Mode mode, Value& now) {
  const Value before = now;
  if (entry.part >= 0) {
    const sema::Part& part = quantity.parts[static_cast<size_t>(entry.part)];
    for (Value member : Set(part.set, frame)) {
      frame.slot(part.slot) = member;
      now = Checked(now + Amount(*part.quantity, frame, Mode::kPart));
    }
    return;
  }
  const bool halved = entry.layer == Layer::kScale && entry.change == ast::Row::Change::kHalved;
  const Value per = entry.per == nullptr ? 1 : Eval(entry.per, frame);
  const Value amount = halved ? 0 : Checked(Eval(entry.amount, frame) * per);
  bool written = true;
  std::optional<Value> count;
  switch (entry.layer) {
    case Layer::kAdd:
      now += amount;
      if (entry.per != nullptr) count = per;
      written = entry.per != nullptr ? per != 0 : amount != 0;
      break;
    case Layer::kSet:
      now = amount;
      break;
    case Layer::kScale:
      if (halved) now = entry.round_up ? -HalfDown(-now) : HalfDown(now);
      else now *= amount;
      break;
    case Layer::kExtra:
      now += amount;
      written = amount != 0;
      break;
    case Layer::kClamp:
      now = entry.change == ast::Row::Change::kAtLeast ? std::max(now, amount) : std::min(now, amount);
      written = now != before;
      break;
  }
  if (frame.rows == nullptr || !written) return;
  if (mode == Mode::kCount) {
    if (!entry.label.empty()) frame.rows->push_back({entry.label, std::nullopt, now, true});
    return;
  }
  if (mode == Mode::kPart) {
    for (Row& row : *frame.rows) {
      if (row.note || row.label != entry.label) continue;
      row.points = Checked(row.points + now - before);
      if (row.count && count) row.count = Checked(*row.count + *count);
      return;
    }
  }
  frame.rows->push_back({entry.label, count, Checked(now - before), false});
}

bool Run::AppliesTo(int id, Value subject) {
  const sema::Rule& one = rule(id);
  if (one.dropped) return false;
  const int kind = KindOf(one.subject.cls, subject);
  if (kind >= 0 && !one.subject.kinds[static_cast<size_t>(kind)]) return false;
  if (one.applies == nullptr) return true;
  Frame frame;
  frame.rule = id;
  frame.slot(0) = subject;
  frame.slot(one.applies_slot) = subject;
  return Eval(one.applies, frame) != 0;
}

int Run::ScoreOfGroup(int group, Value subject) {
  for (int member : model_.groups[static_cast<size_t>(group)].members) {
    if (AppliesTo(member, subject)) return member;
  }
  return -1;
}

Value Run::ValueOf(const Term* term, Frame& frame) {
  const Value subject = Eval(term->a, frame);
  const Value player = term->b != nullptr ? Eval(term->b, frame) : kNil;
  if (subject == kNil) return 0;
  for (int id : term->rules) {
    if (!AppliesTo(id, subject)) continue;
    Frame own;
    own.rule = id;
    own.slot(0) = subject;
    own.slot(1) = player;
    return Ladder(rule(id), own);
  }
  return 0;
}

}  // namespace reeve::reference
