# What an installed Reeve consists of, in two components, so that a game can ship the runtime alone:
#   runtime   the libraries Reeve::bytecode and Reeve::runtime, and their headers
#   compiler  the library Reeve::compiler, its headers, the rulesets, the command
# find_package(Reeve) then gives the same names as add_subdirectory() does.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(REEVE_INSTALL_HEADERS "${CMAKE_INSTALL_INCLUDEDIR}/reeve")  # the root of #include "runtime/game/game.h"
set(REEVE_INSTALL_RULESETS "${CMAKE_INSTALL_DATADIR}/reeve/rulesets")
set(REEVE_INSTALL_PACKAGE "${CMAKE_INSTALL_LIBDIR}/cmake/Reeve")

# _reeve_install_libraries(COMPONENT FOLDER library...) installs the libraries, and the headers of the folder.
function(_reeve_install_libraries component folder)
  foreach(library IN LISTS ARGN)
    string(REGEX REPLACE "^reeve_" "" name "${library}")
    set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
  endforeach()
  install(TARGETS ${ARGN} EXPORT reeve_${component} ARCHIVE COMPONENT ${component})
  install(EXPORT reeve_${component} FILE Reeve-${component}.cmake NAMESPACE Reeve::
    DESTINATION "${REEVE_INSTALL_PACKAGE}" COMPONENT ${component})
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}" DESTINATION "${REEVE_INSTALL_HEADERS}" COMPONENT ${component}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
endfunction()

function(reeve_install)
  _reeve_install_libraries(runtime runtime reeve_options reeve_bytecode reeve_runtime)
  if(NOT REEVE_RUNTIME_ONLY)
    _reeve_install_libraries(compiler compiler reeve_antlr_runtime reeve_grammar reeve_syntax reeve_compiler)
    install(TARGETS reeve RUNTIME COMPONENT compiler)
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/rulesets/" DESTINATION "${REEVE_INSTALL_RULESETS}" COMPONENT compiler)
  endif()
  configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/ReeveConfig.cmake.in" "${PROJECT_BINARY_DIR}/ReeveConfig.cmake"
    INSTALL_DESTINATION "${REEVE_INSTALL_PACKAGE}" NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file("${PROJECT_BINARY_DIR}/ReeveConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
  install(FILES "${PROJECT_BINARY_DIR}/ReeveConfig.cmake" "${PROJECT_BINARY_DIR}/ReeveConfigVersion.cmake"
    DESTINATION "${REEVE_INSTALL_PACKAGE}" COMPONENT runtime)
endfunction()
