// What is said where words do not fit together: unknown names, relations that do not belong, one thing or several.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "compiler/sema/checker.h"
#include "runtime/bytecode/compass.h"

namespace reeve::sema {
namespace {

// "lake.completed": what begins with "lake", or what else is completed, if it is little enough to be read.
std::string OfThatEnding(const std::string& name, const std::vector<std::string>& known) {
  constexpr size_t kListed = 8;
  const size_t last = name.rfind('.');
  if (last == std::string::npos) return "";
  for (const bool ending : {false, true}) {
    std::vector<std::string> found;
    for (const std::string& other : known) {
      if (ending ? other.ends_with(name.substr(last)) : other.starts_with(name.substr(0, name.find('.') + 1)))
        found.push_back(other);
    }
    if (!found.empty() && found.size() <= kListed) return fmt::format("There are: {}.", fmt::join(found, ", "));
  }
  return "";
}

// All kinds, if they are few enough to be read; or all of one class.
std::string NounsInPlay(const Model& model, Class cls) {
  constexpr size_t kListed = 16;
  std::vector<std::string> names;
  for (const Kind& kind : model.kinds) {
    if (cls != Class::kNone ? kind.cls == cls
                            : kind.cls == Class::kFeature || kind.cls == Class::kFigure || kind.cls == Class::kMarker) {
      names.push_back(kind.name);
    }
  }
  return names.size() > kListed ? "" : fmt::format("{}", fmt::join(names, ", "));
}

// "followers on roads": the first figure that says where it stands. Players have names for some that the rules have
// not.
std::string WhoStandsSomewhere(const Model& model) {
  for (const Kind& kind : model.kinds) {
    if (kind.cls != Class::kFigure || kind.on.empty()) continue;
    const auto on = model.kind_by_name.find(kind.on.front().text);
    if (on == model.kind_by_name.end()) continue;
    return fmt::format("{} on {}", kind.plural, model.kinds[static_cast<size_t>(on->second)].plural);
  }
  return "";
}

}  // namespace

std::string A(const std::string& word) {
  const char first = word.empty() ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(word[0])));
  return fmt::format("{} {}", std::string_view("aeiou").find(first) != std::string_view::npos ? "an" : "a", word);
}

const char* WordOf(RuleKind kind) {
  return kind == RuleKind::kScore ? "score" : kind == RuleKind::kOffer ? "offer" : "rule";
}

std::string Capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string Range(const Kind::Attribute& attribute) {
  if (!attribute.words.empty()) return fmt::format(" It can be: {}.", fmt::join(attribute.words, ", "));
  return attribute.least == attribute.most ? fmt::format(" It is always {}.", attribute.least)
                                           : fmt::format(" It can be {} to {}.", attribute.least, attribute.most);
}

// A name of the first of two rows or rules that the second has not, the nearest; or "".
std::string OwnName(const std::vector<std::string>& first, const std::vector<std::string>& second) {
  for (size_t i = first.size(); i-- > 0;) {
    if (std::find(second.begin(), second.end(), first[i]) == second.end()) return first[i];
  }
  return "";
}

// How the second of two rows or rules can be made the stronger one; where they have all names in common, something
// else.
std::string SayOver(const std::vector<std::string>& first, const std::vector<std::string>& second,
                    const std::string& otherwise) {
  const std::string name = OwnName(first, second);
  return name.empty() ? otherwise : fmt::format("Say which wins: if it is this one, write \"over {}\" in it.", name);
}

// How the second can be made the later one.
std::string SayAfter(const std::vector<std::string>& first, const std::vector<std::string>& second) {
  const std::string name = OwnName(first, second);
  return name.empty()
             ? "Say which is first with \"order after\"."
             : fmt::format("Say which is first: if it is the other, write \"order after {}\" in this one.", name);
}

