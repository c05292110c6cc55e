// Every instruction for itself: its operands name what is there, and it stands where it may. Then which routines call
// which, and whether the machine has room for all that run inside each other.
#include <algorithm>

#include "runtime/bytecode/verify_parts.h"

namespace reeve::verify {
namespace {

bool IsWalkEnd(Op op) {
  return op == Op::kKeep || op == Op::kTally || op == Op::kHighest || op == Op::kLowest || op == Op::kBest ||
         op == Op::kGather;
}
bool Binds(Op op) {
  return op == Op::kEach || op == Op::kChoose || op == Op::kChooseText;
}
// The lines of a head; what comes behind them in opcodes.def are effects.
bool IsHeadLine(Op op) {
  return op >= Op::kEach && op <= Op::kNext;
}
bool MayNotBePassed(const Insn& insn) {
  return IsHeadLine(insn.op) && insn.op != Op::kForbid;
}

class Instructions : public Part {
 public:
  Instructions(const Program& program, const Uses& uses) : Part(program), uses_(uses) {}

  void Run() {
    CountLines();
    for (size_t r = 0; r < p_.routines.size() && good(); ++r) {
      const RoutineInfo& info = p_.routines[r];
      rule_ = uses_[r].empty() || uses_[r][0].role == Role::kOwn ? kNoId : uses_[r][0].rule;
      role_ = uses_[r].empty() ? Role::kUnused : uses_[r][0].role;
      for (int32_t at = info.begin; at < info.end && good(); ++at) {
        One(info, at);
        if (!good()) fault_ = "instruction " + std::to_string(at) + Word(at) + ": " + fault_;
      }
      if (good() && role_ == Role::kHead) Head(info);
      Named("routine", r, info.name);
    }
  }

 private:
  void CountLines() {
    lines_before_.reserve(p_.code.size() + 1);
    lines_before_.push_back(0);
    for (const Insn& insn : p_.code) lines_before_.push_back(lines_before_.back() + (MayNotBePassed(insn) ? 1 : 0));
  }

  std::string Word(int32_t at) const {
    const Insn& insn = p_.code[static_cast<size_t>(at)];
    return static_cast<int>(insn.op) < OpCount() ? std::string(" (") + Info(insn.op).text + ")" : "";
  }

  void One(const RoutineInfo& info, int32_t at) {
    const Insn& insn = p_.code[static_cast<size_t>(at)];
    if (static_cast<int>(insn.op) >= OpCount()) {
      Fail("there is no such instruction");
      return;
    }
    const OpInfo& op = Info(insn.op);
    if (op.mode == 'H' && !info.head) Fail(std::string("\"") + op.text + "\" stands in a value");
    if (!good() || !Operands(info, insn, op) || !Special(info, insn)) return;
    if (insn.op == Op::kWalk || IsWalkEnd(insn.op)) Walk(info, at, insn);
    else if (op.operands[2] == 'j') Jump(info, at, insn);
  }

  // Jumps go on, and pass no line of a head but a forbid: what a line binds is bound for all that stand behind it.
  void Jump(const RoutineInfo& info, int32_t at, const Insn& insn) {
    if (insn.c < info.begin || insn.c >= info.end) {
      Fail("a jump leaves the routine");
    } else if (insn.c <= at) {
      Fail("a jump goes back to " + std::to_string(insn.c) + ", which only the end of a walk may");
    } else if (info.head) {
      const auto passed = p_.code.begin() + at + 1, to = p_.code.begin() + insn.c;
      if (lines_before_[static_cast<size_t>(at) + 1] == lines_before_[static_cast<size_t>(insn.c)]) return;
      Fail("a jump passes the line " + std::to_string(std::find_if(passed, to, MayNotBePassed) - p_.code.begin()) +
           " of a head");
    }
  }

  // A walk and its end name each other: the walk goes on behind its end if there is nothing to walk, the end goes back
  // to the instruction behind its walk, and both have the member in one slot.
  void Walk(const RoutineInfo& info, int32_t at, const Insn& insn) {
    const bool begins = insn.op == Op::kWalk;
    const int32_t other = insn.c - 1;
    if (other < info.begin || other >= info.end || (begins ? other <= at : other >= at)) {
      Fail(begins ? "a walk has no end behind it" : "it ends no walk");
      return;
    }
    const Insn& match = p_.code[static_cast<size_t>(other)];
    if ((begins ? !IsWalkEnd(match.op) : match.op != Op::kWalk) || match.c != at + 1 || match.a != insn.a) {
      Fail(std::string(begins ? "a walk and its end" : "the end of a walk and the walk") + " at " +
           std::to_string(other) + " do not belong together");
    }
  }

