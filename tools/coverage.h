// Which catalogue rows a rule cites and a scenario shows.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "compiler/compile.h"

namespace reeve {

class Coverage {
 public:
  // The catalogue: a table with the columns `id` and `expansion`. Without one, the rows are those that are cited.
  bool LoadCatalogue(const std::string& path, std::string& why);
  // Every cite of the rules of a file.
  void AddRules(const ast::File& file);
  void AddScenario(const std::string& title, const std::vector<std::string>& shown);

  // One line a row, then how many are covered.
  std::string Table() const;
  nlohmann::ordered_json ToJson() const;

 private:
  struct Row {
    std::string expansion;
    bool listed = false;  // in the catalogue
    std::vector<std::string> rules, scenarios;
  };
  void AddClauses(const std::vector<ast::Clause>& clauses, const std::string& rule);
  Row& At(const std::string& id);

  bool catalogue_ = false;
  std::vector<std::string> order_;
  std::map<std::string, Row> rows_;
};

}  // namespace reeve