// A label that the rows of a quantity do not have; those of its sums may have it.
Diagnostic& NoRow(Sink& sink, const std::string& owner, const ast::Text& label, const Quantity& quantity,
                  const std::vector<std::string>& labels) {
  std::string text = fmt::format("{} has no row \"{}\".", owner, label.value);
  for (const Part& part : quantity.parts) {
    const auto& rows = part.quantity->entries;
    if (std::none_of(rows.begin(), rows.end(), [&](const Entry& row) { return row.label == label.value; })) continue;
    return sink.Report(Code::kE05, label.span,
                       text + fmt::format(" It is in its sum \"{0}\": write \"modify {1}.{0}\".", part.name, owner));
  }
  const std::string all = labels.empty() ? "" : fmt::format("It has: \"{}\".", fmt::join(labels, "\", \""));
  return sink.Report(Code::kE05, label.span, text, {label.value, labels, all, true});
}

std::string OwnerText(const State& state) {
  return state.owner == Class::kGame ? "the game" : A(state.item->on ? state.item->on->text : ClassName(state.owner));
}

std::string Checker::Plural(const std::string& word) const {
  const auto at = model_.kind_by_name.find(word);
  if (at != model_.kind_by_name.end()) return model_.kinds[static_cast<size_t>(at->second)].plural;
  return word == "fit" ? word : word + "s";
}

std::string Checker::TypeText(const Type& type) const {
  std::string text = ClassName(type.cls);
  if (HasKinds(type.cls) && type.kinds.count() == 1 && type.cls != Class::kSegment) {
    for (size_t k = 0; k < model_.kinds.size(); ++k) {
      if (type.kinds[k]) text = type.set ? model_.kinds[k].plural : model_.kinds[k].name;
    }
    return text;
  }
  if (type.cls == Class::kSquare) text = type.squares == kSpaces ? "space" : model_.tiles_are_pieces ? "cell" : "tile";
  return type.set ? Plural(text) : text;
}

std::vector<std::string> Checker::KnownWords(const Scope& scope) const {
  std::vector<std::string> words = EngineNouns();
  for (const Binding& binding : scope.bindings) words.push_back(binding.name);
  for (const std::string& player : options_.players) words.push_back(player);
  if (scope.counts != nullptr)
    for (const Quantity& count : *scope.counts) words.push_back(count.name);
  for (const auto& [name, kind] : model_.kind_by_name) words.push_back(name);
  for (int i = 0; i < GlobalCount(); ++i) words.push_back(Info(static_cast<GlobalId>(i)).word);
  for (int i = 0; i < PropertyCount(); ++i) words.push_back(Info(static_cast<PropertyId>(i)).word);
  for (const char* word : {"winners", "opponents", "supply", "pile", "hand", "scoreboard", "votes"})
    words.push_back(word);
  for (const Define& define : model_.defines) words.push_back(define.name);
  for (const State& state : model_.states) words.push_back(state.name);
  for (const Zone& zone : model_.zones) words.push_back(zone.name);
  for (const Place& place : model_.places) words.push_back(place.name);
  for (const Ranking& ranking : model_.rankings) words.push_back(ranking.name);
  for (const auto& [name, option] : model_.options) words.push_back(name);
  for (const Kind& kind : model_.kinds)
    for (const auto& attribute : kind.attributes) words.push_back(attribute.name);
  for (const Predicate& predicate : model_.predicates) words.push_back(predicate.word);
  for (const char* word : {"completed", "closed", "extended", "settled", "due", "staying", "doubled", "halved"})
    words.push_back(word);
  return words;
}

