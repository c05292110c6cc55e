// The compiler as others use it: a selection of rulesets in, a Program and findings out.
//
//   Library library(rulesets_dir);
//   Compiled compiled = Compile("base (tiny_city 2), my_house", library);
//   if (compiled.program) ...           // there are no errors; findings may hold warnings
//
// Compile() never throws for what an author wrote; every mistake is a Diagnostic with a place. A program that it gives
// verifies: one that does not is a mistake of the compiler, and it throws std::logic_error rather than let it run. Time
// and memory are bounded by the size of the files, which is limited (source.h, ast.h).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/source/source.h"
#include "compiler/syntax/ast.h"
#include "runtime/bytecode/program.h"

namespace reeve {

namespace sema {
struct Model;
}

// Where rulesets are found. A name is looked up among all *.reeve files below the folder (a file is called like
// its ruleset); a word with a slash or ending in .reeve is a path. Files are read and parsed once.
class Library {
 public:
  explicit Library(std::string folder);
  // Rule text under a path of its own, for tests and tools: wins over the disk.
  void AddText(std::string path, std::string text);
  // The rulesets that lie in a folder, not deeper, are known too, but for names that are.
  void AddFolder(const std::string& folder);

  // The files of every ruleset of the folder, by name, in order of name.
  const std::map<std::string, std::string>& rulesets() const { return index_; }
  const std::string& folder() const { return folder_; }

  // Parses a ruleset by name or path; nullptr if there is none. Errors of the text are in `sink` the first time and
  // every time after.
  const ast::File* Load(const std::string& name_or_path, Sink& sink);
  // Why the last Load gave nothing: "there is no ruleset called x" or "x cannot be read".
  const std::string& trouble() const { return trouble_; }

  SourceMap& sources() { return sources_; }
  const SourceMap& sources() const { return sources_; }

 private:
  struct Entry {
    ast::File file;
    std::vector<Diagnostic> findings;
  };
  std::string folder_;
  std::map<std::string, std::string> index_;             // ruleset -> path
  std::map<std::string, std::string> texts_;             // path -> text
  std::map<std::string, std::unique_ptr<Entry>> files_;  // by path
  SourceMap sources_;
  std::string trouble_;
};

// What a scenario sets up before it is played: `given top of DECK is CARD`.
struct Given {
  enum class Kind : uint8_t {
    kState,      // state `state` of what routine `owner` gives becomes what routine `value` gives
    kTop,        // card `card` lies on top of zone `zone`
    kTotal,      // the player that routine `owner` gives has as many points as routine `value` gives
    kEmptyPile,  // `given no pieces in pile`
  } kind = Kind::kState;
  Id state = kNoId, zone = kNoId, card = kNoId;
  Id owner = kNoId, value = kNoId;
  Span span;
};

struct CompileOptions {
  // Names of players that conditions may use, and conditions to compile beside the rules.
  std::vector<std::string> players;
  std::vector<const ast::Cond*> conditions;  // `expect that`
  std::vector<const ast::Cond*> givens;
};

struct Compiled {
  std::optional<Program> program;  // if there are no errors
  Sink findings;
  std::vector<Id> conditions;  // routines, one for each of the options' conditions
  struct Side {                // a number or thing that a condition compares, to say what it was
    size_t condition = 0;
    Id routine = kNoId;
    Class cls = Class::kNumber;  // or a player
    Span span;
  };
  std::vector<Side> sides;  // in order of conditions
  std::vector<Given> givens;
  std::vector<std::string> rulesets;  // linked, in order
  // The checked tree that the program was made from (compiler/sema/model.h); it lives on the library's files.
  std::shared_ptr<const sema::Model> model;
};

// `selection`: names of rulesets with their options, as after `extends`. A file elsewhere is given to the library
// with AddText first and called by its name.
[[nodiscard]] Compiled Compile(std::string_view selection, Library& library, const CompileOptions& options = {});
// The same of a selection that stands in a file: what is wrong with it is said there.
[[nodiscard]] Compiled Compile(const std::vector<ast::RulesetRef>& selection, Library& library,
                               const CompileOptions& options = {});

// Parses a selection; errors are in the sink.
std::vector<ast::RulesetRef> ParseSelection(std::string_view selection, Library& library, Sink& sink);

}  // namespace reeve
