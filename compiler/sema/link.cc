#include "compiler/sema/link.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "compiler/sema/checker.h"

namespace reeve::sema {
namespace {

using ast::Item;

std::vector<std::string> Names(const auto& by_name) {
  std::vector<std::string> names;
  for (const auto& [name, what] : by_name) names.push_back(name);
  return names;
}

std::string Stem(const std::string& name_or_path) {
  std::string name = name_or_path;
  const size_t slash = name.find_last_of('/');
  if (slash != std::string::npos) name = name.substr(slash + 1);
  if (name.size() > 6 && name.ends_with(".reeve")) name.resize(name.size() - 6);
  return name;
}

class Linker {
 public:
  Linker(Library& library, Sink& sink) : library_(library), sink_(sink) {}

  Linked Run(const std::vector<ast::RulesetRef>& selection) {
    for (const auto& ref : selection) Visit(ref.name, ref.settings, false);
    DecideOptions();
    for (size_t i = 0; i < files_.size(); ++i) AddItems(files_[i]->items, static_cast<int>(i));
    CheckNeeds();
    CheckTitles();
    FindBuiltOn();
    linked_.files = files_;
    for (size_t i = 0; i < linked_.rulesets.size(); ++i) {
      if (linked_.words_only[i]) continue;
      if (!linked_.selection.empty()) linked_.selection += ", ";
      linked_.selection += linked_.rulesets[i] + SettingsText(linked_.rulesets[i]);
    }
    return std::move(linked_);
  }

 private:
  // Takes a ruleset in after what it builds on. A ruleset that is both extended and used is extended.
  void Visit(const ast::Name& name, const std::vector<ast::Setting>& settings, bool words_only) {
    const std::string stem = Stem(name.text);
    for (const auto& setting : settings) settings_.push_back({stem, &setting});
    const auto circle = std::find(path_.begin(), path_.end(), stem);
    if (circle != path_.end()) {
      std::string text = "These rulesets build on each other in a circle: ";
      for (auto it = circle; it != path_.end(); ++it) text += *it + " -> ";
      sink_.Report(Code::kE41, name.span, text + stem + ". One of them has to go without the other.");
      return;
    }
    const auto known = std::find(linked_.rulesets.begin(), linked_.rulesets.end(), stem);
    if (known != linked_.rulesets.end()) {
      if (!words_only) Promote(static_cast<size_t>(known - linked_.rulesets.begin()));
      return;
    }
    const ast::File* file = library_.Load(name.text, sink_);
    if (file == nullptr) {
      std::vector<std::string> of_folder;
      for (const auto& [ruleset, path] : library_.rulesets()) {
        const bool rules = !ruleset.ends_with(".tiles") && !ruleset.ends_with(".scenarios");
        if (rules && std::filesystem::path(path).parent_path().filename() == stem) of_folder.push_back(ruleset);
      }
      if (of_folder.empty())
        sink_.Report(Code::kE40, name.span, library_.trouble(), {stem, Names(library_.rulesets()), ""});
      else
        sink_.Report(Code::kE40, name.span,
                     fmt::format("{} Those of that expansion are {}.", library_.trouble(), fmt::join(of_folder, ", ")));
      return;
    }
    if (!file->header && !file->header_damaged) {
      SayHeaderMissing(*file, stem);
      if (linked_.rulesets.empty()) return;  // alone it would know no name, and each would be an error
    }
    path_.push_back(stem);
    if (file->header) {
      for (const auto& base : file->header->extends) Visit(base.name, base.settings, words_only);
      for (const auto& used : file->header->uses) Visit(used, {}, true);
      if (file->header->name.text != stem && !library_.rulesets().contains(stem) == false) {
        sink_.Report(
            Code::kE40, file->header->name.span,
            fmt::format(
                "This file is called \"{}\", but the ruleset in it \"{}\". Nobody would find it: give them one name.",
                stem, file->header->name.text));
      }
    }
    path_.pop_back();
    linked_.rulesets.push_back(stem);
    linked_.words_only.push_back(words_only);
    files_.push_back(file);
    linked_.damaged.insert(linked_.damaged.end(), file->damaged_names.begin(), file->damaged_names.end());
  }

