// The board as Boost.Graph sees it: vertices are segments, edges are joins.
//
// A view: it holds a pointer to a Board and nothing else, reads the squares and shapes as they lie, and never
// looks at the union-find, so that what Boost's algorithms find is a second opinion on what the board kept up
// to date. It models VertexListGraph, EdgeListGraph, IncidenceGraph and AdjacencyGraph, undirected, with
// parallel edges (a field's two half-edges on one side are two joins). Vertex descriptors are segment ids, 0
// .. segment_count - 1, and are their own index.
//
// Joins are of two sorts: ports that face each other across a side, and links (Board::AddLink). Which of the
// two segments an edge was reached from does not matter to ==.
//
// Valid while the board is: descriptors stay good when pieces are laid, iterators do not.
// Cost: an out-edge is found in O(1); num_edges and edges() are O(ports of the board).
//
// Boost's types stay inside runtime/graph: include this header from .cc files there, and from tests.
#pragma once

#include <boost/graph/adjacency_iterator.hpp>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>
#include <cstdint>
#include <utility>

#include "runtime/graph/board.h"

namespace reeve {

class FeatureGraph {
 public:
  using Vertex = int32_t;

  struct Edge {
    Vertex from = kNone, to = kNone;
    // The same for both directions: kPorts * segment + port, of the segment that has it on its east or south
    // side; for a link -1 - its number.
    int64_t id = 0;

    bool IsLink() const { return id < 0; }
    friend bool operator==(const Edge& a, const Edge& b) { return a.id == b.id; }
    friend bool operator<(const Edge& a, const Edge& b) { return a.id < b.id; }
  };

  class OutEdges;  // iterators, below
  class AllEdges;

  explicit FeatureGraph(const Board* board) : board_(board) {}

  const Board& board() const { return *board_; }
  // The segment that a port of a segment joins; kNone if nothing joins it there.
  Vertex Across(Vertex segment, int port) const;

 private:
  const Board* board_;
};

// The joins of one segment: its ports in order, then its links.
class FeatureGraph::OutEdges
    : public boost::iterator_facade<OutEdges, Edge, boost::forward_traversal_tag, Edge, std::ptrdiff_t> {
 public:
  OutEdges() = default;
  static OutEdges Begin(const FeatureGraph& graph, Vertex segment);
  static OutEdges End(const FeatureGraph& graph, Vertex segment) { return OutEdges(&graph.board(), segment); }
  bool AtEvenHalf() const { return link_ != kNone && link_ % 2 == 0; }

 private:
  friend class boost::iterator_core_access;
  OutEdges(const Board* board, Vertex segment) : board_(board), segment_(segment) {}
  Edge dereference() const;
  void increment();
  bool equal(const OutEdges& other) const {
    return segment_ == other.segment_ && port_ == other.port_ && link_ == other.link_;
  }
  void Settle();  // on the first join at or after the current place

  const Board* board_ = nullptr;
  Vertex segment_ = kNone;
  Vertex to_ = kNone;
  int port_ = kPorts;     // kPorts: at the links
  int32_t link_ = kNone;  // half link
};

// Every join once, from the segment that comes first in its id.
class FeatureGraph::AllEdges
    : public boost::iterator_facade<AllEdges, Edge, boost::forward_traversal_tag, Edge, std::ptrdiff_t> {
 public:
  AllEdges() = default;
  static AllEdges Begin(const FeatureGraph& graph);
  static AllEdges End(const FeatureGraph& graph);

 private:
  friend class boost::iterator_core_access;
  AllEdges(const Board* board, Vertex segment) : board_(board), segment_(segment) {}
  Edge dereference() const { return *at_; }
  void increment();
  bool equal(const AllEdges& other) const { return segment_ == other.segment_ && at_ == other.at_; }
  void Settle();

  const Board* board_ = nullptr;
  Vertex segment_ = kNone;
  OutEdges at_, end_;
};

}  // namespace reeve

namespace boost {

template <>
struct graph_traits<reeve::FeatureGraph> {
  using vertex_descriptor = reeve::FeatureGraph::Vertex;
  using edge_descriptor = reeve::FeatureGraph::Edge;
  using directed_category = undirected_tag;
  using edge_parallel_category = allow_parallel_edge_tag;
  // NOLINTNEXTLINE(readability-identifier-naming): the name is Boost's
  struct traversal_category : virtual vertex_list_graph_tag,
                              virtual edge_list_graph_tag,
                              virtual incidence_graph_tag,
                              virtual adjacency_graph_tag {};
  using vertex_iterator = counting_iterator<vertex_descriptor>;
  using edge_iterator = reeve::FeatureGraph::AllEdges;
  using out_edge_iterator = reeve::FeatureGraph::OutEdges;
  using adjacency_iterator =
      adjacency_iterator_generator<reeve::FeatureGraph, vertex_descriptor, out_edge_iterator>::type;
  using vertices_size_type = int32_t;
  using edges_size_type = int64_t;
  using degree_size_type = int32_t;
  static vertex_descriptor null_vertex() { return reeve::kNone; }
};

template <>
struct property_map<reeve::FeatureGraph, vertex_index_t> {
  using type = typed_identity_property_map<reeve::FeatureGraph::Vertex>;
  using const_type = type;
};

}  // namespace boost

namespace reeve {

// What Boost's concepts ask for, found by argument-dependent lookup; hence the names.
using FeatureGraphTraits = boost::graph_traits<FeatureGraph>;

inline int32_t num_vertices(const FeatureGraph& graph) {
  return graph.board().segment_count();
}
inline std::pair<FeatureGraphTraits::vertex_iterator, FeatureGraphTraits::vertex_iterator> vertices(
    const FeatureGraph& graph) {
  return {FeatureGraphTraits::vertex_iterator(0), FeatureGraphTraits::vertex_iterator(num_vertices(graph))};
}

inline FeatureGraph::Vertex source(const FeatureGraph::Edge& edge, const FeatureGraph&) {
  return edge.from;
}
inline FeatureGraph::Vertex target(const FeatureGraph::Edge& edge, const FeatureGraph&) {
  return edge.to;
}

inline std::pair<FeatureGraph::OutEdges, FeatureGraph::OutEdges> out_edges(FeatureGraph::Vertex segment,
                                                                           const FeatureGraph& graph) {
  return {FeatureGraph::OutEdges::Begin(graph, segment), FeatureGraph::OutEdges::End(graph, segment)};
}
int32_t out_degree(FeatureGraph::Vertex segment, const FeatureGraph& graph);

inline std::pair<FeatureGraphTraits::adjacency_iterator, FeatureGraphTraits::adjacency_iterator> adjacent_vertices(
    FeatureGraph::Vertex segment, const FeatureGraph& graph) {
  const auto [begin, end] = out_edges(segment, graph);
  return {{begin, &graph}, {end, &graph}};
}

inline std::pair<FeatureGraph::AllEdges, FeatureGraph::AllEdges> edges(const FeatureGraph& graph) {
  return {FeatureGraph::AllEdges::Begin(graph), FeatureGraph::AllEdges::End(graph)};
}
int64_t num_edges(const FeatureGraph& graph);

inline boost::typed_identity_property_map<FeatureGraph::Vertex> get(boost::vertex_index_t, const FeatureGraph&) {
  return {};
}
inline FeatureGraph::Vertex get(boost::vertex_index_t, const FeatureGraph&, FeatureGraph::Vertex segment) {
  return segment;
}

}  // namespace reeve
