// Programs as files: magic, version, digest, tables.
//
//   "RVB1" | format version, 4 bytes | length of the payload, 4 bytes | digest of the payload, 8 bytes | payload
//
// A file is refused with a reason if it is no program, of another version, cut short, changed, or does not verify.
// Nothing in a file is trusted: memory is bounded by its size.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/bytecode/program.h"

namespace reeve {

inline constexpr uint32_t kProgramVersion = 4;

std::string SaveProgram(const Program& program);

// The program in these bytes, verified; or nothing, and why not.
[[nodiscard]] std::optional<Program> LoadProgram(std::string_view bytes, std::string* why);

// FNV-1a of 64 bits: tells files apart and finds damage; it is no signature.
uint64_t Digest(std::string_view bytes);

}  // namespace reeve
