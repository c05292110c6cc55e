// The tables of a program: kinds, tiles, zones, steps, states, listeners.
#include <algorithm>
#include <filesystem>

#include "compiler/codegen/emit.h"

namespace reeve {

using sema::Term;
using sema::TermKind;

Emitter::Emitter(const sema::Model& model, const SourceMap& sources) : model_(model), sources_(sources) {
  String("");
}

Id Emitter::String(const std::string& text) {
  const auto [at, fresh] = strings_.emplace(text, static_cast<Id>(program_.strings.size()));
  if (fresh) program_.strings.push_back(text);
  return at->second;
}

int Emitter::Kinds(const KindSet& kinds) {
  for (size_t i = 0; i < program_.kind_sets.size(); ++i) {
    if (program_.kind_sets[i] == kinds) return static_cast<int>(i);
  }
  program_.kind_sets.push_back(kinds);
  return static_cast<int>(program_.kind_sets.size()) - 1;
}

Origin Emitter::OriginOf(Span span) {
  if (!span.valid()) return {};
  const SourceFile& file = sources_.file(span.file);
  // Its name alone: a program is the same bytes wherever its rules lie.
  return {String(std::filesystem::path(file.name()).filename().string()), file.Locate(span.begin).line};
}

// As the author wrote it, on one line and without comments.
std::string Emitter::WordsOf(Span span) const {
  std::string words;
  bool comment = false;
  for (const char c : sources_.file(span.file).text().substr(span.begin, span.end - span.begin)) {
    comment = c == '#' || (comment && c != '\n');
    const bool blank = comment || c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) words += c;
    else if (!words.empty() && words.back() != ' ') words += ' ';
  }
  return words.substr(0, words.find_last_not_of(' ') + 1);
}

Id Emitter::Begin(const std::string& name, int slots, Result result, bool head, bool own_frame, int sets) {
  RoutineInfo routine;
  routine.name = String(name);
  routine.begin = Here();
  routine.slots = static_cast<uint8_t>(std::max(slots, 2));
  routine.result = result;
  routine.head = head;
  routine.own_frame = own_frame;
  routine.sets = static_cast<uint8_t>(sets);
  program_.routines.push_back(routine);
  next_slot_ = routine.slots;
  return static_cast<Id>(program_.routines.size()) - 1;
}

void Emitter::End(Id routine) {
  RoutineInfo& info = program_.routines[static_cast<size_t>(routine)];
  info.end = Here();
  info.slots = static_cast<uint8_t>(std::max<int>(info.slots, next_slot_));
}

Id Emitter::EmitExpression(const std::string& name, const Term* term, int slots) {
  const bool set = term->type.set && term->kind != TermKind::kOptions;
  const Id routine = Begin(name, slots, set ? Result::kSet : Result::kValue, false, true);
  if (set) {
    Set(term);
    Emit(Op::kReturnSet);
  } else {
    Value(term);
    Emit(Op::kReturn);
  }
  End(routine);
  return routine;
}

// --- kinds ---------------------------------------------------------------------------------------------
void Emitter::EmitKinds() {
  for (const sema::Kind& from : model_.kinds) {
    KindInfo kind;
    kind.name = String(from.name);
    kind.plural = String(from.plural);
    kind.label = String(from.label);
    kind.cls = from.cls;
    kind.like = from.like;
    kind.joins = from.joins;
    kind.supply = std::max(from.supply, from.neutral && from.supply < 0 && from.cls == Class::kFigure ? 1 : 0);
    kind.neutral = from.neutral;
    kind.stays = from.stays;
    kind.fixed_votes = from.fixed_votes;
    for (const auto& attribute : from.attributes) {
      AttributeInfo info;
      info.name = String(attribute.name);
      info.least = attribute.least;
      info.most = attribute.most;
      for (const std::string& word : attribute.words) info.words.push_back(String(word));
      kind.attributes.push_back(info);
    }
    program_.kinds.push_back(kind);
  }
  completed_.assign(model_.kinds.size(), kNoId);
  for (size_t k = 0; k < model_.kinds.size(); ++k) EmitKind(model_.kinds[k], program_.kinds[k]);
}

namespace {

// no open_ends of X
bool IsOpenEnds(const Term* term) {
  return term->kind == TermKind::kNot && term->a->kind == TermKind::kAny && term->a->a->kind == TermKind::kRelated &&
         static_cast<RelationId>(term->a->a->number) == RelationId::kOpenEndOfFeature &&
         term->a->a->a->kind == TermKind::kOne && term->a->a->a->a->kind == TermKind::kSlot;
}

// number of cells in square of X = N
bool IsFilled(const Term* term, int* number) {
  if (term->kind != TermKind::kEqual || term->a->kind != TermKind::kCount || term->b->kind != TermKind::kNumber)
    return false;
  const Term* cells = term->a->a;
  if (cells->kind != TermKind::kRelated || static_cast<RelationId>(cells->number) != RelationId::kSquareInSquare ||
      cells->type.squares != kCells || cells->a->kind != TermKind::kSpread ||
      static_cast<PropertyId>(cells->a->number) != PropertyId::kSquareOfFeature)
    return false;
  *number = static_cast<int>(term->b->number);
  return cells->a->a->kind == TermKind::kOne && cells->a->a->a->kind == TermKind::kSlot;
}

}  // namespace

