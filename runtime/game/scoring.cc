// A scoring: (score, subject), in the order of docs/semantics.md.
#include <algorithm>

#include "runtime/game/game.h"
#include "runtime/game/tables.h"

namespace reeve {

// Called when the head of a score has bound everything.
void Game::BeginScoring(int32_t frame_index) {
  const Frame& frame = frames_[static_cast<size_t>(frame_index)];
  world_.scorings.push_back(RecordOf(frame));
  PushTask(TaskKind::kScoring, frame.rule).frame = frame_index;
}

// The scoring that the frame's rule makes of what it has bound, not worked out yet.
ScoringRecord Game::RecordOf(const Frame& frame) const {
  const RuleInfo& info = program_->rule(frame.rule);
  ScoringRecord record;
  record.rule = frame.rule;
  record.subject = frame.slots[static_cast<size_t>(info.scored_slot)];
  record.subject_class = info.scored_slot == 0 ? info.subject : info.slots[static_cast<size_t>(info.scored_slot)].cls;
  return record;
}

// Who receives, a bit each. A set of receivers is a set: each once, whatever the phrase says.
uint32_t Game::Winners(Frame& frame) {
  frame.slots[kPlayerSlot] = kNothing;
  uint32_t winners = 0;
  for (Value player : machine_.RunSet(program_->rule(frame.rule).who, frame.slots.data(), frame.context)) winners |= 1u << player;
  return winners;
}

// Phases: 0 before rules, 1 who and the settled value, 2 awards, 3 after rules, 4 `then` lines, 5 done.
void Game::DoScoring() {
  Task& task = tasks_.back();
  Frame& frame = frames_[static_cast<size_t>(task.frame)];
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
      const uint32_t winners = Winners(frame);
      world_.scorings[record].winners = winners;
      const int32_t value = Value32(rule.value, frame);
      world_.scorings[record].value = value;
      if (machine_.fault() != Fault::kNone) return Fail(task.id);
      [[fallthrough]];
    }
    case 2: {
      const uint32_t winners = world_.scorings[record].winners;
      const int first = std::max(world_.active, 0);
      while (task.index < world_.players) {
        const int player = (first + task.index++) % world_.players;
        if ((winners >> player & 1) == 0) continue;
        MakeAward(player, __builtin_popcount(winners), frame, task.id);
        if (machine_.fault() != Fault::kNone) return Fail(task.id);
        if (queue_head_ < queue_.size()) return;  // the award is heard before the next
      }
      task.phase = 3;
      task.index = 0;
      [[fallthrough]];
    }
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
      if (done.cancelled) return;
      if (done.subject_class == Class::kFeature && done.subject >= 0) {
        const int32_t feature = world_.board.Find(static_cast<int32_t>(done.subject));
        world_.settled.push_back(feature);
        Happening happening;
        happening.event = EventId::kScored;
        happening.cls = Class::kFeature;
        happening.subject = feature;
        Raise(happening);
      }
    }
  }
}

int32_t Game::Value32(Id routine, Frame& frame) {
  if (routine == kNoId) return 0;
  return static_cast<int32_t>(machine_.RunValue(routine, frame.slots.data(), frame.context));
}

void Game::MakeAward(int player, int sharers, Frame& frame, Id rule_id) {
  const RuleInfo& rule = program_->rule(rule_id);
  const size_t first_row = world_.ledger.rows.size();
  frame.slots[kPlayerSlot] = player;
  machine_.set_rows(&world_.ledger.rows);
  Value points = Value32(rule.value, frame);
  machine_.set_rows(nullptr);
  if (machine_.fault() != Fault::kNone) return;

  const Value whole = points;
  if (sharers > 1) {
    switch (rule.ties) {
      case Ties::kAll: break;
      case Ties::kNobody: points = 0; break;
      case Ties::kSplitUp:
      case Ties::kSplitDown:
      case Ties::kSplitOdd: {
        // Towards plus infinity or minus infinity, so that -5 shared by two "rounding down" is -3 each.
        const Value down = whole >= 0 ? whole / sharers : -((-whole + sharers - 1) / sharers);
        points = rule.ties == Ties::kSplitUp && down * sharers != whole ? down + 1 : down;
        if (rule.ties == Ties::kSplitOdd && rule.odd_to != kNoId && whole != down * sharers) {
          const Value lucky = machine_.RunValue(rule.odd_to, frame.slots.data(), OfScoring(frame.context));
          if (lucky == player) points += whole - down * sharers;
        }
        break;
      }
    }
    if (points != whole) {
      world_.ledger.rows.push_back({program_->shared_label, kNoCount, static_cast<int32_t>(points - whole), false});
    }
  }
  frame.slots[kPlayerSlot] = kNothing;
  Award award;
  award.points = static_cast<int32_t>(points);
  award.player = static_cast<int8_t>(player);
  award.mark = rule.mark;
  award.rule = rule_id;
  award.subject_class = world_.scorings.back().subject_class;
  award.subject = frame.slots[static_cast<size_t>(rule.scored_slot)];
  award.subject_kind = machine_.KindOf(award.subject_class, award.subject);
  award.cause = frame.context.award;
  Book(award, first_row);
}

Context Game::OfScoring(Context context) const {
  context.scoring = static_cast<int32_t>(world_.scorings.size()) - 1;
  return context;
}

// Enters an award whose rows begin at `first_row` and tells of it. An award of 0 is entered and tells nobody.
void Game::Book(Award award, size_t first_row) {
  Ledger& ledger = world_.ledger;
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
    ledger.squares.erase(std::unique(ledger.squares.begin() + award.first_square, ledger.squares.end()), ledger.squares.end());
  }
  award.square_count = static_cast<int32_t>(ledger.squares.size()) - award.first_square;
  ledger.awards.push_back(award);
  int32_t& total = world_.totals[static_cast<size_t>(award.player)];
  const Value sum = Value{total} + award.points;
  if (sum > kMaxNumber || sum < -kMaxNumber) return Fail(award.rule);
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
