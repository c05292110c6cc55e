#include "runtime/graph/shapes.h"

#include <gtest/gtest.h>

#include "tests/unit/small_program.h"

namespace reeve {
namespace {

int PortOf(const std::string& name) {
  for (int port = 0; port < kPorts; ++port) {
    if (name == PortName(port)) return port;
  }
  ADD_FAILURE() << name;
  return 0;
}

class ShapesTest : public testing::Test {
 protected:
  int At(Id tile, int turn, const std::string& port) const {
    return shapes_.shape(tile, turn).port[static_cast<size_t>(PortOf(port))];
  }
  Id Side(Id tile, int turn, int side) const {
    return shapes_.SideKind(shapes_.shape(tile, turn).side[static_cast<size_t>(side)]);
  }
  const Program program_ = SmallProgram();
  const Shapes shapes_{program_};
};

TEST_F(ShapesTest, AQuarterTurnMovesNorthToEast) {
  EXPECT_EQ(At(kCap, 0, "N"), 0);
  EXPECT_EQ(At(kCap, 1, "E"), 0);
  EXPECT_EQ(At(kCap, 2, "S"), 0);
  EXPECT_EQ(At(kCap, 3, "W"), 0);
  EXPECT_EQ(At(kCap, 1, "N"), 1) << "the road's west end";
  EXPECT_EQ(At(kCap, 1, "S"), 1);
  EXPECT_EQ(At(kCap, 1, "W"), -1);
}

TEST_F(ShapesTest, HalvesKeepTheirHand) {
  EXPECT_EQ(At(kCap, 0, "EL"), 2);
  EXPECT_EQ(At(kCap, 1, "SL"), 2);
  EXPECT_EQ(At(kCap, 1, "NR"), 2) << "WR turned";
  EXPECT_EQ(At(kCap, 3, "NL"), 2) << "EL turned three times";
  EXPECT_EQ(At(kCap, 1, "EL"), -1) << "a city has no half-edges";
}

TEST_F(ShapesTest, FourTurnsBringAPortBack) {
  for (int port = 0; port < kPorts; ++port) {
    auto ports = static_cast<uint16_t>(1u << port);
    for (int i = 0; i < 4; ++i) ports = TurnedPorts(ports, 1);
    EXPECT_EQ(ports, 1u << port);
    EXPECT_EQ(TurnedPorts(ports, 1), TurnedPorts(ports, 5));
  }
}

TEST_F(ShapesTest, SidesNameTheKindOfTheirMiddle) {
  EXPECT_EQ(Side(kCap, 1, 1), kCity);
  EXPECT_EQ(Side(kCap, 1, 0), kRoad);
  EXPECT_EQ(shapes_.shape(kCap, 1).side[3], kPlainSide);
  EXPECT_EQ(shapes_.shape(kAbbey, 0).side[2], kWildSide);
  EXPECT_TRUE(shapes_.shape(kAbbey, 3).has_wild);
  EXPECT_FALSE(shapes_.shape(kCap, 3).has_wild);
  EXPECT_EQ(Side(kAbbey, 0, 0), kNoId);
}

TEST_F(ShapesTest, SideCodesArePackedNorthLowest) {
  const Shape& shape = shapes_.shape(kGate, 1);
  for (int side = 0; side < kSides; ++side) {
    EXPECT_EQ(shape.side_codes >> (8 * side) & 255, shape.side[static_cast<size_t>(side)]);
  }
}

TEST_F(ShapesTest, EdgesAreCountedByTheSortThatTheKindJoinsBy) {
  const Shape& gate = shapes_.shape(kGate, 2);
  EXPECT_EQ(gate.edges[0], 3);
  EXPECT_EQ(gate.edges[1], 1);
  EXPECT_EQ(gate.edges[2], 1);
  const Shape& monastery = shapes_.shape(kMonasteryRoad, 0);
  EXPECT_EQ(monastery.edges[0], 0);
  EXPECT_EQ(monastery.edges[2], 8);
  EXPECT_EQ(monastery.alone, 0b001u);
  EXPECT_EQ(gate.alone, 0u);
}

TEST_F(ShapesTest, KnowsWhichSegmentsShareTheTile) {
  EXPECT_EQ(shapes_.shape(kTwoCaps, 0).shares, 0b011u);
  EXPECT_EQ(shapes_.shape(kGate, 0).shares, 0b1100u);
  EXPECT_EQ(shapes_.shape(kTwoCaps, 1).touches[2], 0b011u);
}

TEST_F(ShapesTest, AWildSideTurnsWithItsTile) {
  Program program = SmallKinds();
  const Id tile = AddTile(program, "one", "road S; wild N");
  const Shapes shapes(program);
  EXPECT_EQ(shapes.shape(tile, 0).side[0], kWildSide);
  EXPECT_EQ(shapes.shape(tile, 1).side[1], kWildSide);
  EXPECT_EQ(shapes.shape(tile, 1).side[0], kPlainSide);
}

TEST_F(ShapesTest, MoreKindsThanCodesOverflowNothing) {
  Program program;
  for (int i = 0; i < kMaxKinds; ++i) {
    AddKind(program, "k" + std::to_string(i), Class::kFeature).joins = Joins::kEdges;
    AddTile(program, "t" + std::to_string(i), "k" + std::to_string(i) + " N");
  }
  const Shapes shapes(program);
  EXPECT_EQ(shapes.SideKind(shapes.shape(0, 0).side[0]), 0);
  EXPECT_EQ(shapes.SideKind(shapes.shape(252, 0).side[0]), 252);
  EXPECT_EQ(shapes.shape(255, 0).side[0], kWildSide - 1);
}

}  // namespace
}  // namespace reeve
