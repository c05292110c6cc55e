// Which ladders stay in the range of numbers, so that nobody need work them out where there is nobody to pay.
#include <cstdlib>

#include "runtime/vm/ladder.h"

namespace reeve {

// Whether a routine gives a number of 32 bits on every board: it adds up no more than four counts of what lies there,
// which stay below 2^23, with factors of 5 at the most, one of them perhaps in a count of its own and one in the
// points. Counts in the columns of votes may be any number.
bool IsSmall(const Program& program, const RoutineInfo& routine) {
  int rows = 0, sums = 0;
  bool constants = true, amounts = false;
  for (int32_t pc = routine.begin; pc < routine.end; ++pc) {
    const Insn& insn = program.code[static_cast<size_t>(pc)];
    switch (insn.op) {
      case Op::kConst:
        if (std::abs(Value{insn.c}) > 5) return false;
        break;
      case Op::kColumn:
      case Op::kColumnOf:
        if (program.columns[static_cast<size_t>(insn.b)].kind == ColumnKind::kVotes) return false;
        break;
      case Op::kRow:
      case Op::kRowAmount:
        // What each is worth is written down; in a sum over things the amount too.
        constants &= program.code[static_cast<size_t>(pc) - 1].op == Op::kConst || insn.op == Op::kRowAmount;
        amounts |= program.code[static_cast<size_t>(pc) - 1].op != Op::kConst;
        rows += insn.b > 0 ? 1 : 0;
        break;
      case Op::kTally:
        ++sums;
        break;
      case Op::kOpen:
      case Op::kClose:
      case Op::kLoad:
      case Op::kStore:
      case Op::kOne:
      case Op::kRelated:
      case Op::kCount:
      case Op::kWalk:
      case Op::kKeep:
      case Op::kEqual:
      case Op::kNot:
      case Op::kTake:
      case Op::kAddPart:
      case Op::kReturn:
        break;
      case Op::kSpread:
        if (insn.b != static_cast<int16_t>(PropertyId::kSquareOfFeature)) return false;
        break;
      default:
        return false;
    }
  }
  return rows <= 4 && constants && (sums == 0 || (sums == 1 && !amounts));
}

}  // namespace reeve
