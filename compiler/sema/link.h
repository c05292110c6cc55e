// From a selection of rulesets to one list of items: files found, extends followed, options decided, item
// conditions folded. Nothing of a rule is looked at.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "compiler/sema/model.h"

namespace reeve::sema {

struct LinkedItem {
  const ast::Item* item = nullptr;
  int ruleset = -1;
};

struct Linked {
  std::vector<std::string> rulesets;   // dependencies first
  std::vector<bool> words_only;        // taken in by `uses`: kinds and tiles, no pile and no rules
  std::vector<LinkedItem> items;
  std::map<std::string, OptionValue> options;
  std::vector<std::string> damaged;    // names of items that could not be read
  std::string selection;               // canonical: names with the settings that are not defaults
};

Linked Link(const std::vector<ast::RulesetRef>& selection, Library& library, Sink& sink);

// Names that rulesets of the library declare which are not linked: a rule may speak of them and is passed over.
// Read once, when a name is not found among the linked ones.
class Elsewhere {
 public:
  explicit Elsewhere(Library& library) : library_(library) {}
  bool Declares(const std::string& name);
  std::string WhereIs(const std::string& name);  // the ruleset, or ""

 private:
  void Read();
  Library& library_;
  bool read_ = false;
  std::map<std::string, std::string> names_;
};

}  // namespace reeve::sema
