// Wrong rule files and what is said about them. Each tests/golden/syntax/NAME.reeve ends with its findings:
//   #! E32 4:9-4:15 I do not know the line "pionts". Did you mean "points"?
//   #!     help 4:9-4:15 "points"
// that is code, first and last+1 line:column, the text; and for an edit where it goes and what it writes. In
// order of place. With REEVE_UPDATE_GOLDENS=1 the findings are written anew: read the difference before you
// commit it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "compiler/diagnostics/render.h"
#include "compiler/syntax/parser.h"
#include "fmt/format.h"

namespace reeve {
namespace {

std::vector<std::filesystem::path> Files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(REEVE_SOURCE_DIR) / "tests/golden/syntax")) {
    if (entry.path().extension() == ".reeve") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

struct Golden {
  std::string text;      // the rules
  std::string findings;  // the lines with #!
};

Golden Load(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  Golden golden;
  for (std::string line; std::getline(in, line);) {
    (line.rfind("#!", 0) == 0 ? golden.findings : golden.text) += line + "\n";
  }
  return golden;
}

std::string Where(Span span, const SourceMap& sources) {
  const SourceFile& file = sources.file(span.file);
  const LineColumn begin = file.Locate(span.begin), end = file.Locate(span.end);
  return fmt::format("{}:{}-{}:{}", begin.line, begin.column, end.line, end.column);
}

std::string Findings(const Sink& sink, const SourceMap& sources) {
  std::string text;
  for (const Diagnostic& said : sink.all()) {
    text += fmt::format("#! {} {} {}\n", Info(said.code).id, Where(said.span, sources), said.text);
    for (const Note& note : said.notes)
      text += fmt::format("#!     note {} {}\n", Where(note.span, sources), note.text);
    if (said.edit)
      text += fmt::format("#!     help {} \"{}\"\n", Where(said.edit->span, sources), said.edit->replacement);
  }
  return text;
}

class SyntaxGolden : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(SyntaxGolden, SaysWhatIsWrittenBelowTheRules) {
  const Golden golden = Load(GetParam());
  SourceMap sources;
  Sink sink;
  Parse(sources, sources.Add(GetParam().filename().string(), golden.text), sink);
  sink.Sort();
  const std::string findings = Findings(sink, sources);
  if (std::getenv("REEVE_UPDATE_GOLDENS") != nullptr)
    std::ofstream(GetParam(), std::ios::binary) << golden.text << findings;
  EXPECT_FALSE(findings.empty()) << "a wrong file in which nothing is wrong";
  EXPECT_EQ(findings, Load(GetParam()).findings) << RenderAll(sink, sources);
}

TEST_P(SyntaxGolden, EveryEditMendsWhatItIsOfferedFor) {
  const std::string text = Load(GetParam()).text;
  SourceMap sources;
  Sink sink;
  const int32_t file = sources.Add("before", text);
  Parse(sources, file, sink);
  for (const Diagnostic& said : sink.all()) {
    if (!said.edit) continue;
    std::string mended = text;
    const Span place = said.edit->span;
    mended.replace(static_cast<size_t>(place.begin), static_cast<size_t>(place.end - place.begin),
                   said.edit->replacement);
    Sink after;
    SourceMap mended_sources;
    Parse(mended_sources, mended_sources.Add("after", mended), after);
    EXPECT_LT(after.errors(), sink.errors()) << Render(said, sources) << "gives\n" << RenderAll(after, mended_sources);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, SyntaxGolden, testing::ValuesIn(Files()),
                         [](const auto& file) { return file.param.stem().string(); });

}  // namespace
}  // namespace reeve
