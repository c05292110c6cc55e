// Any bytes as a program file: they are refused with a reason, or are a program that can be shown and played. The
// header of the input is made to fit what follows, for whoever means harm can do so too.
#include "runtime/bytecode/rvb.h"

#include "runtime/bytecode/disassemble.h"
#include "tests/fuzz/headers.h"
#include "tests/fuzz/play.h"
#include "tests/fuzz/target.h"

using namespace reeve;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  fuzz::FitProgramHeader(bytes);
  std::string why;
  const auto program = LoadProgram(bytes, &why);
  fuzz::Must(program.has_value() != !why.empty(), "neither a program nor a reason");
  if (!program) return 0;
  fuzz::Must(SaveProgram(*program) == bytes, "what was loaded is not what is saved");
  Disassemble(*program);
  fuzz::PlayByLot(*program, Setup{}, size, 60);
  return 0;
}
