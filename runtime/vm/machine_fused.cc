// What runs of instructions do, as one. Each does exactly what its instructions would do one after another.
#include "runtime/vm/fused.h"
#include "runtime/vm/machine.h"

namespace reeve {

// Gives the last instruction of the run.
const Insn* Machine::RunFused(const Insn* pc, Value* slots, const Context& context) {
  switch (static_cast<Fused>(pc->op)) {
    case Fused::kSupplyLots: {
      const int kinds = pc[2].b;
      const Value player = Global(static_cast<GlobalId>(pc[3].a), context);
      OpenSet();
      const size_t begin = arena_.size();
      const std::span<const Figure> figures = board().figures();
      int32_t left = pc->c;  // one lot of each kind at the most
      for (size_t id = 0; id < figures.size() && left > 0; ++id) {
        if (figures[id].owner != player || figures[id].spot.at != At::kSupply ||
            !program().InKinds(kinds, figures[id].kind))
          continue;
        bool seen = false;
        for (size_t i = begin; i < arena_.size() && !seen; ++i)
          seen = Alike(Class::kFigure, arena_[i], static_cast<Value>(id));
        if (seen) continue;
        Push(static_cast<Value>(id));
        --left;
      }
      CloseSet();
      return pc + 5;
    }
    case Fused::kSegmentsOfGlobal: {
      const Value piece = Global(static_cast<GlobalId>(pc->a), context);
      OpenSet();
      if (piece >= 0) AppendSegments(RelationId::kSegmentOfPiece, pc[2].b, piece);
      CloseSet();
      return pc + 2;
    }
    case Fused::kColumnOfSegmentAt: {
      const Value segment = slots[pc->a];
      stack_[top_++] = segment < 0 ? 0 : ReadColumn(board().FeatureOf(static_cast<int32_t>(segment)), pc[2].b);
      return pc + 2;
    }
    case Fused::kIsGlobal:
      stack_[top_++] = Global(static_cast<GlobalId>(pc->a), context) >= 0;
      return pc + 2;
    case Fused::kIsPileLeft:
      stack_[top_++] = !world().pile.empty();
      return pc + 3;
    case Fused::kListed:
      OpenSet();
      AppendListed(pc->a);
      CloseSet();
      return Size(sets_[set_top_ - 1]) > 0 ? pc : world().code() + pc->c - 1;
    case Fused::kKeepByColumn: {
      const bool is = pc[5].op != Op::kNot;
      KeepIf([&](Value thing) { return (ReadColumn(thing, pc[2].b) == pc[3].c) == is; });
      return is ? pc + 5 : pc + 6;
    }
    default:
      return pc;
  }
}

// Leaves what the instruction after the run takes, and gives that instruction.
const Insn* Machine::RunFusedHead(const Insn* pc, Value* slots, const Context& context) {
  const auto condition = [&](int length, bool holds) {
    const bool inverted = pc[length].op == Op::kNot;
    stack_[top_++] = holds != inverted;
    return pc + length + (inverted ? 1 : 0);
  };
  switch (static_cast<Fused>(pc->op)) {
    case Fused::kHeadIsGlobal:
      return condition(3, Global(static_cast<GlobalId>(pc->a), context) >= 0);
    case Fused::kHeadIsPileLeft:
      return condition(4, !world().pile.empty());
    case Fused::kHeadOptions:
      return condition(1, options_ != nullptr && options_->HasOptions(pc->a, pc->b));
    case Fused::kHeadColumnAt: {
      const Value segment = slots[pc->a];
      const Value column = segment < 0 ? 0 : ReadColumn(board().FeatureOf(static_cast<int32_t>(segment)), pc[2].b);
      return condition(5, column == pc[3].c);
    }
    default: {  // kHeadOfSlot, kHeadOfGlobal
      const bool slot = static_cast<Fused>(pc->op) == Fused::kHeadOfSlot;
      const Value thing = slot ? slots[pc->a] : Global(static_cast<GlobalId>(pc->a), context);
      OpenSet();
      if (thing >= 0) Push(thing);
      CloseSet();
      stack_[top_++] = slots[pc[2].a];
      return pc + 3;
    }
  }
}

}  // namespace reeve
