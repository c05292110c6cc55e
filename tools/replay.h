// Plays a recorded game through the rules, and compares what they pay with what the record says.
//
// A record says what was done in the order of the program that wrote it, which need not be ours: answers may stand
// before the scoring that asks for them. So the moves between two tiles are a pool. Each of our questions takes the
// first move of the pool that answers it, and is declined where none does; a move that nothing asked for by the time
// the next tile comes is refused, with the words of the first menu that could have taken it. Awards belong to the move
// answered last, and those of the scoring steps to the move that ends the part, where a record has such moves.
//
// Cost: that of the game, and the options of each menu.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/game/game.h"
#include "runtime/io/record.h"

namespace reeve {

struct Mismatch {
  std::string where;   // "message 17 COMMIT", "total"
  std::string player;  // perhaps empty
  std::string got, want;
};

class Replay {
 public:
  // Program and record outlive the replay. `after`: stop when the moves up to this number are made; -1: none.
  Replay(const Program& program, const Record& record, bool keep_squares, int after = -1);

  void KeepInputs() { keep_inputs_ = true; }  // of the game, before Run()
  // Plays all moves. False if one of them cannot be made: trouble() says which and why.
  bool Run();
  const std::string& trouble() const { return trouble_; }
  // Whether the game has come to its end, with the final scoring, or only the record.
  bool over() const { return game_->question().kind == Ask::kOver; }
  bool begun() const { return game_.has_value(); }  // else there is no game
  const Game& game() const { return *game_; }
  // Differences from what the record says, after Run().
  std::vector<Mismatch> Check() const;
  // The number of the move that an award of the ledger belongs to.
  int MoveOf(size_t award) const { return award_moves_[award]; }
  std::string MoveName(int number) const;
  // What was done in a turn, in words: "red places RFr at 1 0, follower on road W E at 1 0".
  std::string TurnWords(int32_t turn) const;

 private:
  bool SetUp();
  bool Stand(const RecordMove& move);
  bool Step();
  bool AtDraw();
  bool AtMenu();
  bool AtChoice();
  bool Decline(const std::vector<Option>& options);
  bool TakeTile(Id tile, size_t index);
  bool TakeAct(const std::vector<Option>& options);
  bool StillAnswers(const Question& question) const;
  bool TakeChance(const std::vector<Option>& options);
  bool AnswersQuestion(const RecordMove& move) const;
  Meaning::Found FindOption(const std::vector<Option>& options, const RecordMove& move) const;
  bool IsGuess(const std::vector<Option>& options, const Meaning::Found& found, const RecordMove& move);
  bool AtNextTile(const std::vector<Option>& options);
  bool HasTileInHand(const std::vector<Option>& options);
  std::string InHand() const;
  bool FailInHand(const RecordMove& move);
  void SayOwners();
  void Take(const Option& option);
  void Note(size_t index, const Option& option);
  void Consume(size_t index);
  void ConsumeCommits();
  void NoteRefusal(const RecordMove& move);
  void AttributeAwards();
  void MoveAwards(Id rule);
  void CheckPoints(bool over);
  bool PoolDone() const;
  bool LeftOver();
  bool Fail(const RecordMove* move, const std::string& why);
  Id FindTile(const RecordTile& tile, int& turned) const;
  std::optional<Id> TileOf(const RecordMove& move, ThingPattern& fit);
  size_t NextTile(size_t from) const;
  bool Late(Id step, int32_t turn) const;
  void NoteLast(size_t index);
  std::string PlayerName(int player) const;
  void NoteFigures();
  void NotePlaced(const Option& option);
  int32_t TotalOf(size_t player) const;
  void NoteScored();
  std::optional<Mismatch> CheckAssertion(const RecordAssertion& assertion) const;
  std::optional<Mismatch> CheckPhase() const;
  void CheckAwards(std::vector<Mismatch>& out) const;

  const Program& program_;
  const Record& record_;
  std::vector<RecordMove> moves_;
  bool keep_squares_;
  bool keep_inputs_ = false;
  bool stop_;  // where the moves end, even in the middle of a part
  bool stopped_ = false;
  std::optional<Game> game_;
  std::vector<bool> consumed_;
  size_t pool_begin_ = 0, pool_end_ = 0;  // the moves after the tile laid last; at pool_end_ is the next tile
  int last_ = -1;                         // the move answered last
  int drawn_ = -1;                        // the tile move whose tile is in hand
  // The move that the rule running was answered with: it may answer what the rule asks after that, too.
  int answering_ = -1;
  Id answering_rule_ = kNoId, answering_choice_ = kNoId;
  int32_t part_turn_ = 0;
  Id commit_step_ = kNoId;
  std::map<size_t, std::string> refusals_;  // move -> why the first menu did not take it
  static constexpr int kAhead = -1;         // in award_moves_: paid after the record has stopped
  std::vector<int> award_moves_;
  std::map<int32_t, std::string> turn_words_;
  std::vector<Mismatch> checkpoints_;
  std::string trouble_;

  // For assertions of 0 points: figures that stood on a feature when it was scored.
  bool watch_figures_ = false;
  struct Standing {
    int32_t figure, owner, segment;
    Id kind;
  };
  std::vector<Standing> standing_;
  std::map<std::pair<int, std::string>, std::vector<int32_t>> scored_with_;  // (player, kind) -> segments
};

}  // namespace reeve
