// Menus, offers, options: docs/semantics.md section 16.
#include <algorithm>

#include "tests/reference/run.h"

namespace reeve::reference {

using sema::HeadLine;

// How many lines of its head are its option.
size_t Run::OptionEnd(const sema::Rule& offer) {
  const auto active = [](const HeadLine& line) {
    return line.chooser != nullptr && line.chooser->kind == sema::TermKind::kGlobal &&
           line.chooser->number == static_cast<int64_t>(GlobalId::kActivePlayer);
  };
  for (size_t i = 0; i < offer.head.size(); ++i) {
    const HeadLine& line = offer.head[i];
    const bool asks = line.kind == HeadLine::Kind::kChoose || line.kind == HeadLine::Kind::kChooseText;
    if (line.kind == HeadLine::Kind::kMay || (asks && (line.may || line.chance || !active(line)))) return i;
  }
  return offer.head.size();
}

std::vector<Option> Run::OptionsOf(int offer) {
  Frame frame;
  frame.rule = offer;
  frame.slot(0) = frame.slot(1) = kNil;
  std::vector<Value> bound;
  std::vector<Option> out;
  const int before = running_rule_;
  running_rule_ = offer;
  WalkOptions(frame, 0, OptionEnd(rule(offer)), bound, out);
  running_rule_ = before;
  return out;
}

void Run::WalkOptions(Frame& frame, size_t at, size_t end, std::vector<Value>& bound, std::vector<Option>& out) {
  if (at == end) {
    out.push_back({Option::Kind::kOffer, frame.rule, bound});
    return;
  }
  const HeadLine& line = rule(frame.rule).head[at];
  switch (line.kind) {
    case HeadLine::Kind::kRequire:
      if (Eval(line.cond, frame) != 0) WalkOptions(frame, at + 1, end, bound, out);
      return;
    case HeadLine::Kind::kForbid:
      if (Eval(line.cond, frame) == 0) WalkOptions(frame, at + 1, end, bound, out);
      return;
    case HeadLine::Kind::kLimit:
      if (LimitLeft(frame.rule, at)) WalkOptions(frame, at + 1, end, bound, out);
      return;
    case HeadLine::Kind::kEach:
    case HeadLine::Kind::kChoose:
    case HeadLine::Kind::kChooseText:
      break;
    default:
      throw NotYet("that line of an option");
  }
  const std::vector<Value> members = Members(line, frame);
  if (line.kind != HeadLine::Kind::kEach && Eval(line.chooser, frame) == kNil) return;
  for (Value member : members) {
    frame.slot(line.slot) = member;
    bound.push_back(member);
    WalkOptions(frame, at + 1, end, bound, out);
    bound.pop_back();
  }
}

bool Run::MayPass(int id) {
  for (const sema::Forbid& forbid : model_.forbids) {
    if (std::find(forbid.passes.begin(), forbid.passes.end(), id) == forbid.passes.end() || forbid.pass_cond == nullptr)
      continue;
    Frame frame;
    if (Eval(forbid.pass_cond, frame) != 0) return false;
  }
  return true;
}

// what: 0 an offer, 1 a group, 2 a step
bool Run::HasOptions(int64_t what, int64_t id) {
  const auto any = [&](int offer) {
    return InPlay(offer) && rule(offer).kind == RuleKind::kOffer && !OptionsOf(offer).empty();
  };
  if (what == 0) return any(static_cast<int>(id));
  if (what == 1) {
    const std::vector<int>& members = model_.groups[static_cast<size_t>(id)].members;
    return std::any_of(members.begin(), members.end(), any);
  }
  for (size_t r = 0; r < model_.rules.size(); ++r) {
    const std::vector<int>& at = model_.rules[r].at;
    if (std::find(at.begin(), at.end(), static_cast<int>(id)) != at.end() && any(static_cast<int>(r))) return true;
  }
  return false;
}

std::vector<Value> Run::NeverSet(const sema::Never& never) {
  Frame frame;
  return Set(never.set, frame);
}

void Run::TakeOption(const Option& option) {
  const sema::Rule& offer = rule(option.offer);
  Frame frame;
  frame.rule = option.offer;
  frame.slot(0) = frame.slot(1) = kNil;
  const size_t end = OptionEnd(offer);
  size_t next = 0;
  for (size_t i = 0; i < end; ++i) {
    if (offer.head[i].slot >= 0) frame.slot(offer.head[i].slot) = option.bound[next++];
  }
  Walk(frame, end);
}

}  // namespace reeve::reference