void Checker::Unknown(const ast::Name& word, const Scope& scope, Class cls) {
  if (std::find(linked_.damaged.begin(), linked_.damaged.end(), word.text) != linked_.damaged.end()) return;
  if (FindRule(word.text) >= 0 || FindStep(word.text) >= 0 || FindGroup(word.text) >= 0) {
    const int rule = FindRule(word.text);
    const char* is = rule >= 0                  ? WordOf(model_.rules[static_cast<size_t>(rule)].kind)
                     : FindStep(word.text) >= 0 ? "step"
                                                : "group";
    auto& report = sink_.Report(Code::kE46, word.span,
                                fmt::format("\"{}\" is {}, not a thing of the game or a number.", word.text, A(is)));
    if (rule >= 0 && model_.rules[static_cast<size_t>(rule)].IsScore()) {
      report.With({}, fmt::format("what it is worth is \"value of {} for ...\"", word.text));
    }
    return;
  }
  static constexpr std::array<const char*, 13> kNumbers = {"zero",  "one",   "two",  "three", "four",   "five",  "six",
                                                           "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  const auto number = std::find(kNumbers.begin(), kNumbers.end(), word.text);
  if (number != kNumbers.end()) {
    const std::string digits = std::to_string(number - kNumbers.begin());
    sink_.Report(Code::kE01, word.span, fmt::format("I do not know \"{}\". A number is written in digits.", word.text))
        .Fix(word.span, digits, fmt::format("write {}", digits));
    return;
  }
  // What is a card of some deck elsewhere is hardly what is looked for among things.
  const std::string where =
      elsewhere_.WhereIs(word.text, model_.rulesets, ~unsigned{Elsewhere::kCite | Elsewhere::kCard});
  if (!where.empty()) {
    sink_
        .Report(Code::kE01, word.span,
                fmt::format("I do not know \"{}\" here: it belongs to {}, which this ruleset neither extends nor uses.",
                            word.text, where))
        .With({},
              fmt::format("write \"extends {}\" (or \"uses {}\" for its words only) in the first line", where, where));
    return;
  }
  const auto mean = [&](const std::string& meant) {
    sink_.Report(Code::kE01, word.span, fmt::format("I do not know \"{}\". Did you mean \"{}\"?", word.text, meant))
        .Fix(word.span, meant, fmt::format("write \"{}\"", meant));
  };
  if (word.text == "everybody" || word.text == "everyone") return mean("players");
  if (word.text == "squares") return mean("cells");  // one that is empty is a "space"
  for (const Kind& kind : model_.kinds) {            // "citys": the plural as most words make it
    if (word.text == kind.name + "s" && word.text != kind.plural && (cls == Class::kNone || cls == kind.cls))
      return mean(kind.plural);
  }
  std::vector<std::string> known;
  if (cls == Class::kNone && !elsewhere_.Declares(word.text, Elsewhere::kCard)) known = KnownWords(scope);
  if (cls != Class::kNone) {
    for (const Kind& kind : model_.kinds)
      if (kind.cls == cls) known.push_back(kind.name);
  }
  const std::string sort = cls == Class::kNone ? "" : fmt::format("the {} ", ClassName(cls));
  auto& report = sink_.Report(Code::kE01, word.span, fmt::format("I do not know {}\"{}\".", sort, word.text),
                              {word.text, known, ""});
  if (report.edit) return;
  const std::string nouns = NounsInPlay(model_, cls);
  if (!nouns.empty())
    report.With(
        {}, fmt::format("{} in play are {}", cls == Class::kNone ? "kinds" : ClassName(cls) + std::string("s"), nouns));
  if (cls != Class::kNone) return;
  if (!options_.players.empty()) report.With({}, fmt::format("players are {}", fmt::join(options_.players, ", ")));
  else if (const std::string who = WhoStandsSomewhere(model_); word.text.ends_with('s') && !who.empty())
    report.With({}, fmt::format("figures are named by where they stand, as in \"{}\"", who));
}

// A name of a rule that is not linked: passed over if some ruleset declares it, else a mistake.
void Checker::FindRuleElsewhere(const ast::Name& name, const char* what, std::vector<std::string> known) {
  const std::string first = name.text.substr(0, name.text.find('.', name.text.find('.') + 1));
  constexpr unsigned kSorts = Elsewhere::kRule | Elsewhere::kStep;
  if (elsewhere_.Declares(name.text, kSorts) || elsewhere_.Declares(first, kSorts)) return;
  if (std::find(linked_.damaged.begin(), linked_.damaged.end(), name.text) != linked_.damaged.end()) return;
  sink_.Report(Code::kE01, name.span, fmt::format("There is no {} called \"{}\".", what, name.text),
               {name.text, known, OfThatEnding(name.text, known)});
}

// What a definition is about has to be a noun.
void Checker::NothingToDefine(const ast::Name& of) {
  if (std::find(linked_.damaged.begin(), linked_.damaged.end(), of.text) != linked_.damaged.end()) return;
  const std::string where = elsewhere_.WhereIs(of.text, model_.rulesets);
  if (!where.empty()) return Unknown(of, Scope());
  std::vector<std::string> known = EngineNouns();
  for (const auto& [name, kind] : model_.kind_by_name) known.push_back(name);
  // People say "square"; the language does not, because a square may be empty.
  const auto near = of.text == "square" ? std::optional<std::string>("cell") : DidYouMean(of.text, known);
  auto& report = sink_.Report(
      Code::kE01, of.span,
      fmt::format("I do not know \"{}\".{}", of.text, near ? fmt::format(" Did you mean \"{}\"?", *near) : ""));
  if (near) report.Fix(of.span, *near, fmt::format("write \"{}\"", *near));
  report.With({},
              "a definition is about a kind (\"city\", \"follower\"), or about \"player\", \"piece\", \"fit\" or "
              "\"cell\", which is any square");
}

void Checker::NotDefinedFor(const std::string& name, const Term* arg, Span span) {
  std::vector<std::string> of;
  for (const Define& define : model_.defines) {
    if (define.name != name) continue;
    if (define.broken) return;  // it may be the one that was meant
    of.push_back(A(define.of));
  }
  const std::string what = arg == nullptr ? "thing" : TypeText(arg->type.AsOne());
  auto& report = sink_.Report(
      Code::kE47, span, fmt::format("\"{}\" is defined for {}, not for {}.", name, fmt::join(of, " and "), A(what)));
  if (model_.kind_by_name.contains(what))
    report.With({}, fmt::format("what they are is said with \"define {} of {} as ...\"", name, what));
}

// Whether nobody can see this of the place: what lies on top of a pile, what a supply shows.
bool Checker::LiesHidden(const Zone& zone, PropertyId property, const std::string& word, Span span) {
  const bool top = property == PropertyId::kTopOfZone;
  if ((!top && property != PropertyId::kShownOfZone) || zone.kind == ZoneKind::kDeck) return false;
  const bool bag = zone.kind == ZoneKind::kBag;
  if (bag && !top) return false;
  std::string why = top ? "only decks have a top" : "only decks and bags show a card";
  if (top && bag) why = fmt::format("a bag has no top. What was drawn last is \"shown of {}\"", zone.name);
  if (top && zone.kind == ZoneKind::kPile) why = "the pile lies face down, and nobody knows what comes next";
  sink_.Report(Code::kE04, span, fmt::format("\"{} of {}\" means nothing: {}.", word, zone.name, why));
  return true;
}

std::string Checker::WhatText(const Type& type) const {
  return type.set ? TypeText(type) : A(TypeText(type));
}

std::string Checker::RowText(const Entry& entry) const {
  return fmt::format("\"{}\"", entry.label.empty() ? std::string(library_.sources().Text(entry.span)) : entry.label);
}

std::string Checker::WhoText(const Term* set) const {
  const std::string what = TypeText(set->type.AsSet());
  const char* more = set->type.cls == Class::kFigure
                         ? "Write \"majority of {0} ...\" for those who have most there, or \"owner of {0} ...\"."
                         : "For those who stand there write \"majority of figures on ...\".";
  return fmt::format("Only players score, and these are {}. ", what) + fmt::format(fmt::runtime(more), what);
}

std::string Checker::MoveText(const EffectLine& line, const Term* target) const {
  if (line.to == Class::kZone && target->kind == TermKind::kNumber && target->number == 0)
    return "What goes home is returned: \"then return ...\".";
  // What is drawn out of a bag is no set.
  const std::string what = line.set != nullptr ? TypeText(line.set->type.AsOne()) : "token";
  return fmt::format("{} cannot be moved to {}.", Capital(A(what)), A(TypeText(target->type)));
}

void Checker::ExplainedByItself(const ast::Item* item) {
  const auto word = [](const ast::Item* define) {
    return define->predicate ? define->predicate->text : define->name.text;
  };
  std::string text = fmt::format("\"{}\" is explained by ", word(item));
  for (size_t i = 0, found = 0; i < expanding_.size(); ++i) {
    if (found > 0) text += fmt::format("\"{0}\", and \"{0}\" by ", word(expanding_[i]));
    found += found > 0 || expanding_[i] == item ? 1 : 0;
  }
  text += item == expanding_.back() ? "itself. It" : fmt::format("\"{}\". One of them", word(item));
  auto& report = sink_.Report(Code::kE15, item->predicate ? item->predicate->span : item->name.span,
                              text + " has to say what it means in other words.");
  if (item != expanding_.back()) report.With(expanding_.back()->name.span, "here the circle closes");
}

// `when road complete`: it is about a road, so that what follows can be read.
bool Checker::GuessSubject(Rule& rule, const ast::Event& event) {
  for (int i = 0; i < EventCount(); ++i) {
    // A good verb beside a good subject: the two do not go together, and which of them is meant is not known.
    if (event.verb.text == Info(static_cast<EventId>(i)).word && !event.to && !event.text) return false;
  }
  const std::string& name = event.subject.text;
  const auto noun = FindNoun(name);
  if (!noun) return name == "turn" || name == "game" || name == "round" || FindStep(name) >= 0;
  rule.subject = {noun->cls, false, noun->kinds, noun->squares};
  Bind(rule, rule.scope, name, kSubjectSlot, rule.subject, event.subject.span);
  return true;
}

// Features of a kind that does not say when it is completed never are.
void Checker::NeverCompleted(const KindSet& kinds, Span span) {
  std::string name;
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    if (!kinds[k]) continue;
    for (int at = static_cast<int>(k); at >= 0; at = model_.kinds[static_cast<size_t>(at)].like) {
      if (model_.kinds[static_cast<size_t>(at)].completed != nullptr) return;
    }
    if (name.empty()) name = model_.kinds[k].name;
  }
  if (name.empty()) return;
  sink_.Report(
      Code::kW22, span,
      fmt::format("Nothing can make this true: {} is never completed, for its kind does not say \"completed when\".",
                  A(name)));
}

