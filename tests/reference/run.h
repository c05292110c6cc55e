// The reference interpreter: a run of a game over the checked tree, written from docs/semantics.md.
//
// Everything is done the plain way: rules are walked as they stand, one function calls the other, and where
// an input is needed the run asks for it and waits in the middle of what it does. It shares nothing with code
// generation and the machine but the tables that number classes, relations, properties, events and bound
// words.
//
//   Run run(model, setup, asker);
//   run.Play();   // to the end, or until the asker stops it
#pragma once

#include <functional>
#include <stdexcept>

#include "tests/reference/board.h"

namespace reeve::reference {

struct Setup {  // as that of a game; ids are those of the model
  int players = 2;
  struct Tile {
    int tile = -1, x = 0, y = 0, turn = 0;
  };
  bool own_board = false;
  std::vector<Tile> board;
  std::map<int, int> supplies;            // kind -> how many
  std::map<int, std::vector<int>> decks;  // zone -> cards, the top first
  int first_step = -1;
  int first_player = 0;
  bool every_menu = false;    // a menu with nothing but to pass is put as well
  bool every_choice = false;  // a choice of one thing is put as well
  bool loose_pile = false;    // a drawn tile need not be in the pile, and stays there
};

struct Row {
  std::string label;
  std::optional<Value> count;
  Value points = 0;
  bool note = false;
};
struct Award {
  int rule = -1, player = -1;
  Value points = 0;
  Mark mark = Mark::kEarned;
  bool final = false;
  int step = -1, turn = 0;
  Class subject_class = Class::kNone;
  Value subject = kNil;
  int subject_kind = -1;
  std::vector<Row> rows;
  int cause = -1;
};

struct Question {
  enum class Kind : uint8_t { kMenu, kChoice, kYesNo, kDraw } kind = Kind::kMenu;
  int player = -1;  // -1: chance
  int step = -1;
  int rule = -1;             // -1: which due feature is next; of draws and menus unused
  int line = -1;             // of the rule's head
  int zone = -1;             // kDraw
  Class cls = Class::kNone;  // of what is chosen
};
struct Option {
  enum class Kind : uint8_t { kPass, kOffer, kThing, kNo, kYes, kDraw } kind = Kind::kPass;
  int offer = -1;
  std::vector<Value> bound;
  int weight = 1;
};
struct Reply {
  enum class Kind : uint8_t {
    kOption,  // options[index]
    kAgain,   // something was set up from outside: put the question anew
    kEndNow,  // the game ends
    kStop,    // the run ends here, in the middle
    kDraw,    // a tile that is none of the options: only with a loose pile
  } kind = Kind::kStop;
  size_t index = 0;
  int tile = -1;
};
using Asker = std::function<Reply(const Question&, const std::vector<Option>&)>;

// What the tree holds and the reference does not do yet: to be told, and never to be passed over.
struct NotYet : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Run {
 public:
  Run(const sema::Model& model, const Setup& setup, Asker asker);

  enum class End : uint8_t { kOver, kFault, kStopped };
  End Play();       // turns, and the final scoring
  End PlayFinal();  // the final scoring alone: of a game that never began
  int fault_rule() const { return fault_rule_; }

  // --- what there is; whoever sets up a position may change it ---
  Board board;
  std::vector<Value> totals;
  std::vector<Award> awards;
  int players = 2, active = -1, seat = 0, turn = 0, part = 0, placed = -1, drawn = -1, step = -1;
  bool final = false, last_turn = false;
  std::vector<std::map<Value, Value>> states;  // by state: owner -> value
  std::vector<std::vector<int>> decks;         // by zone: cards, the top first
  std::vector<int> shown;                      // by zone
  std::vector<std::pair<int, int>> pile;       // rank, piece
  void TakeInHand(int piece);
  void TakeDrawn(int piece);
  void ShowIfRead(int piece);
  int TakeFromPile(int tile);                             // as by a draw
  bool Stand(int kind, int player, Spot spot);            // a figure of his supply
  std::vector<Value> NeverSet(const sema::Never& never);  // what there is of what there never is
  const sema::Model& model() const { return model_; }
  const sema::Rule& rule(int id) const { return model_.rules[static_cast<size_t>(id)]; }

