#include "runtime/graph/shapes.h"

#include <bit>

namespace reeve {

const char* PortName(int port) {
  static constexpr const char* kNames[kPorts] = {"NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR"};
  return port >= 0 && port < kPorts ? kNames[port] : "";
}

Shapes::Shapes(const Program& program) {
  side_kinds_.fill(kNoId);
  shapes_.reserve(program.tiles.size() * kSides);
  for (const TileInfo& tile : program.tiles) {
    TurnCodes& turns = turns_.emplace_back();
    for (int turn = 0; turn < kSides; ++turn) {
      const Shape& shape = shapes_.emplace_back(Turned(program, tile, turn));
      turns.codes[static_cast<size_t>(turn)] = shape.side_codes;
      turns.has_wild = shape.has_wild;
      for (int side = 0; side < kSides; ++side) {
        turns.nibbles[static_cast<size_t>(turn)] |= NibbleOf(shape.side[static_cast<size_t>(side)], side);
        turns.asked[static_cast<size_t>(turn)] |= AskedBy(shape.side[static_cast<size_t>(side)], side);
      }
      has_shared_ |= shape.has_shared;
    }
  }
  for (const KindInfo& kind : program.kinds) {
    if (kind.adds == kNoId || span_kind_ != kNoId) continue;
    span_kind_ = kind.adds;
    span_code_ = CodeOf(kind.adds);
  }
  if (span_kind_ == kNoId) return;
  for (const Shape& shape : shapes_) {
    for (int axis = 0; axis < 2; ++axis) spanned_.push_back(Spanned(program, shape, axis));
  }
}

// One kind is enough for all games known: that of the first marker that adds one.
Shape Shapes::Spanned(const Program& program, const Shape& of, int axis) const {
  Shape shape = of;
  if (of.segment_count >= kMaxSegments || of.side[static_cast<size_t>(axis)] != kPlainSide ||
      of.side[static_cast<size_t>(axis + 2)] != kPlainSide) {
    shape.segment_count = 0;
    return shape;
  }
  const auto added = static_cast<size_t>(shape.segment_count++);
  shape.kind[added] = span_kind_;
  for (const int side : {axis, axis + 2}) {
    const int port = side * kPortsPerSide + 1;
    shape.ports[added] = static_cast<uint16_t>(shape.ports[added] | 1u << port);
    shape.port[static_cast<size_t>(port)] = static_cast<int8_t>(added);
    shape.side[static_cast<size_t>(side)] = span_code_;
    shape.side_codes = (shape.side_codes & ~(255u << (8 * side))) | static_cast<uint32_t>(span_code_) << (8 * side);
  }
  shape.joins[added] = shape.ports[added] & JoiningPorts(program.kind(span_kind_).joins);
  shape.joining |= shape.joins[added];
  shape.edges[added] = static_cast<uint8_t>(std::popcount(shape.joins[added]));
  for (size_t i = 0; i < added; ++i) {
    if (shape.kind[i] != span_kind_) continue;
    shape.shares |= 1u << i | 1u << added;
    shape.parts[i].shares = true;
  }
  shape.parts[added] = {span_kind_, shape.edges[added], (shape.shares >> added & 1) != 0};
  return shape;
}

// With more than 253 kinds on edges the last ones share a code: their sides then fit each other, but do not
// join, because joins compare kinds. kMaxKinds leaves room for three such kinds, in rules made to show it.
SideCode Shapes::CodeOf(Id kind) {
  for (int code = kFirstKindSide; code < next_code_; ++code) {
    if (side_kinds_[static_cast<size_t>(code)] == kind) return static_cast<SideCode>(code);
  }
  if (next_code_ == kWildSide) return kWildSide - 1;
  side_kinds_[static_cast<size_t>(next_code_)] = kind;
  return static_cast<SideCode>(next_code_++);
}

Shape Shapes::Turned(const Program& program, const TileInfo& tile, int turn) {
  Shape shape;
  shape.port.fill(-1);
  shape.ports.fill(0);
  shape.joins.fill(0);
  shape.edges.fill(0);
  shape.kind.fill(kNoId);
  shape.touches.fill(0);
  shape.shared.fill(0);
  shape.segment_count = static_cast<int8_t>(tile.segments.size());
  shape.has_marks = !tile.marks.empty();
  for (size_t i = 0; i < tile.segments.size(); ++i) {
    const SegmentInfo& segment = tile.segments[i];
    const Joins joins = program.kind(segment.kind).joins;
    shape.kind[i] = segment.kind;
    shape.ports[i] = TurnedPorts(segment.ports, turn);
    shape.joins[i] = shape.ports[i] & JoiningPorts(joins);
    shape.joining |= shape.joins[i];
    shape.shared[i] = TurnedPorts(segment.shared, turn);
    shape.has_shared |= segment.shared != 0;
    shape.edges[i] = static_cast<uint8_t>(std::popcount(static_cast<unsigned>(shape.joins[i] | shape.shared[i])));
    shape.touches[i] = segment.touches;
    shape.alone |= (joins == Joins::kNothing ? 1u : 0u) << i;
    shape.has_marks |= !segment.marks.empty();
    for (int port = 0; port < kPorts; ++port) {
      if (shape.ports[i] >> port & 1) shape.port[static_cast<size_t>(port)] = static_cast<int8_t>(i);
    }
    for (size_t other = 0; other < tile.segments.size(); ++other) {
      if (other != i && tile.segments[other].kind == segment.kind) shape.shares |= 1u << i;
    }
    shape.parts[i] = {segment.kind, shape.edges[i], (shape.shares >> i & 1) != 0};
  }
  for (int side = 0; side < kSides; ++side) {
    const int middle = shape.port[static_cast<size_t>(side * kPortsPerSide + 1)];
    const bool wild = tile.wild >> ((side - turn) & 3) & 1;
    const SideCode code = wild ? kWildSide : middle < 0 ? kPlainSide : CodeOf(shape.kind[static_cast<size_t>(middle)]);
    shape.side[static_cast<size_t>(side)] = code;
    shape.side_codes |= static_cast<uint32_t>(code) << (8 * side);
    shape.has_wild |= wild;
  }
  return shape;
}

}  // namespace reeve
