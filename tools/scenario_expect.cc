// What a scenario expects, and what it says when that did not come.
#include <fmt/format.h>

#include <algorithm>

#include "tools/ledger_text.h"
#include "tools/scenario.h"
#include "tools/scenario_check.h"

namespace reeve {
namespace {

using Kind = ast::Expectation::Kind;

std::string RowsWanted(const ast::Expectation& expectation) {
  std::string text;
  for (const auto& row : expectation.rows) {
    text += fmt::format("{}{} \"{}\"", text.empty() ? " = " : " + ", row.points, row.label.value);
  }
  return text;
}

// Text of a file on one line.
std::string OneLine(std::string_view text) {
  std::string out;
  for (char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) out += c;
    else if (!out.empty() && out.back() != ' ') out += ' ';
  }
  return out;
}

}  // namespace

void ScenarioRun::Show(Id rule) {
  for (Id cite : program_.rule(rule).cites) result_.shown.push_back(program_.Text(cite));
}

std::string ScenarioRun::AwardsText(int player) const {
  std::string text;
  for (const Award& award : game_->ledger().awards) {
    if (award.player != player) continue;
    const std::string rows = RowsText(*game_, award, false);
    text += fmt::format("{}{} {} from {}{}{}", text.empty() ? "" : ", ", PlayerName(player), award.points,
                        program_.RuleName(award.rule), rows.empty() ? "" : " = ", rows);
  }
  return text.empty() ? PlayerName(player) + " nothing" : text;
}

// The rows of an award one by one; rows of no points need not be expected.
bool ScenarioRun::RowsMatch(const ast::Expectation& expectation, const Award& award) const {
  if (expectation.points && expectation.points->value != award.points) return false;
  if (!expectation.has_rows) return true;
  size_t at = 0;
  for (int32_t i = 0; i < award.row_count; ++i) {
    const LedgerRow& row = game_->ledger().rows[static_cast<size_t>(award.first_row + i)];
    if (row.note) continue;
    const bool same = at < expectation.rows.size() && expectation.rows[at].points == row.points &&
                      expectation.rows[at].label.value == program_.Text(row.label);
    if (same) ++at;
    else if (row.points != 0) return false;
  }
  return at == expectation.rows.size();
}

void ScenarioRun::ExpectAward(const ast::Expectation& expectation) {
  const auto player = PlayerOf(expectation.player);
  const auto rule = RuleOf(expectation.rule, "rule");
  if (!player || !rule) return;
  const auto& awards = game_->ledger().awards;
  for (size_t i = 0; i < awards.size(); ++i) {
    if (used_[i] || awards[i].player != *player || awards[i].rule != *rule || !RowsMatch(expectation, awards[i]))
      continue;
    used_[i] = true;
    Show(*rule);
    return;
  }
  const std::string points = expectation.points ? fmt::format("{} ", expectation.points->value) : "";
  Missed(expectation.span, fmt::format("expected {} {}from {}{}; got {}", PlayerName(*player), points,
                                       expectation.rule.text, RowsWanted(expectation), AwardsText(*player)));
}

void ScenarioRun::ExpectRefusal(const ast::Expectation& expectation) {
  const auto player = PlayerOf(expectation.player);
  if (!player) return;
  const std::string& rule = expectation.rule.text;
  const bool pass =
      rule.size() > 5 && rule.ends_with(".pass") && program_.FindStep(rule.substr(0, rule.size() - 5)) != kNoId;
  if (!pass && !RuleOf(expectation.rule, "offer")) return;
  const bool met = refused_ && refused_->player == *player && refused_->rule == rule &&
                   (!expectation.reason || expectation.reason->value == refused_->reason);
  if (met) {
    if (!pass) Show(program_.FindRule(rule));
    return;
  }
  std::string got = "nothing was refused";
  if (refused_)
    got = fmt::format("{} refused by {} \"{}\"", PlayerName(refused_->player), refused_->rule, refused_->reason);
  Missed(expectation.span,
         fmt::format("expected {} refused by {}{}; got {}", PlayerName(*player), rule,
                     expectation.reason ? fmt::format(" \"{}\"", expectation.reason->value) : "", got));
}

