#include "runtime/bytecode/verify.h"

#include <algorithm>
#include <map>
#include <vector>

namespace reeve {
namespace {

class Verifier {
 public:
  explicit Verifier(const Program& program) : p_(program) {}

  std::optional<std::string> Run() {
    Tables();
    if (fault_.empty()) Rules();
    for (size_t r = 0; r < p_.routines.size() && fault_.empty(); ++r) Routine(static_cast<Id>(r));
    if (fault_.empty()) CallDepth();
    if (fault_.empty()) return std::nullopt;
    return fault_;
  }

 private:
  bool Fail(const std::string& text) {
    if (fault_.empty()) fault_ = text;
    return false;
  }
  template <class T>
  bool In(Id id, const std::vector<T>& table, const char* what, bool optional = false) {
    if (id >= 0 && static_cast<size_t>(id) < table.size()) return true;
    if (optional && id == kNoId) return true;
    return Fail(std::string("there is no ") + what + " " + std::to_string(id));
  }
  bool String(Id id) { return In(id, p_.strings, "string", true); }
  bool Kind(Id id, bool optional = false) { return In(id, p_.kinds, "kind", optional); }
  bool KindSetId(Id id) { return In(id, p_.kind_sets, "kind set", true); }
  bool Range(int64_t value, int64_t least, int64_t most, const char* what) {
    if (value >= least && value <= most) return true;
    return Fail(std::string(what) + " is " + std::to_string(value) + ", which is not from " + std::to_string(least) + " to " + std::to_string(most));
  }
  bool ClassId(Class cls) { return Range(static_cast<int>(cls), 0, kClassCount - 1, "a class"); }

  // --- tables ---
  void Tables() {
    Range(static_cast<int64_t>(p_.kinds.size()), 0, kMaxKinds, "the number of kinds");
    for (const KindInfo& kind : p_.kinds) {
      String(kind.name), String(kind.plural), String(kind.label), ClassId(kind.cls), Kind(kind.like, true);
      Range(static_cast<int>(kind.joins), 0, 2, "what a kind joins"), Range(static_cast<int>(kind.completion), 0, 3, "a completion");
      Range(kind.supply, 0, 1000, "a supply");
      KindSetId(kind.on_kinds), In(kind.in_zone, p_.zones, "zone", true);
      KindSetId(kind.joins_kinds), KindSetId(kind.parts), Takes(kind.open_more, Result::kValue, true);
      if (Kind(kind.adds, true) && kind.adds != kNoId && p_.kind(kind.adds).cls != Class::kFeature) Fail("a marker adds what is no feature");
      Range(kind.joins_same, -1, static_cast<int64_t>(kind.attributes.size()) - 1, "an attribute");
      Takes(kind.completed, Result::kValue, true), Takes(kind.votes, Result::kValue, true);
      if (kind.completion == Completion::kRoutine && kind.completed == kNoId) Fail("a kind has no routine for its completion");
      Range(static_cast<int64_t>(kind.attributes.size()), 0, 4, "the number of attributes");
      for (const AttributeInfo& attribute : kind.attributes) {
        String(attribute.name);
        for (Id word : attribute.words) String(word);
      }
    }
    for (size_t k = 0; k < p_.kinds.size() && fault_.empty(); ++k) {
      size_t steps = 0;
      for (Id at = p_.kinds[k].like; at != kNoId; at = p_.kinds[static_cast<size_t>(at)].like) {
        if (++steps > p_.kinds.size()) {
          Fail("a kind is like itself");
          break;
        }
      }
    }
    for (const TileInfo& tile : p_.tiles) Tile(tile);
    for (const TilesetInfo& set : p_.tilesets) {
      String(set.name), In(set.starts, p_.tiles, "tile", true), In(set.ends, p_.tiles, "tile", true);
      Range(set.before, 0, 1000, "the rank of a pile");
      for (const LaidTile& laid : set.laid) {
        In(laid.tile, p_.tiles, "tile"), Range(laid.turn, 0, 3, "a turn");
        Range(laid.x, -kMaxCoordinate, kMaxCoordinate, "a square"), Range(laid.y, -kMaxCoordinate, kMaxCoordinate, "a square");
      }
      for (const TileCount& entry : set.tiles) In(entry.tile, p_.tiles, "tile"), Range(entry.count, 0, 1000, "a number of tiles");
    }
    if (p_.zones.size() < 3) Fail("the supply, the pile and the scoreboard are missing");
    for (const ZoneInfo& zone : p_.zones) {
      String(zone.name), Range(static_cast<int>(zone.kind), 0, 4, "a zone");
      if (Kind(zone.of, true) && zone.of != kNoId && p_.kind(zone.of).cls != Class::kMarker) Fail("a bag holds what is no marker");
      const bool cards = zone.kind == ZoneKind::kDeck || zone.kind == ZoneKind::kBag;
      for (Id entry : zone.entries) cards ? In(entry, p_.cards, "card") : In(entry, p_.places, "place");
    }
    for (const PlaceInfo& place : p_.places) String(place.name), In(place.zone, p_.zones, "zone"), In(place.on, p_.places, "place", true);
    for (const CardInfo& card : p_.cards) Kind(card.kind), In(card.zone, p_.zones, "zone"), Range(card.count, 0, 1000, "a number of cards");
    for (const StateInfo& state : p_.states) String(state.name), ClassId(state.owner), ClassId(state.result), KindSetId(state.owner_kinds);
    for (const RoundInfo& round : p_.rounds) {
      String(round.name), String(round.label), In(round.first, p_.steps, "step", true), In(round.last, p_.steps, "step", true);
    }
    for (const TableInfo& table : p_.tables) {
      for (size_t i = 1; i < table.rows.size(); ++i) if (table.rows[i][0] <= table.rows[i - 1][0]) Fail("a table's limits do not grow");
    }
    for (const ColumnInfo& column : p_.columns) {
      Range(static_cast<int>(column.kind), 0, 6, "a column"), Range(column.player, -1, kMaxPlayers - 1, "a column's player");
      if (column.kinds < kAnyKind) Fail("a column counts no kinds");
      KindSetId(column.kinds);
    }
    Turn();
    String(p_.shared_label);
    for (const LineInfo& line : p_.lines) String(line.origin.file);
  }

