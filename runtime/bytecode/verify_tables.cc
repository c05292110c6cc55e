// The tables: every index in range, tables that refer to each other agree, and counts that multiply stay small.
#include <algorithm>

#include "runtime/bytecode/verify_parts.h"

namespace reeve::verify {
namespace {

class Tables : public Part {
 public:
  using Part::Part;

  void Run() {
    Sizes();
    for (size_t k = 0; k < p_.kinds.size() && good(); ++k) {
      KindAt(static_cast<Id>(k));
      Named("kind", k, p_.kinds[k].name);
    }
    if (good()) Likes();
    for (size_t t = 0; t < p_.tiles.size() && good(); ++t) {
      Tile(p_.tiles[t]);
      Named("tile", t, p_.tiles[t].name);
    }
    for (size_t t = 0; t < p_.tilesets.size() && good(); ++t) {
      Tileset(p_.tilesets[t]);
      Named("tileset", t, p_.tilesets[t].name);
    }
    if (good()) Zones();
    if (good()) Small();
    if (good()) Turn();
    if (good()) Things();
  }

 private:
  void Sizes() {
    Range(static_cast<int64_t>(p_.kinds.size()), 0, kMaxKinds, "the number of kinds");
    Range(static_cast<int64_t>(p_.tiles.size()), 0, kMaxTiles, "the number of tiles");
    Range(static_cast<int64_t>(p_.zones.size()), kBuiltinZones, kMaxZones,
          "the number of zones: the supply, the pile, the scoreboard and the hand are four; it");
    Range(static_cast<int64_t>(p_.steps.size()), 0, kMaxSteps, "the number of steps");
    Range(static_cast<int64_t>(p_.rounds.size()), 0, kMaxSteps, "the number of rounds");
    Range(static_cast<int64_t>(p_.rules_table.size()), 0, kMaxRules, "the number of rules");
    Range(static_cast<int64_t>(p_.columns.size()), 0, kMaxColumns, "the number of columns");
  }

  void KindAt(Id id) {
    const KindInfo& kind = p_.kind(id);
    String(kind.name), String(kind.plural), String(kind.label), ClassId(kind.cls), Kind(kind.like, true);
    Range(static_cast<int>(kind.joins), 0, 2, "what a kind joins"),
        Range(static_cast<int>(kind.completion), 0, 3, "a completion");
    Range(kind.supply, 0, kMaxThings, "a supply"), Range(kind.fixed_votes, -kMaxPower, kMaxPower, "its votes");
    KindSetId(kind.on_kinds), KindSetId(kind.joins_kinds), KindSetId(kind.parts);
    if (!In(kind.in_zone, p_.zones, "zone", true)) return;
    if (kind.in_zone >= kBuiltinZones && p_.zones[static_cast<size_t>(kind.in_zone)].kind != ZoneKind::kPlaces) {
      Fail("its supply lies in a zone without places");
    }
    if (Kind(kind.adds, true) && kind.adds != kNoId) {
      if (p_.kind(kind.adds).cls != Class::kFeature) Fail("a marker adds what is no feature");
      // Shapes with a segment laid across are made for one kind.
      if (adds_ != kNoId && adds_ != kind.adds) Fail("markers add segments of two kinds");
      adds_ = kind.adds;
    }
    Range(kind.joins_same, -1, static_cast<int64_t>(kind.attributes.size()) - 1, "an attribute");
    if (kind.completion == Completion::kRoutine && kind.completed == kNoId)
      Fail("a kind has no routine for its completion");
    Range(static_cast<int64_t>(kind.attributes.size()), 0, 4, "the number of attributes");
    for (const AttributeInfo& attribute : kind.attributes) {
      String(attribute.name);
      for (Id word : attribute.words) String(word);
      Range(attribute.least, -1'000'000, 1'000'000, "the least of an attribute"),
          Range(attribute.most, -1'000'000, 1'000'000, "the most of an attribute");
    }
  }

  void Likes() {
    for (size_t k = 0; k < p_.kinds.size(); ++k) {
      size_t steps = 0;
      for (Id at = p_.kinds[k].like; at != kNoId; at = p_.kinds[static_cast<size_t>(at)].like) {
        if (++steps > p_.kinds.size()) {
          Fail("a kind is like itself");
          return Named("kind", k, p_.kinds[k].name);
        }
      }
    }
  }

  void Mark(const MarkInfo& info) {
    if (!Kind(info.kind)) return;
    if (p_.kind(info.kind).cls != Class::kMarker) Fail("what is printed on a tile is no marker");
    Range(static_cast<int64_t>(info.attributes.size()), 0, 4, "the number of attributes");
    Numbers(info.attributes);
  }
  void Numbers(const std::vector<int32_t>& numbers) {
    for (int32_t number : numbers) Range(number, -kMaxNumber, kMaxNumber, "an attribute");
  }

