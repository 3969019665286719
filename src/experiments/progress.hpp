// One progress bar over several pieces of work.
//
//   OverallProgress progress(context, total);
//   rank_features(table, options, progress.part(cost));
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "umfi/context.hpp"
#include "umfi/rank.hpp"

namespace umfi::paper {

class OverallProgress {
 public:
  // Costs are in any unit, as long as it is the same for all parts.
  OverallProgress(const Context& context, double total) : context_(context), total_(total) {}
  OverallProgress(const OverallProgress&) = delete;
  OverallProgress& operator=(const OverallProgress&) = delete;

  // The context for the next piece. Notes on the data are left out: the experiments' tables are known.
  Context part(double cost) {
    before_ += current_;
    current_ = cost;
    Context context = context_;
    context.log = {};
    if (context_.progress)
      context.progress = [this](const Progress& inner) {
        const double share = inner.total > 0 ? static_cast<double>(inner.done) / static_cast<double>(inner.total) : 0;
        tell(before_ + current_ * share);
      };
    return context;
  }

 private:
  static constexpr double steps = 1e6;

  void tell(double done) {
    told_ = std::max(told_, std::min(1.0, done / total_));
    context_.progress({.done = static_cast<std::size_t>(told_ * steps), .total = static_cast<std::size_t>(steps)});
  }

  const Context& context_;
  double total_;
  double before_ = 0;
  double current_ = 0;
  double told_ = 0;
};

// About how long a ranking takes, in units of one forest on the table.
inline double cost_of(const RankOptions& options, std::size_t features) {
  const auto p = static_cast<double>(features);
  const double repeats = options.repeats;
  if (options.method == "umfi") return repeats * p * (options.remove == "lr" ? 1.2 : 1.6);
  if (options.method == "mci") {
    const double sets = options.settings.has("mci_k") ? p * (p * p + 5) / 6 : std::exp2(p);
    return repeats * sets * std::min(1.0, 2 / std::sqrt(p));
  }
  if (options.method == "permutation") return repeats * 2;
  if (options.method == "conditional") return repeats * 6;
  return repeats * p * 0.3;
}

}  // namespace umfi::paper
