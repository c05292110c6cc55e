// WORD of X: properties, states, attributes, rankings, options, and the definitions of rulesets.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/checker.h"

namespace reeve::sema {
namespace {

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
  if (!ranking && !named(model_.defines) && !named(model_.states) && !attribute && !IsPropertyWord(word.text) &&
      word.text != "tile" && word.text != "votes" && kind == model_.kind_by_name.end()) {
    // Places and cards have words of their own as attributes.
    bool entry_attribute = false;
    for (const Place& place : model_.places) {
      for (const auto& a : place.entry->attributes) entry_attribute = entry_attribute || a.name.text == word.text;
    }
    for (const Zone& zone : model_.zones) {
      entry_attribute = entry_attribute ||
                        std::find(zone.attributes.begin(), zone.attributes.end(), word.text) != zone.attributes.end();
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
      sink_.Report(Code::kE46, arg->span,
                   fmt::format("\"{}\" ranks players by their figures; these are {}.", word.text, TypeText(arg->type)));
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
  else if (group >= 0) {
    term.number = 1;
    term.extra = group;
  } else if (step >= 0) {
    term.number = 2;
    term.extra = step;
  } else {
    std::vector<std::string> known;
    for (const Rule& r : model_.rules)
      if (r.kind == RuleKind::kOffer) known.push_back(r.name);
    for (const Group& g : model_.groups) known.push_back(g.name);
    for (const Step& s : model_.steps) known.push_back(s.name);
    FindRuleElsewhere(name, "offer, group of offers or step", known);
    return nullptr;
  }
  return model_.Make(term);
}

const Term* Checker::ApplyProperty(const ast::Name& word, const Term* arg, Scope& scope, Span span) {
  // A definition of the ruleset comes first: it may give an engine's word a narrower sense. It says nothing about
  // things that it is not for: what another ruleset calls "worth" does not take the word from those that have a worth.
  const bool defined = std::ranges::any_of(
      model_.defines, [&](const Define& define) { return define.name == word.text && !define.of.empty(); });
  if (defined && DefinedFor(word.text, arg->type)) return ApplyDefine(word.text, arg, scope, span);
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
    const Term* attribute =
        arg->type.cls == Class::kPlace ? PlaceAttribute(word, thing, span) : CardAttribute(word, thing, span);
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
    if (*id == PropertyId::kPathOfMarker) CheckHeadings(arg->type, span);
    Type result{info.result, info.many || arg->type.set, {}, kAnyKind};
    if (info.result == Class::kSquare && (property_word == "cell" || property_word == "neighbours"))
      result.squares = kCells;
    if (info.result == Class::kFeature || info.result == Class::kSegment) {
      result.kinds = arg->type.cls == Class::kSegment ? arg->type.kinds : AllOf(info.result);
    }
    if (arg->type.cls == Class::kZone && arg->kind == TermKind::kNumber) {
      Zone& zone = model_.zones[static_cast<size_t>(arg->number)];
      if (LiesHidden(zone, *id, word.text, span)) return nullptr;
      if (*id == PropertyId::kTopOfZone) zone.open = true;
    }
    if (info.result == Class::kCard) {
      for (size_t c = 0; c < model_.cards.size(); ++c) {
        if (arg->kind != TermKind::kNumber || model_.cards[c].zone == arg->number)
          result.kinds.set(static_cast<size_t>(model_.cards[c].kind));
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
    if (id && !arg->type.set && MayBeSeveral(*id, *noun, arg->type)) {
      const std::string many = noun->plural ? word.text : Plural(noun->singular);
      sink_.Report(
          Code::kE03, span,
          fmt::format("Which {0}? There may be several. Write \"{1}\" for all of them, or name one with \"each {0}\".",
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
  }
  if (defined) {
    NotDefinedFor(word.text, arg, span);
    return nullptr;
  }
  sink_.Report(Code::kE47, span,
               fmt::format("\"{}\" is nothing that {} has.", word.text, A(TypeText(arg->type.AsOne()))));
  return nullptr;
}

// Whether some definition of the name is about things of this type.
bool Checker::DefinedFor(const std::string& name, const Type& type) const {
  return std::ranges::any_of(model_.defines, [&](const Define& define) {
    if (define.name != name || define.of.empty()) return false;
    const auto noun = FindNoun(define.of);
    return noun && noun->cls == type.cls && (!HasKinds(type.cls) || (noun->kinds & type.kinds).any());
  });
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
      for (const auto& attribute : model_.kinds[static_cast<size_t>(zone.of)].attributes)
        names.push_back(attribute.name);
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
  struct Candidate {
    const Define* define;
    KindSet kinds;
    bool fits;
  };
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
    NotDefinedFor(name, arg, span);
    return nullptr;
  }
  if (!HasKinds(arg->type.cls)) return DefineBody(*candidates.front().define, arg, scope, span);
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto& a, const auto& b) { return a.kinds.count() < b.kinds.count(); });
  KindSet left = arg->type.kinds;
  std::vector<std::pair<KindSet, const Define*>> cases;
  for (const Candidate& candidate : candidates) {
    const KindSet covers = left & candidate.kinds;
    if (covers.none()) continue;
    cases.push_back({covers, candidate.define});
    left &= ~covers;
  }
  if (cases.empty()) {
    NotDefinedFor(name, arg, span);
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
  read_.insert(define.item);
  Scope inner;
  inner.slots = scope.slots;
  const Term* bound = arg;
  if (arg != nullptr) {
    if (arg->kind != TermKind::kSlot || arg->type.set) bound = MakeSlot(NewSlot(scope, span), arg->type.AsOne(), span);
    inner.bindings.push_back({define.of, static_cast<int>(bound->number), bound->type.AsOne()});
  }
  const Term* body = BodyOf(*define.item, inner);
  if (define.extends.size() > kMaxDefinitions) {
    sink_.Report(Code::kE57, define.item->name.span,
                 fmt::format("\"{}\" is extended more than {} times.", define.name, kMaxDefinitions));
    body = nullptr;
  }
  bool whole = body != nullptr;
  for (size_t i = 0; i < std::min(define.extends.size(), kMaxDefinitions); ++i) {
    const ast::Item* extend = define.extends[i];
    const Term* more = BodyOf(*extend, inner);
    whole = whole && more != nullptr;
    if (!whole) continue;  // what others add is read all the same, for its own mistakes
    if (body->type.set != more->type.set || body->type.cls != more->type.cls) {
      sink_
          .Report(Code::kE46, extend->name.span,
                  fmt::format("\"{}\" means {}, and this adds {}: both have to be of one sort.", define.name,
                              WhatText(body->type), WhatText(more->type)))
          .With(define.item->name.span, "defined here");
      whole = false;
      continue;
    }
    Type type = body->type;
    type.kinds |= more->type.kinds;
    body = MakeBinary(body->type.set ? TermKind::kUnion : TermKind::kAdd, body, more, type, extend->span);
  }
  expanding_.pop_back();
  if (!whole) return nullptr;
  // The places where a figure may go are those of the definition where its kind can stand.
  if (define.name == "spots" && arg != nullptr && arg->type.cls == Class::kFigure &&
      body->type.cls == Class::kSegment && body->type.set) {
    body = MakeBinary(TermKind::kCanStand, body, MakeSlot(static_cast<int>(bound->number), bound->type.AsOne(), span),
                      body->type, span);
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
    sink_.Report(Code::kE57, item.name.span,
                 fmt::format("\"{}\" lists more than {} sets.", item.name.text, kMaxDefinitions));
    return nullptr;
  }
  bool whole = true;
  for (const ast::SetExpr& set : item.sets) {
    const Term* one = AsSet(ResolveSet(set, scope, Mode::kEither));
    whole = whole && one != nullptr;
    if (!whole) continue;
    Type type = one->type;
    if (all != nullptr) type.kinds |= all->type.kinds;
    all = all == nullptr ? one : MakeBinary(TermKind::kUnion, all, one, type, set.span);
  }
  return whole ? all : nullptr;
}

// X is WORD, as a ruleset defines it for what lies in `slot`.
const Term* Checker::PredicateBody(const Predicate& predicate, int slot, Type of, Scope& scope) {
  expanding_.push_back(predicate.item);
  read_.insert(predicate.item);
  Scope inner;
  inner.slots = scope.slots;
  inner.bindings.push_back({predicate.of, slot, of});
  const Term* body = ResolveCond(*predicate.item->cond, inner);
  expanding_.pop_back();
  return body;
}

// A definition is read where it is used. One that nothing uses yet can be wrong as well, and is read for what it is
// about.
void Checker::CheckDefines() {
  std::vector<bool> open;
  for (const Zone& zone : model_.zones) open.push_back(zone.open);
  const size_t place_words = model_.place_words.size();
  const auto type_of = [&](const std::string& of) {
    const auto noun = FindNoun(of);
    return noun ? Type{noun->cls, false, noun->kinds, noun->squares} : Type{};
  };
  for (const Define& define : model_.defines) {
    if (define.broken || read_.contains(define.item)) continue;
    Type type = type_of(define.of);
    KindSet wider = type.kinds;
    for (const Define& other : model_.defines) {  // for a narrower kind another one is read
      if (other.name == define.name && other.of != define.of && type_of(other.of).kinds.count() < type.kinds.count())
        wider &= ~type_of(other.of).kinds;
    }
    if (wider.any()) type.kinds = wider;
    int slots = 1;
    Scope scope;
    scope.slots = &slots;
    DefineBody(define, define.of.empty() ? nullptr : MakeSlot(0, type, define.item->name.span), scope,
               define.item->name.span);
  }
  for (const Predicate& predicate : model_.predicates) {
    const Type type = type_of(predicate.of);
    if (type.cls == Class::kNone || read_.contains(predicate.item)) continue;
    int slots = 1;
    Scope scope;
    scope.slots = &slots;
    PredicateBody(predicate, 0, type, scope);
  }
  // What nothing uses leaves no trace in the program.
  for (size_t z = 0; z < open.size(); ++z) model_.zones[z].open = open[z];
  model_.place_words.resize(place_words);
}

}  // namespace reeve::sema
