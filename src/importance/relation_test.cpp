#include "importance/relation_test.hpp"

#include <algorithm>
#include <deque>
#include <optional>

namespace umfi {
namespace {

// A feature under test: what it and its copies stand beside in this round, and what was found so far.
struct Candidate {
  std::size_t subject = 0;
  std::size_t feature = 0;
  std::size_t place = 0;  // of the feature in the view
  const FeatureView* view = nullptr;
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

// How much more a value is than the mean of as many others as a copy of the round has.
double gain_over_copies(double value, std::span<const double> copies) {
  const auto others = copies.first(copies.size() - 1);
  double sum = 0;
  for (const double other : others) sum += value - other;
  return sum / static_cast<double>(others.size());
}

// Of the round's members, x_i itself is the first in the first round.
void add_members(Candidate& candidate, std::span<const double> statistics, bool is_freed) {
  PermutationSample& sample = candidate.sample;
  const auto copies = statistics.subspan(candidate.is_first_round() ? 1 : 0);
  if (candidate.is_first_round()) sample.observed = is_freed ? gain_over_copies(statistics[0], copies) : statistics[0];
  const std::vector<double> gains =
      is_freed ? gains_over_others(copies) : std::vector<double>(copies.begin(), copies.end());
  sample.permuted.insert(sample.permuted.end(), gains.begin(), gains.end());
}

class CopyGrower {
 public:
  CopyGrower(const FeatureView& features, const CopyTest& test, const Power& power, Workers& workers)
      : features_(features), test_(test), power_(power), workers_(workers) {}

  // Adds this round's members to the samples. `base` is what views are compared with.
  void add_round(const FeatureView& base, std::span<Candidate> candidates) const {
    const std::vector<Member> members = members_of(candidates);
    std::deque<FeatureView> views;
    std::vector<FeatureVariant> variants;
    for (const Member& member : members) {
      views.push_back(view_of(candidates[member.candidate], member));
      variants.push_back({.columns = &views.back()});
    }
    const std::vector<Score> scores = power_.nu_variants({.features = base, .variants = variants}, workers_);
    std::vector<std::vector<double>> statistics(candidates.size());
    for (std::size_t m = 0; m < members.size(); ++m)
      statistics[members[m].candidate].push_back(scores[m].test_statistic);
    for (std::size_t c = 0; c < candidates.size(); ++c)
      add_members(candidates[c], statistics[c], test_.plans[candidates[c].subject].is_freed());
  }

 private:
  // x_i itself, or a copy.
  struct Member {
    std::size_t candidate = 0;
    std::optional<std::uint32_t> copy;
    std::unique_ptr<const FeatureColumn> column;  // of the copy
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
      if (!members[m].copy) return;
      members[m].column = replaced_column(features_[feature], test_.permuted.column(feature, *members[m].copy));
      power_.prepare(*members[m].column);
    });
    return members;
  }

  static FeatureView view_of(const Candidate& candidate, const Member& member) {
    return member.copy ? candidate.view->with(candidate.place, *member.column) : *candidate.view;
  }

  const FeatureView& features_;
  const CopyTest& test_;
  const Power& power_;
  Workers& workers_;
};

// How many features are tested together. More share more of their trees, and take memory for each of their copies and
// for the terms that S_i is freed of.
std::size_t tested_together(const CopyTest& test) {
  constexpr std::size_t most_features = 12;
  constexpr std::size_t most_cells = 8'000'000;
  std::size_t cells = 1;
  for (const CopyPlan& plan : test.plans)
    cells = std::max(cells, test.permuted.data().sample.size() * plan.copies + plan.freed_terms * plan.freed_terms);
  return std::clamp<std::size_t>(most_cells / cells, 1, most_features);
}

void drop_decided(std::vector<Candidate>& candidates, const CopyTest& test) {
  std::erase_if(candidates, [&](const Candidate& candidate) {
    const bool is_decided = candidate.sample.permuted.size() >= CopyPlan::most || test.is_decided(candidate.sample);
    if (is_decided) test.sample_done(candidate.subject, candidate.sample);
    return is_decided;
  });
}

// The same features beside an S_i for every round of copies.
class FreedRounds {
 public:
  FreedRounds(const UltraMarginalData& data, const CopyTest& test, const CopyGrower& grower, Workers& workers)
      : data_(data),
        test_(test),
        grower_(grower),
        workers_(workers),
        ranges_(data.features.size()),
        remover_(data.remover, test.permuted, test.shapes, ranges_) {}
  FreedRounds(const FreedRounds&) = delete;  // its remover looks at its ranges
  FreedRounds& operator=(const FreedRounds&) = delete;

  void add_round(std::uint32_t number, std::vector<Candidate>& candidates) {
    std::vector<std::size_t> subjects;
    for (Candidate& candidate : candidates) {
      subjects.push_back(candidate.subject);
      const CopyPlan& plan = test_.plans[candidate.subject];
      candidate.copies = plan.round(number);
      ranges_[candidate.feature] = plan.is_freed() ? candidate.copies : CopyRange{};
    }
    FreedBlocks blocks({data_.features, data_.subjects, remover_, data_.power}, std::move(subjects), workers_);
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
  std::vector<CopyRange> ranges_;  // what S_i is freed of in this round, per feature
  ExchangeableRemover remover_;
};

}  // namespace

CopyPlan plan_for_freed(std::size_t rows, std::size_t terms_per_copy) {
  constexpr std::size_t most_terms = 1500;
  const auto terms = [&](std::uint32_t copies) { return (1 + copies) * terms_per_copy; };
  for (const std::uint32_t copies : {20U, 10U, 5U})
    if (8 * terms(copies) <= rows && terms(copies) <= most_terms) return {copies, terms(copies)};
  if (2 * (1 + terms(4)) <= rows && terms(4) <= most_terms) return {4, terms(4)};
  return {};
}

void sample_beside_freed(const UltraMarginalData& data, const std::vector<std::size_t>& wanted, const CopyTest& test,
                         Workers& workers) {
  const CopyGrower grower(data.features, test, data.power, workers);
  FreedRounds rounds(data, test, grower, workers);
  const std::size_t together = tested_together(test);
  for (std::size_t begin = 0; begin < wanted.size(); begin += together) {
    std::vector<Candidate> candidates;
    for (std::size_t k = begin; k < std::min(begin + together, wanted.size()); ++k) {
      const std::size_t feature = data.subjects[wanted[k]].column();
      candidates.push_back({wanted[k], feature, feature, nullptr, {}, {}});
    }
    for (std::uint32_t round = 0; !candidates.empty(); ++round) {
      rounds.add_round(round, candidates);
      drop_decided(candidates, test);
    }
  }
}

void sample_alone(const AloneData& data, const std::vector<std::size_t>& wanted, const CopyTest& test,
                  Workers& workers) {
  const CopyGrower grower(data.features, test, data.power, workers);
  workers.for_each(wanted.size(), [&](std::size_t k) {
    const std::size_t feature = data.subjects[wanted[k]].column();
    const FeatureView alone({&data.features[feature]});
    std::vector<Candidate> candidates{{wanted[k], feature, 0, &alone, {}, {}}};
    for (std::uint32_t round = 0; !candidates.empty(); ++round) {
      candidates.front().copies = test.plans[wanted[k]].round(round);
      grower.add_round(alone, candidates);
      drop_decided(candidates, test);
    }
  });
}

}  // namespace umfi
