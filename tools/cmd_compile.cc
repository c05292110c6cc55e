// reeve compile: rulesets to a program file.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "compiler/diagnostics/render.h"
#include "runtime/bytecode/rvb.h"
#include "tools/command.h"

namespace reeve {
namespace {

struct Arguments {
  std::vector<std::string> rules;
  std::string out;
  bool json = false;
};

int CompileRules(const Arguments& arguments) {
  Library library(RulesetsFolder());
  std::string why;
  const auto selection = JoinRules(arguments.rules, library, why);
  if (!selection) return Usage(why);
  Compiled compiled = Compile(*selection, library);
  compiled.findings.Sort();
  const bool fine = compiled.program && !compiled.findings.HasErrors();
  std::string bytes;
  if (fine) bytes = SaveProgram(*compiled.program);
  if (fine && !WriteFile(arguments.out, bytes, why)) return Usage(why);
  if (arguments.json) {
    nlohmann::ordered_json out;
    out["rules"] = *selection;
    out["linked"] = compiled.rulesets;
    out["findings"] =
        nlohmann::ordered_json::parse(RenderJson(compiled.findings.all(), library.sources()), nullptr, false);
    if (fine) out["file"] = arguments.out, out["bytes"] = bytes.size();
    fmt::print("{}\n", out.dump(2));
  } else {
    PrintFindings(compiled.findings, library.sources());
    if (fine) fmt::print("{}: {} bytes; {}\n", arguments.out, bytes.size(), CountFindings(compiled.findings));
    else fmt::print("\n{}\n", CountFindings(compiled.findings));
  }
  return fine ? kExitFine : kExitFailures;
}

}  // namespace

void AddCompile(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("compile", "Compile rulesets to a program file");
  command->add_option("RULES", arguments->rules, "rulesets by name or file, with their options")->required();
  command->add_option("-o", arguments->out, "the file to write: FILE.rvb")->required();
  command->add_flag("--json", arguments->json, "results as JSON");
  command->callback([arguments, &action] { action = [arguments] { return CompileRules(*arguments); }; });
}

}  // namespace reeve
