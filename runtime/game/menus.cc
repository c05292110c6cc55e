// What may be answered, without a list of it: how many answers there are, and each by its number.
//
// The options of one sort of offer are never written down on the way: those that lay the drawn tile wherever it fits.
// They are counted on the board, and one of them is made when it is asked for.
#include <algorithm>

#include "runtime/game/game.h"
#include "runtime/game/tables.h"

namespace reeve {

// Whether the options of an offer are the fits of the drawn tile: its head is
// `choose SLOT from fits of drawn by active_player`, with nothing else that is asked or that may fail.
bool Game::LaysDrawn(const Program& program, const RuleInfo& offer) {
  const RoutineInfo& head = program.routines[static_cast<size_t>(offer.head)];
  const auto at = [&](int32_t i) {
    return head.begin + i < head.end ? program.code[static_cast<size_t>(head.begin + i)] : Insn{};
  };
  const auto global = [&](int32_t i, GlobalId id) {
    return at(i).op == Op::kGlobal && at(i).a == static_cast<uint8_t>(id);
  };
  if (!global(0, GlobalId::kDrawn) || at(1).op != Op::kFits || at(1).a == 0) return false;
  if (!global(2, GlobalId::kActivePlayer) || at(3).op != Op::kChoose) return false;
  int32_t next = head.begin + 4;
  if (at(4).op == Op::kUnlessExplaining) next = at(4).c;
  return next < head.end && program.code[static_cast<size_t>(next)].op == Op::kOption;
}

int32_t Game::CountFits() {
  if (world_.drawn == kNone || world_.active < 0) return 0;
  world_.board.FindFits(world_.board.piece(world_.drawn).tile, fits_);
  return fits_.count;
}

Option Game::FitOption(Value fit) const {
  Option option;
  option.kind = Option::Kind::kOffer;
  option.offer = fitting_;
  option.count = 1;
  option.bound[0] = fit;
  return option;
}

void Game::ListMenu(std::vector<Option>& out) const {
  if (fitting_ == kNoId) {
    out = menu_;
    return;
  }
  const auto middle = menu_.begin() + static_cast<std::ptrdiff_t>(fitting_at_);
  out.assign(menu_.begin(), middle);
  std::vector<Value> fits;
  for (int32_t k = 0; k < fits_.count; ++k) {
    const auto [space, turn] = Board::FitAt(fits_, k);
    const Space& at = world_.board.spaces()[static_cast<size_t>(space)];
    fits.push_back(PackFit(world_.drawn, PackSquare(at.x, at.y), turn));
  }
  std::sort(fits.begin(), fits.end());
  for (const Value fit : fits) out.push_back(FitOption(fit));
  out.insert(out.end(), middle, menu_.end());
}

int64_t Game::OptionCount() const {
  switch (question_.kind) {
    case Ask::kMenu:
      return static_cast<int64_t>(menu_.size()) + (fitting_ == kNoId ? 0 : fits_.count);
    case Ask::kChoice:
      return static_cast<int64_t>(asked_.size()) + (question_.may ? 1 : 0);
    case Ask::kYesNo:
      return 2;
    case Ask::kDraw:
      if (question_.zone != kPileZone) {
        return static_cast<int64_t>(world_.decks[static_cast<size_t>(question_.zone)].cards.size());
      } else {
        const auto& pile = world_.pile;
        if (pile.empty()) return 0;
        if (pile.front().rank == pile.back().rank) return static_cast<int64_t>(pile.size());
        return pile.end() - std::ranges::lower_bound(pile, pile.back().rank, {}, &PilePiece::rank);
      }
    case Ask::kOver:
    case Ask::kFault:
      break;
  }
  return 0;
}

Option Game::OptionAt(int64_t number) const {
  const auto at = static_cast<size_t>(number);
  Option option;
  switch (question_.kind) {
    case Ask::kMenu: {
      if (at < menu_.size()) return menu_[at];
      const auto [space, turn] = Board::FitAt(fits_, static_cast<int32_t>(at - menu_.size()));
      const Space& square = world_.board.spaces()[static_cast<size_t>(space)];
      return FitOption(PackFit(world_.drawn, PackSquare(square.x, square.y), turn));
    }
    case Ask::kChoice:
      option.kind = at < asked_.size() ? Option::Kind::kThing : Option::Kind::kNo;
      if (at < asked_.size()) {
        option.count = 1;
        option.bound[0] = asked_[at];
      }
      break;
    case Ask::kYesNo:
      option.kind = at == 0 ? Option::Kind::kYes : Option::Kind::kNo;
      break;
    case Ask::kDraw:
      option.kind = Option::Kind::kDraw;
      option.count = 1;
      option.bound[0] = question_.zone == kPileZone ? world_.pile[world_.pile.size() - 1 - at].tile
                                                    : world_.decks[static_cast<size_t>(question_.zone)].cards[at];
      break;
    case Ask::kOver:
    case Ask::kFault:
      break;
  }
  return option;
}

}  // namespace reeve
