#include "tools/scenario_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/game/game.h"

namespace reeve {
namespace {

using Words = std::vector<std::string>;

bool Has(const Words& words, const std::string& word) { return std::find(words.begin(), words.end(), word) != words.end(); }

Words Join(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class ScenarioCheck {
 public:
  ScenarioCheck(const ast::Scenario& scenario, const Program* program) : scenario_(scenario), program_(program) {
    for (const ast::Name& name : scenario.players) players_.push_back(name.text);
    if (program != nullptr) ReadNames();
  }

  std::vector<Diagnostic> Run() {
    if (players_.empty() || players_.size() > kMaxPlayers) {
      Say(scenario_.title.span, fmt::format("A scenario has 1 to {} players: write \"players red, blue\".", kMaxPlayers));
    }
    if (scenario_.step) Known(*scenario_.step, "step", steps_);
    CheckBoard();
    for (const ast::Move& move : scenario_.play) CheckMove(move);
    for (const ast::Expectation& expectation : scenario_.expect) CheckExpectation(expectation);
    std::stable_sort(said_.begin(), said_.end(), [](const Diagnostic& a, const Diagnostic& b) { return a.span < b.span; });
    return std::move(said_);
  }

 private:
  void ReadNames() {
    const Program& program = *program_;
    for (const TileInfo& tile : program.tiles) tiles_.push_back(program.Text(tile.name));
    for (const StepInfo& step : program.steps) steps_.push_back(program.Text(step.name));
    for (const ZoneInfo& zone : program.zones) zones_.push_back(program.Text(zone.name));
    for (const PlaceInfo& place : program.places) places_.push_back(program.Text(place.name));
    for (const ChoiceInfo& choice : program.choices) choices_.push_back(program.Text(choice.bound));
    for (size_t k = 0; k < program.kinds.size(); ++k) {
      const std::string& name = program.KindName(static_cast<Id>(k));
      kinds_.push_back(name);
      if (program.kinds[k].cls == Class::kFigure) figures_.push_back(name);
    }
    for (const RuleInfo& rule : program.rules_table) {
      rules_.push_back(program.Text(rule.name));
      if (rule.kind == RuleKind::kOffer) offers_.push_back(rules_.back());
    }
  }

  Diagnostic& Say(Span span, std::string text) {
    said_.push_back({Code::kE53, span, std::move(text), {}, std::nullopt});
    return said_.back();
  }

  // Whether the name is one of those; else says so, with the one that was probably meant.
  bool Known(const ast::Name& name, const char* what, const Words& known) {
    if ((program_ == nullptr && &known != &players_) || Has(known, name.text)) return true;
    const auto meant = DidYouMean(name.text, known);
    std::string text = fmt::format("There is no {} \"{}\" in the rules of this scenario.", what, name.text);
    if (&known == &players_) text = fmt::format("There is no player \"{}\" in this scenario.", name.text);
    if (meant) text += fmt::format(" Did you mean \"{}\"?", *meant);
    else if (known.size() <= 8 && !known.empty()) text += fmt::format(" There are: {}.", fmt::join(known, ", "));
    Diagnostic& said = Say(name.span, text);
    if (meant) said.Fix(name.span, *meant, fmt::format("write \"{}\"", *meant));
    return false;
  }

  void CheckPlace(const ast::Placement& place) {
    if (std::abs(place.x) > kMaxCoordinate || std::abs(place.y) > kMaxCoordinate) {
      Say(place.span, fmt::format("The board reaches from -{0} to {0}.", kMaxCoordinate));
    }
    if (place.turned % 90 != 0 || place.turned < 0 || place.turned > 270) {
      Say(place.span, fmt::format("A tile is turned by 0, 90, 180 or 270, not by {}.", place.turned));
    }
  }

  void CheckBoard() {
    for (size_t i = 0; i < scenario_.board.size(); ++i) {
      const ast::BoardTile& tile = scenario_.board[i];
      Known(tile.tile, "tile", tiles_);
      CheckPlace(tile.at);
      for (const ast::Stand& stand : tile.stands) CheckStand(stand, true);
      for (size_t k = 0; k < i; ++k) {
        const ast::BoardTile& other = scenario_.board[k];
        if (other.at.x != tile.at.x || other.at.y != tile.at.y) continue;
        Say(tile.at.span, fmt::format("Two tiles lie at {} {}.", tile.at.x, tile.at.y)).With(other.span, "the other");
        break;
      }
    }
  }

  void CheckStand(const ast::Stand& stand, bool on_board) {
    if (!stand.player.text.empty()) Known(stand.player, "player", players_);
    const bool figure = Known(stand.figure, "figure", figures_);
    Known(stand.feature, "feature or place to stand on", Join(kinds_, {"tile", "cell", "corner"}));
    if (stand.at) CheckPlace(*stand.at);
    if (!on_board || !figure || program_ == nullptr) return;
    const bool neutral = program_->kind(program_->FindKind(stand.figure.text)).neutral;
    if (neutral == stand.player.text.empty()) return;
    Say(stand.span, neutral ? fmt::format("\"{}\" belongs to nobody: leave out \"{}\".", stand.figure.text, stand.player.text)
                            : fmt::format("\"{0}\" belongs to a player: write \"{1} {0}\".", stand.figure.text,
                                          players_.empty() ? "red" : players_.front()));
  }

  void CheckBind(const ast::Bind& bind, bool answer) {
    if (bind.player) Known(*bind.player, "player", players_);
    if (bind.at) CheckPlace(*bind.at);
    if (bind.name.text.empty() || (answer && bind.name.text == "yes")) return;
    Known(bind.name, "thing", Join(Join(Join(kinds_, tiles_), Join(places_, zones_)), players_));
  }

  void CheckMove(const ast::Move& move) {
    using Kind = ast::Move::Kind;
    if (move.kind != Kind::kStep && move.kind != Kind::kEnds) Known(move.player, "player", players_);
    switch (move.kind) {
      case Kind::kPlaces:
        Known(move.name, "tile", tiles_);
        CheckPlace(move.at);
        if (move.stand) CheckStand(*move.stand, false);
        return;
      case Kind::kDoes:
        Known(move.name, "offer", offers_);
        for (const ast::Bind& bind : move.binds) CheckBind(bind, false);
        return;
      case Kind::kAnswers:
        Known(move.name, "rule that asks, or thing that is asked for,", Join(Join(rules_, choices_), {"due"}));
        for (const ast::Bind& bind : move.binds) CheckBind(bind, true);
        return;
      case Kind::kDraws:
        if (Known(move.pile, "pile", zones_)) CheckDrawn(move);
        return;
      case Kind::kStep: Known(move.name, "step", steps_); return;
      case Kind::kEnds:
        if (move.player.text != "game") Say(move.player.span, "It is the game that ends: write \"game ends\".");
        return;
      case Kind::kPasses: return;
    }
  }

  void CheckDrawn(const ast::Move& move) {
    if (program_ == nullptr) return;
    const Id zone = program_->FindZone(move.pile.text);
    if (zone == kPileZone) {
      Known(move.name, "tile", tiles_);
      return;
    }
    Words cards;
    for (const Id card : program_->zones[static_cast<size_t>(zone)].entries) {
      if (program_->zones[static_cast<size_t>(zone)].kind == ZoneKind::kPlaces) break;
      cards.push_back(program_->KindName(program_->cards[static_cast<size_t>(card)].kind));
    }
    if (!cards.empty()) Known(move.name, "card or token", cards);
  }

  void CheckExpectation(const ast::Expectation& expectation) {
    using Kind = ast::Expectation::Kind;
    if (expectation.kind != Kind::kThat) Known(expectation.player, "player", players_);
    switch (expectation.kind) {
      case Kind::kFrom: Known(expectation.rule, "score", rules_); return;
      case Kind::kRefused: {
        Words known = offers_;
        for (const std::string& step : steps_) known.push_back(step + ".pass");
        Known(expectation.rule, "offer", Join(known, rules_));
        return;
      }
      case Kind::kOffered:
      case Kind::kNotOffered: Known(expectation.rule, "offer", offers_); return;
      case Kind::kNothing:
      case Kind::kTotal:
      case Kind::kThat: return;
    }
  }

  const ast::Scenario& scenario_;
  const Program* program_;
  Words players_, tiles_, steps_, zones_, places_, choices_, kinds_, figures_, rules_, offers_;
  std::vector<Diagnostic> said_;
};

}  // namespace

Compiled CompileScenario(const ast::Scenario& scenario, Library& library) {
  CompileOptions options;
  for (const ast::Name& name : scenario.players) options.players.push_back(name.text);
  for (const ast::Expectation& expectation : scenario.expect) {
    if (expectation.kind == ast::Expectation::Kind::kThat) options.conditions.push_back(expectation.cond.get());
  }
  for (const ast::Cond& given : scenario.given) options.givens.push_back(&given);
  return Compile(scenario.rules, library, options);
}

std::vector<Diagnostic> CheckScenario(const ast::Scenario& scenario, const Program* program) {
  return ScenarioCheck(scenario, program).Run();
}

void CheckScenarios(const std::string& selection, Library& library, Sink& sink) {
  Sink said;
  for (const ast::RulesetRef& ref : ParseSelection(selection, library, said)) {
    const ast::File* file = library.Load(ref.name.text, said);
    if (file == nullptr) continue;
    for (const ast::Item& item : file->items) {
      if (item.kind != ast::Item::Kind::kScenario || item.scenario == nullptr) continue;
      const ast::Scenario& scenario = *item.scenario;
      if (scenario.rules.empty()) {
        sink.Report(Code::kE53, scenario.title.span, "It names no rules: write \"rules base\", with the rulesets that it plays.");
        continue;
      }
      const Compiled compiled = CompileScenario(scenario, library);
      for (const Diagnostic& finding : compiled.findings.all()) {
        if (Info(finding.code).severity == Severity::kError) sink.Report(finding);
      }
      for (const Diagnostic& finding : CheckScenario(scenario, compiled.program ? &*compiled.program : nullptr)) sink.Report(finding);
    }
  }
}

}  // namespace reeve
