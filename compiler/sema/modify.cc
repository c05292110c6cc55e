// Modifiers: what one rule changes of another, and lines of rankings.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/checker.h"
#include "compiler/syntax/print.h"

namespace reeve::sema {

using ast::Clause;
using ast::Item;

// --- modifiers -----------------------------------------------------------------------------------------
void Checker::ApplyModifiers() {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind == Item::Kind::kModify && !item->clauses.empty()) ApplyModifier(*item, ruleset);
  }
}

void Checker::ApplyModifier(const Item& item, int ruleset) {
  modified_.clear();
  for (const ast::Name& name : item.names) {
    if (ModifyNamed(name, item, ruleset)) continue;
    if (ModifiesKind(name)) continue;
    std::vector<std::string> known;
    for (const Rule& rule : model_.rules) {
      known.push_back(rule.name);
      for (const Part& part : rule.points.parts) known.push_back(rule.name + "." + part.name);
    }
    for (const Group& group : model_.groups) known.push_back(group.name);
    for (const Ranking& ranking : model_.rankings) known.push_back(ranking.name);
    FindRuleElsewhere(name, "score, group, offer or ranking", known);
  }
}

// `modify road { points 1 }`: a kind has no rows, the scores of its things have.
bool Checker::ModifiesKind(const ast::Name& name) {
  const auto noun = FindNoun(name.text);
  if (!noun) return false;
  std::vector<std::string> scores;
  for (const Rule& rule : model_.rules) {
    if (rule.IsScore() && noun->cls == Class::kFeature && (rule.subject.kinds & noun->kinds).any())
      scores.push_back(rule.name);
  }
  std::string text =
      fmt::format("\"{}\" is a kind of {}; nothing is paid by its name.", name.text, ClassName(noun->cls));
  if (!scores.empty()) text += fmt::format(" What pays for it: {}.", fmt::join(scores, ", "));
  sink_.Report(Code::kE46, name.span, text);
  return true;
}

// A rule, a group, a ranking, or a part of a rule or of the rules of a group: farming.town.
bool Checker::ModifyNamed(const ast::Name& name, const Item& item, int ruleset) {
  for (Ranking& ranking : model_.rankings) {
    if (ranking.name != name.text) continue;
    ModifyRanking(ranking, item, model_.rulesets[static_cast<size_t>(ruleset)]);
    return true;
  }
  for (size_t cut = name.text.size(); cut != std::string::npos;
       cut = cut == 0 ? std::string::npos : name.text.rfind('.', cut - 1)) {
    const std::string prefix = name.text.substr(0, cut);
    const std::string path = cut < name.text.size() ? name.text.substr(cut + 1) : "";
    std::vector<int> targets;
    if (const int rule = FindRule(prefix); rule >= 0) targets = {rule};
    else if (const int group = FindGroup(prefix); group >= 0)
      targets = model_.groups[static_cast<size_t>(group)].members;
    else continue;
    bool found = path.empty() || targets.empty();
    several_targets_ = targets.size() > 1 || item.names.size() > 1;
    for (int target : targets) {
      if (TooLarge(name.span)) return true;
      Rule& rule = model_.rules[static_cast<size_t>(target)];
      if (rule.dropped) {
        found = true;
        continue;
      }
      const bool offer = rule.kind == RuleKind::kOffer && path.empty() && rule.points.entries.empty();
      if (offer || rule.kind == RuleKind::kRule) {
        LiftForbids(rule, item);
        continue;
      }
      Scope scope = rule.scope;
      scope.headless = nullptr;  // what the modifier says is the modifier's mistake
      scope.bindings.push_back({"player", kPlayerSlot, {Class::kPlayer, false, {}, kAnyKind}});
      scope.counts = &rule.counts;
      Quantity* part = path.empty() ? nullptr : FindPart(rule, path, scope);
      if (!path.empty() && part == nullptr) continue;
      found = true;
      if (!modified_.insert({target, path}).second) continue;  // it is in two of the groups that are named
      ModifyScore(rule, part, scope, item, ruleset);
    }
    several_targets_ = false;
    if (found) return true;
    std::vector<std::string> parts;
    for (int target : targets) {
      for (const Part& part : model_.rules[static_cast<size_t>(target)].points.parts)
        parts.push_back(fmt::format("{}.{}", prefix, part.name));
    }
    const std::string all = parts.empty() ? "It has no sums." : fmt::format("There are: {}.", fmt::join(parts, ", "));
    sink_.Report(Code::kE01, name.span, fmt::format("{} has no part \"{}\".", prefix, path), {name.text, parts, all});
    return true;
  }
  // Another modifier of the same item may speak of a kind; that is read with the kinds.
  return false;
}

