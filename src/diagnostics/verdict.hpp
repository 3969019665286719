// What counts as removed, and which remover serves a feature: simple rules on residual dependence.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

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

// The remover to take, given what each leaves, from the mildest to the harshest: the first that leaves nothing that
// counts, or else the one that leaves least.
inline std::size_t better_remover(std::span<const double> left) {
  const auto enough = std::find_if(left.begin(), left.end(), [](double l) { return l < negligible_dependence; });
  const auto taken = enough != left.end() ? enough : std::min_element(left.begin(), left.end());
  return static_cast<std::size_t>(taken - left.begin());
}

}  // namespace umfi
