// Whether two labellings of the same items are independent: Pearson's chi-squared test.
//
//   IndependenceTest test(0.05);
//   test.hold_against(colours);
//   bool depends = test.rejects(shapes);
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace umfi {

// Every item has a label, numbered from 0, and every label occurs.
class Labels {
 public:
  Labels() = default;
  // Labels below `bound`, of which some may be missing: those that occur are renumbered, in the same order.
  Labels(std::vector<std::uint32_t> label, std::size_t bound);

  std::size_t items() const { return label_.size(); }
  std::size_t size() const { return frequency_.size(); }
  std::uint32_t operator[](std::size_t item) const { return label_[item]; }
  // How many items have this label.
  std::uint32_t frequency(std::size_t label) const { return frequency_[label]; }
  // The items with this label, one bit each; only where labels are few.
  bool has_bits() const { return !bits_.empty(); }
  std::span<const std::uint64_t> bits(std::size_t label) const { return {bits_.data() + label * words(), words()}; }

 private:
  static constexpr std::size_t few = 8;
  std::size_t words() const { return (label_.size() + 63) / 64; }

  std::vector<std::uint32_t> label_;
  std::vector<std::uint32_t> frequency_;
  std::vector<std::uint64_t> bits_;
};

// Takes time proportional to the items at most, however many combinations of labels there could be.
class IndependenceTest {
 public:
  explicit IndependenceTest(double alpha) : alpha_(alpha) {}

  // Sets the first labelling, which must stay while others are held against it.
  void hold_against(const Labels& first);
  // Whether the statistic has p < alpha. Never, if one of the two has only one label.
  bool rejects(const Labels& second);
  double statistic(const Labels& second);

 private:
  // What a label of the first labelling adds to the sum of observed^2 / (row total * column total).
  double row_from_bits(std::size_t label, const Labels& second) const;
  double row_from_items(std::span<const std::uint32_t> items, const Labels& second);
  double critical_value(std::size_t degrees);

  double alpha_;
  const Labels* first_ = nullptr;
  std::vector<std::uint32_t> grouped_;   // items by their first label
  std::vector<std::uint32_t> next_;      // per first label: where its next item goes
  std::vector<std::uint32_t> together_;  // per second label: items of one first label; zero between uses
  std::vector<std::uint32_t> met_;       // second labels
  std::unordered_map<std::size_t, double> critical_values_;  // by degrees of freedom
};

}  // namespace umfi
