// Rows, parts and modifiers: the ladder of every quantity.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/checker.h"
#include "compiler/syntax/print.h"

namespace reeve::sema {

using ast::Clause;
using ast::Item;
using ast::Row;

namespace {

bool Names(const std::vector<std::string>& names, const std::vector<std::string>& wanted) {
  return std::any_of(wanted.begin(), wanted.end(), [&](const auto& w) { return std::find(names.begin(), names.end(), w) != names.end(); });
}

// The conditions that must all hold.
void Conjuncts(const Term* term, std::vector<const Term*>& out) {
  if (term == nullptr) return;
  if (term->kind == TermKind::kAnd) {
    Conjuncts(term->a, out);
    Conjuncts(term->b, out);
    return;
  }
  out.push_back(term);
}

// A label that the rows of a quantity do not have; those of its sums may have it.
Diagnostic& NoRow(Sink& sink, const std::string& owner, const ast::Text& label, const Quantity& quantity,
                  const std::vector<std::string>& labels) {
  std::string text = fmt::format("{} has no row \"{}\".", owner, label.value);
  for (const Part& part : quantity.parts) {
    const auto& rows = part.quantity->entries;
    if (std::none_of(rows.begin(), rows.end(), [&](const Entry& row) { return row.label == label.value; })) continue;
    return sink.Report(Code::kE05, label.span, text + fmt::format(" It is in its sum \"{0}\": write \"modify {1}.{0}\".", part.name, owner));
  }
  const std::string all = labels.empty() ? "" : fmt::format("It has: \"{}\".", fmt::join(labels, "\", \""));
  return sink.Report(Code::kE05, label.span, text, {label.value, labels, all, true});
}

}  // namespace

template <class Said>
Checker::Over Checker::Weigh(const Said& a, const Said& b, Span at, Span other) {
  const bool first = Names(b.names, a.over), second = Names(a.names, b.over);
  if (first && second) sink_.Report(Code::kE13, at, "Each of the two says that it goes over the other. One \"over\" has to go.").With(other, "the other");
  return first ? Over::kFirst : second ? Over::kSecond : Over::kNeither;
}

bool Checker::Same(const Term* a, const Term* b) const {
  if (a == b) return true;
  if (a == nullptr || b == nullptr) return false;
  if (a->kind != b->kind || a->number != b->number || a->extra != b->extra || a->kinds != b->kinds || a->squares != b->squares ||
      a->rules != b->rules || a->cases.size() != b->cases.size()) return false;
  for (size_t i = 0; i < a->cases.size(); ++i) {
    if (a->cases[i].kinds != b->cases[i].kinds || !Same(a->cases[i].term, b->cases[i].term)) return false;
  }
  return Same(a->a, b->a) && Same(a->b, b->b);
}

// Whether two conditions can never hold together, as far as can be read off them: one thing that is two kinds or two
// numbers, or a condition and its opposite.
bool Checker::Exclusive(const Term* a, const Term* b) const {
  std::vector<const Term*> left, right;
  Conjuncts(a, left);
  Conjuncts(b, right);
  for (const Term* x : left) {
    for (const Term* y : right) {
      if (x->kind == TermKind::kNot && Same(x->a, y)) return true;
      if (y->kind == TermKind::kNot && Same(y->a, x)) return true;
      if (x->kind == TermKind::kIsKind && y->kind == TermKind::kIsKind && Same(x->a, y->a) && (x->kinds & y->kinds).none()) return true;
      if (x->kind == TermKind::kEqual && y->kind == TermKind::kEqual && Same(x->a, y->a) && x->b->kind == TermKind::kNumber &&
          y->b->kind == TermKind::kNumber && x->b->number != y->b->number) return true;
    }
  }
  return false;
}

bool Checker::UsesSlot(const Term* term, int slot) const {
  if (term == nullptr) return false;
  if (term->kind == TermKind::kSlot && term->number == slot) return true;
  for (const TermCase& option : term->cases) if (UsesSlot(option.term, slot)) return true;
  return UsesSlot(term->a, slot) || UsesSlot(term->b, slot);
}

std::vector<std::string> Checker::Labels(const Quantity& quantity) const {
  std::vector<std::string> labels;
  for (const Entry& entry : quantity.entries) {
    if (!entry.label.empty() && std::find(labels.begin(), labels.end(), entry.label) == labels.end()) labels.push_back(entry.label);
  }
  return labels;
}

// --- rows ----------------------------------------------------------------------------------------------
bool Checker::ReadAmount(const ast::Amount& amount, Scope& scope, Entry& entry) {
  entry.amount = ResolveNumber(*amount.expr, scope);
  if (entry.amount == nullptr) return false;
  if (amount.per == nullptr) return true;
  const Term* per = ResolveSet(*amount.per, scope, Mode::kNoun);
  if (per == nullptr) return false;
  // A count is a number already; things are counted.
  entry.per = per->type.cls == Class::kNumber && !per->type.set ? per
              : MakeUnary(TermKind::kCount, AsSet(per), Type::Number(), amount.per->span);
  return true;
}

void Checker::ReadRow(Rule& rule, Quantity* part, const Clause& clause, const Term* guard, const Source& source, Scope& scope) {
  const Row& row = *clause.row;
  Entry entry;
  entry.span = clause.span;
  entry.guard = guard;
  entry.names = source.names;
  entry.over = source.over;
  entry.change = row.change;
  entry.round_up = row.round_up;
  if (source.order != nullptr) {
    for (const ast::Name& name : source.order->order.after) entry.order_after.push_back(name.text);
    for (const ast::Name& name : source.order->order.before) entry.order_before.push_back(name.text);
  }
  switch (row.change) {
    case Row::Change::kAdd: entry.layer = row.verb == Row::Verb::kExtra ? Layer::kExtra : Layer::kAdd; break;
    case Row::Change::kIs: entry.layer = Layer::kSet; break;
    case Row::Change::kDoubled: case Row::Change::kHalved: case Row::Change::kTimes: entry.layer = Layer::kScale; break;
    case Row::Change::kAtLeast: case Row::Change::kAtMost: entry.layer = Layer::kClamp; break;
  }
  if (row.verb == Row::Verb::kExtra && row.change != Row::Change::kAdd) {
    sink_.Report(Code::kE50, clause.span, "\"extra\" adds a number; to change the whole value write \"points is\", \"points doubled\" or \"points halved\".");
    return;
  }
  Quantity* quantity = part != nullptr ? part : &rule.points;
  if (row.verb == Row::Verb::kCount) {
    const auto at = std::find_if(rule.counts.begin(), rule.counts.end(), [&](const Quantity& q) { return q.name == row.count.text; });
    if (at != rule.counts.end()) {
      quantity = &*at;
    } else if (source.modifier) {
      std::vector<std::string> known;
      for (const Quantity& count : rule.counts) known.push_back(count.name);
      sink_.Report(Code::kE08, row.count.span, fmt::format("{} has no count \"{}\", and a modifier cannot invent one.", rule.name, row.count.text),
                   {row.count.text, known, ""});
      return;
    } else {
      Quantity count;
      count.name = row.count.text;
      count.slot = NewSlot(scope, clause.span);
      if (part != nullptr) return NotCarried(clause.span, "a count inside a sum");
      rule.counts.push_back(std::move(count));
      quantity = &rule.counts.back();
    }
  }
  if (row.amount.expr != nullptr && !ReadAmount(row.amount, scope, entry)) return;
  if (row.amount.per != nullptr && entry.per->kind == TermKind::kCount) PaidForAll(rule, *row.amount.per, entry.per->a);
  if (row.change == Row::Change::kDoubled) entry.amount = MakeNumber(2, Type::Number(), clause.span);
  if (row.label) entry.label = row.label->value;
  if (clause.instead_of) {
    entry.replaces = clause.instead_of->value;
    if (entry.label.empty()) entry.label = entry.replaces;
    const std::vector<std::string> labels = Labels(*quantity);
    if (std::find(labels.begin(), labels.end(), entry.replaces) == labels.end()) {
      const auto taken = std::ranges::find(quantity->taken, entry.replaces, &std::pair<std::string, Span>::first);
      if (taken != quantity->taken.end()) TakenAndReplaced(entry.replaces, rule.name, clause.instead_of->span, taken->second);
      else NoRow(sink_, rule.name, *clause.instead_of, *quantity, labels).With(rule.span, "the score");
      return;
    }
  }
  entry.personal = UsesSlot(entry.amount, kPlayerSlot) || UsesSlot(entry.per, kPlayerSlot) || UsesSlot(entry.guard, kPlayerSlot);
  if (quantity->entries.size() == kMaxRows) {
    if (full_.insert(scope.slots).second) sink_.Report(Code::kE57, clause.span, fmt::format("{} has more than {} rows.", rule.name, kMaxRows));
    return;
  }
  quantity->entries.push_back(std::move(entry));
}

void Checker::ReadRows(Rule& rule, Quantity* part, const std::vector<Clause>& clauses, const Term* guard, const Source& source, Scope& scope) {
  for (const Clause& clause : clauses) {
    switch (clause.kind) {
      case Clause::Kind::kRow: ReadRow(rule, part, clause, guard, source, scope); break;
      case Clause::Kind::kSum: ReadSum(rule, part != nullptr ? *part : rule.points, clause, guard, source, scope); break;
      case Clause::Kind::kBranch: {
        const Term* cond = ResolveCond(*clause.cond, scope);
        if (cond == nullptr || (cond->kind == TermKind::kNumber && cond->number == 0)) break;
        AmongOthers(cond, {guard});
        ReadRows(rule, part, clause.body, cond->kind == TermKind::kNumber ? guard : MakeAnd(guard, cond), source, scope);
        break;
      }
      default: sink_.Report(Code::kE50, clause.span, "Only rows can stand here: points, extra, sum, and \"if ... { }\" round them.");
    }
  }
}

void Checker::ReadSum(Rule& rule, Quantity& quantity, const Clause& clause, const Term* guard, const Source& source, Scope& scope) {
  for (const Part& known : quantity.parts) {
    if (known.name != clause.name.text) continue;
    sink_.Report(Code::kE42, clause.name.span, fmt::format("There is already a sum called \"{}\" here.", known.name)).With(known.span, "the other");
    return;
  }
  Part part;
  part.name = clause.name.text;
  part.span = clause.span;
  if (quantity.parts.size() >= kMaxSlots) return;  // the first without a place was reported
  part.set = AsSet(ResolveSet(*clause.set, scope, Mode::kEither));
  if (part.set == nullptr) return;
  part.slot = NewSlot(scope, clause.span);
  part.quantity = std::make_unique<Quantity>();
  part.quantity->name = part.name;
  Scope inner = scope;
  inner.bindings.push_back({part.name, part.slot, part.set->type.AsOne(), clause.name.span});
  Quantity* body = part.quantity.get();
  Entry entry;
  entry.layer = Layer::kAdd;
  entry.guard = guard;
  entry.part = static_cast<int>(quantity.parts.size());
  entry.names = source.names;
  entry.span = clause.span;
  quantity.parts.push_back(std::move(part));
  quantity.entries.push_back(std::move(entry));
  ReadRows(rule, body, clause.body, nullptr, source, inner);
}

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
    if (rule.IsScore() && noun->cls == Class::kFeature && (rule.subject.kinds & noun->kinds).any()) scores.push_back(rule.name);
  }
  std::string text = fmt::format("\"{}\" is a kind of {}; nothing is paid by its name.", name.text, ClassName(noun->cls));
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
  for (size_t cut = name.text.size(); cut != std::string::npos; cut = cut == 0 ? std::string::npos : name.text.rfind('.', cut - 1)) {
    const std::string prefix = name.text.substr(0, cut);
    const std::string path = cut < name.text.size() ? name.text.substr(cut + 1) : "";
    std::vector<int> targets;
    if (const int rule = FindRule(prefix); rule >= 0) targets = {rule};
    else if (const int group = FindGroup(prefix); group >= 0) targets = model_.groups[static_cast<size_t>(group)].members;
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
      if (rule.kind == RuleKind::kOffer && path.empty() && rule.points.entries.empty()) {
        ModifyOffer(rule, item);
        continue;
      }
      if (rule.kind == RuleKind::kRule) {
        sink_.Report(Code::kE50, name.span, fmt::format("\"{}\" is a rule and pays nothing; only scores and offers can be modified.", rule.name));
        return true;
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
      for (const Part& part : model_.rules[static_cast<size_t>(target)].points.parts) parts.push_back(fmt::format("{}.{}", prefix, part.name));
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
    const auto part = std::find_if(quantity->parts.begin(), quantity->parts.end(), [&](const Part& p) { return p.name == name; });
    if (part == quantity->parts.end()) return nullptr;
    scope.bindings.push_back({part->name, part->slot, part->set->type.AsOne()});
    quantity = part->quantity.get();
    at = dot + 1;
  }
  return quantity;
}

