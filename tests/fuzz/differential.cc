// Games by lot under selections and house rules that are made up: machine and reference agree on every question, option
// and award.
#include <map>

#include "tests/fuzz/generate_game.h"
#include "tests/fuzz/generate_rules.h"
#include "tests/fuzz/target.h"
#include "tests/lockstep/lockstep.h"

using namespace reeve;

namespace {

constexpr int kAnswers = 40;  // then the final scoring: the reference looks at everything anew each time

// The rules that were compiled last, with the library on whose texts they live.
struct Rules {
  Library library{REEVE_SOURCE_DIR "/rulesets"};
  std::map<std::string, Compiled> compiled;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static std::unique_ptr<Rules> rules;
  static int number = 0;
  if (size < 4) return 0;
  if (rules == nullptr || rules->compiled.size() > 30) rules = std::make_unique<Rules>();
  fuzz::Choices choices(data, size);
  std::string selection = fuzz::GenerateSelection(rules->library, choices);
  if (choices.Chance(128)) {
    const std::string name = "made_up" + std::to_string(++number);
    rules->library.AddText(name + ".reeve", fuzz::GenerateRules(name, choices));
    selection += ", " + name;
  }
  auto known = rules->compiled.find(selection);
  if (known == rules->compiled.end())
    known = rules->compiled.emplace(selection, Compile(selection, rules->library)).first;
  const Compiled& compiled = known->second;
  if (!compiled.program) return 0;
  const Setup setup = fuzz::GenerateSetup(*compiled.program, choices);
  const lockstep::Source lots = lockstep::ByLot(choices.Seed(), kAnswers);
  bool ended = false;
  const lockstep::Result result = lockstep::RunBoth(compiled, setup, [&](Game& game) -> std::optional<Input> {
    if (auto input = lots(game)) return input;
    if (ended) return std::nullopt;
    ended = true;
    return Input{.kind = Input::Kind::kEndNow};
  });
  fuzz::Must(result.difference.empty(), selection + ": " + result.difference);
  return 0;
}
