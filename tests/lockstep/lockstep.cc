#include "tests/lockstep/lockstep.h"

#include <fmt/format.h>

#include <algorithm>

#include "tests/lockstep/compare.h"

namespace reeve::lockstep {
namespace {

reference::Setup SetupOf(const reeve::Setup& from, const Comparison& names) {
  reference::Setup to;
  to.players = from.players;
  to.own_board = from.own_board;
  for (const auto& tile : from.board) to.board.push_back({tile.tile, tile.x, tile.y, tile.turn});
  for (const auto& supply : from.supplies) to.supplies[supply.kind] = supply.count;
  for (const auto& deck : from.decks) to.decks[deck.zone] = std::vector<int>(deck.cards.begin(), deck.cards.end());
  to.first_step = names.StepOf(from.first_step);
  to.first_player = from.first_player;
  to.every_menu = from.every_menu;
  to.every_choice = from.every_choice;
  to.loose_pile = from.loose_pile;
  return to;
}

// One run of both.
class Pair {
 public:
  Pair(const Compiled& compiled, const reeve::Setup& setup, const Source& source)
      : compare_(*compiled.model, *compiled.program),
        source_(source),
        game_(*compiled.program, Held(setup)),
        run_(*compiled.model, SetupOf(setup, compare_),
             [this](const reference::Question& question, const std::vector<reference::Option>& options) {
               return Asked(question, options);
             }) {}

  Result Run() {
    try {
      Go();
    } catch (const reference::NotYet& missing) {
      result_.not_yet = missing.what();
    } catch (const std::logic_error& error) {
      Differ(error.what());
    }
    result_.awards = static_cast<int>(run_.awards.size());
    return result_;
  }

 private:
  static reeve::Setup Held(reeve::Setup setup) {
    setup.hold = true;
    return setup;
  }

  void Go() {
    while (const auto input = source_(game_)) {
      if (input->kind == Input::Kind::kStart || input->kind == Input::Kind::kEndNow) {
        if (input->kind == Input::Kind::kStart) game_.Start();
        else game_.EndNow();
        result_.end = input->kind == Input::Kind::kStart ? run_.Play() : run_.PlayFinal();
        Finish();
        return;
      }
      SetUp(*input);
    }
  }

  void Finish() {
    if (!result_.difference.empty() || result_.end == reference::Run::End::kStopped) return;
    Differ(compare_.Ledgers(game_, run_));
    const Ask kind = game_.question().kind;
    const bool fault = result_.end == reference::Run::End::kFault;
    if (fault != (kind == Ask::kFault) || (!fault && kind != Ask::kOver)) {
      Differ(fmt::format("the reference has {}, the machine has not",
                         fault ? "a number that leaves its range" : "come to the end"));
    }
    if (fault && kind == Ask::kFault) {
      const Id rule = game_.question().rule;
      const std::string machine = rule == kNoId ? "none" : game_.program().RuleName(rule);
      const std::string other = run_.fault_rule() < 0 ? "none" : run_.rule(run_.fault_rule()).name;
      if (machine != other) Differ(fmt::format("the rule at fault: machine {}, reference {}", machine, other));
    }
    if (!fault) Differ(compare_.States(game_, run_));
  }

  void Differ(const std::string& what) {
    if (result_.difference.empty() && !what.empty())
      result_.difference = fmt::format("message {}: {}", result_.messages, what);
  }

  reference::Reply Asked(const reference::Question& question, const std::vector<reference::Option>& options) {
    using Kind = reference::Reply::Kind;
    const std::vector<reeve::Option> machine = game_.Options();
    Differ(compare_.Ledgers(game_, run_));
    Differ(compare_.States(game_, run_));
    Differ(compare_.Nevers(game_, run_));
    Differ(compare_.Questions(game_, run_, question, options, machine));
    if (!result_.difference.empty()) return {};
    while (const auto input = source_(game_)) {
      if (input->kind == Input::Kind::kEndNow) {
        game_.EndNow();
        return {Kind::kEndNow};
      }
      if (input->kind != Input::Kind::kAnswer) {
        SetUp(*input);
        if (input->kind == Input::Kind::kPutInHand && question.kind == reference::Question::Kind::kMenu)
          return {Kind::kAgain};
        continue;
      }
      ++result_.messages;
      const auto at = std::find(machine.begin(), machine.end(), input->option);
      game_.Take(input->option);
      if (at != machine.end()) return {Kind::kOption, static_cast<size_t>(at - machine.begin())};
      if (question.kind == reference::Question::Kind::kDraw)
        return {Kind::kDraw, 0, static_cast<int>(input->option.bound[0])};
      Differ("an answer that is none of the options");
      return {};
    }
    return {};
  }

