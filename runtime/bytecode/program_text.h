// What the disassembler and the assembler agree on: the names of a program's tables, and how an operand is written.
//
// An operand that is an index is written as the name of what it means. If an earlier entry of that table has the same
// name, "#" and the index follow.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/bytecode/program.h"

namespace reeve {

// In the order of Program::Fields.
inline constexpr const char* kTableNames[] = {
    "strings",
    "rules",
    "kinds",
    "kind_sets",
    "tiles_are_pieces",
    "tiles",
    "tilesets",
    "zones",
    "places",
    "cards",
    "states",
    "rounds",
    "steps",
    "first_turn_step",
    "last_turn_step",
    "first_final_step",
    "last_final_step",
    "rules_table",
    "forbids",
    "pass_forbids",
    "nevers",
    "choices",
    "groups",
    "rankings",
    "listeners",
    "clearings",
    "holdings",
    "columns",
    "tables",
    "routines",
    "lines",
    "code",
    "shared_label",
    "reads_hand",
    "asks_order",
};

std::string QuotedText(std::string_view text);  // with escapes, so that it stays on its line

class OperandNames {
 public:
  explicit OperandNames(const Program& program) : p_(program) {}

  // Operands by the letter of opcodes.def. The text is a word, a text in quotes, or words in braces, perhaps with "#3".
  std::string Write(char letter, Id id);
  // The index of what is called so; nothing if there is none, or if the letter is not one of names.
  std::optional<Id> Find(char letter, const std::string& name);
  static bool IsNamed(char letter) { return std::string_view("vZPGSKEFLrpgk").find(letter) != std::string_view::npos; }

 private:
  std::map<std::string, Id>& Names(char letter);
  std::string NameOf(char letter, Id id) const;
  size_t SizeOf(char letter) const;

  const Program& p_;
  std::map<char, std::map<std::string, Id>> names_;  // the first of each name
};

}  // namespace reeve
