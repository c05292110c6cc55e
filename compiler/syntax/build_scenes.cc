// Scenarios.
#include "compiler/syntax/build.h"

namespace reeve::syntax {

std::unique_ptr<ast::Scenario> Builder::Scenario(ReeveParser::ScenarioItemContext* ctx) {
  auto scenario = std::make_unique<ast::Scenario>();
  scenario->title = Text(ctx->title);
  scenario->span = At(ctx);
  for (ReeveParser::SceneContext* scene : ctx->scene()) Scene(scene, *scenario);
  return scenario;
}

void Builder::Scene(ReeveParser::SceneContext* ctx, ast::Scenario& scenario) {
  const auto append = [](auto& list, auto&& more) {
    for (auto& element : more) list.push_back(std::move(element));
  };
  if (auto* rules = As<ReeveParser::RulesSceneContext>(ctx)) {
    append(scenario.rules, RulesetRefs(rules->ruleRefs()));
  } else if (auto* players = As<ReeveParser::PlayersSceneContext>(ctx)) {
    append(scenario.players, Names(players->names()));
  } else if (auto* board = As<ReeveParser::BoardSceneContext>(ctx)) {
    for (ReeveParser::PlacedContext* placed : board->placed()) scenario.board.push_back(Placed(placed));
  } else if (auto* given = As<ReeveParser::GivenSceneContext>(ctx)) {
    scenario.given.push_back(Cond(given->cond()));
  } else if (auto* step = As<ReeveParser::StepSceneContext>(ctx)) {
    if (scenario.step) {
      sink_.Report(Code::kE57, At(step->id), "A scenario begins at one step, and this is the second.")
          .With(scenario.step->span, "it begins here");
    }
    scenario.step = Name(step->id);
  } else if (auto* play = As<ReeveParser::PlaySceneContext>(ctx)) {
    for (ReeveParser::MoveContext* move : play->move()) scenario.play.push_back(Move(move));
  } else if (auto* expect = As<ReeveParser::ExpectSceneContext>(ctx)) {
    scenario.expect.push_back(Expectation(expect->expected()));
    scenario.expect.back().span = At(ctx);
  } else if (auto* cite = As<ReeveParser::CiteSceneContext>(ctx)) {
    append(scenario.cites, Names(cite->names()));
  }
}

int64_t Builder::Signed(ReeveParser::SintContext* ctx) {
  const int64_t value = Integer(ctx->INT()).value;
  return ctx->start->getType() == ReeveParser::INT ? value : -value;
}

ast::Placement Builder::Place(ReeveParser::PlaceContext* ctx) {
  ast::Placement place;
  place.x = static_cast<int>(Signed(ctx->x));
  place.y = static_cast<int>(Signed(ctx->y));
  if (ctx->INT() != nullptr) place.turned = static_cast<int>(Integer(ctx->INT()).value);
  place.span = At(ctx);
  return place;
}

ast::Stand Builder::Stand(ReeveParser::StandContext* ctx) {
  ast::Stand stand;
  if (ctx->player != nullptr) stand.player = Name(ctx->player);
  stand.figure = Name(ctx->figure);
  stand.feature = Name(ctx->feature);
  stand.sides = Sides(ctx->SIDE());
  if (ctx->place() != nullptr) stand.at = Place(ctx->place());
  stand.span = At(ctx);
  return stand;
}

ast::BoardTile Builder::Placed(ReeveParser::PlacedContext* ctx) {
  ast::BoardTile tile{Name(ctx->tileId()), Place(ctx->place()), {}, At(ctx)};
  for (ReeveParser::StandContext* stand : ctx->stand()) tile.stands.push_back(Stand(stand));
  return tile;
}

ast::Move Builder::Move(ReeveParser::MoveContext* ctx) {
  using Kind = ast::Move::Kind;
  ast::Move move;
  move.span = At(ctx);
  if (auto* places = As<ReeveParser::PlacesMoveContext>(ctx)) {
    move.kind = Kind::kPlaces;
    move.player = Name(places->player);
    move.name = Name(places->tileId());
    move.at = Place(places->place());
    if (places->stand() != nullptr) move.stand = Stand(places->stand());
  } else if (auto* does = As<ReeveParser::DoesMoveContext>(ctx)) {
    move.kind = Kind::kDoes;
    move.player = Name(does->player);
    move.name = Name(does->id);
    for (ReeveParser::BindContext* bind : does->bind()) move.binds.push_back(Bind(bind));
  } else if (auto* answers = As<ReeveParser::AnswersMoveContext>(ctx)) {
    move.kind = Kind::kAnswers;
    move.player = Name(answers->player);
    move.name = Name(answers->id);
    move.binds.push_back(Bind(answers->bind()));
  } else if (auto* passes = As<ReeveParser::PassesMoveContext>(ctx)) {
    move.kind = Kind::kPasses;
    move.player = Name(passes->player);
  } else if (auto* draws = As<ReeveParser::DrawsMoveContext>(ctx)) {
    move.kind = Kind::kDraws;
    move.player = Name(draws->player);
    move.name = Name(draws->drawn);
    move.pile = Name(draws->pile);
  } else if (auto* step = As<ReeveParser::StepMoveContext>(ctx)) {
    move.kind = Kind::kStep;
    move.name = Name(step->id);
  } else if (auto* ends = As<ReeveParser::EndsMoveContext>(ctx)) {
    move.kind = Kind::kEnds;
    move.player = Name(ends->player);
  }
  return move;
}

ast::Bind Builder::Bind(ReeveParser::BindContext* ctx) {
  using Kind = ast::Bind::Kind;
  ast::Bind bind;
  bind.span = At(ctx);
  if (auto* thing = As<ReeveParser::ThingBindContext>(ctx)) {
    bind.kind = Kind::kThing;
    bind.player = MaybeName(thing->player);
    bind.name = Name(thing->id);
    bind.number = MaybeInteger(thing->INT());
    bind.sides = Sides(thing->SIDE());
    if (thing->place() != nullptr) bind.at = Place(thing->place());
  } else if (auto* text = As<ReeveParser::TextBindContext>(ctx)) {
    bind.kind = Kind::kText;
    bind.text = Text(text->STRING()).value;
  } else if (auto* integer = As<ReeveParser::IntegerBindContext>(ctx)) {
    bind.kind = Kind::kInteger;
    bind.number = Integer(integer->INT());
  } else if (auto* place = As<ReeveParser::PlaceBindContext>(ctx)) {
    bind.kind = Kind::kAt;
    bind.at = Place(place->place());
  } else {
    bind.kind = Kind::kNo;
  }
  return bind;
}

ast::Expectation Builder::Expectation(ReeveParser::ExpectedContext* ctx) {
  using Kind = ast::Expectation::Kind;
  ast::Expectation expected;
  const auto points = [this](ReeveParser::SintContext* sint) { return ast::Integer{Signed(sint), At(sint)}; };
  if (auto* that = As<ReeveParser::ThatExpectedContext>(ctx)) {
    expected.kind = Kind::kThat;
    expected.cond = Box(Cond(that->cond()));
  } else if (auto* nothing = As<ReeveParser::NothingExpectedContext>(ctx)) {
    expected.kind = Kind::kNothing;
    expected.player = Name(nothing->player);
  } else if (auto* from = As<ReeveParser::FromExpectedContext>(ctx)) {
    expected.kind = Kind::kFrom;
    expected.player = Name(from->player);
    if (from->sint() != nullptr) expected.points = points(from->sint());
    expected.rule = Name(from->id);
    expected.has_rows = !from->expectedRow().empty();
    for (ReeveParser::ExpectedRowContext* row : from->expectedRow()) {
      expected.rows.push_back({Signed(row->sint()), Text(row->STRING())});
    }
  } else if (auto* total = As<ReeveParser::TotalExpectedContext>(ctx)) {
    expected.kind = Kind::kTotal;
    expected.player = Name(total->player);
    expected.points = points(total->sint());
  } else if (auto* refused = As<ReeveParser::RefusedExpectedContext>(ctx)) {
    expected.kind = Kind::kRefused;
    expected.player = Name(refused->player);
    expected.rule = Name(refused->id);
    expected.reason = MaybeText(refused->reason);
  } else if (auto* offered = As<ReeveParser::OfferedExpectedContext>(ctx)) {
    expected.kind = offered->negation != nullptr ? Kind::kNotOffered : Kind::kOffered;
    expected.player = Name(offered->player);
    expected.rule = Name(offered->id);
  }
  return expected;
}

}  // namespace reeve::syntax