// What `over` and `order` of a modifier name: rows by what their rulesets, rules or sources are called.
void Checker::CheckSource(const ast::Name& name) {
  if (library_.rulesets().contains(name.text) || elsewhere_.Declares(name.text, Elsewhere::kRule | Elsewhere::kCite)) return;
  std::vector<std::string> known;
  for (const auto& [ruleset, path] : library_.rulesets()) known.push_back(ruleset);
  for (const Rule& rule : model_.rules) {
    known.push_back(rule.name);
    for (const Clause& clause : rule.item->clauses) {
      if (clause.kind == Clause::Kind::kCite) for (const ast::Name& cite : clause.names) known.push_back(cite.text);
    }
  }
  sink_.Report(Code::kE01, name.span, fmt::format("No ruleset, rule or source is called \"{}\".", name.text), {name.text, known, ""});
}

void Checker::ModifyScore(Rule& rule, Quantity* part, Scope& scope, const Item& item, int ruleset) {
  Source source;
  source.modifier = true;
  source.names.push_back(model_.rulesets[static_cast<size_t>(ruleset)]);
  const Term* guard = nullptr;
  for (const Clause& clause : item.clauses) {
    if (clause.kind == Clause::Kind::kCite) for (const ast::Name& cite : clause.names) source.names.push_back(cite.text);
    if (clause.kind == Clause::Kind::kOver) for (const ast::Name& name : clause.names) source.over.push_back(name.text);
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
      case K::kCite: case K::kOver: case K::kOrder: case K::kAllow: break;
      case K::kIf: {
        if (row) {
          sink_.Report(Code::kE07, clause.span, "This condition comes after a row. Put it first, or write \"if ... { points ... }\" round the rows it is for.");
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
        std::vector<const Clause*> one;
        const Term* cond = ResolveCond(*clause.cond, scope);
        if (cond == nullptr || (cond->kind == TermKind::kNumber && cond->number == 0)) break;
        AmongOthers(cond, {guard});
        ReadRows(rule, part, clause.body, cond->kind == TermKind::kNumber ? guard : MakeAnd(guard, cond), source, scope);
        break;
      }
      case K::kWithout: Without(part != nullptr ? *part : rule.points, clause, guard, rule.name); break;
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
      case K::kPrefer: sink_.Report(Code::kE50, clause.span, fmt::format("\"{}\" is a score; \"most\" and \"prefer\" belong to a ranking.", rule.name)); break;
      case K::kOnce:
        if (Decides(rule, clause, source, "say who chooses for")) ModifyOnce(rule, clause);
        break;
      case K::kThen: {
        const size_t before = rule.effects.size();
        ReadEffect(rule, *clause.effect);
        for (size_t i = before; i < rule.effects.size(); ++i) rule.effects[i].guard = guard;
        break;
      }
      default: sink_.Report(Code::kE50, clause.span, "A modifier changes rows, who scores and ties; this line belongs to a rule of its own.");
    }
  }
  const Quantity& changed = part != nullptr ? *part : rule.points;
  std::vector<std::string> labels;
  for (size_t i = first_row; i < changed.entries.size(); ++i) labels.push_back(changed.entries[i].label);
  if (labels.empty()) {
    for (const Quantity& count : rule.counts) {
      if (!count.entries.empty() && count.entries.back().names == source.names) labels.push_back(count.entries.back().label);
    }
  }
  if (labels.empty()) labels.push_back("");
  for (size_t i = 1; i < source.names.size(); ++i) {
    for (const std::string& label : labels) rule.row_cites.push_back({label, source.names[i]});
  }
}

