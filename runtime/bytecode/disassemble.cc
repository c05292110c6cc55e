#include "runtime/bytecode/disassemble.h"

namespace reeve {
namespace {

std::string OperandText(const Program& p, char letter, int64_t value) {
  const Id id = static_cast<Id>(value);
  const auto quoted = [](const std::string& text) { return "\"" + text + "\""; };
  switch (letter) {
    case 's': return "s" + std::to_string(value);
    case 'k': {
      if (value == kAnyKind) return "any";
      if (value == kCells) return "cells";
      if (value == kSpaces) return "spaces";
      std::string text = "{";
      for (size_t k = 0; k < p.kinds.size(); ++k) {
        if (p.kind_sets[static_cast<size_t>(id)][k]) text += (text.size() > 1 ? " " : "") + p.KindName(static_cast<Id>(k));
      }
      return text + "}";
    }
    case 'r': return Info(static_cast<RelationId>(value)).id;
    case 'p': return Info(static_cast<PropertyId>(value)).id;
    case 'g': return Info(static_cast<GlobalId>(value)).word;
    case 'v': return p.Text(p.states[static_cast<size_t>(id)].name);
    case 'L': return quoted(p.Text(id));
    case 'Z': return p.RuleName(id);
    case 'P': return p.Text(p.zones[static_cast<size_t>(id)].name);
    case 'G': return p.Text(p.groups[static_cast<size_t>(id)].name);
    case 'S': return p.Text(p.steps[static_cast<size_t>(id)].name);
    case 'K': return p.KindName(id);
    case 'E': return p.Text(p.rankings[static_cast<size_t>(id)].name);
    case 'F': return quoted(p.Text(p.forbids[static_cast<size_t>(id)].reason));
    case 'j': return "@" + std::to_string(value);
    case 'R': return "routine " + std::to_string(value);
    case 'Q': return "choice " + std::to_string(value);
    case 'c': return "column " + std::to_string(value);
    case 't': return "table " + std::to_string(value);
    default: return std::to_string(value);
  }
}

std::string InsnText(const Program& p, const Insn& insn) {
  const OpInfo& op = Info(insn.op);
  std::string text = op.text;
  text.resize(std::max<size_t>(text.size(), 14), ' ');
  const int64_t values[3] = {insn.a, insn.b, insn.c};
  for (int i = 0; i < 3; ++i) {
    if (op.operands[i] != '-') text += " " + OperandText(p, op.operands[i], values[i]);
  }
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

}  // namespace

std::string Disassemble(const Program& p) {
  std::string text = "program " + p.rules + "\n";
  const char* column_kinds[] = {"segments", "tiles", "open ends", "edges", "markers", "figures", "votes"};
  for (size_t c = 0; c < p.columns.size(); ++c) {
    const ColumnInfo& column = p.columns[c];
    text += "column " + std::to_string(c) + ": " + column_kinds[static_cast<int>(column.kind)];
    if (column.kinds >= 0) text += " " + OperandText(p, 'k', column.kinds);
    if (column.player >= 0) text += " of player " + std::to_string(column.player);
    text += "\n";
  }
  const char* results[] = {"value", "set", "nothing"};
  size_t line = 0;
  for (size_t r = 0; r < p.routines.size(); ++r) {
    const RoutineInfo& routine = p.routines[r];
    text += "\nroutine " + std::to_string(r) + " \"" + p.Text(routine.name) + "\": " + std::to_string(routine.slots) + " slots, gives " +
            results[static_cast<int>(routine.result)] + (routine.head ? ", head" : "") + "\n";
    for (int32_t at = routine.begin; at < routine.end; ++at) {
      std::string number = std::to_string(at);
      number.insert(0, number.size() < 5 ? 5 - number.size() : 0, ' ');
      std::string row = number + "  " + InsnText(p, p.code[static_cast<size_t>(at)]);
      while (line < p.lines.size() && p.lines[line].at < at) ++line;
      if (line < p.lines.size() && p.lines[line].at == at && p.lines[line].origin.file != kNoId) {
        row.resize(std::max<size_t>(row.size() + 2, 60), ' ');
        row += "; " + p.Text(p.lines[line].origin.file) + ":" + std::to_string(p.lines[line].origin.line);
      }
      text += row + "\n";
    }
  }
  return text;
}

}  // namespace reeve