// What is offered is looked at where the moves end, before the turn goes on.
void ScenarioRun::LookAtOffers() {
  offers_.resize(scenario_.expect.size());
  const Question& question = game_->question();
  const std::vector<Option> options = question.kind == Ask::kMenu ? game_->Options() : std::vector<Option>{};
  for (size_t i = 0; i < scenario_.expect.size(); ++i) {
    const ast::Expectation& expectation = scenario_.expect[i];
    if (expectation.kind != Kind::kOffered && expectation.kind != Kind::kNotOffered) continue;
    const Id offer = program_.FindRule(expectation.rule.text);
    const auto named = std::find(players_.begin(), players_.end(), expectation.player.text);
    if (offer == kNoId || named == players_.end()) continue;  // said by Expect
    const bool asked = question.player == named - players_.begin();
    const auto is = [&](const Option& option) { return option.kind == Option::Kind::kOffer && option.offer == offer; };
    const auto at = std::find_if(options.begin(), options.end(), is);
    const bool offered = asked && at != options.end();
    if (offered == (expectation.kind == Kind::kOffered)) continue;
    if (offered) {
      offers_[i] = "got " + game_->Describe(*at);
    } else if (question.kind != Ask::kMenu) {
      offers_[i] = "got no menu";
    } else if (!asked) {
      offers_[i] = fmt::format("got a menu for {}", PlayerName(question.player));
    } else {
      const auto refusal = program_.rule(offer).kind == RuleKind::kOffer ? game_->Explain(offer, {}) : std::nullopt;
      offers_[i] = refusal ? "got: " + refusal->reason : "got a menu without it";
    }
  }
}

void ScenarioRun::ExpectOffer(const ast::Expectation& expectation, size_t index) {
  const auto player = PlayerOf(expectation.player);
  const auto rule = RuleOf(expectation.rule, "offer");
  if (!player || !rule) return;
  if (offers_[index].empty()) return Show(*rule);
  Missed(expectation.span,
         fmt::format("expected {} {}offered {}; {}", PlayerName(*player),
                     expectation.kind == Kind::kOffered ? "" : "not ", expectation.rule.text, offers_[index]));
}

// "total of red is 7, total of blue is 2"
std::string ScenarioRun::SidesText(size_t condition) {
  std::string text;
  for (const Compiled::Side& side : compiled_.sides) {
    if (side.condition != condition) continue;
    const Value value = game_->Evaluate(side.routine);
    const std::string said =
        fmt::format("{} is {}", OneLine(sources_.Text(side.span)),
                    side.cls == Class::kPlayer ? PlayerName(static_cast<int>(value)) : std::to_string(value));
    if (text.find(said) == std::string::npos) text += (text.empty() ? "" : ", ") + said;
  }
  return text;
}

void ScenarioRun::Expect(const ast::Expectation& expectation, size_t index) {
  switch (expectation.kind) {
    case Kind::kFrom:
      return ExpectAward(expectation);
    case Kind::kRefused:
      return ExpectRefusal(expectation);
    case Kind::kOffered:
    case Kind::kNotOffered:
      return ExpectOffer(expectation, index);
    case Kind::kNothing: {
      const auto player = PlayerOf(expectation.player);
      if (!player) return;
      const auto& awards = game_->ledger().awards;
      const auto paid = [&](const Award& award) { return award.player == *player && award.points != 0; };
      if (std::none_of(awards.begin(), awards.end(), paid)) return;
      return Missed(expectation.span,
                    fmt::format("expected {} nothing; got {}", PlayerName(*player), AwardsText(*player)));
    }
    case Kind::kTotal: {
      const auto player = PlayerOf(expectation.player);
      if (!player || game_->total(*player) == expectation.points->value) return;
      return Missed(expectation.span,
                    fmt::format("expected {} total {}; got {}: {}", PlayerName(*player), expectation.points->value,
                                game_->total(*player), AwardsText(*player)));
    }
    case Kind::kThat: {
      size_t number = 0;
      for (size_t i = 0; i < index; ++i) number += scenario_.expect[i].kind == Kind::kThat;
      if (game_->Evaluate(compiled_.conditions[number]) != 0) return;
      const std::string sides = SidesText(number);
      return Missed(expectation.span,
                    fmt::format("expected that {}; {}", OneLine(sources_.Text(expectation.cond->span)),
                                sides.empty() ? "that is not so" : sides));
    }
  }
}

ScenarioResult RunScenario(const ast::Scenario& scenario, Library& library, const SeeGame& see) {
  ScenarioResult result;
  const Compiled compiled = CompileScenario(scenario, library);
  for (const Diagnostic& finding : compiled.findings.all()) {
    if (Info(finding.code).severity == Severity::kError)
      result.failures.push_back({finding.code, finding.span, finding.text, finding.edit});
  }
  for (const Diagnostic& said : CheckScenario(scenario, compiled, library.sources())) {
    result.failures.push_back({said.code, said.span, said.text, said.edit});
  }
  if (!compiled.program && result.failures.empty())
    result.failures.push_back({Code::kE53, scenario.span, "Its rules do not compile."});
  if (!result.failures.empty()) return result;
  ScenarioRun run(scenario, compiled, library.sources(), result);
  if (see) run.KeepInputs();
  run.Run();
  if (see && run.game() != nullptr) see(compiled, *run.game());
  for (const ast::Name& cite : scenario.cites) result.shown.push_back(cite.text);
  if (!result.failures.empty()) result.shown.clear();
  std::sort(result.shown.begin(), result.shown.end());
  result.shown.erase(std::unique(result.shown.begin(), result.shown.end()), result.shown.end());
  return result;
}

}  // namespace reeve
