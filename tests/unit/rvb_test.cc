// Compiled files: what is saved is loaded, what is damaged is refused with a reason, and nothing in between crashes.
#include "runtime/bytecode/rvb.h"

#include "runtime/bytecode/disassemble.h"
#include "runtime/bytecode/verify.h"
#include "tests/unit/rules.h"

namespace reeve {
namespace {

TEST(Rvb, IsTheSameBytesWhereverItsRulesLie) {
  const auto bytes = [](const std::string& folder) {
    Library library(REEVE_SOURCE_DIR "/rulesets");
    library.AddText(
        folder + "house.reeve",
        "ruleset house extends base\nscore x \"x\" { when road completed  for active_player  points 1 \"x\" }\n");
    const Compiled compiled = Compile("base, house", library);
    return compiled.program ? SaveProgram(*compiled.program) : SaveProgram(Program{});
  };
  EXPECT_EQ(bytes("/one/"), bytes("/two/and/longer/"));
}

TEST(Rvb, ASavedProgramIsLoadedAsItWas) {
  const Program program = test::Rules("base, land_surveyors");
  std::string why;
  const auto loaded = LoadProgram(SaveProgram(program), &why);
  ASSERT_TRUE(loaded.has_value()) << why;
  EXPECT_EQ(SaveProgram(*loaded), SaveProgram(program));
  EXPECT_EQ(Disassemble(*loaded), Disassemble(program));
}

TEST(Rvb, CompilingTwiceGivesTheSameBytes) {
  EXPECT_EQ(SaveProgram(test::Rules("base, ties_split")), SaveProgram(test::Rules("base, ties_split")));
}

TEST(Rvb, AFileThatIsCutShortIsRefused) {
  const std::string bytes = SaveProgram(test::Rules("base"));
  for (size_t size = 0; size < bytes.size(); size += 1 + size / 7) {
    std::string why;
    EXPECT_FALSE(LoadProgram(std::string_view(bytes).substr(0, size), &why).has_value()) << size;
    EXPECT_FALSE(why.empty());
  }
  std::string why;
  EXPECT_FALSE(LoadProgram(bytes + "x", &why).has_value());
  EXPECT_EQ(why, "the file has bytes after its end");
}

TEST(Rvb, ForeignFilesAndVersionsAreNamed) {
  std::string why;
  EXPECT_FALSE(LoadProgram("{\"json\": true}", &why).has_value());
  EXPECT_EQ(why, "this is no compiled ruleset: it does not begin with RVB1");
  std::string bytes = SaveProgram(test::Rules("base"));
  bytes[4] = 99;
  EXPECT_FALSE(LoadProgram(bytes, &why).has_value());
  EXPECT_NE(why.find("version 99"), std::string::npos);
}

// Damage behind a digest that fits, as somebody who means it would do: the verifier has to hold.
TEST(Rvb, ChangedContentIsRefusedOrSound) {
  const std::string bytes = SaveProgram(test::Rules("base"));
  constexpr size_t kHeader = 20;
  std::mt19937_64 lot(1);
  int refused = 0, sound = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string changed = bytes;
    for (int k = 0; k < 1 + i % 3; ++k) {
      changed[kHeader + lot() % (bytes.size() - kHeader)] = static_cast<char>(lot());
    }
    const uint64_t digest = Digest(std::string_view(changed).substr(kHeader));
    for (int k = 0; k < 8; ++k) changed[12 + static_cast<size_t>(k)] = static_cast<char>(digest >> (8 * k));
    std::string why;
    const auto program = LoadProgram(changed, &why);
    if (!program) {
      ++refused;
      EXPECT_FALSE(why.empty());
      continue;
    }
    ++sound;
    Disassemble(*program);
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(sound, 100);
}

class Verified : public testing::Test {
 protected:
  Program program_ = test::Rules("base");
  std::string Fault() { return Verify(program_).value_or(""); }
  Insn& First(Op op) {
    for (Insn& insn : program_.code)
      if (insn.op == op) return insn;
    ADD_FAILURE();
    return program_.code[0];
  }
};

TEST_F(Verified, AcceptsWhatTheCompilerMakes) {
  EXPECT_EQ(Fault(), "");
}

TEST_F(Verified, FindsAJumpOutOfItsRoutine) {
  First(Op::kJumpFalse).c = 1 << 20;
  EXPECT_NE(Fault().find("a jump leaves the routine"), std::string::npos) << Fault();
}

TEST_F(Verified, FindsASlotThatIsNotThere) {
  First(Op::kLoad).a = 31;
  EXPECT_NE(Fault().find("a slot is 31"), std::string::npos) << Fault();
}

TEST_F(Verified, FindsAStackThatDiffersByWay) {
  First(Op::kJump) = {Op::kConst, 0, 0, 0};  // falls into the other way with one value too many
  EXPECT_NE(Fault().find("reached with different stacks"), std::string::npos) << Fault();
}

TEST_F(Verified, FindsAnEffectInAValue) {
  First(Op::kColumn) = {Op::kNext, 0, 0, 0};
  EXPECT_NE(Fault().find("stands in a value"), std::string::npos) << Fault();
}

TEST_F(Verified, FindsTooFewOperands) {
  First(Op::kColumn) = {Op::kAdd, 0, 0, 0};
  EXPECT_NE(Fault().find("takes more than there is"), std::string::npos) << Fault();
}

TEST_F(Verified, FindsAColumnThatIsNotThere) {
  First(Op::kColumn).b = 1000;
  EXPECT_NE(Fault().find("there is no column 1000"), std::string::npos) << Fault();
}

TEST_F(Verified, FindsRoutinesThatCallEachOtherInACircle) {
  for (size_t r = 0; r < program_.routines.size(); ++r) {
    RoutineInfo& routine = program_.routines[r];
    if (routine.result != Result::kValue || !routine.own_frame || routine.sets != 0 || routine.end - routine.begin < 3)
      continue;
    program_.code[static_cast<size_t>(routine.begin)] = {Op::kConst, 0, 0, 0};
    program_.code[static_cast<size_t>(routine.begin) + 1] = {Op::kCall, 0, 0, static_cast<int32_t>(r)};
    program_.code[static_cast<size_t>(routine.begin) + 2] = {Op::kReturn, 0, 0, 0};
    EXPECT_NE(Fault().find("in a circle"), std::string::npos) << Fault();
    return;
  }
  FAIL() << "no routine to change";
}

TEST_F(Verified, FindsASegmentThatSharesAPort) {
  program_.tiles[0].segments[0].ports = program_.tiles[0].segments[1].ports;
  EXPECT_NE(Fault().find("share a port"), std::string::npos) << Fault();
}

}  // namespace
}  // namespace reeve
