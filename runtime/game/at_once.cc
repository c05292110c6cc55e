// Rules that have nothing to wait for run where they are started, with neither a frame nor a task. tables.cc says which
// they are; what they do is what DoRule and DoScoring would do, in the same order.
#include "runtime/game/game.h"
#include "runtime/game/tables.h"

namespace reeve {

// From `pc` to the end of the rule, for what is bound; what follows an `each` once for each member.
void Game::RunAtOnce(Id rule, const Insn* pc, Value* slots, const Context& context) {
  for (;; ++pc) {
    pc = machine_.Execute(pc, slots, context);
    machine_.Work(64);
    if (machine_.fault() != Fault::kNone) return Fail(rule);
    switch (pc->op) {
      case Op::kRequire:
        if (machine_.PopValue() == 0) return;
        break;
      case Op::kForbid:
        if (machine_.PopValue() != 0) return;
        break;
      case Op::kLimit:
        if (!LimitLeft(rule, pc->b)) return;
        break;
      case Op::kSpend:
        SpendLimit(rule, pc->b);
        break;
      case Op::kEach: {
        // The set stays where it is while its members are gone through: what follows puts its own on top.
        const uint32_t count = machine_.TopSize();
        const bool only_scores = pc[1].op == Op::kFire && pc[2].op == Op::kNext;
        for (uint32_t i = 0; i < count && !asking_; ++i) {
          slots[pc->a] = machine_.TopMember(i);
          if (only_scores) ScoreAtOnce(rule, slots, context);
          else RunAtOnce(rule, pc + 1, slots, context);
        }
        if (!asking_) machine_.DropSet();  // else a number has left its range, and everything was dropped
        return;
      }
      case Op::kOption:
        break;
      case Op::kFire:
        ScoreAtOnce(rule, slots, context);
        break;
      case Op::kDraw:
        Draw(*pc, rule);
        return;
      case Op::kNext:
        return;
      default:
        CarryOutEffect(*pc, rule, context);
        break;
    }
    if (asking_) return;  // a number has left its range
  }
}

// A scoring that nothing hangs on and nobody hears of.
void Game::ScoreAtOnce(Id rule_id, Value* slots, const Context& context) {
  machine_.Work(64);
  const RuleInfo& rule = program_->rule(rule_id);
  const bool feature = rule.ScoredClass() == Class::kFeature;
  const Value subject = slots[rule.scored_slot];
  const uint32_t winners = Winners(rule_id, slots, context);
  const bool small = machine_.IsSmall(rule.value);
  if (winners != 0 || !small) {
    world_.scorings.push_back(RecordOf(rule_id, slots));
    world_.scorings.back().winners = winners;
    // Nobody reads the settled value but who says where an odd point goes; it may be what leaves its range.
    if (!small || rule.ties == Ties::kSplitOdd) world_.scorings.back().value = Value32(rule.value, slots, context);
    if (machine_.fault() != Fault::kNone) return Fail(rule_id);
    int32_t index = 0;
    MakeAwards(rule_id, winners, index, slots, context);
    if (machine_.fault() != Fault::kNone) return Fail(rule_id);
    world_.scorings.pop_back();
  }
  if (feature && subject >= 0) EndScoring(subject);
}

}  // namespace reeve
