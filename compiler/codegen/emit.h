// From the checked tree to a Program.
//
// One pass over the model: tables first, then a routine for everything that is computed. Queries on a scored feature
// that the board can keep count of become columns (ColumnFor); the rest is walked.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/sema/checker.h"
#include "compiler/sema/model.h"
#include "compiler/source/source.h"
#include "runtime/bytecode/program.h"

namespace reeve {

struct EmittedConditions {
  std::vector<Id> conditions;
  std::vector<Compiled::Side> sides;
  std::vector<Given> givens;
};

class Emitter {
 public:
  Emitter(const sema::Model& model, const SourceMap& sources);
  // Throws std::logic_error where what comes out does not verify: a mistake of the compiler, and no program to run.
  Program Run(const sema::CheckedConditions& conditions, EmittedConditions* emitted);

 private:
  void EmitRules();
  void EmitConditions(const sema::CheckedConditions& conditions, EmittedConditions& emitted);

  // tables.cc
  Id String(const std::string& text);
  int Kinds(const KindSet& kinds);      // index of a kind set
  int KindsOf(const sema::Type& type);  // operand for things of this type
  Origin OriginOf(Span span);
  std::string WordsOf(Span span) const;
  void EmitKinds();
  void EmitKind(const sema::Kind& from, KindInfo& to);
  void EmitTiles();
  void EmitZones();
  void EmitSteps();
  void EmitStates();
  EventFilter Filter(const sema::Event& event);
  void EmitListeners();

  // rules.cc
  void NumberRules();
  void EmitRule(const sema::Rule& rule, Id id);
  void EmitHead(const sema::Rule& rule, Id id);
  void EmitHeadLine(const sema::Rule& rule, RuleInfo& info, Id id, const sema::HeadLine& line, bool set_made = false);
  Id EmitWho(const sema::Rule& rule);
  Id EmitValue(const sema::Rule& rule);
  void EmitQuantity(const sema::Quantity& quantity, int mode);
  void EmitEntry(const sema::Quantity& quantity, const sema::Entry& entry);
  void EmitEffect(const sema::EffectLine& effect);
  void EmitApplies();
  void EmitGroups();
  void EmitRankings();
  void EmitForbids();
  void EmitNevers();
  Id EmitExpression(const std::string& name, const sema::Term* term, int slots);  // a routine with a frame of its own

  // terms.cc
  void Value(const sema::Term* term);
  void Set(const sema::Term* term);
  void Completed(const sema::Term* term);
  void ValueOf(const sema::Term* term);
  void Walked(const sema::Term* term, Op end);
  void Walk(int slot, const sema::Term* body, Op end);
  void Case(const sema::Term* term, bool set);
  bool ColumnFor(const sema::Term* set, ColumnInfo* column, const sema::Term** feature) const;
  bool PlainMajority(const sema::Term* term, ColumnInfo* column, int* slot) const;
  int Column(const ColumnInfo& column, int count);

  // filters.cc
  void Where(const sema::Term* term);

  // code
  int Here() const { return static_cast<int>(program_.code.size()); }
  int Emit(Op op, int a = 0, int b = 0, int c = 0);
  void Land(int at) { program_.code[static_cast<size_t>(at)].c = Here(); }  // a jump's target
  Id Begin(const std::string& name, int slots, Result result, bool head, bool own_frame, int sets = 0);
  void End(Id routine);
  int Temporary() { return next_slot_ < kMaxSlots ? next_slot_++ : kMaxSlots - 1; }

  const sema::Model& model_;
  const SourceMap& sources_;
  Program program_;
  std::unordered_map<std::string, Id> strings_;
  std::vector<Id> rule_ids_;  // model -> program
  std::vector<Id> step_ids_;
  std::vector<Id> round_ids_;
  std::vector<Id> applies_;    // model rule -> routine: whether it is the score of a subject
  std::vector<Id> completed_;  // kind -> routine
  int next_slot_ = 0;          // in the routine that is written
};

}  // namespace reeve
