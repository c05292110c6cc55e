// reeve simulate: whole random games, what every score paid in them, and what a house rule changes.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "tools/command.h"
#include "tools/simulate.h"

namespace reeve {
namespace {

using Json = nlohmann::ordered_json;

struct Arguments {
  std::vector<std::string> rules, against;
  SimulateOptions options;
  std::string policy = "uniform";
  bool json = false;
};

// A selection with what came of it.
struct Side {
  std::string rules;
  std::unique_ptr<Compiled> compiled;
  Simulation simulation;
  const Program& program() const { return *compiled->program; }
};

// The name of a score or rule, and what it is called.
struct Named {
  std::string name, label;
};

std::optional<int> Prepare(const std::vector<std::string>& rules, Side& side) {
  Library library(RulesetsFolder());
  std::string why;
  const auto selection = JoinRules(rules, library, why);
  if (!selection) return Usage(why);
  side.rules = *selection;
  side.compiled = std::make_unique<Compiled>(Compile(*selection, library));
  if (side.compiled->program) return std::nullopt;
  PrintFindings(side.compiled->findings, library.sources());
  return kExitFailures;
}

void Run(Side& side, const SimulateOptions& options) {
  Progress progress(fmt::format("{}: game", side.rules));
  side.simulation = Simulate(side.program(), options, [&](int64_t done) { progress.Show(done, options.games); });
}

bool IsScore(const Program& program, size_t rule) {
  return program.rules_table[rule].kind == RuleKind::kScore;
}

// Of what was in play, and of other rules that paid, in the order of the rules, the first side's first.
std::vector<Named> Scores(const std::vector<Side>& sides) {
  std::vector<Named> found;
  for (const Side& side : sides) {
    const Program& program = side.program();
    for (size_t rule = 0; rule < side.simulation.scores.size(); ++rule) {
      if (side.simulation.scores[rule].paid == 0 && !IsScore(program, rule)) continue;
      Named named{program.RuleName(static_cast<Id>(rule)), program.Text(program.rules_table[rule].label)};
      const auto same = [&](const Named& other) { return other.name == named.name; };
      if (std::none_of(found.begin(), found.end(), same)) found.push_back(std::move(named));
    }
  }
  return found;
}

ScoreFigures FiguresOf(const Side& side, const std::string& name) {
  const Id rule = side.program().FindRule(name);
  return rule == kNoId ? ScoreFigures{} : side.simulation.scores[static_cast<size_t>(rule)];
}

double PerGame(int64_t number, const Side& side) {
  return static_cast<double>(number) / static_cast<double>(std::max<int64_t>(1, side.simulation.played()));
}

// The totals of all seats, or of one, in the games that came to their end.
std::vector<int32_t> TotalsIn(const Side& side, int seat = -1) {
  const Simulation& made = side.simulation;
  std::vector<int32_t> totals;
  for (int64_t game = 0; game < made.games(); ++game) {
    if (made.stopped[static_cast<size_t>(game)] != 0) continue;
    const auto all = made.TotalsOf(game);
    if (seat < 0) totals.insert(totals.end(), all.begin(), all.end());
    else totals.push_back(all[static_cast<size_t>(seat)]);
  }
  return totals;
}

// In how many games a seat had most points, alone and with others.
struct Most {
  int64_t alone = 0, shared = 0;
};
Most MostOf(const Side& side, int seat) {
  Most most;
  for (int64_t game = 0; game < side.simulation.games(); ++game) {
    if (side.simulation.stopped[static_cast<size_t>(game)] != 0) continue;
    const uint32_t seats = MostPoints(side.simulation.TotalsOf(game));
    if ((seats >> seat & 1) != 0) ++(seats == 1u << seat ? most.alone : most.shared);
  }
  return most;
}

// What is different between the same seeds under two selections.
struct Change {
  int64_t games = 0, winners = 0;  // games with other totals; with other seats in front
  int64_t largest = 0;             // of a total, up or down
};
Change Compare(const Simulation& one, const Simulation& other) {
  Change change;
  for (int64_t game = 0; game < one.games(); ++game) {
    if (one.stopped[static_cast<size_t>(game)] != 0 || other.stopped[static_cast<size_t>(game)] != 0) continue;
    const auto mine = one.TotalsOf(game), theirs = other.TotalsOf(game);
    change.winners += MostPoints(mine) != MostPoints(theirs);
    bool differs = false;
    for (size_t seat = 0; seat < mine.size(); ++seat) {
      const int64_t by = int64_t{theirs[seat]} - mine[seat];
      differs |= by != 0;
      if (std::abs(by) > std::abs(change.largest)) change.largest = by;
    }
    change.games += differs;
  }
  return change;
}

// --- for people -----------------------------------------------------------------------------------

void PrintScores(const std::vector<Side>& sides) {
  size_t width = 5;
  std::vector<Named> paid;
  std::string never;
  for (const Named& score : Scores(sides)) {
    const auto pays = [&](const Side& side) { return FiguresOf(side, score.name).paid > 0; };
    if (std::any_of(sides.begin(), sides.end(), pays)) paid.push_back(score);
    else never += (never.empty() ? "" : ", ") + score.name;
  }
  for (const Named& score : paid) width = std::max(width, score.name.size());
  const bool two = sides.size() > 1;
  fmt::print("{:<{}}  {:>9} {:>9} {:>9} {:>9}{}\n", "score", width, "paid", "in games", "points", "a game",
             two ? fmt::format("  | {:>9} {:>9} {:>9}", "paid", "points", "change") : "");
  for (const Named& score : paid) {
    const ScoreFigures mine = FiguresOf(sides[0], score.name);
    fmt::print("{:<{}}  {:>9} {:>9} {:>9} {:>9.2f}", score.name, width, mine.paid, mine.games, mine.points,
               PerGame(mine.points, sides[0]));
    if (two) {
      const ScoreFigures theirs = FiguresOf(sides[1], score.name);
      fmt::print("  | {:>9} {:>9} {:>+9.2f}", theirs.paid, theirs.points,
                 PerGame(theirs.points, sides[1]) - PerGame(mine.points, sides[0]));
    }
    fmt::print("\n");
  }
  if (!never.empty()) fmt::print("never paid: {}\n", never);
}

// " under RULES", where there are two sides to tell apart.
std::string Under(const Side& side, bool two) {
  return two ? " under " + side.rules : "";
}

// What there never is by the rules, and was or was not.
void PrintNevers(const Side& side, bool two) {
  const Program& program = side.program();
  const std::string under = Under(side, two);
  for (size_t never = 0; never < program.nevers.size(); ++never) {
    const BreachFigures& breach = side.simulation.breaches[never];
    if (breach.games == 0) fmt::print("kept{}: {}\n", under, program.Text(program.nevers[never].text));
    else
      fmt::print("not kept{} in {}, the first of them game {}: {}\n", under,
                 Count(breach.games, "game", "games"), breach.first, breach.text);
  }
}

void PrintTotals(const Side& side, bool two) {
  const Distribution totals = Distribute(TotalsIn(side));
  fmt::print("totals{}: mean {:.2f}, deviation {:.2f}; least {}, quartiles {} {} {}, most {}\n", Under(side, two),
             totals.mean, totals.deviation, totals.least, totals.lower, totals.median, totals.upper, totals.most);
  if (two || totals.bars.empty()) return;
  const int64_t longest = *std::max_element(totals.bars.begin(), totals.bars.end());
  for (size_t i = 0; i < totals.bars.size(); ++i) {
    const int64_t from = totals.first + static_cast<int64_t>(i) * totals.width;
    const auto length = static_cast<size_t>((totals.bars[i] * 50 + longest - 1) / longest);
    const std::string range =
        totals.width == 1 ? fmt::format("{}", from) : fmt::format("{} to {}", from, from + totals.width - 1);
    fmt::print("  {:>12} {:>9} {}\n", range, totals.bars[i], std::string(length, '#'));
  }
}

void PrintSeats(const Side& side) {
  for (int seat = 0; seat < side.simulation.players; ++seat) {
    const Most most = MostOf(side, seat);
    fmt::print("  player {}: mean {:.2f}; most points alone in {}, with others in {}\n", seat + 1,
               Distribute(TotalsIn(side, seat)).mean, most.alone, most.shared);
  }
}

int PrintText(const std::vector<Side>& sides, const Arguments& arguments) {
  const SimulateOptions& options = arguments.options;
  const bool two = sides.size() > 1;
  fmt::print("{} of {} under {}; seed {}, policy {}\n", Count(options.games, "game", "games"),
             Count(options.players, "player", "players"), sides[0].rules, options.seed, arguments.policy);
  if (two) fmt::print("and the same seeds under {}, right\n", sides[1].rules);
  fmt::print("\n");
  PrintScores(sides);
  for (const Side& side : sides) PrintNevers(side, two);
  for (const Side& side : sides) {
    fmt::print("\n");
    PrintTotals(side, two);
    PrintSeats(side);
  }
  if (two) {
    const Change change = Compare(sides[0].simulation, sides[1].simulation);
    fmt::print("\nchanged: totals in {}, who has most points in {}; a total by {:+} at most\n",
               Count(change.games, "game", "games"), Count(change.winners, "game", "games"), change.largest);
  }
  return kExitFine;
}

// --- for programs ---------------------------------------------------------------------------------

Json SideJson(const Side& side) {
  Json out;
  out["rules"] = side.rules;
  out["linked"] = side.compiled->rulesets;
  out["broken"] = side.simulation.broken;
  if (side.simulation.broken > 0)
    out["first_broken"] = {{"game", side.simulation.first_broken}, {"fault", side.simulation.fault}};
  out["nevers"] = Json::array();
  for (size_t never = 0; never < side.program().nevers.size(); ++never) {
    const BreachFigures& breach = side.simulation.breaches[never];
    Json& one = out["nevers"].emplace_back();
    one["never"] = side.program().Text(side.program().nevers[never].text);
    one["games"] = breach.games;
    if (breach.games > 0) one["first"] = {{"game", breach.first}, {"there", breach.text}};
  }
  out["scores"] = Json::array();
  for (size_t rule = 0; rule < side.simulation.scores.size(); ++rule) {
    const ScoreFigures& figures = side.simulation.scores[rule];
    if (figures.paid == 0 && !IsScore(side.program(), rule)) continue;
    Json& score = out["scores"].emplace_back();
    score["score"] = side.program().RuleName(static_cast<Id>(rule));
    score["label"] = side.program().Text(side.program().rules_table[rule].label);
    score["paid"] = figures.paid;
    score["games"] = figures.games;
    score["points"] = figures.points;
  }
  const Distribution totals = Distribute(TotalsIn(side));
  out["totals"] = {{"mean", totals.mean},     {"deviation", totals.deviation},
                   {"least", totals.least},   {"lower_quartile", totals.lower},
                   {"median", totals.median}, {"upper_quartile", totals.upper},
                   {"most", totals.most}};
  out["totals"]["bars"] = Json::array();
  for (size_t i = 0; i < totals.bars.size(); ++i) {
    const int64_t from = totals.first + static_cast<int64_t>(i) * totals.width;
    out["totals"]["bars"].push_back({{"from", from}, {"to", from + totals.width - 1}, {"count", totals.bars[i]}});
  }
  out["seats"] = Json::array();
  for (int seat = 0; seat < side.simulation.players; ++seat) {
    const Most most = MostOf(side, seat);
    out["seats"].push_back(
        {{"mean", Distribute(TotalsIn(side, seat)).mean}, {"most_alone", most.alone}, {"most_shared", most.shared}});
  }
  return out;
}

int PrintJson(const std::vector<Side>& sides, const Arguments& arguments) {
  const SimulateOptions& options = arguments.options;
  Json out;
  out["games"] = options.games;
  out["players"] = options.players;
  out["seed"] = options.seed;
  out["policy"] = arguments.policy;
  out.update(SideJson(sides[0]));
  if (sides.size() > 1) {
    out["against"] = SideJson(sides[1]);
    const Change change = Compare(sides[0].simulation, sides[1].simulation);
    Json& changed = out["changed"];
    changed["games"] = change.games;
    changed["winners"] = change.winners;
    changed["largest"] = change.largest;
    changed["scores"] = Json::array();
    for (const Named& score : Scores(sides)) {
      const ScoreFigures mine = FiguresOf(sides[0], score.name), theirs = FiguresOf(sides[1], score.name);
      if (mine == theirs) continue;
      changed["scores"].push_back({{"score", score.name},
                                   {"paid", theirs.paid - mine.paid},
                                   {"games", theirs.games - mine.games},
                                   {"points", theirs.points - mine.points}});
    }
  }
  fmt::print("{}\n", out.dump(2, ' ', false, Json::error_handler_t::replace));
  return kExitFine;
}

int RunSimulate(Arguments arguments) {
  SimulateOptions& options = arguments.options;
  options.policy = arguments.policy == "best_of_4" ? Policy::kBestOfFour : Policy::kUniform;
  if (options.jobs == 0) options.jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<Side> sides(arguments.against.empty() ? 1 : 2);
  for (size_t i = 0; i < sides.size(); ++i) {
    if (const auto failed = Prepare(i == 0 ? arguments.rules : arguments.against, sides[i])) return *failed;
  }
  for (Side& side : sides) Run(side, options);
  const int exit = arguments.json ? PrintJson(sides, arguments) : PrintText(sides, arguments);
  for (const Side& side : sides) {
    if (side.simulation.broken == 0) continue;
    fmt::print(stderr, "reeve: {}: {} stopped and {} in no figure; first game {} of seed {}: {}\n", side.rules,
               Count(side.simulation.broken, "game", "games"), side.simulation.broken == 1 ? "is" : "are",
               side.simulation.first_broken, options.seed, side.simulation.fault);
    return kExitFailures;
  }
  const auto kept = [](const Side& side) {
    return std::ranges::all_of(side.simulation.breaches, [](const BreachFigures& breach) { return breach.games == 0; });
  };
  return std::ranges::all_of(sides, kept) ? exit : kExitFailures;
}

}  // namespace

void AddSimulate(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("simulate", "Play random games and say what every score paid");
  command->add_option("RULES", arguments->rules, "rulesets by name or file, with their options")->required();
  command->add_option("--against", arguments->against, "other rules, under which the same seeds are played")
      ->expected(1, -1);
  command->add_option("--games", arguments->options.games, "how many games; 1000 if not given")
      ->check(CLI::Range(1, 100000000));
  command->add_option("--players", arguments->options.players, "how many players; 2 if not given")
      ->check(CLI::Range(1, kMaxPlayers));
  command->add_option("--seed", arguments->options.seed, "same seeds, same games; 1 if not given")
      ->check([](const std::string& text) {
        return text.starts_with('-') ? "a seed is 0 or more, not " + text : std::string();
      });
  command
      ->add_option("--jobs", arguments->options.jobs,
                   "games at once; 0: as many as there are processors; 1 if not given")
      ->check(CLI::Range(0, 256));
  command
      ->add_option("--policy", arguments->policy,
                   "uniform: every option is as likely; best_of_4: of four placements the one with most neighbours")
      ->check(CLI::IsMember({"uniform", "best_of_4"}));
  command->add_flag("--json", arguments->json, "the figures as JSON");
  command->callback([arguments, &action] { action = [arguments] { return RunSimulate(*arguments); }; });
}

}  // namespace reeve
