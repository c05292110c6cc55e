#include "runtime/io/saved_run.h"

#include <algorithm>

#include "runtime/bytecode/archive.h"
#include "runtime/bytecode/rvb.h"

namespace reeve {
namespace {

constexpr std::string_view kMagic = "RVS1";
constexpr uint32_t kVersion = 1;
constexpr size_t kHeader = 4 + 4 + 8 + 4 + 8;
constexpr size_t kMostTiles = 100'000, kMostSupply = 1000;

template <class T>
bool In(Id id, const std::vector<T>& table) {
  return id >= 0 && static_cast<size_t>(id) < table.size();
}

// Whether a setup speaks of what the program has.
bool Sound(const Setup& setup, const Program& program) {
  const auto square = [](int at) { return std::abs(at) <= kMaxCoordinate; };
  for (const auto& tile : setup.board) {
    if (!In(tile.tile, program.tiles) || !square(tile.x) || !square(tile.y) || tile.turn < 0 || tile.turn > 3) return false;
  }
  for (size_t i = 0; i < setup.board.size(); ++i) {
    for (size_t k = 0; k < i; ++k) if (setup.board[i].x == setup.board[k].x && setup.board[i].y == setup.board[k].y) return false;
  }
  for (const auto& supply : setup.supplies) {
    if (!In(supply.kind, program.kinds) || supply.count < 0 || supply.count > static_cast<int32_t>(kMostSupply)) return false;
  }
  for (const auto& deck : setup.decks) {
    if (!In(deck.zone, program.zones)) return false;
    for (Id card : deck.cards) if (!In(card, program.cards) || program.cards[static_cast<size_t>(card)].zone != deck.zone) return false;
  }
  return setup.players >= 1 && setup.players <= kMaxPlayers && setup.first_player >= 0 && setup.first_player < setup.players &&
         setup.board.size() <= kMostTiles && (setup.first_step == kNoId || In(setup.first_step, program.steps));
}

// One input done to the game; false where it is none that the rules allow.
bool Feed(Game& game, const Input& input) {
  const Program& program = game.program();
  const bool player = input.owner >= 0 && input.owner < game.players();
  switch (input.kind) {
    case Input::Kind::kStart:
      if (game.world().turn > 0) return false;
      game.Start();
      return true;
    case Input::Kind::kAnswer: return input.option.count <= kMaxBound && !game.Answer(input.option).has_value();
    case Input::Kind::kStand: {
      const Board& board = game.board();
      const bool lies = input.spot.at == At::kSegment && input.spot.id >= 0 && input.spot.id < board.segment_count() &&
                        board.segment(static_cast<int32_t>(input.spot.id)).node != kNone;
      const bool cell = input.spot.at == At::kSquare && board.Filled(input.spot.id);
      const bool place = input.spot.at == At::kPlace && In(static_cast<Id>(input.spot.id), program.places);
      return (lies || cell || place) && In(input.id, program.kinds) && game.Stand(input.id, static_cast<int>(input.owner), input.spot);
    }
    case Input::Kind::kSetState:
      if (!In(input.id, program.states) || input.owner < 0) return false;
      game.SetState(input.id, input.owner, input.value);
      return true;
    case Input::Kind::kSetTop:
      if (!In(input.id, program.zones)) return false;
      game.SetTop(input.id, static_cast<Id>(input.value));
      return true;
    case Input::Kind::kSetTotal:
      if (!player || std::abs(input.value) > kMaxNumber) return false;
      game.SetTotal(static_cast<int>(input.owner), static_cast<int32_t>(input.value));
      return true;
    case Input::Kind::kEmptyPile: game.EmptyPile(); return true;
    case Input::Kind::kSetSeat:
      if (!player) return false;
      game.SetSeat(static_cast<int>(input.owner));
      return true;
    case Input::Kind::kPutInHand:
      if (!In(input.id, program.tiles)) return false;
      game.PutInHand(input.id);
      return true;
    case Input::Kind::kEndNow: game.EndNow(); return true;
    case Input::Kind::kEndAfterTurn: game.EndAfterTurn(); return true;
  }
  return false;
}

}  // namespace

std::string SaveRun(const Game& game) {
  if (game.setup() == nullptr) return "";
  Setup setup = *game.setup();
  std::vector<Input> inputs = game.inputs();
  ByteWriter payload, header;
  payload(setup, inputs);
  uint32_t version = kVersion, size = static_cast<uint32_t>(payload.bytes().size());
  uint64_t program = Digest(SaveProgram(game.program())), digest = Digest(payload.bytes());
  header(version, program, size, digest);
  return std::string(kMagic) + header.bytes() + payload.bytes();
}

std::unique_ptr<Game> LoadRun(const Program& program, std::string_view bytes, std::string* why) {
  const auto refuse = [&](const std::string& reason) -> std::unique_ptr<Game> {
    if (why != nullptr) *why = reason;
    return nullptr;
  };
  if (bytes.substr(0, kMagic.size()) != kMagic) return refuse("this is no saved run: it does not begin with RVS1");
  if (bytes.size() < kHeader) return refuse("the file is cut short: its header is not whole");
  ByteReader header(bytes.substr(kMagic.size(), kHeader - kMagic.size()));
  uint32_t version = 0, size = 0;
  uint64_t of = 0, digest = 0;
  header(version, of, size, digest);
  if (version != kVersion) return refuse("the file has version " + std::to_string(version) + " of the format, this program reads version " + std::to_string(kVersion));
  if (of != Digest(SaveProgram(program))) return refuse("the run was saved under other rules");
  const std::string_view payload = bytes.substr(kHeader);
  if (payload.size() != size || Digest(payload) != digest) return refuse("the file is damaged, or cut short");
  Setup setup;
  std::vector<Input> inputs;
  ByteReader reader(payload);
  reader(setup, inputs);
  if (!reader.ok() || !reader.AtEnd()) return refuse("the file is damaged: its tables end in the wrong place");
  if (!Sound(setup, program)) return refuse("the run begins with what its rules do not have");
  setup.keep_inputs = true;
  setup.hold = true;  // a start is an input like any
  auto game = std::make_unique<Game>(program, setup);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!Feed(*game, inputs[i])) return refuse("input " + std::to_string(i + 1) + " is not possible under these rules");
  }
  return game;
}

}  // namespace reeve
