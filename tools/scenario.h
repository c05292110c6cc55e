// Plays the scenarios of rule files and looks whether what they expect came out.
//
// A scenario plays what it names: menus that it does not mention are passed, single options are taken, and any other
// open choice is an error that names it. `places` puts the tile in hand if nothing was drawn. The first move decides
// who begins. After the last move the game goes on to the end of the turn, unless that move was refused or was a
// `step`; what is offered is looked at before that, everything else after it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "runtime/game/game.h"
#include "runtime/io/pattern.h"

namespace reeve {

struct ScenarioFailure {
  Code code = Code::kE20;  // an expectation that was not met, or E53: it cannot be played
  Span span;
  std::string text;
  std::optional<Edit> edit = std::nullopt;
};

struct ScenarioResult {
  std::vector<ScenarioFailure> failures;
  std::vector<std::string> shown;  // catalogue rows: cited, or of rules whose award or refusal was expected and met
};

// Sees the game that a scenario has played, with the inputs that it remembers.
using SeeGame = std::function<void(const Compiled&, const Game&)>;

// Compiles the rules of a scenario and plays it.
ScenarioResult RunScenario(const ast::Scenario& scenario, Library& library, const SeeGame& see = {});

// A game that a scenario plays; scenario.cc holds the moves, scenario_expect.cc what is expected.
class ScenarioRun {
 public:
  ScenarioRun(const ast::Scenario& scenario, const Compiled& compiled, const SourceMap& sources, ScenarioResult& result)
      : scenario_(scenario), compiled_(compiled), program_(*compiled.program), sources_(sources), result_(result) {}
  void Run();
  void KeepInputs() { keep_inputs_ = true; }
  const Game* game() const { return game_ ? &*game_ : nullptr; }

 private:
  struct Refused {
    int player = -1;
    std::string rule, reason;
    Span span = {};          // the move
    std::string shown = {};  // better words for the reason, where it is about the board
  };
  enum class Go : uint8_t { kThere, kBlocked };

  bool SetUp();
  bool SetUpBoard(Setup& setup);
  bool StandOn(const ast::Stand& stand, const ast::Placement& tile);
  bool Give(const Given& given);
  bool FirstPlayer(Setup& setup);

  bool Play(const ast::Move& move);
  bool Places(const ast::Move& move, int player);
  bool PlaceFigure(const ast::Move& move, int player);
  bool Does(const ast::Move& move, int player);
  bool Answers(const ast::Move& move, int player);
  bool Passes(const ast::Move& move, int player);
  bool Draws(const ast::Move& move, int player);
  bool GoTo(const ast::Move& move);
  bool Ends(const ast::Move& move);
  void RunOn();
  bool FailRefused();
  bool Keeps(Span span);

  // Passes menus and takes single options until `wanted` holds; what stands in the way is in obstacle_.
  template <class Wanted>
  Go Advance(Game& game, Wanted wanted);
  // The same in a copy of the game within this turn, taken over if it comes there.
  template <class Wanted>
  bool Seek(Wanted wanted);
  bool StepOffers(const Game& game, Id offer) const;
  bool StepLays(const Game& game) const;
  bool LaysFromHand(Id tile) const;
  bool PassEarlierMenu(Id tile, int player);
  bool Refuse(int player, Id offer, const std::vector<ThingPattern>& things, bool ordered);
  bool TakeFound(const ast::Move& move, const std::vector<Option>& options, const Meaning::Found& found);

  void LookAtOffers();
  void Expect(const ast::Expectation& expectation, size_t index);
  void ExpectAward(const ast::Expectation& expectation);
  void ExpectRefusal(const ast::Expectation& expectation);
  void ExpectOffer(const ast::Expectation& expectation, size_t index);
  bool RowsMatch(const ast::Expectation& expectation, const Award& award) const;
  std::string AwardsText(int player) const;
  std::string SidesText(size_t condition);
  void Show(Id rule);

  std::optional<int> PlayerOf(const ast::Name& name);
  std::string PlayerName(int player) const;
  std::optional<Id> TileOf(const ast::Name& name);
  std::optional<Id> RuleOf(const ast::Name& name, const char* what);
  std::optional<int> TurnOf(const ast::Placement& place);
  std::optional<Sides> SidesOf(const std::vector<ast::SideName>& sides);
  std::optional<ThingPattern> PatternOf(const ast::Bind& bind, int player);
  bool IsFigure(const std::string& name) const;
  bool Fail(Span span, std::string text, Code code = Code::kE53);
  void Missed(Span span, std::string text) { Fail(span, std::move(text), Code::kE20); }

  const ast::Scenario& scenario_;
  const Compiled& compiled_;
  const Program& program_;
  const SourceMap& sources_;
  ScenarioResult& result_;
  std::vector<std::string> players_;
  std::optional<Game> game_;
  std::optional<Refused> refused_;
  std::string obstacle_;
  int32_t turn_ = 0;                             // of the last move
  int last_player_ = -1;                         // who made it
  std::vector<std::pair<int32_t, Span>> moves_;  // those that were made, with the turn each was made in
  bool run_on_ = true;
  bool keep_inputs_ = false;
  bool begun_ = false;               // a move was made
  std::vector<bool> used_;           // awards that an expectation took
  std::vector<std::string> offers_;  // by expectation: empty if it was met
};

}  // namespace reeve
