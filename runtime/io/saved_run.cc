#include "runtime/io/saved_run.h"

#include "runtime/bytecode/archive.h"
#include "runtime/bytecode/rvb.h"
#include "runtime/game/check_setup.h"
#include "runtime/game/exists.h"

namespace reeve {
namespace {

constexpr std::string_view kMagic = "RVS1";
constexpr size_t kHeader = 4 + 4 + 8 + 4 + 8;

template <class T>
bool In(Value id, const std::vector<T>& table) {
  return id >= 0 && static_cast<uint64_t>(id) < table.size();
}

// Whether a figure can be stood there: on a segment, a square that is filled, a place.
bool IsGround(const Game& game, Spot spot) {
  if (spot.at == At::kSegment) return Exists(game.world(), Class::kSegment, spot.id);
  if (spot.at == At::kSquare) return Exists(game.world(), Class::kSquare, spot.id) && game.board().Filled(spot.id);
  return spot.at == At::kPlace && Exists(game.world(), Class::kPlace, spot.id);
}

// A state is set to what there is, or to nothing.
bool CanSet(const Game& game, const Input& input) {
  if (!In(input.id, game.program().states)) return false;
  const StateInfo& state = game.program().states[static_cast<size_t>(input.id)];
  const bool empty = input.value == kNothing && state.result != Class::kNumber && state.result != Class::kTruth;
  return Exists(game.world(), state.owner, input.owner) && (empty || Exists(game.world(), state.result, input.value));
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
    case Input::Kind::kAnswer:
      return input.option.count <= kMaxBound && !game.Answer(input.option).has_value();
    case Input::Kind::kStand:
      return In(input.id, program.kinds) && IsGround(game, input.spot) && input.owner >= -1 &&
             input.owner < game.players() && game.Stand(input.id, static_cast<int>(input.owner), input.spot);
    case Input::Kind::kSetState:
      if (!CanSet(game, input)) return false;
      game.SetState(input.id, input.owner, input.value);
      return true;
    case Input::Kind::kSetTop:
      if (!In(input.id, program.zones) || !In(input.value, program.cards)) return false;
      game.SetTop(input.id, static_cast<Id>(input.value));
      return true;
    case Input::Kind::kSetTotal:
      if (!player || !Exists(game.world(), Class::kNumber, input.value)) return false;
      game.SetTotal(static_cast<int>(input.owner), static_cast<int32_t>(input.value));
      return true;
    case Input::Kind::kEmptyPile:
      game.EmptyPile();
      return true;
    case Input::Kind::kSetSeat:
      if (!player) return false;
      game.SetSeat(static_cast<int>(input.owner));
      return true;
    case Input::Kind::kPutInHand:
      if (!In(input.id, program.tiles)) return false;
      game.PutInHand(input.id);
      return true;
    case Input::Kind::kEndNow:
      game.EndNow();
      return true;
    case Input::Kind::kEndAfterTurn:
      game.EndAfterTurn();
      return true;
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
  uint32_t version = kSavedRunVersion, size = static_cast<uint32_t>(payload.bytes().size());
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
  if (version != kSavedRunVersion)
    return refuse("the file has version " + std::to_string(version) + " of the format, this program reads version " +
                  std::to_string(kSavedRunVersion));
  if (of != Digest(SaveProgram(program))) return refuse("the run was saved under other rules");
  const std::string_view payload = bytes.substr(kHeader);
  if (payload.size() != size || Digest(payload) != digest) return refuse("the file is damaged, or cut short");
  Setup setup;
  std::vector<Input> inputs;
  ByteReader reader(payload);
  reader(setup, inputs);
  if (!reader.ok() || !reader.AtEnd()) return refuse("the file is damaged: its tables end in the wrong place");
  if (const auto wrong = CheckSetup(program, setup)) return refuse("the run cannot begin under these rules: " + *wrong);
  setup.keep_inputs = true;
  setup.hold = true;  // a start is an input like any
  auto game = std::make_unique<Game>(program, setup);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!Feed(*game, inputs[i])) return refuse("input " + std::to_string(i + 1) + " is not possible under these rules");
  }
  return game;
}

}  // namespace reeve
