// Rule text to a program file:  compile FOLDER RULES FILE.rvb
#include <fstream>

#include "compiler/compile.h"
#include "runtime/bytecode/rvb.h"

int main(int count, char** words) {
  if (count != 4) return 2;
  reeve::Library library(words[1]);
  const reeve::Compiled compiled = reeve::Compile(words[2], library);
  if (!compiled.program) return 1;
  std::ofstream(words[3], std::ios::binary) << reeve::SaveProgram(*compiled.program);
  return 0;
}
