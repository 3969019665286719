#include "importance/value_exchange.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace umfi {
namespace {

StreamKey key() {
  return stream_key({.seed = 1, .purpose = Purpose::permutation});
}

std::vector<std::uint32_t> givers(ValueExchange& exchange, std::uint32_t places, std::uint64_t deal) {
  exchange.deal(Stream(key(), deal));
  std::vector<std::uint32_t> result;
  for (std::uint32_t place = 0; place < places; ++place) result.push_back(exchange.giver_for(place));
  return result;
}

// 6000 deals, 1000 expected of each permutation, standard deviation 29.
TEST(ValueExchange, every_permutation_of_a_cell_is_as_likely) {
  std::map<std::vector<std::uint32_t>, int> seen;
  ValueExchange exchange;
  for (std::uint64_t deal = 0; deal < 6000; ++deal) {
    exchange.start(3);
    ++seen[givers(exchange, 3, deal)];
  }
  ASSERT_EQ(seen.size(), 6U);
  for (const auto& [permutation, times] : seen) EXPECT_NEAR(times, 1000, 120);
}

TEST(ValueExchange, values_stay_in_their_cell_and_cells_of_one_value_are_left_alone) {
  const Labels bins({0, 1, 0, 1, 2, 0, 2}, 3);
  const Labels own({0, 0, 1, 0, 1, 2, 0}, 3);  // bin 1 has only one value
  ValueExchange exchange;
  for (std::uint64_t deal = 0; deal < 200; ++deal) {
    exchange.start(7);
    exchange.cut(bins, own);
    std::vector<std::uint32_t> given = givers(exchange, 7, deal);
    EXPECT_EQ(given[1], 1U);
    EXPECT_EQ(given[3], 3U);
    for (std::uint32_t place = 0; place < 7; ++place) EXPECT_EQ(bins[given[place]], bins[place]);
    std::sort(given.begin(), given.end());
    EXPECT_EQ(given, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6}));
  }
}

TEST(ValueExchange, nothing_is_left_to_exchange_where_every_cell_knows_one_value) {
  const Labels bins({0, 0, 1, 1}, 2);
  ValueExchange exchange;
  exchange.start(4);
  EXPECT_FALSE(exchange.is_empty());
  exchange.cut(bins, bins);
  EXPECT_TRUE(exchange.is_empty());
}

}  // namespace
}  // namespace umfi
