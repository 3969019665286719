#include "forest/response.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace umfi::forest {

Response Response::of(const Target& target) {
  Response response;
  response.task_ = target.task();
  response.classes_ = target.classes();
  response.values_ = target.values();
  response.classes_ > 0 ? response.encode_classes() : response.encode_numbers();
  return response;
}

Response Response::regression(std::span<const double> values) {
  Response response;
  response.storage_.assign(values.begin(), values.end());
  response.values_ = response.storage_;
  response.encode_numbers();
  return response;
}

void Response::encode_numbers() {
  if (values_.empty()) return;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const double value : values_) {  // comparisons with NaN are false
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  origin_ = low;
  const double reach = high - low;
  // A sum and a weight share one word, and a sum must be exact as a double.
  const int bits = std::min({36, 52 - weight_bits(), 64 - 2 * weight_bits()});
  int exponent = 0;
  std::frexp(reach, &exponent);  // reach < 2^exponent
  if (reach > 0) unit_ = std::ldexp(1.0, exponent - bits);
  encoded_.reserve(values_.size());
  for (const double value : values_)
    encoded_.push_back(std::isnan(value) ? 0 : std::llrint((value - origin_) / unit_));
}

void Response::encode_classes() {
  encoded_.reserve(values_.size());
  for (const double code : values_) encoded_.push_back(static_cast<std::int64_t>(code));
}

int Response::weight_bits() const {
  return static_cast<int>(std::bit_width(values_.size()));
}

Response Response::classification(std::span<const double> codes, std::size_t classes) {
  Response response;
  response.task_ = Task::classification;
  response.classes_ = classes;
  response.storage_.assign(codes.begin(), codes.end());
  response.values_ = response.storage_;
  response.encode_classes();
  return response;
}

}  // namespace umfi::forest
