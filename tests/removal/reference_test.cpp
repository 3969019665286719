// Removers against the authors' R program, value by value, for BRCA and CAMELS.
//
// Expected values: oracle/preprocess, made with R 4.2.2. The reference leaves ranks (in (0, 1]) where umfi goes back
// into the feature's units, so ranks are compared as they are, and the final columns by their order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "reference_data.hpp"
#include "removal/conditional_cdf.hpp"
#include "umfi/umfi.hpp"

namespace umfi {
namespace {

struct Case {
  const char* data;
  const char* feature;
  const char* remover;
  int bin_size;
  const char* expected;
};

std::vector<Case> linear_cases() {
  return {{"brca.csv", "BCL11A", "lr", 150, "brca_lr_protect01_BCL11A.csv"},
          {"brca.csv", "SLC22A5", "lr", 150, "brca_lr_protect03_SLC22A5.csv"},
          {"camels.csv", "p_mean", "lr", 150, "camels_lr_p_mean.csv"}};
}

std::vector<Case> transport_cases() {
  return {{"brca.csv", "BCL11A", "ot", 150, "brca_ot_protect01_BCL11A.csv"},
          {"brca.csv", "SLC22A5", "ot", 150, "brca_ot_protect03_SLC22A5.csv"},
          {"camels.csv", "p_mean", "ot", 150, "camels_ot_p_mean_nquan05.csv"},
          {"camels.csv", "p_mean", "ot", 30, "camels_ot_p_mean_nquan22.csv"}};
}

std::string name_of_case(const testing::TestParamInfo<Case>& info) {
  const std::string file = info.param.expected;
  return file.substr(0, file.find('.'));
}

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.expected;
}

class Reference : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const auto data = data_folder() / GetParam().data;
    const auto expected = oracle_folder() / "preprocess" / GetParam().expected;
    UMFI_NEEDS_FILE(data);
    UMFI_NEEDS_FILE(expected);
    expected_ = read_csv(expected);
    std::vector<std::string> names;
    for (std::size_t c = 0; c < expected_.size(); ++c) names.push_back(expected_[c].name());
    table_ = read_csv(data).select(names);
    ASSERT_EQ(table_.rows(), expected_.rows());
    const auto mask = oracle_folder() / "preprocess/camels_ot_p_mean_nquan22_noisemask.csv";
    if (std::string(GetParam().expected).find("nquan22") != std::string::npos) mask_ = read_csv(mask);
  }
  Table freed() const {
    RemoveOptions asked{.feature = GetParam().feature,
                        .remove = GetParam().remover,
                        .settings = {{"ot_bin_size", GetParam().bin_size}}};
    if (asked.remove == "lr") asked.settings.set("lr_rule", "paper");
    return remove_dependence(table_, asked);
  }
  // Whether the reference put noise into this cell.
  bool is_noise(std::size_t row, std::size_t column) const {
    return mask_.size() > 0 && mask_[column].values()[row] != 0;
  }

  Table table_;
  Table expected_;
  Table mask_;
};

class LinearReference : public Reference {};

TEST_P(LinearReference, residuals_are_those_of_the_reference_to_1e_9_of_the_spread) {
  const Table ours = freed();
  for (std::size_t c = 0; c < ours.size(); ++c) {
    double spread = 0;
    for (const double value : expected_[c].values()) spread = std::max(spread, std::abs(value));
    for (std::size_t row = 0; row < ours.rows(); ++row)
      ASSERT_NEAR(ours[c].values()[row], expected_[c].values()[row], 1e-9 * spread) << ours[c].name() << " " << row;
  }
}

INSTANTIATE_TEST_SUITE_P(All, LinearReference, testing::ValuesIn(linear_cases()), name_of_case);

class TransportReference : public Reference {};

TEST_P(TransportReference, conditional_ranks_are_those_of_the_reference) {
  const std::span<const double> x_i = table_.column(GetParam().feature).values();
  const RowGroups bins = group_by_quantile(x_i, static_cast<std::size_t>(GetParam().bin_size));
  const ConditionalCdf conditional(x_i, bins);
  std::size_t compared = 0;
  std::size_t different = 0;
  for (std::size_t c = 0; c < table_.size(); ++c) {
    if (table_[c].name() == GetParam().feature) continue;
    const std::vector<double> cdf = conditional.of(table_[c].values()).of_place;
    for (std::size_t row = 0; row < cdf.size(); ++row) {
      if (is_noise(row, c)) continue;
      ++compared;
      const bool is_same = std::abs(cdf[row] - expected_[c].values()[row]) < 1e-12;
      different += is_same ? 0 : 1;
    }
  }
  EXPECT_GT(compared, 10'000U);
  EXPECT_EQ(different, 0U) << "of " << compared;
}

TEST_P(TransportReference, columns_are_in_the_order_of_the_reference) {
  const Table ours = freed();
  for (std::size_t c = 0; c < table_.size(); ++c) {
    if (table_[c].name() == GetParam().feature) continue;
    std::vector<std::uint32_t> order;
    for (std::uint32_t row = 0; row < table_.rows(); ++row)
      if (!is_noise(row, c)) order.push_back(row);
    const auto expected = expected_[c].values();
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return expected[a] < expected[b]; });
    for (std::size_t k = 1; k < order.size(); ++k)
      ASSERT_GE(ours[c].values()[order[k]], ours[c].values()[order[k - 1]]) << ours[c].name();
  }
}

INSTANTIATE_TEST_SUITE_P(All, TransportReference, testing::ValuesIn(transport_cases()), name_of_case);

}  // namespace
}  // namespace umfi
