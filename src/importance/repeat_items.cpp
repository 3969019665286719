#include "importance/repeat_items.hpp"

#include "core/codec.hpp"

namespace umfi {

template <>
struct Codec<FeatureMeasure> {
  static std::vector<double> encode(const FeatureMeasure& measure) {
    return {measure.value, measure.with, measure.without};
  }
  static std::optional<FeatureMeasure> decode(std::span<const double> numbers) {
    if (numbers.size() != 3) return std::nullopt;
    return FeatureMeasure{.value = numbers[0], .with = numbers[1], .without = numbers[2]};
  }
};

namespace {

ItemKey key_of(const RepeatName& name, std::size_t subject) {
  return {name.stage, name.number, static_cast<std::uint32_t>(subject)};
}

ItemKey full_key(const RepeatName& name) {
  return {name.full_stage, name.number, 0};
}

std::string block_stage(const RepeatName& name) {
  return name.stage + " blocks";
}

}  // namespace

bool RepeatItems::has(std::size_t subject) const {
  return find_item<FeatureMeasure>(*store_, key_of(name_, subject)).has_value();
}

std::vector<std::size_t> RepeatItems::missing() const {
  std::vector<std::size_t> result;
  for (const std::size_t subject : wanted_)
    if (!has(subject)) result.push_back(subject);
  return result;
}

void RepeatItems::keep(std::size_t subject, const FeatureMeasure& measure) const {
  keep_item(*store_, key_of(name_, subject), measure);
}

bool RepeatItems::has_full() const {
  return find_item<double>(*store_, full_key(name_)).has_value();
}

void RepeatItems::keep_full(double full) const {
  keep_item(*store_, full_key(name_), full);
}

std::optional<std::vector<double>> RepeatItems::find_block(std::size_t block) const {
  const std::string stage = block_stage(name_);
  return store_->find({stage, name_.number, static_cast<std::uint32_t>(block)});
}

void RepeatItems::keep_block(std::size_t block, std::span<const double> values) const {
  const std::string stage = block_stage(name_);
  store_->keep({stage, name_.number, static_cast<std::uint32_t>(block)}, values);
}

std::optional<Measures> read_measures(const ItemStore& store, const RepeatName& name, std::size_t subjects) {
  const auto full = find_item<double>(store, full_key(name));
  if (!full) return std::nullopt;
  Measures result{.full = *full, .features = {}};
  for (std::size_t i = 0; i < subjects; ++i) {
    const auto measure = find_item<FeatureMeasure>(store, key_of(name, i));
    if (!measure) return std::nullopt;
    result.features.push_back(*measure);
  }
  return result;
}

}  // namespace umfi
