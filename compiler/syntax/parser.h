// Text to tree.
//
// Parse never fails as a whole: it returns every item that could be read, and the sink has the mistakes. An
// item that could not be read is left out of the tree; the names it would have declared are in
// File::damaged_names, so that nobody reports them as unknown. One item gives at most one error of its
// grammar.
#pragma once

#include <string_view>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/source/source.h"
#include "compiler/syntax/ast.h"

namespace reeve {

// More words than this in one file are refused (E57): a parse tree costs some 300 bytes a word, and a whole
// game with all its expansions has a tenth of it.
inline constexpr int kMaxWords = 400'000;

// Operators that may stand in a row without parentheses: 1 + 1 + 1 ... The tree of such a chain is as deep as
// it is long, and it is walked by recursion.
inline constexpr int kMaxChain = 1000;

ast::File Parse(const SourceMap& sources, int32_t file, Sink& sink);

// For tests: how many places of the text can be read in more than one way (LL_EXACT_AMBIG_DETECTION), or -1
// if it has an error.
int CountAmbiguities(std::string_view text);

}  // namespace reeve
