// Any text to the parser: it comes back, what it says has a place in the text, and a text without mistakes is printed
// and read again as the same tree.
#include "compiler/syntax/parser.h"

#include "compiler/diagnostics/render.h"
#include "compiler/syntax/print.h"
#include "tests/fuzz/target.h"

using namespace reeve;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 20'000) return 0;  // longer texts find nothing that these do not, and take their time
  const std::string text(reinterpret_cast<const char*>(data), size);
  SourceMap sources;
  Sink sink;
  const ast::File file = Parse(sources, sources.Add("text", text), sink);
  for (const Diagnostic& said : sink.all()) {
    fuzz::Must(said.span.begin >= 0 && said.span.begin <= said.span.end && said.span.end <= static_cast<int32_t>(size),
               "a finding lies outside the text: " + said.text);
  }
  RenderAll(sink, sources);
  RenderJson(sink.all(), sources);
  const std::string printed = ast::Print(file);
  if (sink.HasErrors()) return 0;
  Sink again;
  const ast::File reread = Parse(sources, sources.Add("printed", printed), again);
  fuzz::Must(!again.HasErrors(), "what is printed is not read:\n" + RenderAll(again, sources));
  fuzz::Must(ast::Print(reread) == printed, "printing does not settle:\n" + printed);
  return 0;
}
