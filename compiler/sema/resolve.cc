// Sets, values and conditions: the reading rule. A relation belongs to the nearest plural noun before it; a bound
// name takes none; a property word takes its own `of`.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/checker.h"

namespace reeve::sema {
namespace {

struct BuiltinNoun {
  const char* singular;
  const char* plural;
  Class cls;
  int squares;
};
constexpr BuiltinNoun kNouns[] = {
    {"cell", "cells", Class::kSquare, kCells},       {"space", "spaces", Class::kSquare, kSpaces},
    {"piece", "pieces", Class::kPiece, kAnyKind},    {"segment", "segments", Class::kSegment, kAnyKind},
    {"feature", "features", Class::kFeature, kAnyKind}, {"figure", "figures", Class::kFigure, kAnyKind},
    {"marker", "markers", Class::kMarker, kAnyKind}, {"player", "players", Class::kPlayer, kAnyKind},
    {"edge", "edges", Class::kEdge, kAnyKind},       {"open_end", "open_ends", Class::kEdge, kAnyKind},
    {"place", "places", Class::kPlace, kAnyKind},    {"fit", "fit", Class::kFit, kAnyKind},
};

RelationWord WordOf(ast::Relation relation) {
  switch (relation) {
    case ast::Relation::kOf: return RelationWord::kOf;
    case ast::Relation::kOn: return RelationWord::kOn;
    case ast::Relation::kIn: return RelationWord::kIn;
    case ast::Relation::kTouching: return RelationWord::kTouching;
  }
  return RelationWord::kOf;
}

std::optional<RelationId> FindRelation(Class a, RelationWord word, Class b) {
  for (int i = 0; i < RelationCount(); ++i) {
    const RelationInfo& info = Info(static_cast<RelationId>(i));
    if (info.a == a && info.word == word && info.b == b) return static_cast<RelationId>(i);
  }
  return std::nullopt;
}

std::optional<PropertyId> FindProperty(const std::string& word, Class of) {
  for (int i = 0; i < PropertyCount(); ++i) {
    const PropertyInfo& info = Info(static_cast<PropertyId>(i));
    if (word == info.word && info.of == of) return static_cast<PropertyId>(i);
  }
  return std::nullopt;
}

bool IsPropertyWord(const std::string& word) {
  for (int i = 0; i < PropertyCount(); ++i) {
    if (word == Info(static_cast<PropertyId>(i)).word) return true;
  }
  return false;
}

}  // namespace

bool HasKinds(Class cls) {
  return cls == Class::kFeature || cls == Class::kSegment || cls == Class::kFigure || cls == Class::kMarker || cls == Class::kCard;
}

std::vector<std::string> EngineNouns() {
  std::vector<std::string> words{"tile", "tiles"};
  for (const BuiltinNoun& noun : kNouns) {
    words.push_back(noun.singular);
    words.push_back(noun.plural);
  }
  return words;
}

// --- builders ------------------------------------------------------------------------------------------
const Term* Checker::MakeNumber(int64_t value, Type type, Span span) {
  Term term;
  term.kind = TermKind::kNumber;
  term.type = type;
  term.number = value;
  term.span = span;
  return model_.Make(term);
}

const Term* Checker::MakeUnary(TermKind kind, const Term* a, Type type, Span span) {
  if (a == nullptr) return nullptr;
  Term term;
  term.kind = kind;
  term.type = type;
  term.a = a;
  term.span = span;
  return model_.Make(term);
}

const Term* Checker::MakeBinary(TermKind kind, const Term* a, const Term* b, Type type, Span span) {
  if (a == nullptr || b == nullptr) return nullptr;
  Term term;
  term.kind = kind;
  term.type = type;
  term.a = a;
  term.b = b;
  term.span = span;
  return model_.Make(term);
}

const Term* Checker::MakeSlot(int slot, Type type, Span span) {
  Term term;
  term.kind = TermKind::kSlot;
  term.type = type;
  term.number = slot;
  term.span = span;
  return model_.Make(term);
}

const Term* Checker::MakeAnd(const Term* a, const Term* b) {
  if (a == nullptr) return b;
  if (b == nullptr) return a;
  return MakeBinary(TermKind::kAnd, a, b, Type::Truth(), Cover(a->span, b->span));
}

const Term* Checker::MakeNot(const Term* a) {
  if (a == nullptr) return nullptr;
  if (a->kind == TermKind::kNumber) return MakeNumber(a->number == 0, Type::Truth(), a->span);
  return MakeUnary(TermKind::kNot, a, Type::Truth(), a->span);
}

int Checker::NewSlot(Scope& scope, Span span) {
  if (*scope.slots >= kMaxSlots) {
    if (full_.insert(scope.slots).second) sink_.Report(Code::kE57, span, fmt::format("This rule names more than {} things at once. Split it.", kMaxSlots));
    return kMaxSlots - 1;
  }
  return (*scope.slots)++;
}

KindSet Checker::Closure(int kind) const {
  KindSet set;
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    for (int at = static_cast<int>(k); at >= 0; at = model_.kinds[static_cast<size_t>(at)].like) {
      if (at == kind) set.set(k);
    }
  }
  return set;
}

KindSet Checker::AllOf(Class cls) const {
  const Class of = cls == Class::kSegment ? Class::kFeature : cls;
  KindSet set;
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    if (model_.kinds[k].cls == of) set.set(k);
  }
  return set;
}

