// What the rules as a whole give away: a value that could be two, a modifier that forgets half, things said twice or
// never used. Warnings and lints can be accepted with `allow CODE "reason"`.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "compiler/sema/checker.h"

namespace reeve::sema {
namespace {

using ast::Clause;
using ast::Item;

bool Cites(const Item& item) {
  return std::any_of(item.clauses.begin(), item.clauses.end(),
                     [](const Clause& clause) { return clause.kind == Clause::Kind::kCite; });
}

// Whether an item changes what is paid: the rules that a catalogue has rows for.
bool Pays(const Item& item) {
  using K = Clause::Kind;
  if (item.kind == Item::Kind::kRule) return item.word == "score";
  return item.kind == Item::Kind::kModify &&
         std::any_of(item.clauses.begin(), item.clauses.end(), [](const Clause& clause) {
           return clause.kind == K::kRow || clause.kind == K::kSum || clause.kind == K::kBranch ||
                  clause.kind == K::kFor || clause.kind == K::kTies;
         });
}

void ForEntries(const Quantity& quantity, const auto& visit) {
  for (const Entry& entry : quantity.entries) visit(entry);
  for (const Part& part : quantity.parts) ForEntries(*part.quantity, visit);
}

// The terms of a rule, but for those of its effects.
void ForTerms(const Rule& rule, const auto& visit) {
  const auto rows = [&](const Entry& row) {
    visit(row.guard);
    visit(row.amount);
    visit(row.per);
  };
  for (const HeadLine& line : rule.head) {
    visit(line.cond);
    visit(line.set);
    visit(line.chooser);
  }
  for (const Who& who : rule.who) {
    visit(who.guard);
    visit(who.set);
  }
  for (const Quantity& count : rule.counts) ForEntries(count, rows);
  ForEntries(rule.points, rows);
}

}  // namespace

void Checker::FindFindings() {
  CheckNevers();
  CheckScoreUses();
  if (sink_.HasErrors()) return;  // first things first
  FindHalfModifiers();
  FindHidden();
  FindLeftOut();
  FindUncited();
  FindUnused();
  FindNameless();
  FindNeverRun();
  FindWithoutScoring();
}

void Checker::CheckNevers() {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind != Item::Kind::kNever) continue;
    int slots = 0;
    Scope scope;
    scope.slots = &slots;
    scope.whole_game = true;
    const Term* set = ResolveSet(item->sets.front(), scope, Mode::kNoun);
    if (set == nullptr) continue;
    const Term* things = set;
    while (things->kind == TermKind::kWhere || things->kind == TermKind::kWithMost) things = things->a;
    if (things->kind == TermKind::kOne) things = things->a;
    if (!IsLookedFor(item->sets.front(), things)) continue;
    const ast::SetExpr& said = item->sets.front();
    if (said.where == nullptr && said.with_most == nullptr && said.phrase.set == nullptr) AlwaysThere(said, things);
    model_.nevers.push_back({item, set, slots});
  }
}

// Whether what stands behind `never` are things.
bool Checker::IsLookedFor(const ast::SetExpr& set, const Term* things) {
  switch (things->type.cls) {
    case Class::kSquare:
    case Class::kPiece:
    case Class::kSegment:
    case Class::kFeature:
    case Class::kFigure:
    case Class::kMarker:
    case Class::kPlayer:
    case Class::kPlace:
    case Class::kCard:
    case Class::kFit:
    case Class::kCorner:
    case Class::kEdge:
    case Class::kFitSegment:
    case Class::kJoining:
    case Class::kSpan:
      return true;
    case Class::kNone:
    case Class::kNumber:
    case Class::kTruth:
    case Class::kZone:
    case Class::kAward:
    case Class::kText:
    case Class::kKind:
    case Class::kGame:
    case Class::kStep:
      break;
  }
  const auto said = library_.sources().Text(set.phrase.span);
  std::string text =
      fmt::format("\"{}\" is {}, and behind \"never\" stand things.", said, A(ClassName(things->type.cls)));
  if (things->type.cls == Class::kZone && things->kind == TermKind::kNumber) {
    const Zone& zone = model_.zones[static_cast<size_t>(things->number)];
    const bool cards = zone.kind == ZoneKind::kDeck || zone.kind == ZoneKind::kBag;
    text = fmt::format("\"{}\" is where {} lie, and always there.", zone.name, cards ? "cards or tokens" : "things");
    if (!cards)
      text += fmt::format(" What never lies there is \"never {} in {}\".",
                          zone.kind == ZoneKind::kPile ? "pieces" : "figures", zone.name);
  } else if (things->type.cls == Class::kNumber && things->kind != TermKind::kNumber) {
    text += fmt::format(" Write what it is never: \"never players where {} > 100\".", said);
  }
  sink_.Report(Code::kE46, set.phrase.span, text);
  return false;
}