Quantity* Checker::FindPart(Rule& rule, const std::string& path, Scope& scope) {
  Quantity* quantity = &rule.points;
  size_t at = 0;
  while (at <= path.size()) {
    const size_t dot = std::min(path.find('.', at), path.size());
    const std::string name = path.substr(at, dot - at);
    const auto part =
        std::find_if(quantity->parts.begin(), quantity->parts.end(), [&](const Part& p) { return p.name == name; });
    if (part == quantity->parts.end()) return nullptr;
    scope.bindings.push_back({part->name, part->slot, part->set->type.AsOne()});
    quantity = part->quantity.get();
    at = dot + 1;
  }
  return quantity;
}

// What `over` and `order` of a modifier name: rows by what their rulesets, rules or sources are called.
void Checker::CheckSource(const ast::Name& name) {
  if (library_.rulesets().contains(name.text) || elsewhere_.Declares(name.text, Elsewhere::kRule | Elsewhere::kCite))
    return;
  std::vector<std::string> known;
  for (const auto& [ruleset, path] : library_.rulesets()) known.push_back(ruleset);
  for (const Rule& rule : model_.rules) {
    known.push_back(rule.name);
    for (const Clause& clause : rule.item->clauses) {
      if (clause.kind == Clause::Kind::kCite)
        for (const ast::Name& cite : clause.names) known.push_back(cite.text);
    }
  }
  std::vector<std::string> longer;  // "farmers": farmers_four
  for (const auto& [ruleset, path] : library_.rulesets()) {
    const bool rules = !ruleset.ends_with(".tiles") && !ruleset.ends_with(".scenarios");
    if (rules && ruleset.find(name.text) != std::string::npos) longer.push_back(ruleset);
  }
  const std::string otherwise =
      longer.empty()
          ? fmt::format("If a file in another folder has it, name that file as well: \"..., FOLDER/{}.reeve\".",
                        name.text)
          : fmt::format("Rulesets with that word are: {}.", fmt::join(longer, ", "));
  sink_.Report(Code::kE01, name.span, fmt::format("No ruleset, rule or source is called \"{}\".", name.text),
               {name.text, known, otherwise});
}

