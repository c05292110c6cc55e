#include "runtime/vm/fused.h"

#include <span>

namespace reeve {
namespace {

bool Is(const Insn& insn, Op op) { return insn.op == op; }
bool IsGlobal(const Insn& insn, GlobalId global) { return Is(insn, Op::kGlobal) && insn.a == static_cast<uint8_t>(global); }
bool IsRelated(const Insn& insn, RelationId relation) { return Is(insn, Op::kRelated) && insn.c == static_cast<int32_t>(relation); }
bool IsOf(const Insn& insn, Op op, Class cls) { return Is(insn, op) && insn.a == static_cast<uint8_t>(cls); }
bool IsConst(const Insn& insn, int32_t number) { return Is(insn, Op::kConst) && insn.c == number; }

// The run that begins here, or kFirstFused - 1.
uint8_t RunAt(std::span<const Insn> code) {
  const auto starts = [&](auto... tests) {
    if (code.size() < sizeof...(tests)) return false;
    size_t i = 0;
    return (tests(code[i++]) && ...);
  };
  const auto op = [](Op wanted) { return [wanted](const Insn& insn) { return Is(insn, wanted); }; };
  const auto related = [](RelationId wanted) { return [wanted](const Insn& insn) { return IsRelated(insn, wanted); }; };
  const auto number = [](int32_t wanted) { return [wanted](const Insn& insn) { return IsConst(insn, wanted); }; };
  const auto figures = [](Op wanted) { return [wanted](const Insn& insn) { return IsOf(insn, wanted, Class::kFigure); }; };
  const auto global = [](GlobalId wanted) { return [wanted](const Insn& insn) { return IsGlobal(insn, wanted); }; };
  const auto feature = [](const Insn& insn) { return Is(insn, Op::kGet) && insn.b == static_cast<int16_t>(PropertyId::kFeatureOfSegment); };

  if (starts(number(kSupplyZone), op(Op::kOne), related(RelationId::kFigureInZone), op(Op::kGlobal), figures(Op::kOwnedBy),
             figures(Op::kAlike))) {
    return static_cast<uint8_t>(Fused::kSupplyLots);
  }
  if (starts(number(kPileZone), op(Op::kOne), related(RelationId::kPieceInZone), op(Op::kAny)) && code[2].b == kAnyKind) {
    return static_cast<uint8_t>(Fused::kIsPileLeft);
  }
  if (starts(global(GlobalId::kPlaced), op(Op::kOne), related(RelationId::kSegmentOfPiece))) {
    return static_cast<uint8_t>(Fused::kSegmentsOfGlobal);
  }
  if (starts(op(Op::kGlobal), op(Op::kOne), op(Op::kAny))) return static_cast<uint8_t>(Fused::kIsGlobal);
  if (starts(op(Op::kLoad), feature, op(Op::kColumnOf))) return static_cast<uint8_t>(Fused::kColumnOfSegmentAt);
  return kFirstFused - 1;
}

}  // namespace

std::vector<Insn> FusedCode(const Program& program) {
  std::vector<Insn> code = program.code;
  for (const RoutineInfo& routine : program.routines) {
    for (int32_t pc = routine.begin; pc < routine.end; ++pc) {
      const uint8_t run = RunAt(std::span(program.code).subspan(static_cast<size_t>(pc), static_cast<size_t>(routine.end - pc)));
      if (run >= kFirstFused) code[static_cast<size_t>(pc)].op = static_cast<Op>(run);
    }
  }
  return code;
}

}  // namespace reeve
