// reeve asm: the text of a program back to a program file.
#include <fmt/format.h>

#include <memory>

#include "runtime/bytecode/assemble.h"
#include "runtime/bytecode/rvb.h"
#include "runtime/bytecode/verify.h"
#include "tools/command.h"

namespace reeve {
namespace {

constexpr size_t kMaxTextBytes = size_t{64} << 20;

struct Arguments {
  std::string file, out;
};

int Asm(const Arguments& arguments) {
  std::string why;
  const auto text = ReadFile(arguments.file, kMaxTextBytes, why);
  if (!text) return Usage(why);
  if (text->starts_with("RVB1"))
    return Usage(arguments.file + ": this is a program file already; its text is what reeve disasm shows");
  const auto program = Assemble(*text, &why);
  if (!program) return Usage(arguments.file + ": " + why);
  if (const auto fault = Verify(*program)) return Usage(arguments.file + ": this does not verify: " + *fault);
  const std::string bytes = SaveProgram(*program);
  if (!WriteFile(arguments.out, bytes, why)) return Usage(why);
  fmt::print("{}: {} bytes\n", arguments.out, bytes.size());
  return kExitFine;
}

}  // namespace

void AddAsm(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("asm", "Make a program file of the text that disasm shows");
  command->add_option("FILE", arguments->file, "a text as reeve disasm prints it")->required();
  command->add_option("-o", arguments->out, "the file to write: FILE.rvb")->required();
  command->callback([arguments, &action] { action = [arguments] { return Asm(*arguments); }; });
}

}  // namespace reeve
