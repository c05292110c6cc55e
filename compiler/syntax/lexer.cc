#include "compiler/syntax/lexer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <unordered_map>

#include "ReeveLexer.h"
#include "ReeveParser.h"
#include "compiler/syntax/parser.h"
#include "fmt/format.h"

namespace reeve::syntax {

const int32_t kEnd = -1;
const int32_t kIdentifier = static_cast<int32_t>(ReeveLexer::ID);
const int32_t kInteger = static_cast<int32_t>(ReeveLexer::INT);
const int32_t kString = static_cast<int32_t>(ReeveLexer::STRING);
const int32_t kSide = static_cast<int32_t>(ReeveLexer::SIDE);

namespace {

// Characters that do not belong beyond this number mean that the file is no rule file at all.
constexpr int kMaxStrangers = 20;

// Bytes as characters. The grammar needs no character beyond ASCII, so the bytes of a longer one may pass as
// one DEL each: inside a text or comment they match, elsewhere they are UNKNOWN. So positions are byte
// offsets from the start, nothing is copied, and the lexer's tables (which end at 127) serve every byte.
class ByteStream : public antlr4::CharStream {
 public:
  explicit ByteStream(std::string_view text) : text_(text) {}

  void consume() override { ++at_; }
  size_t LA(ssize_t i) override {
    if (i == 0) return 0;
    const size_t index = i > 0 ? at_ + static_cast<size_t>(i) - 1 : at_ - static_cast<size_t>(-i);
    if (index >= text_.size()) return antlr4::IntStream::EOF;
    return std::min<unsigned char>(static_cast<unsigned char>(text_[index]), 0x7F);
  }
  ssize_t mark() override { return -1; }
  void release(ssize_t) override {}
  size_t index() override { return at_; }
  void seek(size_t index) override { at_ = index; }
  size_t size() override { return text_.size(); }
  std::string getSourceName() const override { return {}; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string toString() const override { return {}; }

 private:
  std::string_view text_;
  size_t at_ = 0;
};

struct KeywordTable {
  std::unordered_map<std::string, int32_t> types;
  std::vector<std::string> by_type;
  std::vector<std::string> words;
  std::vector<bool> names;  // by type

  KeywordTable() {
    ByteStream nothing("");
    ReeveLexer lexer(&nothing);
    const antlr4::dfa::Vocabulary& vocabulary = lexer.getVocabulary();
    by_type.resize(vocabulary.getMaxTokenType() + 1);
    for (size_t type = 1; type < by_type.size(); ++type) {
      std::string literal = vocabulary.getLiteralName(type);
      if (literal.size() < 3) continue;  // 'x' with its quotes has three characters; "" is no literal
      literal = literal.substr(1, literal.size() - 2);
      by_type[type] = literal;
      types.emplace(literal, static_cast<int32_t>(type));
      if (literal[0] >= 'a' && literal[0] <= 'z') words.push_back(literal);
    }
    std::sort(words.begin(), words.end());
    ReeveParser parser(nullptr);
    names.resize(by_type.size());
    const antlr4::atn::ATN& atn = parser.getATN();
    for (const ssize_t type : atn.nextTokens(atn.ruleToStartState[ReeveParser::RuleName]).toList()) {
      names[static_cast<size_t>(type)] = true;
    }
  }
};

const KeywordTable& Table() {
  static const KeywordTable table;
  return table;
}

bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Signs and blanks beyond ASCII, as word processors write them, by the bytes of their UTF-8: U+0080 to U+00BF, times
// and division, U+2000 to U+2BFF, U+3000 to U+303F, the byte order mark.
bool IsForeignSign(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0; };
  return byte(0) == 0xC2 || (byte(0) == 0xC3 && (byte(1) == 0x97 || byte(1) == 0xB7)) ||
         (byte(0) == 0xE2 && byte(1) <= 0xAF) || (byte(0) == 0xE3 && byte(1) == 0x80) ||
         text.starts_with("\xEF\xBB\xBF");
}

class Scanner {
 public:
  Scanner(std::string_view text, int32_t file, Sink& sink) : sink_(sink), stream_(text), lexer_(&stream_) {
    list_.file = file;
    list_.text = text;
  }

