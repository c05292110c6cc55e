// Headers and items.
#include "compiler/syntax/build.h"

#include <algorithm>

#include "fmt/format.h"

namespace reeve::syntax {

ast::Header Builder::Header(ReeveParser::HeaderContext* ctx) {
  ast::Header header;
  header.name = Name(ctx->id);
  header.label = MaybeText(ctx->title);
  if (ctx->extended != nullptr) header.extends = RulesetRefs(ctx->extended);
  header.uses = Names(ctx->used);
  for (ReeveParser::HeaderLineContext* line : ctx->headerLine()) {
    if (auto* needs = As<ReeveParser::NeedsLineContext>(line)) {
      header.needs.push_back({Name(needs->id), Alternatives(needs->alts()), At(line)});
    } else if (auto* source = As<ReeveParser::SourceLineContext>(line)) {
      header.sources.push_back(Text(source->title));
    }
  }
  header.span = At(ctx);
  return header;
}

std::vector<ast::RulesetRef> Builder::RulesetRefs(ReeveParser::RuleRefsContext* ctx) {
  std::vector<ast::RulesetRef> refs;
  for (ReeveParser::RuleRefContext* part : ctx->ruleRef()) {
    ast::RulesetRef ref;
    ref.name = Name(part->id);
    for (ReeveParser::SettingContext* setting : part->setting()) {
      ref.settings.push_back({Name(setting->id), Alternative(setting->alt()), At(setting)});
    }
    ref.span = At(part);
    refs.push_back(std::move(ref));
  }
  return refs;
}

ast::Item Builder::Item(ReeveParser::ItemContext* ctx) {
  ast::Item item;
  item.word = Word(ctx->start);
  item.word_span = At(ctx->start);
  item.span = At(ctx);
  if (!KindOrPile(ctx, item) && !Tiles(ctx, item) && !Turn(ctx, item) && !Rule(ctx, item)) Declaration(ctx, item);
  return item;
}

void Builder::Declaration(ReeveParser::ItemContext* ctx, ast::Item& item) {
  if (auto* option = As<ReeveParser::OptionItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kOption;
    item.name = Name(option->id);
    item.label = MaybeText(option->title);
    item.values = Alternatives(option->alts());
  } else if (auto* linked = As<ReeveParser::LinkedItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kIf;
    item.cond = Box(Cond(linked->cond()));
    for (ReeveParser::ItemContext* inner : linked->item()) item.items.push_back(Item(inner));
  } else if (auto* define = As<ReeveParser::DefineItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kDefine;
    item.name = Name(define->id);
    item.predicate = MaybeName(define->predicate);
    item.of = MaybeName(define->owner);
    if (define->cond() != nullptr) item.cond = Box(Cond(define->cond()));
    if (define->body() != nullptr) Body(define->body(), item);
  } else if (auto* extend = As<ReeveParser::ExtendItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kExtend;
    item.name = Name(extend->id);
    item.of = MaybeName(extend->owner);
    Body(extend->body(), item);
  } else if (auto* never = As<ReeveParser::NeverItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kNever;
    item.sets.push_back(Set(never->set()));
  } else if (auto* state = As<ReeveParser::StateItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kState;
    item.name = Name(state->id);
    item.on = MaybeName(state->holder);
    item.to = MaybeName(state->target);
    if (state->event() != nullptr) item.cleared = Event(state->event());
  } else if (auto* group = As<ReeveParser::GroupItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kGroup;
    item.names = Names(group->members);
    item.name = item.names.front();
    item.of = Name(group->ranked);
  } else if (auto* allow = As<ReeveParser::AllowItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kAllow;
    item.name = Name(allow->finding);
    item.label = Text(allow->reason);
  } else if (auto* scenario = As<ReeveParser::ScenarioItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kScenario;
    item.label = Text(scenario->title);
    item.scenario = Scenario(scenario);
  }
}

void Builder::Body(ReeveParser::BodyContext* ctx, ast::Item& item) {
  if (auto* number = As<ReeveParser::NumberBodyContext>(ctx)) {
    item.expr = Box(Expr(number->expr()));
  } else if (auto* filtered = As<ReeveParser::FilteredBodyContext>(ctx)) {
    ast::SetExpr set;
    set.phrase = Phrase(filtered->phrase());
    set.where = Box(Cond(filtered->cond()));
    set.span = At(ctx);
    item.sets.push_back(std::move(set));
  } else if (auto* join = As<ReeveParser::UnionBodyContext>(ctx)) {
    for (ReeveParser::SetContext* part : join->set()) item.sets.push_back(Set(part));
  }
}

bool Builder::KindOrPile(ReeveParser::ItemContext* ctx, ast::Item& item) {
  if (auto* kind = As<ReeveParser::KindItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kKind;
    item.name = Name(kind->id);
    item.plural = MaybeName(kind->plural);
    item.label = MaybeText(kind->title);
    item.like = MaybeName(kind->parentKind);
    if (kind->props() != nullptr) item.props = Props(kind->props());
    return true;
  }
  if (auto* pile = As<ReeveParser::PileItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kPile;
    item.name = Name(pile->id);
    if (pile->arrangement != nullptr) item.arrangement = Word(pile->arrangement);
    item.of = MaybeName(pile->owner);
    for (ReeveParser::EntryContext* entry : pile->entry()) item.entries.push_back(Entry(entry));
    return true;
  }
  if (auto* more = As<ReeveParser::MoreItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kMore;
    item.word = Word(more->word);
    item.name = Name(more->id);
    for (ReeveParser::EntryContext* entry : more->entry()) item.entries.push_back(Entry(entry));
    return true;
  }
  return false;
}

std::vector<ast::Prop> Builder::Props(ReeveParser::PropsContext* ctx) {
  std::vector<ast::Prop> props;
  for (ReeveParser::PropContext* prop : ctx->prop()) props.push_back(Prop(prop));
  return props;
}

ast::Prop Builder::Prop(ReeveParser::PropContext* ctx) {
  using Kind = ast::Prop::Kind;
  ast::Prop prop;
  prop.span = At(ctx);
  if (auto* supply = As<ReeveParser::SupplyPropContext>(ctx)) {
    prop.kind = Kind::kSupply;
    prop.number = Integer(supply->INT());
  } else if (auto* votes = As<ReeveParser::VotesPropContext>(ctx)) {
    prop.kind = Kind::kVotes;
    prop.amount = Amount(votes->amount());
  } else if (As<ReeveParser::NeutralPropContext>(ctx)) {
    prop.kind = Kind::kNeutral;
  } else if (As<ReeveParser::AlonePropContext>(ctx)) {
    prop.kind = Kind::kAlone;
  } else if (As<ReeveParser::StaysPropContext>(ctx)) {
    prop.kind = Kind::kStays;
  } else if (auto* from = As<ReeveParser::FromPropContext>(ctx)) {
    prop.kind = Kind::kFrom;
    prop.names.push_back(Name(from->id));
  } else if (auto* on = As<ReeveParser::OnPropContext>(ctx)) {
    prop.kind = Kind::kOn;
    prop.names = Names(on->names());
  } else if (auto* in = As<ReeveParser::InPropContext>(ctx)) {
    prop.kind = Kind::kIn;
    prop.names = Names(in->names());
  } else if (auto* has = As<ReeveParser::HasPropContext>(ctx)) {
    prop.kind = Kind::kHas;
    prop.names.push_back(Name(has->id));
    Values(has, prop);
  } else if (auto* joins = As<ReeveParser::JoinsPropContext>(ctx)) {
    prop.kind = Kind::kJoins;
    prop.number = MaybeInteger(joins->INT());
    prop.names.push_back(Name(joins->id));
    prop.other = MaybeName(joins->same);
  } else if (auto* adds = As<ReeveParser::AddsPropContext>(ctx)) {
    prop.kind = Kind::kAdds;
    prop.names.push_back(Name(adds->id));
    prop.other = Name(adds->across);
  } else if (auto* parts = As<ReeveParser::PartsPropContext>(ctx)) {
    prop.kind = Kind::kParts;
    prop.names.push_back(Name(parts->id));
  } else if (auto* completed = As<ReeveParser::CompletedPropContext>(ctx)) {
    prop.kind = Kind::kCompleted;
    prop.cond = Box(Cond(completed->cond()));
  }
  return prop;
}

void Builder::Values(ReeveParser::HasPropContext* ctx, ast::Prop& prop) {
  for (ReeveParser::AltContext* alt : ctx->alt()) prop.values.push_back(Alternative(alt));
  if (ctx->most == nullptr) return;
  prop.most = Integer(ctx->most);
  if (const ast::Integer* least = std::get_if<ast::Integer>(&prop.values.front())) {
    prop.number = *least;
  } else {
    broken_ = true;
    sink_.Report(Code::kE32, ast::SpanOf(prop.values.front()),
                 "A range goes from a number to a number, as in \"1 to 3\".");
  }
  prop.values.clear();
}

std::vector<ast::Attribute> Builder::Attributes(ReeveParser::AttrsContext* ctx) {
  std::vector<ast::Attribute> attributes;
  if (ctx == nullptr) return attributes;
  for (ReeveParser::AttrContext* attr : ctx->attr()) {
    const ast::Name name = attr->id != nullptr ? Name(attr->id) : ast::Name{Word(attr->onWord), At(attr->onWord)};
    attributes.push_back({name, Alternative(attr->alt()), At(attr)});
  }
  return attributes;
}

ast::PileEntry Builder::Entry(ReeveParser::EntryContext* ctx) {
  return {Name(ctx->id), MaybeInteger(ctx->INT()), Attributes(ctx->attrs()), At(ctx), {}};
}

bool Builder::Tiles(ReeveParser::ItemContext* ctx, ast::Item& item) {
  if (auto* tile = As<ReeveParser::TileItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kTile;
    item.name = Name(tile->id);
    item.label = MaybeText(tile->title);
    for (ReeveParser::ForeignContext* foreign : tile->foreign()) {
      const std::optional<ast::Integer> turned = MaybeInteger(foreign->INT());
      item.known_as.push_back({Text(foreign->STRING()), turned ? static_cast<int>(turned->value) : 0});
    }
    for (ReeveParser::SegmentContext* segment : tile->segment()) item.segments.push_back(Segment(segment));
    return true;
  }
  if (auto* set = As<ReeveParser::TilesetItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kTileset;
    item.name = Name(set->id);
    item.in = MaybeName(set->holder);
    item.starts = MaybeName(set->first);
    item.ends = MaybeName(set->last);
    item.before = Names(set->later);
    for (ReeveParser::TileCountContext* count : set->tileCount()) {
      item.entries.push_back({Name(count->tileId()), Integer(count->INT()), {}, At(count), {}});
      if (count->place() != nullptr) item.entries.back().at = Place(count->place());
    }
    return true;
  }
  return false;
}

// "field Nl" and "road w": an edge that is spelt wrong begins a segment of its own, for the grammar.
void Builder::CheckSegment(const ast::TileSegment& segment) {
  const std::string& word = segment.kind.text;
  if (broken_ || word.size() > 3) return;
  std::string capitals;
  for (const char c : word) capitals += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  static const std::vector<std::string> edges = {"N", "E", "S", "W", "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};
  const bool edge = std::find(edges.begin(), edges.end(), capitals) != edges.end();
  if (!edge && capitals != word) return;
  broken_ = true;
  Diagnostic& said =
      sink_.Report(Code::kE18, segment.kind.span,
                   fmt::format("\"{}\" is no edge of a tile. Edges are N E S W, their halves NL NR EL ER SL SR "
                               "WL WR.",
                               word));
  if (edge) said.Fix(segment.kind.span, capitals, fmt::format("write {}", capitals));
}

ast::TileSegment Builder::Segment(ReeveParser::SegmentContext* ctx) {
  ast::TileSegment segment;
  segment.kind = Name(ctx->id);
  segment.attributes = Attributes(ctx->attrs());
  segment.sides = Sides(ctx->SIDE());
  for (ReeveParser::MarkContext* mark : ctx->mark()) {
    segment.marks.push_back({MaybeInteger(mark->INT()), Name(mark->id), Attributes(mark->attrs()), At(mark)});
  }
  for (ReeveParser::TouchContext* touch : ctx->touch()) {
    segment.touches.push_back({Word(touch->word) == "shares", Name(touch->id), Sides(touch->SIDE()), At(touch)});
  }
  segment.span = At(ctx);
  CheckSegment(segment);
  return segment;
}

bool Builder::Turn(ReeveParser::ItemContext* ctx, ast::Item& item) {
  if (auto* turn = As<ReeveParser::TurnItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kTurn;
    for (ReeveParser::RoundContext* round : turn->round()) item.rounds.push_back(Round(round));
  } else if (auto* final = As<ReeveParser::FinalItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kFinal;
    for (ReeveParser::StepContext* step : final->step()) item.steps.push_back(Step(step));
  } else if (auto* round = As<ReeveParser::RoundItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kRound;
    item.rounds.push_back(Round(round->round()));
    item.name = item.rounds.front().name;
    item.label = item.rounds.front().label;
  } else if (auto* step = As<ReeveParser::StepItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kStep;
    item.name = Name(step->id);
    item.label = MaybeText(step->title);
    item.in = Name(step->within);
    item.order = Order(step->orderClause());
    item.steps.push_back({item.name, item.label, Menu(step->menu()), ast::Due::kNone, item.span});
  } else {
    return false;
  }
  return true;
}

ast::Menu Builder::Menu(ReeveParser::MenuContext* ctx) const {
  if (ctx == nullptr) return ast::Menu::kNone;
  return Word(ctx->often) == "one" ? ast::Menu::kOne : ast::Menu::kAny;
}

ast::Step Builder::Step(ReeveParser::StepContext* ctx) {
  ast::Due due = ast::Due::kNone;
  if (ctx->due != nullptr) due = Word(ctx->due) == "lists" ? ast::Due::kLists : ast::Due::kSettles;
  return {Name(ctx->id), MaybeText(ctx->title), Menu(ctx->menu()), due, At(ctx)};
}

ast::Round Builder::Round(ReeveParser::RoundContext* ctx) {
  ast::Round round{Name(ctx->id), MaybeText(ctx->title), {}, At(ctx)};
  for (ReeveParser::StepContext* step : ctx->step()) round.steps.push_back(Step(step));
  return round;
}

bool Builder::Rule(ReeveParser::ItemContext* ctx, ast::Item& item) {
  if (auto* rule = As<ReeveParser::RuleItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kRule;
    item.name = Name(rule->id);
    item.label = MaybeText(rule->title);
    item.names = Names(rule->groups);
    item.clauses = Block(rule->block());
  } else if (auto* forbid = As<ReeveParser::ForbidItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kForbid;
    item.names = Names(forbid->targets);
    item.label = Text(forbid->reason);
    item.clauses = Block(forbid->block());
  } else if (auto* modify = As<ReeveParser::ModifyItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kModify;
    item.names = Names(modify->targets);
    if (modify->props() != nullptr) item.props = Props(modify->props());
    if (modify->block() != nullptr) item.clauses = Block(modify->block());
  } else if (auto* ranking = As<ReeveParser::RankingItemContext>(ctx)) {
    item.kind = ast::Item::Kind::kRanking;
    item.name = Name(ranking->id);
    item.of = Name(ranking->ranked);
    for (ReeveParser::RankContext* rank : ranking->rank()) item.clauses.push_back(Rank(rank));
  } else {
    return false;
  }
  return true;
}

}  // namespace reeve::syntax
