#include "runtime/vm/machine.h"

#include <algorithm>
#include <bit>

#include "runtime/vm/numbers.h"

namespace reeve {
namespace {

// What nothing has: no points, no flag, no thing.
Value OfNothing(Class result) {
  return result == Class::kNumber || result == Class::kTruth ? 0 : kNothing;
}

Value LookUp(const TableInfo& table, Value key) {
  for (const auto& row : table.rows) {
    if (key <= row[0]) return row[1];
  }
  return table.more;
}

}  // namespace

Value Machine::RunLongValue(const Ladder& ladder, Id routine, Value* slots, const Context& context) {
  Value sum = 0;
  if (ladder.good && RunLadder(ladder, slots, context, sum)) return fault_ == Fault::kNone ? sum : 0;
  ExecuteOther(routine, slots, context);
  return fault_ == Fault::kNone ? PopValue() : 0;
}

std::span<const Value> Machine::RunSet(Id routine, Value* slots, const Context& context) {
  ExecuteOther(routine, slots, context);
  if (fault_ != Fault::kNone) return {};
  const Slice slice = sets_[--set_top_];
  const std::span<const Value> result(arena_.data() + slice.begin, slice.end - slice.begin);
  arena_.resize(slice.begin);  // the values stay readable until the next push
  return result;
}

uint32_t Machine::RunSetOfPlayers(Id routine, Value* slots, const Context& context) {
  uint32_t players = 0;
  for (const Value player : RunSet(routine, slots, context)) players |= 1u << player;
  return players;
}

void Machine::PopSet(std::vector<Value>& out) {
  const Slice slice = sets_[--set_top_];
  out.clear();
  for (uint32_t i = slice.begin; i < slice.end; ++i) out.push_back(arena_[i]);  // mostly one
  arena_.resize(slice.begin);
}

void Machine::DropAll() {
  top_ = walk_top_ = set_top_ = quantity_top_ = 0;
  arena_.clear();
}

// A whole routine, for the game or for another one. That they run each other in no circle keeps them from going on for
// ever, not from taking ages.
void Machine::ExecuteOther(Id routine, Value* slots, const Context& context) {
  const RoutineInfo& info = program().routines[static_cast<size_t>(routine)];
  Work(info.end - info.begin);
  Execute(world().code() + info.begin, slots, context);
}

// Ends one round of a walk. Returns true while there is a next member, which is then in its slot.
bool Machine::Advance(Walk& walk, Slice& slice, Value* slots, const Insn& insn) {
  const Value value = PopValue();
  switch (insn.op) {
    case Op::kKeep:
      if (value != 0) arena_[walk.kept++] = arena_[walk.at];
      break;
    case Op::kTally:
      walk.sum += value;
      break;
    case Op::kHighest:
      if (!walk.any || value > walk.sum) walk.sum = value;
      break;
    case Op::kLowest:
      if (!walk.any || value < walk.sum) walk.sum = value;
      break;
    default:  // kBest
      if (value > 0 && value > walk.best) {
        walk.best = value;
        walk.kept = slice.begin;
      }
      if (value > 0 && value == walk.best) arena_[walk.kept++] = arena_[walk.at];
      break;
  }
  walk.any = true;
  if (++walk.at < slice.end) {
    slots[insn.a] = arena_[walk.at];
    return true;
  }
  if (insn.op == Op::kKeep || insn.op == Op::kBest) {
    slice.end = walk.kept;
    arena_.resize(slice.end);
  }
  return false;
}

const Insn* Machine::Loop(const Insn* pc, Value* slots, const Context& context, uint32_t set_base) {
  const Insn* const code = world().code();
  Value result = 0;  // of the walk that ended last
  for (;; ++pc) {
    const Insn& insn = *pc;
    switch (insn.op) {
      case Op::kConst:
        stack_[top_++] = insn.c;
        break;
      case Op::kLoad:
        stack_[top_++] = slots[insn.a];
        break;
      case Op::kStore:
        slots[insn.a] = stack_[--top_];
        break;
      case Op::kGlobal:
        stack_[top_++] = Global(static_cast<GlobalId>(insn.a), context);
        break;
      case Op::kColumn:
        stack_[top_++] = ReadColumn(slots[insn.a], insn.b);
        break;
      case Op::kColumnOf:
        stack_[top_ - 1] = stack_[top_ - 1] < 0 ? 0 : ReadColumn(stack_[top_ - 1], insn.b);
        break;
      case Op::kGet: {
        Value& thing = stack_[top_ - 1];
        const auto property = static_cast<PropertyId>(insn.b);
        thing = thing >= 0 ? Property(property, thing) : OfNothing(Info(property).result);
        break;
      }
      case Op::kState: {
        stack_[top_ - 1] = ReadState(insn.b, stack_[top_ - 1]);
        break;
      }
      case Op::kAttribute:
        stack_[top_ - 1] = Attribute(static_cast<Class>(insn.a), stack_[top_ - 1], insn.b);
        break;
      case Op::kVotes:
        stack_[top_ - 1] = Votes(stack_[top_ - 1], context);
        goto check_fault;
      case Op::kAdd:
        --top_;
        stack_[top_ - 1] += stack_[top_];
        goto check;
      case Op::kSub:
        --top_;
        stack_[top_ - 1] -= stack_[top_];
        goto check;
      case Op::kMul:
        --top_;
        stack_[top_ - 1] *= stack_[top_];
        goto check;
      case Op::kNeg:
        stack_[top_ - 1] = -stack_[top_ - 1];
        break;
      case Op::kHalfUp:
        stack_[top_ - 1] = HalfUp(stack_[top_ - 1]);
        break;
      case Op::kHalfDown:
        stack_[top_ - 1] = HalfDown(stack_[top_ - 1]);
        break;
      case Op::kTable:
        stack_[top_ - 1] = LookUp(program().tables[static_cast<size_t>(insn.b)], stack_[top_ - 1]);
        break;
      case Op::kEqual:
        --top_;
        stack_[top_ - 1] = stack_[top_ - 1] == stack_[top_];
        break;
      case Op::kLess:
        --top_;
        stack_[top_ - 1] = stack_[top_ - 1] < stack_[top_];
        break;
      case Op::kNot:
        stack_[top_ - 1] = stack_[top_ - 1] == 0;
        break;
      case Op::kMultiple:
        stack_[top_ - 1] = stack_[top_ - 1] % insn.c == 0;
        break;
      case Op::kIsKind:
        stack_[top_ - 1] = IsKind(static_cast<Class>(insn.c), stack_[top_ - 1], insn.b);
        break;
      case Op::kJump:
        pc = code + insn.c - 1;
        break;
      case Op::kJumpFalse:
        if (stack_[--top_] == 0) pc = code + insn.c - 1;
        break;
      case Op::kJumpTrue:
        if (stack_[--top_] != 0) pc = code + insn.c - 1;
        break;
      case Op::kJumpImpersonal:
        if (slots[insn.a] < 0) pc = code + insn.c - 1;
        break;
      case Op::kCall: {
        Value own[kMaxSlots];
        own[0] = stack_[--top_];
        ExecuteOther(insn.c, own, context);
        goto check_fault;
      }
      case Op::kValueOf: {
        Value own[kMaxSlots];
        own[kPlayerSlot] = stack_[--top_];
        own[kSubjectSlot] = slots[insn.b];
        std::vector<LedgerRow>* const rows = rows_;
        rows_ = nullptr;
        const RuleInfo& rule = program().rule(insn.c);
        const Value worth = rule.value == kNoId ? 0 : RunValue(rule.value, own, context);
        stack_[top_++] = worth;
        rows_ = rows;
        goto check_fault;
      }
      case Op::kReturn:
      case Op::kReturnSet:
        return pc;

      case Op::kAll:
        OpenSet();
        AppendAll(static_cast<Class>(insn.a), insn.b);
        CloseSet();
        Work(Size(sets_[set_top_ - 1]));
        break;
      case Op::kOne: {
        const Value thing = stack_[--top_];
        OpenSet();
        if (thing >= 0) Push(thing);
        CloseSet();
        break;
      }
      case Op::kNumbers: {
        const Value last = stack_[--top_], first = std::max<Value>(stack_[--top_], 0);
        OpenSet();
        if (last - first >= kMaxNumbers) fault_ = Fault::kOverflow;
        else
          for (Value number = first; number <= last; ++number) Push(number);
        CloseSet();
        Work(Size(sets_[set_top_ - 1]));
        goto check_fault;
      }
      case Op::kRelated:
        AppendRelated(static_cast<RelationId>(insn.c), insn.b, sets_[set_top_ - 1]);
        goto check_fault;
      case Op::kSpread: {
        const Slice of = sets_[set_top_ - 1];
        for (uint32_t i = of.begin; i < of.end && HasRoom(); ++i)
          AppendSpread(static_cast<PropertyId>(insn.b), arena_[i]);
        ReplaceSet(of, of.end - of.begin > 1);
        goto check_fault;
      }
      case Op::kSpreadTo: {
        const Value steps = stack_[--top_];
        const Slice of = sets_[set_top_ - 1];
        for (uint32_t i = of.begin; i < of.end && HasRoom(); ++i)
          AppendSpreadTo(static_cast<PropertyId>(insn.b), arena_[i], steps);
        ReplaceSet(of, of.end - of.begin > 1);
        goto check_fault;
      }
      case Op::kFits: {
        const Value piece = stack_[--top_];
        OpenSet();
        if (piece >= 0) AppendFits(static_cast<int32_t>(piece), insn.a != 0 && !explaining_);
        CloseSet();
        break;
      }
      case Op::kUnlessExplaining:
        if (!explaining_) pc = code + insn.c - 1;
        break;
      case Op::kOwnedBy: {
        const Value player = stack_[--top_];
        KeepIf([&](Value thing) { return OwnerOf(static_cast<Class>(insn.a), thing) == player; });
        break;
      }
      case Op::kUnion: {
        const Slice second = sets_[--set_top_];
        sets_[set_top_ - 1].end = second.end;
        Unique(sets_[set_top_ - 1].begin);
        sets_[set_top_ - 1].end = static_cast<uint32_t>(arena_.size());
        break;
      }
      case Op::kIntersect:
        Intersect();
        break;
      case Op::kOfKind:
        KeepIf([&](Value thing) { return IsKind(static_cast<Class>(insn.a), thing, insn.b); });
        break;
      case Op::kCopySet: {
        const Slice of = sets_[set_base - 1 - insn.a];
        OpenSet();
        for (uint32_t i = of.begin; i < of.end; ++i) Push(arena_[i]);
        CloseSet();
        break;
      }
      case Op::kDropSet:
        arena_.resize(sets_[--set_top_].begin);
        break;
      case Op::kCount:
        stack_[top_++] = Size(sets_[set_top_ - 1]);
        arena_.resize(sets_[--set_top_].begin);
        break;
      case Op::kAny:
        stack_[top_++] = Size(sets_[set_top_ - 1]) > 0;
        arena_.resize(sets_[--set_top_].begin);
        break;
      case Op::kContains: {
        const Slice of = sets_[--set_top_];
        Value& thing = stack_[top_ - 1];
        thing = std::find(arena_.begin() + of.begin, arena_.begin() + of.end, thing) != arena_.begin() + of.end;
        arena_.resize(of.begin);
        break;
      }
      case Op::kOnly: {
        const Slice of = sets_[--set_top_];
        stack_[top_++] = Size(of) == 1 ? arena_[of.begin] : kNothing;
        arena_.resize(of.begin);
        break;
      }
      case Op::kFirst: {
        const Slice of = sets_[--set_top_];
        stack_[top_++] = Size(of) > 0 ? arena_[of.begin] : kNothing;
        arena_.resize(of.begin);
        break;
      }
      case Op::kWalk: {
        const Slice& of = sets_[set_top_ - 1];
        if (of.begin == of.end) {
          result = 0;
          pc = code + insn.c - 1;
          break;
        }
        walks_[walk_top_++] = Walk{of.begin, of.begin, 0, 0, false};
        slots[insn.a] = arena_[of.begin];
        Work(Size(of) * (insn.c - (pc - code)));
        goto check_fault;
      }
      case Op::kKeep:
      case Op::kTally:
      case Op::kHighest:
      case Op::kLowest:
      case Op::kBest: {
        Walk& walk = walks_[walk_top_ - 1];
        if (Advance(walk, sets_[set_top_ - 1], slots, insn)) {
          pc = code + insn.c - 1;
        } else {
          result = walk.sum;
          --walk_top_;
          if (!Fits32(result)) goto overflow;
        }
        break;
      }
      case Op::kGather: {
        Walk& walk = walks_[walk_top_ - 1];
        Gather(walk);
        if (++walk.at < sets_[set_top_ - 1].end) {
          slots[insn.a] = arena_[walk.at];
          pc = code + insn.c - 1;
        } else {
          --walk_top_;
        }
        break;
      }
      case Op::kEmpty:
        OpenSet();
        CloseSet();
        break;
      case Op::kTake:
        arena_.resize(sets_[--set_top_].begin);
        stack_[top_++] = result;
        break;
      case Op::kRank:
        Rank(insn.a, context);
        goto check_fault;
      case Op::kRankColumns:
        OpenSet();
        for (uint32_t players = MostIn(slots[insn.a], board().RowIndex(insn.b)); players != 0; players &= players - 1)
          Push(std::countr_zero(players));
        CloseSet();
        break;
      case Op::kPlayers:
        OpenSet();
        AppendAll(Class::kPlayer, kAnyKind);
        CloseSet();
        break;
      case Op::kWinners:
        OpenSet();
        if (context.scoring >= 0) {
          const uint32_t winners = world().scorings[static_cast<size_t>(context.scoring)].winners;
          const int first = std::max(world().active, 0);
          for (int i = 0; i < world().players; ++i) {
            const int player = (first + i) % world().players;
            if (winners >> player & 1) Push(player);
          }
        }
        CloseSet();
        break;
      case Op::kOptions:
        stack_[top_++] = options_ != nullptr && options_->HasOptions(insn.a, insn.b);
        goto check_fault;
      case Op::kListed:
        OpenSet();
        AppendListed(insn.a);
        CloseSet();
        goto check_fault;
      case Op::kIsDue: {
        // The game runs who scores, on this machine: what is on the stacks stays below.
        const Value player = stack_[top_ - 1];
        stack_[top_ - 1] = player >= 0 && options_ != nullptr && options_->IsDue(static_cast<int>(player));
        goto check_fault;
      }
      case Op::kSeats: {
        const Value first = stack_[--top_];
        SeatOrder(static_cast<int>(first), sets_[set_top_ - 1]);
        break;
      }
      case Op::kCanStand: {
        const Value figure = stack_[--top_];
        if (figure < 0) {
          KeepIf([](Value) { return false; });
          break;
        }
        const KindInfo& kind = program().kind(board().figure(static_cast<int32_t>(figure)).kind);
        KeepIf([&](Value segment) {
          return kind.on_kinds != kNoId &&
                 program().InKinds(kind.on_kinds, board().SegmentKind(static_cast<int32_t>(segment)));
        });
        break;
      }
      case Op::kAlike:
        KeepAlike(static_cast<Class>(insn.a));
        break;

      case Op::kOpen:
        quantities_[quantity_top_++] = {0, insn.a};
        break;
      case Op::kRow: {
        const Value each = stack_[--top_], count = stack_[--top_];
        Enter(insn.b, static_cast<int32_t>(count), quantities_[quantity_top_ - 1].value + count * each, count != 0);
        goto check_quantity;
      }
      case Op::kRowAmount: {
        const Value amount = stack_[--top_];
        Enter(insn.b, kNoCount, quantities_[quantity_top_ - 1].value + amount, amount != 0);
        goto check_quantity;
      }
      case Op::kAddPart:
        quantities_[quantity_top_ - 1].value += stack_[--top_];
        goto check_quantity;
      case Op::kSet:
        Enter(insn.b, kNoCount, stack_[--top_], true);
        goto check_quantity;
      case Op::kScale: {
        const Value factor = stack_[--top_];
        Enter(insn.b, kNoCount, quantities_[quantity_top_ - 1].value * factor, true);
        goto check_quantity;
      }
      case Op::kHalve: {
        const Value now = quantities_[quantity_top_ - 1].value;
        Enter(insn.b, kNoCount, insn.a != 0 ? HalfUp(now) : HalfDown(now), true);
        break;
      }
      case Op::kExtra: {
        const Value amount = stack_[--top_];
        Enter(insn.b, kNoCount, quantities_[quantity_top_ - 1].value + amount, amount != 0);
        goto check_quantity;
      }
      case Op::kAtLeast: {
        const Value least = stack_[--top_], now = quantities_[quantity_top_ - 1].value;
        if (now < least) Enter(insn.b, kNoCount, least, true);
        break;
      }
      case Op::kAtMost: {
        const Value most = stack_[--top_], now = quantities_[quantity_top_ - 1].value;
        if (now > most) Enter(insn.b, kNoCount, most, true);
        break;
      }
      case Op::kClose:
        stack_[top_++] = quantities_[--quantity_top_].value;
        break;

      default:
        if (static_cast<uint8_t>(insn.op) >= kFirstFusedHead) return RunFusedHead(pc, slots, context);
        if (static_cast<uint8_t>(insn.op) < kFirstFused) return pc;  // a head or an effect: the game's
        pc = RunFused(pc, slots, context);
        goto check_fault;
    }
    continue;
  check_fault:
    if (fault_ == Fault::kNone) continue;
    return pc;
  check:
    if (Fits32(stack_[top_ - 1])) continue;
    goto overflow;
  check_quantity:
    if (Fits32(quantities_[quantity_top_ - 1].value)) continue;
  overflow:
    fault_ = Fault::kOverflow;
    return pc;
  }
}

// Changes the quantity that is open and writes what the row added.
void Machine::Enter(int label, int32_t count, Value now, bool shown) {
  Quantity& quantity = quantities_[quantity_top_ - 1];
  const Value change = now - quantity.value;
  quantity.value = now;
  if (rows_ != nullptr && shown) WriteRow(quantity.mode, label, count, change, now);
}

// A part's rows are those of its award: one line for each label, whatever number of things it was summed over. A count
// writes remarks only.
void Machine::WriteRow(uint8_t mode, int label, int32_t count, Value change, Value now) {
  if (mode == kCountQuantity) {
    if (label > 0) rows_->push_back({label, kNoCount, static_cast<int32_t>(now), true});
    return;
  }
  if (!Fits32(change)) {
    fault_ = Fault::kOverflow;
    return;
  }
  if (mode == kPartQuantity) {
    for (size_t i = rows_begin_; i < rows_->size(); ++i) {
      LedgerRow& row = (*rows_)[i];
      if (row.label != label || row.note) continue;
      const Value points = row.points + change, counted = Value{row.count} + count;
      const bool counts = count != kNoCount && row.count != kNoCount;
      if (!Fits32(points) || (counts && !Fits32(counted))) {
        fault_ = Fault::kOverflow;
        return;
      }
      row.points = static_cast<int32_t>(points);
      if (counts) row.count = static_cast<int32_t>(counted);
      return;
    }
  }
  rows_->push_back({label, count, static_cast<int32_t>(change), false});
}

// State of a feature is that of everything that has joined it: a flag holds if it held for one of them, a number or
// link is that of the feature which kept its place, else of the first that had one.
Value Machine::ReadState(Id id, Value owner) const {
  const StateInfo& state = program().states[static_cast<size_t>(id)];
  const StateTable& table = world().states[static_cast<size_t>(id)];
  const Value otherwise = OfNothing(state.result);
  if (owner < 0 || table.entries().empty()) return otherwise;
  if (state.owner != Class::kFeature) return table.Get(owner, otherwise);
  const int32_t root = board().Find(static_cast<int32_t>(owner));
  Value found = otherwise;
  for (const auto& [key, value] : table.entries()) {
    if (board().Find(static_cast<int32_t>(key)) != root) continue;
    if (key == root && state.result != Class::kTruth) return value;
    if (found == otherwise) found = value;
  }
  return found;
}

int32_t Machine::ReadColumn(Value feature, int column) const {
  if (feature < 0) return 0;  // nothing has nothing
  return board().ColumnOf(board().Find(static_cast<int32_t>(feature)), column);
}

// Sets: result, walked, new. The new members move below the walked ones.
void Machine::Gather(Walk& walk) {
  const Slice fresh = sets_[--set_top_];
  Slice& walked = sets_[set_top_ - 1];
  Slice& result = sets_[set_top_ - 2];
  uint32_t kept = fresh.begin;
  for (uint32_t i = fresh.begin; i < fresh.end; ++i) {
    const auto known = arena_.begin() + result.end;
    if (std::find(arena_.begin() + result.begin, known, arena_[i]) == known) arena_[kept++] = arena_[i];
  }
  const uint32_t count = kept - fresh.begin;
  arena_.resize(kept);
  std::rotate(arena_.begin() + walked.begin, arena_.begin() + fresh.begin, arena_.end());
  result.end += count;
  walked.begin += count;
  walked.end += count;
  walk.at += count;
}

void Machine::Intersect() {
  const Slice second = sets_[--set_top_];
  Slice& first = sets_[set_top_ - 1];
  std::sort(arena_.begin() + second.begin, arena_.begin() + second.end);
  uint32_t kept = first.begin;
  for (uint32_t i = first.begin; i < first.end; ++i) {
    if (std::binary_search(arena_.begin() + second.begin, arena_.begin() + second.end, arena_[i]))
      arena_[kept++] = arena_[i];
  }
  first.end = kept;
  arena_.resize(kept);
}

void Machine::Unique(uint32_t begin) {
  if (arena_.size() - begin < 2) return;
  std::sort(arena_.begin() + begin, arena_.end());
  arena_.erase(std::unique(arena_.begin() + begin, arena_.end()), arena_.end());
}

// Things in a supply or pile that nothing tells apart are one option.
void Machine::KeepAlike(Class cls) {
  Slice& of = sets_[set_top_ - 1];
  uint32_t kept = of.begin;
  for (uint32_t i = of.begin; i < of.end; ++i) {
    Work(kept - of.begin);
    bool seen = false;
    for (uint32_t k = of.begin; k < kept && !seen; ++k) seen = Alike(cls, arena_[k], arena_[i]);
    if (!seen) arena_[kept++] = arena_[i];
  }
  of.end = kept;
  arena_.resize(kept);
}

bool Machine::Alike(Class cls, Value a, Value b) const {
  switch (cls) {
    case Class::kFigure: {
      const Figure& x = board().figure(static_cast<int32_t>(a));
      const Figure& y = board().figure(static_cast<int32_t>(b));
      return x.kind == y.kind && x.owner == y.owner && x.spot == y.spot;
    }
    case Class::kMarker: {
      const Marker& x = board().marker(static_cast<int32_t>(a));
      const Marker& y = board().marker(static_cast<int32_t>(b));
      return x.kind == y.kind && x.owner == y.owner && x.spot == y.spot && x.attributes == y.attributes;
    }
    case Class::kPiece: {
      const Piece& x = board().piece(static_cast<int32_t>(a));
      const Piece& y = board().piece(static_cast<int32_t>(b));
      return x.at != PieceAt::kBoard && x.tile == y.tile && x.at == y.at && x.owner == y.owner && x.place == y.place;
    }
    default:
      return a == b;
  }
}

void Machine::SeatOrder(int first, Slice of) {
  const int n = world().players;
  if (first < 0) first = 0;
  std::sort(arena_.begin() + of.begin, arena_.begin() + of.end, [&](Value a, Value b) {
    return (static_cast<int>(a) - first + n) % n < (static_cast<int>(b) - first + n) % n;
  });
}

// Players by the ranks of a ranking in turn: most votes (above 0), then each tie-break.
void Machine::Rank(Id id, const Context& context) {
  const RankingInfo& ranking = program().rankings[static_cast<size_t>(id)];
  uint32_t left = (1u << world().players) - 1;
  Value own[kMaxSlots];
  for (size_t r = 0; r < ranking.ranks.size() && left != 0; ++r) {
    const auto& rank = ranking.ranks[r];
    Value best = r == 0 && rank.most ? 1 : INT64_MIN;
    uint32_t with_best = 0;
    for (int player = 0; player < world().players; ++player) {
      if ((left >> player & 1) == 0) continue;
      own[0] = player;
      ExecuteOther(rank.routine, own, context);
      if (fault_ != Fault::kNone) return;
      const Value value = PopValue();
      if (value > best) {
        best = value;
        with_best = 0;
      }
      if (value == best) with_best |= 1u << player;
    }
    if (rank.most) left = with_best;
    else if (best != 0) left = with_best;  // prefer: those for whom it holds, if there are any
  }
  arena_.resize(sets_[--set_top_].begin);
  OpenSet();
  for (int player = 0; player < world().players; ++player) {
    if (left >> player & 1) Push(player);
  }
  CloseSet();
}

}  // namespace reeve
