// A run of a game: the rules of a Program applied, one input at a time.
//
// A run is a pure function of program, setup and inputs. It goes on by itself until it needs an input and then asks
// a Question: a menu (what a player does at a step), a choice inside a rule, a yes or no, or a draw by chance.
// Options() lists every legal answer, Answer() takes one. Screens, simulation, replay, scenarios and fuzzers all
// go this way; there is no other way to act. An answer that is not among the options is refused and changes
// nothing. A Game copies: to look ahead, copy it and answer the copy.
//
//   Game game(program, setup);
//   while (game.running()) game.Take(Pick(game.Options()));
//
// Program and setup are trusted. A program that comes from elsewhere is loaded by LoadProgram, which verifies it; for a
// setup ask CheckSetup (check_setup.h), and for the values of Stand, SetState and their like Exists (exists.h).
//
// A Game keeps pointers into its program, which has to outlive it and its copies. It is used by one thread at a time,
// reading it included: what a board counts, it counts when it is asked. Copies share nothing that changes.
//
// Cost: Answer() runs to the next question; see docs/benchmarks.md. Options() is linear in what it lists, but for
// rules that ask for more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/bytecode/program.h"
#include "runtime/graph/board.h"
#include "runtime/graph/shapes.h"
#include "runtime/vm/machine.h"
#include "runtime/vm/world.h"

namespace reeve {

// How a game begins. Everything is optional but the number of players.
struct Setup {
  int players = 2;  // 1 to kMaxPlayers
  struct Tile {
    Id tile = kNoId;
    int x = 0, y = 0, turn = 0;
    template <class A>
    void Fields(A& a) {
      a(tile, x, y, turn);
    }
  };
  bool own_board = false;   // `board` is all that lies on the table; else the start tile at (0, 0)
  std::vector<Tile> board;  // laid in this order, matching or not
  struct Supply {           // another number of figures or markers of a kind for each player (or the game)
    Id kind = kNoId;
    int32_t count = 0;
    template <class A>
    void Fields(A& a) {
      a(kind, count);
    }
  };
  std::vector<Supply> supplies;
  struct Deck {  // order of a deck, the top first; other decks lie as declared
    Id zone = kNoId;
    std::vector<Id> cards;
    template <class A>
    void Fields(A& a) {
      a(zone, cards);
    }
  };
  std::vector<Deck> decks;
  Id first_step = kNoId;      // the first turn begins there
  int first_player = 0;       // whose turn is the first
  bool hold = false;          // nothing runs before Start(): figures and state can be set up
  bool every_menu = false;    // a menu with nothing but to pass is put as well
  bool every_choice = false;  // a choice of one thing is put as well (records may answer it)
  bool loose_pile = false;    // a drawn tile need not be in the pile, and an empty pile ends nothing (records)
  bool keep_squares = false;  // the ledger notes the squares of what was scored
  bool keep_inputs = false;   // the run remembers what came from outside: see Game::inputs()
  bool watch_nevers = false;  // what the rules say there never is is looked for: see Game::breaches()
  template <class A>
  void Fields(A& a) {
    a(players, own_board, board, supplies, decks, first_step, first_player, hold, every_menu, every_choice, loose_pile,
      keep_squares, keep_inputs, watch_nevers);
  }
};

enum class Ask : uint8_t {
  kMenu,    // an offer of `step`, or to pass
  kChoice,  // one of several things, texts or numbers
  kYesNo,
  kDraw,   // chance: a tile, card or token from `zone`
  kOver,   // the game has ended
  kFault,  // a number left its range or something went on and on, in `rule` or anywhere: Game::FaultText
};

struct Question {
  Ask kind = Ask::kOver;
  int player = -1;    // who answers; -1: chance
  Id step = kNoId;    // the step that runs
  Id rule = kNoId;    // kChoice, kYesNo: which rule asks
  Id choice = kNoId;  // kChoice, kYesNo: program.choices
  Id zone = kNoId;    // kDraw
  bool may = false;   // kChoice: "no" is an answer
};

inline constexpr int kMaxBound = 8;

// One answer. For a menu: the offer and what it binds in order of its head; for a choice one thing; for a draw the
// tile (of the pile) or the card.
struct Option {
  enum class Kind : uint8_t { kPass, kOffer, kThing, kNo, kYes, kDraw } kind = Kind::kPass;
  uint8_t count = 0;
  Id offer = kNoId;
  std::array<Value, kMaxBound> bound{};
  int32_t weight = 1;  // kDraw: how many of it are left