void Checker::ModifyScore(Rule& rule, Quantity* part, Scope& scope, const Item& item, int ruleset) {
  Source source;
  source.modifier = true;
  source.names.push_back(model_.rulesets[static_cast<size_t>(ruleset)]);
  const Term* guard = nullptr;
  for (const Clause& clause : item.clauses) {
    if (clause.kind == Clause::Kind::kCite)
      for (const ast::Name& cite : clause.names) source.names.push_back(cite.text);
    if (clause.kind == Clause::Kind::kOver)
      for (const ast::Name& name : clause.names) source.over.push_back(name.text);
    if (clause.kind == Clause::Kind::kOrder) source.order = &clause;
    for (const auto* names : {&clause.names, &clause.order.after, &clause.order.before}) {
      if (clause.kind != Clause::Kind::kOver && clause.kind != Clause::Kind::kOrder) continue;
      for (const ast::Name& name : *names) CheckSource(name);
    }
  }
  const size_t first_row = part != nullptr ? part->entries.size() : rule.points.entries.size();
  bool row = false;
  for (const Clause& clause : item.clauses) {
    using K = Clause::Kind;
    switch (clause.kind) {
      case K::kCite:
      case K::kOver:
      case K::kOrder:
      case K::kAllow:
        break;
      case K::kIf: {
        if (row) {
          sink_.Report(Code::kE07, clause.span,
                       "This condition comes after a row. Put it first, or write \"if ... { points ... }\" round the "
                       "rows it is for.");
          return;
        }
        const Term* cond = ResolveCond(*clause.cond, scope);
        if (cond == nullptr || (cond->kind == TermKind::kNumber && cond->number == 0)) return;
        AmongOthers(cond, {guard});
        if (cond->kind != TermKind::kNumber) guard = MakeAnd(guard, cond);
        break;
      }
      case K::kRow:
        row = true;
        ReadRow(rule, part, clause, guard, source, scope);
        break;
      case K::kSum:
        row = true;
        ReadSum(rule, part != nullptr ? *part : rule.points, clause, guard, source, scope);
        break;
      case K::kBranch: {
        row = true;
        const Term* cond = ResolveCond(*clause.cond, scope);
        if (cond == nullptr || (cond->kind == TermKind::kNumber && cond->number == 0)) break;
        AmongOthers(cond, {guard});
        ReadRows(rule, part, clause.body, cond->kind == TermKind::kNumber ? guard : MakeAnd(guard, cond), source,
                 scope);
        break;
      }
      case K::kWithout:
        Without(part != nullptr ? *part : rule.points, clause, guard, rule.name);
        break;
      case K::kFor: {
        Scope head = scope;  // who scores is not known yet
        std::erase_if(head.bindings, [](const Binding& binding) { return binding.slot == kPlayerSlot; });
        ModifyWho(rule, clause, guard, source, head);
        break;
      }
      case K::kTies:
        if (guard != nullptr) NotCarried(clause.span, "\"ties\" under a condition of the board");
        else if (Decides(rule, clause, source, "say what those get who tie for")) ReadScore(rule, clause);
        break;
      case K::kMost:
      case K::kPrefer:
        sink_.Report(Code::kE50, clause.span,
                     fmt::format("\"{}\" is a score; \"most\" and \"prefer\" belong to a ranking.", rule.name));
        break;
      case K::kOnce:
        if (Decides(rule, clause, source, "say who chooses for")) ModifyOnce(rule, clause);
        break;
      case K::kThen: {
        const size_t before = rule.effects.size();
        ReadEffect(rule, *clause.effect);
        for (size_t i = before; i < rule.effects.size(); ++i) rule.effects[i].guard = guard;
        break;
      }
      default:
        sink_.Report(Code::kE50, clause.span,
                     "A modifier changes rows, who scores and ties; this line belongs to a rule of its own.");
    }
  }
  const Quantity& changed = part != nullptr ? *part : rule.points;
  std::vector<std::string> labels;
  for (size_t i = first_row; i < changed.entries.size(); ++i) labels.push_back(changed.entries[i].label);
  if (labels.empty()) {
    for (const Quantity& count : rule.counts) {
      if (!count.entries.empty() && count.entries.back().names == source.names)
        labels.push_back(count.entries.back().label);
    }
  }
  if (labels.empty()) labels.push_back("");
  for (size_t i = 1; i < source.names.size(); ++i) {
    for (const std::string& label : labels) rule.row_cites.push_back({label, source.names[i]});
  }
}

// Of two modifiers that say the same of a rule in different words, the one with `over` wins. Whether this line is to be
// read.
bool Checker::Decides(Rule& rule, const Clause& clause, const Source& source, const std::string& what) {
  const Decision made{&clause, source.names, source.over};
  const auto other = std::ranges::find_if(rule.decisions, [&](const Decision& one) {
    return one.clause->kind == clause.kind && one.clause->name.text == clause.name.text;
  });
  if (other == rule.decisions.end()) {
    rule.decisions.push_back(made);
    return true;
  }
  if (ast::Print(*other->clause) == ast::Print(clause)) return false;
  const Over over = Weigh(*other, made, clause.span, other->clause->span);
  if (over == Over::kFirst) return false;
  if (over == Over::kNeither) {
    sink_
        .Report(Code::kE11, clause.span,
                fmt::format("Two rules {} {}, and both apply. {}", what, rule.name,
                            SayOver(other->names, source.names, "Leave one of them out.")))
        .With(other->clause->span, "the other");
    return false;
  }
  *other = made;
  return true;
}

