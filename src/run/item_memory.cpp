#include "run/item_memory.hpp"

namespace umfi {

std::optional<std::vector<double>> ItemMemory::find(const ItemKey& key) const {
  const std::lock_guard lock(mutex_);
  const auto group = groups_.find({std::string(key.stage), key.repeat});
  if (group == groups_.end()) return std::nullopt;
  const auto item = group->second.find(key.place);
  if (item == group->second.end()) return std::nullopt;
  return item->second;
}

void ItemMemory::keep(const ItemKey& key, std::span<const double> values) {
  const std::lock_guard lock(mutex_);
  groups_[{std::string(key.stage), key.repeat}][key.place].assign(values.begin(), values.end());
}

std::vector<KeptItem> ItemMemory::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<KeptItem> items;
  for (const auto& [group, places] : groups_)
    for (const auto& [place, values] : places) items.push_back({group.first, group.second, place, values});
  return items;
}

}  // namespace umfi
