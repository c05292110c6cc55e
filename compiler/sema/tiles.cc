// Tiles and tilesets: that every side is whole, what touches what, that piles name tiles there are.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/checker.h"

namespace reeve::sema {
namespace {

using ast::Item;

constexpr const char* kSideWords[] = {"north", "east", "south", "west"};

// "N" -> 1, "NL" -> 0, "NR" -> 2, "E" -> 4 ...; -1 for the inner places I and II.
int PortOf(const std::string& side) {
  const std::string sides = "NESW";
  const size_t at = sides.find(side[0]);
  if (at == std::string::npos) return -1;
  const int first = static_cast<int>(at) * kPortsPerSide;
  if (side.size() == 1) return first + 1;
  return side[1] == 'L' ? first : first + 2;
}

bool IsHalf(int port) {
  return port % kPortsPerSide != 1;
}

std::string PortText(int port) {
  std::string text(1, "NESW"[port / kPortsPerSide]);
  if (port % kPortsPerSide == 0) text += 'L';
  if (port % kPortsPerSide == 2) text += 'R';
  return text;
}

}  // namespace

int Checker::FindTile(const std::string& name) const {
  for (size_t i = 0; i < model_.tiles.size(); ++i) {
    if (model_.tiles[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

void Checker::CheckTiles() {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind == Item::Kind::kTile) CheckTile(*item);
  }
  CheckHalfEdges();
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind == Item::Kind::kTileset) CheckTileset(*item);
  }
  RankTilesets();
}

// `before`: a pile that is drawn before others gets a higher rank, step by step down the chain.
void Checker::RankTilesets() {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind != Item::Kind::kTileset) continue;
    for (const ast::Name& name : item->before) {
      std::vector<std::string> known;
      for (const Tileset& set : model_.tilesets) known.push_back(set.name);
      if (std::ranges::find(known, name.text) != known.end() || elsewhere_.Declares(name.text, Elsewhere::kTileset))
        continue;
      sink_.Report(Code::kE01, name.span, fmt::format("There is no tileset called \"{}\".", name.text),
                   {name.text, known, ""});
    }
  }
  for (size_t round = 0; round <= model_.tilesets.size(); ++round) {
    for (Tileset& set : model_.tilesets) {
      for (const ast::Name& name : set.before) {
        for (const Tileset& later : model_.tilesets) {
          if (later.name != name.text || set.rank > later.rank) continue;
          set.rank = later.rank + 1;
          if (round < model_.tilesets.size()) continue;
          sink_.Report(Code::kE13, name.span, fmt::format("\"{}\" would have to be drawn before itself.", set.name));
          return;
        }
      }
    }
  }
}

void Checker::CheckTile(const Item& item) {
  if (const int known = FindTile(item.name.text); known >= 0) {
    sink_.Report(Code::kE42, item.name.span, fmt::format("There is already a tile called \"{}\".", item.name.text))
        .With(model_.tiles[static_cast<size_t>(known)].item->name.span, "declared here");
    return;
  }
  Tile tile;
  tile.name = item.name.text;
  tile.label = item.label ? item.label->value : "";
  tile.item = &item;
  for (const auto& foreign : item.known_as) {
    if (foreign.turned % 90 != 0) {
      sink_.Report(Code::kE48, foreign.name.span, "Tiles are turned by 0, 90, 180 or 270.");
    }
    KnownAlready(foreign, tile);
    tile.known_as.push_back({foreign.name.value, foreign.turned / 90 & 3});
  }
  uint16_t used = 0;
  bool sound = true;
  bool strange = false;  // "colour blue": the second word belongs to the first, which is said not to be known
  for (const ast::TileSegment& segment : item.segments) {
    const bool known = segment.kind.text == "wild" || model_.kind_by_name.contains(segment.kind.text);
    if (known || !strange) sound = ReadSegment(segment, item, tile, used) && sound;
    strange = !known && !strange && segment.sides.empty();
  }
  if (!sound) return;
  CheckSides(item, tile, used);
  DeriveTouches(item, tile);
  model_.tiles.push_back(std::move(tile));
}

// Records that name a tile of another program get the first that is known as that.
void Checker::KnownAlready(const ast::Foreign& foreign, const Tile& now) {
  const auto look = [&](const Tile& tile) {
    for (size_t i = 0; i < tile.known_as.size(); ++i) {
      if (tile.known_as[i].first != foreign.name.value) continue;
      sink_
          .Report(Code::kW22, foreign.name.span,
                  fmt::format("Nothing comes of this: \"{}\" is {} already, and records that say so mean that tile.",
                              foreign.name.value, tile.name))
          .With(tile.item->known_as[i].name.span, "said here");
      return true;
    }
    return false;
  };
  if (!std::ranges::any_of(model_.tiles, look)) look(now);
}

