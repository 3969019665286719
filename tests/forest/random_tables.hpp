// Random small tables for comparing forests: ties, constants, duplicates, mirrored copies and categories.
#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <vector>

#include "core/distributions.hpp"
#include "forest/forest.hpp"

namespace umfi::forest {

struct RandomTableOptions {
  std::size_t rows = 40;
  std::size_t features = 5;
  std::size_t classes = 0;     // 0: a numeric response
  bool is_continuous = false;  // no ties, categories or copies
};

// Owns what TrainingData points to.
class RandomTable {
 public:
  RandomTable(const RandomTableOptions& options, std::uint64_t seed)
      : stream_(stream_key({.seed = seed, .purpose = Purpose::simulation}), 1) {
    for (std::size_t f = 0; f < options.features; ++f) {
      bool is_ordered = true;
      auto values = std::make_unique<std::vector<double>>(make_feature(options, is_ordered));
      columns_.push_back(std::make_unique<FeatureColumn>(rank_column(*values, is_ordered)));
      columns_.back()->is_discrete = !options.is_continuous && seed % 2 == 0 && columns_.back()->distinct < 10;
      values_.push_back(std::move(values));
    }
    std::vector<const FeatureColumn*> pointers;
    for (const auto& column : columns_) pointers.push_back(column.get());
    view_ = std::make_unique<FeatureView>(pointers);
    make_response(options);
    rows_.resize(options.rows);
    std::iota(rows_.begin(), rows_.end(), 0U);
  }

  TrainingData data() const { return {*view_, response_, rows_}; }
  // Leaves out about a third of the rows.
  void take_some_rows() {
    std::vector<std::uint32_t> kept;
    for (const auto row : rows_)
      if (stream_.below(3) > 0) kept.push_back(row);
    rows_ = kept;
  }

  // The same features, but the cells of these ones in another order. Names of features that do not exist are ignored.
  FeatureView with_shuffled_columns(std::initializer_list<std::size_t> which, std::uint64_t seed) const {
    std::vector<const FeatureColumn*> pointers;
    for (std::size_t f = 0; f < view_->size(); ++f) pointers.push_back(&(*view_)[f]);
    Stream stream(stream_key({.seed = seed, .purpose = Purpose::simulation}), 2);
    for (const std::size_t f : which) {
      if (f >= view_->size()) continue;
      auto values = std::make_unique<std::vector<double>>(*values_[f]);
      shuffle<double>(*values, stream);
      replaced_.push_back(std::make_unique<FeatureColumn>(rank_column(*values, (*view_)[f].is_ordered)));
      replaced_.back()->is_discrete = (*view_)[f].is_discrete;
      replaced_values_.push_back(std::move(values));
      pointers[f] = replaced_.back().get();
    }
    return FeatureView(std::move(pointers));
  }

 private:
  std::vector<double> make_feature(const RandomTableOptions& options, bool& is_ordered) {
    const std::size_t rows = options.rows;
    const std::uint32_t type = options.is_continuous ? 0 : stream_.below(8);
    is_ordered = type != 6 && type != 7;
    const std::uint32_t levels = 2 + stream_.below(6);
    const std::vector<double>* original =
        values_.empty() ? nullptr : values_[stream_.below(static_cast<std::uint32_t>(values_.size()))].get();
    std::vector<double> values;
    for (std::size_t row = 0; row < rows; ++row) {
      double value = draw_normal(stream_);
      if (type == 1) value = std::round(value * 2);                         // many ties
      if (type == 2) value = 7;                                             // constant
      if (type == 3 && original != nullptr) value = (*original)[row];       // a copy
      if (type == 4 && original != nullptr) value = -(*original)[row];      // a mirrored copy
      if (type == 5) value = static_cast<double>(stream_.below(2));         // binary
      if (!is_ordered) value = static_cast<double>(stream_.below(levels));  // categories
      values.push_back(value);
    }
    return values;
  }

  void make_response(const RandomTableOptions& options) {
    std::vector<double> y;
    const bool has_ties = stream_.below(2) == 0;
    for (std::size_t row = 0; row < options.rows; ++row) {
      const double signal = (*values_[0])[row] + draw_normal(stream_);
      if (options.classes == 0) {
        y.push_back(has_ties ? std::round(signal) : signal);
      } else if (row < options.classes) {
        y.push_back(static_cast<double>(row));  // every class occurs
      } else {
        const double label = std::floor((signal + 3) / 6 * static_cast<double>(options.classes));
        y.push_back(std::clamp(label, 0.0, static_cast<double>(options.classes - 1)));
      }
    }
    response_ = options.classes == 0 ? Response::regression(y) : Response::classification(y, options.classes);
  }

  Stream stream_;
  std::vector<std::unique_ptr<std::vector<double>>> values_;
  std::vector<std::unique_ptr<FeatureColumn>> columns_;
  std::unique_ptr<FeatureView> view_;
  Response response_;
  std::vector<std::uint32_t> rows_;
  mutable std::vector<std::unique_ptr<std::vector<double>>> replaced_values_;
  mutable std::vector<std::unique_ptr<FeatureColumn>> replaced_;
};

}  // namespace umfi::forest
