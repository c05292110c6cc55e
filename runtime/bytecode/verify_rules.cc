// Rules and what hangs on them: which routine is used for what, and of which class everything is that one rule hands to
// another.
#include <algorithm>

#include "runtime/bytecode/verify_parts.h"

namespace reeve::verify {
namespace {

class Rules : public Part {
 public:
  Rules(const Program& program, Uses& uses) : Part(program), uses_(uses) { uses_.assign(p_.routines.size(), {}); }

  void Run() {
    Routines();
    for (size_t r = 0; r < p_.rules_table.size() && good(); ++r) {
      Rule(static_cast<Id>(r));
      Named("rule", r, p_.rules_table[r].name);
    }
    // What follows looks at the slots of other rules, which are known to be there by now.
    for (size_t r = 0; r < p_.rules_table.size() && good(); ++r) {
      Neighbours(p_.rules_table[r]);
      Named("rule", r, p_.rules_table[r].name);
    }
    if (good()) Limits();
    for (size_t k = 0; k < p_.kinds.size() && good(); ++k) {
      const KindInfo& kind = p_.kinds[k];
      Own(kind.completed, Class::kFeature, Class::kTruth, "completed", true),
          Own(kind.open_more, Class::kFeature, Class::kNumber, "open ends", true);
      Own(kind.votes, Class::kFigure, Class::kNumber, "votes", true);
      Named("kind", k, kind.name);
    }
    if (good()) Asked();
    if (good()) Events();
  }

 private:
  // Routines follow each other in the code, so that none is looked at twice.
  void Routines() {
    int32_t end = 0;
    for (size_t r = 0; r < p_.routines.size() && good(); ++r) {
      const RoutineInfo& info = p_.routines[r];
      String(info.name), Range(info.slots, 1, kMaxSlots, "the slots of a routine"),
          Range(static_cast<int>(info.result), 0, 2, "what a routine gives");
      if (info.begin < end || info.end > static_cast<int32_t>(p_.code.size()) || info.begin >= info.end)
        Fail("it lies outside the code, or in another routine");
      if (info.sets > 1) Fail("it begins with more than one set");
      if (info.head != (info.result == Result::kNone)) Fail("a head gives nothing, and nothing else does");
      end = info.end;
      Named("routine", r, info.name);
    }
  }

  // A routine that runs in the frame of its rule: of one rule, for one thing.
  bool Mine(Id id, Id rule, Role role, Result result, bool optional) {
    if (id == kNoId && optional) return true;
    if (!In(id, p_.routines, "routine")) return false;
    const RoutineInfo& info = routine(id);
    if (info.result != result || info.own_frame || info.sets != 0)
      return Fail("routine " + std::to_string(id) + " is used as what it is not");
    if (!uses_[static_cast<size_t>(id)].empty()) return Fail("routine " + std::to_string(id) + " is used twice");
    uses_[static_cast<size_t>(id)].push_back({role, rule, Class::kNone, Class::kNone, ""});
    return true;
  }
  // A routine with a frame of its own, that is called with one argument.
  bool Own(Id id, Class argument, Class result, const char* what, bool optional, int sets = 0) {
    if (id == kNoId && optional) return true;
    if (!In(id, p_.routines, "routine")) return false;
    const RoutineInfo& info = routine(id);
    if (info.result != Result::kValue || !info.own_frame || info.sets != sets)
      return Fail("routine " + std::to_string(id) + " is used as what it is not");
    auto& uses = uses_[static_cast<size_t>(id)];
    const bool known = std::any_of(uses.begin(), uses.end(),
                                   [&](const Use& use) { return use.argument == argument && use.result == result; });
    if (!known) uses.push_back({Role::kOwn, kNoId, argument, result, what});
    return true;
  }

  void Rule(Id id) {
    const RuleInfo& rule = p_.rule(id);
    String(rule.name), String(rule.label), String(rule.origin.file);
    for (Id cite : rule.cites) String(cite);
    for (const auto& cite : rule.row_cites) String(cite[0]), String(cite[1]);
    for (const SlotInfo& slot : rule.slots) String(slot.name), ClassId(slot.cls);
    Range(static_cast<int>(rule.kind), 0, 2, "a rule's kind"), Range(static_cast<int>(rule.ties), 0, 4, "ties"),
        Range(static_cast<int>(rule.mark), 0, 2, "a mark");
    if (!Range(static_cast<int64_t>(rule.slots.size()), 2, kMaxSlots, "the number of slots")) return;
    KindSetId(rule.completes), KindSetId(rule.subject_kinds), ClassId(rule.subject);
    Range(rule.scored_slot, 0, static_cast<int64_t>(rule.slots.size()) - 1, "the slot of what is scored");
    if (rule.scored_slot == kPlayerSlot) Fail("what is scored is in the player's slot");
    const Class subject = rule.slots[kSubjectSlot].cls, player = rule.slots[kPlayerSlot].cls;
    if (rule.subject != Class::kNone && subject != Class::kNone && subject != rule.subject)
      Fail("slot 0 is not of the class of its subject");
    const bool scores = rule.who != kNoId;
    if (rule.kind == RuleKind::kScore && !scores) Fail("a score pays nobody");
    if (scores && player != Class::kNone && player != Class::kPlayer) Fail("slot 1 of a score holds no player");
    if (rule.completes != kNoId && SubjectOf(rule) != Class::kFeature) Fail("what is completed is no feature");
    if (!Mine(rule.head, id, Role::kHead, Result::kNone, false)) return;
    Mine(rule.who, id, Role::kWho, Result::kSet, true), Mine(rule.value, id, Role::kValue, Result::kValue, !scores);
    Mine(rule.effects, id, Role::kEffects, Result::kNone, true),
        Mine(rule.odd_to, id, Role::kOddTo, Result::kValue, true);
    if (rule.given < routine(rule.head).begin || rule.given >= routine(rule.head).end)
      Fail("a rule begins outside its head");
    for (const LimitInfo& limit : rule.limits)
      Range(static_cast<int>(limit.per), 0, 3, "a limit"), Range(limit.number, 0, kMaxNumber, "a limit");
    for (Id group : rule.groups) In(group, p_.groups, "group");
    for (Id other : rule.before) In(other, p_.rules_table, "rule");
    for (Id other : rule.after) In(other, p_.rules_table, "rule");
  }

