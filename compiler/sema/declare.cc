// What a selection declares besides kinds: zones, decks, states, steps, definitions, groups.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/checker.h"

namespace reeve::sema {

using ast::Item;

Checker::Checker(Linked linked, Library& library, Sink& sink, const CompileOptions& options)
    : linked_(std::move(linked)), library_(library), sink_(sink), options_(options), elsewhere_(library) {
  model_.rulesets = linked_.rulesets;
  model_.words_only = linked_.words_only;
  model_.options = linked_.options;
  model_.selection = linked_.selection;
}

bool Checker::Fresh(const ast::Name& name, const char* what) {
  for (const auto& [known, item] : declared_) {
    if (known != name.text) continue;
    sink_.Report(Code::kE42, name.span, fmt::format("There is already {} called \"{}\".", A(what), name.text))
        .With(item->name.span, "declared here");
    return false;
  }
  return true;
}

// --- zones, decks, bags --------------------------------------------------------------------------------
void Checker::DeclarePiles() {
  for (const char* name : {"supply", "pile", "scoreboard", "hand"}) {
    Zone zone;
    zone.name = name;
    zone.kind = model_.zones.empty()       ? ZoneKind::kSupply
                : model_.zones.size() == 1 ? ZoneKind::kPile
                                           : ZoneKind::kPlaces;
    model_.zones.push_back(zone);
  }
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind == Item::Kind::kPile) DeclarePile(*item);
  }
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind == Item::Kind::kMore) AddEntries(*item);
  }
  ReadEntryAttributes();
}

void Checker::DeclarePile(const Item& item) {
  for (const Zone& known : model_.zones) {
    if (known.name != item.name.text) continue;
    auto& report = sink_.Report(Code::kE42, item.name.span,
                                fmt::format("There is already {} called \"{}\".", A(item.word), known.name));
    if (known.span.valid()) report.With(known.span, "declared here");
    return;
  }
  Zone zone;
  zone.name = item.name.text;
  zone.span = item.name.span;
  zone.kind = item.word == "deck" ? ZoneKind::kDeck : item.word == "bag" ? ZoneKind::kBag : ZoneKind::kPlaces;
  zone.circle = item.arrangement == "circle";
  zone.returns = item.arrangement == "returns";
  if (zone.kind == ZoneKind::kBag && item.of) {
    const auto of = model_.kind_by_name.find(item.of->text);
    if (of == model_.kind_by_name.end()) {
      Scope scope;
      Unknown(*item.of, scope);
    } else {
      zone.of = of->second;
    }
  }
  model_.zones.push_back(std::move(zone));
  DeclareEntries(static_cast<int>(model_.zones.size()) - 1, item);
}

// "modify deck D { CARD }": what another ruleset puts into it.
void Checker::AddEntries(const Item& item) {
  const int id = FindPile(item.name);
  if (id < 0) return;
  const Zone& zone = model_.zones[static_cast<size_t>(id)];
  if (zone.kind == ZoneKind::kPile) {
    sink_.Report(Code::kE46, item.name.span, "The pile holds tiles: a tileset adds to it.");
    return;
  }
  const std::string word = zone.kind == ZoneKind::kDeck ? "deck" : "bag";
  if (item.word != word) {
    sink_.Report(Code::kE46, item.name.span, fmt::format("\"{}\" is a {}, not a {}.", zone.name, word, item.word))
        .With(zone.span, "declared here");
    return;
  }
  DeclareEntries(id, item);
}

void Checker::DeclareEntries(int id, const Item& item) {
  Zone& zone = model_.zones[static_cast<size_t>(id)];
  std::map<std::string, Span> seen;
  for (const int entry : zone.entries) {
    if (zone.kind != ZoneKind::kPlaces)
      seen.emplace(model_.cards[static_cast<size_t>(entry)].entry->name.text,
                   model_.cards[static_cast<size_t>(entry)].entry->name.span);
  }
  for (const ast::PileEntry& entry : item.entries) {
    const auto [at, fresh] = seen.emplace(entry.name.text, entry.name.span);
    if (!fresh) {
      sink_
          .Report(Code::kE42, entry.name.span,
                  fmt::format("\"{0}\" is in {1} already. To have several, write their number behind the name: {0} 2.",
                              entry.name.text, zone.name))
          .With(at->second, "named here");
      continue;
    }
    if (zone.kind == ZoneKind::kPlaces) {
      zone.entries.push_back(static_cast<int>(model_.places.size()));
      model_.places.push_back({entry.name.text, id, -1, &entry});
      continue;
    }
    Kind kind;  // a card is a kind of its own, so that rules can ask which lies on top
    kind.name = entry.name.text;
    kind.plural = kind.name;
    kind.label = kind.name;
    kind.cls = Class::kCard;
    kind.span = entry.name.span;
    Card card;
    card.kind = AddKind(kind);
    if (card.kind < 0) return;
    card.zone = id;
    constexpr int64_t kMostCopies = 1000;
    if (entry.count && entry.count->value > kMostCopies)
      sink_.Report(Code::kE57, entry.count->span,
                   fmt::format("A {} has up to {} copies of a card.", item.word, kMostCopies));
    card.count = entry.count ? static_cast<int>(std::min(entry.count->value, kMostCopies)) : 1;
    card.entry = &entry;
    zone.entries.push_back(static_cast<int>(model_.cards.size()));
    model_.cards.push_back(card);
  }
}

