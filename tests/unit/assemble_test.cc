// What the disassembler prints assembles to the same bytes; what nobody printed is refused with a line.
#include "runtime/bytecode/assemble.h"

#include "runtime/bytecode/disassemble.h"
#include "runtime/bytecode/rvb.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

std::string Refusal(const std::string& text) {
  std::string why;
  EXPECT_FALSE(Assemble(text, &why).has_value());
  return why;
}

TEST(Assemble, EveryRulesetComesBackToTheByte) {
  Library library(REEVE_SOURCE_DIR "/rulesets");
  std::vector<std::string> selections{"base (printing second), gardens, abbot, land_surveyors, ties_split"};
  for (const auto& [name, path] : library.rulesets()) {
    if (!name.ends_with(".scenarios")) selections.push_back(name == "base" ? name : "base, " + name);
  }
  int programs = 0;
  for (const std::string& selection : selections) {
    const Compiled compiled = Compile(selection, library);
    if (!compiled.program) continue;  // some need another ruleset beside them
    ++programs;
    std::string why;
    const auto again = Assemble(Disassemble(*compiled.program), &why);
    ASSERT_TRUE(again.has_value()) << selection << ": " << why;
    EXPECT_EQ(SaveProgram(*again), SaveProgram(*compiled.program)) << selection;
  }
  EXPECT_GT(programs, 20);
}

TEST(Assemble, NamesAndTextsOfAnyKindComeBack) {
  Program program = test::Rules("base");
  program.strings[1] = "a \"quote\", a \\, a line\nand a brace } ] ; # \x01";
  program.strings[2] = program.strings[3];  // two of one name
  program.states[0].name = 1;
  program.code[0].c = -7;  // an operand that this instruction does not have
  std::string why;
  const auto again = Assemble(Disassemble(program), &why);
  ASSERT_TRUE(again.has_value()) << why;
  EXPECT_EQ(SaveProgram(*again), SaveProgram(program));
}

TEST(Assemble, WhatIsWrittenByHandIsLookedUp) {
  std::string text = Disassemble(test::Rules("base"));
  const std::string from = "row            \"tiles\"", to = "row \"pennants\" ; more of them";
  text.replace(text.find(from), from.size(), to);
  std::string why;
  const auto changed = Assemble(text, &why);
  ASSERT_TRUE(changed.has_value()) << why;
  EXPECT_NE(SaveProgram(*changed), SaveProgram(test::Rules("base")));
}

TEST(Assemble, MistakesAreToldWithTheirLine) {
  EXPECT_EQ(Refusal(""), "line 1: expected \"strings\", found \"\"");
  EXPECT_EQ(Refusal("strings [\n  \"a\n]"), "line 2: a quote is missing");
  const std::string text = Disassemble(test::Rules("base"));
  std::string changed = text;
  changed.replace(changed.find("row   "), 3, "raw");
  EXPECT_NE(Refusal(changed).find("there is no instruction \"raw\""), std::string::npos);
  changed = text;
  changed.replace(changed.find("\"tiles\"", changed.find("code [")), 7, "\"till\"");
  EXPECT_NE(Refusal(changed).find("there is no \"till\" here"), std::string::npos);
  EXPECT_NE(Refusal(text + "strings []").find("the program has ended"), std::string::npos);
  EXPECT_NE(Refusal(text.substr(0, text.size() / 2)), "");
}

}  // namespace
}  // namespace reeve
