// What is written whole and sound, and nothing can come of it: a flag that is never set, a figure that is never put
// down, a score that pays nothing. Only where that is certain, whatever options are chosen: what stands under an `if`
// is looked at by its words.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "compiler/sema/checker.h"

namespace reeve::sema {
namespace {

using ast::Clause;
using ast::Effect;
using ast::Item;

void ForClauses(const std::vector<Clause>& clauses, const auto& visit) {
  for (const Clause& clause : clauses) {
    visit(clause);
    ForClauses(clause.body, visit);
  }
}

void ForItems(const std::vector<Item>& items, const auto& visit) {
  for (const Item& item : items) {
    visit(item);
    ForItems(item.items, visit);
  }
}

bool Within(Span inner, Span outer) {
  return inner.file == outer.file && outer.begin <= inner.begin && inner.end <= outer.end;
}
bool WithinAny(Span inner, const std::vector<Span>& outer) {
  return std::ranges::any_of(outer, [&](Span span) { return Within(inner, span); });
}

// Whether one of the lines adds to what is paid.
bool HasRows(const std::vector<Clause>& clauses) {
  bool rows = false;
  ForClauses(clauses, [&](const Clause& clause) {
    rows = rows || clause.kind == Clause::Kind::kSum ||
           (clause.kind == Clause::Kind::kRow && clause.row->verb != ast::Row::Verb::kCount);
  });
  return rows;
}

}  // namespace

void Checker::FindIdle() {
  if (sink_.HasErrors()) return;
  for (const ast::File* file : linked_.files) FindContrary(file->items, {});
  const std::set<int> asked = AskedForUse();
  if (asked.empty()) return;
  FindNeverOn(asked);
  FindHalfUsed(asked);
  FindNeverInPlay(asked);
  FindPaysNothing(asked);
  FindSaysNothing(asked);
}

// --- conditions that never hold ------------------------------------------------------------------------
// The parts of a condition that all have to hold.
namespace {
void Conjuncts(const ast::Cond& cond, std::vector<const ast::Cond*>& all) {
  if (cond.kind != ast::Cond::Kind::kAnd) return all.push_back(&cond);
  Conjuncts(*cond.lhs, all);
  Conjuncts(*cond.rhs, all);
}
}  // namespace

// `known`: the conditions that an item or a line stands under. An option has one value, so two that ask for different
// ones leave nothing.
void Checker::FindContrary(const std::vector<Item>& items, const std::vector<const ast::Cond*>& known) {
  for (const Item& item : items) {
    std::vector<const ast::Cond*> inner = known;
    if (item.cond != nullptr && item.kind == Item::Kind::kIf) AddCondition(*item.cond, inner);
    FindContrary(item.items, inner);
    FindContrary(item.clauses, inner);
  }
}

void Checker::FindContrary(const std::vector<Clause>& clauses, std::vector<const ast::Cond*> known) {
  for (const Clause& clause : clauses) {
    if (clause.kind == Clause::Kind::kIf) AddCondition(*clause.cond, known);
    std::vector<const ast::Cond*> inner = known;
    if (clause.kind == Clause::Kind::kBranch) AddCondition(*clause.cond, inner);
    FindContrary(clause.body, inner);
  }
}

void Checker::AddCondition(const ast::Cond& cond, std::vector<const ast::Cond*>& known) {
  const auto value = [](const ast::Cond& is) {
    return is.is_integer ? std::to_string(is.is_integer->value) : is.is_ref != nullptr ? is.is_ref->head.text : "";
  };
  std::vector<const ast::Cond*> parts;
  Conjuncts(cond, parts);
  for (const ast::Cond* part : parts) {
    if (part->kind != ast::Cond::Kind::kIs || part->ref == nullptr || !part->ref->parts.empty()) continue;
    const std::string& option = part->ref->head.text;
    if (!model_.options.contains(option)) continue;
    for (const ast::Cond* other : known) {
      if (other->ref->head.text != option || (part->negated && other->negated) ||
          (value(*part) == value(*other)) == (part->negated == other->negated))
        continue;
      sink_
          .Report(Code::kW22, part->span,
                  fmt::format("Nothing can make this true where the other condition is true: \"{}\" has one value.",
                              option))
          .With(other->span, "the other");
      break;
    }
    known.push_back(part);
  }
}

// Whether a thing that is moved to a spot chosen before is narrowed to where its kind stands.
bool Checker::StandsWhereItMay(const Rule& rule, const Term* target) const {
  return target->kind == TermKind::kSlot && std::ranges::any_of(rule.head, [&](const HeadLine& line) {
           return line.slot == static_cast<int>(target->number) && FindTerm(line.set, TermKind::kCanStand) != nullptr;
         });
}

// On what features things of each kind can come to lie: where their kind says, where they are printed, and where a rule
// puts them.
std::vector<KindSet> Checker::WhereKindsLie() const {
  KindSet all;
  all.set();
  std::vector<KindSet> where(model_.kinds.size());
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    const Kind& kind = model_.kinds[k];
    if (!kind.on_said || !kind.in.empty()) where[k] = all;
    for (const ast::Name& name : kind.on) {
      const auto on = model_.kind_by_name.find(name.text);
      if (on != model_.kind_by_name.end()) where[k] |= Closure(on->second);
      if (on == model_.kind_by_name.end() || model_.kinds[static_cast<size_t>(on->second)].cls != Class::kFeature)
        where[k] = all;  // on a tile, on another figure: that may lie anywhere
    }
  }
  for (const Tile& tile : model_.tiles) {
    for (const Tile::Segment& segment : tile.segments) {
      for (const auto& [kind, attributes] : segment.marks)
        where[static_cast<size_t>(kind)].set(static_cast<size_t>(segment.kind));
    }
  }
  for (const Rule& rule : model_.rules) {
    for (const EffectLine& effect : rule.effects) {
      const bool bag = effect.kind == Effect::Kind::kDraw && effect.id >= 0;
      if ((!bag && effect.kind != Effect::Kind::kMove) || effect.target == nullptr) continue;
      const Type& to = effect.target->type;
      const bool feature = to.cls == Class::kSegment || to.cls == Class::kFeature;
      if (StandsWhereItMay(rule, effect.target)) continue;
      const KindSet moved = !bag ? effect.set->type.kinds
                            : model_.zones[static_cast<size_t>(effect.id)].of >= 0
                                ? Closure(model_.zones[static_cast<size_t>(effect.id)].of)
                                : KindSet();
      for (size_t k = 0; k < where.size(); ++k) {
        if (moved[k]) where[k] |= feature ? to.kinds : all;
      }
    }
  }
  return where;
}