  // What enumerates an offer, or what a rule would bind that is once per thing, knows few lines; it stops at others.
  void Head(const RoutineInfo& info) {
    const RuleInfo& rule = p_.rule(rule_);
    const bool offer = rule.kind == RuleKind::kOffer, once = rule.scored_slot != 0;
    const Op ends = offer ? Op::kOption : Op::kOnce;
    int bindings = 0, ended = 0;
    for (int32_t at = info.begin; at < info.end && good(); ++at) {
      const Insn& insn = p_.code[static_cast<size_t>(at)];
      if (insn.op == Op::kOption && !offer) Fail("a head of no offer has an option");
      if (Binds(insn.op) && ++bindings > (offer && ended == 0 ? kMaxOfferBindings : kMaxBindings))
        Fail("a head binds too much");
      if (insn.op == ends && ++ended > 1 && offer) Fail("an offer has two options");
      const bool known = insn.op == Op::kRequire || insn.op == Op::kForbid || insn.op == Op::kLimit || Binds(insn.op) ||
                         insn.op == Op::kNext || insn.op == ends;
      if ((offer || once) && ended == 0 && Info(insn.op).mode == 'H' && !known)
        Fail(std::string("\"") + Info(insn.op).text + "\" stands before what the head is enumerated for");
      if (!good()) fault_ = "instruction " + std::to_string(at) + Word(at) + ": " + fault_;
    }
    if (good() && (offer || once) && ended == 0)
      Fail(offer ? "an offer has no option" : "a rule that is once per thing does not say for which");
    Condition(info);
  }

  // Whether a rule begins with a condition is seen by its first line: so that is the one that comes first.
  void Condition(const RoutineInfo& info) {
    int32_t first = info.begin;
    while (first < info.end && Info(p_.code[static_cast<size_t>(first)].op).mode != 'H') ++first;
    for (int32_t at = info.begin; at < first; ++at) {
      const Insn& insn = p_.code[static_cast<size_t>(at)];
      if (Info(insn.op).operands[2] == 'j' && insn.c > first)
        Fail("a jump passes the first line of a head, at " + std::to_string(first));
    }
  }

  bool Operands(const RoutineInfo& info, const Insn& insn, const OpInfo& op) {
    const int64_t values[3] = {insn.a, insn.b, insn.c};
    for (int i = 0; i < 3; ++i) {
      const int64_t value = values[i];
      const Id index = static_cast<Id>(value);
      bool fits = true;
      switch (op.operands[i]) {
        case 's':
          fits = Range(value, 0, info.slots - 1, "a slot");
          break;
        case 'k':
          fits = KindsOperand(index);
          break;
        case 'r':
          fits = Range(value, 0, RelationCount() - 1, "a relation");
          break;
        case 'p':
          fits = Range(value, 0, PropertyCount() - 1, "a property");
          break;
        case 'c':
          fits = In(index, p_.columns, "column");
          break;
        case 't':
          fits = In(index, p_.tables, "table");
          break;
        case 'g':
          fits = Range(value, 0, GlobalCount() - 1, "a bound value");
          break;
        case 'v':
          fits = In(index, p_.states, "state");
          break;
        case 'L':
          fits = In(index, p_.strings, "string");
          break;
        case 'R':
          fits = In(index, p_.routines, "routine");
          break;
        case 'Q':
          fits = In(index, p_.choices, "choice");
          break;
        case 'P':
          fits = In(index, p_.zones, "zone");
          break;
        case 'Z':
          fits = In(index, p_.rules_table, "rule");
          break;
        case 'G':
          fits = In(index, p_.groups, "group");
          break;
        case 'S':
          fits = In(index, p_.steps, "step");
          break;
        case 'K':
          fits = Kind(index);
          break;
        case 'E':
          fits = In(index, p_.rankings, "ranking");
          break;
        case 'F':
          fits = In(index, p_.forbids, "forbid");
          break;
        default:
          break;  // '-' unused, 'n' a number, 'f' flags, 'j' a jump
      }
      if (!fits) return false;
    }
    return true;
  }

