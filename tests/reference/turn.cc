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
  const Reply reply = asker_(question, options);
  if (reply.kind == Reply::Kind::kEndNow) throw EndsNow{};
  if (reply.kind == Reply::Kind::kStop) throw Stopped{};
  return reply;
}

void Run::Turns() {
  for (;;) {
    ++turn;
    ++PeriodCount(Per::kTurn);
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

void Run::Part(size_t first, size_t last, int player) {
  const int active_before = active, placed_before = placed, drawn_before = drawn, part_before = part,
            step_before = step;
  active = player;
  placed = drawn = -1;
  part = ++PeriodCount(Per::kPart);
  Steps({model_.turn_steps.begin() + static_cast<std::ptrdiff_t>(first),
         model_.turn_steps.begin() + static_cast<std::ptrdiff_t>(last) + 1});
  active = active_before;
  placed = placed_before;
  drawn = drawn_before;
  part = part_before;
  step = step_before;
}

void Run::Steps(const std::vector<int>& steps) {
  const auto round_of = [&](size_t i) { return model_.steps[static_cast<size_t>(steps[i])].round; };
  Drain();  // what the rule that plays this has raised
  for (size_t i = 0; i < steps.size(); ++i) {
    if (i == 0 || round_of(i) != round_of(i - 1)) {
      ++PeriodCount(Per::kRound);
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
  Steps(model_.rounds[static_cast<size_t>(round)].steps);
  step = step_before;
}

void Run::FinalScoring() {
  final = true;
  active = placed = drawn = -1;
  part = ++PeriodCount(Per::kPart);
  for (int id : model_.final_steps) {
    Step(id);
    Drain();
  }
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
  return std::none_of(model_.clearings.begin(), model_.clearings.end(),
                      [&](const auto& clearing) { return names(clearing.first); });
}

void Run::Step(int id) {
  if (!final && Idle(id)) return;
  const sema::Step& one = model_.steps[static_cast<size_t>(id)];
  step = id;
  ++PeriodCount(Per::kStep);
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
  if (one.settles_due) {
    settled_.clear();
    due_.clear();
    completed_.clear();
  }
}

void Run::StepRules(int id) {
  for (int index : model_.order) {
    const sema::Rule& one = rule(index);
    if (one.dropped || one.kind == RuleKind::kOffer ||
        std::find(one.at.begin(), one.at.end(), id) == one.at.end())
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
    const auto among = [&](const std::vector<int>& list) {
      return std::any_of(list.begin(), list.end(), [&](int other) { return board.Name(other) == feature; });
    };
    bool near = false;
    if (placed >= 0 && model_.kinds[static_cast<size_t>(board.KindOf(feature))].joins == Joins::kNothing) {
      const Piece& middle = board.pieces[static_cast<size_t>(placed)];
      for (int segment : segments) {
        const Piece& piece =
            board.pieces[static_cast<size_t>(board.segments[static_cast<size_t>(segment)].piece)];
        near = near || (std::abs(piece.x - middle.x) <= 1 && std::abs(piece.y - middle.y) <= 1);
      }
    }
    if ((among(board.touched) || among(board.blocked) || near) && IsCompleted(feature))
      found.push_back(feature);
  }
  std::stable_sort(found.begin(), found.end(),
                   [&](int a, int b) { return board.KindOf(a) < board.KindOf(b); });
  for (int feature : found) {
    board.features[static_cast<size_t>(feature)].told = true;
    completed_.push_back(feature);
    for (int index : model_.order) {
      const sema::Rule& score = rule(index);
      if (score.dropped || !score.IsScore() || !score.when || score.when->filter.event != EventId::kCompleted)
        continue;
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
    RunRule(one.rule, board.Name(one.feature), {});
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
}

void Run::ClearStates(const Happening& happening) {
  for (const auto& [event, state] : model_.clearings) {
    if (!Matches(event, happening)) continue;
    auto& table = states[static_cast<size_t>(state)];
    if (happening.cls == model_.states[static_cast<size_t>(state)].owner)
      table.erase(happening.subject);
    else
      table.clear();
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
      return segment >= 0 &&
             event.to_kinds[static_cast<size_t>(board.segments[static_cast<size_t>(segment)].kind)];
    }
    default:
      throw NotYet("moved to that class");
  }
}

}  // namespace reeve::reference