  void SayHeaderMissing(const ast::File& file, const std::string& stem) {
    const int32_t begin = file.items.empty() ? 0 : file.items.front().span.begin;
    const std::string line = fmt::format("ruleset {} extends base", stem);
    sink_
        .Report(Code::kE51, {file.source, begin, file.items.empty() ? 0 : file.items.front().word_span.end},
                fmt::format(
                    "This file does not say which ruleset it is. Begin it with \"{}\", or with what else it builds on.",
                    line))
        .Fix({file.source, begin, begin}, line + "\n\n", "write that line before it");
  }

  // What was taken in for its words only is now taken in whole, with what it builds on.
  void Promote(size_t index) {
    if (!linked_.words_only[index]) return;
    linked_.words_only[index] = false;
    if (!files_[index]->header) return;
    for (const auto& base : files_[index]->header->extends) {
      const auto known = std::find(linked_.rulesets.begin(), linked_.rulesets.end(), Stem(base.name.text));
      if (known != linked_.rulesets.end()) Promote(static_cast<size_t>(known - linked_.rulesets.begin()));
    }
  }

  void DecideOptions() {
    for (size_t i = 0; i < files_.size(); ++i) {
      for (const Item& item : files_[i]->items) {
        if (item.kind != Item::Kind::kOption) continue;
        OptionValue value;
        value.item = &item;
        value.ruleset = linked_.rulesets[i];
        value.value = item.values.empty() ? "" : ast::TextOf(item.values.front());
        auto [at, fresh] = linked_.options.emplace(item.name.text, value);
        if (!fresh) {
          sink_.Report(Code::kE42, item.name.span, fmt::format("There is already an option \"{}\".", item.name.text))
              .With(at->second.item->name.span, "declared here");
        }
      }
    }
    for (const auto& [ruleset, setting] : settings_) Decide(ruleset, *setting);
  }

  void Decide(const std::string& ruleset, const ast::Setting& setting) {
    const auto found = linked_.options.find(setting.option.text);
    if (found == linked_.options.end()) {
      if (const std::string other = OfAnother(setting.option.text); !other.empty()) {
        sink_.Report(Code::kE43, setting.option.span,
                     fmt::format("The option \"{0}\" is of {1}, which is not played here: add it, {1} ({0} ...).",
                                 setting.option.text, other));
        return;
      }
      const std::vector<std::string> names = Names(linked_.options);
      const std::string all = names.empty() ? "" : fmt::format("There are: {}.", fmt::join(names, ", "));
      sink_.Report(Code::kE43, setting.option.span,
                   fmt::format("{} has no option \"{}\".", ruleset, setting.option.text),
                   {setting.option.text, names, all});
      return;
    }
    OptionValue& option = found->second;
    const std::string value = ast::TextOf(setting.value);
    if (!CanBe(option, setting.value)) return;
    if (option.set && option.value != value) {
      sink_
          .Report(Code::kE44, setting.span,
                  fmt::format("\"{}\" is set to {} here and to {} elsewhere. A game has one of them.",
                              setting.option.text, value, option.value))
          .With(option.set_at, "the other setting");
      return;
    }
    option.set = true;
    option.value = value;
    option.set_at = setting.span;
  }

  // Whether the value is one of the option's; else says so.
  bool CanBe(const OptionValue& option, const ast::Alternative& value) {
    std::vector<std::string> values;
    for (const auto& alternative : option.item->values) values.push_back(ast::TextOf(alternative));
    if (std::find(values.begin(), values.end(), ast::TextOf(value)) != values.end()) return true;
    sink_
        .Report(Code::kE43, ast::SpanOf(value),
                fmt::format("\"{}\" cannot be {}. It can be: {}.", option.item->name.text, ast::TextOf(value),
                            fmt::join(values, ", ")))
        .With(option.item->name.span, "declared here");
    return false;
  }

  void AddItems(const std::vector<Item>& items, int ruleset) {
    for (const Item& item : items) {
      switch (item.kind) {
        case Item::Kind::kIf:
          if (Holds(*item.cond)) AddItems(item.items, ruleset);
          break;
        case Item::Kind::kOption:
        case Item::Kind::kScenario:
          break;
        case Item::Kind::kTileset:
        case Item::Kind::kRule:
        case Item::Kind::kForbid:
        case Item::Kind::kModify:
        case Item::Kind::kExtend:
        case Item::Kind::kStep:
          if (!linked_.words_only[static_cast<size_t>(ruleset)]) linked_.items.push_back({&item, ruleset});
          break;
        default:
          linked_.items.push_back({&item, ruleset});
      }
    }
  }

