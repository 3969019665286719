// The innermost loops of the split search, compiled for several instruction sets and chosen at run time.
//
// For searches, items are words whose fields can be added: see VarianceCriterion and PackedGiniCriterion. Sums are
// exact and each cut's score takes the same rounded operations whatever the vector width, so every instruction set
// gives the same bits.
#pragma once

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "forest/feature_column.hpp"

namespace umfi::forest {

// What a row brings to its node: a word whose layout is the criterion's.
using Item = std::uint64_t;

// How many features may be searched in one call.
inline constexpr std::size_t most_at_once = 8;

// How many entries behind a node's own may be read (not used) from its rows and items: rows there must be valid.
inline constexpr std::size_t kernel_padding = 32;

// The distinct in-bag rows of a node; at least two.
struct NodeRows {
  const std::uint32_t* rows;
  const Item* items;
  std::uint32_t size;
};

// Score below 0: the feature cannot be cut here (it is constant in the node).
struct Cut {
  double score = -1;
  std::uint32_t last_left = 0;  // ordered: largest rank on the left. Categories: how many sorted levels go left
  double threshold = 0;         // ordered, random cut: rows up to it go left
};

// A feature whose cut in a node is wanted.
struct Candidate {
  const FeatureColumn* column;
  Cut* cut;              // where to put it
  std::uint32_t random;  // bits of its own
};

// A node for packed criteria, with the sum of its items.
struct PackedRows {
  NodeRows in_bag;
  Item total;
};

// A node that is divided, at a cut of an ordered column.
struct DividedNode {
  NodeRows in_bag;
  std::span<const std::uint32_t> out_of_bag;
  const FeatureColumn* column;
  std::uint32_t last_left;  // of the cut
  double threshold;         // likewise
  // Where its rows are put, those on the left first: not where they come from. Up to kernel_padding entries behind them
  // may be overwritten.
  struct {
    std::uint32_t* rows;
    Item* items;
    std::uint32_t* out_of_bag;
  } to;
};

struct Division {
  std::uint32_t left_rows = 0;
  std::uint32_t left_out_of_bag = 0;
  Item left_total = 0;   // the sum of their items
  double threshold = 0;  // rows whose value is no larger go left
};

// Scratch for nodes of small tables, whose columns have an order. Between calls no row is in the node.
struct OrderScratch {
  alignas(64) std::uint8_t is_in_node[most_ordered_rows + 1] = {};  // 0xff where it is
  Item item[most_ordered_rows + 1] = {};                            // of a row that is
};

// Scratch for tables of up to `rows` rows. Between calls all marks are clear and all slots empty.
struct KernelScratch {
  // `adds_items`: items are words that can be added, so that rows of one rank share a bin; else they are listed.
  KernelScratch(std::size_t rows, bool adds_items)
      : marks(rows / 64 + 1),
        mark_summary(rows / 4096 + 1),
        byte_marks(adds_items ? rows + 64 : 0),
        bin(adds_items ? rows + 64 : 0),
        head(adds_items ? 0 : rows),
        next(adds_items ? 0 : rows),
        slot(make_slots(adds_items && RowNumbers::are_narrow(rows) ? rows : 0)),
        order(rows <= most_ordered_rows ? std::make_unique<OrderScratch>() : nullptr) {}

  using Slots = hwy::AlignedFreeUniquePtr<std::uint16_t[]>;
  // As many as the nearest cache holds beside other things, up to four.
  static std::vector<Slots> make_slots(std::size_t rows) {
    std::vector<Slots> sets;
    for (std::size_t i = 0; i < (rows <= 2048 ? 4 : 2); ++i) sets.push_back(empty_slots(rows));
    return sets;
  }
  static Slots empty_slots(std::size_t rows) {
    Slots slots = hwy::AllocateAligned<std::uint16_t>(rows + kernel_padding);
    std::fill_n(slots.get(), rows + kernel_padding, std::uint16_t{0});
    return slots;
  }

