// Programs that no compiler makes: each is one of the base game with one thing wrong, and is refused for that.
#include "runtime/bytecode/verify.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/rules.h"

namespace reeve {
namespace {

using testing::HasSubstr;

Insn Make(Op op, int a = 0, int b = 0, int c = 0) {
  return {op, static_cast<uint8_t>(a), static_cast<int16_t>(b), c};
}
Insn Get(PropertyId property) {
  return Make(Op::kGet, 0, static_cast<int>(property));
}
Insn Related(RelationId relation) {
  return Make(Op::kRelated, 0, kAnyKind, static_cast<int>(relation));
}
Insn All(Class cls) {
  return Make(Op::kAll, static_cast<int>(cls), kAnyKind);
}
Insn Global(GlobalId global) {
  return Make(Op::kGlobal, static_cast<int>(global));
}
Insn Const(int number) {
  return Make(Op::kConst, 0, 0, number);
}
const Insn kReturns = Make(Op::kReturn), kLoads = Make(Op::kLoad, kSubjectSlot);

class Wrong : public testing::Test {
 protected:
  Wrong() { EXPECT_EQ(Verify(program_), std::nullopt); }

  std::string Fault() { return Verify(program_).value_or("it verifies"); }
  RuleInfo& Rule(const char* name) { return program_.rules_table[static_cast<size_t>(program_.FindRule(name))]; }
  RuleInfo& Road() { return Rule("road.completed"); }
  KindInfo& Kind(const char* name) { return program_.kinds[static_cast<size_t>(program_.FindKind(name))]; }
  RoutineInfo& Routine(Id id) { return program_.routines[static_cast<size_t>(id)]; }

  // A routine behind all others; jumps count from its beginning.
  Id Add(std::vector<Insn> code, Result result, bool own_frame) {
    const auto begin = static_cast<int32_t>(program_.code.size());
    for (Insn insn : code) {
      if (Info(insn.op).operands[2] == 'j') insn.c += begin;
      program_.code.push_back(insn);
    }
    RoutineInfo made;
    made.name = 1;
    made.begin = begin;
    made.end = static_cast<int32_t>(program_.code.size());
    made.slots = 8;
    made.result = result;
    made.head = result == Result::kNone;
    made.own_frame = own_frame;
    program_.routines.push_back(made);
    return static_cast<Id>(program_.routines.size()) - 1;
  }
  // What a completed road is worth, who gets it, and when.
  void Value(std::vector<Insn> code) { Road().value = Add(std::move(code), Result::kValue, false); }
  void Who(std::vector<Insn> code) { Road().who = Add(std::move(code), Result::kSet, false); }
  void Head(RuleInfo& rule, std::vector<Insn> code) {
    const RoutineInfo& old = Routine(rule.head);  // nobody's now, and such a one scores nothing
    for (int32_t at = old.begin; at < old.end; ++at) {
      if (program_.code[static_cast<size_t>(at)].op == Op::kFire)
        program_.code[static_cast<size_t>(at)] = Make(Op::kCancel);
    }
    rule.head = Add(std::move(code), Result::kNone, false);
    rule.given = Routine(rule.head).begin;
  }
  void Votes(std::vector<Insn> code) { Kind("follower").votes = Add(std::move(code), Result::kValue, true); }

