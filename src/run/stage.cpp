#include "run/stage.hpp"

namespace umfi {

void Executor::run(Stage& stage, const Context& context) const {
  std::vector<WorkItem> missing;
  for (const WorkItem& item : stage.items())
    if (takes(stage.unit_of(item)) && !stage.is_finished(item)) missing.push_back(item);
  if (!missing.empty()) stage.run(missing, context);
}

}  // namespace umfi
