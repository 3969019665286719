// Our forests against ranger 0.14.1, in distribution: the out-of-bag score over seeds has the same mean and spread.
//
// Expected values: forest_oracle.csv, made with R 4.2.2 and ranger 0.14.1 (ranger's defaults; 100 seeds of 100 trees,
// 30 seeds of 500 trees). The short form compares 100 seeds of 100 trees on every table; the long form adds 500 trees.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "reference_data.hpp"
#include "statistical/samples.hpp"
#include "umfi/umfi.hpp"

namespace umfi {
namespace {

struct Reference {
  const char* table;
  const char* model;
  int trees;
  int seeds;
  double mean;
  double sd;
};

constexpr Reference references[] = {
    {"brca", "forest", 100, 100, 0.786923076923077, 0.008852788530586719},
    {"brca", "forest", 500, 30, 0.794055944055944, 0.0045773398917092114},
    {"brca", "extratrees", 100, 100, 0.75080419580419577, 0.010042695762242645},
    {"brca", "extratrees", 500, 30, 0.75372960372960374, 0.0059105092686465317},
    {"brca_permuted", "forest", 100, 100, 0.760576923076923, 0.010255492142343402},
    {"brca_permuted", "forest", 500, 30, 0.77395104895104894, 0.0047745586440181348},
    {"brca_permuted", "extratrees", 100, 100, 0.71720279720279723, 0.00963701677057606},
    {"brca_permuted", "extratrees", 500, 30, 0.715034965034965, 0.0072155334894432807},
    {"camels", "forest", 100, 100, 0.9156751709987736, 0.0033196518321908725},
    {"camels", "forest", 500, 30, 0.91922965580454907, 0.0016145047555588155},
    {"camels", "extratrees", 100, 100, 0.90504289724522113, 0.00418279698378426},
    {"camels", "extratrees", 500, 30, 0.9093158851752805, 0.0017396855947702894},
    {"sim_interaction", "forest", 100, 100, 0.91790891895977755, 0.001622374823871046},
    {"sim_interaction", "forest", 500, 30, 0.92288750573032707, 0.00067887916031445308},
    {"sim_interaction", "extratrees", 100, 100, 0.89105882924312008, 0.0028162629885777686},
    {"sim_interaction", "extratrees", 500, 30, 0.8978979982114873, 0.0013574035432109225},
};

std::filesystem::path file_of(const Reference& reference) {
  const std::string_view table = reference.table;
  const std::string name = std::string(table) + ".csv";
  return table == "sim_interaction" ? oracle_folder() / name : data_folder() / name;
}

PowerOptions options_for(const Reference& reference) {
  const std::string table = reference.table;
  PowerOptions options{.target = table.starts_with("brca") ? "subtype" : table == "camels" ? "q_mean" : "y"};
  if (table == "camels") options.drop = {"gauge_id"};
  options.settings = {{"model", reference.model}, {"trees", reference.trees}};
  options.repeats = 100;
  return options;
}

std::ostream& operator<<(std::ostream& out, const Reference& reference) {
  return out << reference.table;
}

class RangerDistribution : public testing::TestWithParam<Reference> {};

TEST_P(RangerDistribution, mean_and_spread_of_the_score_are_those_of_ranger) {
  const Reference& reference = GetParam();
  UMFI_NEEDS_FILE(file_of(reference));
  const PowerResult result = measure_power(read_csv(file_of(reference)), options_for(reference));
  const Moments ours = summarize(result.values);
  const double ranger_error = reference.sd / std::sqrt(reference.seeds);
  const double error = std::hypot(ours.standard_error, ranger_error);
  std::cout << reference.table << " " << reference.model << " " << reference.trees << " trees: ours "
            << ours.mean << " (sd " << ours.sd << "), ranger " << reference.mean << " (sd " << reference.sd << "), "
            << (ours.mean - reference.mean) / error << " combined standard errors apart\n";
  EXPECT_NEAR(ours.mean, reference.mean, 3 * error);
  EXPECT_LT(ours.sd, reference.sd * 1.3);
  EXPECT_GT(ours.sd, reference.sd / 1.3);
}

std::string name_of_test(const testing::TestParamInfo<Reference>& info) {
  return std::string(info.param.table) + "_" + info.param.model + "_" + std::to_string(info.param.trees) + "_trees";
}

std::vector<Reference> wanted_references() {
  std::vector<Reference> wanted;
  for (const Reference& reference : references)
    if (reference.trees == 100 || wants_long_tests()) wanted.push_back(reference);
  return wanted;
}

INSTANTIATE_TEST_SUITE_P(All, RangerDistribution, testing::ValuesIn(wanted_references()), name_of_test);

}  // namespace
}  // namespace umfi