// --- nouns ---------------------------------------------------------------------------------------------
std::optional<Checker::Noun> Checker::FindNoun(const std::string& word) const {
  Noun noun;
  if (word == "tile" || word == "tiles") {
    noun.cls = model_.tiles_are_pieces ? Class::kPiece : Class::kSquare;
    noun.squares = model_.tiles_are_pieces ? kAnyKind : kCells;
    noun.plural = word == "tiles";
    noun.singular = "tile";
    return noun;
  }
  for (const BuiltinNoun& builtin : kNouns) {
    if (word != builtin.singular && word != builtin.plural) continue;
    noun.cls = builtin.cls;
    noun.squares = builtin.squares;
    noun.plural = word == builtin.plural;
    noun.singular = builtin.singular;
    noun.open_ends = noun.singular == "open_end";
    if (HasKinds(noun.cls)) noun.kinds = AllOf(noun.cls);
    return noun;
  }
  for (size_t z = kScoreboardZone + 1; z < model_.zones.size(); ++z) {
    const Zone& zone = model_.zones[z];
    if (zone.kind != ZoneKind::kPlaces || (word != zone.name && word != zone.name + "s")) continue;
    noun.cls = Class::kPlace;
    noun.squares = static_cast<int>(z);
    noun.plural = word != zone.name;
    noun.singular = zone.name;
    return noun;
  }
  const auto kind = model_.kind_by_name.find(word);
  if (kind == model_.kind_by_name.end()) return std::nullopt;
  const Kind& info = model_.kinds[static_cast<size_t>(kind->second)];
  if (info.cls == Class::kCard) return std::nullopt;
  noun.cls = info.cls;
  noun.kinds = Closure(kind->second);
  noun.singular = info.name;
  noun.plural = word == info.plural && info.plural != info.name;
  return noun;
}

const Term* Checker::AsSet(const Term* term) {
  if (term == nullptr || term->type.set) return term;
  return MakeUnary(TermKind::kOne, term, term->type.AsSet(), term->span);
}

// A set where one thing is needed: the only member of a set that can have several is nobody's.
const Term* Checker::AsOne(const Term* term, Span span, const std::string& words) {
  if (term == nullptr || !term->type.set) return term;
  if (term->kind == TermKind::kOne) return term->a;
  (void)words;
  return MakeUnary(TermKind::kOnly, term, term->type.AsOne(), span);
}

// What a member of a set is called: by the noun that the set begins with; a definition or property has none, so by its kind.
std::string Checker::NameOf(const std::string& word, const Type& type) const {
  if (FindNoun(word) || word == "player") return word;
  for (size_t k = 0; k < model_.kinds.size() && type.cls != Class::kSegment; ++k) {
    if (HasKinds(type.cls) && type.kinds[k] && type.kinds == Closure(static_cast<int>(k))) return model_.kinds[k].name;
  }
  if (type.cls == Class::kSquare) return type.squares == kSpaces ? "space" : "cell";
  return type.cls == Class::kNone ? word : ClassName(type.cls);
}

// --- sets ----------------------------------------------------------------------------------------------
const Term* Checker::ResolveSet(const ast::SetExpr& set, Scope& scope, Mode mode, std::string* name) {
  std::string bound;
  const Term* base = ResolvePhrase(set.phrase, scope, mode, &bound);
  const bool renamed = set.phrase.ref != nullptr && set.phrase.ref->as;
  if (base != nullptr && base->type.set && !renamed) bound = NameOf(bound, base->type);
  if (name != nullptr) *name = bound;
  if (base == nullptr) return nullptr;
  if (set.where != nullptr || set.with_most != nullptr) base = AsSet(base);
  for (const bool most : {false, true}) {
    if (most ? set.with_most == nullptr : set.where == nullptr) continue;
    Scope inner = scope;
    const int slot = NewSlot(scope, set.span);
    inner.bindings.push_back({bound, slot, base->type.AsOne(), set.phrase.span});
    Term term;
    term.kind = most ? TermKind::kWithMost : TermKind::kWhere;
    term.a = base;
    term.b = most ? ResolveNumber(*set.with_most, inner) : ResolveCond(*set.where, inner);
    if (term.b == nullptr) return nullptr;
    term.number = slot;
    term.type = base->type;
    term.span = set.span;
    base = model_.Make(term);
  }
  return base;
}

const Term* Checker::ResolvePhrase(const ast::Phrase& phrase, Scope& scope, Mode mode, std::string* name) {
  if (phrase.set != nullptr) return ResolveSet(*phrase.set, scope, mode, name);
  return ResolveRef(*phrase.ref, scope, mode, name);
}

const Term* Checker::ResolveRef(const ast::Ref& ref, Scope& scope, Mode mode, std::string* name) {
  if (ref.parts.size() > kMaxHead) {
    sink_.Report(Code::kE57, ref.span, fmt::format("This phrase has more than {} relations. Give parts of it a name with \"define\".", kMaxHead));
    return nullptr;
  }
  std::string word;
  Cursor cursor{&ref, 0, mode, &word};
  const Term* term = ResolveAt(cursor, scope);
  if (name != nullptr) *name = ref.as ? ref.as->text : word;
  if (term == nullptr) return nullptr;
  if (cursor.at <= ref.parts.size()) {
    LeftOver(cursor, term, scope);
    return nullptr;
  }
  return ref.bound == ast::Ref::Bound::kNone ? term : ResolveBound(ref, term, scope);
}

