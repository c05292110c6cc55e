// The other way round than disassemble.h: a program of its text.
//
// What the disassembler prints gives the same program, to the byte. A text may be written by hand as well: names are
// looked up in the tables above the code. Remarks, numbers of instructions and headings of routines are passed over;
// where routines begin and end is in the table of routines.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/bytecode/program.h"

namespace reeve {

// Nothing, and "line 12: ..." in `why`, if the text is none of a program. What comes out is not verified.
[[nodiscard]] std::optional<Program> Assemble(std::string_view text, std::string* why);

}  // namespace reeve
