// Finished items in memory.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "umfi/item_store.hpp"

namespace umfi {

// The store of studies that are not kept in a file, and what a run file holds while it is open.
class ItemMemory final : public ItemStore {
 public:
  StudyRecord begin(const StudyRecord& asked) override { return asked; }
  std::optional<std::vector<double>> find(const ItemKey& key) const override;
  void keep(const ItemKey& key, std::span<const double> values) override;

 private:
  using Group = std::pair<std::string, std::uint32_t>;  // kind and repeat

  mutable std::mutex mutex_;
  std::map<Group, std::unordered_map<std::uint32_t, std::vector<double>>> groups_;
};

}  // namespace umfi
