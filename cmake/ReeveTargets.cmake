# How a library, a program or a test of ours is declared: by the folders it is made of, so that a new file is in the
# build as soon as it is saved. A target whose folders hold no source yet is left out with a word, and so are links to it.

# reeve_sources(OUT [FOLDERS folder...] [FILES file...] [ONLY regex] [EXCLUDE regex]) lists the .cc files under the
# folders, and those of the files that exist, all relative to the current folder.
function(reeve_sources out)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ONLY;EXCLUDE" "FOLDERS;FILES")
  set(patterns ${arg_FILES})
  foreach(folder IN LISTS arg_FOLDERS)
    list(APPEND patterns "${folder}/*.cc")
  endforeach()
  file(GLOB_RECURSE found CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" ${patterns})
  if(arg_ONLY)
    list(FILTER found INCLUDE REGEX "${arg_ONLY}")
  endif()
  if(arg_EXCLUDE)
    list(FILTER found EXCLUDE REGEX "${arg_EXCLUDE}")
  endif()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# reeve_link(TARGET SCOPE lib...) links those of our own libraries that exist, and every foreign one.
function(reeve_link target scope)
  foreach(library IN LISTS ARGN)
    if(TARGET ${library} OR NOT library MATCHES "^reeve_")
      target_link_libraries(${target} ${scope} ${library})
    endif()
  endforeach()
endfunction()

# A precompiled header is compiled once, in a library with nothing else in it, and reused by all who name that library.
# It saves time only: every file includes what it uses, and builds without (REEVE_PCH=OFF).
function(reeve_precompiled_headers name)
  file(CONFIGURE OUTPUT ${name}.cc CONTENT "// Holds the precompiled header; see cmake/ReeveTargets.cmake.\n")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL "${CMAKE_CURRENT_BINARY_DIR}/${name}.cc")
  target_link_libraries(${name} PRIVATE reeve_options reeve_warnings)
  target_precompile_headers(${name} PRIVATE ${ARGN})
endfunction()

set(REEVE_COMMON_HEADERS
  <algorithm> <array> <cstdint> <cstring> <functional> <map> <memory> <optional> <span> <string> <string_view>
  <unordered_map> <unordered_set> <utility> <variant> <vector>)
reeve_precompiled_headers(reeve_common_headers ${REEVE_COMMON_HEADERS})

function(reeve_precompiled target name)
  if(REEVE_PCH)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

# reeve_library(NAME [FOLDERS ...] [FILES ...] [EXCLUDE regex] [PUBLIC lib...] [PRIVATE lib...])
# declares a static library.
function(reeve_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "EXCLUDE" "FOLDERS;FILES;PUBLIC;PRIVATE")
  reeve_sources(sources FOLDERS ${arg_FOLDERS} FILES ${arg_FILES} EXCLUDE "${arg_EXCLUDE}")
  if(NOT sources)
    message(STATUS "${name}: no sources yet, left out")
    return()
  endif()
  add_library(${name} STATIC ${sources})
  string(REGEX REPLACE "^reeve_" "Reeve::" alias "${name}")
  add_library(${alias} ALIAS ${name})
  target_link_libraries(${name} PUBLIC reeve_options PRIVATE $<BUILD_INTERFACE:reeve_warnings>)
  reeve_link(${name} PUBLIC ${arg_PUBLIC})
  reeve_link(${name} PRIVATE ${arg_PRIVATE})
  reeve_precompiled(${name} reeve_common_headers)
endfunction()

# reeve_program(NAME SOURCES source... [LINK lib...]) declares a program beside the others of the build folder.
function(reeve_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE reeve_options reeve_warnings)
  reeve_link(${name} PRIVATE ${arg_LINK})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
endfunction()
