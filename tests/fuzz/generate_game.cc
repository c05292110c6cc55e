#include "tests/fuzz/generate_game.h"

#include <algorithm>
#include <set>

namespace reeve::fuzz {
namespace {

// A ruleset's options with settings by lot, as they stand behind its name.
std::string Settings(const ast::File& file, Choices& choices) {
  std::string text;
  for (const ast::Item& item : file.items) {
    if (item.kind != ast::Item::Kind::kOption || item.values.empty() || !choices.Chance(100)) continue;
    const ast::Alternative& value = choices.Of(item.values);
    text += (text.empty() ? " (" : ", ") + item.name.text + " ";
    if (const auto* word = std::get_if<ast::Name>(&value)) text += word->text;
    else text += std::to_string(std::get<ast::Integer>(value).value);
  }
  return text.empty() ? "" : text + ")";
}

}  // namespace

std::string GenerateSelection(Library& library, Choices& choices) {
  std::vector<std::string> names;
  for (const auto& [name, path] : library.rulesets()) {
    if (name != "base" && name.find('.') == std::string::npos) names.push_back(name);
  }
  std::vector<std::string> chosen{"base"};
  const uint32_t more = choices.Below(4);
  for (uint32_t i = 0; i < more && !names.empty(); ++i) {
    const std::string& name = choices.Of(names);
    if (std::find(chosen.begin(), chosen.end(), name) == chosen.end()) chosen.push_back(name);
  }
  std::string selection;
  for (const std::string& name : chosen) {
    Sink nothing;
    const ast::File* file = library.Load(name, nothing);
    selection += (selection.empty() ? "" : ", ") + name;
    if (file != nullptr) selection += Settings(*file, choices);
  }
  return selection;
}

Setup GenerateSetup(const Program& program, Choices& choices) {
  Setup setup;
  setup.players = 1 + static_cast<int>(choices.Below(5));
  setup.first_player = static_cast<int>(choices.Below(static_cast<uint32_t>(setup.players)));
  setup.every_menu = choices.Chance(30);
  setup.every_choice = choices.Chance(30);
  if (program.tiles.empty() || !choices.Chance(90)) return setup;
  setup.own_board = true;
  std::set<std::pair<int, int>> filled;
  const uint32_t tiles = 1 + choices.Below(12);
  for (uint32_t i = 0; i < tiles; ++i) {
    const Id tile = static_cast<Id>((choices.Below(256) * 256 + choices.Below(256)) % program.tiles.size());
    int x = 0, y = 0;
    if (!setup.board.empty()) {
      const Setup::Tile& beside = choices.Of(setup.board);
      const uint32_t side = choices.Below(4);
      x = beside.x + (side == 1) - (side == 3);
      y = beside.y + (side == 2) - (side == 0);
    }
    if (filled.insert({x, y}).second) setup.board.push_back({tile, x, y, static_cast<int>(choices.Below(4))});
  }
  return setup;
}

}  // namespace reeve::fuzz
