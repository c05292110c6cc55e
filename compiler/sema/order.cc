// What comes before what: the order of rules, and rules that could set each other off for ever. The two graphs are
// Boost.Graph's: a topological order for the first, strongly connected components for circles in both.
#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/graph/topological_sort.hpp>

#include "compiler/sema/checker.h"

namespace reeve::sema {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

// The circles of a graph: lists of vertices, each in ascending order; a single vertex only if it leads to itself.
std::vector<std::vector<size_t>> Circles(const Graph& graph) {
  std::vector<size_t> component(num_vertices(graph));
  const size_t count = boost::strong_components(
      graph, boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, graph)));
  std::vector<std::vector<size_t>> members(count);
  for (size_t v = 0; v < component.size(); ++v) members[component[v]].push_back(v);
  std::vector<std::vector<size_t>> circles;
  for (auto& list : members) {
    if (list.size() > 1 || (list.size() == 1 && edge(list[0], list[0], graph).second))
      circles.push_back(std::move(list));
  }
  std::sort(circles.begin(), circles.end());
  return circles;
}

}  // namespace

// The order of all rules: as declared, but for what `order after` and `order before` say. Vertices are numbered from
// the last rule to the first, so that a depth-first order keeps to the text where nothing is said.
void Checker::OrderRules() {
  const size_t n = model_.rules.size();
  Graph graph(n);
  const auto vertex = [n](size_t rule) { return n - 1 - rule; };
  for (size_t r = 0; r < n; ++r) {
    const Rule& rule = model_.rules[r];
    for (const bool after : {true, false}) {
      for (const ast::Name& name : after ? rule.order_after : rule.order_before) {
        for (int other : RulesNamed(name, false, false)) {
          if (static_cast<size_t>(other) == r) continue;
          if (after) add_edge(vertex(static_cast<size_t>(other)), vertex(r), graph);
          else add_edge(vertex(r), vertex(static_cast<size_t>(other)), graph);
        }
      }
    }
  }
  const auto circles = Circles(graph);
  for (const auto& circle : circles) {
    std::string text;
    const Rule& first = model_.rules[vertex(circle.back())];
    for (size_t i = circle.size(); i-- > 0;) text += model_.rules[vertex(circle[i])].name + ", ";
    text += "and again " + first.name;
    auto& report =
        sink_.Report(Code::kE13, first.span, fmt::format("The order of these rules goes round in a circle: {}.", text));
    for (size_t i = circle.size() - 1; i-- > 0;) report.With(model_.rules[vertex(circle[i])].span, "and this one");
  }
  if (!circles.empty()) return;
  std::vector<size_t> reversed;
  boost::topological_sort(graph, std::back_inserter(reversed));
  for (size_t i = reversed.size(); i-- > 0;) model_.order.push_back(static_cast<int>(vertex(reversed[i])));
}

// The steps that an effect plays once more; turn and game do not start or end by it.
std::vector<int> Checker::StepsPlayed(const EffectLine& effect) const {
  if (effect.final) return {};
  if (effect.round) return model_.rounds[static_cast<size_t>(effect.id)].steps;
  const auto first = std::ranges::find(model_.turn_steps, effect.id),
             last = std::ranges::find(model_.turn_steps, effect.last);
  if (first == model_.turn_steps.end() || last == model_.turn_steps.end()) return {};
  return {first, last + 1};
}

// Whether a rule runs where one of these steps does, asking nobody before it begins.
bool Checker::RunsAt(const Rule& rule, const std::vector<int>& steps) const {
  if (rule.dropped || rule.kind == RuleKind::kOffer) return false;
  return std::ranges::any_of(steps, [&](int step) {
    if (std::ranges::find(rule.at, step) != rule.at.end()) return true;
    if (!rule.when || (rule.when->filter.event != EventId::kStarts && rule.when->filter.event != EventId::kEnds))
      return false;
    const EventFilter& filter = rule.when->filter;
    if (filter.period == Period::kStep) return filter.id == step;
    const auto in_round = [&](const Round& round) { return std::ranges::find(round.steps, step) != round.steps.end(); };
    if (filter.period == Period::kAnyRound) return std::ranges::any_of(model_.rounds, in_round);
    return filter.period == Period::kRound && in_round(model_.rounds[static_cast<size_t>(filter.id)]);
  });
}