  // What runs before and after a score is about what it scores.
  void Neighbours(const RuleInfo& rule) {
    for (const auto* list : {&rule.before, &rule.after}) {
      for (Id id : *list) Handed(ScoredOf(rule), id, "runs before or after it");
    }
  }
  // Slot 0 of a rule is filled with something of this class.
  bool Handed(Class cls, Id id, const char* how) {
    const Class takes = SubjectOf(p_.rule(id));
    if (takes == Class::kNone || cls == takes) return true;
    return Fail("rule " + std::to_string(id) + " (" + p_.RuleName(id) + ") " + how + ": it takes a " +
                ClassName(takes) + ", and this is a " + ClassName(cls));
  }

  void Limits() {
    int64_t limits = 0;
    for (const RuleInfo& rule : p_.rules_table) limits += static_cast<int64_t>(rule.limits.size());
    Range(limits, 0, kMaxLimits, "the number of limits");
  }

  void Asked() {
    for (const ForbidInfo& forbid : p_.forbids) String(forbid.reason), String(forbid.origin.file);
    for (const PassForbid& pass : p_.pass_forbids)
      In(pass.forbid, p_.forbids, "forbid"),
          Own(pass.condition, Class::kNone, Class::kTruth, "a forbid of passing", false);
    for (const NeverInfo& never : p_.nevers) {
      String(never.text), String(never.origin.file);
      if (ClassId(never.cls)) Own(never.first, Class::kNone, never.cls, "a never", false);
    }
    for (const ChoiceInfo& choice : p_.choices) {
      In(choice.rule, p_.rules_table, "rule"), String(choice.bound), String(choice.label), ClassId(choice.cls);
      for (Id text : choice.texts) String(text);
    }
    for (size_t g = 0; g < p_.groups.size() && good(); ++g) {
      Group(p_.groups[g]);
      Named("group", g, p_.groups[g].name);
    }
    for (size_t r = 0; r < p_.rankings.size() && good(); ++r) {
      const RankingInfo& ranking = p_.rankings[r];
      String(ranking.name);
      for (const auto& rank : ranking.ranks)
        Own(rank.routine, Class::kPlayer, rank.most ? Class::kNumber : Class::kTruth, "a ranking", false, 1);
      Named("ranking", r, ranking.name);
    }
  }

  void Group(const GroupInfo& group) {
    String(group.name), ClassId(group.of);
    if (group.of != Class::kNone && group.of != Class::kFeature) Fail("it is a group of neither offers nor scores");
    if (group.applies.size() != group.members.size()) Fail("a group is not whole");
    for (Id member : group.members) {
      if (In(member, p_.rules_table, "rule") &&
          (group.of == Class::kNone) != (p_.rule(member).kind == RuleKind::kOffer))
        Fail("a group holds both offers and others");
    }
    for (size_t i = 0; i < group.applies.size() && good(); ++i) {
      Own(group.applies[i], SubjectOf(p_.rule(group.members[i])), Class::kTruth, "what a score applies to", true);
    }
  }

  void Filter(const EventFilter& filter) {
    Range(static_cast<int>(filter.event), 0, EventCount() - 1, "an event"), ClassId(filter.cls), ClassId(filter.to);
    if (filter.kinds < kAnyKind) Fail("an event hears no kinds");
    KindSetId(filter.kinds), Range(static_cast<int>(filter.period), 0, 4, "a period");
    if (filter.to == Class::kZone) In(filter.to_id, p_.zones, "zone");
    else if (filter.to == Class::kPlace) In(filter.to_id, p_.places, "place");
    else if (filter.to != Class::kNone) KindSetId(filter.to_id);
  }

  void Events() {
    for (size_t i = 0; i < p_.listeners.size() && good(); ++i) {
      const Listener& listener = p_.listeners[i];
      Filter(listener.filter);
      if (In(listener.rule, p_.rules_table, "rule") && good()) Heard(listener);
      if (!good()) fault_ = "listener " + std::to_string(i) + ": " + fault_;
    }
    for (const Clearing& clearing : p_.clearings) Filter(clearing.filter), In(clearing.state, p_.states, "state");
    for (const Holding& holding : p_.holdings) Filter(holding.filter), In(holding.zone, p_.zones, "zone");
  }

  // A rule that hears an event has its subject in slot 0. One that hears an answer begins with what the asking rule has
  // bound, as far as that is of the same classes.
  void Heard(const Listener& listener) {
    const EventFilter& filter = listener.filter;
    if (filter.event == EventId::kStarts || filter.event == EventId::kEnds) return;  // of nothing
    if (filter.event == EventId::kAnswered) In(filter.id, p_.rules_table, "rule");
    else if (filter.event == EventId::kMade) Handed(Class::kAward, listener.rule, "hears of awards");
    else if (filter.cls != Class::kNone) Handed(filter.cls, listener.rule, "hears an event");
  }

  Uses& uses_;
};

}  // namespace

std::string CheckRules(const Program& program, Uses& uses) {
  Rules rules(program, uses);
  rules.Run();
  return rules.TakeFault();
}

}  // namespace reeve::verify