// Of two modifiers that say the same of a rule in different words, the one with `over` wins. Whether this line is to be read.
bool Checker::Decides(Rule& rule, const Clause& clause, const Source& source, const std::string& what) {
  const Decision made{&clause, source.names, source.over};
  const auto other = std::ranges::find_if(rule.decisions, [&](const Decision& one) { return one.clause->kind == clause.kind && one.clause->name.text == clause.name.text; });
  if (other == rule.decisions.end()) {
    rule.decisions.push_back(made);
    return true;
  }
  if (ast::Print(*other->clause) == ast::Print(clause)) return false;
  const Over over = Weigh(*other, made, clause.span, other->clause->span);
  if (over == Over::kFirst) return false;
  if (over == Over::kNeither) {
    sink_.Report(Code::kE11, clause.span, fmt::format("Two rules {} {}, and both apply. {}", what, rule.name, SayOver(other->names, source.names, "Leave one of them out."))).With(other->clause->span, "the other");
    return false;
  }
  *other = made;
  return true;
}

// Who chooses, or that nobody does, in a rule that is once per thing already.
void Checker::ModifyOnce(Rule& rule, const Clause& clause) {
  for (HeadLine& line : rule.head) {
    if (line.kind != HeadLine::Kind::kOnce) continue;
    const std::string& bound = std::find_if(rule.scope.bindings.begin(), rule.scope.bindings.end(), [&](const Binding& b) { return b.slot == line.slot; })->name;
    if (bound != clause.name.text) break;
    line.best = clause.chooser->best_value;
    line.chooser = nullptr;
    if (!line.best) ReadChooser(rule, *clause.chooser, line);
    return;
  }
  sink_.Report(Code::kE50, clause.span, fmt::format("{} is not \"once per {}\"; a modifier can say who chooses, where the rule says that there is a choice.", rule.name, clause.name.text));
}

