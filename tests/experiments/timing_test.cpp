#include "experiments/timing.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "cli/running.hpp"
#include "umfi/error.hpp"

namespace umfi::paper {
namespace {

TEST(Timing, beyond_what_was_measured_a_power_of_p_goes_on) {
  const Timing cubic{"cubic", Growth::power, {{10, 1}, {20, 8}}};
  EXPECT_DOUBLE_EQ(cubic.exponent(), 3);
  EXPECT_DOUBLE_EQ(cubic.seconds(10), 1);
  EXPECT_DOUBLE_EQ(cubic.seconds(40), 64);
  const Timing noisy{"noisy", Growth::power, {{20, 2}, {25, 3}, {45, 9}, {50, 9}}};
  EXPECT_NEAR(noisy.exponent(), std::log2(3), 1e-12);
  EXPECT_EQ((Timing{"one", Growth::power, {{20, 2}}}.exponent()), 1);
  EXPECT_TRUE(cubic.is_measured(20));
  EXPECT_FALSE(cubic.is_measured(40));
  EXPECT_NEAR(cubic.features_in_an_hour(), 10 * std::cbrt(3600), 1e-9);
}

TEST(Timing, beyond_what_was_measured_exact_mci_doubles_with_each_feature) {
  const Timing doubling{"exact", Growth::doubling, {{5, 0.1}, {10, 1}}};
  EXPECT_DOUBLE_EQ(doubling.seconds(13), 8);
  EXPECT_NEAR(doubling.features_in_an_hour(), 10 + std::log2(3600), 1e-9);
}

TEST(Timing, times_of_another_program_are_read_from_a_table) {
  const testing::TemporaryFolder folder;
  const auto path = folder.file("r.csv", "method,features,seconds\nUMFI lr,10,0.5\nPI,5,0.01\nUMFI lr,5,0.25\n");
  const std::vector<Timing> all = read_timings(path);
  const std::vector<std::pair<double, double>> expected{{5, 0.25}, {10, 0.5}};
  ASSERT_NE(find_timing(all, "UMFI lr"), nullptr);
  EXPECT_EQ(find_timing(all, "UMFI lr")->points, expected);
  EXPECT_EQ(find_timing(all, "CPI"), nullptr);
}

TEST(Timing, tables_that_cannot_be_times_are_refused) {
  const testing::TemporaryFolder folder;
  for (const char* bad : {"method,seconds\nPI,5\nPI,6\n", "method,features,seconds\nPI,5,\nPI,10,1\n",
                          "method,features,seconds\nPI,5,-1\nPI,10,1\n", "method,features,seconds\nPI,5,2\nPI,5,1\n"})
    EXPECT_THROW(read_timings(folder.file("bad.csv", bad)), UsageError) << bad;
}

}  // namespace
}  // namespace umfi::paper
