// The rows of the table: what is measured, of Reeve and, where there is one, of the floor.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>

namespace reeve::bench {

// Runs its loop and tells the figure with Items() or Bytes().
using Work = std::function<void(benchmark::State&)>;

// `unit`: "games/s", or the time of one item: "ns", "us", "ms"; or "bytes".
void Row(const std::string& name, const std::string& unit, Work reeve, Work floor = nullptr);
// The floor of a row is what another row came to.
void FloorIs(const std::string& name, const std::string& other);

// So many items were done in all rounds of the loop.
void Items(benchmark::State& state, int64_t items, const std::string& unit);
void Figure(benchmark::State& state, double value);

void GameRows();
void ValueRows();
void ModifierRows();
void BoardRows();
void SplitRows();
void ProgramRows();

}  // namespace reeve::bench
