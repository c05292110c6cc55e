// A scoring: (score, subject), in the order of docs/semantics.md.
#include <algorithm>

#include "runtime/game/game.h"
#include "runtime/game/tables.h"

namespace reeve {

// Called when the head of a score has bound everything.
void Game::BeginScoring(int32_t frame_index) {
  const Frame& frame = frames_[static_cast<size_t>(frame_index)];
  world_.scorings.push_back(RecordOf(frame.rule, frame.slots.data()));
  PushTask(TaskKind::kScoring, frame.rule).frame = frame_index;
}

// The scoring that the rule makes of what it has bound, not worked out yet.
ScoringRecord Game::RecordOf(Id rule, const Value* slots) const {
  const RuleInfo& info = program_->rule(rule);
  ScoringRecord record;
  record.rule = rule;
  record.subject = slots[info.scored_slot];
  record.subject_class = info.ScoredClass();
  return record;
}

// Who receives, a bit each. A set of receivers is a set: each once, whatever the phrase says.
uint32_t Game::Winners(Id rule, Value* slots, const Context& context) {
  slots[kPlayerSlot] = kNothing;
  return machine_.RunPlayers(program_->rule(rule).who, slots, context);
}

// Phases: 0 before rules, 1 who and the settled value, 2 awards, 3 after rules, 4 `then` lines, 5 done.
void Game::DoScoring() {
  Task& task = tasks_.back();
  Frame& frame = frames_[static_cast<size_t>(task.frame)];
  Value* slots = frame.slots.data();
  const RuleInfo& rule = program_->rule(task.id);
  // No reference into the scorings is kept: what a rule reads about what is due puts others on top for a moment.
  const size_t record = world_.scorings.size() - 1;
  const Value subject = world_.scorings[record].subject;
  if (world_.scorings[record].cancelled) task.phase = 5;
  Context hanging;
  hanging.scoring = static_cast<int32_t>(record);
  switch (task.phase) {
    case 0:
      if (task.index < static_cast<int32_t>(rule.before.size())) {
        PushRule(rule.before[static_cast<size_t>(task.index++)], subject, hanging);
        return;
      }
      task.phase = 1;
      [[fallthrough]];
    case 1: {
      task.phase = 2;
      task.index = 0;
      const uint32_t winners = Winners(task.id, slots, frame.context);
      world_.scorings[record].winners = winners;
      const int32_t value = Value32(rule.value, slots, frame.context);
      world_.scorings[record].value = value;
      if (machine_.fault() != Fault::kNone) return Fail(task.id);
      [[fallthrough]];
    }
    case 2:
      MakeAwards(task.id, world_.scorings[record].winners, task.index, slots, frame.context);
      if (machine_.fault() != Fault::kNone) return Fail(task.id);
      if (asking_ || !queue_.empty()) return;  // a total has left its range; or the award is heard before the next
      task.phase = 3;
      task.index = 0;
      [[fallthrough]];
    case 3:
      if (task.index < static_cast<int32_t>(rule.after.size())) {
        PushRule(rule.after[static_cast<size_t>(task.index++)], subject, hanging);
        return;
      }
      task.phase = 4;
      [[fallthrough]];
    case 4: {
      task.phase = 5;
      if (rule.effects == kNoId) return DoScoring();
      const int32_t frame_index = task.frame;
      Task& effects = PushTask(TaskKind::kEffects, task.id);
      effects.frame = frame_index;
      effects.index = frame.pc;  // to go back to
      frame.pc = program_->routines[static_cast<size_t>(rule.effects)].begin;
      return;
    }
    default: {
      const ScoringRecord done = world_.scorings[record];
      world_.scorings.pop_back();
      tasks_.pop_back();
      if (!done.cancelled && done.subject_class == Class::kFeature && done.subject >= 0) EndScoring(done.subject);
    }
  }
}

// The feature is settled, and whoever waits for that hears it.
void Game::EndScoring(Value subject) {
  const int32_t feature = world_.board.Find(static_cast<int32_t>(subject));
  world_.settled.push_back(feature);
  if (!Heard(EventId::kScored)) return;
  Happening happening;
  happening.event = EventId::kScored;
  happening.cls = Class::kFeature;
  happening.subject = feature;
  Raise(happening);
}

int32_t Game::Value32(Id routine, Value* slots, const Context& context) {
  if (routine == kNoId) return 0;
  return static_cast<int32_t>(machine_.RunValue(routine, slots, context));
}

// The awards of the winners from the `index`th seat on, from the active player; until somebody has to hear of one.
void Game::MakeAwards(Id rule, uint32_t winners, int32_t& index, Value* slots, const Context& context) {
  const int first = std::max(world_.active, 0);
  while (index < world_.players) {
    const int player = (first + index++) % world_.players;
    if ((winners >> player & 1) == 0) continue;
    MakeAward(player, __builtin_popcount(winners), rule, slots, context);
    if (machine_.fault() != Fault::kNone || asking_ || !queue_.empty()) return;
  }
}

void Game::MakeAward(int player, int sharers, Id rule_id, Value* slots, const Context& context) {
  const RuleInfo& rule = program_->rule(rule_id);
  const size_t first_row = world_.ledger.rows.size();
  slots[kPlayerSlot] = player;
  machine_.set_rows(&world_.ledger.rows);
  const Value whole = Value32(rule.value, slots, context);
  machine_.set_rows(nullptr);
  if (machine_.fault() != Fault::kNone) return;
  const Value points = sharers > 1 ? Shared(rule, whole, sharers, player, slots, context) : whole;
  if (points != whole) {
    world_.ledger.rows.push_back({program_->shared_label, kNoCount, static_cast<int32_t>(points - whole), false});
  }
  slots[kPlayerSlot] = kNothing;
  Award award;
  award.points = static_cast<int32_t>(points);
  award.player = static_cast<int8_t>(player);
  award.mark = rule.mark;
  award.rule = rule_id;
  award.subject_class = world_.scorings.back().subject_class;
  award.subject = slots[rule.scored_slot];
  award.subject_kind = machine_.KindOf(award.subject_class, award.subject);
  award.cause = context.award;
  Book(award, first_row);
}

// What one of several winners gets of the points.
Value Game::Shared(const RuleInfo& rule, Value whole, int sharers, int player, Value* slots, const Context& context) {
  // Towards plus infinity or minus infinity, so that -5 shared by two "rounding down" is -3 each.
  const Value down = whole >= 0 ? whole / sharers : -((-whole + sharers - 1) / sharers);
  switch (rule.ties) {
    case Ties::kAll:
      return whole;
    case Ties::kNobody:
      return 0;
    case Ties::kSplitUp:
      return down * sharers != whole ? down + 1 : down;
    case Ties::kSplitDown:
      return down;
    case Ties::kSplitOdd: {
      if (rule.odd_to == kNoId || whole == down * sharers) return down;
      const Value lucky = machine_.RunValue(rule.odd_to, slots, OfScoring(context));
      return lucky == player ? down + whole - down * sharers : down;
    }
  }
  return whole;
}

Context Game::OfScoring(Context context) const {
  context.scoring = static_cast<int32_t>(world_.scorings.size()) - 1;
  return context;
}

// Enters an award whose rows begin at `first_row` and tells of it. An award of 0 is entered and tells nobody; one with
// which the total would leave its range is not entered, and the run stops.
void Game::Book(Award award, size_t first_row) {
  Ledger& ledger = world_.ledger;
  int32_t& total = world_.totals[static_cast<size_t>(award.player)];
  const Value sum = Value{total} + award.points;
  if (sum > kMaxNumber || sum < -kMaxNumber) {
    ledger.rows.resize(first_row);
    return Fail(award.rule);
  }
  award.final = world_.final;
  award.step = world_.step;
  award.turn = world_.turn;
  award.first_row = static_cast<int32_t>(first_row);
  award.row_count = static_cast<int32_t>(ledger.rows.size() - first_row);
  award.first_square = static_cast<int32_t>(ledger.squares.size());
  if (ledger.keep_squares && award.subject_class == Class::kFeature && award.subject >= 0) {
    world_.board.ForSegments(world_.board.Find(static_cast<int32_t>(award.subject)), [&](int32_t segment) {
      ledger.squares.push_back(world_.board.SquareOf(world_.board.segment(segment).cell));
    });
    std::sort(ledger.squares.begin() + award.first_square, ledger.squares.end());
    ledger.squares.erase(std::unique(ledger.squares.begin() + award.first_square, ledger.squares.end()),
                         ledger.squares.end());
  }
  award.square_count = static_cast<int32_t>(ledger.squares.size()) - award.first_square;
  ledger.awards.push_back(award);
  total = static_cast<int32_t>(sum);
  if (award.points == 0) return;
  Happening happening;
  happening.event = EventId::kMade;
  happening.cls = Class::kAward;
  happening.award = static_cast<int32_t>(ledger.awards.size()) - 1;
  happening.subject = happening.award;
  Raise(happening);
}

// The score of a group that applies to a subject; kNoId if none does.
Id Game::ScoreOfGroup(Id group_id, Value subject) {
  const GroupInfo& group = program_->groups[static_cast<size_t>(group_id)];
  for (size_t i = 0; i < group.members.size(); ++i) {
    const RuleInfo& rule = program_->rule(group.members[i]);
    if (rule.subject_kinds != kNoId && !machine_.IsKind(rule.subject, subject, rule.subject_kinds)) continue;
    if (group.applies[i] != kNoId) {
      Value slots[kMaxSlots];
      slots[0] = subject;
      if (machine_.RunValue(group.applies[i], slots, Context{}) == 0) continue;
    }
    return group.members[i];
  }
  return kNoId;
}

}  // namespace reeve
