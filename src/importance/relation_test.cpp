#include "importance/relation_test.hpp"

#include <algorithm>
#include <deque>
#include <optional>

namespace umfi {
namespace {

// A feature under test: what it and its copies stand beside in this round, and what was found so far.
struct Candidate {
  std::size_t feature = 0;
  std::size_t place = 0;  // of the feature in the view
  const forest::FeatureView* view = nullptr;
  CopyRange copies;  // of this round
  PermutationSample sample;

  bool is_first_round() const { return copies.begin == 0; }
};

// How much more each value is than the mean of the others. Equal values give exactly zero.
std::vector<double> gains_over_others(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value - values[0];
  const auto others = static_cast<double>(values.size() - 1);
  std::vector<double> gains;
  for (const double value : values) {
    const double own = value - values[0];
    gains.push_back(own - (sum - own) / others);
  }
  return gains;
}

// x_i itself is the first member of the first round.
void add_members(Candidate& candidate, std::span<const double> values) {
  PermutationSample& sample = candidate.sample;
  if (candidate.is_first_round()) sample.observed = values[0];
  sample.permuted.insert(sample.permuted.end(), values.begin() + (candidate.is_first_round() ? 1 : 0), values.end());
}

class CopyGrower {
 public:
  CopyGrower(const forest::FeatureView& features, bool needs_ranks, const CopyTest& test, const Power& power,
             Workers& workers)
      : features_(features), needs_ranks_(needs_ranks), test_(test), power_(power), workers_(workers) {}

  // Adds this round's members to the samples. `base` is what views are compared with.
  void add_round(const forest::FeatureView& base, std::span<Candidate> candidates) const {
    const std::vector<Member> members = members_of(candidates);
    std::deque<forest::FeatureView> views;
    std::vector<FeatureVariant> variants;
    for (const Member& member : members) {
      views.push_back(view_of(candidates[member.candidate], member));
      variants.push_back({.columns = &views.back()});
    }
    const std::vector<Score> scores = power_.nu_variants(base, variants, 0, workers_, {});
    std::vector<std::vector<double>> supports(candidates.size());
    for (std::size_t m = 0; m < members.size(); ++m) supports[members[m].candidate].push_back(scores[m].support);
    for (std::size_t c = 0; c < candidates.size(); ++c)
      add_members(candidates[c],
                  test_.plans[candidates[c].feature].is_freed ? gains_over_others(supports[c]) : supports[c]);
  }

 private:
  // x_i itself, or a copy.
  struct Member {
    std::size_t candidate = 0;
    std::optional<std::uint32_t> copy;
    forest::OwnedColumn column;  // of the copy
  };

  std::vector<Member> members_of(std::span<const Candidate> candidates) const {
    std::vector<Member> members;
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      if (candidates[c].is_first_round()) members.push_back({c, {}, {}});
      for (std::uint32_t copy = candidates[c].copies.begin; copy < candidates[c].copies.end; ++copy)
        members.push_back({c, copy, {}});
    }
    workers_.for_each(members.size(), [&](std::size_t m) {
      const std::size_t feature = candidates[members[m].candidate].feature;
      if (members[m].copy)
        members[m].column =
            forest::replace_values(features_[feature], test_.permuted.column(feature, *members[m].copy), needs_ranks_);
    });
    return members;
  }

  static forest::FeatureView view_of(const Candidate& candidate, const Member& member) {
    std::vector<const forest::FeatureColumn*> columns;
    for (std::size_t j = 0; j < candidate.view->size(); ++j) columns.push_back(&(*candidate.view)[j]);
    if (member.copy) columns[candidate.place] = &member.column.column;
    return forest::FeatureView(std::move(columns));
  }

