// Freed columns for testing: x_i and permuted copies of it, treated alike.
//
// Whether x_i is related to y is tested by putting permuted copies in its place. The columns of S_i were fitted to x_i:
// in this sample they are freed of it more exactly than of any copy, which x_i could give back and a copy could not. So
// they are freed of x_i and of a few copies at once, by least squares: then nothing about S_i tells these apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "removal/remover.hpp"

namespace umfi {

// The permuted copies of the features, by number.
class PermutedCopies {
 public:
  PermutedCopies(const RemovalData& data, std::uint64_t seed) : data_(data), seed_(seed) {}

  // The cells of x_i in the rows that take part, in another order; NaN in other rows.
  std::vector<double> column(std::size_t feature, std::uint32_t number) const;
  const RemovalData& data() const { return data_; }

 private:
  const RemovalData& data_;
  std::uint64_t seed_;
};

// What a column is freed of, per feature value: a straight line, one in each bin, or the mean of each level.
struct FreedShape {
  std::size_t bin_size = 0;  // 0: one line for all rows
  // The number of terms beside the mean.
  std::size_t terms(const RemovalData& data, std::size_t feature) const;
};

// Whether any column was changed that can be freed of copies, too. Categories have no line to be freed of; they stay as
// removal left them.
bool frees_ordered_columns(const FreedColumns& freed, const RemovalData& data);

// Copies by number, from the first to before the last; without any, columns stay as removal left them.
struct CopyRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

class ExchangeableRemover final : public Remover {
 public:
  // `copies[i]` of feature i count; their terms should be fewer than half of the rows. What is passed must outlive the
  // remover.
  ExchangeableRemover(const Remover& remover, const PermutedCopies& permuted, std::span<const FreedShape> shapes,
                      std::span<const CopyRange> copies)
      : remover_(remover), permuted_(permuted), shapes_(shapes), copies_(copies) {}

  std::unique_ptr<const FreedColumns> protect(std::size_t i) const override;

 private:
  class Freed;

  const Remover& remover_;
  const PermutedCopies& permuted_;
  std::span<const FreedShape> shapes_;  // per feature
  std::span<const CopyRange> copies_;
};

}  // namespace umfi
