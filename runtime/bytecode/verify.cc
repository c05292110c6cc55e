#include "runtime/bytecode/verify.h"

#include "runtime/bytecode/verify_parts.h"

namespace reeve {

std::optional<std::string> Verify(const Program& program) {
  verify::Uses uses;
  std::vector<verify::Peak> peaks;
  std::string fault = verify::CheckTables(program);
  if (fault.empty()) fault = verify::CheckRules(program, uses);
  if (fault.empty()) fault = verify::CheckInstructions(program, uses);
  if (fault.empty()) fault = verify::CheckCalls(program);
  if (fault.empty()) fault = verify::CheckClasses(program, uses, peaks);
  if (fault.empty()) fault = verify::CheckDepth(program, peaks);
  if (fault.empty()) return std::nullopt;
  return fault;
}

}  // namespace reeve
