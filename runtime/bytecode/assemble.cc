#include "runtime/bytecode/assemble.h"

#include <charconv>
#include <limits>
#include <type_traits>

#include "runtime/bytecode/program_text.h"

namespace reeve {
namespace {

class TextReader {
 public:
  TextReader(std::string_view text, const Program& program) : text_(text), names_(program) {}

  template <class... T>
  void operator()(T&... fields) {
    (Field(fields), ...);
  }
  const std::string& fault() const { return fault_; }
  void ExpectEnd() {
    if (!Next().empty()) Fail("the program has ended");
  }

 private:
  void Fail(const std::string& what) {
    if (fault_.empty()) fault_ = "line " + std::to_string(line_) + ": " + what;
  }

  // --- words: brackets, texts in quotes, and whatever else has no blank in it ---
  void Skip() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      const bool heading = text_.substr(at_).starts_with("routine ") && (at_ == 0 || text_[at_ - 1] == '\n');
      if (c == ';' || heading) at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ == text_.size()) return;
      if (text_[at_] == '\n') ++line_;
      else if (text_[at_] != ' ' && text_[at_] != '\t' && text_[at_] != '\r') return;
    }
  }
  std::string_view Peek() {
    const size_t at = at_;
    const int line = line_;
    const std::string_view word = Next();
    at_ = at, line_ = line;
    return word;
  }
  std::string_view Next() {  // "" at the end
    Skip();
    const size_t begin = at_;
    if (begin == text_.size()) return "";
    const auto is = [&](const char* set) { return std::string_view(set).find(text_[at_]) != std::string_view::npos; };
    if (is("[]{}")) {
      ++at_;
    } else if (text_[at_] == '"') {
      for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_)
        at_ += text_[at_] == '\\' && at_ + 1 < text_.size();
      if (at_ >= text_.size() || text_[at_] != '"') Fail("a quote is missing");
      else ++at_;
    } else {
      while (at_ < text_.size() && !is(" \t\r\n[]{}\";")) ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }
  void Expect(std::string_view word) {
    const std::string_view found = Next();
    if (found != word)
      Fail("expected \"" + std::string(word) + "\", found \"" + std::string(found.substr(0, 40)) + "\"");
  }
  bool Goes() { return fault_.empty(); }

  template <class T>
  T Integer(std::string_view word) {
    int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool whole = error == std::errc() && end == word.data() + word.size() && !word.empty();
    if (!whole || value < std::numeric_limits<T>::min() ||
        value > static_cast<int64_t>(std::numeric_limits<T>::max())) {
      Fail("\"" + std::string(word.substr(0, 40)) + "\" is no number that fits here");
      return 0;
    }
    return static_cast<T>(value);
  }

  // --- tables ---
  template <class T>
  void Field(T& value) {
    if (inside_ == 0) Expect(kTableNames[table_++]);
    ++inside_;
    if (Goes()) Get(value);
    --inside_;
  }
  template <class T>
  void Get(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      const std::string_view word = Next();
      if (word != "yes" && word != "no") Fail("expected yes or no");
      value = word == "yes";
    } else if constexpr (std::is_enum_v<T>) {
      value = static_cast<T>(Integer<std::underlying_type_t<T>>(Next()));
    } else if constexpr (std::is_integral_v<T>) {
      value = Integer<T>(Next());
    } else {
      Expect("{");
      if (Goes()) value.Fields(*this);
      Expect("}");
    }
  }
  void Get(std::string& text) {
    const std::string_view word = Next();
    if (word.size() < 2 || word.front() != '"') return Fail("expected a text in quotes");
    for (size_t i = 1; i + 1 < word.size(); ++i) {
      if (word[i] != '\\') {
        text += word[i];
      } else if (word[++i] != 'x') {
        text += word[i];
      } else {
        unsigned byte = 0;
        const std::string_view digits = word.substr(i + 1, std::min<size_t>(2, word.size() - i - 2));
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
        if (error != std::errc() || digits.size() < 2 || end != digits.data() + 2) return Fail("\\x needs two digits");
        text += static_cast<char>(byte);
        i += 2;
      }
    }
  }
  template <class T>
  void Get(std::vector<T>& items) {
    for (Expect("["); Goes() && Peek() != "]";) Get(items.emplace_back());
    Expect("]");
  }
  void Get(std::vector<Insn>& code) {
    for (Expect("["); Goes() && Peek() != "]";) Instruction(code.emplace_back());
    Expect("]");
  }
  template <class T, size_t N>
  void Get(std::array<T, N>& items) {
    Expect("[");
    for (auto& item : items) {
      if (Goes()) Get(item);
    }
    Expect("]");
  }
  template <size_t N>
  void Get(std::bitset<N>& bits) {
    for (Expect("["); Goes() && Peek() != "]";) {
      const auto bit = Integer<uint16_t>(Next());
      if (bit < N) bits.set(bit);
      else Fail("there is no kind " + std::to_string(bit));
    }
    Expect("]");
  }

  // --- code ---
  void Instruction(Insn& insn) {
    std::string_view word = Next();
    if (!word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos) word = Next();  // its number
    int op = 0;
    while (op < OpCount() && word != Info(static_cast<Op>(op)).text) ++op;
    if (op == OpCount()) return Fail("there is no instruction \"" + std::string(word.substr(0, 40)) + "\"");
    insn.op = static_cast<Op>(op);
    int64_t values[3] = {};
    for (int i = 0; i < 3 && Goes(); ++i) {
      if (Info(insn.op).operands[i] != '-') values[i] = Operand(Info(insn.op).operands[i]);
    }
    for (std::string_view more = Peek(); more.size() > 2 && more[1] == '=' && Goes(); more = Peek()) {
      if (more[0] < 'a' || more[0] > 'c') return Fail("operands are a, b and c");
      values[more[0] - 'a'] = Integer<int32_t>(Next().substr(2));
    }
    insn.a = Fit<uint8_t>(values[0]);
    insn.b = Fit<int16_t>(values[1]);
    insn.c = Fit<int32_t>(values[2]);
  }
  template <class T>
  T Fit(int64_t value) {
    if (value < std::numeric_limits<T>::min() || value > std::numeric_limits<T>::max()) Fail("an operand is too large");
    return static_cast<T>(value);
  }

  int64_t Operand(char letter) {
    if (OperandNames::IsNamed(letter)) return Named(letter);
    switch (letter) {
      case 's':
        return Behind("s");
      case 'j':
        return Behind("@");
      case 'R':
        Expect("routine");
        break;
      case 'Q':
        Expect("choice");
        break;
      case 'c':
        Expect("column");
        break;
      case 't':
        Expect("table");
        break;
      default:
        break;
    }
    return Integer<int32_t>(Next());
  }
  int64_t Behind(std::string_view mark) {
    const std::string_view word = Next();
    if (!word.starts_with(mark)) Fail("expected \"" + std::string(mark) + "\" and a number");
    return Integer<int32_t>(word.substr(std::min(mark.size(), word.size())));
  }
  int64_t Named(char letter) {
    std::string name(Next());
    if (name == "{") {
      for (std::string_view word = Next(); Goes() && word != "}"; word = Next()) {
        if (word.empty()) Fail("a brace is missing");
        name += (name.size() > 1 ? " " : "") + std::string(word);
      }
      name += "}";
    }
    // "#3" is part of a word, and stands by itself behind a quote or brace.
    if (const size_t hash = name.find('#'); hash != std::string::npos && name.front() != '"' && name.front() != '{') {
      return Integer<int32_t>(std::string_view(name).substr(hash + 1));
    }
    if (at_ < text_.size() && text_[at_] == '#') return Integer<int32_t>(Next().substr(1));
    const auto id = names_.Find(letter, name);
    if (!id) Fail("there is no " + name + " here");
    return id.value_or(0);
  }

  std::string_view text_;
  OperandNames names_;
  size_t at_ = 0;
  int line_ = 1;
  size_t table_ = 0;
  int inside_ = 0;
  std::string fault_;
};

}  // namespace

std::optional<Program> Assemble(std::string_view text, std::string* why) {
  Program program;
  TextReader reader(text, program);
  program.Fields(reader);
  reader.ExpectEnd();
  if (reader.fault().empty()) return program;
  if (why != nullptr) *why = reader.fault();
  return std::nullopt;
}

}  // namespace reeve
