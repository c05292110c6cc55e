// What all targets share: how one says that something does not hold.
//
// A target is a function that libFuzzer calls with bytes (`./dev fuzz`); seeds_test.cc calls it with every seed. It
// compiles for both: LLVMFuzzerTestOneInput has a name of its own there (tests/CMakeLists.txt).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace reeve::fuzz {

// Ends the process, which is how a find is told to the fuzzer and to the tests.
inline void Must(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

}  // namespace reeve::fuzz
