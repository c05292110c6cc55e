// Classes: every routine is gone through once, from its first instruction to its last, with what is known of all that
// is on the stacks and in the slots. Jumps go on, so all ways to an instruction are known when it is reached. The body
// of a walk is gone through once as well: what it puts into a slot is forgotten at its beginning, and it takes nothing
// away that was there before, so that every round finds what the first one finds.
#include <map>

#include "runtime/bytecode/verify_known.h"
#include "runtime/bytecode/verify_parts.h"

namespace reeve::verify {

Known Judge::Attribute(Class cls, int number) {
  auto [at, fresh] = attributes_.try_emplace({cls, number}, Known::Nothing());
  Known& range = at->second;
  if (!fresh) return range;
  const auto take = [&](int32_t value) {
    range = Known::Constant(std::min(range.least, value), std::max(range.most, value));
  };
  const auto take_number = [&](const std::vector<int32_t>& values) {
    if (static_cast<size_t>(number) < values.size()) take(values[static_cast<size_t>(number)]);
  };
  const auto take_marks = [&](const std::vector<MarkInfo>& marks) {
    for (const MarkInfo& mark : marks) take_number(mark.attributes);
  };
  if (cls == Class::kPlace) {
    for (const PlaceInfo& place : p_.places) {
      for (const auto& attribute : place.attributes)
        if (attribute[0] == number) take(attribute[1]);
    }
  }
  if (cls == Class::kCard || cls == Class::kMarker)
    for (const CardInfo& card : p_.cards) take_number(card.attributes);
  if (cls != Class::kMarker) return range;
  take(0);  // where a marker is given none
  for (const KindInfo& kind : p_.kinds) {
    if (static_cast<size_t>(number) >= kind.attributes.size()) continue;
    const AttributeInfo& attribute = kind.attributes[static_cast<size_t>(number)];
    if (attribute.words.empty()) take(attribute.least), take(attribute.most);
    else take(static_cast<int32_t>(attribute.words.size()) - 1);
  }
  for (const TileInfo& tile : p_.tiles) {
    take_marks(tile.marks);
    for (const SegmentInfo& segment : tile.segments) take_marks(segment.marks);
  }
  return range;
}

namespace {

// A routine, as it is used once: the class of its argument, the rule in whose frame it runs.
struct Entry {
  Id routine = kNoId, rule = kNoId;
  Role role = Role::kUnused;
  Known argument;
  bool asked = false;  // a value that is asked for without its head having run: nothing but slots 0 and 1 are filled
};

class Classes : public Part {
 public:
  Classes(const Program& program, const Uses& uses, std::vector<Peak>& peaks)
      : Part(program), judge_(program), uses_(uses), peaks_(peaks) {
    peaks_.assign(p_.routines.size(), {});
    asked_.assign(p_.rules_table.size(), false);
  }

  void Run() {
    for (size_t r = 0; r < p_.routines.size() && good(); ++r) {
      const Id id = static_cast<Id>(r);
      for (const Use& use : uses_[r]) {
        if (use.role == Role::kOwn) {
          const Known argument = use.argument == Class::kNone ? Known{} : Known::Of(use.argument);
          const Known given = Called(id, argument);
          if (good() && !judge_.Fits(given, use.result))
            Fail(NameOf(id) + ": it gives " + judge_.Text(given) + ", and is used for " + use.what + ", which is a " +
                 ClassName(use.result));
        } else {
          Analyse({id, use.rule, use.role, {}, false});
        }
      }
    }
    for (size_t r = 0; r < p_.rules_table.size() && good(); ++r) {
      const RuleInfo& rule = p_.rules_table[r];
      if (asked_[r] && rule.value != kNoId) Analyse({rule.value, static_cast<Id>(r), Role::kValue, {}, true});
    }
    for (size_t r = 0; r < p_.routines.size() && good(); ++r) {
      if (uses_[r].empty() && !seen_.contains(static_cast<Id>(r)))
        Analyse({static_cast<Id>(r), kNoId, Role::kUnused, Known::Anything(), false});
    }
  }