// `never active_player`, `never followers`: without a `where` it is broken in every game.
void Checker::AlwaysThere(const ast::SetExpr& set, const Term* things) {
  const auto is = [&](GlobalId id) {
    return things->kind == TermKind::kGlobal && things->number == static_cast<int>(id);
  };
  const auto owned = [&](const Kind& kind, size_t k) {
    return things->type.kinds[k] && kind.in.empty() && (kind.supply > 0 || (kind.neutral && kind.supply < 0));
  };
  const bool all = things->kind == TermKind::kAll;
  bool figures = false;
  for (size_t k = 0; k < model_.kinds.size(); ++k)
    figures = figures || (all && things->type.cls == Class::kFigure && owned(model_.kinds[k], k));
  const bool players = is(GlobalId::kActivePlayer) || is(GlobalId::kNextPlayer) || things->kind == TermKind::kPlayers;
  const bool pieces = is(GlobalId::kPlaced) || (all && things->type.cls == Class::kPiece);
  if (!figures && !players && !pieces) return;
  const std::string which =
      figures ? fmt::format("Say where there are none: \"never {} on ...\".", TypeText(things->type.AsSet()))
              : fmt::format("Say which there never are: \"never {} where ...\".", players ? "players" : "pieces");
  sink_.Report(Code::kW22, set.span,
               fmt::format("There is always {}{}. {}",
                           all       ? A(TypeText(things->type.AsOne()))
                           : players ? "a player"
                                     : "a piece",
                           figures ? ", if only in the supply" : "", which));
}

// What is scored out of its turn, or valued, is what the score is about.
void Checker::CheckScoreUse(const ScoreUse& use) {
  const std::vector<int> one{use.rule};
  bool some = false;
  for (const int rule : use.rule >= 0 ? one : model_.groups[static_cast<size_t>(use.group)].members) {
    const Type& scored = model_.rules[static_cast<size_t>(rule)].Scored();
    if (scored.cls == Class::kNone || model_.rules[static_cast<size_t>(rule)].dropped)
      return;  // said already, or of nothing
    some = some || (scored.cls == use.type.cls && (!HasKinds(scored.cls) || (scored.kinds & use.type.kinds).any()));
  }
  if (some) return;
  const std::string name = use.rule >= 0 ? model_.rules[static_cast<size_t>(use.rule)].name
                                         : model_.groups[static_cast<size_t>(use.group)].name;
  const std::string of =
      use.rule >= 0 ? fmt::format(" It is about {}.", A(TypeText(model_.rules[static_cast<size_t>(use.rule)].Scored())))
                    : "";
  sink_.Report(Code::kE46, use.span, fmt::format("{} has nothing to say about {}.{}", name, A(TypeText(use.type)), of));
}

// `value of GROUP for X` needs exactly one score of the group for each kind of X.
void Checker::CheckScoreUses() {
  for (const ScoreUse& use : score_uses_) {
    CheckScoreUse(use);
    if (use.group < 0) continue;
    const Group& group = model_.groups[static_cast<size_t>(use.group)];
    for (size_t i = 0; i < group.members.size(); ++i) {
      for (size_t k = i + 1; k < group.members.size(); ++k) {
        const Rule& a = model_.rules[static_cast<size_t>(group.members[i])];
        const Rule& b = model_.rules[static_cast<size_t>(group.members[k])];
        const KindSet both = a.subject.kinds & b.subject.kinds & use.type.kinds;
        // Two with conditions may exclude each other; one without a condition does not.
        if (a.dropped || b.dropped || both.none() || (a.applies != nullptr && b.applies != nullptr)) continue;
        size_t kind = 0;
        while (!both[kind]) ++kind;
        sink_
            .Report(Code::kE29, use.span,
                    fmt::format("The value of {} for {} could be two numbers: {} and {} both apply. One of them needs "
                                "a condition in its "
                                "\"each\" line, or has to leave the group.",
                                group.name, A(model_.kinds[kind].name), a.name, b.name))
            .With(a.span, "the one")
            .With(b.span, "the other");
      }
    }
  }
}

