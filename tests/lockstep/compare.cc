#include "tests/lockstep/compare.h"

#include <fmt/format.h>

#include <algorithm>

namespace reeve::lockstep {
namespace {

using reference::kNil;

template <class A, class B>
std::string Differ(const std::string& what, const A& machine, const B& reference) {
  return fmt::format("{}: machine {}, reference {}", what, machine, reference);
}

// The reference's nothing is a number of its own; the machine's is -1.
reference::Value Nil(Value value) {
  return value < 0 ? kNil : value;
}

std::string SpotText(const reference::Spot& spot) {
  static constexpr const char* kNames[] = {"out",    "supply", "segment",    "square",  "figure", "marker", "corner",
                                           "player", "place",  "scoreboard", "joining", "span",   "piece"};
  return fmt::format("{} {}", kNames[static_cast<size_t>(spot.at)], spot.id == kNil ? -1 : spot.id);
}

std::string OptionText(const Game& game, const reeve::Option& option) {
  std::string text = game.Describe(option);
  if (option.kind == reeve::Option::Kind::kDraw) text += fmt::format(" ({} left)", option.weight);
  return text;
}

}  // namespace

reference::Spot Comparison::SpotOf(const Spot& spot) {
  using To = reference::Spot::At;
  To at = To::kOut;
  switch (spot.at) {
    case At::kOut:
      return {To::kOut, kNil};
    case At::kSupply:
      return {To::kSupply, kNil};
    case At::kScoreboard:
      return {To::kScoreboard, kNil};
    case At::kSegment:
      at = To::kSegment;
      break;
    case At::kSquare:
      at = To::kSquare;
      break;
    case At::kFigure:
      at = To::kFigure;
      break;
    case At::kMarker:
      at = To::kMarker;
      break;
    case At::kPlayer:
      at = To::kPlayer;
      break;
    case At::kPlace:
      at = To::kPlace;
      break;
    case At::kCorner:
      at = To::kCorner;
      break;
    case At::kJoining:
      at = To::kJoining;
      break;
    case At::kSpan:
      at = To::kSpan;
      break;
    case At::kPiece:
      at = To::kPiece;
      break;
  }
  return {at, Nil(spot.id)};
}

std::string Comparison::StepName(Id step) const {
  return step == kNoId ? "none" : program_.Text(program_.steps[static_cast<size_t>(step)].name);
}
std::string Comparison::StepNameOf(int step) const {
  return step < 0 ? "none" : model_.steps[static_cast<size_t>(step)].name;
}
std::string Comparison::RuleNameOf(int rule) const {
  return rule < 0 ? "none" : model_.rules[static_cast<size_t>(rule)].name;
}

int Comparison::StepOf(Id step) const {
  if (step == kNoId) return -1;
  for (size_t s = 0; s < model_.steps.size(); ++s) {
    if (model_.steps[s].name == StepName(step)) return static_cast<int>(s);
  }
  return -1;
}

// --- ledgers -------------------------------------------------------------------------------------------
std::string Comparison::Ledgers(const Game& game, const reference::Run& run) {
  const auto& awards = game.ledger().awards;
  for (; awards_compared_ < std::max(awards.size(), run.awards.size()); ++awards_compared_) {
    const std::string name = fmt::format("award {}, rule ", awards_compared_ + 1);
    if (awards_compared_ >= awards.size()) {
      const auto& more = run.awards[awards_compared_];
      return fmt::format("{}{}: the reference alone has it, {} points for player {}", name, RuleNameOf(more.rule),
                         more.points, more.player + 1);
    }
    const Award& award = awards[awards_compared_];
    const std::string rule = award.rule == kNoId ? "none" : program_.RuleName(award.rule);
    if (awards_compared_ >= run.awards.size()) {
      return fmt::format("{}{}: the machine alone has it, {} points for player {}", name, rule, award.points,
                         award.player + 1);
    }
    const std::string difference = AwardDifference(game, award, run.awards[awards_compared_]);
    if (!difference.empty()) return name + rule + ", " + difference;
  }
  for (size_t p = 0; p < run.totals.size(); ++p) {
    if (game.total(static_cast<int>(p)) != run.totals[p]) {
      return Differ(fmt::format("total of player {}", p + 1), game.total(static_cast<int>(p)), run.totals[p]);
    }
  }
  return "";
}

std::string Comparison::AwardDifference(const Game& game, const Award& award, const reference::Award& other) const {
  const std::string rule = award.rule == kNoId ? "none" : program_.RuleName(award.rule);
  if (rule != RuleNameOf(other.rule)) return Differ("the rule", rule, RuleNameOf(other.rule));
  if (award.player != other.player) return Differ("the player", award.player + 1, other.player + 1);
  for (int i = 0; i < std::max(award.row_count, static_cast<int>(other.rows.size())); ++i) {
    if (i >= static_cast<int>(other.rows.size())) {
      const LedgerRow& row = game.ledger().rows[static_cast<size_t>(award.first_row + i)];
      return fmt::format("row {} \"{}\": the machine alone has it, {} points", i + 1, program_.Text(row.label),
                         row.points);
    }
    const reference::Row& theirs = other.rows[static_cast<size_t>(i)];
    if (i >= award.row_count) {
      return fmt::format("row {} \"{}\": the reference alone has it, {} points", i + 1, theirs.label, theirs.points);
    }
    const LedgerRow& row = game.ledger().rows[static_cast<size_t>(award.first_row + i)];
    const std::string name = fmt::format("row {} \"{}\"", i + 1, program_.Text(row.label));
    if (program_.Text(row.label) != theirs.label)
      return Differ(name + ", label", program_.Text(row.label), theirs.label);
    if (row.note != theirs.note) return Differ(name + ", a note", row.note, theirs.note);
    if (row.points != theirs.points) return Differ(name, row.points, theirs.points);
    const reference::Value count = theirs.count.value_or(kNoCount);
    if (row.count != count) return Differ(name + ", count", row.count, count);
  }
  if (award.points != other.points) return Differ("points", award.points, other.points);
  if (award.mark != other.mark) return Differ("mark", static_cast<int>(award.mark), static_cast<int>(other.mark));
  if (award.final != other.final) return Differ("in the final scoring", award.final, other.final);
  if (award.turn != other.turn) return Differ("turn", award.turn, other.turn);
  if (StepName(award.step) != StepNameOf(other.step))
    return Differ("step", StepName(award.step), StepNameOf(other.step));
  if (award.cause != other.cause) return Differ("the award that set it off", award.cause, other.cause);
  if (award.subject_class != other.subject_class)
    return Differ("class of the subject", ClassName(award.subject_class), ClassName(other.subject_class));
  if (award.subject_kind != other.subject_kind)
    return Differ("kind of the subject", award.subject_kind, other.subject_kind);
  const bool feature = award.subject_class == Class::kFeature && award.subject >= 0;
  const Value subject = feature ? game.board().Find(static_cast<int32_t>(award.subject)) : award.subject;
  if (Nil(subject) != other.subject)
    return Differ("subject", subject, other.subject == kNil ? kNothing : other.subject);
  return "";
}

// --- state ---------------------------------------------------------------------------------------------
std::string Comparison::Nevers(Game& game, reference::Run& run) const {
  for (size_t never = 0; never < model_.nevers.size(); ++never) {
    const std::vector<reference::Value> set = run.NeverSet(model_.nevers[never]);
    const reference::Value mine = Nil(game.FirstOfNever(static_cast<Id>(never)));
    const reference::Value theirs = set.empty() ? kNil : set.front();
    if (mine != theirs) return Differ(program_.Text(program_.nevers[never].text), mine, theirs);
  }
  return "";
}

std::string Comparison::States(const Game& game, const reference::Run& run) const {
  const World& world = game.world();
  const std::pair<const char*, std::pair<int, int>> numbers[] = {
      {"active player", {world.active, run.active}},
      {"whose turn it is", {world.seat, run.seat}},
      {"turn", {world.turn, run.turn}},
      {"part of the turn", {world.part, run.part}},
      {"piece laid", {world.placed, run.placed}},
      {"piece in hand", {world.drawn, run.drawn}},
  };
  for (const auto& [what, pair] : numbers) {
    if (pair.first != pair.second) return Differ(what, pair.first, pair.second);
  }
  std::string difference = BoardDifference(world.board, run.board);
  if (difference.empty()) difference = StateTables(world, run);
  if (!difference.empty()) return difference;
  for (size_t z = 0; z < run.decks.size(); ++z) {
    if (std::vector<int>(world.decks[z].cards.begin(), world.decks[z].cards.end()) != run.decks[z]) {
      return "the order of " + model_.zones[z].name;
    }
    if (world.decks[z].shown != run.shown[z])
      return Differ("shown of " + model_.zones[z].name, world.decks[z].shown, run.shown[z]);
  }
  std::vector<int> pile, theirs;
  for (const PilePiece& piece : world.pile) pile.push_back(piece.piece);
  for (const auto& [rank, piece] : run.pile) theirs.push_back(piece);
  std::sort(pile.begin(), pile.end());
  std::sort(theirs.begin(), theirs.end());
  return pile == theirs ? "" : "the pieces in the pile";
}

std::string Comparison::BoardDifference(const Board& board, const reference::Board& other) const {
  if (board.piece_count() != static_cast<int>(other.pieces.size()))
    return Differ("pieces", board.piece_count(), other.pieces.size());
  for (int id = 0; id < board.piece_count(); ++id) {
    const auto& theirs = other.pieces[static_cast<size_t>(id)];
    if (static_cast<int>(board.piece(id).at) != static_cast<int>(theirs.at))
      return Differ("where piece " + std::to_string(id) + " is", static_cast<int>(board.piece(id).at),
                    static_cast<int>(theirs.at));
    if (board.piece(id).place != theirs.place)
      return Differ("the place of a piece", board.piece(id).place, theirs.place);
  }
  if (board.segment_count() != static_cast<int>(other.segments.size()))
    return Differ("segments", board.segment_count(), other.segments.size());
  for (int s = 0; s < board.segment_count(); ++s) {
    const auto& theirs = other.segments[static_cast<size_t>(s)];
    if (theirs.kind < 0) continue;  // room for one that may be laid across
    if (board.FeatureOf(s) != theirs.feature)
      return Differ(fmt::format("feature of segment {}", s), board.FeatureOf(s), theirs.feature);
    if (board.SegmentKind(s) != theirs.kind)
      return Differ(fmt::format("kind of segment {}", s), board.SegmentKind(s), theirs.kind);
  }
  for (int f = 0; f < board.figure_count(); ++f) {
    const Figure& figure = board.figure(f);
    const auto& theirs = other.figures[static_cast<size_t>(f)];
    const std::string name =
        fmt::format("figure {} ({} of player {})", f, program_.KindName(figure.kind), figure.owner + 1);
    if (figure.kind != theirs.kind || figure.owner != theirs.owner) return "kind or owner of " + name;
    if (SpotOf(figure.spot) != theirs.spot)
      return Differ("where " + name + " is", SpotText(SpotOf(figure.spot)), SpotText(theirs.spot));
  }
  if (board.marker_count() != static_cast<int>(other.markers.size()))
    return Differ("markers", board.marker_count(), other.markers.size());
  for (int m = 0; m < board.marker_count(); ++m) {
    const Marker& marker = board.marker(m);
    const auto& theirs = other.markers[static_cast<size_t>(m)];
    const std::string name = fmt::format("marker {} ({})", m, program_.KindName(marker.kind));
    if (marker.kind != theirs.kind) return "kind of " + name;
    if (SpotOf(marker.spot) != theirs.spot)
      return Differ("where " + name + " is", SpotText(SpotOf(marker.spot)), SpotText(theirs.spot));
  }
  return "";
}

std::string Comparison::StateTables(const World& world, const reference::Run& run) const {
  for (size_t s = 0; s < run.states.size(); ++s) {
    const sema::State& state = model_.states[s];
    std::map<reference::Value, reference::Value> machine, theirs;
    const bool counts = state.result == Class::kNumber || state.result == Class::kTruth;
    const auto add = [&](auto& table, reference::Value owner, reference::Value value) {
      if (counts ? value != 0 : value != kNil) table[owner] = value;
    };
    for (const auto& [owner, value] : world.states[s].entries()) {
      Value now = value, whose = owner;
      if (state.result == Class::kFeature && value >= 0) now = world.board.Find(static_cast<int32_t>(value));
      if (state.owner == Class::kFeature) whose = world.board.Find(static_cast<int32_t>(owner));
      // Of features that have joined: a flag of either, a number or link of the one that keeps its name.
      if (whose != owner && state.result != Class::kTruth && world.states[s].Get(whose, kNothing - 1) != kNothing - 1)
        continue;
      add(machine, whose, counts ? now : Nil(now));
    }
    for (const auto& [owner, value] : run.states[s]) {
      const bool feature = state.result == Class::kFeature && value != kNil;
      add(theirs, owner, feature ? run.board.Name(value) : value);
    }
    for (const auto& table : {machine, theirs}) {
      for (const auto& [owner, value] : table) {
        const auto text = [&, key = owner](const auto& of) {
          return of.count(key) == 0 ? std::string("nothing") : fmt::format("{}", of.at(key));
        };
        if (text(machine) != text(theirs))
          return Differ(fmt::format("{} of {} {}", state.name, ClassName(state.owner), owner), text(machine),
                        text(theirs));
      }
    }
  }
  return "";
}

// --- questions -----------------------------------------------------------------------------------------
reeve::Option Comparison::Translated(const reference::Option& option) const {
  using From = reference::Option::Kind;
  using To = reeve::Option::Kind;
  reeve::Option out;
  switch (option.kind) {
    case From::kPass:
      out.kind = To::kPass;
      break;
    case From::kOffer:
      out.kind = To::kOffer;
      break;
    case From::kThing:
      out.kind = To::kThing;
      break;
    case From::kNo:
      out.kind = To::kNo;
      break;
    case From::kYes:
      out.kind = To::kYes;
      break;
    case From::kDraw:
      out.kind = To::kDraw;
      break;
  }
  if (option.offer >= 0) out.offer = program_.FindRule(model_.rules[static_cast<size_t>(option.offer)].name);
  out.count = static_cast<uint8_t>(option.bound.size());
  for (size_t i = 0; i < option.bound.size(); ++i) out.bound[i] = option.bound[i] == kNil ? kNothing : option.bound[i];
  out.weight = option.weight;
  return out;
}

std::string Comparison::Questions(Game& game, const reference::Run& run, const reference::Question& question,
                                  const std::vector<reference::Option>& options,
                                  const std::vector<reeve::Option>& machine_options) const {
  static constexpr const char* kMachine[] = {"menu", "choice", "yes or no", "draw", "over", "fault"};
  static constexpr const char* kReference[] = {"menu", "choice", "yes or no", "draw"};
  const reeve::Question& asked = game.question();
  const std::string kind = kMachine[static_cast<size_t>(asked.kind)],
                    other = kReference[static_cast<size_t>(question.kind)];
  if (kind != other) return Differ("the question", kind, other + " at " + StepNameOf(question.step));
  if (StepName(asked.step) != StepNameOf(question.step)) {
    const std::string first = options.empty() ? "" : " (" + OptionText(game, Translated(options.front())) + ")";
    return Differ("the step of a " + kind, StepName(asked.step), StepNameOf(question.step) + first);
  }
  if (asked.player != question.player) return Differ("who is asked", asked.player + 1, question.player + 1);
  const std::string rule = asked.rule == kNoId ? "none" : program_.RuleName(asked.rule);
  if (asked.kind != Ask::kMenu && rule != RuleNameOf(question.rule))
    return Differ("the rule that asks", rule, RuleNameOf(question.rule));
  if (asked.kind == Ask::kDraw && asked.zone != question.zone)
    return Differ("what is drawn from", asked.zone, question.zone);

  for (size_t i = 0; i < std::max(machine_options.size(), options.size()); ++i) {
    const std::string name = fmt::format("option {} of a {} at {}", i + 1, kind, StepName(asked.step));
    if (i >= options.size()) return Differ(name, OptionText(game, machine_options[i]), "none");
    const reeve::Option theirs = Translated(options[i]);
    if (i >= machine_options.size()) return Differ(name, "none", OptionText(game, theirs));
    reeve::Option mine = machine_options[i];
    if (question.cls == Class::kFeature && mine.kind == reeve::Option::Kind::kThing) {
      mine.bound[0] = game.board().Find(static_cast<int32_t>(mine.bound[0]));
    }
    if (!(mine == theirs) || (mine.kind == reeve::Option::Kind::kDraw && mine.weight != theirs.weight)) {
      return Differ(name, OptionText(game, mine), OptionText(game, theirs));
    }
  }
  (void)run;
  return "";
}

}  // namespace reeve::lockstep