// Who chooses, or that nobody does, in a rule that is once per thing already.
void Checker::ModifyOnce(Rule& rule, const Clause& clause) {
  for (HeadLine& line : rule.head) {
    if (line.kind != HeadLine::Kind::kOnce) continue;
    const std::string& bound =
        std::find_if(rule.scope.bindings.begin(), rule.scope.bindings.end(), [&](const Binding& b) {
          return b.slot == line.slot;
        })->name;
    if (bound != clause.name.text) break;
    line.best = clause.chooser->best_value;
    line.chooser = nullptr;
    if (!line.best) ReadChooser(rule, *clause.chooser, line);
    return;
  }
  sink_.Report(
      Code::kE50, clause.span,
      fmt::format(
          "{} is not \"once per {}\"; a modifier can say who chooses, where the rule says that there is a choice.",
          rule.name, clause.name.text));
}

void Checker::ModifyWho(Rule& rule, const Clause& clause, const Term* guard, const Source& source, Scope& scope) {
  const Term* set = AsSet(ResolveSet(*clause.set, scope, Mode::kEither));
  if (set == nullptr) return;
  if (set->type.cls != Class::kPlayer) {
    sink_.Report(Code::kE46, clause.set->span, WhoText(set));
    return;
  }
  if (rule.who.size() == kMaxHead) {
    if (full_.insert(scope.slots).second)
      sink_.Report(Code::kE57, clause.span, fmt::format("More than {} lines say who scores {}.", kMaxHead, rule.name));
    return;
  }
  rule.who.push_back({guard, set, source.names, source.over, clause.span});
}

void Checker::Without(Quantity& quantity, const Clause& clause, const Term* guard, const std::string& owner) {
  const std::string& label = clause.label->value;
  bool found = false;
  for (size_t i = quantity.entries.size(); i-- > 0;) {
    Entry& entry = quantity.entries[i];
    if (entry.label != label) continue;
    found = true;
    if (guard != nullptr) {
      entry.guard = MakeAnd(entry.guard, MakeNot(guard));
      continue;
    }
    if (entry.replaces == label) TakenAndReplaced(label, owner, clause.label->span, entry.span);
    quantity.entries.erase(quantity.entries.begin() + static_cast<std::ptrdiff_t>(i));
  }
  const bool taken =
      std::ranges::find(quantity.taken, label, &std::pair<std::string, Span>::first) != quantity.taken.end();
  if (!found && !taken) NoRow(sink_, owner, *clause.label, quantity, Labels(quantity));
  if (found && guard == nullptr) quantity.taken.push_back({label, clause.label->span});
}

void Checker::TakenAndReplaced(const std::string& label, const std::string& owner, Span at, Span other) {
  sink_
      .Report(
          Code::kE09, at,
          fmt::format(
              "One rule takes the row \"{}\" of {} away, and another stands in its place. Leave one of the two out.",
              label, owner))
      .With(other, "the other");
}

// modify OFFER { without "reason" }, and likewise of a rule: lifts a forbid.
void Checker::LiftForbids(Rule& rule, const Item& item) {
  for (const Clause& clause : item.clauses) {
    if (clause.kind == Clause::Kind::kCite || clause.kind == Clause::Kind::kAllow) continue;
    if (clause.kind != Clause::Kind::kWithout) {
      sink_.Report(
          Code::kE50, clause.span,
          rule.kind == RuleKind::kOffer
              ? fmt::format(
                    "\"{}\" is an offer without rows; only a reason of a forbid can be taken away: without \"reason\".",
                    rule.name)
              : fmt::format("\"{0}\" is a rule and pays nothing. Where it is not to run, say: forbid {0} \"reason\" {{ "
                            "if ... }}.",
                            rule.name));
      continue;
    }
    std::vector<std::string> reasons;
    bool found = false;
    for (size_t i = rule.head.size(); i-- > 0;) {
      if (rule.head[i].kind != HeadLine::Kind::kForbid) continue;
      const std::string& reason = model_.forbids[static_cast<size_t>(rule.head[i].number)].reason;
      reasons.push_back(reason);
      if (reason != clause.label->value) continue;
      found = true;
      rule.head.erase(rule.head.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (found) continue;
    const std::string all = reasons.empty() ? "" : fmt::format("What does: \"{}\".", fmt::join(reasons, "\", \""));
    sink_.Report(Code::kE59, clause.label->span,
                 fmt::format("Nothing forbids {} because \"{}\".", rule.name, clause.label->value),
                 {clause.label->value, reasons, all, true});
  }
}

// --- rankings ------------------------------------------------------------------------------------------
void Checker::CheckRankings() {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind != Item::Kind::kRanking) continue;
    for (Ranking& ranking : model_.rankings) {
      if (ranking.name != item->name.text) continue;
      Ranking::Rank made;
      made.from = model_.rulesets[static_cast<size_t>(ruleset)];
      for (const Clause& clause : item->clauses) AddRank(ranking, clause, made, ranking.ranks.size());
    }
  }
}

