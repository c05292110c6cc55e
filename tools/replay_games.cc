#include "tools/replay_games.h"

#include <fmt/format.h>

#include "tools/ledger_text.h"
#include "tools/record_check.h"

namespace reeve {

const Program* GameReplayer::PrepareRules(const Record& record, ReplayOutcome& outcome) {
  outcome.rules = options_.rules.empty() ? record.Selection() : options_.rules;
  std::set<std::string> lacking = record.missing;
  if (options_.rules.empty()) {
    for (const auto& [name, settings] : record.rulesets) {
      if (library_.rulesets().count(name) == 0) lacking.insert("ruleset " + name);
    }
  }
  if (!lacking.empty()) {
    outcome.kind = ReplayOutcome::Kind::kSkipped;
    outcome.missing.assign(lacking.begin(), lacking.end());
    return nullptr;
  }
  auto& compiled = compiled_[outcome.rules];
  if (compiled == nullptr) compiled = std::make_unique<Compiled>(Compile(outcome.rules, library_));
  if (compiled->program) return &*compiled->program;
  outcome.kind = ReplayOutcome::Kind::kFailed;
  outcome.trouble = "the rules do not compile: " + Quoted(outcome.rules);
  for (const Diagnostic& finding : compiled->findings.all()) {
    if (Info(finding.code).severity != Severity::kError) continue;
    outcome.trouble += ": " + finding.text;
    break;
  }
  const bool path = outcome.rules.find('/') != std::string::npos || outcome.rules.find(".reeve") != std::string::npos;
  if (path)
    outcome.trouble +=
        fmt::format(" A record names rulesets; a rule file is given beside it: reeve replay GAME --rules {}.",
                    Quoted(outcome.rules));
  return nullptr;
}

ReplayOutcome GameReplayer::One(const Record& record) {
  ReplayOutcome outcome;
  outcome.where = record.Where();
  outcome.name = record.name;
  outcome.players = record.players;
  const Program* program = PrepareRules(record, outcome);
  if (program == nullptr) return outcome;
  outcome.own = record.exact;
  if (options_.check) outcome.trouble = WrongAward(record, *program);
  if (!outcome.trouble.empty()) {
    const std::string words = record.exact ? WrongWord(record, *program) : "";
    if (!words.empty()) outcome.trouble = words + "\n  " + outcome.trouble;
    outcome.kind = ReplayOutcome::Kind::kFailed;
    return outcome;
  }
  Replay replay(*program, record, options_.explain);
  if (options_.see) replay.KeepInputs();
  const bool ran = replay.Run();
  if (options_.see && replay.begun()) options_.see(record, *compiled_[outcome.rules], replay.game());
  if (!ran) {
    outcome.kind = ReplayOutcome::Kind::kFailed;
    outcome.trouble = replay.trouble();
    return outcome;
  }
  const Game& game = replay.game();
  outcome.over = replay.over();
  for (const Breach& breach : game.breaches()) outcome.breaches.push_back(game.Describe(breach));
  for (int p = 0; p < game.players(); ++p) outcome.totals.push_back(game.total(p));
  if (options_.check) outcome.mismatches = replay.Check();
  if (!outcome.mismatches.empty()) outcome.kind = ReplayOutcome::Kind::kFailed;
  if (options_.explain) {
    outcome.ledger = LedgerText(game, record.players, [&](int32_t turn) { return replay.TurnWords(turn); });
    outcome.awards = LedgerJson(game, record.players);
  }
  return outcome;
}

bool GameReplayer::File(const std::string& path, bool named, const std::function<void(const ReplayOutcome&)>& visit) {
  RecordFile file(formats_);
  if (!file.Open(path)) {
    error_ = file.error();
    return false;
  }
  while (auto next = file.Next()) {
    if (file.is_other() && !named) continue;  // a folder may hold other things
    ReplayOutcome outcome;
    if (const auto* record = std::get_if<Record>(&*next)) {
      outcome = One(*record);
    } else {
      outcome.kind = ReplayOutcome::Kind::kFailed;
      outcome.where = std::get<RecordError>(*next).where;
      outcome.trouble = std::get<RecordError>(*next).text;
    }
    switch (outcome.kind) {
      case ReplayOutcome::Kind::kPassed:
        ++passed;
        break;
      case ReplayOutcome::Kind::kFailed:
        ++failed;
        break;
      case ReplayOutcome::Kind::kSkipped:
        ++skipped;
        for (const std::string& what : outcome.missing) ++missing[what];
        break;
    }
    visit(outcome);
  }
  return true;
}

}  // namespace reeve
