#include "runtime/graph/feature_graph.h"

#include <gtest/gtest.h>

#include <boost/concept/assert.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <set>
#include <sstream>
#include <vector>

#include "runtime/graph/graphviz.h"
#include "tests/unit/small_program.h"

namespace reeve {
namespace {

BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<FeatureGraph>));
BOOST_CONCEPT_ASSERT((boost::EdgeListGraphConcept<FeatureGraph>));
BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<FeatureGraph>));
BOOST_CONCEPT_ASSERT((boost::AdjacencyGraphConcept<FeatureGraph>));
BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<FeatureGraph, int32_t, boost::vertex_index_t>));

class FeatureGraphTest : public testing::Test {
 protected:
  int32_t Lay(Id tile, int x, int y, int turn = 0) {
    board_.Lay(board_.AddPiece(tile, PieceAt::kHand, -1), x, y, turn, 1);
    return board_.cell(board_.CellAt(x, y)).first_segment;
  }
  std::multiset<int32_t> Neighbours(int32_t segment) const {
    const auto [begin, end] = adjacent_vertices(segment, graph_);
    return {begin, end};
  }

  const Program program_ = SmallProgram();
  const Shapes shapes_{program_};
  Board board_{&program_, &shapes_};
  const FeatureGraph graph_{&board_};
};

TEST_F(FeatureGraphTest, AnEmptyBoardIsAnEmptyGraph) {
  EXPECT_EQ(num_vertices(graph_), 0);
  EXPECT_EQ(num_edges(graph_), 0);
  const auto [begin, end] = vertices(graph_);
  EXPECT_EQ(begin, end);
}

TEST_F(FeatureGraphTest, OnePieceHasNoJoins) {
  Lay(kStraight, 0, 0);
  EXPECT_EQ(num_vertices(graph_), 3);
  EXPECT_EQ(num_edges(graph_), 0);
  EXPECT_EQ(out_degree(1, graph_), 0);
}

TEST_F(FeatureGraphTest, AFieldThatMeetsWithTwoHalvesHasTwoJoins) {
  const int32_t above = Lay(kMonasteryRoad, 0, -1, 2);  // monastery; road N; field
  const int32_t below = Lay(kStraight, 0, 0);
  EXPECT_EQ(Neighbours(above + 2), (std::multiset{below + 1, below + 1}));
  EXPECT_EQ(Neighbours(below + 1), (std::multiset{above + 2, above + 2}));
  EXPECT_EQ(out_degree(above, graph_), 0) << "what joins nothing";
  EXPECT_EQ(num_edges(graph_), 2);
}

TEST_F(FeatureGraphTest, PortsAcrossFaceEachOther) {
  const int32_t left = Lay(kStraight, 0, 0), right = Lay(kCap, 1, 0);
  EXPECT_EQ(graph_.Across(left, 4), right + 1) << "E of the road";
  EXPECT_EQ(graph_.Across(left + 1, 3), right + 2) << "EL faces WR";
  EXPECT_EQ(graph_.Across(left + 2, 5), right + 3) << "ER faces WL";
  EXPECT_EQ(graph_.Across(left, 3), kNone) << "no port of the road";
  EXPECT_EQ(graph_.Across(left, 10), kNone) << "nothing beyond";
}

TEST_F(FeatureGraphTest, BothDirectionsAreOneEdge) {
  const int32_t left = Lay(kStraight, 0, 0), right = Lay(kStraight, 1, 0);
  const FeatureGraph::Edge there = *out_edges(left, graph_).first;
  const FeatureGraph::Edge back = *out_edges(right, graph_).first;
  EXPECT_EQ(there, back);
  EXPECT_EQ(source(there, graph_), left);
  EXPECT_EQ(target(there, graph_), right);
  EXPECT_EQ(source(back, graph_), right);
  EXPECT_EQ(target(back, graph_), left);
}