// `any dog on field`, where a dog is never put on a field. What a phrase of a definition or of a modifier for several
// scores means is different from one to the next: it has to be so for all of them.
void Checker::FindNeverOn(const std::set<int>& asked) {
  std::set<int32_t> files;
  for (const int ruleset : asked) files.insert(linked_.files[static_cast<size_t>(ruleset)]->source);
  KindSet made;  // what is there under the feet of those who stand
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    if (!model_.kinds[k].from.empty()) made |= Closure(static_cast<int>(k));
  }
  for (const Rule& rule : model_.rules) {
    for (const EffectLine& effect : rule.effects) {
      if (effect.kind == Effect::Kind::kTurn && effect.id >= 0) made |= Closure(effect.id);
    }
  }
  const std::vector<KindSet> where = WhereKindsLie();
  std::map<Span, std::pair<const OnUse*, bool>> phrases;
  WordPlaces words;
  for (const OnUse& use : on_uses_) {
    if (!files.contains(use.span.file)) continue;
    bool never = use.kinds.any() && use.on.any() && (use.on & made).none();
    for (size_t k = 0; k < where.size(); ++k) {
      if (!use.kinds[k] && !use.on[k]) continue;
      const int of = model_.kinds[k].ruleset;
      never = never && (of < 0 || !linked_.words_only[static_cast<size_t>(of)]) &&
              (!use.kinds[k] || (where[k] & use.on).none());
    }
    const auto [at, fresh] = phrases.try_emplace(use.span, &use, never);
    if (!fresh) at->second.second = at->second.second && never;
    for (size_t k = 0; k < where.size() && never; ++k) {
      if (use.kinds[k]) AddWords(model_.kinds[k], words);
    }
  }
  if (words.empty()) return;
  FindWords(words);
  const std::vector<Span> maybe = MaybeRead();
  for (const auto& [span, phrase] : phrases) {
    const auto& [use, never] = phrase;
    bool unsure = !never;
    for (size_t k = 0; k < where.size() && !unsure; ++k)
      unsure = use->kinds[k] && IsSpokenOf(model_.kinds[k], words, maybe);
    if (unsure) continue;
    size_t one = 0;
    while (!use->kinds[one]) ++one;
    std::vector<std::string> on;
    for (const ast::Name& name : model_.kinds[one].on) on.push_back(name.text);
    sink_.Report(Code::kW22, span,
                 fmt::format("There are none: {} is on {}, never on {}.", A(model_.kinds[one].name),
                             fmt::join(on, ", "), A(TypeText({Class::kFeature, false, use->on, kAnyKind}))));
  }
}

