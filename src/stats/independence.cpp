#include "stats/independence.hpp"

#include <algorithm>
#include <bit>

#include "stats/critical_values.hpp"

namespace umfi {

Labels::Labels(std::vector<std::uint32_t> label, std::size_t bound) : label_(std::move(label)) {
  std::vector<std::uint32_t> frequency(bound, 0);
  for (const std::uint32_t l : label_) ++frequency[l];
  std::vector<std::uint32_t> number(bound, 0);
  for (std::size_t l = 0; l < bound; ++l) {
    number[l] = static_cast<std::uint32_t>(frequency_.size());
    if (frequency[l] > 0) frequency_.push_back(frequency[l]);
  }
  for (std::uint32_t& l : label_) l = number[l];
  if (size() > few) return;
  bits_.resize(size() * words(), 0);
  for (std::size_t item = 0; item < items(); ++item)
    bits_[label_[item] * words() + item / 64] |= std::uint64_t{1} << (item % 64);
}

void IndependenceTest::hold_against(const Labels& first) {
  first_ = &first;
  next_.resize(first.size());
  std::uint32_t begin = 0;
  for (std::size_t label = 0; label < first.size(); ++label) {
    next_[label] = begin;
    begin += first.frequency(label);
  }
  grouped_.resize(first.items());
  for (std::uint32_t item = 0; item < first.items(); ++item) grouped_[next_[first[item]]++] = item;
}

// n (sum of observed^2 / (row total * column total) - 1): combinations that do not occur need no look.
double IndependenceTest::statistic(const Labels& second) {
  together_.resize(std::max(together_.size(), second.size()), 0);
  const bool is_small = first_->has_bits() && second.has_bits();
  double sum = 0;
  const std::uint32_t* items = grouped_.data();
  for (std::size_t label = 0; label < first_->size(); ++label) {
    const std::size_t size = first_->frequency(label);
    sum += is_small ? row_from_bits(label, second) : row_from_items({items, size}, second);
    items += size;
  }
  return static_cast<double>(first_->items()) * (sum - 1);
}

double IndependenceTest::row_from_bits(std::size_t label, const Labels& second) const {
  const std::span<const std::uint64_t> row = first_->bits(label);
  const std::uint32_t total = first_->frequency(label);
  std::uint32_t rest = total;
  double sum = 0;
  for (std::size_t other = 0; other < second.size(); ++other) {
    std::uint32_t observed = rest;  // the last label has what the others leave
    if (other + 1 < second.size()) {
      const std::span<const std::uint64_t> column = second.bits(other);
      int common = 0;
      for (std::size_t word = 0; word < row.size(); ++word) common += std::popcount(row[word] & column[word]);
      observed = static_cast<std::uint32_t>(common);
    }
    rest -= observed;
    sum += static_cast<double>(observed) * observed / second.frequency(other);
  }
  return sum / total;
}

double IndependenceTest::row_from_items(std::span<const std::uint32_t> items, const Labels& second) {
  met_.clear();
  for (const std::uint32_t item : items)
    if (together_[second[item]]++ == 0) met_.push_back(second[item]);
  double sum = 0;
  for (const std::uint32_t other : met_) {
    const double observed = together_[other];
    sum += observed * observed / second.frequency(other);
    together_[other] = 0;
  }
  return sum / static_cast<double>(items.size());
}

bool IndependenceTest::rejects(const Labels& second) {
  if (first_->size() < 2 || second.size() < 2) return false;
  return statistic(second) > critical_value((first_->size() - 1) * (second.size() - 1));
}

double IndependenceTest::critical_value(std::size_t degrees) {
  const auto [found, is_new] = critical_values_.try_emplace(degrees, 0);
  if (is_new) found->second = critical_chi_squared(degrees, alpha_);
  return found->second;
}

}  // namespace umfi