  WordList Run() {
    if (const std::optional<int32_t> bad = FindInvalidUtf8(list_.text)) {
      invalid_ = *bad;
      sink_.Report(Code::kE36, At(invalid_, invalid_ + 1),
                   "This byte is not UTF-8. Save the file as UTF-8, then I can read its letters.");
    }
    if (list_.text.substr(0, 3) == "\xEF\xBB\xBF") stream_.seek(3);  // a byte order mark
    auto* matcher = lexer_.getInterpreter<antlr4::atn::LexerATNSimulator>();
    while (!stopped_ && stream_.index() < list_.text.size()) {
      const size_t begin = stream_.index();
      const size_t type = matcher->match(&stream_, antlr4::Lexer::DEFAULT_MODE);
      Take(type, begin, stream_.index());
    }
    Push(kEnd, list_.text.size(), list_.text.size());
    return std::move(list_);
  }

 private:
  Span At(size_t begin, size_t end) const {
    return {list_.file, static_cast<int32_t>(begin), static_cast<int32_t>(end)};
  }
  std::string Quoted(size_t begin, size_t end) const { return std::string(list_.text.substr(begin, end - begin)); }

  void Take(size_t type, size_t begin, size_t end) {
    switch (type) {
      case ReeveLexer::COMMENT:
        return;
      case ReeveLexer::WS:
        TakeBlanks(begin, end);
        return;
      case ReeveLexer::OPEN_STRING:
        TakeOpenString(begin, end);
        return;
      case ReeveLexer::UNKNOWN:
        TakeStranger(begin);
        return;
      case ReeveLexer::STRING:
        CheckEscapes(begin, end);
        break;
      case ReeveLexer::INT:
        if (IsWordAt(end)) return TakeOddWord(begin);
        if (IsDigit(end + 1) && list_.text[end] == '.') return TakeFraction(begin, end + 1);
        break;
      case ReeveLexer::ID:
        if (IsWordAt(end)) return TakeOddWord(begin);
        break;
      default:
        break;
    }
    Push(static_cast<int32_t>(type), begin, end);
  }

  void TakeBlanks(size_t begin, size_t end) {
    const size_t newline = list_.text.substr(begin, end - begin).rfind('\n');
    if (newline == std::string_view::npos) return;
    line_begin_ = begin + newline + 1;
    first_ = true;
  }

  void Push(int32_t type, size_t begin, size_t end) {
    if (list_.words.size() == static_cast<size_t>(kMaxWords) && type != kEnd) return TooMany(begin, end);
    list_.words.push_back({type, static_cast<int32_t>(begin), static_cast<int32_t>(end),
                           static_cast<int32_t>(begin - line_begin_) + 1, first_});
    first_ = false;
  }

  void TooMany(size_t begin, size_t end) {
    sink_.Report(Code::kE57, At(begin, end),
                 fmt::format("This file has more than {} words. Split it into several rulesets.", kMaxWords));
    stopped_ = true;
  }

  // Where it should have ended is a guess: before two blanks, a brace or a comment.
  void TakeOpenString(size_t begin, size_t end) {
    for (size_t i = begin + 1; i + 1 < end; ++i) {
      if (list_.text[i] != ' ' && list_.text[i] != '\t') continue;
      const char next = list_.text[i + 1];
      if (next == ' ' || next == '\t' || next == '{' || next == '}' || next == '#') end = i;
    }
    if (list_.text[end - 1] == ' ' || list_.text[end - 1] == '\t') --end;
    Mended();
    sink_.Report(Code::kE37, At(begin, end), "This text has no closing quote on its line.")
        .Fix(At(end, end), "\"", "close the text with a quote");
    Push(kString, begin, end);
    stream_.seek(end);
  }

  void Mended() { list_.mended.push_back(static_cast<int32_t>(list_.words.size())); }

  void CheckEscapes(size_t begin, size_t end) {
    for (size_t i = begin + 1; i + 1 < end; ++i) {
      if (list_.text[i] != '\\') continue;
      const char next = list_.text[i + 1];
      if (next != '"' && next != '\\') {
        sink_.Report(Code::kE36, At(i, i + 2), "After a backslash stands \" or another backslash, nothing else.");
      }
      ++i;
    }
  }

  // A word that starts with a digit or has letters beyond a to z: one word to the author, so one mistake.
  void TakeOddWord(size_t begin) {
    size_t end = begin;
    bool ascii = true;
    for (; IsWordAt(end) || (end > begin && Next(end) == '.' && IsWordAt(end + 1)); ++end) {
      if (static_cast<unsigned char>(list_.text[end]) >= 0x80) ascii = false;
    }
    if (!ascii) {
      Stranger(begin, end,
               fmt::format("A name is written with the letters a to z, digits and \"_\", and \"{}\" is not.",
                           Quoted(begin, end)));
    } else {
      Stranger(begin, end,
               fmt::format("\"{}\" is no number, and a name does not start with a digit.", Quoted(begin, end)));
    }
    Push(kIdentifier, begin, end);
    stream_.seek(end);
  }

