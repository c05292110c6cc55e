#include "compiler/compile.h"

#include "compiler/codegen/emit.h"
#include "compiler/sema/checker.h"
#include "compiler/sema/link.h"
#include "compiler/syntax/parser.h"

namespace reeve {

std::vector<ast::RulesetRef> ParseSelection(std::string_view selection, Library& library, Sink& sink) {
  // A selection is what stands behind `extends`: it is read as the header of a ruleset of its own.
  // On a line of its own, so that messages show what was written and nothing else; and not in column 1, where a name that
  // looks like "bag" or "tile" would be taken for the begin of an item.
  constexpr std::string_view kBefore = "ruleset selection extends\n  ";
  const int32_t file = library.sources().Add("selection", std::string(kBefore) + std::string(selection));
  ast::File parsed = Parse(library.sources(), file, sink);
  if (!parsed.header) return {};
  return std::move(parsed.header->extends);
}

Compiled Compile(std::string_view selection, Library& library, const CompileOptions& options) {
  Compiled compiled;
  const std::vector<ast::RulesetRef> rulesets = ParseSelection(selection, library, compiled.findings);
  if (compiled.findings.HasErrors()) return compiled;
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
  compiled.givens = std::move(emitted.givens);
  return compiled;
}

}  // namespace reeve
