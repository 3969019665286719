#include "importance/freed_blocks.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace umfi {
namespace {

constexpr std::size_t protected_at_a_time = 64;

}  // namespace

std::vector<FreedView> FreedBlocks::next(std::size_t most_subjects) {
  if (waiting_.empty()) protect_some();
  std::vector<Protected> chosen;
  std::size_t bytes = 0;
  while (!waiting_.empty() && chosen.size() < most_subjects) {
    const std::size_t more = bytes_of(waiting_.front());
    if (!chosen.empty() && bytes + more > limit_for(waiting_.front())) break;
    bytes += more;
    chosen.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
    if (waiting_.empty()) protect_some();
  }
  return free_columns(chosen);
}

std::size_t FreedBlocks::bytes_of(const Protected& subject) const {
  return subject.changed.size() * data_.features[0].values.size() * data_.power.bytes_per_cell();
}

// Where few columns change, the more subjects share a tree the better. Where most change, forests have little in
// common, and what counts is that a block's columns stay in the cache from tree to tree. Where all change, they have
// nothing in common.
std::size_t FreedBlocks::limit_for(const Protected& subject) const {
  if (subject.changed.size() + 1 >= data_.features.size()) return 0;
  const bool is_dense = 5 * subject.changed.size() > data_.features.size();
  return is_dense ? std::size_t{800} << 10 : std::size_t{192} << 20;
}

void FreedBlocks::protect_some() {
  const std::size_t count = std::min(protected_at_a_time, subjects_.size() - protected_);
  std::vector<Protected> some(count);
  workers_.for_each(count, [&](std::size_t k) {
    some[k].place = subjects_[protected_ + k];
    some[k].freed = data_.remover.protect(data_.subjects[some[k].place]);
    some[k].changed = some[k].freed->changed(data_.features.size());
  });
  for (Protected& subject : some) waiting_.push_back(std::move(subject));
  protected_ += count;
}

// All columns of the block in parallel where they are independent: a block may be one subject of many columns, or many
// of few. Columns that are freed together share out their own work.
std::vector<FreedView> FreedBlocks::free_columns(std::vector<Protected>& subjects) {
  struct Piece {
    std::size_t subject;  // of the block
    std::size_t first;    // of its changed columns
    std::size_t count;
  };
  std::vector<FreedView> block(subjects.size());
  std::vector<Piece> pieces;
  for (std::size_t k = 0; k < block.size(); ++k) {
    block[k].place = subjects[k].place;
    block[k].subject = &data_.subjects[subjects[k].place];
    block[k].changed = std::move(subjects[k].changed);
    block[k].columns.resize(block[k].changed.size());
    const std::size_t size = subjects[k].freed->are_independent() ? 1 : block[k].changed.size();
    for (std::size_t c = 0; c < block[k].changed.size(); c += size) pieces.push_back({k, c, size});
  }
  workers_.for_each(pieces.size(), [&](std::size_t p) {
    const Piece& piece = pieces[p];
    free_some(block[piece.subject], *subjects[piece.subject].freed, piece.first, piece.count);
  });
  for (FreedView& view : block) view.view = view_of(view);
  return block;
}

void FreedBlocks::free_some(FreedView& view, const FreedColumns& freed, std::size_t first, std::size_t count) {
  const auto wanted = std::span(view.changed).subspan(first, count);
  std::vector<FreedColumn> columns = freed.columns(wanted, workers_);
  for (std::size_t c = 0; c < count; ++c) {
    view.columns[first + c] = replaced_column(data_.features[wanted[c]], std::move(columns[c].values),
                                              std::move(columns[c].order));
    data_.power.prepare(*view.columns[first + c]);
  }
}

FeatureView FreedBlocks::view_of(const FreedView& freed) const {
  std::vector<const FeatureColumn*> columns;
  columns.reserve(data_.features.size());
  for (std::size_t j = 0; j < data_.features.size(); ++j) columns.push_back(&data_.features[j]);
  for (std::size_t c = 0; c < freed.changed.size(); ++c) columns[freed.changed[c]] = freed.columns[c].get();
  return FeatureView(std::move(columns));
}

}  // namespace umfi
