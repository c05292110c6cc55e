#include "tools/ledger_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace reeve {
namespace {

std::span<const LedgerRow> RowsOf(const Game& game, const Award& award) {
  return {game.ledger().rows.data() + award.first_row, static_cast<size_t>(award.row_count)};
}

// "completed city (N at 1 0)": what was scored, and where.
std::string SubjectText(const Game& game, const Award& award) {
  const Program& program = game.program();
  const RuleInfo& rule = program.rule(award.rule);
  std::string text = program.Text(rule.label);
  if (text.empty()) text = program.Text(rule.name);
  if (award.subject < 0 || award.subject_class == Class::kNone) return text;
  std::string subject = game.Describe(award.subject_class, award.subject);
  if (award.subject_kind != kNoId) {
    const std::string& kind = program.KindName(award.subject_kind);
    if (subject.rfind(kind + " ", 0) == 0) subject.erase(0, kind.size() + 1);
  }
  return fmt::format("{} ({})", text, subject);
}

constexpr int32_t kMostSquares = 12;  // of a line; the rest is counted

std::string SquaresText(const Game& game, const Award& award) {
  std::string text;
  const int32_t shown = award.square_count > kMostSquares ? kMostSquares - 1 : award.square_count;
  for (int32_t i = 0; i < shown; ++i) {
    const Value square = game.ledger().squares[static_cast<size_t>(award.first_square + i)];
    text += fmt::format("{}({},{})", i == 0 ? "" : " ", SquareX(square), SquareY(square));
  }
  if (shown < award.square_count) text += fmt::format(" and {} more", award.square_count - shown);
  return text;
}

std::string CitesText(const Program& program, const RuleInfo& rule) {
  std::string text;
  for (Id cite : rule.cites) text += (text.empty() ? "" : ", ") + program.Text(cite);
  return text;
}

const char* MarkWord(Mark mark) {
  switch (mark) {
    case Mark::kEarned:
      return "earned";
    case Mark::kStolen:
      return "stolen";
    case Mark::kPaid:
      return "paid";
  }
  return "";
}

// "3B resolve": the step as the rule sheet numbers it, and its name.
std::string StepText(const Program& program, Id id) {
  if (id == kNoId) return "";
  const StepInfo& step = program.steps[static_cast<size_t>(id)];
  const std::string& label = program.Text(step.label);
  const std::string& name = program.Text(step.name);
  return label == name || label.empty() ? name : label + " " + name;
}

// Whether a rule is paid before or after the scorings it hangs on, or on its own.
enum class Place : uint8_t { kOwn, kBefore, kAfter };
std::vector<Place> PlacesOf(const Program& program) {
  std::vector<Place> places(program.rules_table.size(), Place::kOwn);
  for (const RuleInfo& rule : program.rules_table) {
    for (Id before : rule.before) places[static_cast<size_t>(before)] = Place::kBefore;
    for (Id after : rule.after) places[static_cast<size_t>(after)] = Place::kAfter;
  }
  return places;
}

}  // namespace

std::string RowsText(const Game& game, const Award& award, bool counts) {
  std::string text, notes;
  for (const LedgerRow& row : RowsOf(game, award)) {
    const std::string& label = game.program().Text(row.label);
    if (row.note) {
      notes +=
          fmt::format("{}\"{}\" {}", notes.empty() ? "" : ", ", label, row.count == kNoCount ? row.points : row.count);
      continue;
    }
    if (row.points == 0) continue;
    text += fmt::format("{}{} \"{}\"", text.empty() ? "" : " + ", row.points, label);
    if (counts && row.count != kNoCount && row.count > 1 && row.points % row.count == 0) {
      text += fmt::format(" ({} x {})", row.count, row.points / row.count);
    }
  }
  if (!notes.empty() && counts) text += " (" + notes + ")";
  return text;
}

