// Predictive power: how well the response is predicted from a set of features, nu(S).
//
// The seam between importance methods and models: a method asks for nu of sets of columns and does not know what
// predicts. A power of your own is a class derived from Power and a PowerEntry that makes it; see
// examples/own_power.cpp.
//
//   class Correlation final : public umfi::Power { ... };
//   umfi::Parts parts = umfi::built_in_parts();
//   parts.powers.push_back({.name = "correlation", .make = make_correlation, ...});
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "umfi/feature_view.hpp"
#include "umfi/option.hpp"
#include "umfi/sample.hpp"
#include "umfi/workers.hpp"

namespace umfi {

struct Score {
  double value = 0;           // nu(S), in the power's metric
  double test_statistic = 0;  // what the test of relation compares: nu(S) itself, or something smoother
};

// A set that differs little from another one.
struct FeatureVariant {
  // What it holds in each place, where not the other set's columns; as many, in the same order. Columns that are the
  // same object as the other set's, or as another variant's, are what can save work.
  const FeatureView* columns = nullptr;
  // The subject it does without.
  const Subject* without = nullptr;
};

// The columns that a variant of these features holds.
FeatureView columns_of(const FeatureVariant& variant, const FeatureView& features);

class Power {
 public:
  virtual ~Power() = default;

  // nu of no features: the null model.
  virtual Score null() const = 0;
  // nu(S). Repeats differ only in the random numbers of the model. May be called by several threads at once.
  virtual Score nu(const FeatureView& features, std::uint32_t repeat, Workers& workers) const = 0;

  // Several sets, and what is called when work on them advances.
  struct VariantQuery {
    const FeatureView& features;
    std::span<const FeatureVariant> variants;
    std::uint32_t repeat = 0;
    std::function<void()> step_done = {};  // called steps() times, by any thread
  };
  // nu of every variant. Models that can evaluate them together, with less work and less noise in their differences, do
  // so.
  virtual std::vector<Score> nu_variants(const VariantQuery& query, Workers& workers) const;
  virtual std::size_t steps() const { return 1; }

  // Called for each new column by the thread that made it, before it is looked at: the place for making ranks and the
  // like, which are kept in the column's cache. And about how many bytes a cell then takes.
  virtual void prepare(const FeatureColumn&) const {}
  virtual std::size_t bytes_per_cell() const { return sizeof(double); }
  // In which scale freed features serve it best.
  virtual FreedScale freed_scale() const { return FreedScale::units; }
};

// What nu is measured in.
struct Metric {
  std::string name;        // in results: "r2"
  std::string title;       // in texts: "R²"
  bool is_unit = false;    // stands behind the number, not before it
  std::string null_model;  // what the null model does: "always predicting the mean"
};

struct PowerSettings {
  OptionValues options;   // every option of its entry
  std::uint64_t seed = 1;
  bool is_for_test = false;  // the test of relation compares scores that hardly differ: it may need more effort
};

// What others need to know about a power.
struct PowerEntry {
  std::string name;
  std::vector<OptionEntry> options = {};
  std::vector<Task> tasks;  // that it serves
  bool is_random = true;    // whether repeats on the same rows differ
  std::function<Metric(Task)> metric;
  // Target and sample must outlive the power.
  std::function<std::unique_ptr<const Power>(const Target&, const Sample&, const PowerSettings&)> make;
  // "forest of 100 trees", for the head of a table.
  std::function<std::string(const OptionValues&)> label;
  // A sentence on it for the methods section of a paper.
  std::function<std::string(Task, const OptionValues&)> sentence;
};

}  // namespace umfi