// --- what is half used ---------------------------------------------------------------------------------
// Flags, numbers and links that rules ask for and none sets, or that they set and none asks for. What a ruleset does
// under an `if` that does not hold, and what a scenario looks at, counts as well.
void Checker::FindHalfUsed(const std::set<int>& asked) {
  std::map<const Item*, std::vector<Span>> sets;
  WordPlaces words;
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind != Item::Kind::kState || !asked.contains(ruleset)) continue;
    sets.try_emplace(item);
    words.try_emplace(item->name.text);
  }
  if (sets.empty()) return;
  FindWords(words);
  const auto look = [&](const Clause& clause) {
    if (clause.kind != Clause::Kind::kThen || !clause.effect || clause.effect->kind != Effect::Kind::kBecomes) return;
    const Effect& effect = *clause.effect;
    for (auto& [state, places] : sets) {
      const ast::Ref* named = state->word == "flag" ? effect.expr->ref.get() : effect.ref.get();
      if (named != nullptr && named->head.text == state->name.text) places.push_back(effect.span);
    }
  };
  for (const ast::File* file : linked_.files)
    ForItems(file->items, [&](const Item& item) { ForClauses(item.clauses, look); });
  for (const State& state : model_.states) {
    if (!sets.contains(state.item)) continue;
    const std::vector<Span>& set = sets[state.item];
    const bool read = std::ranges::any_of(words[state.name],
                                          [&](Span place) { return place != state.span && !WithinAny(place, set); });
    if (read == !set.empty()) continue;  // or nothing speaks of it, which is said
    const std::string owner = state.item->on ? state.item->on->text : "game";
    const bool flag = state.result == Class::kTruth;
    const std::string line = flag                          ? fmt::format("then {} is now {}", owner, state.name)
                             : state.owner == Class::kGame ? fmt::format("then {} is now ...", state.name)
                                                           : fmt::format("then {} of {} is now ...", state.name, owner);
    if (read) {
      sink_.Report(
          Code::kW55, state.span,
          fmt::format("Nothing sets the {} \"{}\", so it {}. A rule does with \"{}\".", state.item->word, state.name,
                      flag                             ? "never holds"
                      : state.result == Class::kNumber ? "is always 0"
                                                       : "always leads to nothing",
                      line));
    } else {
      sink_
          .Report(Code::kW55, state.span,
                  fmt::format("The {} \"{}\" is set, and nothing asks for it, so it changes nothing.", state.item->word,
                              state.name))
          .With(set.front(), "set here");
    }
  }
}

// --- kinds that never come into play -------------------------------------------------------------------
// What is printed on tiles or comes out of a bag.
KindSet Checker::KindsDealt() const {
  KindSet dealt;
  const auto printed = [&](const auto& marks) {
    for (const auto& [kind, attributes] : marks) dealt.set(static_cast<size_t>(kind));
  };
  for (const Tile& tile : model_.tiles) {
    printed(tile.marks);
    for (const Tile::Segment& segment : tile.segments) printed(segment.marks);
  }
  for (const Zone& zone : model_.zones) {
    if (zone.of >= 0) dealt |= Closure(zone.of);
  }
  return dealt;
}

