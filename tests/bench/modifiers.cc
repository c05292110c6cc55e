// Completed roads and cities with ten modifiers loaded: the rules beside the same arithmetic by hand.
//
// The boards are those of base games, laid once more under the larger rules. What modifies lies where a lot
// has put it, here and there or nearly everywhere, so that the processor cannot learn what applies to which
// feature.
#include <map>
#include <set>
#include <span>

#include "tests/bench/floor/modified.h"
#include "tests/bench/reeve_play.h"
#include "tests/bench/rows.h"
#include "tests/bench/scored.h"

namespace reeve::bench {
namespace {

constexpr uint64_t kGames = 400;
constexpr uint32_t kRare = 10, kFrequent = 75;  // in a hundred, for each modifier of each feature

const Program& ModifierRules() {
  return Rules(
      "base, inns_and_cathedrals, wells, mage_and_witch, little_buildings, labyrinth, "
      "barber_surgeons, cathars, darmstadt, modifiers");
}

// What is put on a road or a city itself; a bathhouse and a little building are put on one of its tiles.
constexpr const char* kOnRoads[] = {"inn", "well", "mage", "witch", "labyrinth_centre", "milestone", "toll_bar"};
constexpr const char* kOnCities[] = {"cathedral",    "besieger", "mage",    "witch",
                                     "darmstadtium", "fountain", "rampart", "plague"};

// Puts followers and modifiers on the features of one board.
class Placer {
 public:
  Placer(Board& board, uint32_t chance, uint64_t number) : board_(board), chance_(chance), lot_(number) {}

  void Place(int32_t feature, std::span<const char* const> names) {
    segments_.clear();
    board_.ForSegments(feature, [&](int32_t segment) { segments_.push_back(segment); });
    for (int i = 0; i <= feature % 2; ++i) Stand("follower", (feature / 2 + i) % 2);
    for (const std::string name : names) {
      if (!Lucky()) continue;
      if (name == "mage" || name == "witch") Stand(name, -1);
      else board_.AddMarker(Kind(name), -1, {At::kSegment, Any()}, {}, true);
    }
    if (Lucky()) board_.AddMarker(Kind("shed"), 0, {At::kSquare, SquareOf(Any())}, {}, false);
    if (!Lucky()) return;
    const int32_t segment = Any(), fee = 3 + static_cast<int32_t>(lot_.Below(3));
    board_.AddMarker(Kind("spa"), -1, {At::kSegment, segment}, {}, true);
    if (!bathhouses_.insert(SquareOf(segment)).second) return;  // it has one, for another feature
    board_.AddMarker(Kind("bathhouse"), -1, {At::kSquare, SquareOf(segment)}, {&fee, 1}, true);
  }

 private:
  bool Lucky() { return lot_.Below(100) < chance_; }
  int32_t Any() { return segments_[lot_.Below(static_cast<uint32_t>(segments_.size()))]; }
  Id Kind(const std::string& name) const { return board_.program().FindKind(name); }
  Value SquareOf(int32_t segment) const { return board_.SquareOf(board_.segment(segment).cell); }
  void Stand(const std::string& name, int owner) { board_.AddFigure(Kind(name), owner, {At::kSegment, Any()}); }

