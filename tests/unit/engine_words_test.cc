// The engine knows no expansion: none of the words that expansions declare stands in its code, comments included.

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

namespace reeve {
namespace {

namespace fs = std::filesystem;

std::string Read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// The words of a text: letters, digits and "_".
template <class Visit>
void ForWords(const std::string& text, Visit visit) {
  std::string word;
  int line = 1;
  for (const char c : text + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
      continue;
    }
    if (!word.empty()) visit(word, line);
    word.clear();
    line += c == '\n';
  }
}

// A name in small letters: whole, and each of its parts: "kWellFormed", "k", "well", "formed".
std::set<std::string> Parts(const std::string& name) {
  std::string whole, part;
  std::set<std::string> parts;
  const auto end = [&] {
    if (!part.empty()) parts.insert(part);
    part.clear();
  };
  for (size_t i = 0; i < name.size(); ++i) {
    const auto upper = [&](size_t at) { return std::isupper(static_cast<unsigned char>(name[at])) != 0; };
    if (name[i] == '_' || (upper(i) && i > 0 && !upper(i - 1))) end();
    const char small = static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
    whole += small;
    if (small != '_') part += small;
  }
  end();
  parts.insert(whole);
  return parts;
}

// Words that follow feature, figure, marker, zone, deck, bag in rule files.
std::set<std::string> Declared(const fs::path& folder) {
  static const std::set<std::string> kDeclares = {"feature", "figure", "marker", "zone", "deck", "bag"};
  std::set<std::string> words;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".reeve") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      std::string before;
      bool first = true;
      ForWords(line.substr(0, line.find('#')), [&](const std::string& word, int) {
        if (kDeclares.contains(before) && first) words.insert(word);
        first = before.empty();
        before = word;
      });
    }
  }
  return words;
}

TEST(EngineWords, AreFoundInsideNames) {
  EXPECT_EQ(Parts("kWellFormed"), (std::set<std::string>{"k", "well", "formed", "kwellformed"}));
  EXPECT_EQ(Parts("has_wells"), (std::set<std::string>{"has", "wells", "has_wells"}));
}

TEST(EngineWords, NoWordOfAnExpansionStandsInTheEngine) {
  const fs::path root = REEVE_SOURCE_DIR;
  std::set<std::string> words = Declared(root / "rulesets/expansions");
  ASSERT_GT(words.size(), 60u);
  for (const std::string& known : Declared(root / "rulesets/base")) words.erase(known);
  // English words that programs need in another sense.
  for (const char* other : {"builder", "well", "house", "quarter", "message", "messages"}) words.erase(other);
  for (const char* folder : {"compiler", "runtime", "grammar"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file()) continue;
      ForWords(Read(entry.path()), [&](const std::string& name, int line) {
        for (const std::string& word : Parts(name)) {
          const bool plural = word.size() > 1 && word.back() == 's' && words.contains(word.substr(0, word.size() - 1));
          EXPECT_FALSE(words.contains(word) || plural)
              << entry.path().string() << ":" << line << ": \"" << name << "\"";
        }
      });
    }
  }
}

}  // namespace
}  // namespace reeve
