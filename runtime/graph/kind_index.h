// Which things are of which kind: nodes that are features, figures, markers. Most nodes of a large board have joined
// others, and who asks for all cities, or for the markers of one kind, need not look through what is none. Kept by the
// board as things come, and as features join, come apart and turn into another kind.
//
// Kinds are known by their places: 0 to `places` - 1. A bit for each thing and place, the places of 64 things side by
// side.
//
// Cost: Put and Take O(1), plus room for ids that are new; For O(ids / 64 * places asked for + what it visits).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace reeve {

class KindIndex {
 public:
  explicit KindIndex(int places) : places_(static_cast<size_t>(places)) {}

  void Clear() { words_.clear(); }
  void Put(int32_t id, int32_t place) {
    const size_t word = Word(id, place);
    if (word >= words_.size()) words_.resize((static_cast<size_t>(id) / 64 + 1) * places_);
    words_[word] |= Bit(id);
  }
  void Take(int32_t id, int32_t place) { words_[Word(id, place)] &= ~Bit(id); }

  // Those at any of the places, in the order of their ids.
  template <class Visit>
  void For(std::span<const int32_t> places, Visit&& visit) const {
    for (size_t first = 0; first < words_.size(); first += places_) {
      uint64_t bits = 0;
      for (const int32_t place : places) bits |= words_[first + static_cast<size_t>(place)];
      for (; bits != 0; bits &= bits - 1) visit(static_cast<int32_t>(first / places_ * 64) + std::countr_zero(bits));
    }
  }

 private:
  size_t Word(int32_t id, int32_t place) const {
    return static_cast<size_t>(id) / 64 * places_ + static_cast<size_t>(place);
  }
  static uint64_t Bit(int32_t id) { return uint64_t{1} << (id & 63); }

  size_t places_;
  std::vector<uint64_t> words_;
};

}  // namespace reeve
