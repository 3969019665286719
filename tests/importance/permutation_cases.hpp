// What the tests of both permutation importances run on.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "forest/random_tables.hpp"
#include "umfi/workers.hpp"

namespace umfi {

// Random tables with ties, copies and categories, and forests on them.
struct PermutationCase {
  std::size_t classes = 0;
  Model model = Model::forest;
  std::size_t rows = 90;

  forest::RandomTable table(std::uint64_t seed) const {
    forest::RandomTable table({.rows = rows, .features = 1 + seed % 7, .classes = classes}, seed);
    if (seed % 3 == 0) table.take_some_rows();
    return table;
  }
  forest::ForestOptions options(std::uint64_t seed) const {
    return {.model = model, .trees = 7, .seed = seed, .repeat = static_cast<std::uint32_t>(seed % 2)};
  }
};

inline constexpr PermutationCase permutation_cases[] = {
    {.classes = 0, .model = Model::forest},
    {.classes = 0, .model = Model::extratrees},
    {.classes = 2, .model = Model::forest},
    {.classes = 4, .model = Model::extratrees},
    {.classes = 9, .model = Model::forest},
    {.classes = 0, .model = Model::forest, .rows = 3},  // some trees have no out-of-bag row
};

inline std::string name_of_case(const testing::TestParamInfo<PermutationCase>& info) {
  const PermutationCase& c = info.param;
  return (c.classes == 0 ? "numbers" : std::to_string(c.classes) + "_classes") +
         (c.model == Model::forest ? "_forest_" : "_extratrees_") + std::to_string(c.rows) + "_rows";
}

// A table with given columns.
class OwnTable {
 public:
  // `classes` 0: a numeric response. Features are numbers where `is_ordered` says so, or says nothing.
  OwnTable(std::vector<std::vector<double>> features, const std::vector<double>& y, std::size_t classes = 0,
           const std::vector<bool>& is_ordered = {})
      : values_(std::move(features)),
        response_(classes == 0 ? forest::Response::regression(y) : forest::Response::classification(y, classes)),
        rows_(y.size()) {
    for (std::size_t f = 0; f < values_.size(); ++f)
      columns_.push_back(forest::rank_column(values_[f], is_ordered.empty() || is_ordered[f]));
    std::vector<const forest::FeatureColumn*> pointers;
    for (const forest::FeatureColumn& column : columns_) pointers.push_back(&column);
    view_ = forest::FeatureView(pointers);
    std::iota(rows_.begin(), rows_.end(), 0U);
  }
  OwnTable(const OwnTable&) = delete;
  OwnTable& operator=(const OwnTable&) = delete;

  forest::TrainingData data() const { return {view_, response_, rows_}; }

 private:
  std::vector<std::vector<double>> values_;
  std::vector<forest::FeatureColumn> columns_;
  forest::FeatureView view_{{}};
  forest::Response response_;
  std::vector<std::uint32_t> rows_;
};

// Uniform on [0, 1).
inline std::vector<double> random_values(std::size_t count, std::uint64_t seed) {
  Stream stream(stream_key({.seed = seed, .purpose = Purpose::simulation}), 1);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(stream.uniform());
  return values;
}

template <class Method>
std::vector<double> with_threads(int threads, const Method& method, const forest::TrainingData& data,
                                 const forest::ForestOptions& options) {
  Context context;
  context.threads = threads;
  Workers workers(context);
  return method(data, options, workers, {});
}

}  // namespace umfi
