// The driver of the generated parser: item by item, so that each mistake costs one item.
#include "compiler/syntax/parser.h"

#include <algorithm>

#include "compiler/syntax/brackets.h"
#include "compiler/syntax/build.h"
#include "compiler/syntax/explain.h"
#include "compiler/syntax/lexer.h"
#include "fmt/format.h"

namespace reeve {
namespace syntax {
namespace {

// How deep rules for numbers and conditions may nest in each other. Brackets are counted before parsing; this
// is for what nests without them (not not not, half of half of), and well above what kMaxNesting brackets can
// cause.
constexpr int kMaxTermDepth = 6 * ast::kMaxNesting;

// Words read while looking for repairs, in a whole file: half a second. A file with thousands of mistakes
// gets plainer messages for the last of them.
constexpr int64_t kMaxTrialWords = 200'000;

// A word as the generated parser wants it; 40 bytes where antlr4::CommonToken has 150.
class WordToken : public antlr4::Token {
 public:
  WordToken(const Word& word, size_t index) : type_(word.type), begin_(word.begin), end_(word.end), index_(index) {}
  std::string getText() const override { return {}; }
  size_t getType() const override { return static_cast<size_t>(static_cast<ssize_t>(type_)); }
  size_t getLine() const override { return 0; }
  size_t getCharPositionInLine() const override { return 0; }
  size_t getChannel() const override { return DEFAULT_CHANNEL; }
  size_t getTokenIndex() const override { return index_; }
  size_t getStartIndex() const override { return static_cast<size_t>(begin_); }
  size_t getStopIndex() const override { return static_cast<size_t>(end_) - 1; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  antlr4::CharStream* getInputStream() const override { return nullptr; }
  std::string toString() const override { return {}; }

 private:
  int32_t type_, begin_, end_;
  size_t index_;
};

// The words [0, end) of a list, then the end of the input for ever.
class WordStream : public antlr4::TokenStream {
 public:
  explicit WordStream(const WordList& words) {
    tokens_.reserve(words.words.size());
    for (const Word& word : words.words) tokens_.emplace_back(word, tokens_.size());
    Limit(words.size());
  }
  void Limit(int end) {
    end_ = static_cast<size_t>(end);
    const auto begin = static_cast<int32_t>(tokens_[end_].getStartIndex());
    stop_ = WordToken({kEnd, begin, begin, 0, false}, end_);
  }