  // Conditions of items are decided before anything else: options and which rulesets are played.
  bool Holds(const ast::Cond& cond) {
    using Kind = ast::Cond::Kind;
    switch (cond.kind) {
      case Kind::kNot:
        return !Holds(*cond.lhs);
      case Kind::kAnd: {
        if (Unplayed(cond)) {  // the other part may be about what only that ruleset has
          CheckValues(cond);
          return false;
        }
        const bool left = Holds(*cond.lhs), right = Holds(*cond.rhs);
        return left && right;
      }
      case Kind::kOr: {
        const bool left = Holds(*cond.lhs), right = Holds(*cond.rhs);
        return left || right;
      }
      case Kind::kPlaying: {
        const auto at = std::find(linked_.rulesets.begin(), linked_.rulesets.end(), cond.name.text);
        if (at == linked_.rulesets.end()) CheckPlayed(cond.name, library_, sink_);
        return at != linked_.rulesets.end() && !linked_.words_only[static_cast<size_t>(at - linked_.rulesets.begin())];
      }
      case Kind::kIs: {
        const auto option = linked_.options.find(cond.ref->head.text);
        if (option != linked_.options.end() && cond.ref->parts.empty()) return IsValue(cond, option->second);
        if (cond.ref->parts.empty() && OptionMeant(cond.ref->head)) return false;
        break;
      }
      case Kind::kCompare:
        if (const ast::Ref* ref = cond.left->ref.get(); ref != nullptr && ref->parts.empty()) {
          if (!linked_.options.contains(ref->head.text)) {
            if (OptionMeant(ref->head)) return false;
            break;
          }
          sink_.Report(Code::kE50, cond.span,
                       fmt::format("Which value an option has is asked with \"is\": \"{} is ...\".", ref->head.text));
          return false;
        }
        break;
      default:
        break;
    }
    sink_.Report(
        Code::kE50, cond.span,
        "Whole items can only depend on options (\"tiny_city is 2\") and on what is played (\"playing messages\"). "
        "Put other conditions into the rule.");
    return false;
  }

  // What is asked of options that are known, where the whole is decided already.
  void CheckValues(const ast::Cond& cond) {
    if (cond.lhs != nullptr) CheckValues(*cond.lhs);
    if (cond.rhs != nullptr) CheckValues(*cond.rhs);
    if (cond.kind != ast::Cond::Kind::kIs || cond.ref == nullptr || !cond.ref->parts.empty()) return;
    const auto option = linked_.options.find(cond.ref->head.text);
    if (option != linked_.options.end()) IsValue(cond, option->second);
  }

  // Whether it can only hold where a ruleset is played that is not.
  bool Unplayed(const ast::Cond& cond) {
    using Kind = ast::Cond::Kind;
    if (cond.kind == Kind::kAnd) return Unplayed(*cond.lhs) || Unplayed(*cond.rhs);
    return cond.kind == Kind::kPlaying && !Holds(cond);
  }

  // Whether an option of almost that name was meant, or one whose declaration is wrong.
  bool OptionMeant(const ast::Name& name) {
    if (std::find(linked_.damaged.begin(), linked_.damaged.end(), name.text) != linked_.damaged.end()) return true;
    const std::vector<std::string> names = Names(linked_.options);
    const bool thing = IsThing(name.text);
    if (const std::string ruleset = thing ? "" : OfAnother(name.text); !ruleset.empty()) {
      sink_.Report(
          Code::kE43, name.span,
          fmt::format("The option \"{0}\" is of {1}, which is not played here. Write \"if playing {1} and ...\".",
                      name.text, ruleset));
      return true;
    }
    if (Misspelt(Code::kE43, "option", name, names)) return true;
    if (thing) return false;  // a condition of the board
    constexpr size_t kListed = 12;
    const std::string all = names.empty() ? "No ruleset in play has any: write \"option NAME FIRST | SECOND\"."
                            : names.size() > kListed ? ""
                                                     : fmt::format("There are: {}.", fmt::join(names, ", "));
    sink_.Report(Code::kE43, name.span, fmt::format("There is no option \"{}\".", name.text), {name.text, {}, all});
    return true;
  }

  // The ruleset that has such an option and is not played, or "".
  std::string OfAnother(const std::string& option) {
    return Elsewhere(library_).WhereIs(option, linked_.rulesets, Elsewhere::kOption);
  }

