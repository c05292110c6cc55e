// The names that compiled rules know, and what is said of one that they do not: for scenarios and for recorded games.
#pragma once

#include <string>
#include <vector>

#include "runtime/bytecode/program.h"
#include "runtime/io/pattern.h"

namespace reeve {

using Words = std::vector<std::string>;

Words Join(Words words, const Words& more);

struct KnownWords {
  KnownWords() = default;
  explicit KnownWords(const Program& program);

  // Everything that an offer or an answer can bind.
  Words Things(const Words& players) const { return Join(Join(Join(kinds, tiles), Join(places, zones)), players); }

  Words tiles, steps, zones, places, choices, kinds, figures, markers, rules, offers;
};

// The cards or tokens that are drawn from a zone; empty for one of places.
Words CardsIn(const Program& program, Id zone);

// "There are: red, blue.", or nothing where that would be long.
std::string ThereAre(const Words& known);
// "there is no tile \"RCR\". Did you mean \"RCr\"?"
std::string NoSuch(const std::string& what, const std::string& word, const Words& known);

// " N S", " II", or nothing.
std::string SidesText(const Sides& sides);

// Why a tile, so turned (in degrees), has no such segment; empty if it has. `words` are the author's: "road N". `one`:
// it has to have it once.
std::string WhyNoSegment(const Program& program, const TileInfo& tile, int turned, Id kind, const Sides& sides,
                         const std::string& words, bool one);

}  // namespace reeve
