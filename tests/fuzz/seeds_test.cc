// Every seed once more, without a fuzzer: what was found stays mended. And the generators mostly make what is right.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>

#include "tests/fuzz/generate_rules.h"
#include "tests/unit/rules.h"

extern "C" {
#define TARGET(name) int Fuzz_##name(const uint8_t* data, size_t size);
#include "tests/fuzz/targets.def"
#undef TARGET
}

namespace reeve {
namespace {

struct Target {
  const char* name;
  int (*run)(const uint8_t*, size_t);

  friend void PrintTo(const Target& target, std::ostream* out) { *out << target.name; }
};

constexpr Target kTargets[] = {
#define TARGET(name) {#name, Fuzz_##name},
#include "tests/fuzz/targets.def"
#undef TARGET
};

class Seeds : public testing::TestWithParam<Target> {};

TEST_P(Seeds, AreTakenWithoutAFault) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(REEVE_SOURCE_DIR "/tests/fuzz/seeds") / GetParam().name)) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  ASSERT_FALSE(paths.empty());
  for (const auto& path : paths) {
    std::cerr << path.filename().string() << "\n";  // the last one said is the one that ended the process
    std::ifstream in(path, std::ios::binary);
    std::stringstream bytes;
    bytes << in.rdbuf();
    const std::string text = bytes.str();
    EXPECT_EQ(GetParam().run(reinterpret_cast<const uint8_t*>(text.data()), text.size()), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Seeds, testing::ValuesIn(kTargets),
                         [](const auto& target) { return target.param.name; });

TEST(Generator, MostOfTheRulesThatItMakesCompile) {
  Library library(REEVE_SOURCE_DIR "/rulesets");
  std::mt19937 lot(7);
  int compiled = 0;
  size_t nevers = 0;
  for (int i = 0; i < 60; ++i) {
    std::vector<uint8_t> bytes(40 + lot() % 100);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(lot());
    fuzz::Choices choices(bytes.data(), bytes.size());
    const std::string name = "made_up" + std::to_string(i);
    library.AddText(name + ".reeve", fuzz::GenerateRules(name, choices));
    const Compiled rules = Compile(name, library);
    compiled += rules.program.has_value();
    if (rules.program) nevers += rules.program->nevers.size();
  }
  EXPECT_GE(compiled, 40);
  EXPECT_GE(nevers, 30u);
}

}  // namespace
}  // namespace reeve
