// Ladders by their plans: what the code of the routine would do, term by term.
#include <bit>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "runtime/vm/machine.h"
#include "runtime/vm/numbers.h"

namespace reeve {

// False if a number leaves its range: then the code is run, and finds where.
bool Machine::RunLadder(const Ladder& ladder, Value* slots, const Context& context, Value& sum) {
  const size_t begin = rows_ == nullptr ? 0 : rows_->size();
  if (!ladder.parts.empty() && rows_ != nullptr && begin != rows_begin_) return false;  // it may add to rows that stay
  Work(ladder.length);
  if (!ladder.sums.empty() ? AddUp(ladder, slots, sum) : Climb(ladder, slots, context, kPointsQuantity, sum))
    return true;
  if (rows_ != nullptr) rows_->resize(begin);
  return false;
}

// False: a fault. What the piece leaves is on the stacks.
bool Machine::RunPiece(int32_t piece, Value* slots, const Context& context) {
  Execute(world().code() + piece, slots, context);
  return fault_ == Fault::kNone;
}

namespace {

// What an entry takes: a number, or a count and what each is worth.
struct Taken {
  Value amount = 0, each = 1;
};

// The numbers of one feature. Not everything that is read is in its row.
struct Reading {
  const Program& program;
  const Board& board;
  const Value* slots;
  const int32_t* row = nullptr;
  int32_t feature = kNone;

  // False: there is no such feature, or something is asked of it that only the code finds.
  bool Begin(const Ladder& ladder) {
    if (slots[ladder.feature] < 0) return false;
    feature = board.Find(static_cast<int32_t>(slots[ladder.feature]));
    if (ladder.tiles) board.TilesOf(feature);  // may write into the row
    row = board.row(feature);
    return !ladder.squares || board.SegmentsOf(feature) == 1;
  }
  Value Read(int32_t source) const { return source >= 0 ? row[source] : ReadElsewhere(source); }
  Value ReadElsewhere(int32_t source) const {
    if (source == Ladder::kOne) return 1;
    if (source == Ladder::kSegments) return board.SegmentsOf(feature);
    if (source == Ladder::kSquares) return board.FilledAround(feature);
    if (source > Ladder::kFirstKinds) return slots[Ladder::kFirstSlot - source];
    return program.InKinds(Ladder::kFirstKinds - source, board.node(feature).kind);
  }
  Value ReadNumber(const Ladder::Number& number) const {
    Value value = Read(number.source) * number.factor;
    if (number.times != Ladder::kOne && Fits32(value)) value *= Read(number.times);
    return value;
  }
  // False: a product leaves its range.
  bool Take(const Ladder::Term& term, Taken& taken) const {
    taken.amount = ReadNumber(term.number);
    if (term.op == Op::kRow) taken.each = ReadNumber(term.each);
    return Fits32(taken.amount) && Fits32(taken.each);
  }
};

// What an entry makes of a quantity. Gives whether it has a row.
bool Apply(const Ladder::Term& term, const Taken& taken, Value& now) {
  switch (term.op) {
    case Op::kRow:
      now += taken.amount * taken.each;
      return taken.amount != 0;
    case Op::kSet:
      now = taken.amount;
      return true;
    case Op::kScale:
      now *= taken.amount;
      return true;
    case Op::kHalve:
      now = term.up ? HalfUp(now) : HalfDown(now);
      return true;
    case Op::kAtLeast:
      if (now >= taken.amount) return false;
      now = taken.amount;
      return true;
    case Op::kAtMost:
      if (now <= taken.amount) return false;
      now = taken.amount;
      return true;
    case Op::kAddPart:
      now += taken.amount;
      return false;
    default:
      now += taken.amount;
      return taken.amount != 0;  // kRowAmount, kExtra
  }
}

// Which of four numbers are 0, a bit each; they begin at a multiple of 16 bytes.
unsigned ZerosOf(const int32_t* four) {
#ifdef __SSE2__
  const __m128i zero = _mm_cmpeq_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(four)), _mm_setzero_si128());
  return static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(zero)));
#else
  unsigned zeros = 0;
  for (unsigned i = 0; i < 4; ++i) zeros |= (four[i] == 0 ? 1u : 0u) << i;
  return zeros;
#endif
}

// A bit for each term that does not apply.
uint64_t Struck(const Ladder& ladder, const Reading& reading) {
  uint64_t struck = 0;
  for (const Ladder::Zeros& four : ladder.zeros) struck |= four.struck[ZerosOf(reading.row + four.first)];
  for (const Ladder::Watch& watch : ladder.watches) {
    const auto above = static_cast<uint64_t>(reading.Read(watch.source) - watch.low);
    struck |= watch.struck[above <= watch.span ? 1 : 0];
  }
  return struck;
}

}  // namespace

