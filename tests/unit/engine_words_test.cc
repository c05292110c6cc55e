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
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      continue;
    }
    if (!word.empty()) visit(word, line);
    word.clear();
    line += c == '\n';
  }
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
      ForWords(Read(entry.path()), [&](const std::string& word, int line) {
        const bool plural = word.size() > 1 && word.back() == 's' && words.contains(word.substr(0, word.size() - 1));
        EXPECT_FALSE(words.contains(word) || plural) << entry.path().string() << ":" << line << ": \"" << word << "\"";
      });
    }
  }
}

}  // namespace
}  // namespace reeve
