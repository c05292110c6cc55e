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
    {"cell", "cells", Class::kSquare, kCells},          {"space", "spaces", Class::kSquare, kSpaces},
    {"piece", "pieces", Class::kPiece, kAnyKind},       {"segment", "segments", Class::kSegment, kAnyKind},
    {"feature", "features", Class::kFeature, kAnyKind}, {"figure", "figures", Class::kFigure, kAnyKind},
    {"marker", "markers", Class::kMarker, kAnyKind},    {"player", "players", Class::kPlayer, kAnyKind},
    {"edge", "edges", Class::kEdge, kAnyKind},          {"open_end", "open_ends", Class::kEdge, kAnyKind},
    {"place", "places", Class::kPlace, kAnyKind},       {"fit", "fit", Class::kFit, kAnyKind},
};

RelationWord WordOf(ast::Relation relation) {
  switch (relation) {
    case ast::Relation::kOf:
      return RelationWord::kOf;
    case ast::Relation::kOn:
      return RelationWord::kOn;
    case ast::Relation::kIn:
      return RelationWord::kIn;
    case ast::Relation::kTouching:
      return RelationWord::kTouching;
  }
  return RelationWord::kOf;
}

}  // namespace

bool HasKinds(Class cls) {
  return cls == Class::kFeature || cls == Class::kSegment || cls == Class::kFigure || cls == Class::kMarker ||
         cls == Class::kCard;
}

