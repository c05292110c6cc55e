// What a replay compares with its record.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "tools/replay.h"

namespace reeve {
namespace {

bool IsNamed(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Whether an award is of what a sentence calls by one of these names: the kind that was scored, the rule, or the part
// of the rule's name before its first dot.
bool IsOf(const Program& program, const Award& award, const std::vector<std::string>& names) {
  const std::string& rule = program.RuleName(award.rule);
  if (award.subject_kind != kNoId && IsNamed(names, program.KindName(award.subject_kind))) return true;
  return IsNamed(names, rule) || IsNamed(names, rule.substr(0, rule.find('.')));
}

}  // namespace

void Replay::NoteFigures() {
  if (!watch_figures_) return;
  standing_.clear();
  const Board& board = game_->board();
  for (int32_t id = 0; id < board.figure_count(); ++id) {
    const Figure& figure = board.figure(id);
    if (figure.owner < 0 || figure.spot.at != At::kSegment) continue;
    const auto segment = static_cast<int32_t>(figure.spot.id);
    standing_.push_back({id, figure.owner, segment, board.SegmentKind(segment)});
  }
}

// A figure that is placed now may go home before anything is asked again.
void Replay::NotePlaced(const Option& option) {
  if (!watch_figures_ || option.kind != Option::Kind::kOffer) return;
  const auto& classes = game_->Bindings(option.offer);
  const auto value = [&](Class cls) {
    for (size_t i = 0; i < option.count; ++i) {
      if (classes[i] == cls) return option.bound[i];
    }
    return kNothing;
  };
  const Value figure = value(Class::kFigure), segment = value(Class::kSegment);
  if (figure == kNothing || segment == kNothing) return;
  const auto id = static_cast<int32_t>(figure), at = static_cast<int32_t>(segment);
  standing_.push_back({id, game_->board().figure(id).owner, at, game_->board().SegmentKind(at)});
}

// What a player has when the record stops.
int32_t Replay::TotalOf(size_t player) const {
  int32_t total = game_->total(static_cast<int>(player));
  for (size_t i = 0; i < award_moves_.size(); ++i) {
    const Award& award = game_->ledger().awards[i];
    if (award_moves_[i] == kAhead && award.player == static_cast<int>(player)) total -= award.points;
  }
  return total;
}

// Figures that went home from a feature, or stand on one when the game is over, were there when it was scored.
void Replay::NoteScored() {
  if (!watch_figures_) return;
  const Board& board = game_->board();
  const bool over = game_->question().kind == Ask::kOver;
  if (over) NoteFigures();
  for (const Standing& was : standing_) {
    const Spot now = board.figure(was.figure).spot;
    if (!over && now.at == At::kSegment) continue;
    auto& features = scored_with_[{was.owner, program_.KindName(was.kind)}];
    const int32_t feature = board.FeatureOf(was.segment);
    if (std::find(features.begin(), features.end(), feature) == features.end()) features.push_back(feature);
  }
}

// Totals after so many moves, when the next tile is drawn or the game is over.
void Replay::CheckPoints(bool over) {
  const int number = last_ < 0 ? 0 : moves_[static_cast<size_t>(last_)].number;
  for (const RecordCheckpoint& point : record_.checkpoints) {
    if (point.number != number || point.final != (over && game_->world().final)) continue;
    for (size_t p = 0; p < point.totals.size() && p < record_.players.size(); ++p) {
      const int32_t got = game_->total(static_cast<int>(p));
      if (got == point.totals[p]) continue;
      checkpoints_.push_back({fmt::format("total after {}", number), record_.players[p], std::to_string(got),
                              std::to_string(point.totals[p])});
    }
  }
}

std::vector<Mismatch> Replay::Check() const {
  std::vector<Mismatch> out;
  if (record_.has_awards) CheckAwards(out);
  out.insert(out.end(), checkpoints_.begin(), checkpoints_.end());
  if (record_.totals) {
    for (size_t p = 0; p < record_.players.size(); ++p) {
      const int32_t got = TotalOf(p), want = (*record_.totals)[p];
      if (got != want) out.push_back({"total", record_.players[p], std::to_string(got), std::to_string(want)});
    }
  }
  for (const RecordAssertion& assertion : record_.assertions) {
    if (auto mismatch = CheckAssertion(assertion)) out.push_back(*mismatch);
  }
  if (auto mismatch = CheckPhase()) out.push_back(*mismatch);
  return out;
}

// For every move and player the sum of points; where our own record names rules, for every rule too.
void Replay::CheckAwards(std::vector<Mismatch>& out) const {
  struct Sums {
    int64_t got = 0, want = 0;
    std::map<std::string, std::pair<int64_t, int64_t>> by_rule;
    bool rules = false;
    std::string details;
  };
  std::map<std::pair<int, int>, Sums> sums;
  const auto& awards = game_->ledger().awards;
  for (size_t i = 0; i < awards.size(); ++i) {
    if (award_moves_[i] == kAhead) continue;
    Sums& sum = sums[{award_moves_[i], awards[i].player}];
    sum.got += awards[i].points;
    const std::string& rule = program_.RuleName(awards[i].rule);
    sum.by_rule[rule].first += awards[i].points;
    sum.details += fmt::format("{}{} {}", sum.details.empty() ? "" : ", ", rule, awards[i].points);
  }
  for (const RecordAward& award : record_.awards) {
    Sums& sum = sums[{award.number, award.player}];
    sum.want += award.points;
    if (award.rule.empty()) continue;
    sum.rules = true;
    sum.by_rule[award.rule].second += award.points;
  }
  for (const auto& [key, sum] : sums) {
    const std::string& player = record_.players[static_cast<size_t>(key.second)];
    if (sum.got != sum.want) {
      const std::string details = sum.details.empty() ? "" : " (" + sum.details + ")";
      out.push_back({MoveName(key.first), player, std::to_string(sum.got) + details, std::to_string(sum.want)});
    } else if (sum.rules) {
      for (const auto& [rule, points] : sum.by_rule) {
        if (points.first == points.second) continue;
        out.push_back(
            {MoveName(key.first) + " " + rule, player, std::to_string(points.first), std::to_string(points.second)});
      }
    }
  }
}

std::optional<Mismatch> Replay::CheckAssertion(const RecordAssertion& assertion) const {
  const std::string& player = record_.players[static_cast<size_t>(assertion.player)];
  const std::string where = "assertion " + Quoted(assertion.text);
  if (assertion.scored.empty()) {
    const int32_t got = TotalOf(static_cast<size_t>(assertion.player));
    if (got == assertion.points) return std::nullopt;
    return Mismatch{where, player, std::to_string(got), std::to_string(assertion.points)};
  }
  std::string got;
  int64_t paid = 0;
  for (const Award& award : game_->ledger().awards) {
    if (award.player != assertion.player || !IsOf(program_, award, assertion.scored)) continue;
    if (award.points == assertion.points) return std::nullopt;
    paid += award.points != 0;
    got += fmt::format("{}{}", got.empty() ? "" : ", ", award.points);
  }
  if (assertion.points == 0) {
    // He had a figure on something scored and got nothing for it.
    int64_t with = 0;
    for (const std::string& kind : assertion.scored) {
      const auto at = scored_with_.find({assertion.player, kind});
      if (at != scored_with_.end()) with += static_cast<int64_t>(at->second.size());
    }
    if (with > paid) return std::nullopt;
  }
  return Mismatch{where, player, got.empty() ? "no such award" : got, std::to_string(assertion.points)};
}

std::optional<Mismatch> Replay::CheckPhase() const {
  using Kind = RecordPhase::Kind;
  const Question& question = game_->question();
  std::string got;
  Kind kind = Kind::kNothing;
  switch (question.kind) {
    case Ask::kMenu:
      kind = Kind::kOffered;
      got = "a menu at " + program_.Text(program_.steps[static_cast<size_t>(question.step)].name);
      break;
    case Ask::kChoice:
    case Ask::kYesNo:
      kind = Kind::kChoice;
      got = question.rule == kNoId ? "the order of scoring" : "a choice of " + program_.RuleName(question.rule);
      break;
    case Ask::kDraw:
      kind = question.zone == kPileZone ? Kind::kTile : Kind::kChoice;
      got = "a draw";
      break;
    case Ask::kOver:
      kind = Kind::kOver;
      got = "the end of the game";
      break;
    case Ask::kFault:
      got = "a fault";
      break;
  }
  const Mismatch mismatch{"phase", "", got, record_.phase.text};
  // Our menus before the tile of a turn is laid; theirs is one with it.
  const bool begins = kind == Kind::kOffered && game_->world().placed == kNone;
  switch (record_.phase.kind) {
    case Kind::kNone:
      return std::nullopt;
    case Kind::kChoice: {
      const bool right = kind == Kind::kChoice && question.rule != kNoId &&
                         IsNamed(record_.phase.rules, program_.RuleName(question.rule));
      return right ? std::nullopt : std::optional(mismatch);
    }
    case Kind::kNothing: {  // nothing more is offered: we have gone on to the scoring, or to the next tile
      const Id commit = program_.FindStep(record_.commit_from);
      const bool waits = !record_.moves.empty() && record_.moves.back().kind != RecordMove::Kind::kCommit;
      const bool scores = commit != kNoId && question.step >= commit && kind == Kind::kChoice && waits;
      return kind == Kind::kTile || begins || scores ? std::nullopt : std::optional(mismatch);
    }
    case Kind::kTile:
      return kind == Kind::kTile || begins ? std::nullopt : std::optional(mismatch);
    case Kind::kOffered:
    case Kind::kOver:
      break;
  }
  return kind == record_.phase.kind ? std::nullopt : std::optional(mismatch);
}

}  // namespace reeve
