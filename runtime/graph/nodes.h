// The nodes of the union-find, each with its row of columns behind it.
//
// What a board asks of a feature, it asks together: who its root is, what it counts, whether it was told. So a node and
// its row begin a line of the processor's cache, and up to eight columns end it; longer rows take whole lines more.
//
// Invariants: ids are dense, from 0; a row has `columns` numbers, a multiple of 4, all 0 at first. References are good
// until the next Add().
// Cost: O(1); a copy copies the memory as it is. 64 bytes a node for up to eight columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <vector>

#include "runtime/bytecode/program.h"

namespace reeve {

struct Node {
  int32_t parent = -1;  // itself at a root
  Id kind = kNoId;
  int32_t ring = -1;       // a segment of it; -1: it has none left
  int32_t segments = 0;    // of it
  int32_t shared = 0;      // those on tiles with several of its kind
  int32_t extended = 0;    // the part in which a segment of `placed` became part of it
  int32_t laid = -1;       // last cell whose placement touched it
  bool completed = false;  // its completion was told
  bool closed = false;     // its closing was told
  bool settled = false;
  bool counted = true;  // its row says how many squares it covers
};
static_assert(std::is_trivially_copyable_v<Node>);

class Nodes {
 public:
  explicit Nodes(int columns)
      : columns_(columns),
        stride_((kRow + static_cast<size_t>(columns) * sizeof(int32_t) + kLine - 1) / kLine * kLine) {}

  int32_t size() const { return size_; }
  int columns() const { return columns_; }
  void clear() { size_ = 0; }

  Node& operator[](int32_t id) { return *std::launder(reinterpret_cast<Node*>(At(id))); }
  const Node& operator[](int32_t id) const { return *std::launder(reinterpret_cast<const Node*>(At(id))); }
  int32_t* row(int32_t id) { return std::launder(reinterpret_cast<int32_t*>(At(id) + kRow)); }
  const int32_t* row(int32_t id) const { return std::launder(reinterpret_cast<const int32_t*>(At(id) + kRow)); }

  int32_t Add() {
    const size_t end = (static_cast<size_t>(size_) + 1) * stride_ / kLine;
    if (lines_.size() < end) lines_.resize(end + end / 4 + 64);
    const int32_t id = size_++;
    new (At(id)) Node{};
    int32_t* row = new (At(id) + kRow) int32_t[static_cast<size_t>(columns_)];
    for (int i = 0; i < columns_; i += 4) std::fill_n(row + i, 4, 0);
    return id;
  }

 private:
  static constexpr size_t kLine = 64, kRow = 32;  // bytes; where a row begins
  static_assert(sizeof(Node) <= kRow);
  struct alignas(kLine) Line {
    std::byte bytes[kLine];
  };
  std::byte* At(int32_t id) { return reinterpret_cast<std::byte*>(lines_.data()) + static_cast<size_t>(id) * stride_; }
  const std::byte* At(int32_t id) const {
    return reinterpret_cast<const std::byte*>(lines_.data()) + static_cast<size_t>(id) * stride_;
  }

  int columns_;
  size_t stride_;  // bytes from node to node
  int32_t size_ = 0;
  std::vector<Line> lines_;  // a little longer than there are nodes
};

}  // namespace reeve
