// The floor: the base game with farms for two players, with nothing in it but what these rules need.
//
// Reeve reads its rules from files; this has them written out, laid out by hand for speed, and so says how
// fast a whole game can be. What it rests on: each cell holds what its neighbours turn to it, so that laying
// a tile looks nothing up; a feature is one line of 32 bytes and made only where no neighbour gives one; fits
// are four bits a space, tried 32 spaces at a time and never listed; tiles with two parts of one kind, and a
// field's cities, are lists that join in one step and are thinned when they are counted.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>
#if defined(__AVX2__) && defined(__BMI2__)
#include <immintrin.h>
#endif

#include "tests/bench/floor/tiles.h"

namespace reeve::floor {

struct Place {
  uint16_t at = 0;
  uint8_t turn = 0;
};

class Game {
 public:
  static constexpr int kWidth = 148, kMiddle = 74, kPlayers = 2, kFollowers = 7;
  static constexpr uint16_t At(int x, int y) { return static_cast<uint16_t>((y + kMiddle) * kWidth + x + kMiddle); }
  static constexpr int X(uint16_t at) { return at % kWidth - kMiddle; }
  static constexpr int Y(uint16_t at) { return at / kWidth - kMiddle; }

  Game() : tables_(TileTables()), cells_(kWidth * kWidth) { Begin(); }

  void Begin() {
    for (int i = 0; i < laid_count_; ++i) cells_[laid_[Index(i)]] = Cell{};
    for (int i = 1; i <= space_count_; ++i) cells_[space_at_[Index(i)]] = Cell{};
    for (int i = 0; i < monk_count_; ++i) ForSquares(monks_[Index(i)].at, [&](Cell& cell) { cell.near = 0; });
    feature_count_ = link_count_ = 1;
    space_count_ = laid_count_ = monk_count_ = 0;
    score_ = {};
    supply_ = {kFollowers, kFollowers};
    Lay(kStartTile, {At(0, 0), 0});
  }

  // How many ways there are to lay the tile: a space and a turn.
  int CountPlaces(int tile) {
    const FitTable& fits = tables_.fits[Index(tile)];
    int count = 0;
#if defined(__AVX2__) && defined(__BMI2__)
    const auto table = [](const std::array<uint8_t, 16>& of) {
      return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(of.data())));
    };
    const __m256i north_east = table(fits.north_east), south_west = table(fits.south_west), low = _mm256_set1_epi8(15);
    for (int i = 0; i < space_count_; i += 32) {
      const __m256i needs = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(space_needs_.data() + i + 1));
      const __m256i turns =
          _mm256_and_si256(_mm256_shuffle_epi8(north_east, _mm256_and_si256(needs, low)),
                           _mm256_shuffle_epi8(south_west, _mm256_and_si256(_mm256_srli_epi16(needs, 4), low)));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(turns_.data() + i), turns);
    }
#else
    for (int i = 0; i < space_count_; ++i) {
      const unsigned needs = space_needs_[Index(i + 1)];
      turns_[Index(i)] = fits.north_east[needs & 15] & fits.south_west[needs >> 4];
    }
