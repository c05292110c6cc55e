// reeve disasm: a program file as text.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "runtime/bytecode/disassemble.h"
#include "runtime/bytecode/rvb.h"
#include "tools/command.h"

namespace reeve {
namespace {

constexpr size_t kMaxProgramBytes = size_t{64} << 20;

struct Arguments {
  std::string file;
  bool json = false;
};

int Disasm(const Arguments& arguments) {
  std::string why;
  const auto bytes = ReadFile(arguments.file, kMaxProgramBytes, why);
  if (!bytes) return Usage(why);
  const auto program = LoadProgram(*bytes, &why);
  if (!program) return Usage(arguments.file + ": " + why);
  const std::string text = Disassemble(*program);
  if (arguments.json) {
    nlohmann::ordered_json out;
    out["file"] = arguments.file;
    out["rules"] = program->rules;
    out["text"] = text;
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    fmt::print("{}", text);
  }
  return kExitFine;
}

}  // namespace

void AddDisasm(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("disasm", "Show a program file as text");
  command->add_option("FILE", arguments->file, "a file that reeve compile wrote")->required();
  command->add_flag("--json", arguments->json, "the text inside JSON");
  command->callback([arguments, &action] { action = [arguments] { return Disasm(*arguments); }; });
}

}  // namespace reeve
