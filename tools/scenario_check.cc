#include "tools/scenario_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "runtime/game/game.h"
#include "runtime/graph/shapes.h"
#include "runtime/io/pattern.h"
#include "tools/known_words.h"

namespace reeve {
namespace {

bool Has(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class ScenarioCheck {
 public:
  ScenarioCheck(const ast::Scenario& scenario, const Compiled& compiled, const SourceMap& sources)
      : scenario_(scenario), program_(compiled.program ? &*compiled.program : nullptr), rulesets_(compiled.rulesets) {
    for (const ast::Name& name : scenario.players) players_.push_back(name.text);
    if (program_ == nullptr) return;
    ReadNames();
    file_ = std::filesystem::path(sources.file(scenario.span.file).name()).stem();  // a.reeve, a.scenarios.reeve
    if (file_.ends_with(".scenarios")) file_.resize(file_.rfind('.'));
  }

  std::vector<Diagnostic> Run() {
    CheckThatAllIsThere();
    for (size_t i = 0; i < scenario_.players.size(); ++i) {
      const ast::Name& player = scenario_.players[i];
      if (std::find(players_.begin(), players_.begin() + static_cast<ptrdiff_t>(i), player.text) ==
          players_.begin() + static_cast<ptrdiff_t>(i))
        continue;
      Say(player.span, fmt::format("Two players are called \"{}\".", player.text));
    }
    if (scenario_.step) Known(*scenario_.step, "step", known_.steps);
    CheckBoard();
    for (const ast::Move& move : scenario_.play) CheckMove(move);
    for (const ast::Expectation& expectation : scenario_.expect) CheckExpectation(expectation);
    std::stable_sort(said_.begin(), said_.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return a.span < b.span; });
    return std::move(said_);
  }

 private:
  // What the scenario lacks, in one message: it has one place.
  void CheckThatAllIsThere() {
    std::vector<std::string> missing;
    if (scenario_.rules.empty())
      missing.push_back("It names no rules: write \"rules base\", with the rulesets that it plays.");
    if (players_.empty() || players_.size() > kMaxPlayers)
      missing.push_back(fmt::format("A scenario has 1 to {} players: write \"players red, blue\".", kMaxPlayers));
    if (scenario_.expect.empty()) {
      missing.push_back(
          fmt::format("It expects nothing, so whatever comes out would be right. Write what should: \"expect {0} 3 "
                      "from road.completed\", "
                      "\"expect {0} nothing\", \"expect {0} total 3\", or \"expect that ...\".",
                      players_.empty() ? "red" : players_.front()));
    }
    if (!missing.empty()) Say(scenario_.title.span, fmt::format("{}", fmt::join(missing, " ")));
  }
  void ReadNames() {
    const Program& program = *program_;
    known_ = KnownWords(program);
    std::set<std::string> labels{program.Text(program.shared_label)};
    for (const Insn& insn : program.code) {
      if (Info(insn.op).operands[1] == 'L' && insn.b > 0) labels.insert(program.Text(insn.b));
    }
    labels_.assign(labels.begin(), labels.end());
  }

  Diagnostic& Say(Span span, std::string text) {
    said_.push_back({Code::kE53, span, std::move(text), {}, std::nullopt});
    return said_.back();
  }

  // Whether the name is one of those; else says so, with the one that was probably meant.
  bool Known(const ast::Name& name, const char* what, const Words& known) {
    const bool unknown = &known == &players_ ? players_.empty() : program_ == nullptr;  // what there is: said elsewhere
    if (unknown || Has(known, name.text)) return true;
    const bool player = &known == &players_;
    said_.push_back(About(Code::kE53, name.span,
                          fmt::format("There is no {} \"{}\" in {}.", what, name.text,
                                      player ? "this scenario" : "the rules of this scenario"),
                          {name.text, known, ThereAre(known)}));
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
      Known(tile.tile, "tile", known_.tiles);
      CheckPlace(tile.at);
      for (const ast::Stand& stand : tile.stands) {
        if (!CheckStand(stand, true)) continue;
        CheckStands(stand, tile);
        CheckSupply(stand);
        standing_.push_back({&stand, stand.at ? *stand.at : tile.at});
      }
      for (size_t k = 0; k < i; ++k) {
        const ast::BoardTile& other = scenario_.board[k];
        if (other.at.x != tile.at.x || other.at.y != tile.at.y) continue;
        Say(tile.at.span, fmt::format("Two tiles lie at {} {}.", tile.at.x, tile.at.y)).With(other.span, "the other");
        break;
      }
    }
  }

