// The random order of all features in one node, drawn only as far as it is looked at.
//
// The order depends on the node's stream alone, so every forest coupled to the same tree sees the same one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/seed_stream.hpp"

namespace umfi::forest {

class CandidateOrder {
 public:
  explicit CandidateOrder(std::size_t features) : features_(features), swapped_with_(features) {
    std::iota(features_.begin(), features_.end(), 0U);
  }

  // Starts the order of another node.
  void start(const StreamKey& key, NodePath node) {
    // Undo the swaps, so that an order never depends on the one before.
    while (drawn_ > 0) {
      --drawn_;
      std::swap(features_[drawn_], features_[swapped_with_[drawn_]]);
    }
    stream_.restart(key, node);
  }

  // Draws the features up to this place, if there are that many.
  void extend(std::size_t places) {
    if (places <= drawn_) return;
    for (const std::size_t end = std::min(places, features_.size()); drawn_ < end; ++drawn_) {
      const auto chosen =
          static_cast<std::uint32_t>(drawn_) + stream_.below(static_cast<std::uint32_t>(features_.size() - drawn_));
      std::swap(features_[drawn_], features_[chosen]);
      swapped_with_[drawn_] = chosen;
    }
  }

  // The feature at a place that was drawn.
  std::uint32_t operator[](std::size_t place) const { return features_[place]; }

  // The features at the first places, which must have been drawn.
  std::span<const std::uint32_t> first(std::size_t places) const { return {features_.data(), places}; }

 private:
  std::vector<std::uint32_t> features_;
  std::vector<std::uint32_t> swapped_with_;
  std::size_t drawn_ = 0;
  Stream stream_{StreamKey{}, root_path};
};

}  // namespace umfi::forest
