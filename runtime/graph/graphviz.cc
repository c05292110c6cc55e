#include "runtime/graph/graphviz.h"

#include <boost/graph/graphviz.hpp>
#include <ostream>
#include <string>

#include "runtime/graph/feature_graph.h"

namespace reeve {

namespace {

constexpr int kPointsPerSquare = 144;

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + '"';
}

// A segment lies between the ports it has and the middle of its square.
void WritePosition(const Cell& cell, int index, std::ostream& out) {
  static constexpr double kAlong[kPortsPerSide] = {-0.36, 0.0, 0.36};  // clockwise along the side
  double x = 0, y = 0;
  int ports = 0;
  for (int port = 0; port < kPorts; ++port) {
    if ((cell.shape->ports[static_cast<size_t>(index)] >> port & 1) == 0) continue;
    const int side = port / kPortsPerSide;
    const double along = kAlong[port % kPortsPerSide];
    x += 0.42 * kSideX[side] - along * kSideY[side];
    y += 0.42 * kSideY[side] + along * kSideX[side];
    ++ports;
  }
  const double share = ports > 0 ? 0.85 / ports : 0.0;
  out << "pos=\"" << static_cast<int>((cell.x + x * share) * kPointsPerSquare) << ','
      << static_cast<int>(-(cell.y + y * share) * kPointsPerSquare) << '"';
}

}  // namespace

void WriteGraphviz(const Board& board, std::ostream& out) {
  const FeatureGraph graph(&board);
  const auto write_segment = [&board](std::ostream& stream, FeatureGraph::Vertex id) {
    const Cell& cell = board.cell(board.segment(id).cell);
    const int32_t feature = board.FeatureOf(id);
    const std::string label = board.program().KindName(board.node(feature).kind) + " " + std::to_string(feature);
    const std::string where =
        "segment " + std::to_string(id) + " at " + std::to_string(cell.x) + "," + std::to_string(cell.y);
    stream << "[label=" << Quoted(label) << ",tooltip=" << Quoted(where) << ",shape=plaintext,";
    WritePosition(cell, id - cell.first_segment, stream);
    stream << ']';
  };
  const auto write_join = [](std::ostream& stream, const FeatureGraph::Edge& join) {
    if (join.IsLink()) {
      stream << "[style=dashed]";
    } else {
      stream << "[tooltip=" << Quoted(PortName(static_cast<int>(join.id % kPorts))) << ']';
    }
  };
  boost::write_graphviz(out, graph, write_segment, write_join);
}

}  // namespace reeve
