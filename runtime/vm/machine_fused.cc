// What runs of instructions do, as one. Each does exactly what its instructions would do one after another.
#include <algorithm>
#include <bit>

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
      board().ForInSupply(static_cast<int>(player), [&](int32_t id) {
        if (!program().InKinds(kinds, board().figure(id).kind)) return;
        for (size_t i = begin; i < arena_.size(); ++i) {
          if (Alike(Class::kFigure, arena_[i], id)) return;
        }
        Push(id);
      });
      CloseSet();
      return pc + 5;
    }
    case Fused::kSegmentsOfSlot:
      return RunSegments(pc, slots[pc->a], slots);
    case Fused::kSegmentsOfGlobal:
      return RunSegments(pc, Global(static_cast<GlobalId>(pc->a), context), slots);
    case Fused::kAnyOfFit: {
      const Value fit = slots[pc->a];
      stack_[top_++] = fit >= 0 && std::ranges::any_of(SegmentsOfFit(fit), [&](const SegmentInfo& segment) {
                         return program().InKinds(pc[2].b, segment.kind);
                       });
      return pc + 3;
    }
    case Fused::kAllFlagged: {
      const Id flag = pc[3].b;
      OpenSet();
      if (!world().states[static_cast<size_t>(flag)].entries().empty()) AppendAll(static_cast<Class>(pc->a), pc->b);
      CloseSet();
      Work(Size(sets_[set_top_ - 1]));
      KeepIf([&](Value thing) { return ReadState(flag, thing) != 0; });
      return pc + 4;
    }
    case Fused::kOnAll:
      AppendOnAll(static_cast<RelationId>(pc[1].c), pc[1].b, pc->b);
      return pc + 1;
    case Fused::kNeighboursOfFit: {
      const Value fit = slots[pc->a], square = fit < 0 ? 0 : FitSquare(fit);
      int filled = 0;
      for (int side = 0; side < kSides && fit >= 0; ++side)
        filled += board().CellAt(SquareX(square) + kSideX[side], SquareY(square) + kSideY[side]) != kNone;
      stack_[top_++] = filled;
      return pc + 4;
    }
    case Fused::kRelatedOrOn:
      AppendRelated(static_cast<RelationId>(pc->c), pc->b, sets_[set_top_ - 1]);
      return Size(sets_[set_top_ - 1]) > 0 ? pc : pc + pc->a - 1;
    case Fused::kSquaresRound: {
      const Value feature = slots[pc->a];
      const int32_t root = feature < 0 ? kNone : board().Find(static_cast<int32_t>(feature));
      if (root == kNone || board().SegmentsOf(root) != 1) {  // there may be many squares, or none
        stack_[top_++] = feature;
        return pc;
      }
      stack_[top_++] = board().FilledAround(root);
      return pc + 4;
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

// The figures or markers on features of these kinds, or in any cell: they are asked where they are, and what they may
// be on is not listed.
void Machine::AppendOnAll(RelationId relation, int kinds, int on_kinds) {
  const bool features = Info(relation).b == Class::kFeature;
  const auto is_on = [&](Spot spot) {
    if (spot.at == At::kSupply) return false;
    if (!features) return board().CellOf(spot) != kNone;
    const int32_t segment = board().SegmentAt(spot);
    return segment != kNone && program().InKinds(on_kinds, board().SegmentKind(segment));
  };
  OpenSet();
  if (Info(relation).a == Class::kFigure) {
    board().ForFigures(kinds, [&](int32_t id) {
      if (is_on(board().figure(id).spot)) Push(id);
    });
  } else {
    board().ForMarkers(kinds, [&](int32_t id) {
      if (is_on(board().marker(id).spot)) Push(id);
    });
  }
  CloseSet();
  Work(Size(sets_[set_top_ - 1]));
}

// Segments of one tile, a bit each: first those of some kinds, then those of them, or that touch them, of others, or
// where a figure can stand.
const Insn* Machine::RunSegments(const Insn* pc, Value of, const Value* slots) {
  const auto relation = static_cast<RelationId>(pc[2].c);
  const bool square = relation == RelationId::kSegmentOnSquare || relation == RelationId::kSegmentInSquare;
  int32_t cell_id = kNone;
  if (of >= 0)
    cell_id = square ? board().CellAt(SquareX(of), SquareY(of)) : board().piece(static_cast<int32_t>(of)).cell;
  const Insn* const last = pc + 2 + pc->c;
  const bool any = last->op == Op::kAny;
  uint32_t segments = 0;
  int32_t first = 0;
  if (cell_id != kNone) {
    const Cell& cell = board().cell(cell_id);
    first = cell.first_segment;
    const bool as_printed = board().turned().empty();
    const auto of_kinds = [&](uint32_t among, int kinds) {
      uint32_t kept = 0;
      for (; among != 0; among &= among - 1) {
        const int i = std::countr_zero(among);
        const Id kind = as_printed ? cell.shape->kind[static_cast<size_t>(i)] : board().SegmentKind(first + i);
        kept |= (program().InKinds(kinds, kind) ? 1u : 0u) << i;
      }
      return kept;
    };
    segments = of_kinds(static_cast<uint32_t>((uint64_t{1} << cell.shape->segment_count) - 1), pc[2].b);
    for (const Insn* step = pc + 3; step <= last - (any ? 1 : 0); ++step) {
      uint32_t touching = segments;
      if (step->op == Op::kLoad) {  // those on which a figure can stand
        const Value figure = slots[(step++)->a];
        const Id on = figure < 0 ? kNoId : program().kind(board().figure(static_cast<int32_t>(figure)).kind).on_kinds;
        segments = on == kNoId ? 0 : of_kinds(segments, on);
        continue;
      }
      if (step->op == Op::kRelated) {
        touching = 0;
        for (uint32_t left = segments; left != 0; left &= left - 1)
          touching |= cell.shape->touches[static_cast<size_t>(std::countr_zero(left))];
      }
      segments = of_kinds(touching, step->b);
    }
  }
  if (any) {
    stack_[top_++] = segments != 0;
    return last;
  }
  OpenSet();
  for (; segments != 0; segments &= segments - 1) Push(first + std::countr_zero(segments));
  CloseSet();
  return last;
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