// What is printed lies where its kind may lie; -1: on the tile itself.
void Checker::CheckMark(const ast::Mark& mark, const Kind& kind, int on) {
  if (kind.on.empty()) return;
  const bool fits = std::ranges::any_of(kind.on, [&](const ast::Name& name) {
    if (on < 0) return name.text == "tile";
    const auto at = model_.kind_by_name.find(name.text);
    return at != model_.kind_by_name.end() && Closure(at->second)[static_cast<size_t>(on)];
  });
  if (fits) return;
  std::vector<std::string> names;
  for (const ast::Name& name : kind.on) names.push_back(name.text);
  const std::string where = on < 0 ? "the tile itself" : A(model_.kinds[static_cast<size_t>(on)].name);
  sink_
      .Report(Code::kE18, mark.span,
              fmt::format(
                  "A {} is on {}; here it is printed on {}.{}", kind.name, fmt::join(names, ", "), where,
                  on < 0 ? fmt::format(" Several on one segment are separated by commas: \"with {}, ...\".", kind.name)
                         : ""))
      .With(kind.span, "declared here");
}

// "(worth 3)", of a marker or a token: what is said to one of the things that its kind has. False: it is not one.
bool Checker::ReadAttribute(const Kind& kind, const ast::Attribute& given, std::vector<int>& attributes) {
  const auto at = std::ranges::find(kind.attributes, given.name.text, &Kind::Attribute::name);
  if (at == kind.attributes.end()) {
    sink_.Report(Code::kE47, given.span, fmt::format("\"{}\" is nothing that {} has.", given.name.text, A(kind.name)));
    return false;
  }
  const std::string text = ast::TextOf(given.value);
  const auto word = std::ranges::find(at->words, text);
  const bool number = std::holds_alternative<ast::Integer>(given.value);
  const int64_t value = number ? std::get<ast::Integer>(given.value).value : 0;
  if (at->words.empty() ? !number || value < at->least || value > at->most : word == at->words.end()) {
    sink_.Report(Code::kE48, ast::SpanOf(given.value),
                 fmt::format("\"{}\" of {} cannot be {}.{}", at->name, A(kind.name), text, Range(*at)));
    return false;
  }
  attributes[static_cast<size_t>(at - kind.attributes.begin())] =
      at->words.empty() ? static_cast<int>(value) : static_cast<int>(word - at->words.begin());
  return true;
}

bool Checker::ReadMarks(const std::vector<ast::Mark>& from, int on,
                        std::vector<std::pair<int, std::vector<int>>>& marks) {
  for (const ast::Mark& mark : from) {
    const auto kind = model_.kind_by_name.find(mark.name.text);
    if (kind == model_.kind_by_name.end() || model_.kinds[static_cast<size_t>(kind->second)].cls != Class::kMarker) {
      Scope scope;
      if (kind == model_.kind_by_name.end()) Unknown(mark.name, scope, Class::kMarker);
      else
        sink_.Report(Code::kE46, mark.name.span,
                     fmt::format("Only markers are printed on segments; \"{}\" is {}.", mark.name.text,
                                 A(ClassName(model_.kinds[static_cast<size_t>(kind->second)].cls))));
      return false;
    }
    const Kind& info = model_.kinds[static_cast<size_t>(kind->second)];
    CheckMark(mark, info, on);
    std::vector<int> attributes(info.attributes.size(), 0);
    for (size_t i = 0; i < info.attributes.size(); ++i) attributes[i] = info.attributes[i].least;
    for (const ast::Attribute& given : mark.attributes) {
      if (!ReadAttribute(info, given, attributes)) return false;
    }
    const int64_t count = mark.count ? mark.count->value : 1;
    if (count < 1 || count > 9) {
      sink_.Report(Code::kE48, mark.span, "A segment shows 1 to 9 markers of a kind.");
      return false;
    }
    for (int64_t i = 0; i < count; ++i) marks.push_back({kind->second, attributes});
  }
  return true;
}