// Kinds that stand on one tile and never touch there: that they lie side by side is not enough. Of kinds that come to a
// tile later, by a marker or from another kind, the tiles do not tell.
void Checker::NeverTouching(const KindSet& kinds, const ast::RefPart& part, const Term* other, Span span) {
  const KindSet& others = other->type.kinds;
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    const Kind& kind = model_.kinds[k];
    if ((kinds[k] || others[k]) && !kind.from.empty()) return;
    if (kind.adds >= 0 && (kinds[static_cast<size_t>(kind.adds)] || others[static_cast<size_t>(kind.adds)])) return;
  }
  bool together = false;
  for (const Tile& tile : model_.tiles) {
    for (const Tile::Segment& one : tile.segments) {
      if (!kinds[static_cast<size_t>(one.kind)]) continue;
      for (size_t i = 0; i < tile.segments.size(); ++i) {
        if (!others[static_cast<size_t>(tile.segments[i].kind)] || &tile.segments[i] == &one) continue;
        if ((one.touches >> i & 1) != 0) return;
        together = true;
      }
    }
  }
  if (!together) return;
  const std::string what = other->type.set ? TypeText(other->type) : part.name.text;
  const std::string word(library_.sources().Text(span).substr(0, library_.sources().Text(span).find(' ')));
  sink_.Report(
      Code::kW22, span,
      fmt::format("There are none: no tile says that they touch. What lies on the same tiles is \"{} on tiles of {}\".",
                  word, what));
}