// lines of X up to N; path of M at N
const Term* Checker::ResolveBound(const ast::Ref& ref, const Term* term, Scope& scope) {
  const bool at = ref.bound == ast::Ref::Bound::kAt;
  const char* word = at ? "path" : "lines";
  if (term->kind != TermKind::kSpread || std::string(Info(static_cast<PropertyId>(term->number)).word) != word) {
    sink_.Report(Code::kE47, ref.span, at ? "Only a path has a place \"at\" so many steps: \"path of MARKER at 2\"."
                                          : "Only lines reach \"up to\" so many steps: \"lines of X up to 2\".");
    return nullptr;
  }
  Term far = *term;
  far.kind = TermKind::kSpreadTo;
  far.b = ResolveNumber(*ref.bound_value, scope);
  if (far.b == nullptr) return nullptr;
  far.span = ref.span;
  return model_.Make(far);
}

// The phrase that begins at word number cursor.at; afterwards cursor.at is the number of the first word that is not
// part of it.
const Term* Checker::ResolveAt(Cursor& cursor, Scope& scope) {
  const ast::Ref& ref = *cursor.ref;
  if (cursor.at > 0) {
    const ast::RefPart& part = ref.parts[cursor.at - 1];
    if (part.set != nullptr) {
      ++cursor.at;
      return ResolveSet(*part.set, scope, Mode::kEither);
    }
    return ResolveWord(cursor, part.name, scope);
  }
  return ResolveWord(cursor, ref.head, scope);
}

const Term* Checker::ResolveWord(Cursor& cursor, const ast::Name& word, Scope& scope) {
  const bool head = cursor.at == 0;
  const Mode mode = head ? cursor.mode : Mode::kEither;
  const bool of_follows = cursor.at < cursor.ref->parts.size() && cursor.ref->parts[cursor.at].relation == ast::Relation::kOf;
  const std::optional<Noun> noun = FindNoun(word.text);
  if (head) *cursor.name = noun ? noun->singular : word.text;
  if (scope.ranked != nullptr && word.text == scope.ranked->text) {
    ++cursor.at;
    const Term* ranked = MakeUnary(TermKind::kRanked, MakeNumber(0, Type::Number(), word.span), scope.ranked_type.AsSet(), word.span);
    if (cursor.at <= cursor.ref->parts.size() && of_follows) {
      const ast::Name& owner = cursor.ref->parts[cursor.at - 1].name;
      const Term* player = ResolveAt(cursor, scope);
      return MakeBinary(TermKind::kOwnedBy, ranked, player, ranked->type, owner.span);
    }
    return ranked;
  }
  if (mode == Mode::kNoun && noun && word.text != "players") return ResolveNoun(cursor, word, *noun, scope);
  // What the rule has named.
  for (size_t i = scope.bindings.size(); i-- > 0;) {
    if (scope.bindings[i].name != word.text) continue;
    for (size_t k = i; k-- > 0;) {
      // Who scores hides whom the head has named: rows are about him.
      if (scope.bindings[k].name != word.text || scope.bindings[k].slot == scope.bindings[i].slot || scope.bindings[i].slot == kPlayerSlot) continue;
      TwoThings(word, scope.bindings[i], scope.bindings[k], scope);
      return nullptr;
    }
    ++cursor.at;
    return MakeSlot(scope.bindings[i].slot, scope.bindings[i].type, word.span);
  }
  if (scope.counts != nullptr) {
    for (const Quantity& count : *scope.counts) {
      if (count.name != word.text && count.name != word.text + "s") continue;
      ++cursor.at;
      return MakeSlot(count.slot, Type::Number(), word.span);
    }
  }
  if (of_follows && !(noun && noun->plural)) {
    bool known = false;
    const Term* property = ResolveProperty(cursor, word, scope, &known);
    if (known) return property;
  }
  if (word.text == "players" || word.text == "winners" || word.text == "opponents") {
    ++cursor.at;
    *cursor.name = head ? "player" : *cursor.name;
    Type type{Class::kPlayer, true, {}, kAnyKind};
    Term term;
    term.kind = word.text == "winners" ? TermKind::kWinners : TermKind::kPlayers;
    term.type = type;
    term.span = word.span;
    const Term* all = model_.Make(term);
    if (word.text != "opponents") return all;
    const int slot = NewSlot(scope, word.span);
    Term active;
    active.kind = TermKind::kGlobal;
    active.number = static_cast<int>(GlobalId::kActivePlayer);
    active.type = type.AsOne();
    Term others;
    others.kind = TermKind::kWhere;
    others.type = type;
    others.a = all;
    others.number = slot;
    others.b = MakeNot(MakeBinary(TermKind::kEqual, MakeSlot(slot, type.AsOne(), word.span), model_.Make(active), Type::Truth(), word.span));
    return model_.Make(others);
  }
  for (int i = 0; i < GlobalCount(); ++i) {
    const GlobalInfo& info = Info(static_cast<GlobalId>(i));
    if (word.text != info.word) continue;
    ++cursor.at;
    Term term;
    term.kind = TermKind::kGlobal;
    term.number = i;
    term.type.cls = info.result;
    if (info.result == Class::kSegment) term.type.kinds = AllOf(Class::kSegment);
    term.span = word.span;
    return model_.Make(term);
  }
  if (noun && noun->plural) return ResolveNoun(cursor, word, *noun, scope);
  if (const Term* constant = ResolveConstant(word)) {
    ++cursor.at;
    return constant;
  }
  if (of_follows) {
    // A property word after which no `of` fits, or a word that nobody knows.
    if (!noun) {
      Unknown(word, scope);
      return nullptr;
    }
  }
  if (noun) {
    // One of its kind, where there is but one: the kind stands for the figure itself.
    const auto kind = model_.kind_by_name.find(word.text);
    const bool unique = kind != model_.kind_by_name.end() && (model_.kinds[static_cast<size_t>(kind->second)].neutral ||
                                                             model_.kinds[static_cast<size_t>(kind->second)].cls == Class::kMarker);
    if (mode == Mode::kNoun || unique) return ResolveNoun(cursor, word, *noun, scope);
    sink_.Report(Code::kE03, word.span,
                 fmt::format("Which {}? Nothing here names one. Write \"{}\" for all of them, or \"each {}\".", word.text,
                             Plural(word.text), word.text));
    return nullptr;
  }
  for (const Define& define : model_.defines) {
    if (define.name != word.text || !define.of.empty()) continue;
    ++cursor.at;
    return ApplyDefine(word.text, nullptr, scope, word.span);
  }
  for (size_t s = 0; s < model_.states.size(); ++s) {
    if (model_.states[s].name != word.text || model_.states[s].owner != Class::kGame) continue;
    ++cursor.at;
    Term term;
    term.kind = TermKind::kState;
    term.number = static_cast<int>(s);
    term.a = MakeNumber(0, {Class::kGame, false, {}, kAnyKind}, word.span);
    term.type = {model_.states[s].result, false, model_.states[s].result_kinds, kAnyKind};
    term.span = word.span;
    return model_.Make(term);
  }
  if (!NeedsOf(word)) Unknown(word, scope);
  return nullptr;
}

