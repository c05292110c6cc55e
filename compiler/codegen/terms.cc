// Values and sets.
#include "compiler/codegen/emit.h"

namespace reeve {

using sema::Term;
using sema::TermKind;

int Emitter::Emit(Op op, int a, int b, int c) {
  Insn insn;
  insn.op = op;
  insn.a = static_cast<uint8_t>(a);
  insn.b = static_cast<int16_t>(b);
  insn.c = c;
  program_.code.push_back(insn);
  return Here() - 1;
}

int Emitter::Column(const ColumnInfo& column, int count) {
  for (size_t i = 0; i < program_.columns.size(); ++i) {
    if (program_.columns[i] == column) return static_cast<int>(i);
  }
  const int first = static_cast<int>(program_.columns.size());
  for (int i = 0; i < count; ++i) {
    ColumnInfo one = column;
    if (count > 1) one.player = i;
    program_.columns.push_back(one);
  }
  return first;
}

// A set whose size the board keeps: things of some kinds on, or parts of, one feature.
bool Emitter::ColumnFor(const Term* set, ColumnInfo* column, const Term** feature) const {
  if (set->kind != TermKind::kRelated || set->a->kind != TermKind::kOne || set->a->a->type.cls != Class::kFeature)
    return false;
  *feature = set->a->a;
  const auto all_segments = [&] {  // every segment of a feature is of its own kind
    return (set->kinds & (*feature)->type.kinds) == (*feature)->type.kinds;
  };
  switch (static_cast<RelationId>(set->number)) {
    case RelationId::kSquareOfFeature:
      *column = {ColumnKind::kTiles, kAnyKind, -1};
      return true;
    case RelationId::kSegmentOfFeature:
      *column = {ColumnKind::kSegments, kAnyKind, -1};
      return all_segments();
    case RelationId::kOpenEndOfFeature:
      *column = {ColumnKind::kOpenEnds, kAnyKind, -1};
      return true;
    case RelationId::kEdgeOfFeature:
      *column = {ColumnKind::kEdges, kAnyKind, -1};
      return true;
    case RelationId::kMarkerOnFeature:
      column->kind = ColumnKind::kMarkers;
      return true;
    case RelationId::kFigureOnFeature:
      column->kind = ColumnKind::kFigures;
      return true;
    default:
      return false;
  }
}

// `majority of FIGURES on X` where the ranking is the plain one and every figure's votes are fixed: votes are columns.
bool Emitter::PlainMajority(const Term* term, ColumnInfo* column, int* slot) const {
  const auto& ranking = model_.rankings[static_cast<size_t>(term->number)];
  if (ranking.ranks.size() != 1 || !ranking.ranks[0].most) return false;
  const Term* votes = ranking.ranks[0].term;
  const bool plain = votes->kind == TermKind::kSum && votes->a->kind == TermKind::kOwnedBy &&
                     votes->a->a->kind == TermKind::kRanked && votes->a->b->kind == TermKind::kSlot &&
                     votes->a->b->number == 0 && votes->b->kind == TermKind::kVotes &&
                     votes->b->a->kind == TermKind::kSlot && votes->b->a->number == votes->number;
  const Term* figures = term->a;
  if (!plain || figures->kind != TermKind::kRelated ||
      static_cast<RelationId>(figures->number) != RelationId::kFigureOnFeature || figures->a->kind != TermKind::kOne ||
      figures->a->a->kind != TermKind::kSlot)
    return false;
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    if (figures->kinds[k] && model_.kinds[k].votes_term != nullptr) return false;
  }
  column->kind = ColumnKind::kVotes;
  *slot = static_cast<int>(figures->a->a->number);
  return true;
}

