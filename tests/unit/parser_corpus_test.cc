// The parser on whole rule files: every ruleset of the project, and the rules of the language's design where
// that text is at hand. Correct files are read without a word, in one way only, and printing them settles;
// damaged ones give few errors, and the first near the damage.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "compiler/diagnostics/render.h"
#include "compiler/syntax/lexer.h"
#include "compiler/syntax/parser.h"
#include "compiler/syntax/print.h"

namespace reeve {
namespace {

struct Text {
  std::string name, text;
};

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<Text> DesignBlocks() {
  std::vector<Text> blocks;
  const std::filesystem::path path = std::filesystem::path(REEVE_SOURCE_DIR) / ".." / "shared" / "language.md";
  std::istringstream lines(ReadFile(path));
  std::string line;
  bool inside = false;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line == "```reeve") {
      inside = true;
      blocks.push_back({"language.md:" + std::to_string(number), ""});
    } else if (line.rfind("```", 0) == 0) {
      inside = false;
    } else if (inside) {
      blocks.back().text += line + "\n";
    }
  }
  return blocks;
}

std::vector<Text> Rulesets() {
  std::vector<Text> files;
  const std::filesystem::path folder = std::filesystem::path(REEVE_SOURCE_DIR) / "rulesets";
  if (!std::filesystem::exists(folder)) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".reeve") files.push_back({entry.path().string(), ReadFile(entry.path())});
  }
  std::sort(files.begin(), files.end(), [](const Text& a, const Text& b) { return a.name < b.name; });
  return files;
}

void ExpectCorrect(const Text& text) {
  SourceMap sources;
  Sink sink;
  const ast::File file = Parse(sources, sources.Add(text.name, text.text), sink);
  ASSERT_FALSE(sink.HasErrors()) << RenderAll(sink, sources);
  EXPECT_EQ(CountAmbiguities(text.text), 0) << text.name;
  const std::string printed = ast::Print(file);
  Sink again;
  const ast::File reread = Parse(sources, sources.Add(text.name + ", printed", printed), again);
  ASSERT_FALSE(again.HasErrors()) << RenderAll(again, sources);
  EXPECT_EQ(ast::Print(reread), printed) << text.name;
}

TEST(ParserCorpus, ReadsEveryBlockOfTheDesign) {
  const std::vector<Text> blocks = DesignBlocks();
  if (blocks.empty()) GTEST_SKIP() << "the language's design is not beside this project: nothing to read";
  EXPECT_GE(blocks.size(), 40u);
  for (const Text& block : blocks) ExpectCorrect(block);
}

TEST(ParserCorpus, ReadsEveryRuleset) {
  const std::vector<Text> files = Rulesets();
  if (files.empty()) GTEST_SKIP() << "no rulesets yet";
  for (const Text& file : files) ExpectCorrect(file);
}

// Words are lost, doubled, swapped for others and broken, up to one in five of them.
std::string Scramble(const std::string& text, const std::vector<std::string>& pool, std::mt19937& random) {
  Sink nothing;
  const syntax::WordList words = syntax::Lex(text, 0, nothing);
  const uint32_t rate = 1 + random() % 40;
  std::string scrambled;
  int32_t last = 0;
  for (int i = 0; i < words.size(); ++i) {
    scrambled += text.substr(static_cast<size_t>(last), static_cast<size_t>(words.at(i).begin - last));
    last = words.at(i).end;
    const std::string word(words.TextAt(i));
    const std::string& other = pool[random() % pool.size()];
    switch (random() % 200 < rate ? random() % 5 : 5) {
      case 0:
        break;
      case 1:
        scrambled += word + " " + word;
        break;
      case 2:
        scrambled += other;
        break;
      case 3:
        scrambled += word + "\n" + other;
        break;
      case 4:
        scrambled += static_cast<char>(random() % 256);
        break;
      default:
        scrambled += word;
    }
  }
  return scrambled;
}

TEST(ParserCorpus, WhateverIsWrittenTheTreeIsSound) {
  std::vector<Text> texts = DesignBlocks();
  for (Text& file : Rulesets()) texts.push_back(std::move(file));
  if (texts.empty()) GTEST_SKIP() << "neither rulesets nor the language's design are at hand: nothing to damage";
  std::mt19937 random(4711);
  for (int i = 0; i < 500; ++i) {
    const std::string text = Scramble(texts[random() % texts.size()].text, syntax::Keywords(), random);
    SourceMap sources;
    Sink sink;
    ast::File file = Parse(sources, sources.Add("scrambled", text), sink);
    bool letters = false;  // a word that was mended stays in the tree as it was written
    for (const Diagnostic& said : sink.all()) {
      ASSERT_LE(0, said.span.begin);
      ASSERT_LE(said.span.begin, said.span.end);
      ASSERT_LE(said.span.end, static_cast<int32_t>(text.size()));
      letters = letters || said.code == Code::kE36 || said.code == Code::kE37;
    }
    if (file.header_damaged) file.header.reset();
    const std::string printed = ast::Print(file);
    Sink again;
    const ast::File reread = Parse(sources, sources.Add("printed", printed), again);
    if (letters) continue;
    ASSERT_FALSE(again.HasErrors()) << RenderAll(again, sources);
    ASSERT_EQ(ast::Print(reread), printed);
  }
}

