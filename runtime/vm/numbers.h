// Arithmetic of the language: what fits its numbers, and halves.
#pragma once

#include "runtime/bytecode/value.h"

namespace reeve {

constexpr bool Fits32(Value value) {
  return value >= -kMaxNumber && value <= kMaxNumber;
}
// Half of a number, rounded towards plus or minus infinity.
constexpr Value HalfUp(Value value) {
  return value >= 0 ? (value + 1) / 2 : -(-value / 2);
}
constexpr Value HalfDown(Value value) {
  return value >= 0 ? value / 2 : -((-value + 1) / 2);
}

}  // namespace reeve
