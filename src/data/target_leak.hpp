// Features that give the target away: copies of it, and columns that were made from it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "umfi/remark.hpp"
#include "umfi/table.hpp"

namespace umfi {

// A remark where the feature determines the target, or nearly so, in these rows. Looks at some thousand rows at most.
std::optional<ColumnRemark> leak_sign(const Column& feature, const Column& target, bool is_classes,
                                      std::span<const std::uint32_t> rows);

}  // namespace umfi