// modify road.completed, road.final, city.completed: whoever lists both of one and one of the other forgot a name.
void Checker::FindHalfModifiers() {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind != Item::Kind::kModify || item->names.size() < 3) continue;
    std::map<std::string, std::set<std::string>> said;  // what is before the last dot: what is behind it
    std::set<std::string> all;
    for (const ast::Name& name : item->names) {
      const size_t dot = name.text.rfind('.');
      if (dot == std::string::npos || FindRule(name.text) < 0) continue;
      said[name.text.substr(0, dot)].insert(name.text.substr(dot + 1));
      all.insert(name.text.substr(dot + 1));
    }
    for (const auto& [first, seconds] : said) {
      for (const std::string& other : all) {
        const std::string missing = first + "." + other;
        const bool whole =
            std::any_of(said.begin(), said.end(), [&](const auto& entry) { return entry.second == all; });
        if (!whole || seconds.contains(other) || FindRule(missing) < 0) continue;
        const auto at =
            std::find_if(item->names.begin(), item->names.end(),
                         [&, whole = first + "."](const ast::Name& name) { return name.text.starts_with(whole); });
        sink_.Report(
            Code::kW21, at->span,
            fmt::format("This changes {} but not {}, which keeps its old worth. Is that meant?", at->text, missing));
      }
    }
  }
}

// Rows that are added up and then not used, because another says what it all is.
void Checker::FindHidden() {
  const auto look = [&](const Quantity& quantity, const auto& self) -> void {
    for (const Entry& is : quantity.entries) {
      if (is.layer != Layer::kSet || is.guard != nullptr) continue;
      for (const Entry& row : quantity.entries) {
        if (row.layer != Layer::kAdd || row.span.file != is.span.file) continue;
        sink_
            .Report(Code::kW23, row.span,
                    fmt::format("This row never shows: {} says what the {} are, whatever is added up.", RowText(is),
                                quantity.name))
            .With(is.span, "said here");
      }
    }
    for (const Part& part : quantity.parts) self(*part.quantity, self);
  };
  for (const Rule& rule : model_.rules) {
    if (rule.dropped) continue;
    look(rule.points, look);
    for (const Quantity& count : rule.counts) look(count, look);
  }
}

// A value that is copied is the same for everybody: rows that depend on who scores are not in it.
void Checker::FindLeftOut() {
  const auto tell = [&](Span span, const std::vector<int>& scores, const char* what) {
    for (const int score : scores) {
      const Rule& from = model_.rules[static_cast<size_t>(score)];
      if (from.dropped) continue;
      ForEntries(from.points, [&](const Entry& row) {
        if (!row.personal) return;
        sink_
            .Report(Code::kW25, span,
                    fmt::format("{} is taken without the row {} of {}, because that row depends on who scores.", what,
                                RowText(row), from.name))
            .With(row.span, "the row");
      });
    }
  };
  for (const Rule& rule : model_.rules) {
    if (rule.dropped) continue;
    std::vector<int> around = rule.before_of;
    around.insert(around.end(), rule.after_of.begin(), rule.after_of.end());
    const auto look = [&](const Term* term) {
      if (const Term* value = FindGlobal(term, GlobalId::kValue)) tell(value->span, around, "The value");
    };
    ForTerms(rule, look);
    for (const EffectLine& effect : rule.effects) look(effect.value);
  }
  for (const Term& term : model_.terms) {
    if (term.kind == TermKind::kValueOf && term.b == nullptr) tell(term.span, term.rules, "This value");
  }
}

// Where a ruleset says of its rules where they are from, one that does not was forgotten.
void Checker::FindUncited() {
  std::set<int> citing;
  for (const auto& [item, ruleset] : linked_.items) {
    if (Pays(*item) && Cites(*item)) citing.insert(ruleset);
  }
  for (const auto& [item, ruleset] : linked_.items) {
    if (!citing.contains(ruleset) || !Pays(*item) || Cites(*item)) continue;
    const ast::Name& name = item->kind == Item::Kind::kModify ? item->names.front() : item->name;
    sink_.Report(Code::kL28, name.span,
                 fmt::format("The other rules of {} cite where they are from, and this one does not.",
                             model_.rulesets[static_cast<size_t>(ruleset)]));
  }
}

