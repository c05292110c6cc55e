#include "compiler/syntax/explain.h"

#include "fmt/format.h"

namespace reeve::syntax {

void Explain(const WordList& words, const Failure& failure, int begin, int end, Sink& sink) {
  std::string expected;
  for (const int32_t type : failure.expected) expected += fmt::format(" {}", KeywordOfType(type));
  std::string rules;
  for (const std::string& rule : failure.rules) rules += " " + rule;
  sink.Report(Code::kE32, words.SpanAt(failure.at),
              fmt::format("I do not understand \"{}\" here. Expected:{} in{}", words.TextAt(failure.at), expected, rules));
  (void)begin, (void)end;
}

void ExplainStray(const WordList& words, int begin, int end, Sink& sink) {
  sink.Report(Code::kE32, words.SpanAt(begin), fmt::format("I do not know \"{}\".", words.TextAt(begin)));
  (void)end;
}

}  // namespace reeve::syntax
