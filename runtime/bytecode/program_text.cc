#include "runtime/bytecode/program_text.h"

namespace reeve {

std::string QuotedText(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') out += {'\\', c};
    else if (byte < 0x20 || byte == 0x7f) out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    else out += c;
  }
  return out + "\"";
}

size_t OperandNames::SizeOf(char letter) const {
  switch (letter) {
    case 'v':
      return p_.states.size();
    case 'Z':
      return p_.rules_table.size();
    case 'P':
      return p_.zones.size();
    case 'G':
      return p_.groups.size();
    case 'S':
      return p_.steps.size();
    case 'K':
      return p_.kinds.size();
    case 'E':
      return p_.rankings.size();
    case 'F':
      return p_.forbids.size();
    case 'L':
      return p_.strings.size();
    case 'k':
      return p_.kind_sets.size();
    case 'r':
      return static_cast<size_t>(RelationCount());
    case 'p':
      return static_cast<size_t>(PropertyCount());
    default:
      return static_cast<size_t>(GlobalCount());
  }
}

std::string OperandNames::NameOf(char letter, Id id) const {
  const auto at = static_cast<size_t>(id);
  const auto word = [](const std::string& name) {
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
    return !name.empty() && name.find_first_not_of(kPlain) == std::string::npos ? name : QuotedText(name);
  };
  switch (letter) {
    case 'v':
      return word(p_.Text(p_.states[at].name));
    case 'Z':
      return word(p_.RuleName(id));
    case 'P':
      return word(p_.Text(p_.zones[at].name));
    case 'G':
      return word(p_.Text(p_.groups[at].name));
    case 'S':
      return word(p_.Text(p_.steps[at].name));
    case 'K':
      return word(p_.KindName(id));
    case 'E':
      return word(p_.Text(p_.rankings[at].name));
    case 'F':
      return QuotedText(p_.Text(p_.forbids[at].reason));
    case 'L':
      return QuotedText(p_.Text(id));
    case 'r':
      return Info(static_cast<RelationId>(id)).id;
    case 'p':
      return Info(static_cast<PropertyId>(id)).id;
    case 'g':
      return Info(static_cast<GlobalId>(id)).word;
    default:
      break;
  }
  std::string text = "{";
  for (size_t k = 0; k < p_.kinds.size(); ++k) {
    if (p_.kind_sets[at][k]) text += (text.size() > 1 ? " " : "") + word(p_.KindName(static_cast<Id>(k)));
  }
  return text + "}";
}

std::map<std::string, Id>& OperandNames::Names(char letter) {
  auto& names = names_[letter];
  if (names.empty()) {
    for (size_t i = 0; i < SizeOf(letter); ++i) names.emplace(NameOf(letter, static_cast<Id>(i)), static_cast<Id>(i));
  }
  return names;
}

std::string OperandNames::Write(char letter, Id id) {
  if (letter == 'k' && id == kAnyKind) return "any";
  if (letter == 'k' && id == kCells) return "cells";
  if (letter == 'k' && id == kSpaces) return "spaces";
  const std::string name = NameOf(letter, id);
  return Names(letter).at(name) == id ? name : name + "#" + std::to_string(id);
}

std::optional<Id> OperandNames::Find(char letter, const std::string& name) {
  if (letter == 'k' && name == "any") return kAnyKind;
  if (letter == 'k' && name == "cells") return kCells;
  if (letter == 'k' && name == "spaces") return kSpaces;
  const auto& names = Names(letter);
  const auto at = names.find(name);
  if (at == names.end()) return std::nullopt;
  return at->second;
}

}  // namespace reeve
