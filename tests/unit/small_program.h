// A program small enough to count on one's fingers, made without the compiler: for tests of the board.
//
// Kinds: road and city join edges, field half-edges, monastery nothing; pennant and token are markers,
// follower, mayor (two votes) and fairy (neutral) figures. Tiles are given in the notation of rule files,
// segments apart by semicolons: "city N W with pennant; road S; field NL touches 0". Columns: what the board
// must keep up to date.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

#include "runtime/bytecode/program.h"
#include "runtime/graph/shapes.h"

namespace reeve {

enum SmallKind : Id {
  kRoad,
  kCity,
  kField,
  kMonastery,
  kRiver,
  kPennant,
  kToken,
  kFollower,
  kMayor,
  kFairy,
  kSmallKinds
};

// Columns of the small program, as indexes for Board::column.
enum SmallColumn : int {
  kPennants = 3,
  kTokens,
  kFollowers,
  kFollowersOfRed,
  kVotesOfRed,
  kVotesOfBlue,
  kFairies,
  kUnused,
  kAllVotes
};
inline constexpr int kRed = 0, kBlue = 1;

inline Id AddText(Program& program, const std::string& text) {
  program.strings.push_back(text);
  return static_cast<Id>(program.strings.size()) - 1;
}

inline Id AddKindSet(Program& program, std::initializer_list<Id> kinds) {
  KindSet set;
  for (const Id kind : kinds) set.set(static_cast<size_t>(kind));
  program.kind_sets.push_back(set);
  return static_cast<Id>(program.kind_sets.size()) - 1;
}

inline KindInfo& AddKind(Program& program, const std::string& name, Class cls) {
  KindInfo& kind = program.kinds.emplace_back();
  kind.name = kind.plural = kind.label = AddText(program, name);
  kind.cls = cls;
  return kind;
}

inline Id AddTile(Program& program, const std::string& name, const std::string& text) {
  TileInfo tile;
  tile.name = tile.label = AddText(program, name);
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ';');) {
    std::istringstream words(part);
    std::string word, mode;
    words >> word;
    if (word == "wild") {
      while (words >> word) tile.wild |= static_cast<uint8_t>(1u << std::string("NESW").find(word));
      continue;
    }
    SegmentInfo segment;
    segment.kind = program.FindKind(word);
    if (segment.kind == kNoId) throw std::invalid_argument("no kind " + word);
    while (words >> word) {
      if (word == "with" || word == "touches") {
        mode = word;
      } else if (mode == "with") {
        segment.marks.push_back({program.FindKind(word), {}});
      } else if (mode == "touches") {
        segment.touches |= 1u << std::stoi(word);
      } else {
        int port = 0;
        while (port < kPorts && word != PortName(port)) ++port;
        if (port == kPorts) throw std::invalid_argument("no port " + word);
        segment.ports |= static_cast<uint16_t>(1u << port);
      }
    }
    tile.segments.push_back(segment);
  }
  program.tiles.push_back(tile);
  return static_cast<Id>(program.tiles.size()) - 1;
}

inline Program SmallKinds() {
  Program program;
  AddKind(program, "road", Class::kFeature).joins = Joins::kEdges;
  AddKind(program, "city", Class::kFeature).joins = Joins::kEdges;
  AddKind(program, "field", Class::kFeature).joins = Joins::kHalfEdges;
  AddKind(program, "monastery", Class::kFeature).joins = Joins::kNothing;
  AddKind(program, "river", Class::kFeature).joins = Joins::kEdges;
  AddKind(program, "pennant", Class::kMarker);
  AddKind(program, "token", Class::kMarker);
  AddKind(program, "follower", Class::kFigure).fixed_votes = 1;
  AddKind(program, "mayor", Class::kFigure).fixed_votes = 2;
  AddKind(program, "fairy", Class::kFigure).neutral = true;
  const Id pennants = AddKindSet(program, {kPennant}), tokens = AddKindSet(program, {kToken});
  const Id followers = AddKindSet(program, {kFollower, kMayor}), fairies = AddKindSet(program, {kFairy});
  program.columns = {
      {ColumnKind::kMarkers, pennants, -1},  {ColumnKind::kMarkers, tokens, -1},
      {ColumnKind::kFigures, followers, -1}, {ColumnKind::kFigures, followers, kRed},
      {ColumnKind::kVotes, followers, kRed}, {ColumnKind::kVotes, followers, kBlue},
      {ColumnKind::kFigures, fairies, -1},   {ColumnKind::kTiles, kAnyKind, -1},
      {ColumnKind::kVotes, kAnyKind, -1},
  };
  AddKindSet(program, {kCity, kField});  // of some features and not of others
  return program;
}

// Tiles of the small program by index.
enum SmallTile : Id {
  kStraight,  // a straight road through a field
  kCurve,     // a curve
  kCrossing,  // three roads end
  kCap,       // one city edge above a straight road
  kTwoCaps,   // two city edges that are apart
  kGate,      // a city of three edges with a pennant, and a road
  kMonasteryRoad,
  kAbbey,      // wild on all sides
  kFourRoads,  // four roads end
  kBend,       // a river
  kSmallTiles
};

inline Program SmallProgram() {
  Program program = SmallKinds();
  AddTile(program, "RFr", "road W E; field NL NR EL WR; field ER SL SR WL");
  AddTile(program, "Rr", "road S W; field NL NR EL ER SL WR; field SR WL");
  AddTile(program, "RRR", "road W; road E; road S; field NL NR EL WR; field ER SL; field SR WL");
  AddTile(program, "RCr", "city N; road W E; field EL WR touches 0; field ER SL SR WL");
  AddTile(program, "CC", "city N; city E; field SL SR WL WR touches 0 1");
  AddTile(program, "CccRp", "city N W E with pennant; road S; field SL; field SR");
  AddTile(program, "LR", "monastery; road S; field NL NR EL ER SL SR WL WR");
  AddTile(program, "Abbey", "monastery; wild N E S W");
  AddTile(program, "RRRR", "road N; road E; road S; road W; field NL WR; field NR EL; field ER SL; field SR WL");
  AddTile(program, "Bend", "river E S; field ER SL; field NL NR EL SR WL WR");
  return program;
}

inline Insn Code(Op op, int a = 0, int b = 0, int c = 0) {
  Insn insn;
  insn.op = op;
  insn.a = static_cast<uint8_t>(a);
  insn.b = static_cast<int16_t>(b);
  insn.c = c;
  return insn;
}
inline Insn Related(RelationId relation, int kinds) {
  return Code(Op::kRelated, 0, kinds, static_cast<int32_t>(relation));
}

// The small program with a score that counts tokens in the cells of a feature, followers there, and tokens on it.
inline Program WatchingProgram() {
  Program program = SmallProgram();
  const Id tokens = AddKindSet(program, {kToken}), followers = AddKindSet(program, {kFollower});
  for (const auto& [relation, kinds] :
       {std::pair{RelationId::kMarkerOnSquare, tokens}, std::pair{RelationId::kFigureInSquare, followers}}) {
    program.code.insert(program.code.end(), {Code(Op::kLoad), Code(Op::kOne),
                                             Related(RelationId::kSquareOfFeature, kCells), Related(relation, kinds)});
  }
  program.code.insert(program.code.end(),
                      {Code(Op::kLoad), Code(Op::kOne), Related(RelationId::kMarkerOnFeature, tokens)});
  RoutineInfo routine;
  routine.end = static_cast<int32_t>(program.code.size());
  program.routines.push_back(routine);
  RuleInfo score;
  score.value = 0;
  program.rules_table.push_back(score);
  return program;
}

}  // namespace reeve
