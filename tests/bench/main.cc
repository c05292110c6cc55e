// Measures everything in one run, prints the table of ratios last and writes it as summary.json beside the
// program.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "tests/bench/rows.h"

namespace reeve::bench {
namespace {

constexpr const char* kFigure = "figure";

struct RowInfo {
  std::string name, unit, floor_row;
};

std::vector<RowInfo>& Rows() {
  static std::vector<RowInfo> rows;
  return rows;
}

bool IsRate(const std::string& unit) {
  return unit.ends_with("/s");
}

// Keeps the figures of all repetitions; prints their medians only.
class Collector : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    std::vector<Run> shown;
    for (const Run& run : runs) {
      if (run.error_occurred || run.repetitions == 1 || run.aggregate_name == "median") shown.push_back(run);
      const auto at = run.counters.find(kFigure);
      if (run.run_type != Run::RT_Iteration || at == run.counters.end()) continue;
      figures_[run.run_name.function_name].push_back(at->second.value);
    }
    ConsoleReporter::ReportRuns(shown);
  }
  std::optional<double> Median(const std::string& name) const {
    const auto at = figures_.find(name);
    if (at == figures_.end()) return std::nullopt;
    std::vector<double> all = at->second;
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
  }

 private:
  std::map<std::string, std::vector<double>> figures_;
};

double InUnit(double figure, const std::string& unit) {
  if (unit == "ns") return figure * 1e9;
  if (unit == "us") return figure * 1e6;
  if (unit == "ms") return figure * 1e3;
  return figure;
}

void Summarize(const Collector& collector, const std::filesystem::path& path) {
  nlohmann::ordered_json summary = nlohmann::ordered_json::object();
  fmt::print("\n{:<28} {:>14} {:>14} {:>7}  {}\n", "", "Reeve", "floor", "ratio", "unit");
  for (const RowInfo& row : Rows()) {
    const auto value = collector.Median(row.name + "/reeve");
    if (!value) continue;
    const auto floor = collector.Median(row.floor_row.empty() ? row.name + "/floor" : row.floor_row + "/reeve");
    const double mine = InUnit(*value, row.unit);
    auto& entry = summary[row.name];
    entry["value"] = mine;
    entry["floor"] = nullptr;
    entry["ratio"] = nullptr;
    entry["unit"] = row.unit;
    std::string theirs, ratio;
    if (floor) {
      const double base = InUnit(*floor, row.unit);
      const double times = IsRate(row.unit) ? base / mine : mine / base;
      entry["floor"] = base;
      entry["ratio"] = times;
      theirs = fmt::format("{:.1f}", base);
      ratio = fmt::format("{:.2f}", times);
    }
    fmt::print("{:<28} {:>14.1f} {:>14} {:>7}  {}\n", row.name, mine, theirs, ratio, row.unit);
  }
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << summary.dump(2) << "\n";
  fmt::print("\nratio: how many times the floor's time (or memory); written to {}\n", path.string());
}

}  // namespace

void Row(const std::string& name, const std::string& unit, Work reeve, Work floor) {
  Rows().push_back({name, unit, ""});
  const auto add = [&](const std::string& of, Work work) {
    auto* made = benchmark::RegisterBenchmark((name + of).c_str(), [work](benchmark::State& state) { work(state); });
    made->Unit(benchmark::kMicrosecond);
    if (unit == "bytes") made->Iterations(1);
    else made->MinTime(IsRate(unit) ? 0.5 : 0.2)->Repetitions(3);
  };
  add("/reeve", std::move(reeve));
  if (floor) add("/floor", std::move(floor));
}

void FloorIs(const std::string& name, const std::string& other) {
  for (RowInfo& row : Rows()) {
    if (row.name == name) row.floor_row = other;
  }
}

void Items(benchmark::State& state, int64_t items, const std::string& unit) {
  using benchmark::Counter;
  const auto flags = IsRate(unit) ? Counter::kIsRate : static_cast<Counter::Flags>(Counter::kIsRate | Counter::kInvert);
  state.counters[kFigure] = Counter(static_cast<double>(items), flags);
}

void Figure(benchmark::State& state, double value) {
  state.counters[kFigure] = value;
}

}  // namespace reeve::bench

int main(int argc, char** argv) {
  using namespace reeve::bench;
  GameRows();
  ValueRows();
  ModifierRows();
  BoardRows();
  SplitRows();
  ProgramRows();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  Collector collector;
  benchmark::RunSpecifiedBenchmarks(&collector);
  Summarize(collector, std::filesystem::absolute(argv[0]).parent_path() / "bench" / "summary.json");
  return 0;
}