// Zones, places, kinds of cards, option values that are numbers, names of players.
const Term* Checker::ResolveConstant(const ast::Name& word) {
  for (size_t i = 0; i < options_.players.size(); ++i) {
    if (options_.players[i] == word.text) return MakeNumber(static_cast<int64_t>(i), {Class::kPlayer, false, {}, kAnyKind}, word.span);
  }
  for (size_t i = 0; i < model_.zones.size(); ++i) {
    if (model_.zones[i].name == word.text) return MakeNumber(static_cast<int64_t>(i), {Class::kZone, false, {}, kAnyKind}, word.span);
  }
  for (size_t i = 0; i < model_.places.size(); ++i) {
    if (model_.places[i].name == word.text) return MakeNumber(static_cast<int64_t>(i), {Class::kPlace, false, {}, kAnyKind}, word.span);
  }
  const auto option = model_.options.find(word.text);
  if (option != model_.options.end() && !option->second.value.empty() &&
      option->second.value.find_first_not_of("0123456789") == std::string::npos) {
    return MakeNumber(std::stoll(option->second.value), Type::Number(), word.span);
  }
  return nullptr;
}

const Term* Checker::ResolveNoun(Cursor& cursor, const ast::Name& word, const Noun& noun, Scope& scope) {
  ++cursor.at;
  const ast::Ref& ref = *cursor.ref;
  std::vector<std::pair<const ast::RefPart*, const Term*>> parts;
  while (cursor.at <= ref.parts.size()) {
    const ast::RefPart& part = ref.parts[cursor.at - 1];
    const Term* target = ResolveAt(cursor, scope);
    if (target == nullptr) return nullptr;
    parts.push_back({&part, target});
  }
  return Attach(word, noun, parts, cursor, scope);
}

// A noun with its relations: the first that can list things lists them, the others filter.
const Term* Checker::Attach(const ast::Name& word, const Noun& noun,
                            const std::vector<std::pair<const ast::RefPart*, const Term*>>& parts, Cursor& cursor, Scope& scope) {
  Type type{noun.cls, true, noun.kinds, noun.squares};
  const Term* set = nullptr;
  std::vector<const Term*> owners;
  for (const auto& [part, target] : parts) {
    const bool owned = part->relation == ast::Relation::kOf && target->type.cls == Class::kPlayer &&
                       (noun.cls == Class::kFigure || noun.cls == Class::kMarker || noun.cls == Class::kPiece);
    if (owned && !target->type.set) {
      owners.push_back(target);
      continue;
    }
    RelationWord relation = WordOf(part->relation);
    if (noun.open_ends && relation == RelationWord::kOf) relation = RelationWord::kOpen;
    if (noun.open_ends && target->type.cls == Class::kFeature && !target->type.set) {
      const Term* ends = OpenEnds(target, scope, Cover(word.span, part->span));
      if (ends == nullptr) return nullptr;
      set = set == nullptr ? ends : MakeBinary(TermKind::kIntersect, set, ends, type, ends->span);
      continue;
    }
    // Segments and features of a fit are those of the piece as they would lie.
    const bool as_laid = target->type.cls == Class::kFit && (noun.cls == Class::kSegment || noun.cls == Class::kFeature);
    if (as_laid) type.cls = Class::kFitSegment;
    const auto id = FindRelation(type.cls, relation, target->type.cls);
    if (!id) {
      NotThisRelation(word, noun, *part, target, cursor);
      return nullptr;
    }
    Term term;
    term.kind = TermKind::kRelated;
    term.number = static_cast<int>(*id);
    term.a = AsSet(target);
    term.type = type;
    term.kinds = noun.kinds;
    term.squares = noun.squares;
    term.span = Cover(word.span, part->span);
    const Term* related = model_.Make(term);
    set = set == nullptr ? related : MakeBinary(TermKind::kIntersect, set, related, type, term.span);
  }
  if (set == nullptr) {
    Term all;
    all.kind = TermKind::kAll;
    all.type = type;
    all.kinds = noun.kinds;
    all.squares = noun.squares;
    all.span = word.span;
    set = model_.Make(all);
  }
  for (const Term* owner : owners) set = MakeBinary(TermKind::kOwnedBy, set, owner, type, Cover(word.span, owner->span));
  return set;
}