  template <class A>
  void Fields(A& a) {
    a(kind, count, offer, bound);
  }
  friend bool operator==(const Option& a, const Option& b) {
    return a.kind == b.kind && a.offer == b.offer && a.count == b.count &&
           std::equal(a.bound.begin(), a.bound.begin() + a.count, b.bound.begin());
  }
};

// Something that came from outside, so that the run can be played again: Game::inputs().
struct Input {
  enum class Kind : uint8_t {
    kStart,
    kAnswer,
    kStand,
    kSetState,
    kSetTop,
    kSetTotal,
    kEmptyPile,
    kSetSeat,
    kPutInHand,
    kEndNow,
    kEndAfterTurn
  } kind = Kind::kStart;
  Option option = {};      // kAnswer
  Id id = kNoId;           // the figure kind, state, zone or tile
  Value owner = kNothing;  // the player, or the owner of the state
  Value value = kNothing;  // the state's value, the card, the points
  Spot spot = {};          // kStand
  template <class A>
  void Fields(A& a) {
    a(kind, option, id, owner, value, spot);
  }
};

// Something there is that by a `never` there never is: when that was seen first.
struct Breach {
  Id never = kNoId;
  int32_t turn = 0;
  std::string thing;  // one of its set, in words
};

// Why an action is not legal. Nothing has changed.
struct Refusal {
  Id rule = kNoId;     // the offer or rule
  std::string reason;  // of the first forbid that holds, or the head line that fails
};

class Game : private OptionSource {
 public:
  Game(const Program& program, const Setup& setup);
  Game(Program&& program, const Setup& setup) = delete;  // it would not outlive the game
  Game(const Game& other);
  Game& operator=(const Game& other);
  ~Game() override = default;

  const Question& question() const { return question_; }
  // Whether there is something to answer: neither over nor at a fault.
  bool running() const { return question_.kind != Ask::kOver && question_.kind != Ask::kFault; }
  // What a fault is, in a sentence, and the rule it came up in.
  std::string FaultText() const;
  // Every legal answer to the question, in a fixed order; a menu's last option is to pass, if that is allowed.
  void Options(std::vector<Option>& out);
  std::vector<Option> Options();
  // For players by lot, who need no list: how many answers there are, and each by its number, in an order of its own. A
  // draw counts once for every copy that can be drawn; its weight is left out.
  int64_t OptionCount() const;
  Option OptionAt(int64_t number) const;
  // Takes an answer and runs on to the next question. Refuses, changing nothing, what is not an option.
  [[nodiscard]] std::optional<Refusal> Answer(const Option& option);
  // As Answer for an option that Options() has just given: not looked up again.
  void Take(const Option& option);

  // Why an offer with these things bound (kNothing: left open) is not an option now; nothing if it is one.
  [[nodiscard]] std::optional<Refusal> Explain(Id offer, const std::vector<Value>& bound);

  // Ends the game now: final scoring, whatever is in the pile. Any question is dropped.
  void EndNow();
  // The turn that runs is the last one: final scoring follows it, whatever is in the pile.
  void EndAfterTurn() {
    Note({.kind = Input::Kind::kEndAfterTurn});
    last_turn_ = true;
  }

  const Program& program() const { return *program_; }
  const World& world() const { return world_; }
  const Board& board() const { return world_.board; }
  const Ledger& ledger() const { return world_.ledger; }
  int players() const { return world_.players; }
  int32_t total(int player) const { return world_.totals[static_cast<size_t>(player)]; }
  // What was done to the game, in order; empty without Setup.keep_inputs. With the setup it is the whole run.
  const std::vector<Input>& inputs() const { return inputs_; }
  const Setup* setup() const { return setup_.get(); }  // nullptr without Setup.keep_inputs

  // For setting up a position (scenarios, boards of others) before the first answer, or between answers.
  // Puts a figure of the player's supply on a segment; false if the supply has none.
  bool Stand(Id figure_kind, int player, Spot spot);
  void SetState(Id state, Value owner, Value value);
  void SetTop(Id zone, Id card);  // turns the deck until the card lies on top
  void SetTotal(int player, int32_t points);
  void EmptyPile();
  // Makes the turn that has just begun that of another player: records may leave out turns.
  void SetSeat(int player);
  void PutInHand(Id tile);  // as if drawn, but nothing hears of it; an open menu is made anew
  void Start();             // runs to the first question, after Setup.hold

