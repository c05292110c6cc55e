#!/usr/bin/env bash
# Holds the house in order: who may include whom, how long a file may be, what the top level holds, and that the engine
# knows no expansion. Prints one line for each thing out of line, and fails if there is any.
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
  forbid compiler 'the compiler includes more of the runtime than the bytecode' '(\.\./)*runtime/(graph|vm|game|io)/' '^compiler/analysis/'
  forbid tests/reference 'the reference interpreter shares code with what it checks' '(compiler/(ir|codegen)|runtime/(vm|graph))/'
  for place in compiler runtime tools; do
    forbid "$place" 'ANTLR outside compiler/syntax' 'antlr4|Reeve(Lexer|Parser|Visitor|BaseVisitor)\.h' '^compiler/syntax/'
    forbid "$place" 'Boost.Graph outside runtime/graph and compiler/sema' 'boost/(graph|property_map)/' '^(runtime/graph|compiler/sema)/'
  done

  engine=({compiler,runtime}/**/*.{h,cc,def})
  for file in "${engine[@]}" tools/**/*.{h,cc,def}; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 800 ] || echo "too long: $file has $lines lines, of 800: what are its two subjects?"
  done

  # Expansions are data. Their words may be examples in a comment, but no part of a name or a string of the engine.
  words='inns?|cathedral|mage|witch|fairy|robbers?|barn|mayor|abbot|shepherd|ringmaster|watchtower|pennant|vineyard'
  words+='|darmstadt|leipzig|monastery|cloister|teacher|farmer|tollhouse|acrobat|besieged'
  [ "${#engine[@]}" -eq 0 ] || perl -0777 -ne '
    BEGIN { $words = shift }
    s{("(?:\\.|[^"\\\n])*"|'\''(?:\\.|[^'\''\\\n])*'\'')|(//[^\n]*|/\*.*?\*/)}
     { defined $1 ? $1 : "\n" x ($2 =~ tr/\n//) }gse;
    my $number = 0;
    for my $line (split /\n/) {
      $number++;
      my $apart = $line =~ s/([a-z0-9])([A-Z])/$1 $2/gr =~ s/([A-Z])([A-Z][a-z])/$1 $2/gr;
      print "the engine knows an expansion: $ARGV:$number: $line\n" if $apart =~ /(?<![a-zA-Z])(?:$words)(?![a-zA-Z])/i;
    }' "$words" "${engine[@]}"

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
