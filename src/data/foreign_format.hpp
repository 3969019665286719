// Files that are no text tables, known by their first bytes.
#pragma once

#include <string>
#include <string_view>

namespace umfi {

// Throws CsvError, which names the format and says what to do, where the first bytes are not those of a text table.
void refuse_foreign(std::string_view head, const std::string& file);

// Whether a file that begins with this text might be refused, so that it had better begin with a quote.
bool begins_as_foreign(std::string_view text);

}  // namespace umfi
