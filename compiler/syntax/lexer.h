// Text to words: what the grammar's lexer finds, as a flat list without blanks and comments.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/source/source.h"

namespace reeve::syntax {

struct Word {
  int32_t type = 0;   // a token type of the generated lexer
  int32_t begin = 0;  // byte offsets
  int32_t end = 0;
  int32_t column = 0;  // bytes from the start of its line, from 1
  bool first = false;  // nothing but blanks before it on its line
};

// The words of one file, with one more of type kEnd that stands behind the last byte.
struct WordList {
  int32_t file = -1;
  std::string_view text;
  std::vector<Word> words;
  std::vector<int32_t>
      mended;  // indices of words at which the text was mended: what fails near them is no second mistake

  bool MendedIn(int begin, int end) const;
  int size() const { return static_cast<int>(words.size()) - 1; }
  const Word& at(int index) const { return words[static_cast<size_t>(index)]; }
  std::string_view TextAt(int index) const {
    const Word& word = at(index);
    return text.substr(static_cast<size_t>(word.begin), static_cast<size_t>(word.end - word.begin));
  }
  Span SpanAt(int index) const { return {file, at(index).begin, at(index).end}; }
};

// Types of the words that are no keywords, and of the keywords that recovery looks for.
extern const int32_t kEnd, kIdentifier, kInteger, kString, kSide;
int32_t TypeOfKeyword(std::string_view word);  // 0 if it is none
std::string_view KeywordOfType(int32_t type);  // "" if it is none; includes signs: "{", "<="
bool CanBeName(int32_t type);                  // an identifier, or a soft keyword
const std::vector<std::string>& Keywords();    // the words, not the signs; sorted

// Reports characters that do not belong (E36), texts without their end (E37) and too many words (E57). What
// is wrong is mended in the list: a text without its end is a text, a character that does not belong is left
// out, so that each mistake is reported once.
WordList Lex(std::string_view text, int32_t file, Sink& sink);

}  // namespace reeve::syntax