// The open ends of a feature: of its edges, and what rulesets add. Those are of several sorts, so that they can be
// counted and asked for, and no more.
const Term* Checker::OpenEnds(const Term* feature, Scope& scope, Span span) {
  Term term;
  term.kind = TermKind::kRelated;
  term.number = static_cast<int>(RelationId::kOpenEndOfFeature);
  term.a = AsSet(feature);
  term.type = {Class::kEdge, true, {}, kAnyKind};
  term.span = span;
  const Term* ends = model_.Make(term);
  for (const auto& [item, kinds] : open_ends_) {
    if ((feature->type.kinds & kinds).none()) continue;
    if (std::find(expanding_.begin(), expanding_.end(), item) != expanding_.end()) {
      ExplainedByItself(item);
      return nullptr;
    }
    if (TooLarge(span)) return nullptr;
    Scope inner;
    inner.slots = scope.slots;
    const bool simple = feature->kind == TermKind::kSlot;
    const int slot = simple ? static_cast<int>(feature->number) : NewSlot(scope, span);
    inner.bindings.push_back({item->of->text, slot, feature->type});
    expanding_.push_back(item);
    const Term* more = AsSet(BodyOf(*item, inner));
    expanding_.pop_back();
    if (more == nullptr) return nullptr;
    if ((feature->type.kinds & ~kinds).any()) {  // not of every feature that this can be
      Term option;
      option.kind = TermKind::kCase;
      option.a = MakeSlot(slot, feature->type, span);
      option.type = more->type;
      option.span = span;
      option.cases.push_back({kinds & feature->type.kinds, more});
      more = model_.Make(option);
    }
    if (!simple) {
      Term let;
      let.kind = TermKind::kLet;
      let.number = slot;
      let.a = feature;
      let.b = more;
      let.type = more->type;
      let.span = span;
      more = model_.Make(let);
    }
    ends = MakeBinary(TermKind::kUnion, ends, more, ends->type, span);
  }
  return ends;
}

// Whether a set has members, and how many: of a mixed set the sum over its sorts.
const Term* Checker::MakeSize(TermKind kind, const Term* set, Span span) {
  if (set == nullptr) return nullptr;
  const bool any = kind == TermKind::kAny;
  if (set->kind == TermKind::kUnion && set->a->type.cls != set->b->type.cls) {
    return MakeBinary(any ? TermKind::kOr : TermKind::kAdd, MakeSize(kind, set->a, span), MakeSize(kind, set->b, span),
                      any ? Type::Truth() : Type::Number(), span);
  }
  return MakeUnary(kind, set, any ? Type::Truth() : Type::Number(), span);
}

// --- properties and definitions -------------------------------------------------------------------------
// WORD of X, where `of` follows. `known` says whether the word is one that takes an `of`.
const Term* Checker::ResolveProperty(Cursor& cursor, const ast::Name& word, Scope& scope, bool* known) {
  const auto named = [&](const auto& items) {
    return std::any_of(items.begin(), items.end(), [&](const auto& item) { return item.name == word.text; });
  };
  bool attribute = false;
  for (const Kind& kind : model_.kinds) attribute = attribute || named(kind.attributes);
  const auto kind = model_.kind_by_name.find(word.text);
  const bool ranking = named(model_.rankings);
  *known = true;
  if (word.text == "options") {
    ++cursor.at;
    return ResolveOptions(cursor, word.span);
  }
  if (!ranking && !named(model_.defines) && !named(model_.states) && !attribute && !IsPropertyWord(word.text) && word.text != "tile" &&
      word.text != "votes" && kind == model_.kind_by_name.end()) {
    // Places and cards have words of their own as attributes.
    bool entry_attribute = false;
    for (const Place& place : model_.places) {
      for (const auto& a : place.entry->attributes) entry_attribute = entry_attribute || a.name.text == word.text;
    }
    for (const Zone& zone : model_.zones) {
      entry_attribute = entry_attribute || std::find(zone.attributes.begin(), zone.attributes.end(), word.text) != zone.attributes.end();
    }
    *known = entry_attribute;
    if (!*known) return nullptr;
  }
  const Span begin = word.span;
  ++cursor.at;
  const Term* arg = ResolveAt(cursor, scope);
  if (arg == nullptr) return nullptr;
  const Span span = Cover(begin, cursor.at >= 2 ? cursor.ref->parts[cursor.at - 2].span : arg->span);
  if (!ranking) return ApplyProperty(word, arg, scope, span);
  for (size_t r = 0; r < model_.rankings.size(); ++r) {
    if (model_.rankings[r].name != word.text) continue;
    if (arg->type.cls != Class::kFigure) {
      sink_.Report(Code::kE46, arg->span, fmt::format("\"{}\" ranks players by their figures; these are {}.", word.text, TypeText(arg->type)));
      return nullptr;
    }
    Term term;
    term.kind = TermKind::kRank;
    term.number = static_cast<int>(r);
    term.a = AsSet(arg);
    term.type = {Class::kPlayer, true, {}, kAnyKind};
    term.span = span;
    *cursor.name = "player";
    return model_.Make(term);
  }
  return nullptr;
}

