#include "runtime/vm/fused.h"

#include <algorithm>
#include <optional>
#include <span>

namespace reeve {
namespace {

using Code = std::span<const Insn>;
using Test = bool (*)(const Insn&);

template <Op op>
bool Is(const Insn& insn) {
  return insn.op == op;
}
template <RelationId relation>
bool IsRelated(const Insn& insn) {
  return Is<Op::kRelated>(insn) && insn.c == static_cast<int32_t>(relation);
}
template <Op op>
bool OfFigures(const Insn& insn) {
  return Is<op>(insn) && insn.a == static_cast<uint8_t>(Class::kFigure);
}
template <int32_t number>
bool IsConst(const Insn& insn) {
  return Is<Op::kConst>(insn) && insn.c == number;
}
bool IsFeatureOfSegment(const Insn& insn) {
  return Is<Op::kGet>(insn) && insn.b == static_cast<int16_t>(PropertyId::kFeatureOfSegment);
}
bool IsPieceInZone(const Insn& insn) {
  return IsRelated<RelationId::kPieceInZone>(insn) && insn.b == kAnyKind;
}
bool IsSpreadToSquare(const Insn& insn) {
  return Is<Op::kSpread>(insn) && insn.b == static_cast<int16_t>(PropertyId::kSquareOfFeature);
}
bool IsCellInSquare(const Insn& insn) {
  return IsRelated<RelationId::kSquareInSquare>(insn) && insn.b == kCells;
}
bool IsAllFeatures(const Insn& insn) {
  return Is<Op::kAll>(insn) && insn.a == static_cast<uint8_t>(Class::kFeature);
}
bool IsAllCells(const Insn& insn) {
  return Is<Op::kAll>(insn) && insn.a == static_cast<uint8_t>(Class::kSquare) && insn.b != kSpaces;
}
bool IsOnFeature(const Insn& insn) {
  return IsRelated<RelationId::kFigureOnFeature>(insn) || IsRelated<RelationId::kMarkerOnFeature>(insn);
}
bool IsOnCell(const Insn& insn) {
  return IsRelated<RelationId::kFigureOnSquare>(insn) || IsRelated<RelationId::kFigureInSquare>(insn) ||
         IsRelated<RelationId::kMarkerOnSquare>(insn) || IsRelated<RelationId::kMarkerInSquare>(insn);
}
bool IsSpaceOfFit(const Insn& insn) {
  return Is<Op::kGet>(insn) && insn.b == static_cast<int16_t>(PropertyId::kSpaceOfFit);
}
bool IsSpreadToNeighbours(const Insn& insn) {
  return Is<Op::kSpread>(insn) && insn.b == static_cast<int16_t>(PropertyId::kNeighboursOfSquare);
}
bool IsSegmentOfTile(const Insn& insn) {
  return IsRelated<RelationId::kSegmentOnSquare>(insn) || IsRelated<RelationId::kSegmentInSquare>(insn) ||
         IsRelated<RelationId::kSegmentOnPiece>(insn) || IsRelated<RelationId::kSegmentOfPiece>(insn);
}
bool IsHead(const Insn& insn) {
  return Info(insn.op).mode == 'H';
}
bool IsCondition(const Insn& insn) {
  return insn.op == Op::kRequire || insn.op == Op::kForbid;
}
bool TakesOneAndSet(const Insn& insn) {
  return IsHead(insn) && Info(insn.op).pops == 1 && Info(insn.op).sets_in == 1;
}
bool IsNot(const Insn& insn) {
  return Is<Op::kNot>(insn);
}

// A run: what its instructions are, one after another; `kMaybeNot` may be left out.
constexpr Test kMaybeNot = &IsNot;
struct Run {
  Fused fused;
  std::array<Test, 8> tests;  // the rest empty
};
constexpr Run kRuns[] = {
    {Fused::kHeadIsGlobal, {Is<Op::kGlobal>, Is<Op::kOne>, Is<Op::kAny>, kMaybeNot, IsCondition}},
    {Fused::kHeadIsPileLeft, {IsConst<kPileZone>, Is<Op::kOne>, IsPieceInZone, Is<Op::kAny>, kMaybeNot, IsCondition}},
    {Fused::kHeadOptions, {Is<Op::kOptions>, kMaybeNot, IsCondition}},
    {Fused::kHeadColumnAt,
     {Is<Op::kLoad>, IsFeatureOfSegment, Is<Op::kColumnOf>, Is<Op::kConst>, Is<Op::kEqual>, kMaybeNot, IsCondition}},
    {Fused::kHeadOfSlot, {Is<Op::kLoad>, Is<Op::kOne>, Is<Op::kLoad>, TakesOneAndSet}},
    {Fused::kHeadOfGlobal, {Is<Op::kGlobal>, Is<Op::kOne>, Is<Op::kLoad>, TakesOneAndSet}},
    {Fused::kSupplyLots,
     {IsConst<kSupplyZone>, Is<Op::kOne>, IsRelated<RelationId::kFigureInZone>, Is<Op::kGlobal>,
      OfFigures<Op::kOwnedBy>, OfFigures<Op::kAlike>}},
    {Fused::kIsPileLeft, {IsConst<kPileZone>, Is<Op::kOne>, IsPieceInZone, Is<Op::kAny>}},
    {Fused::kSegmentsOfGlobal, {Is<Op::kGlobal>, Is<Op::kOne>, IsSegmentOfTile}},
    {Fused::kSegmentsOfSlot, {Is<Op::kLoad>, Is<Op::kOne>, IsSegmentOfTile}},
    {Fused::kAnyOfFit, {Is<Op::kLoad>, Is<Op::kOne>, IsRelated<RelationId::kFitSegmentOfFit>, Is<Op::kAny>}},
    {Fused::kIsGlobal, {Is<Op::kGlobal>, Is<Op::kOne>, Is<Op::kAny>}},
    {Fused::kSquaresRound, {Is<Op::kLoad>, Is<Op::kOne>, IsSpreadToSquare, IsCellInSquare, Is<Op::kCount>}},
    {Fused::kColumnOfSegmentAt, {Is<Op::kLoad>, IsFeatureOfSegment, Is<Op::kColumnOf>}},
    {Fused::kListed, {Is<Op::kListed>}},
    {Fused::kKeepByColumn,
     {Is<Op::kWalk>, Is<Op::kLoad>, Is<Op::kColumnOf>, Is<Op::kConst>, Is<Op::kEqual>, kMaybeNot, Is<Op::kKeep>}},
    {Fused::kAllFlagged, {Is<Op::kAll>, Is<Op::kWalk>, Is<Op::kLoad>, Is<Op::kState>, Is<Op::kKeep>}},
    {Fused::kOnAll, {IsAllFeatures, IsOnFeature}},
    {Fused::kOnAll, {IsAllCells, IsOnCell}},
    {Fused::kNeighboursOfFit, {Is<Op::kLoad>, IsSpaceOfFit, Is<Op::kOne>, IsSpreadToNeighbours, Is<Op::kCount>}},
    {Fused::kRelatedOrOn, {Is<Op::kRelated>}},
};

bool Begins(Code code, const Run& run) {
  size_t at = 0;
  for (const Test test : run.tests) {
    if (test == nullptr) return true;
    const bool holds = at < code.size() && test(code[at]);
    if (!holds && test != kMaybeNot) return false;
    at += holds ? 1 : 0;
  }
  return true;
}

// A walk, the first instruction there, reads its own member, and nothing else jumps into it: `if` and `and` make jumps
// of their own.
bool WalksItsOwn(Code code, int32_t pc) {
  const auto keep = static_cast<size_t>(std::ranges::find(code, Op::kKeep, &Insn::op) - code.begin());
  return code[1].a == code[0].a && code[keep].a == code[0].a && code[keep].c == pc + 1 &&
         code[0].c == pc + static_cast<int32_t>(keep) + 1;
}

// Neither faults, nor jumps, nor leaves anything but what it pushes.
bool IsTame(Op op) {
  switch (op) {
    case Op::kConst:
    case Op::kLoad:
    case Op::kGlobal:
    case Op::kGet:
    case Op::kOne:
    case Op::kAll:
    case Op::kRelated:
    case Op::kSpread:
    case Op::kOfKind:
    case Op::kOwnedBy:
    case Op::kAlike:
    case Op::kAny:
    case Op::kCount:
    case Op::kOnly:
    case Op::kUnion:
    case Op::kIntersect:
      return true;
    default:
      return false;
  }
}

// How far on the set on top is used up, if until then it only becomes others that are empty where it is: the
// instruction that makes a number of it, or the game's.
std::optional<int32_t> UsedUp(Code code, int32_t pc) {
  int above = 0, values = 0;  // sets and values on top of it
  for (size_t at = 1; at < code.size();) {
    const Insn& insn = code[at];
    const auto& info = Info(insn.op);
    if (above == 0 && insn.op == Op::kWalk) {  // nothing of it is done for no member
      const auto behind = static_cast<size_t>(insn.c - pc);
      if (code[behind - 1].op != Op::kKeep) return std::nullopt;
      at = behind;
      continue;
    }
    const bool becomes_number = insn.op == Op::kAny || insn.op == Op::kCount || insn.op == Op::kOnly;
    if (above == 0 && values == 0 && (becomes_number || (IsHead(insn) && info.pops == 0 && info.sets_in == 1)))
      return static_cast<int32_t>(at);
    if (!IsTame(insn.op) || (above == 0 && becomes_number) || (above <= 1 && insn.op == Op::kUnion))
      return std::nullopt;
    above += info.sets_out - info.sets_in;
    values += info.pushes - info.pops;
    if (above < 0 || values < 0) return std::nullopt;
    ++at;
  }
  return std::nullopt;
}

// How many instructions go on asking about segments of the same tile, and no others.
int32_t SegmentSteps(Code code) {
  const auto length = [&](size_t at) -> size_t {
    if (at >= code.size()) return 0;
    if (code[at].op == Op::kOfKind && code[at].a == static_cast<uint8_t>(Class::kSegment)) return 1;
    if (IsRelated<RelationId::kSegmentTouchingSegment>(code[at])) return 1;
    return code[at].op == Op::kLoad && at + 1 < code.size() && code[at + 1].op == Op::kCanStand ? 2 : 0;
  };
  size_t at = 0;
  while (const size_t step = length(at)) at += step;
  return static_cast<int32_t>(at) + (at < code.size() && code[at].op == Op::kAny ? 1 : 0);
}

// Makes the first instruction of a run stand for all of it. False: it does not, after all.
bool Fuse(const Program& program, Code code, int32_t pc, Fused fused, Insn& first) {
  if (fused == Fused::kListed) {
    const auto used_up = UsedUp(code, pc);
    if (!used_up || !IsHead(code[static_cast<size_t>(*used_up)])) return false;
    first.c = pc + *used_up;
  } else if (fused == Fused::kRelatedOrOn) {
    constexpr int32_t kWorthIt = 3;
    const auto used_up = UsedUp(code, pc);
    if (!used_up || *used_up < kWorthIt || *used_up > UINT8_MAX) return false;
    first.a = static_cast<uint8_t>(*used_up);
  } else if (fused == Fused::kSegmentsOfSlot || fused == Fused::kSegmentsOfGlobal) {
    first.c = SegmentSteps(code.subspan(3));
  } else if (fused == Fused::kKeepByColumn && !WalksItsOwn(code, pc)) {
    return false;
  } else if (fused == Fused::kAllFlagged) {
    const bool flag = program.states[static_cast<size_t>(code[3].b)].result == Class::kTruth;
    if (!flag || !WalksItsOwn(code.subspan(1), pc + 1)) return false;
  }
  first.op = static_cast<Op>(fused);
  return true;
}

}  // namespace

std::vector<Insn> FusedCode(const Program& program) {
  std::vector<Insn> made = program.code;
  for (const RoutineInfo& routine : program.routines) {
    for (int32_t pc = routine.begin; pc < routine.end; ++pc) {
      const Code code = Code(program.code).subspan(static_cast<size_t>(pc), static_cast<size_t>(routine.end - pc));
      const auto run = std::ranges::find_if(kRuns, [&](const Run& one) { return Begins(code, one); });
      if (run != std::end(kRuns)) Fuse(program, code, pc, run->fused, made[static_cast<size_t>(pc)]);
    }
  }
  return made;
}

}  // namespace reeve