  Board& board_;
  uint32_t chance_;
  Lot lot_;
  std::vector<int32_t> segments_;
  std::set<Value> bathhouses_;
};

// What lies on a board, found by looking at every figure and marker and not at the columns: the floor's rows
// must not come from what they are compared with.
class Survey {
 public:
  explicit Survey(const Board& board) : board_(board) {
    for (int32_t id = 0; id < board.figure_count(); ++id) {
      const auto& figure = board.figure(id);
      if (board.SegmentAt(figure.spot) != kNone) ++things_[{FeatureAt(figure.spot), figure.kind, figure.owner}];
    }
    for (int32_t id = 0; id < board.marker_count(); ++id) {
      const Marker& marker = board.marker(id);
      if (marker.kind == Kind("bathhouse")) fees_[marker.spot.id] = marker.attributes[0];
      if (marker.kind == Kind("shed") && marker.spot.at == At::kSquare) ++sheds_[marker.spot.id];
      if (board.SegmentAt(marker.spot) == kNone) continue;
      ++things_[{FeatureAt(marker.spot), marker.kind, -1}];
      if (marker.kind == Kind("spa")) spas_[FeatureAt(marker.spot)] = board.SquareOf(board.CellOf(marker.spot));
    }
  }
  floor::RoadRow Road(int32_t road) const {
    floor::RoadRow row;
    Fill(row, road);
    row.inns = On(road, "inn"), row.wells = On(road, "well"), row.labyrinths = On(road, "labyrinth_centre");
    row.followers = static_cast<int16_t>(row.votes[0] + row.votes[1]);
    row.milestones = On(road, "milestone"), row.toll_bars = On(road, "toll_bar");
    return row;
  }
  floor::CityRow City(int32_t city) const {
    floor::CityRow row;
    Fill(row, city);
    row.coats = On(city, "pennant"), row.cathedrals = On(city, "cathedral"), row.besiegers = On(city, "besieger");
    row.darmstadtiums = On(city, "darmstadtium"), row.fountains = On(city, "fountain");
    row.ramparts = On(city, "rampart"), row.plagues = On(city, "plague");
    return row;
  }

 private:
  using Counts = std::map<Value, int>;
  Id Kind(const char* name) const { return board_.program().FindKind(name); }
  int32_t FeatureAt(Spot spot) const { return board_.FeatureOf(board_.SegmentAt(spot)); }
  int16_t On(int32_t feature, const char* name, int owner = -1) const {
    const auto at = things_.find({feature, Kind(name), owner});
    return at == things_.end() ? int16_t{0} : static_cast<int16_t>(at->second);
  }
  static int16_t Of(const Counts& counts, Value square) {
    const auto at = counts.find(square);
    return at == counts.end() ? int16_t{0} : static_cast<int16_t>(at->second);
  }
  // What roads and cities have in common.
  void Fill(auto& row, int32_t feature) const {
    std::set<Value> squares;
    board_.ForSegments(feature,
                       [&](int32_t segment) { squares.insert(board_.SquareOf(board_.segment(segment).cell)); });
    row.votes = {On(feature, "follower", 0), On(feature, "follower", 1)};
    row.tiles = static_cast<int16_t>(squares.size());
    row.mages = On(feature, "mage"), row.witches = On(feature, "witch");
    for (const Value square : squares) row.buildings = static_cast<int16_t>(row.buildings + Of(sheds_, square));
    const auto spa = spas_.find(feature);
    if (spa != spas_.end()) row.fees = Of(fees_, spa->second);
  }

