#include "runtime/vm/ladder.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "runtime/graph/board.h"
#include "runtime/vm/fused.h"
#include "runtime/vm/numbers.h"

namespace reeve {
namespace {

constexpr size_t kMaxTerms = 64, kMaxWatches = 32;

bool IsEntry(Op op) {
  return op >= Op::kRow && op <= Op::kAtMost;
}
bool Jumps(const Insn& insn) {
  return Info(insn.op).operands[2] == 'j';
}

// Instructions from `begin` up to `end`.
struct Range {
  int32_t begin = 0, end = 0;
};

// The code of the program and the pieces that are cut out of it.
class Pieces {
 public:
  Pieces(const Program& program, std::vector<Insn>& code) : program_(program), code_(code) {}

  const Insn& At(int32_t pc) const { return program_.code[static_cast<size_t>(pc)]; }
  // Whether a run that is done as one begins there.
  bool IsFused(int32_t pc, Fused run) const { return code_[static_cast<size_t>(pc)].op == static_cast<Op>(run); }
  uint32_t written() const { return written_; }
  void Forget() { written_ = 0; }

  // Copies a range that leaves so many values and sets, and no jump out of it, to run by itself.
  int32_t Cut(Range range, int values, int sets) {
    if (!StandsAlone(range) || Leaves(range) != std::pair{values, sets}) return Ladder::kNoPiece;
    const auto begin = static_cast<int32_t>(code_.size());
    for (int32_t pc = range.begin; pc < range.end; ++pc) {
      Insn insn = IsFusedForGood(code_[static_cast<size_t>(pc)]) ? code_[static_cast<size_t>(pc)] : At(pc);
      const Insn& plain = At(pc);
      if (Jumps(plain)) insn.c = plain.c - range.begin + begin;
      if (plain.op == Op::kStore || (Jumps(plain) && Info(plain.op).operands[0] == 's')) written_ |= 1u << plain.a;
      code_.push_back(insn);
    }
    Insn last;
    last.op = sets > 0 ? Op::kReturnSet : Op::kReturn;
    code_.push_back(last);
    return begin;
  }

 private:
  // Runs that hold nothing about where they are.
  static bool IsFusedForGood(const Insn& insn) {
    switch (static_cast<Fused>(insn.op)) {
      case Fused::kSegmentsOfSlot:
      case Fused::kSegmentsOfGlobal:
      case Fused::kAnyOfFit:
      case Fused::kSquaresRound:
      case Fused::kSupplyLots:
      case Fused::kOnAll:
      case Fused::kNeighboursOfFit:
      case Fused::kColumnOfSegmentAt:
      case Fused::kIsGlobal:
      case Fused::kIsPileLeft:
      case Fused::kKeepByColumn:
        return true;
      default:
        return false;
    }
  }
  bool StandsAlone(Range range) const {
    for (int32_t pc = range.begin; pc < range.end; ++pc) {
      const Insn& insn = At(pc);
      if (IsEntry(insn.op) || insn.op == Op::kOpen || insn.op == Op::kClose || insn.op == Op::kReturn ||
          insn.op == Op::kReturnSet || insn.op == Op::kCopySet || insn.op == Op::kJumpImpersonal ||
          Info(insn.op).mode != 'P')
        return false;
      if (Jumps(insn) && (insn.c < range.begin || insn.c > range.end)) return false;
    }
    return range.begin < range.end;
  }
  // How many values and sets it adds; the verifier has seen to it that all ways through it do the same.
  std::pair<int, int> Leaves(Range range) const {
    std::vector<std::pair<int, int>> known(static_cast<size_t>(range.end - range.begin) + 1, {-1, -1});
    std::pair<int, int> now{0, 0};
    for (int32_t pc = range.begin; pc < range.end; ++pc) {
      const Insn& insn = At(pc);
      const auto at = static_cast<size_t>(pc - range.begin);
      if (known[at].first >= 0) now = known[at];
      now.first -= Info(insn.op).pops;
      now.second -= Info(insn.op).sets_in;
      if (now.first < 0 || now.second < 0) return {-1, -1};
      now.first += Info(insn.op).pushes;
      now.second += Info(insn.op).sets_out;
      if (Jumps(insn) && insn.c > pc) known[static_cast<size_t>(insn.c - range.begin)] = now;
    }
    return known.back().first >= 0 ? known.back() : now;
  }

