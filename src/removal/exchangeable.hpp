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

#include "umfi/remover.hpp"

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

// How many terms a column is freed of beside the mean, for one copy of this feature.
std::size_t count_terms(const FreedShape& shape, const RemovalData& data, std::size_t feature);

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

  std::unique_ptr<const FreedColumns> protect(const Subject& subject) const override;

 private:
  class Freed;

  const Remover& remover_;
  const PermutedCopies& permuted_;
  std::span<const FreedShape> shapes_;  // per feature
  std::span<const CopyRange> copies_;
};

}  // namespace umfi
