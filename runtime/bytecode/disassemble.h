// Programs as text, for people and for tests: every table and every instruction with its operands' names.
#pragma once

#include <string>

#include "runtime/bytecode/program.h"

namespace reeve {

std::string Disassemble(const Program& program);

}  // namespace reeve
