// Programs as text, for people and for tests: every table and every instruction with its operands' names. Nothing is
// left out: assemble.h makes the same program of it again. What stands behind ";" is a remark.
#pragma once

#include <string>

#include "runtime/bytecode/program.h"

namespace reeve {

std::string Disassemble(const Program& program);

}  // namespace reeve
