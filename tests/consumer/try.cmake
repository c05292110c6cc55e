# Installs what was built, and builds and runs the consumer with it:
#   cmake -D WHAT=runtime|whole|sources -D SOURCES=... -D BUILT=... -D FOLDER=... -D CONFIGURE=... -P try.cmake
# runtime: the component of that name alone, as REEVE_RUNTIME_ONLY builds it. whole: all. sources: nothing is installed,
# Reeve is a part of the consumer, which is configured only: building it takes as long as building Reeve.

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE said)
  message("${said}")
  set(said "${said}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${FOLDER}")
set(configure "${CMAKE_COMMAND}" -S "${SOURCES}/tests/consumer" -B "${FOLDER}/build" --no-warn-unused-cli ${CONFIGURE})
if(WHAT STREQUAL "sources")
  run(${configure} "-DREEVE_SOURCES=${SOURCES}" -DREEVE_RUNTIME_ONLY=ON)
  return()
endif()

if(WHAT STREQUAL "runtime")
  set(component --component runtime)
endif()
run("${CMAKE_COMMAND}" --install "${BUILT}" ${component} --prefix "${FOLDER}/installed")
run(${configure} "-DCMAKE_PREFIX_PATH=${FOLDER}/installed")
run("${CMAKE_COMMAND}" --build "${FOLDER}/build")

unset(ENV{REEVE_RULESETS})
set(rules "${FOLDER}/base.rvb")
if(WHAT STREQUAL "runtime")
  if(EXISTS "${FOLDER}/installed/bin" OR EXISTS "${FOLDER}/installed/include/reeve/compiler")
    message(FATAL_ERROR "the runtime alone brings more than the runtime")
  endif()
  run("${BUILT}/reeve" compile base -o "${rules}")
else()
  set(rulesets "${FOLDER}/installed/share/reeve/rulesets")
  run("${FOLDER}/build/compile" "${rulesets}" base "${rules}")
  # Rules that are nowhere else: the installed command looks where it was installed.
  file(WRITE "${rulesets}/only_here.reeve" "ruleset only_here \"Only here\" extends base\n")
  run("${FOLDER}/installed/bin/reeve" check only_here)
endif()
run("${FOLDER}/build/play" "${rules}")
if(NOT said MATCHES "^player 1: -?[0-9]+\nplayer 2: -?[0-9]+\n$")
  message(FATAL_ERROR "no totals: ${said}")
endif()
