#include "importance/repeat_items.hpp"

#include <array>

namespace umfi {
namespace {

ItemKey key_of_full(std::uint32_t repeat) {
  return {"full", repeat, 0};
}

std::string block_kind(const std::string& kind) {
  return kind + " blocks";
}

}  // namespace

std::vector<std::size_t> RepeatItems::missing(std::size_t features) const {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < features; ++i)
    if (!has(i)) result.push_back(i);
  return result;
}

void RepeatItems::keep(std::size_t feature, const FeatureMeasure& measure) const {
  store_->keep(key(feature), std::array{measure.value, measure.with, measure.without});
}

std::optional<std::vector<double>> RepeatItems::find_block(std::size_t block) const {
  const std::string kind = block_kind(kind_);
  return store_->find({kind, number_, static_cast<std::uint32_t>(block)});
}

void RepeatItems::keep_block(std::size_t block, std::span<const double> values) const {
  const std::string kind = block_kind(kind_);
  store_->keep({kind, number_, static_cast<std::uint32_t>(block)}, values);
}

ItemKey RepeatItems::full_key() const {
  return key_of_full(number_);
}

std::optional<Measures> read_measures(const ItemStore& store, std::string_view kind, std::uint32_t repeat,
                                      std::size_t features) {
  const auto full = store.find(key_of_full(repeat));
  if (!full || full->size() != 1) return std::nullopt;
  Measures result{.full = full->front(), .features = {}};
  for (std::size_t i = 0; i < features; ++i) {
    const auto values = store.find({kind, repeat, static_cast<std::uint32_t>(i)});
    if (!values || values->size() != 3) return std::nullopt;
    result.features.push_back({.value = (*values)[0], .with = (*values)[1], .without = (*values)[2]});
  }
  return result;
}

}  // namespace umfi
