// What the pages of docs/ and the README say is so: examples compile, scenarios come out, messages and
// outputs are those of the program, tables are those of the .def files, links lead somewhere.
//
// The blocks of a page are read in order, and a block may extend a ruleset of a block before it. The line
// that opens a block says what it is:
//
//   ```reeve                    a ruleset with its line `ruleset NAME ...`; nothing is found wrong with it
//   ```reeve fragment [RULES]   items without that line, in a ruleset that extends RULES, else base
//   ```reeve scenario           scenarios; they compile, and are played if `reeve test` is there
//   ```reeve wrong              a ruleset with mistakes; the ```text block after it: what is said of them
//   ```text disasm RULES: NAME  the routines of a rule, without numbers; what is behind ";" is ours
//   ```json game                a recorded game that is what it says, if the command is there
//   ```console                  "$ command" and its output, if the command is there; "..." for any lines
//
// <!-- made by: COMMAND --> before a picture says that its file is what the command prints.
// Between <!-- generated: NAME --> and <!-- end --> stands a table made from the .def files.
//
// REEVE_UPDATE_GOLDENS=1 writes messages, outputs and tables anew: read the difference before you commit it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "compiler/diagnostics/render.h"
#include "fmt/format.h"
#include "runtime/bytecode/bytecode.h"
#include "runtime/bytecode/disassemble.h"
#include "runtime/bytecode/limits.h"
#include "runtime/bytecode/rvb.h"
#include "runtime/bytecode/verify.h"

namespace reeve {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = REEVE_SOURCE_DIR;

bool Updating() {
  return std::getenv("REEVE_UPDATE_GOLDENS") != nullptr;
}

std::string Read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void Write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string TrimRight(std::string text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
  return text;
}

// The first line that differs, for a message that can be read.
std::string FirstDifference(const std::string& want, const std::string& got) {
  const std::vector<std::string> w = Lines(want), g = Lines(got);
  for (size_t i = 0; i < std::max(w.size(), g.size()); ++i) {
    const std::string left = i < w.size() ? w[i] : "(nothing)", right = i < g.size() ? g[i] : "(nothing)";
    if (left != right) return "the page has\n" + left + "\nand should have\n" + right;
  }
  return "";
}

std::vector<fs::path> Pages() {
  std::vector<fs::path> pages{kRoot / "README.md"};
  for (const char* folder : {"docs", "docs/design"}) {
    if (!fs::is_directory(kRoot / folder)) continue;
    for (const auto& entry : fs::directory_iterator(kRoot / folder)) {
      if (entry.path().extension() == ".md") pages.push_back(entry.path());
    }
  }
  std::erase_if(pages, [](const fs::path& page) { return !fs::is_regular_file(page); });
  std::sort(pages.begin(), pages.end());
  return pages;
}

struct Block {
  std::string kind;           // what stands behind the three strokes
  std::string text;           // ends with a newline, if there is any
  size_t begin = 0, end = 0;  // of the text, in the page
  int line = 0;               // of the opening line
};

std::vector<Block> Blocks(const std::string& page) {
  std::vector<Block> blocks;
  bool inside = false;
  size_t at = 0;
  for (int line = 1; at < page.size(); ++line) {
    const size_t next = std::min(page.find('\n', at), page.size() - 1) + 1;
    if (page.compare(at, 3, "```") == 0) {
      if (inside) {
        blocks.back().end = at;
        blocks.back().text = page.substr(blocks.back().begin, at - blocks.back().begin);
      } else {
        blocks.push_back({TrimRight(page.substr(at + 3, next - at - 3)), "", next, next, line});
      }
      inside = !inside;
    }
    at = next;
  }
  EXPECT_FALSE(inside) << "the last block is not closed";
  return blocks;
}

// Puts another text in the place of one, in the file as well.
void Replace(const fs::path& path, const Block& block, const std::string& text) {
  std::string page = Read(path);
  page.replace(block.begin, block.end - block.begin, text);
  Write(path, page);
}

std::string RulesetName(const std::string& text) {
  static const std::regex kHeader("(?:^|\\n)ruleset\\s+([A-Za-z0-9_.-]+)");
  std::smatch match;
  return std::regex_search(text, match, kHeader) ? match[1].str() : "";
}

// "base (tiny_city 2), abbot": a selection as it was written.
std::string SelectionText(const std::vector<ast::RulesetRef>& rulesets) {
  std::string text;
  for (const auto& ruleset : rulesets) {
    text += (text.empty() ? "" : ", ") + ruleset.name.text;
    for (size_t i = 0; i < ruleset.settings.size(); ++i) {
      text += (i == 0 ? " (" : ", ") + ruleset.settings[i].option.text + " " + ast::TextOf(ruleset.settings[i].value);
    }
    if (!ruleset.settings.empty()) text += ")";
  }
  return text;
}

class Page : public testing::TestWithParam<fs::path> {
 protected:
  Page() : path_(GetParam()), text_(Read(path_)), blocks_(Blocks(text_)), library_((kRoot / "rulesets").string()) {}

