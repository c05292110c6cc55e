// reeve board: a picture of a recorded game's board.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "runtime/io/board_svg.h"
#include "tools/command.h"
#include "tools/replay_games.h"

namespace reeve {
namespace {

struct Arguments {
  std::string game, out;
  int after = -1, number = 1;
  bool json = false;
};

// The number of the last move.
int MoveCount(const Record& record) {
  int last = 0;
  for (const RecordMove& move : record.moves) last = std::max(last, move.number);
  return last;
}

int DrawBoard(const Arguments& arguments) {
  if (!arguments.out.empty() && !arguments.out.ends_with(".svg"))
    return Usage(arguments.out + ": a board is drawn as SVG: name a file that ends in .svg");
  Library library(RulesetsFolder());
  Formats formats;
  if (!formats.Load(RulesetsFolder() + "/formats")) return Usage(formats.error());
  RecordFile file(formats);
  if (!file.Open(arguments.game)) return Usage(file.error());
  std::optional<std::variant<Record, RecordError>> next;
  for (int i = 0; i < arguments.number; ++i) {
    next = file.Next();
    if (!next) return Usage(fmt::format("{} has {}", arguments.game, Count(i, "game", "games")));
    if (const auto* error = std::get_if<RecordError>(&*next)) {
      fmt::print(stderr, "reeve: {}: {}\n", error->where, error->text);
      return kExitFailures;
    }
  }
  const Record& record = std::get<Record>(*next);
  if (arguments.after > MoveCount(record)) {
    return Usage(fmt::format("{} has {}: --after {} is behind its end", record.Where(),
                             Count(MoveCount(record), "move", "moves"), arguments.after));
  }
  GameReplayer replayer(library, formats, {});
  ReplayOutcome outcome;
  const Program* program = replayer.PrepareRules(record, outcome);
  if (program == nullptr) {
    for (const std::string& what : outcome.missing)
      outcome.trouble += (outcome.trouble.empty() ? "missing: " : ", ") + what;
    fmt::print(stderr, "reeve: {}: {}\n", record.Where(), outcome.trouble);
    return kExitFailures;
  }
  Replay replay(*program, record, false, arguments.after);
  const bool played = replay.Run();
  if (!played) fmt::print(stderr, "reeve: {}: {}\n", record.Where(), replay.trouble());
  if (!replay.begun()) return kExitFailures;
  SvgOptions options;
  options.players = record.players;
  options.title = record.name.empty() ? record.Where() : record.name;
  options.title += ": " + outcome.rules;
  const std::string svg = BoardSvg(replay.game(), options);
  std::string why;
  if (arguments.out.empty()) {
    std::fwrite(svg.data(), 1, svg.size(), stdout);
  } else if (!WriteFile(arguments.out, svg, why)) {
    return Usage(why);
  } else if (arguments.json) {
    nlohmann::ordered_json out;
    out["file"] = arguments.out;
    out["tiles"] = replay.game().board().cell_count();
    for (size_t p = 0; p < record.players.size(); ++p)
      out["totals"][record.players[p]] = replay.game().total(static_cast<int>(p));
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    fmt::print("{}: {}\n", arguments.out, Count(replay.game().board().cell_count(), "tile", "tiles"));
  }
  return played ? kExitFine : kExitFailures;
}

}  // namespace

void AddBoard(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("board", "Draw the board of a recorded game");
  command->add_option("GAME", arguments->game, "a recorded game")->required();
  command->add_option("--after", arguments->after, "the board after so many moves; all if not given")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--game", arguments->number, "which game of the file, from 1")->check(CLI::PositiveNumber);
  command->add_option("-o", arguments->out, "the file to write: FILE.svg; standard output if not given");
  command->add_flag("--json", arguments->json, "what was written, as JSON");
  command->callback([arguments, &action] { action = [arguments] { return DrawBoard(*arguments); }; });
}

}  // namespace reeve
