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

#ifdef __SSE2__
static_assert(sizeof(Space) == 8);

// The needs of sixteen spaces, four a register.
struct Sixteen {
  __m128i needs[4], unasked[4];
};

Sixteen Load(const Space* spaces) {
  Sixteen made;
  for (int i = 0; i < 4; ++i) {
    const __m128 low = _mm_castsi128_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(spaces + 4 * i)));
    const __m128 high = _mm_castsi128_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(spaces + 4 * i + 2)));
    made.needs[i] = _mm_castps_si128(_mm_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1)));
    made.unasked[i] = _mm_cmpeq_epi8(made.needs[i], _mm_setzero_si128());
  }
  return made;
}

// A bit for each of them that the sides with these codes fit.
uint64_t Fitting(const Sixteen& spaces, uint32_t codes) {
  const __m128i sides = _mm_set1_epi32(static_cast<int>(codes)), all = _mm_set1_epi32(-1);
  __m128i fit[4];
  for (int i = 0; i < 4; ++i) {
    fit[i] = _mm_cmpeq_epi32(_mm_or_si128(_mm_cmpeq_epi8(spaces.needs[i], sides), spaces.unasked[i]), all);
  }
  const __m128i packed = _mm_packs_epi16(_mm_packs_epi32(fit[0], fit[1]), _mm_packs_epi32(fit[2], fit[3]));
  return static_cast<unsigned>(_mm_movemask_epi8(packed));
}

bool HasWildNeed(const Sixteen& spaces) {
  const __m128i wild = _mm_set1_epi8(static_cast<char>(kWildSide));
  __m128i found = _mm_setzero_si128();
  for (int i = 0; i < 4; ++i) found = _mm_or_si128(found, _mm_cmpeq_epi8(spaces.needs[i], wild));
  return _mm_movemask_epi8(found) != 0;
}
#endif

}  // namespace

void Board::FindFits(Id tile, FitBits& fits) const {
  if (fits.tile == tile && fits.changes == space_changes_) return;
  fits.tile = tile;
  fits.changes = space_changes_;
  fits.count = 0;
  fits.groups.resize(static_cast<size_t>((space_count_ + kGroup - 1) / kGroup));
  const TurnCodes& turns = shapes_->turns(tile);
  for (size_t g = 0; g < fits.groups.size(); ++g) {
    auto& words = fits.groups[g];
    words = {};
    const int32_t first = static_cast<int32_t>(g) * kGroup, end = std::min(space_count_, first + kGroup);
    int32_t at = first;
#ifdef __SSE2__
    for (; at < end && !turns.has_wild; at += 16) {
      const Sixteen spaces = Load(spaces_.data() + at);
      if (HasWildNeed(spaces)) break;  // rules with sides that fit any: one by one, below
      for (size_t turn = 0; turn < kSides; ++turn) words[turn] |= Fitting(spaces, turns.codes[turn]) << (at - first);
    }
#endif
    for (; at < end; ++at) {
      const unsigned fitting = FittingTurns(spaces_[static_cast<size_t>(at)], turns);
      for (size_t turn = 0; turn < kSides; ++turn) words[turn] |= static_cast<uint64_t>(fitting >> turn & 1) << (at - first);
    }
    const uint64_t known = ~uint64_t{0} >> (kGroup - (end - first));
    for (uint64_t& word : words) {
      word &= known;
      fits.count += Bits(word);
    }
  }
}

std::pair<int32_t, int> Board::FitAt(const FitBits& fits, int32_t k) {
  for (size_t g = 0; g < fits.groups.size(); ++g) {
    for (size_t turn = 0; turn < kSides; ++turn) {
      uint64_t word = fits.groups[g][turn];
      const int here = Bits(word);
      if (k >= here) {
        k -= here;
        continue;
      }
      for (; k > 0; --k) word &= word - 1;
      return {static_cast<int32_t>(g) * kGroup + std::countr_zero(word), static_cast<int>(turn)};
    }
  }
  return {kNone, 0};
}

}  // namespace reeve
