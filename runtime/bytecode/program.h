// A compiled selection of rulesets: everything that the runtime knows about the game.
//
// The treaty between the compiler, which writes it, and the runtime, which runs it. A Program is plain data
// without pointers: tables that refer to each other by index (Id, -1 for none). Verify() (verify.h) proves
// that every index is in range and every routine well formed; the runtime relies on that and checks nothing
// again. Names and spans are kept for ledgers, refusals and disassembly only.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/bytecode/bytecode.h"
#include "runtime/bytecode/value.h"

namespace reeve {

using Id = int32_t;
inline constexpr Id kNoId = -1;

inline constexpr int kMaxKinds = 256;  // of all classes together
using KindSet = std::bitset<kMaxKinds>;

// Index of kind set operands that mean no set: all kinds; for squares also filled and empty ones.
inline constexpr int kAnyKind = -1;
inline constexpr int kCells = -2;   // squares that are filled
inline constexpr int kSpaces = -3;  // squares beside the board

// A place in a rule file, for people.
struct Origin {
  Id file = kNoId;  // string
  int32_t line = 0;
  template <class A>
  void Fields(A& a) {
    a(file, line);
  }
};

// --- kinds ---------------------------------------------------------------------------------------------
struct AttributeInfo {
  Id name = kNoId;              // string
  int32_t least = 0, most = 0;  // a number; or, if words are there, an index into them
  std::vector<Id> words;        // strings
  template <class A>
  void Fields(A& a) {
    a(name, least, most, words);
  }
};

enum class Joins : uint8_t { kNothing, kEdges, kHalfEdges };
enum class Completion : uint8_t { kNever, kOpenEnds, kFilled, kRoutine };
enum class StandsOn : uint8_t { kNothing, kSegment, kTile, kFigure, kMarker, kPlayer, kPlace, kCorner };

struct KindInfo {
  Id name = kNoId, plural = kNoId, label = kNoId;
  Class cls = Class::kNone;
  Id like = kNoId;
  // features
  Joins joins = Joins::kNothing;
  Completion completion = Completion::kNever;
  int32_t filled = 0;    // kFilled: cells in the square round it
  Id completed = kNoId;  // kRoutine: takes the feature
  Id open_more = kNoId;  // routine: how many open ends it has besides those of its edges
  // figures and markers
  int32_t supply = 0;  // of each player, or of the game if neutral
  bool neutral = false, stays = false;
  Id votes = kNoId;  // routine, takes the figure; kNoId: fixed_votes
  int32_t fixed_votes = 0;
  Id on_kinds = kNoId;  // kind set: the kinds of segments, figures, markers, places it may stand on
  bool on_tile = false, on_player = false, on_corner = false;
  Id in_zone = kNoId;  // where its supply lies at the start, if not in the supply
  std::vector<AttributeInfo> attributes;
  // markers that change features
  Id joins_kinds = kNoId;   // kind set: it joins features of these kinds
  bool joins_two = false;   // it lies on two segments of one tile; else two of one owner join where they lie
  int32_t joins_same = -1;  // number of the attribute in which those two are alike; -1: no matter
  Id adds = kNoId;          // kind of the segment that it lays across a tile
  Id parts = kNoId;         // kind set: a segment of these kinds with it on is where branches end
  template <class A>
  void Fields(A& a) {
    a(name, plural, label, cls, like, joins, completion, filled, completed, supply, neutral, stays, votes, fixed_votes,
      on_kinds, on_tile, on_player, on_corner, in_zone, attributes, open_more, joins_kinds, joins_two, joins_same, adds,
      parts);
  }
};

// --- tiles ---------------------------------------------------------------------------------------------
struct MarkInfo {  // a printed marker
  Id kind = kNoId;
  std::vector<int32_t> attributes;  // in the order of the kind's attributes
  template <class A>
  void Fields(A& a) {
    a(kind, attributes);
  }
};

struct SegmentInfo {
  Id kind = kNoId;
  uint16_t ports = 0;    // bit 3 * side + port, unturned
  uint16_t shared = 0;   // ports of another segment of its kind that are its ends as well
  uint8_t inner = 0;     // 1, 2 ...: the label I, II of a segment without edges, to name it
  uint32_t touches = 0;  // bit i: touches segment i of this tile
  std::vector<MarkInfo> marks;
  template <class A>
  void Fields(A& a) {
    a(kind, ports, shared, inner, touches, marks);
  }
};

struct ForeignName {
  Id name = kNoId;     // string
  int32_t turned = 0;  // quarter turns clockwise that make the foreign picture ours
  template <class A>
  void Fields(A& a) {
    a(name, turned);
  }
};

struct TileInfo {
  Id name = kNoId, label = kNoId;
  std::vector<ForeignName> known_as;
  std::vector<SegmentInfo> segments;
  std::vector<MarkInfo> marks;  // of the tile itself
  uint8_t wild = 0;             // bit per side: fits any edge
  template <class A>
  void Fields(A& a) {
    a(name, label, known_as, segments, marks, wild);
  }
};

struct TileCount {
  Id tile = kNoId;
  int32_t count = 0;
  template <class A>
  void Fields(A& a) {
    a(tile, count);
  }
};

struct LaidTile {  // lies on the table when the game begins
  Id tile = kNoId;
  int32_t x = 0, y = 0, turn = 0;
  template <class A>
  void Fields(A& a) {
    a(tile, x, y, turn);
  }
};

struct TilesetInfo {
  Id name = kNoId;
  Id starts = kNoId, ends = kNoId;  // tiles
  bool in_supply = false;           // each player has these
  std::vector<TileCount> tiles;
  std::vector<LaidTile> laid;  // one copy each of those above
  int32_t before = 0;          // piles are played in descending order of this rank
  template <class A>
  void Fields(A& a) {
    a(name, starts, ends, in_supply, tiles, laid, before);
  }
};

// --- zones, decks, bags --------------------------------------------------------------------------------
enum class ZoneKind : uint8_t { kSupply, kPile, kPlaces, kDeck, kBag };

struct PlaceInfo {
  Id name = kNoId;
  Id zone = kNoId;
  Id on = kNoId;                                   // the place of another zone that it lies on
  std::vector<std::array<int32_t, 2>> attributes;  // name (string), value (number or kind or string index)
  template <class A>
  void Fields(A& a) {
    a(name, zone, on, attributes);
  }
};

struct CardInfo {
  Id kind = kNoId;  // a card is a kind of its own: `top of DECK is CARD`
  Id zone = kNoId;
  int32_t count = 1;  // copies
  std::vector<int32_t> attributes;
  template <class A>
  void Fields(A& a) {
    a(kind, zone, count, attributes);
  }
};

struct ZoneInfo {
  Id name = kNoId;
  ZoneKind kind = ZoneKind::kPlaces;
  bool circle = false, returns = false;
  bool open = false;        // deck: its top is seen, so that is what is drawn; else chance says
  Id of = kNoId;            // bag: the kind of marker drawn from it
  std::vector<Id> entries;  // places or cards
  template <class A>
  void Fields(A& a) {
    a(name, kind, circle, returns, open, of, entries);
  }
};
inline constexpr Id kSupplyZone = 0;
inline constexpr Id kPileZone = 1;
inline constexpr Id kScoreboardZone = 2;
inline constexpr Id kHandZone = 3;  // of pieces
inline constexpr Id kBuiltinZones = 4;

// --- state ---------------------------------------------------------------------------------------------
struct StateInfo {
  Id name = kNoId;
  Class owner = Class::kGame, result = Class::kNumber;  // kTruth: a flag
  Id owner_kinds = kNoId;
  template <class A>
  void Fields(A& a) {
    a(name, owner, result, owner_kinds);
  }
};

// --- the turn ------------------------------------------------------------------------------------------
struct StepInfo {
  Id name = kNoId, label = kNoId;
  Id round = kNoId;  // kNoId: a step of the final scoring
  uint8_t menu = 0;  // 0 none, 1 one, 2 any
  bool lists_due = false, settles_due = false;
  std::vector<Id> rules;   // rules and scores at this step, in order
  std::vector<Id> offers;  // in order
  std::vector<Id> pass_forbids;
  template <class A>
  void Fields(A& a) {
    a(name, label, round, menu, lists_due, settles_due, rules, offers, pass_forbids);
  }
};
struct RoundInfo {
  Id name = kNoId, label = kNoId;
  Id first = kNoId, last = kNoId;  // steps
  bool nested = false;             // only run by `play round`
  template <class A>
  void Fields(A& a) {
    a(name, label, first, last, nested);
  }
};

// --- events --------------------------------------------------------------------------------------------
// What an event's subject is when it is a step, round, turn or the game (starts, ends).
enum class Period : uint8_t { kStep, kRound, kTurn, kGame, kAnyRound };

struct EventFilter {
  EventId event = EventId::kPlaced;
  Class cls = Class::kNone;  // of the subject
  int32_t kinds = kAnyKind;  // kind set of the subject
  Period period = Period::kStep;
  Id id = kNoId;            // starts, ends: step or round; answered: the rule; moved to: see `to`
  Class to = Class::kNone;  // moved to: kZone, kPlace or a class with kinds
  Id to_id = kNoId;         // zone, place or kind set
  Id text = kNoId;          // answered: index among the choice's texts
  template <class A>
  void Fields(A& a) {
    a(event, cls, kinds, period, id, to, to_id, text);
  }
};
struct Listener {
  EventFilter filter;
  Id rule = kNoId;
  template <class A>
  void Fields(A& a) {
    a(filter, rule);
  }
};
struct Clearing {  // a state that an event clears
  EventFilter filter;
  Id state = kNoId;
  template <class A>
  void Fields(A& a) {
    a(filter, state);
  }
};

struct Holding {  // what brings back the card that a rule took
  EventFilter filter;
  Id zone = kNoId;
  template <class A>
  void Fields(A& a) {
    a(filter, zone);
  }
};

// --- rules ---------------------------------------------------------------------------------------------
enum class RuleKind : uint8_t { kRule, kScore, kOffer };
enum class Ties : uint8_t { kAll, kNobody, kSplitUp, kSplitDown, kSplitOdd };
enum class Mark : uint8_t { kEarned, kStolen, kPaid };
enum class Per : uint8_t { kTurn, kRound, kStep, kPart };

struct LimitInfo {
  int32_t number = 1;
  Per per = Per::kTurn;
  template <class A>
  void Fields(A& a) {
    a(number, per);
  }
};

struct ChoiceInfo {  // a question of a rule
  Id rule = kNoId;
  Id bound = kNoId;  // string: the word it binds, "follower"
  Id label = kNoId;
  Class cls = Class::kNone;
  bool may = false, chance = false;
  bool best = false;       // the run itself takes what is worth most
  bool in_option = false;  // part of an offer's option
  std::vector<Id> texts;   // strings
  template <class A>
  void Fields(A& a) {
    a(rule, bound, label, cls, may, chance, best, in_option, texts);
  }
};

struct SlotInfo {
  Id name = kNoId;
  Class cls = Class::kNone;
  template <class A>
  void Fields(A& a) {
    a(name, cls);
  }
};

struct RuleInfo {
  Id name = kNoId, label = kNoId;
  RuleKind kind = RuleKind::kRule;
  Origin origin;
  std::vector<Id> cites;                     // strings
  std::vector<std::array<Id, 2>> row_cites;  // label and cite (strings): what modifiers cite for their rows
  std::vector<SlotInfo> slots;  // slot 0 is the subject or the event's thing; slot 1 the receiver of a score
  Id head = kNoId;              // routine: head, and the effects of rules and offers
  int32_t given = 0;            // instruction of the head to begin with when the subject is given
  Id who = kNoId;               // routine: the set of receivers (scores)
  Id value = kNoId;             // routine: the ladder (scores)
  Id effects = kNoId;           // routine: `then` lines of a score
  Ties ties = Ties::kAll;
  Id odd_to = kNoId;  // routine: a player
  Mark mark = Mark::kEarned;
  std::vector<LimitInfo> limits;
  std::vector<Id> groups;
  std::vector<Id> before, after;  // rules that run before and after this score
  Id completes = kNoId;           // kind set: runs when a feature of it is completed
  int32_t scored_slot = 0;        // of what it scores; not 0: of what it binds, once for all that is due
  Class subject = Class::kNone;   // of slot 0
  Id subject_kinds = kNoId;
  Class ScoredClass() const { return scored_slot == 0 ? subject : slots[static_cast<size_t>(scored_slot)].cls; }
  template <class A>
  void Fields(A& a) {
    a(name, label, kind, origin, cites, row_cites, slots, head, given, who, value, effects, ties, odd_to, mark, limits,
      groups, before, after, completes, scored_slot, subject, subject_kinds);
  }
};
inline constexpr int kSubjectSlot = 0;
inline constexpr int kPlayerSlot = 1;

struct ForbidInfo {
  Id reason = kNoId;  // string
  Origin origin;
  template <class A>
  void Fields(A& a) {
    a(reason, origin);
  }
};
struct PassForbid {  // a forbid on STEP.pass
  Id forbid = kNoId, condition = kNoId;
  template <class A>
  void Fields(A& a) {
    a(forbid, condition);
  }
};

struct NeverInfo {  // what the rules say there never is
  Id text = kNoId;  // string: as it is written
  Origin origin;
  Class cls = Class::kNone;  // of its things
  Id first = kNoId;          // routine: one of them, or nothing
  template <class A>
  void Fields(A& a) {
    a(text, origin, cls, first);
  }
};

struct GroupInfo {
  Id name = kNoId;
  Class of = Class::kNone;  // kFeature; kNone: a group of offers
  std::vector<Id> members;  // rules
  std::vector<Id> applies;  // routine a member (scores): whether it is the score of a subject; kNoId: always
  template <class A>
  void Fields(A& a) {
    a(name, of, members, applies);
  }
};

struct RankingInfo {
  Id name = kNoId;
  // routines that take a player and see the ranked figures as set 0; `most` gives a number, `prefer` a truth
  struct Rank {
    Id routine = kNoId;
    bool most = true;
    template <class A>
    void Fields(A& a) {
      a(routine, most);
    }
  };
  std::vector<Rank> ranks;
  template <class A>
  void Fields(A& a) {
    a(name, ranks);
  }
};

// --- code ----------------------------------------------------------------------------------------------
enum class Result : uint8_t { kValue, kSet, kNone };

struct RoutineInfo {
  Id name = kNoId;  // string, for people
  int32_t begin = 0, end = 0;
  uint8_t slots = 0;  // slots it may use, its argument in slot 0
  Result result = Result::kValue;
  bool head = false;      // may hold 'H' instructions
  bool own_frame = true;  // called with slots of its own; false: runs in the frame of its rule
  uint8_t sets = 0;       // sets on the stack when it begins (rankings: 1)
  template <class A>
  void Fields(A& a) {
    a(name, begin, end, slots, result, head, own_frame, sets);
  }
};

struct TableInfo {
  std::vector<std::array<int32_t, 2>> rows;  // up to, value; ascending
  int32_t more = 0;
  template <class A>
  void Fields(A& a) {
    a(rows, more);
  }
};

struct LineInfo {
  int32_t at = 0;  // first instruction
  Origin origin;
  template <class A>
  void Fields(A& a) {
    a(at, origin);
  }
};

// --- maintained columns --------------------------------------------------------------------------------
enum class ColumnKind : uint8_t {
  kSegments,  // its segments
  kTiles,     // distinct squares: segments less those that share a square
  kOpenEnds,  // edges without a square beyond
  kEdges,     // edges of its segments
  kMarkers,   // markers of `kinds` on its segments
  kFigures,   // figures of `kinds`; `player` >= 0: of that player only
  kVotes,     // sum of votes of figures of `kinds` of `player`
};
struct ColumnInfo {
  ColumnKind kind = ColumnKind::kSegments;
  int32_t kinds = kAnyKind;
  int32_t player = -1;
  template <class A>
  void Fields(A& a) {
    a(kind, kinds, player);
  }
  friend bool operator==(const ColumnInfo&, const ColumnInfo&) = default;
};

struct Program {
  std::vector<std::string> strings;
  std::string rules;  // the selection it was made from: "base (tiny_city 2), messages"
  std::vector<KindInfo> kinds;
  std::vector<KindSet> kind_sets;
  bool tiles_are_pieces = false;
  std::vector<TileInfo> tiles;
  std::vector<TilesetInfo> tilesets;
  std::vector<ZoneInfo> zones;
  std::vector<PlaceInfo> places;
  std::vector<CardInfo> cards;
  std::vector<StateInfo> states;
  std::vector<RoundInfo> rounds;
  std::vector<StepInfo> steps;  // of the turn in order, then of nested rounds, then of the final scoring
  Id first_turn_step = kNoId, last_turn_step = kNoId;
  Id first_final_step = kNoId, last_final_step = kNoId;
  std::vector<RuleInfo> rules_table;  // in resolved order
  std::vector<ForbidInfo> forbids;
  std::vector<PassForbid> pass_forbids;
  std::vector<NeverInfo> nevers;
  std::vector<ChoiceInfo> choices;
  std::vector<GroupInfo> groups;
  std::vector<RankingInfo> rankings;
  std::vector<Listener> listeners;  // in order
  std::vector<Clearing> clearings;
  std::vector<Holding> holdings;
  std::vector<ColumnInfo> columns;
  std::vector<TableInfo> tables;
  std::vector<RoutineInfo> routines;
  std::vector<LineInfo> lines;
  std::vector<Insn> code;
  Id shared_label = kNoId;  // string: the row of an award that was shared
  bool reads_hand = false;  // some rule reads what is printed on a piece that does not lie yet
  bool asks_order = false;  // the order of due features can be seen, so the active player is asked