const Term* Checker::ResolveOptions(Cursor& cursor, Span span) {
  const ast::Name& name = cursor.ref->parts[cursor.at - 1].name;
  ++cursor.at;
  Term term;
  term.kind = TermKind::kOptions;
  term.type = {Class::kTruth, true, {}, kAnyKind};
  term.span = Cover(span, name.span);
  const int rule = FindRule(name.text), group = FindGroup(name.text), step = FindStep(name.text);
  if (rule >= 0 && model_.rules[static_cast<size_t>(rule)].kind == RuleKind::kOffer) term.extra = rule;
  else if (group >= 0) { term.number = 1; term.extra = group; }
  else if (step >= 0) { term.number = 2; term.extra = step; }
  else {
    std::vector<std::string> known;
    for (const Rule& r : model_.rules) if (r.kind == RuleKind::kOffer) known.push_back(r.name);
    for (const Group& g : model_.groups) known.push_back(g.name);
    for (const Step& s : model_.steps) known.push_back(s.name);
    FindRuleElsewhere(name, "offer, group of offers or step", known);
    return nullptr;
  }
  return model_.Make(term);
}

const Term* Checker::ApplyProperty(const ast::Name& word, const Term* arg, Scope& scope, Span span) {
  // A definition of the ruleset comes first: it may give an engine's word a narrower sense.
  for (const Define& define : model_.defines) {
    if (define.name == word.text && !define.of.empty()) return ApplyDefine(word.text, arg, scope, span);
  }
  const auto over = [&](const Term* one, Type result) -> const Term* {  // for a set: the union over it
    if (!arg->type.set) return one;
    Term map;
    map.kind = TermKind::kMap;
    map.a = arg;
    map.number = one->a->number;
    map.b = one;
    map.type = result.AsSet();
    map.span = span;
    return model_.Make(map);
  };
  const Term* thing = arg;
  if (arg->type.set) thing = MakeSlot(NewSlot(scope, span), arg->type.AsOne(), span);
  for (size_t s = 0; s < model_.states.size(); ++s) {
    const State& state = model_.states[s];
    if (state.name != word.text || state.owner != arg->type.cls) continue;
    Term term;
    term.kind = TermKind::kState;
    term.number = static_cast<int>(s);
    term.a = thing;
    term.type = {state.result, false, state.result_kinds, kAnyKind};
    term.span = span;
    return over(model_.Make(term), term.type);
  }
  if (word.text == "votes" && arg->type.cls == Class::kFigure) {
    const Term* votes = MakeUnary(TermKind::kVotes, thing, Type::Number(), span);
    return votes;
  }
  if (arg->type.cls == Class::kPlace || arg->type.cls == Class::kCard) {
    const Term* attribute = arg->type.cls == Class::kPlace ? PlaceAttribute(word, thing, span) : CardAttribute(word, thing, span);
    if (attribute != nullptr) return over(attribute, attribute->type);
  }
  if (HasKinds(arg->type.cls)) {
    // An attribute: the same word has the same number in every kind that has it, by declaration.
    for (size_t k = 0; k < model_.kinds.size(); ++k) {
      if (!arg->type.kinds[k] || model_.kinds[k].cls != arg->type.cls) continue;
      const auto& attributes = model_.kinds[k].attributes;
      for (size_t a = 0; a < attributes.size(); ++a) {
        if (attributes[a].name != word.text) continue;
        Term term;
        term.kind = TermKind::kAttribute;
        term.number = static_cast<int>(a);
        term.extra = static_cast<int>(k);
        term.a = thing;
        term.type = attributes[a].words.empty() ? Type::Number() : Type{Class::kText, false, {}, kAnyKind};
        term.span = span;
        return over(model_.Make(term), term.type);
      }
    }
  }
  std::string property_word = word.text;
  if (property_word == "tile") property_word = model_.tiles_are_pieces ? "piece" : "cell";
  if (const auto id = FindProperty(property_word, arg->type.cls)) {
    const PropertyInfo& info = Info(*id);
    Type result{info.result, info.many || arg->type.set, {}, kAnyKind};
    if (info.result == Class::kSquare && (property_word == "cell" || property_word == "neighbours")) result.squares = kCells;
    if (info.result == Class::kFeature || info.result == Class::kSegment) {
      result.kinds = arg->type.cls == Class::kSegment ? arg->type.kinds : AllOf(info.result);
    }
    if (*id == PropertyId::kTopOfZone && arg->kind == TermKind::kNumber) model_.zones[static_cast<size_t>(arg->number)].open = true;
    if (info.result == Class::kCard) {
      for (size_t c = 0; c < model_.cards.size(); ++c) {
        if (arg->kind != TermKind::kNumber || model_.cards[c].zone == arg->number) result.kinds.set(static_cast<size_t>(model_.cards[c].kind));
      }
    }
    Term term;
    term.kind = result.set ? TermKind::kSpread : TermKind::kProperty;
    term.number = static_cast<int>(*id);
    term.a = result.set ? AsSet(arg) : arg;
    term.type = result;
    term.span = span;
    return model_.Make(term);
  }
  // "field of follower": the thing of that kind which belongs to it.
  if (const auto noun = FindNoun(word.text)) {
    const auto id = FindRelation(noun->cls, RelationWord::kOf, arg->type.cls);
    const auto on = FindRelation(arg->type.cls, RelationWord::kOn, noun->cls);
    if (id && !arg->type.set && MayBeSeveral(*id, *noun, arg->type)) {
      const std::string many = noun->plural ? word.text : Plural(noun->singular);
      sink_.Report(Code::kE03, span, fmt::format("Which {0}? There may be several. Write \"{1}\" for all of them, or name one with \"each {0}\".",
                                                 noun->singular, many));
      return nullptr;
    }
    if (id) {
      Term term;
      term.kind = TermKind::kRelated;
      term.number = static_cast<int>(*id);
      term.a = AsSet(arg);
      term.kinds = noun->kinds;
      term.squares = noun->squares;
      term.type = {noun->cls, true, noun->kinds, noun->squares};
      term.span = span;
      const Term* set = model_.Make(term);
      return arg->type.set ? set : AsOne(set, span, word.text);
    }
    (void)on;
  }
  sink_.Report(Code::kE47, span, fmt::format("\"{}\" is nothing that {} has.", word.text, A(TypeText(arg->type.AsOne()))));
  return nullptr;
}