 private:
  std::string NameOf(Id id) const { return "routine " + std::to_string(id) + " (" + p_.Text(routine(id).name) + ")"; }

  // What a routine with a frame of its own gives for an argument.
  Known Called(Id id, Known argument) {
    if (argument.is == Known::Is::kConstant)
      argument = argument.most == -1 && argument.least == -1 ? Known::Nothing() : Known::Of(Class::kNumber);
    for (const auto& [known, given] : seen_[id])
      if (known == argument) return given;
    const Known given = Analyse({id, kNoId, Role::kOwn, argument, false});
    seen_[id].push_back({argument, given});
    return given;
  }
  Known Analyse(const Entry& entry);

  Judge judge_;
  const Uses& uses_;
  std::vector<Peak>& peaks_;
  std::vector<bool> asked_;  // by rule: some routine asks for its value
  std::map<Id, std::vector<std::pair<Known, Known>>> seen_;
  friend class Walkthrough;
};

// One way through one routine.
class Walkthrough {
 public:
  Walkthrough(Classes& all, const Entry& entry)
      : all_(all),
        p_(all.p_),
        judge_(all.judge_),
        entry_(entry),
        info_(all.routine(entry.routine)),
        peak_(all.peaks_[static_cast<size_t>(entry.routine)]) {}

  Known Run() {
    Begin();
    for (at_ = info_.begin; at_ < info_.end && all_.good(); ++at_) {
      if (const auto met = coming_.find(at_); met != coming_.end()) {
        if (live_) Meet(state_, met->second);
        else state_ = std::move(met->second);
        live_ = true;
        coming_.erase(met);
      }
      if (!live_ || !all_.good()) continue;  // nothing leads here
      Step(p_.code[static_cast<size_t>(at_)]);
      peak_.values = std::max(peak_.values, static_cast<int>(state_.values.size()));
      peak_.sets = std::max(peak_.sets, static_cast<int>(state_.sets.size()));
      peak_.walks = std::max(peak_.walks, static_cast<int>(state_.walks.size()));
      peak_.quantities = std::max(peak_.quantities, state_.quantities);
      if (peak_.values > kMaxStack || peak_.sets > kMaxSets) Fail("the stack grows too high");
      if (peak_.walks > kMaxWalks || peak_.quantities > kMaxWalks)
        Fail("walks or quantities stand too deep in each other");
    }
    if (live_ && all_.good()) at_ = info_.end - 1, Fail("the routine does not end");
    return given_;
  }

 private:
  // --- what is there at the beginning ---
  Class Declared(size_t slot) const {
    if (entry_.rule == kNoId) return Class::kNone;
    const RuleInfo& rule = p_.rule(entry_.rule);
    if (slot == kSubjectSlot) return SubjectOf(rule);
    if (slot == kPlayerSlot && rule.who != kNoId) return Class::kPlayer;
    return slot < rule.slots.size() ? rule.slots[slot].cls : Class::kNone;
  }

  // A frame is filled with nothing when its rule begins, and what is put into a slot that the rule declares is of its
  // class, so those may be read at any time. Where no rule runs, and an offer or what is due is only tried, they may
  // not.
  void Begin() {
    state_.sets.assign(info_.sets, Known::Of(Class::kFigure));
    live_ = true;
    if (entry_.rule == kNoId) {
      state_.slots[0] = entry_.argument;
      if (entry_.role == Role::kUnused) state_.slots.fill(entry_.argument);
      return;
    }
    const RuleInfo& rule = p_.rule(entry_.rule);
    const bool tried =
        entry_.asked || (entry_.role == Role::kHead && (rule.kind == RuleKind::kOffer || rule.scored_slot != 0));
    for (size_t slot = 0; slot < kMaxSlots; ++slot) {
      if (tried && slot != kPlayerSlot && (slot != kSubjectSlot || rule.kind == RuleKind::kOffer)) continue;
      if (Declared(slot) != Class::kNone) state_.slots[slot] = Known::Of(Declared(slot));
      else if (slot == kPlayerSlot) state_.slots[slot] = Known::Nothing();
    }
    if (entry_.role == Role::kHead && rule.given > info_.begin) {  // the subject is given, and all else comes
      State given = state_;
      if (Declared(kSubjectSlot) != Class::kNone) given.slots[kSubjectSlot] = Known::Of(Declared(kSubjectSlot));
      coming_.emplace(rule.given, std::move(given));
    }
  }

