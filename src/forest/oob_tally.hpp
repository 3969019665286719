// What out-of-bag rows were told by the trees: votes per class, or sums of predictions.
//
// Tallies are integers, so adding trees in any order, or the tallies of several threads, gives the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "forest/response.hpp"
#include "forest/tree_grower.hpp"

namespace umfi::forest {

class OobTally {
 public:
  explicit OobTally(const Response& response)
      : classes_(response.classes()),
        votes_(response.size() * classes_),
        sums_(classes_ > 0 ? 0 : response.size()),
        trees_(sums_.size()) {}

  // The memory that one takes.
  static std::size_t bytes(const Response& response) {
    const std::size_t row = response.classes() > 0 ? response.classes() * sizeof(std::uint32_t)
                                                   : sizeof(std::int64_t) + sizeof(std::uint32_t);
    return response.size() * row;
  }

  // Adds what one tree says about the rows that end in one of its leaves.
  void add(std::span<const std::uint32_t> rows, LeafValue value) {
    if (classes_ > 0) {
      std::uint32_t* const votes = votes_.data() + value;
      for (const std::uint32_t row : rows) ++votes[row * classes_];
      return;
    }
    for (const std::uint32_t row : rows) sums_[row] += value;
    for (const std::uint32_t row : rows) ++trees_[row];
  }

  void merge(const OobTally& other) {
    for (std::size_t i = 0; i < votes_.size(); ++i) votes_[i] += other.votes_[i];
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
    for (std::size_t i = 0; i < trees_.size(); ++i) trees_[i] += other.trees_[i];
  }

  // How many trees had this row out of bag.
  std::uint32_t trees(std::size_t row) const {
    const auto counts = votes(row);
    return classes_ > 0 ? std::accumulate(counts.begin(), counts.end(), std::uint32_t{0}) : trees_[row];
  }
  // Regression: the sum of their predictions, in leaf units.
  std::int64_t sum(std::size_t row) const { return sums_[row]; }
  // Classification: their votes per class.
  std::span<const std::uint32_t> votes(std::size_t row) const { return {votes_.data() + row * classes_, classes_}; }

 private:
  std::size_t classes_;
  std::vector<std::uint32_t> votes_;  // classification; a row's classes side by side
  std::vector<std::int64_t> sums_;    // regression
  std::vector<std::uint32_t> trees_;  // regression
};

// Sink that adds every leaf to the tallies of the forests that end there. Nodes without out-of-bag rows are not grown.
class OobSink {
 public:
  // One tally per member of the family.
  explicit OobSink(std::span<OobTally> tallies) : tallies_(tallies) {}

  bool wants(const Node& node) const { return node.out_of_bag.size() > 0; }
  std::pair<std::uint32_t, std::uint32_t> split(const Node&, const Split&) const { return {0, 0}; }
  void leaf(const Node&, MemberBits members, LeafValue value, std::span<const std::uint32_t> rows) {
    for_each_member(members, [&](std::size_t member) { tallies_[member].add(rows, value); });
  }

 private:
  std::span<OobTally> tallies_;
};

}  // namespace umfi::forest