  std::string Where(const Block& block) const {
    return fmt::format("{}:{}", path_.lexically_relative(kRoot).string(), block.line);
  }

  // The block as a rule file, under a name of its own; empty if it is none.
  std::string Add(const Block& block) {
    std::string text = block.text, name = RulesetName(block.text);
    if (block.kind.rfind("reeve", 0) != 0 || block.kind == "reeve wrong") return "";
    if (name.empty()) {
      const bool fragment = block.kind.rfind("reeve fragment", 0) == 0;
      EXPECT_TRUE(fragment || block.kind == "reeve scenario") << Where(block) << ": no line \"ruleset NAME\"";
      const std::string rules = fragment && block.kind.size() > 15 ? block.kind.substr(15) : "base";
      name = fmt::format("block{}", block.line);
      text = fmt::format("ruleset {} extends {}\n{}", name, rules, text);
    }
    library_.AddText(name + ".reeve", text);
    files_.push_back({name + ".reeve", text});
    return name;
  }

  void Compiles(const std::string& selection, const CompileOptions& options, const std::string& where) {
    const Compiled compiled = Compile(selection, library_, options);
    EXPECT_TRUE(compiled.program && compiled.findings.all().empty())
        << where << ":\n"
        << RenderAll(compiled.findings, library_.sources());
    if (compiled.program) {
      EXPECT_EQ(Verify(*compiled.program), std::nullopt) << where;
    }
  }

  void ScenariosCompile(const std::string& name, const std::string& where) {
    Sink sink;
    const ast::File* file = library_.Load(name, sink);
    ASSERT_NE(file, nullptr) << where;
    ASSERT_FALSE(sink.HasErrors()) << where << ":\n" << RenderAll(sink, library_.sources());
    for (const ast::Item& item : file->items) {
      if (item.kind != ast::Item::Kind::kScenario) continue;
      CompileOptions options;
      for (const auto& player : item.scenario->players) options.players.push_back(player.text);
      for (const auto& given : item.scenario->given) options.givens.push_back(&given);
      for (const auto& expected : item.scenario->expect) {
        if (expected.cond != nullptr) options.conditions.push_back(expected.cond.get());
      }
      Compiles(SelectionText(item.scenario->rules), options, where + ", \"" + item.scenario->title.value + "\"");
    }
  }

