#include "runtime/bytecode/disassemble.h"

#include <type_traits>

#include "runtime/bytecode/program_text.h"

namespace reeve {
namespace {

// Writes every table by the list of its fields, like the archives of archive.h; only the code has words of its own.
class TextWriter {
 public:
  explicit TextWriter(const Program& program) : p_(program), names_(program) {}

  template <class... T>
  void operator()(T&... fields) {
    if (inside_ > 0) (Inner(fields), ...);
    else (Table(fields), ...);
  }
  const std::string& text() const { return text_; }

 private:
  template <class T>
  void Inner(T& value) {
    if (text_.back() != '{' && text_.back() != '[') text_ += ' ';
    Put(value);
  }

  template <class T>
  void Table(T& value) {
    text_ += kTableNames[table_++];
    text_ += ' ';
    ++inside_;
    Put(value);
    --inside_;
    text_ += '\n';
  }
  // A list of the program has a line for each of its entries.
  template <class T>
  void Table(std::vector<T>& items) {
    text_ += kTableNames[table_++];
    text_ += " [\n";
    ++inside_;
    for (size_t i = 0; i < items.size(); ++i) {
      text_ += "  ";
      Put(items[i]);
      text_ += "  ; " + std::to_string(i) + Remark(items[i]) + "\n";
    }
    --inside_;
    text_ += "]\n";
  }
  void Table(std::vector<Insn>&) {
    text_ += kTableNames[table_++];
    text_ += " [\n";
    Code();
    text_ += "]\n";
  }

  template <class T>
  std::string Remark(const T& item) const {
    if constexpr (std::is_same_v<T, ColumnInfo>) {
      static constexpr const char* kCounts[] = {"segments", "tiles",   "open ends", "edges",
                                                "markers",  "figures", "votes"};
      return std::string(" ") + kCounts[static_cast<int>(item.kind)];
    } else if constexpr (requires { item.name; }) {
      const std::string quoted = QuotedText(p_.Text(item.name));
      return " " + quoted.substr(1, quoted.size() - 2);
    } else {
      return "";
    }
  }

  template <class T>
  void Put(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      text_ += value ? "yes" : "no";
    } else if constexpr (std::is_enum_v<T>) {
      text_ += std::to_string(static_cast<int>(value));
    } else if constexpr (std::is_integral_v<T>) {
      text_ += std::to_string(value);
    } else {
      text_ += '{';
      value.Fields(*this);
      text_ += '}';
    }
  }
  void Put(std::string& text) { text_ += QuotedText(text); }
  template <class T>
  void Put(std::vector<T>& items) {
    text_ += '[';
    for (auto& item : items) Inner(item);
    text_ += ']';
  }
  template <class T, size_t N>
  void Put(std::array<T, N>& items) {
    text_ += '[';
    for (auto& item : items) Inner(item);
    text_ += ']';
  }
  template <size_t N>
  void Put(std::bitset<N>& bits) {
    text_ += '[';
    for (size_t i = 0; i < N; ++i) {
      if (bits[i]) Inner(i);
    }
    text_ += ']';
  }

  // --- code ---
  void Code() {
    std::multimap<int32_t, size_t> begins;
    for (size_t r = 0; r < p_.routines.size(); ++r) begins.emplace(p_.routines[r].begin, r);
    size_t line = 0;
    for (int32_t at = 0; at < static_cast<int32_t>(p_.code.size()); ++at) {
      for (auto [routine, end] = begins.equal_range(at); routine != end; ++routine) Heading(routine->second);
      std::string number = std::to_string(at);
      number.insert(0, number.size() < 5 ? 5 - number.size() : 0, ' ');
      std::string row = number + "  " + Instruction(p_.code[static_cast<size_t>(at)]);
      while (line < p_.lines.size() && p_.lines[line].at < at) ++line;
      if (line < p_.lines.size() && p_.lines[line].at == at && p_.lines[line].origin.file != kNoId) {
        const std::string file = QuotedText(p_.Text(p_.lines[line].origin.file));
        row.resize(std::max<size_t>(row.size() + 2, 60), ' ');
        row += "; " + file.substr(1, file.size() - 2) + ":" + std::to_string(p_.lines[line].origin.line);
      }
      text_ += row + "\n";
    }
  }

  void Heading(size_t r) {
    static constexpr const char* kResults[] = {"value", "set", "nothing"};
    const RoutineInfo& routine = p_.routines[r];
    text_ += "\nroutine " + std::to_string(r) + " " + QuotedText(p_.Text(routine.name)) + ": " +
             std::to_string(routine.slots) + " slots, gives " + kResults[static_cast<int>(routine.result)] +
             (routine.head ? ", head" : "") + "\n";
  }

  std::string Instruction(const Insn& insn) {
    const OpInfo& op = Info(insn.op);
    std::string text = op.text;
    text.resize(std::max<size_t>(text.size(), 14), ' ');
    const int64_t values[3] = {insn.a, insn.b, insn.c};
    for (int i = 0; i < 3; ++i) {
      if (op.operands[i] != '-') text += " " + Operand(op.operands[i], values[i]);
    }
    for (int i = 0; i < 3; ++i) {
      if (op.operands[i] == '-' && values[i] != 0)
        text += std::string(" ") + "abc"[i] + "=" + std::to_string(values[i]);
    }
    while (text.back() == ' ') text.pop_back();
    return text;
  }

  std::string Operand(char letter, int64_t value) {
    if (OperandNames::IsNamed(letter)) return names_.Write(letter, static_cast<Id>(value));
    switch (letter) {
      case 's':
        return "s" + std::to_string(value);
      case 'j':
        return "@" + std::to_string(value);
      case 'R':
        return "routine " + std::to_string(value);
      case 'Q':
        return "choice " + std::to_string(value);
      case 'c':
        return "column " + std::to_string(value);
      case 't':
        return "table " + std::to_string(value);
      default:
        return std::to_string(value);
    }
  }

  const Program& p_;
  OperandNames names_;
  std::string text_;
  size_t table_ = 0;
  int inside_ = 0;
};

}  // namespace

std::string Disassemble(const Program& program) {
  TextWriter writer(program);
  const_cast<Program&>(program).Fields(writer);  // Fields is one list for writing and reading; a writer changes nothing
  return writer.text();
}

}  // namespace reeve