std::string TotalsText(const Game& game, const std::vector<std::string>& players) {
  const bool over = game.question().kind == Ask::kOver;
  std::string text, best;
  int32_t most = INT32_MIN;
  int winners = 0;
  for (int p = 0; p < game.players(); ++p) most = std::max(most, game.total(p));
  for (int p = 0; p < game.players(); ++p) {
    const std::string& name = players[static_cast<size_t>(p)];
    text += fmt::format("{}{} {}", p == 0 ? "" : ", ", name, game.total(p));
    if (game.total(p) != most) continue;
    best += (winners++ == 0 ? "" : " and ") + name;
  }
  if (!over) return "totals so far: " + text;
  if (game.players() > 1) text += fmt::format("; {} {} most points", best, winners == 1 ? "has" : "have");
  return "totals: " + text;
}

std::string LedgerText(const Game& game, const std::vector<std::string>& players,
                       const std::function<std::string(int32_t)>& words) {
  const Program& program = game.program();
  size_t width = 0;
  for (const std::string& name : players) width = std::max(width, name.size());
  std::string text;
  int32_t turn = -1;
  bool final = false;
  Id step = kNoId;
  const std::vector<Place> places = PlacesOf(program);
  for (const Award& award : game.ledger().awards) {
    if (award.final != final || (!award.final && award.turn != turn)) {
      turn = award.turn;
      final = award.final;
      const std::string done = words(turn);
      text += final ? "\nfinal scoring\n" : fmt::format("\nturn {}{}{}\n", turn, done.empty() ? "" : ": ", done);
      step = kNoId;
    }
    if (award.step != step) text += fmt::format(" {}\n", StepText(program, award.step));
    step = award.step;
    const RuleInfo& rule = program.rule(award.rule);
    const std::string rows = RowsText(game, award, true);
    const Place place = places[static_cast<size_t>(award.rule)];
    text += fmt::format("  {:<{}} {:>4}  {}{}{}{}{}\n", players[static_cast<size_t>(award.player)], width, award.points,
                        place == Place::kBefore  ? "before: "
                        : place == Place::kAfter ? "after: "
                                                 : "",
                        SubjectText(game, award), rows.empty() ? "" : " = ", rows,
                        award.mark == Mark::kEarned ? "" : fmt::format(", {}", MarkWord(award.mark)));
    std::string details = SquaresText(game, award);
    if (!details.empty()) details = "tiles " + details + "; ";
    details += "rule " + program.Text(rule.name);
    const std::string cites = CitesText(program, rule);
    if (!cites.empty()) details += "; cites " + cites;
    text += fmt::format("  {:<{}}       {}\n", "", width, details);
  }
  text += fmt::format("\n{}\n", TotalsText(game, players));
  return text;
}

nlohmann::ordered_json LedgerJson(const Game& game, const std::vector<std::string>& players) {
  const Program& program = game.program();
  auto out = nlohmann::ordered_json::array();
  for (const Award& award : game.ledger().awards) {
    const RuleInfo& rule = program.rule(award.rule);
    nlohmann::ordered_json entry;
    entry["turn"] = award.turn;
    entry["step"] = award.step == kNoId ? "" : program.Text(program.steps[static_cast<size_t>(award.step)].name);
    entry["final"] = award.final;
    entry["player"] = players[static_cast<size_t>(award.player)];
    entry["points"] = award.points;
    entry["mark"] = MarkWord(award.mark);
    entry["rule"] = program.Text(rule.name);
    if (award.subject >= 0 && award.subject_class != Class::kNone) {
      entry["subject"] = game.Describe(award.subject_class, award.subject);
    }
    auto rows = nlohmann::ordered_json::array();
    for (const LedgerRow& row : RowsOf(game, award)) {
      nlohmann::ordered_json line;
      line["label"] = program.Text(row.label);
      if (row.count != kNoCount) line["count"] = row.count;
      if (row.note) line["note"] = true;
      else line["points"] = row.points;
      rows.push_back(line);
    }
    entry["rows"] = rows;
    auto squares = nlohmann::ordered_json::array();
    for (int32_t i = 0; i < award.square_count; ++i) {
      const Value square = game.ledger().squares[static_cast<size_t>(award.first_square + i)];
      squares.push_back({SquareX(square), SquareY(square)});
    }
    entry["tiles"] = squares;
    auto cites = nlohmann::ordered_json::array();
    for (Id cite : rule.cites) cites.push_back(program.Text(cite));
    entry["cites"] = cites;
    if (award.cause >= 0) entry["cause"] = award.cause;
    out.push_back(entry);
  }
  return out;
}

}  // namespace reeve