  // Whether all its words are known.
  bool CheckStand(const ast::Stand& stand, bool on_board) {
    bool known = stand.player.text.empty() || Known(stand.player, "player", players_);
    const bool figure = Known(stand.figure, "figure", known_.figures);
    known =
        Known(stand.feature, "feature or place to stand on", Join(known_.kinds, {"tile", "cell", "corner"})) && known;
    if (stand.at) CheckPlace(*stand.at);
    if (!figure || program_ == nullptr) return false;
    if (!on_board) return known;
    const bool neutral = program_->kind(program_->FindKind(stand.figure.text)).neutral;
    if (neutral == stand.player.text.empty()) return known;
    Say(stand.span,
        neutral ? fmt::format("\"{}\" belongs to nobody: leave out \"{}\".", stand.figure.text, stand.player.text)
                : fmt::format("\"{0}\" belongs to a player: write \"{1} {0}\".", stand.figure.text,
                              players_.empty() ? "red" : players_.front()));
    return false;
  }

  // Whether what a figure is put on lies there: a tile of the board, a symbol on it, a figure put there before.
  void CheckStands(const ast::Stand& stand, const ast::BoardTile& said_with) {
    const ast::Placement& at = stand.at ? *stand.at : said_with.at;
    const ast::BoardTile* tile = stand.at ? nullptr : &said_with;
    for (const ast::BoardTile& other : scenario_.board) {
      if (tile == nullptr && other.at.x == at.x && other.at.y == at.y) tile = &other;
    }
    const Id kind = program_->FindKind(stand.feature.text);
    const Class cls = kind == kNoId ? Class::kNone : program_->kind(kind).cls;
    if (tile == nullptr && (kind != kNoId || stand.feature.text != "corner")) {
      Say(at.span, fmt::format("No tile of this board lies at {} {}.", at.x, at.y));
    } else if (kind == kNoId) {
      return;
    } else if (cls == Class::kFigure) {
      const auto beside = [&](const Standing& other) {
        return other.stand->figure.text == stand.feature.text && other.at.x == at.x && other.at.y == at.y;
      };
      if (std::any_of(standing_.begin(), standing_.end(), beside)) return;
      Say(stand.feature.span,
          fmt::format("No {} stands at {} {}, or only one that is named later.", stand.feature.text, at.x, at.y));
    } else if (cls != Class::kFeature && cls != Class::kMarker) {
      Say(stand.feature.span, fmt::format("Nothing stands on \"{}\".", stand.feature.text));
    } else if (const TileInfo* info = TileOf(tile->tile, tile->at)) {
      if (cls == Class::kMarker) CheckPrinted(stand, *info);
      else CheckSides(stand, *info, tile->at.turned, true);
    }
  }

  // Unless something is wrong with it, which is said where it lies.
  const TileInfo* TileOf(const ast::Name& name, const ast::Placement& at) const {
    const Id tile = program_->FindTile(name.text);
    const bool turned = at.turned % 90 == 0 && at.turned >= 0 && at.turned <= 270;
    return tile == kNoId || !turned ? nullptr : &program_->tiles[static_cast<size_t>(tile)];
  }

  static Span SpotSpan(const ast::Stand& stand) {
    return stand.sides.empty() ? stand.feature.span : Cover(stand.feature.span, stand.sides.back().span);
  }