// Whether an event tells where its thing has come to, if that is asked.
bool Checker::ToldWhere(const ast::Event& event, const EventFilter& filter) {
  const bool goes = filter.cls == Class::kFigure || filter.cls == Class::kMarker;
  if (!event.to || (goes && (filter.event == EventId::kMoved || filter.event == EventId::kPlaced)) ||
      (filter.cls == Class::kMarker && filter.event == EventId::kDrawn)) {
    return true;
  }
  const Span rest{event.span.file, event.verb.span.end, event.to->span.end};
  const auto to =
      static_cast<int32_t>(library_.sources().Text(rest).rfind("to", event.to->span.begin - rest.begin - 2));
  const Span span{rest.file, rest.begin + to, rest.end};
  const std::string word = fmt::format("\"{} {}\"", event.subject.text, event.verb.text);
  const auto named = [&](const Ranking& ranking) { return ranking.name == event.to->text; };
  if (std::any_of(model_.rankings.begin(), model_.rankings.end(), named)) {
    sink_.Report(Code::kE49, span,
                 fmt::format("{} has no \"to\". Who is paid is said in a line of its own: \"for {} of ...\".", word,
                             event.to->text));
    return false;
  }
  sink_
      .Report(Code::kE49, span,
              fmt::format(
                  "{} has no \"to\". Where something has come to is told of figures and markers that are \"moved\" or "
                  "\"placed\", and of tokens that are \"drawn\".",
                  word))
      .Fix(rest, "", fmt::format("leave out \"to {}\"", event.to->text));
  return false;
}

