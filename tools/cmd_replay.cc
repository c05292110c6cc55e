// reeve replay: runs recorded games, explains their ledgers, compares with what the records say.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "tools/command.h"
#include "tools/ledger_text.h"
#include "tools/replay_games.h"

namespace reeve {
namespace {

using Kind = ReplayOutcome::Kind;

struct Arguments {
  std::vector<std::string> games;
  std::vector<std::string> rules;
  ReplayOptions options;
  bool json = false;
};

nlohmann::ordered_json ToJson(const ReplayOutcome& outcome, const ReplayOptions& options) {
  nlohmann::ordered_json out;
  out["file"] = outcome.where;
  if (!outcome.name.empty()) out["game"] = outcome.name;
  out["rules"] = outcome.rules;
  out["result"] = outcome.kind == Kind::kPassed ? "passed" : outcome.kind == Kind::kFailed ? "failed" : "skipped";
  if (!outcome.missing.empty()) out["missing"] = outcome.missing;
  if (!outcome.trouble.empty()) out["trouble"] = outcome.trouble;
  if (!outcome.totals.empty()) out["over"] = outcome.over;
  for (size_t p = 0; p < outcome.totals.size(); ++p) out["totals"][outcome.players[p]] = outcome.totals[p];
  for (const Mismatch& mismatch : outcome.mismatches) {
    out["mismatches"].push_back(
        {{"where", mismatch.where}, {"player", mismatch.player}, {"got", mismatch.got}, {"want", mismatch.want}});
  }
  if (!outcome.breaches.empty()) out["not_kept"] = outcome.breaches;
  if (options.explain) out["awards"] = outcome.awards;
  return out;
}

void Print(const ReplayOutcome& outcome, const ReplayOptions& options) {
  const std::string name = outcome.name.empty() ? "" : " " + outcome.name;
  if (!outcome.trouble.empty()) {
    fmt::print("{}{}: {}\n", outcome.where, name, outcome.trouble);
  }
  for (const Mismatch& mismatch : outcome.mismatches) {
    fmt::print("{}{}: {}: {}{}got {}, want {}\n", outcome.where, name, mismatch.where, mismatch.player,
               mismatch.player.empty() ? "" : " ", mismatch.got, mismatch.want);
  }
  for (const std::string& breach : outcome.breaches) {
    fmt::print("{}{}: not kept: {}\n", outcome.where, name, breach);
  }
  if (outcome.kind == Kind::kSkipped || outcome.totals.empty()) return;
  const char* unfinished =
      outcome.own ? "the game is not over: add {\"ends\": true} to score what is unfinished" : "the game is not over";
  if (options.explain) {
    fmt::print("{}{}: {}\n{}{}{}\n", outcome.where, name, outcome.rules, outcome.ledger, outcome.over ? "" : unfinished,
               outcome.over ? "" : "\n");
  } else if (!options.check) {
    std::string totals;
    for (size_t p = 0; p < outcome.totals.size(); ++p) {
      totals += fmt::format("{}{} {}", p == 0 ? "" : ", ", outcome.players[p], outcome.totals[p]);
    }
    if (outcome.over) fmt::print("{}{}: {}\n", outcome.where, name, totals);
    else fmt::print("{}{}: totals so far: {}; {}\n", outcome.where, name, totals, unfinished);
  }
}

// What the skipped records lack, the most frequent first.
std::vector<std::pair<std::string, int>> MostMissed(const std::map<std::string, int>& missing) {
  std::vector<std::pair<std::string, int>> out(missing.begin(), missing.end());
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return out;
}

int ReplayGames(const Arguments& arguments) {
  std::string why;
  const auto files = FilesBelow(arguments.games, {".jcz", ".json", ".jsonl"}, why);
  if (!files) return Usage(why);
  Library library(RulesetsFolder());
  Formats formats;
  if (!formats.Load(RulesetsFolder() + "/formats")) return Usage(formats.error());
  const auto rules = JoinRules(arguments.rules, library, why);
  if (!rules) return Usage(why);
  ReplayOptions options = arguments.options;
  options.rules = *rules;
  GameReplayer replayer(library, formats, options);
  Progress progress("games replayed:");
  auto games = nlohmann::ordered_json::array();
  for (const std::string& file : *files) {
    const bool named = std::find(arguments.games.begin(), arguments.games.end(), file) != arguments.games.end();
    const bool opened = replayer.File(file, named, [&](const ReplayOutcome& outcome) {
      if (arguments.json) {
        games.push_back(ToJson(outcome, arguments.options));
      } else {
        const bool prints = !outcome.trouble.empty() || !outcome.mismatches.empty() || !outcome.breaches.empty() ||
                            !arguments.options.check;
        if (prints) progress.Clear();
        Print(outcome, arguments.options);
      }
      progress.Show(replayer.passed + replayer.failed + replayer.skipped, 0);
    });
    if (!opened) return progress.Clear(), Usage(replayer.error());
  }
  progress.Clear();
  if (arguments.json) {
    nlohmann::ordered_json out;
    out["games"] = games;
    out["passed"] = replayer.passed;
    out["failed"] = replayer.failed;
    out["skipped"] = replayer.skipped;
    for (const auto& [what, count] : MostMissed(replayer.missing)) out["missing"][what] = count;
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    fmt::print("{} passed, {} failed, {} skipped\n", replayer.passed, replayer.failed, replayer.skipped);
    if (!replayer.missing.empty()) fmt::print("missing for those skipped:\n");
    for (const auto& [what, count] : MostMissed(replayer.missing)) fmt::print("  {:>4}  {}\n", count, what);
  }
  return replayer.passed > 0 && replayer.failed == 0 ? kExitFine : kExitFailures;
}

}  // namespace

void AddReplay(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("replay", "Run recorded games");
  command->add_option("GAMES", arguments->games, "recorded games: .json, .jcz, .jsonl, or folders of them")->required();
  command->add_option("--rules", arguments->rules, "other rules than those of the records")->expected(1);
  command->add_flag("--check", arguments->options.check, "compare every award with what the record says");
  command->add_flag("--explain", arguments->options.explain, "print the ledger");
  command->add_flag("--json", arguments->json, "results as JSON");
  command->callback([arguments, &action] { action = [arguments] { return ReplayGames(*arguments); }; });
}

}  // namespace reeve
