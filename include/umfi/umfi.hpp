// Everything umfi offers to C++ programs.
//
//   #include <umfi/umfi.hpp>
//   umfi::Table table = umfi::read_csv("data.csv");
//   umfi::RankResult result = umfi::rank_features(table, {.target = "y"});
#pragma once

#include "umfi/compare.hpp"
#include "umfi/context.hpp"
#include "umfi/csv.hpp"
#include "umfi/data_use.hpp"
#include "umfi/describe.hpp"
#include "umfi/diagnose.hpp"
#include "umfi/error.hpp"
#include "umfi/feature_view.hpp"
#include "umfi/inference.hpp"
#include "umfi/measure_power.hpp"
#include "umfi/method.hpp"
#include "umfi/missing_values.hpp"
#include "umfi/nearest_name.hpp"
#include "umfi/output.hpp"
#include "umfi/option.hpp"
#include "umfi/options.hpp"
#include "umfi/parts.hpp"
#include "umfi/power.hpp"
#include "umfi/rank.hpp"
#include "umfi/remark.hpp"
#include "umfi/remove.hpp"
#include "umfi/remover.hpp"
#include "umfi/run_file.hpp"
#include "umfi/sample.hpp"
#include "umfi/simulate.hpp"
#include "umfi/stored_study.hpp"
#include "umfi/table.hpp"
#include "umfi/task.hpp"
#include "umfi/item_store.hpp"
#include "umfi/version.hpp"
#include "umfi/workers.hpp"
