// Turns, parts, steps and events: what runs next.
#include <algorithm>
#include <cstdlib>

#include "runtime/game/game.h"
#include "runtime/game/tables.h"

namespace reeve {

// Runs tasks until an input is needed. Events that a task raised are heard before the task goes on; a rule, and the
// list of rules that hear one event, run to their end first.
void Game::Run() {
  question_ = Question{};
  question_.kind = Ask::kMenu;
  question_.step = kNoId;
  asking_ = false;
  while (!asking_) {
    if (tasks_.empty()) {
      question_ = Question{};
      return;
    }
    const TaskKind kind = tasks_.back().kind;
    const bool in_rule = kind == TaskKind::kRule || kind == TaskKind::kEffects || kind == TaskKind::kEvent;
    if (!in_rule && !queue_.empty()) {
      HearNext();
    } else {
      DoTask();
    }
    machine_.Work(256);
    if (machine_.fault() != Fault::kNone && question_.kind != Ask::kFault) Fail(kNoId);
  }
}

void Game::DoTask() {
  switch (tasks_.back().kind) {
    case TaskKind::kTurns:
      return DoTurns();
    case TaskKind::kPart:
    case TaskKind::kRound:
      if (DoAgenda()) EndPart();
      return;
    case TaskKind::kEvent:
      return DoEvent();
    case TaskKind::kRule:
    case TaskKind::kEffects:
      return DoRule();
    case TaskKind::kScoring:
      return DoScoring();
    case TaskKind::kFinal:
      return DoFinal();
  }
}

// A question is open, of the step that runs.
void Game::Put(Ask kind, int player, Id rule) {
  question_ = Question{};
  question_.kind = kind;
  question_.player = player;
  question_.step = world_.step;
  question_.rule = rule;
  asking_ = true;
}

void Game::Fail(Id rule) {
  question_ = Question{};
  question_.kind = Ask::kFault;
  question_.rule = rule;
  asking_ = true;
  machine_.DropAll();
}

std::string Game::FaultText() const {
  const bool quiet = machine_.fault() == Fault::kNone && question_.rule == kNoId;
  std::string text = quiet ? "turn after turn nobody is asked anything" : FaultName(machine_.fault());
  if (question_.rule != kNoId) text += ", in " + program_->RuleName(question_.rule);
  return text;
}

void Game::DoTurns() {
  const size_t self = tasks_.size() - 1;
  do {
    Task& task = tasks_[self];
    switch (task.phase++) {
      case 0:
        // Rules that never ask anybody would go on for ever.
        if (++idle_turns_ > world_.players + 1) return Fail(kNoId);
        ++world_.turn;
        NewPeriod(Per::kTurn);
        world_.active = world_.seat;
        RaisePeriod(tables_->turn_heard.starts, EventId::kStarts, Period::kTurn, kNoId);
        break;
      case 1: {
        const Id first = first_step_ != kNoId ? first_step_ : program_->first_turn_step;
        first_step_ = kNoId;
        if (first == kNoId) break;
        PushPart(first, program_->last_turn_step, world_.seat);
        if (DoAgenda()) EndPart();
        break;
      }
      case 2:
        world_.active = world_.seat;
        RaisePeriod(tables_->turn_heard.ends, EventId::kEnds, Period::kTurn, kNoId);
        break;
      default:
        if (watch_nevers_) NoteBreaches();
        if (last_turn_) {
          task = Task{};
          task.kind = TaskKind::kFinal;
          return;
        }
        world_.seat = (world_.seat + 1) % world_.players;
        task.phase = 0;
    }
  } while (!Waits(self));
}

int32_t Game::NewPeriod(Per per) {
  const auto at = static_cast<size_t>(per);
  return periods_[at] = ++periods_begun_[at];
}

// What runs inside a step has rounds and steps of its own; afterwards the outer ones go on.
void Game::PushNested(Task task) {
  task.step = world_.step;
  task.round_period = periods_[static_cast<size_t>(Per::kRound)];
  task.step_period = periods_[static_cast<size_t>(Per::kStep)];
  if (tasks_.size() >= kMaxTasks) machine_.Exhaust();
  tasks_.push_back(task);
  if (tables_->limit_count > 0) outer_limits_.push_back(limits_);
}

// A nested round is over: what the outer one and its step had used of their limits counts again.
void Game::EndNested() {
  if (tables_->limit_count == 0 || outer_limits_.empty()) return;
  size_t at = 0;
  for (const RuleInfo& rule : program_->rules_table) {
    for (const LimitInfo& limit : rule.limits) {
      if (limit.per != Per::kTurn) limits_[at] = outer_limits_.back()[at];
      ++at;
    }
  }
  outer_limits_.pop_back();
}

void Game::SetAgenda(Task& task, Id first, Id last) const {
  const auto& begin = tables_->agenda_of;
  if (first == kNoId || last < first) return;
  task.id = -2;  // of no round
  task.index = begin[static_cast<size_t>(first)];
  task.last = begin[static_cast<size_t>(last) + 1];
}

void Game::PushPart(Id first, Id last, int player) {
  Task task;
  task.kind = TaskKind::kPart;
  SetAgenda(task, first, last);
  task.active = world_.active;
  task.placed = world_.placed;
  task.drawn = world_.drawn;
  task.part = world_.part;
  PushNested(task);
  world_.active = player;
  world_.placed = world_.drawn = kNone;
  world_.part = NewPeriod(Per::kPart);
  world_.board.SetPart(world_.part);
}

// Whether the task, which was on top, has something to wait for.
bool Game::Waits(size_t task) const {
  return asking_ || tasks_.size() != task + 1 || !queue_.empty();
}

// Whether the step is of the same round as the one before; if not, another has started.
bool Game::GoesOn(Task& task, Id round) {
  if (task.id == round) return true;
  task.id = round;
  NewPeriod(Per::kRound);
  return false;
}

// Goes through the agenda from `index` to `last`, until something is to be heard or done first. True: it is through.
// Nobody reads the task's `index` until then.
bool Game::DoAgenda() {
  using Kind = Tables::Item::Kind;
  const size_t self = tasks_.size() - 1;
  const Tables::Item* const agenda = tables_->agenda.data();
  const int32_t last = tasks_[self].last;
  const auto waits_at = [&](int32_t index) {
    if (!Waits(self)) return false;
    tasks_[self].index = index;
    return true;
  };
  for (int32_t index = tasks_[self].index; index < last; ++index) {
    const Tables::Item& item = agenda[index];
    switch (item.kind) {
      case Kind::kRound:
        if (GoesOn(tasks_[self], item.round)) continue;
        RaisePeriod(tables_->RoundHeard(item.round).starts, EventId::kStarts, Period::kRound, item.round);
        break;
      case Kind::kBegin:
        if (item.rounds) GoesOn(tasks_[self], item.round);
        world_.step = item.step;
        NewPeriod(Per::kStep);
        continue;
      case Kind::kStarts:
        RaisePeriod(tables_->step_heard[static_cast<size_t>(item.step)].starts, EventId::kStarts, Period::kStep,
                    item.step);
        break;
      case Kind::kRule:
        StartRule(item.rule, kNothing, Context{});
        break;
      case Kind::kMenu:
      case Kind::kMenus:
        PutMenu();
        if (!asking_) continue;
        tasks_[self].index = index;  // Take goes on from it
        return false;
      case Kind::kList:
        ListDue();
        continue;
      case Kind::kSettle:
        while (RunDue()) {
          if (waits_at(index)) return false;
        }
        continue;
      case Kind::kCompleted:
        RaiseCompleted();
        break;
      case Kind::kEnds:
        RaisePeriod(tables_->step_heard[static_cast<size_t>(item.step)].ends, EventId::kEnds, Period::kStep, item.step);
        break;
      case Kind::kEnd:
        EndStep(item.settles);
        continue;
      case Kind::kRoundEnds:
        if (index + 1 < last && agenda[index + 1].round == item.round) continue;
        RaisePeriod(tables_->RoundHeard(item.round).ends, EventId::kEnds, Period::kRound, item.round);
        break;
    }
    if (waits_at(index + 1)) return false;
  }
  return true;
}

void Game::EndPart() {
  const Task task = tasks_.back();
  tasks_.pop_back();
  EndNested();
  world_.step = task.step;
  periods_[static_cast<size_t>(Per::kRound)] = task.round_period;
  periods_[static_cast<size_t>(Per::kStep)] = task.step_period;
  if (task.kind != TaskKind::kPart) return;
  world_.active = task.active;
  world_.placed = task.placed;
  world_.drawn = task.drawn;
  world_.part = task.part;
  periods_[static_cast<size_t>(Per::kPart)] = task.part;
  world_.board.SetPart(world_.part);
}

void Game::DoFinal() {
  Task& task = tasks_.back();
  switch (task.phase) {
    case 0:
      task.phase = 1;
      SetAgenda(task, program_->first_final_step, program_->last_final_step);
      world_.final = true;
      world_.active = -1;
      world_.placed = world_.drawn = kNone;
      world_.part = NewPeriod(Per::kPart);
      world_.board.SetPart(world_.part);
      [[fallthrough]];
    case 1:
      if (!DoAgenda()) return;
      tasks_.back().phase = 2;
      RaisePeriod(tables_->game_heard.ends, EventId::kEnds, Period::kGame, kNoId);
      return;
    default:
      if (watch_nevers_) NoteBreaches();
      tasks_.clear();
  }
}

void Game::EndStep(bool settles) {
  world_.settled.clear();
  if (!settles) return;
  world_.due.clear();
  completed_.clear();
  once_.clear();
}

void Game::RaiseCompleted() {
  for (int32_t feature : completed_) {
    Happening happening;
    happening.event = EventId::kCompleted;
    happening.cls = Class::kFeature;
    happening.subject = world_.board.Find(feature);
    Raise(happening);
  }
}

void Game::PutMenu() {
  menu_.clear();
  fitting_ = kNoId;
  const StepInfo& step = program_->steps[static_cast<size_t>(world_.step)];
  if (world_.active < 0) return;
  for (Id offer : step.offers) {
    if (fitting_ == kNoId && tables_->offers[static_cast<size_t>(offer)].lays_drawn) {
      if (CountFits() == 0) continue;
      fitting_ = offer;
      fitting_at_ = menu_.size();
    } else {
      EnumerateOffer(offer, &menu_);
      if (machine_.fault() != Fault::kNone) return Fail(offer);
    }
  }
  if (menu_.empty() && fitting_ == kNoId && !every_menu_) return;
  if (MayPass(world_.step, nullptr)) menu_.push_back({});
  if (menu_.empty() && fitting_ == kNoId) return;
  Put(Ask::kMenu, world_.active, kNoId);
}

bool Game::IsCompleted(int32_t feature) {
  const KindInfo& kind = program_->kind(world_.board.node(feature).kind);
  switch (kind.completion) {
    case Completion::kNever:
      return false;
    case Completion::kOpenEnds:
      return IsClosed(feature);
    case Completion::kFilled:
      return world_.board.FilledAround(feature) == kind.filled;
    case Completion::kRoutine: {
      Value slots[kMaxSlots];
      slots[0] = feature;
      return machine_.RunValue(kind.completed, slots, Context{}) != 0;
    }
  }
  return false;
}

bool Game::IsClosed(int32_t feature) {
  if (world_.board.OpenEnds(feature) > 0) return false;
  const Id more = program_->kind(world_.board.node(feature).kind).open_more;
  if (more == kNoId) return true;
  Value slots[kMaxSlots];
  slots[0] = feature;
  return machine_.RunValue(more, slots, Context{}) == 0;
}

// What touches a feature that has changed may be completed by that, wherever it lies.
template <class Look>
void Game::LookBeside(Look&& look_at) {
  const Board& board = world_.board;
  std::vector<int32_t> changed;
  for (const auto& list : {board.touched(), board.blocked()}) {
    for (int32_t feature : list) changed.push_back(board.Find(feature));
  }
  for (int32_t segment : board.changed()) changed.push_back(board.FeatureOf(segment));
  for (int32_t feature : changed) {
    board.ForSegments(feature, [&](int32_t id) {
      const Cell& cell = board.cell(board.segment(id).cell);
      uint32_t touches = cell.shape->touches[static_cast<size_t>(id - cell.first_segment)];
      for (int i = 0; touches != 0; ++i, touches >>= 1) {
        const int32_t beside = (touches & 1) != 0 ? board.FeatureOf(cell.first_segment + i) : kNone;
        if (beside != kNone && program_->kind(board.node(beside).kind).completion == Completion::kRoutine)
          look_at(beside);
      }
    });
  }
}

// The features that this part of the turn completed, and the scores that are due for them.
void Game::ListDue() {
  completed_.clear();
  world_.due.clear();
  const Board& board = world_.board;
  // Most have open ends, and that is mostly enough to know.
  const auto look_at = [&](int32_t feature) {
    if ((board.OpenEnds(feature) > 0 && tables_->completes_when_closed) || board.node(feature).completed ||
        !IsCompleted(feature))
      return;
    world_.board.node(feature).completed = true;
    completed_.push_back(feature);
  };
  for (int32_t feature : board.touched()) look_at(board.Find(feature));
  for (int32_t feature : board.blocked()) look_at(board.Find(feature));
  for (int32_t segment : board.changed()) look_at(board.FeatureOf(segment));
  if (tables_->completes_by_touch) LookBeside(look_at);
  // Kinds that join nothing are completed by what lies round them.
  if (world_.placed != kNone) {
    const Cell& cell = board.cell(board.piece(world_.placed).cell);
    const bool any = tables_->completes_by_touch || board.NearAlone(cell.x, cell.y);
    for (int n = 0; any && n < 9; ++n) {
      const int32_t near = board.CellAt(cell.x + n % 3 - 1, cell.y + n / 3 - 1);
      if (near == kNone || !(board.cell(near).shape->alone != 0 || tables_->completes_by_touch)) continue;
      const Cell& round = board.cell(near);
      for (int i = 0; i < round.shape->segment_count; ++i) {
        const KindInfo& kind = program_->kind(round.shape->kind[static_cast<size_t>(i)]);
        if (kind.joins == Joins::kNothing || kind.completion == Completion::kRoutine)
          look_at(board.FeatureOf(round.first_segment + i));
      }
    }
  }
  world_.board.ClearChanged();
  if (completed_.size() >
      1) {  // by kind, then by the first of their segments: cells in the order in which they were laid
    const auto first = [&](int32_t feature) {
      int32_t least = INT32_MAX;
      board.ForSegments(feature, [&](int32_t segment) { least = std::min(least, segment); });
      return least;
    };
    std::sort(completed_.begin(), completed_.end(), [&](int32_t a, int32_t b) {
      return board.node(a).kind != board.node(b).kind ? board.node(a).kind < board.node(b).kind : first(a) < first(b);
    });
  }
  for (int32_t feature : completed_) {
    for (Id rule : tables_->due_rules) {
      if (program_->InKinds(program_->rule(rule).completes, board.node(feature).kind))
        world_.due.push_back({rule, feature});
    }
  }
}

// Starts the next due score; false if none is left.
bool Game::RunDue() {
  if (world_.due.empty()) return false;
  if (program_->asks_order && world_.due.size() > 1 && world_.active >= 0) {
    asked_.clear();
    for (const DueEntry& entry : world_.due) asked_.push_back(entry.subject);
    Put(Ask::kChoice, world_.active, kNoId);
    return true;
  }
  const DueEntry entry = world_.due.front();
  world_.due.erase(world_.due.begin());
  if (StillDue(entry)) StartRule(entry.rule, world_.board.Find(static_cast<int32_t>(entry.subject)), Context{});
  return true;
}

// A feature that has become another kind since is not what was due.
bool Game::StillDue(const DueEntry& entry) const {
  const int32_t feature = world_.board.Find(static_cast<int32_t>(entry.subject));
  return program_->InKinds(program_->rule(entry.rule).completes, world_.board.node(feature).kind);
}

Game::Task& Game::PushTask(TaskKind kind, Id id) {
  if (tasks_.size() >= kMaxTasks) machine_.Exhaust();
  Task& task = tasks_.emplace_back();
  task.kind = kind;
  task.id = id;
  return task;
}

Game::Frame& Game::PushFrame(Id rule, Value subject, const Context& context, int32_t pc) {
  Frame& frame = frames_.Push();
  frame.rule = rule;
  frame.pc = pc;
  frame.loops = static_cast<int32_t>(loops_.size());
  frame.context = context;
  std::fill_n(frame.slots.begin(), tables_->rules[static_cast<size_t>(rule)].slots, kNothing);
  frame.slots[kSubjectSlot] = subject;
  return frame;
}

void Game::PushRule(Id rule, Value subject, const Context& context, bool given) {
  PushFrame(rule, subject, context,
            given ? program_->rule(rule).given : tables_->rules[static_cast<size_t>(rule)].begin);
  PushTask(TaskKind::kRule, rule).frame = static_cast<int32_t>(frames_.size()) - 1;
}

// Starts a rule. False: it is over already, because it had nothing to wait for or its condition does not hold (most
// rules begin with one that mostly does not); nothing was pushed, but something may be to be heard.
bool Game::StartRule(Id rule, Value subject, const Context& context) {
  const Tables::RulePlan& plan = tables_->rules[static_cast<size_t>(rule)];
  Value slots[kMaxSlots];
  std::fill_n(slots, plan.slots, kNothing);
  slots[kSubjectSlot] = subject;
  const Insn* pc = world_.code() + plan.begin;
  if (plan.at_once && !(plan.scores && !queue_.empty())) {
    RunAtOnce(rule, pc, slots, context);
    return asking_;
  }
  if (plan.condition) {
    const Insn* require = machine_.Execute(pc, slots, context);
    if (machine_.fault() != Fault::kNone) {
      Fail(rule);
      return true;
    }
    if (machine_.PopValue() == 0) return false;
    pc = require + 1;
  }
  Frame& frame = PushFrame(rule, subject, context, static_cast<int32_t>(pc - world_.code()));
  std::copy_n(slots, plan.slots, frame.slots.begin());
  PushTask(TaskKind::kRule, rule).frame = static_cast<int32_t>(frames_.size()) - 1;
  return true;
}

void Game::Raise(const Happening& happening) {
  if (!Heard(happening.event)) return;
  machine_.Work(256);
  queue_.push_back(happening);
}

// A turn, round, step or the game starts or ends. Where nothing else waits to be heard and no rule waits for anything,
// those that hear it run now, as they would next.
void Game::RaisePeriod(const PeriodHeard& heard, EventId event, Period period, Id id) {
  if (!heard.heard) return;
  if (heard.direct && queue_.empty()) {
    for (const Id rule : heard.rules) {
      if (StartRule(rule, kNothing, Context{})) return;  // the last of them, or one in which a number left its range
    }
    return;
  }
  Happening happening;
  happening.event = event;
  happening.cls = Class::kStep;
  happening.period = period;
  happening.id = id;
  queue_.push_back(happening);
}

bool Game::Matches(const EventFilter& filter, const Happening& happening) const {
  if (filter.event != happening.event) return false;
  if (filter.event == EventId::kStarts || filter.event == EventId::kEnds) {
    if (filter.period == Period::kAnyRound) return happening.period == Period::kRound;
    return filter.period == happening.period && (filter.id == kNoId || filter.id == happening.id);
  }
  if (filter.event == EventId::kAnswered) return filter.id == happening.id && filter.text == happening.text;
  if (filter.cls != happening.cls) return false;
  if (filter.kinds >= 0 && !machine_.IsKind(filter.cls, happening.subject, filter.kinds)) return false;
  switch (filter.to) {
    case Class::kNone:
      return true;
    case Class::kPlace:
      return happening.to.at == At::kPlace && happening.to.id == filter.to_id;
    case Class::kZone:
      return happening.to.at == At::kPlace &&
             program_->places[static_cast<size_t>(happening.to.id)].zone == filter.to_id;
    case Class::kFeature: {
      const int32_t segment = world_.board.SegmentAt(happening.to);
      return segment != kNone && program_->InKinds(filter.to_id, world_.board.SegmentKind(segment));
    }
    case Class::kFigure:
      return happening.to.at == At::kFigure && machine_.IsKind(Class::kFigure, happening.to.id, filter.to_id);
    case Class::kMarker:
      return happening.to.at == At::kMarker && machine_.IsKind(Class::kMarker, happening.to.id, filter.to_id);
    case Class::kPlayer:
      return happening.to.at == At::kPlayer;
    case Class::kCorner:
      return happening.to.at == At::kCorner;
    case Class::kSquare:
    case Class::kPiece:
      return happening.to.at == At::kSquare;
    default:
      return false;
  }
}

// What the rule that asked had bound, where this one has things of the same class in the same slots; its other slots
// are its own to fill.
void Game::Inherit(Frame& frame, const Happening& happening) const {
  const auto& answered = answered_[static_cast<size_t>(happening.answered)];
  const RuleInfo &asked = program_->rule(happening.id), &hears = program_->rule(frame.rule);
  for (size_t slot = 0; slot < std::min(asked.slots.size(), hears.slots.size()); ++slot) {
    if (hears.slots[slot].cls != Class::kNone && hears.slots[slot].cls == asked.slots[slot].cls)
      frame.slots[slot] = answered[slot];
  }
}

// Starts the next rule from `index` on that hears it; false if there is none.
bool Game::Hear(const Happening& happening, int32_t& index) {
  const auto& listeners = tables_->listeners[static_cast<size_t>(happening.event)];
  while (index < static_cast<int32_t>(listeners.size())) {
    const Listener& listener = program_->listeners[static_cast<size_t>(listeners[static_cast<size_t>(index++)])];
    if (!Matches(listener.filter, happening)) continue;
    Context context;
    context.award = happening.award;
    context.cause = happening.cause;
    context.origin = happening.from.at == At::kSegment ? happening.from.id : kNothing;
    const Value subject = happening.event == EventId::kMade ? happening.award : happening.subject;
    if (happening.answered >= 0) {
      PushRule(listener.rule, subject, context);
      Inherit(frames_.back(), happening);
      return true;
    }
    if (StartRule(listener.rule, subject, context)) return true;
  }
  return false;
}

// The event that waits longest. It becomes a task only if some rule has more to do than to find out that it need not.
void Game::HearNext() {
  const Happening happening = queue_[queue_head_++];
  if (queue_head_ == queue_.size()) {
    queue_.clear();
    queue_head_ = 0;
  }
  const size_t below = tasks_.size();
  int32_t index = 0;
  if (!Hear(happening, index)) return Clear(happening);
  running_.push_back(happening);
  Task event;
  event.kind = TaskKind::kEvent;
  event.index = index;
  tasks_.insert(tasks_.begin() + static_cast<std::ptrdiff_t>(below), event);  // under the rule, if that is a task
}

void Game::DoEvent() {
  int32_t index = tasks_.back().index;
  const Happening happening = running_.back();
  const size_t self = tasks_.size() - 1;
  const bool heard = Hear(happening, index);
  tasks_[self].index = index;
  if (heard) return;
  Clear(happening);
  running_.pop_back();
  tasks_.pop_back();
}

// State goes after the event's own rules have read it.
void Game::Clear(const Happening& happening) {
  for (const Clearing& clearing : program_->clearings) {
    if (!Matches(clearing.filter, happening)) continue;
    StateTable& table = world_.states[static_cast<size_t>(clearing.state)];
    const StateInfo& state = program_->states[static_cast<size_t>(clearing.state)];
    if (clearing.filter.cls != state.owner || clearing.filter.cls == Class::kNone) {
      table.Clear();
    } else if (state.owner != Class::kFeature) {
      table.Erase(happening.subject);
    } else {  // of all that has joined it
      const int32_t root = world_.board.Find(static_cast<int32_t>(happening.subject));
      std::vector<Value> gone;
      for (const auto& [owner, value] : table.entries()) {
        if (world_.board.Find(static_cast<int32_t>(owner)) == root) gone.push_back(owner);
      }
      for (Value owner : gone) table.Erase(owner);
    }
  }
  for (const Holding& holding : program_->holdings) {
    if (!Matches(holding.filter, happening)) continue;
    DeckState& deck = world_.decks[static_cast<size_t>(holding.zone)];
    deck.cards.insert(deck.cards.end(), deck.held.begin(), deck.held.end());
    deck.held.clear();
  }
}

}  // namespace reeve
