// Names, kinds, the reading rule, labels, units: from linked items to the checked tree (model.h).
//
// One class, because all of it reads one set of tables; one file for each of its subjects: kinds.cc, declare.cc (zones,
// states, steps), tiles.cc, resolve.cc (sets), resolve_of.cc (properties, definitions), resolve_values.cc (numbers,
// conditions), rules.cc (rules, scores, offers), events.cc (when they run), ladder.cc (rows), modify.cc (modifiers),
// order.cc (what comes before what), findings.cc and idle.cc (warnings), mistakes.cc (words for mistakes). Functions
// that resolve return nullptr after reporting; a caller that gets nullptr reports nothing more, so one mistake stays
// one error.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/compile.h"
#include "compiler/sema/link.h"
#include "compiler/sema/model.h"

namespace reeve::sema {

struct CheckedConditions {
  std::vector<const Term*> conditions;
  std::vector<int> slots;
  std::vector<std::pair<size_t, const Term*>> sides;  // of a condition: what it compares
  struct Given {
    reeve::Given::Kind kind = reeve::Given::Kind::kState;
    int id = -1, card = -1;  // state or zone; card
    const Term* owner = nullptr;
    const Term* value = nullptr;
    int slots = 0;
    Span span;
  };
  std::vector<Given> givens;
};

// Far more than anybody writes; what is larger would take its time, and the stack.
inline constexpr size_t kMaxRules = 4096;       // in play
inline constexpr size_t kMaxRows = 256;         // of one quantity of a score
inline constexpr size_t kMaxHead = 64;          // lines of a head, who scores, tie-breaks
inline constexpr size_t kMaxDefinitions = 256;  // used one by the other, or sets in one
inline constexpr int kMaxSupply = 500;          // of a kind, for each player
inline constexpr size_t kMaxTerms = 400'000;    // of all rules, with definitions written out

std::vector<std::string> EngineNouns();  // the nouns that every ruleset has, singular and plural
std::optional<RelationId> FindRelation(Class a, RelationWord word, Class b);
std::string A(const std::string& word);  // "a road", "an edge"
std::string Capital(std::string text);
const char* WordOf(RuleKind kind);                    // "score"
std::string Range(const Kind::Attribute& attribute);  // " It can be 1 to 3."
std::string OwnerText(const State& state);            // "the game", "a city"
Diagnostic& NoRow(Sink& sink, const std::string& owner, const ast::Text& label, const Quantity& quantity,
                  const std::vector<std::string>& labels);
bool Names(const std::vector<std::string>& names, const std::vector<std::string>& wanted);  // any of them
std::string SayAfter(const std::vector<std::string>& first, const std::vector<std::string>& second);
std::string SayOver(
    const std::vector<std::string>& first, const std::vector<std::string>& second,
    const std::string& otherwise = "Give one of them a condition that the other does not have, or leave one out.");

class Checker {
 public:
  Checker(Linked linked, Library& library, Sink& sink, const CompileOptions& options);
  // The tree is complete only if the sink has no errors.
  Model Run(CheckedConditions* conditions);

 private:
  // --- declare.cc ---
  void DeclareKinds();
  void DeclareKind(const ast::Item& item, int ruleset);
  void LinkLikes();
  struct SaidOfKind {
    int kind = -1;
    const ast::Prop* prop = nullptr;
    int ruleset = -1;
  };  // by a modifier
  void SaidByAnother(SaidOfKind now, std::vector<SaidOfKind>& said);
  bool BuiltOn(const std::string& ruleset, const std::string& other);
  void SaidBefore(const Kind& kind, const std::vector<ast::Prop>& props, size_t i);
  void ReadProps(Kind& kind, const std::vector<ast::Prop>& props);
  void ReadHas(Kind& kind, const ast::Prop& prop);
  void ReadJoins(Kind& kind, const ast::Prop& prop);
  void ReadAdds(Kind& kind, const ast::Prop& prop);
  int FeatureKind(const ast::Name& name);
  void DeclarePiles();
  void DeclarePile(const ast::Item& item);
  void AddEntries(const ast::Item& item);
  void DeclareEntries(int zone, const ast::Item& item);
  void ReadEntryAttributes();
  void ReadCardNumbers(Zone& zone);
  void ReadToken(Card& card, const Kind& of);
  void DeclareStates();
  void DeclareTurn();
  void AddRound(const ast::Round& round, bool nested);
  int AddStep(const ast::Step& step, int round);
  void PlaceSteps();
  void PlaceStep(const ast::Item& item);
  void DeclareDefines();
  void DeclareGroups();
  void FinishKinds();
  bool Fresh(const ast::Name& name, const char* what);
  int AddKind(Kind kind);