 private:
  struct Scoring {
    int rule = -1;
    Value subject = kNil;      // what is scored
    std::vector<int> winners;  // in turn order
    Value value = 0;
    bool cancelled = false;
  };
  struct Hanging {  // what a rule can read of what set it off
    int award = -1, cause = 0;
    Value origin = kNil;
    Scoring* scoring = nullptr;
  };
  struct Frame {
    int rule = -1;
    std::vector<Value> slots;
    Hanging hanging;
    const std::vector<Value>* ranked = nullptr;
    std::vector<Row>* rows = nullptr;  // while an award is made
    bool exhausted = false;            // a question had no option: what repeats ends
    Value& slot(int64_t number);
  };
  struct Happening {
    EventId event = EventId::kPlaced;
    Class cls = Class::kNone;
    Value subject = kNil;
    Period period = Period::kStep;
    int id = -1;  // step or round; the rule that asked
    int text = -1;
    Spot from, to;
    int cause = 0, award = -1;
    std::vector<Value> slots;  // kAnswered
  };
  struct Due {
    int rule = -1;
    int feature = -1;
  };
  struct Pending {  // a scoring that is due or runs, as rules see it
    int rule = -1;
    Value subject = kNil;  // what its rule is about
    Value thing = kNil;    // once per: what it scores
    int on = -1;           // the one that it hangs on
    const Scoring* runs = nullptr;
    Value scored() const { return thing != kNil ? thing : subject; }
  };
  struct OnceKey {
    int rule = -1;
    Value thing = kNil;
    auto operator<=>(const OnceKey&) const = default;
  };
  struct Once {
    Value chosen = kNil;
    bool fired = false;
  };
  enum Cause : int { kScored = 0, kActed = 1, kRuled = 2 };

  // setup.cc
  void SetUpThings(const Setup& setup);
  void SetUpPieces(const Setup& setup);
  void AddMarkers(int kind, int owner, const Spot& home, std::vector<int> values);

  // turn.cc
  End Guarded(const std::function<void()>& what);
  void Turns();
  void Part(size_t first, size_t last, int player);
  void Steps(const std::vector<int>& steps);
  void NestedRound(int round);
  void FinalScoring();
  void Step(int id);
  bool Idle(int id) const;
  void StepRules(int id);
  void Menu(int id);
  void ListDue(int id);
  static bool AsksMore(const sema::Kind& kind);
  void SettleDue(int id);
  bool OrderIsAsked() const;
  void Raise(Happening happening);
  void RaisePeriod(EventId event, Period period, int id);
  void Drain();
  void Hear(const Happening& happening);
  void ClearStates(const Happening& happening);
  void GiveBack(const Happening& happening);
  bool Matches(const sema::Event& event, const Happening& happening) const;
  bool InPlay(int rule) const { return !model_.rules[static_cast<size_t>(rule)].dropped; }
  Reply Ask(const Question& question, const std::vector<Option>& options);

  // due.cc (and section 12 in turn.cc)
  std::vector<Pending> PendingScorings();
  std::vector<Value> OnceThings(int rule, Value subject, const Hanging& hanging);
  void CollectOnce(Frame& frame, size_t line, std::vector<Value>& things);
  std::vector<Value> OnceSubjects(int rule, Value thing, Value now);
  Scoring Pretended(const std::vector<Pending>& all, size_t which);
  bool CountsOnce(Frame& frame, size_t line);
  bool IsDue(Value player);
  Once& OnceOf(int rule, Value thing);

  // rules.cc
  void RunRule(int rule, Value subject, const Hanging& hanging, bool given = false);
  void Walk(Frame& frame, size_t line);
  void Choose(Frame& frame, size_t line);
  void Finish(Frame& frame);
  std::vector<Value> Members(const sema::HeadLine& line, Frame& frame);
  bool LimitLeft(int rule, size_t line) const;
  int Begin(Per per);
  void Effects(Frame& frame, Scoring* scoring);
  void Effect(const sema::EffectLine& effect, Frame& frame);
  int CauseOf(int rule, Class cls, Value thing) const;
  void SendHome(Class cls, Value thing, int cause);
  void Put(Class cls, Value thing, Spot spot);
  void Move(const sema::EffectLine& effect, Frame& frame);
  void LayFit(Value fit);
  void Draw(const sema::EffectLine& effect, Frame& frame);
  void TakeOut(const sema::EffectLine& effect, int taken, const std::optional<Spot>& to);
  void MoveOn(const sema::EffectLine& effect, Frame& frame);
  Piece& Leave(int piece);
  void PutInPlace(int piece, int place);
  void Fetch(int piece);
  void PutBack(int piece);
  std::optional<Spot> SpotOn(Class to, Value target) const;
  void Pay(const sema::EffectLine& effect, Frame& frame);
  void FollowJoins();

  // scoring.cc
  void Score(Frame& frame);
  void Conduct(Frame& frame, Scoring& scoring);
  void Judge(Frame& frame, Scoring& scoring);
  void MakeAward(Frame& frame, int player, size_t sharers, Scoring& scoring);
  void Enter(Award award);
  Value Ladder(const sema::Rule& rule, Frame& frame);
  enum class Mode : uint8_t { kPoints, kPart, kCount };
  Value Amount(const sema::Quantity& quantity, Frame& frame, Mode mode);
  void Carry(const sema::Quantity& quantity, const sema::Entry& entry, Frame& frame, Mode mode, Value& now);
  bool Personal(const sema::Quantity& quantity, const sema::Entry& entry) const;
  int ScoreOfGroup(int group, Value subject);
  bool AppliesTo(int rule, Value subject);