// An event of what it never happens to.
void Checker::NeverHappens(const ast::Event& event, EventId id, Class cls) {
  std::vector<std::string> of;
  for (int one = 0; one < kClassCount; ++one) {
    if (Info(id).Of(static_cast<Class>(one))) of.push_back(A(ClassName(static_cast<Class>(one))));
  }
  const std::string last = of.back();
  of.pop_back();
  const std::string listed = of.empty() ? last : fmt::format("{} or {}", fmt::join(of, ", "), last);
  // Authors say "tile" of what is drawn and laid; the language has that word for where it lies.
  const bool tile = cls == Class::kSquare && Info(id).Of(Class::kPiece);
  auto& said = sink_.Report(Code::kE46, event.span,
                            fmt::format("Only {} is ever \"{}\".{}", listed, event.verb.text,
                                        tile ? " A tile that is drawn or laid is a \"piece\"." : ""));
  if (tile) said.Fix(event.subject.span, "piece", "write \"piece\"");
}

// A path goes where a marker points: it has to say where that is.
void Checker::CheckHeadings(const Type& type, Span span) {
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    const Kind& kind = model_.kinds[k];
    if (!type.kinds[k] || kind.cls != Class::kMarker) continue;
    const auto says = std::ranges::find(kind.attributes, kHeading, &Kind::Attribute::name);
    if (says == kind.attributes.end()) continue;
    const auto wrong =
        std::ranges::find_if(says->words, [](const std::string& word) { return CompassPoint(word) < 0; });
    if (wrong == says->words.end() && !says->words.empty()) return;
    sink_
        .Report(Code::kE48, span,
                fmt::format("\"{}\" of {} says where its path goes and has to be one of: {}.", kHeading, A(kind.name),
                            fmt::join(kCompass, ", ")))
        .With(kind.span, "declared here");
    return;
  }
  sink_.Report(Code::kE47, span,
               fmt::format("A path goes where {} points, and that is not said. Write \"has heading north | east | "
                           "south | west\" where it is declared; with turned tiles it turns.",
                           A(TypeText(type.AsOne()))));
}

// A text behind another event than an answer: a label, perhaps.
void Checker::NoAnswer(const ast::Event& event) {
  sink_
      .Report(Code::kE49, event.text->span,
              fmt::format("\"{} {}\" has no text. Only what is \"answered\" has: the answer.", event.subject.text,
                          event.verb.text))
      .Fix({event.span.file, event.verb.span.end, event.text->span.end}, "", "leave it out");
}

// Whether definitions and modifiers of groups have made more of the rules than can be worked with.
bool Checker::TooLarge(Span span) {
  if (model_.terms.size() < kMaxTerms && expanding_.size() < kMaxDefinitions) return false;
  if (!too_large_) {
    sink_.Report(Code::kE57, span,
                 "With all definitions written out these rules are too large. Look for definitions that use each other "
                 "in a long chain.");
  }
  too_large_ = true;
  return true;
}

