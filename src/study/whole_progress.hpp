// The progress of a study as a whole: its stages one after the other, each with its share of the work.
//
//   WholeProgress whole(context, {3.0, 1.0});
//   executor.run(first, whole.stage(0));
//   executor.run(second, whole.stage(1));
#pragma once

#include <cstddef>
#include <vector>

#include "umfi/context.hpp"

namespace umfi {

class WholeProgress {
 public:
  // The expected work of each stage, in any unit. The context must outlive it.
  WholeProgress(const Context& context, std::vector<double> work);
  WholeProgress(const WholeProgress&) = delete;
  WholeProgress& operator=(const WholeProgress&) = delete;

  // The context of a stage, or of the first `share` of it where it is run in pieces. What the context says of progress is
  // that of the whole. It must not outlive this.
  Context stage(std::size_t number, double share = 1);

 private:
  void follow(const Progress& progress, double begin, double work);

  const Context& context_;
  std::vector<double> begins_;  // of stages, and the end
  double done_ = 0;
  double found_ = 0;   // of what is done, what was there before
  double begun_ = -1;  // where the stage that is under way begins
};

}  // namespace umfi
