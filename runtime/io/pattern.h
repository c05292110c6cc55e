// A thing as words say it - "follower", "road W E at 1 0", "at 2 0 turned 90" - and whether a thing of a running
// game is meant by it. Scenarios and recorded games name what an action binds with these.
//
// A pattern leaves open what it does not say. A feature is meant exactly by the name of its kind and loosely by that of
// a kind that it is like; who looks for an option takes the exact ones if there are any. Figures and markers are meant
// by their own kind only. Cost of Means(): O(1), but
// for the n-th figure of a kind, which counts them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/game/game.h"

namespace reeve {

// Sides as a tile line names them. Ports are as the tile lies; `inner` is 1 or 2 for I and II.
struct Sides {
  uint16_t ports = 0;
  int inner = 0;
};
// "W E", "NL NR", "I", "": nothing if a word is no side.
std::optional<Sides> ParseSides(std::string_view words);
std::optional<Sides> AddSide(Sides sides, std::string_view side);

struct ThingPattern {
  enum class What : uint8_t { kAny, kFigure, kSpot, kText } what = What::kAny;  // records know which they mean
  std::vector<std::string> kinds;  // one of these: a kind, tile, player, place or card by name; empty: any
  int owner = kAnyOwner;           // a player; -1: nobody's
  bool placed = false;             // at (x, y), and laid with `turn` if it is a fit
  int x = 0, y = 0, turn = 0;
  bool sided = false;      // a segment with these sides
  bool all_sides = false;  // and no others
  Sides sides;
  std::optional<int64_t> number;  // a number; which one of several figures; the first attribute of a marker
  std::string text;               // one of the texts of a choice

  static constexpr int kAnyOwner = -2;
};

enum class Meant : uint8_t { kNot, kLoosely, kExactly };

// Looks at one game; the names of the players are its users'.
class Meaning {
 public:
  Meaning(const Game& game, const std::vector<std::string>& players) : game_(game), players_(players) {}

  // `choice`: the question whose text a Class::kText value is; kNoId elsewhere.
  Meant Of(const ThingPattern& pattern, Class cls, Value thing, Id choice = kNoId) const;
  // Which option is meant. Ordered: the patterns are said in the order of what the option binds, and none may stand
  // for nothing. Else, as records write: every pattern has to stand for something that the option could bind, and
  // every thing of the option that a pattern could stand for has to be meant.
  struct Found {
    int index = -1;          // into the options; -1: none
    std::vector<int> alike;  // all that are meant as well as it
  };
  Found Find(const std::vector<Option>& options, const std::vector<ThingPattern>& patterns, bool ordered,
             const std::vector<std::string>& rules) const;
  // Whether what the rule that asks has bound is what the patterns say, as far as they could say it; `all`: each of
  // them has to stand for something that is bound.
  bool About(const std::vector<ThingPattern>& patterns, bool all) const;
  // Any thing of the class that is meant, legal or not; kNothing if there is none.
  Value Resolve(const ThingPattern& pattern, Class cls) const;
  // What an offer would bind for these patterns, for Game::Explain: kNothing where no pattern says.
  std::vector<Value> BindAll(Id offer, const std::vector<ThingPattern>& patterns, bool ordered) const;

 private:
  Meant KindMeant(const ThingPattern& pattern, Id kind) const;
  Meant NameMeant(const ThingPattern& pattern, const std::string& name) const;
  Meant SegmentMeant(const ThingPattern& pattern, int32_t segment) const;
  Meant JoiningMeant(const ThingPattern& pattern, Value joining) const;
  Meant SpanMeant(const ThingPattern& pattern, Value span) const;
  int Near(const Option& option, const std::vector<ThingPattern>& patterns) const;
  Meant FigureMeant(const ThingPattern& pattern, int32_t figure) const;
  Meant MarkerMeant(const ThingPattern& pattern, int32_t marker) const;
  bool Possible(const ThingPattern& pattern, Class cls, Value thing) const;
  Meant SquareMeant(const ThingPattern& pattern, Value square) const;
  Meant FeatureMeant(const ThingPattern& pattern, int32_t feature) const;
  Meant OptionMeant(const Option& option, const std::vector<ThingPattern>& patterns, bool ordered) const;
  void Bound(const Option& option, std::vector<std::pair<Class, Value>>& out) const;
  // What the rule that asks had bound before: "the follower goes on to" is about that follower.
  void Context(std::vector<std::pair<Class, Value>>& out) const;
  bool OnPlaced(const ThingPattern& pattern) const;
  Value Supplied(const ThingPattern& pattern) const;
  Value FitFor(const ThingPattern& pattern, Value piece) const;
  Value ResolveBound(const ThingPattern& pattern, const std::vector<Class>& classes, const std::vector<Value>& bound,
                     size_t i) const;
  bool Comparable(const ThingPattern& pattern, Class cls, Value thing) const;
  bool AboutOne(const ThingPattern& pattern, const std::vector<std::pair<Class, Value>>& context, bool all) const;

  const Game& game_;
  const std::vector<std::string>& players_;
};

}  // namespace reeve
