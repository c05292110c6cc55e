#include "tests/bench/floor/tiles.h"

#include <bit>

namespace reeve::floor {
namespace {

constexpr uint16_t kAllHalves = NL | NR | EL | ER | SL | SR | WL | WR;

constexpr Part Monastery() {
  return {Kind::kMonastery, 0, 0};
}
constexpr Part City(int ports) {
  return {Kind::kCity, static_cast<uint16_t>(ports), 0};
}
constexpr Part Road(int ports) {
  return {Kind::kRoad, static_cast<uint16_t>(ports), 0};
}
constexpr Part Field(int ports, int cities = 0) {
  return {Kind::kField, static_cast<uint16_t>(ports), static_cast<uint8_t>(cities)};
}

Shape Turned(const Tile& tile, int turn) {
  Shape shape;
  shape.part_count = tile.part_count;
  for (size_t i = 0; i < tile.part_count; ++i) {
    const Part& part = tile.parts[i];
    const unsigned twice = static_cast<unsigned>(part.ports) << (3 * turn);
    shape.ports[i] = static_cast<uint16_t>((twice | twice >> 12) & 0xFFF);
    shape.kind[i] = part.kind;
    shape.cities[i] = part.cities;
    if (part.kind == Kind::kMonastery) shape.monastery = static_cast<int8_t>(i);
    if (part.kind == Kind::kField) shape.fields |= static_cast<uint8_t>(1u << i);
    if (part.kind != Kind::kCity && part.kind != Kind::kRoad) continue;
    shape.scored |= static_cast<uint8_t>(1u << i);
    shape.open[i] = static_cast<uint8_t>(std::popcount(part.ports));
    if (part.kind == Kind::kCity) shape.pennants[i] = tile.pennants;
    for (size_t other = 0; other < tile.part_count; ++other) {
      if (other != i && tile.parts[other].kind == part.kind) shape.shared |= static_cast<uint8_t>(1u << i);
    }
  }
  for (size_t side = 0; side < 4; ++side) {
    Side code = kFieldSide;
    for (size_t i = 0; i < tile.part_count; ++i) {
      for (size_t port = 0; port < 3; ++port) {
        if ((shape.ports[i] >> (3 * side + port) & 1) == 0) continue;
        shape.part[3 * side + port] = static_cast<uint8_t>(i);
        if (port == 1) code = shape.kind[i] == Kind::kCity ? kCitySide : kRoadSide;
      }
    }
    if (code == kFieldSide) shape.part[3 * side + 1] = shape.part[3 * side];  // both halves are of one field
    shape.joining |= static_cast<uint16_t>((code == kRoadSide ? 7u : 2u) << (3 * side));
    shape.sides |= static_cast<uint8_t>(code << (2 * side));
  }
  return shape;
}

bool Fits(unsigned need, unsigned code) {
  return need == kAny || need == code;
}

Tables Make() {
  Tables tables;
  for (size_t tile = 0; tile < kTiles; ++tile) {
    for (unsigned turn = 0; turn < 4; ++turn) {
      const Shape shape = tables.shapes[tile][turn] = Turned(kBox[tile], static_cast<int>(turn));
      for (unsigned needs = 0; needs < 16; ++needs) {
        const unsigned first = needs & 3, second = needs >> 2;
        const bool north_east = Fits(first, shape.sides & 3u) && Fits(second, shape.sides >> 2 & 3u);
        const bool south_west = Fits(first, shape.sides >> 4 & 3u) && Fits(second, shape.sides >> 6 & 3u);
        tables.fits[tile].north_east[needs] |= static_cast<uint8_t>((north_east ? 1u : 0u) << turn);
        tables.fits[tile].south_west[needs] |= static_cast<uint8_t>((south_west ? 1u : 0u) << turn);
      }
    }
  }
  for (unsigned needs = 0; needs < 256; ++needs) {
    tables.ports_beside[needs] = 0;
    for (unsigned side = 0; side < 4; ++side) {
      if (needs >> (2 * side) & 3) tables.ports_beside[needs] |= static_cast<uint16_t>(7u << (3 * side));
    }
  }
  return tables;
}

}  // namespace

const std::array<Tile, kTiles> kBox = {{
    {"L", 4, 0, 2, {Monastery(), Field(kAllHalves)}},
    {"LR", 2, 0, 3, {Monastery(), Road(S), Field(kAllHalves)}},
    {"Ccccp", 1, 1, 1, {City(N | E | S | W)}},
    {"Ccc", 3, 0, 2, {City(N | E | W), Field(SL | SR, 1)}},
    {"Cccp", 1, 1, 2, {City(N | E | W), Field(SL | SR, 1)}},
    {"CccR", 1, 0, 4, {City(N | E | W), Road(S), Field(SL, 1), Field(SR, 1)}},
    {"CccRp", 2, 1, 4, {City(N | E | W), Road(S), Field(SL, 1), Field(SR, 1)}},
    {"CFc", 1, 0, 3, {City(E | W), Field(NL | NR, 1), Field(SL | SR, 1)}},
    {"CFcp", 2, 1, 3, {City(E | W), Field(NL | NR, 1), Field(SL | SR, 1)}},
    {"Cc", 3, 0, 2, {City(N | W), Field(EL | ER | SL | SR, 1)}},
    {"Ccp", 2, 1, 2, {City(N | W), Field(EL | ER | SL | SR, 1)}},
    {"CcRr", 3, 0, 4, {City(N | W), Road(E | S), Field(EL | SR, 1), Field(ER | SL)}},
    {"CcRrp", 2, 1, 4, {City(N | W), Road(E | S), Field(EL | SR, 1), Field(ER | SL)}},
    {"C", 5, 0, 2, {City(N), Field(EL | ER | SL | SR | WL | WR, 1)}},
    {"CFC", 3, 0, 3, {City(N), City(S), Field(EL | ER | WL | WR, 3)}},
    {"CC", 2, 0, 3, {City(N), City(W), Field(EL | ER | SL | SR, 3)}},
    {"RCr", 4, 0, 4, {City(N), Road(E | W), Field(EL | WR, 1), Field(ER | SL | SR | WL)}},
    {"CRr", 3, 0, 4, {City(N), Road(E | S), Field(EL | SR | WL | WR, 1), Field(ER | SL)}},
    {"RrC", 3, 0, 4, {City(N), Road(S | W), Field(EL | ER | SL | WR, 1), Field(SR | WL)}},
    {"CRRR", 3, 0, 7, {City(N), Road(E), Road(S), Road(W), Field(EL | WR, 1), Field(ER | SL), Field(SR | WL)}},
    {"RFr", 8, 0, 3, {Road(E | W), Field(NL | NR | EL | WR), Field(ER | SL | SR | WL)}},
    {"Rr", 9, 0, 3, {Road(S | W), Field(NL | NR | EL | ER | SL | WR), Field(SR | WL)}},
    {"RRR", 4, 0, 6, {Road(E), Road(S), Road(W), Field(NL | NR | EL | WR), Field(ER | SL), Field(SR | WL)}},
    {"RRRR",
     1,
     0,
     8,
     {Road(N), Road(E), Road(S), Road(W), Field(NR | EL), Field(ER | SL), Field(SR | WL), Field(NL | WR)}},
}};

const Tables& TileTables() {
  static const Tables tables = Make();
  return tables;
}

}  // namespace reeve::floor