  const Program& program_;
  std::vector<Insn>& code_;
  uint32_t written_ = 0;  // slots, a bit each
};

// Where the columns of the program and the sets that the board watches are in a row.
struct Columns {
  std::vector<int32_t> indices;  // Board::RowIndices
  std::vector<WatchedSet> sets;
  int32_t first = 0;
};

// Reads the quantities of a routine: a ladder from its first instruction to its last, or what a part adds for a member.
class Planner {
 public:
  Planner(const Program& program, const Columns& columns, Pieces& pieces, int32_t at, int32_t end)
      : program_(program), columns_(columns), pieces_(pieces), at_(at), end_(end) {}

  Ladder Plan() {
    const int32_t begin = at_;
    pieces_.Forget();
    while (Is(Op::kOpen) && At().a == 2) {
      if (!Count()) return {};
    }
    if (!Take(Op::kOpen) || Before().a != 0 || !Entries(false) || !Take(Op::kClose) || !Take(Op::kReturn) ||
        at_ != end_)
      return {};
    made_.length = end_ - begin;
    return Made();
  }
  // The quantity of a part; the place behind it is in `at`.
  Ladder PlanPart(int32_t& at) {
    if (!Take(Op::kOpen) || Before().a != 1 || !Entries(false) || !Take(Op::kClose)) return {};
    at = at_;
    return Made();
  }

 private:
  using Number = Ladder::Number;
  using Term = Ladder::Term;

  const Insn& At() const { return pieces_.At(at_); }
  const Insn& Before() const { return pieces_.At(at_ - 1); }
  bool Is(Op op) const { return at_ < end_ && At().op == op; }
  bool Take(Op op) {
    if (!Is(op)) return false;
    ++at_;
    return true;
  }

  Ladder Made() {
    if (made_.terms.size() > kMaxTerms) return {};
    // Whatever is read beforehand must not be written in between.
    uint32_t read = personal_;
    if (made_.feature != Ladder::kNoSlot) read |= 1u << made_.feature;
    for (const Ladder::Count& count : made_.counts) read |= 1u << count.slot;
    if ((read & (pieces_.written() | stored_)) != 0) return {};
    made_.all = made_.terms.size() == 64 ? ~uint64_t{0} : (uint64_t{1} << made_.terms.size()) - 1;
    made_.good = true;
    const auto tiles = [](int32_t source) { return source == Board::kTileColumn; };
    made_.tiles = std::ranges::any_of(made_.counts, tiles, &Ladder::Count::source) ||
                  std::ranges::any_of(made_.watches, tiles, &Ladder::Watch::source) ||
                  std::ranges::any_of(made_.terms, [&](const Term& term) {
                    return tiles(term.number.source) || tiles(term.number.times) || tiles(term.each.source) ||
                           tiles(term.each.times);
                  });
    FindSums();
    WatchFours();
    return std::move(made_);
  }
  void WatchFours() {
    const auto of_zero = [](const Ladder::Watch& watch) {
      return IsOfRow(watch.source) && watch.low == 0 && watch.span == 0;
    };
    for (const Ladder::Watch& watch : made_.watches) {
      if (!of_zero(watch)) continue;
      const int32_t first = watch.source / 4 * 4;
      auto four = std::ranges::find(made_.zeros, first, &Ladder::Zeros::first);
      if (four == made_.zeros.end()) four = made_.zeros.insert(four, {first, {}});
      for (size_t bits = 0; bits < four->struck.size(); ++bits)
        four->struck[bits] |= watch.struck[bits >> (watch.source - first) & 1];
    }
    std::erase_if(made_.watches, of_zero);
  }
  void FindSums() {
    const auto constant = [&](const Term& term) {
      return term.op == Op::kRowAmount && term.guard == Ladder::kNoPiece && term.amount == Ladder::kNoPiece &&
             IsConst(term.number, term.number.factor);
    };
    made_.same = !conditions_ && made_.counts.empty() && made_.terms.size() == 1 && constant(made_.terms[0]);
    for (Term& term : made_.terms) {
      const bool row = term.op == Op::kRow && term.number.factor == 1 && IsConst(term.each, term.each.factor);
      const bool alone = !term.note && term.guard == Ladder::kNoPiece && term.amount == Ladder::kNoPiece &&
                         term.number.times == Ladder::kOne;
      if (IsAdded(term.op) && (term.op != Op::kRow || row) && alone)
        term.sum = {term.number.source, row ? term.each.factor : term.number.factor, term.label, row};
    }
    const auto of_board = [](const Term& term) { return term.sum && IsOfBoard(term.sum->source); };
    if (conditions_ || !std::ranges::all_of(made_.terms, of_board)) return;
    for (const Term& term : made_.terms) made_.sums.push_back(*term.sum);
  }

