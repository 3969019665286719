// A remover of one's own: columns less their mean in each of a few groups of rows with similar values of x_i.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <umfi/report.hpp>
#include <umfi/umfi.hpp>

class GroupMeans final : public umfi::Remover {
 public:
  GroupMeans(const umfi::RemovalData& data, std::size_t groups) : data_(data), groups_(groups) {}

  std::unique_ptr<const umfi::FreedColumns> protect(const umfi::Subject& subject) const override {
    return std::make_unique<Freed>(data_, subject.column(), groups_);
  }

 private:
  class Freed final : public umfi::PairwiseColumns {
   public:
    Freed(const umfi::RemovalData& data, std::size_t i, std::size_t groups) : data_(data), i_(i), groups_(groups) {
      const std::vector<double> x_i = data.cells(i);
      sorted_.resize(x_i.size());
      std::iota(sorted_.begin(), sorted_.end(), std::size_t{0});
      std::stable_sort(sorted_.begin(), sorted_.end(), [&](auto a, auto b) { return x_i[a] < x_i[b]; });
    }

    bool changes(std::size_t j) const override { return j != i_; }

    umfi::FreedColumn column(std::size_t j) const override {
      std::vector<double> cells = data_.cells(j);
      for (std::size_t g = 0; g < groups_; ++g) {
        const std::size_t begin = g * cells.size() / groups_, end = (g + 1) * cells.size() / groups_;
        double mean = 0;
        for (std::size_t k = begin; k < end; ++k) mean += cells[sorted_[k]] / static_cast<double>(end - begin);
        for (std::size_t k = begin; k < end; ++k) cells[sorted_[k]] -= mean;
      }
      return {data_.spread(cells, data_.features[j].unit)};
    }

   private:
    const umfi::RemovalData& data_;
    std::size_t i_, groups_;
    std::vector<std::size_t> sorted_;  // places of the sample, by ascending x_i
  };

  const umfi::RemovalData& data_;
  std::size_t groups_;
};

int main(int count, char** arguments) {
  umfi::Parts parts = umfi::built_in_parts();
  parts.removers.push_back({.name = "group-means",
                            .title = "group means",
                            .options = {{.name = "groups",
                                         .type = umfi::OptionType::integer,
                                         .help = "Groups of rows with similar values",
                                         .standard = 20,
                                         .range = {.lowest = 2, .text = "at least 2"}}},
                            .make =
                                [](const umfi::RemovalData& data, const umfi::RemoverSettings& settings) {
                                  return std::make_unique<const GroupMeans>(data, settings.options.integer("groups"));
                                },
                            .text = [](const umfi::OptionValues&) { return std::string("subtracting group means"); }});
  umfi::Context context;
  context.parts = &parts;

  const umfi::Table table = umfi::simulate("blood-relation", 1000, /*seed=*/1);
  const umfi::RankResult result = umfi::rank_features(
      table, {.target = "y", .remove = "group-means", .repeats = 5, .settings = {{"groups", 40}}}, context);
  for (const umfi::FeatureScore& feature : result.features)
    std::cout << feature.name << (feature.score > 0.02 ? " is related to y\n" : " is not\n");
  if (count < 2) return 0;  // else the result goes to this file, as JSON and as a page
  umfi::write_file(std::string(arguments[1]) + ".json", umfi::render(result, umfi::Format::json));
  if (umfi::has_report_page()) umfi::write_file(std::string(arguments[1]) + ".html", umfi::render_report(result));
}
