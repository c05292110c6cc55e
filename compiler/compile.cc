#include "compiler/compile.h"

#include <algorithm>
#include <variant>

#include "compiler/codegen/emit.h"
#include "compiler/sema/checker.h"
#include "compiler/sema/link.h"
#include "compiler/syntax/parser.h"

namespace reeve {

namespace {

// A selection is what stands behind `extends`: it is read as the header of a ruleset of its own. On a line of its own,
// and not in column 1, where a name that looks like "bag" or "tile" would be taken for the begin of an item.
constexpr std::string_view kBefore = "ruleset selection extends\n  ";

// From places in the text that was parsed to places in the selection as it was given.
class Rebase {
 public:
  explicit Rebase(int32_t file) : file_(file) {}
  void operator()(Span& span) const {
    if (!span.valid()) return;
    constexpr auto kShift = static_cast<int32_t>(kBefore.size());
    span = {file_, std::max(0, span.begin - kShift), std::max(0, span.end - kShift)};
  }
  void operator()(ast::RulesetRef& ref) const {
    (*this)(ref.span);
    (*this)(ref.name.span);
    for (ast::Setting& setting : ref.settings) {
      (*this)(setting.span);
      (*this)(setting.option.span);
      std::visit([&](auto& value) { (*this)(value.span); }, setting.value);
    }
  }
  void operator()(Diagnostic& said) const {
    (*this)(said.span);
    for (Note& note : said.notes) (*this)(note.span);
    if (said.edit) (*this)(said.edit->span);
  }

 private:
  int32_t file_;
};

}  // namespace

std::vector<ast::RulesetRef> ParseSelection(std::string_view selection, Library& library, Sink& sink) {
  const int32_t parsed_file = library.sources().Add("selection", std::string(kBefore) + std::string(selection));
  const Rebase rebase(library.sources().Add("selection", std::string(selection)));
  Sink findings;
  ast::File parsed = Parse(library.sources(), parsed_file, findings);
  for (Diagnostic said : findings.all()) {
    rebase(said);
    sink.Report(said);
  }
  if (!parsed.header) return {};
  for (ast::RulesetRef& ref : parsed.header->extends) rebase(ref);
  return std::move(parsed.header->extends);
}

Compiled Compile(std::string_view selection, Library& library, const CompileOptions& options) {
  Compiled compiled;
  const std::vector<ast::RulesetRef> rulesets = ParseSelection(selection, library, compiled.findings);
  if (compiled.findings.HasErrors()) return compiled;
  return Compile(rulesets, library, options);
}

Compiled Compile(const std::vector<ast::RulesetRef>& rulesets, Library& library, const CompileOptions& options) {
  Compiled compiled;
  sema::Linked linked = sema::Link(rulesets, library, compiled.findings);
  compiled.rulesets = linked.rulesets;
  sema::CheckedConditions conditions;
  const auto model = std::make_shared<const sema::Model>(
      sema::Checker(std::move(linked), library, compiled.findings, options).Run(&conditions));
  compiled.findings.Sort();
  if (compiled.findings.HasErrors()) return compiled;
  EmittedConditions emitted;
  compiled.model = model;
  compiled.program = Emitter(*model, library.sources()).Run(conditions, &emitted);
  compiled.conditions = std::move(emitted.conditions);
  compiled.sides = std::move(emitted.sides);
  compiled.givens = std::move(emitted.givens);
  return compiled;
}

}  // namespace reeve