// Blanks one word of a text at random and reads the rest.
class Mutation : public testing::Test {
 protected:
  void Run(const std::vector<Text>& texts, int times) {
    std::mt19937 random(20240229);
    for (int i = 0; i < times; ++i) {
      const Text& text = texts[random() % texts.size()];
      Sink nothing;
      const syntax::WordList words = syntax::Lex(text.text, 0, nothing);
      if (words.size() == 0) continue;
      const syntax::Word word = words.at(static_cast<int>(random() % static_cast<size_t>(words.size())));
      std::string damaged = text.text;
      std::fill(damaged.begin() + word.begin, damaged.begin() + word.end, ' ');
      Judge(text, damaged, word);
    }
  }

  void Judge(const Text& text, const std::string& damaged, const syntax::Word& word) {
    SourceMap sources;
    Sink sink;
    Parse(sources, sources.Add(text.name, damaged), sink);
    sink.Sort();
    if (!sink.HasErrors()) return;  // an optional word
    ++wrong_;
    if (sink.errors() == 1) ++single_;
    const SourceFile& file = sources.file(0);
    const int line = file.Locate(word.begin).line;
    const auto beside = [&](Span span) { return std::abs(file.Locate(span.begin).line - line) <= 1; };
    // Of a lost "}" both are shown: the "{", which may be far above, and where the other should be.
    const auto is_near = [&](const Diagnostic& said) {
      return beside(said.span) ||
             std::ranges::any_of(said.notes, [&](const auto& note) { return note.span.valid() && beside(note.span); });
    };
    const bool first_near = is_near(sink.all()[0]);
    if (first_near) ++first_near_;
    if (std::ranges::any_of(sink.all(), is_near)) ++near_;
    JudgeEdits(sink, sources, damaged);
    if (sink.errors() > 1 || !first_near) {
      report_ << "blanked \""
              << text.text.substr(static_cast<size_t>(word.begin), static_cast<size_t>(word.end - word.begin))
              << "\" in line " << line << " of " << text.name << "\n"
              << RenderAll(sink, sources) << "\n";
    }
  }

  void JudgeEdits(const Sink& sink, const SourceMap& sources_of, const std::string& damaged) {
    for (const Diagnostic& said : sink.all()) {
      if (!said.edit) continue;
      ++edits_;
      std::string mended = damaged;
      const Span place = said.edit->span;
      mended.replace(static_cast<size_t>(place.begin), static_cast<size_t>(place.end - place.begin),
                     said.edit->replacement);
      SourceMap sources;
      Sink after;
      Parse(sources, sources.Add("mended", mended), after);
      if (after.errors() < sink.errors()) {
        ++mending_;
      } else {
        report_ << "no mending:\n" << RenderAll(sink, sources_of) << "gives\n" << RenderAll(after, sources) << "\n";
      }
    }
  }

  int edits_ = 0, mending_ = 0;
  int wrong_ = 0, single_ = 0, near_ = 0, first_near_ = 0;
  std::stringstream report_;
};

TEST_F(Mutation, ABlankedWordIsOneErrorNearby) {
  std::vector<Text> texts = DesignBlocks();
  for (Text& file : Rulesets()) texts.push_back(std::move(file));
  if (texts.empty()) GTEST_SKIP() << "neither rulesets nor the language's design are at hand: nothing to damage";
  Run(texts, 3000);
  RecordProperty("wrong", wrong_);
  RecordProperty("single", single_);
  RecordProperty("first_near", first_near_);
  RecordProperty("edits", edits_);
  EXPECT_GT(wrong_, 2000);
  EXPECT_GE(mending_, edits_ * 99 / 100);
  EXPECT_GE(single_, wrong_ * 98 / 100) << report_.str().substr(0, 20000);
  EXPECT_GE(first_near_, wrong_ * 98 / 100) << report_.str().substr(0, 20000);
  if (getenv("REEVE_SHOW_MUTATIONS") != nullptr) {
    std::printf(
        "%d wrong, %d with one error, %d with the first near, %d with one near; %d edits, %d of them "
        "mend\n%s",
        wrong_, single_, first_near_, near_, edits_, mending_, report_.str().c_str());
  }
}

}  // namespace
}  // namespace reeve
