// What is due, and rules that are once per thing: of all due scorings that could set them off for one thing one does.
#include <algorithm>

#include "runtime/game/game.h"
#include "runtime/game/tables.h"

namespace reeve {

// Puts a scoring as it would be now on top, behind those that it hangs on: who would win, what its subject is worth.
// Returns how many were put there.
int Game::Pretend(const std::vector<Pending>& all, size_t which) {
  const Pending& pending = all[which];
  if (pending.running >= 0) {
    world_.scorings.push_back(ScoringRecord(world_.scorings[static_cast<size_t>(pending.running)]));
    return 1;
  }
  const int below = pending.on >= 0 ? Pretend(all, static_cast<size_t>(pending.on)) : 0;
  const RuleInfo& info = program_->rule(pending.rule);
  Frame frame;
  frame.rule = pending.rule;
  frame.slots.fill(kNothing);  // its head has not run
  frame.slots[kSubjectSlot] = pending.subject;
  if (info.scored_slot != 0) frame.slots[static_cast<size_t>(info.scored_slot)] = pending.thing;
  if (below > 0) frame.context = OfScoring(frame.context);
  ScoringRecord record = RecordOf(frame.rule, frame.slots.data());
  record.winners = Winners(frame.rule, frame.slots.data(), frame.context);
  record.value = Value32(info.value, frame.slots.data(), frame.context);
  world_.scorings.push_back(record);
  return below + 1;
}

void Game::StopPretending(int count) {
  world_.scorings.resize(world_.scorings.size() - static_cast<size_t>(count));
}

// The least fixpoint over rules that are once per thing: what is due, and what that would set off.
std::vector<Game::Pending> Game::PendingScorings() {
  std::vector<Pending> pending;
  for (const DueEntry& entry : world_.due) {
    if (StillDue(entry))
      pending.push_back({entry.rule, world_.board.Find(static_cast<int32_t>(entry.subject)), kNothing, -1, -1});
  }
  // Scorings that run are due until they end; what they have set off already is not.
  for (size_t i = 0; i < world_.scorings.size(); ++i) {
    const ScoringRecord& record = world_.scorings[i];
    if (record.subject_class != Class::kFeature || record.subject < 0 || record.cancelled) continue;
    const bool once = program_->rule(record.rule).scored_slot != 0;
    const Value feature = world_.board.Find(static_cast<int32_t>(record.subject));
    pending.push_back({record.rule, once ? kNothing : feature, once ? feature : kNothing, -1, static_cast<int>(i)});
  }
  for (size_t i = 0; i < pending.size() && pending.size() < 256; ++i) {
    AddHanging(i, pending);
  }
  return pending;
}

void Game::AddHanging(size_t on, std::vector<Pending>& pending) {
  const RuleInfo& info = program_->rule(pending[on].rule);
  const Value subject = pending[on].Scored();
  int pretended = 0;
  for (Id after : info.after) {
    const RuleInfo& rule = program_->rule(after);
    if (rule.scored_slot == 0 || rule.slots[static_cast<size_t>(rule.scored_slot)].cls != Class::kFeature) continue;
    if (pretended == 0) pretended = Pretend(pending, on);
    for (Value thing : OnceThings(after, subject)) {
      if (OnceOf(after, thing).fired) continue;
      const bool known = std::any_of(pending.begin(), pending.end(),
                                     [&](const Pending& other) { return other.rule == after && other.thing == thing; });
      if (!known) pending.push_back({after, subject, thing, static_cast<int>(on), -1});
    }
  }
  StopPretending(pretended);
}

// The due subjects, the present one first, that would bind this thing.
std::vector<Value> Game::OnceSubjects(Id rule, Value thing, Value now) {
  std::vector<Value> subjects{now};
  const std::vector<Pending> all = PendingScorings();
  for (size_t i = 0; i < all.size(); ++i) {
    const Pending& pending = all[i];
    const auto& after = program_->rule(pending.rule).after;
    const Value subject = pending.Scored();
    if (std::find(after.begin(), after.end(), rule) == after.end() ||
        std::find(subjects.begin(), subjects.end(), subject) != subjects.end())
      continue;
    if (subject == thing) continue;
    const int pretended = Pretend(all, i);
    const std::vector<Value> things = OnceThings(rule, subject);
    StopPretending(pretended);
    if (std::find(things.begin(), things.end(), thing) != things.end()) subjects.push_back(subject);
  }
  return subjects;
}

Game::OnceState& Game::OnceOf(Id rule, Value thing) {
  for (OnceState& state : once_) {
    if (state.rule == rule && state.thing == thing) return state;
  }
  once_.push_back({rule, thing, kNothing, false});
  return once_.back();
}

// What the frame's rule is about, as it stands now: a feature may have joined another since it was bound.
Value Game::SubjectNow(const Frame& frame) const {
  const Value subject = frame.slots[kSubjectSlot];
  const bool feature = program_->rule(frame.rule).subject == Class::kFeature && subject >= 0;
  return feature ? world_.board.Find(static_cast<int32_t>(subject)) : subject;
}

// The subject whose scoring is worth most; of equal ones the first.
Value Game::BestSubject(const std::vector<Value>& subjects, Value now, const Context& context) {
  const std::vector<Pending> all = PendingScorings();
  int32_t best = INT32_MIN;
  Value chosen = kNothing;
  for (Value candidate : subjects) {
    int32_t value = INT32_MIN;
    if (candidate == now)
      value = context.scoring >= 0 ? world_.scorings[static_cast<size_t>(context.scoring)].value : 0;
    for (size_t i = 0; i < all.size(); ++i) {
      if (candidate == now || all[i].Scored() != candidate) continue;
      const int pretended = Pretend(all, i);
      value = std::max(value, world_.scorings.back().value);
      StopPretending(pretended);
    }
    if (value <= best) continue;
    best = value;
    chosen = candidate;
  }
  return chosen;
}

// The head has bound a thing: goes on if this is the subject that counts for it.
bool Game::Once(const Insn& insn) {
  const Frame& frame = this->frame();
  const Value chooser = machine_.PopValue();
  const Value thing = frame.slots[insn.a];
  const Value now = SubjectNow(frame);
  if (OnceOf(frame.rule, thing).fired) return NextBinding();
  const std::vector<Value> subjects = OnceSubjects(frame.rule, thing, now);
  if (machine_.fault() != Fault::kNone) {
    Fail(frame.rule);
    return false;
  }
  OnceState& state = OnceOf(frame.rule, thing);
  Value chosen = state.subject;
  if (std::find(subjects.begin(), subjects.end(), chosen) == subjects.end())
    chosen = kNothing;  // it is not to come any more
  const ChoiceInfo& choice = program_->choices[static_cast<size_t>(insn.b)];
  if (subjects.size() == 1 || (chosen == kNothing && !choice.best && chooser < 0)) chosen = now;
  if (chosen == kNothing && choice.best) chosen = BestSubject(subjects, now, frame.context);
  if (chosen == kNothing) {
    asked_ = subjects;
    Put(Ask::kChoice, static_cast<int>(chooser), frame.rule);
    question_.choice = insn.b;
    return false;
  }
  OnceState& kept = OnceOf(frame.rule, thing);
  kept.subject = chosen;
  if (chosen != now) return NextBinding();
  kept.fired = true;
  return true;
}

// The answer to the question above.
void Game::ChooseOnce(Id rule, Value thing, Value subject) {
  OnceState& state = OnceOf(rule, thing);
  state.subject = subject;
  if (subject == SubjectNow(frame())) state.fired = true;
  else NextBinding();
}

bool Game::IsDue(int player) {
  for (const ScoringRecord& record : world_.scorings) {
    if (record.winners >> player & 1) return true;
  }
  const std::vector<Pending> all = PendingScorings();
  for (size_t i = 0; i < all.size(); ++i) {
    const int pretended = Pretend(all, i);
    const uint32_t winners = world_.scorings.back().winners;
    StopPretending(pretended);
    if (machine_.fault() != Fault::kNone) return false;
    if (winners >> player & 1) return true;
  }
  return false;
}

void Game::DueFeatures(std::vector<Value>& out) {
  std::vector<Value> features;  // what is read meanwhile is on the machine's own stack
  for (const Pending& pending : PendingScorings()) features.push_back(pending.Scored());
  out.insert(out.end(), features.begin(), features.end());
}

}  // namespace reeve