void Checker::ModifyWho(Rule& rule, const Clause& clause, const Term* guard, const Source& source, Scope& scope) {
  const Term* set = AsSet(ResolveSet(*clause.set, scope, Mode::kEither));
  if (set == nullptr) return;
  if (set->type.cls != Class::kPlayer) {
    sink_.Report(Code::kE46, clause.set->span, WhoText(set));
    return;
  }
  if (rule.who.size() == kMaxHead) {
    if (full_.insert(scope.slots).second) sink_.Report(Code::kE57, clause.span, fmt::format("More than {} lines say who scores {}.", kMaxHead, rule.name));
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
  const bool taken = std::ranges::find(quantity.taken, label, &std::pair<std::string, Span>::first) != quantity.taken.end();
  if (!found && !taken) NoRow(sink_, owner, *clause.label, quantity, Labels(quantity));
  if (found && guard == nullptr) quantity.taken.push_back({label, clause.label->span});
}

void Checker::TakenAndReplaced(const std::string& label, const std::string& owner, Span at, Span other) {
  sink_.Report(Code::kE09, at, fmt::format("One rule takes the row \"{}\" of {} away, and another stands in its place. Leave one of the two out.", label, owner)).With(other, "the other");
}

// modify OFFER { without "reason" }: lifts a forbid.
void Checker::ModifyOffer(Rule& rule, const Item& item) {
  for (const Clause& clause : item.clauses) {
    if (clause.kind == Clause::Kind::kCite || clause.kind == Clause::Kind::kAllow) continue;
    if (clause.kind != Clause::Kind::kWithout) {
      sink_.Report(Code::kE50, clause.span, fmt::format("\"{}\" is an offer without rows; only a reason of a forbid can be taken away: without \"reason\".", rule.name));
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
    sink_.Report(Code::kE59, clause.label->span, fmt::format("Nothing forbids {} because \"{}\".", rule.name, clause.label->value),
                 {clause.label->value, reasons, all, true});
  }
}

// --- rankings ------------------------------------------------------------------------------------------
void Checker::CheckRankings() {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind != Item::Kind::kRanking) continue;
    for (Ranking& ranking : model_.rankings) {
      if (ranking.name == item->name.text) for (const Clause& clause : item->clauses) AddRank(ranking, clause, {.from = model_.rulesets[static_cast<size_t>(ruleset)]}, ranking.ranks.size());
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
    if (clause.kind != Clause::Kind::kOrder && clause.kind != Clause::Kind::kCite) AddRank(ranking, clause, made, PlaceOfRank(ranking, made, clause.span));
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
      if (later || earlier) sink_.Report(Code::kE13, span, "These two tie-breaks each have to come before the other. One \"order\" has to go.").With(other.span, "the other");
      else sink_.Report(Code::kE11, span, fmt::format("Two rules break ties of \"{}\", and which comes first changes who scores. {}", ranking.name, SayAfter({other.from}, {made.from}))).With(other.span, "the other");
    }
  }
  return place;
}