void Emitter::EmitKind(const sema::Kind& from, KindInfo& to) {
  const size_t self = static_cast<size_t>(&to - program_.kinds.data());
  if (from.completed_term != nullptr) {
    int filled = 0;
    if (IsOpenEnds(from.completed_term)) {
      to.completion = Completion::kOpenEnds;
    } else if (from.joins == Joins::kNothing && IsFilled(from.completed_term, &filled)) {
      to.completion = Completion::kFilled;
      to.filled = filled;
    } else {
      to.completion = Completion::kRoutine;
    }
    const Id routine = EmitExpression(from.name + " completed", from.completed_term, from.completed_slots);
    program_.kinds[self].completed = routine;
    completed_[self] = routine;
  }
  if (from.open_more != nullptr)
    program_.kinds[self].open_more = EmitExpression(from.name + " open ends", from.open_more, from.open_slots);
  const auto like = [&](int of) {
    KindSet all;
    for (size_t k = 0; k < model_.kinds.size(); ++k) {
      for (int up = static_cast<int>(k); up >= 0; up = model_.kinds[static_cast<size_t>(up)].like)
        if (up == of) all.set(k);
    }
    return Kinds(all);
  };
  if (from.parts >= 0) program_.kinds[self].parts = like(from.parts);
  if (from.joins_kind >= 0) {
    program_.kinds[self].joins_kinds = like(from.joins_kind);
    program_.kinds[self].joins_two = from.joins_two;
    for (size_t a = 0; a < from.attributes.size() && from.joins_same; ++a) {
      if (from.attributes[a].name == from.joins_same->text) program_.kinds[self].joins_same = static_cast<int32_t>(a);
    }
  }
  program_.kinds[self].adds = from.adds;
  if (from.votes_term != nullptr)
    program_.kinds[self].votes = EmitExpression(from.name + " votes", from.votes_term, from.votes_slots);
  KindSet on;
  for (const ast::Name& name : from.on) {
    if (name.text == "tile") program_.kinds[self].on_tile = true;
    else if (name.text == "player") program_.kinds[self].on_player = true;
    else if (name.text == "corner") program_.kinds[self].on_corner = true;
    const auto at = model_.kind_by_name.find(name.text);
    if (at == model_.kind_by_name.end()) continue;
    for (size_t k = 0; k < model_.kinds.size(); ++k) {
      for (int up = static_cast<int>(k); up >= 0; up = model_.kinds[static_cast<size_t>(up)].like)
        if (up == at->second) on.set(k);
    }
  }
  program_.kinds[self].on_kinds = Kinds(on);
  for (const ast::Name& name : from.in) {
    for (size_t z = 0; z < model_.zones.size(); ++z)
      if (model_.zones[z].name == name.text) program_.kinds[self].in_zone = static_cast<Id>(z);
  }
}

// --- tiles ---------------------------------------------------------------------------------------------
void Emitter::EmitTiles() {
  const auto marks = [](const std::vector<std::pair<int, std::vector<int>>>& from) {
    std::vector<MarkInfo> to;
    for (const auto& [kind, attributes] : from) {
      MarkInfo mark;
      mark.kind = kind;
      mark.attributes.assign(attributes.begin(), attributes.end());
      to.push_back(mark);
    }
    return to;
  };
  for (const sema::Tile& from : model_.tiles) {
    TileInfo tile;
    tile.name = String(from.name);
    tile.label = String(from.label);
    tile.wild = from.wild;
    tile.marks = marks(from.marks);
    for (const auto& [name, turned] : from.known_as) tile.known_as.push_back({String(name), turned});
    for (const auto& segment : from.segments) {
      SegmentInfo info;
      info.kind = segment.kind;
      info.ports = segment.ports;
      info.shared = segment.shared;
      info.inner = segment.inner;
      info.touches = segment.touches;
      info.marks = marks(segment.marks);
      tile.segments.push_back(info);
    }
    program_.tiles.push_back(std::move(tile));
  }
  for (const sema::Tileset& from : model_.tilesets) {
    TilesetInfo set;
    set.name = String(from.name);
    set.starts = from.starts;
    set.ends = from.ends;
    set.in_supply = from.in_supply;
    set.laid = from.laid;
    set.before = from.rank;
    for (const auto& [tile, count] : from.tiles) set.tiles.push_back({tile, count});
    program_.tilesets.push_back(std::move(set));
  }
}

