// Any text as a file of recorded games, of whatever shape: each record is read and replayed, or refused with a reason.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/fuzz/target.h"
#include "tools/replay_games.h"

using namespace reeve;

namespace {

// Formats and rules are read once for many files; what was compiled is kept for as long.
struct Shelf {
  Shelf() { fuzz::Must(formats.Load(REEVE_SOURCE_DIR "/rulesets/formats"), formats.error()); }
  Library library{REEVE_SOURCE_DIR "/rulesets"};
  Formats formats;
  GameReplayer replayer{library, formats, {.rules = "", .check = true, .explain = true}};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static std::unique_ptr<Shelf> shelf;
  static int read = 0;
  static const std::string path =
      (std::filesystem::temp_directory_path() / ("reeve_records_" + std::to_string(getpid()) + ".json")).string();
  if (shelf == nullptr || ++read == 200) shelf = std::make_unique<Shelf>(), read = 0;
  std::ofstream(path, std::ios::binary | std::ios::trunc)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  const bool opened = shelf->replayer.File(path, true, [](const ReplayOutcome& outcome) {
    using Kind = ReplayOutcome::Kind;
    fuzz::Must(outcome.kind != Kind::kSkipped || !outcome.missing.empty(), "skipped without a reason");
    fuzz::Must(outcome.kind != Kind::kFailed || !outcome.trouble.empty() || !outcome.mismatches.empty(),
               "failed without a reason");
  });
  fuzz::Must(opened, shelf->replayer.error());
  std::filesystem::remove(path);
  return 0;
}
