# What can be chosen, and the two interface targets that carry the choice:
#   reeve_options   language level, include root, -march, sanitizers: whatever all objects of one program must share
#   reeve_warnings  for our own code only; generated code does without

option(REEVE_RUNTIME_ONLY "Only the runtime libraries: no ANTLR, no compiler, no command, no tests" OFF)
option(REEVE_BUILD_TESTS "The tests" ${PROJECT_IS_TOP_LEVEL})
option(REEVE_BUILD_BENCH "The benchmarks, with Google Benchmark" OFF)
option(REEVE_BUILD_FUZZ "The fuzzers, with Clang's libFuzzer" OFF)
option(REEVE_WERROR "Warnings in our own code are errors" OFF)
option(REEVE_PCH "Precompiled headers; off shows a missing #include" ON)
set(REEVE_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them: address,undefined")
set(REEVE_PROFILE "" CACHE STRING "GCC only. make: the runtime counts what it does; use: it is built by what was counted (./dev fast does both)")
set(REEVE_MARCH "" CACHE STRING "Processor to build for, as -march= takes it: x86-64-v3; empty: the compiler's default")

# What whoever builds Reeve alone gets without asking. A project that Reeve is a part of decides for itself.
if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or RelWithDebInfo" FORCE)
  endif()
  set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()

set(CMAKE_CXX_EXTENSIONS OFF)

# ccache refuses precompiled headers until it is told which differences do not matter. Paths are made relative to the
# checkout so that a second clone finds what the first one compiled.
find_program(REEVE_CCACHE ccache)
mark_as_advanced(REEVE_CCACHE)
if(REEVE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${REEVE_CCACHE})
endif()

add_library(reeve_options INTERFACE)
target_compile_features(reeve_options INTERFACE cxx_std_20)
target_include_directories(reeve_options INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${REEVE_INSTALL_HEADERS}>)
target_compile_options(reeve_options INTERFACE
  $<$<CONFIG:Debug>:-D_GLIBCXX_ASSERTIONS>
  $<$<BOOL:${REEVE_MARCH}>:-march=${REEVE_MARCH}>)
if(REEVE_SANITIZE)
  set(sanitize -fsanitize=${REEVE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(reeve_options INTERFACE ${sanitize})
  target_link_options(reeve_options INTERFACE ${sanitize})
endif()
if(REEVE_BUILD_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "REEVE_BUILD_FUZZ needs Clang: use `./dev fuzz`, or `cmake --preset fuzz`.")
  endif()
  target_compile_definitions(reeve_options INTERFACE FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION)  # the name that fuzzed projects share
  # Every object reports what it covered; only the fuzzers themselves link libFuzzer's main.
  target_compile_options(reeve_options INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(reeve_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

add_library(reeve_warnings INTERFACE)
# GCC's plain -Wshadow takes a scoped enumerator for the shadow of a global name, which it cannot be; Clang has no other.
target_compile_options(reeve_warnings INTERFACE
  -Wall -Wextra -Wpedantic $<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local,-Wshadow>
  # GCC 12 sees overruns inside its own std::string once more is inlined than it can follow.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>
  $<$<BOOL:${REEVE_WERROR}>:-Werror>)
