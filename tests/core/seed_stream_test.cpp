#include "core/seed_stream.hpp"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <unordered_set>
#include <vector>

namespace umfi {
namespace {

using Words = std::array<std::uint32_t, 4>;

struct KnownAnswer {
  Words counter;
  std::array<std::uint32_t, 2> key;
  Words output;
};

// Source: file kat_vectors of the Random123 distribution (Salmon et al. 2011), lines "philox4x32 10".
const std::vector<KnownAnswer> published{{{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
                                         {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
                                          {0xffffffff, 0xffffffff},
                                          {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
                                         {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                                          {0xa4093822, 0x299f31d0},
                                          {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}};

StreamKey key_of(std::uint32_t low, std::uint32_t high) {
  return StreamKey{{{low, high}}};
}

Words philox(const Words& counter, const std::array<std::uint32_t, 2>& key) {
  const auto out = r123::Philox4x32{}({{counter[0], counter[1], counter[2], counter[3]}}, {{key[0], key[1]}});
  return {out.v[0], out.v[1], out.v[2], out.v[3]};
}

TEST(SeedStream, the_generator_gives_the_published_philox_vectors) {
  for (const KnownAnswer& answer : published) EXPECT_EQ(philox(answer.counter, answer.key), answer.output);
}

TEST(SeedStream, a_stream_begins_with_the_published_vector_of_its_counter_and_key) {
  Stream stream(key_of(0, 0), 0);
  for (const std::uint32_t word : published[0].output) EXPECT_EQ(stream.bits32(), word);
}

// Source of the expected words: Philox itself, tested above. Place, lane and block number are the counter.
TEST(SeedStream, a_stream_walks_the_counter_of_its_place_and_lane_block_by_block) {
  const std::uint64_t place = 0x85a308d3243f6a88;
  Stream stream(key_of(0xa4093822, 0x299f31d0), place, 0x13198a2e);
  for (std::uint32_t block = 0; block < 9; ++block)
    for (const std::uint32_t word : philox({0x243f6a88, 0x85a308d3, 0x13198a2e, block}, {0xa4093822, 0x299f31d0}))
      ASSERT_EQ(stream.bits32(), word) << "block " << block;
}

// Counter and key are zero for the unused purpose 0, so the hash is the first published vector.
// Instruction sets by Highway's bits; 0: all that there are.
void use_instruction_sets(std::int64_t targets) {
  hwy::SetSupportedTargetsForTest(targets);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

TEST(SeedStream, many_words_at_a_time_are_the_words_one_by_one_on_every_instruction_set) {
  const std::int64_t supported = hwy::SupportedTargets();
  for (std::int64_t bits = supported; bits != 0; bits &= bits - 1) {
    use_instruction_sets(bits & -bits);
    const StreamKey key = stream_key({.seed = 17, .purpose = Purpose::bootstrap});
    Stream one_by_one(key, 0x123456789abcdefULL, 3);
    Stream at_once(key, 0x123456789abcdefULL, 3);
    for (const std::size_t size : {0UL, 1UL, 2UL, 3UL, 4UL, 5UL, 16UL, 31UL, 32UL, 33UL, 64UL, 200UL, 1000UL}) {
      std::vector<std::uint32_t> words(size);
      at_once.fill(words);
      for (const std::uint32_t word : words) ASSERT_EQ(word, one_by_one.bits32()) << size;
    }
  }
  use_instruction_sets(0);
}

TEST(SeedStream, a_restarted_stream_is_a_new_one) {
  const StreamKey key = stream_key({.seed = 17, .purpose = Purpose::candidates});
  Stream stream(stream_key({.seed = 18, .purpose = Purpose::leaf_tie}), 5, 7);
  for (int i = 0; i < 6; ++i) stream.bits32();
  stream.restart(key, 99);
  Stream fresh(key, 99);
  for (int i = 0; i < 9; ++i) EXPECT_EQ(stream.bits32(), fresh.bits32());
}

TEST(SeedStream, a_key_is_the_philox_hash_of_what_it_is_for) {
  EXPECT_EQ(stream_key({.seed = 0, .purpose = static_cast<Purpose>(0)}), key_of(0x6627e8d5, 0xe169c58d));
  const Words hash = philox({5, 7, 3, 0}, {0x89abcdef, 0x01234567});
  EXPECT_EQ(stream_key({.seed = 0x0123456789abcdef, .purpose = Purpose::random_cut, .repeat = 5, .tree = 7}),
            key_of(hash[0], hash[1]));
}

TEST(SeedStream, sixty_four_bits_are_two_words_the_first_on_top) {
  Stream words(key_of(1, 2), 3);
  Stream pairs(key_of(1, 2), 3);
  for (int i = 0; i < 20; ++i) {
    const std::uint64_t high = words.bits32();
    EXPECT_EQ(pairs.bits64(), high << 32 | words.bits32());
  }
}

TEST(SeedStream, purposes_keep_the_numbers_results_were_made_with) {
  EXPECT_EQ(static_cast<int>(Purpose::bootstrap), 1);
  EXPECT_EQ(static_cast<int>(Purpose::candidates), 2);
  EXPECT_EQ(static_cast<int>(Purpose::random_cut), 3);
  EXPECT_EQ(static_cast<int>(Purpose::leaf_tie), 4);
  EXPECT_EQ(static_cast<int>(Purpose::vote_tie), 5);
  EXPECT_EQ(static_cast<int>(Purpose::simulation), 6);
  EXPECT_EQ(static_cast<int>(Purpose::subsample), 7);
  EXPECT_EQ(static_cast<int>(Purpose::removal), 8);
  EXPECT_EQ(static_cast<int>(Purpose::permutation), 9);
}

// Among fewer than 400,000 random 64-bit words a chance collision has a probability below 1e-8.
TEST(SeedStream, neighbouring_seeds_purposes_repeats_and_trees_share_no_stream) {
  constexpr int words = 200;
  std::unordered_set<std::uint64_t> seen;
  std::size_t drawn = 0;
  const auto draw = [&](Stream stream) {
    for (int i = 0; i < words; ++i) seen.insert(stream.bits64());
    drawn += words;
  };
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    for (std::uint32_t purpose = 1; purpose <= 7; ++purpose)
      for (std::uint32_t repeat = 0; repeat < 4; ++repeat)
        for (std::uint32_t tree = 0; tree < 10; ++tree)
          draw({stream_key({seed, static_cast<Purpose>(purpose), repeat, tree}), root_path});
  ASSERT_EQ(drawn, 6U * 7 * 4 * 10 * words);
  EXPECT_EQ(seen.size(), drawn);
}

TEST(SeedStream, the_high_half_of_a_seed_counts_too) {
  EXPECT_NE(stream_key({.seed = 1}), stream_key({.seed = 1 + (std::uint64_t{1} << 32)}));
}

TEST(SeedStream, places_and_lanes_of_one_key_share_no_stream) {
  std::unordered_set<std::uint64_t> seen;
  std::size_t drawn = 0;
  const StreamKey key = stream_key({.seed = 1});
  for (std::uint64_t place = 0; place < 30; ++place) {
    for (std::uint32_t lane = 0; lane < 30; ++lane) {
      Stream stream(key, place, lane);
      for (int i = 0; i < 50; ++i, ++drawn) seen.insert(stream.bits64());
    }
  }
  EXPECT_EQ(seen.size(), drawn);
}

void collect_paths(NodePath path, int depth, std::set<NodePath>& paths, std::size_t& visited) {
  paths.insert(path);
  ++visited;
  if (depth == 0) return;
  collect_paths(child_path(path, false), depth - 1, paths, visited);
  collect_paths(child_path(path, true), depth - 1, paths, visited);
}

TEST(SeedStream, every_node_of_a_full_tree_has_its_own_path) {
  std::set<NodePath> paths;
  std::size_t visited = 0;
  collect_paths(root_path, 15, paths, visited);
  EXPECT_EQ(visited, (1U << 16) - 1);
  EXPECT_EQ(paths.size(), visited);
}

TEST(SeedStream, paths_stay_distinct_far_deeper_than_64_levels) {
  std::set<NodePath> paths{root_path};
  NodePath path = root_path;
  for (int depth = 0; depth < 1000; ++depth) {
    paths.insert(child_path(path, false));
    path = child_path(path, true);
    paths.insert(path);
  }
  EXPECT_EQ(paths.size(), 2001U);
}

TEST(SeedStream, uniform_numbers_lie_in_zero_to_one_and_have_their_moments) {
  Stream stream(stream_key({.seed = 11}), 0);
  constexpr int n = 200'000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < n; ++i) {
    const double u = stream.uniform();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    sum += u;
    squares += u * u;
  }
  // Mean 1/2 and second moment 1/3, within five standard errors (sd 0.2887 and 0.2981).
  EXPECT_NEAR(sum / n, 0.5, 5 * 0.2887 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 1.0 / 3, 5 * 0.2981 / std::sqrt(n));
}

TEST(SeedStream, below_stays_below_its_bound) {
  Stream stream(stream_key({.seed = 12}), 0);
  for (const std::uint32_t bound : {1U, 2U, 3U, 7U, 1000U, 0x80000001U, 0xffffffffU})
    for (int i = 0; i < 2000; ++i) ASSERT_LT(stream.below(bound), bound);
}

double chi_square(const std::vector<int>& counts, double expected) {
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

TEST(SeedStream, below_a_small_bound_is_uniform) {
  Stream stream(stream_key({.seed = 13}), 0);
  constexpr int n = 100'000;
  std::vector<int> counts(10, 0);
  for (int i = 0; i < n; ++i) ++counts[stream.below(10)];
  EXPECT_LT(chi_square(counts, n / 10.0), 27.88);  // 0.999 quantile of chi-square with 9 degrees of freedom
}

// With bound 3 * 2^30 the plain product (or a remainder) gives a third of the values twice the probability.
TEST(SeedStream, below_a_huge_bound_is_uniform_because_words_are_rejected) {
  Stream stream(stream_key({.seed = 14}), 0);
  constexpr int n = 90'000;
  std::vector<int> residues(3, 0);
  std::vector<int> thirds(3, 0);
  for (int i = 0; i < n; ++i) {
    const std::uint32_t drawn = stream.below(3U << 30);
    ++residues[drawn % 3];
    ++thirds[drawn >> 30];
  }
  // 0.999 quantile of chi-square with 2 degrees of freedom.
  EXPECT_LT(chi_square(residues, n / 3.0), 13.82);
  EXPECT_LT(chi_square(thirds, n / 3.0), 13.82);
}

}  // namespace
}  // namespace umfi
