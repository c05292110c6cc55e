// The checked tree: a linked selection of rulesets with every name resolved.
//
// Sema makes it, code generation lowers it, and an interpreter can run it as it stands: nothing in it speaks of
// bytecode. Terms are typed and immutable once made; they live in the Model's arena. Options are folded, absent
// rulesets are gone, modifiers have been applied to the scores they name, lists are in their final order.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/source/source.h"
#include "compiler/syntax/ast.h"
#include "runtime/bytecode/program.h"

namespace reeve::sema {

// --- types ---------------------------------------------------------------------------------------------
struct Type {
  Class cls = Class::kNone;
  bool set = false;
  KindSet kinds;           // for classes that have kinds: which it can be
  int squares = kAnyKind;  // for squares: kCells, kSpaces or kAnyKind; for places: their zone, or kAnyKind

  static Type Number() { return {Class::kNumber, false, {}, kAnyKind}; }
  static Type Truth() { return {Class::kTruth, false, {}, kAnyKind}; }
  Type AsSet() const {
    Type t = *this;
    t.set = true;
    return t;
  }
  Type AsOne() const {
    Type t = *this;
    t.set = false;
    return t;
  }
};
bool HasKinds(Class cls);  // features, segments, figures, markers, cards

// --- terms ---------------------------------------------------------------------------------------------
enum class TermKind : uint8_t {
  // values
  kNumber,     // number; also truths (0, 1), zones, places, kinds, texts, steps as constants
  kSlot,       // number: the slot
  kGlobal,     // number: GlobalId
  kProperty,   // number: PropertyId; a
  kState,      // number: state; a
  kAttribute,  // number; a
  kVotes,      // a
  kAdd,
  kSub,
  kMul,
  kNeg,    // a, b
  kHalf,   // a; number: 1 up
  kTable,  // a; number: table
  kEqual,
  kLess,  // a, b
  kNot,
  kAnd,
  kOr,           // a, b
  kMultiple,     // a; number
  kIsKind,       // a; kinds
  kIsCompleted,  // a: the condition of its kind
  kContains,     // a in set b
  kAny,
  kCount,  // set a
  kSum,
  kLargest,
  kSmallest,   // over set a, slot number: b
  kOnly,       // the one member of set a, or nothing
  kOtherwise,  // a if it is somebody, else b
  kValueOf,    // rules: which score for a (a slot), to player b or nothing
  kIsDue,      // player a
  kOptions,    // number: what (offer, group, step); extra: id
  kLet,        // slot number is a in b
  kCase,       // by the kind of slot a: cases[i].kinds -> cases[i].term
  // sets
  kAll,       // cls, kinds
  kOne,       // a
  kNumbers,   // from a to b
  kRelated,   // number: RelationId; kinds; of set a
  kSpread,    // number: PropertyId; over set a
  kSpreadTo,  // number: PropertyId; over set a, b steps far
  kMap,       // the union of b over set a, slot number (b: a set or one thing)
  kOwnedBy,   // set a of player b
  kUnion,
  kIntersect,  // a, b
  kOfKind,     // set a; kinds
  kWhere,      // set a, slot number: b
  kWithMost,   // set a, slot number: b
  kRank,       // number: ranking; set a
  kRanked,     // in a ranking: the figures that are ranked
  kPlayers,
  kWinners,
  kListed,    // number: 0 settled, 1 extended, 2 due
  kCanStand,  // set a, where figure b may stand
  kAlike,     // set a
  kSeats,     // set a in turn order from player b
  kNone,      // the empty set
};

struct Term;
struct TermCase {
  KindSet kinds;
  const Term* term;
};

struct Term {
  TermKind kind = TermKind::kNumber;
  Type type;
  const Term* a = nullptr;
  const Term* b = nullptr;
  int64_t number = 0;
  int64_t extra = 0;
  KindSet kinds;
  int squares = kAnyKind;
  std::vector<TermCase> cases;
  std::vector<int> rules;  // kValueOf: indices into Model::rules, by kind of the subject
  Span span;
};

// --- names ---------------------------------------------------------------------------------------------
struct Kind {
  std::string name, plural, label;
  Class cls = Class::kNone;
  int like = -1;
  const ast::Item* item = nullptr;
  int ruleset = -1;
  Joins joins = Joins::kNothing;
  bool joins_said = false;
  int supply = -1;
  bool neutral = false, stays = false;
  std::vector<ast::Name> on, in;
  bool on_said = false;
  const ast::Amount* votes = nullptr;
  const Term* votes_term = nullptr;  // slot 0: the figure; nullptr: fixed
  int fixed_votes = 0;
  const ast::Cond* completed = nullptr;
  const Term* completed_term = nullptr;  // slot 0: the feature
  int completed_slots = 0, votes_slots = 0;
  const Term* open_more = nullptr;  // slot 0: the feature; how many open ends it has besides those of its edges
  int open_slots = 0;
  std::vector<ast::Name> from;                 // kinds that turn into it
  int joins_kind = -1, adds = -1, parts = -1;  // markers: what they join, lay across a tile, part
  bool joins_two = false;
  std::optional<ast::Name> joins_same;
  struct Attribute {
    std::string name;
    int least = 0, most = 0;
    std::vector<std::string> words;
  };
  std::vector<Attribute> attributes;
  Span span;
};

struct State {
  std::string name;
  Class owner = Class::kGame, result = Class::kNumber;
  KindSet owner_kinds, result_kinds;
  const ast::Item* item = nullptr;
  Span span;
};

struct Place {
  std::string name;
  int zone = -1;
  int on = -1;
  const ast::PileEntry* entry = nullptr;
};
struct Card {
  int kind = -1;
  int zone = -1;
  int count = 1;
  std::vector<int> attributes;
  const ast::PileEntry* entry = nullptr;
};
struct Zone {
  std::string name;
  ZoneKind kind = ZoneKind::kPlaces;
  bool circle = false, returns = false;
  int of = -1;
  std::vector<int> entries;
  std::vector<std::string> attributes;  // of cards, where they are no tokens of a kind
  bool open = false;                    // a deck whose top some rule reads
  Span span;
};

struct Step {
  std::string name, label;
  int round = -1;  // -1: final
  int menu = 0;
  bool lists_due = false, settles_due = false;
  Span span;
  int first_use = 0;
};
struct Round {
  std::string name, label;
  std::vector<int> steps;
  bool nested = false;
  Span span;
};

// --- rules ---------------------------------------------------------------------------------------------
struct Event {
  EventFilter filter;  // ids are the model's; kind sets are interned when code is made
  KindSet kinds;       // of the subject
  KindSet to_kinds;
  Span span;
};

// A line of a head, in order.
struct HeadLine {
  enum class Kind : uint8_t {
    kEach,
    kRepeat,
    kRequire,
    kChoose,
    kChooseText,
    kMay,
    kLimit,
    kForbid,
    kOnce
  } kind = Kind::kRequire;
  int slot = -1;
  const Term* set = nullptr;      // kEach, kChoose
  const Term* cond = nullptr;     // kRequire, kForbid
  const Term* chooser = nullptr;  // a player; nullptr with chance
  bool may = false, chance = false, in_option = false;
  bool best = false;         // kOnce: what is worth most, and nobody is asked
  std::string bound, label;  // what is bound; the source words of the set, or the question
  std::vector<std::string> texts;
  int number = 0;  // kRepeat: rounds; kLimit: how many; kForbid: index into Model::forbids
  Per per = Per::kTurn;
  Span span;
};

struct EffectLine {
  ast::Effect::Kind kind = ast::Effect::Kind::kCancel;
  const Term* set = nullptr;
  const Term* target = nullptr;  // where to, whose, subject
  const Term* value = nullptr;
  int id = -1;    // state, zone, rule, group, kind, first step
  int last = -1;  // last step
  bool group = false, round = false, final = false;
  bool unseen = false;          // kDraw: out of the game, and nobody hears of it
  const Term* guard = nullptr;  // of a modifier's line
  Class cls = Class::kNone, to = Class::kNone;
  Span span;
};

enum class Layer : uint8_t { kAdd, kSet, kScale, kExtra, kClamp };

struct Quantity;
struct Entry {  // one row of a ladder
  Layer layer = Layer::kAdd;
  ast::Row::Change change = ast::Row::Change::kAdd;
  const Term* guard = nullptr;  // nullptr: always
  const Term* amount = nullptr;
  const Term* per = nullptr;  // a number to multiply with: a count, or the size of a set
  std::string label;
  bool round_up = false;
  bool personal = false;           // names the receiver
  int part = -1;                   // index into Quantity::parts: this row is the sum of a part
  std::string from;                // the ruleset that says it
  std::vector<std::string> names;  // what `over` and `order` may call it: its ruleset and what it cites
  std::vector<std::string> over;   // rules whose replacement this one beats
  std::vector<std::string> order_after, order_before;
  std::string replaces;  // label of the row it stands for
  Span span;
};
struct Part {  // sum NAME over SET { ... }
  std::string name;
  int slot = -1;
  const Term* set = nullptr;
  std::unique_ptr<Quantity> quantity;
  bool personal = false;
  Span span;
};
struct Quantity {
  std::string name;  // "points", "units"
  int slot = -1;     // counts: where the result is kept
  std::vector<Entry> entries;
  std::vector<Part> parts;
  std::vector<std::pair<std::string, Span>> taken;  // labels of rows that modifiers have taken away
};

struct Who {
  const Term* guard = nullptr;
  const Term* set = nullptr;
  std::vector<std::string> names, over;
  Span span;
};

struct Rule;
struct Binding {
  std::string name;
  int slot = -1;
  Type type;
  Span span = {};
};  // span: the line that names it
struct Scope {
  std::vector<Binding> bindings;
  int* slots = nullptr;                           // next free slot of the rule
  const std::vector<Quantity>* counts = nullptr;  // named counts that rows may use
  const ast::Name* ranked = nullptr;              // in a ranking: the word for what is ranked
  Type ranked_type;
  bool subject_is_first = false;
  bool whole_game = false;   // of a `never`: players stand for the game
  Rule* headless = nullptr;  // a score that does not say when it runs or what it is about
};

// A line of a modifier that takes the place of what the rule says: of two, one wins.
struct Decision {
  const ast::Clause* clause = nullptr;
  std::vector<std::string> names, over;  // as of an Entry
};

struct Rule {
  std::string name, label;
  RuleKind kind = RuleKind::kRule;
  const ast::Item* item = nullptr;
  int ruleset = -1;
  std::vector<int> groups;
  std::vector<std::string> cites;
  std::vector<std::pair<std::string, std::string>> row_cites;  // of modifiers: label, row of the catalogue
  // when it runs
  std::optional<Event> when;
  std::vector<int> at;                   // steps
  std::vector<ast::Name> before, after;  // names of scores, groups or kinds; resolved below
  std::vector<int> before_of, after_of;  // rules (scores) that it hangs on
  std::vector<ast::Name> order_after, order_before;
  // what it does
  std::vector<HeadLine> head;
  Type subject;  // of slot 0; kNone: none
  Type scored;   // once per: what is scored; else kNone, and the subject is
  int scored_slot = 0;
  bool subject_from_each = false;           // the first line of the head binds it
  const Term* applies = nullptr;            // whether it is the score of a subject: the `where` of that line
  int applies_slots = 0, applies_slot = 0;  // how many it uses, and the one of the thing
  std::vector<Who> who;
  std::vector<Quantity> counts;
  Quantity points;
  Ties ties = Ties::kAll;
  std::vector<Decision> decisions;  // of modifiers: ties, and who chooses
  const Term* odd_to = nullptr;
  Mark mark = Mark::kEarned;
  std::vector<EffectLine> effects;
  std::vector<Binding> slots;
  int slot_count = 2;
  Scope scope;           // with what the head binds, for modifiers
  bool dropped = false;  // a condition of the selection is false, or it can never run here
  bool guessed = false;  // when it runs is wrong and said; what it is about is known all the same
  Span span;
  bool IsScore() const { return kind == RuleKind::kScore; }
  const Type& Scored() const { return scored.cls != Class::kNone ? scored : subject; }
};

struct Forbid {
  std::string reason;
  std::string ruleset;
  const ast::Item* item = nullptr;
  std::vector<int> passes;  // steps whose PASS it forbids
  const Term* pass_cond = nullptr;
  int pass_slots = 0;
  bool used = false;
};

struct Never {  // a set that is empty when a turn is over
  const ast::Item* item = nullptr;
  const Term* set = nullptr;
  int slots = 0;
};

struct Group {
  std::string name;
  std::string of;
  std::vector<int> members;
  Span span;
};

struct Ranking {
  std::string name;
  const ast::Name* of = nullptr;  // the word for the figures that are ranked
  struct Rank {
    bool most = true;
    const Term* term = nullptr;
    int slots = 1;
    std::string from;                        // its ruleset
    std::vector<std::string> after, before;  // rulesets
    Span span;
  };
  std::vector<Rank> ranks;
  Span span;
};

// A tile, checked.
struct Tile {
  std::string name, label;
  const ast::Item* item = nullptr;
  struct Segment {
    int kind = -1;
    uint16_t ports = 0, shared = 0;
    uint8_t inner = 0;
    uint32_t touches = 0;
    std::vector<std::pair<int, std::vector<int>>> marks;  // kind, attributes
    Span span;
  };
  std::vector<Segment> segments;
  std::vector<std::pair<int, std::vector<int>>> marks;
  uint8_t wild = 0;
  std::vector<std::pair<std::string, int>> known_as;
};

struct Tileset {
  std::string name;
  int starts = -1, ends = -1;
  bool in_supply = false;
  std::vector<std::pair<int, int>> tiles;
  std::vector<LaidTile> laid;
  std::vector<ast::Name> before;
  int rank = 0;
  Span span;
};

// A definition: NAME of KIND as ...; one for each kind it was written for.
struct Define {
  std::string name;
  std::string of;  // "" : takes nothing
  const ast::Item* item = nullptr;
  std::vector<const ast::Item*> extends;
  bool broken = false;  // nothing is called `of`, and that is said
};
struct Predicate {  // define city is small when ...
  std::string word, of;
  const ast::Item* item = nullptr;
};

struct OptionValue {
  const ast::Item* item = nullptr;
  std::string value;
  std::string ruleset;
  Span set_at;
  bool set = false;
};

struct Model {
  std::deque<Term> terms;
  std::vector<std::string> rulesets;  // linked, in order
  std::vector<bool> words_only;       // beside it: taken in by `uses`
  std::vector<Kind> kinds;
  std::map<std::string, int> kind_by_name;  // singular and plural
  std::map<std::string, OptionValue> options;
  std::vector<Define> defines;
  std::vector<Predicate> predicates;
  std::vector<State> states;
  std::vector<Zone> zones;
  std::vector<Place> places;
  std::vector<Card> cards;
  std::vector<Round> rounds;
  std::vector<Step> steps;
  std::vector<int> turn_steps, final_steps;  // in order
  std::vector<Rule> rules;
  std::vector<int> order;  // rules in resolved order
  std::vector<Forbid> forbids;
  std::vector<Never> nevers;
  std::vector<Group> groups;
  std::vector<Ranking> rankings;
  std::vector<Tile> tiles;
  std::vector<Tileset> tilesets;
  std::vector<TableInfo> tables;
  std::vector<std::pair<Event, int>> clearings;  // state
  std::vector<std::pair<Event, int>> holdings;   // zone
  std::vector<std::string> place_words;          // names of attributes of places
  bool tiles_are_pieces = false;
  bool asks_order = false;
  std::string selection;

  const Term* Make(Term term) {
    terms.push_back(std::move(term));
    return &terms.back();
  }
};

}  // namespace reeve::sema
