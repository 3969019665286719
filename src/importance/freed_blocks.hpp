// S_i for subject after subject, as many at a time as are best grown together.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "umfi/feature_view.hpp"
#include "umfi/power.hpp"
#include "umfi/remover.hpp"
#include "umfi/sample.hpp"

namespace umfi {

// The features themselves, what frees them of each other, and what will look at them.
struct UltraMarginalData {
  const FeatureView& features;
  std::span<const Subject> subjects;
  const Remover& remover;
  const Power& power;
};

// S_i + x_i as a view: the columns that removal left alone are the table's own.
struct FreedView {
  std::size_t place = 0;  // of the subject, among the subjects
  const Subject* subject = nullptr;
  std::vector<std::size_t> changed;                           // features
  std::vector<std::unique_ptr<const FeatureColumn>> columns;  // of the changed features
  FeatureView view;
};

class FreedBlocks {
 public:
  // Frees features of these subjects, in this order.
  FreedBlocks(const UltraMarginalData& data, std::vector<std::size_t> subjects, Workers& workers)
      : data_(data), subjects_(std::move(subjects)), workers_(workers) {}

  // The next block of at most this many subjects; empty when all were given.
  std::vector<FreedView> next(std::size_t most_subjects = 256);

 private:
  struct Protected {
    std::size_t place = 0;
    std::unique_ptr<const FreedColumns> freed;
    std::vector<std::size_t> changed;
  };

  std::size_t bytes_of(const Protected& subject) const;
  std::size_t limit_for(const Protected& subject) const;
  void protect_some();
  std::vector<FreedView> free_columns(std::vector<Protected>& subjects);
  void free_some(FreedView& view, const FreedColumns& freed, std::size_t first, std::size_t count);
  FeatureView view_of(const FreedView& freed) const;

  const UltraMarginalData data_;
  std::vector<std::size_t> subjects_;
  Workers& workers_;
  std::size_t protected_ = 0;  // subjects so far
  std::deque<Protected> waiting_;
};

}  // namespace umfi
