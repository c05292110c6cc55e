// Everything that changes while a game runs, except where in its rules the game is.
//
// Plain data that copies: the machine reads it, the game's effects write it. Nothing in it depends on addresses,
// hash order or time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/bytecode/program.h"
#include "runtime/graph/board.h"
#include "runtime/vm/ledger.h"
#include "runtime/vm/plans.h"

namespace reeve {

// Values of one state by owner, sorted; owners without an entry have the default (0, false or nothing).
class StateTable {
 public:
  Value Get(Value owner, Value otherwise) const {
    auto at = Find(owner);
    return at != entries_.end() && at->first == owner ? at->second : otherwise;
  }
  void Set(Value owner, Value value) {
    auto at = Find(owner);
    if (at != entries_.end() && at->first == owner) {
      entries_[static_cast<size_t>(at - entries_.begin())].second = value;
    } else {
      entries_.insert(at, {owner, value});
    }
  }
  void Erase(Value owner) {
    auto at = Find(owner);
    if (at != entries_.end() && at->first == owner) entries_.erase(at);
  }
  void Clear() { entries_.clear(); }
  const std::vector<std::pair<Value, Value>>& entries() const { return entries_; }

 private:
  std::vector<std::pair<Value, Value>>::const_iterator Find(Value owner) const {
    return std::lower_bound(entries_.begin(), entries_.end(), owner,
                            [](const auto& entry, Value key) { return entry.first < key; });
  }
  std::vector<std::pair<Value, Value>> entries_;
};

struct DeckState {
  std::vector<Id> cards;  // card ids, the top first
  Id shown = kNoId;       // taken last
  std::vector<Id> held;   // taken until something brings them back
};

// What a rule that hangs on something else can read.
struct Context {
  int32_t award = -1;    // rules on `award made`
  int32_t scoring = -1;  // index of the scoring's record, for winners, value, cancel
  int32_t cause = 0;     // rules on `returned`
  Value origin = kNothing;
};

// A scoring that runs: (score, subject).
struct ScoringRecord {
  Id rule = kNoId;
  Value subject = kNothing;
  Class subject_class = Class::kNone;
  uint32_t winners = 0;  // bit per player
  int32_t value = 0;     // settled
  bool cancelled = false;
};

struct PilePiece {
  int32_t piece = kNone;
  Id tile = kNoId;
  int32_t rank = 0;  // only those of the highest rank that is there are drawn
};

struct DueEntry {
  Id rule = kNoId;
  Value subject = kNothing;
};

struct World {
  const Program* program = nullptr;
  Board board;
  int players = 0;
  std::array<int32_t, kMaxPlayers> totals{};
  int active = -1;   // whose part runs; -1: nobody
  int seat = 0;      // whose turn it is; the last one's in the final scoring
  int32_t turn = 0;  // from 1
  int32_t part = 0;  // numbers parts of turns, from 1
  int32_t placed = kNone, drawn = kNone;
  Id step = kNoId;
  bool final = false;
  std::vector<StateTable> states;   // by state id
  std::vector<DeckState> decks;     // by zone id
  std::vector<PilePiece> pile;      // pieces not drawn yet, by rank
  std::vector<int32_t> piece_rank;  // by piece of the pile at the beginning
  std::vector<int32_t> settled;     // features whose scoring ended in this step
  std::vector<DueEntry> due;
  std::vector<ScoringRecord> scorings;  // a stack
  Ledger ledger;

  std::shared_ptr<const Plans> plans;

  World(const Program* p, const Shapes* shapes, int playing = kMaxPlayers)
      : program(p), board(p, shapes, playing), plans(std::make_shared<Plans>(*p, playing)) {}
  const Insn* code() const { return plans->code.data(); }  // what runs: addresses are those of the program
};

}  // namespace reeve
