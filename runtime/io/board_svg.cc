#include "runtime/io/board_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "runtime/io/tile_art.h"

namespace reeve {
namespace {

constexpr double kMargin = 46;
constexpr double kPanel = 300;
constexpr const char* kGround = "#a9c46c";
constexpr const char* kAreas[] = {"#c98f5a", "#a86f86", "#8f8fb8", "#b8a15a"};
constexpr const char* kLines[] = {"#fbf3dc", "#6fa8d6", "#d9b38c", "#c9c9c9"};
constexpr const char* kBadges[] = {"#31518f", "#7a4b94", "#99621e", "#2f7d6b", "#a13d4d", "#5c6b2f"};
constexpr const char* kSeats[] = {"#c8372d", "#2f66b0", "#3a8a4f", "#e0b020",
                                  "#303030", "#d77fa1", "#8a5fb0", "#e07b2a"};
constexpr std::pair<const char*, const char*> kColours[] = {
    {"red", "#c8372d"},  {"blue", "#2f66b0"},   {"green", "#3a8a4f"},  {"yellow", "#e0b020"}, {"black", "#303030"},
    {"pink", "#d77fa1"}, {"purple", "#8a5fb0"}, {"violet", "#8a5fb0"}, {"orange", "#e07b2a"}, {"grey", "#8c8c8c"},
    {"gray", "#8c8c8c"}, {"white", "#f2f2f2"},  {"brown", "#7b5233"}};

// A figure: head, arms and legs, about 20 by 20 round the origin.
constexpr const char* kFigure =
    "M0 -10.5C3 -10.5 4.4 -8.3 3.9 -5.6C7.3 -4.4 10.2 -2.6 10.2 -0.4C10.2 1.3 8 1.4 5.2 1.6C6.1 4.2 8.3 6.8 8.3 8.6"
    "C8.3 9.8 7.4 10 6.2 10L2.6 10C1.8 10 1.4 9.5 1 8.7L0 6.6L-1 8.7C-1.4 9.5 -1.8 10 -2.6 10L-6.2 10C-7.4 10 -8.3 9.8"
    " -8.3 8.6C-8.3 6.8 -6.1 4.2 -5.2 1.6C-8 1.4 -10.2 1.3 -10.2 -0.4C-10.2 -2.6 -7.3 -4.4 -3.9 -5.6C-4.4 -8.3 -3 -10.5"
    " 0 -10.5Z";

std::string Escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

std::string Initial(const std::string& name) {
  return name.empty() ? "?" : std::string(1, static_cast<char>(std::toupper(static_cast<unsigned char>(name[0]))));
}

// A to Z, AA to ZZ, AAA ...
std::string Letters(size_t number) {
  std::string out;
  for (size_t left = number + 1; left > 0; left = (left - 1) / 26)
    out.insert(out.begin(), static_cast<char>('A' + (left - 1) % 26));
  return out;
}

class Painter {
 public:
  Painter(const Game& game, const SvgOptions& options)
      : game_(game), options_(options), program_(game.program()), board_(game.board()) {}

  std::string Paint() {
    Measure();
    Arts();
    HeldFeatures();
    Begin();
    Coordinates();
    for (int32_t cell = 0; cell < board_.cell_count(); ++cell) Tile(cell);
    for (int32_t cell = 0; cell < board_.cell_count(); ++cell) Badges(cell);
    PrintedMarkers();
    LastTile();
    for (int32_t id = 0; id < board_.figure_count(); ++id) FigureAt(id);
    Tokens();
    Legend();
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  template <class... A>
  void Put(fmt::format_string<A...> format, A&&... a) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<A>(a)...);
  }

  void Measure() {
    for (int32_t i = 0; i < board_.cell_count(); ++i) {
      const Cell& cell = board_.cell(i);
      left_ = i == 0 ? cell.x : std::min<int>(left_, cell.x);
      right_ = i == 0 ? cell.x : std::max<int>(right_, cell.x);
      top_ = i == 0 ? cell.y : std::min<int>(top_, cell.y);
      bottom_ = i == 0 ? cell.y : std::max<int>(bottom_, cell.y);
    }
    for (size_t k = 0; k < program_.kinds.size(); ++k) order_.push_back(-1);
    used_.resize(board_.segment_count() > 0 ? static_cast<size_t>(board_.segment_count()) : 0);
  }

