// The name a user probably meant, for errors that suggest it.
//
//   const std::string_view known[] = {"rank", "compare"};
//   umfi::nearest_name("rnak", known);  // "rank"
#pragma once

#include <span>
#include <string_view>

namespace umfi {

// The known name with the smallest edit distance, case ignored; empty if none is close.
std::string_view nearest_name(std::string_view wanted, std::span<const std::string_view> known);

}  // namespace umfi