void Emitter::EmitZones() {
  for (const sema::Zone& from : model_.zones) {
    ZoneInfo zone;
    zone.name = String(from.name);
    zone.kind = from.kind;
    zone.circle = from.circle;
    zone.returns = from.returns;
    zone.open = from.open;
    zone.of = from.of;
    zone.entries.assign(from.entries.begin(), from.entries.end());
    program_.zones.push_back(std::move(zone));
  }
  for (const sema::Place& from : model_.places) {
    PlaceInfo place;
    place.name = String(from.name);
    place.zone = from.zone;
    for (const ast::Attribute& attribute : from.entry->attributes) {
      const auto* number = std::get_if<ast::Integer>(&attribute.value);
      const std::string word = ast::TextOf(attribute.value);
      if (attribute.name.text == "on") {
        for (size_t p = 0; p < model_.places.size(); ++p)
          if (model_.places[p].name == word) place.on = static_cast<Id>(p);
        continue;
      }
      const auto kind = model_.kind_by_name.find(word);
      const int32_t value = number != nullptr                   ? static_cast<int32_t>(number->value)
                            : kind != model_.kind_by_name.end() ? kind->second
                                                                : kNoId;
      place.attributes.push_back({String(attribute.name.text), value});
    }
    program_.places.push_back(std::move(place));
  }
  for (const sema::Card& from : model_.cards) {
    CardInfo card;
    card.kind = from.kind;
    card.zone = from.zone;
    card.count = from.count;
    card.attributes.assign(from.attributes.begin(), from.attributes.end());
    program_.cards.push_back(std::move(card));
  }
}

// --- turn ----------------------------------------------------------------------------------------------
void Emitter::EmitSteps() {
  step_ids_.assign(model_.steps.size(), kNoId);
  round_ids_.assign(model_.rounds.size(), kNoId);
  const auto add = [&](int index) {
    const sema::Step& from = model_.steps[static_cast<size_t>(index)];
    StepInfo step;
    step.name = String(from.name);
    step.label = String(from.label);
    step.round = from.round;
    step.menu = static_cast<uint8_t>(from.menu);
    step.lists_due = from.lists_due;
    step.settles_due = from.settles_due;
    step_ids_[static_cast<size_t>(index)] = static_cast<Id>(program_.steps.size());
    program_.steps.push_back(std::move(step));
  };
  for (int step : model_.turn_steps) add(step);
  if (!program_.steps.empty()) {
    program_.first_turn_step = 0;
    program_.last_turn_step = static_cast<Id>(program_.steps.size()) - 1;
  }
  for (const sema::Round& round : model_.rounds)
    if (round.nested)
      for (int step : round.steps) add(step);
  if (!model_.final_steps.empty()) program_.first_final_step = static_cast<Id>(program_.steps.size());
  for (int step : model_.final_steps) add(step);
  if (!model_.final_steps.empty()) program_.last_final_step = static_cast<Id>(program_.steps.size()) - 1;
  for (size_t r = 0; r < model_.rounds.size(); ++r) {
    const sema::Round& from = model_.rounds[r];
    RoundInfo round;
    round.name = String(from.name);
    round.label = String(from.label);
    round.nested = from.nested;
    if (!from.steps.empty()) {
      round.first = step_ids_[static_cast<size_t>(from.steps.front())];
      round.last = step_ids_[static_cast<size_t>(from.steps.back())];
    }
    round_ids_[r] = static_cast<Id>(r);
    program_.rounds.push_back(round);
  }
}

void Emitter::EmitStates() {
  for (const sema::State& from : model_.states) {
    StateInfo state;
    state.name = String(from.name);
    state.owner = from.owner;
    state.result = from.result;
    state.owner_kinds = sema::HasKinds(from.owner) ? Kinds(from.owner_kinds) : kNoId;
    program_.states.push_back(state);
  }
}

EventFilter Emitter::Filter(const sema::Event& event) {
  EventFilter filter = event.filter;
  filter.kinds = sema::HasKinds(filter.cls) ? Kinds(event.kinds) : kAnyKind;
  if (filter.event == EventId::kStarts || filter.event == EventId::kEnds) {
    if (filter.period == Period::kStep && filter.id >= 0) filter.id = step_ids_[static_cast<size_t>(filter.id)];
  } else if (filter.event == EventId::kAnswered) {
    filter.id = rule_ids_[static_cast<size_t>(filter.id)];
  }
  if (sema::HasKinds(filter.to)) filter.to_id = Kinds(event.to_kinds);
  return filter;
}

void Emitter::EmitListeners() {
  for (int index : model_.order) {
    const sema::Rule& rule = model_.rules[static_cast<size_t>(index)];
    const Id id = rule_ids_[static_cast<size_t>(index)];
    if (id == kNoId || !rule.when) continue;
    if (rule.IsScore() && rule.when->filter.event == EventId::kCompleted) continue;  // it is due instead
    Listener listener;
    listener.filter = Filter(*rule.when);
    listener.rule = id;
    if (listener.filter.event == EventId::kAnswered && listener.filter.id == kNoId) continue;
    program_.listeners.push_back(listener);
  }
  for (const auto& [event, zone] : model_.holdings) program_.holdings.push_back({Filter(event), zone});
  for (const auto& [event, state] : model_.clearings) {
    Clearing clearing;
    clearing.filter = Filter(event);
    clearing.state = state;
    program_.clearings.push_back(clearing);
  }
}

}  // namespace reeve