// Where the rule texts in play say one of the words. Texts in quotes and comments are none.
void Checker::FindWords(WordPlaces& words) const {
  std::set<int32_t> files;
  for (const auto& [item, ruleset] : linked_.items) files.insert(item->span.file);
  for (const int32_t file : files)
    FindWords({file, 0, static_cast<int32_t>(library_.sources().file(file).text().size())}, words);
}

void Checker::FindWords(Span within, WordPlaces& words) const {
  const std::string_view text = library_.sources().file(within.file).text().substr(0, static_cast<size_t>(within.end));
  const auto is_word = [&](size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
  };
  for (size_t i = static_cast<size_t>(within.begin); i < text.size();) {
    if (text[i] == '#') {
      i = std::min(text.find('\n', i), text.size());
    } else if (text[i] == '"') {
      i = std::min(text.find_first_of("\"\n", i + 1), text.size() - 1) + 1;
    } else if (is_word(i)) {
      const size_t begin = i;
      while (is_word(i) || (i < text.size() && (text[i] == '.' || text[i] == '-') && is_word(i + 1))) ++i;
      const auto known = words.find(text.substr(begin, i - begin));
      if (known != words.end())
        known->second.push_back({within.file, static_cast<int32_t>(begin), static_cast<int32_t>(i)});
    } else {
      ++i;
    }
  }
}

// The rulesets of which it is asked that what they declare is used: those that have rules and that no other in play
// builds on. Words and tiles are declared for others.
std::set<int> Checker::AskedForUse() const {
  std::set<int> asked;
  for (const auto& [item, ruleset] : linked_.items) {
    const bool rules = item->kind == Item::Kind::kRule || item->kind == Item::Kind::kNever ||
                       (item->kind == Item::Kind::kModify && !item->clauses.empty());
    if (rules && !linked_.built_on[static_cast<size_t>(ruleset)]) asked.insert(ruleset);
  }
  return asked;
}

// What a ruleset declares and nothing speaks of.
void Checker::FindUnused() {
  const std::set<int> asked = AskedForUse();
  if (asked.empty()) return;
  struct Declared {
    std::string sort, name, plural;
    Span span, plural_span;
  };
  std::vector<Declared> all;
  const auto declare = [&](const std::string& sort, const ast::Name& name, const std::string& plural,
                           Span plural_span) {
    all.push_back({sort, name.text, plural, name.span, plural_span});
  };
  for (const auto& [item, ruleset] : linked_.items) {
    if (!asked.contains(ruleset)) continue;
    switch (item->kind) {
      case Item::Kind::kKind:
        if (item->like) break;  // rules for that kind are rules for this one
        declare(item->word, item->name, item->plural ? item->plural->text : item->name.text + "s",
                item->plural ? item->plural->span : Span{});
        break;
      case Item::Kind::kState:
      case Item::Kind::kPile:
      case Item::Kind::kRanking:
        declare(item->kind == Item::Kind::kRanking ? "ranking" : item->word, item->name, item->name.text, {});
        break;
      case Item::Kind::kGroup:
        for (const ast::Name& name : item->names) declare("group", name, name.text, {});
        break;
      case Item::Kind::kDefine: {
        if (!item->predicate && item->name.text == "tiles") break;
        const ast::Name& name = item->predicate ? *item->predicate : item->name;
        declare("definition", name, name.text, {});
        break;
      }
      default:
        break;
    }
  }
  for (const auto& [name, option] : model_.options) {
    const auto at = std::find(model_.rulesets.begin(), model_.rulesets.end(), option.ruleset);
    if (asked.contains(static_cast<int>(at - model_.rulesets.begin()))) declare("option", option.item->name, name, {});
  }
  WordPlaces words;
  for (const Declared& declared : all) {
    words.try_emplace(declared.name);
    words.try_emplace(declared.plural);
  }
  FindWords(words);
  for (const Declared& declared : all) {
    const auto elsewhere = [&](const std::string& word) {
      return std::ranges::any_of(words[word],
                                 [&](Span use) { return use != declared.span && use != declared.plural_span; });
    };
    if (elsewhere(declared.name) || elsewhere(declared.plural)) continue;
    sink_.Report(Code::kW55, declared.span,
                 fmt::format("The {} \"{}\" is declared, and nothing speaks of it.", declared.sort, declared.name));
  }
}