  bool ClassNumber(int64_t cls) { return Range(cls, 0, kClassCount - 1, "a class"); }

  // The votes of all players, one column after another: of those who do not play none is kept.
  bool VotesFrom(int first) {
    if (!Range(first, 0, static_cast<int64_t>(p_.columns.size()) - kMaxPlayers, "the first column")) return false;
    for (int player = 0; player < kMaxPlayers; ++player) {
      const ColumnInfo& column = p_.columns[static_cast<size_t>(first + player)];
      if (column.kind != ColumnKind::kVotes || column.player != player) {
        return Fail("column " + std::to_string(first + player) + " is not the votes of player " +
                    std::to_string(player + 1));
      }
    }
    return true;
  }

  bool Special(const RoutineInfo& info, const Insn& insn) {
    switch (insn.op) {
      case Op::kConst:
        return Range(insn.c, -kMaxNumber, kMaxNumber, "a number");
      case Op::kAll:
      case Op::kOwnedBy:
      case Op::kOfKind:
      case Op::kAlike:
      case Op::kAttribute:
      case Op::kSendHome:
      case Op::kGive:
      case Op::kDeal:
      case Op::kMoveBy:
        return ClassNumber(insn.a);
      case Op::kMove:
        return ClassNumber(insn.a) && ClassNumber(insn.b);
      case Op::kIsKind:
        return ClassNumber(insn.c);
      case Op::kDraw:
        return Draw(insn);
      case Op::kTurnInto:
        return p_.kind(insn.b).cls == Class::kFeature || Fail("a feature turns into what is none");
      case Op::kMultiple:
        return Range(insn.c, 1, kMaxNumber, "what is a multiple");
      case Op::kCopySet:
        return Range(insn.a, 0, info.sets - 1, "the set to copy");
      case Op::kListed:
        return Range(insn.a, 0, 2, "a list");
      case Op::kRankColumns:
        return VotesFrom(insn.b);
      case Op::kValueOf:
        return Range(insn.b, 0, info.slots - 1, "a slot");
      case Op::kCall:
        return (routine(insn.c).result == Result::kValue && routine(insn.c).own_frame && routine(insn.c).sets == 0) ||
               Fail("routine " + std::to_string(insn.c) + " is used as what it is not");
      case Op::kRepeat:
        return Range(insn.c, 0, kMaxRounds, "the number of rounds");
      case Op::kOpen:
        return Range(insn.a, 0, 2, "a quantity");
      case Op::kOptions:
        return Options(insn);
      case Op::kLimit:
      case Op::kSpend:
        return rule_ == kNoId ? Fail("a limit belongs to no rule") : In(insn.b, p_.rule(rule_).limits, "limit");
      case Op::kFire:
        return (role_ == Role::kHead && p_.rule(rule_).who != kNoId) || Fail("a rule that pays nobody scores");
      case Op::kPlay:
        return insn.b <= insn.c || Fail("steps are played in the wrong order");
      case Op::kPlayRound:
        return In(insn.b, p_.rounds, "round") && In(p_.rounds[static_cast<size_t>(insn.b)].first, p_.steps, "step");
      case Op::kNext:
        return true;
      default:
        break;
    }
    // The effects of a score are one path: there is no binding to go back to.
    if (role_ == Role::kEffects && IsHeadLine(insn.op))
      return Fail(std::string("\"") + Info(insn.op).text + "\" stands among effects");
    return true;
  }

  bool Draw(const Insn& insn) {
    if (!Range(insn.a, 0, 2, "a way to draw")) return false;
    if (insn.a == 2) return In(insn.c, p_.holdings, "holding");
    if (!ClassNumber(insn.c)) return false;
    const ZoneInfo& zone = p_.zones[static_cast<size_t>(insn.b)];
    const bool piece = zone.kind == ZoneKind::kPile && insn.c == static_cast<int>(Class::kPlace);
    return insn.c == 0 || piece || (zone.kind == ZoneKind::kBag && zone.of != kNoId) ||
           Fail("what is drawn is no token");
  }

