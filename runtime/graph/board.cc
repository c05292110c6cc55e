#include "runtime/graph/board.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <utility>

namespace reeve {

namespace {

// A figure on a marker on a figure ...: longer chains, and circles, lead nowhere.
constexpr int kMaxRide = 16;

int32_t WeightOf(const Program& program, const ColumnInfo& column, Id kind_id) {
  const KindInfo& kind = program.kind(kind_id);
  if (!program.InKinds(column.kinds, kind_id)) return 0;
  switch (column.kind) {
    case ColumnKind::kMarkers:
      return kind.cls == Class::kMarker ? 1 : 0;
    case ColumnKind::kFigures:
      return kind.cls == Class::kFigure ? 1 : 0;
    case ColumnKind::kVotes:
      return kind.cls == Class::kFigure ? kind.fixed_votes : 0;
    case ColumnKind::kSegments:
    case ColumnKind::kTiles:
    case ColumnKind::kOpenEnds:
    case ColumnKind::kEdges:
      return 0;  // the engine's own
  }
  return 0;
}

}  // namespace

std::vector<int32_t> Board::RowIndices(const Program& program, int players) {
  std::vector<int32_t> indices;
  int32_t next = kEngineColumns;
  for (const ColumnInfo& column : program.columns) {
    switch (column.kind) {
      case ColumnKind::kSegments:
        indices.push_back(kCountedSegments);
        break;
      case ColumnKind::kTiles:
        indices.push_back(kTileColumn);
        break;
      case ColumnKind::kOpenEnds:
        indices.push_back(kOpenColumn);
        break;
      case ColumnKind::kEdges:
        indices.push_back(kEdgeColumn);
        break;
      case ColumnKind::kMarkers:
        indices.push_back(next++);
        break;
      case ColumnKind::kFigures:
      case ColumnKind::kVotes:
        indices.push_back(column.player < players ? next++ : kAlwaysNone);
        break;
    }
  }
  return indices;
}

int32_t Board::FirstWatched(const std::vector<int32_t>& indices) {
  const int32_t last = indices.empty() ? 0 : *std::max_element(indices.begin(), indices.end());
  return std::max<int32_t>(last + 1, kEngineColumns);
}

Board::Layout::Places Board::PutInPlaces(const Program& program, Class cls, std::vector<int32_t>& place) {
  Layout::Places places;
  places.sets.resize(program.kind_sets.size() + 1);
  place.resize(program.kinds.size(), kNone);
  for (size_t kind = 0; kind < program.kinds.size(); ++kind) {
    if (program.kinds[kind].cls != cls) continue;
    place[kind] = places.count++;
    for (size_t set = 0; set < places.sets.size(); ++set) {
      if (program.InKinds(static_cast<int>(set) - 1, static_cast<Id>(kind))) places.sets[set].push_back(place[kind]);
    }
  }
  return places;
}

std::shared_ptr<const Board::Layout> Board::MakeLayout(const Program& program, int players) {
  auto layout = std::make_shared<Layout>();
  layout->index = RowIndices(program, players);
  layout->watched = WatchedSets(program);
  layout->first_watched = FirstWatched(layout->index);
  layout->columns = (layout->first_watched + static_cast<int>(layout->watched.size()) + 3) / 4 * 4;
  if (std::ranges::any_of(layout->watched, &WatchedSet::in_cells)) layout->in_cells.resize(program.kinds.size());
  for (size_t kind = 0; kind < program.kinds.size(); ++kind) {
    layout->begin.push_back(static_cast<int32_t>(layout->counting.size()));
    for (size_t i = 0; i < program.columns.size(); ++i) {
      const ColumnInfo& column = program.columns[i];
      const int32_t weight = WeightOf(program, column, static_cast<Id>(kind));
      // Markers change hands without a move, so their columns are of no player.
      const int32_t player = column.kind == ColumnKind::kMarkers ? -1 : column.player;
      if (weight != 0 && layout->index[i] >= 0) layout->counting.push_back({layout->index[i], player, weight});
    }
    for (size_t i = 0; i < layout->watched.size(); ++i) {
      const WatchedSet& set = layout->watched[i];
      if (program.kinds[kind].cls != set.cls || !program.InKinds(set.kinds, static_cast<Id>(kind))) continue;
      const int32_t column = layout->first_watched + static_cast<int32_t>(i);
      if (set.in_cells) layout->in_cells[kind].push_back(column);
      else layout->counting.push_back({column, -1, 1});
    }
  }
  layout->begin.push_back(static_cast<int32_t>(layout->counting.size()));
  layout->features = PutInPlaces(program, Class::kFeature, layout->place);
  layout->figures = PutInPlaces(program, Class::kFigure, layout->place);
  layout->markers = PutInPlaces(program, Class::kMarker, layout->place);
  layout->spares =
      std::any_of(program.kinds.begin(), program.kinds.end(), [](const KindInfo& kind) { return kind.adds != kNoId; });
  return layout;
}

Board::Board(const Program* program, const Shapes* shapes, int players)
    : program_(program),
      shapes_(shapes),
      layout_(MakeLayout(*program, players)),
      nodes_(layout_->columns),
      features_(layout_->features.count),
      figures_of_kind_(layout_->figures.count),
      markers_of_kind_(layout_->markers.count) {
  window_left_ = window_top_ = -2;
  window_width_ = window_height_ = 4;
  window_.assign(16, 0);
  grid_.assign(kBlockSquares, kNone);
  near_.assign(kBlockSquares, 0);
}

void Board::Clear() {
  const auto forget = [this](int x, int y) { grid_[EnsureSlot(x, y)] = kNone; };
  for (const Cell& cell : cells_) forget(cell.x, cell.y);
  for (const Space& space : spaces()) forget(space.x, space.y);
  for (const int32_t alone : alone_cells_) {
    for (int i = 0; i < 9; ++i) near_[EnsureSlot(cell(alone).x + i % 3 - 1, cell(alone).y + i / 3 - 1)] = 0;
  }
  pieces_.clear();
  cells_.clear();
  segments_.clear();
  half_links_.clear();
  joined_.clear();
  changed_.clear();
  turned_.clear();
  nodes_.clear();
  features_.Clear();
  figures_of_kind_.Clear();
  markers_of_kind_.Clear();
  in_supply_.Clear();
  figures_.clear();
  markers_.clear();
  figures_by_cell_.Clear();
  markers_by_cell_.Clear();
  riders_ = 0;
  alone_cells_.clear();
  space_count_ = 0;
  ++space_changes_;
  touched_count_ = 0;
  blocked_.clear();
}

// --- grid ---

size_t Board::AddBlock(int x, int y) {
  const int block_x = BlockOf(x), block_y = BlockOf(y);
  if (!InWindow(block_x - window_left_, block_y - window_top_)) GrowWindow(block_x, block_y);
  const auto block = static_cast<int32_t>(grid_.size() / kBlockSquares);
  window_[static_cast<size_t>((block_y - window_top_) * window_width_ + block_x - window_left_)] = block;
  grid_.resize(grid_.size() + kBlockSquares, kNone);
  near_.resize(grid_.size(), 0);
  return SlotIn(block, x, y);
}

// Doubles the window along each axis until it holds the block, with what is used in its middle.
void Board::GrowWindow(int block_x, int block_y) {
  int left = block_x, right = block_x, top = block_y, bottom = block_y;
  for (int row = 0; row < window_height_; ++row) {
    for (int column = 0; column < window_width_; ++column) {
      if (window_[static_cast<size_t>(row * window_width_ + column)] == 0) continue;
      left = std::min(left, window_left_ + column);
      right = std::max(right, window_left_ + column);
      top = std::min(top, window_top_ + row);
      bottom = std::max(bottom, window_top_ + row);
    }
  }
  int width = window_width_, height = window_height_;
  while (width < right - left + 1) width *= 2;
  while (height < bottom - top + 1) height *= 2;
  const int new_left = left - (width - (right - left + 1)) / 2, new_top = top - (height - (bottom - top + 1)) / 2;
  std::vector<int32_t> window(static_cast<size_t>(width) * static_cast<size_t>(height), 0);
  for (int row = 0; row < window_height_; ++row) {
    for (int column = 0; column < window_width_; ++column) {
      const int32_t block = window_[static_cast<size_t>(row * window_width_ + column)];
      if (block == 0) continue;
      const int new_row = row + window_top_ - new_top, new_column = column + window_left_ - new_left;
      window[static_cast<size_t>(new_row * width + new_column)] = block;
    }
  }
  window_ = std::move(window);
  window_left_ = new_left;
  window_top_ = new_top;
  window_width_ = width;
  window_height_ = height;
}

int Board::FilledAround(int x, int y) const {
  int filled = 0;
  if (const uint8_t near = near_[SlotOf(x, y)]; (near & kAloneHere) != 0) return near / kAloneRound;
  const int block_column = BlockOf(x) - window_left_, block_row = BlockOf(y) - window_top_;
  if (IsInside(x, y) && InWindow(block_column, block_row)) {  // all nine in one block: one search for it
    const int32_t* middle =
        &grid_[SlotIn(window_[static_cast<size_t>(block_row * window_width_ + block_column)], x, y)];
    for (int row = -kBlock; row <= kBlock; row += kBlock) {
      for (int column = -1; column <= 1; ++column) filled += middle[row + column] >= 0;
    }
    return filled;
  }
  for (int row = y - 1; row <= y + 1; ++row) {
    for (int column = x - 1; column <= x + 1; ++column) filled += CellAt(column, row) != kNone;
  }
  return filled;
}

int32_t Board::SpaceAt(int x, int y) const {
  const int32_t value = GridAt(x, y);
  return value <= -2 ? -2 - value : kNone;
}

bool Board::FitsWild(uint32_t needs, uint32_t codes) {
  for (int shift = 0; shift < 32; shift += 8) {
    const uint32_t need = needs >> shift & 255, code = codes >> shift & 255;
    if (need != kNoSide && need != kWildSide && code != kWildSide && need != code) return false;
  }
  return true;
}

// Takes away the space, if there is one, of a square that is going to be filled.
void Board::FillSpace(size_t slot) {
  const int32_t value = grid_[slot];
  if (value > -2) return;
  const auto from = static_cast<size_t>(--space_count_), to = static_cast<size_t>(-2 - value);
  const Space last = spaces_[from];
  spaces_[to] = last;
  need_nibbles_[to] = need_nibbles_[from];
  need_asked_[to] = need_asked_[from];
  grid_[EnsureSlot(last.x, last.y)] = value;
}

void Board::GrowSpaces() {
  const size_t size = spaces_.size() * 5 / 4 + 64;
  spaces_.resize(size);
  need_nibbles_.resize(size);
  need_asked_.resize(size);
}

// A cell has come up beside an empty square; `side` is the cell's side. Whether that square is a space
// already is a toss-up, so there is no branch on it: a space is written in any case, and counted if it is
// new.
void Board::MeetSpace(size_t slot, int x, int y, int side, SideCode code) {
  const int32_t value = grid_[slot];
  const int32_t known = -static_cast<int32_t>(value != kNone);  // all bits, or none
  const int32_t index = (known & (-2 - value)) | (~known & space_count_);
  space_count_ += 1 + known;
  grid_[slot] = -2 - index;
  Space& space = spaces_[static_cast<size_t>(index)];
  space.x = static_cast<int16_t>(x);
  space.y = static_cast<int16_t>(y);
  for (SideCode& need : space.needs) need &= static_cast<SideCode>(known);
  const int across = OppositeSide(side);
  space.needs[static_cast<size_t>(across)] = code;
  // The side had no neighbour until now, so its bits are clear.
  Nibbles &nibbles = need_nibbles_[static_cast<size_t>(index)], &asked = need_asked_[static_cast<size_t>(index)];
  nibbles = static_cast<Nibbles>((nibbles & known) | NibbleOf(code, across));
  asked = static_cast<Nibbles>((asked & known) | AskedBy(code, across));
}

// --- pieces ---

int32_t Board::AddPiece(Id tile, PieceAt at, int owner) {
  pieces_.push_back({tile, at, static_cast<int8_t>(owner), 0, kNone, kNone});
  return static_cast<int32_t>(pieces_.size()) - 1;
}

// What is known of the new segments while their sides are met: by index on the tile. The work is cut into
// loops over bits so that few branches depend on the tiles at hand; those cost more here than all arithmetic.
struct Board::Laying {
  int32_t cell = kNone;
  int32_t first = kNone;
  const Shape* shape = nullptr;
  uint32_t joined = 0;                         // those that some neighbour supplied a feature for
  uint32_t touching = 0;                       // those that are the first here of their feature
  std::array<uint8_t, kMaxSegments> closed{};  // ends that face a cell
  std::array<int32_t, kMaxSegments> node;      // the feature so far
  std::array<int32_t, kMaxSegments> next;      // on the feature's ring
};

void Board::Lay(int32_t piece_id, int x, int y, int turn, int32_t part) {
  assert(CellAt(x, y) == kNone);
  Piece& laid = piece(piece_id);
  const Shape& shape = shapes_->shape(laid.tile, turn);
  Laying laying;
  laying.cell = static_cast<int32_t>(cells_.size());
  laying.first = static_cast<int32_t>(segments_.size());
  laying.shape = &shape;
  laid.at = PieceAt::kBoard;
  laid.turn = static_cast<int8_t>(turn);
  laid.cell = laying.cell;
  cells_.push_back({static_cast<int16_t>(x), static_cast<int16_t>(y), piece_id, laying.first, &shape});
  blocked_.clear();

  const size_t slot = EnsureSlot(x, y);
  size_t beside[kSides];
  const bool inside = IsInside(x, y);
  for (int side = 0; side < kSides; ++side) {
    beside[side] = inside ? slot + static_cast<size_t>(kSideY[side] * kBlock + kSideX[side])
                          : EnsureSlot(x + kSideX[side], y + kSideY[side]);
  }
  // On a board that no cache holds, each step from a square to its cell and on to its segments is a wait for memory.
  // Begun for all neighbours at once they wait for each other.
  const bool far = cells_.size() > kManyCells;
  const auto near = [this](size_t at) -> const Cell& { return cells_[static_cast<size_t>(std::max(grid_[at], 0))]; };
  for (int side = 0; far && side < kSides; ++side) __builtin_prefetch(&near(beside[side]));
  FillSpace(slot);
  ++space_changes_;
  for (int side = 0; far && side < kSides; ++side) __builtin_prefetch(&segment(near(beside[side]).first_segment));
  if (spaces_.size() < static_cast<size_t>(space_count_) + kSides + kSpareSpaces) GrowSpaces();
  grid_[slot] = laying.cell;
  for (int side = 0; side < kSides; ++side) {
    const int32_t neighbour = grid_[beside[side]];
    const int beside_x = x + kSideX[side], beside_y = y + kSideY[side];
    if (neighbour >= 0) {
      Meet(cell(neighbour), side, laying);
    } else if (std::max(std::abs(beside_x), std::abs(beside_y)) <= kMaxCoordinate) {
      MeetSpace(beside[side], beside_x, beside_y, side, shape.side[static_cast<size_t>(side)]);
    }
  }
  StartFeatures(laying);
  ExtendFeatures(laying, part);
  touched_count_ = 0;
  for (size_t i = 0; i < static_cast<size_t>(shape.segment_count); ++i) {
    segments_.push_back({laying.node[i], laying.cell, laying.next[i], kNone});
    touched_[static_cast<size_t>(touched_count_)] = laying.node[i];
    touched_count_ += static_cast<int32_t>(laying.touching >> i & 1);
  }
  if (layout_->spares) segments_.push_back({kNone, laying.cell, kNone, kNone});
  if (near_[slot] != 0 || shape.alone != 0) LieBeside(slot, laying.cell);
  if (!layout_->in_cells.empty()) {  // what lay here before there was a tile
    ForThings(Whereabouts::kAnywhere, [&](const auto& thing) {
      if (CellOf(thing.spot) == laying.cell) CountInCell(laying.cell, thing.kind, 1, kNone);
    });
  }
  if (shape.has_marks) AddMarks(laying.cell, laid.tile);
  if (!blocked_.empty()) NoteBlocked(laying.cell);
  if (shapes_->has_shared()) MeetShared(laying.cell);
}

// Closes the ends that the new cell and a neighbour turn to each other, and joins those that match.
void Board::Meet(const Cell& theirs, int side, Laying& laying) {
  static constexpr uint8_t kFacing[8] = {0, 4, 2, 6, 1, 5, 3, 7};  // a side's ports as seen from across
  const Shape &mine = *laying.shape, &their = *theirs.shape;
  const int my_first = side * kPortsPerSide, their_first = OppositeSide(side) * kPortsPerSide;
  const unsigned my_ends = mine.joining >> my_first & 7u;
  const unsigned their_ends = kFacing[their.joining >> their_first & 7u];
  for (unsigned ends = my_ends & their_ends; ends != 0; ends &= ends - 1) {
    const int port = std::countr_zero(ends);
    const auto my_index = static_cast<size_t>(mine.port[static_cast<size_t>(my_first + port)]);
    const auto their_index = static_cast<size_t>(their.port[static_cast<size_t>(their_first + FacingPort(port))]);
    const int32_t their_segment = theirs.first_segment + static_cast<int32_t>(their_index);
    const int32_t root = FeatureOf(their_segment);
    ++laying.closed[my_index];
    --Row(root)[kOpenColumn];
    if (mine.parts[my_index].kind != their.parts[their_index].kind) {
      blocked_.push_back(their_segment);
      continue;
    }
    const bool joined = laying.joined >> my_index & 1;
    laying.joined |= 1u << my_index;
    laying.node[my_index] = Join(Find(joined ? laying.node[my_index] : root), root);
  }
  if (my_ends != their_ends) Face(theirs, side, my_ends & ~their_ends, their_ends & ~my_ends, laying);
}

// Closes ends that face a cell but no end of it. Rare: sides that fit have ends in the same places.
void Board::Face(const Cell& theirs, int side, unsigned my_ends, unsigned their_ends, Laying& laying) {
  for (int port = 0; port < kPortsPerSide; ++port) {
    if (my_ends >> port & 1) {
      ++laying.closed[static_cast<size_t>(laying.shape->port[static_cast<size_t>(side * kPortsPerSide + port)])];
    }
    if (their_ends >> port & 1) {
      const int facing = OppositeSide(side) * kPortsPerSide + FacingPort(port);
      const int32_t segment_id = theirs.first_segment + theirs.shape->port[static_cast<size_t>(facing)];
      --Row(FeatureOf(segment_id))[kOpenColumn];
      blocked_.push_back(segment_id);
    }
  }
}

// A feature for each segment that no neighbour supplied one for.
void Board::StartFeatures(Laying& laying) {
  const Shape& shape = *laying.shape;
  const auto all = static_cast<uint32_t>((uint64_t{1} << shape.segment_count) - 1);
  const uint32_t alone = all & ~laying.joined;
  laying.touching = alone;
  for (uint32_t left = alone; left != 0; left &= left - 1) {
    const auto index = static_cast<size_t>(std::countr_zero(left));
    const ShapePart segment = shape.parts[index];
    const int32_t id = laying.first + static_cast<int32_t>(index);
    const int32_t made = NewNode(segment.kind);
    Node& feature = node(made);
    feature.ring = id;
    feature.laid = laying.cell;
    feature.segments = 1;
    feature.shared = segment.shares ? 1 : 0;
    int32_t* row = Row(made);
    row[kTileColumn] = 1;
    row[kEdgeColumn] = segment.edges;
    row[kOpenColumn] = segment.edges - laying.closed[index];
    laying.node[index] = made;
    laying.next[index] = id;
  }
}

// Counts the other segments in the features that they are part of, after all joins.
void Board::ExtendFeatures(Laying& laying, int32_t part) {
  for (uint32_t left = laying.joined; left != 0; left &= left - 1) {
    const auto index = static_cast<size_t>(std::countr_zero(left));
    const ShapePart segment = laying.shape->parts[index];
    const int32_t root = Find(laying.node[index]);
    Node& feature = node(root);
    laying.node[index] = root;
    laying.next[index] =
        std::exchange(segments_[static_cast<size_t>(feature.ring)].next, laying.first + static_cast<int32_t>(index));
    const bool first = feature.laid != laying.cell;
    laying.touching |= (first ? 1u : 0u) << index;
    feature.laid = laying.cell;
    feature.segments += 1;
    feature.shared += segment.shares ? 1 : 0;
    feature.completed = feature.closed = feature.settled = false;
    feature.extended = part;
    int32_t* row = Row(root);
    row[kTileColumn] += first ? 1 : 0;
    row[kEdgeColumn] += segment.edges;
    row[kOpenColumn] += segment.edges - laying.closed[index];
  }
}

// Counts a new cell for the cells round it with segments that join nothing, and those round it if it has one.
void Board::LieBeside(size_t slot, int32_t cell_id) {
  const int x = cell(cell_id).x, y = cell(cell_id).y;
  const bool alone = cell(cell_id).shape->alone != 0, inside = IsInside(x, y);
  const int filled = alone ? FilledAround(x, y) : 0;
  for (int i = 0; i < 9; ++i) {
    const int dx = i % 3 - 1, dy = i / 3 - 1;
    uint8_t& near = near_[inside ? slot + static_cast<size_t>(dy * kBlock + dx) : EnsureSlot(x + dx, y + dy)];
    near = static_cast<uint8_t>(near + ((near & kAloneHere) != 0 ? kAloneRound : 0));
    near |= alone ? kAloneNear : 0;
  }
  if (!alone) return;
  near_[slot] = static_cast<uint8_t>(kAloneNear | kAloneHere | filled * kAloneRound);
  alone_cells_.push_back(cell_id);
}

void Board::AddMarks(int32_t cell_id, Id tile_id) {
  const Cell& mine = cell(cell_id);
  const TileInfo& tile = program_->tiles[static_cast<size_t>(tile_id)];
  int32_t shown = piece(mine.piece).marks;
  const auto put = [&](const MarkInfo& mark, Spot spot) {
    if (shown != kNone) MoveMarker(shown++, spot);
    else AddMarker(mark.kind, -1, spot, mark.attributes, true);
  };
  for (size_t i = 0; i < tile.segments.size(); ++i) {
    for (const MarkInfo& mark : tile.segments[i].marks)
      put(mark, {At::kSegment, mine.first_segment + static_cast<Value>(i)});
  }
  for (const MarkInfo& mark : tile.marks) put(mark, {At::kSquare, PackSquare(mine.x, mine.y)});
}

void Board::ShowMarks(int32_t piece_id) {
  Piece& shown = piece(piece_id);
  const TileInfo& tile = program_->tiles[static_cast<size_t>(shown.tile)];
  if (shown.marks != kNone) return;
  const auto first = static_cast<int32_t>(markers_.size());
  for (const SegmentInfo& segment : tile.segments) {
    for (const MarkInfo& mark : segment.marks) AddMarker(mark.kind, -1, {At::kPiece, piece_id}, mark.attributes, true);
  }
  for (const MarkInfo& mark : tile.marks) AddMarker(mark.kind, -1, {At::kPiece, piece_id}, mark.attributes, true);
  if (markers_.size() > static_cast<size_t>(first)) shown.marks = first;
}

// Turns the segments in blocked_ into features, each once, without those that are touched.
void Board::NoteBlocked(int32_t cell_id) {
  size_t kept = 0;
  for (const int32_t segment_id : blocked_) {
    const int32_t root = FeatureOf(segment_id);
    if (node(root).laid == cell_id) continue;
    if (std::find(blocked_.begin(), blocked_.begin() + static_cast<ptrdiff_t>(kept), root) ==
        blocked_.begin() + static_cast<ptrdiff_t>(kept)) {
      blocked_[kept++] = root;
    }
  }
  blocked_.resize(kept);
}

// --- features ---

int32_t Board::NewNode(Id kind) {
  const int32_t id = nodes_.Add();
  Node& made = nodes_[id];
  made.parent = id;
  made.kind = kind;
  features_.Put(id, PlaceOf(kind));
  return id;
}

// The larger feature keeps its node, of equals the older one: paths stay short without being rewritten.
int32_t Board::Join(int32_t a, int32_t b) {
  if (a == b) return a;
  const int32_t more = nodes_[a].segments - nodes_[b].segments;
  if (more < 0 || (more == 0 && b < a)) std::swap(a, b);
  Node &winner = nodes_[a], &other = nodes_[b];
  other.parent = a;
  features_.Take(b, PlaceOf(other.kind));
  winner.segments += other.segments;
  // Only of kinds that a tile has twice, as printed or by being turned, can both have a segment on it.
  const bool apart = turned_.empty() && (winner.shared == 0 || other.shared == 0);
  winner.counted = winner.counted && other.counted && apart;
  winner.shared += other.shared;
  std::swap(segments_[static_cast<size_t>(winner.ring)].next, segments_[static_cast<size_t>(other.ring)].next);
  int32_t* into = Row(a);
  const int32_t* from = Row(b);
  for (int i = 0; i < nodes_.columns(); i += 4) {
    for (int j = 0; j < 4; ++j) into[i + j] += from[i + j];
  }
  return a;
}

// Parts that had a square in common when they were joined cover fewer squares than both together. How many is counted
// when somebody asks: most features grow on before anybody does.
void Board::CountTiles(int32_t feature) const {
  if (stamp_.size() < cells_.size()) stamp_.resize(cells_.capacity(), 0);
  if (++stamp_now_ == 0) {
    std::fill(stamp_.begin(), stamp_.end(), 0u);
    stamp_now_ = 1;
  }
  int32_t tiles = 0;
  ForSegments(feature, [&](int32_t id) {
    uint32_t& stamp = stamp_[static_cast<size_t>(segment(id).cell)];
    tiles += stamp != stamp_now_;
    stamp = stamp_now_;
  });
  nodes_.row(feature)[kTileColumn] = tiles;
  nodes_[feature].counted = true;
}

// --- figures and markers ---

// Where a spot comes down to: what carries the figure or marker that carries ...
Spot Board::Ground(Spot spot) const {
  for (int ride = 0; spot.at == At::kFigure || spot.at == At::kMarker; ++ride) {
    if (ride == kMaxRide) return {At::kOut, kNothing};
    spot = spot.at == At::kFigure ? figure(static_cast<int32_t>(spot.id)).spot
                                  : marker(static_cast<int32_t>(spot.id)).spot;
  }
  return spot;
}

int32_t Board::SegmentAt(Spot spot) const {
  const Spot ground = Ground(spot);
  if (ground.at == At::kCorner) return SegmentAtCorner(ground.id);
  return ground.at == At::kSegment ? static_cast<int32_t>(ground.id) : kNone;
}

// The segment that lies along both sides of a cell that meet in the corner; `around` numbers the four cells from the
// south-east one, clockwise.
int32_t Board::SegmentBeside(Value corner, int around) const {
  static constexpr int kX[4] = {0, -1, -1, 0}, kY[4] = {0, 0, -1, -1};
  static constexpr int kPort[4][2] = {{0, 11}, {2, 3}, {5, 6}, {8, 9}};  // NL WR, NR EL, ER SL, SR WL
  const int32_t cell_id = CellAt(SquareX(corner) + kX[around], SquareY(corner) + kY[around]);
  if (cell_id == kNone) return kNone;
  const Cell& here = cell(cell_id);
  const int one = here.shape->port[static_cast<size_t>(kPort[around][0])],
            other = here.shape->port[static_cast<size_t>(kPort[around][1])];
  return one >= 0 && one == other ? here.first_segment + one : kNone;
}

int32_t Board::SegmentAtCorner(Value corner) const {
  for (int around = 0; around < 4; ++around) {
    if (const int32_t id = SegmentBeside(corner, around); id != kNone) return id;
  }
  return kNone;
}

int32_t Board::CellOf(Spot spot) const {
  const Spot ground = Ground(spot);
  if (ground.at == At::kSegment) return segment(static_cast<int32_t>(ground.id)).cell;
  if (ground.at == At::kSquare) return CellAt(SquareX(ground.id), SquareY(ground.id));
  if (ground.at == At::kJoining) return segment(JoiningFirst(ground.id)).cell;
  if (ground.at == At::kSpan) return CellAt(SquareX(SpanSquare(ground.id)), SquareY(SpanSquare(ground.id)));
  return kNone;
}

void Board::Count(int32_t feature, Id kind, int owner, int sign) {
  const auto begin = layout_->counting.begin();
  const auto end = begin + layout_->begin[static_cast<size_t>(kind) + 1];
  int32_t* row = Row(feature);
  for (auto entry = begin + layout_->begin[static_cast<size_t>(kind)]; entry != end; ++entry) {
    if (entry->player < 0 || entry->player == owner) row[entry->column] += sign * entry->weight;
  }
}

void Board::CountAt(Spot spot, Id kind, int owner, int sign) {
  const int32_t segment_id = SegmentAt(spot);
  if (segment_id != kNone) Count(FeatureOf(segment_id), kind, owner, sign);
  if (!layout_->in_cells.empty()) CountInCell(CellOf(spot), kind, sign, kNone);
}

// Counts what lies in a cell for each segment there, or for those of one feature.
void Board::CountInCell(int32_t cell_id, Id kind, int sign, int32_t feature) {
  const std::vector<int32_t>& columns = layout_->in_cells[static_cast<size_t>(kind)];
  if (cell_id == kNone || columns.empty()) return;
  const Cell& here = cell(cell_id);
  for (int32_t id = here.first_segment; id < here.first_segment + here.shape->segment_count; ++id) {
    const int32_t root = FeatureOf(id);
    if (feature != kNone && root != feature) continue;
    for (const int32_t column : columns) Row(root)[column] += sign;
  }
}

bool Board::Rides(Spot spot, Spot host) const {
  for (int ride = 0; ride < kMaxRide && (spot.at == At::kFigure || spot.at == At::kMarker); ++ride) {
    if (spot == host) return true;
    spot = spot.at == At::kFigure ? figure(static_cast<int32_t>(spot.id)).spot
                                  : marker(static_cast<int32_t>(spot.id)).spot;
  }
  return false;
}

// Whatever rides on a figure or marker, however far up, is counted where that stands. Rare: so it is
// searched among what lies in no cell by itself.
void Board::CountRiders(Spot host, int sign) {
  const auto count = [&](const auto& rider, Spot self) {
    if (host != self && Rides(rider.spot, host)) CountAt(rider.spot, rider.kind, rider.owner, sign);
  };
  figures_by_cell_.For(Whereabouts::kAnywhere, [&](int32_t id) { count(figure(id), {At::kFigure, id}); });
  markers_by_cell_.For(Whereabouts::kAnywhere, [&](int32_t id) { count(marker(id), {At::kMarker, id}); });
}

namespace {
int IsRide(Spot spot) {
  return spot.at == At::kFigure || spot.at == At::kMarker ? 1 : 0;
}
}  // namespace

// What lies on a square without a tile stays in that list when a tile comes there: it is looked through for every cell.
int32_t Board::ListOf(Spot spot) const {
  switch (spot.at) {
    case At::kOut:
    case At::kSupply:
    case At::kPiece:
      return Whereabouts::kNowhere;
    case At::kSegment:
    case At::kSquare:
    case At::kJoining:
    case At::kSpan:
      return Whereabouts::ListOf(CellOf(spot));
    case At::kFigure:
    case At::kMarker:
    case At::kCorner:
      return Whereabouts::kAnywhere;
    case At::kPlayer:
    case At::kPlace:
    case At::kScoreboard:
      break;
  }
  return Whereabouts::kBeside;
}

int32_t Board::AddFigure(Id kind, int owner, Spot spot) {
  figures_by_cell_.Put(figure_count(), ListOf(spot));
  figures_of_kind_.Put(figure_count(), PlaceOf(kind));
  if (spot.at == At::kSupply) in_supply_.Put(figure_count(), owner + 1);
  figures_.push_back({kind, static_cast<int8_t>(owner), spot});
  riders_ += IsRide(spot);
  CountAt(spot, kind, owner, 1);
  return static_cast<int32_t>(figures_.size()) - 1;
}

int32_t Board::AddMarker(Id kind, int owner, Spot spot, std::span<const int32_t> attributes, bool printed, Id card) {
  markers_by_cell_.Put(marker_count(), ListOf(spot));
  markers_of_kind_.Put(marker_count(), PlaceOf(kind));
  Marker& made = markers_.emplace_back();
  made.kind = kind;
  made.owner = static_cast<int8_t>(owner);
  made.spot = spot;
  made.printed = printed;
  made.card = card;
  std::copy_n(attributes.begin(), std::min(attributes.size(), made.attributes.size()), made.attributes.begin());
  riders_ += IsRide(spot);
  CountAt(spot, kind, owner, 1);
  const auto id = static_cast<int32_t>(markers_.size()) - 1;
  if (!printed) Arrive(id);
  return id;
}

void Board::MoveFigure(int32_t id, Spot spot) {
  Figure& moved = figures_[static_cast<size_t>(id)];
  figures_by_cell_.Put(id, ListOf(spot));
  if (moved.spot.at == At::kSupply) in_supply_.Take(id, moved.owner + 1);
  if (spot.at == At::kSupply) in_supply_.Put(id, moved.owner + 1);
  MoveThing(moved, {At::kFigure, id}, spot);
}

void Board::MoveMarker(int32_t id, Spot spot) {
  const KindInfo& kind = program_->kind(marker(id).kind);
  const int32_t from = SegmentAt(marker(id).spot);
  if (kind.joins_kinds != kNoId) PartBy(id);
  if (from != kNone) changed_.push_back(from);
  markers_by_cell_.Put(id, ListOf(spot));
  MoveThing(markers_[static_cast<size_t>(id)], {At::kMarker, id}, spot);
  Arrive(id);
}

// What a marker does where it comes down: it may join features, lay a segment, or end what was open.
void Board::Arrive(int32_t id) {
  const Marker& here = marker(id);
  const KindInfo& kind = program_->kind(here.kind);
  if (kind.joins_kinds != kNoId) JoinBy(id);
  if (kind.adds != kNoId && here.spot.at == At::kSpan) {
    const int32_t cell_id = CellOf(here.spot);
    if (cell_id != kNone) AddAcross(cell_id, SpanAxis(here.spot.id), kind.adds);
  }
  if (const int32_t segment_id = SegmentAt(marker(id).spot); segment_id != kNone) changed_.push_back(segment_id);
}

template <class Thing>
void Board::MoveThing(Thing& thing, Spot self, Spot spot) {
  CountAt(thing.spot, thing.kind, thing.owner, -1);
  if (riders_ > 0) CountRiders(self, -1);
  riders_ += IsRide(spot) - IsRide(thing.spot);
  thing.spot = spot;
  CountAt(thing.spot, thing.kind, thing.owner, 1);
  if (riders_ > 0) CountRiders(self, 1);
}

}  // namespace reeve