  // Whether a word names something of the board or of the game.
  bool IsThing(const std::string& word) const {
    const std::vector<std::string> nouns = EngineNouns();
    if (std::find(nouns.begin(), nouns.end(), word) != nouns.end()) return true;
    for (int i = 0; i < GlobalCount(); ++i)
      if (word == Info(static_cast<GlobalId>(i)).word) return true;
    return std::any_of(files_.begin(), files_.end(), [&](const ast::File* file) {
      return std::any_of(file->items.begin(), file->items.end(), [&](const Item& item) {
        return item.kind != Item::Kind::kScenario &&
               (item.name.text == word || (item.plural && item.plural->text == word));
      });
    });
  }

  // Whether one of almost that name is known; then it is offered.
  bool Misspelt(Code code, const char* what, const ast::Name& name, const std::vector<std::string>& known) {
    if (!DidYouMean(name.text, known)) return false;
    sink_.Report(code, name.span, fmt::format("There is no {} \"{}\".", what, name.text), {name.text, known, ""});
    return true;
  }

  bool IsValue(const ast::Cond& cond, const OptionValue& option) {
    const std::string value = cond.is_integer ? std::to_string(cond.is_integer->value)
                              : cond.is_ref   ? cond.is_ref->head.text
                                              : "";
    const bool known = std::any_of(option.item->values.begin(), option.item->values.end(),
                                   [&](const auto& alternative) { return ast::TextOf(alternative) == value; });
    if (!known) {
      std::vector<std::string> values;
      for (const auto& alternative : option.item->values) values.push_back(ast::TextOf(alternative));
      sink_
          .Report(Code::kE43, cond.span,
                  fmt::format("\"{}\" is never \"{}\". It can be: {}.", cond.ref->head.text, value,
                              fmt::join(values, ", ")))
          .With(option.item->name.span, "declared here");
    }
    return (option.value == value) != cond.negated;
  }

  void CheckNeeds() {
    for (const ast::File* file : files_) {
      if (!file->header) continue;
      for (const auto& need : file->header->needs) {
        const auto option = linked_.options.find(need.option.text);
        if (option == linked_.options.end()) {
          sink_.Report(Code::kE43, need.option.span,
                       fmt::format("There is no option \"{}\" to need.", need.option.text),
                       {need.option.text, Names(linked_.options), ""});
          continue;
        }
        std::vector<std::string> values;
        bool sound = true;
        for (const auto& value : need.values) {
          sound = CanBe(option->second, value) && sound;
          values.push_back(ast::TextOf(value));
        }
        if (!sound) continue;
        if (std::find(values.begin(), values.end(), option->second.value) != values.end()) continue;
        sink_.Report(Code::kE45, need.span,
                     fmt::format("{} needs {} to be {}, and it is {}.", file->header->name.text, need.option.text,
                                 fmt::join(values, " or "), option->second.value));
      }
    }
  }

  // Whoever reads that a scenario failed has to know which.
  void CheckTitles() {
    for (const ast::File* file : files_) {
      std::map<std::string, Span> titles;
      for (const Item& item : file->items) {
        if (item.kind != Item::Kind::kScenario || item.scenario == nullptr) continue;
        const ast::Text& title = item.scenario->title;
        const auto [at, fresh] = titles.emplace(title.value, title.span);
        if (fresh) continue;
        sink_
            .Report(Code::kL27, title.span,
                    fmt::format("Two scenarios are called \"{}\". Say of each what it alone shows.", title.value))
            .With(at->second, "the other");
      }
    }
  }

  void FindBuiltOn() {
    linked_.built_on.assign(linked_.rulesets.size(), false);
    const auto mark = [&](const ast::Name& name) {
      const auto at = std::find(linked_.rulesets.begin(), linked_.rulesets.end(), Stem(name.text));
      if (at != linked_.rulesets.end()) linked_.built_on[static_cast<size_t>(at - linked_.rulesets.begin())] = true;
    };
    for (const ast::File* file : files_) {
      if (!file->header) continue;
      for (const auto& base : file->header->extends) mark(base.name);
      for (const auto& used : file->header->uses) mark(used);
    }
  }

