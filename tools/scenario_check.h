// What is wrong with a scenario before it is played: names that its rules do not have, turns that no tile can make, two
// tiles on one square, figures on what does not lie there. All of it is found in one go, each with the word that was
// probably meant.
#pragma once

#include <vector>

#include "compiler/compile.h"
#include "compiler/syntax/ast.h"

namespace reeve {

// Compiles the rules of a scenario with its conditions; nothing, if it names no rules.
Compiled CompileScenario(const ast::Scenario& scenario, Library& library);

// In order of place. `compiled`: its rules; if they do not compile, their names are not looked at.
std::vector<Diagnostic> CheckScenario(const ast::Scenario& scenario, const Compiled& compiled,
                                      const SourceMap& sources);

// The scenarios of the rulesets that a selection names: what is wrong with them, their rules and conditions.
void CheckScenarios(const std::string& selection, Library& library, Sink& sink);

}  // namespace reeve
