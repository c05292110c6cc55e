// Values, sets and terms: docs/semantics.md sections 2, 3 and 4.
#include <algorithm>

#include "runtime/bytecode/limits.h"
#include "tests/reference/run.h"

namespace reeve::reference {

using sema::Term;
using sema::TermKind;

namespace {

bool Has(const std::vector<Value>& set, Value thing) {
  return std::find(set.begin(), set.end(), thing) != set.end();
}

void Add(std::vector<Value>& set, Value thing) {
  if (!Has(set, thing)) set.push_back(thing);
}

bool IsNumber(const sema::Type& type) {
  return type.cls == Class::kNumber || type.cls == Class::kTruth;
}

Value Half(Value x, bool up) {
  const Value down = x >= 0 ? x / 2 : -((1 - x) / 2);
  return up && x % 2 != 0 ? down + 1 : down;
}

}  // namespace

Value Run::Checked(Value number) const {
  if (number > kMaxNumber || number < -kMaxNumber) throw Fault{};
  return number;
}

// --- values --------------------------------------------------------------------------------------------
Value Run::Eval(const Term* term, Frame& frame) {
  switch (term->kind) {
    case TermKind::kNumber:
      return term->number;
    case TermKind::kSlot: {
      const Value value = frame.slot(term->number);
      return term->type.cls == Class::kFeature && value != kNil ? board.Name(value) : value;
    }
    case TermKind::kGlobal:
      return Bound(static_cast<GlobalId>(term->number), frame);
    case TermKind::kProperty: {
      const Value of = Eval(term->a, frame);
      const std::vector<Value> values =
          of == kNil ? std::vector<Value>{} : Property(static_cast<PropertyId>(term->number), of);
      return !values.empty() ? values.front() : IsNumber(term->type) ? 0 : kNil;
    }
    case TermKind::kState:
      return StateOf(term->number, Eval(term->a, frame));
    case TermKind::kAttribute: {
      const Value value = AttributeOf(term->a->type.cls, term->number, Eval(term->a, frame));
      return value == kNil && IsNumber(term->type) ? 0 : value;
    }
    case TermKind::kVotes:
      return VotesOf(Eval(term->a, frame));
    case TermKind::kAdd:
    case TermKind::kSub:
    case TermKind::kMul:
    case TermKind::kNeg:
    case TermKind::kHalf:
    case TermKind::kTable:
    case TermKind::kMultiple:
      return Arithmetic(term, frame);
    case TermKind::kEqual:
      return Eval(term->a, frame) == Eval(term->b, frame);
    case TermKind::kLess:
      return Eval(term->a, frame) < Eval(term->b, frame);
    case TermKind::kNot:
      return Eval(term->a, frame) == 0;
    case TermKind::kAnd:
      return Eval(term->a, frame) != 0 && Eval(term->b, frame) != 0;
    case TermKind::kOr:
      return Eval(term->a, frame) != 0 || Eval(term->b, frame) != 0;
    case TermKind::kIsKind: {
      const int kind = KindOf(term->a->type.cls, Eval(term->a, frame));
      return kind >= 0 && term->kinds[static_cast<size_t>(kind)];
    }
    case TermKind::kIsCompleted:
      return IsCompleted(Eval(term->a, frame));
    case TermKind::kContains: {
      const Value thing = Eval(term->a, frame);
      return thing != kNil && Has(Set(term->b, frame), thing);
    }
    case TermKind::kAny:
      return !Set(term->a, frame).empty();
    case TermKind::kCount:
      return static_cast<Value>(Set(term->a, frame).size());
    case TermKind::kSum:
    case TermKind::kLargest:
    case TermKind::kSmallest:
      return Over(term, frame);
    case TermKind::kOnly: {
      const std::vector<Value> set = Set(term->a, frame);
      return set.size() == 1 ? set.front() : kNil;
    }
    case TermKind::kOtherwise: {
      const Value first = Eval(term->a, frame);
      return first != kNil ? first : Eval(term->b, frame);
    }
    case TermKind::kValueOf:
      return ValueOf(term, frame);
    case TermKind::kOptions:
      return HasOptions(term->number, term->extra);
    case TermKind::kIsDue:
      return IsDue(Eval(term->a, frame));
    case TermKind::kLet:
      frame.slot(term->number) = Eval(term->a, frame);
      return Eval(term->b, frame);
    case TermKind::kCase: {
      const Term* chosen = CaseOf(term, frame);
      return chosen != nullptr ? Eval(chosen, frame) : IsNumber(term->type) ? 0 : kNil;
    }
    default: {  // a set where one thing is meant
      const std::vector<Value> set = Set(term, frame);
      return set.empty() ? kNil : set.front();
    }
  }
}

Value Run::Arithmetic(const Term* term, Frame& frame) {
  const Value a = Eval(term->a, frame);
  const Value b = term->b != nullptr ? Eval(term->b, frame) : 0;
  switch (term->kind) {
    case TermKind::kAdd:
      return Checked(a + b);
    case TermKind::kSub:
      return Checked(a - b);
    case TermKind::kMul:
      return Checked(a * b);
    case TermKind::kNeg:
      return Checked(-a);
    case TermKind::kHalf:
      return Half(a, term->number != 0);
    case TermKind::kMultiple:
      return a % term->number == 0;
    default:
      break;
  }
  const TableInfo& table = model_.tables[static_cast<size_t>(term->number)];
  for (const auto& [limit, value] : table.rows) {
    if (a <= limit) return value;
  }
  return table.more;
}

Value Run::Over(const Term* term, Frame& frame) {
  Value result = 0;
  bool first = true;
  for (Value member : Set(term->a, frame)) {
    frame.slot(term->number) = member;
    const Value value = Eval(term->b, frame);
    if (term->kind == TermKind::kSum) result = Checked(result + value);
    else if (first) result = value;
    else result = term->kind == TermKind::kLargest ? std::max(result, value) : std::min(result, value);
    first = false;
  }
  return result;
}

Value Run::Bound(GlobalId id, const Frame& frame) const {
  const auto there = [](int thing) { return thing < 0 ? kNil : static_cast<Value>(thing); };
  switch (id) {
    case GlobalId::kActivePlayer:
      return there(active);
    case GlobalId::kNextPlayer:
      return active < 0 ? kNil : (active + 1) % players;
    case GlobalId::kGame:
      return 0;
    case GlobalId::kPlaced:
      return there(placed);
    case GlobalId::kDrawn:
      return there(drawn);
    case GlobalId::kAward:
      return there(frame.hanging.award);
    case GlobalId::kValue:
      return frame.hanging.scoring == nullptr ? 0 : frame.hanging.scoring->value;
    case GlobalId::kCause:
      return frame.hanging.cause;
    case GlobalId::kOrigin:
      return frame.hanging.origin;
  }
  throw NotYet("that bound word");
}

Value Run::StateOf(int64_t number, Value owner) const {
  const sema::State& state = model_.states[static_cast<size_t>(number)];
  const bool counts = state.result == Class::kNumber || state.result == Class::kTruth;
  const auto& table = states[static_cast<size_t>(number)];
  const auto entry = owner == kNil ? table.end() : table.find(owner);
  if (entry == table.end()) return counts ? 0 : kNil;
  return state.result == Class::kFeature && entry->second != kNil ? board.Name(entry->second) : entry->second;
}

Value Run::AttributeOf(Class cls, int64_t number, Value thing) const {
  if (thing == kNil) return kNil;
  const auto pick = [&](const std::vector<int>& attributes) {
    return static_cast<size_t>(number) < attributes.size() ? static_cast<Value>(attributes[static_cast<size_t>(number)])
                                                           : 0;
  };
  if (cls == Class::kMarker) return pick(board.markers[static_cast<size_t>(thing)].attributes);
  if (cls == Class::kCard) return pick(model_.cards[static_cast<size_t>(thing)].attributes);
  if (cls == Class::kPlace) return AttributeOfPlace(number, thing);
  throw NotYet("attributes of that class");
}

Value Run::AttributeOfPlace(int64_t number, Value place) const {
  const std::string& word = model_.place_words[static_cast<size_t>(number)];
  for (const ast::Attribute& attribute : model_.places[static_cast<size_t>(place)].entry->attributes) {
    if (attribute.name.text != word) continue;
    if (const auto* whole = std::get_if<ast::Integer>(&attribute.value)) return whole->value;
    const auto kind = model_.kind_by_name.find(ast::TextOf(attribute.value));
    return kind != model_.kind_by_name.end() ? kind->second : kNil;
  }
  return kNil;
}

bool Run::IsCompleted(Value feature) {
  if (feature == kNil) return false;
  const int kind = board.KindOf(board.Name(feature));
  if (kind < 0) return false;
  const Term* condition = model_.kinds[static_cast<size_t>(kind)].completed_term;
  if (condition == nullptr) return false;
  Frame frame;
  frame.slot(0) = feature;
  return Eval(condition, frame) != 0;
}

bool Run::IsClosed(int feature) {
  const Term* more = model_.kinds[static_cast<size_t>(board.KindOf(feature))].open_more;
  Frame frame;
  frame.slot(0) = feature;
  return board.OpenEnds(feature) == 0 && (more == nullptr || Eval(more, frame) == 0);
}

Value Run::VotesOf(Value figure) {
  if (figure == kNil) return 0;
  const sema::Kind& kind = model_.kinds[static_cast<size_t>(board.figures[static_cast<size_t>(figure)].kind)];
  if (kind.votes_term == nullptr) return kind.fixed_votes;
  Frame frame;
  frame.slot(0) = figure;
  return Eval(kind.votes_term, frame);
}

const Term* Run::CaseOf(const Term* term, Frame& frame) {
  const int kind = KindOf(term->a->type.cls, Eval(term->a, frame));
  if (kind < 0) return nullptr;
  for (const auto& option : term->cases) {
    if (option.kinds[static_cast<size_t>(kind)]) return option.term;
  }
  return nullptr;
}

// --- sets ----------------------------------------------------------------------------------------------
std::vector<Value> Run::FromSeat(const std::vector<Value>& set, int first) const {
  std::vector<Value> out;
  for (int i = 0; i < players; ++i) {
    const Value player = (first + i) % players;
    if (Has(set, player)) out.push_back(player);
  }
  return out;
}

std::vector<Value> Run::Set(const Term* term, Frame& frame) {
  std::vector<Value> out;
  const auto keep = [&](const std::vector<Value>& from, const auto& good) {
    for (Value thing : from) {
      if (good(thing)) out.push_back(thing);
    }
  };
  switch (term->kind) {
    case TermKind::kAll:
      return All(term->type, term->kinds, term->type.squares);
    case TermKind::kOne: {
      const Value thing = Eval(term->a, frame);
      if (thing != kNil) out.push_back(thing);
      return out;
    }
    case TermKind::kNumbers: {
      const Value first = std::max<Value>(Eval(term->a, frame), 0), last = Eval(term->b, frame);
      if (last - first >= kMaxNumbers) throw Fault{};
      for (Value number = first; number <= last; ++number) out.push_back(number);
      return out;
    }
    case TermKind::kRelated:
      return Related(static_cast<RelationId>(term->number), term->type.cls, term->kinds, term->squares,
                     Set(term->a, frame));
    case TermKind::kSpread: {
      for (Value thing : Set(term->a, frame)) {
        for (Value member : Property(static_cast<PropertyId>(term->number), thing)) Add(out, member);
      }
      std::sort(out.begin(), out.end());
      return out;
    }
    case TermKind::kSpreadTo: {
      const std::vector<Value> of = Set(term->a, frame);
      const Value steps = Eval(term->b, frame);
      for (Value thing : of) {
        for (Value member : Steps(static_cast<PropertyId>(term->number), thing, steps)) Add(out, member);
      }
      std::sort(out.begin(), out.end());
      return out;
    }
    case TermKind::kMap:
      for (Value thing : Set(term->a, frame)) {
        frame.slot(term->number) = thing;
        for (Value member : Set(term->b, frame)) Add(out, member);
      }
      return out;
    case TermKind::kOwnedBy: {
      const std::vector<Value> from = Set(term->a, frame);
      const Value player = Eval(term->b, frame);
      if (player != kNil) keep(from, [&](Value thing) { return OwnerOf(term->type.cls, thing) == player; });
      return out;
    }
    case TermKind::kUnion:
      out = Set(term->a, frame);
      for (Value thing : Set(term->b, frame)) Add(out, thing);
      std::sort(out.begin(), out.end());
      return out;
    case TermKind::kIntersect: {
      const std::vector<Value> first = Set(term->a, frame), second = Set(term->b, frame);
      keep(first, [&](Value thing) { return Has(second, thing); });
      return out;
    }
    case TermKind::kOfKind:
      keep(Set(term->a, frame), [&](Value thing) {
        const int kind = KindOf(term->type.cls, thing);
        return kind >= 0 && term->kinds[static_cast<size_t>(kind)];
      });
      return out;
    case TermKind::kWhere:
      keep(Set(term->a, frame), [&](Value thing) {
        frame.slot(term->number) = thing;
        return Eval(term->b, frame) != 0;
      });
      return out;
    case TermKind::kWithMost: {
      Value most = 0;
      for (Value thing : Set(term->a, frame)) {
        frame.slot(term->number) = thing;
        const Value value = Eval(term->b, frame);
        if (value > most) out.clear();
        most = std::max(most, value);
        if (value == most && most > 0) out.push_back(thing);
      }
      return out;
    }
    case TermKind::kRank:
      return Ranking(term, frame);
    case TermKind::kRanked:
      return frame.ranked != nullptr ? *frame.ranked : out;
    case TermKind::kPlayers:
      return All({Class::kPlayer, true, {}, kAnyKind}, {}, kAnyKind);
    case TermKind::kWinners:
      if (frame.hanging.scoring != nullptr)
        out.assign(frame.hanging.scoring->winners.begin(), frame.hanging.scoring->winners.end());
      return FromSeat(out, std::max(active, 0));
    case TermKind::kListed: {
      if (term->number == 1) {
        keep(board.Features(),
             [&](Value feature) { return board.features[static_cast<size_t>(feature)].extended == part; });
        return out;
      }
      if (term->number == 0) {
        for (int feature : settled_) Add(out, board.Name(feature));
      } else {
        for (const Pending& pending : PendingScorings()) Add(out, pending.scored());
      }
      std::sort(out.begin(), out.end());
      return out;
    }
    case TermKind::kCanStand: {
      const std::vector<Value> from = Set(term->a, frame);
      const Value figure = Eval(term->b, frame);
      keep(from, [&](Value thing) { return CanStand(thing, term->type.cls, figure); });
      return out;
    }
    case TermKind::kAlike:
      for (Value thing : Set(term->a, frame)) {
        if (std::none_of(out.begin(), out.end(), [&](Value other) { return Alike(term->type.cls, thing, other); }))
          out.push_back(thing);
      }
      return out;
    case TermKind::kSeats: {
      const std::vector<Value> from = Set(term->a, frame);
      return FromSeat(from, static_cast<int>(std::max<Value>(Eval(term->b, frame), 0)));
    }
    case TermKind::kLet:
      frame.slot(term->number) = Eval(term->a, frame);
      return Set(term->b, frame);
    case TermKind::kCase: {
      const Term* chosen = CaseOf(term, frame);
      return chosen != nullptr ? Set(chosen, frame) : out;
    }
    case TermKind::kNone:
      return out;
    default: {  // one thing where a set is meant
      const Value thing = Eval(term, frame);
      if (thing != kNil) out.push_back(thing);
      return out;
    }
  }
}

std::vector<Value> Run::Ranking(const Term* term, Frame& frame) {
  const std::vector<Value> figures = Set(term->a, frame);
  std::vector<Value> in = All({Class::kPlayer, true, {}, kAnyKind}, {}, kAnyKind);
  std::sort(in.begin(), in.end());
  bool first = true;
  for (const auto& rank : model_.rankings[static_cast<size_t>(term->number)].ranks) {
    std::vector<Value> best;
    Value most = first && rank.most ? 1 : std::numeric_limits<Value>::min();
    for (Value player : in) {
      Frame own;
      own.rule = frame.rule;
      own.hanging = frame.hanging;
      own.ranked = &figures;
      own.slot(0) = player;
      const Value value = Eval(rank.term, own);
      if (!rank.most && value == 0) continue;
      if (rank.most && value > most) best.clear();
      if (rank.most && value < most) continue;
      if (rank.most) most = value;
      best.push_back(player);
    }
    if (rank.most || !best.empty()) in = best;
    first = false;
  }
  return in;
}

std::vector<Value> Run::All(const sema::Type& type, const KindSet& kinds, int squares) const {
  std::vector<Value> out;
  const auto add = [&](size_t thing) {
    const int kind = KindOf(type.cls, static_cast<Value>(thing));
    if (kind >= 0 && kinds[static_cast<size_t>(kind)]) out.push_back(static_cast<Value>(thing));
  };
  switch (type.cls) {
    case Class::kPlayer:
      for (int i = 0; i < players; ++i) out.push_back((std::max(active, 0) + i) % players);
      return out;
    case Class::kFeature:
      for (Value feature : board.Features()) add(static_cast<size_t>(feature));
      return out;
    case Class::kSegment:
      for (size_t s = 0; s < board.segments.size(); ++s) add(s);  // room for one has no kind
      return out;
    case Class::kFigure:
      for (size_t f = 0; f < board.figures.size(); ++f) {
        if (board.figures[f].spot.at != Spot::At::kOut) add(f);
      }
      return out;
    case Class::kMarker:
      for (size_t m = 0; m < board.markers.size(); ++m) {
        const Spot::At at = board.markers[m].spot.at;
        if (at != Spot::At::kOut && at != Spot::At::kPiece) add(m);
      }
      return out;
    case Class::kSquare:
      if (squares == kSpaces) return board.Spaces();
      for (int piece : board.cells) out.push_back(board.SquareOfPiece(piece));
      return out;
    case Class::kPiece:
      out.assign(board.cells.begin(), board.cells.end());
      std::sort(out.begin(), out.end());
      return out;
    case Class::kPlace:
      for (size_t p = 0; p < model_.places.size(); ++p) {
        if (squares < 0 || model_.places[p].zone == squares) out.push_back(static_cast<Value>(p));
      }
      return out;
    default:
      throw NotYet("all things of that class");
  }
}

bool Run::CanStand(Value thing, Class cls, Value figure) const {
  if (figure == kNil) return false;
  if (cls != Class::kSegment) throw NotYet("standing on that class");
  const sema::Kind& stands = model_.kinds[static_cast<size_t>(board.figures[static_cast<size_t>(figure)].kind)];
  for (int kind = KindOf(cls, thing); kind >= 0; kind = model_.kinds[static_cast<size_t>(kind)].like) {
    for (const ast::Name& name : stands.on) {
      const auto named = model_.kind_by_name.find(name.text);
      if (named != model_.kind_by_name.end() && named->second == kind) return true;
    }
  }
  return false;
}

bool Run::Alike(Class cls, Value a, Value b) const {
  if (cls == Class::kFigure) {
    const Figure& one = board.figures[static_cast<size_t>(a)];
    const Figure& other = board.figures[static_cast<size_t>(b)];
    return one.kind == other.kind && one.owner == other.owner && one.spot == other.spot;
  }
  if (cls == Class::kMarker) {
    const Marker& one = board.markers[static_cast<size_t>(a)];
    const Marker& other = board.markers[static_cast<size_t>(b)];
    return one.kind == other.kind && one.owner == other.owner && one.spot == other.spot &&
           one.attributes == other.attributes;
  }
  if (cls != Class::kPiece) return a == b;
  const Piece& one = board.pieces[static_cast<size_t>(a)];
  const Piece& other = board.pieces[static_cast<size_t>(b)];
  return one.at != Piece::At::kBoard && one.at == other.at && one.tile == other.tile && one.owner == other.owner &&
         one.place == other.place;
}

}  // namespace reeve::reference
