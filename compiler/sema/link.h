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
  std::vector<std::string> rulesets;  // dependencies first
  std::vector<bool> built_on;         // another linked ruleset extends or uses it
  std::vector<bool> words_only;       // taken in by `uses`: kinds and tiles, no pile and no rules
  std::vector<const ast::File*> files;
  std::vector<LinkedItem> items;
  std::map<std::string, OptionValue> options;
  std::vector<std::string> damaged;  // names of items that could not be read
  std::string selection;             // canonical: names with the settings that are not defaults
};

Linked Link(const std::vector<ast::RulesetRef>& selection, Library& library, Sink& sink);

// "playing NAME": a ruleset that nobody has is never played; of a misspelt one that is hardly meant.
void CheckPlayed(const ast::Name& name, const Library& library, Sink& sink);

// Names that rulesets of the library declare which are not linked, or that a linked one declares under an `if` that
// does not hold: a rule may speak of them and is passed over. Read once, when a name is not found among the linked
// ones.
class Elsewhere {
 public:
  enum Sort : unsigned {
    kKind = 1,
    kRule = 2,
    kStep = 4,
    kRound = 8,
    kPile = 16,
    kDefine = 32,
    kOther = 64,
    kCite = 128,
    kOption = 256,
    kTileset = 512,
    kCard = 1024
  };

  explicit Elsewhere(Library& library) : library_(library) {}
  bool Declares(const std::string& name, unsigned sorts);
  // The first ruleset that declares it and is not among `linked`, or "".
  std::string WhereIs(const std::string& name, const std::vector<std::string>& linked,
                      unsigned sorts = ~unsigned{kCite});

 private:
  struct Place {
    std::string ruleset;
    unsigned sort;
  };
  void Read();
  void ReadItem(const ast::Item& item, const std::string& ruleset);
  Library& library_;
  bool read_ = false;
  std::multimap<std::string, Place> names_;
};

}  // namespace reeve::sema
