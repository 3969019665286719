// Words of statistical inference.
#pragma once

#include <cstdint>
#include <string_view>

namespace umfi {

// How p-values are adjusted for the number of features.
enum class Adjustment : std::uint8_t {
  benjamini_hochberg,   // false discovery rate
  benjamini_yekutieli,  // false discovery rate, whatever the dependence between features
  holm,                 // the chance of any false discovery
};

inline constexpr Adjustment all_adjustments[] = {Adjustment::benjamini_hochberg, Adjustment::benjamini_yekutieli,
                                                Adjustment::holm};

std::string_view name_of(Adjustment adjustment);

}  // namespace umfi