// What a place says of itself: a number, or a kind.
const Term* Checker::PlaceAttribute(const ast::Name& word, const Term* thing, Span span) {
  bool number = false, kind = false;
  for (const Place& place : model_.places) {
    for (const ast::Attribute& attribute : place.entry->attributes) {
      if (attribute.name.text != word.text) continue;
      number = number || std::holds_alternative<ast::Integer>(attribute.value);
      kind = kind || !std::holds_alternative<ast::Integer>(attribute.value);
    }
  }
  if (number == kind) return nullptr;  // no place has it, or it is both
  Term term;
  term.kind = TermKind::kAttribute;
  term.a = thing;
  term.type = number ? Type::Number() : Type{Class::kKind, false, {}, kAnyKind};
  term.span = span;
  const auto known = std::find(model_.place_words.begin(), model_.place_words.end(), word.text);
  term.number = known - model_.place_words.begin();
  if (known == model_.place_words.end()) model_.place_words.push_back(word.text);
  return model_.Make(term);
}

// What a card has: the attributes of the tokens in its bag, or those that its pile names.
const Term* Checker::CardAttribute(const ast::Name& word, const Term* thing, Span span) {
  for (const Card& card : model_.cards) {
    if (!thing->type.kinds[static_cast<size_t>(card.kind)]) continue;
    const Zone& zone = model_.zones[static_cast<size_t>(card.zone)];
    std::vector<std::string> names = zone.attributes;
    if (zone.of >= 0) {
      for (const auto& attribute : model_.kinds[static_cast<size_t>(zone.of)].attributes) names.push_back(attribute.name);
    }
    const auto at = std::find(names.begin(), names.end(), word.text);
    if (at == names.end()) continue;
    Term term;
    term.kind = TermKind::kAttribute;
    term.a = thing;
    term.number = at - names.begin();
    term.type = Type::Number();
    term.span = span;
    return model_.Make(term);
  }
  return nullptr;
}

// NAME of X, by the narrowest definition for what X is. Kinds that differ at run time become cases.
const Term* Checker::ApplyDefine(const std::string& name, const Term* arg, Scope& scope, Span span) {
  struct Candidate { const Define* define; KindSet kinds; bool fits; };
  std::vector<Candidate> candidates;
  for (const Define& define : model_.defines) {
    if (define.name != name || define.of.empty() != (arg == nullptr)) continue;
    if (arg == nullptr) return DefineBody(define, nullptr, scope, span);
    const auto noun = FindNoun(define.of);
    if (!noun || noun->cls != arg->type.cls) {
      // Places and zones take definitions by class.
      continue;
    }
    candidates.push_back({&define, noun->kinds, true});
  }
  if (candidates.empty()) {
    std::vector<std::string> of;
    for (const Define& define : model_.defines) if (define.name == name) of.push_back(A(define.of));
    sink_.Report(Code::kE47, span, fmt::format("\"{}\" is defined for {}, not for {}.", name, fmt::join(of, " and "),
                                               A(arg == nullptr ? "thing" : TypeText(arg->type.AsOne()))));
    return nullptr;
  }
  if (!HasKinds(arg->type.cls)) return DefineBody(*candidates.front().define, arg, scope, span);
  std::stable_sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) { return a.kinds.count() < b.kinds.count(); });
  KindSet left = arg->type.kinds;
  std::vector<std::pair<KindSet, const Define*>> cases;
  for (const Candidate& candidate : candidates) {
    const KindSet covers = left & candidate.kinds;
    if (covers.none()) continue;
    cases.push_back({covers, candidate.define});
    left &= ~covers;
  }
  if (cases.empty()) {
    std::vector<std::string> of;
    for (const Define& define : model_.defines) if (define.name == name) of.push_back(A(define.of));
    sink_.Report(Code::kE47, span, fmt::format("\"{}\" is defined for {}, not for {}.", name, fmt::join(of, " and "), A(TypeText(arg->type.AsOne()))));
    return nullptr;
  }
  if (cases.size() == 1) return DefineBody(*cases.front().second, arg, scope, span);
  Term term;
  term.kind = TermKind::kCase;
  term.span = span;
  const bool simple = arg->kind == TermKind::kSlot;
  const Term* thing = simple || arg->type.set ? arg : MakeSlot(NewSlot(scope, span), arg->type, span);
  if (arg->type.set) {
    // Over a set: each member by its own case.
    thing = MakeSlot(NewSlot(scope, span), arg->type.AsOne(), span);
  }
  term.a = thing;
  for (const auto& [kinds, define] : cases) {
    Term narrowed = *thing;
    narrowed.type.kinds = kinds;
    const Term* body = DefineBody(*define, model_.Make(narrowed), scope, span);
    if (body == nullptr) return nullptr;
    term.cases.push_back({kinds, body});
    term.type = body->type;
    if (HasKinds(body->type.cls)) {
      for (const TermCase& other : term.cases) term.type.kinds |= other.term->type.kinds;
    }
  }
  const Term* result = model_.Make(term);
  if (arg->type.set) {
    Term map;
    map.kind = TermKind::kMap;
    map.a = arg;
    map.b = result;
    map.number = thing->number;
    map.type = result->type.AsSet();
    map.span = span;
    return model_.Make(map);
  }
  if (simple) return result;
  Term let;
  let.kind = TermKind::kLet;
  let.number = thing->number;
  let.a = arg;
  let.b = result;
  let.type = result->type;
  let.span = span;
  return model_.Make(let);
}

