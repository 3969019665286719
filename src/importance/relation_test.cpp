#include "importance/relation_test.hpp"

#include <algorithm>
#include <deque>

namespace umfi {
namespace {

// A feature under test: what its copies stand beside, and what was found so far.
struct Candidate {
  std::size_t feature = 0;
  std::size_t place = 0;  // of the feature in the view
  const forest::FeatureView* view = nullptr;
  PermutationSample* sample = nullptr;
};

class CopyGrower {
 public:
  CopyGrower(const forest::FeatureView& features, bool needs_ranks, const PermutedCopies& permuted, const Power& power,
             const CopyPlan& plan, Workers& workers)
      : features_(features),
        needs_ranks_(needs_ranks),
        permuted_(permuted),
        power_(power),
        plan_(plan),
        workers_(workers) {}

  // Looks at copies until every candidate is decided or has had its most. `base` is what views are compared with.
  void decide(const forest::FeatureView& base, std::vector<Candidate> candidates) const {
    observe(base, candidates);
    for (std::uint32_t next = 0; !candidates.empty();) {
      const std::uint32_t count = next == 0 ? CopyPlan::first : CopyPlan::step;
      add_copies(base, candidates, next, count);
      next += count;
      std::erase_if(candidates, [&](const Candidate& candidate) {
        return next >= plan_.most[candidate.feature] || plan_.is_decided(*candidate.sample);
      });
    }
  }

 private:
  void observe(const forest::FeatureView& base, std::span<const Candidate> candidates) const {
    std::vector<FeatureVariant> variants;
    for (const Candidate& candidate : candidates) variants.push_back({.columns = candidate.view});
    const std::vector<Score> scores = power_.nu_variants(base, variants, 0, workers_, {});
    for (std::size_t c = 0; c < candidates.size(); ++c) candidates[c].sample->observed = scores[c].support;
  }

  void add_copies(const forest::FeatureView& base, std::span<const Candidate> candidates, std::uint32_t first,
                  std::uint32_t count) const {
    const std::size_t members = candidates.size() * count;
    std::vector<forest::OwnedColumn> copies(members);
    workers_.for_each(members, [&](std::size_t m) {
      const std::size_t feature = candidates[m / count].feature;
      const auto number = static_cast<std::uint32_t>(first + m % count);
      copies[m] = forest::replace_values(features_[feature], permuted_.column(feature, number), needs_ranks_);
    });
    std::deque<forest::FeatureView> views;
    std::vector<FeatureVariant> variants;
    for (std::size_t m = 0; m < members; ++m) {
      views.push_back(with_column(candidates[m / count], copies[m].column));
      variants.push_back({.columns = &views.back()});
    }
    const std::vector<Score> scores = power_.nu_variants(base, variants, 0, workers_, {});
    for (std::size_t m = 0; m < members; ++m) candidates[m / count].sample->permuted.push_back(scores[m].support);
  }

  static forest::FeatureView with_column(const Candidate& candidate, const forest::FeatureColumn& column) {
    std::vector<const forest::FeatureColumn*> columns;
    for (std::size_t j = 0; j < candidate.view->size(); ++j)
      columns.push_back(j == candidate.place ? &column : &(*candidate.view)[j]);
    return forest::FeatureView(std::move(columns));
  }

  const forest::FeatureView& features_;
  bool needs_ranks_;
  const PermutedCopies& permuted_;
  const Power& power_;
  const CopyPlan& plan_;
  Workers& workers_;
};

// How many features are tested together. More share more of their trees, and take memory for each of their copies.
constexpr std::size_t tested_together = 12;

}  // namespace

std::uint32_t affordable_copies(std::size_t rows, std::size_t terms_per_copy) {
  const std::size_t members = rows / 5 / std::max<std::size_t>(1, terms_per_copy);
  const std::size_t steps =
      std::clamp<std::size_t>(members / CopyPlan::step, 1, (CopyPlan::most_useful + 1) / CopyPlan::step);
  return static_cast<std::uint32_t>(steps * CopyPlan::step - 1);
}

void sample_ultra_marginal(const UltraMarginalData& data, const std::vector<std::size_t>& wanted,
                           const PermutedCopies& permuted, const Power& power, const CopyPlan& plan, Workers& workers,
                           const SampleDone& sample_done) {
  const CopyGrower grower(data.features, data.needs_ranks, permuted, power, plan, workers);
  FreedBlocks blocks(data, wanted, workers);
  for (auto block = blocks.next(tested_together); !block.empty(); block = blocks.next(tested_together)) {
    std::vector<PermutationSample> samples(block.size());
    std::vector<Candidate> candidates;
    for (std::size_t k = 0; k < block.size(); ++k)
      candidates.push_back({block[k].feature, block[k].feature, &block[k].view, &samples[k]});
    grower.decide(data.features, std::move(candidates));
    for (std::size_t k = 0; k < block.size(); ++k) sample_done(block[k].feature, samples[k]);
  }
}

void sample_bivariate(const forest::FeatureView& features, bool needs_ranks, const std::vector<std::size_t>& wanted,
                      const PermutedCopies& permuted, const Power& power, const CopyPlan& plan, Workers& workers,
                      const SampleDone& sample_done) {
  const CopyGrower grower(features, needs_ranks, permuted, power, plan, workers);
  workers.for_each(wanted.size(), [&](std::size_t k) {
    PermutationSample sample;
    const forest::FeatureView alone({&features[wanted[k]]});
    grower.decide(alone, {{wanted[k], 0, &alone, &sample}});
    sample_done(wanted[k], sample);
  });
}

}  // namespace umfi
