#include "study/removal_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "diagnostics/pairwise_dependence.hpp"
#include "diagnostics/residual_dependence.hpp"
#include "diagnostics/verdict.hpp"
#include "removal/remover.hpp"

namespace umfi {
namespace {

// Enough to tell much from little.
constexpr std::uint32_t small_forest = 20;

// In wide tables with little dependence a ranking shares most of its work between features; these forests share none,
// so that checking all features would take long. The scores that are read are the highest.
constexpr std::size_t most_checked = 50;

// What small forests learn about a feature from all others, and what it says about one of them.
struct Known {
  double together = 0;
  double pairwise = 0;
  double most() const { return std::max(together, pairwise); }
};

// A remover on all rows, and what it leaves.
class SmallForests {
 public:
  SmallForests(const FeatureSet& data, const RemoverSettings& settings)
      : view_(data.features()),
        data_{data.feature_table(), view_, data.rows()},
        removal_(data.feature_table(), data.rows()),
        remover_(make_remover(removal_, settings)),
        forest_{.trees = small_forest, .seed = settings.options.seed} {}
  SmallForests(const SmallForests&) = delete;
  SmallForests& operator=(const SmallForests&) = delete;

  Known residual(std::size_t i, Workers& workers) const { return measure(i, remover_->protect(i).get(), workers); }
  Known raw(std::size_t i, Workers& workers) const { return measure(i, nullptr, workers); }

 private:
  Known measure(std::size_t i, const FreedColumns* freed, Workers& workers) const {
    return {.together = measure_dependence(data_, i, {&freed, 1}, forest_, workers).front(),
            .pairwise = measure_pairwise_dependence(removal_, i, freed)};
  }

  forest::FeatureView view_;
  DependenceData data_;
  RemovalData removal_;
  std::unique_ptr<const Remover> remover_;
  forest::ForestOptions forest_;
};

// What lr and ot leave, to choose from.
class BothRemovers {
 public:
  BothRemovers(const FeatureSet& data, const RemovalOptions& options)
      : lr_(data, with(RemovalMethod::lr, options)), ot_(data, with(RemovalMethod::ot, options)) {}

  RemovalMethod better(std::size_t i, Workers& workers) const {
    return better_remover(lr_.residual(i, workers).most(), ot_.residual(i, workers).most());
  }

 private:
  static RemoverSettings with(RemovalMethod method, RemovalOptions options) {
    options.method = method;
    return {.options = options};
  }

