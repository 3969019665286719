# The page of HTML reports: web/ is bundled with npm's packages into one C++ file, UMFI_REPORT_PAGE_SOURCE. Where npm is
# missing or cannot reach its registry, that file is an empty page, and everything else is built as ever.
set(UMFI_REPORT_PAGE_SOURCE ${PROJECT_SOURCE_DIR}/src/report/no_page_text.cpp)
if(NOT UMFI_REPORT_PAGE)
  return()
endif()

find_program(UMFI_NODE NAMES node nodejs)
find_program(UMFI_NPM npm)
if(NOT UMFI_NODE OR NOT UMFI_NPM)
  message(NOTICE "umfi: nodejs and npm are not there, so --report will not work; all the rest is built.")
  return()
endif()

# Packages are installed once, and again when the list of their versions changes.
set(umfi_web ${PROJECT_BINARY_DIR}/web)
set(umfi_installed ${umfi_web}/installed-lock.json)
set(umfi_lock ${PROJECT_SOURCE_DIR}/web/package-lock.json)
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${umfi_lock} ${umfi_installed} RESULT_VARIABLE umfi_changed ERROR_QUIET)
if(umfi_changed)
  file(MAKE_DIRECTORY ${umfi_web})
  file(COPY ${PROJECT_SOURCE_DIR}/web/package.json ${umfi_lock} DESTINATION ${umfi_web})
  message(STATUS "Installing npm packages of the report page")
  execute_process(COMMAND ${UMFI_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=1
                          --fetch-retry-mintimeout=2000
                  WORKING_DIRECTORY ${umfi_web} RESULT_VARIABLE umfi_failed OUTPUT_QUIET ERROR_VARIABLE umfi_complaint)
  if(umfi_failed)
    string(REGEX MATCH "[^\n]*" umfi_complaint "${umfi_complaint}")
    message(NOTICE "umfi: npm could not install the packages of the report page, so --report will not work; all the rest is "
                   "built. Configure again to try again. npm said: ${umfi_complaint}")
    return()
  endif()
  configure_file(${umfi_lock} ${umfi_installed} COPYONLY)
endif()

file(GLOB_RECURSE umfi_web_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*)
set(UMFI_REPORT_PAGE_SOURCE ${umfi_web}/page_text.cpp)
add_custom_command(OUTPUT ${UMFI_REPORT_PAGE_SOURCE}
                   COMMAND ${UMFI_NODE} ${PROJECT_SOURCE_DIR}/web/build.mjs ${umfi_web}/node_modules ${UMFI_REPORT_PAGE_SOURCE}
                   DEPENDS ${PROJECT_SOURCE_DIR}/web/build.mjs ${umfi_web_sources} ${umfi_installed}
                   COMMENT "Bundling the report page" VERBATIM)