  void Tile(const TileInfo& tile) {
    String(tile.name), String(tile.label), Range(tile.wild, 0, 15, "the wild sides of a tile");
    Range(static_cast<int64_t>(tile.segments.size()), 0, kMaxSegments, "the number of segments");
    uint16_t used = 0;
    for (const ForeignName& name : tile.known_as) String(name.name), Range(name.turned, 0, 3, "a turn");
    const auto mark = [&](const MarkInfo& info) {
      if (!Kind(info.kind)) return;
      if (p_.kind(info.kind).cls != Class::kMarker) Fail("what is printed on a tile is no marker");
      Range(static_cast<int64_t>(info.attributes.size()), 0, 4, "the number of attributes");
    };
    for (const SegmentInfo& segment : tile.segments) {
      if (!Kind(segment.kind)) return;
      if (p_.kind(segment.kind).cls != Class::kFeature) Fail("a segment is of a kind that is no feature");
      if (segment.ports >> kPorts != 0 || (segment.ports & used) != 0) Fail("two segments of a tile share a port");
      used = static_cast<uint16_t>(used | segment.ports);
      if (segment.shared >> kPorts != 0 || (segment.shared & segment.ports) != 0) Fail("a segment shares what is its own");
      if (tile.segments.size() < 32 && segment.touches >> tile.segments.size() != 0) Fail("a segment touches one that is not there");
      for (const MarkInfo& info : segment.marks) mark(info);
    }
    for (const MarkInfo& info : tile.marks) mark(info);
  }

  void Turn() {
    for (const StepInfo& step : p_.steps) {
      String(step.name), String(step.label), In(step.round, p_.rounds, "round", true), Range(step.menu, 0, 2, "a menu");
      for (Id rule : step.rules) In(rule, p_.rules_table, "rule");
      for (Id rule : step.offers) {
        if (In(rule, p_.rules_table, "rule") && p_.rule(rule).kind != RuleKind::kOffer) Fail("a step offers what is no offer");
      }
      for (Id pass : step.pass_forbids) In(pass, p_.pass_forbids, "forbid of passing");
    }
    const auto span = [&](Id first, Id last, const char* what) {
      In(first, p_.steps, what, true), In(last, p_.steps, what, true);
      if ((first == kNoId) != (last == kNoId) || first > last) Fail(std::string("the ") + what + "s are in no order");
    };
    span(p_.first_turn_step, p_.last_turn_step, "step of the turn");
    span(p_.first_final_step, p_.last_final_step, "step of the final scoring");
    for (Id s = std::max(p_.first_turn_step, 0); fault_.empty() && p_.first_turn_step != kNoId && s <= p_.last_turn_step; ++s) {
      if (p_.steps[static_cast<size_t>(s)].round == kNoId) Fail("a step of the turn is in no round");
    }
  }