// Cards that are no tokens of a kind name what they have: "two 2 (steps 2)".
void Checker::ReadCardNumbers(Zone& zone) {
  for (const int id : zone.entries) {
    for (const ast::Attribute& given : model_.cards[static_cast<size_t>(id)].entry->attributes) {
      if (std::find(zone.attributes.begin(), zone.attributes.end(), given.name.text) == zone.attributes.end())
        zone.attributes.push_back(given.name.text);
    }
  }
  for (const int id : zone.entries) {
    Card& card = model_.cards[static_cast<size_t>(id)];
    card.attributes.assign(zone.attributes.size(), 0);
    for (const ast::Attribute& given : card.entry->attributes) {
      const auto at = std::find(zone.attributes.begin(), zone.attributes.end(), given.name.text);
      if (const auto* number = std::get_if<ast::Integer>(&given.value)) {
        card.attributes[static_cast<size_t>(at - zone.attributes.begin())] = static_cast<int>(number->value);
      } else {
        sink_.Report(Code::kE48, given.span, fmt::format("\"{}\" of a card is a number.", given.name.text));
      }
    }
  }
}

// Cards of a bag have the attributes of what is drawn from it.
void Checker::ReadToken(Card& card, const Kind& of) {
  card.attributes.assign(of.attributes.size(), 0);
  for (const ast::Attribute& given : card.entry->attributes) ReadAttribute(of, given, card.attributes);
}

void Checker::ReadEntryAttributes() {
  for (Zone& zone : model_.zones) {
    if (zone.kind != ZoneKind::kDeck && zone.kind != ZoneKind::kBag) continue;
    if (zone.of < 0) {
      ReadCardNumbers(zone);
      continue;
    }
    for (const int card : zone.entries)
      ReadToken(model_.cards[static_cast<size_t>(card)], model_.kinds[static_cast<size_t>(zone.of)]);
  }
}

// --- state ---------------------------------------------------------------------------------------------
void Checker::DeclareStates() {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind != Item::Kind::kState) continue;
    State state;
    state.name = item->name.text;
    state.item = item;
    state.span = item->name.span;
    state.result = item->word == "flag" ? Class::kTruth : Class::kNumber;
    bool known = false;
    for (const State& other : model_.states) {
      if (other.name != state.name) continue;
      sink_
          .Report(Code::kE42, item->name.span,
                  fmt::format("There is already {} called \"{}\".", A(item->word), state.name))
          .With(other.span, "declared here");
      known = true;
    }
    if (known) continue;
    const auto read = [&](const ast::Name& name, Class& cls, KindSet& kinds) {
      if (name.text == "game" || name.text == "award") {
        cls = name.text == "game" ? Class::kGame : Class::kAward;
        return;
      }
      const auto noun = FindNoun(name.text);
      if (!noun) {
        Scope scope;
        Unknown(name, scope);
        return;
      }
      cls = noun->cls;
      kinds = noun->kinds;
    };
    if (item->on) read(*item->on, state.owner, state.owner_kinds);
    if (item->to) read(*item->to, state.result, state.result_kinds);
    model_.states.push_back(std::move(state));
  }
}

// --- turn ----------------------------------------------------------------------------------------------
int Checker::AddStep(const ast::Step& step, int round) {
  for (const Step& known : model_.steps) {
    if (known.name != step.name.text) continue;
    sink_.Report(Code::kE42, step.name.span, fmt::format("There is already a step called \"{}\".", known.name))
        .With(known.span, "declared here");
    return -1;
  }
  Step added;
  added.name = step.name.text;
  added.label = step.label ? step.label->value : added.name;
  added.round = round;
  added.menu = step.menu == ast::Menu::kNone ? 0 : step.menu == ast::Menu::kOne ? 1 : 2;
  added.lists_due = step.due == ast::Due::kLists;
  added.settles_due = step.due == ast::Due::kSettles;
  added.span = step.name.span;
  model_.steps.push_back(std::move(added));
  return static_cast<int>(model_.steps.size()) - 1;
}

