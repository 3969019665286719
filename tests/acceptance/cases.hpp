// One study per registered part: every method, every remover, every power, with everything else standard.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/distributions.hpp"
#include "core/seed_stream.hpp"
#include "umfi/options.hpp"
#include "umfi/parts.hpp"
#include "umfi/rank.hpp"
#include "umfi/table.hpp"

namespace umfi {

struct PartCase {
  std::string name;     // of the test
  RankOptions options;  // a ranking that uses the part
};

// Quick studies: few trees where the parts take them.
inline RankOptions quick(RankOptions options) {
  options.repeats = 3;
  for (const NamedOption& option : values_of(options))
    if (option.name == "trees") options.settings.set("trees", 10);
  return options;
}

inline std::vector<PartCase> all_cases() {
  std::vector<PartCase> cases;
  const Parts& parts = built_in_parts();
  for (const MethodEntry& method : parts.methods)
    cases.push_back({"method_" + method.name, quick({.target = "y", .method = method.name})});
  for (const RemoverEntry& remover : parts.removers)
    cases.push_back({"remover_" + remover.name, quick({.target = "y", .remove = remover.name})});
  cases.push_back({"remover_best", quick({.target = "y", .remove = best_remover})});
  for (const PowerEntry& power : parts.powers)
    cases.push_back({"power_" + power.name, quick({.target = "y", .power = power.name})});
  return cases;
}

inline std::string name_of_case(const testing::TestParamInfo<PartCase>& info) {
  std::string name = info.param.name;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

inline std::ostream& operator<<(std::ostream& out, const PartCase& one) {
  return out << one.name;
}

inline const PowerEntry& power_of(const RankOptions& options) {
  const MethodEntry& method = built_in_parts().method(options.method.empty() ? "umfi" : options.method);
  const std::string& name = options.power.empty() ? method.power : options.power;
  return name.empty() ? built_in_parts().powers.front() : built_in_parts().power(name);
}

inline bool serves(const RankOptions& options, Task task) {
  const std::vector<Task>& tasks = power_of(options).tasks;
  return std::find(tasks.begin(), tasks.end(), task) != tasks.end();
}

// Correlated numbers, a level and a category; y depends on some of them. As numbers or as classes.
inline Table mixed_table(Task task, std::size_t rows, std::uint64_t seed) {
  Stream stream(stream_key({.seed = seed, .purpose = Purpose::simulation, .repeat = 77}), 0);
  std::vector<double> a, b, c, level, category, y;
  for (std::size_t row = 0; row < rows; ++row) {
    a.push_back(draw_normal(stream));
    b.push_back(a.back() + 0.5 * draw_normal(stream));
    c.push_back(draw_normal(stream));
    level.push_back(static_cast<double>(stream.below(3)));
    category.push_back(static_cast<double>(stream.below(4)));
    const double value = a.back() + 0.5 * c.back() * level.back() + (category.back() > 2 ? 1 : 0) + 0.3 * draw_normal(stream);
    y.push_back(task == Task::regression ? value : std::floor(std::clamp(value, -1.0, 1.0)) + 1);
  }
  Table table;
  table.add(Column::numbers("a", a));
  table.add(Column::numbers("b", b));
  table.add(Column::numbers("c", c));
  table.add(Column::labels("level", level, {"low", "mid", "high"}, Kind::ordinal));
  table.add(Column::labels("category", category, {"p", "q", "r", "s"}));
  if (task == Task::regression)
    table.add(Column::numbers("y", y));
  else
    table.add(Column::labels("y", y, {"one", "two", "three"}));
  return table;
}

// Every number of a result that a user sees.
inline std::vector<double> numbers_of(const RankResult& result) {
  std::vector<double> numbers{result.full, result.null, result.full_sd};
  const auto add = [&](std::optional<double> number) { numbers.push_back(number.value_or(-99)); };
  for (const FeatureScore& feature : result.features) {
    numbers.insert(numbers.end(), feature.values.begin(), feature.values.end());
    add(std::isnan(feature.with) ? std::optional<double>() : feature.with);
    add(feature.p);
    add(feature.q);
    add(feature.interval ? std::optional(feature.interval->low) : std::nullopt);
    add(feature.residual_dependence);
  }
  return numbers;
}

}  // namespace umfi
