// What a selection declares: kinds, zones, decks, states, steps, definitions, groups.
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

// --- kinds ---------------------------------------------------------------------------------------------
void Checker::DeclareKinds() {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind == Item::Kind::kKind) DeclareKind(*item, ruleset);
  }
  LinkLikes();
  for (Kind& kind : model_.kinds) {
    if (kind.item != nullptr && kind.item->kind == Item::Kind::kKind) ReadProps(kind, kind.item->props);
  }
  std::vector<SaidOfKind> said;
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind != Item::Kind::kModify || item->props.empty()) continue;
    for (const ast::Name& name : item->names) {
      const auto at = model_.kind_by_name.find(name.text);
      if (at != model_.kind_by_name.end()) {
        for (const ast::Prop& prop : item->props) SaidByAnother({at->second, &prop, ruleset}, said);
        ReadProps(model_.kinds[static_cast<size_t>(at->second)], item->props);
      } else if (const auto rule = std::find_if(linked_.items.begin(), linked_.items.end(), [&](const LinkedItem& other) {
                   return other.item->kind == Item::Kind::kRule && other.item->name.text == name.text;
                 }); rule != linked_.items.end()) {
        sink_.Report(Code::kE50, item->props.front().span,
                     fmt::format("This says what a kind of thing is like; \"{}\" is {}.", name.text, A(rule->item->word)));
      } else if (!elsewhere_.Declares(name.text, Elsewhere::kKind)) {
        Scope scope;
        Unknown(name, scope);
      }
    }
  }
}

int Checker::AddKind(Kind kind) {
  const int id = static_cast<int>(model_.kinds.size());
  if (id >= kMaxKinds) {
    if (full_.insert(nullptr).second) sink_.Report(Code::kE57, kind.span, fmt::format("There are more than {} kinds of things in play.", kMaxKinds));
    linked_.damaged.push_back(kind.name);  // nothing more is said about it
    linked_.damaged.push_back(kind.plural);
    return -1;
  }
  model_.kinds.push_back(std::move(kind));
  return id;
}

void Checker::DeclareKind(const Item& item, int ruleset) {
  Kind kind;
  kind.name = item.name.text;
  kind.plural = item.plural ? item.plural->text : kind.name + "s";
  kind.label = item.label ? item.label->value : kind.name;
  kind.cls = item.word == "feature" ? Class::kFeature : item.word == "figure" ? Class::kFigure : Class::kMarker;
  kind.item = &item;
  kind.ruleset = ruleset;
  kind.span = item.name.span;
  const auto known = model_.kind_by_name.find(kind.name);
  if (known != model_.kind_by_name.end()) {
    sink_.Report(Code::kE42, item.name.span, fmt::format("There is already a kind called \"{0}\". To change it, write \"modify {0}\".", kind.name))
        .With(model_.kinds[static_cast<size_t>(known->second)].span, "declared here");
    return;
  }
  if (const auto noun = FindNoun(kind.name)) {
    (void)noun;
    sink_.Report(Code::kE33, item.name.span, fmt::format("\"{}\" is a word of the language already; choose another name.", kind.name));
    return;
  }
  const int id = AddKind(kind);
  if (id < 0) return;
  model_.kind_by_name[kind.name] = id;
  const auto plural = model_.kind_by_name.find(kind.plural);
  if (plural != model_.kind_by_name.end() && plural->second != id) {
    sink_.Report(Code::kE42, item.plural ? item.plural->span : item.name.span,
                 fmt::format("The plural \"{}\" is taken by another kind.", kind.plural))
        .With(model_.kinds[static_cast<size_t>(plural->second)].span, "declared here");
    return;
  }
  model_.kind_by_name[kind.plural] = id;
}

