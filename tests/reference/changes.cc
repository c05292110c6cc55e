// What changes features other than laying a tile: links, segments laid across tiles, features of another
// kind. docs/semantics.md section 5.
#include <algorithm>
#include <stdexcept>

#include "tests/reference/board.h"

namespace reeve::reference {

bool Board::Likes(int kind, int of) const {
  for (; kind >= 0; kind = model_->kinds[static_cast<size_t>(kind)].like) {
    if (kind == of) return true;
  }
  return false;
}

// What is said of a feature that is another now in all but its number.
void Board::Disturb(int feature, int part) {
  Feature& one = features[static_cast<size_t>(feature)];
  one.told = one.closed = false;
  one.extended = part;
}

int Board::JoinNames(int a, int b) {
  if (a == b) return a;
  const size_t of_a = SegmentsOf(a).size(), of_b = SegmentsOf(b).size();
  const bool stays = of_a != of_b ? of_a > of_b : a < b;
  const int kept = stays ? a : b, gone = stays ? b : a;
  for (Segment& segment : segments.Change()) {
    if (segment.feature == gone) segment.feature = kept;
  }
  features[static_cast<size_t>(gone)].joined = kept;
  joins.push_back({gone, kept});
  return kept;
}

// The graph says what hangs together; the names have to say the same.
void Board::CheckNames() const {
  const std::vector<int> component = Components();
  std::map<int, int> name_of, component_of;
  for (size_t s = 0; s < segments.size(); ++s) {
    if (segments[s].kind < 0) continue;
    const int name = name_of.emplace(component[s], segments[s].feature).first->second;
    const int whole = component_of.emplace(segments[s].feature, component[s]).first->second;
    if (name != segments[s].feature || whole != component[s])
      throw std::logic_error("reference: names do not follow the graph");
  }
}

// --- links ---------------------------------------------------------------------------------------------
void Board::AddLink(const Link& link, int part) {
  const Segment& a = segments[static_cast<size_t>(link.a)];
  const Segment& b = segments[static_cast<size_t>(link.b)];
  if (link.a == link.b || a.kind != b.kind) return;
  links.Change().push_back(link);
  Disturb(JoinNames(a.feature, b.feature), part);
  changed.push_back(link.a);
  CheckNames();
}

void Board::RemoveLink(const Link& link, int part) {
  const auto same = [&](const Link& other) {
    return other.a == link.a && other.b == link.b && other.marker == link.marker && other.other == link.other;
  };
  links.Change().erase(std::find_if(links.begin(), links.end(), same));
  changed.push_back(link.a);
  changed.push_back(link.b);
  const int old = segments[static_cast<size_t>(link.a)].feature;
  Disturb(old, part);
  const std::vector<int> component = Components();
  const int round_a = component[static_cast<size_t>(link.a)];
  if (component[static_cast<size_t>(link.b)] == round_a) return;
  std::vector<int> with_a, others;
  for (int segment : SegmentsOf(old))
    (component[static_cast<size_t>(segment)] == round_a ? with_a : others).push_back(segment);
  features.push_back({});
  const int made = static_cast<int>(features.size()) - 1;
  Disturb(made, part);
  for (int segment : with_a.size() >= others.size() ? others : with_a)
    segments.Change()[static_cast<size_t>(segment)].feature = made;
  CheckNames();
}

void Board::JoinBy(int id, int part) {
  const Marker made = markers[static_cast<size_t>(id)];
  const sema::Kind& kind = model_->kinds[static_cast<size_t>(made.kind)];
  const auto link = [&](int a, int b, int other) {
    if (Likes(segments[static_cast<size_t>(a)].kind, kind.joins_kind)) AddLink({a, b, id, other}, part);
  };
  if (kind.joins_two) {
    if (made.spot.at == Spot::At::kJoining) link(JoiningFirst(made.spot.id), JoiningSecond(made.spot.id), -1);
    return;
  }
  const int here = SegmentAt(made.spot);
  if (here < 0) return;
  size_t same = kind.attributes.size();
  for (size_t a = 0; a < kind.attributes.size(); ++a) {
    if (kind.joins_same && kind.attributes[a].name == kind.joins_same->text) same = a;
  }
  for (size_t m = 0; m < markers.size(); ++m) {
    const Marker& other = markers[m];
    if (static_cast<int>(m) == id || other.kind != made.kind || other.owner != made.owner) continue;
    if (same < kind.attributes.size() && other.attributes[same] != made.attributes[same]) continue;
    if (const int there = SegmentAt(other.spot); there >= 0) link(here, there, static_cast<int>(m));
  }
}

void Board::MoveMarker(int id, Spot spot, int part) {
  const sema::Kind& kind = model_->kinds[static_cast<size_t>(markers[static_cast<size_t>(id)].kind)];
  const std::vector<Link> before = links;
  for (const Link& link : before) {
    if (link.marker == id || link.other == id) RemoveLink(link, part);
  }
  if (const int segment = SegmentAt(markers[static_cast<size_t>(id)].spot); segment >= 0) changed.push_back(segment);
  markers.Change()[static_cast<size_t>(id)].spot = spot;
  if (kind.joins_kind >= 0) JoinBy(id, part);
  if (kind.adds >= 0 && spot.at == Spot::At::kSpan) {
    if (const int piece = PieceOn(SpanSquare(spot.id)); piece >= 0)
      AddAcross(piece, SpanAxis(spot.id), kind.adds, part);
  }
  if (const int segment = SegmentAt(spot); segment >= 0) changed.push_back(segment);
}

// --- segments across tiles -----------------------------------------------------------------------------
int Board::SpanKind() const {
  for (const sema::Kind& kind : model_->kinds) {
    if (kind.adds >= 0) return kind.adds;
  }
  return -1;
}

int Board::Middle(int piece, int turn, int side) const {
  const Piece& one = pieces[static_cast<size_t>(piece)];
  if (one.at == Piece::At::kBoard) {
    for (int on_it : SegmentsOn(piece)) {
      const Segment& segment = segments[static_cast<size_t>(on_it)];
      if (segment.across >= 0 && segment.across == side % 2) return segment.kind;
    }
  }
  // What is printed counts, whatever its feature has turned into.
  const int printed = (side - turn + kSides) % kSides * kPortsPerSide + 1;
  for (const auto& segment : TileOf(piece).segments) {
    if (segment.ports >> printed & 1) return segment.kind;
  }
  return -1;
}

bool Board::Wild(int piece, int turn, int side) const {
  return (TileOf(piece).wild >> ((side - turn + kSides) % kSides) & 1) != 0;
}

// Whether a side shows half-edges and nothing else.
bool Board::HalvesOnly(int piece, int turn, int side) const {
  if (Middle(piece, turn, side) >= 0) return false;
  const int printed = (side - turn + kSides) % kSides * kPortsPerSide;
  for (const auto& segment : TileOf(piece).segments) {
    if ((segment.ports >> printed & 5) != 0) return true;
  }
  return false;
}

bool Board::CanSpan(int piece, int axis, int kind) const {
  const Value square = SquareOfPiece(piece);
  for (int segment : SegmentsOn(piece)) {
    if (segments[static_cast<size_t>(segment)].across >= 0) return false;
  }
  for (int side : {axis == 0 ? 0 : 1, axis == 0 ? 2 : 3}) {
    if (!HalvesOnly(piece, pieces[static_cast<size_t>(piece)].turn, side)) return false;
    const int beyond = PieceOn(Beside(square, side));
    if (beyond < 0) continue;
    const int turn = pieces[static_cast<size_t>(beyond)].turn, across = (side + 2) % kSides;
    if (!Wild(beyond, turn, across) && Middle(beyond, turn, across) != kind) return false;
  }
  return true;
}

void Board::AddAcross(int piece, int axis, int kind, int part) {
  int made = -1;
  for (int segment : SegmentsOn(piece)) {
    if (segments[static_cast<size_t>(segment)].kind < 0) made = segment;
  }
  if (made < 0) return;
  const int fresh = static_cast<int>(features.size());
  features.push_back({});
  Segment& added = segments.Change()[static_cast<size_t>(made)];
  added.kind = kind;
  added.across = axis;
  added.feature = fresh;
  Disturb(fresh, part);
  changed.push_back(made);
  for (int port = 0; port < kPorts; ++port) {
    for (int other : Facing(made, port)) {
      Disturb(JoinNames(segments[static_cast<size_t>(made)].feature, segments[static_cast<size_t>(other)].feature),
              part);
    }
  }
  CheckNames();
}

void Board::TurnInto(int feature, int kind) {
  const std::vector<int> turned = SegmentsOf(feature);
  for (int segment : turned) segments.Change()[static_cast<size_t>(segment)].kind = kind;
  features[static_cast<size_t>(feature)].told = false;
}

}  // namespace reeve::reference