// Rows of the score sheet that say how many points and not what for.
void Checker::FindNameless() {
  const auto look = [&](const Rule& rule, const Quantity& quantity, const auto& self) -> void {
    for (const Entry& row : quantity.entries) {
      if (row.part >= 0 || !row.label.empty()) continue;
      sink_.Report(Code::kW61, row.span,
                   fmt::format("This row has no name, so the score sheet of {} cannot say what these points are for. "
                               "Write a label in quotes behind it.",
                               rule.name));
    }
    for (const Part& part : quantity.parts) self(rule, *part.quantity, self);
  };
  for (const Rule& rule : model_.rules) {
    if (!rule.dropped) look(rule, rule.points, look);
  }
}

// Scores that wait to be called. Of rulesets that others build on the others may call them.
void Checker::FindNeverRun() {
  std::set<int> called;
  const auto call = [&](int rule) { called.insert(rule); };
  for (const Rule& rule : model_.rules) {
    for (const EffectLine& effect : rule.effects) {
      if (effect.kind != ast::Effect::Kind::kScore || effect.id < 0) continue;
      if (!effect.group) call(effect.id);
      else
        for (const int member : model_.groups[static_cast<size_t>(effect.id)].members) call(member);
    }
  }
  for (const Term& term : model_.terms) {
    if (term.kind == TermKind::kValueOf) std::for_each(term.rules.begin(), term.rules.end(), call);
  }
  for (size_t r = 0; r < model_.rules.size(); ++r) {
    const Rule& rule = model_.rules[r];
    const bool waits = !rule.when && !rule.guessed && rule.at.empty() && rule.before.empty() && rule.after.empty();
    if (!rule.IsScore() || rule.dropped || !waits || called.contains(static_cast<int>(r)) ||
        linked_.built_on[static_cast<size_t>(rule.ruleset)])
      continue;
    sink_.Report(
        Code::kW22, rule.span,
        fmt::format("Nothing runs {0}: it says neither \"when\" nor \"at\", and no rule says \"score {0} for ...\".",
                    rule.name));
  }
}

// Who has won, and for what, is known only in rules that hang on a scoring, and to what a score does at its end.
void Checker::FindWithoutScoring() {
  for (const Never& never : model_.nevers) {
    if (const Term* winners = FindTerm(never.set, TermKind::kWinners))
      sink_.Report(Code::kW22, winners->span,
                   "There are no winners here: they are known while a scoring is under way, and \"never\" is looked at "
                   "when the turn is over.");
  }
  for (const Rule& rule : model_.rules) {
    if (rule.dropped || !rule.before_of.empty() || !rule.after_of.empty()) continue;
    const auto look = [&](const Term* term) {
      const Term* winners = FindTerm(term, TermKind::kWinners);
      const Term* value = FindGlobal(term, GlobalId::kValue);
      if (winners == nullptr && value == nullptr) return;
      sink_.Report(Code::kW22, (winners != nullptr ? winners : value)->span,
                   fmt::format("{} hangs on no scoring, so {}. They are known in a rule or score of its own that "
                               "begins with \"after ... scored\".",
                               rule.name, winners != nullptr ? "there are no winners here" : "there is no value here"));
    };
    ForTerms(rule, look);
    if (rule.IsScore()) continue;
    for (const EffectLine& effect : rule.effects) {
      look(effect.set);
      look(effect.target);
      look(effect.value);
    }
  }
}

namespace {

// By what word things belong to one of a class, if they do.
const char* RelationTo(Class of, Class cls) {
  static constexpr std::pair<RelationWord, const char*> kWords[] = {{RelationWord::kOf, "of"},
                                                                    {RelationWord::kOn, "on"},
                                                                    {RelationWord::kIn, "in"},
                                                                    {RelationWord::kTouching, "touching"}};
  for (const auto& [word, text] : kWords) {
    if (FindRelation(of, word, cls)) return text;
  }
  return nullptr;
}

}  // namespace