void Emitter::Value(const Term* term) {
  switch (term->kind) {
    case TermKind::kNumber:
      Emit(Op::kConst, 0, 0, static_cast<int>(term->number));
      return;
    case TermKind::kSlot:
      Emit(Op::kLoad, static_cast<int>(term->number));
      return;
    case TermKind::kGlobal:
      Emit(Op::kGlobal, static_cast<int>(term->number));
      return;
    case TermKind::kProperty:
      Value(term->a);
      Emit(Op::kGet, 0, static_cast<int>(term->number));
      return;
    case TermKind::kState:
      Value(term->a);
      Emit(Op::kState, 0, static_cast<int>(term->number));
      return;
    case TermKind::kAttribute: {
      Value(term->a);
      const bool place = term->a->type.cls == Class::kPlace;  // its attributes are known by name
      Emit(Op::kAttribute, static_cast<int>(term->a->type.cls),
           place ? String(model_.place_words[static_cast<size_t>(term->number)]) : static_cast<int>(term->number));
      return;
    }
    case TermKind::kIsDue:
      Value(term->a);
      Emit(Op::kIsDue);
      return;
    case TermKind::kVotes:
      Value(term->a);
      Emit(Op::kVotes);
      return;
    case TermKind::kAdd:
    case TermKind::kSub:
    case TermKind::kMul:
    case TermKind::kEqual:
    case TermKind::kLess: {
      Value(term->a);
      Value(term->b);
      const Op op = term->kind == TermKind::kAdd     ? Op::kAdd
                    : term->kind == TermKind::kSub   ? Op::kSub
                    : term->kind == TermKind::kMul   ? Op::kMul
                    : term->kind == TermKind::kEqual ? Op::kEqual
                                                     : Op::kLess;
      Emit(op);
      return;
    }
    case TermKind::kNeg:
      Value(term->a);
      Emit(Op::kNeg);
      return;
    case TermKind::kNot:
      Value(term->a);
      Emit(Op::kNot);
      return;
    case TermKind::kHalf:
      Value(term->a);
      Emit(term->number != 0 ? Op::kHalfUp : Op::kHalfDown);
      return;
    case TermKind::kTable:
      Value(term->a);
      Emit(Op::kTable, 0, static_cast<int>(term->number));
      return;
    case TermKind::kMultiple:
      Value(term->a);
      Emit(Op::kMultiple, 0, 0, static_cast<int>(term->number));
      return;
    case TermKind::kAnd:
    case TermKind::kOr: {
      const bool both = term->kind == TermKind::kAnd;
      Value(term->a);
      const int other = Emit(both ? Op::kJumpFalse : Op::kJumpTrue);
      Value(term->b);
      const int done = Emit(Op::kJump);
      Land(other);
      Emit(Op::kConst, 0, 0, both ? 0 : 1);
      Land(done);
      return;
    }
    case TermKind::kOtherwise: {
      const int slot = Temporary();
      Value(term->a);
      Emit(Op::kStore, slot);
      Emit(Op::kLoad, slot);
      Emit(Op::kConst, 0, 0, 0);
      Emit(Op::kLess);
      const int somebody = Emit(Op::kJumpFalse);
      Value(term->b);
      Emit(Op::kStore, slot);
      Land(somebody);
      Emit(Op::kLoad, slot);
      return;
    }
    case TermKind::kIsKind:
      Value(term->a);
      Emit(Op::kIsKind, 0, Kinds(term->kinds), static_cast<int>(term->a->type.cls));
      return;
    case TermKind::kIsCompleted:
      Completed(term);
      return;
    case TermKind::kContains:
      Value(term->a);
      Set(term->b);
      Emit(Op::kContains);
      return;
    case TermKind::kAny:
    case TermKind::kCount: {
      ColumnInfo column;
      const Term* feature = nullptr;
      if (ColumnFor(term->a, &column, &feature)) {
        if (column.kind == ColumnKind::kMarkers || column.kind == ColumnKind::kFigures)
          column.kinds = Kinds(term->a->kinds);
        const int index = Column(column, 1);
        if (feature->kind == TermKind::kSlot) {
          Emit(Op::kColumn, static_cast<int>(feature->number), index);
        } else {
          Value(feature);
          Emit(Op::kColumnOf, 0, index);
        }
        if (term->kind == TermKind::kAny) {
          Emit(Op::kConst, 0, 0, 0);
          Emit(Op::kEqual);
          Emit(Op::kNot);
        }
        return;
      }
      Set(term->a);
      Emit(term->kind == TermKind::kAny ? Op::kAny : Op::kCount);
      return;
    }
    case TermKind::kSum:
      Walked(term, Op::kTally);
      Emit(Op::kTake);
      return;
    case TermKind::kLargest:
      Walked(term, Op::kHighest);
      Emit(Op::kTake);
      return;
    case TermKind::kSmallest:
      Walked(term, Op::kLowest);
      Emit(Op::kTake);
      return;
    case TermKind::kOnly:
      Set(term->a);
      Emit(Op::kOnly);
      return;
    case TermKind::kValueOf:
      ValueOf(term);
      return;
    case TermKind::kOptions: {
      const int id = term->number == 0   ? rule_ids_[static_cast<size_t>(term->extra)]
                     : term->number == 2 ? step_ids_[static_cast<size_t>(term->extra)]
                                         : static_cast<int>(term->extra);
      Emit(Op::kOptions, static_cast<int>(term->number), id);
      return;
    }
    case TermKind::kLet:
      Value(term->a);
      Emit(Op::kStore, static_cast<int>(term->number));
      Value(term->b);
      return;
    case TermKind::kCase:
      Case(term, false);
      return;
    default:  // a set where one thing is meant: the first
      Set(term);
      Emit(Op::kFirst);
  }
}