  bool Options(const Insn& insn) {
    if (!Range(insn.a, 0, 2, "what is asked for options")) return false;
    if (insn.a == 0)
      return In(insn.b, p_.rules_table, "rule") &&
             (p_.rule(insn.b).kind == RuleKind::kOffer || Fail("what is asked for options is no offer"));
    if (insn.a == 1)
      return In(insn.b, p_.groups, "group") &&
             (p_.groups[static_cast<size_t>(insn.b)].of == Class::kNone || Fail("a group has no offers"));
    return In(insn.b, p_.steps, "step");
  }

  std::vector<int32_t> lines_before_;  // by instruction: how many before it no jump may pass
  const Uses& uses_;
  Id rule_ = kNoId;
  Role role_ = Role::kUnused;
};

// Which routines run while one runs: called, or run by the game to answer what is asked of it. Behind the routines come
// knots for what many instructions may ask, so that the graph is no larger than the program.
class CallGraph {
 public:
  explicit CallGraph(const Program& program) : p_(program) {
    steps_ = p_.routines.size(), groups_ = steps_ + p_.steps.size(), rankings_ = groups_ + p_.groups.size();
    votes_ = rankings_ + p_.rankings.size(), due_ = votes_ + 1, listed_ = due_ + 1;
    calls_.resize(listed_ + 1);
    for (size_t r = 0; r < p_.routines.size(); ++r) {
      const RoutineInfo& info = p_.routines[r];
      for (int32_t at = info.begin; at < info.end; ++at) From(p_.code[static_cast<size_t>(at)], calls_[r]);
    }
    for (size_t i = 0; i < p_.steps.size(); ++i)
      for (Id offer : p_.steps[i].offers) Add(calls_[steps_ + i], p_.rule(offer).head);
    for (size_t i = 0; i < p_.groups.size(); ++i)
      for (Id member : p_.groups[i].members) Add(calls_[groups_ + i], p_.rule(member).head);
    for (size_t i = 0; i < p_.rankings.size(); ++i)
      for (const auto& rank : p_.rankings[i].ranks) Add(calls_[rankings_ + i], rank.routine);
    for (const KindInfo& kind : p_.kinds) Add(calls_[votes_], kind.votes);
    Due(calls_[due_]);
    Listed(calls_[listed_]);
  }
  const std::vector<std::vector<size_t>>& calls() const { return calls_; }
  bool IsRoutine(size_t knot) const { return knot < steps_; }

 private:
  static void Add(std::vector<size_t>& to, Id routine) {
    if (routine != kNoId) to.push_back(static_cast<size_t>(routine));
  }
  // Whatever is run to find out who would win what is due, and what that would set off.
  void Due(std::vector<size_t>& to) const {
    for (const RuleInfo& rule : p_.rules_table) {
      const bool once = rule.scored_slot != 0, completes = rule.kind == RuleKind::kScore && rule.completes != kNoId;
      if (!once && !completes) continue;
      Add(to, rule.who), Add(to, rule.value);
      if (once) Add(to, rule.head);
    }
  }
  // What is run to list what is due: scorings are imagined only where a rule that is once per thing hangs on them.
  void Listed(std::vector<size_t>& to) const {
    const auto once = [&](Id rule) { return p_.rule(rule).scored_slot != 0; };
    for (const RuleInfo& rule : p_.rules_table) {
      if (std::any_of(rule.after.begin(), rule.after.end(), once)) Add(to, rule.who), Add(to, rule.value);
      if (rule.scored_slot != 0) Add(to, rule.head);
    }
  }
  void From(const Insn& insn, std::vector<size_t>& to) const {
    const auto b = static_cast<size_t>(insn.b);
    switch (insn.op) {
      case Op::kCall:
        return Add(to, insn.c);
      case Op::kValueOf:
        return Add(to, p_.rule(insn.c).value);
      case Op::kVotes:
        return to.push_back(votes_);
      case Op::kRank:
        return to.push_back(rankings_ + insn.a);
      case Op::kIsDue:
        return to.push_back(due_);
      case Op::kListed:
        if (insn.a == 2) to.push_back(listed_);
        return;
      case Op::kOptions:
        if (insn.a == 0) return Add(to, p_.rule(insn.b).head);
        return to.push_back((insn.a == 1 ? groups_ : steps_) + b);
      default:
        return;
    }
  }

