// Importance methods: what a feature adds, in one sense or another.
//
// A MethodEntry says what others need to know about a method. Its `measure` computes the measures that a repeat misses
// and hands over each as soon as it is finished (RepeatItems); results are read from there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "umfi/item_store.hpp"
#include "umfi/option.hpp"
#include "umfi/power.hpp"
#include "umfi/remover.hpp"
#include "umfi/sample.hpp"

namespace umfi {

// What one repeat gives for one subject: the score and, where it is a difference of two powers, these.
struct FeatureMeasure {
  double value = 0;
  double with = std::numeric_limits<double>::quiet_NaN();
  double without = std::numeric_limits<double>::quiet_NaN();
};

// A power below the floor, which is that of the null model unless told otherwise, is raised to it first.
inline FeatureMeasure measure_of(double with, double without, double floor) {
  const double raised_with = std::max(with, floor);
  const double raised_without = std::max(without, floor);
  return {raised_with - raised_without, raised_with, raised_without};
}

// What one repeat gives.
struct Measures {
  double full = 0;                       // nu(F)
  std::vector<FeatureMeasure> features;  // in the order of the subjects
};

// Which repeat: where its items are kept, and which random numbers it takes.
struct RepeatName {
  std::string stage;
  std::string full_stage;  // of nu(F), which all methods of a study have in common
  std::uint32_t number = 0;
  std::uint32_t stream = 0;  // of the random numbers; no two repeats of a study share one
};

// The items of one repeat of a method: nu of all features, and the measure of each subject.
class RepeatItems {
 public:
  // The store must outlive it. `wanted`: the subjects to be measured here.
  RepeatItems(ItemStore& store, RepeatName name, std::vector<std::size_t> wanted)
      : store_(&store), name_(std::move(name)), wanted_(std::move(wanted)) {}

  std::uint32_t number() const { return name_.number; }
  std::uint32_t stream() const { return name_.stream; }
  bool has(std::size_t subject) const;
  // The wanted subjects that are not measured yet.
  std::vector<std::size_t> missing() const;
  void keep(std::size_t subject, const FeatureMeasure& measure) const;

  // nu(F).
  bool has_full() const;
  void keep_full(double full) const;
  // Computes it where it is missing.
  template <class Compute>
  void need_full(const Compute& compute) const {
    if (!has_full()) keep_full(compute());
  }

  // Work that a method does on the way to its measures, block by block.
  std::optional<std::vector<double>> find_block(std::size_t block) const;
  void keep_block(std::size_t block, std::span<const double> values) const;

 private:
  ItemStore* store_;
  RepeatName name_;
  std::vector<std::size_t> wanted_;
};

// What a method works on.
struct MethodInput {
  const FeatureView& features;
  std::span<const Subject> subjects;
  const Target& target;
  Sample sample;
  const Power& power;
  const Remover* remover = nullptr;  // for methods that take one
  double floor = 0;                  // powers below it are raised to it
  OptionValues options;              // every option of the method's entry
  std::uint64_t seed = 1;
  std::span<const RepeatItems> repeats;       // of this sample
  std::function<void(std::size_t)> progress;  // called by any thread with steps done
};

// How many steps a method takes, for progress.
struct StepCount {
  std::size_t subjects = 0;
  std::size_t power_steps = 1;  // of one call of nu_variants
  const OptionValues& options;
};

// How copies of a feature are compared with it, where a method has an exchangeable null.
enum class RelationTest : std::uint8_t {
  none,
  beside_freed,  // each beside S_i
  alone,         // each by itself
};

// A method in the words of a paper.
struct MethodText {
  std::string name;   // with who proposed it
  std::string score;  // what its score is
};

// What a comparison makes of a method that could take very long.
struct EffortFit {
  bool is_possible = true;
  OptionValues settings;  // that it is to have
  std::string note = {};  // what the user should know; empty: nothing
};

// What others need to know about a method.
struct MethodEntry {
  std::string name = {};
  std::string question = {};  // which question its score answers, in one sentence
  std::vector<OptionEntry> options = {};
  bool takes_remover = false;
  std::string power = {};  // the only power it works with; empty: any
  RelationTest relation = RelationTest::none;
  // The methods that say what a score is made of: what the feature says alone, and given all others; empty: none.
  std::string alone_by = {};
  std::string given_others_by = {};
  std::string regression_unit = {};  // of scores for a response of numbers, where it is not the power's metric
  // Whether one subject can be measured without the others.
  bool is_by_subject = false;
  // What tells its stage from those of the same method with other options; empty function: nothing.
  std::function<std::string(const OptionValues&)> stage_suffix = {};
  // Throws UsageError where it would train an absurd number of models.
  std::function<void(const OptionValues&, std::size_t subjects)> check = {};
  // How it takes part in a comparison of this many subjects; empty function: as it is. Where it was not asked for by name
  // it may be left out.
  std::function<EffortFit(const OptionValues& settings, std::size_t subjects, bool is_asked_for)> fit_effort = {};
  // The steps of one repeat, and those of them that a repeat still needs.
  std::function<std::size_t(const StepCount&)> steps;
  std::function<std::size_t(const StepCount&, const RepeatItems&)> missing_steps;
  // Completes the repeats.
  std::function<void(const MethodInput&, Workers&)> measure;
  std::function<MethodText(const OptionValues&)> text = {};
  // What predicts, for the methods section of a paper, where the power's own sentence does not fit.
  std::function<std::string(const OptionValues&)> model_sentence = {};
};

}  // namespace umfi
