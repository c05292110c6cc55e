// What a `where` comes to. A condition that holds for all members or for none is asked once and not for each, and one
// on the kind of the member needs no walk: rules often ask both of all segments of the board. Of all features those
// that are due, settled or extended are a list that the engine has.
#include <algorithm>
#include <optional>
#include <unordered_set>

#include "compiler/codegen/emit.h"

namespace reeve {
namespace {

using sema::Term;
using sema::TermKind;

void Conjuncts(const Term* term, std::vector<const Term*>& all) {
  if (term->kind != TermKind::kAnd) return all.push_back(term);
  Conjuncts(term->a, all);
  Conjuncts(term->b, all);
}

// What neither fails nor costs more than a look. Asked where there is no member at all, it must not be what a run stops
// at: there is no arithmetic in it.
bool IsTame(TermKind kind) {
  switch (kind) {
    case TermKind::kNumber:
    case TermKind::kSlot:
    case TermKind::kGlobal:
    case TermKind::kProperty:
    case TermKind::kState:
    case TermKind::kAttribute:
    case TermKind::kEqual:
    case TermKind::kLess:
    case TermKind::kNot:
    case TermKind::kAnd:
    case TermKind::kOr:
    case TermKind::kIsKind:
    case TermKind::kContains:
    case TermKind::kAny:
    case TermKind::kCount:
    case TermKind::kAll:
    case TermKind::kOne:
    case TermKind::kRelated:
    case TermKind::kOwnedBy:
    case TermKind::kOfKind:
    case TermKind::kWhere:
    case TermKind::kListed:
    case TermKind::kWinners:
      return true;
    default:
      return false;
  }
}

// Whether a condition says nothing about the member in a slot. Definitions are terms that several others share.
class Apart {
 public:
  explicit Apart(int64_t slot) : slot_(slot) {}
  bool operator()(const Term* term) {
    if (term == nullptr || !seen_.insert(term).second) return true;
    if (!IsTame(term->kind) || (term->kind == TermKind::kSlot && term->number == slot_)) return false;
    return (*this)(term->a) && (*this)(term->b);
  }

 private:
  int64_t slot_;
  std::unordered_set<const Term*> seen_;
};

// The kinds that the member has to be of, where a condition says no more than that.
std::optional<KindSet> KindsAsked(const Term* condition, int64_t slot) {
  const bool inverted = condition->kind == TermKind::kNot;
  if (inverted) condition = condition->a;
  if (condition->kind != TermKind::kIsKind || condition->a->kind != TermKind::kSlot || condition->a->number != slot)
    return std::nullopt;
  return inverted ? ~condition->kinds : condition->kinds;
}

// The list in which the member has to be, where a condition says no more than that; the condition is taken out. What
// stands before it must not fail, for it is asked no more of what is not in the list.
const Term* TakeList(std::vector<const Term*>& conditions, int64_t slot) {
  const auto asks = std::ranges::find_if(conditions, [slot](const Term* condition) {
    return condition->kind == TermKind::kContains && condition->b->kind == TermKind::kListed &&
           condition->a->kind == TermKind::kSlot && condition->a->number == slot;
  });
  constexpr int64_t kNoSlot = -1;
  const auto fails = [](const Term* condition) { return !Apart(kNoSlot)(condition); };
  if (asks == conditions.end() || std::any_of(conditions.begin(), asks, fails)) return nullptr;
  const Term* const list = (*asks)->b;
  conditions.erase(asks);
  return list;
}

}  // namespace

void Emitter::Where(const Term* term) {
  std::vector<const Term*> all, once, each;
  std::vector<KindSet> kinds;
  Conjuncts(term->b, all);
  const Term* const list = term->a->kind == TermKind::kAll ? TakeList(all, term->number) : nullptr;
  for (const Term* condition : all) {
    if (const auto asked = KindsAsked(condition, term->number)) kinds.push_back(*asked);
    else if (Apart(term->number)(condition)) once.push_back(condition);
    else each.push_back(condition);
  }
  std::vector<int> nothing;
  for (const Term* condition : once) {
    Value(condition);
    nothing.push_back(Emit(Op::kJumpFalse));
  }
  if (list != nullptr) {
    Emit(Op::kListed, static_cast<int>(list->number));
    kinds.push_back(term->a->kinds);
  } else if (term->a->kind == TermKind::kAll && sema::HasKinds(term->type.cls) && !kinds.empty()) {
    Term all_of = *term->a;  // those kinds, and not all things of which most are others
    for (const KindSet& asked : kinds) all_of.type.kinds &= asked;
    kinds.clear();
    Set(&all_of);
  } else {
    Set(term->a);
  }
  for (const KindSet& asked : kinds) Emit(Op::kOfKind, static_cast<int>(term->type.cls), Kinds(asked));
  for (const Term* condition : each) Walk(static_cast<int>(term->number), condition, Op::kKeep);
  if (nothing.empty()) return;
  const int done = Emit(Op::kJump);
  for (const int jump : nothing) Land(jump);
  Emit(Op::kEmpty);
  Land(done);
}

}  // namespace reeve