const Term* Checker::DefineBody(const Define& define, const Term* arg, Scope& scope, Span span) {
  if (std::find(expanding_.begin(), expanding_.end(), define.item) != expanding_.end()) {
    ExplainedByItself(define.item);
    return nullptr;
  }
  if (TooLarge(span)) return nullptr;
  expanding_.push_back(define.item);
  Scope inner;
  inner.slots = scope.slots;
  const Term* bound = arg;
  if (arg != nullptr) {
    if (arg->kind != TermKind::kSlot || arg->type.set) bound = MakeSlot(NewSlot(scope, span), arg->type.AsOne(), span);
    inner.bindings.push_back({define.of, static_cast<int>(bound->number), bound->type.AsOne()});
  }
  const Term* body = BodyOf(*define.item, inner);
  if (define.extends.size() > kMaxDefinitions) {
    sink_.Report(Code::kE57, define.item->name.span, fmt::format("\"{}\" is extended more than {} times.", define.name, kMaxDefinitions));
    body = nullptr;
  }
  for (const ast::Item* extend : define.extends) {
    if (body == nullptr) break;
    const Term* more = BodyOf(*extend, inner);
    if (body == nullptr || more == nullptr) {
      body = nullptr;
      break;
    }
    if (body->type.set != more->type.set || body->type.cls != more->type.cls) {
      sink_.Report(Code::kE46, extend->name.span,
                   fmt::format("\"{}\" means {}, and this adds {}: both have to be of one sort.", define.name, WhatText(body->type), WhatText(more->type)))
          .With(define.item->name.span, "defined here");
      body = nullptr;
      break;
    }
    Type type = body->type;
    type.kinds |= more->type.kinds;
    body = MakeBinary(body->type.set ? TermKind::kUnion : TermKind::kAdd, body, more, type, extend->span);
  }
  expanding_.pop_back();
  if (body == nullptr) return nullptr;
  // The places where a figure may go are those of the definition where its kind can stand.
  if (define.name == "spots" && arg != nullptr && arg->type.cls == Class::kFigure && body->type.cls == Class::kSegment && body->type.set) {
    body = MakeBinary(TermKind::kCanStand, body, MakeSlot(static_cast<int>(bound->number), bound->type.AsOne(), span), body->type, span);
  }
  if (arg == nullptr || bound == arg) return body;
  Term let;
  let.kind = arg->type.set ? TermKind::kMap : TermKind::kLet;
  let.number = bound->number;
  let.a = arg;
  let.b = body;
  let.type = arg->type.set ? body->type.AsSet() : body->type;
  let.span = span;
  return model_.Make(let);
}

const Term* Checker::BodyOf(const ast::Item& item, Scope& scope) {
  if (item.expr != nullptr) {
    if (item.expr->kind == ast::Expr::Kind::kRef) return ResolveRef(*item.expr->ref, scope, Mode::kEither);
    return ResolveNumber(*item.expr, scope);
  }
  const Term* all = nullptr;
  if (item.sets.size() > kMaxDefinitions) {
    sink_.Report(Code::kE57, item.name.span, fmt::format("\"{}\" lists more than {} sets.", item.name.text, kMaxDefinitions));
    return nullptr;
  }
  for (const ast::SetExpr& set : item.sets) {
    const Term* one = AsSet(ResolveSet(set, scope, Mode::kEither));
    if (one == nullptr) return nullptr;
    Type type = one->type;
    if (all != nullptr) type.kinds |= all->type.kinds;
    all = all == nullptr ? one : MakeBinary(TermKind::kUnion, all, one, type, set.span);
  }
  return all;
}

}  // namespace reeve::sema
