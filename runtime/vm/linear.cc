#include "runtime/vm/linear.h"

#include <optional>
#include <span>

#include "runtime/vm/ledger.h"

namespace reeve {
namespace {

// Reads a routine from its first instruction to its last, and gives up at the first that does not belong.
class Reader {
 public:
  Reader(const Program& program, const RoutineInfo& routine)
      : code_(std::span(program.code).subspan(static_cast<size_t>(routine.begin), static_cast<size_t>(routine.end - routine.begin))) {}

  Linear Read() {
    while (Count()) {
    }
    if (!Take(Op::kOpen) || code_[at_ - 1].a != 0) return {};
    while (Row()) {
    }
    made_.good = Take(Op::kClose) && Take(Op::kReturn) && at_ == code_.size() && feature_.has_value() && !made_.terms.empty() &&
                 made_.terms.size() <= Linear::kMaxTerms;
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
      if (Feature(code_[begin].a)) return code_[begin].b;
    } else if (Take(Op::kLoad) && Take(Op::kOne) && Take(Op::kSpread) && Take(Op::kRelated) && Take(Op::kCount)) {
      const bool round = code_[begin + 2].b == static_cast<int16_t>(PropertyId::kSquareOfFeature) && code_[begin + 3].b == kCells &&
                         code_[begin + 3].c == static_cast<int32_t>(RelationId::kSquareInSquare);
      if (round && Feature(code_[begin].a)) return Linear::kNoColumn;
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
    made_.counts.push_back({*source, code_[at_ - 1].a});
    return true;
  }
  // A row of the points: a count or a source, its worth, its label.
  bool Row() {
    const size_t begin = at_;
    std::optional<int32_t> source;
    if (Take(Op::kLoad)) {
      for (const Linear::Count& count : made_.counts) {
        if (count.slot == code_[begin].a) source = count.column;
      }
    }
    if (!source) {
      at_ = begin;
      source = Source();
    }
    if (!source || !Take(Op::kConst) || !Take(Op::kRow)) return Back(begin);
    made_.terms.push_back({*source, code_[at_ - 2].c, code_[at_ - 1].b});
    return true;
  }

  std::span<const Insn> code_;
  size_t at_ = 0;
  std::optional<uint8_t> feature_;
  Linear made_;
};

}  // namespace

std::vector<Linear> LinearLadders(const Program& program) {
  std::vector<Linear> ladders(program.routines.size());
  for (const RuleInfo& rule : program.rules_table) {
    if (rule.value == kNoId) continue;
    ladders[static_cast<size_t>(rule.value)] = Reader(program, program.routines[static_cast<size_t>(rule.value)]).Read();
  }
  return ladders;
}

}  // namespace reeve
