// Headers of program files and of saved runs, made to fit what follows: whoever means harm can do so too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/bytecode/rvb.h"
#include "runtime/io/saved_run.h"

namespace reeve::fuzz {

inline constexpr size_t kProgramHeader = 20;  // magic, version, length, digest
inline constexpr size_t kRunHeader = 28;      // magic, version, digest of the program, length, digest

inline void PutNumber(std::string& bytes, size_t at, uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes[at + static_cast<size_t>(i)] = static_cast<char>(value >> (8 * i));
}

inline void FitProgramHeader(std::string& bytes) {
  if (bytes.size() <= kProgramHeader || !bytes.starts_with("RVB1")) return;
  PutNumber(bytes, 4, kProgramVersion, 4);
  PutNumber(bytes, 8, bytes.size() - kProgramHeader, 4);
  PutNumber(bytes, 12, Digest(std::string_view(bytes).substr(kProgramHeader)), 8);
}

inline void FitRunHeader(std::string& bytes, const Program& program) {
  if (bytes.size() <= kRunHeader || !bytes.starts_with("RVS1")) return;
  PutNumber(bytes, 4, kSavedRunVersion, 4);
  PutNumber(bytes, 8, Digest(SaveProgram(program)), 8);
  PutNumber(bytes, 16, bytes.size() - kRunHeader, 4);
  PutNumber(bytes, 20, Digest(std::string_view(bytes).substr(kRunHeader)), 8);
}

}  // namespace reeve::fuzz