// A word that needs an "of" and has none.
bool Checker::NeedsOf(const ast::Name& word) {
  const auto named = [&](const auto& items) {
    return std::any_of(items.begin(), items.end(), [&](const auto& item) { return item.name == word.text; });
  };
  std::string of = "...";
  bool found = word.text == "votes" || named(model_.rankings);
  for (size_t d = model_.defines.size(); d-- > 0;) {
    if (model_.defines[d].name != word.text || model_.defines[d].of.empty()) continue;
    of = model_.defines[d].of;
    found = true;
  }
  for (const Ranking& ranking : model_.rankings)
    if (ranking.name == word.text) of = ranking.of->text + " ...";
  for (const State& state : model_.states) {
    if (state.name != word.text || state.owner == Class::kGame) continue;
    of = state.item->on ? state.item->on->text : of;
    found = true;
  }
  for (const Kind& kind : model_.kinds) {
    if (found || !named(kind.attributes)) continue;
    of = kind.name;
    found = true;
  }
  for (int i = 0; i < PropertyCount(); ++i) found = found || word.text == Info(static_cast<PropertyId>(i)).word;
  if (!found) return false;
  sink_.Report(Code::kE03, word.span, fmt::format("\"{}\" of what? Write \"{} of {}\".", word.text, word.text, of));
  return true;
}

// Several things where one is needed.
void Checker::Several(const ast::Ref& ref, const Term* term) {
  const std::string one = TypeText(term->type.AsOne());
  sink_.Report(
      Code::kE03, ref.span,
      fmt::format("\"{}\" are several, and one {} is needed here. Name it with \"each {}\" in a line before, or ask "
                  "with \"any ({} where ...)\".",
                  ref.head.text, one, one, ref.head.text));
}

// A score that speaks of one thing, and has no line that could name it: that line is what is missing.
void Checker::Headless(Rule& score, const ast::Name& word, Class cls) {
  score.guessed = true;
  const std::string event = cls == Class::kFeature ? fmt::format("\"when {} completed\"", word.text)
                                                   : fmt::format("\"when {} ...\"", word.text);
  sink_.Report(Code::kE51, score.span,
               fmt::format("When is \"{0}\" paid, and for which {1}? Write {2}, or \"at last_features\" and \"each "
                           "{1}\", above its other "
                           "lines. A score that rules call with \"score {0} for ...\" has \"each {1}\" alone.",
                           score.name, word.text, event));
}

// A name that two things have here. The inner one is what the language takes; the author may have meant the other.
void Checker::TwoThings(const ast::Name& word, const Binding& inner, const Binding& outer, const Scope& scope) {
  if (!two_things_.insert({scope.slots, word.text}).second) return;  // said once of a rule
  const bool scored = outer.slot == kSubjectSlot && outer.type.cls == Class::kFeature;
  const bool receiver = outer.slot == kPlayerSlot;
  const std::string first = scored     ? fmt::format("the {} that this is about (also called \"subject\")", word.text)
                            : receiver ? fmt::format("the {} who scores", word.text)
                                       : fmt::format("the {} that was named first", word.text);
  auto& report = sink_.Report(
      Code::kE02, word.span,
      fmt::format("\"{0}\" could be two things here: {1}, or the {0} that was named last. Give the last a name of its "
                  "own with \"as\": \"... as other\".",
                  word.text, first));
  if (outer.span.valid()) report.With(outer.span, "the first");
  if (inner.span.valid()) report.With(inner.span, "the last");
}

// NOUN of X as one thing: "field of follower" is one, "follower of player" may be several.
bool Checker::MayBeSeveral(RelationId relation, const Noun& noun, const Type& of) const {
  switch (relation) {
    case RelationId::kFeatureOfFigure:
    case RelationId::kFeatureOfMarker:
    case RelationId::kFeatureOfSegment:
    case RelationId::kSquareOfPiece:
      return false;
    case RelationId::kSquareOfFeature:
    case RelationId::kPieceOfFeature:
    case RelationId::kSegmentOfFeature:
      for (size_t k = 0; k < model_.kinds.size(); ++k)
        if (of.kinds[k] && model_.kinds[k].joins != Joins::kNothing) return true;
      return false;
    case RelationId::kFigureOfPlayer:
    case RelationId::kMarkerOfPlayer:
      for (size_t k = 0; k < model_.kinds.size(); ++k)
        if (noun.kinds[k] && model_.kinds[k].supply != 1) return true;
      return false;
    default:
      return true;
  }
}

