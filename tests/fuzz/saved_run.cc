// Any bytes as a saved run, behind a header that fits: they are refused with a reason, or are a run that goes on.
#include "runtime/io/saved_run.h"

#include "compiler/compile.h"
#include "tests/fuzz/headers.h"
#include "tests/fuzz/play.h"
#include "tests/fuzz/target.h"

using namespace reeve;

namespace {

// Rules with state of players, cells, figures and the game, with a deck, and with places; and with what there never is,
// of several classes, for runs that watch it.
const Program& Rules() {
  static const Program program = [] {
    Library library(REEVE_SOURCE_DIR "/rulesets");
    library.AddText(
        "watched.reeve",
        "ruleset watched extends base\nnever fields where number of followers on field > 1\n"
        "never players where total of player > 9\nnever followers where owner of follower is active_player\n"
        "never cells where number of cells in square of cell > 4\nnever spaces\n");
    auto compiled = Compile("base, builders, dragons, peasant_revolts, land_surveyors, messages, watched", library);
    fuzz::Must(compiled.program.has_value(), "the rules do not compile");
    return *compiled.program;
  }();
  return program;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  fuzz::FitRunHeader(bytes, Rules());
  std::string why;
  const auto game = LoadRun(Rules(), bytes, &why);
  fuzz::Must((game != nullptr) != !why.empty(), "neither a run nor a reason");
  if (game != nullptr) fuzz::PlayOn(*game, size, 40);
  return 0;
}
