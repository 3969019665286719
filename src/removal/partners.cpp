#include "removal/partners.hpp"

#include <Eigen/Core>
#include <algorithm>

namespace umfi {
namespace {

using Eigen::Index;
using ByRow = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::size_t bits = 64;      // of a word
constexpr Index columns_at_once = 128;  // products of these with all columns are held in memory

}  // namespace

Partners::Partners(std::span<const double> centred, std::size_t columns, double critical)
    : columns_(columns), words_((columns + bits - 1) / bits), links_(columns * words_, 0) {
  const auto p = static_cast<Index>(columns);
  const Eigen::Map<const ByRow> all(centred.data(), static_cast<Index>(centred.size()) / std::max<Index>(p, 1), p);
  const Eigen::VectorXd squares = all.colwise().squaredNorm();
  for (Index begin = 0; begin < p; begin += columns_at_once) {
    const Index count = std::min(columns_at_once, p - begin);
    const Eigen::MatrixXd products = all.transpose() * all.middleCols(begin, count);
    for (Index k = 0; k < count; ++k)
      for (Index j = 0; j < p; ++j)
        if (products(j, k) * products(j, k) > critical * squares(j) * squares(begin + k))
          links_[static_cast<std::size_t>(begin + k) * words_ + static_cast<std::size_t>(j) / bits] |=
              std::uint64_t{1} << (static_cast<std::size_t>(j) % bits);
  }
}

std::vector<bool> Partners::with_partners(const std::vector<bool>& chosen) const {
  std::vector<std::uint64_t> linked(words_, 0);
  for (std::size_t k = 0; k < columns_; ++k)
    for (std::size_t word = 0; chosen[k] && word < words_; ++word) linked[word] |= links_[k * words_ + word];
  std::vector<bool> result = chosen;
  for (std::size_t j = 0; j < columns_; ++j)
    if (((linked[j / bits] >> (j % bits)) & 1U) != 0) result[j] = true;
  return result;
}

}  // namespace umfi