  template <class A>
  void Fields(A& a) {
    a(strings, rules, kinds, kind_sets, tiles_are_pieces, tiles, tilesets, zones, places, cards, states, rounds, steps,
      first_turn_step, last_turn_step, first_final_step, last_final_step, rules_table, forbids, pass_forbids, nevers,
      choices, groups, rankings, listeners, clearings, holdings, columns, tables, routines, lines, code, shared_label,
      reads_hand, asks_order);
  }

  const std::string& Text(Id string) const {
    static const std::string kEmpty;
    return string < 0 ? kEmpty : strings[static_cast<size_t>(string)];
  }
  const RuleInfo& rule(Id id) const { return rules_table[static_cast<size_t>(id)]; }
  const KindInfo& kind(Id id) const { return kinds[static_cast<size_t>(id)]; }
  const std::string& RuleName(Id id) const { return Text(rule(id).name); }
  const std::string& KindName(Id id) const { return Text(kind(id).name); }
  bool InKinds(int set, Id kind_id) const {
    return set < 0 || kind_sets[static_cast<size_t>(set)][static_cast<size_t>(kind_id)];
  }
  Id FindRule(std::string_view name) const;  // O(rules)
  Id FindState(std::string_view name) const;
  Id FindKind(std::string_view name) const;
  Id FindTile(std::string_view name) const;
  Id FindZone(std::string_view name) const;
  Id FindStep(std::string_view name) const;
};

}  // namespace reeve
