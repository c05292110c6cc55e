// Turns, parts, steps, events, the due list: docs/semantics.md sections 8, 9, 12 and 18.
#include <algorithm>

#include "tests/reference/run.h"

namespace reeve::reference {

// --- the run -------------------------------------------------------------------------------------------
Run::End Run::Guarded(const std::function<void()>& what) {
  try {
    try {
      what();
    } catch (const EndsNow&) {  // everything that ran is dropped
      queue_.clear();
      FinalScoring();
    }
  } catch (const Stopped&) {
    return End::kStopped;
  } catch (const Fault&) {
    fault_rule_ = running_rule_;
    return End::kFault;
  }
  return End::kOver;
}

Run::End Run::Play() {
  return Guarded([&] { Turns(); });
}

Run::End Run::PlayFinal() {
  return Guarded([] { throw EndsNow{}; });
}

Reply Run::Ask(const Question& question, const std::vector<Option>& options) {
  idle_turns_ = 0;
  const Reply reply = asker_(question, options);
  if (reply.kind == Reply::Kind::kEndNow) throw EndsNow{};
  if (reply.kind == Reply::Kind::kStop) throw Stopped{};
  return reply;
}

void Run::Turns() {
  RaisePeriod(EventId::kStarts, Period::kGame, -1);
  Drain();
  for (;;) {
    ++turn;
    running_rule_ = -1;
    if (++idle_turns_ > players + 1) throw Fault{};
    Begin(Per::kTurn);
    active = seat;
    RaisePeriod(EventId::kStarts, Period::kTurn, -1);
    Drain();
    size_t first = 0;
    for (size_t i = 0; i < model_.turn_steps.size(); ++i) {
      if (model_.turn_steps[i] == first_step_) first = i;
    }
    first_step_ = -1;
    if (!model_.turn_steps.empty()) Part(first, model_.turn_steps.size() - 1, seat);
    active = seat;
    RaisePeriod(EventId::kEnds, Period::kTurn, -1);
    Drain();
    if (last_turn) break;
    seat = (seat + 1) % players;
  }
  FinalScoring();
}

int Run::Begin(Per per) {
  return periods_[static_cast<size_t>(per)] = ++begun_[static_cast<size_t>(per)];
}

void Run::Part(size_t first, size_t last, int player) {
  const int active_before = active, placed_before = placed, drawn_before = drawn, part_before = part,
            step_before = step;
  active = player;
  placed = drawn = -1;
  const auto periods_before = periods_;
  part = Begin(Per::kPart);
  Steps({model_.turn_steps.begin() + static_cast<std::ptrdiff_t>(first),
         model_.turn_steps.begin() + static_cast<std::ptrdiff_t>(last) + 1});
  active = active_before;
  placed = placed_before;
  drawn = drawn_before;
  part = part_before;
  step = step_before;
  const int this_turn = periods_[static_cast<size_t>(Per::kTurn)];
  periods_ = periods_before;
  periods_[static_cast<size_t>(Per::kTurn)] = this_turn;
}

void Run::Steps(const std::vector<int>& steps) {
  const auto round_of = [&](size_t i) { return model_.steps[static_cast<size_t>(steps[i])].round; };
  Drain();  // what the rule that plays this has raised
  for (size_t i = 0; i < steps.size(); ++i) {
    if (i == 0 || round_of(i) != round_of(i - 1)) {
      Begin(Per::kRound);
      RaisePeriod(EventId::kStarts, Period::kRound, round_of(i));
      Drain();
    }
    Step(steps[i]);
    if (i + 1 == steps.size() || round_of(i + 1) != round_of(i)) {
      RaisePeriod(EventId::kEnds, Period::kRound, round_of(i));
      Drain();
    }
  }
}

void Run::NestedRound(int round) {
  const int step_before = step;
  const auto periods_before = periods_;
  Steps(model_.rounds[static_cast<size_t>(round)].steps);
  step = step_before;
  periods_ = periods_before;
}

void Run::FinalScoring() {
  final = true;
  active = placed = drawn = -1;
  part = Begin(Per::kPart);
  for (int id : model_.final_steps) {
    Step(id);
    Drain();
  }
  RaisePeriod(EventId::kEnds, Period::kGame, -1);
  Drain();
}

// --- steps ---------------------------------------------------------------------------------------------
// Whether nothing can happen at it.
bool Run::Idle(int id) const {
  const sema::Step& one = model_.steps[static_cast<size_t>(id)];
  if (one.lists_due || one.settles_due) return false;
  const auto names = [&](const sema::Event& event) {
    return (event.filter.event == EventId::kStarts || event.filter.event == EventId::kEnds) &&
           event.filter.period == Period::kStep && event.filter.id == id;
  };
  for (const sema::Rule& rule : model_.rules) {
    if (rule.dropped) continue;
    if (std::find(rule.at.begin(), rule.at.end(), id) != rule.at.end()) return false;
    if (rule.when && names(*rule.when)) return false;
  }
  const auto named = [&](const auto& listed) { return names(listed.first); };
  return std::none_of(model_.clearings.begin(), model_.clearings.end(), named) &&
         std::none_of(model_.holdings.begin(), model_.holdings.end(), named);
}

void Run::Step(int id) {
  if (!final && Idle(id)) return;
  const sema::Step& one = model_.steps[static_cast<size_t>(id)];
  step = id;
  Begin(Per::kStep);
  RaisePeriod(EventId::kStarts, Period::kStep, id);
  Drain();
  if (!one.settles_due) StepRules(id);
  step = id;
  if (one.menu != 0 && active >= 0) Menu(id);
  if (one.lists_due) ListDue(id);
  Drain();
  if (one.settles_due) {
    SettleDue(id);
    StepRules(id);
    for (int feature : completed_) {
      Happening happening;
      happening.event = EventId::kCompleted;
      happening.cls = Class::kFeature;
      happening.subject = board.Name(feature);
      Raise(happening);
    }
    Drain();
  }
  RaisePeriod(EventId::kEnds, Period::kStep, id);
  Drain();
  settled_.clear();
  if (one.settles_due) {
    due_.clear();
    completed_.clear();
    once_.clear();
  }
}

void Run::StepRules(int id) {
  for (int index : model_.order) {
    const sema::Rule& one = rule(index);
    if (one.dropped || one.kind == RuleKind::kOffer || std::find(one.at.begin(), one.at.end(), id) == one.at.end())
      continue;
    RunRule(index, kNil, {});
    Drain();
  }
}

void Run::Menu(int id) {
  const sema::Step& one = model_.steps[static_cast<size_t>(id)];
  for (bool again = true; again;) {
    step = id;
    std::vector<Option> options;
    for (int index : model_.order) {
      const sema::Rule& offer = rule(index);
      if (offer.dropped || offer.kind != RuleKind::kOffer ||
          std::find(offer.at.begin(), offer.at.end(), id) == offer.at.end())
        continue;
      const std::vector<Option> own = OptionsOf(index);
      options.insert(options.end(), own.begin(), own.end());
    }
    if (options.empty() && !setup_.every_menu) return;
    if (MayPass(id)) options.push_back({});
    if (options.empty()) return;
    Question question;
    question.kind = Question::Kind::kMenu;
    question.player = active;
    question.step = id;
    const Reply reply = Ask(question, options);
    if (reply.kind == Reply::Kind::kAgain) continue;
    const Option& taken = options[reply.index];
    if (taken.kind == Option::Kind::kPass) return;
    TakeOption(taken);
    Drain();
    again = one.menu == 2;
  }
}

// Whether a condition asks more than that there are no open ends, or, of a kind that joins nothing, so many
// cells in the nine squares.
bool Run::AsksMore(const sema::Kind& kind) {
  using sema::TermKind;
  const sema::Term* condition = kind.completed_term;
  if (condition == nullptr) return false;
  const auto of_itself = [](const sema::Term* set) {
    return set->kind == TermKind::kOne && set->a->kind == TermKind::kSlot;
  };
  if (condition->kind == TermKind::kNot && condition->a->kind == TermKind::kAny) {
    const sema::Term* ends = condition->a->a;
    return ends->kind != TermKind::kRelated || ends->number != static_cast<int64_t>(RelationId::kOpenEndOfFeature) ||
           !of_itself(ends->a);
  }
  if (kind.joins != Joins::kNothing || condition->kind != TermKind::kEqual || condition->a->kind != TermKind::kCount ||
      condition->b->kind != TermKind::kNumber)
    return true;
  const sema::Term* cells = condition->a->a;
  return cells->kind != TermKind::kRelated || cells->number != static_cast<int64_t>(RelationId::kSquareInSquare) ||
         cells->a->kind != TermKind::kSpread ||
         cells->a->number != static_cast<int64_t>(PropertyId::kSquareOfFeature) || !of_itself(cells->a->a);
}

// --- the due list --------------------------------------------------------------------------------------
void Run::ListDue(int id) {
  (void)id;
  completed_.clear();
  due_.clear();
  std::vector<int> found;
  for (Value one : board.Features()) {
    const int feature = static_cast<int>(one);
    const std::vector<int> segments = board.SegmentsOf(feature);
    if (board.features[static_cast<size_t>(feature)].told) continue;
    bool near = false;
    const sema::Kind& kind = model_.kinds[static_cast<size_t>(board.KindOf(feature))];
    const bool asks_more = AsksMore(kind);
    if (placed >= 0 && (kind.joins == Joins::kNothing || asks_more)) {
      const Piece& middle = board.pieces[static_cast<size_t>(placed)];
      for (int segment : segments) {
        const Piece& piece = board.pieces[static_cast<size_t>(board.segments[static_cast<size_t>(segment)].piece)];
        near = near || (std::abs(piece.x - middle.x) <= 1 && std::abs(piece.y - middle.y) <= 1);
      }
    }
    const auto disturbed = [&](int other) {
      const auto is = [&](int one_of) { return board.Name(one_of) == other; };
      return std::any_of(board.touched.begin(), board.touched.end(), is) ||
             std::any_of(board.blocked.begin(), board.blocked.end(), is) ||
             std::any_of(board.changed.begin(), board.changed.end(),
                         [&](int segment) { return board.segments[static_cast<size_t>(segment)].feature == other; });
    };
    bool changed = disturbed(feature);
    for (int segment : segments) {
      if (!asks_more) break;
      for (int other : board.SegmentsOn(board.segments[static_cast<size_t>(segment)].piece)) {
        if (changed) break;
        if (Touch(segment, other)) changed = disturbed(board.segments[static_cast<size_t>(other)].feature);
      }
    }
    if ((near || changed) && IsCompleted(feature)) found.push_back(feature);
  }
  board.changed.clear();
  std::sort(found.begin(), found.end(), [&](int a, int b) {
    if (board.KindOf(a) != board.KindOf(b)) return board.KindOf(a) < board.KindOf(b);
    return board.SegmentsOf(a).front() < board.SegmentsOf(b).front();
  });
  for (int feature : found) {
    board.features[static_cast<size_t>(feature)].told = true;
    completed_.push_back(feature);
    for (int index : model_.order) {
      const sema::Rule& score = rule(index);
      if (score.dropped || !score.IsScore() || !score.when || score.when->filter.event != EventId::kCompleted) continue;
      if (score.when->kinds[static_cast<size_t>(board.KindOf(feature))]) due_.push_back({index, feature});
    }
  }
}

bool Run::OrderIsAsked() const {
  return std::any_of(model_.rules.begin(), model_.rules.end(), [](const sema::Rule& one) {
    return !one.dropped && one.when && one.when->filter.event == EventId::kMade;
  });
}

void Run::SettleDue(int id) {
  while (!due_.empty()) {
    step = id;
    size_t next = 0;
    if (due_.size() > 1 && active >= 0 && OrderIsAsked()) {
      Question question;
      question.kind = Question::Kind::kChoice;
      question.player = active;
      question.step = id;
      question.cls = Class::kFeature;
      std::vector<Option> options;
      for (const Due& one : due_) options.push_back({Option::Kind::kThing, -1, {board.Name(one.feature)}});
      const Reply reply = Ask(question, options);
      if (reply.kind == Reply::Kind::kAgain) continue;
      next = reply.index;
    }
    const Due one = due_[next];
    due_.erase(due_.begin() + static_cast<std::ptrdiff_t>(next));
    const int feature = board.Name(one.feature);
    const int kind = board.KindOf(feature);
    if (kind >= 0 && rule(one.rule).when->kinds[static_cast<size_t>(kind)]) RunRule(one.rule, feature, {});
    Drain();
  }
}

// --- events --------------------------------------------------------------------------------------------
void Run::Raise(Happening happening) {
  queue_.push_back(std::move(happening));
}

void Run::RaisePeriod(EventId event, Period period, int id) {
  Happening happening;
  happening.event = event;
  happening.cls = Class::kStep;
  happening.period = period;
  happening.id = id;
  Raise(std::move(happening));
}

void Run::Drain() {
  while (!queue_.empty()) {
    const Happening first = std::move(queue_.front());
    queue_.erase(queue_.begin());
    Hear(first);
  }
}

void Run::Hear(const Happening& happening) {
  for (int index : model_.order) {
    const sema::Rule& one = rule(index);
    if (one.dropped || !one.when) continue;
    if (one.IsScore() && one.when->filter.event == EventId::kCompleted) continue;  // it is due instead
    if (!Matches(*one.when, happening)) continue;
    Hanging hanging;
    hanging.award = happening.award;
    hanging.cause = happening.cause;
    if (happening.from.at == Spot::At::kSegment) hanging.origin = happening.from.id;
    if (happening.event == EventId::kAnswered) {
      Frame frame;
      frame.rule = index;
      frame.slots = happening.slots;
      frame.hanging = hanging;
      Walk(frame, 0);
    } else {
      RunRule(index, happening.event == EventId::kMade ? happening.award : happening.subject, hanging);
    }
  }
  ClearStates(happening);
  GiveBack(happening);
}

void Run::ClearStates(const Happening& happening) {
  for (const auto& [event, state] : model_.clearings) {
    if (!Matches(event, happening)) continue;
    auto& table = states[static_cast<size_t>(state)];
    if (happening.cls != Class::kNone && happening.cls == model_.states[static_cast<size_t>(state)].owner)
      table.erase(happening.subject);
    else table.clear();
  }
}

// What was taken until this goes back.
void Run::GiveBack(const Happening& happening) {
  for (const auto& [event, zone] : model_.holdings) {
    if (!Matches(event, happening)) continue;
    std::vector<int>& held = held_[zone];
    auto& cards = decks[static_cast<size_t>(zone)];
    cards.insert(cards.end(), held.begin(), held.end());
    held.clear();
  }
}

bool Run::Matches(const sema::Event& event, const Happening& happening) const {
  const EventFilter& filter = event.filter;
  if (filter.event != happening.event) return false;
  if (filter.event == EventId::kStarts || filter.event == EventId::kEnds) {
    if (filter.period == Period::kAnyRound) return happening.period == Period::kRound;
    return filter.period == happening.period && (filter.id < 0 || filter.id == happening.id);
  }
  if (filter.event == EventId::kAnswered)
    return filter.id >= 0 && filter.id == happening.id && filter.text == happening.text;
  if (filter.cls != happening.cls) return false;
  const int kind = KindOf(happening.cls, happening.subject);
  if (kind >= 0 && !event.kinds[static_cast<size_t>(kind)]) return false;
  const Spot& to = happening.to;
  switch (filter.to) {
    case Class::kNone:
      return true;
    case Class::kPlace:
      return to.at == Spot::At::kPlace && to.id == filter.to_id;
    case Class::kZone:
      return to.at == Spot::At::kPlace && model_.places[static_cast<size_t>(to.id)].zone == filter.to_id;
    case Class::kFeature: {
      const int segment = board.SegmentAt(to);
      return segment >= 0 && event.to_kinds[static_cast<size_t>(board.segments[static_cast<size_t>(segment)].kind)];
    }
    case Class::kPlayer:
      return to.at == Spot::At::kPlayer;
    case Class::kCorner:
      return to.at == Spot::At::kCorner;
    case Class::kSquare:
      return to.at == Spot::At::kSquare;
    case Class::kFigure:
      return to.at == Spot::At::kFigure && event.to_kinds[static_cast<size_t>(KindOf(Class::kFigure, to.id))];
    case Class::kMarker:
      return to.at == Spot::At::kMarker && event.to_kinds[static_cast<size_t>(KindOf(Class::kMarker, to.id))];
    default:
      throw NotYet("moved to that class");
  }
}

}  // namespace reeve::reference
