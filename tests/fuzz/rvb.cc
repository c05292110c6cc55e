// Any bytes as a program file: they are refused with a reason, or are a program that can be shown and played. The header
// of the input is made to fit what follows, for whoever means harm can do so too.
#include "runtime/bytecode/rvb.h"

#include "runtime/bytecode/disassemble.h"
#include "tests/fuzz/play.h"
#include "tests/fuzz/target.h"

using namespace reeve;

namespace {

constexpr size_t kHeader = 20;  // magic, version, length, digest

void Put(std::string& bytes, size_t at, uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes[at + static_cast<size_t>(i)] = static_cast<char>(value >> (8 * i));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (size > kHeader && bytes.starts_with("RVB1")) {
    Put(bytes, 4, kProgramVersion, 4);
    Put(bytes, 8, size - kHeader, 4);
    Put(bytes, 12, Digest(std::string_view(bytes).substr(kHeader)), 8);
  }
  std::string why;
  const auto program = LoadProgram(bytes, &why);
  fuzz::Must(program.has_value() != !why.empty(), "neither a program nor a reason");
  if (!program) return 0;
  fuzz::Must(SaveProgram(*program) == bytes, "what was loaded is not what is saved");
  Disassemble(*program);
  fuzz::PlayByLot(*program, Setup{}, size, 60);
  return 0;
}
