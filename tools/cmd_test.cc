// reeve test: plays the scenarios of rule files.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "runtime/io/json_text.h"
#include "tools/command.h"
#include "tools/coverage.h"
#include "tools/scenario.h"

namespace reeve {
namespace {

struct Arguments {
  std::vector<std::string> paths;
  std::string catalogue;
  bool coverage = false;
  bool json = false;
};

class Tester {
 public:
  explicit Tester(bool json) : library_(RulesetsFolder()), json_(json) {}

  bool TestFile(const std::string& path);
  void Print(const Arguments& arguments);
  Library& library() { return library_; }
  Coverage& coverage() { return coverage_; }
  int passed = 0, failed = 0, skipped = 0;

 private:
  void TestScenario(const ast::Scenario& scenario);
  void Report(const ast::Scenario* scenario, const ScenarioFailure& failure);
  std::string Place(Span span, bool column) const;

  Library library_;
  Coverage coverage_;
  Progress progress_{"scenarios played:"};
  bool json_;
  std::set<std::pair<Code, Span>> told_;    // findings about rules, each once
  std::set<std::pair<Code, Span>> broken_;  // of them those that are counted with the file that they are in
  nlohmann::ordered_json scenarios_ = nlohmann::ordered_json::array();
};

std::string Tester::Place(Span span, bool column) const {
  if (!span.valid()) return "";
  const SourceFile& file = library_.sources().file(span.file);
  const LineColumn at = file.Locate(span.begin);
  return column ? fmt::format("{}:{}:{}", file.name(), at.line, at.column) : fmt::format("{}:{}", file.name(), at.line);
}

void Tester::Report(const ast::Scenario* scenario, const ScenarioFailure& failure) {
  const bool about_rules = failure.code != Code::kE20 && failure.code != Code::kE53;
  if (about_rules && !told_.insert({failure.code, failure.span}).second) return;
  if (json_) return;
  progress_.Clear();
  const std::string title =
      scenario == nullptr || about_rules ? "" : fmt::format("scenario {}: ", Quoted(scenario->title.value));
  fmt::print("{}: {}: {}{}\n", Place(failure.span, failure.code != Code::kE20), Info(failure.code).id, title,
             failure.text);
}

void Tester::TestScenario(const ast::Scenario& scenario) {
  const ScenarioResult result = RunScenario(scenario, library_);
  // What is wrong with the file it stands in is one failure, not one more for each of its scenarios.
  const bool skips = std::any_of(result.failures.begin(), result.failures.end(), [&](const ScenarioFailure& failure) {
    return broken_.contains({failure.code, failure.span});
  });
  ++(result.failures.empty() ? passed : skips ? skipped : failed);
  for (const ScenarioFailure& failure : result.failures) Report(&scenario, failure);
  coverage_.AddScenario(scenario.title.value, result.shown);
  progress_.Show(passed + failed + skipped, 0);
  if (!json_) return;
  nlohmann::ordered_json entry;
  entry["place"] = Place(scenario.span, false);
  entry["title"] = scenario.title.value;
  entry["result"] = result.failures.empty() ? "passed" : skips ? "skipped" : "failed";
  for (const ScenarioFailure& failure : result.failures) {
    entry["failures"].push_back(
        {{"place", Place(failure.span, true)}, {"code", Info(failure.code).id}, {"text", failure.text}});
  }
  scenarios_.push_back(entry);
}

bool Tester::TestFile(const std::string& path) {
  Sink sink;
  const ast::File* file = library_.Load(path, sink);
  if (file == nullptr) return false;
  coverage_.AddRules(*file);
  broken_.clear();
  for (const Diagnostic& finding : sink.all()) {
    if (Info(finding.code).severity != Severity::kError) continue;
    broken_.insert({finding.code, finding.span});
    Report(nullptr, {finding.code, finding.span, finding.text});
  }
  failed += !broken_.empty();
  for (const ast::Item& item : file->items) {
    if (item.kind == ast::Item::Kind::kScenario && item.scenario != nullptr) TestScenario(*item.scenario);
  }
  return true;
}

void Tester::Print(const Arguments& arguments) {
  progress_.Clear();
  if (json_) {
    nlohmann::ordered_json out;
    out["scenarios"] = scenarios_;
    if (arguments.coverage) out["coverage"] = coverage_.ToJson();
    out["passed"] = passed;
    out["failed"] = failed;
    out["skipped"] = skipped;
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    return;
  }
  if (passed + failed == 0)
    fmt::print("There is no scenario in what was named. What is wrong with its rules says \"reeve check\".\n");
  if (arguments.coverage) fmt::print("{}", coverage_.Table());
  fmt::print("{} passed, {} failed, {} skipped\n", passed, failed, skipped);
}

bool IsGame(const std::string& path) {
  static constexpr const char* kEndings[] = {".json", ".jsonl", ".jcz"};
  return std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](const char* ending) { return path.ends_with(ending); });
}

int Test(const Arguments& arguments) {
  std::string why;
  const bool all = arguments.paths.empty();
  const auto files = FilesBelow(all ? std::vector<std::string>{RulesetsFolder()} : arguments.paths, {".reeve"}, why);
  if (!files) return Usage(why);
  Tester tester(arguments.json);
  if (!arguments.catalogue.empty() && !tester.coverage().LoadCatalogue(arguments.catalogue, why)) return Usage(why);
  for (const std::string& path : *files) {
    if (IsGame(path)) return Usage(path + ": a recorded game: use reeve replay");
  }
  // A file that is named may be used by its name, wherever it lies.
  for (const std::string& path : *files) {
    if (!all && !TakeUp(path, tester.library(), why)) return Usage(why);
  }
  for (const std::string& path : *files) {
    if (!tester.TestFile(path)) return Usage(tester.library().trouble());
  }
  tester.Print(arguments);
  return tester.passed > 0 && tester.failed == 0 ? kExitFine : kExitFailures;
}

}  // namespace

void AddTest(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("test", "Play the scenarios of rule files");
  command->add_option("PATHS", arguments->paths, "rule files or folders; all rulesets if there are none");
  command->add_flag("--coverage", arguments->coverage, "which catalogue rows a rule cites and a scenario shows");
  command->add_option("--catalogue", arguments->catalogue, "the catalogue: a table with the columns id and expansion");
  command->add_flag("--json", arguments->json, "results as JSON");
  command->callback([arguments, &action] { action = [arguments] { return Test(*arguments); }; });
}

}  // namespace reeve