void Emitter::Walked(const Term* term, Op end) {
  Set(term->a);
  Walk(static_cast<int>(term->number), term->b, end);
}

// Of the set on top a member at a time into the slot, the body, and what becomes of it
void Emitter::Walk(int slot, const Term* body, Op end) {
  const int walk = Emit(Op::kWalk, slot);
  const int begin = Here();
  Value(body);
  Emit(end, slot, 0, begin);
  Land(walk);
}

// Whether a feature is completed: by its kind.
void Emitter::Completed(const Term* term) {
  std::map<Id, KindSet> routines;  // routine -> kinds; kNoId: never
  bool open_ends = true;
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    if (!term->a->type.kinds[k]) continue;
    routines[completed_[k]].set(k);
    open_ends = open_ends && program_.kinds[k].completion == Completion::kOpenEnds;
  }
  if (open_ends && !routines.empty()) {
    Value(term->a);
    Emit(Op::kColumnOf, 0, Column({ColumnKind::kOpenEnds, kAnyKind, -1}, 1));
    Emit(Op::kConst, 0, 0, 0);
    Emit(Op::kEqual);
    return;
  }
  const int slot = Temporary();
  Value(term->a);
  Emit(Op::kStore, slot);
  std::vector<int> done;
  for (const auto& [routine, kinds] : routines) {
    if (routine == kNoId) continue;
    Emit(Op::kLoad, slot);
    Emit(Op::kIsKind, 0, Kinds(kinds), static_cast<int>(Class::kFeature));
    const int next = Emit(Op::kJumpFalse);
    Emit(Op::kLoad, slot);
    Emit(Op::kCall, 0, 0, routine);
    done.push_back(Emit(Op::kJump));
    Land(next);
  }
  Emit(Op::kConst, 0, 0, 0);
  for (int jump : done) Land(jump);
}

void Emitter::ValueOf(const Term* term) {
  const int subject = static_cast<int>(term->number);
  Value(term->a);
  Emit(Op::kStore, subject);
  std::vector<int> done;
  for (int index : term->rules) {
    const sema::Rule& rule = model_.rules[static_cast<size_t>(index)];
    const Id id = rule_ids_[static_cast<size_t>(index)];
    if (id == kNoId) continue;
    std::vector<int> next;
    if (sema::HasKinds(rule.subject.cls)) {
      Emit(Op::kLoad, subject);
      Emit(Op::kIsKind, 0, Kinds(rule.subject.kinds), static_cast<int>(rule.subject.cls));
      next.push_back(Emit(Op::kJumpFalse));
    }
    if (term->rules.size() > 1 && applies_[static_cast<size_t>(index)] != kNoId) {
      Emit(Op::kLoad, subject);
      Emit(Op::kCall, 0, 0, applies_[static_cast<size_t>(index)]);
      next.push_back(Emit(Op::kJumpFalse));
    }
    if (term->b != nullptr) Value(term->b);
    else Emit(Op::kConst, 0, 0, -1);
    Emit(Op::kValueOf, 0, subject, id);
    done.push_back(Emit(Op::kJump));
    for (int jump : next) Land(jump);
  }
  Emit(Op::kConst, 0, 0, 0);
  for (int jump : done) Land(jump);
}

void Emitter::Case(const Term* term, bool set) {
  std::vector<int> done;
  for (const auto& option : term->cases) {
    Value(term->a);
    Emit(Op::kIsKind, 0, Kinds(option.kinds), static_cast<int>(term->a->type.cls));
    const int next = Emit(Op::kJumpFalse);
    if (set) Set(option.term);
    else Value(option.term);
    done.push_back(Emit(Op::kJump));
    Land(next);
  }
  if (set) Emit(Op::kEmpty);
  else Emit(Op::kConst, 0, 0, term->type.cls == Class::kNumber || term->type.cls == Class::kTruth ? 0 : -1);
  for (int jump : done) Land(jump);
}

int Emitter::KindsOf(const sema::Type& type) {
  if (type.cls == Class::kSquare) return type.squares;
  if (!sema::HasKinds(type.cls) && type.cls != Class::kFitSegment) return kAnyKind;
  return Kinds(type.kinds);
}