// A ladder that is a sum of small numbers of the row.
int32_t Machine::AddUpRow(const Ladder& ladder, int32_t node) {
  const int32_t feature = board().Find(node);
  if (ladder.tiles) board().TilesOf(feature);  // may write into the row
  const int32_t* row = board().row(feature);
  int32_t sum = 0;
  for (const Ladder::Sum& one : ladder.sums) {
    const int32_t number = row[one.source], change = number * one.factor;
    sum += change;
    if (rows_ == nullptr || number == 0 || (change == 0 && !one.counts)) continue;
    rows_->push_back({one.label, one.counts ? number : kNoCount, change, false});
  }
  return sum;
}

// A ladder that is a sum.
bool Machine::AddUp(const Ladder& ladder, Value* slots, Value& sum) {
  Reading reading{program(), board(), slots};
  if (!reading.Begin(ladder)) return false;
  for (const Ladder::Count& count : ladder.counts) slots[count.slot] = reading.Read(count.source);
  for (const Ladder::Sum& one : ladder.sums) {
    if (!AddOne(one, reading.Read(one.source), kPointsQuantity, sum)) return false;
  }
  return true;
}

// An entry that only adds. False: a number leaves its range.
bool Machine::AddOne(const Ladder::Sum& one, Value number, uint8_t mode, Value& sum) {
  const Value change = number * one.factor;
  sum += change;
  if (!Fits32(change) || !Fits32(sum)) return false;
  if (rows_ == nullptr || (one.counts ? number : change) == 0) return true;
  const int32_t count = one.counts ? static_cast<int32_t>(number) : kNoCount;
  if (mode == kPointsQuantity) rows_->push_back({one.label, count, static_cast<int32_t>(change), false});
  else WriteRow(mode, one.label, count, change, sum);
  return true;
}

// What a part adds: the sum over the members of the set on top, which is dropped.
bool Machine::AddPart(const Ladder& part, uint8_t member, Value* slots, const Context& context, Value& sum) {
  const uint32_t size = TopSize();
  if (part.same) {
    sum = Value{size} * part.terms[0].number.factor;
    if (rows_ != nullptr && sum != 0 && Fits32(sum)) WriteRow(kPartQuantity, part.terms[0].label, kNoCount, sum, sum);
    DropSet();
    return Fits32(sum);
  }
  bool good = true;
  Work(int64_t{size} * static_cast<int64_t>(part.terms.size()));
  for (uint32_t i = 0; i < size && good && fault_ == Fault::kNone; ++i) {
    slots[member] = TopMember(i);
    Value added = 0;
    good = Climb(part, slots, context, kPartQuantity, added);
    sum += added;
  }
  if (fault_ == Fault::kNone) DropSet();
  return good && Fits32(sum);
}

bool Machine::Climb(const Ladder& ladder, Value* slots, const Context& context, uint8_t mode, Value& sum) {
  Reading reading{program(), board(), slots};
  if (ladder.feature != Ladder::kNoSlot && !reading.Begin(ladder)) return false;
  for (const Ladder::Count& count : ladder.counts) slots[count.slot] = reading.Read(count.source);
  Value now = 0;
  for (uint64_t left = ladder.all & ~Struck(ladder, reading); left != 0; left &= left - 1) {
    const Ladder::Term& term = ladder.terms[static_cast<size_t>(std::countr_zero(left))];
    if (term.sum) {
      if (!AddOne(*term.sum, reading.Read(term.sum->source), mode, now)) return false;
      if (fault_ != Fault::kNone) return true;
      continue;
    }
    if (term.guard != Ladder::kNoPiece) {
      if (!RunPiece(term.guard, slots, context)) return true;
      if (PopValue() == 0) continue;
    }
    Taken taken;
    if (term.amount == Ladder::kNoPiece || (term.apart && board().SegmentsApart(reading.feature))) {
      if (!reading.Take(term, taken)) return false;
    } else {
      if (!RunPiece(term.amount, slots, context)) return true;
      if (term.op == Op::kRow) taken.each = PopValue();
      if (term.op != Op::kAddPart) taken.amount = PopValue();
      else if (!AddPart(ladder.parts[static_cast<size_t>(term.part)], term.slot, slots, context, taken.amount))
        return false;
      if (fault_ != Fault::kNone) return true;
    }
    if (term.op == Op::kStore) {
      slots[term.slot] = now;
      now = 0;
      continue;
    }
    const Value before = now;
    const bool shown = Apply(term, taken, now);
    if (!Fits32(now)) return false;
    if (rows_ == nullptr || !shown) continue;
    WriteRow(term.note ? kCountQuantity : mode, term.label,
             term.op == Op::kRow ? static_cast<int32_t>(taken.amount) : kNoCount, now - before, now);
    if (fault_ != Fault::kNone) return true;
  }
  sum = now;
  return true;
}

}  // namespace reeve
