// Rows and parts: the ladder of every quantity, and what becomes of it once all modifiers have been read.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/checker.h"

namespace reeve::sema {

using ast::Clause;
using ast::Item;
using ast::Row;

namespace {

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

}  // namespace

bool Names(const std::vector<std::string>& names, const std::vector<std::string>& wanted) {
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](const auto& w) { return std::find(names.begin(), names.end(), w) != names.end(); });
}

bool Checker::Same(const Term* a, const Term* b) const {
  if (a == b) return true;
  if (a == nullptr || b == nullptr) return false;
  if (a->kind != b->kind || a->number != b->number || a->extra != b->extra || a->kinds != b->kinds ||
      a->squares != b->squares || a->rules != b->rules || a->cases.size() != b->cases.size())
    return false;
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
      if (x->kind == TermKind::kIsKind && y->kind == TermKind::kIsKind && Same(x->a, y->a) &&
          (x->kinds & y->kinds).none())
        return true;
      if (x->kind == TermKind::kEqual && y->kind == TermKind::kEqual && Same(x->a, y->a) &&
          x->b->kind == TermKind::kNumber && y->b->kind == TermKind::kNumber && x->b->number != y->b->number)
        return true;
    }
  }
  return false;
}

bool Checker::UsesSlot(const Term* term, int slot) const {
  if (term == nullptr) return false;
  if (term->kind == TermKind::kSlot && term->number == slot) return true;
  for (const TermCase& option : term->cases)
    if (UsesSlot(option.term, slot)) return true;
  return UsesSlot(term->a, slot) || UsesSlot(term->b, slot);
}

std::vector<std::string> Checker::Labels(const Quantity& quantity) const {
  std::vector<std::string> labels;
  for (const Entry& entry : quantity.entries) {
    if (!entry.label.empty() && std::find(labels.begin(), labels.end(), entry.label) == labels.end())
      labels.push_back(entry.label);
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
  entry.per = per->type.cls == Class::kNumber && !per->type.set
                  ? per
                  : MakeUnary(TermKind::kCount, AsSet(per), Type::Number(), amount.per->span);
  return true;
}

void Checker::ReadRow(Rule& rule, Quantity* part, const Clause& clause, const Term* guard, const Source& source,
                      Scope& scope) {
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
    case Row::Change::kAdd:
      entry.layer = row.verb == Row::Verb::kExtra ? Layer::kExtra : Layer::kAdd;
      break;
    case Row::Change::kIs:
      entry.layer = Layer::kSet;
      break;
    case Row::Change::kDoubled:
    case Row::Change::kHalved:
    case Row::Change::kTimes:
      entry.layer = Layer::kScale;
      break;
    case Row::Change::kAtLeast:
    case Row::Change::kAtMost:
      entry.layer = Layer::kClamp;
      break;
  }
  if (row.verb == Row::Verb::kExtra && row.change != Row::Change::kAdd) {
    sink_.Report(Code::kE50, clause.span,
                 "\"extra\" adds a number; to change the whole value write \"points is\", \"points doubled\" or "
                 "\"points halved\".");
    return;
  }
  Quantity* quantity = part != nullptr ? part : &rule.points;
  if (row.verb == Row::Verb::kCount) {
    const auto at = std::find_if(rule.counts.begin(), rule.counts.end(),
                                 [&](const Quantity& q) { return q.name == row.count.text; });
    if (at != rule.counts.end()) {
      quantity = &*at;
    } else if (source.modifier) {
      std::vector<std::string> known;
      for (const Quantity& count : rule.counts) known.push_back(count.name);
      sink_.Report(Code::kE08, row.count.span,
                   fmt::format("{} has no count \"{}\", and a modifier cannot invent one.", rule.name, row.count.text),
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
      if (taken != quantity->taken.end())
        TakenAndReplaced(entry.replaces, rule.name, clause.instead_of->span, taken->second);
      else NoRow(sink_, rule.name, *clause.instead_of, *quantity, labels).With(rule.span, "the score");
      return;
    }
  }
  entry.personal =
      UsesSlot(entry.amount, kPlayerSlot) || UsesSlot(entry.per, kPlayerSlot) || UsesSlot(entry.guard, kPlayerSlot);
  if (quantity->entries.size() == kMaxRows) {
    if (full_.insert(scope.slots).second)
      sink_.Report(Code::kE57, clause.span, fmt::format("{} has more than {} rows.", rule.name, kMaxRows));
    return;
  }
  quantity->entries.push_back(std::move(entry));
}

void Checker::ReadRows(Rule& rule, Quantity* part, const std::vector<Clause>& clauses, const Term* guard,
                       const Source& source, Scope& scope) {
  for (const Clause& clause : clauses) {
    switch (clause.kind) {
      case Clause::Kind::kRow:
        ReadRow(rule, part, clause, guard, source, scope);
        break;
      case Clause::Kind::kSum:
        ReadSum(rule, part != nullptr ? *part : rule.points, clause, guard, source, scope);
        break;
      case Clause::Kind::kBranch: {
        const Term* cond = ResolveCond(*clause.cond, scope);
        if (cond == nullptr || (cond->kind == TermKind::kNumber && cond->number == 0)) break;
        AmongOthers(cond, {guard});
        ReadRows(rule, part, clause.body, cond->kind == TermKind::kNumber ? guard : MakeAnd(guard, cond), source,
                 scope);
        break;
      }
      default:
        sink_.Report(Code::kE50, clause.span,
                     "Only rows can stand here: points, extra, sum, and \"if ... { }\" round them.");
    }
  }
}

void Checker::ReadSum(Rule& rule, Quantity& quantity, const Clause& clause, const Term* guard, const Source& source,
                      Scope& scope) {
  for (const Part& known : quantity.parts) {
    if (known.name != clause.name.text) continue;
    sink_.Report(Code::kE42, clause.name.span, fmt::format("There is already a sum called \"{}\" here.", known.name))
        .With(known.span, "the other");
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
      sink_
          .Report(Code::kE06, b.span,
                  fmt::format("Two rows of {} are called \"{}\". The score sheet could not tell them apart.", rule.name,
                              a.label))
          .With(a.span, "the other");
    }
  }
  CheckSets(rule, quantity);
  OrderScales(rule, quantity);
  std::stable_sort(quantity.entries.begin(), quantity.entries.end(),
                   [](const Entry& a, const Entry& b) { return a.layer < b.layer; });
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
        entry.guard =
            guard == nullptr ? MakeNumber(0, Type::Truth(), entry.span) : MakeAnd(entry.guard, MakeNot(guard));
        if (guard == nullptr) break;
      }
    }
    for (size_t i : rows) {
      AmongOthers(quantity.entries[i].guard, {own});
      quantity.entries[i].guard = MakeAnd(own, quantity.entries[i].guard);
    }
  }
  std::erase_if(quantity.entries, [](const Entry& entry) {
    return entry.guard != nullptr && entry.guard->kind == TermKind::kNumber && entry.guard->number == 0;
  });
  for (Entry& entry : quantity.entries) {
    if (entry.guard != nullptr && entry.guard->kind == TermKind::kNumber) entry.guard = nullptr;
    entry.personal = entry.personal || UsesSlot(entry.guard, kPlayerSlot);
  }
}

