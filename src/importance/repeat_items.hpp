// The tasks of one repeat of an importance method: nu of all features, and the measure of each. Methods compute what
// is missing and hand it over as soon as it is finished; results are read from here.
//
//   ItemMemory store;
//   const RepeatItems repeat(store, "ablation", 0);
//   measure_ablation(features, power, floor, repeat, workers, {});
//   const std::optional<Measures> measures = repeat.measures(features.size());
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "importance/measure.hpp"
#include "umfi/item_store.hpp"

namespace umfi {

// Everything that a repeat gave, if nothing is missing.
std::optional<Measures> read_measures(const ItemStore& store, std::string_view kind, std::uint32_t repeat,
                                      std::size_t features);

class RepeatItems {
 public:
  // The kind names the method and the settings that repeats of one study may differ in. The store must outlive it.
  RepeatItems(ItemStore& store, std::string kind, std::uint32_t number)
      : store_(&store), kind_(std::move(kind)), number_(number) {}

  // Which repeat this is.
  std::uint32_t number() const { return number_; }
  bool has(std::size_t feature) const { return store_->find(key(feature)).has_value(); }
  std::vector<std::size_t> missing(std::size_t features) const;
  void keep(std::size_t feature, const FeatureMeasure& measure) const;

  // nu(F), which all methods of a study have in common.
  bool has_full() const { return store_->find(full_key()).has_value(); }
  void keep_full(double full) const { store_->keep(full_key(), {&full, 1}); }
  // Computes it where it is missing.
  template <class Compute>
  void need_full(const Compute& compute) const {
    if (!has_full()) keep_full(compute());
  }

  // Work that a method does on the way to its measures, block by block.
  std::optional<std::vector<double>> find_block(std::size_t block) const;
  void keep_block(std::size_t block, std::span<const double> values) const;

  // Everything, if nothing is missing.
  std::optional<Measures> measures(std::size_t features) const {
    return read_measures(*store_, kind_, number_, features);
  }

 private:
  ItemKey key(std::size_t feature) const { return {kind_, number_, static_cast<std::uint32_t>(feature)}; }
  ItemKey full_key() const;

  ItemStore* store_;
  std::string kind_;
  std::uint32_t number_;
};

}  // namespace umfi