void Checker::LinkLikes() {
  for (Kind& kind : model_.kinds) {
    if (kind.item == nullptr || !kind.item->like) continue;
    const ast::Name& like = *kind.item->like;
    const auto at = model_.kind_by_name.find(like.text);
    if (at == model_.kind_by_name.end()) {
      Scope scope;
      Unknown(like, scope);
      continue;
    }
    if (model_.kinds[static_cast<size_t>(at->second)].cls != kind.cls) {
      sink_.Report(Code::kE46, like.span, fmt::format("\"{}\" is {} and cannot be like {}.", kind.name, A(ClassName(kind.cls)),
                                                      A(ClassName(model_.kinds[static_cast<size_t>(at->second)].cls))));
      continue;
    }
    kind.like = at->second;
  }
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    size_t steps = 0;
    for (int at = model_.kinds[k].like; at >= 0; at = model_.kinds[static_cast<size_t>(at)].like) {
      if (at == static_cast<int>(k) || ++steps > model_.kinds.size()) {
        std::string text = fmt::format("\"{}\" is like ", model_.kinds[k].name);
        for (int on = model_.kinds[k].like; on != static_cast<int>(k) && steps-- > 0; on = model_.kinds[static_cast<size_t>(on)].like) {
          text += fmt::format("\"{0}\", and \"{0}\" is like ", model_.kinds[static_cast<size_t>(on)].name);
        }
        sink_.Report(Code::kE58, model_.kinds[k].span, text + fmt::format("\"{}\". One of them has to stand on its own.", model_.kinds[k].name));
        model_.kinds[k].like = -1;
        break;
      }
    }
  }
}

namespace {

// Whether a kind has one line of this sort.
bool IsOne(ast::Prop::Kind kind) {
  using P = ast::Prop::Kind;
  return kind == P::kSupply || kind == P::kVotes || kind == P::kIn || kind == P::kParts || kind == P::kCompleted;
}

}  // namespace

// Of modifiers that say one thing of a kind, the last would hold; that is meant only where its ruleset knows the other.
void Checker::SaidByAnother(SaidOfKind now, std::vector<SaidOfKind>& said) {
  if (!IsOne(now.prop->kind)) return;
  const auto text = [&](const SaidOfKind& one) { return std::string(library_.sources().Text(one.prop->span)); };
  for (const SaidOfKind& other : said) {
    if (other.kind != now.kind || other.prop->kind != now.prop->kind || other.ruleset == now.ruleset) continue;
    if (text(other) == text(now) || BuiltOn(model_.rulesets[static_cast<size_t>(now.ruleset)], model_.rulesets[static_cast<size_t>(other.ruleset)])) continue;
    sink_.Report(Code::kE09, now.prop->span, fmt::format("Two rulesets change one line of {}: \"{}\" and \"{}\". Leave one out, or write \"extends {}\" in this one, which then has the last word.",
                                                         model_.kinds[static_cast<size_t>(now.kind)].name, text(other), text(now), model_.rulesets[static_cast<size_t>(other.ruleset)]))
        .With(other.prop->span, "the other");
  }
  said.push_back(now);
}

bool Checker::BuiltOn(const std::string& ruleset, const std::string& other) {
  std::vector<std::string> all{ruleset};
  Sink ignored;
  for (size_t i = 0; i < all.size(); ++i) {
    const ast::File* file = library_.Load(all[i], ignored);
    if (file == nullptr || !file->header) continue;
    for (const ast::RulesetRef& base : file->header->extends) {
      if (std::ranges::find(all, base.name.text) == all.end()) all.push_back(base.name.text);
    }
  }
  return std::find(all.begin() + 1, all.end(), other) != all.end();
}

// Of lines that say one thing of a kind, the second would quietly be the one that holds.
void Checker::SaidBefore(const Kind& kind, const std::vector<ast::Prop>& props, size_t i) {
  const ast::Prop::Kind said = props[i].kind;
  if (!IsOne(said)) return;
  for (size_t k = 0; k < i; ++k) {
    if (props[k].kind != said) continue;
    const std::string line(library_.sources().Text(props[i].span));
    sink_.Report(Code::kE50, props[i].span, fmt::format("\"{}\" is said of {} already; one of the two lines has to go.", line.substr(0, line.find(' ')), kind.name))
        .With(props[k].span, "said here");
    return;
  }
}

