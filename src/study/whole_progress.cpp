#include "study/whole_progress.hpp"

#include <algorithm>
#include <cmath>

namespace umfi {
namespace {

constexpr double steps = 1e6;  // of the whole

}  // namespace

WholeProgress::WholeProgress(const Context& context, std::vector<double> work) : context_(context), begins_{0} {
  for (const double more : work) begins_.push_back(begins_.back() + more);
}

Context WholeProgress::stage(std::size_t number, double share) {
  Context context = context_;
  if (!context_.progress) return context;
  const double begin = begins_[number];
  const double work = share * (begins_[number + 1] - begin);
  begun_ = -1;
  context.progress = [this, begin, work](const Progress& progress) { follow(progress, begin, work); };
  return context;
}

// What a stage finds when it begins, and what was not done since this study began, was there before.
void WholeProgress::follow(const Progress& progress, double begin, double work) {
  if (progress.total == 0 || !(begins_.back() > 0)) return;
  const double total = static_cast<double>(progress.total);
  if (begun_ < 0) {
    begun_ = begin;
    found_ += std::max(0.0, begin + work * static_cast<double>(progress.found) / total - done_);
  }
  done_ = std::max(done_, begin + work * static_cast<double>(progress.done) / total);
  const auto scaled = [&](double part) {
    return static_cast<std::size_t>(std::llround(steps * part / begins_.back()));
  };
  context_.progress({.done = scaled(done_),
                     .total = static_cast<std::size_t>(steps),
                     .found = scaled(found_),
                     .part = progress.part});
}

}  // namespace umfi
