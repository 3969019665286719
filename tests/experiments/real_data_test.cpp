// Fast versions of the experiments on real data: few genes and repeats, small forests.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "cli/running.hpp"
#include "reference_data.hpp"
#include "experiments/reproduce.hpp"
#include "umfi/umfi.hpp"

namespace umfi {
namespace {

const std::vector<std::string> associated{"BCL11A",  "EZH2", "IGF1R", "LFNG",  "BRCA1",
                                          "SLC22A5", "CDK6", "BRCA2", "TEX14", "CCND1"};
const std::vector<std::string> attributes{"gauge_id",
                                          "p_mean",
                                          "aridity",
                                          "frac_snow",
                                          "carbonate_rocks_frac",
                                          "geol_porostiy",
                                          "geol_permeability",
                                          "soil_porosity",
                                          "soil_conductivity",
                                          "soil_depth_statsgo",
                                          "soil_depth_pelletier",
                                          "max_water_content",
                                          "sand_frac",
                                          "silt_frac",
                                          "clay_frac",
                                          "slope_mean",
                                          "q_mean"};

// A folder with some columns of each table: the ten associated genes and six others, 15 attributes of catchments.
class ReproduceOnRealData : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* file : {"brca.csv", "brca_permuted.csv", "camels.csv"}) UMFI_NEEDS_FILE(data_folder() / file);
    write_some("brca.csv", genes(""));
    write_some("brca_permuted.csv", genes("_p"));
    write_some("camels.csv", attributes);
  }

  ExperimentResult fast(const std::string& name, int trees = 20) const {
    return reproduce(name,
                     {.data = folder_.path(""), .repeats = 3, .mci_repeats = 1, .trees = trees, .time_limit = 0.05});
  }

  static void expect_complete(const ExperimentResult& result) {
    EXPECT_FALSE(result.claims.empty());
    for (const ClaimCheck& claim : result.claims) EXPECT_FALSE(claim.figure.empty()) << claim.claim;
    for (const ReportTable& table : result.tables)
      for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.title;
    EXPECT_FALSE(result.charts.empty());
    EXPECT_FALSE(result.raw.empty());
  }

  static Verdict verdict_on(const ExperimentResult& result, const std::string& start) {
    for (const ClaimCheck& claim : result.claims)
      if (claim.claim.starts_with(start)) return claim.verdict;
    ADD_FAILURE() << "no claim starts with " << start;
    return Verdict::no;
  }

 private:
  static std::vector<std::string> genes(const std::string& suffix) {
    std::vector<std::string> names = associated;
    for (const char* gene : {"SLC25A1", "CST9L", "PDLIM4", "SCAMP4", "TRABD", "MARCH6"}) names.push_back(gene + suffix);
    names.emplace_back("subtype");
    return names;
  }

  void write_some(const std::string& file, const std::vector<std::string>& columns) const {
    std::ostringstream text;
    write_csv(text, read_csv((data_folder() / file).string()).select(columns));
    folder_.file(file, text.str());
  }

  testing::TemporaryFolder folder_;
};

TEST_F(ReproduceOnRealData, brca_permuted_shows_every_method_beside_the_paper) {
  const ExperimentResult result = fast("brca-permuted");
  expect_complete(result);
  ASSERT_EQ(result.tables.size(), 3U);
  EXPECT_EQ(result.tables[0].rows.size(), 9U);  // six methods, other bins, two other floors
  EXPECT_EQ(result.charts.size(), 6U);
  EXPECT_EQ(verdict_on(result, "MCI gives importance to all"), Verdict::yes);
}

TEST_F(ReproduceOnRealData, the_long_run_tells_how_it_went_on_the_way) {
  for (const char* name : {"brca-5000-lr", "brca-5000-ot"}) {
    const ExperimentResult result = fast(name);
    expect_complete(result);
    EXPECT_EQ(result.tables[0].rows.size(), 1U);  // three repeats are fewer than any step
  }
}

TEST_F(ReproduceOnRealData, brca_as_it_is) {
  const ExperimentResult result = fast("brca");
  expect_complete(result);
  EXPECT_EQ(result.charts.size(), 6U);
}

TEST_F(ReproduceOnRealData, dependence_and_distortion_on_brca) {
  const ExperimentResult dependence = fast("brca-dependence", 10);
  expect_complete(dependence);
  EXPECT_EQ(verdict_on(dependence, "after optimal transport no gene"), Verdict::yes);
  const ExperimentResult distortion = fast("brca-distortion");
  expect_complete(distortion);
  EXPECT_EQ(verdict_on(distortion, "optimal transport distorts more"), Verdict::yes);
}

TEST_F(ReproduceOnRealData, camels) {
  const ExperimentResult dependence = fast("camels-dependence", 2);
  expect_complete(dependence);
  EXPECT_EQ(verdict_on(dependence, "linear regression fails"), Verdict::yes);
  const ExperimentResult importance = fast("camels");
  expect_complete(importance);
  EXPECT_EQ(verdict_on(importance, "mean precipitation and aridity"), Verdict::yes);
}

TEST_F(ReproduceOnRealData, time_is_measured_up_to_the_limit_and_extrapolated_beyond) {
  const ExperimentResult result = fast("time", 5);
  expect_complete(result);
  EXPECT_EQ(result.tables[0].rows.size(), 7U);
  const auto& exact = result.tables[0].rows.back();
  EXPECT_EQ(exact.front(), "MCI (exact)");
  EXPECT_EQ(exact[10].front(), '~') << exact[10];  // 2^50 models were not trained
}

}  // namespace
}  // namespace umfi
