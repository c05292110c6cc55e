// The machine: runs the pure part of bytecode.
//
// Execute() runs instructions until a routine ends or an instruction of a head or an effect ('H' in opcodes.def)
// comes up, which the game then carries out; nothing here changes the world. Sets are slices of one scratch stack,
// so that no allocation happens once it has grown to the size that a ruleset needs. Programs are verified
// before they come here: operands, stack shapes and jumps are not checked again.
// Faults: a number that leaves 32 bits sets fault(), and so does a run that works on and on without asking anybody,
// which no verifier can see; results are then meaningless, nothing is executed any more, and the run must stop.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "runtime/bytecode/limits.h"
#include "runtime/vm/world.h"

namespace reeve {

enum class Fault : uint8_t { kNone, kOverflow, kEndless };

inline const char* FaultName(Fault fault) {
  return fault == Fault::kEndless ? "the rules work on and on without coming to an end" : "a number leaves its range";
}

// Answers `options of X` while a value is computed; the game knows how.
class OptionSource {
 public:
  virtual ~OptionSource() = default;
  virtual bool HasOptions(int what, Id id) = 0;           // what: as in kOptions
  virtual bool IsDue(int player) = 0;                     // whether some scoring that is due would pay him
  virtual void DueFeatures(std::vector<Value>& out) = 0;  // appends the features that are due
};

class Machine {
 public:
  explicit Machine(World* world) : world_(world) { arena_.reserve(256); }

  // Runs a routine that gives a value, in the given frame or with slots of its own where its argument is `slots[0]`.
  Value RunValue(Id routine, Value* slots, const Context& context) {
    const Ladder& ladder = world().plans->ladders[static_cast<size_t>(routine)];
    if (!ladder.quick || slots[ladder.feature] < 0) return RunLongValue(ladder, routine, slots, context);
    Work(ladder.length);
    const int32_t sum = AddUpRow(ladder, static_cast<int32_t>(slots[ladder.feature]));
    return fault_ == Fault::kNone ? sum : 0;
  }
  // Likewise for a set; the result is good until the next run.
  std::span<const Value> RunSet(Id routine, Value* slots, const Context& context);
  // Likewise for a set of players, a bit each.
  uint32_t RunPlayers(Id routine, Value* slots, const Context& context) {
    const Majority& majority = world().plans->majorities[static_cast<size_t>(routine)];
    return majority.first >= 0 ? MostIn(slots[majority.feature], majority.first)
                               : RunSetOfPlayers(routine, slots, context);
  }
  // Whether a ladder can never leave the range of numbers, whatever the board: without an award it need not be run.
  bool IsSmall(Id routine) const {
    return routine == kNoId || world().plans->ladders[static_cast<size_t>(routine)].small;
  }

  // Runs from `pc` until an 'H' instruction or the end of the routine; returns the instruction that stopped it.
  // Its operands are on the stacks: PopValue, PopSet.
  const Insn* Execute(const Insn* pc, Value* slots, const Context& context) {
    const auto op = static_cast<uint8_t>(pc->op);
    if (fault_ != Fault::kNone) return pc;  // whatever was interrupted is still on the stacks
    if (op >= kFirstFusedHead) return RunFusedHead(pc, slots, context);
    if (op >= static_cast<uint8_t>(kFirstHead) && op < kFirstFused) return pc;
    return Loop(pc, slots, context, static_cast<uint32_t>(set_top_));
  }
  Value PopValue() { return stack_[--top_]; }
  // The top set, copied out and dropped.
  void PopSet(std::vector<Value>& out);
  // The top set where it is: good while nothing but whole sets is put on it and taken off again.
  uint32_t TopSize() const { return sets_[set_top_ - 1].end - sets_[set_top_ - 1].begin; }
  Value TopMember(uint32_t i) const { return arena_[sets_[set_top_ - 1].begin + i]; }
  void DropSet() { arena_.resize(sets_[--set_top_].begin); }
  // What an instruction of a head or effect takes, where nobody carries it out.
  void DropOperands(const Insn& insn) {
    top_ -= Info(insn.op).pops;
    for (int i = 0; i < Info(insn.op).sets_in; ++i) arena_.resize(sets_[--set_top_].begin);
  }
  void DropAll();  // after a fault

  // Rows of ladders go there while it is set; nullptr: values only.
  void set_rows(std::vector<LedgerRow>* rows) {
    rows_ = rows;
    rows_begin_ = rows == nullptr ? 0 : rows->size();
  }
  void set_options(OptionSource* source) { options_ = source; }
  void set_world(World* world) {
    world_ = world;
    fits_.piece = kNone;
  }
  // While a refusal is explained, sets hold what forbids drop, so that the reason can be told.
  void set_explaining(bool on) { explaining_ = on; }
  Fault fault() const { return fault_; }
  // Counts work that is done between two inputs, in instructions or about what one of them costs.
  void Work(int64_t amount) {
    if ((work_ += amount) > kMaxWork && fault_ == Fault::kNone) fault_ = Fault::kEndless;
  }
  void Exhaust() { Work(kMaxWork + 1); }
  // An input has come. A run may work much at once, or a little at every input, so that whole games end in time as
  // well.
  void Rest() { work_ = work_ > kRest ? work_ - kRest : 0; }
  int64_t work() const { return work_; }
  void set_work(int64_t work) { work_ = work; }  // that of before a question aside
  void ClearFault() { fault_ = Fault::kNone; }
  // As far as the machine of another run, which waits: nothing that counts is on its stacks.
  void GoOnAs(const Machine& other) {
    work_ = other.work_;
    fault_ = other.fault_;
    fits_ = {};
    DropAll();
  }