namespace {

bool IsPlaced(const Term* set) {
  return set->kind == TermKind::kOne && set->a->kind == TermKind::kGlobal &&
         static_cast<GlobalId>(set->a->number) == GlobalId::kPlaced;
}

}  // namespace

void Emitter::Set(const Term* term) {
  switch (term->kind) {
    case TermKind::kAll:
      if (term->type.cls == Class::kPlace && term->type.squares >= 0) {
        Emit(Op::kConst, 0, 0, term->type.squares);
        Emit(Op::kOne);
        Emit(Op::kRelated, 0, kAnyKind, static_cast<int>(RelationId::kPlaceInZone));
        return;
      }
      Emit(Op::kAll, static_cast<int>(term->type.cls), KindsOf(term->type));
      return;
    case TermKind::kSpreadTo:
      Set(term->a);
      Value(term->b);
      Emit(Op::kSpreadTo, 0, static_cast<int>(term->number));
      return;
    case TermKind::kOne:
      Value(term->a);
      Emit(Op::kOne);
      return;
    case TermKind::kNumbers:
      Value(term->a);
      Value(term->b);
      Emit(Op::kNumbers);
      return;
    case TermKind::kRelated:
      if (static_cast<RelationId>(term->number) == RelationId::kMarkerOnPiece && !IsPlaced(term->a))
        program_.reads_hand = true;
      Set(term->a);
      Emit(Op::kRelated, 0, KindsOf({term->type.cls, true, term->kinds, term->squares}),
           static_cast<int>(term->number));
      return;
    case TermKind::kSpread:
      Set(term->a);
      Emit(Op::kSpread, 0, static_cast<int>(term->number));
      return;
    case TermKind::kMap: {
      Emit(Op::kEmpty);
      Set(term->a);
      const int slot = static_cast<int>(term->number);
      const int walk = Emit(Op::kWalk, slot);
      const int body = Here();
      if (term->b->type.set) {
        Set(term->b);
      } else {
        Value(term->b);
        Emit(Op::kOne);
      }
      Emit(Op::kGather, slot, 0, body);
      Land(walk);
      Emit(Op::kDropSet);
      return;
    }
    case TermKind::kOwnedBy:
      Set(term->a);
      Value(term->b);
      Emit(Op::kOwnedBy, static_cast<int>(term->type.cls));
      return;
    case TermKind::kUnion:
    case TermKind::kIntersect:
      Set(term->a);
      Set(term->b);
      Emit(term->kind == TermKind::kUnion ? Op::kUnion : Op::kIntersect);
      return;
    case TermKind::kOfKind:
      Set(term->a);
      Emit(Op::kOfKind, static_cast<int>(term->type.cls), Kinds(term->kinds));
      return;
    case TermKind::kWhere:
      Where(term);
      return;
    case TermKind::kWithMost:
      Walked(term, Op::kBest);
      return;
    case TermKind::kRank: {
      ColumnInfo column;
      int slot = 0;
      if (PlainMajority(term, &column, &slot)) {
        column.kinds = Kinds(term->a->kinds);
        column.player = 0;
        Emit(Op::kRankColumns, slot, Column(column, kMaxPlayers));
        return;
      }
      Set(term->a);
      Emit(Op::kRank, static_cast<int>(term->number));
      return;
    }
    case TermKind::kRanked:
      Emit(Op::kCopySet, 0);
      return;
    case TermKind::kPlayers:
      Emit(Op::kPlayers);
      return;
    case TermKind::kWinners:
      Emit(Op::kWinners);
      return;
    case TermKind::kListed:
      Emit(Op::kListed, static_cast<int>(term->number));
      return;
    case TermKind::kCanStand:
      Set(term->a);
      Value(term->b);
      Emit(Op::kCanStand);
      return;
    case TermKind::kAlike:
      Set(term->a);
      Emit(Op::kAlike, static_cast<int>(term->type.cls));
      return;
    case TermKind::kSeats:
      Set(term->a);
      Value(term->b);
      Emit(Op::kSeats);
      return;
    case TermKind::kLet:
      Value(term->a);
      Emit(Op::kStore, static_cast<int>(term->number));
      Set(term->b);
      return;
    case TermKind::kCase:
      Case(term, true);
      return;
    case TermKind::kNone:
      Emit(Op::kEmpty);
      return;
    default:
      Value(term);
      Emit(Op::kOne);
  }
}

}  // namespace reeve
