#include "importance/ultra_marginal.hpp"

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>

namespace umfi {
namespace {

// S_i + x_i as a view: the columns that removal left alone are the table's own.
struct FreedView {
  std::size_t feature = 0;                   // i
  std::vector<std::size_t> changed;          // features
  std::vector<forest::OwnedColumn> columns;  // of the changed features
  forest::FeatureView view{{}};
};

// Frees feature after feature, as many at a time as are best grown together.
class BlockMaker {
 public:
  BlockMaker(const UltraMarginalData& data, std::vector<std::size_t> wanted, Workers& workers)
      : data_(data), wanted_(std::move(wanted)), workers_(workers) {}

  // The next wanted features; empty when all were given.
  std::vector<FreedView> next() {
    if (waiting_.empty()) protect_some();
    std::vector<Protected> chosen;
    std::size_t bytes = 0;
    while (!waiting_.empty() && chosen.size() < most_features) {
      const std::size_t more = bytes_of(waiting_.front());
      if (!chosen.empty() && bytes + more > limit_for(waiting_.front())) break;
      bytes += more;
      chosen.push_back(std::move(waiting_.front()));
      waiting_.pop_front();
      if (waiting_.empty()) protect_some();
    }
    return free_columns(chosen);
  }

 private:
  struct Protected {
    std::size_t feature = 0;
    std::unique_ptr<const FreedColumns> freed;
    std::vector<std::size_t> changed;
  };

  static constexpr std::size_t most_features = 256;
  static constexpr std::size_t protected_at_a_time = 64;

  std::size_t bytes_of(const Protected& feature) const {
    const std::size_t cell = sizeof(double) + (data_.needs_ranks ? sizeof(std::uint32_t) : 0);
    return feature.changed.size() * data_.features[0].values.size() * cell;
  }

  // Where most columns change, forests have little in common, and what counts is that a block's columns stay in the
  // cache from tree to tree. Where few change, the more features share a tree the better.
  std::size_t limit_for(const Protected& feature) const {
    const bool is_dense = 5 * feature.changed.size() > data_.features.size();
    return is_dense ? std::size_t{800} << 10 : std::size_t{192} << 20;
  }

  void protect_some() {
    const std::size_t count = std::min(protected_at_a_time, wanted_.size() - protected_);
    std::vector<Protected> some(count);
    workers_.for_each(count, [&](std::size_t k) {
      some[k].feature = wanted_[protected_ + k];
      some[k].freed = data_.remover.protect(some[k].feature);
      for (std::size_t j = 0; j < data_.features.size(); ++j)
        if (some[k].freed->changes(j)) some[k].changed.push_back(j);
    });
    for (Protected& feature : some) waiting_.push_back(std::move(feature));
    protected_ += count;
  }

  // All columns of the block in parallel: a block may be a single feature of many columns, or many of few.
  std::vector<FreedView> free_columns(std::vector<Protected>& features) {
    std::vector<FreedView> block(features.size());
    std::vector<std::pair<std::size_t, std::size_t>> tasks;  // feature of the block, place among its changed ones
    for (std::size_t k = 0; k < block.size(); ++k) {
      block[k].feature = features[k].feature;
      block[k].changed = std::move(features[k].changed);
      block[k].columns.resize(block[k].changed.size());
      for (std::size_t c = 0; c < block[k].changed.size(); ++c) tasks.emplace_back(k, c);
    }
    workers_.for_each(tasks.size(), [&](std::size_t task) {
      const auto [k, c] = tasks[task];
      const std::size_t j = block[k].changed[c];
      block[k].columns[c] = forest::replace_values(data_.features[j], features[k].freed->column(j), data_.needs_ranks);
    });
    for (FreedView& view : block) view.view = view_of(view);
    return block;
  }

  forest::FeatureView view_of(const FreedView& freed) const {
    std::vector<const forest::FeatureColumn*> columns;
    for (std::size_t j = 0; j < data_.features.size(); ++j) columns.push_back(&data_.features[j]);
    for (std::size_t c = 0; c < freed.changed.size(); ++c) columns[freed.changed[c]] = &freed.columns[c].column;
    return forest::FeatureView(std::move(columns));
  }

  const UltraMarginalData& data_;
  std::vector<std::size_t> wanted_;
  Workers& workers_;
  std::size_t protected_ = 0;  // wanted features so far
  std::deque<Protected> waiting_;
};

// Per feature its forest with x_i and the one without; before them, where it is asked for, the one on all features as
// they are.
std::vector<FeatureVariant> variants_of(const std::vector<const FreedView*>& features, bool with_full) {
  std::vector<FeatureVariant> variants;
  if (with_full) variants.emplace_back();
  for (const FreedView* freed : features) {
    variants.push_back({.columns = &freed->view});
    variants.push_back({.columns = &freed->view, .without = static_cast<std::uint32_t>(freed->feature)});
  }
  return variants;
}

// The features that some repeat misses.
std::vector<std::size_t> missing_features(std::span<const RepeatTasks> repeats, std::size_t features) {
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < features; ++i)
    if (std::any_of(repeats.begin(), repeats.end(), [&](const RepeatTasks& repeat) { return !repeat.has(i); }))
      missing.push_back(i);
  return missing;
}

}  // namespace

void measure_ultra_marginal(const UltraMarginalData& data, const Power& power, double floor,
                            std::span<const RepeatTasks> repeats, Workers& workers,
                            const std::function<void(std::size_t)>& features_done) {
  BlockMaker maker(data, missing_features(repeats, data.features.size()), workers);
  for (std::vector<FreedView> block = maker.next(); !block.empty(); block = maker.next()) {
    for (const RepeatTasks& repeat : repeats) {
      std::vector<const FreedView*> missing;
      for (const FreedView& freed : block)
        if (!repeat.has(freed.feature)) missing.push_back(&freed);
      if (missing.empty()) continue;
      const bool with_full = !repeat.has_full();
      const std::vector<Score> scores =
          power.nu_variants(data.features, variants_of(missing, with_full), repeat.number(), workers,
                            [&] { features_done(missing.size()); });
      if (with_full) repeat.keep_full(scores.front().score);
      for (std::size_t k = 0; k < missing.size(); ++k) {
        const std::size_t s = (with_full ? 1 : 0) + 2 * k;
        repeat.keep(missing[k]->feature, measure_of(scores[s].score, scores[s + 1].score, floor));
      }
    }
  }
  for (const RepeatTasks& repeat : repeats)
    repeat.need_full([&] { return power.nu(data.features, repeat.number(), workers).score; });
}

}  // namespace umfi
