// Predictive power nu(S): how well the response is predicted from a set of features.
//
//   umfi::PowerResult all = umfi::measure_power(table, {.target = "y"});
//   all.mean;   // out-of-bag R² or accuracy, mean over repeats
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "umfi/context.hpp"
#include "umfi/option.hpp"
#include "umfi/power.hpp"
#include "umfi/table.hpp"
#include "umfi/task.hpp"

namespace umfi {

struct PowerOptions {
  // The response.
  std::string target = {};
  // The feature set S; empty: every column but the target.
  std::vector<std::string> features = {};
  // Columns that are not features (ids, dates); not with `features`.
  std::vector<std::string> drop = {};
  // What predicts, by name; empty: the first of the parts.
  std::string power = {};
  // Empty: classification for binary and categorical targets, regression for others.
  std::optional<Task> task = {};
  // Models with different random numbers; the result is their mean.
  int repeats = 10;
  std::uint64_t seed = 1;
  // Options of the power, by name.
  OptionValues settings = {};
};

struct PowerResult {
  PowerOptions options;
  std::vector<NamedOption> option_values;  // all that hold, those of the power included
  Task task = Task::regression;
  Metric metric;
  std::string power_label;     // "forest of 100 trees"
  double null = 0;             // the score without any feature: for a forest R² 0, or the share of the largest class
  double mean = 0;             // over repeats
  double sd = 0;               // over repeats; 0 for one repeat
  std::vector<double> values;  // one per repeat
  std::vector<std::string> features;
  std::size_t rows = 0;     // that took part
  std::size_t dropped = 0;  // rows left out because a value is missing
  double seconds = 0;
};

PowerResult measure_power(const Table& table, const PowerOptions& options, const Context& context = {});

}  // namespace umfi
