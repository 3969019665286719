// Checks of options that several studies share; each throws UsageError.
#pragma once

#include <string>

#include "umfi/task.hpp"

namespace umfi {

void check_trees(int trees);
void check_repeats(int repeats);
void check_removal(double lr_alpha, int ot_bin_size);

// What a score is called in results.
std::string metric_of(Task task);

}  // namespace umfi
