// Any text, and house rules that are mostly right, to the whole compiler: it comes back, and what it lets pass
// verifies, is the same after saving and loading, and can be played.
#include "compiler/compile.h"
#include "compiler/diagnostics/render.h"
#include "runtime/bytecode/rvb.h"
#include "runtime/bytecode/verify.h"
#include "tests/fuzz/generate_rules.h"
#include "tests/fuzz/play.h"
#include "tests/fuzz/target.h"

using namespace reeve;

namespace {

// The base game is read once for many texts; a library keeps all that it has read.
Library& Shelf(const std::string& path, const std::string& text) {
  static std::unique_ptr<Library> library;
  static int read = 0;
  if (library == nullptr || ++read == 500) library = std::make_unique<Library>(REEVE_SOURCE_DIR "/rulesets"), read = 0;
  library->AddText(path, text);
  return *library;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static int number = 0;
  if (size == 0 || size > 20'000) return 0;
  const std::string name = "made_up" + std::to_string(++number);
  fuzz::Choices choices(data, size);
  const bool text = choices.Byte() == 't';
  const std::string house =
      text ? "ruleset " + name + " extends base\n" + std::string(choices.Rest()) : fuzz::GenerateRules(name, choices);
  Library& library = Shelf(name + ".reeve", house);
  const Compiled compiled = Compile(name, library);
  for (const Diagnostic& said : compiled.findings.all()) {
    if (!said.span.valid()) continue;
    const auto end = static_cast<int32_t>(library.sources().file(said.span.file).text().size());
    fuzz::Must(said.span.begin >= 0 && said.span.begin <= said.span.end && said.span.end <= end,
               "a finding lies outside its text: " + said.text);
  }
  RenderAll(compiled.findings, library.sources());
  fuzz::Must(compiled.program.has_value() != compiled.findings.HasErrors(), "neither a program nor a reason");
  if (!compiled.program) return 0;
  std::string why = Verify(*compiled.program).value_or("");
  fuzz::Must(why.empty(), "what was compiled does not verify: " + why + "\n" + house);
  const std::string bytes = SaveProgram(*compiled.program);
  const auto loaded = LoadProgram(bytes, &why);
  fuzz::Must(loaded && SaveProgram(*loaded) == bytes, "what was saved is not what is loaded: " + why);
  fuzz::PlayByLot(*loaded, Setup{}, size, 12);
  return 0;
}
