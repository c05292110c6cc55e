// What is known of the machine before an instruction: of which class every value is that a routine can see.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runtime/bytecode/program.h"

namespace reeve::verify {

// Of a value, or of the members of a set. A constant may stand for a number or for a thing that the program declares,
// such as a zone; which it is follows from who takes it, so its range is kept.
struct Known {
  enum class Is : uint8_t { kUnset, kAnything, kConstant, kThing };
  Is is = Is::kUnset;
  Class cls = Class::kNone;
  int32_t least = 0, most = 0;

  static Known Of(Class cls) { return {Is::kThing, cls, 0, 0}; }
  static Known Constant(int32_t least, int32_t most) { return {Is::kConstant, Class::kNone, least, most}; }
  static Known Nothing() { return Constant(-1, -1); }  // nobody, no thing; of a set: that it is empty
  static Known Anything() {
    return {Is::kAnything, Class::kNone, 0, 0};
  }  // what nobody calls is held to its shape only
  bool set() const { return is != Is::kUnset; }
  friend bool operator==(const Known&, const Known&) = default;
};

inline bool IsNumber(Class cls) {
  return cls == Class::kNumber || cls == Class::kTruth;
}

// Judges what can stand for what in one program.
class Judge {
 public:
  explicit Judge(const Program& program) : p_(program) {}

  // Whether this may be taken for a thing of the class, or for nothing.
  bool Fits(const Known& known, Class cls) const {
    switch (known.is) {
      case Known::Is::kUnset:
        return false;
      case Known::Is::kAnything:
        return true;
      case Known::Is::kThing:
        return known.cls == cls || (IsNumber(known.cls) && IsNumber(cls));
      case Known::Is::kConstant:
        return IsNumber(cls) || (known.least >= -1 && known.most < Declared(cls));
    }
    return false;
  }
  // Whether two may be compared: no harm comes of it, but only things of one class can be the same.
  static bool Comparable(const Known& a, const Known& b) {
    if (!a.set() || !b.set()) return false;
    if (a.is != Known::Is::kThing || b.is != Known::Is::kThing) return true;
    return a.cls == b.cls || (IsNumber(a.cls) && IsNumber(b.cls));
  }
  // What is known where two ways meet; unset if that is nothing.
  Known Both(const Known& a, const Known& b) const {
    if (a == b) return a;
    if (!a.set() || !b.set()) return {};
    if (a.is == Known::Is::kAnything) return b;
    if (b.is == Known::Is::kAnything) return a;
    if (a.is == Known::Is::kConstant && b.is == Known::Is::kConstant)
      return Known::Constant(std::min(a.least, b.least), std::max(a.most, b.most));
    const Known& thing = a.is == Known::Is::kThing ? a : b;
    const Known& other = a.is == Known::Is::kThing ? b : a;
    if (!Fits(other, thing.cls)) return {};
    return IsNumber(thing.cls) ? Known::Of(Class::kNumber) : thing;
  }
  std::string Text(const Known& known) const {
    switch (known.is) {
      case Known::Is::kUnset:
        return "what nothing was put into";
      case Known::Is::kAnything:
        return "anything";
      case Known::Is::kThing:
        return std::string("a ") + ClassName(known.cls);
      case Known::Is::kConstant:
        break;
    }
    if (known.least == known.most) return known.most == -1 ? "nothing" : "the number " + std::to_string(known.most);
    return "a number from " + std::to_string(known.least) + " to " + std::to_string(known.most);
  }
  // The values that an attribute can have.
  Known Attribute(Class cls, int number);

 private:
  // How many things of a class there are whatever happens: those that the program names by number.
  int64_t Declared(Class cls) const {
    switch (cls) {
      case Class::kZone:
        return static_cast<int64_t>(p_.zones.size());
      case Class::kPlace:
        return static_cast<int64_t>(p_.places.size());
      case Class::kCard:
        return static_cast<int64_t>(p_.cards.size());
      case Class::kKind:
        return static_cast<int64_t>(p_.kinds.size());
      case Class::kStep:
        return static_cast<int64_t>(p_.steps.size());
      case Class::kGame:
        return 1;
      case Class::kPlayer:
        return kMaxPlayers;  // scenarios name them; whatever is kept for players is kept for so many
      case Class::kText:
        return kMaxNumber;  // looked up nowhere
      default:
        return 0;
    }
  }

  const Program& p_;
  std::map<std::pair<Class, int>, Known> attributes_;
};

// The machine as a routine finds it. A walk is known by its instruction: below what it walks nothing may be taken away.
struct State {
  struct Walk {
    int32_t at = 0;
    int16_t values = 0, sets = 0, quantities = 0;  // how many there are that its body leaves alone
    friend bool operator==(const Walk&, const Walk&) = default;
  };
  std::array<Known, kMaxSlots> slots{};
  std::vector<Known> values, sets;
  std::vector<Walk> walks;
  int quantities = 0;
};

}  // namespace reeve::verify