  Program program_ = test::Rules("base");
};

// --- classes ---

TEST_F(Wrong, AThingOfAnotherClassHasNoSuchProperty) {
  Value({kLoads, Get(PropertyId::kOwnerOfFigure), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("(get): what has the property has to be a figure and is a feature"));
}
TEST_F(Wrong, TheFaultNamesRoutineAndInstruction) {
  Value({kLoads, Get(PropertyId::kOwnerOfFigure), kReturns});
  const auto at = std::to_string(program_.code.size() - 2), routine = std::to_string(program_.routines.size() - 1);
  EXPECT_THAT(Fault(), testing::StartsWith("routine " + routine + " (" + program_.strings[1] + "): instruction " + at +
                                           " (get): "));
}
TEST_F(Wrong, ASetOfOtherThingsIsRelatedToNothing) {
  Value({kLoads, Make(Op::kOne), Related(RelationId::kFigureOnSegment), Make(Op::kCount), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("what is in the set has to be a segment and is a feature"));
}
TEST_F(Wrong, ANumberIsNoZoneThatIsNotThere) {
  Value({Const(999), Make(Op::kOne), Related(RelationId::kFigureInZone), Make(Op::kCount), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("what is in the set has to be a zone and is the number 999"));
}
TEST_F(Wrong, ANumberIsNoFigure) {
  Value({Const(0), Make(Op::kVotes), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("what has votes has to be a figure and is the number 0"));
}
TEST_F(Wrong, AFeatureIsNoNumber) {
  Value({kLoads, Const(1), Make(Op::kAdd), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("(add): what it takes has to be a number and is a feature"));
}
TEST_F(Wrong, AFeatureIsNotCompared) {
  Value({kLoads, Make(Op::kLoad, kPlayerSlot), Make(Op::kEqual), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("a feature is compared with a player"));
}
TEST_F(Wrong, AFeatureHasNoAttributes) {
  Value({kLoads, Make(Op::kAttribute, static_cast<int>(Class::kFeature), 0), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("a feature has no attributes"));
}
TEST_F(Wrong, AScoreIsWorthANumber) {
  Value({kLoads, kReturns});
  EXPECT_THAT(Fault(), HasSubstr("what a score is worth has to be a number and is a feature"));
}
TEST_F(Wrong, PlayersArePaid) {
  Who({All(Class::kFigure), Make(Op::kReturnSet)});
  EXPECT_THAT(Fault(), HasSubstr("who is paid has to be a player and is a figure"));
}
TEST_F(Wrong, TwoWaysBringTwoClasses) {
  Value({Const(1), Make(Op::kJumpFalse, 0, 0, 4), kLoads, Make(Op::kJump, 0, 0, 5), Make(Op::kLoad, kPlayerSlot),
         Make(Op::kOne), Make(Op::kCount), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("reached with different stacks: a value is a player or a feature"));
}
TEST_F(Wrong, ASlotIsReadThatNothingWasPutInto) {
  Votes({Make(Op::kLoad, 1), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("slot 1 is read, and nothing of one class was put into it"));
}
TEST_F(Wrong, ARoutineGivesWhatItsKindCannotUse) {
  Votes({Make(Op::kLoad, 0), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("it gives a figure, and is used for votes, which is a number"));
}
TEST_F(Wrong, ACalledRoutineGetsAnotherClass) {
  const Id votes =
      Add({Make(Op::kLoad, 0), Get(PropertyId::kOwnerOfFigure), Make(Op::kOne), Make(Op::kCount), kReturns},
          Result::kValue, true);
  Value({kLoads, Make(Op::kCall, 0, 0, votes), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("what has the property has to be a figure and is a feature"));
}
TEST_F(Wrong, ADeclaredSlotIsOfItsClass) {
  Road().slots.push_back({kNoId, Class::kFigure});
  Value({kLoads, Make(Op::kStore, static_cast<int>(Road().slots.size()) - 1), Const(1), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("what is put into the slot has to be a figure and is a feature"));
}
TEST_F(Wrong, AStateIsOfAnotherOwner) {
  program_.states.push_back({kNoId, Class::kPlayer, Class::kNumber, kNoId});
  Value({kLoads, Make(Op::kState, 0, static_cast<int>(program_.states.size()) - 1), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("what has the state has to be a player and is a feature"));
}

// --- stacks, walks, ways ---

TEST_F(Wrong, AJumpGoesBack) {
  Value({Const(1), Make(Op::kJumpTrue, 0, 0, 0), Const(1), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("(jump_true): a jump goes back to"));
}
TEST_F(Wrong, AWalkHasNoEnd) {
  Value({All(Class::kFigure), Make(Op::kWalk, 2, 0, 4), Const(1), Make(Op::kStore, 3), Make(Op::kTake), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("(walk): a walk and its end at"));
}
TEST_F(Wrong, TheEndOfAWalkIsThatOfAnother) {
  Value(
      {All(Class::kFigure), Make(Op::kWalk, 2, 0, 4), Const(1), Make(Op::kTally, 3, 0, 2), Make(Op::kTake), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("do not belong together"));
}
TEST_F(Wrong, AWalkTakesAwayWhatItWalks) {
  Value({All(Class::kFigure), Make(Op::kWalk, 2, 0, 6), Make(Op::kDropSet), All(Class::kFigure), Const(1),
         Make(Op::kKeep, 2, 0, 2), Make(Op::kCount), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("(drop_set): \"drop_set\" takes more than there is: it needs a set"));
}
TEST_F(Wrong, AWalkTakesAwayWhatWasThereBefore) {
  Value({Const(1), All(Class::kFigure), Make(Op::kWalk, 2, 0, 6), Const(1), Make(Op::kAdd), Make(Op::kTally, 2, 0, 3),
         Make(Op::kTake), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("\"add\" takes more than there is"));
}
TEST_F(Wrong, WhatIsGatheredHasNowhereToGo) {
  Value({All(Class::kFigure), Make(Op::kWalk, 2, 0, 4), All(Class::kFigure), Make(Op::kGather, 2, 0, 2),
         Make(Op::kCount), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("what is gathered has no set below what is walked"));
}
TEST_F(Wrong, ASlotChangesItsClassInAWalk) {
  Value({kLoads, Make(Op::kStore, 3), All(Class::kFigure), Make(Op::kWalk, 2, 0, 8), Make(Op::kColumn, 3, 0),
         Make(Op::kLoad, 2), Make(Op::kStore, 3), Make(Op::kTally, 2, 0, 4), Make(Op::kTake), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("(column): the slot has to be a feature and is what nothing was put into"));
}
TEST_F(Wrong, ManyRoutinesTogetherTakeTooMuch) {
  Id next = kNoId;
  for (int depth = 0; depth < 11; ++depth) {
    std::vector<Insn> code(15, All(Class::kFigure));
    code.push_back(Make(Op::kLoad, 0));
    if (next != kNoId) code.push_back(Make(Op::kCall, 0, 0, next));
    code.insert(code.end(), 15, Make(Op::kDropSet));
    code.push_back(kReturns);
    next = Add(code, Result::kValue, true);
  }
  EXPECT_THAT(Fault(), HasSubstr("with what it calls, the stack grows too high"));
}
TEST_F(Wrong, AnOfferAsksWhetherItHasOptions) {
  const Id offer = program_.FindRule("follower.place");
  const int32_t head = Routine(program_.rule(offer).head).begin;
  program_.code[static_cast<size_t>(head)] = Make(Op::kOptions, 0, offer);
  EXPECT_THAT(Fault(), HasSubstr("routines call each other too deep, or in a circle"));
}
TEST_F(Wrong, ANumberIsOutOfRange) {
  Value({Const(INT32_MIN), Make(Op::kNeg), kReturns});
  EXPECT_THAT(Fault(), HasSubstr("a number is -2147483648"));
}

// --- heads ---

TEST_F(Wrong, AJumpPassesALineOfAHead) {
  Head(Road(),
       {Const(0), Make(Op::kJumpFalse, 0, 0, 4), Const(1), Make(Op::kRequire), Make(Op::kFire), Make(Op::kNext)});
  EXPECT_THAT(Fault(), HasSubstr("(jump_false): a jump passes the line"));
}
TEST_F(Wrong, AnOfferHasNoOption) {
  Head(Rule("follower.place"), {Make(Op::kNext)});
  EXPECT_THAT(Fault(), HasSubstr("an offer has no option"));
}
TEST_F(Wrong, AnOfferAsksBeforeItsOption) {
  Head(Rule("follower.place"), {Const(-1), Make(Op::kRepeat, 2, 0, 3), Make(Op::kOption), Make(Op::kNext)});
  EXPECT_THAT(Fault(), HasSubstr("\"repeat\" stands before what the head is enumerated for"));
}
TEST_F(Wrong, ARoundIsRepeatedWithoutEnd) {
  Head(Road(), {Const(-1), Make(Op::kRepeat, 2, 0, INT32_MAX), Make(Op::kNext)});
  EXPECT_THAT(Fault(), HasSubstr("the number of rounds is 2147483647"));
}
TEST_F(Wrong, EffectsScoreTheScoreThatRuns) {
  Road().effects = Add({Make(Op::kFire), Make(Op::kNext)}, Result::kNone, false);
  EXPECT_THAT(Fault(), HasSubstr("a rule that pays nobody scores"));
}
TEST_F(Wrong, EffectsBind) {
  Road().effects = Add({All(Class::kPlayer), Make(Op::kEach, 2), Make(Op::kNext)}, Result::kNone, false);
  EXPECT_THAT(Fault(), HasSubstr("\"each\" stands among effects"));
}
TEST_F(Wrong, FiguresAloneGoHome) {
  Road().effects = Add({All(Class::kFigure), Make(Op::kSendHome, static_cast<int>(Class::kMarker)), Make(Op::kNext)},
                       Result::kNone, false);
  EXPECT_THAT(Fault(), HasSubstr("what is in the set has to be a marker and is a figure"));
}
TEST_F(Wrong, AScoreIsAboutSomethingElse) {
  const Id road = program_.FindRule("road.completed");
  Road().effects =
      Add({Global(GlobalId::kActivePlayer), Make(Op::kScoreFor, 0, road), Make(Op::kNext)}, Result::kNone, false);
  EXPECT_THAT(Fault(), HasSubstr("what road.completed is about has to be a feature and is a player"));
}
TEST_F(Wrong, AChoiceIsOfAnotherClass) {
  ChoiceInfo choice;
  choice.rule = program_.FindRule("road.completed");
  choice.cls = Class::kText;
  program_.choices.push_back(choice);
  const int last = static_cast<int>(program_.choices.size()) - 1;
  Head(Road(), {All(Class::kFigure), Global(GlobalId::kActivePlayer), Make(Op::kChoose, 2, last), Make(Op::kFire),
                Make(Op::kNext)});
  EXPECT_THAT(Fault(), HasSubstr("what is chosen has to be a text and is a figure"));
}

// --- rules and tables ---

TEST_F(Wrong, ARoutineIsUsedTwice) {
  Rule("city.completed").value = Road().value;
  EXPECT_THAT(Fault(), HasSubstr("is used twice"));
}
TEST_F(Wrong, RoutinesLieInEachOther) {
  program_.routines[2].begin = program_.routines[1].begin;
  EXPECT_THAT(Fault(), HasSubstr("it lies outside the code, or in another routine"));
}
TEST_F(Wrong, AnEventIsOfAnotherClass) {
  Listener listener;
  listener.filter.event = EventId::kMoved;
  listener.filter.cls = Class::kFigure;
  listener.rule = program_.FindRule("road.completed");
  program_.listeners.push_back(listener);
  EXPECT_THAT(Fault(), HasSubstr("(road.completed) hears an event: it takes a feature, and this is a figure"));
}
TEST_F(Wrong, WhatRunsBehindAScoreIsAboutSomethingElse) {
  Rule("city.completed").subject = Rule("city.completed").slots[kSubjectSlot].cls = Class::kFigure;
  Rule("city.completed").completes = kNoId;
  Road().after.push_back(program_.FindRule("city.completed"));
  EXPECT_THAT(Fault(), HasSubstr("runs before or after it: it takes a figure, and this is a feature"));
}
TEST_F(Wrong, APlaceIsNotInItsZone) {
  PlaceInfo place;
  place.zone = kScoreboardZone;
  program_.places.push_back(place);
  EXPECT_THAT(Fault(), HasSubstr("its zone does not have it"));
}
TEST_F(Wrong, ASupplyLiesAmongCards) {
  ZoneInfo deck;
  deck.kind = ZoneKind::kDeck;
  program_.zones.push_back(deck);
  Kind("follower").in_zone = static_cast<Id>(program_.zones.size()) - 1;
  EXPECT_THAT(Fault(), HasSubstr("its supply lies in a zone without places"));
}
TEST_F(Wrong, TheBoxHoldsMoreTilesThanAGameCanHave) {
  program_.tilesets[0].tiles[0].count = 20'000;
  program_.tilesets[0].tiles[1].count = 20'000;
  EXPECT_THAT(Fault(), HasSubstr("the number of pieces is 40"));
}
TEST_F(Wrong, ManyColumnsForManySegmentsTakeTooMuch) {
  program_.tilesets[0].tiles[0].count = 15'000;
  program_.columns.resize(2000);
  EXPECT_THAT(Fault(), HasSubstr("the size of all rows of columns is"));
}
TEST_F(Wrong, AMajorityIsReadFromWhatAreNoVotes) {
  const auto rank = std::ranges::find(program_.code, Op::kRankColumns, &Insn::op);
  program_.columns[static_cast<size_t>(rank->b) + 1].player = 0;
  EXPECT_THAT(Fault(), HasSubstr("is not the votes of player 2"));
}
TEST_F(Wrong, AttributesMultiply) {
  KindInfo token = Kind("follower");
  token.cls = Class::kMarker;
  token.supply = 10;
  token.attributes.assign(4, {1, 1, 100, {}});
  program_.kinds.push_back(token);
  EXPECT_THAT(Fault(), HasSubstr("the number of figures and markers is"));
}
TEST_F(Wrong, AFigureHasMoreVotesThanAnybodyCounts) {
  Kind("follower").fixed_votes = 2'000'000'000;
  EXPECT_THAT(Fault(), HasSubstr("(follower): its votes is 2000000000"));
}
TEST_F(Wrong, ASegmentSharesAnEndOfAnotherKind) {
  TileInfo tile;
  tile.segments.resize(2);
  tile.segments[0].kind = program_.FindKind("city");
  tile.segments[1].kind = program_.FindKind("road");
  tile.segments[0].ports = 1u << 1;
  tile.segments[1].shared = 1u << 1;
  program_.tiles.push_back(tile);
  EXPECT_THAT(Fault(), HasSubstr("a segment shares an end that no other of its kind has"));
}
TEST_F(Wrong, ATileLiesFarAway) {
  program_.tilesets[0].laid.push_back({0, 30'000, 0, 0});
  EXPECT_THAT(Fault(), HasSubstr("a square is 30000, which is not from -1000 to 1000"));
}

// A program with so many jumps to one line of a head.
Program WithJumps(Program program, int jumps) {
  const RuleInfo& rule = program.rules_table[static_cast<size_t>(program.FindRule("road.completed"))];
  const int32_t at = program.routines[static_cast<size_t>(rule.head)].begin, more = 2 * jumps;
  for (Insn& insn : program.code) {
    if (Info(insn.op).operands[2] == 'j' && insn.c >= at) insn.c += more;
  }
  std::vector<Insn> added;
  for (int i = 0; i < jumps; ++i) added.push_back(Const(0)), added.push_back(Make(Op::kJumpFalse, 0, 0, at + more));
  program.code.insert(program.code.begin() + at, added.begin(), added.end());
  for (RoutineInfo& routine : program.routines) {
    if (routine.begin > at) routine.begin += more;
    if (routine.end > at) routine.end += more;
  }
  for (RuleInfo& other : program.rules_table) other.given += other.given >= at ? more : 0;
  return program;
}

// Were each looked at from where it is to where it goes, this would take minutes.
TEST(Verify, CostsWhatThereIsToRead) {
  EXPECT_EQ(reeve::Verify(WithJumps(test::Rules("base"), 400'000)), std::nullopt);
}

}  // namespace
}  // namespace reeve
