// Kinds of features, figures and markers: what is declared of them, and what modifiers say.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/checker.h"

namespace reeve::sema {

using ast::Item;

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
      } else if (const auto rule = std::find_if(linked_.items.begin(), linked_.items.end(),
                                                [&](const LinkedItem& other) {
                                                  return other.item->kind == Item::Kind::kRule &&
                                                         other.item->name.text == name.text;
                                                });
                 rule != linked_.items.end()) {
        sink_.Report(
            Code::kE50, item->props.front().span,
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
    if (full_.insert(nullptr).second)
      sink_.Report(Code::kE57, kind.span, fmt::format("There are more than {} kinds of things in play.", kMaxKinds));
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
    sink_
        .Report(Code::kE42, item.name.span,
                fmt::format("There is already a kind called \"{0}\". To change it, write \"modify {0}\".", kind.name))
        .With(model_.kinds[static_cast<size_t>(known->second)].span, "declared here");
    return;
  }
  if (const auto noun = FindNoun(kind.name)) {
    (void)noun;
    sink_.Report(Code::kE33, item.name.span,
                 fmt::format("\"{}\" is a word of the language already; choose another name.", kind.name));
    return;
  }
  const int id = AddKind(kind);
  if (id < 0) return;
  model_.kind_by_name[kind.name] = id;
  const auto plural = model_.kind_by_name.find(kind.plural);
  if (plural != model_.kind_by_name.end() && plural->second != id) {
    sink_
        .Report(Code::kE42, item.plural ? item.plural->span : item.name.span,
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
      sink_.Report(Code::kE46, like.span,
                   fmt::format("\"{}\" is {} and cannot be like {}.", kind.name, A(ClassName(kind.cls)),
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
        for (int on = model_.kinds[k].like; on != static_cast<int>(k) && steps-- > 0;
             on = model_.kinds[static_cast<size_t>(on)].like) {
          text += fmt::format("\"{0}\", and \"{0}\" is like ", model_.kinds[static_cast<size_t>(on)].name);
        }
        sink_.Report(Code::kE58, model_.kinds[k].span,
                     text + fmt::format("\"{}\". One of them has to stand on its own.", model_.kinds[k].name));
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
    if (text(other) == text(now) ||
        BuiltOn(model_.rulesets[static_cast<size_t>(now.ruleset)], model_.rulesets[static_cast<size_t>(other.ruleset)]))
      continue;
    sink_
        .Report(Code::kE09, now.prop->span,
                fmt::format("Two rulesets change one line of {}: \"{}\" and \"{}\". Leave one out, or write \"extends "
                            "{}\" in this one, which then has the last word.",
                            model_.kinds[static_cast<size_t>(now.kind)].name, text(other), text(now),
                            model_.rulesets[static_cast<size_t>(other.ruleset)]))
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
    sink_
        .Report(Code::kE50, props[i].span,
                fmt::format("\"{}\" is said of {} already; one of the two lines has to go.",
                            line.substr(0, line.find(' ')), kind.name))
        .With(props[k].span, "said here");
    return;
  }
}

void Checker::ReadProps(Kind& kind, const std::vector<ast::Prop>& props) {
  using P = ast::Prop::Kind;
  const auto only = [&](const ast::Prop& prop, Class cls, const char* what) {
    if (kind.cls == cls) return true;
    sink_.Report(Code::kE50, prop.span,
                 fmt::format("Only {} {}; \"{}\" is {}.", A(ClassName(cls)), what, kind.name, A(ClassName(kind.cls))));
    return false;
  };
  for (size_t i = 0; i < props.size(); ++i) SaidBefore(kind, props, i);
  for (const ast::Prop& prop : props) {
    switch (prop.kind) {
      case P::kSupply:
        if (prop.number->value > kMaxSupply) {
          sink_.Report(Code::kE48, prop.number->span,
                       fmt::format("A supply is 0 to {}; nobody has so many.", kMaxSupply));
          break;
        }
        kind.supply = static_cast<int>(prop.number->value);
        break;
      case P::kVotes:
        if (only(prop, Class::kFigure, "has votes")) kind.votes = &*prop.amount;
        break;
      case P::kNeutral:
        kind.neutral = true;
        break;
      case P::kAlone:
        if (only(prop, Class::kFeature, "stands alone")) kind.joins_said = true;
        break;
      case P::kStays:
        kind.stays = true;
        break;
      case P::kFrom:
        if (only(prop, Class::kFeature, "is made from others"))
          kind.from.insert(kind.from.end(), prop.names.begin(), prop.names.end());
        break;
      case P::kOn:
        kind.on_said = true;
        kind.on.insert(kind.on.end(), prop.names.begin(), prop.names.end());
        break;
      case P::kIn:
        kind.in = prop.names;
        break;
      case P::kHas:
        ReadHas(kind, prop);
        break;
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
  if (at != model_.kind_by_name.end() && model_.kinds[static_cast<size_t>(at->second)].cls == Class::kFeature)
    return at->second;
  if (at != model_.kind_by_name.end()) {
    sink_.Report(Code::kE46, name.span,
                 fmt::format("A feature is needed here; \"{}\" is {}.", name.text,
                             A(ClassName(model_.kinds[static_cast<size_t>(at->second)].cls))));
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
  if (prop.number && prop.number->value != 2)
    sink_.Report(Code::kE48, prop.number->span, "A marker joins 2 segments of its tile.");
}

// adds road across: a segment from one side of a tile to the one across.
void Checker::ReadAdds(Kind& kind, const ast::Prop& prop) {
  kind.adds = FeatureKind(prop.names.front());
  if (prop.other && prop.other->text != "across") {
    sink_.Report(
        Code::kE48, prop.other->span,
        fmt::format("A marker adds a segment \"across\" a tile: \"adds {} across\".", prop.names.front().text));
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
      sink_.Report(
          Code::kE48, prop.span,
          fmt::format("There is no number from {} to {}: write the smaller first.", attribute.least, attribute.most));
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
      if (!kind.joins_said) {
        kind.joins = base.joins;
        kind.joins_said = base.joins_said;
      }
      if (kind.completed == nullptr) kind.completed = base.completed;
      if (kind.votes == nullptr) kind.votes = base.votes;
      if (!kind.on_said) {
        kind.on = base.on;
        kind.on_said = base.on_said;
      }
    }
    for (const ast::Name& name : kind.from) {
      const int from = FeatureKind(name);
      if (from >= 0 && !kind.joins_said) kind.joins = model_.kinds[static_cast<size_t>(from)].joins;
    }
    if (!kind.joins_same) continue;
    const auto named = [&](const Kind::Attribute& attribute) { return attribute.name == kind.joins_same->text; };
    if (std::none_of(kind.attributes.begin(), kind.attributes.end(), named)) {
      sink_.Report(Code::kE47, kind.joins_same->span,
                   fmt::format("\"{}\" is nothing that {} has.", kind.joins_same->text, A(kind.name)));
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
        scope.bindings.push_back(
            {model_.kinds[static_cast<size_t>(at)].name, 0, {Class::kFigure, false, self, kAnyKind}});
      }
      const Term* votes = ResolveNumber(*kind.votes->expr, scope);
      if (votes != nullptr && kind.votes->per != nullptr) {
        const Term* per = ResolveSet(*kind.votes->per, scope, Mode::kNoun);
        const Term* count =
            per == nullptr ? nullptr : MakeUnary(TermKind::kCount, AsSet(per), Type::Number(), kind.votes->span);
        votes = MakeBinary(TermKind::kMul, votes, count, Type::Number(), kind.votes->span);
      }
      constexpr int64_t kMaxVotes = 1000;
      if (votes != nullptr && votes->kind == TermKind::kNumber &&
          (votes->number > kMaxVotes || votes->number < -kMaxVotes)) {
        sink_.Report(Code::kE48, kind.votes->span, fmt::format("A figure has up to {} votes.", kMaxVotes));
      } else if (votes != nullptr && votes->kind == TermKind::kNumber)
        kind.fixed_votes = static_cast<int>(votes->number);
      else kind.votes_term = votes;
    }
    for (const ast::Name& name : kind.on) {
      if (name.text == "tile" || name.text == "player" || name.text == "corner" ||
          model_.kind_by_name.contains(name.text))
        continue;
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
      scope.bindings.push_back(
          {model_.kinds[static_cast<size_t>(at)].name, 0, {Class::kFeature, false, self, kAnyKind}});
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
      kind.open_more = kind.open_more == nullptr
                           ? more
                           : MakeBinary(TermKind::kAdd, kind.open_more, more, Type::Number(), kind.span);
    }
  }
}

}  // namespace reeve::sema
