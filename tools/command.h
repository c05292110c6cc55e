// What the subcommands share. Each cmd_*.cc adds one subcommand to the app and sets what is to run.
//
// Exits are a contract (docs/architecture.md): 0 fine, 1 findings or failures, 2 wrong usage or files that cannot be
// read, 3 our own mistake. What a program may read goes to stdout; progress and errors go to stderr.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "compiler/compile.h"

namespace reeve {

enum Exit : int { kExitFine = 0, kExitFailures = 1, kExitUsage = 2, kExitInternal = 3 };

// Runs after the command line was read; gives the exit.
using Action = std::function<int()>;

void AddCheck(CLI::App& app, Action& action);
void AddCompile(CLI::App& app, Action& action);
void AddDisasm(CLI::App& app, Action& action);
void AddAsm(CLI::App& app, Action& action);
void AddTest(CLI::App& app, Action& action);
void AddReplay(CLI::App& app, Action& action);
void AddBoard(CLI::App& app, Action& action);
void AddSimulate(CLI::App& app, Action& action);

// The command as main() runs it, for tests too. Output goes to stdout and stderr.
int RunCommand(int argc, const char* const* argv);

// One clear line on stderr: "reeve: ...".
int Usage(const std::string& message);

// Where the rulesets are: $REEVE_RULESETS, else those installed with the command, else those of the build.
std::string RulesetsFolder();

// RULES... of a command line as one selection: commas between arguments may be left out. A rule file that is named by
// its path is taken up, so that its name will do; nothing, with `why`, if one cannot be read.
std::optional<std::string> JoinRules(const std::vector<std::string>& arguments, Library& library, std::string& why);
// Makes a rule file outside the folder known by its name, and those beside it.
bool TakeUp(const std::string& path, Library& library, std::string& why);

// Reads a file whole; nothing, with `why`, if that is impossible or it is larger than `most` bytes.
std::optional<std::string> ReadFile(const std::string& path, size_t most, std::string& why);
// Writes it; false, with `why`, if that is impossible.
bool WriteFile(const std::string& path, const std::string& text, std::string& why);

// The files below the given paths with one of the extensions, in order; nothing, with `why`, if a path is not there.
std::optional<std::vector<std::string>> FilesBelow(const std::vector<std::string>& paths,
                                                   const std::vector<std::string>& extensions, std::string& why);

// Findings on stdout for people, with colours on a terminal.
void PrintFindings(const Sink& findings, const SourceMap& sources);
// "2 errors, 1 warning"
std::string CountFindings(const Sink& findings);
// "1 tile", "2 tiles"
std::string Count(int64_t number, const char* one, const char* many);

// A line on a terminal that says how far long work is; nothing elsewhere.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  void Show(int64_t done, int64_t all);  // all 0: not known
  void Clear();

 private:
  std::string what_;
  bool terminal_;
  bool shown_ = false;
  int64_t last_ = 0;  // milliseconds
};

}  // namespace reeve
