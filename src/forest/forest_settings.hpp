// The options of whatever grows forests, as the catalogue offers them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "forest/forest.hpp"
#include "umfi/option.hpp"

namespace umfi {

// Which model, and how many trees.
std::vector<OptionEntry> forest_settings();
// Whether forests with and without a feature have as many candidates per node.
OptionEntry own_mtry_setting();

// What the settings say; own_mtry counts where it is among them.
forest::ForestOptions forest_options(const OptionValues& settings, std::uint64_t seed);

// "random forests of 100 trees", for the methods section of a paper.
std::string forest_text(const OptionValues& settings);

}  // namespace umfi