// --- finishing -----------------------------------------------------------------------------------------
void Checker::FinishLadders() {
  for (Rule& rule : model_.rules) {
    if (rule.dropped) continue;
    for (Quantity& count : rule.counts) FinishQuantity(rule, count);
    FinishQuantity(rule, rule.points);
    CheckWho(rule);
  }
}

void Checker::FinishQuantity(Rule& rule, Quantity& quantity) {
  for (Part& part : quantity.parts) {
    FinishQuantity(rule, *part.quantity);
    part.personal = UsesSlot(part.set, kPlayerSlot);
  }
  Replace(rule, quantity);
  for (size_t i = 0; i < quantity.entries.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      const Entry& a = quantity.entries[k];
      const Entry& b = quantity.entries[i];
      if (a.label.empty() || a.label != b.label || Exclusive(a.guard, b.guard)) continue;
      if (!a.replaces.empty() && a.replaces == b.replaces) continue;  // which of them counts is the question, if any
      sink_.Report(Code::kE06, b.span, fmt::format("Two rows of {} are called \"{}\". The score sheet could not tell them apart.", rule.name, a.label))
          .With(a.span, "the other");
    }
  }
  CheckSets(rule, quantity);
  OrderScales(rule, quantity);
  std::stable_sort(quantity.entries.begin(), quantity.entries.end(), [](const Entry& a, const Entry& b) { return a.layer < b.layer; });
}