  std::string PlayerName(int player) const {
    if (player < static_cast<int>(options_.players.size())) return options_.players[static_cast<size_t>(player)];
    return fmt::format("player {}", player + 1);
  }

  const char* ColourOf(int player) const {
    if (player < 0) return "#8c8c8c";
    for (const auto& [name, colour] : kColours) {
      if (PlayerName(player) == name) return colour;
    }
    return kSeats[player % 8];
  }

  Point Origin(const Cell& cell) const {
    return {kMargin + (cell.x - left_) * kTileSize, kTop + (cell.y - top_) * kTileSize};
  }
  const TileArt& ArtOf(const Cell& cell) const { return arts_.at(board_.piece(cell.piece).tile); }
  int TurnOf(const Cell& cell) const { return board_.piece(cell.piece).turn; }
  bool HasAcross(const Cell& cell) const {
    return static_cast<size_t>(cell.shape->segment_count) > ArtOf(cell).parts().size();
  }

  // What its tile shows of a segment; the tile does not show one that was laid across it, which is its last.
  const TileArt::Part& PartOf(int32_t segment) const {
    const Cell& cell = board_.cell(board_.segment(segment).cell);
    const auto index = static_cast<size_t>(board_.SegmentIndex(segment));
    if (index < ArtOf(cell).parts().size()) return ArtOf(cell).parts()[index];
    const int axis = (cell.shape->ports[index] & kPortsOfSide[0]) != 0 ? 0 : 1;
    return TileArt::Across((axis + TurnOf(cell)) & 1);
  }

  // Kinds of areas, lines and badges are numbered as the rules declare them.
  int NumberOf(Id kind, TileArt::Look look) const {
    int number = 0;
    for (Id other : kinds_of_[static_cast<size_t>(look)]) {
      if (other == kind) return number;
      ++number;
    }
    return 0;
  }

  void Arts() {
    const auto show = [&](TileArt::Look look, Id kind) {
      auto& kinds = kinds_of_[static_cast<size_t>(look)];
      if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
    };
    for (int32_t i = 0; i < board_.cell_count(); ++i) {
      const Cell& cell = board_.cell(i);
      const Id tile = board_.piece(cell.piece).tile;
      arts_.try_emplace(tile, program_, tile);
      if (HasAcross(cell)) show(TileArt::Look::kLine, board_.shapes().span_kind());
    }
    for (const auto& [tile, art] : arts_) {
      for (size_t i = 0; i < art.parts().size(); ++i)
        show(art.parts()[i].look, program_.tiles[static_cast<size_t>(tile)].segments[i].kind);
    }
    for (auto& kinds : kinds_of_) std::sort(kinds.begin(), kinds.end());
  }

  void Begin() {
    double panel = kPanel;
    for (const Held& entry : held_) {
      panel = std::max(
          panel, 60 + static_cast<double>(entry.text.size()) * 6.6 + static_cast<double>(entry.figures.size()) * 14);
    }
    const double width = kMargin * 2 + (right_ - left_ + 1) * kTileSize + panel;
    const double lines = 120.0 + 34 * game_.players() + 20 * static_cast<double>(held_.size() + program_.kinds.size());
    const double height = std::max(kTop + (bottom_ - top_ + 1) * kTileSize + kMargin, kTop + lines);
    Put("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
        "{1:.0f}\" "
        "font-family=\"DejaVu Sans, Verdana, sans-serif\">\n",
        width, height);
    Put("<rect width=\"100%\" height=\"100%\" fill=\"#f4efe3\"/>\n<defs>\n<path id=\"figure\" d=\"{}\"/>\n", kFigure);
    for (const auto& [tile, art] : arts_) Define(tile, art);
    Put("</defs>\n");
    if (!options_.title.empty()) {
      Put("<text x=\"{:.0f}\" y=\"26\" font-size=\"17\" font-weight=\"bold\" fill=\"#4a4133\">{}</text>\n", kMargin,
          Escaped(options_.title));
    }
  }