  // --- faults ---
  void Fail(const std::string& text) {
    if (!all_.good()) return;
    const Op op = p_.code[static_cast<size_t>(at_)].op;
    all_.Fail(all_.NameOf(entry_.routine) + ": instruction " + std::to_string(at_) + " (" + Info(op).text +
              "): " + text);
  }
  void Expect(const Known& known, Class cls, const char* where) {
    if (all_.good() && !judge_.Fits(known, cls))
      Fail(std::string(where) + " has to be a " + ClassName(cls) + " and is " + judge_.Text(known));
  }

  // --- stacks ---
  size_t Floor(int16_t State::Walk::*of) const {
    return state_.walks.empty() ? 0 : static_cast<size_t>(state_.walks.back().*of);
  }
  Known Pop() {
    if (state_.values.size() <= Floor(&State::Walk::values)) {
      Fail(std::string("\"") + Info(p_.code[static_cast<size_t>(at_)].op).text + "\" takes more than there is");
      return Known::Anything();
    }
    const Known top = state_.values.back();
    state_.values.pop_back();
    return top;
  }
  void Pop(Class cls, const char* where) { Expect(Pop(), cls, where); }
  void PopNumber() { Pop(Class::kNumber, "what it takes"); }
  void Push(Known known) { state_.values.push_back(known); }
  void Push(Class cls) { Push(Known::Of(cls)); }
  void PushNumber() { Push(Class::kNumber); }
  Known PopSet() {
    if (state_.sets.size() <= std::max<size_t>(Floor(&State::Walk::sets), info_.sets)) {
      Fail(std::string("\"") + Info(p_.code[static_cast<size_t>(at_)].op).text +
           "\" takes more than there is: it needs a set");
      return Known::Anything();
    }
    const Known top = state_.sets.back();
    state_.sets.pop_back();
    return top;
  }
  Known PopSet(Class cls) {
    const Known set = PopSet();
    Expect(set, cls, "what is in the set");
    return set;
  }
  void PushSet(Known known) { state_.sets.push_back(known); }
  void PushSet(Class cls) { PushSet(Known::Of(cls)); }
  void Filter(int cls) { PushSet(PopSet(static_cast<Class>(cls))); }

  const Known& Slot(int slot) const { return state_.slots[static_cast<size_t>(slot)]; }
  Known Load(int slot) {
    if (!Slot(slot).set()) Fail("slot " + std::to_string(slot) + " is read, and nothing of one class was put into it");
    return Slot(slot);
  }
  void Store(int slot, const Known& known) {
    const Class declared = Declared(static_cast<size_t>(slot));
    if (declared != Class::kNone) Expect(known, declared, "what is put into the slot");
    state_.slots[static_cast<size_t>(slot)] = declared != Class::kNone ? Known::Of(declared) : known;
  }