void Checker::AddRound(const ast::Round& from, bool nested) {
  Round round;
  round.name = from.name.text;
  round.label = from.label ? from.label->value : round.name;
  round.nested = nested;
  round.span = from.name.span;
  for (const Round& known : model_.rounds) {
    if (known.name != round.name) continue;
    sink_
        .Report(Code::kE42, round.span,
                fmt::format("There is already a round called \"{}\". To add a step to it, write \"step ... in {}\".",
                            known.name, known.name))
        .With(known.span, "declared here");
    return;
  }
  const int id = static_cast<int>(model_.rounds.size());
  for (const ast::Step& step : from.steps) {
    const int added = AddStep(step, id);
    if (added >= 0) round.steps.push_back(added);
  }
  model_.rounds.push_back(std::move(round));
}

void Checker::DeclareTurn() {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind == Item::Kind::kTurn) {
      for (const ast::Round& round : item->rounds) AddRound(round, false);
    } else if (item->kind == Item::Kind::kRound) {
      AddRound(item->rounds.front(), true);
    }
  }
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind != Item::Kind::kFinal) continue;
    for (const ast::Step& step : item->steps) {
      const int added = AddStep(step, -1);
      if (added >= 0) model_.final_steps.push_back(added);
    }
  }
  PlaceSteps();
  for (const Round& round : model_.rounds) {
    if (!round.nested) model_.turn_steps.insert(model_.turn_steps.end(), round.steps.begin(), round.steps.end());
  }
}

// Each after those that it names, in whatever order the rulesets are linked.
void Checker::PlaceSteps() {
  std::vector<const Item*> left;
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind == Item::Kind::kStep) left.push_back(item);
  }
  const auto waits = [&](const Item* item) {
    const auto is_left = [&](const ast::Name& name) {
      return std::ranges::any_of(
          left, [&](const Item* other) { return other != item && other->steps.front().name.text == name.text; });
    };
    return std::ranges::any_of(item->order.after, is_left) || std::ranges::any_of(item->order.before, is_left);
  };
  while (!left.empty()) {
    auto next = std::ranges::find_if_not(left, waits);
    if (next == left.end()) next = left.begin();  // they name each other: the first does without the others
    const Item* item = *next;
    left.erase(next);
    PlaceStep(*item);
  }
}

// `step boats in acting order after second_act`: names that are not linked are passed over; without any the
// step comes last.
void Checker::PlaceStep(const Item& item) {
  std::vector<int>* steps = nullptr;
  int round = -1;
  if (item.in && item.in->text == "final") steps = &model_.final_steps;
  for (size_t r = 0; r < model_.rounds.size() && item.in; ++r) {
    if (model_.rounds[r].name != item.in->text) continue;
    steps = &model_.rounds[r].steps;
    round = static_cast<int>(r);
  }
  if (steps == nullptr) {
    std::vector<std::string> known{"final"};
    for (const Round& r : model_.rounds) known.push_back(r.name);
    const ast::Name& in = item.in ? *item.in : item.name;
    sink_.Report(Code::kE49, in.span, fmt::format("There is no round called \"{}\".", in.text), {in.text, known, ""});
    return;
  }
  const int added = AddStep(item.steps.front(), round);
  if (added < 0) return;
  steps = round < 0 ? &model_.final_steps : &model_.rounds[static_cast<size_t>(round)].steps;
  const auto place_of = [&](const ast::Name& name) -> std::ptrdiff_t {
    for (size_t i = 0; i < steps->size(); ++i) {
      if (model_.steps[static_cast<size_t>((*steps)[i])].name == name.text) return static_cast<std::ptrdiff_t>(i);
    }
    if (FindStep(name.text) < 0 && !elsewhere_.Declares(name.text, Elsewhere::kStep)) {
      std::vector<std::string> known;
      for (const Step& s : model_.steps) known.push_back(s.name);
      sink_.Report(Code::kE49, name.span, fmt::format("There is no step called \"{}\".", name.text),
                   {name.text, known, ""});
    }
    return -1;
  };
  std::ptrdiff_t after = -1, before = static_cast<std::ptrdiff_t>(steps->size());
  for (const ast::Name& name : item.order.after) after = std::max(after, place_of(name));
  for (const ast::Name& name : item.order.before) {
    const std::ptrdiff_t at = place_of(name);
    if (at >= 0) before = std::min(before, at);
  }
  if (after >= before) {
    const auto name_at = [&](std::ptrdiff_t place) {
      return model_.steps[static_cast<size_t>((*steps)[static_cast<size_t>(place)])].name;
    };
    sink_.Report(Code::kE13, item.order.span,
                 fmt::format("\"{}\" cannot come after \"{}\" and before \"{}\": these two come in the other order.",
                             item.steps.front().name.text, name_at(after), name_at(before)));
    return;
  }
  const std::ptrdiff_t at = after >= 0 ? after + 1 : before;
  steps->insert(steps->begin() + at, added);
}