  // --- tiles.cc ---
  void CheckTiles();
  void CheckTile(const ast::Item& item);
  void KnownAlready(const ast::Foreign& foreign, const Tile& now);
  bool ReadSegment(const ast::TileSegment& from, const ast::Item& item, Tile& tile, uint16_t& used);
  void CheckMark(const ast::Mark& mark, const Kind& kind, int on);
  void RankTilesets();
  bool ReadAttribute(const Kind& kind, const ast::Attribute& given, std::vector<int>& attributes);
  bool ReadMarks(const std::vector<ast::Mark>& from, int on, std::vector<std::pair<int, std::vector<int>>>& marks);
  void ReadShare(const ast::TileSegment::Touch& share, Tile& tile, size_t at);
  void DeriveTouches(const ast::Item& item, Tile& tile);
  void CheckSides(const ast::Item& item, const Tile& tile, uint16_t used);
  void CheckHalfEdges();
  void CheckTileset(const ast::Item& item);
  int FindTile(const std::string& name) const;

  // --- resolve.cc ---
  enum class Mode : uint8_t {
    kThing,
    kNoun,
    kEither
  };  // a bound thing first, a noun first, or a kind may stand for itself
  struct Noun {
    Class cls = Class::kNone;
    KindSet kinds;
    int squares = kAnyKind;
    bool plural = false;
    bool open_ends = false;
    std::string singular;
  };
  struct Cursor {
    const ast::Ref* ref;
    size_t at;
    Mode mode;
    std::string* name;
  };
  std::optional<Noun> FindNoun(const std::string& word) const;
  const Term* Things(const Term* set);
  const Term* ResolveSet(const ast::SetExpr& set, Scope& scope, Mode mode, std::string* name = nullptr);
  std::string NameOf(const std::string& word, const Type& type) const;
  const Term* ResolvePhrase(const ast::Phrase& phrase, Scope& scope, Mode mode, std::string* name = nullptr);
  const Term* ResolveRef(const ast::Ref& ref, Scope& scope, Mode mode, std::string* name = nullptr);
  const Term* ResolveAt(Cursor& cursor, Scope& scope);
  const Term* ResolveWord(Cursor& cursor, const ast::Name& word, Scope& scope);
  const Term* ResolveNoun(Cursor& cursor, const ast::Name& word, const Noun& noun, Scope& scope);
  const Term* Attach(const ast::Name& word, const Noun& noun,
                     const std::vector<std::pair<const ast::RefPart*, const Term*>>& parts, Cursor& cursor,
                     Scope& scope);
  const Term* ResolveProperty(Cursor& cursor, const ast::Name& word, Scope& scope, bool* known);
  const Term* ApplyProperty(const ast::Name& word, const Term* arg, Scope& scope, Span span);
  bool DefinedFor(const std::string& name, const Type& type) const;
  const Term* ApplyDefine(const std::string& name, const Term* arg, Scope& scope, Span span);
  const Term* DefineBody(const Define& define, const Term* arg, Scope& scope, Span span);
  const Term* BodyOf(const ast::Item& item, Scope& scope);
  const Term* PredicateBody(const Predicate& predicate, int slot, Type of, Scope& scope);
  void CheckDefines();
  const Term* ResolveOptions(Cursor& cursor, Span span);
  const Term* ResolveBound(const ast::Ref& ref, const Term* term, Scope& scope);
  const Term* OpenEnds(const Term* feature, Scope& scope, Span span);
  const Term* MakeSize(TermKind kind, const Term* set, Span span);  // kAny, kCount
  const Term* PlaceAttribute(const ast::Name& word, const Term* thing, Span span);
  const Term* CardAttribute(const ast::Name& word, const Term* thing, Span span);
  const Term* ResolveConstant(const ast::Name& word);
  const Term* ResolveOne(const ast::Ref& ref, Scope& scope);  // a thing or a number
  const Term* ResolveExpr(const ast::Expr& expr, Scope& scope);
  const Term* ResolveOver(const ast::Expr& expr, Scope& scope);
  const Term* ResolveValueOf(const ast::Expr& expr, Scope& scope);
  const Term* ResolveNumber(const ast::Expr& expr, Scope& scope);
  const Term* ResolveCond(const ast::Cond& cond, Scope& scope);
  const Term* ResolveIs(const ast::Cond& cond, Scope& scope);
  const Term* IsMultiple(const ast::Cond& cond, const Term* number);
  const Term* KindNamedBy(const Term* kind, const Term* attribute, Span span);
  const Term* IsWord(const Term* thing, const ast::Name& word, Scope& scope, bool* known);
  const Term* IsOption(const ast::Cond& cond, const OptionValue& option);
  const Term* AsSet(const Term* term);
  const Term* AsOne(const Term* term, Span span, const std::string& words);
  int NewSlot(Scope& scope, Span span);
  KindSet Closure(int kind) const;
  KindSet AllOf(Class cls) const;