  // --- ways ---
  void Jump(int32_t to) {
    const auto [at, fresh] = coming_.try_emplace(to, state_);
    if (!fresh) Meet(at->second, state_);
  }
  void Meet(State& into, const State& other) {
    if (into.values.size() != other.values.size() || into.sets.size() != other.sets.size() ||
        into.walks != other.walks || into.quantities != other.quantities) {
      return Fail("it is reached with different stacks");
    }
    for (size_t slot = 0; slot < kMaxSlots; ++slot) into.slots[slot] = judge_.Both(into.slots[slot], other.slots[slot]);
    Meet(into.values, other.values, "a value"), Meet(into.sets, other.sets, "a set");
  }
  void Meet(std::vector<Known>& into, const std::vector<Known>& other, const char* what) {
    for (size_t i = 0; i < into.size(); ++i) {
      const Known both = judge_.Both(into[i], other[i]);
      if (!both.set())
        Fail(std::string("it is reached with different stacks: ") + what + " is " + judge_.Text(into[i]) + " or " +
             judge_.Text(other[i]));
      into[i] = both;
    }
  }

  void Step(const Insn& insn) {
    if (Info(insn.op).mode == 'H') return Line(insn);
    if (insn.op >= Op::kOpen && insn.op <= Op::kClose) return Ladder(insn);
    if (insn.op >= Op::kAll && insn.op <= Op::kAlike) return Set(insn);
    Value(insn);
  }
  void Value(const Insn& insn);
  void Set(const Insn& insn);
  void MoreSets(const Insn& insn);
  void Walk(const Insn& insn);
  void WalkEnd(const Insn& insn);
  void Ladder(const Insn& insn);
  void Line(const Insn& insn);
  void Effect(const Insn& insn);
  void Subject(const Known& known, Id rule);
  void Return(bool set);

