// Numbers and conditions.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/checker.h"

namespace reeve::sema {

const Term* Checker::ResolveOne(const ast::Ref& ref, Scope& scope) {
  const Term* term = ResolveRef(ref, scope, Mode::kThing);
  if (term == nullptr || !term->type.set) return term;
  // `owner of followers on city` may be one; `cities` are several.
  using K = TermKind;
  for (const K kind : {K::kAll, K::kRelated, K::kOwnedBy, K::kIntersect, K::kWhere, K::kPlayers, K::kWinners}) {
    if (term->kind != kind) continue;
    Several(ref, term);
    return nullptr;
  }
  return AsOne(term, ref.span, ref.head.text);
}

const Term* Checker::ResolveNumber(const ast::Expr& expr, Scope& scope) {
  const Term* term = ResolveExpr(expr, scope);
  if (term == nullptr) return nullptr;
  if (term->type.cls == Class::kNumber && !term->type.set) return term;
  std::string text = term->type.set ? fmt::format("A number is needed here, and these are {}.", TypeText(term->type))
                                    : fmt::format("A number is needed here, and this is {}.", A(TypeText(term->type)));
  if (term->type.set) text += " Write \"number of\" before it.";
  auto& report = sink_.Report(Code::kE46, expr.span, text);
  if (term->type.set) report.Fix({expr.span.file, expr.span.begin, expr.span.begin}, "number of ", "count them");
  return nullptr;
}

const Term* Checker::ResolveExpr(const ast::Expr& expr, Scope& scope) {
  using Kind = ast::Expr::Kind;
  switch (expr.kind) {
    case Kind::kInteger:
      return MakeNumber(expr.integer, Type::Number(), expr.span);
    case Kind::kRef:
      return ResolveRef(*expr.ref, scope, Mode::kThing);
    case Kind::kNegate: {
      const Term* a = ResolveNumber(*expr.lhs, scope);
      if (a != nullptr && a->kind == TermKind::kNumber) return MakeNumber(-a->number, Type::Number(), expr.span);
      return MakeUnary(TermKind::kNeg, a, Type::Number(), expr.span);
    }
    case Kind::kMultiply:
    case Kind::kAdd:
    case Kind::kSubtract: {
      const Term* a = ResolveNumber(*expr.lhs, scope);
      const Term* b = ResolveNumber(*expr.rhs, scope);
      const TermKind kind = expr.kind == Kind::kMultiply ? TermKind::kMul
                            : expr.kind == Kind::kAdd    ? TermKind::kAdd
                                                         : TermKind::kSub;
      return MakeBinary(kind, a, b, Type::Number(), expr.span);
    }
    case Kind::kNumberOf: {
      const Term* set = AsSet(Things(ResolvePhrase(expr.phrase, scope, Mode::kNoun)));
      return MakeSize(TermKind::kCount, set, expr.span);
    }
    case Kind::kSumOver:
    case Kind::kLargest:
    case Kind::kSmallest:
      return ResolveOver(expr, scope);
    case Kind::kHalf: {
      const Term* a = ResolveNumber(*expr.lhs, scope);
      if (a == nullptr) return nullptr;
      Term term;
      term.kind = TermKind::kHalf;
      term.type = Type::Number();
      term.a = a;
      term.number = expr.round_up ? 1 : 0;
      term.span = expr.span;
      return model_.Make(term);
    }
    case Kind::kTable: {
      const Term* a = ResolveNumber(*expr.lhs, scope);
      if (a == nullptr) return nullptr;
      TableInfo table;
      int64_t last = INT64_MIN;
      for (const auto& row : expr.rows) {
        if (row.up_to <= last) {
          sink_.Report(Code::kE48, expr.span,
                       "The limits of a table must grow from row to row: \"up to 3\", then \"up to 6\".");
          return nullptr;
        }
        last = row.up_to;
        table.rows.push_back({static_cast<int32_t>(row.up_to), static_cast<int32_t>(row.value)});
      }
      table.more = static_cast<int32_t>(expr.more);
      Term term;
      term.kind = TermKind::kTable;
      term.type = Type::Number();
      term.a = a;
      term.number = static_cast<int64_t>(model_.tables.size());
      term.span = expr.span;
      model_.tables.push_back(std::move(table));
      return model_.Make(term);
    }
    case Kind::kValueOf:
      return ResolveValueOf(expr, scope);
  }
  return nullptr;
}

// sum of E over S; largest E over S; smallest E over S
const Term* Checker::ResolveOver(const ast::Expr& expr, Scope& scope) {
  std::string bound;
  const Term* set = AsSet(Things(ResolvePhrase(expr.phrase, scope, Mode::kEither, &bound)));
  if (set == nullptr) return nullptr;
  Scope inner = scope;
  const int slot = NewSlot(scope, expr.span);
  inner.bindings.push_back({bound, slot, set->type.AsOne()});
  const Term* body = ResolveNumber(*expr.lhs, inner);
  if (body == nullptr) return nullptr;
  Term term;
  term.kind = expr.kind == ast::Expr::Kind::kSumOver   ? TermKind::kSum
              : expr.kind == ast::Expr::Kind::kLargest ? TermKind::kLargest
                                                       : TermKind::kSmallest;
  term.type = Type::Number();
  term.a = set;
  term.b = body;
  term.number = slot;
  term.span = expr.span;
  return model_.Make(term);
}

const Term* Checker::ResolveValueOf(const ast::Expr& expr, Scope& scope) {
  const Term* subject = ResolveOne(*expr.ref, scope);
  if (subject == nullptr) return nullptr;
  const Term* player = nullptr;
  if (expr.to != nullptr) {
    player = ResolveOne(*expr.to, scope);
    if (player == nullptr) return nullptr;
  }
  const std::vector<int> rules = RulesNamed(expr.name, true, false);
  if (rules.empty()) return nullptr;
  const int rule = FindRule(expr.name.text);
  score_uses_.push_back({rule, rule < 0 ? FindGroup(expr.name.text) : -1, subject->type, expr.span});
  Term term;
  term.kind = TermKind::kValueOf;
  term.type = Type::Number();
  term.a = subject;
  term.b = player;
  term.rules = rules;
  term.number = NewSlot(scope, expr.span);  // where the subject is kept
  term.span = expr.span;
  return model_.Make(term);
}

const Term* Checker::ResolveCond(const ast::Cond& cond, Scope& scope) {
  using Kind = ast::Cond::Kind;
  switch (cond.kind) {
    case Kind::kNot:
      return MakeNot(ResolveCond(*cond.lhs, scope));
    case Kind::kAnd:
    case Kind::kOr: {
      const bool both = cond.kind == Kind::kAnd;
      const Term* a = ResolveCond(*cond.lhs, scope);
      const Term* b = ResolveCond(*cond.rhs, scope);
      if (a == nullptr || b == nullptr) return nullptr;
      if (both || Same(a, b)) AmongOthers(b, {a});
      // Conditions of options are decided here: what is left is what the game has to ask.
      for (const Term* side : {a, b}) {
        if (side->kind != TermKind::kNumber) continue;
        const Term* other = side == a ? b : a;
        return (side->number != 0) == both ? other : side;
      }
      return MakeBinary(both ? TermKind::kAnd : TermKind::kOr, a, b, Type::Truth(), cond.span);
    }
    case Kind::kAny:
    case Kind::kNo: {
      const Term* set = ResolvePhrase(cond.phrase, scope, Mode::kNoun);
      if (set == nullptr) return nullptr;
      const Term* any = set->kind == TermKind::kOptions ? set : MakeSize(TermKind::kAny, AsSet(set), cond.span);
      return cond.kind == Kind::kAny ? any : MakeNot(any);
    }
    case Kind::kPlaying: {
      const auto at = std::find(model_.rulesets.begin(), model_.rulesets.end(), cond.name.text);
      if (at == model_.rulesets.end()) CheckPlayed(cond.name, library_, sink_);
      const bool playing =
          at != model_.rulesets.end() && !model_.words_only[static_cast<size_t>(at - model_.rulesets.begin())];
      return MakeNumber(playing, Type::Truth(), cond.span);
    }
    case Kind::kCompare: {
      const Term* a = ResolveExpr(*cond.left, scope);
      const Term* b = ResolveExpr(*cond.right, scope);
      if (a == nullptr || b == nullptr) return nullptr;
      if (cond.op == "=" && (a->type.cls != Class::kNumber || b->type.cls != Class::kNumber)) {
        a = AsOne(a, cond.left->span, "");
        b = AsOne(b, cond.right->span, "");
        if (a->type.cls != b->type.cls) {
          sink_.Report(
              Code::kE46, cond.span,
              fmt::format("This is never true: one is {}, the other {}.", A(TypeText(a->type)), A(TypeText(b->type))));
          return nullptr;
        }
        return MakeBinary(TermKind::kEqual, a, b, Type::Truth(), cond.span);
      }
      a = ResolveNumber(*cond.left, scope);
      b = ResolveNumber(*cond.right, scope);
      if (a == nullptr || b == nullptr) return nullptr;
      NeverOrAlways(cond, a, b);
      if (cond.op == "=") return MakeBinary(TermKind::kEqual, a, b, Type::Truth(), cond.span);
      if (cond.op == "<") return MakeBinary(TermKind::kLess, a, b, Type::Truth(), cond.span);
      if (cond.op == ">") return MakeBinary(TermKind::kLess, b, a, Type::Truth(), cond.span);
      if (cond.op == "<=") return MakeNot(MakeBinary(TermKind::kLess, b, a, Type::Truth(), cond.span));
      return MakeNot(MakeBinary(TermKind::kLess, a, b, Type::Truth(), cond.span));
    }
    case Kind::kIs:
      return ResolveIs(cond, scope);
  }
  return nullptr;
}

// An option with a value, decided when linking.
const Term* Checker::IsOption(const ast::Cond& cond, const OptionValue& option) {
  const std::string value = cond.is_integer          ? std::to_string(cond.is_integer->value)
                            : cond.is_ref != nullptr ? cond.is_ref->head.text
                                                     : "";
  std::vector<std::string> values;
  for (const auto& alternative : option.item->values) values.push_back(ast::TextOf(alternative));
  if (std::find(values.begin(), values.end(), value) == values.end()) {
    sink_
        .Report(
            Code::kE43, cond.span,
            fmt::format("\"{}\" is never \"{}\". It can be: {}.", cond.ref->head.text, value, fmt::join(values, ", ")))
        .With(option.item->name.span, "declared here");
    return nullptr;
  }
  return MakeNumber((option.value == value) != cond.negated, Type::Truth(), cond.span);
}

const Term* Checker::IsMultiple(const ast::Cond& cond, const Term* number) {
  if (number == nullptr) return nullptr;
  if (cond.multiple_of->value <= 0) {
    sink_.Report(Code::kE48, cond.multiple_of->span, "Nothing is a multiple of 0.");
    return nullptr;
  }
  if (number->type.cls != Class::kNumber) {
    sink_.Report(Code::kE46, number->span,
                 fmt::format("A number is needed here, and this is {}.", A(TypeText(number->type))));
    return nullptr;
  }
  Term term;
  term.kind = TermKind::kMultiple;
  term.a = number;
  term.number = cond.multiple_of->value;
  term.type = Type::Truth();
  term.span = cond.span;
  const Term* result = model_.Make(term);
  return cond.negated ? MakeNot(result) : result;
}

const Term* Checker::ResolveIs(const ast::Cond& cond, Scope& scope) {
  if (cond.ref == nullptr) return IsMultiple(cond, ResolveNumber(*cond.left, scope));
  const auto option = model_.options.find(cond.ref->head.text);
  const bool bound = std::any_of(scope.bindings.begin(), scope.bindings.end(),
                                 [&](const Binding& b) { return b.name == cond.ref->head.text; });
  if (option != model_.options.end() && cond.ref->parts.empty() && !bound) return IsOption(cond, option->second);
  const Term* thing = ResolveOne(*cond.ref, scope);
  if (thing == nullptr) return nullptr;
  const Term* result = nullptr;
  if (cond.multiple_of) return IsMultiple(cond, thing);
  if (cond.is_integer) {
    if (thing->type.cls != Class::kNumber) {
      sink_.Report(Code::kE46, cond.ref->span,
                   fmt::format("A number is needed here, and this is {}.", A(TypeText(thing->type))));
      return nullptr;
    }
    result =
        MakeBinary(TermKind::kEqual, thing, MakeNumber(cond.is_integer->value, Type::Number(), cond.is_integer->span),
                   Type::Truth(), cond.span);
  } else {
    const ast::Ref& what = *cond.is_ref;
    bool known = false;
    if (what.parts.empty()) result = IsWord(thing, what.head, scope, &known);
    if (known && result == nullptr) return nullptr;
    if (!known) {
      const Term* other = ResolveOne(what, scope);
      if (other == nullptr) return nullptr;
      result = KindNamedBy(thing, other, cond.span);
      if (result != nullptr) return cond.negated ? MakeNot(result) : result;
      if (other->type.cls != thing->type.cls) {
        sink_.Report(Code::kE46, cond.span,
                     fmt::format("This is never true: one is {}, the other {}.", A(TypeText(thing->type)),
                                 A(TypeText(other->type))));
        return nullptr;
      }
      result = MakeBinary(TermKind::kEqual, thing, other, Type::Truth(), cond.span);
    }
  }
  return cond.negated ? MakeNot(result) : result;
}

// kind of segment is ATTRIBUTE of marker, where the words of the attribute are names of kinds; nullptr where they are
// not.
const Term* Checker::KindNamedBy(const Term* kind, const Term* attribute, Span span) {
  if (kind->type.cls != Class::kKind || attribute->kind != TermKind::kAttribute || attribute->type.cls != Class::kText)
    return nullptr;
  const auto& words =
      model_.kinds[static_cast<size_t>(attribute->extra)].attributes[static_cast<size_t>(attribute->number)].words;
  const Term* any = nullptr;
  for (size_t i = 0; i < words.size(); ++i) {
    const auto named = model_.kind_by_name.find(words[i]);
    if (named == model_.kind_by_name.end()) return nullptr;
    Term is;
    is.kind = TermKind::kIsKind;
    is.a = kind;
    is.kinds = Closure(named->second);
    is.type = Type::Truth();
    is.span = span;
    const Term* both =
        MakeAnd(MakeBinary(TermKind::kEqual, attribute, MakeNumber(static_cast<int64_t>(i), attribute->type, span),
                           Type::Truth(), span),
                model_.Make(is));
    any = any == nullptr ? both : MakeBinary(TermKind::kOr, any, both, Type::Truth(), span);
  }
  return any;
}

// "X is WORD": predicates of the engine and of rulesets, flags, kinds, values of attributes, cards, causes.
const Term* Checker::IsWord(const Term* thing, const ast::Name& word, Scope& scope, bool* known) {
  *known = true;
  const Class cls = thing->type.cls;
  const std::string& text = word.text;
  const auto constant = [&](int64_t value) {
    return MakeBinary(TermKind::kEqual, thing, MakeNumber(value, thing->type, word.span), Type::Truth(), word.span);
  };
  // A name that the rule has bound is that thing, whatever else the word means.
  for (const Binding& binding : scope.bindings) {
    if (binding.name == text) {
      *known = false;
      return nullptr;
    }
  }
  if (cls == Class::kFeature) {
    if (text == "completed") {
      if (!several_targets_) NeverCompleted(thing->type.kinds, word.span);
      return MakeUnary(TermKind::kIsCompleted, thing, Type::Truth(), word.span);
    }
    if (text == "closed") {
      return MakeNot(MakeSize(TermKind::kAny, OpenEnds(thing, scope, word.span), word.span));
    }
    const char* listed[] = {"settled", "extended", "due"};
    for (int i = 0; i < 3; ++i) {
      if (text != listed[i]) continue;
      Term list;
      list.kind = TermKind::kListed;
      list.number = i;
      list.type = thing->type.AsSet();
      list.span = word.span;
      return MakeBinary(TermKind::kContains, thing, model_.Make(list), Type::Truth(), word.span);
    }
  }
  if (cls == Class::kPlayer && text == "due") {
    return MakeUnary(TermKind::kIsDue, thing, Type::Truth(), word.span);
  }
  if (cls == Class::kFigure && text == "staying") {
    KindSet staying;
    for (size_t k = 0; k < model_.kinds.size(); ++k)
      if (model_.kinds[k].stays) staying.set(k);
    Term term;
    term.kind = TermKind::kIsKind;
    term.a = thing;
    term.kinds = staying;
    term.type = Type::Truth();
    term.span = word.span;
    return model_.Make(term);
  }
  if (cls == Class::kPiece && text == "drawn") {
    *known = false;
    return nullptr;
  }
  bool broken = false;
  for (const Predicate& predicate : model_.predicates) {
    if (predicate.word != text) continue;
    const auto noun = FindNoun(predicate.of);
    broken = broken || !noun;
    if (!noun || noun->cls != cls) continue;
    if (std::find(expanding_.begin(), expanding_.end(), predicate.item) != expanding_.end()) {
      ExplainedByItself(predicate.item);
      return nullptr;
    }
    if (TooLarge(word.span)) return nullptr;
    const int slot = thing->kind == TermKind::kSlot ? static_cast<int>(thing->number) : NewSlot(scope, word.span);
    const Term* body = PredicateBody(predicate, slot, thing->type, scope);
    if (body == nullptr) return nullptr;
    // It says nothing about things of other kinds.
    if (HasKinds(cls) && (thing->type.kinds & ~noun->kinds).any()) {
      Term is;
      is.kind = TermKind::kIsKind;
      is.a = MakeSlot(slot, thing->type, word.span);
      is.kinds = noun->kinds;
      is.type = Type::Truth();
      is.span = word.span;
      body = MakeAnd(model_.Make(is), body);
    }
    if (thing->kind == TermKind::kSlot) return body;
    Term let;
    let.kind = TermKind::kLet;
    let.number = slot;
    let.a = thing;
    let.b = body;
    let.type = Type::Truth();
    let.span = word.span;
    return model_.Make(let);
  }
  if (broken) return nullptr;  // it may be the one that was meant, and is reported
  for (size_t s = 0; s < model_.states.size(); ++s) {
    const State& state = model_.states[s];
    if (state.name != text || state.result != Class::kTruth) continue;
    if (state.owner != cls) {
      sink_.Report(
          Code::kE46, word.span,
          fmt::format("\"{}\" is a flag on {}; this is {}.", text, OwnerText(state), A(TypeText(thing->type))));
      return nullptr;
    }
    Term term;
    term.kind = TermKind::kState;
    term.number = static_cast<int>(s);
    term.a = thing;
    term.type = Type::Truth();
    term.span = word.span;
    return model_.Make(term);
  }
  if (cls == Class::kMarker) {
    // A token is what it was drawn as.
    for (const Card& card : model_.cards) {
      const int of = model_.zones[static_cast<size_t>(card.zone)].of;
      if (model_.kinds[static_cast<size_t>(card.kind)].name != text || of < 0 ||
          !thing->type.kinds[static_cast<size_t>(of)])
        continue;
      Term drawn;
      drawn.kind = TermKind::kProperty;
      drawn.number = static_cast<int>(PropertyId::kCardOfMarker);
      drawn.a = thing;
      drawn.type.cls = Class::kCard;
      drawn.type.kinds.set(static_cast<size_t>(card.kind));
      drawn.span = word.span;
      Term term;
      term.kind = TermKind::kIsKind;
      term.a = model_.Make(drawn);
      term.kinds.set(static_cast<size_t>(card.kind));
      term.type = Type::Truth();
      term.span = word.span;
      return model_.Make(term);
    }
  }
  if (cls == Class::kKind) {  // exactly that kind, not what is like it
    const auto kind = model_.kind_by_name.find(text);
    if (kind != model_.kind_by_name.end()) return constant(kind->second);
  }
  if (HasKinds(cls)) {
    const auto kind = model_.kind_by_name.find(text);
    if (kind != model_.kind_by_name.end()) {
      const Kind& info = model_.kinds[static_cast<size_t>(kind->second)];
      const Class of = cls == Class::kSegment ? Class::kFeature : cls;
      if (info.cls == of) {
        Term term;
        term.kind = TermKind::kIsKind;
        term.a = thing;
        term.kinds = Closure(kind->second);
        if ((term.kinds & thing->type.kinds).none() && !several_targets_) {
          sink_.Report(Code::kW22, word.span,
                       fmt::format("Nothing can make this true: {} is never {}.", A(TypeText(thing->type)), A(text)));
        }
        term.type = Type::Truth();
        term.span = word.span;
        return model_.Make(term);
      }
    }
  }
  if (cls == Class::kText && thing->kind == TermKind::kAttribute) {
    const auto& attribute =
        model_.kinds[static_cast<size_t>(thing->extra)].attributes[static_cast<size_t>(thing->number)];
    const auto at = std::find(attribute.words.begin(), attribute.words.end(), text);
    if (at != attribute.words.end()) return constant(at - attribute.words.begin());
    sink_.Report(
        Code::kE48, word.span,
        fmt::format("\"{}\" is never \"{}\". It can be: {}.", attribute.name, text, fmt::join(attribute.words, ", ")));
    return nullptr;
  }
  if (cls == Class::kNumber && thing->kind == TermKind::kGlobal &&
      thing->number == static_cast<int>(GlobalId::kCause)) {
    const char* causes[] = {"scored", "acted", "ruled"};
    for (int i = 0; i < 3; ++i)
      if (text == causes[i]) return constant(i);
  }
  if (cls == Class::kNumber && thing->kind == TermKind::kProperty &&
      thing->number == static_cast<int>(PropertyId::kMarkOfAward)) {
    const char* marks[] = {"earned", "stolen", "paid"};
    for (int i = 0; i < 3; ++i)
      if (text == marks[i]) return constant(i);
    sink_.Report(Code::kE48, word.span, fmt::format("A mark is never \"{}\". It can be: earned, stolen, paid.", text));
    return nullptr;
  }
  if (cls == Class::kCard) {
    // The same word can stand for cards of several decks.
    std::vector<std::string> can;
    for (const Card& card : model_.cards) {
      const Kind& kind = model_.kinds[static_cast<size_t>(card.kind)];
      if (!thing->type.kinds[static_cast<size_t>(card.kind)]) continue;
      can.push_back(kind.name);
      if (kind.name != text) continue;
      Term term;
      term.kind = TermKind::kIsKind;
      term.a = thing;
      term.kinds.set(static_cast<size_t>(card.kind));
      term.type = Type::Truth();
      term.span = word.span;
      return model_.Make(term);
    }
    sink_.Report(Code::kE48, word.span, fmt::format("No card here is called \"{}\".", text),
                 {text, can, fmt::format("There are: {}.", fmt::join(can, ", "))});
    return nullptr;
  }
  *known = false;
  return nullptr;
}

}  // namespace reeve::sema