// A row that stands for another takes over its condition; where it holds, the other does not.
void Checker::Replace(Rule& rule, Quantity& quantity) {
  std::set<std::string> done;
  for (size_t first = 0; first < quantity.entries.size(); ++first) {
    const std::string label = quantity.entries[first].replaces;
    if (label.empty() || !done.insert(label).second) continue;
    // Several rows may share the label, where one condition keeps them apart: what stands for it stands for each.
    std::vector<size_t> rows, bases;
    for (size_t i = 0; i < quantity.entries.size(); ++i) {
      if (quantity.entries[i].replaces == label) rows.push_back(i);
      else if (quantity.entries[i].replaces.empty() && quantity.entries[i].label == label) bases.push_back(i);
    }
    WeighReplacements(rule, quantity, rows, label);
    const Term* own = nullptr;
    bool always = bases.empty();
    for (size_t base : bases) {
      const Term* guard = quantity.entries[base].guard;
      always = always || guard == nullptr;
      own = own == nullptr ? guard : MakeBinary(TermKind::kOr, own, guard, Type::Truth(), rule.span);
    }
    if (always) own = nullptr;
    for (size_t base : bases) {
      Entry& entry = quantity.entries[base];
      for (size_t i : rows) {
        const Term* guard = quantity.entries[i].guard;
        entry.guard = guard == nullptr ? MakeNumber(0, Type::Truth(), entry.span) : MakeAnd(entry.guard, MakeNot(guard));
        if (guard == nullptr) break;
      }
    }
    for (size_t i : rows) {
      AmongOthers(quantity.entries[i].guard, {own});
      quantity.entries[i].guard = MakeAnd(own, quantity.entries[i].guard);
    }
  }
  std::erase_if(quantity.entries, [](const Entry& entry) { return entry.guard != nullptr && entry.guard->kind == TermKind::kNumber && entry.guard->number == 0; });
  for (Entry& entry : quantity.entries) {
    if (entry.guard != nullptr && entry.guard->kind == TermKind::kNumber) entry.guard = nullptr;
    entry.personal = entry.personal || UsesSlot(entry.guard, kPlayerSlot);
  }
}

// Of two rows that stand for one and can both apply, one has to say that it goes over the other.
void Checker::WeighReplacements(Rule& rule, Quantity& quantity, const std::vector<size_t>& rows, const std::string& label) {
  for (size_t i : rows) {
    Entry& entry = quantity.entries[i];
    for (size_t k : rows) {
      Entry& other = quantity.entries[k];
      if (k <= i || Exclusive(entry.guard, other.guard)) continue;
      const Over over = Weigh(entry, other, other.span, entry.span);
      if (over == Over::kNeither) {
        sink_.Report(Code::kE09, other.span, fmt::format("Two rows stand for \"{}\" of {}, and both can apply. {}", label, rule.name, SayOver(entry.names, other.names)))
            .With(entry.span, "the other");
        continue;
      }
      Entry& weaker = over == Over::kFirst ? other : entry;
      const Term* stronger = over == Over::kFirst ? entry.guard : other.guard;
      weaker.guard = stronger == nullptr ? MakeNumber(0, Type::Truth(), weaker.span) : MakeAnd(weaker.guard, MakeNot(stronger));
    }
  }
}