void Checker::ReadProps(Kind& kind, const std::vector<ast::Prop>& props) {
  using P = ast::Prop::Kind;
  const auto only = [&](const ast::Prop& prop, Class cls, const char* what) {
    if (kind.cls == cls) return true;
    sink_.Report(Code::kE50, prop.span, fmt::format("Only {} {}; \"{}\" is {}.", A(ClassName(cls)), what, kind.name, A(ClassName(kind.cls))));
    return false;
  };
  for (size_t i = 0; i < props.size(); ++i) SaidBefore(kind, props, i);
  for (const ast::Prop& prop : props) {
    switch (prop.kind) {
      case P::kSupply:
        if (prop.number->value > kMaxSupply) {
          sink_.Report(Code::kE48, prop.number->span, fmt::format("A supply is 0 to {}; nobody has so many.", kMaxSupply));
          break;
        }
        kind.supply = static_cast<int>(prop.number->value);
        break;
      case P::kVotes:
        if (only(prop, Class::kFigure, "has votes")) kind.votes = &*prop.amount;
        break;
      case P::kNeutral: kind.neutral = true; break;
      case P::kAlone:
        if (only(prop, Class::kFeature, "stands alone")) kind.joins_said = true;
        break;
      case P::kStays: kind.stays = true; break;
      case P::kFrom:
        if (only(prop, Class::kFeature, "is made from others")) kind.from.insert(kind.from.end(), prop.names.begin(), prop.names.end());
        break;
      case P::kOn:
        kind.on_said = true;
        kind.on.insert(kind.on.end(), prop.names.begin(), prop.names.end());
        break;
      case P::kIn: kind.in = prop.names; break;
      case P::kHas: ReadHas(kind, prop); break;
      case P::kJoins:
        if (kind.cls == Class::kMarker) {
          ReadJoins(kind, prop);
          break;
        }
        if (prop.names.front().text == "edges") kind.joins = Joins::kEdges;
        else if (prop.names.front().text == "half_edges") kind.joins = Joins::kHalfEdges;
        else sink_.Report(Code::kE48, prop.names.front().span, "A feature joins \"edges\" or \"half_edges\".");
        kind.joins_said = true;
        break;
      case P::kAdds:
        if (only(prop, Class::kMarker, "adds a segment")) ReadAdds(kind, prop);
        break;
      case P::kParts:
        if (only(prop, Class::kMarker, "parts features")) kind.parts = FeatureKind(prop.names.front());
        break;
      case P::kCompleted:
        if (only(prop, Class::kFeature, "can be completed")) kind.completed = prop.cond.get();
        break;
    }
  }
}

int Checker::FeatureKind(const ast::Name& name) {
  const auto at = model_.kind_by_name.find(name.text);
  if (at != model_.kind_by_name.end() && model_.kinds[static_cast<size_t>(at->second)].cls == Class::kFeature) return at->second;
  if (at != model_.kind_by_name.end()) {
    sink_.Report(Code::kE46, name.span, fmt::format("A feature is needed here; \"{}\" is {}.", name.text, A(ClassName(model_.kinds[static_cast<size_t>(at->second)].cls))));
  } else if (!elsewhere_.Declares(name.text, Elsewhere::kKind)) {
    Scope scope;
    Unknown(name, scope);
  }
  return -1;
}

// joins 2 roads: it lies on two segments of its tile; joins road of same colour: two of them join where they lie.
void Checker::ReadJoins(Kind& kind, const ast::Prop& prop) {
  kind.joins_kind = FeatureKind(prop.names.front());
  kind.joins_two = prop.number.has_value();
  kind.joins_same = prop.other;
  if (prop.number && prop.number->value != 2) sink_.Report(Code::kE48, prop.number->span, "A marker joins 2 segments of its tile.");
}

// adds road across: a segment from one side of a tile to the one across.
void Checker::ReadAdds(Kind& kind, const ast::Prop& prop) {
  kind.adds = FeatureKind(prop.names.front());
  if (prop.other && prop.other->text != "across") {
    sink_.Report(Code::kE48, prop.other->span, fmt::format("A marker adds a segment \"across\" a tile: \"adds {} across\".", prop.names.front().text));
  }
}

void Checker::ReadHas(Kind& kind, const ast::Prop& prop) {
  Kind::Attribute attribute;
  attribute.name = prop.names.front().text;
  for (const auto& known : kind.attributes) {
    if (known.name != attribute.name) continue;
    sink_.Report(Code::kE42, prop.span, fmt::format("\"{}\" has a \"{}\" already.", kind.name, attribute.name));
    return;
  }
  if (kind.attributes.size() >= 4) {
    sink_.Report(Code::kE57, prop.span, "A kind has at most 4 attributes.");
    return;
  }
  if (prop.number) {
    attribute.least = static_cast<int>(prop.number->value);
    attribute.most = static_cast<int>(prop.most ? prop.most->value : prop.number->value);
    if (attribute.least > attribute.most) {
      sink_.Report(Code::kE48, prop.span, fmt::format("There is no number from {} to {}: write the smaller first.", attribute.least, attribute.most));
    }
  }
  for (const auto& value : prop.values) attribute.words.push_back(ast::TextOf(value));
  kind.attributes.push_back(std::move(attribute));
}

