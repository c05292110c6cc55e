#include "compiler/diagnostics/diagnostic.h"

#include <gtest/gtest.h>

#include <set>

namespace reeve {
namespace {

TEST(Diagnostics, TheTableIsWhole) {
  std::set<std::string> ids;
  for (int i = 0; i < DiagnosticCount(); ++i) {
    const DiagnosticInfo& info = Info(static_cast<Code>(i));
    EXPECT_TRUE(ids.insert(info.id).second) << info.id << " stands twice";
    const char letter = info.severity == Severity::kError ? 'E' : info.severity == Severity::kWarning ? 'W' : 'L';
    EXPECT_EQ(info.id[0], letter) << info.id;
    EXPECT_EQ(CodeByName(info.id), static_cast<Code>(i));
  }
  EXPECT_EQ(CodeByName("E00"), std::nullopt);
  EXPECT_EQ(CodeByName(""), std::nullopt);
}

TEST(Diagnostics, OneMistakeIsOneError) {
  Sink sink;
  sink.Report(Code::kE01, {0, 1, 2}, "first");
  sink.Report(Code::kE01, {0, 1, 2}, "again").With({0, 5, 6}, "lost with it");
  sink.Report(Code::kE02, {0, 1, 2}, "another");
  sink.Report(Code::kW22, {0, 1, 2}, "a warning");
  EXPECT_EQ(sink.errors(), 2);
  ASSERT_EQ(sink.all().size(), 3u);
  EXPECT_EQ(sink.all()[0].text, "first");
  EXPECT_TRUE(sink.all()[0].notes.empty());
}

TEST(Diagnostics, SortsByPlaceThenCode) {
  Sink sink;
  sink.Report(Code::kE02, {0, 8, 9}, "c");
  sink.Report(Code::kE02, {0, 1, 2}, "b");
  sink.Report(Code::kE01, {0, 1, 2}, "a");
  sink.Report(Code::kE01, {1, 0, 1}, "d");
  sink.Sort();
  std::string order;
  for (const Diagnostic& diagnostic : sink.all()) order += diagnostic.text;
  EXPECT_EQ(order, "abcd");
}

TEST(Diagnostics, ForgettingAnErrorUncountsIt) {
  Sink sink;
  sink.Report(Code::kE01, {0, 1, 2}, "a");
  sink.Report(Code::kW22, {0, 1, 2}, "b");
  sink.Forget(1);
  EXPECT_TRUE(sink.HasErrors());
  sink.Forget(0);
  EXPECT_FALSE(sink.HasErrors());
  EXPECT_TRUE(sink.all().empty());
}

TEST(Diagnostics, DidYouMeanFindsTheNearest) {
  const std::vector<std::string> known = {"points", "extra", "count", "prefer", "in", "inn", "inns"};
  EXPECT_EQ(DidYouMean("pionts", known), "points");  // two letters changed places
  EXPECT_EQ(DidYouMean("exta", known), "extra");
  EXPECT_EQ(DidYouMean("counts", known), "count");
  EXPECT_EQ(DidYouMean("innn", known), "inn");          // of two that are as near, the first
  EXPECT_EQ(DidYouMean("Rfr", {"RCr", "RFr"}), "RFr");  // or the one that differs in capitals only
  EXPECT_EQ(DidYouMean("abott", {"abbot"}), "abbot");   // which of its letters is double is soon forgotten
  EXPECT_EQ(DidYouMean("zebra", known), std::nullopt);
  EXPECT_EQ(DidYouMean("", known), std::nullopt);
  EXPECT_EQ(DidYouMean("points", {}), std::nullopt);
}

TEST(Diagnostics, DidYouMeanIsQuickOnLongWords) {
  EXPECT_EQ(DidYouMean(std::string(1000, 'a'), {std::string(1000, 'b'), "a"}), std::nullopt);
}

}  // namespace
}  // namespace reeve
