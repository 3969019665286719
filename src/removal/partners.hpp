// Columns that go together: pairs whose correlation is beyond chance.
//
// Where two columns work together, as the difference of two that share a cause does, freeing one of x_i and not the
// other leaves a chance multiple of x_i in what they say together. So partners of freed columns are freed as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace umfi {

class Partners {
 public:
  // `centred` holds columns of mean zero, row by row; a column of zeros has no partners. `critical` is the squared
  // correlation that pairs have to exceed.
  Partners(std::span<const double> centred, std::size_t columns, double critical);

  // Per column, whether it is one of these or a partner of one of these.
  std::vector<bool> with_partners(const std::vector<bool>& chosen) const;

 private:
  std::size_t columns_;
  std::size_t words_;                 // per column
  std::vector<std::uint64_t> links_;  // a bit per pair, column by column
};

}  // namespace umfi