// Conditions and votes are read when every name is known.
void Checker::FinishKinds() {
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    Kind& kind = model_.kinds[k];
    // What a kind does not say it takes from the kind that it is like.
    for (int at = kind.like; at >= 0; at = model_.kinds[static_cast<size_t>(at)].like) {
      const Kind& base = model_.kinds[static_cast<size_t>(at)];
      if (!kind.joins_said) { kind.joins = base.joins; kind.joins_said = base.joins_said; }
      if (kind.completed == nullptr) kind.completed = base.completed;
      if (kind.votes == nullptr) kind.votes = base.votes;
      if (!kind.on_said) { kind.on = base.on; kind.on_said = base.on_said; }
    }
    for (const ast::Name& name : kind.from) {
      const int from = FeatureKind(name);
      if (from >= 0 && !kind.joins_said) kind.joins = model_.kinds[static_cast<size_t>(from)].joins;
    }
    if (!kind.joins_same) continue;
    const auto named = [&](const Kind::Attribute& attribute) { return attribute.name == kind.joins_same->text; };
    if (std::none_of(kind.attributes.begin(), kind.attributes.end(), named)) {
      sink_.Report(Code::kE47, kind.joins_same->span, fmt::format("\"{}\" is nothing that {} has.", kind.joins_same->text, A(kind.name)));
    }
  }
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    Kind& kind = model_.kinds[k];
    Scope scope;
    if (kind.votes != nullptr) {
      kind.votes_slots = 1;
      scope.slots = &kind.votes_slots;
      KindSet self;
      self.set(k);
      // The votes of a kind are about a figure of it, by its own name or that of the kind they come from.
      for (int at = static_cast<int>(k); at >= 0; at = model_.kinds[static_cast<size_t>(at)].like) {
        scope.bindings.push_back({model_.kinds[static_cast<size_t>(at)].name, 0, {Class::kFigure, false, self, kAnyKind}});
      }
      const Term* votes = ResolveNumber(*kind.votes->expr, scope);
      if (votes != nullptr && kind.votes->per != nullptr) {
        const Term* per = ResolveSet(*kind.votes->per, scope, Mode::kNoun);
        const Term* count = per == nullptr ? nullptr : MakeUnary(TermKind::kCount, AsSet(per), Type::Number(), kind.votes->span);
        votes = MakeBinary(TermKind::kMul, votes, count, Type::Number(), kind.votes->span);
      }
      constexpr int64_t kMaxVotes = 1000;
      if (votes != nullptr && votes->kind == TermKind::kNumber && (votes->number > kMaxVotes || votes->number < -kMaxVotes)) {
        sink_.Report(Code::kE48, kind.votes->span, fmt::format("A figure has up to {} votes.", kMaxVotes));
      } else if (votes != nullptr && votes->kind == TermKind::kNumber) kind.fixed_votes = static_cast<int>(votes->number);
      else kind.votes_term = votes;
    }
    for (const ast::Name& name : kind.on) {
      if (name.text == "tile" || name.text == "player" || name.text == "corner" || model_.kind_by_name.contains(name.text)) continue;
      if (!elsewhere_.Declares(name.text, Elsewhere::kKind)) Unknown(name, scope);
    }
  }
}

void Checker::CheckCompletions() {
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    Kind& kind = model_.kinds[k];
    if (kind.completed == nullptr) continue;
    Scope scope;
    kind.completed_slots = 1;
    scope.slots = &kind.completed_slots;
    KindSet self;
    self.set(k);
    for (int at = static_cast<int>(k); at >= 0; at = model_.kinds[static_cast<size_t>(at)].like) {
      scope.bindings.push_back({model_.kinds[static_cast<size_t>(at)].name, 0, {Class::kFeature, false, self, kAnyKind}});
    }
    kind.completed_term = ResolveCond(*kind.completed, scope);
  }
  for (size_t k = 0; k < model_.kinds.size() && !open_ends_.empty(); ++k) {
    Kind& kind = model_.kinds[k];
    if (kind.cls != Class::kFeature) continue;
    KindSet self;
    self.set(k);
    Scope scope;
    kind.open_slots = 1;
    scope.slots = &kind.open_slots;
    const Term* ends = OpenEnds(MakeSlot(0, {Class::kFeature, false, self, kAnyKind}, kind.span), scope, kind.span);
    // The edges are counted by the board; what is left are the ends that rulesets add.
    for (; ends != nullptr && ends->kind == TermKind::kUnion; ends = ends->a) {
      const Term* more = MakeUnary(TermKind::kCount, ends->b, Type::Number(), kind.span);
      kind.open_more = kind.open_more == nullptr ? more : MakeBinary(TermKind::kAdd, kind.open_more, more, Type::Number(), kind.span);
    }
  }
}