  // The tile unturned, without words.
  void Define(Id tile, const TileArt& art) {
    using Look = TileArt::Look;
    const TileInfo& info = program_.tiles[static_cast<size_t>(tile)];
    Put("<g id=\"t{}\"><rect width=\"100\" height=\"100\" fill=\"{}\"/>", tile,
        art.has_ground() ? kGround
        : info.wild != 0 ? "#d8cfb8"
                         : kGround);
    for (size_t i = 0; i < art.parts().size(); ++i) {
      const auto& part = art.parts()[i];
      if (part.look != Look::kArea) continue;
      const char* fill = kAreas[NumberOf(info.segments[i].kind, Look::kArea) % 4];
      // Clipped to itself, so that the wall lies inside and neighbours join without a seam.
      Put("<clipPath id=\"c{0}.{1}\"><path d=\"{2}\"/></clipPath>"
          "<path d=\"{2}\" fill=\"{3}\"/><g clip-path=\"url(#c{0}.{1})\" fill=\"none\" "
          "stroke-linejoin=\"round\">{4}</g>",
          tile, i, part.path, fill, Walls(part.path));
    }
    for (const bool rim : {true, false}) {
      for (size_t i = 0; i < art.parts().size(); ++i) {
        if (art.parts()[i].look == Look::kLine) Line(art.parts()[i], info.segments[i].kind, rim);
      }
    }
    if (art.village())
      Put("<circle cx=\"50\" cy=\"50\" r=\"10\" fill=\"#8a6f52\" stroke=\"#5f4b37\" stroke-width=\"1.5\"/>");
    Put("</g>\n");
  }

  // A line, or first the rim that shows on both sides of it.
  void Line(const TileArt::Part& part, Id kind, bool rim) {
    Put("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>", part.path,
        rim ? "#6d6250" : kLines[NumberOf(kind, TileArt::Look::kLine) % 4], rim ? 11 : 8);
  }

  // The curves of an outline are walls; its straight pieces lie on the edge of the tile.
  static std::string Walls(const std::string& path) {
    std::string from, walls;
    for (size_t at = 0; at < path.size();) {
      size_t end = path.find_first_of("MLCZ", at + 1);
      end = std::min(end, path.size());
      const std::string command = path.substr(at, end - at);
      if (command[0] == 'C') {
        for (const auto& [colour, width] : {std::pair{"#5d4630", 9}, std::pair{"#e6d3ae", 5}}) {
          walls += fmt::format("<path d=\"M{}{}\" stroke=\"{}\" stroke-width=\"{}\"/>", from, command, colour, width);
        }
        const size_t y = command.rfind(' '), x = command.rfind(' ', y - 1);
        from = command.substr(x + 1);
      } else if (command[0] != 'Z') {
        from = command.substr(1);
      }
      at = end;
    }
    return walls;
  }

  void Coordinates() {
    const auto label = [&](double x, double y, int number) {
      Put("<text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"13\" text-anchor=\"middle\" fill=\"#8a7f6a\">{}</text>\n", x, y,
          number);
    };
    for (int x = left_; x <= right_; ++x) {
      const double at = kMargin + (x - left_ + 0.5) * kTileSize;
      label(at, kTop - 10, x);
      label(at, kTop + (bottom_ - top_ + 1) * kTileSize + 20, x);
    }
    for (int y = top_; y <= bottom_; ++y) {
      const double at = kTop + (y - top_ + 0.5) * kTileSize + 4;
      label(kMargin - 20, at, y);
      label(kMargin + (right_ - left_ + 1) * kTileSize + 20, at, y);
    }
  }

  // Made once a feature: what it is called is looked up along all of its segments.
  const std::string& FeatureText(int32_t segment) {
    const int32_t feature = board_.FeatureOf(segment);
    const auto [at, fresh] = texts_.try_emplace(feature);
    std::string& text = at->second;
    if (!fresh) return text;
    text = game_.Describe(Class::kFeature, feature);
    const int32_t tiles = board_.TilesOf(feature), open = board_.OpenEnds(feature);
    text += fmt::format(", {} {}", tiles, tiles == 1 ? "tile" : "tiles");
    if (board_.node(feature).completed) text += ", completed";
    else if (open > 0) text += fmt::format(", {} open", open);
    return text;
  }

  void Tile(int32_t index) {
    const Cell& cell = board_.cell(index);
    const Point at = Origin(cell);
    const Id tile = board_.piece(cell.piece).tile;
    Put("<g transform=\"translate({:.0f} {:.0f}) rotate({} 50 50)\"><use href=\"#t{}\"/>", at.x, at.y,
        TurnOf(cell) * 90, tile);
    const int32_t end = cell.first_segment + cell.shape->segment_count;
    if (HasAcross(cell)) {
      for (const bool rim : {true, false}) Line(PartOf(end - 1), board_.SegmentKind(end - 1), rim);
    }
    for (int32_t segment = cell.first_segment; segment < end; ++segment)
      Hover(PartOf(segment), Escaped(FeatureText(segment)));
    Put("</g><rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"100\" height=\"100\" fill=\"none\" stroke=\"#5b5342\" "
        "stroke-opacity=\"0.55\"/>\n",
        at.x, at.y);
  }