  // In the middle of a letter beyond ASCII as well as at its beginning.
  bool IsWordAt(size_t at) const {
    return IsWordByte(Next(at)) && !IsForeignSign(list_.text.substr(std::min(at, list_.text.size())));
  }

  bool IsDigit(size_t at) const { return at < list_.text.size() && list_.text[at] >= '0' && list_.text[at] <= '9'; }

  void TakeFraction(size_t begin, size_t end) {
    while (IsDigit(end)) ++end;
    Stranger(begin, end, fmt::format("There are whole numbers only, and {} is none.", Quoted(begin, end)));
    Push(kInteger, begin, begin + 1);
    stream_.seek(end);
  }

  // Square brackets come in pairs: the mistake is the first.
  void TakeSquare(size_t begin, bool opens) {
    if (opens || !square_open_) Stranger(begin, begin + 1, "There are no square brackets: write \"(\" or \"{\".");
    square_open_ = opens;
  }

  Diagnostic& Stranger(size_t begin, size_t end, std::string text) {
    Mended();
    if (++strangers_ == kMaxStrangers) {
      text = "There are too many characters that do not belong here: I stop reading. Is this a rule file?";
      stopped_ = true;
    }
    if (invalid_ >= static_cast<int32_t>(begin) && invalid_ < static_cast<int32_t>(end)) return unheard_;
    return sink_.Report(Code::kE36, At(begin, end), std::move(text));
  }

  size_t CharacterEnd(size_t begin) const {
    size_t end = begin + 1;
    while (end < list_.text.size() && (static_cast<unsigned char>(list_.text[end]) & 0xC0) == 0x80) ++end;
    return end;
  }

  void TakeStranger(size_t begin) {
    const size_t end = CharacterEnd(begin);
    stream_.seek(end);
    const std::string_view character = list_.text.substr(begin, end - begin);
    if (character[0] == '\0') {
      Stranger(begin, end, "This is a NUL byte: the file is no text. I stop reading here.");
      stopped_ = true;
      return;
    }
    if (character == "[" || character == "]") return TakeSquare(begin, character == "[");
    if (TakeForeignQuotes(begin, end) || TakeForeignSign(begin, end)) return;
    if (static_cast<unsigned char>(character[0]) < 0x20 || character[0] == 0x7F) {
      Stranger(begin, end, fmt::format("This is the control character {}; delete it.", static_cast<int>(character[0])))
          .Fix(At(begin, end), "", "delete it");
      return;
    }
    if (IsWordAt(begin)) return TakeOddWord(begin);
    if (TakePath(begin)) return;
    Stranger(begin, end, fmt::format("\"{}\" has no meaning in a rule file.", character));
  }

  char Next(size_t at) const { return at < list_.text.size() ? list_.text[at] : ' '; }

  // ./my-house.reeve, as the command line takes it: the name of the ruleset goes on as a word.
  bool TakePath(size_t begin) {
    if (list_.text.substr(begin, 2) != "./" && list_.text.substr(begin, 3) != "../") return false;
    const auto goes_on = [&](size_t at) {
      return IsWordByte(Next(at)) || Next(at) == '.' || Next(at) == '/' || Next(at) == '-';
    };
    size_t end = begin;
    while (goes_on(end)) ++end;
    const size_t name = list_.text.rfind('/', end - 1) + 1;
    size_t name_end = name;
    while (name_end < end && IsWordByte(list_.text[name_end])) ++name_end;
    if (name_end == name) return false;
    Stranger(
        begin, end,
        fmt::format("\"{}\" is a file. Rules call a ruleset by its name, which stands in the first line of its file.",
                    Quoted(begin, end)))
        .Fix(At(begin, end), Quoted(name, name_end), "write its name");
    Push(kIdentifier, name, name_end);
    stream_.seek(end);
    return true;
  }