  // --- mistakes.cc ---
  // `cls`: what has to stand there, if that is known.
  void Unknown(const ast::Name& word, const Scope& scope, Class cls = Class::kNone);
  void NothingToDefine(const ast::Name& of);
  void NotDefinedFor(const std::string& name, const Term* arg, Span span);
  bool LiesHidden(const Zone& zone, PropertyId property, const std::string& word, Span span);
  void NeverCompleted(const KindSet& kinds, Span span);
  void NeverTouching(const KindSet& kinds, const ast::RefPart& part, const Term* other, Span span);
  bool ToldWhere(const ast::Event& event, const EventFilter& filter);
  void NoAnswer(const ast::Event& event);
  bool NeedsOf(const ast::Name& word);
  void Several(const ast::Ref& ref, const Term* term);
  void Headless(Rule& score, const ast::Name& word, Class cls);
  void TwoThings(const ast::Name& word, const Binding& inner, const Binding& outer, const Scope& scope);
  bool MayBeSeveral(RelationId relation, const Noun& noun, const Type& of) const;
  void LeftOver(const Cursor& cursor, const Term* term, const Scope& scope);
  void NotThisRelation(const ast::Name& word, const Noun& noun, const ast::RefPart& part, const Term* target,
                       const Cursor& cursor);
  std::vector<std::string> KnownWords(const Scope& scope) const;
  void ExplainedByItself(const ast::Item* item);
  std::string WhoText(const Term* set) const;
  std::string MoveText(const EffectLine& line, const Term* target) const;
  std::string RowText(const Entry& entry) const;
  std::string TypeText(const Type& type) const;
  std::string WhatText(const Type& type) const;
  std::string Plural(const std::string& word) const;

  // builders of terms
  const Term* MakeNumber(int64_t value, Type type, Span span);
  const Term* MakeUnary(TermKind kind, const Term* a, Type type, Span span);
  const Term* MakeBinary(TermKind kind, const Term* a, const Term* b, Type type, Span span);
  const Term* MakeSlot(int slot, Type type, Span span);
  const Term* MakeAnd(const Term* a, const Term* b);  // either may be nullptr: always true
  const Term* MakeNot(const Term* a);

  // --- rules.cc ---
  void DeclareRules();
  void CheckRules();
  void CheckRule(Rule& rule);
  void ReadTriggers(Rule& rule);
  void ReadWhen(Rule& rule, const ast::Event& event);
  bool GuessSubject(Rule& rule, const ast::Event& event);
  std::optional<Event> ReadEvent(const ast::Event& event);
  bool ReadPeriod(const ast::Event& event, Event& out);
  bool ReadSubject(const ast::Event& event, EventId id, Event& out);
  bool ReadWhere(const ast::Name& where, Event& out);
  void CheckHeadings(const Type& type, Span span);
  void NeverHappens(const ast::Event& event, EventId id, Class cls);
  void ReadAllAround();
  void ReadAround(Rule& rule);
  void ReadHead(Rule& rule, const ast::Clause& clause);
  void ReadEach(Rule& rule, const ast::Clause& clause);
  const Term* ReadNumbers(Rule& rule, const ast::Clause& clause);
  void ReadChoose(Rule& rule, const ast::Clause& clause);
  bool ReadChooser(Rule& rule, const ast::Chooser& chooser, HeadLine& line);
  void ReadScore(Rule& rule, const ast::Clause& clause);
  void ReadEffect(Rule& rule, const ast::Effect& effect);
  bool ReadEffectTarget(Rule& rule, const ast::Effect& effect, EffectLine& line);
  bool ReadPlay(Rule& rule, const ast::Effect& effect, EffectLine& line);
  bool ReadAssign(Rule& rule, const ast::Effect& effect, EffectLine& line);
  bool ReadDraw(Rule& rule, const ast::Effect& effect, EffectLine& line);
  bool ReadUnseen(const ast::Effect& effect, EffectLine& line);
  bool ReadTurn(Rule& rule, const ast::Effect& effect, EffectLine& line);
  bool ReadMoveBy(Rule& rule, const ast::Effect& effect, EffectLine& line);
  void ReadOnce(Rule& rule, const ast::Clause& clause);
  int FindPile(const ast::Name& name, bool quiet = false);
  void NotCarried(Span span, const std::string& what);
  void CheckForbids();
  void CheckForbid(const ast::Item& item, int ruleset);
  bool NotNamed(const ast::Name& target, const Rule& offer, const ast::Item& forbid, const std::vector<int>& offers);
  bool BindForbid(Rule& offer, const ast::Item& item, int forbid);
  void CheckCites(const Rule& rule);
  void CheckOffers();
  void Bind(Rule& rule, Scope& scope, const std::string& name, int slot, Type type, Span span = {});
  std::vector<int> RulesNamed(const ast::Name& name, bool scores_only, bool quiet);
  int FindRule(const std::string& name) const;
  int FindStep(const std::string& name) const;
  int FindGroup(const std::string& name) const;
  void FindRuleElsewhere(const ast::Name& name, const char* what, std::vector<std::string> known);