  // An unseen shape that tells on hovering what it is part of.
  void Hover(const TileArt::Part& part, const std::string& title) {
    if (part.look == TileArt::Look::kArea) {
      Put("<path d=\"{}\" fill-opacity=\"0\"><title>{}</title></path>", part.path, title);
    } else if (part.look == TileArt::Look::kLine) {
      Put("<path d=\"{}\" fill=\"none\" stroke=\"#000\" stroke-opacity=\"0\" "
          "stroke-width=\"12\"><title>{}</title></path>",
          part.path, title);
    } else {
      Put("<circle cx=\"{:.0f}\" cy=\"{:.0f}\" r=\"12\" fill-opacity=\"0\"><title>{}</title></circle>", part.anchor.x,
          part.anchor.y, title);
    }
  }

  Point OnTile(const Cell& cell, Point p) const {
    const Point turned = TurnedPoint(p, TurnOf(cell)), at = Origin(cell);
    return {at.x + turned.x, at.y + turned.y};
  }

  // The n-th thing of a segment. Things of a building stand beside it.
  Point SpotOf(int32_t segment) {
    const Cell& cell = board_.cell(board_.segment(segment).cell);
    const TileArt::Part& part = PartOf(segment);
    const int n = used_[static_cast<size_t>(segment)]++;
    if (part.look != TileArt::Look::kBuilding) return OnTile(cell, SpotBeside(part.anchor, n));
    const Point beside = OnTile(cell, part.anchor);
    return {beside.x + 17 + 12 * n, beside.y + 6};
  }

  int BadgeNumber(Id kind) {
    int& number = order_[static_cast<size_t>(kind)];
    if (number < 0) number = badge_count_++;
    return number;
  }

  void Badge(Point at, Id kind, double size = 12) {
    Put("<g><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"{}\" stroke=\"#fff\" "
        "stroke-width=\"1.2\"/>"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" font-weight=\"bold\" text-anchor=\"middle\" "
        "fill=\"#fff\">{}</text>"
        "<title>{}</title></g>\n",
        at.x - size / 2, at.y - size / 2, size, size, kBadges[BadgeNumber(kind) % 6], at.x, at.y + size * 0.31,
        size * 0.8, Escaped(Initial(program_.KindName(kind))), Escaped(program_.KindName(kind)));
    badges_.try_emplace(kind, true);
  }

