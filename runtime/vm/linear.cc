#include "runtime/vm/linear.h"

#include <cstdlib>
#include <optional>
#include <span>

#include "runtime/graph/board.h"

namespace reeve {
namespace {

// Reads a routine from its first instruction to its last, and gives up at the first that does not belong.
class Reader {
 public:
  Reader(const Program& program, const RoutineInfo& routine, std::span<const int32_t> indices)
      : indices_(indices), code_(std::span(program.code).subspan(static_cast<size_t>(routine.begin), static_cast<size_t>(routine.end - routine.begin))) {}

  Linear Read() {
    while (Count()) {
    }
    if (!Take(Op::kOpen) || code_[at_ - 1].a != 0) return {};
    while (Row()) {
    }
    made_.good = Take(Op::kClose) && Take(Op::kReturn) && at_ == code_.size() && feature_.has_value() && made_.term_count > 0;
    made_.feature = feature_.value_or(0);
    return std::move(made_);
  }

 private:
  bool Take(Op op) {
    if (at_ == code_.size() || code_[at_].op != op) return false;
    ++at_;
    return true;
  }
  bool Back(size_t to) {
    at_ = to;
    return false;
  }
  bool Feature(uint8_t slot) {
    if (!feature_) feature_ = slot;
    return *feature_ == slot;
  }
  // A column of the feature, or the squares round it; pushed as it stands.
  std::optional<int32_t> Source() {
    const size_t begin = at_;
    if (Take(Op::kColumn)) {
      const int32_t index = indices_[static_cast<size_t>(code_[begin].b)];
      if (index != Board::kAlwaysNone && Feature(code_[begin].a)) return index;
    } else if (Take(Op::kLoad) && Take(Op::kOne) && Take(Op::kSpread) && Take(Op::kRelated) && Take(Op::kCount)) {
      const bool round = code_[begin + 2].b == static_cast<int16_t>(PropertyId::kSquareOfFeature) && code_[begin + 3].b == kCells &&
                         code_[begin + 3].c == static_cast<int32_t>(RelationId::kSquareInSquare);
      made_.squares |= round;
      if (round && Feature(code_[begin].a)) return Linear::kSquares;
    }
    at_ = begin;
    return std::nullopt;
  }
  // A count with one source, worth 1 each and without a label: open 2; source; 1; row; close; store.
  bool Count() {
    const size_t begin = at_;
    if (!Take(Op::kOpen) || code_[begin].a != 2) return Back(begin);
    const auto source = Source();
    if (!source) return Back(begin);
    bool plain = Take(Op::kRowAmount);
    if (!plain) plain = Take(Op::kConst) && code_[at_ - 1].c == 1 && Take(Op::kRow);
    if (!plain || code_[at_ - 1].b > 0 || !Take(Op::kClose) || !Take(Op::kStore)) return Back(begin);
    if (made_.count_count == Linear::kMaxCounts) return Back(begin);
    made_.counts[made_.count_count++] = {*source, code_[at_ - 1].a};
    return true;
  }
  // A row of the points: a count or a source, its worth, its label.
  bool Row() {
    const size_t begin = at_;
    std::optional<int32_t> source;
    if (Take(Op::kLoad)) {
      for (size_t i = 0; i < made_.count_count; ++i) {
        if (made_.counts[i].slot == code_[begin].a) source = made_.counts[i].source;
      }
    }
    if (!source) {
      at_ = begin;
      source = Source();
    }
    if (!source || !Take(Op::kConst) || !Take(Op::kRow) || made_.term_count == Linear::kMaxTerms) return Back(begin);
    made_.terms[made_.term_count++] = {*source, code_[at_ - 2].c, code_[at_ - 1].b};
    return true;
  }

  std::span<const int32_t> indices_;  // Board::RowIndices
  std::span<const Insn> code_;
  size_t at_ = 0;
  std::optional<uint8_t> feature_;
  Linear made_;
};

// Whether a routine gives a number of 32 bits on every board: it adds up no more than four counts of what lies there,
// which stay below 2^23, with factors of 5 at the most, one of them perhaps in a count of its own and one in the points.
// Counts in the columns of votes may be any number.
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
      case Op::kTally: ++sums; break;
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
      case Op::kReturn: break;
      case Op::kSpread:
        if (insn.b != static_cast<int16_t>(PropertyId::kSquareOfFeature)) return false;
        break;
      default: return false;
    }
  }
  return rows <= 4 && constants && (sums == 0 || (sums == 1 && !amounts));
}

}  // namespace

std::vector<Linear> LinearLadders(const Program& program, int players) {
  const std::vector<int32_t> indices = Board::RowIndices(program, players);
  std::vector<Linear> ladders(program.routines.size());
  for (const RuleInfo& rule : program.rules_table) {
    if (rule.value == kNoId) continue;
    const RoutineInfo& routine = program.routines[static_cast<size_t>(rule.value)];
    Linear& ladder = ladders[static_cast<size_t>(rule.value)];
    ladder = Reader(program, routine, indices).Read();
    ladder.small = IsSmall(program, routine);
  }
  return ladders;
}

}  // namespace reeve
