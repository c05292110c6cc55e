// Rules that are compiled, and what is said of them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "compiler/diagnostics/render.h"
#include "fmt/format.h"

namespace reeve::test {

struct Checked {
  Library library{REEVE_SOURCE_DIR "/rulesets"};
  Compiled compiled;

  std::vector<std::string> Lines() const {  // "E01 text"
    std::vector<std::string> lines;
    for (const Diagnostic& said : compiled.findings.all())
      lines.push_back(fmt::format("{} {}", Info(said.code).id, said.text));
    return lines;
  }
  std::vector<std::string> Codes() const {
    std::vector<std::string> codes;
    for (const Diagnostic& said : compiled.findings.all()) codes.emplace_back(Info(said.code).id);
    return codes;
  }
  // The words that the first finding marks.
  std::string Marked() const {
    return compiled.findings.all().empty() ? ""
                                           : std::string(library.sources().Text(compiled.findings.all().front().span));
  }
  std::string All() const { return RenderAll(compiled.findings, library.sources()); }
};

// Compiles items of a ruleset that extends `extends`.
inline std::unique_ptr<Checked> Check(const std::string& items, const std::string& extends = "base") {
  auto checked = std::make_unique<Checked>();
  checked->library.AddText("test.reeve", fmt::format("ruleset test extends {}\n{}\n", extends, items));
  checked->compiled = Compile("test", checked->library);
  return checked;
}

}  // namespace reeve::test
