#include "study/checks.hpp"

#include "umfi/error.hpp"

namespace umfi {

void check_trees(int trees) {
  if (trees < 1 || trees > 1'000'000) throw UsageError::out_of_range("the number of trees", "from 1 to 1,000,000");
}

void check_repeats(int repeats) {
  if (repeats < 1 || repeats > 1'000'000)
    throw UsageError::out_of_range("the number of repeats", "from 1 to 1,000,000");
}

void check_removal(double lr_alpha, int ot_bin_size) {
  if (!(lr_alpha > 0 && lr_alpha <= 1)) throw UsageError::out_of_range("the significance level", "above 0, at most 1");
  if (ot_bin_size < 2) throw UsageError::out_of_range("the bin size", "at least 2 rows");
}

std::string metric_of(Task task) {
  return task == Task::regression ? "r2" : "accuracy";
}

}  // namespace umfi
