// Linear regression: x_j less its straight line in x_i, where that line is significant.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "removal/transport.hpp"
#include "umfi/remover.hpp"

namespace umfi {

class LinearRemover final : public Remover {
 public:
  LinearRemover(const RemovalData& data, const RemoverSettings& settings);
  ~LinearRemover() override;
  std::unique_ptr<const FreedColumns> protect(const Subject& subject) const override;
  bool is_random() const override { return transport_ != nullptr; }

 private:
  class FreedOfNumbers;
  class FreedOfLevels;

  // Sums of products of x_i with every feature, all centred.
  std::vector<double> cross_products(std::size_t i) const;

  const RemovalData& data_;
  double alpha_;
  std::vector<double> centred_;  // row by row, so that the products of one row stand side by side
  std::vector<double> mean_;
  std::vector<double> square_sum_;     // of the centred values
  std::vector<double> largest_value_;  // by size
  // Residuals of a discrete feature would give x_i away by their steps: such features are transported.
  std::unique_ptr<const TransportRemover> transport_;
};

RemoverEntry linear_entry();

}  // namespace umfi