// Of two rows that stand for one and can both apply, one has to say that it goes over the other.
void Checker::WeighReplacements(Rule& rule, Quantity& quantity, const std::vector<size_t>& rows,
                                const std::string& label) {
  for (size_t i : rows) {
    Entry& entry = quantity.entries[i];
    for (size_t k : rows) {
      Entry& other = quantity.entries[k];
      if (k <= i || Exclusive(entry.guard, other.guard)) continue;
      const Over over = Weigh(entry, other, other.span, entry.span);
      if (over == Over::kNeither) {
        sink_
            .Report(Code::kE09, other.span,
                    fmt::format("Two rows stand for \"{}\" of {}, and both can apply. {}", label, rule.name,
                                SayOver(entry.names, other.names)))
            .With(entry.span, "the other");
        continue;
      }
      Entry& weaker = over == Over::kFirst ? other : entry;
      const Term* stronger = over == Over::kFirst ? entry.guard : other.guard;
      weaker.guard =
          stronger == nullptr ? MakeNumber(0, Type::Truth(), weaker.span) : MakeAnd(weaker.guard, MakeNot(stronger));
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
      if (a.layer == Layer::kClamp && a.change != b.change && a.amount->kind == TermKind::kNumber &&
          b.amount->kind == TermKind::kNumber) {
        const Entry& least = a.change == Row::Change::kAtLeast ? a : b;
        const Entry& most = a.change == Row::Change::kAtLeast ? b : a;
        if (least.amount->number > most.amount->number) {
          sink_
              .Report(Code::kE12, b.span,
                      fmt::format("The {} of {} are at least {} and at most {}, and no number is both.", quantity.name,
                                  rule.name, least.amount->number, most.amount->number))
              .With(a.span, "the other");
        }
      }
      if (a.layer != Layer::kSet) continue;
      if (Same(a.amount, b.amount) && Same(a.per, b.per)) continue;
      const Over over = Weigh(a, b, b.span, a.span);
      if (over == Over::kNeither) {
        sink_
            .Report(Code::kE09, b.span,
                    fmt::format("Two rows say what the {} of {} are, and both can apply. {}", quantity.name, rule.name,
                                SayOver(a.names, b.names)))
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
  for (size_t i = 0; i < quantity.entries.size(); ++i)
    if (quantity.entries[i].layer == Layer::kScale) scales.push_back(i);
  for (size_t x = 0; x < scales.size(); ++x) {
    for (size_t y = x + 1; y < scales.size(); ++y) {
      Entry& a = quantity.entries[scales[x]];
      Entry& b = quantity.entries[scales[y]];
      const bool halves = a.change == Row::Change::kHalved || b.change == Row::Change::kHalved;
      if (!halves || Exclusive(a.guard, b.guard)) continue;
      const bool b_first = Names(b.names, a.order_after) || Names(a.names, b.order_before);
      const bool a_first = Names(a.names, b.order_after) || Names(b.names, a.order_before);
      if (a_first && b_first) {
        sink_
            .Report(Code::kE13, b.span,
                    "Each of the two says that it comes before the other, or each after. One \"order\" has to go.")
            .With(a.span, "the other");
      } else if (!a_first && !b_first) {
        sink_
            .Report(Code::kE10, b.span,
                    fmt::format("{} and {} of {}: one halves, and which comes first changes the points. {}", RowText(a),
                                RowText(b), rule.name, SayAfter(a.names, b.names)))
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
        sink_
            .Report(Code::kE11, b.span,
                    fmt::format("Two rules say who scores {}, and both can apply. {}", rule.name,
                                SayOver(a.names, b.names)))
            .With(a.span, "the other");
      }
    }
  }
}

}  // namespace reeve::sema
