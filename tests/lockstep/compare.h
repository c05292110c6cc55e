// What the machine's game and the reference's run hold, compared.
#pragma once

#include <string>

#include "compiler/compile.h"
#include "runtime/game/game.h"
#include "tests/reference/run.h"

namespace reeve::lockstep {

class Comparison {
 public:
  Comparison(const sema::Model& model, const Program& program) : model_(model), program_(program) {}

  // The first difference in words; "" if there is none.
  std::string Ledgers(const Game& game, const reference::Run& run);  // awards not compared before
  std::string States(const Game& game, const reference::Run& run) const;
  std::string Nevers(Game& game, reference::Run& run) const;
  std::string Questions(Game& game, const reference::Run& run, const reference::Question& question,
                        const std::vector<reference::Option>& options,
                        const std::vector<reeve::Option>& machine_options) const;

  // The other's option, in the machine's terms.
  reeve::Option Translated(const reference::Option& option) const;
  int StepOf(Id step) const;  // the model's
  static reference::Spot SpotOf(const Spot& spot);

 private:
  std::string AwardDifference(const Game& game, const Award& award, const reference::Award& other) const;
  std::string BoardDifference(const Board& board, const reference::Board& other) const;
  std::string StateTables(const World& world, const reference::Run& run) const;
  std::string StepName(Id step) const;
  std::string StepNameOf(int step) const;
  std::string RuleNameOf(int rule) const;

  const sema::Model& model_;
  const Program& program_;
  size_t awards_compared_ = 0;
};

}  // namespace reeve::lockstep