  SmallForests lr_;
  SmallForests ot_;
};

std::vector<std::size_t> highest_scores(const RankResult& result) {
  std::vector<std::size_t> features(result.features.size());
  std::iota(features.begin(), features.end(), std::size_t{0});
  std::stable_sort(features.begin(), features.end(),
                   [&](auto a, auto b) { return result.features[a].score > result.features[b].score; });
  features.resize(std::min(features.size(), most_checked));
  return features;
}

std::string_view advice_for(RemovalMethod method) {
  switch (method) {
    case RemovalMethod::lr: return "try --remove ot or --remove best";
    case RemovalMethod::ot: return "try --remove best or a smaller --ot-bin-size";
    case RemovalMethod::best: break;
  }
  return "try a smaller --ot-bin-size";
}

// What removal leaves of the dependence on a feature.
struct Left {
  std::size_t feature = 0;
  LeftDependence dependence;
};

// One sentence, or nothing where all is well.
std::string warning_about(const std::vector<Left>& checked, const RankResult& result) {
  const RemovalMethod method = result.options.remove;
  std::vector<Left> much;
  std::copy_if(checked.begin(), checked.end(), std::back_inserter(much),
               [](const Left& left) { return gravity(left.dependence) == Gravity::much_is_left; });
  if (much.empty()) return {};
  const auto worst = std::max_element(much.begin(), much.end(), [](const Left& a, const Left& b) {
    return a.dependence.residual < b.dependence.residual;
  });
  const char* const which = checked.size() < result.features.size() ? " with the highest scores" : "";
  return fmt::format(
      "removal by {} leaves much of the dependence on {} of the {} features{}, most on '{}' ({:.2f} of {:.2f}), so "
      "that they may score too low or too high: {}, and see umfi diagnose",
      name_of(method), much.size(), checked.size(), which, result.features[worst->feature].name,
      worst->dependence.residual, worst->dependence.raw, advice_for(method));
}

// Where the store keeps the remover of a feature, and what removal leaves.
ItemKey choice_key(std::size_t feature) {
  return {"better remover", 0, static_cast<std::uint32_t>(feature)};
}

std::string left_kind(const RankOptions& options) {
  return fmt::format("dependence left by {}", name_of(options.remove));
}

std::optional<RemovalMethod> chosen_before(const ItemStore& store, std::size_t feature) {
  const auto values = store.find(choice_key(feature));
  if (!values || values->empty()) return std::nullopt;
  return values->front() == static_cast<double>(RemovalMethod::ot) ? RemovalMethod::ot : RemovalMethod::lr;
}

}  // namespace

RemovalMethod choose_remover(const FeatureSet& data, std::size_t i, const RemovalOptions& options, Workers& workers) {
  return BothRemovers(data, options).better(i, workers);
}

RemovalOptions removal_of(const RankOptions& options) {
  return {
      .method = options.remove, .lr_alpha = options.lr_alpha, .ot_bin_size = options.ot_bin_size, .seed = options.seed};
}

std::vector<RemovalMethod> choose_removers(const FeatureSet& data, const RankOptions& options, ItemStore& store,
                                           const Context& context) {
  if (options.remove != RemovalMethod::best) return {};
  Workers workers(context);
  const BothRemovers removers(data, removal_of(options));
  std::vector<RemovalMethod> choice(data.feature_table().size());
  for_each_job(workers, choice.size(), data.rows().size(), [&](std::size_t i) {
    const std::optional<RemovalMethod> known = chosen_before(store, i);
    choice[i] = known ? *known : removers.better(i, workers);
    if (!known) store.keep(choice_key(i), std::array{static_cast<double>(choice[i])});
  });
  return choice;
}

void measure_what_is_left(const RankResult& result, const FeatureSet& data, std::span<const RemovalMethod> choice,
                          ItemStore& store, const Context& context) {
  Workers workers(context);
  const SmallForests forests(data, {.options = removal_of(result.options), .choice = choice});
  const std::vector<std::size_t> features = highest_scores(result);
  const std::string kind = left_kind(result.options);
  for_each_job(workers, features.size(), data.rows().size(), [&](std::size_t k) {
    const ItemKey key{kind, 0, static_cast<std::uint32_t>(features[k])};
    if (store.find(key)) return;
    const Known left = forests.residual(features[k], workers);
    // What there was matters only where something is left.
    const Known raw = leaves_much(left.most(), 0) ? forests.raw(features[k], workers) : Known{};
    store.keep(key, std::array{left.together, raw.together, left.pairwise, raw.pairwise});
  });
}

void add_what_is_left(RankResult& result, const ItemStore& store) {
  if (result.options.remove == RemovalMethod::best)
    for (std::size_t i = 0; i < result.features.size(); ++i) result.features[i].removed_by = chosen_before(store, i);
  if (!result.options.check_removal) return;
  const std::string kind = left_kind(result.options);
  std::vector<Left> checked;
  for (const std::size_t i : highest_scores(result)) {
    const auto values = store.find({kind, 0, static_cast<std::uint32_t>(i)});
    if (!values || values->size() != 4) continue;
    const LeftDependence together{(*values)[0], (*values)[1]};
    const LeftDependence pairwise{(*values)[2], (*values)[3]};
    checked.push_back({.feature = i, .dependence = graver(together, pairwise)});
    result.features[i].residual_dependence = std::max(together.residual, pairwise.residual);
  }
  result.removal_warning = warning_about(checked, result);
}

}  // namespace umfi