// --- zones, decks, bags --------------------------------------------------------------------------------
void Checker::DeclarePiles() {
  for (const char* name : {"supply", "pile", "scoreboard"}) {
    Zone zone;
    zone.name = name;
    zone.kind = model_.zones.empty() ? ZoneKind::kSupply : model_.zones.size() == 1 ? ZoneKind::kPile : ZoneKind::kPlaces;
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
    auto& report = sink_.Report(Code::kE42, item.name.span, fmt::format("There is already {} called \"{}\".", A(item.word), known.name));
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
    sink_.Report(Code::kE46, item.name.span, fmt::format("\"{}\" is a {}, not a {}.", zone.name, word, item.word)).With(zone.span, "declared here");
    return;
  }
  DeclareEntries(id, item);
}

void Checker::DeclareEntries(int id, const Item& item) {
  Zone& zone = model_.zones[static_cast<size_t>(id)];
  std::map<std::string, Span> seen;
  for (const int entry : zone.entries) {
    if (zone.kind != ZoneKind::kPlaces) seen.emplace(model_.cards[static_cast<size_t>(entry)].entry->name.text, model_.cards[static_cast<size_t>(entry)].entry->name.span);
  }
  for (const ast::PileEntry& entry : item.entries) {
    const auto [at, fresh] = seen.emplace(entry.name.text, entry.name.span);
    if (!fresh) {
      sink_.Report(Code::kE42, entry.name.span, fmt::format("\"{0}\" is in {1} already. To have several, write their number behind the name: {0} 2.", entry.name.text, zone.name))
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
    if (entry.count && entry.count->value > kMostCopies) sink_.Report(Code::kE57, entry.count->span, fmt::format("A {} has up to {} copies of a card.", item.word, kMostCopies));
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
      if (std::find(zone.attributes.begin(), zone.attributes.end(), given.name.text) == zone.attributes.end()) zone.attributes.push_back(given.name.text);
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
  for (const ast::Attribute& given : card.entry->attributes) {
    const auto at = std::find_if(of.attributes.begin(), of.attributes.end(), [&](const auto& a) { return a.name == given.name.text; });
    if (at == of.attributes.end()) {
      sink_.Report(Code::kE47, given.span, fmt::format("\"{}\" is nothing that {} has.", given.name.text, A(of.name)));
      continue;
    }
    const std::string text = ast::TextOf(given.value);
    const auto word = std::find(at->words.begin(), at->words.end(), text);
    const bool number = std::holds_alternative<ast::Integer>(given.value);
    const int64_t value = number ? std::get<ast::Integer>(given.value).value : 0;
    if (at->words.empty() ? !number || value < at->least || value > at->most : word == at->words.end()) {
      sink_.Report(Code::kE48, ast::SpanOf(given.value), fmt::format("\"{}\" of {} cannot be {}.{}", at->name, A(of.name), text, Range(*at)));
      continue;
    }
    card.attributes[static_cast<size_t>(at - of.attributes.begin())] =
        at->words.empty() ? static_cast<int>(value) : static_cast<int>(word - at->words.begin());
  }
}

void Checker::ReadEntryAttributes() {
  for (Zone& zone : model_.zones) {
    if (zone.kind != ZoneKind::kDeck && zone.kind != ZoneKind::kBag) continue;
    if (zone.of < 0) {
      ReadCardNumbers(zone);
      continue;
    }
    for (const int card : zone.entries) ReadToken(model_.cards[static_cast<size_t>(card)], model_.kinds[static_cast<size_t>(zone.of)]);
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
      sink_.Report(Code::kE42, item->name.span, fmt::format("There is already {} called \"{}\".", A(item->word), state.name))
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
    sink_.Report(Code::kE42, step.name.span, fmt::format("There is already a step called \"{}\".", known.name)).With(known.span, "declared here");
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
    sink_.Report(Code::kE42, round.span, fmt::format("There is already a round called \"{}\". To add a step to it, write \"step ... in {}\".", known.name, known.name))
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

// `step boats in acting order after second_act`: names that are not linked are passed over; without any the
// step comes last.
void Checker::PlaceSteps() {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind != Item::Kind::kStep) continue;
    std::vector<int>* steps = nullptr;
    int round = -1;
    if (item->in && item->in->text == "final") steps = &model_.final_steps;
    for (size_t r = 0; r < model_.rounds.size() && item->in; ++r) {
      if (model_.rounds[r].name != item->in->text) continue;
      steps = &model_.rounds[r].steps;
      round = static_cast<int>(r);
    }
    if (steps == nullptr) {
      std::vector<std::string> known{"final"};
      for (const Round& r : model_.rounds) known.push_back(r.name);
      const ast::Name& in = item->in ? *item->in : item->name;
      sink_.Report(Code::kE49, in.span, fmt::format("There is no round called \"{}\".", in.text), {in.text, known, ""});
      continue;
    }
    const int added = AddStep(item->steps.front(), round);
    if (added < 0) continue;
    steps = round < 0 ? &model_.final_steps : &model_.rounds[static_cast<size_t>(round)].steps;
    const auto place_of = [&](const ast::Name& name) -> std::ptrdiff_t {
      for (size_t i = 0; i < steps->size(); ++i) {
        if (model_.steps[static_cast<size_t>((*steps)[i])].name == name.text) return static_cast<std::ptrdiff_t>(i);
      }
      if (FindStep(name.text) < 0 && !elsewhere_.Declares(name.text, Elsewhere::kStep)) {
        std::vector<std::string> known;
        for (const Step& s : model_.steps) known.push_back(s.name);
        sink_.Report(Code::kE49, name.span, fmt::format("There is no step called \"{}\".", name.text), {name.text, known, ""});
      }
      return -1;
    };
    std::ptrdiff_t after = -1, before = static_cast<std::ptrdiff_t>(steps->size());
    for (const ast::Name& name : item->order.after) after = std::max(after, place_of(name));
    for (const ast::Name& name : item->order.before) {
      const std::ptrdiff_t at = place_of(name);
      if (at >= 0) before = std::min(before, at);
    }
    if (after >= before) {
      const auto name_at = [&](std::ptrdiff_t place) { return model_.steps[static_cast<size_t>((*steps)[static_cast<size_t>(place)])].name; };
      sink_.Report(Code::kE13, item->order.span, fmt::format("\"{}\" cannot come after \"{}\" and before \"{}\": these two come in the other order.",
                                                             item->steps.front().name.text, name_at(after), name_at(before)));
      continue;
    }
    const std::ptrdiff_t at = after >= 0 ? after + 1 : before;
    steps->insert(steps->begin() + at, added);
  }
}

// --- definitions, groups, rankings ---------------------------------------------------------------------
void Checker::DeclareDefines() {
  for (const auto& [item, ruleset] : linked_.items) {
    if (item->kind != Item::Kind::kDefine) continue;
    if (item->predicate) {
      for (const Predicate& known : model_.predicates) {
        if (known.word != item->predicate->text || known.of != item->name.text) continue;
        sink_.Report(Code::kE42, item->predicate->span, fmt::format("\"{} is {}\" is defined already.", known.of, known.word))
            .With(known.item->name.span, "defined here");
      }
      model_.predicates.push_back({item->predicate->text, item->name.text, item});
      if (!FindNoun(item->name.text)) NothingToDefine(item->name);
      continue;
    }
    if (item->name.text == "tiles" && !item->of) {
      const bool pieces = item->sets.size() == 1 && item->sets[0].phrase.ref != nullptr && item->sets[0].phrase.ref->head.text == "pieces";
      const bool expr_pieces = item->expr != nullptr && item->expr->ref != nullptr && item->expr->ref->head.text == "pieces";
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
      sink_.Report(Code::kE42, item->name.span, fmt::format("\"{}{}{}\" is defined already. To add to it, write \"extend\".", define.name,
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
    for (const Define& define : model_.defines) if (!named) known.push_back(define.name);
    sink_.Report(Code::kE01, item->name.span,
                 named ? fmt::format("\"{}\" is defined, but not \"of {}\".", item->name.text, item->of ? item->of->text : "")
                       : fmt::format("There is no definition \"{}\" to extend.", item->name.text), {item->name.text, known, ""});
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
      const auto known = std::find_if(model_.rankings.begin(), model_.rankings.end(), [&](const Ranking& r) { return r.name == ranking.name; });
      if (known != model_.rankings.end()) {
        sink_.Report(Code::kE42, ranking.span, fmt::format("There is already a ranking called \"{0}\". To change it, write \"modify {0}\".", ranking.name))
            .With(known->span, "declared here");
        continue;
      }
      model_.rankings.push_back(std::move(ranking));
    }
  }
}

}  // namespace reeve::sema
