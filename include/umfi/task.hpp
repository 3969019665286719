// What is predicted, by which model: the choices every method shares.
#pragma once

#include <cstdint>
#include <string_view>

namespace umfi {

enum class Task : std::uint8_t {
  regression,      // a numeric response, scored by R²
  classification,  // a categorical response, scored by accuracy
};

enum class Model : std::uint8_t {
  forest,      // random forest: the best cut of each candidate feature
  extratrees,  // extremely randomized trees: one random cut per candidate feature
};

// How predictive power is measured.
enum class PowerKind : std::uint8_t {
  forest,    // out-of-bag score of a forest
  gaussian,  // mutual information of a Gaussian response and Gaussian features, in nats, from their covariance
};

std::string_view name_of(Task task);
std::string_view name_of(PowerKind power);
std::string_view name_of(Model model);

}  // namespace umfi
