# Finds the ANTLR tool and its C++ runtime, tries once whether the two fit, and turns a grammar into a library.
#
# The tool and the runtime are packaged apart and their versions may differ: Debian 12 has the tool 4.7.2 with the
# runtime 4.9. Version numbers do not tell whether a pair works, so a tiny grammar is generated, compiled, linked and
# run. What fits is remembered by the two files' paths and dates: configuring again costs nothing.

find_program(REEVE_ANTLR_TOOL NAMES antlr4 antlr DOC "The ANTLR 4 tool: a command that takes a grammar")
find_path(REEVE_ANTLR_INCLUDE antlr4-runtime.h PATH_SUFFIXES antlr4-runtime DOC "Where antlr4-runtime.h is")
find_library(REEVE_ANTLR_LIBRARY NAMES antlr4-runtime DOC "The ANTLR 4 runtime library for C++")
mark_as_advanced(REEVE_ANTLR_TOOL REEVE_ANTLR_INCLUDE REEVE_ANTLR_LIBRARY)

set(REEVE_ANTLR_HELP "On Debian or Ubuntu, `./dev setup` installs a pair that fits (antlr4, libantlr4-runtime-dev).
  Elsewhere, give both of one version:
    -DREEVE_ANTLR_TOOL=...     a command that runs the tool (for a jar: a script with `exec java -jar THE.jar \"$@\"`)
    -DREEVE_ANTLR_INCLUDE=...  the folder of antlr4-runtime.h
    -DREEVE_ANTLR_LIBRARY=...  libantlr4-runtime.so or .a
  The runtime libraries alone need no ANTLR: -DREEVE_RUNTIME_ONLY=ON.")

foreach(part TOOL INCLUDE LIBRARY)
  if(NOT REEVE_ANTLR_${part} OR NOT EXISTS "${REEVE_ANTLR_${part}}")
    message(FATAL_ERROR "ANTLR 4 is not complete: REEVE_ANTLR_${part} is \"${REEVE_ANTLR_${part}}\".\n  ${REEVE_ANTLR_HELP}")
  endif()
endforeach()

# Code of older tools is written for a C++ in which a u8 literal is made of char; this keeps it so under C++20.
set(REEVE_ANTLR_COMPILE_OPTIONS -fno-char8_t -w)

# Runtime 4.9 leaves constant members to a defaulted constructor, which GCC takes and Clang rightly refuses. For Clang,
# which the fuzzers need, the headers are copied with that one line put right.
set(REEVE_ANTLR_HEADERS "${REEVE_ANTLR_INCLUDE}")
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  file(READ "${REEVE_ANTLR_INCLUDE}/Vocabulary.h" vocabulary)
  string(REPLACE "Vocabulary() = default;" "Vocabulary() : _literalNames(), _symbolicNames(), _displayNames() {}"
    mended "${vocabulary}")
  if(NOT mended STREQUAL vocabulary)
    set(REEVE_ANTLR_HEADERS "${PROJECT_BINARY_DIR}/antlr-headers")
    file(COPY "${REEVE_ANTLR_INCLUDE}/" DESTINATION "${REEVE_ANTLR_HEADERS}" PATTERN Vocabulary.h EXCLUDE)
    file(CONFIGURE OUTPUT "${REEVE_ANTLR_HEADERS}/Vocabulary.h" CONTENT "${mended}" @ONLY)
  endif()
endif()

add_library(reeve_antlr_runtime INTERFACE)
# Headers are for building Reeve only: no header of ours shows ANTLR.
target_include_directories(reeve_antlr_runtime SYSTEM INTERFACE $<BUILD_INTERFACE:${REEVE_ANTLR_HEADERS}>)
target_link_libraries(reeve_antlr_runtime INTERFACE "${REEVE_ANTLR_LIBRARY}" Threads::Threads)
if(REEVE_ANTLR_LIBRARY MATCHES "\\.a$")
  target_compile_definitions(reeve_antlr_runtime INTERFACE ANTLR4CPP_STATIC)
endif()
find_package(Threads REQUIRED)

function(_reeve_antlr_try_pair)
  foreach(part TOOL INCLUDE LIBRARY)
    file(REAL_PATH "${REEVE_ANTLR_${part}}" path)
    if(part STREQUAL "INCLUDE")
      string(APPEND path "/antlr4-runtime.h")
    endif()
    file(TIMESTAMP "${path}" date)
    string(APPEND key "${path} ${date}\n")
  endforeach()
  string(APPEND key "${CMAKE_CXX_COMPILER} ${CMAKE_CXX_COMPILER_VERSION}")
  string(SHA1 key "${key}")
  if(REEVE_ANTLR_FITS STREQUAL key)
    return()
  endif()

  message(STATUS "Trying ANTLR: ${REEVE_ANTLR_TOOL} with ${REEVE_ANTLR_LIBRARY}")
  set(folder "${PROJECT_BINARY_DIR}/antlr-trial")
  file(REMOVE_RECURSE "${folder}")
  file(WRITE "${folder}/Trial.g4" "grammar Trial;\nsum : NUMBER ('+' NUMBER)* EOF # Addition ;\n"
    "NUMBER : [0-9]+ ;\nSPACE : [ \\t\\r\\n]+ -> channel(HIDDEN) ;\n")
  file(WRITE "${folder}/main.cc" [[
#include <antlr4-runtime.h>
#include "TrialLexer.cpp"
#include "TrialParser.cpp"
// Reading the tables that the tool wrote into the code is what fails first where the versions do not fit.
int main() {
  antlr4::ANTLRInputStream text("1 + 22 + 333");
  TrialLexer lexer(&text);
  antlr4::CommonTokenStream tokens(&lexer);
  TrialParser parser(&tokens);
  antlr4::ParserRuleContext* sum = parser.sum();
  return parser.getNumberOfSyntaxErrors() == 0 && sum->children.size() == 6 ? 0 : 1;
}
]])
  execute_process(COMMAND "${REEVE_ANTLR_TOOL}" -Dlanguage=Cpp -visitor -no-listener -o "${folder}" Trial.g4
    WORKING_DIRECTORY "${folder}" RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0 OR NOT EXISTS "${folder}/TrialParser.cpp")
    message(FATAL_ERROR "The ANTLR tool ${REEVE_ANTLR_TOOL} does not work (it needs a Java, a headless one will do; its C++ "
      "output, and -visitor):\n${output}\n  ${REEVE_ANTLR_HELP}")
  endif()

  set(CMAKE_TRY_COMPILE_CONFIGURATION Debug)
  set(settings
    CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${REEVE_ANTLR_HEADERS}"
    COMPILE_DEFINITIONS ${REEVE_ANTLR_COMPILE_OPTIONS}
    LINK_LIBRARIES "${REEVE_ANTLR_LIBRARY}" Threads::Threads CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON)
  if(CMAKE_CROSSCOMPILING)
    try_compile(compiled "${folder}/build" "${folder}/main.cc" ${settings} OUTPUT_VARIABLE output)
    set(ran 0)
  else()
    try_run(ran compiled "${folder}/build" "${folder}/main.cc" ${settings}
      COMPILE_OUTPUT_VARIABLE output RUN_OUTPUT_VARIABLE said)
  endif()
  # Both commands leave their result in the cache; only the key below is to be remembered.
  foreach(result compiled ran)
    set(kept_${result} "${${result}}")
    unset(${result} CACHE)
    set(${result} "${kept_${result}}")
  endforeach()
  if(NOT compiled OR NOT ran EQUAL 0)
    string(SUBSTRING "${output}" 0 3000 output)
    string(REPLACE "\n" "\n    " output "    ${output}")
    message(FATAL_ERROR "The ANTLR tool and the C++ runtime do not fit together.\n"
      "  tool     ${REEVE_ANTLR_TOOL}\n  headers  ${REEVE_ANTLR_HEADERS}\n  library  ${REEVE_ANTLR_LIBRARY}\n"
      "  A parser made of a tiny grammar compiles and links: ${compiled}; runs: exit ${ran} ${said}\n"
      "  ${REEVE_ANTLR_HELP}\n${output}")
  endif()
  message(STATUS "Trying ANTLR: the tool and the runtime fit")
  set(REEVE_ANTLR_FITS "${key}" CACHE INTERNAL "The ANTLR tool and runtime that were tried together and work")
endfunction()
_reeve_antlr_try_pair()

# reeve_antlr_library(TARGET GRAMMAR.g4) generates lexer, parser and visitor into the build tree and compiles them.
# Who links the target may write #include "<Grammar>Parser.h".
function(reeve_antlr_library target grammar)
  get_filename_component(name "${grammar}" NAME_WE)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/generated")
  foreach(part Lexer Parser Visitor BaseVisitor)
    list(APPEND headers "${folder}/${name}${part}.h")
  endforeach()
  # The sources of the visitors are left alone: they only include their headers.
  set(sources "${folder}/${name}Lexer.cpp" "${folder}/${name}Parser.cpp")
  add_custom_command(
    OUTPUT ${sources} ${headers}
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
    COMMAND "${REEVE_ANTLR_TOOL}" -Dlanguage=Cpp -encoding UTF-8 -visitor -no-listener -o "${folder}" "${grammar}"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${grammar}" "${REEVE_ANTLR_TOOL}"
    COMMENT "Generating the parser of ${grammar}"
    VERBATIM)
  add_library(${target} STATIC ${sources} ${headers})
  target_link_libraries(${target} PUBLIC reeve_options reeve_antlr_runtime)
  target_include_directories(${target} SYSTEM PUBLIC $<BUILD_INTERFACE:${folder}>)
  target_compile_options(${target} PRIVATE ${REEVE_ANTLR_COMPILE_OPTIONS})
endfunction()