  // Whether the tile shows the symbol.
  void CheckPrinted(const ast::Stand& stand, const TileInfo& tile) {
    const Id kind = program_->FindKind(stand.feature.text);
    const auto printed = [&](const auto& thing) {
      return std::any_of(thing.marks.begin(), thing.marks.end(),
                         [&](const MarkInfo& mark) { return mark.kind == kind; });
    };
    if (printed(tile) || std::any_of(tile.segments.begin(), tile.segments.end(), printed)) return;
    Say(SpotSpan(stand), fmt::format("{} has no {}.", program_->Text(tile.name), stand.feature.text));
  }

  // Whether the tile has that feature, on those sides. `one`: and has it once.
  void CheckSides(const ast::Stand& stand, const TileInfo& tile, int turned, bool one) {
    const Id kind = program_->FindKind(stand.feature.text);
    Sides wanted;
    std::string words = stand.feature.text;
    for (const ast::SideName& side : stand.sides) {
      wanted = AddSide(wanted, side.text).value_or(wanted);
      words += " " + side.text;
    }
    const std::string why = WhyNoSegment(*program_, tile, turned, kind, wanted, words, one);
    if (!why.empty()) Say(SpotSpan(stand), why);
  }

  // Whether there is one more of the figure.
  void CheckSupply(const ast::Stand& stand) {
    const KindInfo& kind = program_->kind(program_->FindKind(stand.figure.text));
    const auto is = [&](const Standing& other) {
      return other.stand->figure.text == stand.figure.text && other.stand->player.text == stand.player.text;
    };
    if (kind.in_zone != kNoId || std::count_if(standing_.begin(), standing_.end(), is) < kind.supply) return;
    const std::string& figure = stand.figure.text;
    std::string text = fmt::format("Nobody has a \"{}\" in the rules of this scenario.", figure);
    if (kind.supply > 0 && kind.neutral)
      text = fmt::format("This is one \"{}\" more than there are: {}.", figure, kind.supply);
    else if (kind.supply > 0)
      text = fmt::format("This is one \"{}\" more than \"{}\" has: {}.", figure, stand.player.text, kind.supply);
    Say(stand.span, text);
  }

  void CheckBind(const ast::Bind& bind, bool answer) {
    if (bind.player) Known(*bind.player, "player", players_);
    if (bind.at) CheckPlace(*bind.at);
    if (bind.name.text.empty() || (answer && bind.name.text == "yes")) return;
    Known(bind.name, "thing", known_.Things(players_));
  }

  // A figure that is placed on the tile that the move lays.
  void CheckPlaced(const ast::Move& move) {
    const Id kind = program_->FindKind(move.stand->feature.text);
    if (move.stand->at || kind == kNoId || program_->kind(kind).cls != Class::kFeature) return;
    if (const TileInfo* tile = TileOf(move.name, move.at)) CheckSides(*move.stand, *tile, move.at.turned, false);
  }

  void CheckMove(const ast::Move& move) {
    using Kind = ast::Move::Kind;
    if (move.kind != Kind::kStep && move.kind != Kind::kEnds) Known(move.player, "player", players_);
    switch (move.kind) {
      case Kind::kPlaces:
        Known(move.name, "tile", known_.tiles);
        CheckPlace(move.at);
        if (move.stand && CheckStand(*move.stand, false)) CheckPlaced(move);
        return;
      case Kind::kDoes:
        Known(move.name, "offer", known_.offers);
        for (const ast::Bind& bind : move.binds) CheckBind(bind, false);
        return;
      case Kind::kAnswers:
        Known(move.name, "rule that asks, or thing that is asked for,",
              Join(Join(known_.rules, known_.choices), {"due"}));
        for (const ast::Bind& bind : move.binds) CheckBind(bind, true);
        return;
      case Kind::kDraws:
        if (Known(move.pile, "pile", known_.zones)) CheckDrawn(move);
        return;
      case Kind::kStep:
        Known(move.name, "step", known_.steps);
        return;
      case Kind::kEnds:
        if (move.player.text != "game") Say(move.player.span, "It is the game that ends: write \"game ends\".");
        return;
      case Kind::kPasses:
        return;
    }
  }

