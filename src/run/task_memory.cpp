#include "run/task_memory.hpp"

namespace umfi {

std::optional<std::vector<double>> TaskMemory::find(const TaskKey& key) const {
  const std::lock_guard lock(mutex_);
  const auto group = groups_.find({std::string(key.kind), key.repeat});
  if (group == groups_.end()) return std::nullopt;
  const auto task = group->second.find(key.item);
  if (task == group->second.end()) return std::nullopt;
  return task->second;
}

void TaskMemory::keep(const TaskKey& key, std::span<const double> values) {
  const std::lock_guard lock(mutex_);
  groups_[{std::string(key.kind), key.repeat}][key.item].assign(values.begin(), values.end());
}

}  // namespace umfi