  // A routine that is called with one argument in a frame of its own.
  bool Takes(Id routine, Result result, bool optional, bool own_frame = true, bool head = false) {
    if (routine == kNoId && optional) return true;
    if (!In(routine, p_.routines, "routine")) return false;
    const RoutineInfo& info = p_.routines[static_cast<size_t>(routine)];
    if (info.result != result || info.own_frame != own_frame || info.head != head) return Fail("routine " + std::to_string(routine) + " is used as what it is not");
    return true;
  }

  void Filter(const EventFilter& filter) {
    Range(static_cast<int>(filter.event), 0, EventCount() - 1, "an event"), ClassId(filter.cls), ClassId(filter.to);
    if (filter.kinds < kAnyKind) Fail("an event hears no kinds");
    KindSetId(filter.kinds);
    Range(static_cast<int>(filter.period), 0, 4, "a period");
    if (filter.to == Class::kZone) In(filter.to_id, p_.zones, "zone");
    else if (filter.to == Class::kPlace) In(filter.to_id, p_.places, "place");
    else if (filter.to != Class::kNone) KindSetId(filter.to_id);
  }

  void Rules() {
    for (size_t r = 0; r < p_.rules_table.size(); ++r) {
      const RuleInfo& rule = p_.rules_table[r];
      String(rule.name), String(rule.label), String(rule.origin.file);
      for (Id cite : rule.cites) String(cite);
      for (const auto& cite : rule.row_cites) String(cite[0]), String(cite[1]);
      for (const SlotInfo& slot : rule.slots) String(slot.name), ClassId(slot.cls);
      Range(static_cast<int64_t>(rule.slots.size()), 2, kMaxSlots, "the number of slots");
      Range(static_cast<int>(rule.kind), 0, 2, "a rule's kind"), Range(static_cast<int>(rule.ties), 0, 4, "ties"), Range(static_cast<int>(rule.mark), 0, 2, "a mark");
      if (!Takes(rule.head, Result::kNone, false, false, true)) return;
      const bool scores = rule.who != kNoId;
      if (rule.kind == RuleKind::kScore && !scores) Fail("a score pays nobody");
      Takes(rule.who, Result::kSet, true, false), Takes(rule.value, Result::kValue, !scores, false);
      Takes(rule.effects, Result::kNone, true, false, true), Takes(rule.odd_to, Result::kValue, true, false);
      const RoutineInfo& head = p_.routines[static_cast<size_t>(rule.head)];
      if (rule.given < head.begin || rule.given >= head.end) Fail("a rule begins outside its head");
      for (const LimitInfo& limit : rule.limits) Range(static_cast<int>(limit.per), 0, 3, "a limit"), Range(limit.number, 0, kMaxNumber, "a limit");
      for (Id group : rule.groups) In(group, p_.groups, "group");
      for (Id other : rule.before) In(other, p_.rules_table, "rule");
      for (Id other : rule.after) In(other, p_.rules_table, "rule");
      Range(rule.scored_slot, 0, static_cast<int64_t>(rule.slots.size()) - 1, "the slot of what is scored");
      KindSetId(rule.completes), KindSetId(rule.subject_kinds), ClassId(rule.subject);
      owner_[rule.head] = static_cast<Id>(r);
      for (Id routine : {rule.who, rule.value, rule.effects, rule.odd_to}) if (routine != kNoId) owner_[routine] = static_cast<Id>(r);
    }
    for (const ForbidInfo& forbid : p_.forbids) String(forbid.reason), String(forbid.origin.file);
    for (const PassForbid& pass : p_.pass_forbids) In(pass.forbid, p_.forbids, "forbid"), Takes(pass.condition, Result::kValue, false);
    for (const ChoiceInfo& choice : p_.choices) {
      In(choice.rule, p_.rules_table, "rule"), String(choice.bound), String(choice.label), ClassId(choice.cls);
      for (Id text : choice.texts) String(text);
    }
    for (const GroupInfo& group : p_.groups) {
      String(group.name), ClassId(group.of);
      if (group.applies.size() != group.members.size()) Fail("a group is not whole");
      for (Id member : group.members) In(member, p_.rules_table, "rule");
      for (Id routine : group.applies) Takes(routine, Result::kValue, true);
    }
    for (const RankingInfo& ranking : p_.rankings) {
      String(ranking.name);
      for (const auto& rank : ranking.ranks) {
        if (Takes(rank.routine, Result::kValue, false) && p_.routines[static_cast<size_t>(rank.routine)].sets != 1) Fail("a ranking ranks nothing");
      }
    }
    for (const Listener& listener : p_.listeners) Filter(listener.filter), In(listener.rule, p_.rules_table, "rule");
    for (const Holding& holding : p_.holdings) Filter(holding.filter), In(holding.zone, p_.zones, "zone");
    for (const Clearing& clearing : p_.clearings) Filter(clearing.filter), In(clearing.state, p_.states, "state");
  }