// Every circle rule -> event -> rule must use something up on the way.
void Checker::CheckLoops() {
  const size_t n = model_.rules.size();
  Graph graph(n);
  const auto hears = [&](const Rule& rule, EventId event, Class cls, const KindSet& kinds) {
    if (!rule.when || rule.dropped || rule.when->filter.event != event) return false;
    if (event == EventId::kMade) return true;
    return rule.when->filter.cls == cls && (!HasKinds(cls) || (rule.when->kinds & kinds).any());
  };
  for (size_t r = 0; r < n; ++r) {
    const Rule& rule = model_.rules[r];
    if (rule.dropped) continue;
    const auto raises = [&](EventId event, Class cls, const KindSet& kinds) {
      for (size_t s = 0; s < n; ++s)
        if (hears(model_.rules[s], event, cls, kinds)) add_edge(r, s, graph);
    };
    if (rule.IsScore() && rule.Scored().cls == Class::kFeature)
      raises(EventId::kScored, Class::kFeature, rule.Scored().kinds);
    if (rule.kind != RuleKind::kRule && !rule.who.empty()) raises(EventId::kMade, Class::kAward, {});
    for (size_t s = 0; s < n; ++s) {
      const Rule& other = model_.rules[s];
      const bool hangs =
          std::find(other.before_of.begin(), other.before_of.end(), static_cast<int>(r)) != other.before_of.end() ||
          std::find(other.after_of.begin(), other.after_of.end(), static_cast<int>(r)) != other.after_of.end();
      if (hangs && !other.dropped) add_edge(r, s, graph);
      if (other.when && !other.dropped && other.when->filter.event == EventId::kAnswered &&
          other.when->filter.id == static_cast<Id>(r))
        add_edge(r, s, graph);
    }
    for (const EffectLine& effect : rule.effects) {
      using E = ast::Effect::Kind;
      const KindSet kinds = effect.set != nullptr ? effect.set->type.kinds : KindSet{};
      switch (effect.kind) {
        case E::kReturn:
          raises(EventId::kReturned, effect.cls, kinds);
          break;
        case E::kMove:
        case E::kGive:
        case E::kDeal:
          raises(EventId::kMoved, effect.cls, kinds);
          raises(EventId::kPlaced, effect.cls, kinds);
          break;
        case E::kDraw:
        case E::kTake: {
          if (effect.unseen) break;
          KindSet drawn;
          const int of = model_.zones[static_cast<size_t>(effect.id)].of;
          if (effect.target != nullptr && of >= 0) drawn.set(static_cast<size_t>(of));
          raises(EventId::kDrawn,
                 effect.id == kPileZone     ? Class::kPiece
                 : effect.target != nullptr ? Class::kMarker
                                            : Class::kCard,
                 effect.target != nullptr ? drawn : KindSet{}.set());
          break;
        }
        case E::kPay:
          raises(EventId::kMade, Class::kAward, {});
          break;
        case E::kScore:
          if (!effect.group && effect.id >= 0) add_edge(r, static_cast<size_t>(effect.id), graph);
          if (effect.group)
            for (int member : model_.groups[static_cast<size_t>(effect.id)].members)
              add_edge(r, static_cast<size_t>(member), graph);
          break;
        case E::kPlay: {
          const std::vector<int> steps = StepsPlayed(effect);
          for (size_t s = 0; s < n; ++s)
            if (RunsAt(model_.rules[s], steps)) add_edge(r, s, graph);
          break;
        }
        default:
          break;
      }
    }
  }
  for (const auto& circle : Circles(graph)) {
    bool uses_up = false;
    for (size_t v : circle) {
      const Rule& rule = model_.rules[v];
      for (const HeadLine& line : rule.head)
        uses_up = uses_up || line.kind == HeadLine::Kind::kLimit || line.kind == HeadLine::Kind::kOnce;
      for (const EffectLine& effect : rule.effects) {
        uses_up = uses_up || effect.kind == ast::Effect::Kind::kReturn || effect.kind == ast::Effect::Kind::kCancel ||
                  effect.kind == ast::Effect::Kind::kTake;
      }
    }
    if (uses_up) continue;
    std::string text;
    for (size_t v : circle) text += model_.rules[v].name + " -> ";
    const std::string& first = model_.rules[circle.front()].name;
    text = circle.size() == 1 ? fmt::format("\"{}\" sets itself off for ever", first)
                              : fmt::format("These rules set each other off for ever: {}{}", text, first);
    auto& report =
        sink_.Report(Code::kE14, model_.rules[circle.front()].span,
                     text + ", and nothing is used up on the way. Add \"limit\", or return what \"each\" names.");
    for (size_t i = 1; i < circle.size(); ++i) report.With(model_.rules[circle[i]].span, "and this one");
  }
}