  void Tile(const TileInfo& tile) {
    String(tile.name), String(tile.label), Range(tile.wild, 0, 15, "the wild sides of a tile");
    if (!Range(static_cast<int64_t>(tile.segments.size()), 0, kMaxSegments, "the number of segments")) return;
    for (const ForeignName& name : tile.known_as) String(name.name), Range(name.turned, 0, 3, "a turn");
    if (!Range(Marks(tile), 0, kMaxMarks, "the number of printed markers")) return;
    uint16_t used = 0;
    for (const SegmentInfo& segment : tile.segments) {
      if (!Kind(segment.kind)) return;
      if (p_.kind(segment.kind).cls != Class::kFeature) Fail("a segment is of a kind that is no feature");
      if (segment.ports >> kPorts != 0 || (segment.ports & used) != 0) Fail("two segments of a tile share a port");
      used = static_cast<uint16_t>(used | segment.ports);
      if (segment.shared >> kPorts != 0 || (segment.shared & segment.ports) != 0)
        Fail("a segment shares what is its own");
      if (tile.segments.size() < 32 && segment.touches >> tile.segments.size() != 0)
        Fail("a segment touches one that is not there");
      for (const MarkInfo& info : segment.marks) Mark(info);
    }
    for (const SegmentInfo& segment : tile.segments) {
      uint16_t held = 0;  // by segments of its kind
      for (const SegmentInfo& other : tile.segments)
        if (other.kind == segment.kind) held = static_cast<uint16_t>(held | other.ports);
      if ((segment.shared & ~held) != 0) Fail("a segment shares an end that no other of its kind has");
    }
    for (const MarkInfo& info : tile.marks) Mark(info);
  }

  static int64_t Marks(const TileInfo& tile) {
    size_t marks = tile.marks.size();
    for (const SegmentInfo& segment : tile.segments) marks += segment.marks.size();
    return static_cast<int64_t>(marks);
  }

  void Tileset(const TilesetInfo& set) {
    String(set.name), In(set.starts, p_.tiles, "tile", true), In(set.ends, p_.tiles, "tile", true);
    Range(set.before, 0, 1000, "the rank of a pile");
    Range(static_cast<int64_t>(set.laid.size()), 0, 1000, "the number of tiles that lie from the beginning");
    for (const LaidTile& laid : set.laid) {
      In(laid.tile, p_.tiles, "tile"), Range(laid.turn, 0, 3, "a turn");
      Range(laid.x, -kMaxLaidAt, kMaxLaidAt, "a square"), Range(laid.y, -kMaxLaidAt, kMaxLaidAt, "a square");
    }
    for (const TileCount& entry : set.tiles)
      In(entry.tile, p_.tiles, "tile"), Range(entry.count, 0, kMaxThings, "a number of tiles");
  }

  // A place or card and its zone name each other.
  void Zones() {
    if (p_.zones[kSupplyZone].kind != ZoneKind::kSupply || p_.zones[kPileZone].kind != ZoneKind::kPile ||
        p_.zones[kPileZone].open) {
      Fail("the supply and the pile are not the first two zones");
      return;
    }
    for (size_t z = 0; z < p_.zones.size() && good(); ++z) {
      const ZoneInfo& zone = p_.zones[z];
      String(zone.name), Range(static_cast<int>(zone.kind), 0, 4, "a zone");
      if (Kind(zone.of, true) && zone.of != kNoId && p_.kind(zone.of).cls != Class::kMarker)
        Fail("a bag holds what is no marker");
      const bool cards = zone.kind == ZoneKind::kDeck || zone.kind == ZoneKind::kBag;
      for (Id entry : zone.entries) {
        if (!(cards ? In(entry, p_.cards, "card") : In(entry, p_.places, "place"))) break;
        const Id home = cards ? p_.cards[static_cast<size_t>(entry)].zone : p_.places[static_cast<size_t>(entry)].zone;
        if (home != static_cast<Id>(z)) Fail("an entry is of another zone");
      }
      Named("zone", z, zone.name);
    }
    for (size_t i = 0; i < p_.places.size() && good(); ++i) {
      const PlaceInfo& place = p_.places[i];
      String(place.name), In(place.on, p_.places, "place", true);
      if (In(place.zone, p_.zones, "zone")) {
        const auto& entries = p_.zones[static_cast<size_t>(place.zone)].entries;
        if (std::find(entries.begin(), entries.end(), static_cast<Id>(i)) == entries.end())
          Fail("its zone does not have it");
      }
      for (const auto& attribute : place.attributes)
        String(attribute[0]), Range(attribute[1], -kMaxNumber, kMaxNumber, "an attribute");
      Named("place", i, place.name);
    }
    for (size_t i = 0; i < p_.cards.size() && good(); ++i) {
      const CardInfo& card = p_.cards[i];
      Kind(card.kind), In(card.zone, p_.zones, "zone"), Range(card.count, 0, kMaxThings, "a number of cards"),
          Numbers(card.attributes);
      if (!good()) fault_ = "card " + std::to_string(i) + ": " + fault_;
    }
  }

