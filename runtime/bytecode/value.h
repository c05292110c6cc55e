// The one value type of the machine and the classes of things it can stand for.
//
// A Value is a number or the id of a thing; which of the two is known when a program is compiled, and the
// verifier holds programs to it. Numbers of the language are 32 bits wide: arithmetic that leaves that range
// is an error value (kOverflow), never a wrapped result.
#pragma once

#include <cstdint>

namespace reeve {

using Value = int64_t;

inline constexpr Value kNothing = -1;           // no such thing; ids are never negative
inline constexpr Value kMaxNumber = INT32_MAX;  // numbers lie in [-kMaxNumber, kMaxNumber]

inline constexpr int kMaxPlayers = 8;

// What a Value can stand for. The engine knows these classes and no kinds: kinds are declared by rulesets.
enum class Class : uint8_t {
  kNone,
  kNumber,
  kTruth,
  kSquare,   // a square of the grid, filled ("cell") or beside the board ("space"); packed coordinates
  kPiece,    // a physical tile
  kSegment,  // a feature's printed part on a piece
  kFeature,  // segments joined; the id is that of its node, valid until the feature is joined again
  kFigure,
  kMarker,
  kPlayer,
  kPlace,   // a place of a zone
  kZone,    // a zone: the supply, the pile, the scoreboard, the hand, or a declared one
  kCard,    // a named entry of a deck or bag
  kFit,     // a way to lay a piece: piece, square, turn
  kCorner,  // where four squares meet
  kEdge,    // a side of a segment
  kAward,   // an entry of the ledger
  kText,    // one of the texts of a choice
  kKind,    // a kind itself
  kGame,    // the game as owner of state
  kStep,
  kFitSegment,  // a segment of a piece as it would lie: fit, index on its tile
  kJoining,     // two segments of one tile that a marker can join
  kSpan,        // a way to lay a segment across a tile: square, axis
};
inline constexpr int kClassCount = static_cast<int>(Class::kSpan) + 1;
const char* ClassName(Class cls);  // "figure": as a message says it

// --- squares: coordinates packed so that ids do not depend on how the grid is stored -----------------
inline constexpr int kMaxCoordinate = 30000;  // |x|, |y| of a square
inline constexpr Value PackSquare(int x, int y) {
  return static_cast<Value>(y + 32768) << 16 | static_cast<Value>(x + 32768);
}
inline constexpr int SquareX(Value square) {
  return static_cast<int>(square & 0xFFFF) - 32768;
}
inline constexpr int SquareY(Value square) {
  return static_cast<int>(square >> 16 & 0xFFFF) - 32768;
}

// --- fits: piece, square, turn (quarter turns clockwise) ---------------------------------------------
inline constexpr Value PackFit(int32_t piece, Value square, int turn) {
  return static_cast<Value>(piece) << 34 | square << 2 | turn;
}
inline constexpr int32_t FitPiece(Value fit) {
  return static_cast<int32_t>(fit >> 34);
}
inline constexpr Value FitSquare(Value fit) {
  return fit >> 2 & 0xFFFFFFFF;
}
inline constexpr int FitTurn(Value fit) {
  return static_cast<int>(fit & 3);
}
inline constexpr Value PackFitSegment(Value fit, int index) {
  return fit << 5 | index;
}
inline constexpr Value FitOfSegment(Value segment) {
  return segment >> 5;
}
inline constexpr int IndexOfSegment(Value segment) {
  return static_cast<int>(segment & 31);
}

// --- joinings: two segments, the lower first; spans: a square and an axis (0 north to south, 1 west to east) ------
inline constexpr Value PackJoining(int32_t a, int32_t b) {
  return static_cast<Value>(a < b ? a : b) << 31 | (a < b ? b : a);
}
inline constexpr int32_t JoiningFirst(Value joining) {
  return static_cast<int32_t>(joining >> 31);
}
inline constexpr int32_t JoiningSecond(Value joining) {
  return static_cast<int32_t>(joining & 0x7FFFFFFF);
}
inline constexpr Value PackSpan(Value square, int axis) {
  return square << 1 | axis;
}
inline constexpr Value SpanSquare(Value span) {
  return span >> 1;
}
inline constexpr int SpanAxis(Value span) {
  return static_cast<int>(span & 1);
}

// --- corners: the square whose north-west corner it is -------------------------------------------------

// --- sides and ports ----------------------------------------------------------------------------------
// Sides are numbered N E S W = 0..3; a side has three ports, left, middle and right as seen from the tile's
// centre: left and right are its half-edges (NL is the western half of the north side), middle its edge.
inline constexpr int kSides = 4;
inline constexpr int kPortsPerSide = 3;
inline constexpr int kPorts = kSides * kPortsPerSide;
inline constexpr int kMaxSegments = 32;  // of one tile

}  // namespace reeve
