#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "runtime/io/json_text.h"
#include "tools/command.h"

namespace reeve {
namespace {

// "reeve: what is wrong (reeve check --help)", in one line.
int Complain(const CLI::App& app, const CLI::ParseError& error) {
  std::string message = error.what();
  while (!message.empty() && message.back() == '\n') message.pop_back();
  for (char& c : message) c = c == '\n' ? ' ' : c;
  std::string help = "reeve --help";
  for (const CLI::App* command : app.get_subcommands()) help = "reeve " + command->get_name() + " --help";
  return Usage(message + "; see " + help);
}

}  // namespace

int RunCommand(int argc, const char* const* argv) {
  CLI::App app("Reeve keeps the accounts of Carcassonne: rules as text, compiled and run over boards.", "reeve");
  app.set_version_flag("--version", "reeve " REEVE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "RULES are rulesets by name or file, with their options: base (tiny_city 2), ./my-house.reeve\n"
      "They are looked for in $REEVE_RULESETS, else beside the installed command, else where the build found them;\n"
      "and beside the files that are named.\n"
      "Exits: 0 fine, 1 findings or failures, 2 usage, 3 an error of Reeve itself.");
  Action action;
  AddCheck(app, action);
  AddCompile(app, action);
  AddDisasm(app, action);
  AddAsm(app, action);
  AddTest(app, action);
  AddReplay(app, action);
  AddBoard(app, action);
  AddSimulate(app, action);
  if (argc > 1 && *argv[1] != '-') {
    std::vector<std::string> known;
    for (const CLI::App* command : app.get_subcommands(nullptr)) known.push_back(command->get_name());
    if (std::find(known.begin(), known.end(), argv[1]) == known.end()) {
      const auto meant = DidYouMean(argv[1], known);
      return Usage("there is no command " + Quoted(argv[1]) +
                   (meant ? "; did you mean " + *meant + "?" : "; see reeve --help"));
    }
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return Complain(app, error);
  }
  try {
    return action ? action() : kExitUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "reeve: this is a mistake of Reeve itself, please report it: {}\n", error.what());
    return kExitInternal;
  }
}

}  // namespace reeve