// --- definitions, groups, rankings ---------------------------------------------------------------------
void Checker::DeclareDefines() {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind != Item::Kind::kDefine) continue;
    if (item->predicate) {
      for (const Predicate& known : model_.predicates) {
        if (known.word != item->predicate->text || known.of != item->name.text) continue;
        sink_
            .Report(Code::kE42, item->predicate->span,
                    fmt::format("\"{} is {}\" is defined already.", known.of, known.word))
            .With(known.item->name.span, "defined here");
      }
      model_.predicates.push_back({item->predicate->text, item->name.text, item});
      if (!FindNoun(item->name.text)) NothingToDefine(item->name);
      continue;
    }
    if (item->name.text == "tiles" && !item->of) {
      const bool pieces = item->sets.size() == 1 && item->sets[0].phrase.ref != nullptr &&
                          item->sets[0].phrase.ref->head.text == "pieces";
      const bool expr_pieces =
          item->expr != nullptr && item->expr->ref != nullptr && item->expr->ref->head.text == "pieces";
      model_.tiles_are_pieces = pieces || expr_pieces;
      continue;
    }
    Define define;
    define.name = item->name.text;
    define.of = item->of ? item->of->text : "";
    define.item = item;
    bool twice = false;
    for (const Define& known : model_.defines) {
      if (known.name != define.name || known.of != define.of) continue;
      sink_
          .Report(Code::kE42, item->name.span,
                  fmt::format("\"{}{}{}\" is defined already. To add to it, write \"extend\".", define.name,
                              define.of.empty() ? "" : " of ", define.of))
          .With(known.item->name.span, "defined here");
      twice = true;
    }
    if (twice) continue;
    define.broken = !define.of.empty() && !FindNoun(define.of);
    if (define.broken) NothingToDefine(*item->of);
    model_.defines.push_back(define);
  }
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind != Item::Kind::kExtend) continue;
    bool found = false, named = false;
    for (Define& define : model_.defines) {
      named = named || define.name == item->name.text;
      if (define.name != item->name.text || define.of != (item->of ? item->of->text : "")) continue;
      define.extends.push_back(item);
      found = true;
    }
    if (found) continue;
    if (item->name.text == "open_ends" && item->of) {
      if (const int of = FeatureKind(*item->of); of >= 0) open_ends_.push_back({item, Closure(of)});
      continue;
    }
    if (!named && elsewhere_.Declares(item->name.text, Elsewhere::kDefine)) continue;
    std::vector<std::string> known;
    for (const Define& define : model_.defines)
      if (!named) known.push_back(define.name);
    sink_.Report(
        Code::kE01, item->name.span,
        named ? fmt::format("\"{}\" is defined, but not \"of {}\".", item->name.text, item->of ? item->of->text : "")
              : fmt::format("There is no definition \"{}\" to extend.", item->name.text),
        {item->name.text, known, ""});
  }
}

void Checker::DeclareGroups() {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind == Item::Kind::kGroup) {
      for (const ast::Name& name : item->names) {
        if (FindGroup(name.text) >= 0) {
          sink_.Report(Code::kE42, name.span, fmt::format("There is already a group called \"{}\".", name.text))
              .With(model_.groups[static_cast<size_t>(FindGroup(name.text))].span, "declared here");
          continue;
        }
        model_.groups.push_back({name.text, item->of ? item->of->text : "", {}, name.span});
      }
    } else if (item->kind == Item::Kind::kRanking) {
      Ranking ranking;
      ranking.name = item->name.text;
      ranking.of = item->of ? &*item->of : &item->name;
      ranking.span = item->name.span;
      const auto known = std::find_if(model_.rankings.begin(), model_.rankings.end(),
                                      [&](const Ranking& r) { return r.name == ranking.name; });
      if (known != model_.rankings.end()) {
        sink_
            .Report(Code::kE42, ranking.span,
                    fmt::format("There is already a ranking called \"{0}\". To change it, write \"modify {0}\".",
                                ranking.name))
            .With(known->span, "declared here");
        continue;
      }
      model_.rankings.push_back(std::move(ranking));
    }
  }
}

}  // namespace reeve::sema
