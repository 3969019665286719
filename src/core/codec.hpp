// What work items hold, as the numbers that a store keeps: one codec per payload, next to the payload's type.
//
//   template <>
//   struct Codec<Point> {
//     static std::vector<double> encode(const Point& point) { return {point.x, point.y}; }
//     static std::optional<Point> decode(std::span<const double> numbers);  // empty where they are not a point
//   };
//   keep_item(store, key, Point{1, 2});
//   const std::optional<Point> point = find_item<Point>(store, key);
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "umfi/item_store.hpp"

namespace umfi {

template <class Payload>
struct Codec;

template <>
struct Codec<double> {
  static std::vector<double> encode(double number) { return {number}; }
  static std::optional<double> decode(std::span<const double> numbers) {
    return numbers.size() == 1 ? std::optional(numbers[0]) : std::nullopt;
  }
};

template <class Payload>
std::optional<Payload> find_item(const ItemStore& store, const ItemKey& key) {
  const auto numbers = store.find(key);
  return numbers ? Codec<Payload>::decode(*numbers) : std::nullopt;
}

template <class Payload>
void keep_item(ItemStore& store, const ItemKey& key, const Payload& payload) {
  store.keep(key, Codec<Payload>::encode(payload));
}

}  // namespace umfi
