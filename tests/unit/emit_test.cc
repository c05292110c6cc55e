// From a checked tree to a program: what comes out verifies, or there is none.
#include "compiler/codegen/emit.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "compiler/compile.h"
#include "compiler/sema/link.h"

namespace reeve {
namespace {

struct Tree {
  Library library{REEVE_SOURCE_DIR "/rulesets"};
  Sink findings;
  CompileOptions options;
  sema::Model model;

  explicit Tree(const std::string& items) {
    library.AddText("test.reeve", "ruleset test extends base\n" + items + "\n");
    sema::CheckedConditions none;
    model = sema::Checker(sema::Link(ParseSelection("test", library, findings), library, findings), library, findings,
                          options)
                .Run(&none);
    EXPECT_FALSE(findings.HasErrors());
  }
  Program Emitted() { return Emitter(model, library.sources()).Run({}, nullptr); }
};

// A tree that the checker should not have made, as it once did of "never top of pile": things of another class than it
// says.
TEST(Emitter, GivesNoProgramThatDoesNotVerify) {
  Tree tree("never roads where number of followers on road > 1");
  ASSERT_EQ(tree.model.nevers.size(), 1u);
  EXPECT_EQ(tree.Emitted().nevers.size(), 1u);
  sema::Term players = *tree.model.nevers[0].set;
  players.type.cls = Class::kPlayer;
  tree.model.nevers[0].set = &players;
  EXPECT_THROW(static_cast<void>(tree.Emitted()), std::logic_error);
}

}  // namespace
}  // namespace reeve