  const Program& p_;
  size_t steps_, groups_, rankings_, votes_, due_, listed_;
  std::vector<std::vector<size_t>> calls_;
};

std::string NameOf(const Program& program, Id id) {
  return "routine " + std::to_string(id) + " (" + program.Text(program.routines[static_cast<size_t>(id)].name) + ")";
}

// Every knot after those that it calls; empty if some call each other in a circle, or too deep.
std::vector<size_t> CalleesFirst(const Program& program, const CallGraph& graph, std::string& fault) {
  const auto& calls = graph.calls();
  std::vector<int> depth(calls.size(), 0);
  enum class Seen : uint8_t { kNo, kNow, kDone };
  std::vector<Seen> seen(calls.size(), Seen::kNo);
  std::vector<size_t> order;
  std::vector<std::pair<size_t, size_t>> stack;  // knot, how many of its calls have been followed
  const auto enter = [&](size_t knot) {
    seen[knot] = Seen::kNow;
    stack.push_back({knot, 0});
  };
  const auto fail = [&] {
    size_t at = stack.size() - 1;
    while (!graph.IsRoutine(stack[at].first)) --at;  // a circle has a routine in it
    fault = NameOf(program, static_cast<Id>(stack[at].first)) + ": routines call each other too deep, or in a circle";
    return std::vector<size_t>{};
  };
  for (size_t root = 0; root < calls.size(); ++root) {
    if (seen[root] == Seen::kNo && graph.IsRoutine(root)) enter(root);
    while (!stack.empty()) {
      const size_t knot = stack.back().first;
      if (stack.back().second < calls[knot].size()) {
        const size_t next = calls[knot][stack.back().second++];
        if (seen[next] == Seen::kNow) return fail();
        if (seen[next] == Seen::kNo) enter(next);
        continue;
      }
      for (size_t next : calls[knot]) depth[knot] = std::max(depth[knot], depth[next]);
      if (graph.IsRoutine(knot) && ++depth[knot] > kMaxCallDepth) return fail();
      seen[knot] = Seen::kDone;
      order.push_back(knot);
      stack.pop_back();
    }
  }
  return order;
}

// What a head binds, one after another: while its options are listed, the set of each stays on the machine's stack.
int Bindings(const Program& program, Id routine) {
  const RoutineInfo& info = program.routines[static_cast<size_t>(routine)];
  return static_cast<int>(
      std::count_if(program.code.begin() + info.begin, program.code.begin() + info.end,
                    [](const Insn& insn) { return insn.op == Op::kEach || insn.op == Op::kChoose; }));
}

}  // namespace

std::string CheckInstructions(const Program& program, const Uses& uses) {
  Instructions instructions(program, uses);
  instructions.Run();
  return instructions.TakeFault();
}

std::string CheckCalls(const Program& program) {
  std::string fault;
  CalleesFirst(program, CallGraph(program), fault);
  return fault;
}

std::string CheckDepth(const Program& program, const std::vector<Peak>& peaks) {
  const CallGraph graph(program);
  std::string fault;
  std::vector<Peak> whole(graph.calls().size());
  for (size_t knot : CalleesFirst(program, graph, fault)) {
    Peak& all = whole[knot];
    for (size_t next : graph.calls()[knot]) {
      const Peak& peak = whole[next];
      all = {std::max(all.values, peak.values), std::max(all.sets, peak.sets), std::max(all.walks, peak.walks),
             std::max(all.quantities, peak.quantities)};
    }
    if (!graph.IsRoutine(knot)) continue;
    const Peak& own = peaks[knot];
    all = {own.values + all.values, own.sets + Bindings(program, static_cast<Id>(knot)) + all.sets,
           own.walks + all.walks, own.quantities + all.quantities};
    if (all.values > kMachineStack || all.sets > kMachineSets || all.walks > kMachineWalks ||
        all.quantities > kMachineQuantities) {
      return NameOf(program, static_cast<Id>(knot)) + ": with what it calls, the stack grows too high";
    }
  }
  return fault;
}

}  // namespace reeve::verify