  const Board& board_;
  std::map<std::array<int32_t, 3>, int> things_;  // feature, kind, owner
  Counts sheds_, fees_;                           // by square
  std::map<int32_t, Value> spas_;                 // of features, the square
};

struct Tables {
  std::deque<World> worlds;
  std::vector<Scored> roads, cities;
  std::vector<floor::RoadRow> road_rows;
  std::vector<floor::CityRow> city_rows;
  bool agree = true;
};

// Whether the rules and the floor pay a feature alike.
bool Agree(World& world, const char* score, int32_t feature, const auto& row) {
  Machine machine(&world);
  Points points{};
  PayFeature(machine, world.program->rule(world.program->FindRule(score)), feature, nullptr, points);
  floor::Payer payer;
  payer.Pay(row);
  return machine.fault() == Fault::kNone && points == payer.totals();
}

// The tiles of a base game, under the rules with the modifiers.
void LayAgain(const Board& from, Board& board) {
  for (int32_t id = 0; id < from.cell_count(); ++id) {
    const Cell& cell = from.cell(id);
    if (board.CellAt(cell.x, cell.y) != kNone) continue;  // the tile that lies there from the beginning
    const Piece& piece = from.piece(cell.piece);
    const Program& rules = from.program();
    const Id tile = board.program().FindTile(rules.Text(rules.tiles[static_cast<size_t>(piece.tile)].name));
    board.Lay(board.AddPiece(tile, PieceAt::kHand, -1), cell.x, cell.y, piece.turn, 0);
  }
}

Tables Make(uint32_t chance) {
  const Program& program = ModifierRules();
  static const Game begun(program, Setup{});  // stays: the boards point at shapes that it holds
  ReevePlayer player(BaseRules());
  Tables made;
  for (uint64_t number = 0; number < kGames; ++number) {
    player.Play(floor::Policy::kBestOfFour, number);
    World& world = made.worlds.emplace_back(begun.world());
    Board& board = world.board;
    LayAgain(player.game().board(), board);
    std::vector<int32_t> roads, cities;
    for (int32_t node = 0; node < board.node_count(); ++node) {
      if (!board.IsFeature(node) || board.OpenEnds(node) != 0) continue;
      if (board.node(node).kind == program.FindKind("road")) roads.push_back(node);
      if (board.node(node).kind == program.FindKind("city")) cities.push_back(node);
    }
    Placer placer(board, chance, number);
    for (const int32_t road : roads) placer.Place(road, kOnRoads);
    for (const int32_t city : cities) placer.Place(city, kOnCities);
    const Survey survey(board);
    for (const int32_t road : roads) {
      made.roads.push_back({&world, road});
      made.road_rows.push_back(survey.Road(road));
      made.agree &= Agree(world, "road.completed", road, made.road_rows.back());
    }
    for (const int32_t city : cities) {
      made.cities.push_back({&world, city});
      made.city_rows.push_back(survey.City(city));
      made.agree &= Agree(world, "city.completed", city, made.city_rows.back());
    }
  }
  return made;
}

const Tables& TablesOf(uint32_t chance) {
  static std::map<uint32_t, Tables> all;
  const auto known = all.find(chance);
  return known != all.end() ? known->second : all.emplace(chance, Make(chance)).first->second;
}

constexpr const char* kDisagree = "the rules and the floor do not pay the same";

void PayRules(benchmark::State& state, bool road, uint32_t chance, bool ledger) {
  const Tables& tables = TablesOf(chance);
  if (!tables.agree) return state.SkipWithError(kDisagree);
  const Program& program = ModifierRules();
  PayAll(state, road ? tables.roads : tables.cities,
         program.rule(program.FindRule(road ? "road.completed" : "city.completed")), ledger);
}

void PayFloor(benchmark::State& state, bool road, uint32_t chance, bool ledger) {
  const Tables& tables = TablesOf(chance);
  if (!tables.agree) return state.SkipWithError(kDisagree);
  floor::Payer payer;
  for (auto round : state) {
    if (road) payer.PayAll(tables.road_rows, ledger);
    else payer.PayAll(tables.city_rows, ledger);
  }
  benchmark::DoNotOptimize(payer.totals());
  Items(state, state.iterations() * static_cast<int64_t>(road ? tables.roads.size() : tables.cities.size()), "ns");
}

}  // namespace

void ModifierRows() {
  for (const bool road : {true, false}) {
    for (const uint32_t chance : {kRare, kFrequent}) {
      for (const bool ledger : {false, true}) {
        const auto with = [=](auto* work) {
          return [=](benchmark::State& state) { work(state, road, chance, ledger); };
        };
        Row(std::string("value.") + (road ? "road" : "city") + (chance == kRare ? ".ten_rare" : ".ten_frequent") +
                (ledger ? ".ledger" : ""),
            "ns", with(&PayRules), with(&PayFloor));
      }
    }
  }
}

}  // namespace reeve::bench
