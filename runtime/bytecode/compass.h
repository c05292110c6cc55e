// Where a marker points: the words that its attribute `heading` may have, clockwise from the north.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace reeve {

inline constexpr std::string_view kHeading = "heading";
inline constexpr std::array<std::string_view, 8> kCompass = {"north", "north_east", "east", "south_east",
                                                             "south", "south_west", "west", "north_west"};

// The point of a word, or -1.
inline int CompassPoint(std::string_view word) {
  const auto at = std::ranges::find(kCompass, word);
  return at == kCompass.end() ? -1 : static_cast<int>(at - kCompass.begin());
}

}  // namespace reeve
