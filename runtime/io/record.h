// A recorded game, whoever wrote it: what is set up, what was done, and what it is said to have paid.
//
// Four shapes of JSON are read, told apart by their content: our own (docs/formats.md), games as lists of messages,
// games as lists of turns, and boards with figures. What foreign texts call a set, a figure or an offer is looked up
// in the maps of rulesets/formats; what a map does not know goes into `missing`, each once, and the record cannot be
// played. Names of tiles are looked up later, in the rules. A broken record is an error value with file, line and
// place; nothing here throws or trusts a number.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "runtime/io/json_view.h"
#include "runtime/io/pattern.h"

namespace reeve {

struct RecordTile {
  std::string name;
  bool foreign = false;  // a name of another program: TileInfo.known_as
  int x = 0, y = 0, turn = 0;
};

struct RecordMove {
  enum class Kind : uint8_t {
    kTile,    // lays the tile
    kAct,     // takes an offer or answers a question
    kPass,    // no to what is offered
    kCommit,  // the part of the turn ends and is scored
    kDraw,    // chance: a tile or card out of a zone
    kStand,   // sets a figure up, no move
    kEnd,     // the game ends after this turn
  } kind = Kind::kPass;
  int number = 0;                    // of the message, move or turn, from 1; several moves may share one
  std::string what;                  // as the record calls it
  int player = -1;                   // who; -1: not said
  RecordTile tile;                   // kTile; kDraw from the pile
  std::vector<ThingPattern> things;  // kAct; kStand: the figure and where
  bool ordered = false;              // the things are said in the order of the head
  std::vector<std::string> rules;    // kAct: one of these offers or questions; empty: any
  std::string answer;                // kAct: "yes", "no" or empty
  std::string zone, card;            // kDraw
};

struct RecordAward {
  int number = 0;  // of the move
  int player = 0;
  int32_t points = 0;
  std::string rule;  // of our own records
};

// Totals after so many moves.
struct RecordCheckpoint {
  int number = 0;
  bool final = false;  // counted as if the game ended there
  std::vector<int32_t> totals;
};

// A sentence of a test: a player's total, or that he was paid for something.
struct RecordAssertion {
  std::string text;
  int player = 0;
  int32_t points = 0;
  std::vector<std::string> scored;  // kinds of subject or rules, the part before the first dot; empty: the total
};

// What a record says was waited for at its end.
struct RecordPhase {
  enum class Kind : uint8_t { kNone, kOffered, kNothing, kTile, kOver, kChoice } kind = Kind::kNone;
  std::string text;                // as the record calls it
  std::vector<std::string> rules;  // kChoice: of these
};

struct Record {
  std::string file;
  int line = 1;
  int number = 1;                                                      // in the file
  std::string name;                                                    // of the game, perhaps empty
  std::string unit = "move";                                           // what moves are numbered by
  std::map<std::string, std::map<std::string, std::string>> rulesets;  // with their settings
  std::string rules;              // or a selection as it is written after `extends`
  std::set<std::string> missing;  // "set moon:1": what no map knows
  std::vector<std::string> players;
  std::map<std::string, int32_t> supplies;  // kind -> for each player
  bool own_board = false;
  std::vector<RecordTile> board;
  std::vector<RecordMove> moves;  // kStand before the first tile: on the board
  bool exact = false;             // in our words: what could mean several things is a mistake, not a guess
  bool loose = false;             // the pile of the record need not be ours
  bool free_order = false;        // turns are left out: whose a turn is, the record says
  std::string commit_from;        // awards from this step on fall on the next kCommit
  bool ends = false;              // final scoring after the last move
  bool has_awards = false;        // every award is recorded
  std::vector<RecordAward> awards;
  std::vector<RecordCheckpoint> checkpoints;
  std::optional<std::vector<int32_t>> totals;
  std::vector<RecordAssertion> assertions;
  RecordPhase phase;

  // The rules as a selection: "base (tiny_city 2), gardens".
  std::string Selection() const;
  std::string Where() const;  // "games/base.jsonl:3" or "demo.json"
};

// The maps of foreign records: rulesets/formats/*.json.
class Formats {
 public:
  // Reads the maps of a folder; false and error() if one is broken. A folder that is not there has none.
  bool Load(const std::string& folder);
  const std::string& error() const { return error_; }
  const Json* OfShape(std::string_view shape) const;

 private:
  std::map<std::string, Json, std::less<>> by_shape_;
  std::string error_;
};

// Why a record cannot be read.
struct RecordError {
  std::string where;  // file and line
  std::string text;   // what is wrong, with the place in the record
};

class RecordFile {
 public:
  explicit RecordFile(const Formats& formats) : formats_(formats) {}
  bool Open(const std::string& path);
  // The next record, or why it cannot be read; nothing at the end.
  std::optional<std::variant<Record, RecordError>> Next();
  std::string error() const { return file_.error(); }
  // The last text was JSON, but nothing like a game.
  bool is_other() const { return other_; }

 private:
  void Read(const Json& json, Record& record, JsonFault& fault);

  const Formats& formats_;
  JsonFile file_;
  std::string path_;
  bool other_ = false;
};

// Readers of the shapes; the error is the root's.
void ReadOwnGame(const JsonView& root, Record& record);                           // record_own.cc
void ReadMessages(const JsonView& root, const JsonView& format, Record& record);  // record_messages.cc
void ReadTurns(const JsonView& root, const JsonView& format, Record& record);     // record_turns.cc
void ReadPosition(const JsonView& root, const JsonView& format, Record& record);  // record_turns.cc

// Shared by them: takes up {"base": {"tiny_city": "2"}} of a map.
void TakeRulesets(const JsonView& rulesets, Record& record);

}  // namespace reeve
