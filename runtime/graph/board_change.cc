// What changes features other than laying a tile: links, segments laid across tiles, features of another kind.
#include <algorithm>
#include <bit>
#include <cassert>
#include <tuple>

#include "runtime/graph/board.h"

namespace reeve {

// --- links ---

int32_t Board::AddLink(int32_t a, int32_t b) {
  assert(a != b);
  for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
    Segment& segment = segments_[static_cast<size_t>(from)];
    half_links_.push_back({to, segment.link});
    segment.link = static_cast<int32_t>(half_links_.size()) - 1;
  }
  const int32_t root_a = FeatureOf(a), root_b = FeatureOf(b);
  const int32_t joined = root_a == root_b ? root_a : Join(root_a, root_b);
  node(joined).completed = node(joined).closed = node(joined).settled = false;
  node(joined).extended = part_;
  changed_.push_back(a);
  return joined;
}

// Takes the first half link from one segment to another off its list.
void Board::Unlink(int32_t from, int32_t to) {
  int32_t* at = &segments_[static_cast<size_t>(from)].link;
  while (*at != kNone && half_links_[static_cast<size_t>(*at)].to != to)
    at = &half_links_[static_cast<size_t>(*at)].next;
  if (*at == kNone) return;
  HalfLink& half = half_links_[static_cast<size_t>(*at)];
  *at = half.next;
  half = {};
}

void Board::RemoveLink(int32_t a, int32_t b) {
  Unlink(a, b);
  Unlink(b, a);
  const int32_t root = FeatureOf(a);
  changed_.push_back(a);
  changed_.push_back(b);
  Split(root, a, b);
}

// Where `from` and `to` hang together no more, those round `to` or those round `from` become a feature of their own.
void Board::Split(int32_t root, int32_t from, int32_t to) {
  std::vector<int32_t> mine{from}, others;
  std::vector<bool> seen(segments_.size(), false);
  seen[static_cast<size_t>(from)] = true;
  const auto visit = [&](int32_t next) {
    if (next == kNone || seen[static_cast<size_t>(next)]) return;
    seen[static_cast<size_t>(next)] = true;
    mine.push_back(next);
  };
  for (size_t i = 0; i < mine.size(); ++i) ForJoined(mine[i], visit);
  Node& old = node(root);
  old.completed = old.closed = old.settled = false;
  old.extended = part_;
  if (seen[static_cast<size_t>(to)]) return;
  ForSegments(root, [&](int32_t id) {
    if (!seen[static_cast<size_t>(id)]) others.push_back(id);
  });
  std::sort(mine.begin(), mine.end());
  std::sort(others.begin(), others.end());
  const bool keeps = mine.size() >= others.size();
  const int32_t made = NewNode(node(root).kind);
  node(made).extended = part_;
  for (const int32_t id : keeps ? others : mine) segments_[static_cast<size_t>(id)].node = made;
  Recount(root, keeps ? mine : others);
  Recount(made, keeps ? others : mine);
}

// Ring and columns of a feature from its segments in their order, whose nodes lead to it already.
void Board::Recount(int32_t root, const std::vector<int32_t>& segments) {
  std::fill_n(Row(root), nodes_.columns(), 0);
  node(root).segments = static_cast<int32_t>(segments.size());
  node(root).shared = 0;
  node(root).counted = true;
  node(root).ring = segments.front();
  for (size_t i = 0; i < segments.size(); ++i) {
    Segment& one = segments_[static_cast<size_t>(segments[i])];
    one.next = segments[(i + 1) % segments.size()];
    const Cell& here = cell(one.cell);
    const auto index = static_cast<size_t>(segments[i] - here.first_segment);
    node(root).shared += here.shape->parts[index].shares ? 1 : 0;
    int32_t* row = Row(root);
    row[kTileColumn] += i == 0 || segments_[static_cast<size_t>(segments[i - 1])].cell != one.cell ? 1 : 0;
    row[kEdgeColumn] += here.shape->edges[index];
    for (unsigned ends = here.shape->joins[index] | here.shape->shared[index]; ends != 0; ends &= ends - 1) {
      const int side = std::countr_zero(ends) / kPortsPerSide;
      row[kOpenColumn] += CellAt(here.x + kSideX[side], here.y + kSideY[side]) == kNone ? 1 : 0;
    }
  }
  const auto count = [&](const auto& thing) {
    const int32_t at = SegmentAt(thing.spot);
    if (at != kNone && FeatureOf(at) == root) Count(root, thing.kind, thing.owner, 1);
    if (!layout_->in_cells.empty()) CountInCell(CellOf(thing.spot), thing.kind, 1, root);
  };
  for (const Figure& figure : figures_) count(figure);
  for (const Marker& marker : markers_) count(marker);
}

