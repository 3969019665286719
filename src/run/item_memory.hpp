// Finished items in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "umfi/item_store.hpp"

namespace umfi {

// A finished item by itself.
struct KeptItem {
  std::string stage;
  std::uint32_t repeat = 0;
  std::uint32_t place = 0;
  std::vector<double> values;
};

// The store of studies that are not kept in a file, and what a run file holds while it is open.
class ItemMemory final : public ItemStore {
 public:
  StudyRecord begin(const StudyRecord& asked) override { return asked; }
  std::optional<std::vector<double>> find(const ItemKey& key) const override;
  void keep(const ItemKey& key, std::span<const double> values) override;
  // Every item that is there.
  std::vector<KeptItem> all() const;

 private:
  using Group = std::pair<std::string, std::uint32_t>;  // kind and repeat

  mutable std::mutex mutex_;
  std::map<Group, std::unordered_map<std::uint32_t, std::vector<double>>> groups_;
};

}  // namespace umfi