// `cities where number of tiles > 3`: all cities or none. Under a definition there is no `if` that could say it
// instead, and under a `never` the players stand for the whole game. What holds or not by the options is the same on
// purpose.
void Checker::SameForAll(Span said, const Term* asked, const Scope& scope, bool most) {
  const Binding& member = scope.bindings.back();
  if (scope.whole_game && member.type.cls == Class::kZone) return;  // nothing that could be looked for, which is said
  if (!expanding_.empty() || asked->kind == TermKind::kNumber || UsesSlot(asked, member.slot)) return;
  WordPlaces words{{member.name, {}}};
  FindWords(said, words);
  if (!words.begin()->second.empty()) return;  // it is asked about, and under these options all give one answer
  const std::string text = fmt::format("This does not ask about the {}, so {}.", member.name,
                                       most ? "all of them have the same" : "it keeps all of them or none");
  const Term* all = FindTerm(asked, TermKind::kAll);
  const Term* owned = FindTerm(asked, TermKind::kOwnedBy);
  const char* relation = all == nullptr ? nullptr : RelationTo(all->type.cls, member.type.cls);
  const bool players = member.type.cls == Class::kPlayer;
  if (relation != nullptr && !(owned != nullptr && players)) {
    const Span things = owned != nullptr && owned->a == all ? owned->span : all->span;
    const std::string meant = fmt::format("{} {} {}", library_.sources().Text(things), relation, member.name);
    sink_.Report(Code::kW62, said, fmt::format("{} Did you mean \"{}\"?", text, meant))
        .Fix(things, meant, fmt::format("write \"{}\"", meant));
  } else if (!scope.whole_game || most) {
    sink_.Report(Code::kW62, said,
                 most ? text : text + " What has nothing to do with them is asked in an \"if\" of its own.");
  } else if (!players) {
    sink_.Report(Code::kW62, said,
                 text + " What is asked of the whole game is asked of its players: \"never players where ...\".");
  }
}

// `per tile` in a score that is about a city: all tiles on the table, and hardly meant.
void Checker::PaidForAll(const Rule& rule, const ast::SetExpr& per, const Term* set) {
  const ast::Ref* ref = per.phrase.ref.get();
  const bool bare = ref != nullptr && ref->parts.empty() && per.where == nullptr && per.with_most == nullptr;
  const Type& subject = rule.Scored();
  if (!bare || set->kind != TermKind::kAll || subject.cls == Class::kNone) return;
  if (set->type.cls == subject.cls && (set->type.kinds & subject.kinds).any()) {
    sink_.Report(Code::kW60, per.span,
                 fmt::format("\"per {}\" pays for all {} there are. For the one that is scored, leave it out.",
                             ref->head.text, TypeText(set->type.AsSet())));
    return;
  }
  const char* relation = RelationTo(set->type.cls, subject.cls);
  if (relation == nullptr) return;
  const std::string meant = fmt::format("{} {} {}", ref->head.text, relation, TypeText(subject.AsOne()));
  sink_
      .Report(Code::kW60, per.span,
              fmt::format("\"per {}\" pays for all {} there are. Did you mean \"per {}\"?", ref->head.text,
                          TypeText(set->type.AsSet()), meant))
      .Fix(per.span, meant, fmt::format("write \"{}\"", meant));
}

// Of things there are 0 or more: a comparison with less than that says nothing. Nor does one of two plain numbers.
void Checker::NeverOrAlways(const ast::Cond& cond, const Term* left, const Term* right) {
  const auto constant = [](const ast::Expr& expr) -> std::optional<int64_t> {
    if (expr.kind == ast::Expr::Kind::kInteger) return expr.integer;
    if (expr.kind == ast::Expr::Kind::kNegate && expr.lhs->kind == ast::Expr::Kind::kInteger) return -expr.lhs->integer;
    return std::nullopt;
  };
  if (const auto first = constant(*cond.left), second = constant(*cond.right); first && second) {
    const bool holds = cond.op == "="    ? *first == *second
                       : cond.op == "<"  ? *first < *second
                       : cond.op == ">"  ? *first > *second
                       : cond.op == "<=" ? *first <= *second
                                         : *first >= *second;
    sink_.Report(Code::kW22, cond.span,
                 holds ? "This is always true: both are numbers that never change."
                       : "Nothing can make this true: both are numbers that never change.");
    return;
  }
  const bool swapped = right->kind == TermKind::kCount;
  const auto number = constant(swapped ? *cond.left : *cond.right);
  if (!number || (swapped ? right : left)->kind != TermKind::kCount) return;
  const std::string mirrored = cond.op == "<"    ? ">"
                               : cond.op == ">"  ? "<"
                               : cond.op == "<=" ? ">="
                               : cond.op == ">=" ? "<="
                                                 : "=";
  const std::string& op = swapped ? mirrored : cond.op;
  if (*number <= (op == "<" ? 0 : -1) && (op == "<" || op == "<=" || op == "=")) {
    sink_.Report(Code::kW22, cond.span, "Nothing can make this true: a number of things is never less than 0.");
  } else if (*number <= (op == ">=" ? 0 : -1) && (op == ">" || op == ">=")) {
    sink_.Report(Code::kW22, cond.span, "This is always true: a number of things is never less than 0.");
  }
}

