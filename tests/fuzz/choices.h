// A fuzzer's bytes as choices: one byte for a small one, zeros when they are used up, so that whatever reads on ends
// soon if the first alternative is always the plainest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reeve::fuzz {

class Choices {
 public:
  Choices(const uint8_t* data, size_t size) : at_(data), end_(data + size) {}
  bool AtEnd() const { return at_ == end_; }
  uint8_t Byte() { return AtEnd() ? 0 : *at_++; }
  uint32_t Below(uint32_t count) { return Byte() % count; }  // at most 256
  bool Chance(uint32_t in_256) { return !AtEnd() && Byte() < in_256; }
  uint64_t Seed() {
    uint64_t seed = 0;
    for (int i = 0; i < 4; ++i) seed = seed << 8 | Byte();
    return seed;
  }
  template <class T>
  const T& Of(const std::vector<T>& items) {
    return items[Below(static_cast<uint32_t>(items.size()))];
  }
  std::string_view Rest() {
    const std::string_view rest(reinterpret_cast<const char*>(at_), static_cast<size_t>(end_ - at_));
    at_ = end_;
    return rest;
  }

 private:
  const uint8_t* at_;
  const uint8_t* end_;
};

}  // namespace reeve::fuzz
