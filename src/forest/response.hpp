// The response as the forest sees it: class indices, or numbers in fixed point.
//
// Fixed point makes every sum of responses exact, so results cannot depend on the order of addition (thread
// count, vector width, sorting). Numbers count from the smallest response in steps of a power of two, so small
// that sums over all rows just fit: at most 2^-35 of the response's range up to 16,000 rows, 2^-29 with 100,000.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "umfi/sample.hpp"

namespace umfi::forest {

// More rows than this leave too few bits for the response.
inline constexpr std::size_t most_rows = (std::size_t{1} << 24) - 1;

// Can be moved, not copied.
class Response {
 public:
  Response() = default;
  Response(Response&&) = default;
  Response& operator=(Response&&) = default;

  // The target must outlive the response.
  static Response of(const Target& target);
  // The same from values that are copied. NaN is allowed in rows that take no part.
  static Response regression(std::span<const double> values);
  // codes are class indices 0 .. classes - 1.
  static Response classification(std::span<const double> codes, std::size_t classes);

  Task task() const { return task_; }
  std::size_t size() const { return values_.size(); }
  std::size_t classes() const { return classes_; }
  // The original numbers or class indices.
  std::span<const double> values() const { return values_; }
  // Regression: the value in fixed point. Classification: the class.
  std::span<const std::int64_t> encoded() const { return encoded_; }
  double decode(double fixed) const { return origin_ + fixed * unit_; }
  double origin() const { return origin_; }
  double unit() const { return unit_; }
  // Bits that hold the number of draws of a bootstrap sample.
  int weight_bits() const;

 private:
  Task task_ = Task::regression;
  std::size_t classes_ = 0;
  void encode_numbers();
  void encode_classes();

  std::vector<double> storage_;  // of the values, where nobody else holds them
  std::span<const double> values_;
  std::vector<std::int64_t> encoded_;
  double origin_ = 0;
  double unit_ = 1;
};

}  // namespace umfi::forest
