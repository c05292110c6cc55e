// Whether the words of one of our own recorded games are those of the rules that it is played under: looked at before
// it is played, as scenario_check.h does for scenarios.
#pragma once

#include <string>

#include "runtime/bytecode/program.h"
#include "runtime/io/record.h"

namespace reeve {

// "move 3 places": where a move stands in its record.
std::string PlaceOf(const Record& record, const RecordMove& move);

// What is wrong, with its place, a line each; empty if nothing is.
std::string WrongWord(const Record& record, const Program& program);
// Likewise for the rules that awards name.
std::string WrongAward(const Record& record, const Program& program);

}  // namespace reeve