// Two rows that say what a quantity is, and one that says it is at least more than at most.
void Checker::CheckSets(Rule& rule, Quantity& quantity) {
  for (size_t i = 0; i < quantity.entries.size(); ++i) {
    for (size_t k = i + 1; k < quantity.entries.size(); ++k) {
      Entry& a = quantity.entries[i];
      Entry& b = quantity.entries[k];
      if (a.layer != b.layer || Exclusive(a.guard, b.guard)) continue;
      if (a.layer == Layer::kClamp && a.change != b.change && a.amount->kind == TermKind::kNumber && b.amount->kind == TermKind::kNumber) {
        const Entry& least = a.change == Row::Change::kAtLeast ? a : b;
        const Entry& most = a.change == Row::Change::kAtLeast ? b : a;
        if (least.amount->number > most.amount->number) {
          sink_.Report(Code::kE12, b.span, fmt::format("The {} of {} are at least {} and at most {}, and no number is both.", quantity.name, rule.name, least.amount->number, most.amount->number))
              .With(a.span, "the other");
        }
      }
      if (a.layer != Layer::kSet) continue;
      if (Same(a.amount, b.amount) && Same(a.per, b.per)) continue;
      const Over over = Weigh(a, b, b.span, a.span);
      if (over == Over::kNeither) {
        sink_.Report(Code::kE09, b.span, fmt::format("Two rows say what the {} of {} are, and both can apply. {}", quantity.name, rule.name, SayOver(a.names, b.names)))
            .With(a.span, "the other");
        continue;
      }
      Entry& weaker = over == Over::kFirst ? b : a;
      const Entry& stronger = over == Over::kFirst ? a : b;
      if (stronger.guard != nullptr) weaker.guard = MakeAnd(weaker.guard, MakeNot(stronger.guard));
      else weaker.guard = MakeNumber(0, Type::Truth(), weaker.span);
    }
  }
}

// Halving and another scale give different results in different orders.
void Checker::OrderScales(Rule& rule, Quantity& quantity) {
  std::vector<size_t> scales;
  for (size_t i = 0; i < quantity.entries.size(); ++i) if (quantity.entries[i].layer == Layer::kScale) scales.push_back(i);
  for (size_t x = 0; x < scales.size(); ++x) {
    for (size_t y = x + 1; y < scales.size(); ++y) {
      Entry& a = quantity.entries[scales[x]];
      Entry& b = quantity.entries[scales[y]];
      const bool halves = a.change == Row::Change::kHalved || b.change == Row::Change::kHalved;
      if (!halves || Exclusive(a.guard, b.guard)) continue;
      const bool b_first = Names(b.names, a.order_after) || Names(a.names, b.order_before);
      const bool a_first = Names(a.names, b.order_after) || Names(b.names, a.order_before);
      if (a_first && b_first) {
        sink_.Report(Code::kE13, b.span, "Each of the two says that it comes before the other, or each after. One \"order\" has to go.").With(a.span, "the other");
      } else if (!a_first && !b_first) {
        sink_.Report(Code::kE10, b.span, fmt::format("{} and {} of {}: one halves, and which comes first changes the points. {}", RowText(a), RowText(b), rule.name, SayAfter(a.names, b.names)))
            .With(a.span, "the other");
      } else if (b_first) {
        std::swap(a, b);
      }
    }
  }
}

void Checker::CheckWho(Rule& rule) {
  for (size_t i = 1; i < rule.who.size(); ++i) {
    for (size_t k = i + 1; k < rule.who.size(); ++k) {
      Who& a = rule.who[i];
      Who& b = rule.who[k];
      if (Exclusive(a.guard, b.guard)) continue;
      const Over over = Weigh(a, b, b.span, a.span);
      if (over == Over::kFirst) {
        std::swap(a, b);  // the last that holds wins
      } else if (over == Over::kNeither) {
        sink_.Report(Code::kE11, b.span, fmt::format("Two rules say who scores {}, and both can apply. {}", rule.name, SayOver(a.names, b.names))).With(a.span, "the other");
      }
    }
  }
}

}  // namespace reeve::sema