  void CheckDrawn(const ast::Move& move) {
    if (program_ == nullptr) return;
    const Id zone = program_->FindZone(move.pile.text);
    if (zone == kPileZone) {
      Known(move.name, "tile", known_.tiles);
      return;
    }
    const Words cards = CardsIn(*program_, zone);
    if (!cards.empty()) Known(move.name, "card or token", cards);
  }

  // A label that no rule has can never come. Rules that stand beside the scenario may be forgotten in it.
  void CheckRows(const ast::Expectation& expectation) {
    if (program_ == nullptr) return;
    for (const auto& row : expectation.rows) {
      if (Has(labels_, row.label.value)) continue;
      const std::string forgotten =
          Has(rulesets_, file_) ? "" : fmt::format("They do not play \"{}\": add it to \"rules\".", file_);
      said_.push_back(About(Code::kE53, row.label.span,
                            fmt::format("There is no row \"{}\" in the rules of this scenario.", row.label.value),
                            {row.label.value, labels_, forgotten, true}));
    }
  }

  void CheckExpectation(const ast::Expectation& expectation) {
    using Kind = ast::Expectation::Kind;
    if (expectation.kind != Kind::kThat) Known(expectation.player, "player", players_);
    switch (expectation.kind) {
      case Kind::kFrom:
        if (Known(expectation.rule, "score", known_.rules)) CheckRows(expectation);
        return;
      case Kind::kRefused: {
        Words known = known_.offers;
        for (const std::string& step : known_.steps) known.push_back(step + ".pass");
        Known(expectation.rule, "offer", Join(known, known_.rules));
        return;
      }
      case Kind::kOffered:
      case Kind::kNotOffered:
        Known(expectation.rule, "offer", known_.offers);
        return;
      case Kind::kNothing:
      case Kind::kTotal:
      case Kind::kThat:
        return;
    }
  }

  const ast::Scenario& scenario_;
  const Program* program_;
  const Words& rulesets_;  // that are played
  std::string file_;       // the ruleset that the scenario stands with
  struct Standing {
    const ast::Stand* stand;
    ast::Placement at;
  };
  std::vector<Standing> standing_;  // what has been put on the board so far
  KnownWords known_;
  Words players_, labels_;
  std::vector<Diagnostic> said_;
};

}  // namespace

Compiled CompileScenario(const ast::Scenario& scenario, Library& library) {
  if (scenario.rules.empty()) return {};
  CompileOptions options;
  for (const ast::Name& name : scenario.players) options.players.push_back(name.text);
  for (const ast::Expectation& expectation : scenario.expect) {
    if (expectation.kind == ast::Expectation::Kind::kThat) options.conditions.push_back(expectation.cond.get());
  }
  for (const ast::Cond& given : scenario.given) options.givens.push_back(&given);
  return Compile(scenario.rules, library, options);
}

std::vector<Diagnostic> CheckScenario(const ast::Scenario& scenario, const Compiled& compiled,
                                      const SourceMap& sources) {
  return ScenarioCheck(scenario, compiled, sources).Run();
}

void CheckScenarios(const std::string& selection, Library& library, Sink& sink) {
  Sink said;
  for (const ast::RulesetRef& ref : ParseSelection(selection, library, said)) {
    const ast::File* file = library.Load(ref.name.text, said);
    if (file == nullptr) continue;
    for (const ast::Item& item : file->items) {
      if (item.kind != ast::Item::Kind::kScenario || item.scenario == nullptr) continue;
      const ast::Scenario& scenario = *item.scenario;
      const Compiled compiled = CompileScenario(scenario, library);
      for (const Diagnostic& finding : compiled.findings.all()) {
        if (Info(finding.code).severity == Severity::kError) sink.Report(finding);
      }
      for (const Diagnostic& finding : CheckScenario(scenario, compiled, library.sources())) sink.Report(finding);
    }
  }
}

}  // namespace reeve
