#include "importance/ultra_marginal.hpp"

#include <algorithm>

#include "importance/freed_blocks.hpp"

namespace umfi {
namespace {

// Per feature its set with x_i and the one without; before them, where it is asked for, all features as they are.
std::vector<FeatureVariant> variants_of(const std::vector<const FreedView*>& features, bool with_full) {
  std::vector<FeatureVariant> variants;
  if (with_full) variants.emplace_back();
  for (const FreedView* freed : features) {
    variants.push_back({.columns = &freed->view});
    variants.push_back({.columns = &freed->view, .without = freed->subject});
  }
  return variants;
}

// The subjects that some repeat misses.
std::vector<std::size_t> missing_subjects(std::span<const RepeatItems> repeats) {
  std::vector<std::size_t> missing;
  for (const RepeatItems& repeat : repeats) {
    const std::vector<std::size_t> more = repeat.missing();
    missing.insert(missing.end(), more.begin(), more.end());
  }
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  return missing;
}

void measure_block(const MethodInput& input, const std::vector<FreedView>& block, const RepeatItems& repeat,
                   Workers& workers) {
  std::vector<const FreedView*> missing;
  for (const FreedView& freed : block)
    if (!repeat.has(freed.place)) missing.push_back(&freed);
  if (missing.empty()) return;
  const bool with_full = !repeat.has_full();
  const std::vector<FeatureVariant> variants = variants_of(missing, with_full);
  const std::vector<Score> scores = input.power.nu_variants({.features = input.features,
                                                             .variants = variants,
                                                             .repeat = repeat.stream(),
                                                             .step_done = [&] { input.progress(missing.size()); }},
                                                            workers);
  if (with_full) repeat.keep_full(scores.front().value);
  for (std::size_t k = 0; k < missing.size(); ++k) {
    const std::size_t s = (with_full ? 1 : 0) + 2 * k;
    repeat.keep(missing[k]->place, measure_of(scores[s].value, scores[s + 1].value, input.floor));
  }
}

}  // namespace

void measure_ultra_marginal(const MethodInput& input, Workers& workers) {
  FreedBlocks blocks({input.features, input.subjects, *input.remover, input.power}, missing_subjects(input.repeats),
                     workers);
  for (std::vector<FreedView> block = blocks.next(); !block.empty(); block = blocks.next())
    for (const RepeatItems& repeat : input.repeats) measure_block(input, block, repeat, workers);
  for (const RepeatItems& repeat : input.repeats)
    repeat.need_full([&] { return input.power.nu(input.features, repeat.stream(), workers).value; });
}

MethodEntry ultra_marginal_entry() {
  return {.name = "umfi",
          .question = "how much does the feature say about the target that features freed of it cannot? Zero for "
                      "unrelated features, as far as removal works",
          .takes_remover = true,
          .relation = RelationTest::beside_freed,
          .alone_by = "bivariate",
          .given_others_by = "ablation",
          .is_by_subject = true,
          .steps = [](const StepCount& count) { return count.subjects * count.power_steps; },
          .missing_steps =
              [](const StepCount& count, const RepeatItems& repeat) {
                return repeat.missing().size() * count.power_steps;
              },
          .measure = measure_ultra_marginal,
          .text =
              [](const OptionValues&) {
                return MethodText{
                    "ultra-marginal feature importance (Janssen, Guan and Robeva, 2023)",
                    "the difference in predictive power between the feature together with all other features, after "
                    "these have been freed of their dependence on it, and the freed features alone"};
              }};
}

}  // namespace umfi
