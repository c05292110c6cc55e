#include "compiler/source/source.h"

#include <gtest/gtest.h>

namespace reeve {
namespace {

TEST(Source, LocatesInCodePointsNotBytes) {
  const SourceFile file("f",
                        "a\xC3\xA4"
                        "b\n\xE2\x82\xAC x\n");
  EXPECT_EQ(file.Locate(3).line, 1);
  EXPECT_EQ(file.Locate(3).column, 3);  // behind a and ä
  EXPECT_EQ(file.Locate(5).line, 2);
  EXPECT_EQ(file.Locate(5).column, 1);
  EXPECT_EQ(file.Locate(9).column, 3);  // behind € and the blank
}

TEST(Source, LocatesEveryPlaceOfALongLine) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "\xC3\xA4";
  const SourceFile file("f", text);
  for (int32_t i = 0; i < 3000; i += 7) EXPECT_EQ(file.Locate(i * 2).column, i + 1);
}

TEST(Source, TheEndAndBeyondArePlacesToo) {
  const SourceFile empty("f", "");
  EXPECT_EQ(empty.Locate(0).line, 1);
  EXPECT_EQ(empty.Locate(7).column, 1);
  EXPECT_EQ(empty.Line(1), "");
  EXPECT_EQ(empty.LineCount(), 1);
  const SourceFile file("f", "ab\n");
  EXPECT_EQ(file.Locate(3).line, 2);
  EXPECT_EQ(file.Locate(99).line, 2);
}

TEST(Source, LinesAreWithoutTheirEnds) {
  const SourceFile file("f", "one\r\ntwo\n\nfour");
  EXPECT_EQ(file.LineCount(), 4);
  EXPECT_EQ(file.Line(1), "one");
  EXPECT_EQ(file.Line(2), "two");
  EXPECT_EQ(file.Line(3), "");
  EXPECT_EQ(file.Line(4), "four");
  EXPECT_EQ(file.Line(5), "");
}

TEST(Source, CoverTakesTheFirstFileAndBothEnds) {
  EXPECT_EQ(Cover({0, 4, 6}, {0, 1, 2}), (Span{0, 1, 6}));
  EXPECT_EQ(Cover({}, {0, 1, 2}), (Span{0, 1, 2}));
  EXPECT_EQ(Cover({0, 1, 2}, {}), (Span{0, 1, 2}));
}

TEST(Source, TextOfASpanStaysInTheFile) {
  SourceMap sources;
  const int32_t file = sources.Add("f", "hello");
  EXPECT_EQ(sources.Text({file, 1, 3}), "el");
  EXPECT_EQ(sources.Text({file, 4, 99}), "o");
  EXPECT_EQ(sources.Text({file, 99, 100}), "");
  EXPECT_EQ(sources.Text({}), "");
}

TEST(Source, FindsWhatIsNoUtf8) {
  EXPECT_EQ(FindInvalidUtf8("plain"), std::nullopt);
  EXPECT_EQ(FindInvalidUtf8("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"), std::nullopt);
  EXPECT_EQ(FindInvalidUtf8("a\x80"), 1);             // a continuation without its lead
  EXPECT_EQ(FindInvalidUtf8("ab\xC3"), 2);            // cut off
  EXPECT_EQ(FindInvalidUtf8("\xC0\x80"), 0);          // overlong
  EXPECT_EQ(FindInvalidUtf8("\xED\xA0\x80"), 0);      // half a surrogate
  EXPECT_EQ(FindInvalidUtf8("\xF4\x90\x80\x80"), 0);  // beyond Unicode
}

}  // namespace
}  // namespace reeve
