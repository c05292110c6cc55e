// The command: exits, one clear line on stderr for wrong usage, and JSON that programs can read.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tools/command.h"

namespace reeve {
namespace {

struct Ran {
  int exit = -1;
  std::string out, err;
};

Ran Reeve(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "reeve");
  Ran ran;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  ran.exit = RunCommand(static_cast<int>(arguments.size()), arguments.data());
  ran.out = testing::internal::GetCapturedStdout();
  ran.err = testing::internal::GetCapturedStderr();
  return ran;
}

std::string Temp(const char* name, const std::string& text) {
  const std::string folder = testing::TempDir() + "reeve_command/";  // a rule file sees those beside it
  std::filesystem::create_directory(folder);
  const std::string path = folder + name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

class Command : public testing::Test {
 protected:
  Command() { setenv("REEVE_RULESETS", REEVE_SOURCE_DIR "/rulesets", 1); }
};

constexpr const char* kDemo = REEVE_SOURCE_DIR "/tests/games/demo.json";

TEST_F(Command, WrongUsageIsOneLineOnStderrAndExit2) {
  const std::vector<std::vector<const char*>> wrong = {{},
                                                       {"frob"},
                                                       {"check"},
                                                       {"check", "base", "--frob"},
                                                       {"compile", "base"},
                                                       {"replay", "/nowhere.json"},
                                                       {"replay"},
                                                       {"test", "/nowhere"},
                                                       {"disasm", "/nowhere.rvb"},
                                                       {"board", "/nowhere.json"},
                                                       {"board", kDemo, "--after", "-3"},
                                                       {"check", "./nowhere.reeve"},
                                                       {"compile", "base", "-o", "/nowhere/x.rvb"},
                                                       {"test", "--catalogue", "/nowhere.tsv"},
                                                       {"board", kDemo, "--game", "2"},
                                                       {"board", kDemo, "-o", "x.png"},
                                                       {"board", kDemo, "--after", "500"},
                                                       {"test", kDemo},
                                                       {"simulate", "base", "--seed", "-1"}};
  for (const auto& arguments : wrong) {
    const Ran ran = Reeve(arguments);
    SCOPED_TRACE(arguments.empty() ? "nothing" : arguments[0]);
    EXPECT_EQ(ran.exit, kExitUsage);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err.rfind("reeve: ", 0), 0u) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
  EXPECT_EQ(Reeve({"replai"}).err, "reeve: there is no command \"replai\"; did you mean replay?\n");
}

TEST_F(Command, FindsRulesetsBesideTheFileThatIsNamed) {
  Temp("long_ways.reeve", "ruleset long_ways extends base\nmodify road.completed { extra 1 \"long\" }\n");
  const std::string longer =
      Temp("longer_ways.reeve",
           "ruleset longer_ways extends long_ways\nmodify road.completed { over long_ways  extra 1 \"longer\" }\n");
  const Ran ran = Reeve({"check", longer.c_str()});
  EXPECT_EQ(ran.exit, kExitFine) << ran.out;
  EXPECT_EQ(Reeve({"check", "base", "longer_ways"}).exit, kExitFailures);  // not by its name alone
}

TEST_F(Command, HelpIsNoError) {
  EXPECT_EQ(Reeve({"--help"}).exit, kExitFine);
  EXPECT_EQ(Reeve({"check", "--help"}).exit, kExitFine);
  EXPECT_NE(Reeve({"--version"}).out.find("reeve 0."), std::string::npos);
}

TEST_F(Command, CheckCountsAndListsWhatWasLinked) {
  const Ran fine = Reeve({"check", "base", "(tiny_city", "2)", "abbot"});
  EXPECT_EQ(fine.exit, kExitFine) << fine.out;
  EXPECT_EQ(fine.out, "linked: base.words, base.tiles, base, abbot\n0 errors, 0 warnings\n");
  const Ran wrong = Reeve({"check", "base (tiny_city 3)"});
  EXPECT_EQ(wrong.exit, kExitFailures);
  EXPECT_NE(wrong.out.find("E43"), std::string::npos);
  EXPECT_NE(wrong.out.find("1 error, 0 warnings\n"), std::string::npos);
}

TEST_F(Command, CheckNamesThePlayersWhereOneIsUnknown) {
  const auto expect = [](const std::string& player) {
    const std::string path =
        Temp("who.reeve",
             "ruleset who \"Who\" extends base\nscenario \"a\" { rules base, who players red, blue play { red "
             "places L at 1 0 } expect that total of " +
                 player + " = 0 }\n");
    return Reeve({"check", path.c_str()}).out;
  };
  EXPECT_NE(expect("rod").find("I do not know \"rod\". Did you mean \"red\"?"), std::string::npos);
  const std::string said = expect("yellow");
  EXPECT_NE(said.find("I do not know \"yellow\"."), std::string::npos) << said;
  EXPECT_NE(said.find("= note: players are red, blue\n"), std::string::npos) << said;
}

TEST_F(Command, ARuleFileIsNamedByItsPath) {
  const std::string path = Temp("my_house.reeve",
                                "ruleset my_house extends base\nmodify road.completed { extra 1 \"toll\" }\n"
                                "scenario \"a toll\" { rules base, my_house players red, blue\n"
                                "board { LR at 0 0 turned 270 with red follower on road E }\n"
                                "play { red places LR at 1 0 turned 90 }\n"
                                "expect red 3 from road.completed = 2 \"tiles\" + 1 \"toll\" }\n");
  const Ran check = Reeve({"check", path.c_str()});
  EXPECT_EQ(check.exit, kExitFine) << check.out << check.err;
  const Ran test = Reeve({"test", path.c_str()});
  EXPECT_EQ(test.exit, kExitFine) << test.out << test.err;
  EXPECT_EQ(test.out, "1 passed, 0 failed, 0 skipped\n");
  const Ran replay = Reeve({"replay", kDemo, "--rules", ("base, " + path).c_str(), "--json"});
  EXPECT_EQ(replay.exit, kExitFine) << replay.out << replay.err;
  EXPECT_GT(nlohmann::json::parse(replay.out)["games"][0]["totals"]["red"],
            nlohmann::json::parse(Reeve({"replay", kDemo, "--json"}).out)["games"][0]["totals"]["red"]);
}

TEST_F(Command, AProgramFileGoesRound) {
  const std::string path = testing::TempDir() + "cli_test.rvb";
  EXPECT_EQ(Reeve({"compile", "base", "-o", path.c_str()}).exit, kExitFine);
  const Ran text = Reeve({"disasm", path.c_str()});
  EXPECT_EQ(text.exit, kExitFine);
  EXPECT_NE(text.out.find("city.completed"), std::string::npos);
  const std::string broken = Temp("broken.rvb", "RVB1 and no more");
  EXPECT_EQ(Reeve({"disasm", broken.c_str()}).exit, kExitUsage);
  const Ran twice = Reeve({"asm", path.c_str(), "-o", broken.c_str()});
  EXPECT_EQ(twice.exit, kExitUsage);
  EXPECT_NE(twice.err.find("this is a program file already"), std::string::npos);
}

TEST_F(Command, TestEndsWithItsCountsAndFailsForOneFailure) {
  const std::string path =
      Temp("failing.reeve",
           "ruleset failing extends base\n"
           "scenario \"right\" { rules base players red play { game ends } expect red total 0 }\n"
           "scenario \"wrong\" { rules base players red play { game ends } expect red total 1 }\n");
  const Ran ran = Reeve({"test", path.c_str()});
  EXPECT_EQ(ran.exit, kExitFailures);
  EXPECT_EQ(
      ran.out,
      path + ":3: E20: scenario \"wrong\": expected red total 1; got 0: red nothing\n1 passed, 1 failed, 0 skipped\n");
  const std::string empty = Temp("empty.reeve", "ruleset empty extends base\n");
  const Ran none = Reeve({"test", empty.c_str()});
  EXPECT_EQ(none.exit, kExitFailures) << "nothing passed";
  EXPECT_EQ(none.out,
            "There is no scenario in what was named. What is wrong with its rules says \"reeve check\".\n0 passed, 0 "
            "failed, 0 skipped\n");
  const std::string broken = Temp("broken.reeve", "ruleset broken extends base\nscore {\n");
  EXPECT_EQ(Reeve({"test", broken.c_str()}).exit, kExitFailures);
}

TEST_F(Command, TestCountsAFileThatIsWrongOnce) {
  const std::string path =
      Temp("wrong_rule.reeve",
           "ruleset wrong_rule extends base\nmodify road.completed { points points 3 }\n"
           "scenario \"a\" { rules base, wrong_rule players red play { game ends } expect red total 0 }\n"
           "scenario \"b\" { rules base, wrong_rule players red play { game ends } expect red total 0 }\n"
           "scenario \"c\" { rules base players red play { game ends } expect red total 0 }\n");
  const Ran ran = Reeve({"test", path.c_str()});
  EXPECT_EQ(ran.exit, kExitFailures);
  EXPECT_EQ(ran.out.substr(ran.out.find('\n') + 1), "1 passed, 1 failed, 2 skipped\n") << ran.out;
}

TEST_F(Command, CoverageIsATableOfTheCatalogue) {
  const std::string catalogue = Temp("catalogue.tsv", "id\tsource\texpansion\nroad.base\tx\tbase\nroad.inn\tx\tinns\n");
  const std::string rules = Temp("roads.reeve",
                                 "ruleset roads \"Roads\" extends base\n"
                                 "modify road.completed { extra 1 \"x\"  cite road.base, road.bass }\n"
                                 "scenario \"a\" { rules base, roads  players red, blue\n"
                                 "board { LR at 0 0 turned 270 with red follower on road E }\n"
                                 "play { red places LR at 1 0 turned 90 }  expect red 3 from road.completed }\n");
  const Ran ran = Reeve({"test", rules.c_str(), "--coverage", "--catalogue", catalogue.c_str()});
  EXPECT_EQ(ran.exit, kExitFine) << ran.out;
  EXPECT_NE(ran.out.find("road.base"), std::string::npos);
  EXPECT_NE(ran.out.find("road.completed"), std::string::npos);
  EXPECT_NE(ran.out.find("missing; "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("marked \"?\" not in the catalogue\n"), std::string::npos) << ran.out;
}

TEST_F(Command, ReplayChecksExplainsAndSkips) {
  const Ran check = Reeve({"replay", "--check", kDemo});
  EXPECT_EQ(check.exit, kExitFine) << check.out;
  EXPECT_EQ(check.out, "1 passed, 0 failed, 0 skipped\n");
  const Ran explain = Reeve({"replay", "--explain", kDemo});
  EXPECT_NE(explain.out.find("completed city ("), std::string::npos);
  EXPECT_NE(explain.out.find("; rule city.completed; cites city.base"), std::string::npos);
  EXPECT_NE(explain.out.find("has most points"), std::string::npos);
  const std::string other = Temp(
      "other.jsonl",
      R"({"setup": {"sets": {"moon": 1}, "elements": {"small-follower": 7, "farmers": true}, "rules": {}, "start": [], "players": 2}, "replay": []})");
  const Ran skip = Reeve({"replay", "--check", other.c_str()});
  EXPECT_EQ(skip.exit, kExitFailures) << "nothing passed";
  EXPECT_EQ(skip.out, "0 passed, 0 failed, 1 skipped\nmissing for those skipped:\n     1  set \"moon\"\n");
}

TEST_F(Command, ABrokenLineFailsAlone) {
  std::string game = R"({"reeve": 1, "rules": "base", "players": ["red"], "moves": [{"ends": true}]})";
  const std::string path = Temp("lines.jsonl", "{broken\n" + game + "\n{\"reeve\": 1}\n" + game + "\n");
  const Ran ran = Reeve({"replay", path.c_str(), "--json"});
  EXPECT_EQ(ran.exit, kExitFailures);
  const auto out = nlohmann::json::parse(ran.out);
  EXPECT_EQ(out["passed"], 2);
  EXPECT_EQ(out["failed"], 2);
  EXPECT_EQ(out["games"][0]["file"], path + ":1, column 2");
  EXPECT_EQ(out["games"][2]["file"], path + ":3");
  EXPECT_EQ(Reeve({"replay", path.c_str()}).out.substr(0, path.size() + 14), path + ":1, column 2: ");
}

TEST_F(Command, AGameThatIsNotOverIsNotReportedAsIfItWere) {
  const std::string path =
      Temp("unfinished.json", R"({"reeve": 1, "rules": "base", "players": ["red", "blue"], "moves": [
      {"by": "red", "places": "RCr", "at": [1, 0]}]})");
  const std::string unfinished = "the game is not over: add {\"ends\": true} to score what is unfinished\n";
  EXPECT_EQ(Reeve({"replay", path.c_str()}).out,
            path + ": totals so far: red 0, blue 0; " + unfinished + "1 passed, 0 failed, 0 skipped\n");
  const std::string ledger = Reeve({"replay", path.c_str(), "--explain"}).out;
  EXPECT_NE(ledger.find("totals so far: red 0, blue 0\n" + unfinished), std::string::npos) << ledger;
  EXPECT_EQ(nlohmann::json::parse(Reeve({"replay", path.c_str(), "--json"}).out)["games"][0]["over"], false);
  EXPECT_EQ(nlohmann::json::parse(Reeve({"replay", kDemo, "--json"}).out)["games"][0]["over"], true);
}

TEST_F(Command, SimulateSaysWhatNeverPaid) {
  const std::string path = Temp("barren.reeve",
                                "ruleset barren extends base\n"
                                "score barren.completed \"a barren road\" { when road completed  for majority of "
                                "followers on road  points 0 \"nothing\" }\n");
  const Ran ran = Reeve({"simulate", "base", path.c_str(), "--games", "2"});
  EXPECT_EQ(ran.exit, kExitFine) << ran.out << ran.err;
  EXPECT_NE(ran.out.find(", barren.completed\n"), std::string::npos) << ran.out;
  const auto out = nlohmann::json::parse(Reeve({"simulate", "base", path.c_str(), "--games", "2", "--json"}).out);
  const auto& scores = out["scores"];
  EXPECT_TRUE(std::any_of(scores.begin(), scores.end(), [](const auto& score) {
    return score["score"] == "barren.completed" && score["paid"] == 0;
  }));
}

TEST_F(Command, SimulateSaysWhatWasNotKept) {
  const std::string path = Temp("lonely.reeve",
                                "ruleset lonely \"Nobody shares a field\" extends base\n"
                                "never  fields where  # of all players\n"
                                "  number of followers on field > 1\n"
                                "never cities where number of followers on city > 20\n"
                                "forbid follower.place \"no more farmers\" {\n"
                                "  if spot is field and any (followers of active_player on fields)\n"
                                "}\n");
  const Ran ran = Reeve({"simulate", "base", path.c_str(), "--games", "40"});
  EXPECT_EQ(ran.exit, kExitFailures) << ran.out << ran.err;
  // As docs/language.md shows it.
  EXPECT_NE(ran.out.find("\nnot kept in 5 games, the first of them game 5: never fields where number of "
                         "followers on field > 1 (lonely.reeve:2): field EL WR at 0 0, in turn 25\n"),
            std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("\nkept: never cities where"), std::string::npos) << ran.out;
  const auto nevers =
      nlohmann::json::parse(Reeve({"simulate", "base", path.c_str(), "--games", "40", "--json"}).out)["nevers"];
  ASSERT_EQ(nevers.size(), 2u);
  EXPECT_GT(nevers[0]["games"], 0);
  EXPECT_EQ(nevers[1]["games"], 0);
}

// What does not agree with the rules' own word is told beside what the record says.
TEST_F(Command, ReplaySaysWhatWasNotKept) {
  const std::string path = Temp("bare.reeve", "ruleset bare extends base\nnever figures on roads\n");
  const Ran ran = Reeve({"replay", kDemo, "--rules", path.c_str()});
  EXPECT_NE(ran.out.find(": not kept: never figures on roads (bare.reeve:2): follower of "), std::string::npos)
      << ran.out << ran.err;
  const auto out = nlohmann::json::parse(Reeve({"replay", kDemo, "--rules", path.c_str(), "--json"}).out);
  EXPECT_EQ(out["games"][0]["not_kept"].size(), 1u);
}

TEST_F(Command, EverythingHasJson) {
  const std::string svg = testing::TempDir() + "cli_test.svg", rvb = testing::TempDir() + "cli_json.rvb";
  for (const std::vector<const char*>& arguments :
       std::vector<std::vector<const char*>>{{"check", "base", "--json"},
                                             {"compile", "base", "-o", rvb.c_str(), "--json"},
                                             {"disasm", rvb.c_str(), "--json"},
                                             {"replay", kDemo, "--explain", "--check", "--json"},
                                             {"board", kDemo, "-o", svg.c_str(), "--json"},
                                             {"check", "nothing_such", "--json"}}) {
    const Ran ran = Reeve(arguments);
    EXPECT_FALSE(nlohmann::json::parse(ran.out, nullptr, false).is_discarded())
        << arguments[0] << ": " << ran.out.substr(0, 200);
  }
}

TEST_F(Command, BoardDrawsWhatIsThereAfterSoManyMoves) {
  const Ran all = Reeve({"board", kDemo});
  EXPECT_EQ(all.exit, kExitFine);
  EXPECT_EQ(all.out.rfind("<svg ", 0), 0u);
  const Ran few = Reeve({"board", kDemo, "--after", "3"});
  EXPECT_LT(few.out.size(), all.out.size());
}

}  // namespace
}  // namespace reeve