  antlr4::Token* LT(ssize_t k) override {
    const size_t index = k > 0 ? at_ + static_cast<size_t>(k) - 1 : at_ - static_cast<size_t>(-k);
    return index < end_ ? &tokens_[index] : &stop_;
  }
  size_t LA(ssize_t k) override { return LT(k)->getType(); }
  antlr4::Token* get(size_t index) const override { return const_cast<WordToken*>(&tokens_[index]); }
  void consume() override { ++at_; }
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  size_t index() override { return at_; }
  void seek(size_t index) override { at_ = index; }
  size_t size() override { return end_; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  std::string getSourceName() const override { return {}; }
  std::string getText() override { return {}; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string getText(antlr4::RuleContext*) override { return {}; }
  std::string getText(antlr4::Token*, antlr4::Token*) override { return {}; }

 private:
  std::vector<WordToken> tokens_;
  WordToken stop_{Word{}, 0};
  size_t at_ = 0;
  size_t end_ = 0;
};

struct Abandoned {};  // thrown through the generated code at the first mistake of an item
struct TooDeep {};

// Counts how deep numbers and conditions nest. The generated code enters each such rule here.
class GuardedParser : public ReeveParser {
 public:
  using ReeveParser::ReeveParser;
  void enterRecursionRule(antlr4::ParserRuleContext* ctx, size_t state, size_t rule, int precedence) override {
    if (++depth_ > kMaxTermDepth) throw TooDeep();
    ReeveParser::enterRecursionRule(ctx, state, rule, precedence);
  }
  void unrollRecursionContexts(antlr4::ParserRuleContext* parent) override {
    --depth_;
    ReeveParser::unrollRecursionContexts(parent);
  }
  void Begin() {
    depth_ = 0;
    getTreeTracker().reset();
  }

 private:
  int depth_ = 0;
};

// Throws at the first mistake, having noted what it was.
class FirstMistake : public antlr4::DefaultErrorStrategy {
 public:
  Failure failure;

  // Called before every decision. Decisions that take no word leave no trace where the parser stops at last,
  // so what could have come is collected on the way: the places passed since the last word was taken.
  void sync(antlr4::Parser* parser) override {
    const size_t index = parser->getTokenStream()->index();
    if (index != passed_at_) passed_.clear();
    passed_at_ = index;
    passed_.push_back({parser->getState(), parser->getContext()});
  }
  void Begin() { passed_.clear(); }
  antlr4::Token* recoverInline(antlr4::Parser* parser) override { throw antlr4::InputMismatchException(parser); }
  void recover(antlr4::Parser*, std::exception_ptr) override { throw Abandoned(); }

  void reportError(antlr4::Parser* parser, const antlr4::RecognitionException& mistake) override {
    failure = Failure();
    failure.at = static_cast<int>(mistake.getOffendingToken()->getTokenIndex());
    for (antlr4::RuleContext* ctx = parser->getContext(); ctx != nullptr;
         ctx = static_cast<antlr4::RuleContext*>(ctx->parent)) {
      failure.rules.push_back(parser->getRuleNames()[ctx->getRuleIndex()]);
    }
    antlr4::misc::IntervalSet expected;
    const auto* dead_end = dynamic_cast<const antlr4::NoViableAltException*>(&mistake);
    if (dead_end != nullptr && dead_end->getDeadEndConfigs() != nullptr) {
      for (const auto& config : dead_end->getDeadEndConfigs()->configs) {
        Follow(parser->getATN(), config->state, config->context, 0, expected);
      }
    } else {
      expected = parser->getExpectedTokens();
    }
    AddPassed(parser, expected);
    for (const ssize_t type : expected.toList()) failure.expected.push_back(static_cast<int32_t>(type));
  }

  // After a rule that was read: the word behind it is where the author went on, and that is the mistake.
  void StopAt(antlr4::Parser* parser, int at) {
    failure = Failure();
    failure.at = at;
    antlr4::misc::IntervalSet expected;
    AddPassed(parser, expected);
    for (const ssize_t type : expected.toList()) failure.expected.push_back(static_cast<int32_t>(type));
  }

 private:
  struct Place {
    size_t state;
    antlr4::RuleContext* context;
  };
  using Stack = std::shared_ptr<antlr4::atn::PredictionContext>;

  void AddPassed(antlr4::Parser* parser, antlr4::misc::IntervalSet& expected) const {
    if (passed_at_ != static_cast<size_t>(failure.at)) return;
    for (const Place& place : passed_) expected.addAll(parser->getATN().getExpectedTokens(place.state, place.context));
  }

  // What may come next in `state`, with what stands on its stack where the rule can end there.
  static void Follow(const antlr4::atn::ATN& atn, antlr4::atn::ATNState* state, const Stack& stack, int depth,
                     antlr4::misc::IntervalSet& expected) {
    antlr4::misc::IntervalSet next = atn.nextTokens(state);
    const bool can_end = next.contains(antlr4::Token::EPSILON);
    if (can_end) next.remove(antlr4::Token::EPSILON);
    expected.addAll(next);
    if (!can_end || stack == nullptr || depth > 50) return;
    for (size_t i = 0; i < stack->size(); ++i) {
      const size_t return_state = stack->getReturnState(i);
      if (return_state >= atn.states.size()) continue;  // the bottom of the stack
      Follow(atn, atn.states[return_state], stack->getParent(i), depth + 1, expected);
    }
  }

  std::vector<Place> passed_;
  size_t passed_at_ = 0;
};

class FileParser {
 public:
  FileParser(const WordList& words, Sink& sink)
      : words_(words),
        brackets_(MatchBrackets(words, false)),
        sink_(sink),
        builder_(words, sink),
        stream_(words),
        parser_(&stream_),
        root_(nullptr, static_cast<size_t>(-1)) {
    parser_.removeErrorListeners();
    parser_.setErrorHandler(mistake_);
    for (const antlr4::atn::ATNState* state : parser_.getATN().states) {
      if (state == nullptr || state->ruleIndex != ReeveParser::RuleFile || state->transitions.empty()) continue;
      const auto* call = dynamic_cast<const antlr4::atn::RuleTransition*>(state->transitions[0]);
      if (call != nullptr && call->target->ruleIndex == ReeveParser::RuleItem) item_call_ = state->stateNumber;
      if (call != nullptr && call->target->ruleIndex == ReeveParser::RuleHeader) header_call_ = state->stateNumber;
    }
  }

  ast::File Run() {
    file_.source = words_.file;
    int at = 0;
    if (words_.TextAt(0) == "ruleset") at = ReadHeader();
    else file_.header_damaged = words_.size() > 0 && !IsItemWord(words_.TextAt(0));  // perhaps misspelt, and reported
    for (const int32_t i : words_.mended) {  // names that are none are said already
      const std::string_view word = words_.TextAt(i);
      const auto odd = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
      if (words_.at(i).type != kIdentifier) continue;
      if (word[0] < 'A' || std::any_of(word.begin(), word.end(), odd)) file_.damaged_names.emplace_back(word);
    }
    file_.items.reserve(CountItems());  // an item is a large thing to move
    ReadItems(at, words_.size(), file_.items);
    return std::move(file_);
  }

 private:
  using Mode = antlr4::atn::PredictionMode;

  size_t CountItems() const {
    size_t count = 0;
    for (int i = 0; i < words_.size(); ++i) {
      if (words_.at(i).first && brackets_.depth[static_cast<size_t>(i)] == 0 && IsItemWord(words_.TextAt(i))) ++count;
    }
    return count;
  }

  // Runs one rule of the grammar over the words [begin, end). Returns its tree or nothing, with the failure
  // noted. SLL reads every correct file; LL is the second opinion before anything is called a mistake.
  template <typename Rule>
  auto Read(Rule rule, size_t call, int begin, int end) -> decltype(rule()) {
    for (const Mode mode : {Mode::SLL, Mode::LL}) {
      stream_.Limit(end);
      stream_.seek(static_cast<size_t>(begin));
      parser_.setTokenStream(&stream_);
      if (auto* tree = RunRule(rule, call, mode)) return tree;
      if (mistake_->failure.too_deep) break;
    }
    return nullptr;
  }

  template <typename Rule>
  auto RunRule(Rule rule, size_t call, Mode mode) -> decltype(rule()) {
    parser_.Begin();
    mistake_->Begin();
    root_.children.clear();
    parser_.setContext(&root_);
    parser_.setState(call);
    parser_.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(mode);
    try {
      return rule();
    } catch (const Abandoned&) {
    } catch (const TooDeep&) {
      mistake_->failure = Failure();
      mistake_->failure.at = static_cast<int>(parser_.getTokenStream()->index());
      mistake_->failure.too_deep = true;
    }
    return nullptr;
  }
  ReeveParser::ItemContext* ReadItemTree(int begin, int end) {
    return Read([this] { return parser_.item(); }, item_call_, begin, end);
  }

  // How many of the words are read as an item, or as the file's head.
  int Try(const std::vector<Word>& words, bool head) {
    trial_words_ -= static_cast<int64_t>(words.size());
    if (trial_words_ < 0) return 0;
    WordList list{words_.file, words_.text, words, {}};
    const int32_t end = words.empty() ? 0 : words.back().end;
    list.words.push_back({kEnd, end, end, 0, false});
    WordStream stream(list);
    parser_.setTokenStream(&stream);
    const bool whole = head ? RunRule([this] { return parser_.header(); }, header_call_, Mode::SLL) != nullptr
                            : RunRule([this] { return parser_.item(); }, item_call_, Mode::SLL) != nullptr;
    // Short of the end, if it was not whole: what fails there lacks something.
    int reached = whole ? static_cast<int>(stream.index()) : std::min(mistake_->failure.at, list.size() - 1);
    // Words on a line of their own behind a whole item are another mistake.
    if (whole && reached < list.size() && list.at(reached).first) reached = list.size();
    parser_.setTokenStream(&stream_);
    return reached;
  }

  void ExplainFailure(int begin, int end, bool head) {
    if (words_.MendedIn(begin, end + 1)) return;  // the mended word may be what fails, and it is reported
    const Failure failure = mistake_->failure;
    Explain(
        words_, failure, begin, end, [this, head](const std::vector<Word>& words) { return Try(words, head); }, sink_);
  }

  int ReadHeader() {
    const int end = NextItem(1, words_.size(), words_.at(0).column);
    if (!HasFault(0, end, nullptr)) {
      if (ReeveParser::HeaderContext* header = Read([this] { return parser_.header(); }, header_call_, 0, end)) {
        const int next = static_cast<int>(stream_.index());
        if (next == end || words_.at(next).first) {
          file_.header = builder_.Header(header);
          return next;
        }
        mistake_->StopAt(&parser_, next);
      }
      ExplainFailure(0, end, true);
    }
    file_.header_damaged = true;
    ast::Header rest;
    rest.span = words_.SpanAt(0);
    if (words_.size() > 1 && CanBeName(words_.at(1).type))
      rest.name = {std::string(words_.TextAt(1)), words_.SpanAt(1)};
    file_.header = std::move(rest);
    return end;
  }

  void ReadItems(int begin, int end, std::vector<ast::Item>& items) {
    // Of items on one line all have the same next line: looked for once, or a long line would take its square.
    int chunk = begin, known_column = -1, known_depth = -1;
    bool known_by = by_columns_;
    for (int at = begin; at < end;) {
      const int column = words_.at(at).first ? words_.at(at).column : INT32_MAX;
      const int depth = brackets_.depth[static_cast<size_t>(at)];
      if (chunk <= at || column != known_column || depth != known_depth || known_by != by_columns_)
        chunk = NextItem(at + 1, end, column);
      known_by = by_columns_;
      known_column = column;
      known_depth = depth;
      if (HasFault(at, chunk, &items)) {
        Damage(at, chunk);
        at = chunk;
      } else if (!IsItemWord(words_.TextAt(at))) {
        if (!words_.MendedIn(at, chunk + 1)) {
          ExplainStray(
              words_, at, chunk, [this](const std::vector<Word>& words) { return Try(words, false); }, sink_);
        }
        Damage(at, chunk);
        at = chunk;
      } else {
        at = ReadItem(at, chunk, end, items);
      }
    }
  }

  // Returns where the next item begins.
  int ReadItem(int at, int chunk, int end, std::vector<ast::Item>& items) {
    ReeveParser::ItemContext* tree = ReadItemTree(at, end);
    int next = static_cast<int>(stream_.index());
    // A name that is forgotten at the end of an item makes the next item's word one. Where lines begin tells.
    const bool swallowed = tree != nullptr && next > chunk && next < end && !IsItemWord(words_.TextAt(next));
    if (chunk < end && (tree == nullptr || swallowed)) tree = ReadItemTree(at, chunk);
    if (tree != nullptr) {
      next = static_cast<int>(stream_.index());
      const bool goes_on = next < chunk && !words_.at(next).first && !IsItemWord(words_.TextAt(next));
      if (!goes_on) {
        AddItem(tree, items, at, next);
        return next;
      }
      mistake_->StopAt(&parser_, next);
    } else if (words_.TextAt(at) == "if" && ReadLinked(at, chunk, items)) {
      return chunk;
    }
    if (MismatchedAfterAll(at, chunk)) return at;
    ExplainFailure(at, chunk, false);
    Damage(at, chunk);
    return chunk;
  }

  // Two brackets too few and too many can make a balance in which items lie inside each other. It shows where
  // the parser meets the word of an item at the start of a line: then brackets are matched again, by columns.
  bool MismatchedAfterAll(int begin, int end) {
    if (by_columns_ || mistake_->failure.too_deep) return false;
    Brackets again = MatchBrackets(words_, true);
    const BracketFault* fault = again.FirstFault(begin, end);
    if (fault == nullptr || fault->kind != BracketFault::Kind::kUnclosed || mistake_->failure.at < fault->noticed)
      return false;
    brackets_ = std::move(again);
    by_columns_ = true;
    return true;
  }

  // Where the missing partner of a bracket would make the item whole: before a line that begins no further in
  // than the bracket's own.
  void FindClosing(BracketFault& fault, int begin, int end) {
    int line = fault.at;
    while (line > begin && !words_.at(line).first) --line;
    const int32_t closing = TypeOfKeyword(words_.TextAt(fault.at) == "{" ? "}" : ")");
    const bool outermost =
        brackets_.depth[static_cast<size_t>(fault.at)] == brackets_.depth[static_cast<size_t>(begin)];
    for (int i = fault.at + 1; i < std::min(fault.noticed, end); ++i) {
      if (!words_.at(i).first || words_.at(i).column > words_.at(line).column) continue;
      std::vector<Word> words(words_.words.begin() + begin, words_.words.begin() + i);
      words.push_back({closing, words_.at(i).begin, words_.at(i).begin, 0, false});
      if (!outermost) words.insert(words.end(), words_.words.begin() + i, words_.words.begin() + end);
      if (Try(words, false) != static_cast<int>(words.size())) continue;
      fault.noticed = i;
      return;
    }
  }

  void AddItem(ReeveParser::ItemContext* tree, std::vector<ast::Item>& items, int begin, int end) {
    items.push_back(builder_.Item(tree));
    if (!builder_.TakeBroken()) return;
    items.pop_back();
    Damage(begin, end);
  }

  // Whether a bracket among the words [begin, end) has no partner or is too deep; the first is reported. An
  // item that is whole before it is kept.
  bool HasFault(int begin, int end, std::vector<ast::Item>* items) {
    const BracketFault* fault = brackets_.FirstFault(begin, end);
    if (fault == nullptr) return false;
    if (words_.MendedIn(begin, end + 1)) return true;
    BracketFault said = *fault;
    if (said.kind == BracketFault::Kind::kTooDeep || !IsItemWord(words_.TextAt(begin))) {
      Report(said, words_, sink_);
      return true;
    }
    if (said.kind == BracketFault::Kind::kUnclosed) FindClosing(said, begin, end);
    // Where the parser stumbles may be a better place than where the end of the item shows it.
    const int limit = said.kind == BracketFault::Kind::kStray ? said.at : std::min(said.noticed, end);
    ReeveParser::ItemContext* tree = ReadItemTree(begin, limit);
    const Failure& failure = mistake_->failure;
    if (tree != nullptr && static_cast<int>(stream_.index()) == said.at && items != nullptr) {
      said.superfluous = true;
      AddItem(tree, *items, begin, said.at);
    }
    if (tree == nullptr && !failure.too_deep && failure.at < limit) {
      said.expected_at = failure.at;
      for (const char* bracket : {"{", "(", "}", ")"}) {
        const int32_t type = TypeOfKeyword(bracket);
        if (std::binary_search(failure.expected.begin(), failure.expected.end(), type))
          said.expected.push_back(bracket[0]);
      }
    }
    Report(said, words_, sink_);
    return true;
  }

  // An `if` round items of which one has a mistake: the others are read.
  bool ReadLinked(int at, int end, std::vector<ast::Item>& items) {
    int open = at + 1;
    while (open < end && words_.TextAt(open) != "{") open = open + 1;
    if (open >= end || brackets_.partner[static_cast<size_t>(open)] != end - 1) return false;
    const Failure kept = mistake_->failure;
    ReeveParser::CondContext* cond = Read([this] { return parser_.cond(); }, item_call_, at + 1, open);
    if (cond == nullptr || static_cast<int>(stream_.index()) != open) {
      mistake_->failure = kept;
      return false;
    }
    ast::Item item;
    item.kind = ast::Item::Kind::kIf;
    item.word = "if";
    item.word_span = words_.SpanAt(at);
    item.span = Cover(item.word_span, words_.SpanAt(end - 1));
    item.cond = std::make_unique<ast::Cond>(builder_.Cond(cond));
    if (builder_.TakeBroken()) {
      Damage(at, end);
      return true;
    }
    ReadItems(open + 1, end - 1, item.items);
    items.push_back(std::move(item));
    return true;
  }

  // The next word at the depth of the one before `from` that looks like the start of an item, perhaps
  // misspelt: first on its line and no further in than `column`, or behind a closing brace. A hint for
  // recovery only; line breaks mean nothing.
  int NextItem(int from, int end, int column) const {
    const int32_t depth = brackets_.depth[static_cast<size_t>(from - 1)];
    for (int i = from; i < end; ++i) {
      if (brackets_.depth[static_cast<size_t>(i)] != depth) continue;
      const Word& word = words_.at(i);
      const bool item = IsItemWord(words_.TextAt(i));
      const bool misspelt = !item && word.first && word.column <= column && word.type == kIdentifier &&
                            DidYouMean(words_.TextAt(i), ItemWords());
      if (misspelt || (item && (word.first ? word.column <= column : words_.TextAt(i - 1) == "}"))) return i;
    }
    return end;
  }

  // Notes the names that the words [begin, end) would have declared.
  void Damage(int begin, int end) {
    static const std::vector<std::string_view> kListing = {"option", "turn", "final", "round", "step",
                                                           "deck",   "bag",  "zone",  "if",    "group"};
    const bool lists = std::find(kListing.begin(), kListing.end(), words_.TextAt(begin)) != kListing.end();
    bool leading = true;  // right behind the item's word: its name, or several with commas
    for (int i = begin + 1; i < end; ++i) {
      const bool name = words_.at(i).type == kIdentifier;
      const std::string_view before = words_.TextAt(i - 1);
      if (!name && words_.TextAt(i) != "," && i > begin + 1) leading = false;
      if (name && (leading || lists || before == "count" || IsItemWord(before))) {
        file_.damaged_names.emplace_back(words_.TextAt(i));
      }
    }
  }

  const WordList& words_;
  Brackets brackets_;
  bool by_columns_ = false;
  Sink& sink_;
  Builder builder_;
  WordStream stream_;
  GuardedParser parser_;
  std::shared_ptr<FirstMistake> mistake_ = std::make_shared<FirstMistake>();
  ReeveParser::FileContext root_;  // stands for the whole file, so that an item knows what may follow it
  size_t item_call_ = 0, header_call_ = 0;
  int64_t trial_words_ = kMaxTrialWords;
  ast::File file_;
};

}  // namespace
}  // namespace syntax

ast::File Parse(const SourceMap& sources, int32_t file, Sink& sink) {
  using namespace syntax;
  const std::string_view text = sources.file(file).text();
  if (static_cast<int64_t>(text.size()) > kMaxSourceBytes) {
    sink.Report(Code::kE57, {file, 0, 0},
                fmt::format("This file has {} bytes, and I read at most {}.", text.size(), kMaxSourceBytes));
    ast::File nothing;
    nothing.source = file;
    nothing.header_damaged = true;
    return nothing;
  }
  const WordList words = Lex(text, file, sink);
  return FileParser(words, sink).Run();
}

namespace syntax {
namespace {

class AmbiguityCounter : public antlr4::BaseErrorListener {
 public:
  int count = 0;
  void reportAmbiguity(antlr4::Parser*, const antlr4::dfa::DFA&, size_t, size_t, bool exact, const antlrcpp::BitSet&,
                       antlr4::atn::ATNConfigSet*) override {
    if (exact) ++count;
  }
};

}  // namespace
}  // namespace syntax

int CountAmbiguities(std::string_view text) {
  using namespace syntax;
  Sink sink;
  const WordList words = Lex(text, 0, sink);
  WordStream stream(words);
  GuardedParser parser(&stream);
  AmbiguityCounter counter;
  parser.removeErrorListeners();
  parser.addErrorListener(&counter);
  parser.setErrorHandler(std::make_shared<FirstMistake>());
  parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(
      antlr4::atn::PredictionMode::LL_EXACT_AMBIG_DETECTION);
  try {
    parser.file();
  } catch (const Abandoned&) {
    return -1;
  }
  return sink.HasErrors() ? -1 : counter.count;
}

}  // namespace reeve