// A side that two segments share is an end of both: what faces it closes both, and joins both where it joins the one
// that holds the port. The second is joined by a link.
void Board::MeetShared(int32_t cell_id) {
  const Cell& here = cell(cell_id);
  for (int side = 0; side < kSides; ++side) {
    const int32_t beyond = CellAt(here.x + kSideX[side], here.y + kSideY[side]);
    if (beyond == kNone) continue;
    const Cell& there = cell(beyond);
    if (!here.shape->has_shared && !there.shape->has_shared) continue;
    const int port = side * kPortsPerSide + 1, facing = OppositeSide(side) * kPortsPerSide + 1;
    const int mine = here.shape->port[static_cast<size_t>(port)],
              theirs = there.shape->port[static_cast<size_t>(facing)];
    const bool joins = mine >= 0 && theirs >= 0 &&
                       here.shape->kind[static_cast<size_t>(mine)] == there.shape->kind[static_cast<size_t>(theirs)];
    for (const auto& [of, at, holder] : {std::tuple{&here, port, mine}, std::tuple{&there, facing, theirs}}) {
      for (int i = 0; i < of->shape->segment_count; ++i) {
        if ((of->shape->shared[static_cast<size_t>(i)] >> at & 1) == 0) continue;
        const int32_t second = of->first_segment + i;
        --Row(FeatureOf(second))[kOpenColumn];
        if (joins) AddLink(of->first_segment + holder, second);
        else blocked_.push_back(FeatureOf(second));
      }
    }
  }
}

// --- markers that join ---

// The links of a marker that has come down: of its two segments, or with another of its owner that is like it.
void Board::JoinBy(int32_t marker_id) {
  const Marker& made = marker(marker_id);
  const KindInfo& kind = program_->kind(made.kind);
  const auto link = [&](int32_t a, int32_t b, int32_t other) {
    if (a == b || SegmentKind(a) != SegmentKind(b) || !program_->InKinds(kind.joins_kinds, SegmentKind(a))) return;
    AddLink(a, b);
    joined_.push_back({a, b, marker_id, other});
  };
  if (kind.joins_two) {
    if (made.spot.at == At::kJoining) link(JoiningFirst(made.spot.id), JoiningSecond(made.spot.id), kNone);
    return;
  }
  const int32_t here = SegmentAt(made.spot);
  if (here == kNone) return;
  for (int32_t id = 0; id < marker_count(); ++id) {
    const Marker& other = marker(id);
    if (id == marker_id || other.kind != made.kind || other.owner != made.owner) continue;
    const auto same = static_cast<size_t>(kind.joins_same);
    if (kind.joins_same >= 0 && other.attributes[same] != made.attributes[same]) continue;
    const int32_t there = SegmentAt(other.spot);
    if (there != kNone) link(here, there, id);
  }
}

void Board::PartBy(int32_t marker_id) {
  for (size_t i = 0; i < joined_.size();) {
    const Joined link = joined_[i];
    if (link.marker != marker_id && link.other != marker_id) {
      ++i;
      continue;
    }
    joined_.erase(joined_.begin() + static_cast<std::ptrdiff_t>(i));
    RemoveLink(link.a, link.b);
  }
}

// --- segments across tiles ---

