#include "stats/independence.hpp"

#include <algorithm>

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
  double sum = 0;
  auto item = grouped_.begin();
  for (std::size_t label = 0; label < first_->size(); ++label) {
    met_.clear();
    for (const auto end = item + first_->frequency(label); item != end; ++item)
      if (together_[second[*item]]++ == 0) met_.push_back(second[*item]);
    double row = 0;
    for (const std::uint32_t other : met_) {
      const double observed = together_[other];
      row += observed * observed / second.frequency(other);
      together_[other] = 0;
    }
    sum += row / first_->frequency(label);
  }
  return static_cast<double>(first_->items()) * (sum - 1);
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
