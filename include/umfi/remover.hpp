// Dependence removal: every other feature freed of what it predicts about a subject x_i.
//
// A Remover is prepared once on a sample. For each subject it gives S_i as FreedColumns, which says which columns it
// changes and computes them when asked. A remover of your own is a class derived from Remover and a RemoverEntry that
// makes it; see examples/own_remover.cpp.
//
//   const umfi::RemovalData data(table, sample);
//   const auto remover = entry.make(data, {.options = umfi::with_standards({}, entry.options)});
//   const auto freed = remover->protect(subject);
//   if (freed->changes(j)) use(freed->columns({{j}}, workers).front().values);
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
#include "umfi/table.hpp"
#include "umfi/workers.hpp"

namespace umfi {

// What a remover sees of a feature.
struct RemovalFeature {
  std::span<const double> values;  // per row of the table; a level's index for categories
  bool is_ordered = true;
  bool is_discrete = false;  // few distinct values: probability sits in steps, not in a density
  bool is_grouping = false;  // others are freed of it level by level, not along its values
  // A power of two near its largest value. Removers count in it, so that squares of very large or very small numbers
  // stay in range; no digit changes.
  double unit = 1;
};

// Features and the rows that take part. The table must outlive it.
struct RemovalData {
  RemovalData(const Table& features, const Sample& sample);

  // The cells of one feature in the rows that take part, in its unit.
  std::vector<double> cells(std::size_t feature) const;
  // Values in this unit, for the rows that take part, as a column of the table; other rows are NaN.
  std::vector<double> spread(std::span<const double> cells, double unit) const;
  bool has_discrete_features() const;

  std::vector<RemovalFeature> features;
  Sample sample;
  std::size_t table_rows = 0;
};

// A freed feature: a value or level per row of the table, NaN where a row takes no part.
struct FreedColumn {
  std::vector<double> values;
  // Rows that take part, nearly by ascending value, where that is known: it makes sorting easy.
  std::vector<std::uint32_t> order = {};
};

class FreedColumns {
 public:
  virtual ~FreedColumns() = default;
  // Whether feature j is not what it was.
  virtual bool changes(std::size_t j) const = 0;
  // These features freed of x_i, all of which change. Where columns are freed together, all that change should be asked
  // for at once.
  virtual std::vector<FreedColumn> columns(std::span<const std::size_t> wanted, Workers& workers) const = 0;
  // Whether each column is freed by itself, so that they may as well be asked for one by one, by several threads.
  virtual bool are_independent() const { return false; }

  // The features that change, of this many.
  std::vector<std::size_t> changed(std::size_t features) const;
};

// Columns that are freed one by one.
class PairwiseColumns : public FreedColumns {
 public:
  // Feature j freed of x_i, for a j that changes. May be called by several threads at once.
  virtual FreedColumn column(std::size_t j) const = 0;

  std::vector<FreedColumn> columns(std::span<const std::size_t> wanted, Workers& workers) const override;
  bool are_independent() const override { return true; }
};

class Remover {
 public:
  virtual ~Remover() = default;
  // S_i. The remover must outlive it. May be called by several threads at once.
  virtual std::unique_ptr<const FreedColumns> protect(const Subject& subject) const = 0;
  // Whether random numbers take part, so that repeats differ.
  virtual bool is_random() const { return false; }
};

struct RemoverSettings {
  OptionValues options;  // every option of its entry
  std::uint64_t seed = 1;
  std::uint32_t repeat = 0;  // repeats differ in their random numbers
  FreedScale scale = FreedScale::units;
};

// What a column is freed of, so that the test of relation can free it of copies in the same way: a straight line in
// x_i, or one in each bin. Levels are freed of their means.
struct FreedShape {
  std::size_t bin_size = 0;  // 0: one line for all rows
};

// What others need to know about a remover.
struct RemoverEntry {
  std::string name;
  std::string title;  // "linear regression"
  std::vector<OptionEntry> options = {};
  // Whether `diagnose`, `compare` and the choice of the best one look at it without being asked.
  bool is_standard = false;
  // `data` must outlive the remover.
  std::function<std::unique_ptr<const Remover>(const RemovalData& data, const RemoverSettings& settings)> make;
  // The shape that makes x_i and its copies exchangeable; none: p-values are withheld for this remover.
  std::function<FreedShape(const OptionValues&)> freed_shape = {};
  // What it does, for the methods section of a paper: "linear regression (a feature was replaced by ...)".
  std::function<std::string(const OptionValues&)> text;
  // What to try where it leaves much: "a smaller bin size" and the like; may be empty. Options are mentioned.
  std::string advice = {};
};

}  // namespace umfi