  // 'text' and the curly quotes of a word processor.
  bool TakeForeignQuotes(size_t begin, size_t end) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kQuotes = {{{"'", "'"},
                                                                                              {"`", "`"},
                                                                                              {"\u201C", "\u201D"},
                                                                                              {"\u201E", "\u201C"},
                                                                                              {"\u2018", "\u2019"},
                                                                                              {"\u00AB", "\u00BB"},
                                                                                              {"\u201D", "\u201D"}}};
    const std::string_view open = list_.text.substr(begin, end - begin);
    for (const auto& [left, right] : kQuotes) {
      if (open != left) continue;
      const size_t line_end = std::min(list_.text.find('\n', end), list_.text.size());
      size_t close = list_.text.find(right, end);
      if (close == std::string_view::npos || close >= line_end) close = list_.text.find('"', end);
      if (close == std::string_view::npos || close >= line_end) return false;
      const size_t after = CharacterEnd(close);
      Stranger(begin, after, "A text stands in straight double quotes.")
          .Fix(At(begin, after), "\"" + Quoted(end, close) + "\"", "write straight quotes");
      Push(kString, begin, after);
      stream_.seek(after);
      return true;
    }
    return false;
  }

  // Signs of other languages that have a counterpart here.
  bool TakeForeignSign(size_t begin, size_t end) {
    struct Counterpart {
      std::string_view sign, keyword, text;
    };
    static constexpr std::array<Counterpart, 12> kSigns = {{
        {"//", "", "A comment starts with \"#\"."},
        {"/", "*", "There is no division. Write \"half of N rounded up\"."},
        {"!=", "=", "Write \"not\" before the condition and \"=\" in it."},
        {"!", "not", "Write \"not\"."},
        {"&&", "and", "Write \"and\"."},
        {";", "", "A line needs no \";\" at its end."},
        {"\u2013", "-", "This is a dash, not a minus."},
        {"\u2212", "-", "This is a mathematical minus; write the plain one."},
        {"\u2264", "<=", "Write \"<=\"."},
        {"\u2265", ">=", "Write \">=\"."},
        {"\u00D7", "*", "Write \"*\"."},
        {"\u00A0", "", "This is a blank that does not break the line; write a plain one."},
    }};
    for (const Counterpart& known : kSigns) {
      if (list_.text.substr(begin, known.sign.size()) != known.sign) continue;
      const size_t after = begin + std::max(known.sign.size(), end - begin);
      Diagnostic& said = Stranger(begin, after, std::string(known.text));
      stream_.seek(after);
      if (known.sign == "//") {
        said.Fix(At(begin, after), "#", "write \"#\"");
        stream_.seek(std::min(list_.text.find('\n', begin), list_.text.size()));
      } else if (known.keyword.empty()) {
        said.Fix(At(begin, after), "", "delete it");
      } else {
        if (known.sign != "/" && known.sign != "!=") {
          const bool joins = known.keyword.size() > 1 && IsWordByte(Next(after)) && IsWordByte(known.keyword[0]);
          said.Fix(At(begin, after), std::string(known.keyword) + (joins ? " " : ""),
                   fmt::format("write \"{}\"", known.keyword));
        }
        Push(TypeOfKeyword(known.keyword), begin, after);
      }
      return true;
    }
    return false;
  }

  Sink& sink_;
  ByteStream stream_;
  ReeveLexer lexer_;
  WordList list_;
  Diagnostic unheard_{};
  int32_t invalid_ = -1;
  int strangers_ = 0;
  size_t line_begin_ = 0;
  bool first_ = true;
  bool stopped_ = false;
  bool square_open_ = false;
};

}  // namespace

int32_t TypeOfKeyword(std::string_view word) {
  const auto found = Table().types.find(std::string(word));
  return found == Table().types.end() ? 0 : found->second;
}

std::string_view KeywordOfType(int32_t type) {
  const std::vector<std::string>& by_type = Table().by_type;
  return type > 0 && static_cast<size_t>(type) < by_type.size() ? std::string_view(by_type[static_cast<size_t>(type)])
                                                                : std::string_view();
}

bool CanBeName(int32_t type) {
  return type > 0 && static_cast<size_t>(type) < Table().names.size() && Table().names[static_cast<size_t>(type)];
}

bool WordList::MendedIn(int begin, int end) const {
  const auto first = std::lower_bound(mended.begin(), mended.end(), begin);
  return first != mended.end() && *first < end;
}

const std::vector<std::string>& Keywords() {
  return Table().words;
}

WordList Lex(std::string_view text, int32_t file, Sink& sink) {
  return Scanner(text, file, sink).Run();
}

}  // namespace reeve::syntax