bool Checker::ReadSegment(const ast::TileSegment& from, const Item& item, Tile& tile, uint16_t& used) {
  const std::string& name = tile.name;
  if (from.kind.text == "wild") {
    for (const auto& side : from.sides) {
      const int port = PortOf(side.text);
      if (port < 0 || IsHalf(port)) {
        sink_.Report(Code::kE18, side.span, fmt::format("Tile {}: a whole side is wild: N, E, S or W.", name));
        return false;
      }
      tile.wild = static_cast<uint8_t>(tile.wild | 1 << (port / kPortsPerSide));
    }
    return true;
  }
  const auto found = model_.kind_by_name.find(from.kind.text);
  if (found == model_.kind_by_name.end()) {
    Scope scope;
    Unknown(from.kind, scope);
    return false;
  }
  const Kind& kind = model_.kinds[static_cast<size_t>(found->second)];
  if (kind.cls == Class::kMarker) {
    ast::Mark mark;
    mark.name = from.kind;
    mark.attributes = from.attributes;
    mark.span = from.span;
    std::vector<ast::Mark> one;
    one.push_back(std::move(mark));
    return ReadMarks(one, -1, tile.marks) && ReadMarks(from.marks, -1, tile.marks);
  }
  if (kind.cls != Class::kFeature) {
    sink_.Report(Code::kE46, from.kind.span,
                 fmt::format("Tile {}: \"{}\" is a {}; only features and markers are printed on tiles.", name,
                             from.kind.text, ClassName(kind.cls)));
    return false;
  }
  if (!from.attributes.empty()) {
    sink_.Report(Code::kE46, from.attributes.front().span,
                 fmt::format("Tile {}: only a marker has attributes; \"{}\" is a {}.", name, from.kind.text,
                             ClassName(kind.cls)));
    return false;
  }
  if (tile.segments.size() >= kMaxSegments) {
    sink_.Report(Code::kE57, from.span, fmt::format("Tile {}: a tile has at most {} segments.", name, kMaxSegments));
    return false;
  }
  Tile::Segment segment;
  segment.kind = found->second;
  segment.span = from.span;
  for (const auto& side : from.sides) {
    const int port = PortOf(side.text);
    if (port < 0) {
      segment.inner = side.text == "I" ? 1 : 2;
      continue;
    }
    const bool half = IsHalf(port);
    if (kind.joins == Joins::kNothing) {
      sink_.Report(Code::kE18, side.span,
                   fmt::format("Tile {}: a {} stands alone and reaches no side.", name, kind.name));
      return false;
    }
    if (half != (kind.joins == Joins::kHalfEdges)) {
      sink_.Report(
          Code::kE18, side.span,
          half ? fmt::format("Tile {}: a {} takes whole sides: {} instead of {}.", name, kind.name, side.text[0],
                             side.text)
               : fmt::format("Tile {}: a {} takes half sides: {}L, {}R.", name, kind.name, side.text, side.text));
      return false;
    }
    if (used >> port & 1) {
      auto& report =
          sink_.Report(Code::kE18, side.span,
                       fmt::format("Tile {}: {} {} is used twice.", name, half ? "half-edge" : "edge", PortText(port)));
      for (const auto& other : tile.segments) {
        if (other.ports >> port & 1) report.With(other.span, "used here");
      }
      return false;
    }
    used = static_cast<uint16_t>(used | 1 << port);
    segment.ports = static_cast<uint16_t>(segment.ports | 1 << port);
  }
  if (!ReadMarks(from.marks, segment.kind, segment.marks)) return false;
  tile.segments.push_back(std::move(segment));
  (void)item;
  return true;
}

// Every side shows something: a whole edge, two half-edges, or both.
void Checker::CheckSides(const Item& item, const Tile& tile, uint16_t used) {
  for (int side = 0; side < kSides; ++side) {
    if (tile.wild >> side & 1) continue;
    const bool left = used >> (side * kPortsPerSide) & 1, middle = used >> (side * kPortsPerSide + 1) & 1;
    const bool right = used >> (side * kPortsPerSide + 2) & 1;
    if (middle || (left && right)) continue;
    if (!left && !right) {
      sink_.Report(Code::kE18, item.name.span,
                   fmt::format("Tile {}: nothing lies on the {} edge.", tile.name, kSideWords[side]));
    } else {
      const int missing = side * kPortsPerSide + (left ? 2 : 0);
      sink_.Report(Code::kE18, item.name.span,
                   fmt::format("Tile {}: nothing lies on {}.", tile.name, PortText(missing)));
    }
  }
}

