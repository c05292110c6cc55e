// The 24 tiles of the base game, written by hand, and what they look like in each of their four turns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace reeve::floor {

enum class Kind : uint8_t { kField, kRoad, kCity, kMonastery };
inline constexpr int kTiles = 24, kMaxParts = 8, kFloorPorts = 12;

// Sides as the need of a neighbour: 0 where there is none. Two bits a side, north lowest.
enum Side : uint8_t { kAny = 0, kFieldSide = 1, kCitySide = 2, kRoadSide = 3 };

// Ports clockwise from the north: left half, middle, right half of each side.
enum Port : uint16_t {
  NL = 1,
  N = 2,
  NR = 4,
  EL = 8,
  E = 16,
  ER = 32,
  SL = 64,
  S = 128,
  SR = 256,
  WL = 512,
  W = 1024,
  WR = 2048
};

struct Part {
  Kind kind = Kind::kField;
  uint16_t ports = 0;
  uint8_t cities = 0;  // a field: the parts that it touches, as bits
};

struct Tile {
  const char* name;
  uint8_t count;
  uint8_t pennants;
  uint8_t part_count;
  std::array<Part, kMaxParts> parts;
};
extern const std::array<Tile, kTiles> kBox;
inline constexpr int kStartTile = 16;  // one of the four with a road past a city

// A tile in one turn. Through a side of field or city one part goes on, by the middle port; through a road
// three.
struct alignas(64) Shape {
  uint8_t sides = 0;  // codes
  uint8_t part_count = 0;
  uint8_t scored = 0;  // parts that are cities or roads
  uint8_t fields = 0;
  int8_t monastery = -1;                    // the part, if there is one
  uint8_t shared = 0;                       // cities and roads that have another of their kind on the tile
  std::array<uint8_t, kFloorPorts> part{};  // by port
  uint16_t joining = 0;                     // ports that something goes on through
  std::array<Kind, kMaxParts> kind{};
  std::array<uint8_t, kMaxParts> open{};  // ports that have to be met
  std::array<uint8_t, kMaxParts> pennants{};
  std::array<uint8_t, kMaxParts> cities{};
  std::array<uint16_t, kMaxParts> ports{};  // all of them, to find a part by
};

// Which turns fit, as four bits, by the needs of north and east, and by those of south and west.
struct alignas(32) FitTable {
  std::array<uint8_t, 16> north_east{}, south_west{};
};

struct Tables {
  std::array<std::array<Shape, 4>, kTiles> shapes;
  std::array<FitTable, kTiles> fits;
  std::array<uint16_t, 256> ports_beside;  // by needs: the ports of the sides that have a neighbour
};
const Tables& TileTables();

}  // namespace reeve::floor