TEST_F(FeatureGraphTest, LinksAreEdgesToo) {
  const int32_t one = Lay(kStraight, 0, 0), two = Lay(kStraight, 5, 5), three = Lay(kStraight, 6, 5);
  board_.AddLink(one, two);
  board_.AddLink(three, one);
  EXPECT_EQ(Neighbours(one), (std::multiset{two, three}));
  EXPECT_EQ(Neighbours(two), (std::multiset{one, three}));
  EXPECT_EQ(num_edges(graph_), 3 + 2) << "road and two fields, two links";
  std::set<FeatureGraph::Edge> links;
  for (auto [at, end] = edges(graph_); at != end; ++at) {
    if ((*at).IsLink()) links.insert(*at);
  }
  EXPECT_EQ(links.size(), 2u);
}

// Every edge is met twice by walking the vertices and once by walking the edges.
TEST_F(FeatureGraphTest, EdgesAndOutEdgesAgree) {
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 4; ++x) Lay((x * 5 + y * 3) % kSmallTiles, x, y, (x + y) % 4);
  }
  std::multiset<int64_t> by_vertices, by_edges;
  for (int32_t id = 0; id < num_vertices(graph_); ++id) {
    int32_t degree = 0;
    for (auto [at, end] = out_edges(id, graph_); at != end; ++at, ++degree) by_vertices.insert((*at).id);
    EXPECT_EQ(degree, out_degree(id, graph_));
  }
  for (auto [at, end] = edges(graph_); at != end; ++at) {
    by_edges.insert((*at).id);
    by_edges.insert((*at).id);
  }
  EXPECT_GT(by_edges.size(), 20u);
  EXPECT_EQ(by_vertices, by_edges);
  EXPECT_EQ(static_cast<size_t>(num_edges(graph_)) * 2, by_edges.size());
}

TEST_F(FeatureGraphTest, BoostFindsTheFeatures) {
  const int32_t left = Lay(kStraight, 0, 0);
  Lay(kFourRoads, 1, 0);
  const int32_t right = Lay(kStraight, 2, 0);
  std::vector<int32_t> component(static_cast<size_t>(num_vertices(graph_)));
  const int count = boost::connected_components(
      graph_, boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, graph_)));
  std::set<int32_t> roots;
  for (int32_t id = 0; id < num_vertices(graph_); ++id) roots.insert(board_.FeatureOf(id));
  EXPECT_EQ(count, static_cast<int>(roots.size()));
  EXPECT_EQ(count, 8) << "four roads, four corners of field";
  EXPECT_NE(component[static_cast<size_t>(left)], component[static_cast<size_t>(right)]);
}

TEST_F(FeatureGraphTest, BoostMeasuresTheWayAlongARoad) {
  for (int x = 0; x < 5; ++x) Lay(kStraight, x, 0);
  std::vector<int32_t> distance(static_cast<size_t>(num_vertices(graph_)), 0);
  const auto index = get(boost::vertex_index, graph_);
  const auto distances = boost::make_iterator_property_map(distance.begin(), index);
  boost::breadth_first_search(
      graph_, 0, boost::visitor(boost::make_bfs_visitor(boost::record_distances(distances, boost::on_tree_edge()))));
  EXPECT_EQ(distance[12], 4) << "the road on the fifth piece";
}

TEST_F(FeatureGraphTest, GraphvizNamesSegmentsAndJoins) {
  Lay(kStraight, 0, 0);
  Lay(kStraight, 1, 0);
  board_.AddLink(0, 3);
  std::ostringstream out;
  WriteGraphviz(board_, out);
  const std::string text = out.str();
  EXPECT_EQ(text.substr(0, 9), "graph G {");
  EXPECT_NE(text.find("0[label=\"road 0\",tooltip=\"segment 0 at 0,0\""), std::string::npos) << text;
  EXPECT_NE(text.find("0--3 [tooltip=\"E\"];"), std::string::npos) << text;
  EXPECT_NE(text.find("0--3 [style=dashed];"), std::string::npos) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6 + 4 + 2) << text;
}

}  // namespace
}  // namespace reeve
