#include "tools/move_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace reeve {
namespace {

using Words = std::vector<std::string>;

// Of a tile that does not lie like this: how it could.
std::string OtherTurns(const Meaning& meaning, const std::vector<Option>& options, ThingPattern fit) {
  Words turns;
  for (fit.turn = 0; fit.turn < 4; ++fit.turn) {
    if (meaning.Find(options, {fit}, true, {}).index >= 0) turns.push_back(std::to_string(90 * fit.turn));
  }
  return turns.empty() ? ", whichever way it is turned"
                       : fmt::format("; they do if it is turned {}", fmt::join(turns, " or "));
}

std::string SquareText(Value square) {
  return fmt::format(" at {} {}", SquareX(square), SquareY(square));
}

// "blue rider W E at 1 0": as it can be written.
std::string FigureText(const Game& game, const Words& players, int32_t id) {
  const Board& board = game.board();
  const Figure& figure = board.figure(id);
  std::string text = figure.owner >= 0 ? players[static_cast<size_t>(figure.owner)] + " " : "";
  text += game.program().KindName(figure.kind);
  const int32_t segment = board.SegmentAt(figure.spot), cell = board.CellOf(figure.spot);
  if (segment != kNone) {
    const std::string& kind = game.program().KindName(board.SegmentKind(segment));
    text += game.Describe(Class::kSegment, segment).substr(kind.size());
  } else if (cell != kNone) {
    text += SquareText(board.SquareOf(cell));
  }
  return text;
}

std::string MarkerText(const Game& game, int32_t id) {
  const Board& board = game.board();
  const Marker& marker = board.marker(id);
  std::string text = game.program().KindName(marker.kind);
  if (!game.program().kind(marker.kind).attributes.empty()) text += fmt::format(" {}", marker.attributes[0]);
  const int32_t cell = board.CellOf(marker.spot);
  return cell == kNone ? text : text + SquareText(board.SquareOf(cell));
}

std::string ThingText(const Game& game, const Words& players, Class cls, Value thing) {
  if (thing < 0) return "nothing";
  if (cls == Class::kFigure) return FigureText(game, players, static_cast<int32_t>(thing));
  if (cls == Class::kMarker) return MarkerText(game, static_cast<int32_t>(thing));
  if (cls == Class::kPlayer) return players[static_cast<size_t>(thing)];
  return game.Describe(cls, thing);
}

// What an option binds, in words, behind the offer that it is of.
Words OptionWords(const Game& game, const Words& players, const Option& option) {
  if (option.kind != Option::Kind::kOffer) {
    const Id choice = game.question().choice;
    const Class cls = choice == kNoId ? Class::kFeature : game.program().choices[static_cast<size_t>(choice)].cls;
    return {cls == Class::kText ? game.Describe(option) : ThingText(game, players, cls, option.bound[0])};
  }
  Words words{game.program().RuleName(option.offer)};
  const auto& classes = game.Bindings(option.offer);
  for (size_t i = 0; i < option.count && i < classes.size(); ++i)
    words.push_back(ThingText(game, players, classes[i], option.bound[i]));
  return words;
}

// Leaves out of the words for several things what they have in common: all of them, or where they lie.
void LeaveOutCommon(std::vector<Words>& options) {
  for (size_t column = options[0].size(); column-- > 0;) {
    const auto at = [&](const std::string& word) { return std::min(word.rfind(" at "), word.size()); };
    const std::string first = options[0][column];
    const bool same =
        std::all_of(options.begin(), options.end(), [&](const Words& words) { return words[column] == first; });
    const std::string place = first.substr(at(first));
    const bool one_place = std::all_of(options.begin(), options.end(), [&](const Words& words) {
      return words[column].substr(at(words[column])) == place;
    });
    for (Words& words : options) {
      if (same) words.erase(words.begin() + static_cast<std::ptrdiff_t>(column));
      else if (one_place) words[column].resize(at(words[column]));
    }
  }
}

}  // namespace

std::string WhyNoFit(const Game& game, const std::vector<std::string>& players, const std::vector<Option>& options,
                     const ThingPattern& fit, const std::string& reason) {
  const auto filled = [&](int x, int y) { return game.board().Filled(PackSquare(x, y)); };
  if (filled(fit.x, fit.y)) return fmt::format("a tile lies at {} {}", fit.x, fit.y);
  bool beside = false;
  for (int side = 0; side < kSides; ++side) beside |= filled(fit.x + kSideX[side], fit.y + kSideY[side]);
  if (!beside) return fmt::format("no tile lies beside {} {}", fit.x, fit.y);
  return reason + OtherTurns(Meaning(game, players), options, fit);
}

std::string WhyAmbiguous(const Game& game, const std::vector<std::string>& players, const std::vector<Option>& options,
                         const std::vector<int>& alike) {
  constexpr size_t kMost = 4;
  if (alike.size() < 2) return "";
  std::vector<Words> all;
  for (const int index : alike) {
    Words words = OptionWords(game, players, options[static_cast<size_t>(index)]);
    if (std::find(all.begin(), all.end(), words) == all.end()) all.push_back(std::move(words));
  }
  if (all.size() < 2) return "";
  const auto same_size = [&](const Words& words) { return words.size() == all[0].size(); };
  if (std::all_of(all.begin(), all.end(), same_size)) LeaveOutCommon(all);
  Words texts;
  for (const Words& words : all) {
    if (texts.size() == kMost) break;
    texts.push_back(fmt::format("{}", fmt::join(words, " with ")));
  }
  return fmt::format("this could mean several things. Say which: {}{}", fmt::join(texts, ", "),
                     all.size() > kMost ? ", ..." : "");
}

}  // namespace reeve
