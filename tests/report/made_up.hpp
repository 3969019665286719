// Results with made-up numbers say what they were made with as those of real studies do.
#pragma once

#include "study/chosen_parts.hpp"
#include "umfi/diagnose.hpp"
#include "umfi/measure_power.hpp"
#include "umfi/options.hpp"
#include "umfi/rank.hpp"

namespace umfi {

// Fills in the names of the parts, and what is said about them. To be called when options and task are set.
inline void fill_in_parts(RankResult& result) {
  result.options = resolved(result.options, built_in_parts());
  const RankParts used = parts_for(result.options, built_in_parts());
  result.metric = used.power.entry->metric(result.task);
  result.score_unit = result.metric.name;
  result.texts = texts_of(used, result.task);
  result.option_values = values_of(result.options);
}

inline void fill_in_parts(PowerResult& result) {
  result.options = resolved(result.options, built_in_parts());
  const UsedPower used = power_for(result.options.power, result.options.settings, built_in_parts());
  result.metric = used.entry->metric(result.task);
  result.power_label = used.entry->label(used.options);
  result.option_values = values_of(result.options);
}

inline void fill_in_parts(DiagnoseResult& result) {
  result.options = resolved(result.options, built_in_parts());
  result.option_values = values_of(result.options);
  result.removers.clear();
  for (const UsedRemover& used : removers_for(result.options, built_in_parts()))
    result.removers.push_back({.name = used.entry->name, .title = used.entry->title, .text = used.text()});
}

}  // namespace umfi
