#include "compiler/syntax/print.h"

#include <utility>

#include "fmt/format.h"

namespace reeve::ast {

std::string Print(const Amount& node);
std::string Print(const BoardTile& node);
std::string Print(const Bind& node);
std::string Print(const Chooser& node);
std::string Print(const Event& node);
std::string Print(const Expectation& node);
std::string Print(const Mark& node);
std::string Print(const Move& node);
std::string Print(const Order& node);
std::string Print(const PileEntry& node);
std::string Print(const Placement& node);
std::string Print(const Prop& node);
std::string Print(const Round& node);
std::string Print(const RulesetRef& node);
std::string Print(const Stand& node);
std::string Print(const Step& node);
std::string Print(const TileSegment& node);

namespace {

std::string Word(const Name& name) {
  return name.text;
}
std::string Word(const Integer& integer) {
  return std::to_string(integer.value);
}
std::string Word(const SideName& side) {
  return side.text;
}
std::string Word(const Alternative& alt) {
  return TextOf(alt);
}
std::string Word(const Text& text) {
  std::string quoted = "\"";
  for (const char c : text.value) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string Word(const Attribute& attribute) {
  return Word(attribute.name) + " " + Word(attribute.value);
}

// Pieces of text with one blank between; an empty piece is left out.
class Line {
 public:
  Line& operator<<(const std::string& piece) {
    if (!text_.empty() && !piece.empty()) text_ += " ";
    text_ += piece;
    return *this;
  }
  Line& operator<<(const char* piece) { return *this << std::string(piece); }
  template <typename T>
  Line& operator<<(const std::optional<T>& piece) {
    return piece ? *this << Word(*piece) : *this;
  }
  // A word and what it introduces, if that is there.
  template <typename T>
  Line& Part(const char* word, const std::optional<T>& piece) {
    return piece ? *this << word << Word(*piece) : *this;
  }
  template <typename T>
  Line& Part(const char* word, const std::unique_ptr<T>& piece) {
    return piece ? *this << word << Print(*piece) : *this;
  }
  operator std::string() const { return text_; }

 private:
  std::string text_;
};

template <typename List>
std::string Join(const List& list, const char* separator = ", ") {
  std::string text;
  for (const auto& element : list) text += (text.empty() ? "" : separator) + Word(element);
  return text;
}

template <typename List>
std::string Braces(const List& list) {
  std::string text = "{";
  for (const auto& element : list) text += " " + Print(element);
  return text + " }";
}

template <typename List>
std::string Parentheses(const List& list) {
  return list.empty() ? std::string() : "(" + Join(list) + ")";
}

}  // namespace

std::string Print(const RulesetRef& ref) {
  std::string settings;
  for (const Setting& setting : ref.settings) {
    settings += (settings.empty() ? "" : ", ") + Word(setting.option) + " " + Word(setting.value);
  }
  return Word(ref.name) + (settings.empty() ? "" : " (" + settings + ")");
}

static std::string Print(const std::vector<RulesetRef>& refs) {
  std::string text;
  for (const RulesetRef& ref : refs) text += (text.empty() ? "" : ", ") + Print(ref);
  return text;
}

std::string Print(const Event& event) {
  return (Line() << Word(event.subject) << Word(event.verb)).Part("to", event.to) << event.text;
}

std::string Print(const Order& order) {
  Line line;
  line << "order";
  if (!order.after.empty()) line << "after" << Join(order.after);
  if (!order.before.empty()) line << "before" << Join(order.before);
  return line;
}

std::string Print(const Chooser& chooser) {
  if (chooser.best_value) return "best value";
  return (Line() << Print(*chooser.set)).Part("otherwise", chooser.otherwise);
}

std::string Print(const Amount& amount) {
  return (Line() << Print(*amount.expr)).Part("per", amount.per);
}

static const char* MenuWords(Menu menu) {
  return menu == Menu::kNone ? "" : menu == Menu::kOne ? "offers one" : "offers any";
}

std::string Print(const Step& step) {
  const char* due = step.due == Due::kNone ? "" : step.due == Due::kLists ? "lists due" : "settles due";
  return Line() << "step" << Word(step.name) << step.label << MenuWords(step.menu) << due;
}

std::string Print(const Round& round) {
  return Line() << "round" << Word(round.name) << round.label << Braces(round.steps);
}

std::string Print(const PileEntry& entry) {
  Line line;
  line << Word(entry.name) << entry.count << Parentheses(entry.attributes);
  return entry.at ? line << Print(*entry.at) : line;
}

std::string Print(const Mark& mark) {
  return Line() << mark.count << Word(mark.name) << Parentheses(mark.attributes);
}

std::string Print(const TileSegment& segment) {
  Line line;
  std::string marks;
  for (const Mark& mark : segment.marks) marks += (marks.empty() ? "with " : ", ") + Print(mark);
  line << Word(segment.kind) << Parentheses(segment.attributes) << Join(segment.sides, " ") << marks;
  for (const TileSegment::Touch& touch : segment.touches)
    line << (touch.shares ? "shares" : "touches") << Word(touch.kind) << Join(touch.sides, " ");
  return line;
}

std::string Print(const Prop& prop) {
  using Kind = Prop::Kind;
  switch (prop.kind) {
    case Kind::kSupply:
      return Line() << "supply" << prop.number;
    case Kind::kVotes:
      return Line() << "votes" << Print(*prop.amount);
    case Kind::kNeutral:
      return "neutral";
    case Kind::kAlone:
      return "alone";
    case Kind::kStays:
      return "stays";
    case Kind::kFrom:
      return "from " + Join(prop.names);
    case Kind::kOn:
      return "on " + Join(prop.names);
    case Kind::kIn:
      return "in " + Join(prop.names);
    case Kind::kHas:
      return (Line() << "has" << Join(prop.names) << prop.number).Part("to", prop.most) << Join(prop.values, " | ");
    case Kind::kJoins:
      return (Line() << "joins" << prop.number << Join(prop.names)).Part("of same", prop.other);
    case Kind::kAdds:
      return Line() << "adds" << Join(prop.names) << prop.other;
    case Kind::kParts:
      return Line() << "parts" << Join(prop.names);
    case Kind::kCompleted:
      return "completed when " + Print(*prop.cond);
  }
  return "";
}

static std::string KindLine(const Item& item) {
  Line line;
  line << item.word << Word(item.name);
  if (item.plural) line << "(" + Word(*item.plural) + ")";
  line << item.label;
  line.Part("like", item.like);
  return item.props.empty() ? line : line << Braces(item.props);
}

static std::string DefineLine(const Item& item) {
  Line line;
  line << item.word << Word(item.name);
  if (item.predicate) return (line << "is" << item.predicate).Part("when", item.cond);
  line.Part("of", item.of) << (item.kind == Item::Kind::kDefine ? "as" : "with");
  if (item.expr) line << Print(*item.expr);
  std::string sets;
  for (const SetExpr& set : item.sets) sets += (sets.empty() ? "" : ", ") + Print(set);
  return line << sets;
}

static std::string TileLine(const Item& item) {
  std::string known;
  for (const Foreign& foreign : item.known_as) {
    known += (known.empty() ? "known as " : ", ") + Word(foreign.name);
    if (foreign.turned != 0) known += fmt::format(" turned {}", foreign.turned);
  }
  return Line() << "tile" << Word(item.name) << item.label << known << Braces(item.segments);
}

static std::string TilesetLine(const Item& item) {
  Line line;
  line << "tileset" << Word(item.name);
  line.Part("in", item.in).Part("starts", item.starts).Part("ends", item.ends);
  if (!item.before.empty()) line << "before" << Join(item.before);
  return line << Braces(item.entries);
}

static std::string RuleLine(const Item& item) {
  using Kind = Item::Kind;
  Line line;
  line << item.word << (item.kind == Kind::kRule || item.kind == Kind::kRanking ? Word(item.name) : Join(item.names));
  line.Part("of", item.of) << item.label;
  if (item.kind == Kind::kRule && !item.names.empty()) line << "in" << Join(item.names);
  return line << (item.props.empty() ? Braces(item.clauses) : Braces(item.props));
}

static std::string ChangeWords(const Row& row) {
  using Change = Row::Change;
  switch (row.change) {
    case Change::kAdd:
      return Print(row.amount);
    case Change::kIs:
      return "is " + Print(row.amount);
    case Change::kDoubled:
      return "doubled";
    case Change::kHalved:
      return row.round_up ? "halved rounding up" : "halved rounding down";
    case Change::kTimes:
      return "times " + Print(row.amount);
    case Change::kAtLeast:
      return "at least " + Print(row.amount);
    case Change::kAtMost:
      return "at most " + Print(row.amount);
  }
  return "";
}

static std::string TieWords(const Clause& clause) {
  using Ties = Clause::Ties;
  switch (clause.ties) {
    case Ties::kAll:
      return "all";
    case Ties::kNobody:
      return "nobody";
    case Ties::kSplitUp:
      return "split rounding up";
    case Ties::kSplitDown:
      return "split rounding down";
    case Ties::kSplitOdd:
      return "split odd to " + Print(*clause.odd_to);
  }
  return "";
}

static std::string ChooseLine(const Clause& clause) {
  Line line;
  line << (clause.may ? "may choose" : "choose") << Word(clause.name);
  line.Part("as", clause.as) << "from";
  if (clause.least) line << Print(*clause.least) << "to" << Print(*clause.most);
  else line << (clause.set ? Print(*clause.set) : Join(clause.texts));
  return line << "by" << Print(*clause.chooser);
}

std::string Print(const Placement& place) {
  return fmt::format("at {} {}{}", place.x, place.y, place.turned == 0 ? "" : fmt::format(" turned {}", place.turned));
}

std::string Print(const Stand& stand) {
  Line line;
  line << Word(stand.player) << Word(stand.figure) << "on" << Word(stand.feature) << Join(stand.sides, " ");
  return stand.at ? line << Print(*stand.at) : line;
}

std::string Print(const BoardTile& tile) {
  Line line;
  line << Word(tile.tile) << Print(tile.at);
  for (const Stand& stand : tile.stands) line << "with" << Print(stand);
  return line;
}

std::string Print(const Bind& bind) {
  if (bind.kind == Bind::Kind::kText) return Word(Text{bind.text, bind.span});
  if (bind.kind == Bind::Kind::kNo) return "no";
  Line line;
  if (bind.player) line << Word(*bind.player);
  line << Word(bind.name) << bind.number << Join(bind.sides, " ");
  return bind.at ? line << Print(*bind.at) : line;
}

std::string Print(const Move& move) {
  using Kind = Move::Kind;
  std::string binds;
  for (const Bind& bind : move.binds) binds += (binds.empty() ? "with " : ", ") + Print(bind);
  switch (move.kind) {
    case Kind::kPlaces:
      return Line() << Word(move.player) << "places" << Word(move.name) << Print(move.at)
                    << (move.stand ? "with " + Print(*move.stand) : "");
    case Kind::kDoes:
      return Line() << Word(move.player) << "does" << Word(move.name) << binds;
    case Kind::kAnswers:
      return Line() << Word(move.player) << "answers" << Word(move.name) << binds;
    case Kind::kPasses:
      return Word(move.player) + " passes";
    case Kind::kDraws:
      return Line() << Word(move.player) << "draws" << Word(move.name) << "from" << Word(move.pile);
    case Kind::kStep:
      return "step " + Word(move.name);
    case Kind::kEnds:
      return Word(move.player) + " ends";
  }
  return "";
}

std::string Print(const Expectation& expected) {
  using Kind = Expectation::Kind;
  Line line;
  line << "expect" << Word(expected.player);
  switch (expected.kind) {
    case Kind::kNothing:
      return line << "nothing";
    case Kind::kFrom: {
      line << expected.points << "from" << Word(expected.rule);
      bool first = true;
      for (const Expectation::ExpectedRow& row : expected.rows) {
        line << (std::exchange(first, false) ? "=" : "+") << std::to_string(row.points) << Word(row.label);
      }
      return line;
    }
    case Kind::kTotal:
      return line << "total" << expected.points;
    case Kind::kRefused:
      return line << "refused by" << Word(expected.rule) << expected.reason;
    case Kind::kOffered:
      return line << "offered" << Word(expected.rule);
    case Kind::kNotOffered:
      return line << "not offered" << Word(expected.rule);
    case Kind::kThat:
      return line << "that" << Print(*expected.cond);
  }
  return "";
}

static std::string Operator(const Expr& expr, const char* sign) {
  return fmt::format("({} {} {})", Print(*expr.lhs), sign, Print(*expr.rhs));
}

std::string Print(const Phrase& phrase) {
  return phrase.ref ? Print(*phrase.ref) : "(" + Print(*phrase.set) + ")";
}

std::string Print(const SetExpr& set) {
  return (Line() << Print(set.phrase)).Part("where", set.where).Part("with most", set.with_most);
}

std::string Print(const Ref& ref) {
  Line line;
  line << Word(ref.head);
  line.Part("as", ref.as);
  for (const RefPart& part : ref.parts) {
    line << RelationWord(part.relation) << (part.set ? "(" + Print(*part.set) + ")" : Word(part.name));
  }
  if (ref.bound == Ref::Bound::kNone) return line;
  const bool plain = ref.bound_value->kind == Expr::Kind::kInteger;
  return line << (ref.bound == Ref::Bound::kUpTo ? "up to" : "at")
              << (plain ? Print(*ref.bound_value) : "(" + Print(*ref.bound_value) + ")");
}

std::string Print(const Expr& expr) {
  using Kind = Expr::Kind;
  switch (expr.kind) {
    case Kind::kInteger:
      return std::to_string(expr.integer);
    case Kind::kRef:
      return Print(*expr.ref);
    case Kind::kNegate:
      return "(- " + Print(*expr.lhs) + ")";
    case Kind::kMultiply:
      return Operator(expr, "*");
    case Kind::kAdd:
      return Operator(expr, "+");
    case Kind::kSubtract:
      return Operator(expr, "-");
    case Kind::kNumberOf:
      return "number of " + Print(expr.phrase);
    case Kind::kSumOver:
      return "sum of " + Print(*expr.lhs) + " over " + Print(expr.phrase);
    case Kind::kLargest:
      return "largest " + Print(*expr.lhs) + " over " + Print(expr.phrase);
    case Kind::kSmallest:
      return "smallest " + Print(*expr.lhs) + " over " + Print(expr.phrase);
    case Kind::kHalf:
      return "half of " + Print(*expr.lhs) + (expr.round_up ? " rounded up" : " rounded down");
    case Kind::kTable: {
      std::string rows;
      for (const Expr::Row& row : expr.rows) rows += fmt::format(" up to {}: {}", row.up_to, row.value);
      return fmt::format("table {} {{{} more: {} }}", Print(*expr.lhs), rows, expr.more);
    }
    case Kind::kValueOf:
      return (Line() << "value of" << Word(expr.name) << "for" << Print(*expr.ref)).Part("to", expr.to);
  }
  return "";
}

std::string Print(const Cond& cond) {
  using Kind = Cond::Kind;
  switch (cond.kind) {
    case Kind::kNot:
      return "not " + Print(*cond.lhs);
    case Kind::kAnd:
      return fmt::format("({} and {})", Print(*cond.lhs), Print(*cond.rhs));
    case Kind::kOr:
      return fmt::format("({} or {})", Print(*cond.lhs), Print(*cond.rhs));
    case Kind::kAny:
      return "any " + Print(cond.phrase);
    case Kind::kNo:
      return "no " + Print(cond.phrase);
    case Kind::kPlaying:
      return "playing " + Word(cond.name);
    case Kind::kCompare:
      return fmt::format("{} {} {}", Print(*cond.left), cond.op, Print(*cond.right));
    case Kind::kIs:
      return (Line() << (cond.ref ? Print(*cond.ref) : Print(*cond.left)) << (cond.negated ? "is not" : "is")
                     << (cond.is_ref ? Print(*cond.is_ref) : "") << cond.is_integer)
          .Part("multiple of", cond.multiple_of);
  }
  return "";
}

std::string Print(const Row& row) {
  using Verb = Row::Verb;
  const char* verb = row.verb == Verb::kPoints ? "points" : row.verb == Verb::kExtra ? "extra" : "count";
  return Line() << verb << Word(row.count) << ChangeWords(row) << row.label;
}

std::string Print(const Effect& effect) {
  using Kind = Effect::Kind;
  const std::string set = effect.set ? Print(*effect.set) : "";
  const std::string ref = effect.ref ? Print(*effect.ref) : "";
  const std::string name = Word(effect.name);
  switch (effect.kind) {
    case Kind::kReturn:
      return "return " + set;
    case Kind::kMove:
      return (Line() << "move" << set).Part("to", effect.ref).Part("by", effect.expr);
    case Kind::kGive:
      return (Line() << "give" << set).Part("to", effect.ref);
    case Kind::kBecomes:
      return (Line() << ref).Part("is now", effect.expr);
    case Kind::kDraw:
    case Kind::kTake: {
      Line line;
      line << (effect.kind == Kind::kDraw ? "draw" : "take") << name << "from" << ref;
      line.Part("to", effect.target);
      return effect.until ? line << "until" << Print(*effect.until) : line;
    }
    case Kind::kPut:
      return "put " + ref + " under";
    case Kind::kDeal:
      return "deal " + set + " to " + ref;
    case Kind::kPay:
      return (Line() << "pay" << Print(*effect.expr) << "from" << ref).Part("to", effect.target);
    case Kind::kScore:
      return "score " + name + " for " + ref;
    case Kind::kPlay:
      return (Line() << (effect.round ? "play round" : "play") << name).Part("to", effect.last).Part("by", effect.ref);
    case Kind::kTurn:
      return "turn " + ref + " into " + name;
    case Kind::kCancel:
      return "cancel";
  }
  return "";
}

std::string Print(const Clause& clause) {
  using Kind = Clause::Kind;
  const std::string set = clause.set ? Print(*clause.set) : "";
  const std::string name = Word(clause.name);
  switch (clause.kind) {
    case Kind::kWhen:
      return "when " + Print(*clause.event);
    case Kind::kAt:
      return "at " + Join(clause.names);
    case Kind::kBefore:
      return "before " + Join(clause.names) + " scored";
    case Kind::kAfter:
      return "after " + Join(clause.names) + " scored";
    case Kind::kEach:
      return (Line() << "each" << set).Part("from", clause.from);
    case Kind::kRepeat:
      return (Line() << "repeat" << clause.number << name).Part("from", clause.from);
    case Kind::kIf:
      return "if " + Print(*clause.cond);
    case Kind::kOnce:
      return "once per " + name + " chosen by " + Print(*clause.chooser);
    case Kind::kMay:
      return Line() << "may by" << Print(*clause.chooser) << clause.label;
    case Kind::kChoose:
      return ChooseLine(clause);
    case Kind::kOrder:
      return Print(clause.order);
    case Kind::kOver:
      return "over " + Join(clause.names);
    case Kind::kLimit:
      return Line() << "limit" << clause.number << "per" << name;
    case Kind::kFor:
      return "for " + set;
    case Kind::kRow:
      return Line().Part("instead of", clause.instead_of) << Print(*clause.row);
    case Kind::kWithout:
      return Line() << "without" << clause.label;
    case Kind::kSum:
      return "sum " + name + " over " + set + " " + Braces(clause.body);
    case Kind::kBranch:
      return "if " + Print(*clause.cond) + " " + Braces(clause.body);
    case Kind::kTies:
      return "ties " + TieWords(clause);
    case Kind::kMark:
      return "mark " + name;
    case Kind::kMost:
      return Line() << "most" << Print(*clause.expr) << clause.label;
    case Kind::kPrefer:
      return Line() << "prefer" << Print(*clause.cond) << clause.label;
    case Kind::kThen:
      return "then " + Print(*clause.effect);
    case Kind::kCite:
      return "cite " + Join(clause.names);
    case Kind::kAllow:
      return Line() << "allow" << name << clause.label;
  }
  return "";
}

std::string Print(const Scenario& scenario) {
  Line line;
  line << "scenario" << Word(scenario.title) << "{";
  if (!scenario.rules.empty()) line << "rules" << Print(scenario.rules);
  if (!scenario.players.empty()) line << "players" << Join(scenario.players);
  if (!scenario.board.empty()) line << "board" << Braces(scenario.board);
  for (const Cond& given : scenario.given) line << "given" << Print(given);
  line.Part("step", scenario.step);
  if (!scenario.play.empty()) line << "play" << Braces(scenario.play);
  for (const Expectation& expected : scenario.expect) line << Print(expected);
  if (!scenario.cites.empty()) line << "cite" << Join(scenario.cites);
  return line << "}";
}

std::string Print(const Item& item) {
  using Kind = Item::Kind;
  switch (item.kind) {
    case Kind::kOption:
      return Line() << "option" << Word(item.name) << item.label << Join(item.values, " | ");
    case Kind::kIf:
      return "if " + Print(*item.cond) + " " + Braces(item.items);
    case Kind::kDefine:
    case Kind::kExtend:
      return DefineLine(item);
    case Kind::kNever:
      return "never " + Print(item.sets.front());
    case Kind::kKind:
      return KindLine(item);
    case Kind::kPile:
      return (Line() << item.word << Word(item.name) << item.arrangement).Part("of", item.of) << Braces(item.entries);
    case Kind::kMore:
      return Line() << "modify" << item.word << Word(item.name) << Braces(item.entries);
    case Kind::kState: {
      Line line;
      line << item.word << Word(item.name);
      line.Part("on", item.on).Part("to", item.to);
      return item.cleared ? line << "cleared when" << Print(*item.cleared) : line;
    }
    case Kind::kTile:
      return TileLine(item);
    case Kind::kTileset:
      return TilesetLine(item);
    case Kind::kTurn:
      return "turn " + Braces(item.rounds);
    case Kind::kFinal:
      return "final " + Braces(item.steps);
    case Kind::kRound:
      return Print(item.rounds.front());
    case Kind::kStep:
      return (Line() << "step" << Word(item.name) << item.label).Part("in", item.in)
             << Print(item.order) << MenuWords(item.steps.front().menu);
    case Kind::kGroup:
      return (Line() << "group" << Join(item.names)).Part("of", item.of);
    case Kind::kAllow:
      return Line() << "allow" << Word(item.name) << item.label;
    case Kind::kRanking:
    case Kind::kRule:
    case Kind::kForbid:
    case Kind::kModify:
      return RuleLine(item);
    case Kind::kScenario:
      return Print(*item.scenario);
  }
  return "";
}

std::string Print(const Header& header) {
  Line line;
  line << "ruleset" << Word(header.name) << header.label;
  if (!header.extends.empty()) line << "extends" << Print(header.extends);
  if (!header.uses.empty()) line << "uses" << Join(header.uses);
  for (const Header::Need& need : header.needs) line << "needs" << Word(need.option) << Join(need.values, " | ");
  for (const Text& source : header.sources) line << "source" << Word(source);
  return line;
}

std::string Print(const File& file) {
  std::string text;
  if (file.header) text += Print(*file.header) + "\n";
  for (const Item& item : file.items) text += Print(item) + "\n";
  return text;
}

}  // namespace reeve::ast
