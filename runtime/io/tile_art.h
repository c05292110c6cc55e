// How a tile looks, worked out from its geometry alone: no kind is known by name.
//
// A segment that has a whole side to itself is an area with a wall round it (a city); one that crosses a side
// between the half-edges of others is a line (a road); one of half-edges is ground; one without edges is a
// building. Where a figure or a badge goes is the roomiest spot of the segment, found on a coarse raster. Pictures
// are of the tile unturned, 100 by 100. Cost: some 10 thousand steps a tile; made once a tile and drawing.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "runtime/bytecode/program.h"

namespace reeve {

inline constexpr double kTileSize = 100;

struct Point {
  double x = 0, y = 0;
};

// A quarter turn clockwise round the middle of the tile, so many times.
Point TurnedPoint(Point p, int turn);

// A spot for the n-th thing of a part: its anchor, then beside it.
Point SpotBeside(Point anchor, int n);

class TileArt {
 public:
  enum class Look : uint8_t { kGround, kArea, kLine, kBuilding };
  struct Part {
    Look look = Look::kGround;
    std::string path;           // SVG: an area's outline, a line's course
    std::vector<Point> points;  // the same as a polygon or polyline
    Point anchor;               // the roomiest spot
    double room = 0;            // how far it is to the next border there
  };

  TileArt(const Program& program, Id tile);

  const std::vector<Part>& parts() const { return parts_; }  // by printed segment
  bool village() const { return village_; }                  // lines end in the middle
  bool has_ground() const { return has_ground_; }
  // A line from side to side, as a segment looks that was laid across a tile: 0 from north to south, 1 from east to
  // west.
  static const Part& Across(int axis);

 private:
  static constexpr int kRaster = 25;

  Look LookOf(const TileInfo& tile, size_t segment) const;
  void DrawArea(Part& part, unsigned sides) const;
  void DrawLine(Part& part, unsigned sides, bool building, bool covered) const;
  void Rasterize(const TileInfo& tile);
  void FindAnchors();
  int Owner(int column, int row) const { return raster_[static_cast<size_t>(row * kRaster + column)]; }
  void PlaceBuildings();

  std::vector<Part> parts_;
  std::array<int, kRaster * kRaster> raster_{};  // the part that covers a point, -1: none
  bool village_ = false, has_ground_ = false;
};

}  // namespace reeve
