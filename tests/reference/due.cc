// What is due, as rules see it, and rules that are once per thing: docs/semantics.md section 12.
#include <algorithm>

#include "tests/reference/run.h"

namespace reeve::reference {

using sema::HeadLine;

// The scorings on the list, those that run, and the least fixpoint over rules that are once per a feature.
std::vector<Run::Pending> Run::PendingScorings() {
  std::vector<Pending> all;
  for (const Due& due : due_) {
    const int feature = board.Name(due.feature);
    const int kind = board.KindOf(feature);
    if (kind >= 0 && rule(due.rule).when->kinds[static_cast<size_t>(kind)]) all.push_back({due.rule, feature});
  }
  for (const Scoring* scoring : scorings_) {
    const sema::Rule& one = rule(scoring->rule);
    if (scoring->cancelled || one.Scored().cls != Class::kFeature || scoring->subject == kNil) continue;
    Pending running{scoring->rule, board.Name(scoring->subject)};
    running.runs = scoring;
    if (one.scored_slot != 0) running.thing = running.subject;
    all.push_back(running);
  }
  for (size_t i = 0; i < all.size(); ++i) {
    for (int index : model_.order) {
      const sema::Rule& after = rule(index);
      const auto& scores = after.after_of;
      if (after.dropped || after.scored.cls != Class::kFeature) continue;
      if (std::find(scores.begin(), scores.end(), all[i].rule) == scores.end()) continue;
      Scoring base = Pretended(all, i);
      Hanging hanging;
      hanging.scoring = &base;
      const Value subject = all[i].scored();
      for (Value thing : OnceThings(index, subject, hanging)) {
        if (OnceOf(index, thing).fired) continue;
        const bool known = std::any_of(
            all.begin(), all.end(), [&](const Pending& other) { return other.rule == index && other.thing == thing; });
        if (!known) all.push_back({index, subject, thing, static_cast<int>(i)});
      }
    }
  }
  return all;
}

// A scoring as it would be if it ran now; of one that runs, as it is.
Run::Scoring Run::Pretended(const std::vector<Pending>& all, size_t which) {
  const Pending& pending = all[which];
  if (pending.runs != nullptr) return *pending.runs;
  Scoring base;
  Frame frame;
  frame.rule = pending.rule;
  frame.slot(0) = pending.subject;
  frame.slot(1) = kNil;
  if (pending.on >= 0) {
    base = Pretended(all, static_cast<size_t>(pending.on));
    frame.hanging.scoring = &base;
  }
  const sema::Rule& one = rule(pending.rule);
  if (one.scored_slot != 0) frame.slot(one.scored_slot) = pending.thing;
  Scoring scoring;
  scoring.rule = pending.rule;
  scoring.subject = pending.scored();
  Judge(frame, scoring);
  return scoring;
}

// What the head of a rule, walked for a subject, binds at the line that is once per it.
std::vector<Value> Run::OnceThings(int id, Value subject, const Hanging& hanging) {
  Frame frame;
  frame.rule = id;
  frame.slot(0) = subject;
  frame.slot(1) = kNil;
  frame.hanging = hanging;
  std::vector<Value> things;
  CollectOnce(frame, 0, things);
  return things;
}

void Run::CollectOnce(Frame& frame, size_t at, std::vector<Value>& things) {
  const sema::Rule& one = rule(frame.rule);
  if (at == one.head.size()) return;
  const HeadLine& line = one.head[at];
  switch (line.kind) {
    case HeadLine::Kind::kOnce: {
      Value thing = frame.slot(line.slot);
      if (one.scored.cls == Class::kFeature && thing != kNil) thing = board.Name(thing);
      if (std::find(things.begin(), things.end(), thing) == things.end()) things.push_back(thing);
      return;
    }
    case HeadLine::Kind::kRequire:
      if (Eval(line.cond, frame) != 0) CollectOnce(frame, at + 1, things);
      return;
    case HeadLine::Kind::kForbid:
      if (Eval(line.cond, frame) == 0) CollectOnce(frame, at + 1, things);
      return;
    case HeadLine::Kind::kLimit:
      if (LimitLeft(frame.rule, at)) CollectOnce(frame, at + 1, things);
      return;
    case HeadLine::Kind::kMay:
      return CollectOnce(frame, at + 1, things);
    case HeadLine::Kind::kEach:
    case HeadLine::Kind::kChoose:
    case HeadLine::Kind::kChooseText:
      break;
    case HeadLine::Kind::kRepeat:
      throw NotYet("repeat before once per");
  }
  for (Value member : Members(line, frame)) {
    frame.slot(line.slot) = member;
    CollectOnce(frame, at + 1, things);
  }
}

Run::Once& Run::OnceOf(int id, Value thing) {
  return once_[{id, thing}];
}

// The present subject, then those of the due scorings that would bind the same thing.
std::vector<Value> Run::OnceSubjects(int id, Value thing, Value now) {
  std::vector<Value> subjects{now};
  const std::vector<Pending> all = PendingScorings();
  for (size_t i = 0; i < all.size(); ++i) {
    const auto& scores = rule(id).after_of;
    const Value subject = all[i].scored();
    if (std::find(scores.begin(), scores.end(), all[i].rule) == scores.end() || subject == thing) continue;
    if (std::find(subjects.begin(), subjects.end(), subject) != subjects.end()) continue;
    Scoring base = Pretended(all, i);
    Hanging hanging;
    hanging.scoring = &base;
    const std::vector<Value> things = OnceThings(id, subject, hanging);
    if (std::find(things.begin(), things.end(), thing) != things.end()) subjects.push_back(subject);
  }
  return subjects;
}

// Whether the rule goes on for this subject.
bool Run::CountsOnce(Frame& frame, size_t at) {
  const HeadLine& line = rule(frame.rule).head[at];
  const auto named = [&](Class cls, Value value) {
    return cls == Class::kFeature && value != kNil ? board.Name(value) : value;
  };
  const Value thing = named(rule(frame.rule).scored.cls, frame.slot(line.slot));
  const Value now = named(rule(frame.rule).subject.cls, frame.slot(0));
  if (OnceOf(frame.rule, thing).fired) return false;
  const std::vector<Value> subjects = OnceSubjects(frame.rule, thing, now);
  const Value chooser = line.chooser != nullptr ? Eval(line.chooser, frame) : kNil;
  Value chosen = OnceOf(frame.rule, thing).chosen;
  if (std::find(subjects.begin(), subjects.end(), chosen) == subjects.end()) chosen = kNil;
  if (subjects.size() == 1 || (chosen == kNil && !line.best && chooser == kNil)) chosen = now;
  if (chosen == kNil && line.best) {
    std::optional<Value> best;
    const std::vector<Pending> all = PendingScorings();
    for (Value subject : subjects) {
      std::optional<Value> worth;
      if (subject == now) worth = frame.hanging.scoring != nullptr ? frame.hanging.scoring->value : 0;
      for (size_t i = 0; i < all.size(); ++i) {
        if (subject == now || all[i].scored() != subject) continue;
        const Value value = Pretended(all, i).value;
        if (!worth || value > *worth) worth = value;
      }
      if (!worth || (best && *worth <= *best)) continue;
      best = worth;
      chosen = subject;
    }
  }
  if (chosen == kNil) {
    Question question;
    question.kind = Question::Kind::kChoice;
    question.player = static_cast<int>(chooser);
    question.step = step;
    question.rule = frame.rule;
    question.line = static_cast<int>(at);
    question.cls = rule(frame.rule).subject.cls;
    std::vector<Option> options;
    for (Value subject : subjects) options.push_back({Option::Kind::kThing, -1, {subject}});
    Reply reply;
    do {
      reply = Ask(question, options);
    } while (reply.kind == Reply::Kind::kAgain);
    chosen = options[reply.index].bound[0];
  }
  Once& kept = OnceOf(frame.rule, thing);
  kept.chosen = chosen;
  kept.fired = chosen == now;
  return kept.fired;
}

// Whether a player wins what runs, or would win what is due.
bool Run::IsDue(Value player) {
  const auto wins = [&](const Scoring& scoring) {
    return std::find(scoring.winners.begin(), scoring.winners.end(), static_cast<int>(player)) != scoring.winners.end();
  };
  if (player == kNil) return false;
  for (const Scoring* scoring : scorings_) {
    if (wins(*scoring)) return true;
  }
  const std::vector<Pending> all = PendingScorings();
  for (size_t i = 0; i < all.size(); ++i) {
    if (wins(Pretended(all, i))) return true;
  }
  return false;
}

}  // namespace reeve::reference
