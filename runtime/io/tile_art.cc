#include "runtime/io/tile_art.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <queue>

namespace reeve {
namespace {

constexpr double kMiddle = kTileSize / 2;
constexpr double kWallDepth = 34;   // of the curve of a cap over one side
constexpr double kLineReach = 7;    // half the width that a line takes up
constexpr double kHouseReach = 17;  // of a building

constexpr Point kCorners[kSides] = {
    {0, 0}, {kTileSize, 0}, {kTileSize, kTileSize}, {0, kTileSize}};  // where side N E S W begins
constexpr Point kEdgeMiddles[kSides] = {{kMiddle, 0}, {kTileSize, kMiddle}, {kMiddle, kTileSize}, {0, kMiddle}};

Point Between(Point a, Point b, double t) {
  return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

double Distance(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

double DistanceToSegment(Point p, Point a, Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double length = dx * dx + dy * dy;
  const double t = length == 0 ? 0 : std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0, 1.0);
  return Distance(p, {a.x + dx * t, a.y + dy * t});
}

bool Inside(Point p, const std::vector<Point>& polygon) {
  bool inside = false;
  for (size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Point a = polygon[i], b = polygon[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

Point Cubic(Point a, Point b, Point c, Point d, double t) {
  const Point ab = Between(a, b, t), bc = Between(b, c, t), cd = Between(c, d, t);
  return Between(Between(ab, bc, t), Between(bc, cd, t), t);
}

// The sides of which a segment has the middle port.
unsigned MiddleSides(const SegmentInfo& segment) {
  unsigned sides = 0;
  for (int side = 0; side < kSides; ++side) {
    if (segment.ports >> (side * kPortsPerSide + 1) & 1) sides |= 1u << side;
  }
  return sides;
}

unsigned HalfSides(const SegmentInfo& segment) {
  unsigned sides = 0;
  for (int side = 0; side < kSides; ++side) {
    if (segment.ports >> (side * kPortsPerSide) & 5) sides |= 1u << side;
  }
  return sides;
}

}  // namespace

Point TurnedPoint(Point p, int turn) {
  for (int i = 0; i < (turn & 3); ++i) p = {kTileSize - p.y, p.x};
  return p;
}

TileArt::TileArt(const Program& program, Id tile_id) {
  const TileInfo& tile = program.tiles[static_cast<size_t>(tile_id)];
  parts_.resize(tile.segments.size());
  bool building = false, covered = false;
  int ends = 0;
  for (size_t i = 0; i < parts_.size(); ++i) {
    parts_[i].look = LookOf(tile, i);
    const unsigned sides = MiddleSides(tile.segments[i]);
    const int count = __builtin_popcount(sides);
    building |= parts_[i].look == Look::kBuilding;
    covered |= parts_[i].look == Look::kArea && (count > 2 || sides == 5u || sides == 10u);
    ends += parts_[i].look == Look::kLine && count == 1;
    has_ground_ |= parts_[i].look == Look::kGround;
  }
  village_ = ends >= 2 && !building && !covered;
  for (size_t i = 0; i < parts_.size(); ++i) {
    const unsigned sides = MiddleSides(tile.segments[i]);
    if (parts_[i].look == Look::kArea) DrawArea(parts_[i], sides);
    if (parts_[i].look == Look::kLine) DrawLine(parts_[i], sides, building, covered);
  }
  Rasterize(tile);
  FindAnchors();
}

TileArt::Look TileArt::LookOf(const TileInfo& tile, size_t segment) const {
  const SegmentInfo& info = tile.segments[segment];
  const unsigned sides = MiddleSides(info);
  if (info.ports == 0) return Look::kBuilding;
  if (sides == 0) return Look::kGround;
  for (const SegmentInfo& other : tile.segments) {
    if ((HalfSides(other) & sides) != 0) return Look::kLine;
  }
  return Look::kArea;
}

// Along the sides it has, and by curves over those between.
void TileArt::DrawArea(Part& part, unsigned sides) const {
  int first = 0;  // a side of it whose forerunner is none
  while (!((sides >> first & 1) && !(sides >> ((first + 3) & 3) & 1)) && first < 4) ++first;
  if (first == 4) first = 0;
  part.points.push_back(kCorners[first]);
  part.path = fmt::format("M{:.0f} {:.0f}", kCorners[first].x, kCorners[first].y);
  for (int step = 0; step < kSides;) {
    const int side = (first + step) & 3;
    if (sides >> side & 1) {
      const Point to = kCorners[(side + 1) & 3];
      part.path += fmt::format("L{:.0f} {:.0f}", to.x, to.y);
      part.points.push_back(to);
      ++step;
      continue;
    }
    int gap = 1;
    while (step + gap < kSides && !(sides >> ((side + gap) & 3) & 1)) ++gap;
    const Point a = kCorners[side], d = kCorners[(side + gap) & 3];
    // The controls are pulled towards the area: straight in for one side, to its corner for two.
    Point b = Between(a, d, 0.3), c = Between(a, d, 0.7);
    if (gap == 1 || gap == 3) {
      const double inward = kWallDepth;
      const Point edge = kEdgeMiddles[gap == 1 ? side : (side + 3) & 3];
      const Point in{(kMiddle - edge.x) / kMiddle * inward, (kMiddle - edge.y) / kMiddle * inward};
      b = {b.x + in.x, b.y + in.y};
      c = {c.x + in.x, c.y + in.y};
    } else {
      const Point corner = kCorners[(side + 3) & 3];
      b = Between(b, corner, 0.22);
      c = Between(c, corner, 0.22);
    }
    part.path += fmt::format("C{:.1f} {:.1f} {:.1f} {:.1f} {:.0f} {:.0f}", b.x, b.y, c.x, c.y, d.x, d.y);
    for (int i = 1; i <= 12; ++i) part.points.push_back(Cubic(a, b, c, d, i / 12.0));
    step += gap;
  }
  part.path += "Z";
}

void TileArt::DrawLine(Part& part, unsigned sides, bool building, bool covered) const {
  std::vector<int> ends;
  for (int side = 0; side < kSides; ++side) {
    if (sides >> side & 1) ends.push_back(side);
  }
  const Point middle{kMiddle, kMiddle};
  if (ends.size() == 2) {
    const Point a = kEdgeMiddles[ends[0]], b = kEdgeMiddles[ends[1]];
    part.path = fmt::format("M{:.0f} {:.0f}Q{:.0f} {:.0f} {:.0f} {:.0f}", a.x, a.y, kMiddle, kMiddle, b.x, b.y);
    for (int i = 0; i <= 10; ++i) {
      const double t = i / 10.0;
      part.points.push_back(Between(Between(a, middle, t), Between(middle, b, t), t));
    }
    return;
  }
  // To the middle; the single end of one stops before what stands there.
  const double stop = ends.size() > 1 ? 1.0 : covered ? 0.5 : building ? 0.54 : village_ ? 0.84 : 0.9;
  for (int side : ends) {
    const Point a = kEdgeMiddles[side], b = Between(a, middle, stop);
    part.path += fmt::format("M{:.0f} {:.0f}L{:.1f} {:.1f}", a.x, a.y, b.x, b.y);
    part.points.push_back(a);
    part.points.push_back(b);
  }
}

// Which part covers which point: areas, then lines over them, then ground spread from its half-edges.
void TileArt::Rasterize(const TileInfo& tile) {
  raster_.fill(-1);
  const auto at = [](int column, int row) {
    return Point{(column + 0.5) * kTileSize / kRaster, (row + 0.5) * kTileSize / kRaster};
  };
  std::array<bool, kRaster * kRaster> blocked{};
  for (int row = 0; row < kRaster; ++row) {
    for (int column = 0; column < kRaster; ++column) {
      const auto index = static_cast<size_t>(row * kRaster + column);
      const Point p = at(column, row);
      for (size_t i = 0; i < parts_.size(); ++i) {
        const Part& part = parts_[i];
        if (part.look == Look::kArea && Inside(p, part.points)) raster_[index] = static_cast<int>(i);
        if (part.look != Look::kLine) continue;
        const size_t stride = part.points.size() > 3 ? 1 : 2;
        for (size_t k = 0; k + 1 < part.points.size(); k += stride) {
          if (DistanceToSegment(p, part.points[k], part.points[k + 1]) < kLineReach)
            raster_[index] = static_cast<int>(i);
        }
      }
      if (village_ && raster_[index] < 0) blocked[index] = Distance(p, {kMiddle, kMiddle}) < 12;
    }
  }
  PlaceBuildings();
  std::queue<std::pair<int, int>> open;
  const auto take = [&](int column, int row, int part) {
    if (column < 0 || row < 0 || column >= kRaster || row >= kRaster) return;
    const auto index = static_cast<size_t>(row * kRaster + column);
    if (raster_[index] >= 0 || blocked[index]) return;
    raster_[index] = part;
    open.emplace(column, row);
  };
  constexpr int kQuarter = kRaster / 5, kLast = kRaster - 1;
  // Where the half-edges lie on the rim, clockwise: NL NR EL ER ...
  constexpr std::pair<int, int> kRim[] = {
      {kQuarter, 0},     {kLast - kQuarter, 0}, {kLast, kQuarter}, {kLast, kLast - kQuarter}, {kLast - kQuarter, kLast},
      {kQuarter, kLast}, {0, kLast - kQuarter}, {0, kQuarter}};
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].look != Look::kGround) continue;
    for (int half = 0; half < kSides * 2; ++half) {
      const int port = half / 2 * kPortsPerSide + half % 2 * 2;
      if (tile.segments[i].ports >> port & 1) take(kRim[half].first, kRim[half].second, static_cast<int>(i));
    }
  }
  while (!open.empty()) {
    const auto [column, row] = open.front();
    open.pop();
    const int part = Owner(column, row);
    take(column + 1, row, part);
    take(column - 1, row, part);
    take(column, row + 1, part);
    take(column, row - 1, part);
  }
}

// A building stands where most room is, in the middle if it can.
void TileArt::PlaceBuildings() {
  constexpr Point kPlaces[] = {{50, 50}, {74, 26}, {26, 74}, {74, 74}, {26, 26},
                               {50, 24}, {50, 76}, {24, 50}, {76, 50}};
  std::vector<Point> taken;
  for (size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    if (part.look != Look::kBuilding) continue;
    double best = -1;
    for (const Point& place : kPlaces) {
      double room = 40;
      for (const Point& other : taken) room = std::min(room, Distance(place, other) - kHouseReach);
      for (int row = 0; row < kRaster; ++row) {
        for (int column = 0; column < kRaster; ++column) {
          if (Owner(column, row) < 0) continue;
          const Point p{(column + 0.5) * kTileSize / kRaster, (row + 0.5) * kTileSize / kRaster};
          room = std::min(room, Distance(p, place));
        }
      }
      if (place.x == kMiddle && place.y == kMiddle && room > kHouseReach - 3) room = 50;
      if (room <= best + 0.5) continue;
      best = room;
      part.anchor = place;
    }
    part.room = kHouseReach;
    taken.push_back(part.anchor);
  }
  for (int row = 0; row < kRaster; ++row) {
    for (int column = 0; column < kRaster; ++column) {
      const auto index = static_cast<size_t>(row * kRaster + column);
      const Point p{(column + 0.5) * kTileSize / kRaster, (row + 0.5) * kTileSize / kRaster};
      for (size_t i = 0; i < parts_.size(); ++i) {
        if (parts_[i].look == Look::kBuilding && raster_[index] < 0 && Distance(p, parts_[i].anchor) < kHouseReach) {
          raster_[index] = static_cast<int>(i);
        }
      }
    }
  }
}

void TileArt::FindAnchors() {
  for (size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    if (part.look == Look::kBuilding) continue;
    if (part.look == Look::kLine) {
      part.anchor =
          part.points.size() > 3 ? part.points[part.points.size() / 2] : Between(part.points[0], part.points[1], 0.55);
      part.room = kLineReach;
      continue;
    }
    for (int row = 0; row < kRaster; ++row) {
      for (int column = 0; column < kRaster; ++column) {
        if (Owner(column, row) != static_cast<int>(i)) continue;
        const Point p{(column + 0.5) * kTileSize / kRaster, (row + 0.5) * kTileSize / kRaster};
        // The rim counts a little as a border, so that nothing sits on the edge of a tile.
        double room = 8 + std::min({p.x, p.y, kTileSize - p.x, kTileSize - p.y});
        for (int r = 0; r < kRaster; ++r) {
          for (int c = 0; c < kRaster; ++c) {
            if (Owner(c, r) == static_cast<int>(i)) continue;
            room = std::min(room, Distance(p, {(c + 0.5) * kTileSize / kRaster, (r + 0.5) * kTileSize / kRaster}));
          }
        }
        if (room <= part.room + 1e-9) continue;
        part.room = room;
        part.anchor = p;
      }
    }
  }
}

const TileArt::Part& TileArt::Across(int axis) {
  static const std::array<Part, 2> kAcross = [] {
    std::array<Part, 2> parts;
    for (size_t i = 0; i < parts.size(); ++i) {
      const Point from = kEdgeMiddles[i], to = kEdgeMiddles[i + 2];
      parts[i].look = Look::kLine;
      parts[i].path = fmt::format("M{:.0f} {:.0f}L{:.0f} {:.0f}", from.x, from.y, to.x, to.y);
      parts[i].points = {from, to};
      parts[i].anchor = {kMiddle, kMiddle};
      parts[i].room = kLineReach;
    }
    return parts;
  }();
  return kAcross[static_cast<size_t>(axis)];
}

Point SpotBeside(Point anchor, int n) {
  if (n == 0) return anchor;
  constexpr Point kBeside[] = {{15, 0}, {-15, 0}, {0, 15}, {0, -15}, {15, 15}, {-15, -15}, {15, -15}, {-15, 15}};
  const Point by = kBeside[(n - 1) % 8];
  const double far = 1 + (n - 1) / 8;
  return {std::clamp(anchor.x + by.x * far, 8.0, kTileSize - 8), std::clamp(anchor.y + by.y * far, 8.0, kTileSize - 8)};
}

}  // namespace reeve