  // --- quantities and entries ---

  bool Count() {
    if (PlainCount()) return true;
    if (!Take(Op::kOpen) || !Entries(true) || !Take(Op::kClose) || !Take(Op::kStore)) return false;
    Term end;
    end.op = Op::kStore;
    end.note = true;
    end.slot = Before().a;
    stored_ |= 1u << end.slot;
    made_.terms.push_back(end);
    return true;
  }
  // A count with one source, worth 1 each and without a label: open 2; source; 1; row; close; store.
  bool PlainCount() {
    const int32_t begin = at_;
    int32_t end = begin + 1;
    while (end < end_ && !IsEntry(pieces_.At(end).op) && pieces_.At(end).op != Op::kOpen) ++end;
    if (end + 2 >= end_ || pieces_.At(end + 1).op != Op::kClose || pieces_.At(end + 2).op != Op::kStore) return false;
    const auto numbers = Numbers({begin + 1, end});
    if (!numbers || pieces_.At(end).b > 0) return false;
    const bool amount = pieces_.At(end).op == Op::kRowAmount && numbers->size() == 1;
    const bool row = pieces_.At(end).op == Op::kRow && numbers->size() == 2 && IsConst((*numbers)[1], 1);
    const Number& first = numbers->front();
    if ((!amount && !row) || first.factor != 1 || first.times != Ladder::kOne || !IsOfBoard(first.source)) return false;
    const uint8_t slot = pieces_.At(end + 2).a;
    if (OfSlot(slot) != Ladder::kFirstSlot - slot) return false;
    made_.counts.push_back({first.source, slot});
    at_ = end + 3;
    return true;
  }

  bool Entries(bool note) {
    while (at_ < end_ && At().op != Op::kClose) {
      if (!Entry(note)) return false;
    }
    return at_ < end_;
  }
  // [jump_impersonal] [guard; jump_false] amount; entry, both jumps to what follows.
  bool Entry(bool note) {
    if (made_.terms.size() >= kMaxTerms) return false;
    Term term;
    term.note = note;
    int32_t personal = -1;
    if (Take(Op::kJumpImpersonal)) personal = at_ - 1;
    int32_t stop = at_;
    while (stop < end_ && !IsEntry(pieces_.At(stop).op) && pieces_.At(stop).op != Op::kOpen &&
           pieces_.At(stop).op != Op::kClose)
      ++stop;
    if (stop == end_ || pieces_.At(stop).op == Op::kClose) return false;
    const bool part = pieces_.At(stop).op == Op::kOpen;
    if (part && (--stop < at_ || pieces_.At(stop).op != Op::kWalk)) return false;
    const int32_t entry = part ? pieces_.At(stop).c + 1 : stop;
    if (entry >= end_ || (part && pieces_.At(entry).op != Op::kAddPart)) return false;
    if (personal >= 0 && !Personal(personal, entry + 1)) return false;
    for (int32_t pc = at_; pc < stop; ++pc) {
      if (pieces_.At(pc).op != Op::kJumpFalse || pieces_.At(pc).c != entry + 1) continue;
      if (!Guard(term, {at_, pc})) return false;
      at_ = pc + 1;
      break;
    }
    term.op = pieces_.At(entry).op;
    term.label = pieces_.At(entry).b;
    term.up = pieces_.At(entry).a != 0;
    if (part ? !Part(term, stop, entry) : !Amount(term, {at_, stop})) return false;
    at_ = entry + 1;
    made_.terms.push_back(term);
    return true;
  }
  bool Personal(int32_t jump, int32_t behind) {
    if (pieces_.At(jump).c != behind) return false;
    const uint8_t slot = pieces_.At(jump).a;
    personal_ |= 1u << slot;
    conditions_ = true;
    return Strike(Ladder::kFirstSlot - slot, INT32_MIN, kNothing, true);
  }
  // set; walk; open 1 ... close; tally; result; add_part
  bool Part(Term& term, int32_t walk, int32_t entry) {
    const uint8_t member = pieces_.At(walk).a;
    Planner inner(program_, columns_, pieces_, walk + 1, entry);
    int32_t at = 0;
    Ladder part = inner.PlanPart(at);
    if (!part.good || at + 2 != entry) return false;
    const Insn& tally = pieces_.At(at);
    if (tally.op != Op::kTally || tally.a != member || tally.c != walk + 1 || pieces_.At(at + 1).op != Op::kTake)
      return false;
    term.slot = member;
    stored_ |= 1u << member;
    personal_ |= inner.personal_;
    term.part = static_cast<int32_t>(made_.parts.size());
    made_.parts.push_back(std::move(part));
    term.amount = pieces_.Cut({at_, walk}, 0, 1);
    return term.amount != Ladder::kNoPiece;
  }
  bool Amount(Term& term, Range range) {
    if (term.op == Op::kHalve) return range.begin == range.end;
    const size_t takes = term.op == Op::kRow ? 2 : 1;
    const auto numbers = Numbers(range);
    if (!numbers || numbers->size() != takes) {
      if (IsAdded(term.op)) OfWatched(term, range);
      term.amount = pieces_.Cut(range, static_cast<int>(takes), 0);
      return term.amount != Ladder::kNoPiece;
    }
    term.number = numbers->front();
    term.each = numbers->back();
    // Nothing is added where there is nothing: no row either.
    if (IsAdded(term.op)) {
      if (IsOfRow(term.number.source)) Strike(term.number.source, 0, 0, true);
      if (IsOfRow(term.number.times)) Strike(term.number.times, 0, 0, true);
    }
    return true;
  }

