// A generator of lots that costs next to nothing (wyrand), the same on every machine.
#pragma once

#include <cstdint>

namespace reeve {

class Lot {
 public:
  explicit Lot(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ull + 0x2545F4914F6CDD1Dull) {}
  uint64_t Next() {
    state_ += 0xA0761D6478BD642Full;
    const Wide product = static_cast<Wide>(state_) * (state_ ^ 0xE7037ED1A0B428DBull);
    return static_cast<uint64_t>(product >> 64) ^ static_cast<uint64_t>(product);
  }
  // A number below `count`; the bias is at most count in 2^32.
  uint32_t Below(uint32_t count) { return static_cast<uint32_t>((Next() >> 32) * count >> 32); }

 private:
  __extension__ using Wide = unsigned __int128;
  uint64_t state_;
};

}  // namespace reeve
