#include "tools/coverage.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/command.h"

namespace reeve {
namespace {

constexpr size_t kMaxCatalogueBytes = size_t{16} << 20;
constexpr size_t kWidestExpansion = 20;

std::vector<std::string> Split(std::string_view line, char separator) {
  std::vector<std::string> cells;
  for (size_t at = 0; at <= line.size();) {
    const size_t end = std::min(line.find(separator, at), line.size());
    cells.emplace_back(line.substr(at, end - at));
    at = end + 1;
  }
  return cells;
}

// "road.completed", or "road.completed and 2 more"
std::string FirstOf(const std::vector<std::string>& names) {
  if (names.empty()) return "-";
  return names.size() == 1 ? names[0] : fmt::format("{} and {} more", names[0], names.size() - 1);
}

}  // namespace

Coverage::Row& Coverage::At(const std::string& id) {
  const auto [at, added] = rows_.try_emplace(id);
  if (added) order_.push_back(id);
  return at->second;
}

bool Coverage::LoadCatalogue(const std::string& path, std::string& why) {
  const auto text = ReadFile(path, kMaxCatalogueBytes, why);
  if (!text) return false;
  int id = -1, expansion = -1;
  for (std::string& line : Split(*text, '\n')) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    const std::vector<std::string> cells = Split(line, '\t');
    if (id < 0) {
      for (size_t i = 0; i < cells.size(); ++i) {
        if (cells[i] == "id") id = static_cast<int>(i);
        if (cells[i] == "expansion") expansion = static_cast<int>(i);
      }
      if (id < 0) {
        why = path + ": the first line names no column \"id\"";
        return false;
      }
      continue;
    }
    if (static_cast<size_t>(id) >= cells.size()) continue;
    Row& row = At(cells[static_cast<size_t>(id)]);
    row.listed = true;
    if (expansion >= 0 && static_cast<size_t>(expansion) < cells.size())
      row.expansion = cells[static_cast<size_t>(expansion)];
  }
  catalogue_ = true;
  return true;
}

void Coverage::AddClauses(const std::vector<ast::Clause>& clauses, const std::string& rule) {
  for (const ast::Clause& clause : clauses) {
    AddClauses(clause.body, rule);
    if (clause.kind != ast::Clause::Kind::kCite) continue;
    for (const ast::Name& name : clause.names) {
      std::vector<std::string>& rules = At(name.text).rules;
      if (std::find(rules.begin(), rules.end(), rule) == rules.end()) rules.push_back(rule);
    }
  }
}

void Coverage::AddRules(const ast::File& file) {
  const auto visit = [&](const auto& self, const std::vector<ast::Item>& items) -> void {
    for (const ast::Item& item : items) {
      std::string name = item.name.text;
      if (item.kind == ast::Item::Kind::kModify && !item.names.empty()) name = item.names[0].text;
      if (item.kind != ast::Item::Kind::kScenario) AddClauses(item.clauses, name);
      self(self, item.items);
    }
  };
  visit(visit, file.items);
}

void Coverage::AddScenario(const std::string& title, const std::vector<std::string>& shown) {
  for (const std::string& id : shown) At(id).scenarios.push_back(title);
}

std::string Coverage::Table() const {
  size_t id_width = 2, rule_width = 4, expansion_width = 9;
  for (const auto& [id, row] : rows_) {
    id_width = std::max(id_width, id.size());
    rule_width = std::max(rule_width, FirstOf(row.rules).size());
    expansion_width = std::min(std::max(expansion_width, row.expansion.size()), kWidestExpansion);
  }
  std::string text = fmt::format("{:<{}}  ", "id", id_width);
  if (catalogue_) text += fmt::format("{:<{}}  ", "expansion", expansion_width);
  text += fmt::format("{:<{}}  scenario\n", "rule", rule_width);
  int64_t ruled = 0, shown = 0, both = 0, strange = 0;
  for (const std::string& id : order_) {
    const Row& row = rows_.at(id);
    ruled += !row.rules.empty();
    shown += !row.scenarios.empty();
    both += !row.rules.empty() && !row.scenarios.empty();
    strange += catalogue_ && !row.listed;
    text += fmt::format("{:<{}}  ", id, id_width);
    if (catalogue_)
      text += fmt::format("{:<{}.{}}  ", row.listed ? row.expansion : "?", expansion_width, expansion_width);
    text += fmt::format("{:<{}}  {}\n", FirstOf(row.rules), rule_width, FirstOf(row.scenarios));
  }
  const auto all = static_cast<int64_t>(order_.size());
  text += fmt::format("{}: {} cited by a rule, {} shown by a scenario, {} both, {} missing", Count(all, "row", "rows"),
                      ruled, shown, both, all - both);
  text += strange > 0 ? fmt::format("; {} marked \"?\" not in the catalogue\n", strange) : "\n";
  return text;
}

nlohmann::ordered_json Coverage::ToJson() const {
  auto out = nlohmann::ordered_json::array();
  for (const std::string& id : order_) {
    const Row& row = rows_.at(id);
    nlohmann::ordered_json entry;
    entry["id"] = id;
    if (catalogue_) entry["expansion"] = row.expansion;
    if (catalogue_) entry["in catalogue"] = row.listed;
    entry["rules"] = row.rules;
    entry["scenarios"] = row.scenarios;
    out.push_back(entry);
  }
  return out;
}

}  // namespace reeve
