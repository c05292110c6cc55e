// Tiles turned and flattened: what a piece looks like in each of its four turns.
//
// Made once from a Program; read at every placement. A shape answers, without a search, which segment lies at
// a port, what a side joins with, and which segments touch. Cost: 4 shapes a tile, about 700 bytes each, of
// which a placement reads the first line, seldom more.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/bytecode/program.h"
#include "runtime/bytecode/value.h"

namespace reeve {

// What a side must meet: a number for the kind of its middle segment, kPlainSide for a side with half-edges
// only, kWildSide for a side that fits any. Kinds are numbered from kFirstKindSide in the order in which
// tiles show them (Shapes::SideKind leads back), so that codes need 8 bits though kind ids may need 9. No
// side has the code 0: a space says with it that a side has no neighbour.
using SideCode = uint8_t;
inline constexpr SideCode kNoSide = 0;
inline constexpr SideCode kPlainSide = 1;
inline constexpr SideCode kFirstKindSide = 2;
inline constexpr SideCode kWildSide = 255;

// Ports of edges and of half-edges, as masks of port bits.
inline constexpr uint16_t kEdgePorts = 0x492;
inline constexpr uint16_t kHalfEdgePorts = 0xB6D;
inline constexpr uint16_t kPortsOfSide[kSides] = {0x007, 0x038, 0x1C0, 0xE00};

// What a placement reads of a segment, in eight bytes: of most tiles all of it lies in the shape's first
// line.
struct ShapePart {
  Id kind = kNoId;
  uint8_t edges = 0;
  bool shares = false;
};

struct alignas(64) Shape {
  int8_t segment_count = 0;
  bool has_marks = false;           // something is printed on it that becomes a marker
  std::array<int8_t, kPorts> port;  // port -> segment of the tile, -1: none
  uint16_t joining = 0;             // ports through which a segment joins others of its kind
  std::array<SideCode, kSides> side;
  uint32_t side_codes = 0;  // the four codes packed, north lowest
  uint32_t shares = 0;      // segments that have another of their kind on this tile
  bool has_wild = false;
  uint32_t alone = 0;       // segments of kinds that join nothing
  bool has_shared = false;  // some segment has an end that another one holds
  std::array<ShapePart, kMaxSegments> parts;
  std::array<uint16_t, kMaxSegments> joins;  // segment -> those of its ports through which it joins: its ends
  std::array<uint8_t, kMaxSegments> edges;   // how many: its middle ports (half-edge kinds: its half-edges)
  std::array<Id, kMaxSegments> kind;
  std::array<uint16_t, kMaxSegments> ports;  // segment -> its ports, turned
  std::array<uint32_t, kMaxSegments> touches;
  std::array<uint16_t, kMaxSegments> shared;  // segment -> ends that another segment of its kind holds
};

// Four bits a side, north lowest. What a side asks is nothing or all: a side that fits any asks nothing.
using Nibbles = uint16_t;
constexpr Nibbles NibbleOf(SideCode code, int side) {
  return static_cast<Nibbles>((code & 15u) << (4 * side));
}
constexpr Nibbles AskedBy(SideCode code, int side) {
  return NibbleOf(code == kNoSide || code == kWildSide ? 0 : 15, side);
}

// The packed side codes of a tile in its four turns, to try them on a space at once.
struct TurnCodes {
  std::array<uint32_t, 4> codes{};
  bool has_wild = false;
  std::array<Nibbles, 4> nibbles{}, asked{};  // the same at four bits a side, where Shapes::narrow()
};

class Shapes {
 public:
  explicit Shapes(const Program& program);
  const Shape& shape(Id tile, int turn) const {
    return shapes_[static_cast<size_t>(tile) * 4 + static_cast<size_t>(turn)];
  }
  const TurnCodes& turns(Id tile) const { return turns_[static_cast<size_t>(tile)]; }
  // The tile with a segment of the kind that some marker adds across it, as its last; nullptr where it has none.
  const Shape* spanned(Id tile, int turn, int axis) const {
    if (spanned_.empty()) return nullptr;
    const Shape& shape =
        spanned_[(static_cast<size_t>(tile) * 4 + static_cast<size_t>(turn)) * 2 + static_cast<size_t>(axis)];
    return shape.segment_count > 0 ? &shape : nullptr;
  }
  // Whether all codes but kWildSide fit in four bits: so they do in all boxes there are.
  bool narrow() const { return next_code_ <= 16; }
  bool has_shared() const { return has_shared_; }  // any of them
  Id span_kind() const { return span_kind_; }
  SideCode span_code() const { return span_code_; }
  // The kind that a code stands for; kNoId for the codes that stand for none.
  Id SideKind(SideCode code) const { return side_kinds_[code]; }

 private:
  SideCode CodeOf(Id kind);
  Shape Turned(const Program& program, const TileInfo& tile, int turn);
  Shape Spanned(const Program& program, const Shape& shape, int axis) const;

  std::vector<Shape> shapes_;
  std::vector<Shape> spanned_;  // only where some marker adds segments
  bool has_shared_ = false;
  Id span_kind_ = kNoId;
  SideCode span_code_ = kNoSide;
  std::vector<TurnCodes> turns_;
  std::array<Id, 256> side_kinds_;
  int next_code_ = kFirstKindSide;
};

// Port p of a side faces port 2 - p of the side across.
inline constexpr int OppositeSide(int side) {
  return (side + 2) & 3;
}
inline constexpr int FacingPort(int port) {
  return 2 - port;
}
inline constexpr int kSideX[kSides] = {0, 1, 0, -1};  // N E S W
inline constexpr int kSideY[kSides] = {-1, 0, 1, 0};

inline constexpr uint16_t TurnedPorts(uint16_t ports,
                                      int turn) {  // a quarter turn moves every port one side on
  const unsigned twice = static_cast<unsigned>(ports) << (kPortsPerSide * (turn & 3));
  return static_cast<uint16_t>((twice | twice >> kPorts) & 0xFFF);
}
inline constexpr uint16_t JoiningPorts(Joins joins) {
  return joins == Joins::kEdges ? kEdgePorts : joins == Joins::kHalfEdges ? kHalfEdgePorts : 0;
}

// A port's name, turned: "NL", "N", "NR".
const char* PortName(int port);

}  // namespace reeve