  const forest::FeatureView& features_;
  bool needs_ranks_;
  const CopyTest& test_;
  const Power& power_;
  Workers& workers_;
};

// How many features are tested together. More share more of their trees, and take memory for each of their copies.
constexpr std::size_t tested_together = 12;

void drop_decided(std::vector<Candidate>& candidates, const CopyTest& test, const SampleDone& sample_done) {
  std::erase_if(candidates, [&](const Candidate& candidate) {
    const bool is_decided = candidate.sample.permuted.size() >= CopyPlan::most || test.is_decided(candidate.sample);
    if (is_decided) sample_done(candidate.feature, candidate.sample);
    return is_decided;
  });
}

// The same features beside an S_i for every round of copies.
class FreedRounds {
 public:
  FreedRounds(const UltraMarginalData& data, std::span<const FreedShape> shapes, const CopyTest& test,
              const CopyGrower& grower, Workers& workers)
      : data_(data),
        test_(test),
        grower_(grower),
        workers_(workers),
        ranges_(data.features.size()),
        remover_(data.remover, test.permuted, shapes, ranges_) {}

  void add_round(std::uint32_t number, std::vector<Candidate>& candidates) {
    std::vector<std::size_t> features;
    for (Candidate& candidate : candidates) {
      features.push_back(candidate.feature);
      candidate.copies = test_.plans[candidate.feature].round(number);
      ranges_[candidate.feature] = candidate.copies;
    }
    FreedBlocks blocks({data_.features, remover_, data_.needs_ranks}, std::move(features), workers_);
    std::size_t next = 0;
    for (auto block = blocks.next(); !block.empty(); block = blocks.next()) {
      const std::span<Candidate> some(candidates.data() + next, block.size());
      for (std::size_t k = 0; k < block.size(); ++k) some[k].view = &block[k].view;
      grower_.add_round(data_.features, some);
      next += block.size();
    }
  }

 private:
  const UltraMarginalData& data_;
  const CopyTest& test_;
  const CopyGrower& grower_;
  Workers& workers_;
  std::vector<CopyRange> ranges_;  // of this round, per feature
  ExchangeableRemover remover_;
};

}  // namespace

CopyRange CopyPlan::round(std::uint32_t number) const {
  return {std::max(members * number, 1U) - 1, members * (number + 1) - 1};
}

CopyPlan plan_for_freed(std::size_t rows, std::size_t terms_per_copy) {
  constexpr std::size_t least_rows_per_term = 8;
  for (const std::uint32_t members : {20U, 10U, 5U})
    if (least_rows_per_term * members * terms_per_copy <= rows) return {members, true};
  return {4, true};
}

void sample_ultra_marginal(const UltraMarginalData& data, std::span<const FreedShape> shapes,
                           const std::vector<std::size_t>& wanted, const CopyTest& test, const Power& power,
                           Workers& workers, const SampleDone& sample_done) {
  const CopyGrower grower(data.features, data.needs_ranks, test, power, workers);
  FreedRounds rounds(data, shapes, test, grower, workers);
  for (std::size_t begin = 0; begin < wanted.size(); begin += tested_together) {
    std::vector<Candidate> candidates;
    for (std::size_t k = begin; k < std::min(begin + tested_together, wanted.size()); ++k)
      candidates.push_back({wanted[k], wanted[k], nullptr, {}, {}});
    for (std::uint32_t round = 0; !candidates.empty(); ++round) {
      rounds.add_round(round, candidates);
      drop_decided(candidates, test, sample_done);
    }
  }
}

void sample_bivariate(const forest::FeatureView& features, bool needs_ranks, const std::vector<std::size_t>& wanted,
                      const CopyTest& test, const Power& power, Workers& workers, const SampleDone& sample_done) {
  const CopyGrower grower(features, needs_ranks, test, power, workers);
  workers.for_each(wanted.size(), [&](std::size_t k) {
    const forest::FeatureView alone({&features[wanted[k]]});
    std::vector<Candidate> candidates{{wanted[k], 0, &alone, {}, {}}};
    for (std::uint32_t round = 0; !candidates.empty(); ++round) {
      candidates.front().copies = test.plans[wanted[k]].round(round);
      grower.add_round(alone, candidates);
      drop_decided(candidates, test, sample_done);
    }
  });
}

}  // namespace umfi