  // --- ladder.cc ---
  struct Source {                    // who says a row
    std::vector<std::string> names;  // what `over` and `order` may call it
    std::vector<std::string> over;
    const ast::Clause* order = nullptr;
    bool modifier = false;
  };
  void ReadRow(Rule& rule, Quantity* part, const ast::Clause& clause, const Term* guard, const Source& source,
               Scope& scope);
  void ReadRows(Rule& rule, Quantity* part, const std::vector<ast::Clause>& clauses, const Term* guard,
                const Source& source, Scope& scope);
  void ReadSum(Rule& rule, Quantity& quantity, const ast::Clause& clause, const Term* guard, const Source& source,
               Scope& scope);
  bool ReadAmount(const ast::Amount& amount, Scope& scope, Entry& entry);
  void ApplyModifiers();
  void ApplyModifier(const ast::Item& item, int ruleset);
  void CheckSource(const ast::Name& name);
  void ModifyScore(Rule& rule, Quantity* part, Scope& scope, const ast::Item& item, int ruleset);
  void ModifyOnce(Rule& rule, const ast::Clause& clause);
  // Which of two that cannot both hold says that it goes over the other.
  enum class Over : uint8_t { kNeither, kFirst, kSecond };
  template <class Said>
  Over Weigh(const Said& a, const Said& b, Span at, Span other);
  bool Decides(Rule& rule, const ast::Clause& clause, const Source& source, const std::string& what);
  void ModifyWho(Rule& rule, const ast::Clause& clause, const Term* guard, const Source& source, Scope& scope);
  void TakenAndReplaced(const std::string& label, const std::string& owner, Span at, Span other);
  void Without(Quantity& quantity, const ast::Clause& clause, const Term* guard, const std::string& owner);
  bool ModifiesKind(const ast::Name& name);
  bool ModifyNamed(const ast::Name& name, const ast::Item& item, int ruleset);
  void ModifyRanking(Ranking& ranking, const ast::Item& item, const std::string& from);
  void AddRank(Ranking& ranking, const ast::Clause& clause, Ranking::Rank rank, size_t place);
  size_t PlaceOfRank(const Ranking& ranking, const Ranking::Rank& made, Span span);
  void LiftForbids(Rule& rule, const ast::Item& item);
  void FinishLadders();
  void FinishQuantity(Rule& rule, Quantity& quantity);
  void Replace(Rule& rule, Quantity& quantity);
  void WeighReplacements(Rule& rule, Quantity& quantity, const std::vector<size_t>& rows, const std::string& label);
  void OrderScales(Rule& rule, Quantity& quantity);
  void CheckSets(Rule& rule, Quantity& quantity);
  void CheckWho(Rule& rule);
  Quantity* FindPart(Rule& rule, const std::string& path, Scope& scope);
  bool Exclusive(const Term* a, const Term* b) const;
  bool Same(const Term* a, const Term* b) const;
  bool UsesSlot(const Term* term, int slot) const;
  std::vector<std::string> Labels(const Quantity& quantity) const;

  // --- order.cc ---
  void OrderRules();
  void CheckLoops();
  std::vector<int> StepsPlayed(const EffectLine& effect) const;
  bool RunsAt(const Rule& rule, const std::vector<int>& steps) const;
  void CheckValueCircles();
  void FindWhatAsksOrder();

