#include "runtime/bytecode/bytecode.h"

#include <iterator>

namespace reeve {
namespace {

constexpr OpInfo kOps[] = {
#define OP(id, text, pops, pushes, sets_in, sets_out, operands, mode, doc) \
  {text, pops, pushes, sets_in, sets_out, operands, mode, doc},
#include "runtime/bytecode/opcodes.def"
#undef OP
};

constexpr bool HeadsComeLast() {
  for (size_t op = 0; op < std::size(kOps); ++op) {
    if ((kOps[op].mode == 'H') != (op >= static_cast<size_t>(kFirstHead))) return false;
  }
  return true;
}
static_assert(HeadsComeLast());

constexpr RelationInfo kRelations[] = {
#define RELATION(id, a, word, b, doc) {#id, Class::k##a, RelationWord::k##word, Class::k##b, doc},
#include "runtime/bytecode/relations.def"
#undef RELATION
};

constexpr PropertyInfo kProperties[] = {
#define PROPERTY(id, word, of, result, many, doc) {#id, word, Class::k##of, Class::k##result, many != 0, doc},
#include "runtime/bytecode/properties.def"
#undef PROPERTY
};

constexpr GlobalInfo kGlobals[] = {
#define GLOBAL(id, word, result, many, doc) {word, Class::k##result, many != 0, doc},
#include "runtime/bytecode/globals.def"
#undef GLOBAL
};

constexpr uint32_t Of(auto... classes) {
  return (0u | ... | (1u << static_cast<int>(classes)));
}
constexpr EventInfo kEvents[] = {
#define EVENT(id, word, of, doc) {word, of, doc},
#include "runtime/bytecode/events.def"
#undef EVENT
};

constexpr const char* kClassNames[] = {
    "nothing",          "number",  "condition", "square", "piece", "segment", "feature",
    "figure",           "marker",  "player",    "place",  "zone",  "card",    "fit",
    "corner",           "edge",    "award",     "text",   "kind",  "game",    "step",
    "segment of a fit", "joining", "span",
};
static_assert(sizeof(kClassNames) / sizeof(kClassNames[0]) == kClassCount);

template <class T, size_t N>
constexpr int Size(const T (&)[N]) {
  return static_cast<int>(N);
}

}  // namespace

const OpInfo& Info(Op op) {
  return kOps[static_cast<size_t>(op)];
}
int OpCount() {
  return Size(kOps);
}
const RelationInfo& Info(RelationId relation) {
  return kRelations[static_cast<size_t>(relation)];
}
int RelationCount() {
  return Size(kRelations);
}
const PropertyInfo& Info(PropertyId property) {
  return kProperties[static_cast<size_t>(property)];
}
int PropertyCount() {
  return Size(kProperties);
}
const GlobalInfo& Info(GlobalId global) {
  return kGlobals[static_cast<size_t>(global)];
}
int GlobalCount() {
  return Size(kGlobals);
}
const EventInfo& Info(EventId event) {
  return kEvents[static_cast<size_t>(event)];
}
int EventCount() {
  return Size(kEvents);
}
const char* ClassName(Class cls) {
  return kClassNames[static_cast<size_t>(cls)];
}

}  // namespace reeve