  // Whatever else was done from outside, to both.
  void SetUp(const Input& input) {
    const auto whole = [](Value value) { return value < 0 ? reference::kNil : value; };
    switch (input.kind) {
      case Input::Kind::kStand:
        game_.Stand(input.id, static_cast<int>(input.owner), input.spot);
        run_.Stand(input.id, static_cast<int>(input.owner), Comparison::SpotOf(input.spot));
        return;
      case Input::Kind::kSetState: {
        game_.SetState(input.id, input.owner, input.value);
        const Class result = run_.model().states[static_cast<size_t>(input.id)].result;
        const bool counts = result == Class::kNumber || result == Class::kTruth;
        run_.states[static_cast<size_t>(input.id)][input.owner] = counts ? input.value : whole(input.value);
        return;
      }
      case Input::Kind::kSetTop: {
        game_.SetTop(input.id, static_cast<Id>(input.value));
        auto& cards = run_.decks[static_cast<size_t>(input.id)];
        const auto at = std::find(cards.begin(), cards.end(), static_cast<int>(input.value));
        if (at != cards.end()) std::rotate(cards.begin(), at, cards.end());
        return;
      }
      case Input::Kind::kSetTotal:
        game_.SetTotal(static_cast<int>(input.owner), static_cast<int32_t>(input.value));
        run_.totals[static_cast<size_t>(input.owner)] = input.value;
        return;
      case Input::Kind::kEmptyPile:
        game_.EmptyPile();
        run_.pile.clear();
        return;
      case Input::Kind::kSetSeat:
        game_.SetSeat(static_cast<int>(input.owner));
        run_.seat = run_.active = static_cast<int>(input.owner);
        return;
      case Input::Kind::kPutInHand:
        game_.PutInHand(input.id);
        run_.TakeInHand(run_.TakeFromPile(input.id));
        return;
      case Input::Kind::kEndAfterTurn:
        game_.EndAfterTurn();
        run_.last_turn = true;
        return;
      case Input::Kind::kStart:
      case Input::Kind::kAnswer:
      case Input::Kind::kEndNow:
        break;
    }
    Differ("an input out of place");
  }

  Comparison compare_;
  const Source& source_;
  Game game_;
  reference::Run run_;
  Result result_;
};

}  // namespace

Result RunBoth(const Compiled& compiled, const reeve::Setup& setup, const Source& source) {
  return Pair(compiled, setup, source).Run();
}

Result Again(const Compiled& compiled, const Game& game) {
  size_t next = 0;
  const std::vector<Input>& inputs = game.inputs();
  return RunBoth(compiled, *game.setup(), [&](Game&) -> std::optional<Input> {
    if (next == inputs.size()) return std::nullopt;
    return inputs[next++];
  });
}

Input Answer(const reeve::Option& option) {
  Input input;
  input.kind = Input::Kind::kAnswer;
  input.option = option;
  return input;
}

Source ByLot(uint64_t seed, int at_most) {
  return [lot = std::mt19937_64(seed), left = at_most, begun = false](Game& game) mutable -> std::optional<Input> {
    if (!begun) {
      begun = true;
      return Input{};
    }
    const std::vector<reeve::Option> options = game.Options();
    if (options.empty() || left-- == 0) return std::nullopt;
    if (game.question().kind == Ask::kDraw) {
      int64_t all = 0;
      for (const auto& option : options) all += option.weight;
      int64_t at = static_cast<int64_t>(lot() % static_cast<uint64_t>(all));
      for (const auto& option : options) {
        if ((at -= option.weight) < 0) return Answer(option);
      }
    }
    // How many tiles lie round the square of a way to lay one.
    const auto round = [&](const reeve::Option& option) {
      int cells = 0;
      if (option.kind != reeve::Option::Kind::kOffer) return cells;
      const auto& classes = game.Bindings(option.offer);
      for (size_t i = 0; i < option.count; ++i) {
        if (classes[i] != Class::kFit) continue;
        const Value square = FitSquare(option.bound[i]);
        cells += game.board().FilledAround(SquareX(square), SquareY(square));
      }
      return cells;
    };
    reeve::Option best = options[lot() % options.size()];
    for (int more = 0; more < 3; ++more) {
      const reeve::Option& other = options[lot() % options.size()];
      if (round(other) > round(best)) best = other;
    }
    return Answer(best);
  };
}

}  // namespace reeve::lockstep