namespace {

// What a number or condition is worked out from: other scores, completions and votes.
struct Uses {
  const Model& model;
  std::vector<std::pair<size_t, Span>> found;  // vertices of the graph below, and where they are spoken of

  size_t Completion(size_t kind) const { return model.rules.size() + kind; }
  size_t Votes(size_t kind) const { return model.rules.size() + model.kinds.size() + kind; }

  void Look(const Term* term) {
    if (term == nullptr) return;
    const auto kinds = [&](const KindSet& set, auto vertex) {
      for (size_t k = 0; k < model.kinds.size(); ++k)
        if (set[k]) found.push_back({vertex(k), term->span});
    };
    if (term->kind == TermKind::kValueOf) {
      for (const int rule : term->rules) {
        const Rule& used = model.rules[static_cast<size_t>(rule)];
        if ((used.subject.kinds & term->a->type.kinds).any() || !HasKinds(used.subject.cls))
          found.push_back({static_cast<size_t>(rule), term->span});
      }
    }
    if (term->kind == TermKind::kIsCompleted) kinds(term->a->type.kinds, [&](size_t k) { return Completion(k); });
    if (term->kind == TermKind::kVotes) kinds(term->a->type.kinds, [&](size_t k) { return Votes(k); });
    if (term->kind == TermKind::kRank) {
      kinds(term->a->type.kinds, [&](size_t k) { return Votes(k); });
      for (const auto& rank : model.rankings[static_cast<size_t>(term->number)].ranks)
        if (!rank.most) Look(rank.term);
    }
    for (const TermCase& option : term->cases) Look(option.term);
    Look(term->a);
    Look(term->b);
  }

  void Look(const Quantity& quantity) {
    for (const Entry& entry : quantity.entries) {
      Look(entry.guard);
      Look(entry.amount);
      Look(entry.per);
    }
    for (const Part& part : quantity.parts) {
      Look(part.set);
      Look(*part.quantity);
    }
  }
};

}  // namespace

// No value is worked out from itself: by way of `value of`, of what makes a feature completed, or of votes.
void Checker::CheckValueCircles() {
  const size_t n = model_.rules.size() + 2 * model_.kinds.size();
  std::vector<std::vector<std::pair<size_t, Span>>> uses(n);
  const auto look = [&](size_t vertex, const auto& what) {
    Uses of{model_, {}};
    what(of);
    uses[vertex] = std::move(of.found);
  };
  for (size_t r = 0; r < model_.rules.size(); ++r) {
    const Rule& rule = model_.rules[r];
    if (rule.dropped) continue;
    look(r, [&](Uses& of) {
      of.Look(rule.points);
      for (const Quantity& count : rule.counts) of.Look(count);
    });
  }
  const Uses vertices{model_, {}};
  for (size_t k = 0; k < model_.kinds.size(); ++k) {
    look(vertices.Completion(k), [&](Uses& of) { of.Look(model_.kinds[k].completed_term); });
    look(vertices.Votes(k), [&](Uses& of) { of.Look(model_.kinds[k].votes_term); });
  }
  Graph graph(n);
  for (size_t v = 0; v < n; ++v)
    for (const auto& [to, span] : uses[v]) add_edge(v, to, graph);
  for (const auto& circle : Circles(graph)) {
    const size_t first = circle.front();
    const size_t kinds = model_.kinds.size();
    std::string text;
    if (first < model_.rules.size()) text = fmt::format("What {} is worth", model_.rules[first].name);
    else if (first < model_.rules.size() + kinds)
      text = fmt::format("Whether {} is completed", A(model_.kinds[first - model_.rules.size()].name));
    else text = fmt::format("How many votes {} has", A(model_.kinds[first - model_.rules.size() - kinds].name));
    const auto at = std::find_if(uses[first].begin(), uses[first].end(), [&](const auto& use) {
      return std::binary_search(circle.begin(), circle.end(), use.first);
    });
    sink_.Report(Code::kE15, at->second,
                 text + " is worked out here from itself" + (circle.size() > 1 ? ", by way of others." : "."));
  }
}

// The active player chooses the order of due features only where it can be seen: an award that other rules hear of.
void Checker::FindWhatAsksOrder() {
  for (const Rule& rule : model_.rules) {
    if (!rule.dropped && rule.when && rule.when->filter.event == EventId::kMade) model_.asks_order = true;
  }
}

}  // namespace reeve::sema