// Some kinds fill their side (cities), some leave room beside them (roads). Which it is, all tiles together say;
// a tile that differs from most of them is wrong.
void Checker::CheckHalfEdges() {
  struct Count {
    int with = 0, without = 0;
  };
  std::map<int, Count> counts;
  const auto visit = [&](auto&& look) {
    for (const Tile& tile : model_.tiles) {
      uint16_t used = 0;
      for (const auto& segment : tile.segments) used |= segment.ports;
      for (const auto& segment : tile.segments) {
        for (int side = 0; side < kSides; ++side) {
          if (segment.ports >> (side * kPortsPerSide + 1) & 1) {
            look(tile, segment, side, used >> (side * kPortsPerSide) & 1, used >> (side * kPortsPerSide + 2) & 1);
          }
        }
      }
    }
  };
  visit([&](const Tile&, const Tile::Segment& segment, int, bool left, bool right) {
    if (left && right) ++counts[segment.kind].with;
    if (!left && !right) ++counts[segment.kind].without;
  });
  visit([&](const Tile& tile, const Tile::Segment& segment, int side, bool left, bool right) {
    const Count& count = counts[segment.kind];
    const bool needs = count.with >= count.without;
    const std::string& kind = model_.kinds[static_cast<size_t>(segment.kind)].name;
    if (needs && !(left && right)) {
      sink_.Report(Code::kE18, tile.item->name.span,
                   fmt::format("Tile {}: the {} edge is a {}, but nothing lies on {} beside it.", tile.name,
                               kSideWords[side], kind, PortText(side * kPortsPerSide + (left ? 2 : 0))));
    } else if (!needs && (left || right)) {
      sink_.Report(Code::kE18, tile.item->name.span,
                   fmt::format("Tile {}: the {} edge is a {}, which fills its side; nothing can lie on {}.", tile.name,
                               kSideWords[side], kind, PortText(side * kPortsPerSide + (left ? 0 : 2))));
    }
  });
}

// A half-edge touches the whole edge round its corner. What touches inside the tile is written with `touches`.
void Checker::DeriveTouches(const Item& item, Tile& tile) {
  const auto touch = [&](size_t a, size_t b) {
    tile.segments[a].touches |= 1u << b;
    tile.segments[b].touches |= 1u << a;
  };
  const auto owner = [&](int port) -> int {
    for (size_t i = 0; i < tile.segments.size(); ++i) {
      if (tile.segments[i].ports >> port & 1) return static_cast<int>(i);
    }
    return -1;
  };
  for (int side = 0; side < kSides; ++side) {
    const int next = (side + 1) % kSides;
    const int right = owner(side * kPortsPerSide + 2), left = owner(next * kPortsPerSide);
    const int here = owner(side * kPortsPerSide + 1), there = owner(next * kPortsPerSide + 1);
    if (right >= 0 && left < 0 && there >= 0) touch(static_cast<size_t>(right), static_cast<size_t>(there));
    if (left >= 0 && right < 0 && here >= 0) touch(static_cast<size_t>(left), static_cast<size_t>(here));
  }
  size_t at = 0;
  for (const ast::TileSegment& from : item.segments) {
    const auto kind = model_.kind_by_name.find(from.kind.text);
    if (from.kind.text == "wild" || kind == model_.kind_by_name.end() ||
        model_.kinds[static_cast<size_t>(kind->second)].cls != Class::kFeature)
      continue;
    for (const auto& touches : from.touches) {
      if (touches.shares) {
        ReadShare(touches, tile, at);
        continue;
      }
      const auto other = model_.kind_by_name.find(touches.kind.text);
      int found = -1;
      for (size_t i = 0; i < tile.segments.size() && other != model_.kind_by_name.end(); ++i) {
        if (tile.segments[i].kind != other->second || i == at) continue;
        uint16_t ports = 0;
        for (const auto& side : touches.sides)
          if (PortOf(side.text) >= 0) ports = static_cast<uint16_t>(ports | 1 << PortOf(side.text));
        if ((tile.segments[i].ports & ports) == ports) found = static_cast<int>(i);
      }
      if (found < 0) {
        sink_.Report(Code::kE18, touches.span,
                     fmt::format("Tile {}: there is no {} there to touch.", tile.name, touches.kind.text));
        continue;
      }
      touch(at, static_cast<size_t>(found));
    }
    ++at;
  }
}

// city E shares city N: the side N, held by another segment of the kind, is an end of this one as well.
void Checker::ReadShare(const ast::TileSegment::Touch& share, Tile& tile, size_t at) {
  for (const auto& side : share.sides) {
    const int port = PortOf(side.text);
    bool found = false;
    for (size_t i = 0; i < tile.segments.size() && port >= 0; ++i) {
      found =
          found || (i != at && tile.segments[i].kind == tile.segments[at].kind && tile.segments[i].ports >> port & 1);
    }
    if (found && !IsHalf(port) && model_.kinds[static_cast<size_t>(tile.segments[at].kind)].name == share.kind.text) {
      tile.segments[at].shared = static_cast<uint16_t>(tile.segments[at].shared | 1 << port);
      continue;
    }
    sink_.Report(Code::kE18, share.span,
                 fmt::format("Tile {}: there is no other {} on {} to share that side with.", tile.name,
                             model_.kinds[static_cast<size_t>(tile.segments[at].kind)].name, side.text));
    return;
  }
}

