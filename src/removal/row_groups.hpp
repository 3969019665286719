// Rows grouped by a protected feature: its levels, or bins between its quantiles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace umfi {

struct RowGroups {
  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  std::vector<std::uint32_t> sorted;  // places in the sample, by ascending value
  std::vector<Range> groups;          // of `sorted`; neighbouring bins may share rows
  bool are_levels = false;            // the feature is constant within each group

  std::span<const std::uint32_t> members(const Range& group) const {
    return {sorted.data() + group.begin, group.end - group.begin};
  }
};

// One group per distinct value.
RowGroups group_by_level(std::span<const double> sample);

// Groups of at least `size` rows of similar values, the last one longer. Equal values stay together.
RowGroups group_alike(std::span<const double> sample, std::size_t size);

// The mean of the values in each group.
std::vector<double> group_means(std::span<const double> values, const RowGroups& groups);

// The share of the sum of squares that lies between groups that share no row.
double explained_share(std::span<const double> values, const RowGroups& groups);

// Per place in `sorted` the range of its group: the rows that a discrete feature's step is taken among.
std::vector<RowGroups::Range> own_groups(const RowGroups& groups);

// The same without groups: the `size` rows nearest in the order of the sample, half of them on either side except at
// the ends. Equal values are never told apart, so a range may be longer.
std::vector<RowGroups::Range> neighbourhoods(const RowGroups& groups, std::span<const double> sample, std::size_t size);

// Bins of about `size` rows between quantiles (type 7) at 0 .. 1 in ceil(n / size) steps, so max(1, ceil(n / size) - 1)
// bins. Bins are closed on both sides; where two share a row, the later one counts.
RowGroups group_by_quantile(std::span<const double> sample, std::size_t size);

}  // namespace umfi
