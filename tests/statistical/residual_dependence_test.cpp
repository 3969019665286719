// Residual dependence against the authors' removal and ranger: oracle/residual_dependence_{brca,camels}.csv, R 4.2.2,
// ranger 0.14.1, 500 trees, one seed per cell (sd about 0.003). Over features, the mean difference and the mean of
// absolute differences are within 0.03. Long form: all features; short form: every fourth.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "diagnostics/residual_dependence.hpp"
#include "reference_data.hpp"
#include "statistical/samples.hpp"
#include "study/dataset.hpp"
#include "umfi/csv.hpp"
#include "umfi/parts.hpp"

namespace umfi {
namespace {

struct Case {
  const char* name;
  const char* reference;
  const char* column;  // of the reference
  const char* data;
  DatasetOptions dataset;
  const char* remover = nullptr;  // none: the others as they are
  int ot_bin_size = 150;
};

std::vector<Case> cases() {
  const DatasetOptions brca{.target = "subtype", .features = {}, .drop = {}, .task = {}};
  const DatasetOptions camels{.target = "q_mean", .features = {}, .drop = {"gauge_id"}, .task = {}};
  const char* const in_brca = "residual_dependence_brca.csv";
  const char* const in_camels = "residual_dependence_camels.csv";
  return {{"brca_raw", in_brca, "raw", "brca.csv", brca},
          {"brca_lr", in_brca, "lr", "brca.csv", brca, "lr"},
          {"brca_ot", in_brca, "ot", "brca.csv", brca, "ot"},
          {"camels_raw", in_camels, "raw", "camels.csv", camels},
          {"camels_lr", in_camels, "lr", "camels.csv", camels, "lr"},
          {"camels_ot_150", in_camels, "ot_nquan05", "camels.csv", camels, "ot"},
          {"camels_ot_30", in_camels, "ot_nquan22", "camels.csv", camels, "ot", 30}};
}

class ResidualDependenceReference : public testing::TestWithParam<Case> {};

TEST_P(ResidualDependenceReference, is_that_of_the_reference) {
  const Case& c = GetParam();
  UMFI_NEEDS_FILE(oracle_folder() / c.reference);
  UMFI_NEEDS_FILE(data_folder() / c.data);
  const Table reference = read_csv(oracle_folder() / c.reference, {.categorical = {"feature"}});
  const Table table = read_csv(data_folder() / c.data);
  const FeatureSet data(table, c.dataset);
  ASSERT_EQ(data.feature_table().size(), reference.rows());
  const RemovalData removal(data.feature_table(), data.sample());
  const RemoverEntry& entry = built_in_parts().remover(c.remover != nullptr ? c.remover : "lr");
  OptionValues settings{{"ot_bin_size", c.ot_bin_size}};
  if (entry.name == "lr") settings.set("lr_rule", "paper");
  const auto remover = entry.make(removal, {.options = with_standards(settings, entry.options)});
  const FeatureView view = data.features();
  Context context;
  Workers workers(context);
  std::vector<double> differences;
  std::vector<double> distances;
  for (std::size_t row = 0; row < reference.rows(); row += wants_long_tests() ? 1 : 4) {
    const std::size_t i = data.feature_table().index_of(reference.column("feature").text(row));
    const FreedSet freed(*remover->protect(data.subjects()[i]), view.size(), workers);
    const FreedSet* const set = c.remover != nullptr ? &freed : nullptr;
    const double ours =
        measure_dependence({data.feature_table(), view, data.sample()}, i, {&set, 1}, {.trees = 500}, workers).front();
    differences.push_back(ours - reference.column(c.column).values()[row]);
    distances.push_back(std::abs(differences.back()));
  }
  const double difference = summarize(differences).mean;
  const double distance = summarize(distances).mean;
  std::cout << c.name << ": mean difference " << difference << ", mean absolute difference " << distance << " over "
            << differences.size() << " features\n";
  EXPECT_LT(std::abs(difference), 0.03);
  EXPECT_LT(distance, 0.03);
}

INSTANTIATE_TEST_SUITE_P(All, ResidualDependenceReference, testing::ValuesIn(cases()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace umfi