  // --- routines: every instruction is reached with one stack shape ---
  struct Shape {
    int values = -1, sets = 0, walks = 0, quantities = 0;
    bool operator==(const Shape&) const = default;
  };

  void Routine(Id id) {
    const RoutineInfo& info = p_.routines[static_cast<size_t>(id)];
    if (!String(info.name) || !Range(info.slots, 1, kMaxSlots, "the slots of a routine")) return;
    if (!Range(static_cast<int>(info.result), 0, 2, "what a routine gives")) return;
    if (info.begin < 0 || info.end > static_cast<int32_t>(p_.code.size()) || info.begin >= info.end || info.sets > 1) {
      Fail("routine " + std::to_string(id) + " lies outside the code");
      return;
    }
    std::vector<Shape> shapes(static_cast<size_t>(info.end - info.begin));
    std::vector<int32_t> work{info.begin};
    shapes[0] = {0, info.sets, 0, 0};
    while (!work.empty() && fault_.empty()) {
      const int32_t at = work.back();
      work.pop_back();
      Step(id, info, at, shapes, work);
    }
    if (!fault_.empty()) fault_ = "routine " + std::to_string(id) + " (" + p_.Text(info.name) + "): " + fault_;
  }

  void Flow(const RoutineInfo& info, int32_t to, const Shape& shape, std::vector<Shape>& shapes, std::vector<int32_t>& work) {
    if (to < info.begin || to >= info.end) {
      Fail("a jump leaves the routine");
      return;
    }
    Shape& known = shapes[static_cast<size_t>(to - info.begin)];
    if (known.values < 0) {
      known = shape;
      work.push_back(to);
    } else if (!(known == shape)) {
      Fail("instruction " + std::to_string(to) + " is reached with different stacks");
    }
  }