// The kinds of which there is one: dealt, of a segment, in a supply, made of others.
KindSet Checker::KindsThere() const {
  KindSet there = KindsDealt();
  for (const Tile& tile : model_.tiles) {
    for (const Tile::Segment& segment : tile.segments) there.set(static_cast<size_t>(segment.kind));
  }
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    const Kind& kind = model_.kinds[k];
    const bool one = kind.neutral && kind.supply < 0 && kind.cls == Class::kFigure;
    if (kind.supply > 0 || one || !kind.in.empty() || !kind.from.empty()) there.set(k);
    for (const int made : {kind.adds, kind.parts}) {
      if (made >= 0) there |= Closure(made);
    }
  }
  for (const Rule& rule : model_.rules) {
    for (const EffectLine& effect : rule.effects) {
      if (effect.kind == Effect::Kind::kTurn && effect.id >= 0) there |= Closure(effect.id);
    }
  }
  return there;
}

// Those that come to lie somewhere else than in the supply: what is printed or drawn, what begins in a zone, what a
// rule or an offer moves.
KindSet Checker::KindsThatCome() const {
  KindSet come = KindsThere();
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    if (model_.kinds[k].cls != Class::kFeature && model_.kinds[k].in.empty()) come.reset(k);
  }
  come |= KindsDealt();
  for (const Rule& rule : model_.rules) {
    for (const EffectLine& effect : rule.effects) {
      const bool moves = effect.kind == Effect::Kind::kMove || effect.kind == Effect::Kind::kGive ||
                         effect.kind == Effect::Kind::kDeal;
      if (moves && effect.set != nullptr) come |= effect.set->type.kinds;
    }
  }
  // A rule may ask how many are left in the supply, and pay for that.
  for (const Term& term : model_.terms) {
    const bool left = term.kind == TermKind::kRelated && (term.number == static_cast<int>(RelationId::kFigureInZone) ||
                                                          term.number == static_cast<int>(RelationId::kMarkerInZone));
    if (left) come |= term.type.kinds;
  }
  return come;
}

// Where things may stand that were not read, because a condition does not hold, and scenarios.
std::vector<Span> Checker::MaybeRead() const {
  std::vector<Span> spans;
  for (const ast::File* file : linked_.files) {
    for (const Item& item : file->items) {
      const bool then = item.kind == Item::Kind::kModify && std::ranges::any_of(item.clauses, [](const Clause& clause) {
                          return clause.kind == Clause::Kind::kThen;
                        });
      if (then || item.kind == Item::Kind::kIf || item.kind == Item::Kind::kScenario) spans.push_back(item.span);
    }
  }
  for (const Rule& rule : model_.rules) {
    if (rule.dropped) spans.push_back(rule.item->span);
  }
  return spans;
}

void Checker::AddWords(const Kind& kind, WordPlaces& words) {
  for (const std::string* word : {&kind.name, &kind.plural}) words.try_emplace(*word);
}

// Whether one of its words, which were looked for, stands in one of the places.
bool Checker::IsSpokenOf(const Kind& kind, const WordPlaces& words, const std::vector<Span>& within) {
  return std::ranges::any_of(std::array{&kind.name, &kind.plural}, [&](const std::string* word) {
    return std::ranges::any_of(words.at(*word), [&](Span place) { return WithinAny(place, within); });
  });
}