  static bool IsAdded(Op op) { return op == Op::kRow || op == Op::kRowAmount || op == Op::kExtra; }
  // [const] watched set ... count or sum [const or mul]: nothing where the set is empty; a count of the set itself is
  // known.
  void OfWatched(Term& term, Range range) {
    Number factor{Ladder::kOne, 1, Ladder::kOne};
    const bool times =
        pieces_.At(range.begin).op == Op::kConst && pieces_.At(range.end - 1).op == Op::kMul && term.op != Op::kRow;
    if (times) factor.factor = pieces_.At(range.begin++).c, --range.end;
    if (term.op == Op::kRow) {
      term.each = {Ladder::kOne, pieces_.At(--range.end).c, Ladder::kOne};
      if (pieces_.At(range.end).op != Op::kConst) return;
    }
    int32_t behind = range.begin;
    const auto column = Watched(behind, range.end);
    if (!column) return;
    term.apart = behind + 1 == range.end && pieces_.At(behind).op == Op::kCount;
    term.number = {*column, factor.factor, Ladder::kOne};
    if (term.apart || IsNothingOfNothing({behind, range.end})) Strike(*column, 0, 0, true);
  }
  // The place in the row of a watched set of the feature, and the instruction behind it.
  std::optional<int32_t> Watched(int32_t& pc, int32_t end) {
    const auto found = ReadWatched(
        std::span(program_.code).subspan(static_cast<size_t>(pc), static_cast<size_t>(std::max(end - pc, 0))));
    if (!found) return std::nullopt;
    const auto set = std::ranges::find(columns_.sets, found->set);
    if (set == columns_.sets.end() || !Feature(found->feature)) return std::nullopt;
    pc += found->length;
    return columns_.first + static_cast<int32_t>(set - columns_.sets.begin());
  }
  // Whether the empty set becomes 0: only other sets are made of it, then they are counted or summed over.
  bool IsNothingOfNothing(Range range) const {
    int32_t pc = range.begin;
    for (; pc < range.end; ++pc) {
      const Insn& insn = pieces_.At(pc);
      if (insn.op == Op::kCount || insn.op == Op::kAny) return pc + 1 == range.end;
      if (insn.op == Op::kRelated || insn.op == Op::kSpread || insn.op == Op::kOfKind) continue;
      if (insn.op != Op::kWalk || insn.c <= pc || insn.c >= range.end) return false;
      const Op ends = pieces_.At(insn.c - 1).op;
      if (ends == Op::kTally) return insn.c + 1 == range.end && pieces_.At(insn.c).op == Op::kTake;
      if (ends != Op::kKeep) return false;
      pc = insn.c - 1;
    }
    return false;
  }

