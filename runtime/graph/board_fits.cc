// Where a tile fits: all spaces, sixteen at a time, without a list of them.
#include <algorithm>
#include <bit>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "runtime/graph/board.h"

namespace reeve {
namespace {

constexpr int kGroup = 64;

int Bits(uint64_t word) {  // std::popcount is a call where the processor is not known to count bits
  word -= word >> 1 & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
  return static_cast<int>(((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}

constexpr uint64_t kOnes = 0x0101010101010101u, kTops = 0x8080808080808080u;

// By a byte and a number below 8: where that one of its bits is.
constexpr auto kBitOfByte = [] {
  std::array<std::array<uint8_t, 8>, 256> where{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (unsigned bit = 0, n = 0; bit < 8; ++bit) {
      if (byte >> bit & 1) where[byte][n++] = static_cast<uint8_t>(bit);
    }
  }
  return where;
}();

// Where the n-th bit of a word is, that has more than n.
int NthBit(uint64_t word, int n) {
  uint64_t sums = word - (word >> 1 & 0x5555555555555555u);
  sums = (sums & 0x3333333333333333u) + (sums >> 2 & 0x3333333333333333u);
  sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * kOnes;  // in each byte: bits up to its end
  const uint64_t passed = (((static_cast<uint64_t>(n) * kOnes | kTops) - sums) & kTops) >> 7;
  const int shift = static_cast<int>(passed * kOnes >> 56) * 8;
  const auto left = static_cast<size_t>(n) - (sums << 8 >> shift & 255);
  return shift + kBitOfByte[word >> shift & 255][left];
}

// What sixteen spaces need, and which of that is asked at all.
class Sixteen {
 public:
#ifdef __SSE2__
  Sixteen(const Nibbles* needs, const Nibbles* asked)
      : needs_{Eight(needs), Eight(needs + 8)}, asked_{Eight(asked), Eight(asked + 8)} {}
  // A bit for each of them that the sides fit.
  uint64_t Fitting(Nibbles sides, Nibbles sides_asked) const {
    const __m128i codes = _mm_set1_epi16(static_cast<int16_t>(sides)),
                  masks = _mm_set1_epi16(static_cast<int16_t>(sides_asked));
    const auto fit = [&](size_t half) {
      const __m128i differ = _mm_and_si128(_mm_xor_si128(needs_[half], codes), _mm_and_si128(asked_[half], masks));
      return _mm_cmpeq_epi16(differ, _mm_setzero_si128());
    };
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(fit(0), fit(1))));
  }

 private:
  static __m128i Eight(const Nibbles* from) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  }
  __m128i needs_[2], asked_[2];
#else
  Sixteen(const Nibbles* needs, const Nibbles* asked) : needs_(needs), asked_(asked) {}
  uint64_t Fitting(Nibbles sides, Nibbles sides_asked) const {
    uint64_t bits = 0;
    for (int i = 0; i < 16; ++i)
      bits |= static_cast<uint64_t>(((needs_[i] ^ sides) & asked_[i] & sides_asked) == 0) << i;
    return bits;
  }

 private:
  const Nibbles *needs_, *asked_;
#endif
};

}  // namespace

void Board::FindFits(Id tile, FitBits& fits) const {
  if (fits.tile == tile && fits.changes == space_changes_) return;
  fits.tile = tile;
  fits.changes = space_changes_;
  fits.count = 0;
  fits.groups.resize(static_cast<size_t>((space_count_ + kGroup - 1) / kGroup));
  const TurnCodes& turns = shapes_->turns(tile);
  const bool narrow = shapes_->narrow();
  for (size_t g = 0; g < fits.groups.size(); ++g) {
    auto& words = fits.groups[g].words;
    words = {};
    const int32_t first = static_cast<int32_t>(g) * kGroup, end = std::min(space_count_, first + kGroup);
    for (int32_t at = first; narrow && at < end; at += 16) {
      const Sixteen spaces(need_nibbles_.data() + at, need_asked_.data() + at);
      for (size_t turn = 0; turn < kSides; ++turn)
        words[turn] |= spaces.Fitting(turns.nibbles[turn], turns.asked[turn]) << (at - first);
    }
    for (int32_t at = first; !narrow && at < end; ++at) {
      const unsigned fitting = FittingTurns(spaces_[static_cast<size_t>(at)], turns);
      for (size_t turn = 0; turn < kSides; ++turn)
        words[turn] |= static_cast<uint64_t>(fitting >> turn & 1) << (at - first);
    }
    const uint64_t known = ~uint64_t{0} >> (kGroup - (end - first));
    for (size_t turn = 0; turn < kSides; ++turn) {
      words[turn] &= known;
      fits.count += fits.groups[g].counts[turn] = Bits(words[turn]);
    }
  }
}

// Which one is asked for is a toss-up, so there are few branches on it.
std::pair<int32_t, int> Board::FitAt(const FitBits& fits, int32_t k) {
  for (size_t g = 0; g < fits.groups.size(); ++g) {
    const FitBits::Group& group = fits.groups[g];
    int32_t before[kSides + 1] = {};
    for (size_t turn = 0; turn < kSides; ++turn) before[turn + 1] = before[turn] + group.counts[turn];
    if (k >= before[kSides]) {
      k -= before[kSides];
      continue;
    }
    const int turn = (k >= before[1]) + (k >= before[2]) + (k >= before[3]);
    return {static_cast<int32_t>(g) * kGroup + NthBit(group.words[static_cast<size_t>(turn)], k - before[turn]), turn};
  }
  return {kNone, 0};
}

}  // namespace reeve
