// A power of one's own: the largest squared correlation of any one column with the response.
#include <algorithm>
#include <iostream>
#include <umfi/report.hpp>
#include <umfi/umfi.hpp>

class BestCorrelation final : public umfi::Power {
 public:
  BestCorrelation(const umfi::Target& target, const umfi::Sample& sample) : target_(target), sample_(sample) {}

  umfi::Score null() const override { return {}; }

  umfi::Score nu(const umfi::FeatureView& features, std::uint32_t, umfi::Workers&) const override {
    double best = 0;
    for (std::size_t f = 0; f < features.size(); ++f) best = std::max(best, squared_correlation(features[f].values));
    return {.value = best, .test_statistic = best};
  }

 private:
  double squared_correlation(std::span<const double> x) const {
    const std::span<const double> y = target_.values();
    const auto n = static_cast<double>(sample_.size());
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0, yy = 0;
    for (const auto row : sample_.rows) mean_x += x[row] / n, mean_y += y[row] / n;
    for (const auto row : sample_.rows) {
      const double dx = x[row] - mean_x, dy = y[row] - mean_y;
      xx += dx * dx, xy += dx * dy, yy += dy * dy;
    }
    return xx > 0 && yy > 0 ? xy * xy / (xx * yy) : 0;
  }

  const umfi::Target& target_;
  umfi::Sample sample_;
};

int main(int count, char** arguments) {
  umfi::Parts parts = umfi::built_in_parts();
  parts.powers.push_back(
      {.name = "correlation",
       .tasks = {umfi::Task::regression},
       .is_random = false,
       .metric = [](umfi::Task) { return umfi::Metric{.name = "r2", .title = "r²", .null_model = "no column"}; },
       .make = [](const umfi::Target& target, const umfi::Sample& sample,
                  const umfi::PowerSettings&) { return std::make_unique<const BestCorrelation>(target, sample); },
       .label = [](const umfi::OptionValues&) { return std::string("best correlation"); },
       .sentence = [](umfi::Task, const umfi::OptionValues&) { return std::string("Power was the best r²."); }});
  umfi::Context context;
  context.parts = &parts;

  const umfi::Table table = umfi::simulate("interactions", 1000, /*seed=*/1);
  const umfi::RankResult result =
      umfi::rank_features(table, {.target = "y", .method = "bivariate", .power = "correlation"}, context);
  for (const umfi::FeatureScore& feature : result.features)
    std::cout << feature.name << (*feature.related ? " is correlated with y\n" : " is not\n");
  if (count < 2) return 0;  // else the result goes to this file, as JSON and as a page
  umfi::write_file(std::string(arguments[1]) + ".json", umfi::render(result, umfi::Format::json));
  if (umfi::has_report_page()) umfi::write_file(std::string(arguments[1]) + ".html", umfi::render_report(result));
}