  // Natives (relations.cc, properties.cc). Appending functions add each thing once, in a fixed order.
  Value Property(PropertyId property, Value thing) const;
  Value Global(GlobalId global, const Context& context) const;
  Value Attribute(Class cls, Value thing, int number) const;
  Value Votes(Value figure, const Context& context);
  Value ReadState(Id state, Value owner) const;
  bool IsKind(Class cls, Value thing, int kinds) const;
  Id KindOf(Class cls, Value thing) const;
  int OwnerOf(Class cls, Value thing) const;

 private:
  struct Slice {
    uint32_t begin, end;
  };
  struct Walk {
    uint32_t at, kept;
    Value sum;  // of what was tallied; the largest or smallest so far
    Value best;
    bool any;
  };

  void ExecuteOther(Id routine, Value* slots, const Context& context);
  const Insn* RunFused(const Insn* pc, Value* slots, const Context& context);
  const Insn* RunFusedHead(const Insn* pc, Value* slots, const Context& context);
  const Insn* RunSegments(const Insn* pc, Value of, const Value* slots);
  Value RunLongValue(const Ladder& ladder, Id routine, Value* slots, const Context& context);
  int32_t AddUpRow(const Ladder& ladder, int32_t node);
  bool RunLadder(const Ladder& ladder, Value* slots, const Context& context, Value& sum);
  bool AddUp(const Ladder& ladder, Value* slots, Value& sum);
  bool AddOne(const Ladder::Sum& one, Value number, uint8_t mode, Value& sum);
  bool Climb(const Ladder& ladder, Value* slots, const Context& context, uint8_t mode, Value& sum);
  bool RunPiece(int32_t piece, Value* slots, const Context& context);
  bool AddPart(const Ladder& part, uint8_t member, Value* slots, const Context& context, Value& sum);
  const Insn* Loop(const Insn* pc, Value* slots, const Context& context, uint32_t set_base);
  bool Advance(Walk& walk, Slice& slice, Value* slots, const Insn& insn);
  void Enter(int label, int32_t count, Value now, bool shown);
  void WriteRow(uint8_t mode, int label, int32_t count, Value change, Value now);
  int32_t ReadColumn(Value feature, int column) const;
  void Rank(Id ranking, const Context& context);
  uint32_t RunSetOfPlayers(Id routine, Value* slots, const Context& context);
  // Those with most in the columns of a row from this one on, above 0: a bit each. Nobody has a figure on nothing.
  uint32_t MostIn(Value feature, int32_t first) const {
    if (feature < 0) return 0;
    const int32_t* votes = board().row(board().Find(static_cast<int32_t>(feature))) + first;
    int32_t most = 0;
    for (int player = 0; player < world().players; ++player) most = std::max(most, votes[player]);
    if (most <= 0) return 0;  // most features of a board
    uint32_t with_most = 0;
    for (int player = 0; player < world().players; ++player) with_most |= (votes[player] == most ? 1u : 0u) << player;
    return with_most;
  }
  void SeatOrder(int first, Slice of);

  // The set being built is the top of the arena.
  void OpenSet() { sets_[set_top_++] = {static_cast<uint32_t>(arena_.size()), 0}; }
  void CloseSet() { sets_[set_top_ - 1].end = static_cast<uint32_t>(arena_.size()); }
  void Push(Value value) { arena_.push_back(value); }
  // Before the next member of a set is asked for more: a set of sets may be larger than any memory.
  bool HasRoom() {
    Work(64);
    if (arena_.size() > kMaxArena && fault_ == Fault::kNone) fault_ = Fault::kEndless;
    return fault_ == Fault::kNone;
  }
  static Value Size(Slice slice) { return slice.end - slice.begin; }
  void Unique(uint32_t begin);
  void Intersect();
  void Gather(Walk& walk);
  void KeepAlike(Class cls);
  bool Alike(Class cls, Value a, Value b) const;
  template <class F>
  void KeepIf(F keep) {
    Slice& of = sets_[set_top_ - 1];
    uint32_t kept = of.begin;
    for (uint32_t i = of.begin; i < of.end; ++i) {
      arena_[kept] = arena_[i];  // whether it stays is a toss-up: no branch
      kept += keep(arena_[i]) ? 1 : 0;
    }
    of.end = kept;
    arena_.resize(kept);
  }
  // What was appended after `of` takes its place.
  void ReplaceSet(Slice of, bool may_repeat);