  std::string SettingsText(const std::string& ruleset) const {
    std::string text;
    for (const auto& [name, option] : linked_.options) {
      if (option.ruleset != ruleset || !option.set) continue;
      text += (text.empty() ? " (" : ", ") + name + " " + option.value;
    }
    return text.empty() ? text : text + ")";
  }

  Library& library_;
  Sink& sink_;
  Linked linked_;
  std::vector<const ast::File*> files_;
  std::vector<std::string> path_;
  std::vector<std::pair<std::string, const ast::Setting*>> settings_;
};

}  // namespace

Linked Link(const std::vector<ast::RulesetRef>& selection, Library& library, Sink& sink) {
  return Linker(library, sink).Run(selection);
}

void CheckPlayed(const ast::Name& name, const Library& library, Sink& sink) {
  const std::vector<std::string> known = Names(library.rulesets());
  if (library.rulesets().contains(name.text) || !DidYouMean(name.text, known)) return;
  sink.Report(Code::kE40, name.span, fmt::format("There is no ruleset called \"{}\".", name.text),
              {name.text, known, ""});
}

bool Elsewhere::Declares(const std::string& name, unsigned sorts) {
  Read();
  const auto [begin, end] = names_.equal_range(name);
  return std::any_of(begin, end, [sorts](const auto& place) { return (place.second.sort & sorts) != 0; });
}

std::string Elsewhere::WhereIs(const std::string& name, const std::vector<std::string>& linked, unsigned sorts) {
  Read();
  const auto [begin, end] = names_.equal_range(name);
  const auto at = std::find_if(begin, end, [&](const auto& place) {
    return (place.second.sort & sorts) != 0 &&
           std::find(linked.begin(), linked.end(), place.second.ruleset) == linked.end();
  });
  return at == end ? "" : at->second.ruleset;
}

void Elsewhere::Read() {
  if (read_) return;
  read_ = true;
  Sink ignored;
  for (const auto& [ruleset, path] : library_.rulesets()) {
    const ast::File* file = library_.Load(ruleset, ignored);
    if (file == nullptr) continue;
    std::vector<const std::vector<ast::Item>*> lists{&file->items};
    while (!lists.empty()) {
      const auto* items = lists.back();
      lists.pop_back();
      for (const ast::Item& item : *items) {
        if (!item.items.empty()) lists.push_back(&item.items);
        ReadItem(item, ruleset);
      }
    }
  }
}

void Elsewhere::ReadItem(const ast::Item& item, const std::string& ruleset) {
  using Kind = ast::Item::Kind;
  const auto add = [&](const std::string& name, unsigned sort) {
    if (!name.empty()) names_.emplace(name, Place{ruleset, sort});
  };
  for (const auto& clause : item.clauses) {
    if (clause.kind == ast::Clause::Kind::kCite)
      for (const auto& cite : clause.names) add(cite.text, kCite);
  }
  switch (item.kind) {
    case Kind::kKind:
      add(item.name.text, kKind);
      add(item.plural ? item.plural->text : item.name.text + "s", kKind);
      break;
    case Kind::kPile:
      add(item.name.text, kPile);
      [[fallthrough]];
    case Kind::kMore:
      for (const auto& entry : item.entries) add(entry.name.text, item.word == "places" ? kPile : kCard);
      break;
    case Kind::kTurn:
    case Kind::kRound:
    case Kind::kFinal:
    case Kind::kStep:
      for (const auto& step : item.steps) add(step.name.text, kStep);
      for (const auto& round : item.rounds) {
        add(round.name.text, kRound);
        for (const auto& step : round.steps) add(step.name.text, kStep);
      }
      break;
    case Kind::kGroup:
      for (const auto& name : item.names) add(name.text, kRule);
      break;
    case Kind::kRule:
      add(item.name.text, kRule);
      for (const auto& clause : item.clauses) {
        if (clause.kind == ast::Clause::Kind::kSum) add(item.name.text + "." + clause.name.text, kRule);
      }
      break;
    case Kind::kRanking:
      add(item.name.text, kRule);
      break;
    case Kind::kDefine:
      add(item.predicate ? item.predicate->text : item.name.text, kDefine);
      break;
    case Kind::kOption:
      add(item.name.text, kOption);
      break;
    case Kind::kTileset:
      add(item.name.text, kTileset);
      break;
    case Kind::kState:
    case Kind::kTile:
      add(item.name.text, kOther);
      break;
    default:
      break;  // what others declare is only named
  }
}

}  // namespace reeve::sema
