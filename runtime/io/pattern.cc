#include "runtime/io/pattern.h"

#include <algorithm>

namespace reeve {
namespace {

using What = ThingPattern::What;

Meant Worse(Meant a, Meant b) {
  return a < b ? a : b;
}

// Whether a pattern that says what it is for can stand for a thing of this class at all.
bool CanMean(const ThingPattern& pattern, Class cls) {
  switch (pattern.what) {
    case What::kAny:
      return true;
    case What::kFigure:
      return cls == Class::kFigure || cls == Class::kMarker;
    case What::kText:
      return cls == Class::kText || cls == Class::kCard || cls == Class::kKind;
    case What::kSpot:
      break;
  }
  return cls == Class::kSegment || cls == Class::kFeature || cls == Class::kSquare || cls == Class::kCorner ||
         cls == Class::kPiece || cls == Class::kFit || cls == Class::kEdge || cls == Class::kJoining ||
         cls == Class::kSpan;
}

}  // namespace

std::optional<Sides> AddSide(Sides sides, std::string_view side) {
  if (side == "I" || side == "II") {
    sides.inner = static_cast<int>(side.size());
    return sides;
  }
  for (int port = 0; port < kPorts; ++port) {
    if (side != PortName(port)) continue;
    sides.ports = static_cast<uint16_t>(sides.ports | 1u << port);
    return sides;
  }
  return std::nullopt;
}

std::optional<Sides> ParseSides(std::string_view words) {
  Sides sides;
  while (!words.empty()) {
    const size_t end = std::min(words.find(' '), words.size());
    if (end > 0) {
      const auto more = AddSide(sides, words.substr(0, end));
      if (!more) return std::nullopt;
      sides = *more;
    }
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return sides;
}

Meant Meaning::KindMeant(const ThingPattern& pattern, Id kind) const {
  if (pattern.kinds.empty()) return Meant::kExactly;
  const Program& program = game_.program();
  Meant best = Meant::kExactly;
  for (Id at = kind; at != kNoId; at = program.kind(at).like, best = Meant::kLoosely) {
    const std::string& name = program.KindName(at);
    if (std::find(pattern.kinds.begin(), pattern.kinds.end(), name) != pattern.kinds.end()) return best;
  }
  return Meant::kNot;
}

Meant Meaning::NameMeant(const ThingPattern& pattern, const std::string& name) const {
  if (pattern.kinds.empty()) return Meant::kExactly;
  const bool named = std::find(pattern.kinds.begin(), pattern.kinds.end(), name) != pattern.kinds.end();
  return named ? Meant::kExactly : Meant::kNot;
}

Meant Meaning::SquareMeant(const ThingPattern& pattern, Value square) const {
  if (!pattern.placed) return Meant::kExactly;
  return square == PackSquare(pattern.x, pattern.y) ? Meant::kExactly : Meant::kNot;
}

Meant Meaning::SegmentMeant(const ThingPattern& pattern, int32_t segment) const {
  const Board& board = game_.board();
  if (board.segment(segment).node == kNone) return Meant::kNot;  // room for one that nothing has laid
  const Cell& cell = board.cell(board.segment(segment).cell);
  const auto index = static_cast<size_t>(board.SegmentIndex(segment));
  if (pattern.sided) {
    const uint16_t ports = cell.shape->ports[index];
    const Id tile = board.piece(cell.piece).tile;
    const auto& printed = game_.program().tiles[static_cast<size_t>(tile)].segments;
    const int inner = index < printed.size() ? printed[index].inner : 0;
    if ((ports & pattern.sides.ports) != pattern.sides.ports) return Meant::kNot;
    if (pattern.all_sides && ports != pattern.sides.ports) return Meant::kNot;
    if (pattern.sides.inner > 0 && (ports != 0 || (inner > 0 && inner != pattern.sides.inner))) return Meant::kNot;
  }
  return Worse(SquareMeant(pattern, PackSquare(cell.x, cell.y)), KindMeant(pattern, board.SegmentKind(segment)));
}

Meant Meaning::FeatureMeant(const ThingPattern& pattern, int32_t feature) const {
  Meant best = Meant::kNot;
  game_.board().ForSegments(game_.board().Find(feature),
                            [&](int32_t segment) { best = std::max(best, SegmentMeant(pattern, segment)); });
  return best;
}

// Two ends of a tile that a marker joins: by both sides.
Meant Meaning::JoiningMeant(const ThingPattern& pattern, Value joining) const {
  const Board& board = game_.board();
  const int32_t ends[] = {JoiningFirst(joining), JoiningSecond(joining)};
  uint16_t ports = 0;
  for (int32_t segment : ends) {
    const Cell& cell = board.cell(board.segment(segment).cell);
    ports = static_cast<uint16_t>(ports | cell.shape->ports[static_cast<size_t>(board.SegmentIndex(segment))]);
  }
  if (pattern.sided && ports != pattern.sides.ports) return Meant::kNot;
  const Cell& cell = board.cell(board.segment(ends[0]).cell);
  return Worse(SquareMeant(pattern, PackSquare(cell.x, cell.y)), KindMeant(pattern, board.SegmentKind(ends[0])));
}

// A segment that would be laid across a tile: by its two sides.
Meant Meaning::SpanMeant(const ThingPattern& pattern, Value span) const {
  static constexpr uint16_t kAcross[] = {1 << 1 | 1 << 7, 1 << 4 | 1 << 10};  // the edges N and S, E and W
  const auto is_kind = [&](const std::string& name) { return game_.program().FindKind(name) != kNoId; };
  if (!pattern.kinds.empty() && std::none_of(pattern.kinds.begin(), pattern.kinds.end(), is_kind))
    return Meant::kNot;  // a tile
  if (pattern.sided && pattern.sides.ports != kAcross[SpanAxis(span)]) return Meant::kNot;
  return SquareMeant(pattern, SpanSquare(span));
}

Meant Meaning::FigureMeant(const ThingPattern& pattern, int32_t id) const {
  const Board& board = game_.board();
  const Figure& figure = board.figure(id);
  const Meant kind = KindMeant(pattern, figure.kind);
  if (kind != Meant::kExactly) return Meant::kNot;  // that kind itself, not one that is like it
  if (pattern.owner != ThingPattern::kAnyOwner && pattern.owner != figure.owner) return Meant::kNot;
  if (pattern.number) {
    int64_t before = 1;
    for (int32_t other = 0; other < id; ++other) {
      before += board.figure(other).kind == figure.kind && board.figure(other).owner == figure.owner;
    }
    if (before != *pattern.number) return Meant::kNot;
  }
  if (!pattern.placed && !pattern.sided) return kind;
  ThingPattern spot = pattern;
  spot.kinds.clear();
  const int32_t segment = board.SegmentAt(figure.spot);
  if (segment != kNone) return Worse(kind, SegmentMeant(spot, segment));
  const int32_t cell = board.CellOf(figure.spot);
  if (cell == kNone || pattern.sided) return Meant::kNot;
  return Worse(kind, SquareMeant(pattern, board.SquareOf(cell)));
}

Meant Meaning::MarkerMeant(const ThingPattern& pattern, int32_t id) const {
  const Board& board = game_.board();
  const Marker& marker = board.marker(id);
  const Meant kind = KindMeant(pattern, marker.kind);
  if (kind != Meant::kExactly) return Meant::kNot;
  if (pattern.owner != ThingPattern::kAnyOwner && pattern.owner != marker.owner) return Meant::kNot;
  if (pattern.number && !game_.program().kind(marker.kind).attributes.empty() &&
      marker.attributes[0] != *pattern.number) {
    return Meant::kNot;
  }
  if (!pattern.placed) return kind;
  const int32_t cell = board.CellOf(marker.spot);
  return cell == kNone ? Meant::kNot : Worse(kind, SquareMeant(pattern, board.SquareOf(cell)));
}

Meant Meaning::Of(const ThingPattern& pattern, Class cls, Value thing, Id choice) const {
  if (thing < 0) return Meant::kNot;
  const Program& program = game_.program();
  const Board& board = game_.board();
  const auto id = static_cast<int32_t>(thing);
  const auto index = static_cast<size_t>(thing);
  if (!pattern.text.empty() && cls != Class::kText) return Meant::kNot;
  switch (cls) {
    case Class::kNumber:
      return pattern.number == thing ? Meant::kExactly : Meant::kNot;
    case Class::kSegment:
      return SegmentMeant(pattern, id);
    case Class::kFeature:
      return FeatureMeant(pattern, id);
    case Class::kFigure:
      return FigureMeant(pattern, id);
    case Class::kMarker:
      return MarkerMeant(pattern, id);
    case Class::kSquare:
    case Class::kCorner:
      return SquareMeant(pattern, thing);
    case Class::kJoining:
      return JoiningMeant(pattern, thing);
    case Class::kSpan:
      return SpanMeant(pattern, thing);
    case Class::kPiece: {
      const Piece& piece = board.piece(id);
      if (pattern.placed && piece.at != PieceAt::kBoard) return Meant::kNot;
      const Meant at = pattern.placed ? SquareMeant(pattern, board.SquareOf(piece.cell)) : Meant::kExactly;
      return Worse(at, NameMeant(pattern, program.Text(program.tiles[static_cast<size_t>(piece.tile)].name)));
    }
    case Class::kFit: {
      if (pattern.placed && FitTurn(thing) != pattern.turn) return Meant::kNot;
      const Id tile = board.piece(FitPiece(thing)).tile;
      return Worse(SquareMeant(pattern, FitSquare(thing)),
                   NameMeant(pattern, program.Text(program.tiles[static_cast<size_t>(tile)].name)));
    }
    case Class::kPlayer:
      if (index < players_.size()) return NameMeant(pattern, players_[index]);
      return Meant::kNot;
    case Class::kPlace:
      return NameMeant(pattern, program.Text(program.places[index].name));
    case Class::kZone:
      return NameMeant(pattern, program.Text(program.zones[index].name));
    case Class::kCard:
      return KindMeant(pattern, program.cards[index].kind);
    case Class::kKind:
      return KindMeant(pattern, id);
    case Class::kText: {
      if (choice == kNoId) return Meant::kNot;
      const auto& texts = program.choices[static_cast<size_t>(choice)].texts;
      return index < texts.size() && program.Text(texts[index]) == pattern.text ? Meant::kExactly : Meant::kNot;
    }
    default:
      return Meant::kNot;
  }
}

// What an option binds, with classes.
void Meaning::Bound(const Option& option, std::vector<std::pair<Class, Value>>& out) const {
  out.clear();
  const Program& program = game_.program();
  const Question& question = game_.question();
  switch (option.kind) {
    case Option::Kind::kOffer: {
      const auto& classes = game_.Bindings(option.offer);
      for (size_t i = 0; i < option.count && i < classes.size(); ++i) out.emplace_back(classes[i], option.bound[i]);
      return;
    }
    case Option::Kind::kThing: {
      const Class cls =
          question.choice == kNoId ? Class::kFeature : program.choices[static_cast<size_t>(question.choice)].cls;
      out.emplace_back(cls, option.bound[0]);
      return;
    }
    default:
      return;
  }
}

void Meaning::Context(std::vector<std::pair<Class, Value>>& out) const {
  out.clear();
  const auto values = game_.AskedWith();
  const Question& question = game_.question();
  for (size_t i = 0; i < values.size(); ++i) {
    const SlotInfo& slot = game_.program().rule(question.rule).slots[i];
    const Class cls = slot.cls;
    // From here on they hold what was bound the last time.
    if (i > kPlayerSlot && question.kind == Ask::kChoice &&
        slot.name == game_.program().choices[static_cast<size_t>(question.choice)].bound) {
      break;
    }
    if (cls != Class::kNone && values[i] >= 0) out.emplace_back(cls, values[i]);
  }
}

// Whether a pattern can stand for a thing of this class. A place is said of markers only by their kind. A
// neutral figure that moves beside somebody's need not be bound: "the guest to that follower".
bool Meaning::Possible(const ThingPattern& pattern, Class cls, Value thing) const {
  if (pattern.what == What::kFigure && pattern.owner == -1 && cls == Class::kFigure) {
    return thing >= 0 && game_.board().figure(static_cast<int32_t>(thing)).owner < 0;
  }
  if (pattern.what != What::kSpot || cls != Class::kMarker) return CanMean(pattern, cls);
  return !pattern.kinds.empty() && thing >= 0 &&
         KindMeant(pattern, game_.board().marker(static_cast<int32_t>(thing)).kind) != Meant::kNot;
}

// What a rule is about need not be what a move names: a tile asks where its token goes. Only figures of players are
// told apart by their kinds.
bool Meaning::Comparable(const ThingPattern& pattern, Class cls, Value thing) const {
  if (pattern.what != What::kFigure) return true;
  const Board& board = game_.board();
  const auto id = static_cast<int32_t>(thing);
  if (cls == Class::kFigure && pattern.owner >= 0) return board.figure(id).owner >= 0;
  return KindMeant(pattern, cls == Class::kFigure ? board.figure(id).kind : board.marker(id).kind) != Meant::kNot;
}

bool Meaning::AboutOne(const ThingPattern& pattern, const std::vector<std::pair<Class, Value>>& context,
                       bool all) const {
  bool possible = all;
  for (const auto& [cls, value] : context) {
    if (!Possible(pattern, cls, value) || !Comparable(pattern, cls, value)) continue;
    if (Of(pattern, cls, value) != Meant::kNot) return true;
    possible = true;
  }
  return !possible;
}

bool Meaning::About(const std::vector<ThingPattern>& patterns, bool all) const {
  std::vector<std::pair<Class, Value>> context;
  Context(context);
  return std::all_of(patterns.begin(), patterns.end(),
                     [&](const ThingPattern& p) { return AboutOne(p, context, all); });
}

bool Meaning::OnPlaced(const ThingPattern& pattern) const {
  const int32_t placed = game_.world().placed;
  if (placed == kNone || pattern.sided) return false;
  return SquareMeant(pattern, game_.board().SquareOf(game_.board().piece(placed).cell)) != Meant::kNot;
}

Meant Meaning::OptionMeant(const Option& option, const std::vector<ThingPattern>& patterns, bool ordered) const {
  std::vector<std::pair<Class, Value>> bound;
  Bound(option, bound);
  const Id choice = game_.question().choice;
  Meant worst = Meant::kExactly;
  if (ordered) {
    size_t at = 0;
    for (const ThingPattern& pattern : patterns) {
      Meant meant = Meant::kNot;
      while (at < bound.size() && meant == Meant::kNot) {
        meant = Of(pattern, bound[at].first, bound[at].second, choice);
        ++at;
      }
      worst = Worse(worst, meant);
    }
    return worst;
  }
  std::vector<std::pair<Class, Value>> context;
  Context(context);
  bool any = false;
  for (const ThingPattern& pattern : patterns) {
    Meant best = Meant::kNot;
    bool possible = false;
    for (const auto& [cls, value] : bound) {
      if (!Possible(pattern, cls, value)) continue;
      possible = true;
      best = std::max(best, Of(pattern, cls, value, choice));
    }
    if (!possible && pattern.what == What::kSpot) {  // where the figure of the option stands, then
      for (const auto& [cls, value] : bound) {
        if (cls != Class::kFigure) continue;
        const Spot spot = game_.board().figure(static_cast<int32_t>(value)).spot;
        const int32_t segment = game_.board().SegmentAt(spot);
        const bool on_marker = spot.at == At::kMarker && Possible(pattern, Class::kMarker, spot.id);
        if (segment == kNone && !on_marker) continue;
        possible = true;
        if (on_marker) best = std::max(best, MarkerMeant(pattern, static_cast<int32_t>(spot.id)));
        if (segment == kNone) continue;
        best = std::max(best, SegmentMeant(pattern, segment));
        // What it stands on may be named by another part of it, where nobody else is meant better.
        if (best == Meant::kNot && FeatureMeant(pattern, game_.board().FeatureOf(segment)) != Meant::kNot)
          best = Meant::kLoosely;
      }
    }
    if (!possible && pattern.what == What::kSpot) {  // or the printed marker that the option names
      for (const auto& [cls, value] : bound) {
        if (cls != Class::kMarker) continue;
        const int32_t segment = game_.board().SegmentAt(game_.board().marker(static_cast<int32_t>(value)).spot);
        if (segment == kNone) continue;
        possible = true;
        best = std::max(best, SegmentMeant(pattern, segment));
      }
    }
    if (!possible) {  // else it is what the question is about, or the tile just laid
      if (!AboutOne(pattern, context, false)) return Meant::kNot;
      if (pattern.what == What::kSpot && context.empty() && !OnPlaced(pattern)) return Meant::kNot;
      continue;
    }
    any = true;
    worst = Worse(worst, best);
  }
  return any || bound.empty() ? worst : Meant::kNot;
}

// How many of an option's spans lie where the patterns are: a tile laid together with a span has it across itself
// unless that is no way to do it.
int Meaning::Near(const Option& option, const std::vector<ThingPattern>& patterns) const {
  std::vector<std::pair<Class, Value>> bound;
  Bound(option, bound);
  int near = 0;
  for (const auto& [cls, value] : bound) {
    if (cls != Class::kSpan) continue;
    for (const ThingPattern& pattern : patterns)
      near += pattern.placed && SquareMeant(pattern, SpanSquare(value)) != Meant::kNot;
  }
  return near;
}

Meaning::Found Meaning::Find(const std::vector<Option>& options, const std::vector<ThingPattern>& patterns,
                             bool ordered, const std::vector<std::string>& rules) const {
  const Program& program = game_.program();
  Found found;
  Meant best = Meant::kNot;
  int nearest = -1;
  for (size_t i = 0; i < options.size(); ++i) {
    const Option& option = options[i];
    if (option.kind != Option::Kind::kOffer && option.kind != Option::Kind::kThing) continue;
    if (option.kind == Option::Kind::kOffer && !rules.empty() &&
        std::find(rules.begin(), rules.end(), program.RuleName(option.offer)) == rules.end()) {
      continue;
    }
    const Meant meant = OptionMeant(option, patterns, ordered);
    const int near = Near(option, patterns);
    if (meant == Meant::kNot || std::pair(meant, near) < std::pair(best, nearest)) continue;
    if (std::pair(meant, near) != std::pair(best, nearest)) found.alike.clear();
    found.alike.push_back(static_cast<int>(i));
    found.index = found.alike.front();
    best = meant;
    nearest = near;
  }
  return found;
}

Value Meaning::Resolve(const ThingPattern& pattern, Class cls) const {
  const Board& board = game_.board();
  const auto first = [&](int count) -> Value {
    Value found = kNothing;
    Meant best = Meant::kNot;
    for (int i = 0; i < count; ++i) {
      const Meant meant = Of(pattern, cls, i);
      if (meant <= best) continue;
      best = meant;
      found = i;
    }
    return found;
  };
  switch (cls) {
    case Class::kNumber:
      return pattern.number.value_or(kNothing);
    case Class::kSquare:
    case Class::kCorner:
      return pattern.placed ? PackSquare(pattern.x, pattern.y) : kNothing;
    case Class::kFit:
      return FitFor(pattern, game_.world().drawn);
    case Class::kJoining: {
      for (int32_t a = 0; a < board.segment_count(); ++a) {
        for (int32_t b = a + 1; b < board.segment_count() && board.segment(b).cell == board.segment(a).cell; ++b) {
          if (JoiningMeant(pattern, PackJoining(a, b)) != Meant::kNot) return PackJoining(a, b);
        }
      }
      return kNothing;
    }
    case Class::kSpan: {
      if (!pattern.placed) return kNothing;
      const Value span = PackSpan(PackSquare(pattern.x, pattern.y), 0);
      return SpanMeant(pattern, span) != Meant::kNot ? span : PackSpan(PackSquare(pattern.x, pattern.y), 1);
    }
    case Class::kSegment:
      return first(board.segment_count());
    case Class::kFeature: {
      const Value segment = Resolve(pattern, Class::kSegment);
      return segment == kNothing ? kNothing : board.FeatureOf(static_cast<int32_t>(segment));
    }
    case Class::kFigure: {
      // One in the supply rather than one that stands somewhere.
      Value found = kNothing;
      for (int32_t i = 0; i < board.figure_count(); ++i) {
        if (Of(pattern, cls, i) != Meant::kExactly) continue;
        if (found == kNothing || (board.figure(i).spot.at == At::kSupply && pattern.owner >= 0)) found = i;
        if (board.figure(i).spot.at == At::kSupply) return i;
      }
      return found;
    }
    case Class::kMarker: {  // likewise
      Value found = kNothing;
      for (int32_t i = 0; i < board.marker_count(); ++i) {
        if (Of(pattern, cls, i) != Meant::kExactly) continue;
        if (board.marker(i).spot.at == At::kSupply) return i;
        if (found == kNothing) found = i;
      }
      return found;
    }
    case Class::kPiece: {
      const Value supplied = Supplied(pattern);
      return supplied != kNothing ? supplied : first(board.piece_count());
    }
    case Class::kPlayer:
      return first(game_.players());
    case Class::kPlace:
      return first(static_cast<int>(game_.program().places.size()));
    case Class::kZone:
      return first(static_cast<int>(game_.program().zones.size()));
    case Class::kCard:
      return first(static_cast<int>(game_.program().cards.size()));
    case Class::kKind:
      return first(static_cast<int>(game_.program().kinds.size()));
    default:
      return kNothing;
  }
}

// A piece that the player who is asked has not laid.
Value Meaning::Supplied(const ThingPattern& pattern) const {
  const Board& board = game_.board();
  for (int32_t i = 0; i < board.piece_count(); ++i) {
    const Piece& piece = board.piece(i);
    if (piece.at != PieceAt::kSupply || piece.owner != game_.question().player) continue;
    if (Of(pattern, Class::kPiece, i) != Meant::kNot) return i;
  }
  return kNothing;
}

Value Meaning::FitFor(const ThingPattern& pattern, Value piece) const {
  if (piece < 0 || !pattern.placed) return kNothing;
  return PackFit(static_cast<int32_t>(piece), PackSquare(pattern.x, pattern.y), pattern.turn);
}

// A fit is that of the piece bound before it, or of the one that the pattern names, or of the one in hand.
Value Meaning::ResolveBound(const ThingPattern& pattern, const std::vector<Class>& classes,
                            const std::vector<Value>& bound, size_t i) const {
  if (classes[i] != Class::kFit) return Resolve(pattern, classes[i]);
  for (size_t before = i; before-- > 0;) {
    if (classes[before] == Class::kPiece && bound[before] != kNothing) return FitFor(pattern, bound[before]);
  }
  ThingPattern named = pattern;
  named.placed = false;
  const Value drawn = game_.world().drawn;
  if (drawn >= 0 && Of(named, Class::kPiece, drawn) != Meant::kNot) return FitFor(pattern, drawn);
  const Value supplied = Supplied(named);
  return FitFor(pattern, supplied != kNothing ? supplied : drawn);
}

std::vector<Value> Meaning::BindAll(Id offer, const std::vector<ThingPattern>& patterns, bool ordered) const {
  const auto& classes = game_.Bindings(offer);
  std::vector<Value> bound(classes.size(), kNothing);
  size_t at = 0;
  for (const ThingPattern& pattern : patterns) {
    for (size_t i = ordered ? at : 0; i < classes.size(); ++i) {
      if (bound[i] != kNothing || !CanMean(pattern, classes[i])) continue;
      bound[i] = ResolveBound(pattern, classes, bound, i);
      if (bound[i] == kNothing) continue;
      at = i + 1;
      break;
    }
  }
  return bound;
}

}  // namespace reeve