  // options.cc
  std::vector<Option> OptionsOf(int offer);
  void WalkOptions(Frame& frame, size_t line, size_t end, std::vector<Value>& bound, std::vector<Option>& out);
  static size_t OptionEnd(const sema::Rule& offer);
  bool MayPass(int step);
  bool HasOptions(int64_t what, int64_t id);
  void TakeOption(const Option& option);

  // evaluate.cc
  Value Eval(const sema::Term* term, Frame& frame);
  std::vector<Value> Set(const sema::Term* term, Frame& frame);
  Value Arithmetic(const sema::Term* term, Frame& frame);
  Value Over(const sema::Term* term, Frame& frame);
  Value Bound(GlobalId id, const Frame& frame) const;
  Value ValueOf(const sema::Term* term, Frame& frame);
  Value StateOf(int64_t state, Value owner) const;
  Value AttributeOf(Class cls, int64_t number, Value thing) const;
  Value AttributeOfPlace(int64_t number, Value place) const;
  bool IsCompleted(Value feature);
  bool IsClosed(int feature);
  Value VotesOf(Value figure);
  std::vector<Value> Ranking(const sema::Term* term, Frame& frame);
  std::vector<Value> All(const sema::Type& type, const KindSet& kinds, int squares) const;
  bool CanStand(Value thing, Class cls, Value figure) const;
  bool Alike(Class cls, Value a, Value b) const;
  std::vector<Value> FromSeat(const std::vector<Value>& set, int first) const;
  const sema::Term* CaseOf(const sema::Term* term, Frame& frame);
  Value Checked(Value number) const;

  // things.cc
  int KindOf(Class cls, Value thing) const;
  Value OwnerOf(Class cls, Value thing) const;
  std::vector<Value> Cells(Class cls, Value thing) const;  // squares that it covers
  std::vector<Value> Property(PropertyId id, Value thing) const;
  std::vector<Value> Area(PropertyId id, Value thing) const;
  bool Clashes(Value fit, int spanned = -1, int bridged = -1) const;
  std::vector<Value> Steps(PropertyId id, Value thing, Value steps) const;
  std::vector<Value> Wider(PropertyId id, Value thing) const;
  std::vector<Value> Bridgings(Value fit) const;
  std::vector<Value> SideOf(Value marker, int side) const;
  std::vector<Value> Flanks(int feature) const;
  std::vector<Value> Branch(int segment) const;
  std::vector<Value> Nearest(int segment) const;
  std::pair<int, int> Heading(Value marker) const;
  std::vector<Value> Related(RelationId id, Class cls, const KindSet& kinds, int squares,
                             const std::vector<Value>& of) const;
  std::vector<int> PiecesOf(Class cls, Value thing) const;
  std::vector<Value> Candidates(RelationId id, const std::vector<Value>& of) const;
  bool Holds(RelationId id, Value a, Value b) const;
  bool FigureHolds(RelationId id, const Spot& spot, Value owner, Value b) const;
  bool Touch(int a, int b) const;
  bool HasSegment(Class cls, Value thing, const std::vector<int>& segments) const;
  bool KeepSquare(Value square, int squares) const;

  const sema::Model& model_;
  Asker asker_;
  Setup setup_;
  std::vector<Happening> queue_;
  std::vector<int> settled_;
  std::vector<Due> due_;
  std::vector<int> completed_;            // features of the last list
  std::vector<const Scoring*> scorings_;  // those that run
  std::map<OnceKey, Once> once_;
  std::map<int, int> ranks_;              // piece of the pile at the beginning -> its rank
  std::map<int, std::vector<int>> held_;  // by zone: cards to go back
  std::array<int, 4> begun_{};            // how many turns, rounds, steps, parts have begun
  std::array<int, 4> periods_{};          // which of them is now
  struct Limit {
    int rule;
    size_t line;
    int period;
    auto operator<=>(const Limit&) const = default;
  };
  std::map<Limit, int> limits_;  // how often it was used
  int idle_turns_ = 0;           // turns that have begun since a question was put
  int running_rule_ = -1;        // for faults
  int fault_rule_ = -1;
  int first_step_ = -1;
  std::optional<bool> hand_is_read_;  // by some rule; not looked for yet
};

// Ways out of the middle of a run.
struct Stopped {};
struct EndsNow {};
struct Fault {};

}  // namespace reeve::reference