// Reads a line of a ranking and puts it at its place.
void Checker::AddRank(Ranking& ranking, const Clause& clause, Ranking::Rank rank, size_t place) {
  rank.span = clause.span;
  rank.most = clause.kind == Clause::Kind::kMost;
  Scope scope;
  scope.slots = &rank.slots;
  scope.ranked = ranking.of;
  scope.ranked_type = {Class::kFigure, true, AllOf(Class::kFigure), kAnyKind};
  scope.bindings.push_back({"player", 0, {Class::kPlayer, false, {}, kAnyKind}});
  if (clause.kind == Clause::Kind::kMost) rank.term = ResolveNumber(*clause.expr, scope);
  else if (clause.kind == Clause::Kind::kPrefer) rank.term = ResolveCond(*clause.cond, scope);
  else if (clause.kind != Clause::Kind::kCite && clause.kind != Clause::Kind::kIf) {
    sink_.Report(Code::kE50, clause.span, "A ranking has lines with \"most\" and \"prefer\" only.");
  }
  if (rank.term != nullptr && ranking.ranks.size() == kMaxHead) {
    sink_.Report(Code::kE57, clause.span, fmt::format("\"{}\" has more than {} lines.", ranking.name, kMaxHead));
  } else if (rank.term != nullptr) {
    ranking.ranks.insert(ranking.ranks.begin() + static_cast<std::ptrdiff_t>(place), rank);
  }
}

void Checker::ModifyRanking(Ranking& ranking, const Item& item, const std::string& from) {
  Ranking::Rank made;
  made.from = from;
  for (const Clause& clause : item.clauses) {
    if (clause.kind != Clause::Kind::kOrder) continue;
    for (const ast::Name& name : clause.order.after) CheckSource(name), made.after.push_back(name.text);
    for (const ast::Name& name : clause.order.before) CheckSource(name), made.before.push_back(name.text);
  }
  for (const Clause& clause : item.clauses) {
    if (clause.kind == Clause::Kind::kIf) {
      int slots = 1;
      Scope scope;
      scope.slots = &slots;
      const Term* cond = ResolveCond(*clause.cond, scope);
      if (cond == nullptr) return;
      if (cond->kind != TermKind::kNumber) return NotCarried(clause.span, "a tie-break under a condition of the board");
      if (cond->number == 0) return;
      continue;
    }
    if (clause.kind != Clause::Kind::kOrder && clause.kind != Clause::Kind::kCite)
      AddRank(ranking, clause, made, PlaceOfRank(ranking, made, clause.span));
  }
}

// Before which of the lines that other rulesets have added; the first line of all is what the ranking is about.
size_t Checker::PlaceOfRank(const Ranking& ranking, const Ranking::Rank& made, Span span) {
  size_t place = ranking.ranks.size(), after = 0;
  for (size_t i = ranking.ranks.size(); i-- > 1;) {
    const Ranking::Rank& other = ranking.ranks[i];
    if (other.from == made.from) continue;
    const bool later = Names({other.from}, made.after) || Names({made.from}, other.before);
    const bool earlier = Names({other.from}, made.before) || Names({made.from}, other.after);
    if (later) after = std::max(after, i);
    if (earlier) place = i;
    if (later == earlier || place <= after) {
      if (later || earlier)
        sink_
            .Report(Code::kE13, span,
                    "These two tie-breaks each have to come before the other. One \"order\" has to go.")
            .With(other.span, "the other");
      else
        sink_
            .Report(Code::kE11, span,
                    fmt::format("Two rules break ties of \"{}\", and which comes first changes who scores. {}",
                                ranking.name, SayAfter({other.from}, {made.from})))
            .With(other.span, "the other");
    }
  }
  return place;
}

}  // namespace reeve::sema
