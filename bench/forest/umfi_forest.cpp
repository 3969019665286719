// Times our forests on one table. One line of output: least seconds per forest, mean and sd of the score, the number
// of (row, candidate) pairs of one forest (distinct in-bag rows times mtry, over the nodes that were split), and
// seconds to prepare the table once for all forests (checking it and ranking its columns; ranger does that for every
// forest).
//
//   umfi-bench-forest DATA TARGET DROP|- forest|extratrees TREES THREADS REPEATS
//   umfi-bench-forest --make ROWS COLUMNS > table.csv      a table to time
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <sstream>
#include <string>

#include "core/distributions.hpp"
#include "forest/forest.hpp"
#include "forest/oob_tally.hpp"
#include "power/forest_power.hpp"
#include "study/dataset.hpp"
#include "umfi/umfi.hpp"

namespace {

using namespace umfi;

// A table as forests see it.
struct Prepared {
  const forest::FeatureView features;
  const forest::Response response;
  std::span<const std::uint32_t> rows;
};

// Counts the distinct in-bag rows of every node that is split.
class CountingSink {
 public:
  bool wants(const forest::Node& node) const { return node.out_of_bag.size() > 0; }
  std::pair<std::uint32_t, std::uint32_t> split(const forest::Node& node, const forest::Split&) {
    rows_ += node.in_bag.size();
    return {0, 0};
  }
  void leaf(const forest::Node&, forest::MemberBits, forest::LeafValue, std::span<const std::uint32_t>) const {}
  double rows() const { return static_cast<double>(rows_); }

 private:
  std::size_t rows_ = 0;
};

template <class Grower>
double count_rows(const Prepared& data, std::uint32_t trees) {
  const forest::FeatureView& features = data.features;
  const forest::Family alone(features, {{&features, {.mtry = forest::default_mtry(features.size())}}});
  const Context context;
  Grower grower(alone, data.response, data.rows, context);
  CountingSink sink;
  for (std::uint32_t tree = 0; tree < trees; ++tree) grower.grow(forest::TreeStreams(1, 0, tree), sink);
  return sink.rows();
}

double count_row_candidates(const Prepared& data, Model model) {
  using namespace forest;
  constexpr std::uint32_t trees = 10;
  const bool is_forest = model == Model::forest;
  double rows = 0;
  if (data.response.task() == Task::regression) {
    rows = is_forest ? count_rows<TreeGrower<VarianceCriterion, ExactSearch>>(data, trees)
                     : count_rows<TreeGrower<VarianceCriterion, RandomCutSearch>>(data, trees);
  } else {
    rows = is_forest ? count_rows<TreeGrower<WideGiniCriterion, ExactSearch>>(data, trees)
                     : count_rows<TreeGrower<WideGiniCriterion, RandomCutSearch>>(data, trees);
  }
  return rows / trees * default_mtry(data.features.size());
}

void make_table(std::size_t rows, std::size_t columns) {
  Table table;
  std::vector<double> y(rows, 0.0);
  const StreamKey key = stream_key({.seed = 7, .purpose = Purpose::simulation});
  for (std::size_t c = 0; c < columns; ++c) {
    std::vector<double> x;
    for (std::size_t row = 0; row < rows; ++row) {
      Stream stream(key, row, static_cast<std::uint32_t>(c));
      x.push_back(draw_normal(stream));
      if (c < 4) y[row] += x[row];
      if (c == 1) y[row] += x[row] * table[0].values()[row] > 0 ? 1 : -1;
      if (c == 0) y[row] += draw_normal(stream);
    }
    table.add(Column::numbers(fmt::format("x{}", c + 1), std::move(x)));
  }
  table.add(Column::numbers("y", std::move(y)));
  write_csv(std::cout, table);
}

int run(char** arguments) {
  const Table table = read_csv(arguments[1]);
  const std::string drop = arguments[3];
  const Model model = std::string(arguments[4]) == "forest" ? Model::forest : Model::extratrees;
  const auto trees = static_cast<std::uint32_t>(std::stoul(arguments[5]));
  Context context;
  context.threads = std::stoi(arguments[6]);
  const auto repeats = static_cast<std::uint32_t>(std::stoul(arguments[7]));
  const auto prepare = std::chrono::steady_clock::now();
  const Dataset dataset(table, {arguments[2], {}, drop == "-" ? std::vector<std::string>{} : std::vector{drop}, {}},
                        context);
  const Prepared data{ranked_view(dataset.features(), model), forest::Response::of(dataset.target()), dataset.rows()};
  const double preparing = std::chrono::duration<double>(std::chrono::steady_clock::now() - prepare).count();
  Workers workers(context);
  std::vector<double> seconds;
  double sum = 0;
  double squares = 0;
  for (std::uint32_t repeat = 0; repeat < repeats; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    const double score = forest::score_forest({data.features, data.response, data.rows},
                                              {.model = model, .trees = trees, .repeat = repeat}, workers)
                             .score;
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    sum += score;
    squares += score * score;
  }
  const double mean = sum / repeats;
  const double sd = repeats > 1 ? std::sqrt(std::max(0.0, squares - sum * mean) / (repeats - 1)) : 0;
  fmt::print("{} {} {} {} {}\n", *std::min_element(seconds.begin(), seconds.end()), mean, sd,
             count_row_candidates(data, model) * trees, preparing);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 4 && std::string(argv[1]) == "--make") {
      make_table(std::stoul(argv[2]), std::stoul(argv[3]));
      return 0;
    }
    if (argc == 8) return run(argv);
    std::cerr << "usage: umfi-bench-forest DATA TARGET DROP|- forest|extratrees TREES THREADS REPEATS\n";
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
  }
  return 2;
}
