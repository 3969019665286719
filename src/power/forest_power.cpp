#include "power/forest_power.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <unordered_map>

#include "forest/forest_settings.hpp"

namespace umfi {
namespace {

// What forests make of a column. Two forms, because only random forests look at the ranks of ordered columns.
struct RankedForm {
  forest::FeatureColumn column;
};
struct ValueForm {
  forest::FeatureColumn column;
};

template <class Form>
const forest::FeatureColumn& in_form(const FeatureColumn& column) {
  return column.cache
      .get<Form>([&] {
        const bool is_ranked = std::is_same_v<Form, RankedForm> || !column.is_ordered;
        Form form{is_ranked ? forest::rank_column(column.values, column.is_ordered, column.order)
                            : forest::value_column(column.values)};
        form.column.is_constant = column.is_constant;
        form.column.is_discrete = column.is_discrete;
        return form;
      })
      .column;
}

const forest::FeatureColumn& form_for(const FeatureColumn& column, Model model) {
  return model == Model::forest ? in_form<RankedForm>(column) : in_form<ValueForm>(column);
}

Score score_of(const forest::OobScore& score) {
  return {.value = score.score, .test_statistic = score.support};
}

// The views of variants as forests see them, each once: a feature's two forests see the same one.
class RankedViews {
 public:
  explicit RankedViews(Model model) : model_(model) {}

  const forest::FeatureView* of(const FeatureView* view) {
    if (view == nullptr) return nullptr;
    const auto [place, is_new] = known_.try_emplace(view, nullptr);
    if (is_new) place->second = &views_.emplace_back(ranked_view(*view, model_));
    return place->second;
  }

 private:
  Model model_;
  std::deque<forest::FeatureView> views_;
  std::unordered_map<const FeatureView*, const forest::FeatureView*> known_;
};

// Few rows say little, and what they say should not drown in the scatter of a small forest, which costs little then.
constexpr std::size_t least_rows_grown = 25'000;  // rows times trees
constexpr std::size_t most_trees_for_test = 250;

std::unique_ptr<const Power> make_forest(const Target& target, const Sample& sample, const PowerSettings& settings) {
  forest::ForestOptions options = forest_options(settings.options, settings.seed);
  if (settings.is_for_test) {
    const std::size_t wanted = std::min(most_trees_for_test, least_rows_grown / sample.size());
    options.trees = std::max(options.trees, static_cast<std::uint32_t>(wanted));
  }
  return std::make_unique<ForestPower>(target, sample, options);
}

Metric forest_metric(Task task) {
  switch (task) {
    case Task::regression: return {.name = "r2", .title = "R²", .null_model = "always predicting the mean"};
    case Task::classification:
      return {.name = "accuracy", .title = "accuracy", .null_model = "always predicting the largest class"};
  }
  return {};
}

std::string forest_label(const OptionValues& options) {
  const std::int64_t trees = options.integer("trees");
  return fmt::format("{} of {} tree{}", options.text("model"), trees, trees == 1 ? "" : "s");
}

}  // namespace

forest::FeatureView ranked_view(const FeatureView& features, Model model) {
  std::vector<const forest::FeatureColumn*> columns;
  columns.reserve(features.size());
  for (std::size_t f = 0; f < features.size(); ++f) columns.push_back(&form_for(features[f], model));
  return forest::FeatureView(std::move(columns));
}

forest::ForestOptions ForestPower::options_for(std::uint32_t repeat) const {
  forest::ForestOptions options = options_;
  options.repeat = repeat;
  return options;
}

Score ForestPower::null() const {
  return score_of(forest::null_score(response_, sample_.rows));
}

void ForestPower::prepare(const FeatureColumn& column) const {
  form_for(column, options_.model);
}

std::size_t ForestPower::bytes_per_cell() const {
  return sizeof(double) + (options_.model == Model::forest ? sizeof(std::uint32_t) : 0);
}

FreedScale ForestPower::freed_scale() const {
  return options_.model == Model::forest ? FreedScale::units : FreedScale::probability;
}

Score ForestPower::nu(const FeatureView& features, std::uint32_t repeat, Workers& workers) const {
  if (features.candidates() == 0) return null();
  const forest::FeatureView ranked = ranked_view(features, options_.model);
  return score_of(forest::score_forest({ranked, response_, sample_.rows}, options_for(repeat), workers));
}

std::vector<Score> ForestPower::nu_variants(const VariantQuery& query, Workers& workers) const {
  const forest::FeatureView features = ranked_view(query.features, options_.model);
  RankedViews views(options_.model);
  std::vector<Score> scores(query.variants.size());
  std::vector<forest::ForestVariant> grown;
  std::vector<std::size_t> places;
  for (std::size_t v = 0; v < scores.size(); ++v) {
    forest::ForestVariant variant{.columns = views.of(query.variants[v].columns)};
    if (query.variants[v].without != nullptr)
      variant.without = static_cast<std::uint32_t>(query.variants[v].without->column());
    if (forest::candidates_of(variant, features) == 0) {
      scores[v] = null();
    } else {
      grown.push_back(variant);
      places.push_back(v);
    }
  }
  if (grown.empty()) {
    for (std::size_t step = 0; query.step_done && step < steps(); ++step) query.step_done();
    return scores;
  }
  const auto results =
      forest::score_variants({features, response_, sample_.rows}, {grown, query.step_done}, options_for(query.repeat), workers);
  for (std::size_t k = 0; k < grown.size(); ++k) scores[places[k]] = score_of(results[k]);
  return scores;
}

PowerEntry forest_entry() {
  std::vector<OptionEntry> options = forest_settings();
  options.push_back(own_mtry_setting());
  return {.name = "forest",
          .options = std::move(options),
          .tasks = {Task::regression, Task::classification},
          .metric = forest_metric,
          .make = make_forest,
          .label = forest_label,
          .sentence = [](Task task, const OptionValues& settings) {
            return fmt::format("Predictive power was the out-of-bag {} of {}.", forest_metric(task).title,
                               forest_text(settings));
          }};
}

}  // namespace umfi
