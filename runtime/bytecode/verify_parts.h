// The parts of Verify(). Each looks at one side of a program and relies on those before it: tables, rules, instructions
// one by one, calls, classes. The first thing found ends it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/bytecode/limits.h"
#include "runtime/bytecode/program.h"

namespace reeve::verify {

// Most of what a program may hold. Rulesets keep far below; what multiplies in memory or time is held here, so that no
// file asks for more than a game can be expected to have.
inline constexpr int64_t kMaxTiles = 4096;
inline constexpr int64_t kMaxZones = 1000, kMaxSteps = 1000, kMaxRules = 10'000;
inline constexpr int64_t kMaxColumns = 2048;
inline constexpr int64_t kMaxLimits = 4096;
inline constexpr int64_t kMaxTableRows = 1000;
inline constexpr int64_t kMaxMarks = 32;     // printed on one tile
inline constexpr int64_t kMaxPower = 1000;   // votes of a figure
inline constexpr int64_t kMaxRounds = 1000;  // of a `repeat`
inline constexpr int kMaxBindings = 32;      // of one head
inline constexpr int kMaxOfferBindings = 8;  // of an option
inline constexpr int kMaxLaidAt = 1000;      // how far from the middle a tile lies from the beginning

class Part {
 public:
  explicit Part(const Program& program) : p_(program) {}
  std::string TakeFault() { return std::move(fault_); }

 protected:
  bool good() const { return fault_.empty(); }
  bool Fail(std::string text) {
    if (fault_.empty()) fault_ = std::move(text);
    return false;
  }
  template <class T>
  bool In(Id id, const std::vector<T>& table, const char* what, bool optional = false) {
    if (id >= 0 && static_cast<size_t>(id) < table.size()) return true;
    if (optional && id == kNoId) return true;
    return Fail(std::string("there is no ") + what + " " + std::to_string(id));
  }
  bool Range(int64_t value, int64_t least, int64_t most, const char* what) {
    if (value >= least && value <= most) return true;
    return Fail(std::string(what) + " is " + std::to_string(value) + ", which is not from " + std::to_string(least) +
                " to " + std::to_string(most));
  }
  bool String(Id id) { return In(id, p_.strings, "string", true); }
  bool Kind(Id id, bool optional = false) { return In(id, p_.kinds, "kind", optional); }
  bool KindSetId(Id id) { return In(id, p_.kind_sets, "kind set", true); }
  bool KindsOperand(int32_t id) {
    return id < 0 ? Range(id, kSpaces, kAnyKind, "a kind set") : In(id, p_.kind_sets, "kind set");
  }
  bool ClassId(Class cls) { return Range(static_cast<int>(cls), 0, kClassCount - 1, "a class"); }
  // What was found begins with whom it is about; that one's name may be what is wrong.
  void Named(const char* what, size_t number, Id name) {
    if (good()) return;
    const bool known = name >= 0 && static_cast<size_t>(name) < p_.strings.size();
    fault_ = std::string(what) + " " + std::to_string(number) + (known ? " (" + p_.Text(name) + "): " : ": ") + fault_;
  }
  const RoutineInfo& routine(Id id) const { return p_.routines[static_cast<size_t>(id)]; }

  const Program& p_;
  std::string fault_;
};

// What a routine is for. Who calls it, with what, and what he takes from it, follow from that.
enum class Role : uint8_t { kUnused, kOwn, kHead, kWho, kValue, kEffects, kOddTo };
struct Use {
  Role role = Role::kUnused;
  Id rule = kNoId;                // all but kOwn: whose frame it runs in
  Class argument = Class::kNone;  // kOwn: of slot 0; kNone: it has none
  Class result = Class::kNone;    // kOwn
  const char* what = "";          // kOwn: "votes"
};
// What the tables use every routine for; a routine of kOwn may be called by others as well.
using Uses = std::vector<std::vector<Use>>;  // by routine

// What a routine takes of the machine's stacks at the most.
struct Peak {
  int values = 0, sets = 0, walks = 0, quantities = 0;
};

std::string CheckTables(const Program& program);
std::string CheckRules(const Program& program, Uses& uses);
std::string CheckInstructions(const Program& program, const Uses& uses);
std::string CheckClasses(const Program& program, const Uses& uses, std::vector<Peak>& peaks);
std::string CheckCalls(const Program& program);  // no circles; before classes are followed through calls
std::string CheckDepth(const Program& program, const std::vector<Peak>& peaks);

// The class of slot 0 of a rule: of what it is about.
inline Class SubjectOf(const RuleInfo& rule) {
  return rule.subject != Class::kNone ? rule.subject : rule.slots[kSubjectSlot].cls;
}
// Of what is scored: the subject of the rules before and after.
inline Class ScoredOf(const RuleInfo& rule) {
  return rule.scored_slot == 0 ? SubjectOf(rule) : rule.slots[static_cast<size_t>(rule.scored_slot)].cls;
}

}  // namespace reeve::verify