bool Board::CanSpan(int32_t cell_id, int axis, Id kind) const {
  const Cell& here = cell(cell_id);
  if (kind != shapes_->span_kind() || here.shape != &shapes_->shape(piece(here.piece).tile, piece(here.piece).turn))
    return false;
  if (shapes_->spanned(piece(here.piece).tile, piece(here.piece).turn, axis) == nullptr) return false;
  for (const int side : {axis, axis + 2}) {
    const int32_t beyond = CellAt(here.x + kSideX[side], here.y + kSideY[side]);
    if (beyond == kNone) continue;
    const SideCode code = cell(beyond).shape->side[static_cast<size_t>(OppositeSide(side))];
    if (code != shapes_->span_code() && code != kWildSide) return false;
  }
  return true;
}

void Board::SetNeeds(int x, int y, int side, SideCode code) {
  ++space_changes_;
  const int32_t space = SpaceAt(x, y);
  if (space == kNone) return;
  const auto at = static_cast<size_t>(space);
  spaces_[at].needs[static_cast<size_t>(side)] = code;
  need_nibbles_[at] = static_cast<Nibbles>((need_nibbles_[at] & ~NibbleOf(15, side)) | NibbleOf(code, side));
  need_asked_[at] = static_cast<Nibbles>((need_asked_[at] & ~NibbleOf(15, side)) | AskedBy(code, side));
}

int32_t Board::AddAcross(int32_t cell_id, int axis, Id kind) {
  Cell& here = cells_[static_cast<size_t>(cell_id)];
  const Piece& under = piece(here.piece);
  const Shape* shape = shapes_->spanned(under.tile, under.turn, axis);
  const Shape* before = here.shape;
  if (shape == nullptr || before->segment_count == shape->segment_count) return kNone;
  here.shape = shape;
  const auto index = static_cast<size_t>(before->segment_count);
  const int32_t id = here.first_segment + before->segment_count;
  for (size_t i = 0; i < index; ++i) {  // a tile with two of a kind is one square of both
    if (shape->parts[i].shares && !before->parts[i].shares)
      ++node(FeatureOf(here.first_segment + static_cast<int32_t>(i))).shared;
  }
  const int32_t made = NewNode(kind);
  segments_[static_cast<size_t>(id)] = {made, cell_id, id, kNone};
  Node& feature = node(made);
  feature.ring = id;
  feature.segments = 1;
  feature.shared = shape->parts[index].shares ? 1 : 0;
  feature.extended = part_;
  Row(made)[kTileColumn] = 1;
  Row(made)[kEdgeColumn] = shape->edges[index];
  if (!layout_->in_cells.empty()) {
    const auto count = [&](const auto& thing) {
      if (CellOf(thing.spot) == cell_id) CountInCell(cell_id, thing.kind, 1, made);
    };
    ForThings(Whereabouts::ListOf(cell_id), count);
    ForThings(Whereabouts::kAnywhere, count);
  }
  changed_.push_back(id);
  for (const int side : {axis, axis + 2}) {
    const int x = here.x + kSideX[side], y = here.y + kSideY[side];
    const int32_t beyond = CellAt(x, y);
    if (beyond == kNone) {
      ++Row(Find(made))[kOpenColumn];
      SetNeeds(x, y, OppositeSide(side), shape->side[static_cast<size_t>(side)]);
      continue;
    }
    // An end that faces a cell was no open end before, joined or not.
    const Cell& there = cell(beyond);
    const int facing = there.shape->port[static_cast<size_t>(OppositeSide(side) * kPortsPerSide + 1)];
    if (facing < 0 || there.shape->kind[static_cast<size_t>(facing)] != kind) continue;
    const int32_t joined = Join(Find(made), FeatureOf(there.first_segment + facing));
    Node& whole = node(joined);
    whole.completed = whole.closed = whole.settled = false;
    whole.extended = part_;
  }
  return id;
}

// --- kinds ---

void Board::TurnInto(int32_t feature, Id kind) {
  const int32_t root = Find(feature);
  Node& turned = node(root);
  features_.Take(root, PlaceOf(turned.kind));
  features_.Put(root, PlaceOf(kind));
  turned.kind = kind;
  turned.completed = turned.settled = false;
  turned_.push_back({turned.ring, kind});
}

}  // namespace reeve