  void Small() {
    for (const StateInfo& state : p_.states)
      String(state.name), ClassId(state.owner), ClassId(state.result), KindSetId(state.owner_kinds);
    for (const TableInfo& table : p_.tables) {
      Range(static_cast<int64_t>(table.rows.size()), 0, kMaxTableRows, "the number of rows of a table");
      Range(table.more, -kMaxNumber, kMaxNumber, "a value of a table");
      for (const auto& row : table.rows) Range(row[1], -kMaxNumber, kMaxNumber, "a value of a table");
      for (size_t i = 1; i < table.rows.size(); ++i)
        if (table.rows[i][0] <= table.rows[i - 1][0]) Fail("a table's limits do not grow");
    }
    for (const ColumnInfo& column : p_.columns) {
      Range(static_cast<int>(column.kind), 0, 6, "a column"),
          Range(column.player, -1, kMaxPlayers - 1, "a column's player");
      if (column.kinds < kAnyKind) Fail("a column counts no kinds");
      KindSetId(column.kinds);
    }
    String(p_.shared_label);
    for (const LineInfo& line : p_.lines) String(line.origin.file);
  }

  void Turn() {
    for (const RoundInfo& round : p_.rounds) {
      String(round.name), String(round.label), In(round.first, p_.steps, "step", true),
          In(round.last, p_.steps, "step", true);
    }
    for (size_t s = 0; s < p_.steps.size() && good(); ++s) {
      const StepInfo& step = p_.steps[s];
      String(step.name), String(step.label), In(step.round, p_.rounds, "round", true), Range(step.menu, 0, 2, "a menu");
      for (Id rule : step.rules) In(rule, p_.rules_table, "rule");
      for (Id rule : step.offers) {
        if (In(rule, p_.rules_table, "rule") && p_.rule(rule).kind != RuleKind::kOffer)
          Fail("a step offers what is no offer");
      }
      for (Id pass : step.pass_forbids) In(pass, p_.pass_forbids, "forbid of passing");
      Named("step", s, step.name);
    }
    const auto span = [&](Id first, Id last, const char* what) {
      In(first, p_.steps, what, true), In(last, p_.steps, what, true);
      if ((first == kNoId) != (last == kNoId) || first > last) Fail(std::string("the ") + what + "s are in no order");
    };
    span(p_.first_turn_step, p_.last_turn_step, "step of the turn");
    span(p_.first_final_step, p_.last_final_step, "step of the final scoring");
    for (Id s = std::max(p_.first_turn_step, 0); good() && p_.first_turn_step != kNoId && s <= p_.last_turn_step; ++s) {
      if (p_.steps[static_cast<size_t>(s)].round == kNoId) Fail("a step of the turn is in no round");
    }
  }

  // How much there is of everything in a game of as many players as can be, all of it on the table.
  void Things() {
    int64_t pieces = 0, segments = 0, marks = 0, figures = 0, cards = 0;
    for (const TilesetInfo& set : p_.tilesets) {
      for (const TileCount& entry : set.tiles) {
        const TileInfo& tile = p_.tiles[static_cast<size_t>(entry.tile)];
        const int64_t copies = int64_t{entry.count} * (set.in_supply ? kMaxPlayers : 1);
        pieces += copies;
        segments += copies * (static_cast<int64_t>(tile.segments.size()) + (adds_ != kNoId ? 1 : 0));
        marks += copies * Marks(tile);
      }
    }
    for (const KindInfo& kind : p_.kinds) {
      if (kind.cls != Class::kFigure && kind.cls != Class::kMarker) continue;
      figures += kind.supply * ThingsOfSupply(kind, kMaxPlayers);
    }
    for (const CardInfo& card : p_.cards) cards += card.count;
    for (const ZoneInfo& zone : p_.zones) cards += static_cast<int64_t>(zone.entries.size());
    Range(pieces, 0, kMaxThings, "the number of pieces");
    Range(marks + figures, 0, kMaxThings, "the number of figures and markers");
    Range(cards, 0, kMaxThings, "the number of cards");
    Range(segments * static_cast<int64_t>(p_.columns.size() + 4), 0, kMaxRowCells, "the size of all rows of columns");
  }

  Id adds_ = kNoId;  // what markers add
};

}  // namespace

std::string CheckTables(const Program& program) {
  Tables tables(program);
  tables.Run();
  return tables.TakeFault();
}

}  // namespace reeve::verify
