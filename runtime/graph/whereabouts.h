// Which figures, or which markers, lie in which cell, so that whoever asks for those of a square or of a feature need
// not look through all of the game. Kept by the board as they move; things are known by their ids, from 0 on.
//
// Every thing is in one list at the most: that of the cell it lies in; or the one of those that may come down to a
// cell, whichever that is: on other things, at corners, on a square that had no tile; or the one of those beside the
// board, with players or in places. Lists are in no order.
//
// Cost: Put O(1), plus room for a cell that had none; For what it visits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace reeve {

class Whereabouts {
 public:
  static constexpr int32_t kNowhere = -1, kAnywhere = 0,
                           kBeside = 1;  // lists; nowhere: the supply, the box, a tile that does not lie
  static constexpr int32_t ListOf(int32_t cell) { return cell < 0 ? kAnywhere : cell + 2; }

  void Clear() {
    first_.clear();
    things_.clear();
  }

  // The thing is in this list now, and in none else. The next thing that is new has the next id.
  void Put(int32_t thing, int32_t list) {
    if (static_cast<size_t>(thing) >= things_.size()) things_.resize(static_cast<size_t>(thing) + 1);
    Entry& entry = At(thing);
    if (entry.list == list) return;
    if (entry.list != kNowhere) {
      (entry.before == kNowhere ? first_[static_cast<size_t>(entry.list)] : At(entry.before).after) = entry.after;
      if (entry.after != kNowhere) At(entry.after).before = entry.before;
    }
    entry = {list, kNowhere, kNowhere};
    if (list == kNowhere) return;
    if (static_cast<size_t>(list) >= first_.size()) first_.resize(static_cast<size_t>(list) + 1, kNowhere);
    int32_t& first = first_[static_cast<size_t>(list)];
    if (first != kNowhere) At(first).before = thing;
    entry.after = first;
    first = thing;
  }

  template <class Visit>
  void For(int32_t list, Visit&& visit) const {
    if (static_cast<size_t>(list) >= first_.size()) return;
    for (int32_t thing = first_[static_cast<size_t>(list)]; thing != kNowhere;
         thing = things_[static_cast<size_t>(thing)].after)
      visit(thing);
  }
  int32_t ListOfThing(int32_t thing) const { return things_[static_cast<size_t>(thing)].list; }

 private:
  struct Entry {
    int32_t list = kNowhere, before = kNowhere, after = kNowhere;
  };
  Entry& At(int32_t thing) { return things_[static_cast<size_t>(thing)]; }

  std::vector<int32_t> first_;  // by list
  std::vector<Entry> things_;
};

}  // namespace reeve
