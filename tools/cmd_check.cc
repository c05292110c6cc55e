// reeve check: compiles rulesets and shows what there is to say about them.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "compiler/diagnostics/render.h"
#include "tools/command.h"
#include "tools/scenario_check.h"

namespace reeve {
namespace {

struct Arguments {
  std::vector<std::string> rules;
  bool json = false;
};

int Check(const Arguments& arguments) {
  Library library(RulesetsFolder());
  std::string why;
  const auto selection = JoinRules(arguments.rules, library, why);
  if (!selection) return Usage(why);
  Compiled compiled = Compile(*selection, library);
  CheckScenarios(*selection, library, compiled.findings);
  compiled.findings.Sort();
  if (arguments.json) {
    nlohmann::ordered_json out;
    out["rules"] = *selection;
    out["linked"] = compiled.rulesets;
    out["findings"] =
        nlohmann::ordered_json::parse(RenderJson(compiled.findings.all(), library.sources()), nullptr, false);
    fmt::print("{}\n", out.dump(2));
  } else {
    PrintFindings(compiled.findings, library.sources());
    if (!compiled.findings.all().empty()) fmt::print("\n");
    std::string linked;
    for (const std::string& name : compiled.rulesets) linked += (linked.empty() ? "" : ", ") + name;
    if (!linked.empty()) fmt::print("linked: {}\n", linked);
    fmt::print("{}\n", CountFindings(compiled.findings));
  }
  return compiled.findings.HasErrors() || !compiled.program ? kExitFailures : kExitFine;
}

}  // namespace

void AddCheck(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("check", "Compile rulesets and show what is wrong with them");
  command->add_option("RULES", arguments->rules, "rulesets by name or file, with their options")->required();
  command->add_flag("--json", arguments->json, "findings as JSON");
  command->callback([arguments, &action] { action = [arguments] { return Check(*arguments); }; });
}

}  // namespace reeve