void Checker::CheckTileset(const Item& item) {
  Tileset set;
  set.name = item.name.text;
  set.span = item.name.span;
  for (const Tileset& known : model_.tilesets) {
    if (known.name != set.name) continue;
    sink_.Report(Code::kE42, item.name.span, fmt::format("There is already a tileset called \"{}\".", set.name))
        .With(known.span, "declared here");
    return;
  }
  if (item.in) {
    set.in_supply = item.in->text == "supply";
    if (!set.in_supply)
      sink_.Report(Code::kE54, item.in->span, "Tiles lie in the pile, or \"in supply\": each player has them.");
  }
  const auto tile_named = [&](const ast::Name& name) {
    const int found = FindTile(name.text);
    const bool damaged = std::find(linked_.damaged.begin(), linked_.damaged.end(), name.text) != linked_.damaged.end();
    bool reported = damaged;
    for (const auto& [other, ruleset] : linked_.items)
      reported = reported || (other->kind == Item::Kind::kTile && other->name.text == name.text);
    if (found < 0 && !reported) {
      std::vector<std::string> known;
      for (const Tile& tile : model_.tiles) known.push_back(tile.name);
      sink_.Report(Code::kE54, name.span, fmt::format("There is no tile \"{}\".", name.text), {name.text, known, ""});
    }
    return found;
  };
  for (const ast::PileEntry& entry : item.entries) {
    const int tile = tile_named(entry.name);
    if (tile < 0) continue;
    for (size_t i = 0; i < set.tiles.size(); ++i) {
      if (set.tiles[i].first != tile) continue;
      // One of them lies there: the numbers cannot be added up.
      const bool lies = entry.at || std::any_of(set.laid.begin(), set.laid.end(),
                                                [&](const LaidTile& laid) { return laid.tile == tile; });
      sink_.Report(Code::kE42, entry.name.span,
                   fmt::format("\"{}\" is in this tileset twice; {}.", entry.name.text,
                               lies ? "put one of the two lines into a tileset of its own" : "add the numbers up"));
      break;
    }
    const int64_t count = entry.count ? entry.count->value : 1;
    if (count < 0 || count > 1000) {
      sink_.Report(Code::kE54, entry.span, "A tileset has up to 1000 copies of a tile.");
      continue;
    }
    if (count == 0) {
      sink_.Report(Code::kW22, entry.span,
                   fmt::format("This line adds nothing: there are 0 of {}. Leave it out, or write how many there are.",
                               entry.name.text));
    }
    set.tiles.push_back({tile, static_cast<int>(count)});
    if (!entry.at) continue;
    const ast::Placement& at = *entry.at;
    const auto same = [&](const LaidTile& laid) { return laid.x == at.x && laid.y == at.y; };
    if (count != 1 || at.turned % 90 != 0 || std::max(std::abs(at.x), std::abs(at.y)) > 1000) {
      sink_.Report(
          Code::kE54, entry.span,
          "A tile that lies on the table from the beginning is one, \"TILE 1 at 0 0\", turned by 0, 90, 180 or 270.");
    } else if (set.in_supply || std::any_of(set.laid.begin(), set.laid.end(), same)) {
      sink_.Report(
          Code::kE54, entry.span,
          set.in_supply ? "What each player has does not lie on the table." : "Another tile lies on this square.");
    } else {
      set.laid.push_back({tile, at.x, at.y, at.turned / 90 & 3});
    }
  }
  if (item.starts) set.starts = tile_named(*item.starts);
  if (item.ends) set.ends = tile_named(*item.ends);
  for (const auto& [name, id] : {std::pair{item.starts, set.starts}, std::pair{item.ends, set.ends}}) {
    if (!name || id < 0) continue;
    if (std::none_of(set.tiles.begin(), set.tiles.end(),
                     [tile = id](const auto& entry) { return entry.first == tile && entry.second > 0; })) {
      sink_.Report(Code::kE54, name->span, fmt::format("\"{}\" is not among the tiles of this tileset.", name->text));
    }
  }
  set.before = item.before;
  model_.tilesets.push_back(std::move(set));
}

}  // namespace reeve::sema
