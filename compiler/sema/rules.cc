// Rules, scores and offers: when they run, whom they bind, what they ask.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/checker.h"
#include "runtime/bytecode/limits.h"

namespace reeve::sema {

using ast::Clause;
using ast::Item;

void Checker::NotCarried(Span span, const std::string& what) {
  sink_.Report(Code::kE52, span, fmt::format("This version understands {}, but cannot run it yet.", what));
}

int Checker::FindRule(const std::string& name) const {
  for (size_t i = 0; i < model_.rules.size(); ++i)
    if (model_.rules[i].name == name) return static_cast<int>(i);
  return -1;
}
int Checker::FindStep(const std::string& name) const {
  for (size_t i = 0; i < model_.steps.size(); ++i)
    if (model_.steps[i].name == name) return static_cast<int>(i);
  return -1;
}
int Checker::FindGroup(const std::string& name) const {
  for (size_t i = 0; i < model_.groups.size(); ++i)
    if (model_.groups[i].name == name) return static_cast<int>(i);
  return -1;
}

// The rules that a name stands for: itself, the members of a group, the scores of a kind of feature.
std::vector<int> Checker::RulesNamed(const ast::Name& name, bool scores_only, bool quiet) {
  std::vector<int> rules;
  if (const int rule = FindRule(name.text); rule >= 0) {
    if (scores_only && model_.rules[static_cast<size_t>(rule)].kind != RuleKind::kScore) {
      if (!quiet)
        sink_.Report(Code::kE46, name.span,
                     fmt::format("\"{}\" is {}, and a score is needed here.", name.text,
                                 A(WordOf(model_.rules[static_cast<size_t>(rule)].kind))));
      return rules;
    }
    return {rule};
  }
  if (const int group = FindGroup(name.text); group >= 0) return model_.groups[static_cast<size_t>(group)].members;
  const auto kind = model_.kind_by_name.find(name.text);
  if (kind != model_.kind_by_name.end() && model_.kinds[static_cast<size_t>(kind->second)].cls == Class::kFeature) {
    const KindSet kinds = Closure(kind->second);
    for (size_t i = 0; i < model_.rules.size(); ++i) {
      const Rule& rule = model_.rules[i];
      if (rule.IsScore() && rule.Scored().cls == Class::kFeature && (rule.Scored().kinds & kinds).any())
        rules.push_back(static_cast<int>(i));
    }
    return rules;
  }
  if (!quiet) {
    std::vector<std::string> known;
    for (const Rule& rule : model_.rules) known.push_back(rule.name);
    for (const Group& group : model_.groups) known.push_back(group.name);
    FindRuleElsewhere(name, scores_only ? "score or group" : "rule or group", known);
  }
  return rules;
}

namespace {

// Of two lines that say what those who tie get, the second would quietly be the one that holds.
void TiesTwice(const Item& item, Sink& sink) {
  const Clause* first = nullptr;
  for (const Clause& clause : item.clauses) {
    if (clause.kind != Clause::Kind::kTies) continue;
    if (first != nullptr)
      sink.Report(Code::kE11, clause.span, "What those who tie get is said already; one of the two lines has to go.")
          .With(first->span, "said here");
    else first = &clause;
  }
}

}  // namespace

void Checker::DeclareRules() {
  for (const auto& [item, ruleset] : linked_.items) {
    TiesTwice(*item, sink_);
    if (item->kind != Item::Kind::kRule) continue;
    if (model_.rules.size() == kMaxRules) {
      sink_.Report(Code::kE57, item->name.span, fmt::format("There are more than {} rules in play.", kMaxRules));
      break;
    }
    if (const int known = FindRule(item->name.text); known >= 0) {
      sink_
          .Report(Code::kE42, item->name.span,
                  fmt::format("There is already {0} called \"{1}\". To change it, write \"modify {1}\".",
                              A(WordOf(model_.rules[static_cast<size_t>(known)].kind)), item->name.text))
          .With(model_.rules[static_cast<size_t>(known)].item->name.span, "declared here");
      continue;
    }
    Rule rule;
    rule.name = item->name.text;
    rule.label = item->label ? item->label->value : rule.name;
    rule.kind = item->word == "score" ? RuleKind::kScore : item->word == "offer" ? RuleKind::kOffer : RuleKind::kRule;
    rule.item = item;
    rule.ruleset = ruleset;
    rule.span = item->name.span;
    rule.points.name = "points";
    for (const Clause& clause : item->clauses) {
      if (clause.kind != Clause::Kind::kCite) continue;
      for (const ast::Name& cite : clause.names) rule.cites.push_back(cite.text);
    }
    model_.rules.push_back(std::move(rule));
  }
  // What each score is about has to be known before anything speaks of it.
  for (size_t i = 0; i < model_.rules.size(); ++i) {
    Rule& rule = model_.rules[i];
    ReadTriggers(rule);
    for (const ast::Name& name : rule.item->names) {
      const int group = FindGroup(name.text);
      if (group < 0) {
        std::vector<std::string> known;
        for (const Group& g : model_.groups) known.push_back(g.name);
        FindRuleElsewhere(name, "group", known);
        continue;
      }
      rule.groups.push_back(group);
      model_.groups[static_cast<size_t>(group)].members.push_back(static_cast<int>(i));
    }
  }
  ReadAllAround();
}

// A score may hang on one that hangs on another itself: that is read first, wherever it stands.
void Checker::ReadAllAround() {
  enum : char { kNew, kOpen, kRead };
  std::vector<char> state(model_.rules.size(), kNew);
  std::vector<size_t> open;
  for (size_t i = 0; i < model_.rules.size(); ++i) {
    open.push_back(i);
    while (!open.empty()) {
      const size_t index = open.back();
      Rule& rule = model_.rules[index];
      if (state[index] == kNew) {
        state[index] = kOpen;
        for (const auto* names : {&rule.before, &rule.after}) {
          for (const ast::Name& name : *names) {
            for (const int target : RulesNamed(name, true, true)) {
              if (state[static_cast<size_t>(target)] == kNew) open.push_back(static_cast<size_t>(target));
            }
          }
        }
        continue;
      }
      open.pop_back();
      if (state[index] == kOpen) ReadAround(rule);
      state[index] = kRead;
    }
  }
}

void Checker::Bind(Rule& rule, Scope& scope, const std::string& name, int slot, Type type, Span span) {
  scope.bindings.push_back({name, slot, type, span});
  rule.slots.push_back({name, slot, type, span});
}

// when, at, before, after; and the first `each` of a score, which says what it is about.
void Checker::ReadTriggers(Rule& rule) {
  rule.scope.slots = &rule.slot_count;
  int triggers = 0;
  for (const Clause& clause : rule.item->clauses) {
    switch (clause.kind) {
      case Clause::Kind::kWhen:
        ++triggers;
        ReadWhen(rule, *clause.event);
        break;
      case Clause::Kind::kAt:
        ++triggers;
        for (const ast::Name& name : clause.names) {
          const int step = FindStep(name.text);
          if (step >= 0) {
            rule.at.push_back(step);
            continue;
          }
          if (elsewhere_.Declares(name.text, Elsewhere::kStep)) continue;
          std::vector<std::string> known;
          for (const Step& s : model_.steps) known.push_back(s.name);
          std::string text = fmt::format("There is no step called \"{}\".", name.text);
          for (const Round& round : model_.rounds) {
            if (round.name != name.text) continue;
            std::vector<std::string> steps;
            for (const int s : round.steps) steps.push_back(model_.steps[static_cast<size_t>(s)].name);
            text = fmt::format("\"{}\" is a round. Its steps are: {}.", name.text, fmt::join(steps, ", "));
            known.clear();
          }
          if (name.text == "final") {
            std::vector<std::string> steps;
            for (const Step& s : model_.steps)
              if (s.round < 0) steps.push_back(s.name);
            text =
                fmt::format("\"final\" is all that follows the last turn. Its steps are: {}.", fmt::join(steps, ", "));
            known.clear();
          }
          sink_.Report(Code::kE49, name.span, text, {name.text, known, ""});
          rule.guessed = true;
        }
        if (rule.at.empty() && !rule.guessed) rule.dropped = true;
        break;
      case Clause::Kind::kBefore:
      case Clause::Kind::kAfter: {
        ++triggers;
        auto& names = clause.kind == Clause::Kind::kBefore ? rule.before : rule.after;
        names.insert(names.end(), clause.names.begin(), clause.names.end());
        break;
      }
      case Clause::Kind::kOnce:
        if (const auto noun = FindNoun(clause.name.text); rule.IsScore() && noun && noun->cls == Class::kFeature) {
          rule.scored = {noun->cls, false, noun->kinds, noun->squares};
        }
        break;
      case Clause::Kind::kOrder:
        rule.order_after.insert(rule.order_after.end(), clause.order.after.begin(), clause.order.after.end());
        rule.order_before.insert(rule.order_before.end(), clause.order.before.begin(), clause.order.before.end());
        break;
      default:
        break;
    }
    if (triggers > 1 && (clause.kind == Clause::Kind::kWhen || clause.kind == Clause::Kind::kAt)) {
      sink_.Report(
          Code::kE50, clause.span,
          fmt::format("\"{}\" already says when it runs; a rule has one \"when\", \"at\", \"before\" or \"after\".",
                      rule.name));
    }
  }
  if (rule.kind == RuleKind::kOffer && rule.at.empty() && !rule.dropped && !rule.guessed) {
    sink_.Report(Code::kE51, rule.span,
                 fmt::format("At which step is \"{}\" offered? Write \"at act\", for example.", rule.name));
    rule.dropped = true;
  }
  if (rule.kind == RuleKind::kRule && triggers == 0) {
    sink_.Report(
        Code::kE51, rule.span,
        fmt::format(
            "When does \"{}\" run? Write \"when ...\", \"at ...\", \"before ... scored\" or \"after ... scored\".",
            rule.name));
    rule.dropped = true;
  }
  if (!rule.IsScore() || rule.subject.cls != Class::kNone || !rule.before.empty() || !rule.after.empty()) return;
  if (rule.when) return;
  rule.scope.headless = triggers == 0 ? &rule : nullptr;
  for (const Clause& clause : rule.item->clauses) {
    if (clause.kind != Clause::Kind::kEach) continue;
    const ast::SetExpr* set = clause.set.get();
    while (set->phrase.set != nullptr) set = set->phrase.set.get();
    const auto noun = FindNoun(set->phrase.ref->head.text);
    rule.scope.headless = nullptr;
    if (noun && noun->cls == Class::kFeature) {
      rule.subject = {noun->cls, false, noun->kinds, noun->squares};
      rule.subject_from_each = true;
    }
    break;
  }
}

void Checker::CheckRules() {
  for (Rule& rule : model_.rules) {
    if (!rule.dropped) CheckRule(rule);
  }
}

void Checker::CheckRule(Rule& rule) {
  rule.scope.slots = &rule.slot_count;
  if (rule.when && rule.when->filter.event == EventId::kAnswered) {
    // It hangs on the answer of another rule and sees what that rule has bound.
    const Rule& asked = model_.rules[static_cast<size_t>(rule.when->filter.id)];
    rule.scope.bindings = asked.scope.bindings;
    rule.slot_count = asked.slot_count;
  }
  if (rule.IsScore() && (rule.when || rule.guessed) && rule.subject.cls == Class::kFeature) {
    Bind(rule, rule.scope, "subject", kSubjectSlot, rule.subject);
    Bind(rule, rule.scope, "feature", kSubjectSlot, rule.subject);
  }
  Bind(rule, rule.scope, "player", kPlayerSlot, {Class::kPlayer, false, {}, kAnyKind});
  rule.scope.bindings.pop_back();  // `player` is the receiver, known to rows only
  int phase = 0;                   // 0 head, 1 who and rows, 2 effects
  const Clause* row = nullptr;
  for (const Clause& clause : rule.item->clauses) {
    using K = Clause::Kind;
    switch (clause.kind) {
      case K::kWhen:
      case K::kAt:
      case K::kBefore:
      case K::kAfter:
      case K::kOrder:
      case K::kCite:
      case K::kAllow:
        break;
      case K::kEach:
      case K::kRepeat:
      case K::kIf:
      case K::kOnce:
      case K::kMay:
      case K::kChoose:
      case K::kLimit:
        if (phase > 0) {
          const bool asks = clause.kind == K::kMay || clause.kind == K::kChoose;
          if (asks && phase == 1) {
            sink_.Report(Code::kE16, clause.span, "A row cannot ask anybody. Put this line above \"for\".");
          } else if (clause.kind == K::kIf && phase == 1) {
            auto& report = sink_.Report(Code::kE07, clause.span,
                                        "This condition comes after a row. Put it first, or write \"if ... { points "
                                        "... }\" round the rows it is for.");
            if (row != nullptr) report.With(row->span, "the row");
          } else {
            sink_.Report(Code::kE07, clause.span,
                         "This line belongs to the head of the rule: put it before \"for\", the rows and \"then\".");
          }
          // What it names is known, wherever it stands.
          if (clause.kind == K::kEach || clause.kind == K::kChoose) ReadHead(rule, clause);
          break;
        }
        ReadHead(rule, clause);
        break;
      case K::kFor:
      case K::kRow:
      case K::kSum:
      case K::kBranch:
      case K::kTies:
      case K::kMark:
      case K::kWithout:
      case K::kMost:
      case K::kPrefer:
      case K::kOver:
        if (rule.kind == RuleKind::kRule) {
          if (row == nullptr) {
            sink_.Report(Code::kE50, clause.span,
                         fmt::format("\"{}\" is a rule and pays nothing. If it pays, call it a score.", rule.name));
          }
          row = &clause;
          break;
        }
        if (phase == 2) {
          sink_.Report(Code::kE07, clause.span,
                       "What is paid comes before what is done: put this line above \"then\".");
          break;
        }
        phase = 1;
        row = &clause;
        ReadScore(rule, clause);
        break;
      case K::kThen:
        phase = 2;
        ReadEffect(rule, *clause.effect);
        break;
    }
    if (rule.dropped) return;
  }
  if (rule.IsScore() && rule.who.empty()) {
    sink_.Report(Code::kE51, rule.span,
                 fmt::format("Who scores \"{}\"? Write \"for majority of followers on ...\", for example.", rule.name));
  }
  CheckCites(rule);
}

// --- heads ---------------------------------------------------------------------------------------------
void Checker::ReadHead(Rule& rule, const Clause& clause) {
  using K = Clause::Kind;
  if (rule.head.size() == kMaxHead) {
    if (full_.insert(rule.scope.slots).second)
      sink_.Report(Code::kE57, clause.span,
                   fmt::format("{} has more than {} lines before its rows.", rule.name, kMaxHead));
    return;
  }
  HeadLine line;
  line.span = clause.span;
  switch (clause.kind) {
    case K::kEach:
      return ReadEach(rule, clause);
    case K::kRepeat: {
      const Term* from = ResolveOne(*clause.from, rule.scope);
      if (from == nullptr) return;
      constexpr int64_t kMaxRounds = 1000;
      if (clause.number->value > kMaxRounds)
        sink_.Report(Code::kE48, clause.number->span, fmt::format("A rule repeats up to {} times.", kMaxRounds));
      line.kind = HeadLine::Kind::kRepeat;
      line.number = static_cast<int>(clause.number->value);
      line.set = from;
      line.slot = NewSlot(rule.scope, clause.span);
      line.bound = clause.name.text;
      Bind(rule, rule.scope, clause.name.text, line.slot, {Class::kPlayer, false, {}, kAnyKind});
      break;
    }
    case K::kIf: {
      const Term* cond = ResolveCond(*clause.cond, rule.scope);
      if (cond == nullptr) return;
      if (cond->kind == TermKind::kNumber) {
        if (cond->number == 0) rule.dropped = true;
        return;
      }
      std::vector<const Term*> known;
      for (const HeadLine& other : rule.head) {
        if (other.kind == HeadLine::Kind::kRequire) known.push_back(other.cond);
      }
      AmongOthers(cond, known);
      if (rule.when && rule.when->filter.event == EventId::kCompleted && cond->kind == TermKind::kIsCompleted &&
          cond->a->kind == TermKind::kSlot && cond->a->number == kSubjectSlot) {
        sink_.Report(Code::kL27, cond->span, "This is said already. It can be left out.")
            .With(rule.when->span, "said here");
      }
      line.cond = cond;
      break;
    }
    case K::kOnce:
      return ReadOnce(rule, clause);
    case K::kMay: {
      line.kind = HeadLine::Kind::kMay;
      line.may = true;
      line.label = clause.label ? clause.label->value : rule.label;
      if (!ReadChooser(rule, *clause.chooser, line)) return;
      break;
    }
    case K::kChoose:
      return ReadChoose(rule, clause);
    case K::kLimit: {
      line.kind = HeadLine::Kind::kLimit;
      line.number = static_cast<int>(clause.number->value);
      const std::string& per = clause.name.text;
      if (per == "turn") line.per = Per::kTurn;
      else if (per == "round") line.per = Per::kRound;
      else if (per == "step") line.per = Per::kStep;
      else {
        sink_.Report(Code::kE48, clause.name.span, "A limit is per turn, per round or per step.");
        return;
      }
      break;
    }
    default:
      return;
  }
  rule.head.push_back(std::move(line));
}

// once per city chosen by P: of all that is due and could set it off for this city, one thing does.
void Checker::ReadOnce(Rule& rule, const Clause& clause) {
  HeadLine line;
  line.kind = HeadLine::Kind::kOnce;
  line.span = clause.span;
  line.label = rule.label;
  for (const Binding& binding : rule.scope.bindings) {
    if (binding.name == clause.name.text && binding.slot > kPlayerSlot) line.slot = binding.slot;
  }
  if (line.slot < 0) {
    sink_.Report(
        Code::kE03, clause.name.span,
        fmt::format("Which {0}? Nothing above names one. Write \"each {0}\" before this line.", clause.name.text));
    return;
  }
  if (rule.after_of.empty()) {
    sink_.Report(
        Code::kE50, clause.span,
        "\"once per\" belongs to a rule with \"after ... scored\": it chooses among the scorings that are due.");
    return;
  }
  if (clause.chooser->best_value) line.best = true;
  else if (!ReadChooser(rule, *clause.chooser, line)) return;
  if (rule.scored.cls != Class::kNone) rule.scored_slot = line.slot;
  rule.head.push_back(std::move(line));
}

void Checker::ReadEach(Rule& rule, const Clause& clause) {
  HeadLine line;
  line.kind = HeadLine::Kind::kEach;
  line.span = clause.span;
  const bool subject = rule.IsScore() && rule.subject_from_each && rule.head.empty();
  const int first_free = rule.slot_count;
  std::string name;
  const Term* set = AsSet(ResolveSet(*clause.set, rule.scope, Mode::kNoun, &name));
  if (set == nullptr) {
    // So that what follows does not call the name unknown.
    const ast::SetExpr* inner = clause.set.get();
    while (inner->phrase.set != nullptr) inner = inner->phrase.set.get();
    if (const auto noun = FindNoun(inner->phrase.ref->head.text)) {
      Bind(rule, rule.scope, inner->phrase.ref->as ? inner->phrase.ref->as->text : noun->singular,
           NewSlot(rule.scope, clause.span), {noun->cls, false, noun->kinds, noun->squares});
    }
    return;
  }
  if (subject && set->kind == TermKind::kWhere) {
    // Asked of one thing, in a group of scores: is this the score for it?
    rule.applies_slots = rule.slot_count;
    rule.applies = set->b;
    rule.applies_slot = static_cast<int>(set->number);
  }
  (void)first_free;
  line.slot = subject ? kSubjectSlot : NewSlot(rule.scope, clause.span);
  if (clause.from != nullptr) {
    const Term* from = ResolveOne(*clause.from, rule.scope);
    if (from != nullptr && set->type.cls != Class::kPlayer) {
      sink_.Report(Code::kE46, clause.from->span,
                   fmt::format("\"from\" says with which player it begins, and these are {}. Put what they are part of "
                               "behind \"of\", \"on\" or \"in\".",
                               TypeText(set->type)));
      return;
    }
    set = MakeBinary(TermKind::kSeats, set, from, set->type, clause.span);
    if (set == nullptr) return;
  }
  line.set = set;
  line.bound = name;
  Type type = set->type.AsOne();
  if (subject) {
    rule.subject = type;
    Bind(rule, rule.scope, "subject", kSubjectSlot, type);
    Bind(rule, rule.scope, "feature", kSubjectSlot, type);
  }
  Bind(rule, rule.scope, name, line.slot, type, clause.set->span);
  rule.head.push_back(std::move(line));
}

bool Checker::ReadChooser(Rule& rule, const ast::Chooser& chooser, HeadLine& line) {
  if (chooser.best_value) {
    sink_.Report(
        Code::kE50, chooser.span,
        "\"best value\" chooses what a rule hangs on: \"once per ... chosen by best value\". Here a player chooses.");
    return false;
  }
  const ast::Ref* ref = chooser.set->phrase.ref.get();
  if (ref != nullptr && ref->parts.empty() && ref->head.text == "chance") {
    line.chance = true;
    return true;
  }
  const Term* player = ResolveSet(*chooser.set, rule.scope, Mode::kEither);
  if (player == nullptr) return false;
  if (player->type.cls != Class::kPlayer) {
    sink_.Report(Code::kE46, chooser.span,
                 fmt::format("Only a player can choose; this is {}.", A(TypeText(player->type.AsOne()))));
    return false;
  }
  line.chooser = AsOne(player, chooser.span, "");
  if (chooser.otherwise == nullptr) return true;
  const Term* otherwise = ResolveOne(*chooser.otherwise, rule.scope);
  if (otherwise == nullptr) return false;
  line.chooser = MakeBinary(TermKind::kOtherwise, line.chooser, otherwise, line.chooser->type, chooser.span);
  return true;
}

// choose bid from price + 1 to total of player
const Term* Checker::ReadNumbers(Rule& rule, const Clause& clause) {
  const Term* least = ResolveNumber(*clause.least, rule.scope);
  const Term* most = ResolveNumber(*clause.most, rule.scope);
  if (least == nullptr || most == nullptr) return nullptr;
  const Span span = Cover(clause.least->span, clause.most->span);
  if (least->kind == TermKind::kNumber && most->kind == TermKind::kNumber) {
    const int64_t first = std::max<int64_t>(least->number, 0);
    if (first > most->number) {
      sink_.Report(Code::kE48, span,
                   fmt::format("There is no number from {} to {}; the smaller one stands first.", first, most->number));
      return nullptr;
    }
    if (most->number - first >= kMaxNumbers) {
      sink_.Report(Code::kE48, span, fmt::format("Nobody chooses from more than {} numbers.", kMaxNumbers));
      return nullptr;
    }
  }
  Type type = Type::Number();
  type.set = true;
  return MakeBinary(TermKind::kNumbers, least, most, type, span);
}

void Checker::ReadChoose(Rule& rule, const Clause& clause) {
  HeadLine line;
  line.span = clause.span;
  line.may = clause.may;
  line.bound = clause.as ? clause.as->text : clause.name.text;
  const Span said = clause.set != nullptr ? clause.set->span : clause.span;
  line.label = std::string(library_.sources().Text(said));
  Type type{Class::kText, false, {}, kAnyKind};
  if (!clause.texts.empty()) {
    line.kind = HeadLine::Kind::kChooseText;
    line.label = rule.label;
    for (const ast::Text& text : clause.texts) line.texts.push_back(text.value);
  } else if (clause.least != nullptr) {
    line.kind = HeadLine::Kind::kChoose;
    line.set = ReadNumbers(rule, clause);
    if (line.set != nullptr) line.label = std::string(library_.sources().Text(line.set->span));
    type = Type::Number();
  } else {
    line.kind = HeadLine::Kind::kChoose;
    const Term* set = AsSet(ResolveSet(*clause.set, rule.scope, Mode::kEither));
    if (set != nullptr && set->type.cls == Class::kZone && set->kind == TermKind::kOne &&
        set->a->kind == TermKind::kNumber) {
      // A deck or bag stands for the cards in it.
      Term cards;
      cards.kind = TermKind::kRelated;
      cards.number = static_cast<int>(RelationId::kCardInZone);
      cards.a = set;
      cards.type = {Class::kCard, true, {}, kAnyKind};
      for (const Card& card : model_.cards)
        if (card.zone == set->a->number) cards.type.kinds.set(static_cast<size_t>(card.kind));
      cards.kinds = cards.type.kinds;
      cards.span = set->span;
      set = model_.Make(cards);
    }
    if (set != nullptr) {
      type = set->type.AsOne();
      if (type.cls == Class::kFigure || type.cls == Class::kMarker || type.cls == Class::kPiece) {
        set = MakeUnary(TermKind::kAlike, set, set->type, set->span);
      }
    } else {
      type.cls = Class::kNone;
    }
    line.set = set;
  }
  line.slot = NewSlot(rule.scope, clause.span);
  const bool chooser = ReadChooser(rule, *clause.chooser, line);
  Bind(rule, rule.scope, line.bound, line.slot, type, clause.as ? clause.as->span : clause.name.span);
  if (!chooser || (line.set == nullptr && line.texts.empty())) return;
  rule.head.push_back(std::move(line));
}

// --- who and rows --------------------------------------------------------------------------------------
void Checker::ReadScore(Rule& rule, const Clause& clause) {
  using K = Clause::Kind;
  switch (clause.kind) {
    case K::kFor: {
      if (!rule.who.empty()) {
        sink_.Report(Code::kE11, clause.span, "Who scores is said already; a score has one \"for\".")
            .With(rule.who.front().span, "said here");
        return;
      }
      const Term* set = AsSet(ResolveSet(*clause.set, rule.scope, Mode::kEither));
      if (set == nullptr) {
        rule.who.push_back({});
        return;
      }
      if (set->type.cls != Class::kPlayer) {
        sink_.Report(Code::kE46, clause.set->span, WhoText(set));
        rule.who.push_back({});
        return;
      }
      rule.who.push_back({nullptr, set, {rule.name}, {}, clause.span});
      return;
    }
    case K::kTies:
      switch (clause.ties) {
        case Clause::Ties::kAll:
          rule.ties = Ties::kAll;
          break;
        case Clause::Ties::kNobody:
          rule.ties = Ties::kNobody;
          break;
        case Clause::Ties::kSplitUp:
          rule.ties = Ties::kSplitUp;
          break;
        case Clause::Ties::kSplitDown:
          rule.ties = Ties::kSplitDown;
          break;
        case Clause::Ties::kSplitOdd: {
          rule.ties = Ties::kSplitOdd;
          const ast::Chooser& odd = *clause.odd_to;
          if (odd.set == nullptr) {
            sink_.Report(Code::kE50, odd.span, "The odd point goes to a player: \"odd to active_player\".");
            return;
          }
          const Term* lucky = AsOne(ResolveSet(*odd.set, rule.scope, Mode::kEither), odd.span, "");
          if (lucky != nullptr && odd.otherwise != nullptr) {
            const Term* otherwise = ResolveOne(*odd.otherwise, rule.scope);
            if (otherwise == nullptr) return;
            Term term;
            term.kind = TermKind::kOtherwise;
            term.type = lucky->type;
            term.a = lucky;
            term.b = otherwise;
            term.span = odd.span;
            lucky = model_.Make(term);
          }
          rule.odd_to = lucky;
          return;
        }
      }
      return;
    case K::kMark: {
      const std::string& mark = clause.name.text;
      if (mark == "earned") rule.mark = Mark::kEarned;
      else if (mark == "stolen") rule.mark = Mark::kStolen;
      else if (mark == "paid") rule.mark = Mark::kPaid;
      else sink_.Report(Code::kE48, clause.name.span, "A mark is earned, stolen or paid.");
      return;
    }
    case K::kMost:
    case K::kPrefer:
      sink_.Report(Code::kE50, clause.span, "\"most\" and \"prefer\" belong to a ranking, not to a score.");
      return;
    case K::kWithout:
    case K::kOver:
      sink_.Report(Code::kE50, clause.span,
                   "This line belongs to \"modify\": a score has nothing of others to change.");
      return;
    default: {
      Scope scope = rule.scope;
      scope.bindings.push_back({"player", kPlayerSlot, {Class::kPlayer, false, {}, kAnyKind}});
      scope.counts = &rule.counts;
      if (clause.kind == K::kBranch) {
        const Term* cond = ResolveCond(*clause.cond, scope);
        if (cond != nullptr && !(cond->kind == TermKind::kNumber && cond->number == 0)) {
          ReadRows(rule, nullptr, clause.body, cond->kind == TermKind::kNumber ? nullptr : cond,
                   Source{{rule.name}, {}, nullptr, false}, scope);
        }
        return;
      }
      if (clause.kind == K::kSum)
        return ReadSum(rule, rule.points, clause, nullptr, Source{{rule.name}, {}, nullptr, false}, scope);
      ReadRow(rule, nullptr, clause, nullptr, Source{{rule.name}, {}, nullptr, false}, scope);
    }
  }
}

void Checker::CheckCites(const Rule& rule) {
  (void)rule;
}

}  // namespace reeve::sema
