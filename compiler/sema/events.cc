// When rules run: the events they hear, and the scorings they hang on.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/checker.h"

namespace reeve::sema {

using ast::Clause;

void Checker::ReadWhen(Rule& rule, const ast::Event& event) {
  const int errors = sink_.errors();
  rule.when = ReadEvent(event);
  if (!rule.when) {
    rule.guessed = sink_.errors() > errors && GuessSubject(rule, event);
    rule.dropped = !rule.guessed;
    return;
  }
  const EventFilter& filter = rule.when->filter;
  if (filter.event == EventId::kStarts || filter.event == EventId::kEnds || filter.event == EventId::kAnswered) return;
  rule.subject = {filter.cls, false, rule.when->kinds, kAnyKind};
  Bind(rule, rule.scope, event.subject.text, kSubjectSlot, rule.subject, event.subject.span);
}

bool Checker::ReadPeriod(const ast::Event& event, Event& out) {
  out.filter.cls = Class::kStep;
  const std::string& name = event.subject.text;
  if (name == "turn") {
    out.filter.period = Period::kTurn;
    return true;
  }
  if (name == "game") {
    out.filter.period = Period::kGame;
    return true;
  }
  if (name == "round") {
    out.filter.period = Period::kAnyRound;
    return true;
  }
  if (const int step = FindStep(name); step >= 0) {
    out.filter.period = Period::kStep;
    out.filter.id = step;
    return true;
  }
  for (size_t r = 0; r < model_.rounds.size(); ++r) {
    if (model_.rounds[r].name != name) continue;
    out.filter.period = Period::kRound;
    out.filter.id = static_cast<Id>(r);
    return true;
  }
  if (elsewhere_.Declares(name, Elsewhere::kStep | Elsewhere::kRound)) return false;
  std::vector<std::string> known{"turn", "game", "round"};
  for (const Step& step : model_.steps) known.push_back(step.name);
  for (const Round& round : model_.rounds) known.push_back(round.name);
  sink_.Report(Code::kE49, event.subject.span, fmt::format("There is no step or round called \"{}\".", name),
               {name, known, ""});
  return false;
}

std::optional<Event> Checker::ReadEvent(const ast::Event& event) {
  Event out;
  out.span = event.span;
  std::vector<std::string> verbs;
  std::optional<EventId> id;
  for (int i = 0; i < EventCount(); ++i) {
    verbs.push_back(Info(static_cast<EventId>(i)).word);
    if (event.verb.text == verbs.back()) id = static_cast<EventId>(i);
  }
  if (!id) {
    sink_.Report(Code::kE49, event.verb.span, fmt::format("Nothing is ever \"{}\".", event.verb.text),
                 {event.verb.text, verbs, fmt::format("What can happen: {}.", fmt::join(verbs, ", "))});
    return std::nullopt;
  }
  out.filter.event = *id;
  if (event.text && *id != EventId::kAnswered) {
    NoAnswer(event);
    return std::nullopt;
  }
  if (*id == EventId::kStarts || *id == EventId::kEnds) {
    if (!ReadPeriod(event, out) || !ToldWhere(event, out.filter)) return std::nullopt;
    return out;
  }
  if (*id == EventId::kAnswered) {
    const int asked = FindRule(event.subject.text);
    if (asked < 0) {
      std::vector<std::string> known;
      for (const Rule& r : model_.rules) known.push_back(r.name);
      FindRuleElsewhere(event.subject, "rule", known);
      return std::nullopt;
    }
    out.filter.id = asked;
    for (const Clause& clause : model_.rules[static_cast<size_t>(asked)].item->clauses) {
      for (size_t i = 0; i < clause.texts.size() && event.text; ++i) {
        if (clause.texts[i].value == event.text->value) out.filter.text = static_cast<Id>(i);
      }
    }
    if (out.filter.text == kNoId) {
      const char* text = event.text ? "\"{}\" has no such answer."
                                    : "Which answer? Write a text of \"{}\" in quotes behind \"answered\".";
      sink_.Report(Code::kE48, event.span, fmt::format(fmt::runtime(text), event.subject.text))
          .With(model_.rules[static_cast<size_t>(asked)].span, "its answers are here");
      return std::nullopt;
    }
    return out;
  }
  if (!ReadSubject(event, *id, out)) return std::nullopt;
  if (!Info(*id).Of(out.filter.cls)) {
    NeverHappens(event, *id, out.filter.cls);
    return std::nullopt;
  }
  if (!ToldWhere(event, out.filter) || (event.to && !ReadWhere(*event.to, out))) return std::nullopt;
  return out;
}

// What an event happens to: an award, things of a kind, or cards, of a deck or of a name.
bool Checker::ReadSubject(const ast::Event& event, EventId id, Event& out) {
  const std::string& word = event.subject.text;
  if (word == "award") {
    out.filter.cls = Class::kAward;
    return true;
  }
  if (const auto noun = FindNoun(word)) {
    out.filter.cls = noun->cls;
    out.kinds = noun->kinds;
    if (id == EventId::kCompleted && noun->cls == Class::kFeature) NeverCompleted(noun->kinds, event.span);
    return true;
  }
  for (const Card& card : model_.cards) {
    const std::string& deck = model_.zones[static_cast<size_t>(card.zone)].name;
    if (word == "card" || word == deck || word == card.entry->name.text) out.kinds.set(static_cast<size_t>(card.kind));
  }
  out.filter.cls = Class::kCard;
  if (out.kinds.any()) return true;
  Scope scope;
  if (word == "card") sink_.Report(Code::kE01, event.subject.span, "There are no cards: no ruleset here has a deck.");
  else if (!elsewhere_.Declares(word, Elsewhere::kKind | Elsewhere::kPile | Elsewhere::kCard))
    Unknown(event.subject, scope);
  return false;
}

// Where a thing has to come to for an event to be meant.
bool Checker::ReadWhere(const ast::Name& where, Event& out) {
  for (size_t z = 0; z < model_.zones.size(); ++z) {
    if (model_.zones[z].name != where.text) continue;
    out.filter.to = Class::kZone;
    out.filter.to_id = static_cast<Id>(z);
    return true;
  }
  for (size_t p = 0; p < model_.places.size(); ++p) {
    if (model_.places[p].name != where.text) continue;
    out.filter.to = Class::kPlace;
    out.filter.to_id = static_cast<Id>(p);
    return true;
  }
  if (const auto to = FindNoun(where.text)) {
    out.filter.to = to->cls == Class::kSegment ? Class::kFeature : to->cls;
    out.to_kinds = to->kinds;
    return true;
  }
  if (!elsewhere_.Declares(where.text, Elsewhere::kKind | Elsewhere::kPile)) {
    Scope scope;
    Unknown(where, scope);
  }
  return false;
}

// before S scored, after S scored: the subject of those scores is bound as `feature` and by its own word.
void Checker::ReadAround(Rule& rule) {
  if (rule.before.empty() && rule.after.empty()) return;
  Type subject;
  std::string word;
  bool one_word = true, any = false;
  for (const bool before : {true, false}) {
    for (const ast::Name& name : before ? rule.before : rule.after) {
      for (int target : RulesNamed(name, true, false)) {
        const Rule& score = model_.rules[static_cast<size_t>(target)];
        auto& list = before ? rule.before_of : rule.after_of;
        if (std::find(list.begin(), list.end(), target) != list.end()) continue;
        list.push_back(target);
        Type type = score.Scored();
        const auto kind = model_.kind_by_name.find(name.text);
        if (kind != model_.kind_by_name.end()) type.kinds &= Closure(kind->second);
        subject.cls = type.cls;
        subject.kinds |= type.kinds;
        std::string own;
        for (size_t k = 0; k < model_.kinds.size(); ++k) {
          if (type.kinds[k] && (own.empty() || model_.kinds[k].like < 0)) own = model_.kinds[k].name;
        }
        if (any && own != word) one_word = false;
        word = own;
        any = true;
      }
    }
  }
  if (!any) {
    rule.dropped = true;
    return;
  }
  rule.subject = subject;
  if (subject.cls == Class::kNone) return;
  Bind(rule, rule.scope, "subject", kSubjectSlot, subject);
  Bind(rule, rule.scope, "feature", kSubjectSlot, subject);
  if (one_word && !word.empty()) Bind(rule, rule.scope, word, kSubjectSlot, subject);
}

}  // namespace reeve::sema