  Classes& all_;
  const Program& p_;
  Judge& judge_;
  const Entry& entry_;
  const RoutineInfo& info_;
  Peak& peak_;
  State state_;
  std::map<int32_t, State> coming_;  // by instruction: what jumps there bring
  bool live_ = false;
  int32_t at_ = 0;
  Known given_;  // what it returns
};

void Walkthrough::Value(const Insn& insn) {
  switch (insn.op) {
    case Op::kConst:
      return Push(Known::Constant(insn.c, insn.c));
    case Op::kLoad:
      return Push(Load(insn.a));
    case Op::kStore:
      return Store(insn.a, Pop());
    case Op::kGlobal:
      return Push(Info(static_cast<GlobalId>(insn.a)).result);
    case Op::kColumn:
      Expect(Slot(insn.a), Class::kFeature, "the slot");
      return PushNumber();
    case Op::kColumnOf:
      Pop(Class::kFeature, "what has the column");
      return PushNumber();
    case Op::kGet: {
      const PropertyInfo& property = Info(static_cast<PropertyId>(insn.b));
      Pop(property.of, "what has the property");
      if (property.many) Fail(std::string("\"") + property.word + "\" is a set");
      return Push(property.result);
    }
    case Op::kState: {
      const StateInfo& state = p_.states[static_cast<size_t>(insn.b)];
      Pop(state.owner, "what has the state");
      return Push(state.result);
    }
    case Op::kAttribute: {
      const auto cls = static_cast<Class>(insn.a);
      Pop(cls, "what has the attribute");
      if (cls != Class::kMarker && cls != Class::kCard && cls != Class::kPlace)
        Fail(std::string("a ") + ClassName(cls) + " has no attributes");
      const int64_t most = cls == Class::kPlace ? static_cast<int64_t>(p_.strings.size()) - 1 : 3;
      if (insn.b < 0 || insn.b > most)
        Fail("an attribute is " + std::to_string(insn.b) + ", which is not from 0 to " + std::to_string(most));
      return Push(judge_.Attribute(cls, insn.b));
    }
    case Op::kVotes:
      Pop(Class::kFigure, "what has votes");
      return PushNumber();
    case Op::kAdd:
    case Op::kSub:
    case Op::kMul:
      PopNumber(), PopNumber();
      return PushNumber();
    case Op::kNeg:
    case Op::kHalfUp:
    case Op::kHalfDown:
    case Op::kTable:
    case Op::kMultiple:
    case Op::kNot:
      PopNumber();
      return PushNumber();
    case Op::kEqual:
    case Op::kLess: {
      const Known second = Pop(), first = Pop();
      if (!Judge::Comparable(first, second)) Fail(judge_.Text(first) + " is compared with " + judge_.Text(second));
      return Push(Class::kTruth);
    }
    case Op::kIsKind:
      Pop(static_cast<Class>(insn.c), "what is of a kind");
      return Push(Class::kTruth);
    case Op::kJump:
      Jump(insn.c), live_ = false;
      return;
    case Op::kJumpFalse:
    case Op::kJumpTrue:
      Pop(Class::kTruth, "a condition");
      return Jump(insn.c);
    case Op::kJumpImpersonal:
      Expect(Slot(insn.a), Class::kPlayer, "the slot");
      return Jump(insn.c);
    case Op::kCall:
      return Push(all_.Called(insn.c, Pop()));
    case Op::kValueOf:
      Pop(Class::kPlayer, "who is paid");
      Subject(Slot(insn.b), insn.c);
      all_.asked_[static_cast<size_t>(insn.c)] = true;
      return PushNumber();
    case Op::kReturn:
      return Return(false);
    case Op::kReturnSet:
      return Return(true);
    default:
      Fail("nothing is known of it");
  }
}

// Something becomes what a rule is about.
void Walkthrough::Subject(const Known& known, Id rule) {
  const Class takes = SubjectOf(p_.rule(rule));
  if (takes == Class::kNone) return;
  Expect(known, takes, ("what " + p_.RuleName(rule) + " is about").c_str());
}

void Walkthrough::Return(bool set) {
  const Known given = set ? PopSet() : Pop();
  if (info_.result != (set ? Result::kSet : Result::kValue)) Fail("it is not what the routine gives");
  if (!state_.values.empty() || state_.sets.size() != info_.sets || !state_.walks.empty() || state_.quantities != 0)
    Fail("the routine ends with something on its stacks");
  switch (entry_.role) {
    case Role::kWho:
      Expect(given, Class::kPlayer, "who is paid");
      break;
    case Role::kValue:
      Expect(given, Class::kNumber, "what a score is worth");
      break;
    case Role::kOddTo:
      Expect(given, Class::kPlayer, "who gets the odd point");
      break;
    default:
      break;
  }
  const Known both = given_.set() ? judge_.Both(given_, given) : given;
  if (!both.set()) Fail("the routine gives " + judge_.Text(given_) + " or " + judge_.Text(given));
  given_ = both;
  live_ = false;
}

void Walkthrough::Set(const Insn& insn) {
  switch (insn.op) {
    case Op::kAll: {
      const auto cls = static_cast<Class>(insn.a);
      switch (cls) {
        case Class::kPlayer:
        case Class::kFeature:
        case Class::kSegment:
        case Class::kFigure:
        case Class::kMarker:
        case Class::kSquare:
        case Class::kPiece:
        case Class::kPlace:
          return PushSet(cls);
        default:
          return Fail(std::string("there is no set of every ") + ClassName(cls));
      }
    }
    case Op::kOne: {
      const Known one = Pop();
      if (!one.set()) Fail("a set is made of " + judge_.Text(one));
      return PushSet(one);
    }
    case Op::kNumbers:
      Pop(Class::kNumber, "the last number");
      Pop(Class::kNumber, "the first number");
      return PushSet(Class::kNumber);
    case Op::kRelated:
      PopSet(Info(static_cast<RelationId>(insn.c)).b);
      return PushSet(Info(static_cast<RelationId>(insn.c)).a);
    case Op::kSpread:
    case Op::kSpreadTo: {
      const PropertyInfo& property = Info(static_cast<PropertyId>(insn.b));
      if (insn.op == Op::kSpreadTo) Pop(Class::kNumber, "the number of steps");
      PopSet(property.of);
      return PushSet(insn.op == Op::kSpreadTo ? Class::kSquare : property.result);
    }
    case Op::kUnlessExplaining:
      return Jump(insn.c);
    case Op::kFits:
      Pop(Class::kPiece, "what is laid");
      return PushSet(Class::kFit);
    case Op::kOwnedBy:
      Pop(Class::kPlayer, "the owner");
      return Filter(insn.a);
    case Op::kOfKind:
    case Op::kAlike:
      return Filter(insn.a);
    case Op::kUnion:
    case Op::kIntersect: {
      const Known second = PopSet(), first = PopSet(), both = judge_.Both(first, second);
      if (!both.set()) Fail("a set of " + judge_.Text(first) + " and one of " + judge_.Text(second) + " become one");
      return PushSet(both);
    }
    case Op::kCopySet:
      return PushSet(Class::kFigure);
    case Op::kDropSet:
      PopSet();
      return;
    case Op::kEmpty:
      return PushSet(Known::Nothing());
    default:
      MoreSets(insn);
  }
}

void Walkthrough::MoreSets(const Insn& insn) {
  switch (insn.op) {
    case Op::kCount:
      PopSet();
      return PushNumber();
    case Op::kAny:
      PopSet();
      return Push(Class::kTruth);
    case Op::kContains: {
      const Known set = PopSet(), one = Pop();
      if (!Judge::Comparable(set, one)) Fail(judge_.Text(one) + " is looked for in a set of " + judge_.Text(set));
      return Push(Class::kTruth);
    }
    case Op::kOnly:
    case Op::kFirst: {
      const Known set = PopSet();  // or nothing
      return Push(set.is == Known::Is::kConstant ? Known::Constant(std::min(set.least, -1), set.most) : set);
    }
    case Op::kWalk:
      return Walk(insn);
    case Op::kKeep:
    case Op::kTally:
    case Op::kHighest:
    case Op::kLowest:
    case Op::kBest:
    case Op::kGather:
      return WalkEnd(insn);
    case Op::kTake:
      PopSet();
      return PushNumber();
    case Op::kRank:
      PopSet(Class::kFigure);
      return PushSet(Class::kPlayer);
    case Op::kRankColumns:
      Expect(Slot(insn.a), Class::kFeature, "the slot");
      return PushSet(Class::kPlayer);
    case Op::kPlayers:
    case Op::kWinners:
      return PushSet(Class::kPlayer);
    case Op::kOptions:
      return Push(Class::kTruth);
    case Op::kListed:
      return PushSet(Class::kFeature);
    case Op::kSeats:
      Pop(Class::kPlayer, "the first seat"), PopSet(Class::kPlayer);
      return PushSet(Class::kPlayer);
    case Op::kIsDue:
      Pop(Class::kPlayer, "who is paid");
      return Push(Class::kTruth);
    case Op::kCanStand:
      Pop(Class::kFigure, "what stands"), PopSet(Class::kSegment);
      return PushSet(Class::kSegment);
    default:
      Fail("nothing is known of it");
  }
}

void Walkthrough::Walk(const Insn& insn) {
  const Known member = PopSet();
  PushSet(member);
  const bool gathers = p_.code[static_cast<size_t>(insn.c) - 1].op == Op::kGather;
  if (gathers && state_.sets.size() < std::max<size_t>(Floor(&State::Walk::sets), info_.sets) + 2)
    Fail("what is gathered has no set below what is walked");
  if (!all_.good()) return;
  Jump(insn.c);
  // A slot that the body fills holds, when a round begins, the member or what an earlier round put there.
  for (int32_t i = at_ + 1; i < insn.c - 1; ++i) {
    const Insn& inside = p_.code[static_cast<size_t>(i)];
    if (inside.op == Op::kStore || inside.op == Op::kWalk) state_.slots[inside.a] = {};
    else if (inside.op == Op::kValueOf) continue;
  }
  state_.walks.push_back({at_, static_cast<int16_t>(state_.values.size()), static_cast<int16_t>(state_.sets.size()),
                          static_cast<int16_t>(state_.quantities)});
  Store(insn.a, member);
}

void Walkthrough::WalkEnd(const Insn& insn) {
  if (state_.walks.empty() || state_.walks.back().at != insn.c - 1)
    return Fail(std::string("\"") + Info(insn.op).text + "\" walks nothing, or not what is walked here");
  const Known fresh = insn.op == Op::kGather ? PopSet() : Pop();
  if (insn.op != Op::kGather) Expect(fresh, insn.op == Op::kKeep ? Class::kTruth : Class::kNumber, "what it takes");
  const State::Walk walk = state_.walks.back();
  if (state_.values.size() != static_cast<size_t>(walk.values) ||
      state_.sets.size() != static_cast<size_t>(walk.sets) || state_.quantities != walk.quantities) {
    return Fail("a round of the walk ends with other stacks than it began with");
  }
  if (insn.op == Op::kGather) {
    Known& gathered = state_.sets[state_.sets.size() - 2];
    const Known both = judge_.Both(gathered, fresh);
    if (!both.set()) Fail("a set of " + judge_.Text(fresh) + " is gathered into one of " + judge_.Text(gathered));
    gathered = both;
    coming_.at(at_ + 1).sets[state_.sets.size() - 2] = both;  // the way of a walk over nothing, which gathers nothing
  }
  state_.walks.pop_back();
}

void Walkthrough::Ladder(const Insn& insn) {
  if (insn.op == Op::kOpen) {
    ++state_.quantities;
    return;
  }
  if (state_.quantities == 0) return Fail(std::string("\"") + Info(insn.op).text + "\" stands outside a quantity");
  for (int i = 0; i < Info(insn.op).pops; ++i) PopNumber();
  if (insn.op != Op::kClose) return;
  if (state_.quantities == static_cast<int>(Floor(&State::Walk::quantities)))
    return Fail("a walk closes a quantity that it did not open");
  --state_.quantities;
  PushNumber();
}

// Between the lines of a head the stacks are empty, so that a run can stop there. Slots that the rule does not declare
// are forgotten: what comes is also reached from the next binding, when they may hold something else.
void Walkthrough::Line(const Insn& insn) {
  const Known wanted = insn.op == Op::kEach || insn.op == Op::kChoose ? PopSet() : Known{};
  switch (insn.op) {
    case Op::kEach:
      break;
    case Op::kChoose:
    case Op::kChooseText:
    case Op::kOnce:
    case Op::kMay:
      Pop(Class::kPlayer, "who is asked");
      break;
    case Op::kRepeat:
      Pop(Class::kPlayer, "whose seat is the first");
      break;
    case Op::kRequire:
    case Op::kForbid:
      Pop(Class::kTruth, "a condition");
      break;
    default:
      if (insn.op > Op::kNext) Effect(insn);
  }
  if (!state_.values.empty() || !state_.sets.empty() || !state_.walks.empty() || state_.quantities != 0)
    Fail(std::string("\"") + Info(insn.op).text + "\" leaves something on the stack");
  if (!all_.good()) return;
  const auto declared = [&](Class cls, const char* where) {
    if (Declared(insn.a) != Class::kNone) Expect(Known::Of(cls), Declared(insn.a), where);
  };
  for (size_t slot = 0; slot < kMaxSlots && entry_.rule != kNoId; ++slot) {
    if (Declared(slot) == Class::kNone && slot != kPlayerSlot) state_.slots[slot] = {};
  }
  const ChoiceInfo* choice = Info(insn.op).operands[1] == 'Q' ? &p_.choices[static_cast<size_t>(insn.b)] : nullptr;
  if (choice != nullptr && entry_.rule != kNoId && choice->rule != entry_.rule)
    Fail("its choice is one of another rule");
  switch (insn.op) {
    case Op::kEach:
      Store(insn.a, wanted);
      break;
    case Op::kChoose:
      Store(insn.a, wanted);
      Expect(wanted, choice->cls, "what is chosen");
      break;
    case Op::kChooseText:
      declared(Class::kText, "a text");
      if (choice->cls != Class::kText)
        Fail("a text is chosen, and the choice is of a " + std::string(ClassName(choice->cls)));
      Store(insn.a, Known::Of(Class::kText));
      break;
    case Op::kRepeat:
      Store(insn.a, Known::Of(Class::kPlayer));
      break;
    case Op::kOnce:
      Load(insn.a);
      if (entry_.rule == kNoId) break;
      if (choice->cls != SubjectOf(p_.rule(entry_.rule))) Fail("what is asked for is no subject of its rule");
      if (const Class scored = ScoredOf(p_.rule(entry_.rule)); p_.rule(entry_.rule).scored_slot != 0)
        Expect(Slot(insn.a), scored, "what the rule is once for");
      break;
    case Op::kNext:
      live_ = false;
      break;
    default:
      break;
  }
}

void Walkthrough::Effect(const Insn& insn) {
  const auto cls = static_cast<Class>(insn.a);
  const auto movable = [&](bool piece) {
    if (cls != Class::kFigure && cls != Class::kMarker && !(piece && cls == Class::kPiece))
      Fail(std::string("a ") + ClassName(cls) + " does not go anywhere");
  };
  switch (insn.op) {
    case Op::kSendHome:
      movable(true), PopSet(cls);
      break;
    case Op::kMove:
      movable(true), Pop(static_cast<Class>(insn.b), "where it goes"), PopSet(cls);
      break;
    case Op::kMoveBy:
      if (cls != Class::kFigure) Fail("only figures go on in a circle");
      Pop(Class::kNumber, "how far it goes"), PopSet(cls);
      break;
    case Op::kGive:
      movable(false), Pop(Class::kPlayer, "who gets it"), PopSet(cls);
      break;
    case Op::kDeal:
      movable(false), PopSet(Class::kPlayer), PopSet(cls);
      break;
    case Op::kAssign: {
      const StateInfo& state = p_.states[static_cast<size_t>(insn.b)];
      Pop(state.result, "the value of the state"), Pop(state.owner, "what has the state");
      break;
    }
    case Op::kDraw: {
      const Known target = Pop();
      if (insn.a != 2 && insn.c != 0) Expect(target, static_cast<Class>(insn.c), "where it goes");
      break;
    }
    case Op::kPay:
      Pop(Class::kPlayer, "who is paid"), Pop(Class::kPlayer, "who pays"), PopNumber();
      break;
    case Op::kScoreFor:
      Subject(Pop(), insn.b);
      break;
    case Op::kScoreGroup: {
      const Known subject = Pop();
      const GroupInfo& group = p_.groups[static_cast<size_t>(insn.b)];
      if (group.of == Class::kNone) Fail("what is scored is a group of offers");
      for (Id member : group.members) Subject(subject, member);
      break;
    }
    case Op::kPlay:
      Pop(Class::kPlayer, "whose part it is");
      break;
    case Op::kTurnInto:
      Pop(Class::kFeature, "what is turned");
      break;
    default:
      break;  // they take nothing
  }
}

Known Classes::Analyse(const Entry& entry) {
  if (!good()) return Known::Anything();
  if (entry.role == Role::kOwn || entry.role == Role::kUnused) seen_[entry.routine];
  return Walkthrough(*this, entry).Run();
}

}  // namespace

std::string CheckClasses(const Program& program, const Uses& uses, std::vector<Peak>& peaks) {
  Classes classes(program, uses, peaks);
  classes.Run();
  return classes.TakeFault();
}

}  // namespace reeve::verify