  void Step(Id id, const RoutineInfo& info, int32_t at, std::vector<Shape>& shapes, std::vector<int32_t>& work) {
    const Insn& insn = p_.code[static_cast<size_t>(at)];
    if (static_cast<int>(insn.op) >= OpCount()) {
      Fail("instruction " + std::to_string(at) + " does not exist");
      return;
    }
    const OpInfo& op = Info(insn.op);
    Shape shape = shapes[static_cast<size_t>(at - info.begin)];
    if (!Operands(id, info, insn, op)) return;
    if (op.mode == 'H' && !info.head) {
      Fail(std::string("\"") + op.text + "\" stands in a value");
      return;
    }
    if (shape.values < op.pops || shape.sets - info.sets < op.sets_in) {
      Fail(std::string("\"") + op.text + "\" takes more than there is");
      return;
    }
    shape.values += op.pushes - op.pops;
    shape.sets += op.sets_out - op.sets_in;
    if (shape.values > kMaxStack || shape.sets > kMaxSets) {
      Fail("the stack grows too high");
      return;
    }
    // Between the lines of a head the stacks are empty, so that a run can stop there.
    if (op.mode == 'H' && (shape.values != 0 || shape.sets != 0 || shape.walks != 0 || shape.quantities != 0)) {
      Fail(std::string("\"") + op.text + "\" leaves something on the stack");
      return;
    }
    switch (insn.op) {
      case Op::kReturn:
      case Op::kReturnSet: {
        const Result result = insn.op == Op::kReturn ? Result::kValue : Result::kSet;
        const int sets = info.sets + (result == Result::kSet ? 1 : 0);
        if (info.result != result || shape.values != 0 || shape.sets != (result == Result::kSet ? info.sets : sets) || shape.walks != 0 ||
            shape.quantities != 0) {
          Fail("the routine ends with something on its stacks");
        }
        return;
      }
      case Op::kNext: return;  // the end of a head
      case Op::kJump: return Flow(info, insn.c, shape, shapes, work);
      case Op::kWalk: {
        Flow(info, insn.c, shape, shapes, work);
        if (++shape.walks > kMaxWalks) {
          Fail("walks stand too deep in each other");
          return;
        }
        break;
      }
      case Op::kKeep: case Op::kTally: case Op::kHighest: case Op::kLowest: case Op::kBest: case Op::kGather:
        if (shape.walks == 0 || shape.sets - info.sets < (insn.op == Op::kGather ? 2 : 1)) {
          Fail(std::string("\"") + op.text + "\" walks nothing");
          return;
        }
        Flow(info, insn.c, shape, shapes, work);
        --shape.walks;
        break;
      case Op::kOpen:
        if (++shape.quantities > kMaxWalks) Fail("quantities stand too deep in each other");
        break;
      case Op::kRow: case Op::kRowAmount: case Op::kAddPart: case Op::kSet: case Op::kScale: case Op::kHalve: case Op::kExtra: case Op::kAtLeast:
      case Op::kAtMost: case Op::kClose:
        if (shape.quantities == 0) {
          Fail(std::string("\"") + op.text + "\" stands outside a quantity");
          return;
        }
        if (insn.op == Op::kClose) --shape.quantities;
        break;
      default:
        if (op.operands[2] == 'j') Flow(info, insn.c, shape, shapes, work);
    }
    if (at + 1 >= info.end) {
      Fail("the routine does not end");
      return;
    }
    Flow(info, at + 1, shape, shapes, work);
  }

  bool Operands(Id id, const RoutineInfo& info, const Insn& insn, const OpInfo& op) {
    const int64_t values[3] = {insn.a, insn.b, insn.c};
    for (int i = 0; i < 3; ++i) {
      const int64_t value = values[i];
      const Id index = static_cast<Id>(value);
      bool good = true;
      switch (op.operands[i]) {
        case 's': good = Range(value, 0, info.slots - 1, "a slot"); break;
        case 'k': good = value < 0 ? Range(value, kSpaces, kAnyKind, "a kind set") : In(index, p_.kind_sets, "kind set"); break;
        case 'j': break;  // Flow looks
        case 'r': good = Range(value, 0, RelationCount() - 1, "a relation"); break;
        case 'p': good = Range(value, 0, PropertyCount() - 1, "a property"); break;
        case 'c': good = In(index, p_.columns, "column"); break;
        case 't': good = In(index, p_.tables, "table"); break;
        case 'g': good = Range(value, 0, GlobalCount() - 1, "a bound value"); break;
        case 'v': good = In(index, p_.states, "state"); break;
        case 'L': good = In(index, p_.strings, "string"); break;
        case 'R': good = Takes(index, Result::kValue, false); calls_.push_back({id, index}); break;
        case 'Q': good = In(index, p_.choices, "choice"); break;
        case 'P': good = In(index, p_.zones, "zone"); break;
        case 'Z': good = In(index, p_.rules_table, "rule"); break;
        case 'G': good = In(index, p_.groups, "group"); break;
        case 'S': good = In(index, p_.steps, "step"); break;
        case 'K': good = Kind(index); break;
        case 'E': good = In(index, p_.rankings, "ranking"); break;
        case 'F': good = In(index, p_.forbids, "forbid"); break;
        default: break;  // '-' unused, 'n' a number, 'f' flags
      }
      if (!good) return false;
    }
    return Special(id, info, insn);
  }