// Something is left over that belongs to no word before it.
void Checker::LeftOver(const Cursor& cursor, const Term* term, const Scope& scope) {
  const ast::RefPart& part = cursor.ref->parts[cursor.at - 1];
  const std::string& word = cursor.at >= 2 ? cursor.ref->parts[cursor.at - 2].name.text : cursor.ref->head.text;
  const std::string relation = ast::RelationWord(part.relation);
  const std::string what = part.set != nullptr ? "..." : part.name.text;
  std::string text = fmt::format("\"{} {}\" has no word to belong to. ", relation, what);
  if (scope.ranked != nullptr && cursor.ref->head.text == scope.ranked->text) {
    text = fmt::format(
        "\"{}\" are those that are compared here, wherever they stand: \"{} of player\" is all that can be said.",
        scope.ranked->text, scope.ranked->text);
  } else if (term->type.cls == Class::kNumber) {
    text += fmt::format("\"{}\" is a number and takes no \"{}\".", word, relation);
  } else if (term->type.set) {
    text += fmt::format("\"{}\" takes no \"{}\".", word, relation);
  } else {
    text += fmt::format("\"{}\" is one thing here and takes no \"{}\".", word, relation);
  }
  sink_.Report(Code::kE04, part.span, text);
}

// NOUN REL TARGET, where the relation does not go with the two.
void Checker::NotThisRelation(const ast::Name& word, const Noun& noun, const ast::RefPart& part, const Term* target,
                              const Cursor& cursor) {
  const char* relation = ast::RelationWord(part.relation);
  std::string what = part.name.text;
  if (target->span.valid())
    what = library_.sources().Text(Cover(part.set != nullptr ? target->span : part.name.span, target->span));
  if (what.size() > 40 || what.find('\n') != std::string::npos || what.empty())
    what = part.set != nullptr ? TypeText(target->type) : part.name.text;
  if (part.relation == ast::Relation::kOf && target->type.cls == Class::kPlayer) {
    std::string text = fmt::format("{} have no owner.", Capital(Plural(noun.singular)));
    const ast::Name& first = cursor.ref->head;
    const auto owner = FindNoun(first.text);
    if (owner && (owner->cls == Class::kFigure || owner->cls == Class::kMarker) &&
        first.span.begin != word.span.begin) {
      text += fmt::format(" \"of {}\" belongs to the word before it; put it right after \"{}\".", what, first.text);
    } else if (noun.cls == Class::kFeature) {
      text += fmt::format(" Figures have: \"figures of {} on ...\".", what);
    }
    sink_.Report(Code::kE04, part.span, text);
    return;
  }
  static constexpr const char* kWords[] = {"of", "on", "in", "touching", "of"};
  std::vector<std::string> fitting, can;
  for (int i = 0; i < RelationCount(); ++i) {
    const RelationInfo& info = Info(static_cast<RelationId>(i));
    if (info.a != noun.cls || (info.word == RelationWord::kOpen) != noun.open_ends) continue;
    const char* with = kWords[static_cast<int>(info.word)];
    if (info.b == target->type.cls && noun.squares != kSpaces) fitting.push_back(with);
    can.push_back(fmt::format("{} {}", with, info.b == Class::kSquare ? "an area of tiles" : A(ClassName(info.b))));
  }
  if (fitting.size() == 1) {
    sink_
        .Report(Code::kE04, part.span,
                fmt::format("\"{0}\" and \"{1}\" go together with \"{2}\", not with \"{3}\": \"{0} {2} {1}\".",
                            word.text, what, fitting.front(), relation))
        .Fix(part.relation_span, fitting.front(), fmt::format("write \"{}\"", fitting.front()));
    return;
  }
  std::string text = fmt::format("\"{} {} {}\" means nothing", word.text, relation, what);
  const std::string sort = TypeText(target->type.AsOne());
  text += what == sort ? "." : fmt::format(": {} is {}.", what, A(sort));
  if (noun.cls == Class::kPlayer) {
    text = fmt::format("Players are not on the board, their figures are: \"owner of figures on {}\".",
                       target->type.cls == Class::kFeature ? what : "...");
  }
  auto& report = sink_.Report(Code::kE04, part.span, text);
  if (!can.empty() && noun.cls != Class::kPlayer)
    report.With({}, fmt::format("{} can be: {}", Plural(noun.singular), fmt::join(can, ", ")));
}

}  // namespace reeve::sema