  // --- findings.cc ---
  struct ScoreUse {
    int rule = -1, group = -1;
    Type type;
    Span span;
  };  // of a score or a group: what is scored or valued
  void FindFindings();
  void CheckNevers();
  bool IsLookedFor(const ast::SetExpr& set, const Term* things);
  void AlwaysThere(const ast::SetExpr& set, const Term* things);
  void CheckScoreUses();
  void FindWithoutScoring();
  void CheckScoreUse(const ScoreUse& use);
  void FindHalfModifiers();
  void FindHidden();
  void FindLeftOut();
  void FindUncited();
  std::set<int> AskedForUse() const;
  void FindUnused();
  void FindNameless();
  void FindNeverRun();
  void PaidForAll(const Rule& rule, const ast::SetExpr& per, const Term* set);
  void SameForAll(Span said, const Term* asked, const Scope& scope, bool most);
  void NeverOrAlways(const ast::Cond& cond, const Term* left, const Term* right);
  using WordPlaces = std::unordered_map<std::string_view, std::vector<Span>>;
  void FindWords(WordPlaces& words) const;
  void FindWords(Span within, WordPlaces& words) const;
  bool Contradict(const Term* one, const Term* other) const;
  void AmongOthers(const Term* cond, const std::vector<const Term*>& known);
  void Accept();

  // --- idle.cc ---
  void FindIdle();
  void FindContrary(const std::vector<ast::Item>& items, const std::vector<const ast::Cond*>& known);
  void FindContrary(const std::vector<ast::Clause>& clauses, std::vector<const ast::Cond*> known);
  void AddCondition(const ast::Cond& cond, std::vector<const ast::Cond*>& known);
  struct OnUse {
    KindSet kinds, on;
    Span span;
  };  // of `KIND on FEATURE`
  bool StandsWhereItMay(const Rule& rule, const Term* target) const;
  std::vector<KindSet> WhereKindsLie() const;
  void FindNeverOn(const std::set<int>& asked);
  void FindHalfUsed(const std::set<int>& asked);
  void FindNeverInPlay(const std::set<int>& asked);
  void FindPaysNothing(const std::set<int>& asked);
  void FindSaysNothing(const std::set<int>& asked);
  KindSet KindsDealt() const;
  KindSet KindsThere() const;
  KindSet KindsThatCome() const;
  std::vector<Span> MaybeRead() const;
  static void AddWords(const Kind& kind, WordPlaces& words);
  static bool IsSpokenOf(const Kind& kind, const WordPlaces& words, const std::vector<Span>& within);
  bool IsHungOn(int score) const;

  // --- checker.cc ---
  void CheckConditions(CheckedConditions& out);
  void AddSides(const Term* term, CheckedConditions& out);
  void CheckGiven(const ast::Cond& cond, CheckedConditions& out);
  void ReadClearings();
  void CheckActivePlayer();
  const Term* FindTerm(const Term* term, TermKind kind, int number = -1) const;  // -1: any
  const Term* FindGlobal(const Term* term, GlobalId global) const;

  void CheckRankings();
  void CheckCompletions();

  Linked linked_;
  Library& library_;
  Sink& sink_;
  const CompileOptions& options_;
  Elsewhere elsewhere_;
  Model model_;
  std::set<std::pair<const int*, std::string>> two_things_;  // said already: of which rule, which word
  bool TooLarge(Span span);
  bool too_large_ = false;
  std::set<const int*> full_;  // rules that name too many things; nullptr: too many kinds
  std::vector<std::pair<const ast::Item*, KindSet>> open_ends_;  // what extends them, and of which features
  std::vector<ScoreUse> score_uses_;
  std::vector<OnUse> on_uses_;
  std::set<std::pair<int, std::string>> modified_;  // by the modifier that is read: rules and their parts
  bool several_targets_ = false;             // a modifier for several rules: what never holds for one may for another
  std::vector<const ast::Item*> expanding_;  // definitions being read, to find one that uses itself
  std::set<const ast::Item*> read_;          // definitions that something uses
  std::vector<std::pair<std::string, const ast::Item*>> declared_;  // names of items, for E42
  std::map<std::string, const ast::Item*> names_;
  std::vector<std::string> modifier_names_;
};

template <class Said>
Checker::Over Checker::Weigh(const Said& a, const Said& b, Span at, Span other) {
  const bool first = Names(b.names, a.over), second = Names(a.names, b.over);
  if (first && second)
    sink_.Report(Code::kE13, at, "Each of the two says that it goes over the other. One \"over\" has to go.")
        .With(other, "the other");
  return first ? Over::kFirst : second ? Over::kSecond : Over::kNeither;
}

}  // namespace reeve::sema
