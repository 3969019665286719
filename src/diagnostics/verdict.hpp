// What counts as removed, and which remover serves a feature: simple rules on residual dependence.
#pragma once

#include "umfi/removal.hpp"

namespace umfi {

// Residual dependence below this is noise.
inline constexpr double negligible_dependence = 0.05;

// Whether dependence was removed: what is left is negligible, or less than a tenth of what there was.
constexpr bool is_removed(double residual, double raw) {
  return residual < negligible_dependence || residual < 0.1 * raw;
}

// Whether a score should be read with care: more than 0.2 is left, and more than a quarter of what there was.
constexpr bool leaves_much(double residual, double raw) {
  return residual > 0.2 && residual > 0.25 * raw;
}

// The remover that leaves less; lr, which is fast and distorts little, also where it leaves nothing that counts.
constexpr RemovalMethod better_remover(double left_by_lr, double left_by_ot) {
  const bool takes_lr = left_by_lr < negligible_dependence || left_by_lr <= left_by_ot;
  return takes_lr ? RemovalMethod::lr : RemovalMethod::ot;
}

}  // namespace umfi
