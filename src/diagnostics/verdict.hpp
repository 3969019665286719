// What counts as removed, and which remover serves a feature: simple rules on residual dependence.
#pragma once

#include <cstdint>

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

// What a remover leaves, and of how much, by one measure.
struct LeftDependence {
  double residual = 0;
  double raw = 0;
};

enum class Gravity : std::uint8_t { removed, some_is_left, much_is_left };

constexpr Gravity gravity(const LeftDependence& left) {
  if (is_removed(left.residual, left.raw)) return Gravity::removed;
  return leaves_much(left.residual, left.raw) ? Gravity::much_is_left : Gravity::some_is_left;
}

constexpr bool is_graver(const LeftDependence& a, const LeftDependence& b) {
  return gravity(a) != gravity(b) ? gravity(a) > gravity(b) : a.residual > b.residual;
}

// The measure that finds more to complain about.
constexpr LeftDependence graver(const LeftDependence& a, const LeftDependence& b) {
  return is_graver(b, a) ? b : a;
}

// The remover that leaves less; lr, which is fast and distorts little, also where it leaves nothing that counts.
constexpr RemovalMethod better_remover(double left_by_lr, double left_by_ot) {
  const bool takes_lr = left_by_lr < negligible_dependence || left_by_lr <= left_by_ot;
  return takes_lr ? RemovalMethod::lr : RemovalMethod::ot;
}

}  // namespace umfi