namespace {

// From where to where a number has to lie for a condition to hold.
struct Bounds {
  const Term* of = nullptr;
  int64_t low = INT64_MIN, high = INT64_MAX;
};
Bounds BoundsOf(const Term* cond) {
  const bool inverted = cond->kind == TermKind::kNot;
  const Term* compared = inverted ? cond->a : cond;
  const bool less = compared->kind == TermKind::kLess;
  if (!less && (inverted || compared->kind != TermKind::kEqual)) return {};
  const bool right = compared->b->kind == TermKind::kNumber;  // what is compared with, mostly
  if (right == (compared->a->kind == TermKind::kNumber)) return {};
  const int64_t number = (right ? compared->b : compared->a)->number;
  const Term* of = right ? compared->a : compared->b;
  if (!less) return {of, number, number};
  if (right) return inverted ? Bounds{of, number, INT64_MAX} : Bounds{of, INT64_MIN, number - 1};
  return inverted ? Bounds{of, INT64_MIN, number} : Bounds{of, number + 1, INT64_MAX};
}

}  // namespace

// Whether two conditions never hold together: one is "not" the other, or a number would have to be in two places.
bool Checker::Contradict(const Term* one, const Term* other) const {
  if (one->kind == TermKind::kNot && Same(one->a, other)) return true;
  if (other->kind == TermKind::kNot && Same(one, other->a)) return true;
  const Bounds a = BoundsOf(one), b = BoundsOf(other);
  return a.of != nullptr && b.of != nullptr && (a.low > b.high || b.low > a.high) && Same(a.of, b.of);
}

// A condition among others that say it already, or that leave nothing for it.
void Checker::AmongOthers(const Term* cond, const std::vector<const Term*>& known) {
  if (cond == nullptr || cond->kind == TermKind::kNumber) return;
  for (const Term* other : known) {
    if (other == nullptr) continue;
    if (other->kind == TermKind::kAnd && cond->kind != TermKind::kAnd) {
      AmongOthers(cond, {other->a, other->b});
    } else if (cond->span != other->span && Same(cond, other)) {
      sink_.Report(Code::kL27, cond->span, "This is said already. It can be left out.").With(other->span, "said here");
    } else if (cond->span != other->span && Contradict(cond, other)) {
      sink_.Report(Code::kW22, cond->span, "Nothing can make this true where the other condition is true.")
          .With(other->span, "the other");
    }
  }
}

// --- allow ---------------------------------------------------------------------------------------------
void Checker::Accept() {
  struct Accepted {
    Code code;
    Span where;
    bool file;
  };
  std::vector<Accepted> accepted;
  const auto add = [&](const ast::Name& name, Span where, bool file) {
    const auto code = CodeByName(name.text);
    if (!code) {
      sink_.Report(
          Code::kE48, name.span,
          fmt::format("No finding is called \"{}\". The code stands before its message, as in \"W22\".", name.text));
    } else if (Info(*code).severity == Severity::kError) {
      sink_.Report(Code::kE48, name.span, fmt::format("{} is an error, and only warnings can be accepted.", name.text));
    } else {
      accepted.push_back({*code, where, file});
    }
  };
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind == Item::Kind::kAllow) add(item->name, item->span, true);
    for (const Clause& clause : item->clauses) {
      if (clause.kind == Clause::Kind::kAllow) add(clause.name, item->span, false);
    }
  }
  for (size_t i = sink_.all().size(); i-- > 0;) {
    const Diagnostic& said = sink_.all()[i];
    const bool is = std::any_of(accepted.begin(), accepted.end(), [&](const Accepted& a) {
      return a.code == said.code && a.where.file == said.span.file &&
             (a.file || (a.where.begin <= said.span.begin && said.span.end <= a.where.end));
    });
    if (is) sink_.Forget(i);
  }
}

}  // namespace reeve::sema
