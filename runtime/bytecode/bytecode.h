// Enumerations and tables made from opcodes.def, relations.def, properties.def, globals.def and events.def.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/bytecode/value.h"

namespace reeve {

enum class Op : uint8_t {
#define OP(id, text, pops, pushes, sets_in, sets_out, operands, mode, doc) id,
#include "runtime/bytecode/opcodes.def"
#undef OP
};

inline constexpr Op kFirstHead = Op::kEach;  // this one and those behind it have mode H, those before it mode P

struct OpInfo {
  const char* text;
  int8_t pops, pushes, sets_in, sets_out;
  const char* operands;  // three letters, see opcodes.def
  char mode;             // 'P' or 'H'
  const char* doc;
};
const OpInfo& Info(Op op);
int OpCount();

enum class RelationId : uint8_t {
#define RELATION(id, a, word, b, doc) k##id,
#include "runtime/bytecode/relations.def"
#undef RELATION
};

enum class RelationWord : uint8_t { kOf, kOn, kIn, kTouching, kOpen };

struct RelationInfo {
  const char* id;
  Class a;
  RelationWord word;
  Class b;
  const char* doc;
};
const RelationInfo& Info(RelationId relation);
int RelationCount();

enum class PropertyId : uint8_t {
#define PROPERTY(id, word, of, result, many, doc) k##id,
#include "runtime/bytecode/properties.def"
#undef PROPERTY
};

struct PropertyInfo {
  const char* id;
  const char* word;
  Class of, result;
  bool many;
  const char* doc;
};
const PropertyInfo& Info(PropertyId property);
int PropertyCount();

enum class GlobalId : uint8_t {
#define GLOBAL(id, word, result, many, doc) k##id,
#include "runtime/bytecode/globals.def"
#undef GLOBAL
};

struct GlobalInfo {
  const char* word;
  Class result;
  bool many;
  const char* doc;
};
const GlobalInfo& Info(GlobalId global);
int GlobalCount();

enum class EventId : uint8_t {
#define EVENT(id, word, of, doc) k##id,
#include "runtime/bytecode/events.def"
#undef EVENT
};

struct EventInfo {
  const char* word;
  uint32_t classes;  // a bit each
  const char* doc;
  bool Of(Class cls) const { return (classes >> static_cast<int>(cls) & 1) != 0; }
};
const EventInfo& Info(EventId event);
int EventCount();

// One instruction: 8 bytes. What a, b and c hold is in the operand letters of opcodes.def.
struct Insn {
  Op op = Op::kReturn;
  uint8_t a = 0;
  int16_t b = 0;
  int32_t c = 0;

  template <class A>
  void Fields(A& ar) {
    ar(op, a, b, c);
  }
  friend bool operator==(const Insn&, const Insn&) = default;
};
static_assert(sizeof(Insn) == 8);

inline constexpr int kMaxSlots = 32;      // of a rule or routine; operand a of kLoad is 8 bits, frames are small
inline constexpr int kMaxStack = 32;      // values on the stack of one routine
inline constexpr int kMaxSets = 16;       // sets on the stack of one routine
inline constexpr int kMaxWalks = 8;       // walks inside each other in one routine
inline constexpr int kMaxCallDepth = 12;  // routines that call each other; the graph of calls has no circle

}  // namespace reeve