  // --- conditions ---

  bool Guard(Term& term, Range range) {
    conditions_ = true;
    if (Holds(range, true)) return true;
    term.guard = pieces_.Cut(range, 1, 0);
    return term.guard != Ladder::kNoPiece;
  }
  // Strikes the term off where the condition is not `wanted`. False: not all of it can be watched; what was watched
  // until then is true of it all the same.
  bool Holds(Range range, bool wanted) {
    while (range.begin < range.end && pieces_.At(range.end - 1).op == Op::kNot) {
      wanted = !wanted;
      --range.end;
    }
    if (range.begin >= range.end) return false;
    const Insn& last = pieces_.At(range.end - 1);
    if (last.op == Op::kConst && range.end - range.begin > 3 && pieces_.At(range.end - 2).op == Op::kJump)
      return Both(range, wanted);
    if (last.op == Op::kEqual || last.op == Op::kLess) return Compares(range, wanted);
    if (last.op == Op::kIsKind) {
      const bool feature = range.end - range.begin == 2 && pieces_.At(range.begin).op == Op::kLoad && last.b >= 0 &&
                           last.c == static_cast<int32_t>(Class::kFeature) && Feature(pieces_.At(range.begin).a);
      return feature && Strike(Ladder::kFirstKinds - last.b, 0, 0, wanted);
    }
    if (last.op == Op::kAny) return Any(range, wanted);
    const auto numbers = Numbers(range);
    return numbers && numbers->size() == 1 && IsPlain(numbers->front()) &&
           Strike(numbers->front().source, 0, 0, wanted);
  }
  bool Any(Range range, bool wanted) {
    int32_t behind = range.begin;
    const auto column = Watched(behind, range.end);
    if (!column) return false;
    if (behind + 1 == range.end) return Strike(*column, 0, 0, wanted);
    if (wanted && IsNothingOfNothing({behind, range.end})) Strike(*column, 0, 0, true);
    return false;
  }
  // x; jump_false L; y; jump D; L: const 0; D: both of them, or likewise neither of two.
  bool Both(Range range, bool wanted) {
    const bool both = pieces_.At(range.end - 1).c == 0;
    if (both != wanted || pieces_.At(range.end - 2).c != range.end) return false;
    for (int32_t pc = range.begin; pc < range.end - 2; ++pc) {
      const Insn& jump = pieces_.At(pc);
      if (jump.op != (both ? Op::kJumpFalse : Op::kJumpTrue) || jump.c != range.end - 1) continue;
      return Holds({range.begin, pc}, wanted) && Holds({pc + 1, range.end - 2}, wanted);
    }
    return false;
  }
  bool Compares(Range range, bool wanted) {
    const auto numbers = Numbers({range.begin, range.end - 1});
    if (!numbers || numbers->size() != 2) return false;
    const Number &x = numbers->front(), &y = numbers->back();
    const bool equal = pieces_.At(range.end - 1).op == Op::kEqual;
    if (IsPlain(x) && y.source == Ladder::kOne)
      return Strike(x.source, equal ? Value{y.factor} : INT32_MIN, Value{y.factor} - (equal ? 0 : 1), !wanted);
    if (IsPlain(y) && x.source == Ladder::kOne)
      return Strike(y.source, Value{x.factor} + (equal ? 0 : 1), equal ? Value{x.factor} : INT32_MAX, !wanted);
    return false;
  }
  // The next term does not apply while the source is, or is not, from low to high.
  bool Strike(int32_t source, Value low, Value high, bool inside) {
    if (high < low) return false;
    const auto span = static_cast<uint64_t>(high - low);
    auto watch = std::ranges::find_if(made_.watches, [&](const Ladder::Watch& one) {
      return one.source == source && one.low == low && one.span == span;
    });
    if (watch == made_.watches.end()) {
      if (made_.watches.size() == kMaxWatches) return false;
      watch = made_.watches.insert(watch, {source, low, span, {0, 0}});
    }
    watch->struck[inside ? 1 : 0] |= uint64_t{1} << made_.terms.size();
    return true;
  }

  // --- numbers ---

