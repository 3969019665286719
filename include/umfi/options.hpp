// The options of every study, by name: what faces iterate, so that an option is offered everywhere by being in the
// catalogue. Studies are told by the type of their options: RankOptions, CompareOptions, DiagnoseOptions, PowerOptions
// and RemoveOptions.
//
//   umfi::RankOptions options;
//   umfi::set_option(options, "ot_bin_size", 30);
//   for (const umfi::OptionEntry& entry : umfi::options_of<umfi::RankOptions>()) offer(entry.name, entry.help);
#pragma once

#include <string>
#include <vector>

#include "umfi/compare.hpp"
#include "umfi/diagnose.hpp"
#include "umfi/measure_power.hpp"
#include "umfi/option.hpp"
#include "umfi/parts.hpp"
#include "umfi/rank.hpp"
#include "umfi/remove.hpp"

namespace umfi {

// All options of a study: its own, then those of the parts it may use.
template <class Options>
std::vector<OptionEntry> options_of(const Parts& parts = built_in_parts());

// The values that hold: of the study's own options, and of those that the chosen parts take.
template <class Options>
std::vector<NamedOption> values_of(const Options& options, const Parts& parts = built_in_parts());

// Throws UsageError where there is no such option, or where the value makes no sense for it.
template <class Options>
void set_option(Options& options, const std::string& name, OptionValue value, const Parts& parts = built_in_parts());

// Throws UsageError where an option that was set does not apply to the chosen parts, or makes no sense.
template <class Options>
void check_options(const Options& options, const Parts& parts = built_in_parts());

}  // namespace umfi
