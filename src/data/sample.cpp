#include "umfi/sample.hpp"

#include "umfi/error.hpp"

namespace umfi {

std::string_view name_of(Task task) {
  switch (task) {
    case Task::regression: return "regression";
    case Task::classification: return "classification";
  }
  return {};
}

Target Target::rows_of(std::span<const std::uint32_t> rows) const {
  std::vector<double> some;
  some.reserve(rows.size());
  for (const std::uint32_t row : rows) some.push_back(values()[row]);
  if (task() == Task::regression) return NumericTarget{std::move(some)};
  return ClassTarget{std::move(some), classes()};
}

std::size_t Subject::column() const {
  if (columns.size() != 1)
    throw UsageError("'" + name + "' is a group of features, which this part cannot take; name single features");
  return columns.front();
}

std::vector<Subject> single_subjects(std::size_t features) {
  std::vector<Subject> subjects(features);
  for (std::size_t i = 0; i < features; ++i) subjects[i].columns = {i};
  return subjects;
}

}  // namespace umfi