  // The segment of the piece at (x, y) with exactly these ports after its turn; kNone if there is none.
  int32_t SegmentAt(int x, int y, uint16_t ports) const;
  // Evaluates a routine without a frame (scenario conditions), for values only.
  // `otherwise`: where a number in it leaves its range, or the game has stopped.
  Value Evaluate(Id routine, Value otherwise = 0);

  // With Setup.watch_nevers: every `never` that did not hold, once each, in the order in which that was seen. It is
  // looked for when a turn is over, for what a turn brings together it may yet put right, and when the game is.
  const std::vector<Breach>& breaches() const { return breaches_; }
  // "never features where ... (house.reeve:2): road E at 1 0, in turn 12"
  std::string Describe(const Breach& breach) const;
  // The first thing there is now of the set of a `never`; kNothing if it is empty. Changes nothing.
  Value FirstOfNever(Id never) { return Evaluate(program_->nevers[static_cast<size_t>(never)].first, kNothing); }

  // The classes of what an offer's options bind, in the order of its head.
  const std::vector<Class>& Bindings(Id offer) const;
  // What the rule that asks has bound so far, by its slots; kNothing where it has bound nothing. Empty at a menu or
  // draw.
  std::span<const Value> AskedWith() const;
  // The words of an option and of a thing: "follower.place: follower of player 1, road W E at 1 0".
  std::string Describe(const Option& option) const;
  std::string Describe(Class cls, Value thing) const;

 private:
  // --- where in its rules the game is: plain data, a stack of tasks ---
  enum class TaskKind : uint8_t { kTurns, kPart, kRound, kEvent, kRule, kEffects, kScoring, kFinal };
  struct Task {
    TaskKind kind = TaskKind::kTurns;
    uint8_t phase = 0;
    int32_t index = 0;                                             // kPart, kRound, kFinal: of the agenda
    Id id = kNoId;                                                 // rule; kPart, kRound: the round that started last
    int32_t last = 0;                                              // kPart, kRound, kFinal: where the agenda ends
    int32_t frame = -1;                                            // kRule, kEffects, kScoring
    int32_t active = -1, placed = kNone, drawn = kNone, part = 0;  // kPart: what to go back to
    Id step = kNoId;                                               // likewise; kRound too
    int32_t round_period = 0, step_period = 0;                     // likewise
  };
  struct Loop {                           // a binding of a head that is walked
    int32_t pc = 0;                       // after the instruction that binds
    int32_t begin = 0, size = 0, at = 0;  // in loop_values_
    uint8_t slot = 0;
    bool seats = false;  // `repeat`: ends when there is no option
  };
  struct Frame {  // a rule that runs
    Id rule = kNoId;
    int32_t pc = 0;
    int32_t loops = 0;  // loops_ from here on are its own
    Context context;
    std::array<Value, kMaxSlots> slots{};
  };
  // A stack that keeps the frames it has made: they are too large to be cleared for every rule.
  class Frames {
   public:
    Frames() = default;
    Frames(const Frames& other) { *this = other; }
    Frames& operator=(const Frames& other) {
      if (frames_.size() < other.size_) frames_.resize(other.size_);
      size_ = other.size_;
      std::copy_n(other.frames_.begin(), size_, frames_.begin());
      return *this;
    }
    Frame& Push() {
      if (size_ == frames_.size()) frames_.emplace_back();
      return frames_[size_++];
    }
    Frame& operator[](size_t i) { return frames_[i]; }
    Frame& back() { return frames_[size_ - 1]; }
    const Frame& back() const { return frames_[size_ - 1]; }
    bool empty() const { return size_ == 0; }
    void pop_back() { --size_; }
    void clear() { size_ = 0; }
    size_t size() const { return size_; }

   private:
    std::vector<Frame> frames_;
    size_t size_ = 0;
  };
  struct Happening {  // an event
    EventId event = EventId::kPlaced;
    Class cls = Class::kNone;
    Value subject = kNothing;
    Period period = Period::kStep;
    Id id = kNoId;  // step or round; kAnswered: the rule that asked
    Spot from, to;
    int32_t cause = 0;
    int32_t award = -1;
    int32_t text = -1;
    int32_t answered = -1;  // index into answered_
  };
  static constexpr size_t kMaxTasks = 1000;  // inside each other; rules that set each other off for ever come to that
  enum Cause : int32_t { kScored = 0, kActed = 1, kRuled = 2 };
  struct PeriodHeard;
  struct PeriodPlan;
  struct Tables;

