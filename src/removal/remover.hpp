// Dependence removal: for a protected feature x_i, every other feature freed of what it knows about x_i.
//
// A Remover is prepared once on a set of rows. For each i it gives S_i as a FreedColumns: a view whose columns are
// computed when asked for, and which says which of them are left as they were.
//
//   const auto remover = make_remover(features, {.method = RemovalMethod::lr});
//   const auto freed = remover->protect(i);
//   if (freed->changes(j)) use(freed->column(j).values);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "umfi/removal.hpp"
#include "umfi/table.hpp"

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
  RemovalData(const Table& features, std::span<const std::uint32_t> rows);

  // The cells of one feature in the rows that take part, in its unit.
  std::vector<double> sample(std::size_t feature) const;
  // Values in this unit, for the rows that take part, as a column of the table; other rows are NaN.
  std::vector<double> spread(std::span<const double> sample, double unit) const;

  std::vector<RemovalFeature> features;
  std::span<const std::uint32_t> rows;
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
  // Feature j freed of x_i, for a j that changes.
  virtual FreedColumn column(std::size_t j) const = 0;
};

class Remover {
 public:
  virtual ~Remover() = default;
  // S_i. The remover must outlive it. May be called by several threads at once.
  virtual std::unique_ptr<const FreedColumns> protect(std::size_t i) const = 0;
};

// The scale of what transport makes of a continuous feature. Random forests see only its order; extremely randomized
// trees cut between extremes, and do so more evenly where every row has its own share of the scale.
enum class FreedScale : std::uint8_t {
  units,        // those of the feature
  probability,  // its conditional rank, from 0 to 1
};

struct RemoverSettings {
  RemovalOptions options;
  std::uint32_t repeat = 0;  // discrete features draw other random numbers in each repeat
  FreedScale scale = FreedScale::units;
  std::span<const RemovalMethod> choice = {};  // for RemovalMethod::best: lr or ot for each feature
};

// Whether repeats differ: some feature is discrete and is freed with the help of random numbers.
bool is_random(const RemovalData& data);

// `data` must outlive the remover.
std::unique_ptr<const Remover> make_remover(const RemovalData& data, const RemoverSettings& settings);

}  // namespace umfi
