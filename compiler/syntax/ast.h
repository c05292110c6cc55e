// The syntax tree of a rule file: what the author wrote, nothing resolved.
//
// Every node carries its Span. Trees own their children (std::unique_ptr where a type nests in itself);
// the parser refuses nesting deeper than kMaxNesting, so walking a tree by recursion is safe.
// The shape follows grammar/Reeve.g4 rule by rule, so that one can be read beside the other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "compiler/source/source.h"

namespace reeve::ast {

// Braces and parentheses deeper than this are refused before parsing.
inline constexpr int kMaxNesting = 64;

struct Name {
  std::string text;
  Span span;
};

struct Text {  // a string in quotes; `value` is without them and with escapes resolved
  std::string value;
  Span span;
};

struct Integer {
  int64_t value = 0;
  Span span;
};

using Alternative = std::variant<Name, Integer>;  // a value of an option or an attribute
Span SpanOf(const Alternative& alt);
std::string TextOf(const Alternative& alt);

struct Expr;
struct Cond;
struct SetExpr;
struct Clause;
struct Item;

enum class Relation : uint8_t { kOf, kOn, kIn, kTouching };
const char* RelationWord(Relation relation);

// ref: name ('as' name)? (rel (name | '(' set ')'))* (('up' 'to' | 'at') bound)?      kept flat; sema
// finds the tree by the reading rule
struct RefPart {
  Relation relation = Relation::kOf;
  Span relation_span;
  Name name;  // empty if `set` is there
  std::unique_ptr<SetExpr> set;
  Span span;
};
struct Ref {
  Name head;
  std::optional<Name> as;
  std::vector<RefPart> parts;
  enum class Bound : uint8_t { kNone, kUpTo, kAt } bound = Bound::kNone;
  std::unique_ptr<Expr> bound_value;
  Span span;
};

// phrase: ref | '(' set ')'
struct Phrase {
  std::unique_ptr<Ref> ref;  // exactly one of the two
  std::unique_ptr<SetExpr> set;
  Span span;
};

// set: phrase ('where' cond)? ('with' 'most' expr)?
struct SetExpr {
  Phrase phrase;
  std::unique_ptr<Cond> where;
  std::unique_ptr<Expr> with_most;
  Span span;
};

struct Expr {
  enum class Kind : uint8_t {
    kInteger,
    kRef,
    kNegate,
    kMultiply,
    kAdd,
    kSubtract,
    kNumberOf,  // number of PHRASE
    kSumOver,   // sum of LHS over PHRASE
    kLargest,
    kSmallest,  // LHS over PHRASE
    kHalf,      // half of LHS rounded up|down
    kTable,     // table LHS { up to N : V ... more : V }
    kValueOf,   // value of NAME for REF (to TO)?
  } kind = Kind::kInteger;
  int64_t integer = 0;
  std::unique_ptr<Ref> ref;
  std::unique_ptr<Expr> lhs, rhs;
  Phrase phrase;
  bool round_up = false;
  struct Row {
    int64_t up_to, value;
  };
  std::vector<Row> rows;  // kTable, without the last
  int64_t more = 0;
  Name name;  // kValueOf: a score or a group
  std::unique_ptr<Ref> to;
  Span span;
};

struct Cond {
  enum class Kind : uint8_t { kNot, kAnd, kOr, kAny, kNo, kPlaying, kCompare, kIs } kind = Kind::kNot;
  std::unique_ptr<Cond> lhs, rhs;
  Phrase phrase;   // kAny, kNo
  Name name;       // kPlaying
  std::string op;  // kCompare: = < > <= >=
  std::unique_ptr<Expr> left, right;
  std::unique_ptr<Ref> ref;     // kIs; before "multiple of" perhaps `left` instead
  bool negated = false;         // kIs: "is not"
  std::unique_ptr<Ref> is_ref;  // kIs: a word or a thing
  std::optional<Integer> is_integer;
  std::optional<Integer> multiple_of;
  Span span;
};

// amount: expr ('per' set)?
struct Amount {
  std::unique_ptr<Expr> expr;
  std::unique_ptr<SetExpr> per;
  Span span;
};

// row: ('points' | 'extra' | 'count' name) change STRING?
struct Row {
  enum class Verb : uint8_t { kPoints, kExtra, kCount } verb = Verb::kPoints;
  Name count;  // kCount
  enum class Change : uint8_t { kAdd, kIs, kDoubled, kHalved, kTimes, kAtLeast, kAtMost } change = Change::kAdd;
  Amount amount;
  bool round_up = false;
  std::optional<Text> label;
  Span span;
};

// chooser: 'best' 'value' | set ('otherwise' ref)?
struct Chooser {
  bool best_value = false;
  std::unique_ptr<SetExpr> set;
  std::unique_ptr<Ref> otherwise;
  Span span;
};

// event: name name ('to' name | STRING)?
struct Event {
  Name subject, verb;
  std::optional<Name> to;
  std::optional<Text> text;
  Span span;
};

struct Order {
  std::vector<Name> after, before;
  Span span;
};

struct Effect {
  enum class Kind : uint8_t {
    kReturn,   // return SET
    kMove,     // move SET to REF | by EXPR
    kGive,     // give SET to REF
    kBecomes,  // REF is now EXPR
    kDraw,     // draw NAME from REF (to TARGET)? (until EVENT)?
    kTake,
    kPut,    // put REF under
    kDeal,   // deal SET to REF
    kPay,    // pay EXPR from REF to TARGET
    kScore,  // score NAME for REF
    kPlay,   // play round? NAME (to LAST)? (by REF)?
    kTurn,   // turn REF into NAME
    kCancel,
  } kind = Kind::kCancel;
  std::unique_ptr<SetExpr> set;
  std::unique_ptr<Ref> ref, target;
  std::unique_ptr<Expr> expr;
  Name name;
  std::optional<Name> last;
  std::optional<Event> until;
  bool round = false;
  Span span;
};

struct Clause {
  enum class Kind : uint8_t {
    kWhen,
    kAt,
    kBefore,
    kAfter,
    kEach,
    kRepeat,
    kIf,
    kOnce,
    kMay,
    kChoose,
    kOrder,
    kOver,
    kLimit,
    kFor,
    kRow,
    kWithout,
    kSum,
    kBranch,
    kTies,
    kMark,
    kMost,
    kPrefer,
    kThen,
    kCite,
    kAllow,
  } kind = Kind::kWhen;
  std::optional<Event> event;         // kWhen
  std::vector<Name> names;            // kAt, kBefore, kAfter, kOver, kCite
  std::unique_ptr<SetExpr> set;       // kEach, kChoose, kFor, kSum
  std::unique_ptr<Ref> from;          // kEach, kRepeat
  std::unique_ptr<Cond> cond;         // kIf, kBranch, kPrefer
  std::optional<Integer> number;      // kRepeat, kLimit
  Name name;                          // kRepeat, kOnce, kLimit, kChoose, kSum, kMark, kAllow
  std::optional<Name> as;             // kChoose
  std::vector<Text> texts;            // kChoose from texts
  std::unique_ptr<Expr> least, most;  // kChoose from numbers
  bool may = false;                   // kChoose
  std::optional<Chooser> chooser;     // kOnce, kMay, kChoose
  std::optional<Text> label;          // kMay, kMost, kPrefer, kWithout, kAllow (the reason)
  Order order;                        // kOrder
  std::optional<Row> row;             // kRow
  std::optional<Text> instead_of;     // kRow
  std::vector<Clause> body;           // kSum, kBranch
  enum class Ties : uint8_t { kAll, kNobody, kSplitUp, kSplitDown, kSplitOdd } ties = Ties::kAll;
  std::optional<Chooser> odd_to;  // kTies
  std::unique_ptr<Expr> expr;     // kMost
  std::optional<Effect> effect;   // kThen
  Span span;                      // the whole clause
  Span word;                      // its first word
};

struct Attribute {  // (worth 1), (on fortune)
  Name name;
  Alternative value;
  Span span;
};

struct Prop {
  enum class Kind : uint8_t {
    kSupply,
    kVotes,
    kNeutral,
    kAlone,
    kStays,
    kFrom,
    kOn,
    kIn,
    kHas,
    kJoins,
    kAdds,
    kParts,
    kCompleted,
  } kind = Kind::kSupply;
  std::optional<Integer> number;    // kSupply; kJoins: how many; kHas: least
  std::optional<Integer> most;      // kHas
  std::optional<Amount> amount;     // kVotes
  std::vector<Name> names;          // kFrom, kOn, kIn; kHas, kJoins, kAdds: the first word
  std::optional<Name> other;        // kJoins "of same X"; kAdds: its second word
  std::vector<Alternative> values;  // kHas
  std::unique_ptr<Cond> cond;       // kCompleted
  Span span;
};

struct Mark {  // a printed marker of a segment: 2 star, crate (sort red)
  std::optional<Integer> count;
  Name name;
  std::vector<Attribute> attributes;
  Span span;
};

struct SideName {  // N E S W, NL NR ..., I, II
  std::string text;
  Span span;
};

struct TileSegment {
  Name kind;                          // a feature kind, a marker kind, or `wild`
  std::vector<Attribute> attributes;  // of a marker in the place of a segment
  std::vector<SideName> sides;
  std::vector<Mark> marks;
  struct Touch {  // touches city N; shares city N: its side N is also this segment's
    bool shares = false;
    Name kind;
    std::vector<SideName> sides;
    Span span;
  };
  std::vector<Touch> touches;
  Span span;
};

struct Foreign {
  Text name;
  int turned = 0;
};  // known as "U" turned 90

struct Placement {  // at X Y (turned D)?
  int x = 0, y = 0, turned = 0;
  Span span;
};

struct PileEntry {
  Name name;
  std::optional<Integer> count;
  std::vector<Attribute> attributes;
  Span span;
  std::optional<Placement> at;  // kTileset: it lies there when the game begins
};

enum class Menu : uint8_t { kNone, kOne, kAny };
enum class Due : uint8_t { kNone, kLists, kSettles };

struct Step {
  Name name;
  std::optional<Text> label;
  Menu menu = Menu::kNone;
  Due due = Due::kNone;
  Span span;
};
struct Round {
  Name name;
  std::optional<Text> label;
  std::vector<Step> steps;
  Span span;
};

struct Setting {
  Name option;
  Alternative value;
  Span span;
};  // tiny_city 2
struct RulesetRef {
  Name name;
  std::vector<Setting> settings;
  Span span;
};

struct Header {
  Name name;
  std::optional<Text> label;
  std::vector<RulesetRef> extends;
  std::vector<Name> uses;
  struct Need {
    Name option;
    std::vector<Alternative> values;
    Span span;
  };
  std::vector<Need> needs;
  std::vector<Text> sources;
  Span span;
};

// --- scenarios -------------------------------------------------------------------------------------
struct Stand {  // with red follower on road W E (at X Y)?
  Name player;  // empty for a neutral figure
  Name figure;
  Name feature;  // or the word a figure stands on
  std::vector<SideName> sides;
  std::optional<Placement> at;
  Span span;
};
struct BoardTile {
  Name tile;
  Placement at;
  std::vector<Stand> stands;
  Span span;
};
struct Bind {  // one bound thing of an action or an answer
  enum class Kind : uint8_t { kThing, kText, kInteger, kNo, kAt } kind = Kind::kThing;
  std::optional<Name> player;  // kThing: whose it is
  Name name;                   // kThing
  std::optional<Integer> number;
  std::vector<SideName> sides;
  std::optional<Placement> at;
  std::string text;  // kText
  Span span;
};
struct Move {
  enum class Kind : uint8_t { kPlaces, kDoes, kAnswers, kPasses, kDraws, kStep, kEnds } kind = Kind::kPasses;
  Name player;   // kEnds: the word `game`
  Name name;     // tile, offer, what is asked, tile or card drawn, step
  Name pile;     // kDraws
  Placement at;  // kPlaces
  std::optional<Stand> stand;
  std::vector<Bind> binds;
  Span span;
};
struct Expectation {
  enum class Kind : uint8_t { kNothing, kFrom, kTotal, kRefused, kOffered, kNotOffered, kThat } kind = Kind::kNothing;
  Name player;
  Name rule;
  std::optional<Integer> points;
  struct ExpectedRow {
    int64_t points;
    Text label;
  };
  std::vector<ExpectedRow> rows;
  bool has_rows = false;
  std::optional<Text> reason;  // kRefused
  std::unique_ptr<Cond> cond;  // kThat
  Span span;
};
struct Scenario {
  Text title;
  std::vector<RulesetRef> rules;
  std::vector<Name> players;
  std::vector<BoardTile> board;
  std::vector<Cond> given;
  std::optional<Name> step;
  std::vector<Move> play;
  std::vector<Expectation> expect;
  std::vector<Name> cites;  // catalogue rows that this scenario shows, beside those of the rules it pays
  Span span;
};

// --- items -----------------------------------------------------------------------------------------
struct Item {
  enum class Kind : uint8_t {
    kOption,
    kIf,
    kDefine,
    kExtend,
    kNever,
    kKind,
    kPile,
    kMore,  // cards for a deck or bag of another ruleset
    kState,
    kTile,
    kTileset,
    kTurn,
    kFinal,
    kRound,
    kStep,
    kRanking,
    kGroup,
    kRule,
    kForbid,
    kAllow,
    kModify,
    kScenario,
  } kind = Kind::kOption;
  std::string word;  // as written: feature, figure, marker; deck, bag, zone; flag ...; score, rule, offer
  Name name;
  std::optional<Text> label;             // also the reason of kForbid and kAllow
  std::vector<Alternative> values;       // kOption
  std::unique_ptr<Cond> cond;            // kIf; kDefine "is NAME when COND"
  std::vector<Item> items;               // kIf
  std::optional<Name> predicate;         // kDefine: the word after `is`
  std::optional<Name> of;                // kDefine, kExtend: the kind; kPile: of / on; kRanking, kGroup: of what
  std::unique_ptr<Expr> expr;            // kDefine, kExtend as a number
  std::vector<SetExpr> sets;             // kDefine, kExtend as a set; kNever
  std::optional<Name> plural;            // kKind
  std::optional<Name> like;              // kKind
  std::vector<Prop> props;               // kKind, kModify
  std::string arrangement;               // kPile: "circle", "returns" or ""
  std::vector<PileEntry> entries;        // kPile, kMore, kTileset
  std::optional<Name> on, to;            // kState
  std::optional<Event> cleared;          // kState
  std::vector<Foreign> known_as;         // kTile
  std::vector<TileSegment> segments;     // kTile
  std::optional<Name> in, starts, ends;  // kTileset; kStep: in which round
  std::vector<Name> before;              // kTileset
  std::vector<Round> rounds;             // kTurn; kRound: one
  std::vector<Step> steps;               // kFinal; kStep: one
  Order order;                           // kStep
  std::vector<Name> names;               // kGroup: its names; kRule: its groups; kForbid, kModify: targets
  std::vector<Clause> clauses;           // kRanking, kRule, kForbid, kModify
  std::unique_ptr<Scenario> scenario;
  Span span;
  Span word_span;
};

struct File {
  int32_t source = -1;
  std::optional<Header> header;
  std::vector<Item> items;
  // What a mistake took out of the tree, so that nothing is said about its consequences:
  bool header_damaged = false;             // `header` has at most its name; extends and uses are unknown
  std::vector<std::string> damaged_names;  // names that items left out would have declared
};

}  // namespace reeve::ast
