// The pages of docs/diagnostics and what the compiler says: for every entry of diagnostics.def there is a page, every
// wrong example on it says exactly what the page shows, every right example is accepted.
//
// A page holds, in this order: a title line "# CODE: title"; a few sentences; for each mistake a block ```reeve wrong
// and a block ```text with all that is said about it; at least one block ```reeve right. The rulesets in the blocks are
// called `wrong` and `right`. Scenarios in them are played as `reeve test` does.
//
// REEVE_UPDATE_GOLDENS=1 writes the text blocks and the table of the index anew: read the difference before you commit
// it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "compiler/diagnostics/render.h"
#include "fmt/format.h"
#include "tools/scenario.h"

namespace reeve {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(REEVE_SOURCE_DIR) / "docs/diagnostics";

bool Updating() {
  return std::getenv("REEVE_UPDATE_GOLDENS") != nullptr;
}

std::string Read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

struct Block {
  std::string kind, text;
  size_t begin = 0, end = 0;  // of the text, in the page
};

std::vector<Block> Blocks(const std::string& page) {
  std::vector<Block> blocks;
  bool inside = false;
  for (size_t at = 0; at < page.size();) {
    const size_t next = std::min(page.find('\n', at), page.size() - 1) + 1;
    if (page.compare(at, 3, "```") == 0) {
      if (!inside) blocks.push_back({page.substr(at + 3, next - at - 4), "", next, next});
      else blocks.back().end = at;
      if (inside) blocks.back().text = page.substr(blocks.back().begin, at - blocks.back().begin);
      inside = !inside;
    }
    at = next;
  }
  EXPECT_FALSE(inside) << "the last block is not closed";
  return blocks;
}

struct Said {
  std::vector<Diagnostic> findings;
  std::string text;  // as it is shown, with paths from the top of the project
};

// All that is said about a ruleset: by the compiler, and by playing its scenarios if it compiles.
Said Check(const std::string& name, const std::string& text) {
  Library library(REEVE_SOURCE_DIR "/rulesets");
  library.AddText(name + ".reeve", text);
  Compiled compiled = Compile(name, library);
  Said said{compiled.findings.all(), ""};
  Sink ignored;
  const ast::File* file = library.Load(name, ignored);
  if (file != nullptr && compiled.program) {
    for (const ast::Item& item : file->items) {
      if (item.kind != ast::Item::Kind::kScenario) continue;
      for (const ScenarioFailure& failure : RunScenario(*item.scenario, library).failures) {
        said.findings.push_back({failure.code, failure.span, failure.text, {}, failure.edit});
      }
    }
  }
  for (const Diagnostic& finding : said.findings) {
    said.text += (said.text.empty() ? "" : "\n") + Render(finding, library.sources());
  }
  const std::string root = REEVE_SOURCE_DIR "/";
  for (size_t at = 0; (at = said.text.find(root)) != std::string::npos;) said.text.erase(at, root.size());
  return said;
}

class DiagnosticPage : public testing::TestWithParam<int> {
 protected:
  const DiagnosticInfo& info() const { return Info(static_cast<Code>(GetParam())); }
  fs::path path() const { return kFolder / fmt::format("{}.md", info().id); }
  std::string page() const { return Read(path()); }
};

TEST_P(DiagnosticPage, HasATitleAndExamples) {
  ASSERT_TRUE(fs::is_regular_file(path())) << "docs/diagnostics/" << info().id << ".md is missing";
  EXPECT_EQ(page().substr(0, page().find('\n')), fmt::format("# {}: {}", info().id, info().title));
  int wrong = 0, right = 0;
  const std::vector<Block> blocks = Blocks(page());
  for (size_t i = 0; i < blocks.size(); ++i) {
    const std::string& kind = blocks[i].kind;
    if (kind == "reeve wrong") {
      ++wrong;
      EXPECT_TRUE(i + 1 < blocks.size() && blocks[i + 1].kind == "text") << "no text block after a wrong example";
    } else if (kind == "reeve right") {
      ++right;
    } else {
      EXPECT_TRUE(kind == "text" && i > 0 && blocks[i - 1].kind == "reeve wrong") << "a block ```" << kind;
    }
  }
  EXPECT_GT(wrong, 0);
  EXPECT_GT(right, 0);
}

TEST_P(DiagnosticPage, WrongExamplesSayWhatThePageShows) {
  std::string text = page();
  const std::vector<Block> blocks = Blocks(text);
  for (size_t i = blocks.size(); i-- > 1;) {  // from the end, so that places stay while blocks are written anew
    if (blocks[i - 1].kind != "reeve wrong") continue;
    const Said said = Check("wrong", blocks[i - 1].text);
    EXPECT_FALSE(said.findings.empty()) << "nothing is wrong in\n" << blocks[i - 1].text;
    for (const Diagnostic& finding : said.findings) {
      EXPECT_EQ(std::string(Info(finding.code).id), info().id) << "this page is about another finding\n" << said.text;
    }
    if (Updating()) text.replace(blocks[i].begin, blocks[i].end - blocks[i].begin, said.text);
    else EXPECT_EQ(blocks[i].text, said.text);
  }
  if (text != page()) std::ofstream(path(), std::ios::binary) << text;
}

TEST_P(DiagnosticPage, OfferedEditsMend) {
  for (const Block& block : Blocks(page())) {
    if (block.kind != "reeve wrong") continue;
    const Said before = Check("wrong", block.text);
    for (const Diagnostic& finding : before.findings) {
      if (!finding.edit) continue;
      std::string mended = block.text;
      const Span place = finding.edit->span;
      mended.replace(static_cast<size_t>(place.begin), static_cast<size_t>(place.end - place.begin),
                     finding.edit->replacement);
      const Said after = Check("wrong", mended);
      EXPECT_LT(after.findings.size(), before.findings.size()) << finding.edit->text << " gives\n" << after.text;
    }
  }
}

TEST_P(DiagnosticPage, RightExamplesAreAccepted) {
  for (const Block& block : Blocks(page())) {
    if (block.kind == "reeve right") {
      EXPECT_EQ(Check("right", block.text).text, "") << block.text;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Codes, DiagnosticPage, testing::Range(0, DiagnosticCount()),
                         [](const auto& code) { return std::string(Info(static_cast<Code>(code.param)).id); });

TEST(DiagnosticTable, IdsSayHowGraveTheyAre) {
  std::set<std::string> ids;
  for (int i = 0; i < DiagnosticCount(); ++i) {
    const DiagnosticInfo& info = Info(static_cast<Code>(i));
    EXPECT_TRUE(ids.insert(info.id).second) << info.id << " stands twice";
    EXPECT_EQ(info.id[0], info.severity == Severity::kError     ? 'E'
                          : info.severity == Severity::kWarning ? 'W'
                                                                : 'L')
        << info.id;
  }
}

TEST(DiagnosticTable, EveryPageHasAnEntry) {
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().filename() == "README.md") continue;
    EXPECT_TRUE(entry.path().extension() == ".md" && CodeByName(entry.path().stem().string())) << entry.path();
  }
}

TEST(DiagnosticTable, TheIndexListsAll) {
  const std::string begin = "<!-- generated: diagnostics -->\n", end = "<!-- end -->";
  std::string index = Read(kFolder / "README.md");
  const size_t at = index.find(begin), close = index.find(end);
  ASSERT_TRUE(at != std::string::npos && close != std::string::npos && at < close)
      << "no place for the table in docs/diagnostics/README.md";
  std::string table = "| code | what it is about |\n| --- | --- |\n";
  for (int i = 0; i < DiagnosticCount(); ++i) {
    const DiagnosticInfo& info = Info(static_cast<Code>(i));
    table += fmt::format("| [{0}]({0}.md) | {1} |\n", info.id, info.title);
  }
  const size_t from = at + begin.size();
  if (!Updating()) {
    EXPECT_EQ(index.substr(from, close - from), table);
    return;
  }
  index.replace(from, close - from, table);
  std::ofstream(kFolder / "README.md", std::ios::binary) << index;
}

}  // namespace
}  // namespace reeve
