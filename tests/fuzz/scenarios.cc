// Any text as scenarios over the base game: each is played, or it is said what is wrong with it.
#include "compiler/diagnostics/render.h"
#include "tests/fuzz/target.h"
#include "tools/scenario.h"

using namespace reeve;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static std::unique_ptr<Library> library;
  static int number = 0;
  if (size > 10'000) return 0;
  if (number % 200 == 0) library = std::make_unique<Library>(REEVE_SOURCE_DIR "/rulesets");
  const std::string name = "made_up" + std::to_string(++number);
  library->AddText(name + ".reeve",
                   "ruleset " + name + " extends base\n" + std::string(reinterpret_cast<const char*>(data), size));
  Sink sink;
  const ast::File* file = library->Load(name, sink);
  fuzz::Must(file != nullptr, "the file is not there");
  RenderAll(sink, library->sources());
  int played = 0;
  for (const ast::Item& item : file->items) {
    if (item.kind != ast::Item::Kind::kScenario || item.scenario == nullptr || ++played > 3) continue;
    for (const ScenarioFailure& failure : RunScenario(*item.scenario, *library).failures) {
      fuzz::Must(!failure.text.empty(), "a failure without a reason");
    }
  }
  return 0;
}
