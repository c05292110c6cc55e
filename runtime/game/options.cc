// What may be done now: one enumeration for everybody who asks.
#include <algorithm>

#include "runtime/game/game.h"
#include "runtime/game/tables.h"

namespace reeve {

// One walk through the head of an offer, depth first. `out` collects options; without it the first one found
// ends the walk.
struct Game::Enumeration {
  Id offer = kNoId;
  std::vector<Option>* out = nullptr;
  std::vector<Value>* once = nullptr;  // what is bound where a rule is once per thing
};

// True: stop, an option was found and nobody wants a second.
bool Game::Enumerate(const Insn* pc, Value* slots, Enumeration& into) {
  Context context;
  if (into.once != nullptr) context = OfScoring(context);
  for (;; ++pc) {
    const Insn* const from = pc;
    pc = machine_.Execute(pc, slots, context);
    if (machine_.fault() != Fault::kNone) return true;
    machine_.Work(64 + (pc - from));
    switch (pc->op) {
      case Op::kRequire:
        if (machine_.PopValue() == 0) return false;
        break;
      case Op::kForbid:
        if (machine_.PopValue() != 0) return false;
        break;
      case Op::kLimit:
        if (!LimitLeft(into.offer, pc->b)) return false;
        break;
      case Op::kEach:
      case Op::kChoose:
      case Op::kChooseText: {
        // The set stays where it is while its members are gone through: what follows puts its own on top.
        const bool text = pc->op == Op::kChooseText, nobody = pc->op != Op::kEach && machine_.PopValue() < 0;
        const uint32_t count = text ? static_cast<uint32_t>(program_->choices[static_cast<size_t>(pc->b)].texts.size())
                                    : machine_.TopSize();
        bool stop = false;
        for (uint32_t i = 0; i < count && !stop && !nobody; ++i) {
          slots[pc->a] = text ? static_cast<Value>(i) : machine_.TopMember(i);
          stop = Enumerate(pc + 1, slots, into);
        }
        if (!text && machine_.fault() == Fault::kNone) machine_.DropSet();
        return stop;
      }
      case Op::kOnce:
        machine_.PopValue();
        if (into.once != nullptr) into.once->push_back(slots[pc->a]);
        return false;
      case Op::kOption: {
        if (into.out == nullptr) return true;
        Option& option = into.out->emplace_back();
        option.kind = Option::Kind::kOffer;
        option.offer = into.offer;
        const auto& shape = tables_->offers[static_cast<size_t>(into.offer)];
        option.count = static_cast<uint8_t>(shape.slots.size());
        for (size_t i = 0; i < shape.slots.size(); ++i) option.bound[i] = slots[shape.slots[i]];
        return false;
      }
      default:
        machine_.DropOperands(*pc);
        return false;
    }
  }
}

// What a rule that is once per thing would bind if this subject were scored now: the scoring on top.
std::vector<Value> Game::OnceThings(Id rule, Value subject) {
  std::vector<Value> things;
  Value slots[kMaxSlots];
  slots[kSubjectSlot] = subject;
  slots[kPlayerSlot] = kNothing;
  Enumeration into{rule, nullptr, &things};
  Enumerate(world_.code() + program_->routines[static_cast<size_t>(program_->rule(rule).head)].begin, slots, into);
  return things;
}

bool Game::EnumerateOffer(Id offer, std::vector<Option>* out) {
  Value slots[kMaxSlots];
  slots[kPlayerSlot] = kNothing;
  Enumeration into{offer, out, nullptr};
  const Id head = program_->rule(offer).head;
  return Enumerate(world_.code() + program_->routines[static_cast<size_t>(head)].begin, slots, into);
}

bool Game::HasOptions(int what, Id id) {
  const auto has = [&](Id offer) {
    return tables_->offers[static_cast<size_t>(offer)].lays_drawn ? CountFits() > 0 : EnumerateOffer(offer, nullptr);
  };
  switch (what) {
    case 0:
      return has(id);
    case 1:
      return std::ranges::any_of(program_->groups[static_cast<size_t>(id)].members, has);
    default:
      return std::ranges::any_of(program_->steps[static_cast<size_t>(id)].offers, has);
  }
}

bool Game::MayPass(Id step, std::string* reason) {
  const auto holds = [this](Id id) {
    const Tables::PassPlan& plan = tables_->passes[static_cast<size_t>(id)];
    if (plan.what >= 0) return HasOptions(plan.what, plan.id);
    Value slots[kMaxSlots] = {};
    return machine_.RunValue(program_->pass_forbids[static_cast<size_t>(id)].condition, slots, Context{}) != 0;
  };
  for (Id id : program_->steps[static_cast<size_t>(step)].pass_forbids) {
    if (!holds(id)) continue;
    const Id forbid = program_->pass_forbids[static_cast<size_t>(id)].forbid;
    if (reason != nullptr) *reason = program_->Text(program_->forbids[static_cast<size_t>(forbid)].reason);
    return false;
  }
  return true;
}

// The tiles or cards that can be drawn, each with how many of it there are.
void Game::DrawOptions(std::vector<Option>& out) {
  const bool pile = question_.zone == kPileZone;
  std::vector<int32_t> count(pile ? program_->tiles.size() : program_->cards.size());
  if (pile) {
    for (const PilePiece& piece : world_.pile) {
      if (piece.rank == world_.pile.back().rank) ++count[static_cast<size_t>(piece.tile)];
    }
  } else {
    for (Id card : world_.decks[static_cast<size_t>(question_.zone)].cards) ++count[static_cast<size_t>(card)];
  }
  for (size_t what = 0; what < count.size(); ++what) {
    if (count[what] == 0) continue;
    Option option;
    option.kind = Option::Kind::kDraw;
    option.count = 1;
    option.bound[0] = static_cast<Value>(what);
    option.weight = count[what];
    out.push_back(option);
  }
}

void Game::Options(std::vector<Option>& out) {
  out.clear();
  Option option;
  switch (question_.kind) {
    case Ask::kMenu:
      ListMenu(out);
      return;
    case Ask::kChoice:
      option.kind = Option::Kind::kThing;
      option.count = 1;
      for (Value thing : asked_) {
        option.bound[0] = thing;
        // By chance among copies, as a draw; of what a player chooses from there is one each.
        const auto known = question_.player < 0 ? std::find(out.begin(), out.end(), option) : out.end();
        if (known == out.end()) out.push_back(option);
        else ++known->weight;
      }
      if (question_.may) {
        option = Option{};
        option.kind = Option::Kind::kNo;
        out.push_back(option);
      }
      return;
    case Ask::kYesNo:
      option.kind = Option::Kind::kYes;
      out.push_back(option);
      option.kind = Option::Kind::kNo;
      out.push_back(option);
      return;
    case Ask::kDraw:
      DrawOptions(out);
      return;
    case Ask::kOver:
    case Ask::kFault:
      return;
  }
}

void Game::Take(const Option& option) {
  if (KeepsInputs()) Note({.kind = Input::Kind::kAnswer, .option = option});
  else machine_.Rest();
  idle_turns_ = 0;
  if (question_.kind == Ask::kMenu) {  // to pass closes it, and so does an offer where there is one
    Task& part = tasks_.back();
    const bool one = tables_->agenda[static_cast<size_t>(part.index)].kind == Tables::Item::Kind::kMenu;
    part.index += one || option.kind == Option::Kind::kPass ? 1 : 0;
  }
  switch (option.kind) {
    case Option::Kind::kPass:
      break;
    case Option::Kind::kOffer: {
      const auto& shape = tables_->offers[static_cast<size_t>(option.offer)];
      const Tables::RulePlan& plan = tables_->rules[static_cast<size_t>(option.offer)];
      const auto bind = [&](Value* slots) {
        for (size_t i = 0; i < shape.slots.size(); ++i) slots[shape.slots[i]] = option.bound[i];
      };
      if (!plan.acts_at_once) {
        PushRule(option.offer, kNothing, Context{});
        bind(frame().slots.data());
        frame().pc = shape.option + 1;
        break;
      }
      Value slots[kMaxSlots];
      std::fill_n(slots, plan.slots, kNothing);
      bind(slots);
      asking_ = false;
      RunAtOnce(option.offer, world_.code() + shape.option + 1, slots, Context{});
      if (asking_) return;
      break;
    }
    case Option::Kind::kThing:
      if (question_.rule == kNoId) {  // which due feature is next
        const auto at = std::find_if(world_.due.begin(), world_.due.end(),
                                     [&](const DueEntry& entry) { return entry.subject == option.bound[0]; });
        const DueEntry entry = *at;
        world_.due.erase(at);
        if (StillDue(entry)) PushRule(entry.rule, world_.board.Find(static_cast<int32_t>(entry.subject)), Context{});
        break;
      }
      {
        Frame& frame = this->frame();
        const Insn& insn = world_.code()[frame.pc - 1];
        if (insn.op == Op::kOnce) {
          ChooseOnce(frame.rule, frame.slots[insn.a], option.bound[0]);
          break;
        }
        frame.slots[insn.a] = option.bound[0];
        if (insn.op != Op::kChooseText || !Heard(EventId::kAnswered)) break;
        Happening happening;
        happening.event = EventId::kAnswered;
        happening.id = frame.rule;
        happening.text = static_cast<int32_t>(option.bound[0]);
        happening.answered = static_cast<int32_t>(answered_.size());
        answered_.push_back(frame.slots);
        Raise(happening);
      }
      break;
    case Option::Kind::kYes:
      break;
    case Option::Kind::kNo:
      NextBinding();
      break;
    case Option::Kind::kDraw:
      FinishDraw(option);
      break;
  }
  Run();
}

// The first reason why this path through the head is no option: a walk with the bindings given.
std::optional<Refusal> Game::Explain(Id offer, const std::vector<Value>& bound) {
  if (machine_.fault() != Fault::kNone) return Refusal{offer, FaultText()};  // a game that has stopped stays as it is
  const int64_t worked = machine_.work();
  machine_.set_work(0);
  machine_.set_explaining(true);
  auto refusal = ExplainWalk(offer, bound);
  machine_.set_explaining(false);
  machine_.set_work(worked);
  return refusal;
}

std::optional<Refusal> Game::ExplainWalk(Id offer, const std::vector<Value>& bound) {
  const RuleInfo& rule = program_->rule(offer);
  const StepInfo* step = world_.step == kNoId ? nullptr : &program_->steps[static_cast<size_t>(world_.step)];
  if (step != nullptr && std::find(step->offers.begin(), step->offers.end(), offer) == step->offers.end()) {
    return Refusal{offer, program_->Text(step->name) + " does not offer " + program_->Text(rule.name)};
  }
  Value slots[kMaxSlots];
  slots[kPlayerSlot] = kNothing;
  size_t next = 0;
  const Insn* pc = world_.code() + program_->routines[static_cast<size_t>(rule.head)].begin;
  for (;; ++pc) {
    pc = machine_.Execute(pc, slots, Context{});
    if (machine_.fault() != Fault::kNone) {
      const Fault fault = machine_.fault();
      machine_.ClearFault();
      machine_.DropAll();
      return Refusal{offer, FaultName(fault)};
    }
    switch (pc->op) {
      case Op::kRequire:
        if (machine_.PopValue() == 0) return Refusal{offer, "its condition does not hold"};
        break;
      case Op::kForbid:
        if (machine_.PopValue() != 0) {
          return Refusal{offer, program_->Text(program_->forbids[static_cast<size_t>(pc->b)].reason)};
        }
        break;
      case Op::kLimit:
        if (!LimitLeft(offer, pc->b)) return Refusal{offer, "its limit is used up"};
        break;
      case Op::kEach:
      case Op::kChoose:
      case Op::kChooseText: {
        std::vector<Value> things;
        const Value chooser = pc->op == Op::kEach ? 0 : machine_.PopValue();
        std::string what = "thing";
        if (pc->op == Op::kChooseText) {
          const size_t count = program_->choices[static_cast<size_t>(pc->b)].texts.size();
          for (size_t i = 0; i < count; ++i) things.push_back(static_cast<Value>(i));
        } else {
          machine_.PopSet(things);
        }
        if (pc->op != Op::kEach) what = program_->Text(program_->choices[static_cast<size_t>(pc->b)].label);
        else what = program_->Text(rule.slots[pc->a].name);
        if (chooser < 0 || things.empty()) return Refusal{offer, "there are no " + what};
        const Value wanted = next < bound.size() ? bound[next] : kNothing;
        ++next;
        if (wanted == kNothing) {
          slots[pc->a] = things[0];
          break;
        }
        if (std::find(things.begin(), things.end(), wanted) == things.end()) {
          return Refusal{offer, Describe(rule.slots[pc->a].cls, wanted) + " is not one of the " + what};
        }
        slots[pc->a] = wanted;
        break;
      }
      default:
        machine_.DropOperands(*pc);
        return std::nullopt;
    }
  }
}

}  // namespace reeve
