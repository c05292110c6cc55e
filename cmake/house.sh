#!/usr/bin/env bash
# Holds the house in order: who may include whom, how long a file may be, what the top level holds. Prints one line for
# each thing out of line, and fails if there is any. That the engine knows no expansion is held by
# tests/unit/engine_words_test.cc, which takes the words from the rulesets.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

findings=$(
  shopt -s nullglob globstar

  # forbid PLACE REASON REGEX [EXEMPT]: no file under PLACE includes what REGEX matches, except files that match EXEMPT.
  forbid() {
    local place=$1 reason=$2 regex=$3 exempt=${4:-^$}
    [ -d "$place" ] || return 0
    { grep -rnE "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($regex)" "$place" || true; } |
      { grep -vE "$exempt" || true; } | sed "s|^|$reason: |"
  }
  forbid runtime 'the runtime includes the compiler' '(\.\./)*(compiler|tools|grammar)/'
  forbid runtime/bytecode 'the bytecode includes the rest of the runtime' '(\.\./)*runtime/(graph|vm|game|io)/|boost/|nlohmann/'
  forbid compiler 'the compiler includes the tools' '(\.\./)*tools/'
  forbid compiler 'the compiler includes more of the runtime than the bytecode' '(\.\./)*runtime/(graph|vm|game|io)/'
  forbid tests/reference 'the reference interpreter shares code with what it checks' '(compiler/codegen|runtime/(vm|graph))/'
  for place in compiler runtime tools; do
    forbid "$place" 'ANTLR outside compiler/syntax' 'antlr4|Reeve(Lexer|Parser|Visitor|BaseVisitor)\.h' '^compiler/syntax/'
    forbid "$place" 'Boost.Graph outside runtime/graph and compiler/sema' 'boost/(graph|property_map)/' '^(runtime/graph|compiler/sema)/'
  done

  for file in {compiler,runtime,tools}/**/*.{h,cc,def}; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 800 ] || echo "too long: $file has $lines lines, of 800: what are its two subjects?"
  done

  if git rev-parse --git-dir >/dev/null 2>&1; then
    entries='CMakeLists.txt|CMakePresets.json|README.md|CONTRIBUTING.md|CHANGELOG.md|LICENSE|dev'
    entries+='|grammar|rulesets|compiler|runtime|tests|docs|tools|cmake|\..*'
    git ls-files | cut -d/ -f1 | sort -u | { grep -vxE "$entries" || true; } | sed 's/^/not an agreed entry of the top level: /'
  fi
)

if [ -n "$findings" ]; then
  printf '%s\n' "$findings"
  exit 1
fi
echo "The house is in order."