  static bool IsOfRow(int32_t source) { return source >= 0; }
  static bool IsOfBoard(int32_t source) {
    return source >= 0 || source == Ladder::kSegments || source == Ladder::kSquares;
  }
  static bool IsPlain(const Number& number) {
    return number.factor == 1 && number.times == Ladder::kOne && IsOfBoard(number.source);
  }
  static bool IsConst(const Number& number, int32_t value) {
    return number.source == Ladder::kOne && number.times == Ladder::kOne && number.factor == value;
  }
  bool Feature(uint8_t slot) {
    if (made_.feature == Ladder::kNoSlot) made_.feature = slot;
    return made_.feature == slot;
  }
  // What a range pushes, in order, where that is numbers and nothing else.
  std::optional<std::vector<Number>> Numbers(Range range) {
    std::vector<Number> stack;
    for (int32_t pc = range.begin; pc < range.end; ++pc) {
      const Insn& insn = pieces_.At(pc);
      if (insn.op == Op::kConst) {
        stack.push_back({Ladder::kOne, insn.c, Ladder::kOne});
      } else if (insn.op == Op::kLoad && IsRound(pc, range.end)) {
        stack.push_back({Ladder::kSquares, 1, Ladder::kOne});
        pc += 4;
      } else if (insn.op == Op::kLoad) {
        stack.push_back({OfSlot(insn.a), 1, Ladder::kOne});
      } else if (insn.op == Op::kColumn && Feature(insn.a)) {
        const int32_t index = columns_.indices[static_cast<size_t>(insn.b)];
        stack.push_back(index == Board::kAlwaysNone ? Number{} : Number{index, 1, Ladder::kOne});
      } else if (insn.op != Op::kMul || stack.size() < 2 || !Multiply(stack)) {
        return std::nullopt;
      }
    }
    return stack.empty() ? std::nullopt : std::optional(std::move(stack));
  }
  int32_t OfSlot(uint8_t slot) const {
    for (const Ladder::Count& count : made_.counts) {
      if (count.slot == slot) return count.source;
    }
    return Ladder::kFirstSlot - slot;
  }
  // The squares round the feature.
  bool IsRound(int32_t pc, int32_t end) {
    const bool round = pc + 5 <= end && pieces_.IsFused(pc, Fused::kSquaresRound) && Feature(pieces_.At(pc).a);
    made_.squares |= round;
    return round;
  }
  // Products in which no number between leaves its range without the product.
  static bool Multiply(std::vector<Number>& stack) {
    const Number y = stack.back();
    stack.pop_back();
    Number& x = stack.back();
    const auto is_const = [](const Number& one) { return one.source == Ladder::kOne && one.times == Ladder::kOne; };
    const auto is_plain = [](const Number& one) { return one.factor == 1 && one.times == Ladder::kOne; };
    if (is_const(x) && is_const(y)) {
      const Value product = Value{x.factor} * y.factor;
      if (!Fits32(product)) return false;
      x.factor = static_cast<int32_t>(product);
    } else if (is_const(x) && is_plain(y)) {
      x = {y.source, x.factor, Ladder::kOne};
    } else if (is_plain(x) && is_const(y)) {
      x.factor = y.factor;
    } else if (is_plain(x) && is_plain(y)) {
      x.times = y.source;
    } else {
      return false;
    }
    return true;
  }

  const Program& program_;
  const Columns& columns_;
  Pieces& pieces_;
  int32_t at_, end_;
  uint32_t personal_ = 0, stored_ = 0;  // slots, a bit each
  bool conditions_ = false;
  Ladder made_;
};

}  // namespace

std::vector<Ladder> PlanLadders(const Program& program, int players, std::vector<Insn>& code) {
  Columns columns{Board::RowIndices(program, players), WatchedSets(program)};
  columns.first = Board::FirstWatched(columns.indices);
  std::vector<Ladder> ladders(program.routines.size());
  Pieces pieces(program, code);
  for (const RuleInfo& rule : program.rules_table) {
    if (rule.value == kNoId) continue;
    const RoutineInfo& routine = program.routines[static_cast<size_t>(rule.value)];
    Ladder& ladder = ladders[static_cast<size_t>(rule.value)];
    if (ladder.good) continue;
    ladder = Planner(program, columns, pieces, routine.begin, routine.end).Plan();
    ladder.small = IsSmall(program, routine);
    const auto of_row = [](const Ladder::Sum& one) { return one.source >= 0; };
    ladder.quick = ladder.small && !ladder.sums.empty() && std::ranges::all_of(ladder.sums, of_row);
  }
  return ladders;
}

}  // namespace reeve
