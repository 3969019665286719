#include "forest/response.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace umfi {

std::string_view name_of(Task task) {
  return task == Task::regression ? "regression" : "classification";
}
std::string_view name_of(PowerKind power) {
  return power == PowerKind::forest ? "forest" : "gaussian";
}

std::string_view name_of(Model model) {
  return model == Model::forest ? "forest" : "extratrees";
}

}  // namespace umfi

namespace umfi::forest {

Response Response::regression(std::span<const double> values) {
  Response response;
  response.values_.assign(values.begin(), values.end());
  if (values.empty()) return response;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const double value : values) {  // comparisons with NaN are false
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  response.origin_ = low;
  const double reach = high - low;
  // A sum and a weight share one word, and a sum must be exact as a double.
  const int weight_bits = response.weight_bits();
  const int bits = std::min({36, 52 - weight_bits, 64 - 2 * weight_bits});
  int exponent = 0;
  std::frexp(reach, &exponent);  // reach < 2^exponent
  if (reach > 0) response.unit_ = std::ldexp(1.0, exponent - bits);
  response.encoded_.reserve(values.size());
  for (const double value : values)
    response.encoded_.push_back(std::isnan(value) ? 0 : std::llrint((value - response.origin_) / response.unit_));
  return response;
}

int Response::weight_bits() const {
  return static_cast<int>(std::bit_width(values_.size()));
}

Response Response::classification(std::span<const double> codes, std::size_t classes) {
  Response response;
  response.task_ = Task::classification;
  response.classes_ = classes;
  response.values_.assign(codes.begin(), codes.end());
  for (const double code : codes) response.encoded_.push_back(static_cast<std::int64_t>(code));
  return response;
}

}  // namespace umfi::forest
