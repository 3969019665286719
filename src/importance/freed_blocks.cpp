#include "importance/freed_blocks.hpp"

#include <algorithm>
#include <utility>

namespace umfi {
namespace {

constexpr std::size_t protected_at_a_time = 64;

}  // namespace

std::vector<FreedView> FreedBlocks::next(std::size_t most_features) {
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

std::size_t FreedBlocks::bytes_of(const Protected& feature) const {
  const std::size_t cell = sizeof(double) + (data_.needs_ranks ? sizeof(std::uint32_t) : 0);
  return feature.changed.size() * data_.features[0].values.size() * cell;
}

// Where few columns change, the more features share a tree the better. Where most change, forests have little in
// common, and what counts is that a block's columns stay in the cache from tree to tree. Where all change, they have
// nothing in common.
std::size_t FreedBlocks::limit_for(const Protected& feature) const {
  if (feature.changed.size() + 1 >= data_.features.size()) return 0;
  const bool is_dense = 5 * feature.changed.size() > data_.features.size();
  return is_dense ? std::size_t{800} << 10 : std::size_t{192} << 20;
}

void FreedBlocks::protect_some() {
  const std::size_t count = std::min(protected_at_a_time, features_.size() - protected_);
  std::vector<Protected> some(count);
  workers_.for_each(count, [&](std::size_t k) {
    some[k].feature = features_[protected_ + k];
    some[k].freed = data_.remover.protect(some[k].feature);
    for (std::size_t j = 0; j < data_.features.size(); ++j)
      if (some[k].freed->changes(j)) some[k].changed.push_back(j);
  });
  for (Protected& feature : some) waiting_.push_back(std::move(feature));
  protected_ += count;
}

// All columns of the block in parallel: a block may be a single feature of many columns, or many of few.
std::vector<FreedView> FreedBlocks::free_columns(std::vector<Protected>& features) {
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
    FreedColumn freed = features[k].freed->column(j);
    block[k].columns[c] =
        forest::replace_values(data_.features[j], std::move(freed.values), data_.needs_ranks, freed.order);
  });
  for (FreedView& view : block) view.view = view_of(view);
  return block;
}

forest::FeatureView FreedBlocks::view_of(const FreedView& freed) const {
  std::vector<const forest::FeatureColumn*> columns;
  for (std::size_t j = 0; j < data_.features.size(); ++j) columns.push_back(&data_.features[j]);
  for (std::size_t c = 0; c < freed.changed.size(); ++c) columns[freed.changed[c]] = &freed.columns[c].column;
  return forest::FeatureView(std::move(columns));
}

}  // namespace umfi