#endif
    std::memset(turns_.data() + space_count_, 0, 32);
    for (int i = 0, end = space_count_; i < end; i += 8) count += std::popcount(Word(i));
    return count;
  }
  // The k-th of them.
  Place PlaceAt(int k) const {
    for (int i = 0;; i += 8) {
      uint64_t word = Word(i);
      const int here = std::popcount(word);
      if (k >= here) {
        k -= here;
        continue;
      }
#if defined(__AVX2__) && defined(__BMI2__)
      const int bit = std::countr_zero(_pdep_u64(uint64_t{1} << k, word));
#else
      for (; k > 0; --k) word &= word - 1;
      const int bit = std::countr_zero(word);
#endif
      return {space_at_[Index(i + bit / 8 + 1)], static_cast<uint8_t>(bit % 8)};
    }
  }
  int Neighbours(uint16_t at) const {
    const unsigned sides = cells_[at].sides;
    return std::popcount((sides | sides >> 1) & 0x55u);
  }

  void Lay(int tile, Place place) {
    const Shape& shape = tables_.shapes[Index(tile)][place.turn];
    Cell& cell = cells_[place.at];
    shape_ = &shape;
    at_ = place.at;
    FillSpace(cell);
    std::array<uint16_t, kMaxParts> found{};
    std::array<int16_t, kMaxParts> joins{};
    for (unsigned ports = shape.joining & tables_.ports_beside[cell.sides]; ports != 0; ports &= ports - 1) {
      const auto port = Index(std::countr_zero(ports));
      const size_t part = shape.part[port];
      const uint16_t theirs = Find(cell.port[port]);
      joins[part] = static_cast<int16_t>(joins[part] + 1);
      const uint16_t mine = found[part] == 0 ? theirs : Find(found[part]);
      found[part] = mine == theirs ? mine : Join(mine, theirs);
    }
    for (size_t i = 0; i < shape.part_count; ++i) {
      const uint16_t feature = found[i] == 0 ? NewFeature(shape.kind[i]) : Find(found[i]);
      Feature& row = features_[feature];
      row.open = static_cast<int16_t>(row.open + shape.open[i] - 2 * joins[i]);
      row.parts = static_cast<int16_t>(row.parts + 1);
      row.pennants = static_cast<int16_t>(row.pennants + shape.pennants[i]);
      found[i] = feature;
    }
    for (unsigned parts = shape.shared; parts != 0; parts &= parts - 1) {
      Append(found[Index(std::countr_zero(parts))], static_cast<uint16_t>(laid_count_));
    }
    for (unsigned fields = shape.fields; fields != 0; fields &= fields - 1) {
      const auto field = Index(std::countr_zero(fields));
      for (unsigned cities = shape.cities[field]; cities != 0; cities &= cities - 1) {
        Append(found[field], found[Index(std::countr_zero(cities))]);
      }
    }
    part_feature_ = found;
    TellNeighbours(shape, found);
    for (unsigned monks = cell.near; monks != 0; monks &= monks - 1) ++monks_[Index(std::countr_zero(monks))].filled;
    laid_[Index(laid_count_++)] = place.at;
  }

  // The parts of the tile laid last on which the player may put a follower, as bits.
  unsigned Spots(int player) const {
    if (supply_[Index(player)] == 0) return 0;
    unsigned spots = 0;
    for (size_t i = 0; i < shape_->part_count; ++i) {
      spots |= (features_[part_feature_[i]].followers == Followers{} ? 1u : 0u) << i;
    }
    return spots;
  }
  void Put(int part, int player) {
    ++features_[part_feature_[Index(part)]].followers[Index(player)];
    --supply_[Index(player)];
    if (part != shape_->monastery) return;
    const auto bit = static_cast<uint8_t>(1u << monk_count_);
    Monk& monk = monks_[Index(monk_count_++)];
    monk = {at_, static_cast<int8_t>(player), 0};
    ForSquares(at_, [&](Cell& cell) {
      cell.near |= bit;
      monk.filled = static_cast<int8_t>(monk.filled + (cell.space == kFilled));
    });
  }

  // Pays what the tile and the follower have completed.
  void Resolve() {
    for (unsigned parts = shape_->scored; parts != 0; parts &= parts - 1) {
      Feature& feature = features_[part_feature_[Index(std::countr_zero(parts))]];
      if (feature.open != 0 || feature.followers == Followers{}) continue;
      const int tiles = TilesOf(feature);
      Pay(feature.followers, feature.kind == Kind::kCity ? 2 * (tiles + feature.pennants) : tiles);
      for (size_t player = 0; player < kPlayers; ++player)
        supply_[player] = static_cast<int8_t>(supply_[player] + feature.followers[player]);
      feature.followers = {};
    }
    for (unsigned monks = cells_[at_].near; monks != 0; monks &= monks - 1) {
      Monk& monk = monks_[Index(std::countr_zero(monks))];
      if (monk.filled != 9 || monk.player < 0) continue;
      score_[Index(monk.player)] += 9;
      ++supply_[Index(monk.player)];
      monk.player = -1;
    }
  }

  void Finish() {
    for (int i = 1; i < feature_count_; ++i) {
      const Feature& feature = features_[Index(i)];
      if (feature.followers == Followers{} || feature.parent != i) continue;
      switch (feature.kind) {
        case Kind::kRoad:
          Pay(feature.followers, TilesOf(feature));
          break;
        case Kind::kCity:
          Pay(feature.followers, TilesOf(feature) + feature.pennants);
          break;
        case Kind::kField:
          Pay(feature.followers, 3 * TownsOf(feature));
          break;
        case Kind::kMonastery:
          break;
      }
    }
    for (int i = 0; i < monk_count_; ++i) {
      const Monk& monk = monks_[Index(i)];
      if (monk.player >= 0) score_[Index(monk.player)] += monk.filled;
    }
  }

  // For benchmarks of one scoring: what is on the board, and followers that nobody played.
  std::vector<uint16_t> Features(Kind kind, bool closed) const {
    std::vector<uint16_t> found;
    for (int i = 1; i < feature_count_; ++i) {
      const Feature& feature = features_[Index(i)];
      if (feature.parent == i && feature.kind == kind && (feature.open == 0) == closed)
        found.push_back(static_cast<uint16_t>(i));
    }
    return found;
  }
  void AddFollower(uint16_t feature, int player) {
    ++features_[feature].followers[Index(player)];
  }
  void PayFeature(uint16_t number) {
    const Feature& feature = features_[number];
    switch (feature.kind) {
      case Kind::kRoad:
        return Pay(feature.followers, TilesOf(feature));
      case Kind::kCity:
        return Pay(feature.followers, 2 * (TilesOf(feature) + feature.pennants));
      case Kind::kField:
        return Pay(feature.followers, 3 * TownsOf(feature));
      case Kind::kMonastery:
        return;
    }
  }
  void PayMonks() {
    for (int i = 0; i < monk_count_; ++i) score_[Index(monks_[Index(i)].player)] += monks_[Index(i)].filled;
  }

  int score(int player) const {
    return score_[Index(player)];
  }
  const Shape& laid_shape() const {
    return *shape_;
  }
  // Memory of a running game, its grid left out: what a copy would have to hold at the least.
  size_t used_bytes() const {
    return static_cast<size_t>(feature_count_) * sizeof(Feature) + static_cast<size_t>(link_count_) * sizeof(Link) +
           static_cast<size_t>(laid_count_ + space_count_) * (sizeof(Cell) + 3);
  }

 private:
  using Followers = std::array<int16_t, kPlayers>;
  struct alignas(32) Cell {
    std::array<uint16_t, kFloorPorts> port{};  // the features that the neighbours turn to it
    uint8_t sides = 0;                         // and their sides
    uint8_t near = 0;                          // monks in the nine squares
    uint16_t space = 0;                        // its number among the spaces; 0: neither space nor filled
  };
  struct alignas(32) Feature {
    int16_t open = 0, parts = 0, pennants = 0;
    Followers followers{};
    std::array<int16_t, 3> unused{};
    uint16_t parent = 0, head = 0, tail = 0;  // of its list
    Kind kind = Kind::kField;
  };
  struct Link {
    uint16_t what = 0, next = 0;
  };
  struct Monk {
    uint16_t at = 0;
    int8_t player = -1, filled = 0;
  };
  static constexpr uint16_t kFilled = 256;  // a place in the list of spaces that is written to and never read
  static constexpr size_t kMostFeatures = 1024;

  static constexpr size_t Index(int i) {
    return static_cast<size_t>(i);
  }
  uint64_t Word(int i) const {
    uint64_t word;
    std::memcpy(&word, turns_.data() + i, sizeof word);
    return word;
  }
  template <class Visit>
  void ForSquares(uint16_t at, Visit visit) {
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) visit(cells_[Index(at + y * kWidth + x)]);
    }
  }

  void FillSpace(Cell& cell) {
    if (cell.space != 0) {
      const auto last = Index(space_count_--);
      space_needs_[cell.space] = space_needs_[last];
      space_at_[cell.space] = space_at_[last];
      cells_[space_at_[last]].space = cell.space;
    }
    cell.space = kFilled;
  }
  // Whether a neighbour is filled, a space or neither is a toss-up, so nothing branches on it.
  void TellNeighbours(const Shape& shape, const std::array<uint16_t, kMaxParts>& found) {
    static constexpr int kStep[4] = {-kWidth, 1, kWidth, -1};
    int spaces = space_count_;
    for (size_t side = 0; side < 4; ++side) {
      const size_t across = (side + 2) & 3;
      const auto at = static_cast<uint16_t>(at_ + kStep[side]);
      Cell& cell = cells_[at];
      for (size_t port = 0; port < 3; ++port) cell.port[across * 3 + 2 - port] = found[shape.part[side * 3 + port]];
      cell.sides = static_cast<uint8_t>(cell.sides | (shape.sides >> (2 * side) & 3) << (2 * across));
      const int is_new = cell.space == 0;
      spaces += is_new;
      const uint16_t space = is_new ? static_cast<uint16_t>(spaces) : cell.space;
      cell.space = space;
      space_needs_[space] = cell.sides;
      space_at_[space] = at;
    }
    space_count_ = spaces;
  }

  uint16_t Find(uint16_t feature) const {
    while (features_[feature].parent != feature) feature = features_[feature].parent;
    return feature;
  }
  uint16_t NewFeature(Kind kind) {
    Feature& feature = features_[Index(feature_count_)];
    feature = Feature{};
    feature.parent = static_cast<uint16_t>(feature_count_);
    feature.kind = kind;
    return static_cast<uint16_t>(feature_count_++);
  }
  uint16_t Join(uint16_t a, uint16_t b) {
    if (b < a) std::swap(a, b);
    Feature &into = features_[a], &from = features_[b];
    from.parent = a;
    into.open = static_cast<int16_t>(into.open + from.open);
    into.parts = static_cast<int16_t>(into.parts + from.parts);
    into.pennants = static_cast<int16_t>(into.pennants + from.pennants);
    for (size_t player = 0; player < kPlayers; ++player)
      into.followers[player] = static_cast<int16_t>(into.followers[player] + from.followers[player]);
    if (from.head != 0) {
      if (into.head == 0) into.head = from.head;
      else links_[into.tail].next = from.head;
      into.tail = from.tail;
    }
    return a;
  }
  void Append(uint16_t to, uint16_t what) {
    Feature& feature = features_[to];
    const auto made = static_cast<uint16_t>(link_count_++);
    links_[made] = {what, 0};
    if (feature.head == 0) feature.head = made;
    else links_[feature.tail].next = made;
    feature.tail = made;
  }

  int TilesOf(const Feature& feature) {
    int tiles = feature.parts;
    ++now_;
    for (uint16_t link = feature.head; link != 0; link = links_[link].next) {
      uint32_t& stamp = stamps_[links_[link].what];
      tiles -= stamp == now_;
      stamp = now_;
    }
    return tiles;
  }
  int TownsOf(const Feature& field) {
    int towns = 0;
    ++now_;
    for (uint16_t link = field.head; link != 0; link = links_[link].next) {
      const uint16_t city = Find(links_[link].what);
      towns += stamps_[city] != now_ && features_[city].open == 0;
      stamps_[city] = now_;
    }
    return towns;
  }
  void Pay(const Followers& followers, int points) {
    const int16_t most = *std::max_element(followers.begin(), followers.end());
    for (size_t player = 0; player < kPlayers; ++player) score_[player] += followers[player] == most ? points : 0;
  }

  const Tables& tables_;
  std::vector<Cell> cells_;
  std::array<Feature, kMostFeatures> features_;
  std::array<Link, kMostFeatures> links_;
  std::array<uint32_t, kMostFeatures> stamps_{};
  uint32_t now_ = 0;
  std::array<uint8_t, 320> space_needs_{};  // from 1
  std::array<uint16_t, 320> space_at_{};
  alignas(32) std::array<uint8_t, 320> turns_{};
  std::array<uint16_t, 96> laid_{};
  std::array<Monk, 8> monks_;
  std::array<int, kPlayers> score_{};
  std::array<int8_t, kPlayers> supply_{};
  std::array<uint16_t, kMaxParts> part_feature_{};
  const Shape* shape_ = nullptr;
  uint16_t at_ = 0;
  int feature_count_ = 1, link_count_ = 1, space_count_ = 0, laid_count_ = 0, monk_count_ = 0;
};

}  // namespace reeve::floor
