// Files that a command reads and writes must not be the same: nobody's data are overwritten by a result.
//
//   check_files({data.path()}, {output.path(), report.path()});
#pragma once

#include <string>
#include <vector>

namespace umfi::cli {

// Throws UsageError where a file that is to be written is one of those that are read, or is named twice. The same file
// is the same whatever it is called: by another path, a symbolic link or a hard link. Empty names and "-" are no files.
void check_files(const std::vector<std::string>& read, const std::vector<std::string>& written);

}  // namespace umfi::cli