std::optional<RelationId> FindRelation(Class a, RelationWord word, Class b) {
  for (int i = 0; i < RelationCount(); ++i) {
    const RelationInfo& info = Info(static_cast<RelationId>(i));
    if (info.a == a && info.word == word && info.b == b) return static_cast<RelationId>(i);
  }
  return std::nullopt;
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
    if (full_.insert(scope.slots).second)
      sink_.Report(Code::kE57, span, fmt::format("This rule names more than {} things at once. Split it.", kMaxSlots));
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
  for (size_t z = kBuiltinZones; z < model_.zones.size(); ++z) {
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

// What a member of a set is called: by the noun that the set begins with; a definition or property has none, so by its
// kind.
std::string Checker::NameOf(const std::string& word, const Type& type) const {
  if (FindNoun(word) || word == "player") return word;
  for (size_t k = 0; k < model_.kinds.size() && type.cls != Class::kSegment; ++k) {
    if (HasKinds(type.cls) && type.kinds[k] && type.kinds == Closure(static_cast<int>(k))) return model_.kinds[k].name;
  }
  if (type.cls == Class::kSquare) return type.squares == kSpaces ? "space" : "cell";
  return type.cls == Class::kNone ? word : ClassName(type.cls);
}

// --- sets ----------------------------------------------------------------------------------------------
// What can be gone through and counted: of options it is known only whether there are any.
const Term* Checker::Things(const Term* set) {
  if (set == nullptr || set->kind != TermKind::kOptions) return set;
  sink_.Report(Code::kE46, set->span,
               "Options are no things: all that can be asked is whether there are \"any options of ...\", or \"no "
               "options of ...\".");
  return nullptr;
}

const Term* Checker::ResolveSet(const ast::SetExpr& set, Scope& scope, Mode mode, std::string* name) {
  std::string bound;
  const Term* base = Things(ResolvePhrase(set.phrase, scope, mode, &bound));
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
    SameForAll(most ? set.with_most->span : set.where->span, term.b, inner, most);
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
    sink_.Report(
        Code::kE57, ref.span,
        fmt::format("This phrase has more than {} relations. Give parts of it a name with \"define\".", kMaxHead));
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
    sink_.Report(Code::kE47, ref.span,
                 at ? "Only a path has a place \"at\" so many steps: \"path of MARKER at 2\"."
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
  const bool of_follows =
      cursor.at < cursor.ref->parts.size() && cursor.ref->parts[cursor.at].relation == ast::Relation::kOf;
  const std::optional<Noun> noun = FindNoun(word.text);
  if (head) *cursor.name = noun ? noun->singular : word.text;
  if (scope.ranked != nullptr && word.text == scope.ranked->text) {
    ++cursor.at;
    const Term* ranked =
        MakeUnary(TermKind::kRanked, MakeNumber(0, Type::Number(), word.span), scope.ranked_type.AsSet(), word.span);
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
      if (scope.bindings[k].name != word.text || scope.bindings[k].slot == scope.bindings[i].slot ||
          scope.bindings[i].slot == kPlayerSlot)
        continue;
      TwoThings(word, scope.bindings[i], scope.bindings[k], scope);
      return nullptr;
    }
    ++cursor.at;
    if (scope.bindings[i].type.cls == Class::kNone)
      return nullptr;  // what it is bound to could not be read, which is said
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
    others.b = MakeNot(MakeBinary(TermKind::kEqual, MakeSlot(slot, type.AsOne(), word.span), model_.Make(active),
                                  Type::Truth(), word.span));
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
    const bool unique =
        kind != model_.kind_by_name.end() && (model_.kinds[static_cast<size_t>(kind->second)].neutral ||
                                              model_.kinds[static_cast<size_t>(kind->second)].cls == Class::kMarker);
    if (mode == Mode::kNoun || unique) return ResolveNoun(cursor, word, *noun, scope);
    if (scope.headless != nullptr) {
      Headless(*scope.headless, word, noun->cls);
      return nullptr;
    }
    sink_.Report(Code::kE03, word.span,
                 fmt::format("Which {}? Nothing here names one. Write \"{}\" for all of them, or \"each {}\".",
                             word.text, Plural(word.text), word.text));
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
    if (options_.players[i] == word.text)
      return MakeNumber(static_cast<int64_t>(i), {Class::kPlayer, false, {}, kAnyKind}, word.span);
  }
  for (size_t i = 0; i < model_.zones.size(); ++i) {
    if (model_.zones[i].name == word.text)
      return MakeNumber(static_cast<int64_t>(i), {Class::kZone, false, {}, kAnyKind}, word.span);
  }
  for (size_t i = 0; i < model_.places.size(); ++i) {
    if (model_.places[i].name == word.text)
      return MakeNumber(static_cast<int64_t>(i), {Class::kPlace, false, {}, kAnyKind}, word.span);
  }
  const auto option = model_.options.find(word.text);
  if (option != model_.options.end() && !option->second.value.empty() &&
      option->second.value.find_first_not_of("0123456789") == std::string::npos) {
    return MakeNumber(std::stoll(option->second.value), Type::Number(), word.span);
  }
  return nullptr;
}

const Term* Checker::ResolveNoun(Cursor& cursor, const ast::Name& word, const Noun& noun, Scope& scope) {
  const bool head = cursor.at++ == 0;
  const ast::Ref& ref = *cursor.ref;
  std::vector<std::pair<const ast::RefPart*, const Term*>> parts;
  while (cursor.at <= ref.parts.size()) {
    const ast::RefPart& part = ref.parts[cursor.at - 1];
    const Term* target = ResolveAt(cursor, scope);
    if (target == nullptr) return nullptr;
    // The markers of one ruleset may be called as another ruleset calls what it defines.
    if (parts.empty() && part.relation == ast::Relation::kOf && DefinedFor(word.text, target->type)) {
      if (head) cursor.name->clear();
      return ApplyDefine(word.text, target, scope, Cover(word.span, target->span));
    }
    parts.push_back({&part, target});
  }
  return Attach(word, noun, parts, cursor, scope);
}

// A noun with its relations: the first that can list things lists them, the others filter.
const Term* Checker::Attach(const ast::Name& word, const Noun& noun,
                            const std::vector<std::pair<const ast::RefPart*, const Term*>>& parts, Cursor& cursor,
                            Scope& scope) {
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
    if (relation == RelationWord::kOpen && target->type.cls == Class::kFeature && !target->type.set) {
      const Term* ends = OpenEnds(target, scope, Cover(word.span, part->span));
      if (ends == nullptr) return nullptr;
      set = set == nullptr ? ends : MakeBinary(TermKind::kIntersect, set, ends, type, ends->span);
      continue;
    }
    // Segments and features of a fit are those of the piece as they would lie.
    const bool as_laid =
        target->type.cls == Class::kFit && (noun.cls == Class::kSegment || noun.cls == Class::kFeature);
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
    if (relation == RelationWord::kTouching && !several_targets_) NeverTouching(noun.kinds, *part, target, term.span);
    const bool feature = target->type.cls == Class::kFeature || target->type.cls == Class::kSegment;
    if (feature && relation == RelationWord::kOn) on_uses_.push_back({noun.kinds, target->type.kinds, term.span});
    const Term* related = model_.Make(term);
    set = set == nullptr ? related : MakeBinary(TermKind::kIntersect, set, related, type, term.span);
  }
  if (set == nullptr) {
    if (noun.cls == Class::kEdge) {  // of all on the table nobody has a list
      sink_.Report(Code::kE03, word.span, fmt::format("\"{0}\" of what? Write \"{0} of ...\".", word.text));
      return nullptr;
    }
    Term all;
    all.kind = TermKind::kAll;
    all.type = type;
    all.kinds = noun.kinds;
    all.squares = noun.squares;
    all.span = word.span;
    set = model_.Make(all);
  }
  for (const Term* owner : owners)
    set = MakeBinary(TermKind::kOwnedBy, set, owner, type, Cover(word.span, owner->span));
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

}  // namespace reeve::sema