  // Buildings with their initial, the name of the tile.
  void Badges(int32_t index) {
    const Cell& cell = board_.cell(index);
    const TileInfo& tile = program_.tiles[static_cast<size_t>(board_.piece(cell.piece).tile)];
    const auto& parts = ArtOf(cell).parts();
    for (size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].look == TileArt::Look::kBuilding) Building(OnTile(cell, parts[i].anchor), tile.segments[i].kind);
    }
    const Point at = Origin(cell);
    Put("<text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"8\" fill=\"#3d3626\" fill-opacity=\"0.6\">{}</text>\n", at.x + 4,
        at.y + 96, Escaped(program_.Text(tile.name)));
  }

  void PrintedMarkers() {
    for (int32_t id = 0; id < board_.marker_count(); ++id) {
      const Marker& marker = board_.marker(id);
      const int32_t cell = board_.CellOf(marker.spot);
      if (!marker.printed || cell == kNone) continue;
      const int32_t segment = board_.SegmentAt(marker.spot);
      const Point origin = Origin(board_.cell(cell));
      Badge(segment != kNone ? SpotOf(segment) : Point{origin.x + 90, origin.y + 12.0 + 14 * cell_marks_[cell]++},
            marker.kind);
    }
  }

  void Building(Point at, Id kind) {
    Put("<g transform=\"translate({:.1f} {:.1f})\"><path d=\"M-12 12V-3L0 -15L12 -3V12Z\" fill=\"#efe6d2\" "
        "stroke=\"#5d4630\" stroke-width=\"1.8\" "
        "stroke-linejoin=\"round\"/><path d=\"M-14.5 -1L0 -15.5L14.5 -1\" fill=\"none\" stroke=\"#a5472f\" "
        "stroke-width=\"3.4\" stroke-linecap=\"round\" "
        "stroke-linejoin=\"round\"/><text y=\"9\" font-size=\"13\" font-weight=\"bold\" text-anchor=\"middle\" "
        "fill=\"#5d4630\">{}</text><title>{}</title></g>\n",
        at.x, at.y, Escaped(Initial(program_.KindName(kind))), Escaped(program_.KindName(kind)));
    buildings_.try_emplace(kind, true);
  }

  void LastTile() {
    if (board_.cell_count() == 0 || game_.question().kind == Ask::kOver) return;
    const Point at = Origin(board_.cell(board_.cell_count() - 1));
    Put("<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"98\" height=\"98\" fill=\"none\" stroke=\"#f2c200\" "
        "stroke-width=\"3\"/>\n",
        at.x + 1, at.y + 1);
  }

  // Features on which figures stand are lettered, and listed beside the board.
  void HeldFeatures() {
    std::map<int32_t, int32_t> firsts;             // feature -> its first segment
    std::map<int32_t, std::vector<int32_t>> held;  // first segment of a feature -> figures
    for (int32_t id = 0; id < board_.figure_count(); ++id) {
      const int32_t segment = board_.SegmentAt(board_.figure(id).spot);
      if (segment == kNone) continue;
      const int32_t feature = board_.FeatureOf(segment);
      const auto known = firsts.try_emplace(feature, segment);
      int32_t& first = known.first->second;
      if (known.second) board_.ForSegments(feature, [&](int32_t other) { first = std::min(first, other); });
      held[first].push_back(id);
    }
    for (const auto& [first, figures] : held) {
      Held entry;
      entry.letter = Letters(held_.size());
      entry.text = FeatureText(first);
      for (int32_t figure : figures) letters_[figure] = entry.letter;
      entry.figures = figures;
      held_.push_back(entry);
    }
  }

  void FigureAt(int32_t id) {
    const Figure& figure = board_.figure(id);
    const int32_t segment = board_.SegmentAt(figure.spot);
    const int32_t cell = board_.CellOf(figure.spot);
    if (segment == kNone && cell == kNone) return;
    bool lies = false;
    Point at;
    if (segment != kNone) {
      lies = PartOf(segment).look == TileArt::Look::kGround;
      at = SpotOf(segment);
    } else {
      const Point origin = Origin(board_.cell(cell));
      at = {origin.x + 50 + 14 * cell_figures_[cell]++, origin.y + 84};
    }
    Meeple(at, figure, lies, 1.0);
    const auto letter = letters_.find(id);
    if (letter == letters_.end()) return;
    Put("<circle cx=\"{0:.1f}\" cy=\"{1:.1f}\" r=\"5.6\" fill=\"#fffdf4\" stroke=\"#4a4133\" stroke-width=\"0.8\"/>"
        "<text x=\"{0:.1f}\" y=\"{2:.1f}\" font-size=\"{3}\" font-weight=\"bold\" text-anchor=\"middle\" "
        "fill=\"#4a4133\">{4}</text>\n",
        at.x + 10, at.y - 9, at.y - 6.2, letter->second.size() > 1 ? 6 : 8, letter->second);
  }

  // A figure; of other kinds than the rules' first, with the kind's initial.
  void Meeple(Point at, const Figure& figure, bool lies, double scale) {
    const std::string owner = figure.owner < 0 ? "" : " of " + PlayerName(figure.owner);
    Put("<g transform=\"translate({:.1f} {:.1f}) rotate({}) scale({})\"><use href=\"#figure\" fill=\"{}\" "
        "stroke=\"#fffdf4\" stroke-width=\"1.6\" "
        "paint-order=\"stroke\"/><title>{}</title>",
        at.x, at.y, lies ? 90 : 0, scale, ColourOf(figure.owner), Escaped(program_.KindName(figure.kind) + owner));
    if (figure.kind != FirstFigureKind()) {
      Put("<text y=\"4\" font-size=\"9\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"#fff\">{}</text>",
          Escaped(Initial(program_.KindName(figure.kind))));
    }
    Put("</g>\n");
  }

  Id FirstFigureKind() const {
    for (size_t k = 0; k < program_.kinds.size(); ++k) {
      const KindInfo& kind = program_.kinds[k];
      if (kind.cls == Class::kFigure && !kind.neutral && kind.in_zone == kNoId) return static_cast<Id>(k);
    }
    return kNoId;
  }

  // Markers that were put down, in their owners' colours.
  void Tokens() {
    for (int32_t id = 0; id < board_.marker_count(); ++id) {
      const Marker& marker = board_.marker(id);
      const int32_t cell = board_.CellOf(marker.spot);
      if (marker.printed || cell == kNone) continue;
      const int32_t segment = board_.SegmentAt(marker.spot);
      const Point origin = Origin(board_.cell(cell));
      Badge(segment != kNone ? SpotOf(segment) : Point{origin.x + 12, origin.y + 12.0 + 14 * cell_tokens_[cell]++},
            marker.kind);
    }
  }

  void Legend() {
    const double x = kMargin * 2 + (right_ - left_ + 1) * kTileSize;
    double y = kTop + 6;
    const auto text = [&](double dx, double size, const char* style, const std::string& words) {
      Put("<text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"{}\" {}>{}</text>\n", x + dx, y, size, style, Escaped(words));
    };
    for (int p = 0; p < game_.players(); ++p) {
      Put("<use href=\"#figure\" transform=\"translate({:.0f} {:.0f}) scale(1.25)\" fill=\"{}\"/>\n", x + 14, y + 8,
          ColourOf(p));
      y += 14;
      text(36, 16, "fill=\"#3d3626\"", PlayerName(p));
      text(kPanel - 50, 18, "font-weight=\"bold\" text-anchor=\"end\" fill=\"#3d3626\"",
           std::to_string(game_.total(p)));
      if (p == game_.world().active && game_.question().kind != Ask::kOver) {
        Put("<circle cx=\"{:.0f}\" cy=\"{:.0f}\" r=\"4\" fill=\"#f2c200\" stroke=\"#8a7000\"/>\n", x + kPanel - 38,
            y - 6);
      }
      y += 20;
    }
    y += 8;
    text(0, 12, "fill=\"#8a7f6a\"",
         game_.question().kind == Ask::kOver ? fmt::format("after {} turns, with final scoring", game_.world().turn)
                                             : fmt::format("turn {}", game_.world().turn));
    y += 24;
    for (const auto& [kind, shown] : buildings_) Key(x, y, kind, true);
    for (const auto& [kind, shown] : badges_) Key(x, y, kind, false);
    if (held_.empty()) return;
    y += 14;
    text(0, 13, "font-weight=\"bold\" fill=\"#4a4133\"", "Who stands where");
    for (const Held& entry : held_) {
      y += 20;
      text(2, 11, "font-weight=\"bold\" fill=\"#4a4133\"", entry.letter);
      double dx = 26;
      for (int32_t figure : entry.figures) {
        Meeple({x + dx, y - 4}, board_.figure(figure), false, 0.62);
        dx += 14;
      }
      text(dx - 2, 11, "fill=\"#4a4133\"", entry.text);
    }
  }

  void Key(double x, double& y, Id kind, bool building) {
    if (building) {
      Building({x + 13, y}, kind);
    } else {
      Badge({x + 13, y - 2}, kind);
    }
    Put("<text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"12\" fill=\"#4a4133\">{}</text>\n", x + 36, y + 3,
        Escaped(program_.KindName(kind)));
    y += building ? 32 : 20;
  }

  struct Held {
    std::string letter, text;
    std::vector<int32_t> figures;
  };
  static constexpr double kTop = kMargin + 22;

  const Game& game_;
  const SvgOptions& options_;
  const Program& program_;
  const Board& board_;
  std::string out_;
  int left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
  std::map<Id, TileArt> arts_;
  std::array<std::vector<Id>, 4> kinds_of_;
  std::vector<int> order_;  // of kinds as badges
  int badge_count_ = 0;
  std::map<Id, bool> badges_, buildings_;
  std::vector<int> used_;  // things drawn on a segment so far
  std::map<int32_t, int> cell_marks_, cell_figures_, cell_tokens_;
  std::map<int32_t, std::string> texts_;    // by feature
  std::map<int32_t, std::string> letters_;  // figure -> letter of its feature
  std::vector<Held> held_;
};

}  // namespace

std::string BoardSvg(const Game& game, const SvgOptions& options) {
  return Painter(game, options).Paint();
}

}  // namespace reeve