  // relations.cc
  void AppendAll(Class cls, int kinds);
  void AppendAllSegments(int kinds);
  void AppendRelated(RelationId relation, int kinds, Slice of);
  void AppendOne(RelationId relation, int kinds, Value of);
  template <class Take, class All>
  void Search(const Whereabouts& where, int32_t count, RelationId relation, Value of, Take&& take, All&& all);
  int32_t ListToSearch(RelationId relation, Value of) const;
  // What may come down to a segment.
  template <class Visit>
  void ForMaybeAt(const Whereabouts& where, int32_t segment, Visit&& visit) {
    where.For(Whereabouts::kAnywhere, visit);
    where.For(Whereabouts::ListOf(board().segment(segment).cell), visit);
  }
  void AppendOnAll(RelationId relation, int kinds, int on_kinds);
  void AppendOnMany(Class cls, bool features, Slice of, int kinds);
  void AppendFigures(RelationId relation, int kinds, Value of);
  void AppendMarkers(RelationId relation, int kinds, Value of);
  void AppendFeatures(RelationId relation, int kinds, Value of);
  void AppendSegments(RelationId relation, int kinds, Value of);
  void AppendSquares(RelationId relation, int kinds, Value of);
  bool IsInZone(const Piece& piece, Id zone) const;  // no zone but the pile holds pieces in an order
  void AppendPieces(RelationId relation, Value of);
  void AppendEdges(RelationId relation, Value of);
  void AppendListed(int what);
  // properties.cc
  void AppendSpread(PropertyId property, Value of);
  void AppendSpreadTo(PropertyId property, Value of, Value steps);
  void AppendJoinings(int32_t cell_id);
  void AppendSpans(int32_t cell_id);
  void AppendBridgings(Value fit);
  void AppendBranch(int32_t segment);
  void AppendNearest(int32_t segment);
  void AppendSide(int32_t marker_id, int side);
  void AppendFlanks(int32_t feature);
  std::pair<int, int> Heading(int32_t marker_id) const;
  // The cells of a thing that has some.
  template <class Visit>
  void ForCells(Class cls, Value of, Visit&& visit) const {
    const auto at = [&](int32_t cell_id) {
      if (cell_id != kNone) visit(int{board().cell(cell_id).x}, int{board().cell(cell_id).y});
    };
    const auto id = static_cast<int32_t>(of);
    switch (cls) {
      case Class::kSquare:
        visit(SquareX(of), SquareY(of));
        return;
      case Class::kFeature:
        board().ForSegments(board().Find(id), [&](int32_t segment) { at(board().segment(segment).cell); });
        return;
      case Class::kSegment:
        at(board().segment(id).cell);
        return;
      case Class::kFigure:
        at(board().CellOf(board().figure(id).spot));
        return;
      case Class::kMarker:
        at(board().CellOf(board().marker(id).spot));
        return;
      case Class::kPiece:
        if (board().piece(id).at == PieceAt::kBoard) at(board().piece(id).cell);
        return;
      default:
        return;
    }
  }
  void AppendAround(int x, int y, bool itself);
  void AppendLine(int x, int y, int dx, int dy);
  void AppendBeyond(int32_t segment);
  void AppendFits(int32_t piece, bool matching);
  const std::vector<SegmentInfo>& SegmentsOfFit(Value fit) const {
    return program().tiles[static_cast<size_t>(board().piece(FitPiece(fit)).tile)].segments;
  }
  bool KeepSquare(Value square, int kinds) const;
  Value CellSquare(int32_t cell) const { return cell == kNone ? kNothing : board().SquareOf(cell); }

  const World& world() const { return *world_; }
  const Board& board() const { return world_->board; }
  const Program& program() const { return *world_->program; }

  World* world_;
  OptionSource* options_ = nullptr;
  std::vector<LedgerRow>* rows_ = nullptr;
  size_t rows_begin_ = 0;
  Fault fault_ = Fault::kNone;
  bool explaining_ = false;
  int top_ = 0, walk_top_ = 0, set_top_ = 0, quantity_top_ = 0;
  Value stack_[kMachineStack];
  Slice sets_[kMachineSets];
  Walk walks_[kMachineWalks];
  // About two seconds at once, and a fifth of one at every input. Games with every ruleset came to a third of that.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION  // sanitizers take ten times as long
  static constexpr int64_t kMaxWork = 50'000'000, kRest = 2'000'000;
#else
  static constexpr int64_t kMaxWork = 1'000'000'000, kRest = 100'000'000;
#endif
  static constexpr size_t kMaxArena = size_t{1} << 23;  // members of all sets at once
  int64_t work_ = 0;
  static constexpr uint8_t kCountQuantity = 2, kPartQuantity = 1, kPointsQuantity = 0;
  struct Quantity {
    Value value;
    uint8_t mode;
  };
  Quantity quantities_[kMachineQuantities];
  std::vector<Value> arena_;
  // Where a piece fits, as asked last: a menu, what forbids to pass and rules ask the same after one another.
  struct Fits {
    int32_t piece = kNone;
    bool matching = false;
    uint64_t changes = 0;  // of the board that they were found on
    std::vector<Value> all;
  };
  Fits fits_;
  std::vector<char> among_;  // by node or cell; scratch of AppendOnMany, otherwise all 0
};

}  // namespace reeve
