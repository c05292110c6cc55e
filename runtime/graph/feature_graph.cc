#include "runtime/graph/feature_graph.h"

#include <iterator>

namespace reeve {

namespace {

FeatureGraph::Vertex SegmentAcross(const Board& board, FeatureGraph::Vertex id, int port) {
  const Cell& here = board.cell(board.segment(id).cell);
  const auto index = static_cast<size_t>(id - here.first_segment);
  if ((here.shape->joins[index] >> port & 1) == 0) return kNone;
  const int side = port / kPortsPerSide;
  const int32_t beyond = board.CellAt(here.x + kSideX[side], here.y + kSideY[side]);
  if (beyond == kNone) return kNone;
  const Cell& there = board.cell(beyond);
  const int facing = OppositeSide(side) * kPortsPerSide + FacingPort(port % kPortsPerSide);
  const int other = there.shape->port[static_cast<size_t>(facing)];
  if (other < 0 || there.shape->kind[static_cast<size_t>(other)] != here.shape->kind[index]) return kNone;
  return there.first_segment + other;
}

// East and south sides give the id, so that each pair of ports is named by one of the two.
bool NamesJoin(int port) {
  return port / kPortsPerSide == 1 || port / kPortsPerSide == 2;
}

}  // namespace

FeatureGraph::Vertex FeatureGraph::Across(Vertex segment, int port) const {
  return SegmentAcross(*board_, segment, port);
}

FeatureGraph::OutEdges FeatureGraph::OutEdges::Begin(const FeatureGraph& graph, Vertex segment) {
  OutEdges begin(&graph.board(), segment);
  begin.port_ = 0;
  begin.Settle();
  return begin;
}

void FeatureGraph::OutEdges::Settle() {
  for (; port_ < kPorts; ++port_) {
    to_ = SegmentAcross(*board_, segment_, port_);
    if (to_ != kNone) return;
  }
  link_ = board_->segment(segment_).link;
}

void FeatureGraph::OutEdges::increment() {
  if (port_ == kPorts) {
    link_ = board_->half_link(link_).next;
  } else {
    ++port_;
    Settle();
  }
}

FeatureGraph::Edge FeatureGraph::OutEdges::dereference() const {
  if (port_ == kPorts) return {segment_, board_->half_link(link_).to, -1 - static_cast<int64_t>(link_ / 2)};
  if (NamesJoin(port_)) return {segment_, to_, static_cast<int64_t>(segment_) * kPorts + port_};
  const int facing = OppositeSide(port_ / kPortsPerSide) * kPortsPerSide + FacingPort(port_ % kPortsPerSide);
  return {segment_, to_, static_cast<int64_t>(to_) * kPorts + facing};
}

FeatureGraph::AllEdges FeatureGraph::AllEdges::Begin(const FeatureGraph& graph) {
  if (num_vertices(graph) == 0) return End(graph);
  AllEdges begin(&graph.board(), 0);
  std::tie(begin.at_, begin.end_) = out_edges(0, graph);
  begin.Settle();
  return begin;
}

FeatureGraph::AllEdges FeatureGraph::AllEdges::End(const FeatureGraph& graph) {
  return AllEdges(&graph.board(), num_vertices(graph));
}

void FeatureGraph::AllEdges::increment() {
  ++at_;
  Settle();
}

// Every join has two directions; the one that names it is taken (of a link, its even half).
void FeatureGraph::AllEdges::Settle() {
  const FeatureGraph graph(board_);
  for (;;) {
    for (; at_ != end_; ++at_) {
      const Edge edge = *at_;
      if (edge.IsLink() ? at_.AtEvenHalf() : edge.id / kPorts == segment_) return;
    }
    if (++segment_ == num_vertices(graph)) break;
    std::tie(at_, end_) = out_edges(segment_, graph);
  }
  at_ = end_ = OutEdges();
}

int32_t out_degree(FeatureGraph::Vertex segment, const FeatureGraph& graph) {
  const auto [begin, end] = out_edges(segment, graph);
  return static_cast<int32_t>(std::distance(begin, end));
}

int64_t num_edges(const FeatureGraph& graph) {
  const auto [begin, end] = edges(graph);
  return std::distance(begin, end);
}

}  // namespace reeve
