// Findings for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/source/source.h"

namespace reeve {

struct RenderOptions {
  bool colours = false;
  int width = 110;  // columns of an excerpt, at least 40; a longer line is shown round the place in question
};

// One finding with an excerpt of the text, notes and help, ending in a newline:
//   error E01: I do not know "pennants_on". Did you mean "pennant"?
//     --> house/my.reeve:12:27
//      |
//   12 | modify city.completed { if any pennants_on city ... }
//      |                                ^^^^^^^^^^^
//      help: write "pennant"
std::string Render(const Diagnostic& diagnostic, const SourceMap& sources, const RenderOptions& options = {});

// All of a sink, with a blank line between two.
std::string RenderAll(const Sink& sink, const SourceMap& sources, const RenderOptions& options = {});

// One JSON array. Lines and columns count from 1, columns in code points; `end` is behind the last character.
std::string RenderJson(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources);

}  // namespace reeve
