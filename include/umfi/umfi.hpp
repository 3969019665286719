// Everything umfi offers to C++ programs.
//
//   #include <umfi/umfi.hpp>
//   umfi::Table table = umfi::read_csv("data.csv");
//   umfi::PowerResult power = umfi::measure_power(table, {.target = "y"});
#pragma once

#include "umfi/context.hpp"
#include "umfi/csv.hpp"
#include "umfi/describe.hpp"
#include "umfi/error.hpp"
#include "umfi/power.hpp"
#include "umfi/report.hpp"
#include "umfi/simulate.hpp"
#include "umfi/table.hpp"
#include "umfi/task.hpp"
#include "umfi/version.hpp"
