#include "data/csv_header.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace umfi {
namespace {

// Years, wave lengths, ages: at least three whole numbers in equal steps.
bool count_in_steps(const std::vector<double>& numbers) {
  if (numbers.size() < 3) return numbers.size() == 2 && numbers[1] == numbers[0] + 1 && numbers[0] >= 1000;
  const double step = numbers[1] - numbers[0];
  for (std::size_t k = 0; k < numbers.size(); ++k)
    if (numbers[k] != std::floor(numbers[k]) || (k > 0 && numbers[k] - numbers[k - 1] != step)) return false;
  return step != 0;
}

}  // namespace

bool looks_like_data(std::span<const std::string> names, std::span<const ColumnSample> columns,
                     const CellRules& rules) {
  const auto is_number = [&](const std::string& name) {
    double number = 0;
    return rules.parse_number(name, number);
  };
  if (std::all_of(names.begin(), names.end(), is_number)) return true;
  std::size_t numeric = 0;
  std::size_t repeated = 0;
  std::vector<double> numbers;
  for (std::size_t c = 0; c < names.size(); ++c) {
    const ColumnSample& column = columns[c];
    double number = 0;
    numeric += column.is_numeric ? 1 : 0;
    if (column.is_numeric && rules.parse_number(names[c], number)) numbers.push_back(number);
    if (!column.is_numeric && std::find(column.texts.begin(), column.texts.end(), names[c]) != column.texts.end())
      ++repeated;
  }
  if (numeric > 0) return 2 * numbers.size() >= numeric && !numbers.empty() && !count_in_steps(numbers);
  return names.size() > 1 && 2 * repeated >= names.size();
}

}  // namespace umfi
