#include "importance/ablation.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace umfi {
namespace {

// How many forests without a feature are grown together.
constexpr std::size_t at_a_time = 256;

// The blocks in which this many missing features are measured.
std::size_t ablation_blocks(std::size_t features) {
  return (features + at_a_time - 1) / at_a_time;
}

void ablate(const MethodInput& input, const RepeatItems& repeat, Workers& workers) {
  const std::vector<std::size_t> missing = repeat.missing();
  for (std::size_t first = 0; first < missing.size(); first += at_a_time) {
    const auto block = std::span(missing).subspan(first, std::min(at_a_time, missing.size() - first));
    // The forest on all features leads every block: what does not differ from it need not be grown.
    std::vector<FeatureVariant> variants(1);
    for (const std::size_t i : block) variants.push_back({.without = &input.subjects[i]});
    const std::vector<Score> scores = input.power.nu_variants({.features = input.features,
                                                               .variants = variants,
                                                               .repeat = repeat.stream(),
                                                               .step_done = [&] { input.progress(1); }},
                                                              workers);
    const double full = scores.front().value;
    repeat.need_full([&] { return full; });
    for (std::size_t k = 0; k < block.size(); ++k)
      repeat.keep(block[k], measure_of(full, scores[k + 1].value, input.floor));
  }
}

FeatureView columns_of_subject(const Subject& subject, const FeatureView& features) {
  std::vector<const FeatureColumn*> columns;
  for (const std::size_t column : subject.columns) columns.push_back(&features[column]);
  return FeatureView(std::move(columns));
}

void measure_alone(const MethodInput& input, const RepeatItems& repeat, Workers& workers) {
  repeat.need_full([&] { return input.power.nu(input.features, repeat.stream(), workers).value; });
  const double null = input.power.null().value;
  const std::vector<std::size_t> missing = repeat.missing();
  workers.for_each(missing.size(), [&](std::size_t k) {
    const FeatureView alone = columns_of_subject(input.subjects[missing[k]], input.features);
    repeat.keep(missing[k], measure_of(input.power.nu(alone, repeat.stream(), workers).value, null, input.floor));
    input.progress(1);
  });
}

}  // namespace

void measure_ablation(const MethodInput& input, Workers& workers) {
  for (const RepeatItems& repeat : input.repeats) ablate(input, repeat, workers);
}

void measure_bivariate(const MethodInput& input, Workers& workers) {
  for (const RepeatItems& repeat : input.repeats) measure_alone(input, repeat, workers);
}

MethodEntry ablation_entry() {
  return {.name = "ablation",
          .question = "what is lost without the feature, all others being there; nothing where others say the same",
          .is_by_subject = true,
          .steps = [](const StepCount& count) { return ablation_blocks(count.subjects) * count.power_steps; },
          .missing_steps =
              [](const StepCount& count, const RepeatItems& repeat) {
                return ablation_blocks(repeat.missing().size()) * count.power_steps;
              },
          .measure = measure_ablation,
          .text =
              [](const OptionValues&) {
                return MethodText{"ablation",
                                  "the loss of predictive power when the feature is left out and all others are kept"};
              }};
}

MethodEntry bivariate_entry() {
  return {.name = "bivariate",
          .question = "what the feature says alone; blind to what appears only together with others",
          .relation = RelationTest::alone,
          .is_by_subject = true,
          .steps = [](const StepCount& count) { return count.subjects; },
          .missing_steps = [](const StepCount&, const RepeatItems& repeat) { return repeat.missing().size(); },
          .measure = measure_bivariate,
          .text =
              [](const OptionValues&) {
                return MethodText{"bivariate importance",
                                  "the predictive power of the feature alone, above that of the null model"};
              }};
}

}  // namespace umfi
