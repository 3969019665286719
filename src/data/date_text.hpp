// Whether a text is a date or a time.
#pragma once

#include <string_view>

namespace umfi {

// 2011-01-31, 31.1.2011, 1/31/11, 31-Jan-2011, Jan 31, 2011, each perhaps with a time; 12:30, 12:30:15.5 PM.
bool is_date_or_time(std::string_view text);

}  // namespace umfi
