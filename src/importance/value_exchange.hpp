// Values that change hands at random, but only inside cells.
//
// Places are what has a value: the out-of-bag rows of a tree, numbered from 0. Who gets whose value is a uniformly
// random permutation inside each cell, drawn only as far as it is asked for.
//
//   exchange.start(places);           // one cell of all
//   exchange.cut(bins, own);          // places in different bins no longer exchange
//   exchange.deal(stream);
//   std::uint32_t giver = exchange.giver_for(7);
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/seed_stream.hpp"
#include "forest/tree_grower.hpp"
#include "stats/independence.hpp"

namespace umfi {

class ValueExchange {
 public:
  // One cell of this many places.
  void start(std::size_t places);

  // Cuts every cell into one for each bin. A cell all of whose places have the same value, to go by `own`, is dropped:
  // its places keep what they have.
  void cut(const Labels& bins, const Labels& own);

  // Whether no value can change hands.
  bool is_empty() const { return cells_.empty(); }

  // Makes a new permutation.
  void deal(const Stream& stream);
  // Whose value this place gets, perhaps its own. To be asked once per place and deal, in ascending order.
  std::uint32_t giver_for(std::uint32_t place) {
    const std::uint32_t cell = cell_of_[place];
    if (cell == no_cell) return place;
    forest::Range& left = left_[cell];
    std::swap(members_[left.begin], members_[left.begin + stream_.below(left.size())]);
    return members_[left.begin++];
  }

 private:
  static constexpr std::uint32_t no_cell = ~std::uint32_t{0};

  void cut_cell(const forest::Range& cell, const Labels& bins, const Labels& own);
  void add_if_mixed(const forest::Range& cell, const Labels& own);

  std::vector<std::uint32_t> members_;  // places, cell by cell
  std::vector<forest::Range> cells_;    // of members
  std::vector<forest::Range> left_;     // per cell: members whose value nobody got yet
  std::vector<std::uint32_t> cell_of_;  // per place
  Stream stream_{StreamKey{}, root_path};

  std::vector<forest::Range> cells_before_;
  std::vector<std::uint32_t> places_in_bin_;  // zero between uses
  std::vector<std::uint32_t> met_bins_;
  std::vector<std::uint32_t> sorted_;
};

}  // namespace umfi
