#include "tools/known_words.h"

#include <fmt/format.h>

#include "compiler/diagnostics/diagnostic.h"
#include "runtime/graph/shapes.h"
#include "runtime/io/json_text.h"

namespace reeve {
namespace {

bool IsLike(const Program& program, Id kind, Id other) {
  while (kind != other && kind != kNoId) kind = program.kind(kind).like;
  return kind == other;
}

}  // namespace

Words Join(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string SidesText(const Sides& sides) {
  std::string text;
  for (int port = 0; port < kPorts; ++port) {
    if ((sides.ports >> port & 1) != 0) text += fmt::format(" {}", PortName(port));
  }
  if (sides.inner > 0) text += " " + std::string(static_cast<size_t>(sides.inner), 'I');
  return text;
}

KnownWords::KnownWords(const Program& program) {
  for (const TileInfo& tile : program.tiles) tiles.push_back(program.Text(tile.name));
  for (const StepInfo& step : program.steps) steps.push_back(program.Text(step.name));
  for (const ZoneInfo& zone : program.zones) zones.push_back(program.Text(zone.name));
  for (const PlaceInfo& place : program.places) places.push_back(program.Text(place.name));
  for (const ChoiceInfo& choice : program.choices) choices.push_back(program.Text(choice.bound));
  for (size_t k = 0; k < program.kinds.size(); ++k) {
    const std::string& name = program.KindName(static_cast<Id>(k));
    kinds.push_back(name);
    if (program.kinds[k].cls == Class::kFigure) figures.push_back(name);
    if (program.kinds[k].cls == Class::kMarker) markers.push_back(name);
  }
  for (const RuleInfo& rule : program.rules_table) {
    rules.push_back(program.Text(rule.name));
    if (rule.kind == RuleKind::kOffer) offers.push_back(rules.back());
  }
}

Words CardsIn(const Program& program, Id zone) {
  const ZoneInfo& info = program.zones[static_cast<size_t>(zone)];
  Words cards;
  if (info.kind == ZoneKind::kPlaces) return cards;
  for (const Id card : info.entries) cards.push_back(program.KindName(program.cards[static_cast<size_t>(card)].kind));
  return cards;
}

std::string ThereAre(const Words& known) {
  constexpr size_t kMost = 8;
  return known.empty() || known.size() > kMost ? "" : fmt::format("There are: {}.", fmt::join(known, ", "));
}

std::string NoSuch(const std::string& what, const std::string& word, const Words& known) {
  return About(Code::kE53, {}, fmt::format("there is no {} {}.", what, Quoted(word)), {word, known, ThereAre(known)})
      .text;
}

std::string WhyNoSegment(const Program& program, const TileInfo& tile, int turned, Id kind, const Sides& sides,
                         const std::string& words, bool one) {
  Words there, all;           // of that kind, with their sides, and of any
  int exactly = 0, like = 0;  // that are meant; a kind that is like another goes by both names
  for (const SegmentInfo& segment : tile.segments) {
    const uint16_t ports = TurnedPorts(segment.ports, turned / 90);
    all.push_back(program.KindName(segment.kind) + SidesText({ports, segment.inner}));
    if (!IsLike(program, segment.kind, kind)) continue;
    there.push_back(all.back());
    if ((ports & sides.ports) != sides.ports) continue;
    if (sides.inner > 0 && (ports != 0 || (segment.inner > 0 && segment.inner != sides.inner))) continue;
    (segment.kind == kind ? exactly : like) += 1;
  }
  const int meant = exactly > 0 ? exactly : like;
  if (meant == 1 || (meant > 1 && !one)) return "";
  const std::string has =
      fmt::format("{}{} has", program.Text(tile.name), turned == 0 ? "" : fmt::format(" turned {}", turned));
  if (meant > 1) return fmt::format("{} several. Say which by its sides: {}.", has, fmt::join(there, ", "));
  if (!there.empty()) return fmt::format("{} no \"{}\". It has: {}.", has, words, fmt::join(there, ", "));
  return fmt::format("{} no {}. It has: {}.", has, program.KindName(kind), fmt::join(all, ", "));
}

}  // namespace reeve