void Checker::FindNeverInPlay(const std::set<int>& asked) {
  const KindSet there = KindsThere(), come = KindsThatCome();
  std::vector<std::pair<const Kind*, bool>> idle;  // whether there is none
  WordPlaces words;
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    const Kind& kind = model_.kinds[k];
    if (kind.item == nullptr || kind.supply == 0 || !asked.contains(kind.ruleset)) continue;
    const KindSet all = Closure(static_cast<int>(k));
    const bool none = (all & there).none();
    if (!none && (all & come).any()) continue;
    idle.emplace_back(&kind, none);
    for (const Kind* at = &kind; at != nullptr;
         at = at->like >= 0 ? &model_.kinds[static_cast<size_t>(at->like)] : nullptr)
      AddWords(*at, words);
  }
  if (idle.empty()) return;
  FindWords(words);
  const std::vector<Span> maybe = MaybeRead();
  for (const auto& [kind, none] : idle) {
    bool unsure = std::ranges::any_of(sink_.all(), [&, at = kind->span](const Diagnostic& said) {
      return said.code == Code::kW55 && said.span == at;
    });
    for (const Kind* at = kind; at != nullptr && !unsure;
         at = !none && at->like >= 0 ? &model_.kinds[static_cast<size_t>(at->like)] : nullptr)
      unsure = IsSpokenOf(*at, words, maybe);
    if (unsure) continue;
    std::string text;
    if (kind->cls == Class::kFeature)
      text = fmt::format("There are never any {}: no tile shows one, and nothing turns into one.", kind->plural);
    else if (none && kind->cls == Class::kMarker)
      text = fmt::format(
          "There are never any {}: no tile shows one, no bag holds one, and there is no supply. Write how many there "
          "are, as in \"supply 3\".",
          kind->plural);
    else if (none)
      text = fmt::format("There are never any {}: nobody has one. Write how many each player has, as in \"supply 1\".",
                         kind->plural);
    else
      text = fmt::format(
          "Nothing puts {} anywhere, so they stay in the supply. Write an offer or a rule with \"then move {} to "
          "...\".",
          kind->plural, kind->name);
    sink_.Report(Code::kW55, kind->span, text);
  }
}

// --- rules that do nothing -----------------------------------------------------------------------------
// Whether another rule runs before or after the scoring.
bool Checker::IsHungOn(int score) const {
  return std::ranges::any_of(model_.rules, [score](const Rule& rule) {
    return std::ranges::find(rule.before_of, score) != rule.before_of.end() ||
           std::ranges::find(rule.after_of, score) != rule.after_of.end();
  });
}

// Scores without a row, in themselves or by a modifier. One that others hang on says who wins.
void Checker::FindPaysNothing(const std::set<int>& asked) {
  std::set<std::string> modified;
  for (const ast::File* file : linked_.files) {
    ForItems(file->items, [&](const Item& item) {
      if (item.kind != Item::Kind::kModify || !HasRows(item.clauses)) return;
      for (const ast::Name& name : item.names) modified.insert(name.text);
    });
  }
  for (size_t r = 0; r < model_.rules.size(); ++r) {
    const Rule& rule = model_.rules[r];
    const bool does = HasRows(rule.item->clauses) || std::ranges::any_of(rule.item->clauses, [](const Clause& clause) {
                        using K = Clause::Kind;
                        return clause.kind == K::kThen || clause.kind == K::kChoose || clause.kind == K::kMay;
                      });
    bool more = modified.contains(rule.name);
    for (const int group : rule.groups)
      more = more || modified.contains(model_.groups[static_cast<size_t>(group)].name);
    if (!rule.IsScore() || rule.dropped || does || more || !asked.contains(rule.ruleset) ||
        IsHungOn(static_cast<int>(r)))
      continue;
    sink_.Report(
        Code::kW22, rule.span,
        fmt::format("{} pays nothing: it has no row. Write below its \"for\" line what is paid: points 3 \"label\".",
                    rule.name));
  }
}

// Modifiers that say when and not what.
void Checker::FindSaysNothing(const std::set<int>& asked) {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind != Item::Kind::kModify || item->clauses.empty() || !item->props.empty() || !asked.contains(ruleset))
      continue;
    bool when = false, what = false;  // one that only cites says where a figure's votes are written, for example
    for (const Clause& clause : item->clauses) {
      using K = Clause::Kind;
      const bool condition = clause.kind == K::kIf || clause.kind == K::kOver || clause.kind == K::kOrder;
      when = when || condition;
      what = what || (!condition && clause.kind != K::kCite && clause.kind != K::kAllow);
    }
    if (!when || what) continue;
    sink_.Report(Code::kW22, item->names.front().span,
                 "This modifier changes nothing: it says when, and not what. Write the row below: extra 3 \"label\".");
  }
}

}  // namespace reeve::sema