  void NoteBreaches();

  // scheduler.cc
  void Run();
  void DoTask();
  void DoTurns();
  bool DoAgenda();
  bool GoesOn(Task& task, Id round);
  void SetAgenda(Task& task, Id first, Id last) const;
  bool Waits(size_t task) const;
  void EndPart();
  void EndStep(bool settles);
  void RaiseCompleted();
  void DoEvent();
  void DoFinal();
  void PushPart(Id first, Id last, int player);
  void PushRule(Id rule, Value subject, const Context& context, bool given = false);
  bool StartRule(Id rule, Value subject, const Context& context);  // false: its condition does not hold, it is over
  Frame& PushFrame(Id rule, Value subject, const Context& context, int32_t pc);
  Task& PushTask(TaskKind kind, Id id);
  bool Hear(const Happening& happening, int32_t& index);
  void Inherit(Frame& frame, const Happening& happening) const;
  void HearNext();
  bool Heard(EventId event) const;
  void Raise(const Happening& happening);
  void RaisePeriod(const PeriodHeard& heard, EventId event, Period period, Id id);
  bool Matches(const EventFilter& filter, const Happening& happening) const;
  void Clear(const Happening& happening);
  void PutMenu();
  void Put(Ask kind, int player, Id rule);
  void ListDue();
  bool RunDue();
  bool StillDue(const DueEntry& entry) const;
  bool IsCompleted(int32_t feature);
  template <class Look>
  void LookBeside(Look&& look_at);
  bool IsClosed(int32_t feature);
  void PushNested(Task task);
  void EndNested();
  int32_t NewPeriod(Per per);
  void StartFinal();
  void Fail(Id rule);

  // due.cc
  struct OnceState {
    Id rule = kNoId;
    Value thing = kNothing, subject = kNothing;
    bool fired = false;
  };
  struct Pending {
    Id rule = kNoId;
    Value subject = kNothing, thing = kNothing;  // thing: of a rule that is once per thing
    int on = -1, running = -1;  // which of the pending it hangs on; which of the scorings that run it is
    Value Scored() const { return thing >= 0 ? thing : subject; }
  };
  std::vector<Pending> PendingScorings();
  void AddHanging(size_t on, std::vector<Pending>& pending);
  std::vector<Value> OnceThings(Id rule, Value subject);
  int Pretend(const std::vector<Pending>& all, size_t which);
  void StopPretending(int count);
  std::vector<Value> OnceSubjects(Id rule, Value thing, Value now);
  Value SubjectNow(const Frame& frame) const;
  Value BestSubject(const std::vector<Value>& subjects, Value now, const Context& context);
  bool Once(const Insn& insn);
  void ChooseOnce(Id rule, Value thing, Value subject);
  OnceState& OnceOf(Id rule, Value thing);
  bool IsDue(int player) override;
  void DueFeatures(std::vector<Value>& out) override;

  // scoring.cc
  void DoScoring();
  void BeginScoring(int32_t frame);
  ScoringRecord RecordOf(Id rule, const Value* slots) const;
  uint32_t Winners(Id rule, Value* slots, const Context& context);
  int32_t Value32(Id routine, Value* slots, const Context& context);
  void MakeAwards(Id rule, uint32_t winners, int32_t& index, Value* slots, const Context& context);
  void MakeAward(int player, int sharers, Id rule, Value* slots, const Context& context);
  Value Shared(const RuleInfo& rule, Value whole, int sharers, int player, Value* slots, const Context& context);
  void EndScoring(Value subject);
  void Book(Award award, size_t first_row);
  Id ScoreOfGroup(Id group, Value subject);
  Context OfScoring(Context context) const;

  // at_once.cc
  void RunAtOnce(Id rule, const Insn* pc, Value* slots, const Context& context);
  void ScoreAtOnce(Id rule, Value* slots, const Context& context);