  fs::path path_;
  std::string text_;
  std::vector<Block> blocks_;
  Library library_;
  std::vector<std::pair<std::string, std::string>> files_;
};

TEST_P(Page, ExamplesCompile) {
  for (const Block& block : blocks_) {
    const std::string name = Add(block);
    if (name.empty()) continue;
    if (block.kind == "reeve scenario") ScenariosCompile(name, Where(block));
    else Compiles(name, {}, Where(block));
  }
}

TEST_P(Page, MistakesAreSaidAsTheyAreShown) {
  for (size_t i = 0; i < blocks_.size(); ++i) {
    Add(blocks_[i]);
    if (blocks_[i].kind != "reeve wrong") continue;
    ASSERT_TRUE(i + 1 < blocks_.size() && blocks_[i + 1].kind == "text")
        << Where(blocks_[i]) << ": no text block after it";
    const std::string name = RulesetName(blocks_[i].text);
    library_.AddText(name + ".reeve", blocks_[i].text);
    const Compiled compiled = Compile(name, library_);
    EXPECT_FALSE(compiled.program) << Where(blocks_[i]) << ": nothing is wrong";
    std::string said = RenderAll(compiled.findings, library_.sources());
    const std::string root = kRoot.string() + "/";
    for (size_t at; (at = said.find(root)) != std::string::npos;) said.erase(at, root.size());
    if (said == blocks_[i + 1].text) continue;
    if (Updating()) return Replace(path_, blocks_[i + 1], said);  // one at a time: the places have moved
    ADD_FAILURE() << Where(blocks_[i + 1]) << ": " << FirstDifference(blocks_[i + 1].text, said);
  }
}

// --- the command ---

// The command of this build; nothing if it was not built.
std::string CommandPath() {
  const fs::path command = fs::read_symlink("/proc/self/exe").parent_path() / "reeve";
  return fs::is_regular_file(command) ? command.string() : "";
}

struct Ran {
  std::string out;  // stdout and stderr
  int exit = -1;
};

Ran Shell(const std::string& command) {
  Ran ran;
  std::FILE* pipe = popen(("cd '" + kRoot.string() + "' && { " + command + "; } 2>&1").c_str(), "r");
  if (pipe == nullptr) return ran;
  std::array<char, 4096> bytes;
  for (size_t got; (got = std::fread(bytes.data(), 1, bytes.size(), pipe)) > 0;) ran.out.append(bytes.data(), got);
  ran.exit = pclose(pipe);
  return ran;
}

// Whether lines are those that were expected, where "..." stands for any number of lines.
bool Match(const std::vector<std::string>& want, size_t w, const std::vector<std::string>& got, size_t g) {
  for (; w < want.size(); ++w, ++g) {
    if (want[w] == "...") {
      for (size_t rest = g; rest <= got.size(); ++rest) {
        if (Match(want, w + 1, got, rest)) return true;
      }
      return false;
    }
    if (g >= got.size() || TrimRight(want[w]) != TrimRight(got[g])) return false;
  }
  return g == got.size();
}

TEST_P(Page, OutputIsWhatTheCommandPrints) {
  const bool shown = std::any_of(blocks_.begin(), blocks_.end(), [](const Block& b) { return b.kind == "console"; });
  if (!shown) return;
  const std::string reeve = CommandPath();
  if (reeve.empty()) GTEST_SKIP() << "there is no reeve beside this test: its outputs are not compared";
  for (const Block& block : blocks_) {
    if (block.kind != "console") continue;
    std::string written;
    bool same = true;
    const std::vector<std::string> lines = Lines(block.text);
    for (size_t i = 0; i < lines.size();) {
      const std::string command = lines[i].rfind("$ ", 0) == 0 ? lines[i].substr(2) : "";
      written += lines[i++] + "\n";
      std::vector<std::string> want;
      while (i < lines.size() && lines[i].rfind("$ ", 0) != 0) want.push_back(lines[i++]);
      while (!want.empty() && want.back().empty()) want.pop_back();
      std::vector<std::string> got = want;
      if (command.rfind("build/reeve ", 0) == 0) {
        got = Lines(Shell("'" + reeve + "'" + command.substr(11)).out);
        while (!got.empty() && got.back().empty()) got.pop_back();
        const bool match = Match(want, 0, got, 0);
        same = same && match;
        if (!match && !Updating()) {
          ADD_FAILURE() << Where(block) << ": $ " << command << "\nprints\n" << fmt::format("{}", fmt::join(got, "\n"));
        }
        if (match) got = want;
      }
      for (const std::string& line : got) written += line + "\n";
    }
    if (!same && Updating()) return Replace(path_, block, written);
  }
}

TEST_P(Page, GamesPlay) {
  const fs::path folder = fs::path(testing::TempDir()) / fmt::format("reeve_games_{}", getpid());
  for (const Block& block : blocks_) {
    if (block.kind != "json game") continue;
    const std::string reeve = CommandPath();
    if (reeve.empty()) GTEST_SKIP() << "there is no reeve beside this test: its games are not played";
    Write(folder / "game.json", block.text);
    const Ran ran = Shell(fmt::format("'{}' replay --check '{}'", reeve, (folder / "game.json").string()));
    EXPECT_EQ(ran.exit, 0) << Where(block) << ":\n" << ran.out;
  }
  fs::remove_all(folder);
}

// <!-- made by: COMMAND --> before a picture: the file is what the command prints.
TEST_P(Page, PicturesAreWhatTheCommandDraws) {
  static const std::regex kPicture("<!-- made by: build/reeve ([^\\n]*) -->\\n!\\[[^\\]]*\\]\\(([^)]+)\\)");
  const std::sregex_iterator pictures(text_.begin(), text_.end(), kPicture), end;
  if (pictures == end) return;
  const std::string reeve = CommandPath();
  if (reeve.empty()) GTEST_SKIP() << "there is no reeve beside this test: its pictures are not compared";
  for (std::sregex_iterator at = pictures; at != end; ++at) {
    const fs::path file = path_.parent_path() / (*at)[2].str();
    const std::string drawn = Shell("'" + reeve + "' " + (*at)[1].str()).out;
    if (Updating()) Write(file, drawn);
    EXPECT_TRUE(Read(file) == drawn) << file << " is not what is drawn: REEVE_UPDATE_GOLDENS=1 writes it anew";
  }
}

// The rulesets and the blocks of the page in one folder, for the command.
TEST_P(Page, ScenariosComeOut) {
  bool any = false;
  for (const Block& block : blocks_) {
    Add(block);
    any = any || block.kind == "reeve scenario";
  }
  if (!any) return;
  const std::string reeve = CommandPath();
  if (reeve.empty() || Shell("'" + reeve + "' test --help").exit != 0) {
    GTEST_SKIP() << "there is no `reeve test` beside this test: scenarios were compiled, not played";
  }
  const fs::path folder = fs::path(testing::TempDir()) / fmt::format("reeve_{}_{}", path_.stem().string(), getpid());
  fs::create_directories(folder);
  fs::copy(kRoot / "rulesets", folder / "rulesets", fs::copy_options::recursive);
  for (const auto& [name, text] : files_) Write(folder / "rulesets" / "page" / name, text);
  const Ran ran =
      Shell(fmt::format("REEVE_RULESETS='{0}/rulesets' '{1}' test '{0}/rulesets/page'", folder.string(), reeve));
  EXPECT_EQ(ran.exit, 0) << ran.out;
  fs::remove_all(folder);
}

// --- tables ---

using Table = std::vector<std::vector<std::string>>;  // the first row is the head

std::string Markdown(const Table& table) {
  std::string text;
  for (size_t row = 0; row < table.size(); ++row) {
    text += "|";
    for (std::string cell : table[row]) {
      for (size_t at = 0; (at = cell.find('|', at)) != std::string::npos; at += 2) cell.insert(at, "\\");
      text += " " + cell + " |";
    }
    text += "\n";
    if (row > 0) continue;
    text += "|";
    for (size_t i = 0; i < table[0].size(); ++i) text += " --- |";
    text += "\n";
  }
  return text;
}

std::string Code(const std::string& text) {
  return text.empty() ? "" : "`" + text + "`";
}

// What an instruction does to a stack: "2 -> 1".
std::string Effect(int pops, int pushes) {
  return pops == 0 && pushes == 0 ? "" : fmt::format("{} → {}", pops, pushes);
}

std::string OperandText(const char* operands) {
  static const std::map<char, std::string> kLetters = {
      {'s', "slot"},    {'k', "kind set"}, {'n', "number"},  {'j', "jump"},   {'r', "relation"}, {'p', "property"},
      {'c', "column"},  {'t', "table"},    {'g', "global"},  {'v', "state"},  {'L', "label"},    {'R', "routine"},
      {'Q', "choice"},  {'P', "zone"},     {'Z', "rule"},    {'G', "group"},  {'S', "step"},     {'K', "kind"},
      {'T', "trigger"}, {'f', "flag"},     {'E', "ranking"}, {'F', "forbid"},
  };
  std::string text;
  for (int i = 0; i < 3; ++i) {
    if (operands[i] == '-') continue;
    const auto letter = kLetters.find(operands[i]);
    EXPECT_NE(letter, kLetters.end()) << "an operand letter without a word: " << operands[i];
    text += (text.empty() ? "" : ", ") + std::string(1, static_cast<char>('a' + i)) + " " + letter->second;
  }
  return text;
}

Table OpcodeTable() {
  Table table{{"instruction", "operands", "values", "sets", "in", "what it does"}};
  for (int i = 0; i < OpCount(); ++i) {
    const OpInfo& op = Info(static_cast<Op>(i));
    table.push_back({Code(op.text), OperandText(op.operands), Effect(op.pops, op.pushes),
                     Effect(op.sets_in, op.sets_out), op.mode == 'H' ? "heads" : "", op.doc});
  }
  return table;
}

Table RelationTable() {
  static const char* const kWords[] = {"of", "on", "in", "touching", "open_ends of"};
  Table table{{"A", "relation", "B", "the things A that are", "id"}};
  for (int i = 0; i < RelationCount(); ++i) {
    const RelationInfo& relation = Info(static_cast<RelationId>(i));
    table.push_back({ClassName(relation.a), Code(kWords[static_cast<int>(relation.word)]), ClassName(relation.b),
                     relation.doc, relation.id});
  }
  return table;
}

Table PropertyTable() {
  Table table{{"word", "of a", "gives", "what", "id"}};
  for (int i = 0; i < PropertyCount(); ++i) {
    const PropertyInfo& property = Info(static_cast<PropertyId>(i));
    table.push_back({Code(property.word), ClassName(property.of),
                     (property.many ? "set: " : "") + std::string(ClassName(property.result)), property.doc,
                     property.id});
  }
  return table;
}

Table GlobalTable() {
  Table table{{"word", "is a", "what"}};
  for (int i = 0; i < GlobalCount(); ++i) {
    const GlobalInfo& global = Info(static_cast<GlobalId>(i));
    table.push_back({Code(global.word), ClassName(global.result), global.doc});
  }
  return table;
}

Table EventTable() {
  Table table{{"event", "of", "when it is raised"}};
  for (int i = 0; i < EventCount(); ++i) {
    const EventInfo& event = Info(static_cast<EventId>(i));
    std::vector<std::string> of;
    for (int cls = 0; cls < kClassCount; ++cls) {
      if (event.Of(static_cast<Class>(cls))) of.push_back(ClassName(static_cast<Class>(cls)));
    }
    table.push_back({Code(event.word), fmt::format("{}", fmt::join(of, ", ")), event.doc});
  }
  return table;
}

std::string Generated(const std::string& name) {
  if (name == "opcodes") return Markdown(OpcodeTable());
  if (name == "relations") return Markdown(RelationTable());
  if (name == "properties") return Markdown(PropertyTable());
  if (name == "globals") return Markdown(GlobalTable());
  if (name == "events") return Markdown(EventTable());
  ADD_FAILURE() << "there is no table \"" << name << "\"";
  return "";
}

TEST_P(Page, TablesAreThoseOfTheCode) {
  static const std::string kBegin = "<!-- generated: ", kEnd = "<!-- end -->";
  std::string page = text_;
  for (size_t at = 0; (at = page.find(kBegin, at)) != std::string::npos;) {
    const size_t close = page.find(" -->\n", at), end = page.find(kEnd, at);
    ASSERT_TRUE(close < end && end != std::string::npos) << "a table without its end";
    const std::string name = page.substr(at + kBegin.size(), close - at - kBegin.size());
    const std::string table = Generated(name);
    page.replace(close + 5, end - close - 5, table);
    at = close + 5 + table.size();
  }
  if (Updating() && page != text_) Write(path_, page);
  const std::string difference = FirstDifference(Read(path_), page);
  EXPECT_TRUE(difference.empty()) << "the .def files have changed: REEVE_UPDATE_GOLDENS=1 writes their tables anew\n"
                                  << difference;
}

// --- disassembly ---

// Lines without what stands behind ";", numbers of routines and of instructions, and blank lines.
std::vector<std::string> Instructions(const std::string& text) {
  static const std::regex kNumber("^\\s*[0-9]+\\s+"), kRoutine("^routine [0-9]+ ");
  std::vector<std::string> kept;
  for (std::string line : Lines(text)) {
    line = TrimRight(line.substr(0, line.find(';')));
    line = std::regex_replace(line, kRoutine, "routine ");
    line = std::regex_replace(line, kNumber, "");
    while (!line.empty() && line.front() == ' ') line.erase(0, 1);
    if (!line.empty()) kept.push_back(line);
  }
  return kept;
}

TEST_P(Page, DisassemblyIsThatOfTheProgram) {
  static const std::string kKind = "text disasm ";
  for (const Block& block : blocks_) {
    Add(block);
    if (block.kind.rfind(kKind, 0) != 0) continue;
    const size_t colon = block.kind.rfind(": ");
    ASSERT_NE(colon, std::string::npos) << Where(block);
    const std::string rule = block.kind.substr(colon + 2);
    const Compiled compiled = Compile(block.kind.substr(kKind.size(), colon - kKind.size()), library_);
    ASSERT_TRUE(compiled.program) << Where(block);
    const std::string text = Disassemble(*compiled.program);
    std::vector<std::string> want;
    bool inside = false;
    for (const std::string& line : Lines(text)) {
      if (line.rfind("routine ", 0) == 0) {
        const size_t quote = line.find('"') + 1;
        const std::string name = line.substr(quote, line.find('"', quote) - quote);
        inside = name == rule || name.rfind(rule + " ", 0) == 0;
      }
      if (inside)
        for (const std::string& kept : Instructions(line)) want.push_back(kept);
    }
    const std::string shown = fmt::format("{}", fmt::join(Instructions(block.text), "\n"));
    const std::string difference = FirstDifference(shown, fmt::format("{}", fmt::join(want, "\n")));
    EXPECT_TRUE(difference.empty()) << Where(block) << ": " << difference << "\nthe whole:\n"
                                    << fmt::format("{}", fmt::join(want, "\n"));
  }
}

// --- links ---

TEST_P(Page, LinksLeadSomewhere) {
  static const std::regex kLink("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");
  for (std::sregex_iterator at(text_.begin(), text_.end(), kLink), end; at != end; ++at) {
    const std::string target = (*at)[1];
    if (target.find("://") != std::string::npos) continue;
    EXPECT_TRUE(fs::exists(path_.parent_path() / target)) << path_.lexically_relative(kRoot) << " leads to " << target;
  }
}

INSTANTIATE_TEST_SUITE_P(Docs, Page, testing::ValuesIn(Pages()), [](const auto& page) {
  std::string name = page.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

TEST(Docs, TheBytecodePageHasTheVersionAndTheSizesOfTheMachine) {
  const std::string page = Read(kRoot / "docs/bytecode.md");
  EXPECT_NE(page.find(fmt::format("version of the format, now {} |", kProgramVersion)), std::string::npos)
      << kProgramVersion;
  ASSERT_EQ(kMachineWalks, kMachineQuantities);
  const std::string sizes =
      fmt::format("({} values, {} sets, {} walks and quantities)", kMachineStack, kMachineSets, kMachineWalks);
  EXPECT_NE(page.find(sizes), std::string::npos) << sizes;
}

// What the README says to others is what a program of others is made of, which is built and run: tests/consumer.
TEST(Docs, TheCodeOfTheReadmeIsThatOfTheConsumer) {
  std::map<std::string, std::string> parts = {{"cmake", Read(kRoot / "tests/consumer/CMakeLists.txt")},
                                              {"cpp", Read(kRoot / "tests/consumer/main.cc")}};
  size_t seen = 0;
  for (const Block& block : Blocks(Read(kRoot / "README.md"))) {
    if (!parts.contains(block.kind)) continue;
    for (const std::string& line : Lines(block.text)) {
      EXPECT_NE(parts[block.kind].find(line), std::string::npos) << line;
      ++seen;
    }
  }
  EXPECT_GE(seen, 5u);
}

}  // namespace
}  // namespace reeve