  bool Special(Id id, const RoutineInfo& info, const Insn& insn) {
    const auto owner = owner_.find(id);
    switch (insn.op) {
      case Op::kAll: case Op::kOwnedBy: case Op::kOfKind: case Op::kAlike: case Op::kAttribute: case Op::kSendHome: case Op::kGive: case Op::kDeal:
        return Range(insn.a, 0, kClassCount - 1, "a class") && (insn.op != Op::kAttribute ||
                (static_cast<Class>(insn.a) == Class::kPlace ? In(insn.b, p_.strings, "string") : Range(insn.b, 0, 3, "an attribute")));
      case Op::kDraw: {
        if (!Range(insn.a, 0, 2, "a way to draw")) return false;
        if (insn.a == 2) return In(insn.c, p_.holdings, "holding");
        if (!Range(insn.c, 0, kClassCount - 1, "a class")) return false;
        return insn.c == 0 || (p_.zones[static_cast<size_t>(insn.b)].kind == ZoneKind::kBag && p_.zones[static_cast<size_t>(insn.b)].of != kNoId) ||
               Fail("what is drawn is no token");
      }
      case Op::kTurnInto: return p_.kind(insn.b).cls == Class::kFeature || Fail("a feature turns into what is none");
      case Op::kMoveBy: return Range(insn.a, 0, kClassCount - 1, "a class");
      case Op::kMove: return Range(insn.a, 0, kClassCount - 1, "a class") && Range(insn.b, 0, kClassCount - 1, "a class");
      case Op::kIsKind: return Range(insn.c, 0, kClassCount - 1, "a class");
      case Op::kMultiple: return Range(insn.c, 1, kMaxNumber, "what is a multiple");
      case Op::kCopySet: return Range(insn.a, 0, info.sets - 1, "the set to copy");
      case Op::kListed: return Range(insn.a, 0, 2, "a list");
      case Op::kRankColumns: return Range(insn.b, 0, static_cast<int64_t>(p_.columns.size()) - kMaxPlayers, "the first column");
      case Op::kValueOf: {
        if (!Range(insn.b, 0, info.slots - 1, "a slot")) return false;
        const Id value = p_.rule(insn.c).value;
        if (value != kNoId) calls_.push_back({id, value});
        return true;
      }
      case Op::kOptions:
        if (insn.a == 0) return In(insn.b, p_.rules_table, "rule") && (p_.rule(insn.b).kind == RuleKind::kOffer || Fail("what is asked for options is no offer"));
        if (insn.a == 1) return In(insn.b, p_.groups, "group") && (p_.groups[static_cast<size_t>(insn.b)].of == Class::kNone || Fail("a group has no offers"));
        return Range(insn.a, 0, 2, "what is asked for options") && In(insn.b, p_.steps, "step");
      case Op::kLimit:
      case Op::kSpend:
        return owner != owner_.end() ? In(insn.b, p_.rule(owner->second).limits, "limit") : Fail("a limit belongs to no rule");
      case Op::kFire:
        return (owner != owner_.end() && p_.rule(owner->second).who != kNoId) || Fail("a rule that pays nobody scores");
      case Op::kPlay: return In(insn.c, p_.steps, "step") && (insn.b <= insn.c || Fail("steps are played in the wrong order"));
      case Op::kPlayRound: return In(insn.b, p_.rounds, "round") && In(p_.rounds[static_cast<size_t>(insn.b)].first, p_.steps, "step");
      default: return true;
    }
  }

  // Calls go round in no circle and not too deep.
  void CallDepth() {
    std::vector<int> depth(p_.routines.size(), 1);
    for (int round = 0; round <= kMaxCallDepth; ++round) {
      bool changed = false;
      for (const auto& [from, to] : calls_) {
        const int deeper = depth[static_cast<size_t>(to)] + 1;
        if (depth[static_cast<size_t>(from)] >= deeper) continue;
        depth[static_cast<size_t>(from)] = deeper;
        changed = true;
      }
      if (!changed) return;
    }
    Fail("routines call each other too deep, or in a circle");
  }

  const Program& p_;
  std::string fault_;
  std::map<Id, Id> owner_;  // routine -> rule
  std::vector<std::pair<Id, Id>> calls_;
};

}  // namespace

std::optional<std::string> Verify(const Program& program) { return Verifier(program).Run(); }

}  // namespace reeve
