// Who takes part and what is asked about: the rows of a study, what is predicted, and the features in question.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "umfi/task.hpp"

namespace umfi {

// The rows of a table that take part. What it points to must outlive it.
struct Sample {
  std::span<const std::uint32_t> rows;
  std::span<const double> weights = {};          // per row of the table; empty: all count alike
  std::span<const std::uint32_t> clusters = {};  // per row of the table; empty: rows are independent

  std::size_t size() const { return rows.size(); }
};

// A response of numbers, per row of the table.
struct NumericTarget {
  std::vector<double> values;
};

// A response of classes: per row of the table the number of its class, from 0.
struct ClassTarget {
  std::vector<double> codes;
  std::size_t classes = 0;
};

// What is predicted. Another kind of response is another alternative.
class Target {
 public:
  Target() = default;
  Target(NumericTarget numbers) : form_(std::move(numbers)) {}
  Target(ClassTarget classes) : form_(std::move(classes)) {}

  const std::variant<NumericTarget, ClassTarget>& form() const { return form_; }
  Task task() const { return std::holds_alternative<ClassTarget>(form_) ? Task::classification : Task::regression; }
  // The numbers, or the numbers of classes.
  std::span<const double> values() const {
    const auto* const classes = std::get_if<ClassTarget>(&form_);
    return classes != nullptr ? std::span<const double>(classes->codes) : std::get<NumericTarget>(form_).values;
  }
  // The target of these rows only.
  Target rows_of(std::span<const std::uint32_t> rows) const;
  // How many classes; 0 for numbers.
  std::size_t classes() const {
    const auto* const classes = std::get_if<ClassTarget>(&form_);
    return classes != nullptr ? classes->classes : 0;
  }

 private:
  std::variant<NumericTarget, ClassTarget> form_;
};

// What a score is about: one feature, or a named group of them.
struct Subject {
  std::string name;
  std::vector<std::size_t> columns;  // by place among the features, ascending

  // The place of a subject that is one feature; throws UsageError for a group.
  std::size_t column() const;
};

// Every feature by itself, without a name.
std::vector<Subject> single_subjects(std::size_t features);

}  // namespace umfi
