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
      for (int32_t id = 0; id < board().figure_count(); ++id) {
        const Figure& figure = board().figure(id);
        if (figure.spot.at != At::kSupply || figure.owner != player || !program().InKinds(kinds, figure.kind)) continue;
        bool seen = false;
        for (size_t i = begin; i < arena_.size() && !seen; ++i) seen = Alike(Class::kFigure, arena_[i], id);
        if (!seen) Push(id);
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
  }
  return pc;
}

}  // namespace reeve
