// Files that are there completely or not at all.
#pragma once

#include <string>
#include <string_view>

namespace umfi {

// Throws FileError where write_file would fail because of the folder or of what stands there.
void check_writable(const std::string& path);

// Writes beside the file and renames: whatever happens meanwhile, the file is the old one or the new one.
void write_file(const std::string& path, std::string_view text);

}  // namespace umfi
