// The best cut of a feature in a node of many rows by *bins*: items are added up by rank.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_RANK_BINS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_RANK_BINS_INL
#undef UMFI_FOREST_RANK_BINS_INL
#else
#define UMFI_FOREST_RANK_BINS_INL
#endif

#include <cstddef>
#include <cstdint>

#include "forest/best_prefix-inl.hpp"
#include "forest/cut_score-inl.hpp"
#include "forest/rank_marks-inl.hpp"
#include "forest/split_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

// Adds each row's item to its rank's bin and marks it. A bin that is not marked yet holds something old.
template <bool HasTies, class Rank>
UMFI_INLINE void fill_bins(const NodeRows& node, const Rank* ranks, KernelScratch& scratch) {
  Item* const bin = scratch.bin.data();
  std::uint8_t* const marks = scratch.byte_marks.data();
  const std::uint32_t* const rows = node.rows;
  const Item* const items = node.items;
  for (std::size_t k = 0, size = node.size; k < size; ++k) {
    const std::uint32_t rank = ranks[rows[k]];
    const Item before = HasTies ? bin[rank] & static_cast<Item>(static_cast<std::int8_t>(marks[rank])) : 0;
    bin[rank] = before + items[k];
    marks[rank] = 0xff;
  }
}

// Lists the ranks that occur, ascending, in group_rank and the sums up to each of them in prefix; returns how many
// there are.
template <class Rank>
UMFI_INLINE std::uint32_t prefixes_of_dense(const NodeRows& node, const FeatureColumn& column, KernelScratch& scratch) {
  const Rank* const ranks = column.rank.data<Rank>();
  column.has_ties() ? fill_bins<true>(node, ranks, scratch) : fill_bins<false>(node, ranks, scratch);
  const Item* const bin = scratch.bin.data();
  Item* const prefix = scratch.prefix.data();
  Rank* const group_rank = scratch.list<Rank>();
  const std::uint32_t groups = list_marked(column.distinct, scratch.byte_marks.data(), group_rank);
  Item sum = 0;
  // Four at a time: what is listed behind the last rank is some rank.
  for (std::size_t i = 0; i < groups; i += 4)
    for (std::size_t j = 0; j < 4; ++j) {
      sum += bin[group_rank[i + j]];
      prefix[i + j] = sum;
    }
  return groups;
}

template <class Rank>
UMFI_INLINE std::uint32_t prefixes_of_sparse(const NodeRows& node, const FeatureColumn& column,
                                             KernelScratch& scratch) {
  const Rank* const ranks = column.rank.data<Rank>();
  for (std::uint32_t k = 0; k < node.size; ++k) {
    const std::uint32_t rank = ranks[node.rows[k]];
    const Item before = mark(rank, scratch) ? scratch.bin[rank] : 0;
    scratch.bin[rank] = before + node.items[k];
  }
  Item sum = 0;
  std::uint32_t groups = 0;
  Rank* const group_rank = scratch.list<Rank>();
  for_each_marked(column.distinct, scratch, [&](std::uint32_t rank) {
    sum += scratch.bin[rank];
    scratch.prefix[groups] = sum;
    group_rank[groups++] = static_cast<Rank>(rank);
  });
  return groups;
}

template <class Rank, class Score>
UMFI_INLINE Cut best_cut_by_bins(const PackedRows& node, const FeatureColumn& column, KernelScratch& scratch,
                                 bool is_dense, const Score& score) {
  const std::uint32_t groups = is_dense ? prefixes_of_dense<Rank>(node.in_bag, column, scratch)
                                        : prefixes_of_sparse<Rank>(node.in_bag, column, scratch);
  for (std::uint32_t i = 0; i < 2 * hn::MaxLanes(Doubles{}); ++i) scratch.prefix[groups + i] = node.total;  // score NaN
  const BestPrefix best = best_prefix(LeftSides{scratch.prefix.data()}, groups, score);
  return {.score = best.score, .last_left = scratch.list<Rank>()[best.place]};
}

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