  // effects.cc
  void DoRule();
  Context RuleContext(const Frame& frame) const;
  void EndRule();
  bool CarryOut(const Insn& insn);  // false: the rule does not go on by itself
  void CarryOutEffect(const Insn& insn, Id rule, const Context& context);
  bool NextBinding();
  bool Bind(const Insn& insn, bool sorted_by_seat);
  bool AskChoice(const Insn& insn);
  void SendHome(Class cls, Value thing, int32_t cause);
  void MoveThing(Class cls, Value thing, Class to, Value target);
  void Leave(int32_t id);
  void PutInPlace(int32_t id, Id place);
  void Fetch(int32_t id);
  void PutBack(int32_t piece);
  std::optional<Spot> SpotOf(Class to, Value target) const;
  void MoveOn(Value figure, Value steps);
  void Settle(Class cls, Value thing, Spot spot);
  void LayFit(Value fit);
  bool NoOption();
  void TellFeatures();
  bool Draw(const Insn& insn, Id rule);
  void PutToken(Id card);
  void FinishDraw(const Option& option);
  void TakeInHand(int32_t piece);
  void TakeDrawn(int32_t piece);
  int32_t TakeFromPile(Id tile);
  bool LimitLeft(Id rule, int limit);
  void SpendLimit(Id rule, int limit);
  int32_t CauseOf(Id rule, Class cls, Value thing) const;

  // menus.cc
  static bool LaysDrawn(const Program& program, const RuleInfo& offer);
  int32_t CountFits();
  Option FitOption(Value fit) const;
  void ListMenu(std::vector<Option>& out) const;

  // options.cc
  bool HasOptions(int what, Id id) override;
  struct Enumeration;
  bool Enumerate(const Insn* pc, Value* slots, Enumeration& into);
  bool EnumerateOffer(Id offer, std::vector<Option>* out);
  std::optional<Refusal> ExplainWalk(Id offer, const std::vector<Value>& bound);
  bool MayPass(Id step, std::string* reason);
  void DrawOptions(std::vector<Option>& out);

  void SetUp(const Setup& setup);
  void FillSupplies(const Setup& setup);
  void FillDecks(const Setup& setup);
  void FillPile(const Setup& setup);
  void LayOwnBoard(const Setup& setup);
  void Note(const Input& input) {
    machine_.Rest();
    if (KeepsInputs()) inputs_.push_back(input);
  }
  bool KeepsInputs() const { return setup_ != nullptr; }
  Frame& frame() { return frames_[static_cast<size_t>(tasks_.back().frame)]; }

  const Program* program_;
  std::shared_ptr<const Shapes> shapes_;
  std::shared_ptr<const Tables> tables_;  // made from the program once, shared by copies
  World world_;
  Machine machine_;
  Question question_;
  std::vector<Task> tasks_;
  Frames frames_;
  std::vector<Loop> loops_;
  std::vector<Value> loop_values_;
  std::vector<Happening> queue_;  // events whose rules have not run, from queue_head_; empty if there are none
  size_t queue_head_ = 0;
  std::vector<Happening> running_;  // events whose rules run
  std::vector<std::array<Value, kMaxSlots>> answered_;
  std::vector<int32_t> completed_;  // features completed at the last step that lists what is due
  std::vector<Value> asked_;        // the things of the question
  std::vector<Option> menu_;        // the options of the menu, but for those of fitting_
  Id fitting_ = kNoId;              // the offer of the menu whose options are the fits of the drawn tile
  size_t fitting_at_ = 0;           // before this one of menu_
  Board::FitBits fits_;
  struct LimitState {
    int32_t used = 0, period = -1;
  };
  std::vector<LimitState> limits_;                     // by tables_->first_limit
  std::vector<std::vector<LimitState>> outer_limits_;  // of the rounds and parts that nested ones run in
  std::array<int32_t, 4> periods_{};                   // the turn, round, step and part that run, numbered
  std::array<int32_t, 4> periods_begun_{};             // how many have begun
  std::vector<OnceState> once_;                        // what was chosen for rules that are once per thing
  Spot draw_to_{At::kOut, kNothing};                   // where the token that is being drawn goes
  uint8_t draw_mode_ = 0;                              // as in kDraw
  Id holding_ = kNoId;
  int32_t idle_turns_ = 0;  // turns that have begun since somebody was asked
  Id first_step_ = kNoId;
  bool loose_pile_ = false;
  bool every_menu_ = false;
  bool every_choice_ = false;
  bool last_turn_ = false;
  bool watch_nevers_ = false;
  bool asking_ = false;
  std::shared_ptr<const Setup> setup_;  // with Setup.keep_inputs
  std::vector<Input> inputs_;
  std::vector<Breach> breaches_;
  std::vector<Value> things_;  // scratch of effects
};

}  // namespace reeve
