// Replays all records of some files: compiles their rules once a selection, and counts what came of it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "tools/replay.h"

namespace reeve {

struct ReplayOptions {
  std::string rules;  // instead of those of the records
  bool check = false;
  bool explain = false;
  std::function<void(const Record&, const Compiled&, const Game&)> see = {};  // the game, with its inputs
};

// How one record fared.
struct ReplayOutcome {
  enum class Kind : uint8_t { kPassed, kFailed, kSkipped } kind = Kind::kPassed;
  std::string where, name, rules;
  std::vector<std::string> missing;  // kSkipped
  std::string trouble;               // kFailed: a move that cannot be made, rules that do not compile
  std::vector<Mismatch> mismatches;  // kFailed
  std::vector<std::string> players;
  std::vector<int32_t> totals;
  bool over = true;                   // the game, not only the record
  std::vector<std::string> breaches;  // what there never is by the rules, and was
  bool own = false;                   // the record, in our words
  std::string ledger;                 // --explain
  nlohmann::ordered_json awards;      // --explain
};

class GameReplayer {
 public:
  GameReplayer(Library& library, const Formats& formats, ReplayOptions options)
      : library_(library), formats_(formats), options_(std::move(options)) {}

  // Replays every record of a file; one that was `named`, and not found in a folder, has to hold nothing else. False:
  // it cannot be opened; error() says why.
  bool File(const std::string& path, bool named, const std::function<void(const ReplayOutcome&)>& visit);
  const std::string& error() const { return error_; }
  // One record; for those who want the game itself, see PrepareRules.
  ReplayOutcome One(const Record& record);
  // The compiled rules of a record, or nullptr with what is missing or wrong in the outcome.
  const Program* PrepareRules(const Record& record, ReplayOutcome& outcome);

  int passed = 0, failed = 0, skipped = 0;
  std::map<std::string, int> missing;  // what the skipped ones lack -> how many do

 private:
  Library& library_;
  const Formats& formats_;
  ReplayOptions options_;
  std::map<std::string, std::unique_ptr<Compiled>> compiled_;
  std::string error_;
};

}  // namespace reeve