  // Room for the sums of a node of this many rows.
  void reserve(std::size_t node_rows) {
    if (prefix.size() >= node_rows + kernel_padding) return;
    prefix.resize(node_rows + kernel_padding);
    wide_list.resize(node_rows + kernel_padding);
    narrow_list.resize(node_rows + kernel_padding);
    byte_list.resize(node_rows + kernel_padding);
  }

  // Room for as many numbers: ranks, or rows of the node.
  template <class Number>
  Number* list() {
    if constexpr (sizeof(Number) == sizeof(std::uint8_t))
      return byte_list.data();
    else if constexpr (sizeof(Number) == sizeof(std::uint16_t))
      return narrow_list.data();
    else
      return wide_list.data();
  }

  std::vector<std::uint64_t> marks;         // a bit per rank
  std::vector<std::uint64_t> mark_summary;  // a bit per word of marks
  std::vector<std::uint8_t> byte_marks;     // the same for nodes of many rows, 0xff per rank
  std::vector<Item> bin;                    // rank -> sum of its items, where marked
  std::vector<std::uint32_t> head;          // rank -> one of its rows, by place in the node
  std::vector<std::uint32_t> next;          // row in the node -> another of the same rank
  std::vector<Slots> slot;  // place in the column's order -> row in the node, from 1 on; a few sets, also used by bytes
  std::vector<Item> prefix;                // sums over the rows up to a distinct value
  std::vector<std::uint32_t> wide_list;    // and that value's rank
  std::vector<std::uint16_t> narrow_list;  // the same for narrow ranks, or rows by rank
  std::vector<std::uint8_t> byte_list;     // rows of small nodes by rank
  std::unique_ptr<OrderScratch> order;     // for small tables
};

// The layout of an item.
struct VarianceLayout {
  int weight_bits;  // low bits; the response's sum stands above
};
struct GiniLayout {
  static constexpr std::size_t most_classes = 6;
  int classes;
  int field_bits;  // class k's weight stands at bit k * field_bits
  bool is_small;   // up to four fields of 16 bits, fewer than 4,096 draws
};

// Uniform between low and high; never high itself, so that both sides hold a row.
inline double random_threshold(double low, double high, std::uint32_t random) {
  const double threshold = low + (static_cast<double>(random) + 0.5) * 0x1p-32 * (high - low);
  return threshold < high ? threshold : low;
}

// The kernels, compiled for one instruction set.
struct SplitKernels {
  // The leftmost best cuts of up to most_at_once ordered features.
  void (*best_variance_cuts)(const PackedRows&, const VarianceLayout&, KernelScratch&, std::span<const Candidate>);
  void (*best_gini_cuts)(const PackedRows&, const GiniLayout&, KernelScratch&, std::span<const Candidate>);
  // Random cuts of ordered features. The scratch is for as many values as the table has rows and kernel_padding more.
  void (*random_variance_cuts)(const PackedRows&, const VarianceLayout&, std::vector<double>& scratch,
                               std::span<const Candidate>);
  void (*random_gini_cuts)(const PackedRows&, const GiniLayout&, std::vector<double>& scratch,
                           std::span<const Candidate>);
  // The score of one given left side against the node's total.
  double (*variance_score)(Item left, Item total, const VarianceLayout&);
  double (*gini_score)(Item left, Item total, const GiniLayout&);
  // Divides a node's rows. An exact cut is one of in-bag rows by rank, out-of-bag rows are sent half-way between the
  // values next to it; a random cut is one of values.
  void (*divide_at_exact_cut)(const DividedNode&, Division&);
  void (*divide_at_random_cut)(const DividedNode&, Division&);
  // Sorts the node's rows by rank: sorted[i] is the place in the node of the i-th row.
  void (*sort_by_rank)(std::span<const std::uint32_t> rows, const FeatureColumn&, KernelScratch&,
                       std::uint32_t* sorted);
};

// Those for this processor.
SplitKernels split_kernels();

}  // namespace umfi::forest
