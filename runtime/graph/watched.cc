#include "runtime/graph/watched.h"

#include <algorithm>

namespace reeve {
namespace {

constexpr size_t kMaxWatched = 8;

std::optional<WatchedSet> OfRelation(const Insn& insn, bool squares) {
  switch (static_cast<RelationId>(insn.c)) {
    case RelationId::kMarkerOnFeature:
      return squares ? std::nullopt : std::optional(WatchedSet{Class::kMarker, false, insn.b});
    case RelationId::kFigureOnFeature:
      return squares ? std::nullopt : std::optional(WatchedSet{Class::kFigure, false, insn.b});
    case RelationId::kMarkerOnSquare:
    case RelationId::kMarkerInSquare:
      return squares ? std::optional(WatchedSet{Class::kMarker, true, insn.b}) : std::nullopt;
    case RelationId::kFigureOnSquare:
    case RelationId::kFigureInSquare:
      return squares ? std::optional(WatchedSet{Class::kFigure, true, insn.b}) : std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

// load; one; [related: its squares]; related
std::optional<WatchedAt> ReadWatched(std::span<const Insn> code) {
  if (code.size() < 3 || code[0].op != Op::kLoad || code[1].op != Op::kOne || code[2].op != Op::kRelated)
    return std::nullopt;
  const bool squares = code[2].c == static_cast<int32_t>(RelationId::kSquareOfFeature);
  const size_t at = squares ? 3 : 2;
  if (at == code.size() || code[at].op != Op::kRelated || code[at].b < kAnyKind) return std::nullopt;
  const auto set = OfRelation(code[at], squares);
  if (!set) return std::nullopt;
  return WatchedAt{*set, code[0].a, static_cast<int32_t>(at) + 1};
}

std::vector<WatchedSet> WatchedSets(const Program& program) {
  std::vector<WatchedSet> sets;
  for (const RuleInfo& rule : program.rules_table) {
    if (rule.value == kNoId) continue;
    const RoutineInfo& routine = program.routines[static_cast<size_t>(rule.value)];
    const auto code =
        std::span(program.code)
            .subspan(static_cast<size_t>(routine.begin), static_cast<size_t>(routine.end - routine.begin));
    for (size_t at = 0; at < code.size() && sets.size() < kMaxWatched; ++at) {
      const auto found = ReadWatched(code.subspan(at));
      if (found && std::ranges::find(sets, found->set) == sets.end()) sets.push_back(found->set);
    }
  }
  return sets;
}

}  // namespace reeve
