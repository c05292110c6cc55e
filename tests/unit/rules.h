// Compiled rulesets for tests.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "compiler/compile.h"
#include "runtime/game/game.h"

namespace reeve::test {

inline std::string Findings(const Compiled& compiled, const Library& library) {
  std::string text;
  for (const Diagnostic& finding : compiled.findings.all()) {
    const LineColumn at =
        finding.span.valid() ? library.sources().file(finding.span.file).Locate(finding.span.begin) : LineColumn{};
    text += std::string(Info(finding.code).id) + " " + std::to_string(at.line) + ":" + std::to_string(at.column) + " " +
            finding.text + "\n";
  }
  return text;
}

// A selection of the shipped rulesets, and `text` as a ruleset called "house" if it is there.
inline Program Rules(const std::string& selection, const std::string& text = "") {
  Library library(REEVE_SOURCE_DIR "/rulesets");
  if (!text.empty()) library.AddText("house.reeve", text);
  Compiled compiled = Compile(selection, library);
  EXPECT_TRUE(compiled.program.has_value()) << Findings(compiled, library);
  return compiled.program ? *compiled.program : Program{};
}

// One answer by lot; draws by how many there are of each.
inline Option Lot(Game& game, std::mt19937_64& lot) {
  const std::vector<Option> options = game.Options();
  if (game.question().kind != Ask::kDraw) return options[lot() % options.size()];
  int64_t total = 0;
  for (const Option& option : options) total += option.weight;
  int64_t at = static_cast<int64_t>(lot() % static_cast<uint64_t>(total));
  for (const Option& option : options) {
    if ((at -= option.weight) < 0) return option;
  }
  return options.back();
}

}  // namespace reeve::test
