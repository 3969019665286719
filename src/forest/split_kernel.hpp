// The innermost loops of the split search, compiled for several instruction sets and chosen at run time.
//
// Here a row's contribution is one 64-bit word whose fields can be added: see VarianceCriterion and
// PackedGiniCriterion. Sums are exact and each cut's score takes the same rounded operations whatever the vector width,
// so every instruction set gives the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace umfi::forest {

using PackedItem = std::uint64_t;

// How many entries behind a node's own may be read (not used) from `rows` and `items`: rows there must be valid.
inline constexpr std::size_t kernel_padding = 32;

// A node's in-bag rows and one ordered feature.
struct KernelInput {
  const std::uint32_t* rank;  // by table row; see FeatureColumn
  std::uint32_t distinct;
  const std::uint32_t* rows;
  std::uint32_t size;  // at least 2
  const PackedItem* items;
  PackedItem total;
};

struct KernelCut {
  double score = -1;
  std::uint32_t last_left = 0;  // largest rank on the left
};

// Scratch for tables of up to `rows` rows. Between calls all marks and bins are clear.
struct KernelScratch {
  // `adds_items`: items are words that can be added, so that rows of one rank share a bin; else they are listed.
  KernelScratch(std::size_t rows, bool adds_items)
      : marks(rows / 64 + 1),
        mark_summary(rows / 4096 + 1),
        bin(adds_items ? rows + 64 : 0),
        slot(adds_items ? 0 : rows),
        next(adds_items ? 0 : rows) {}

  // Room for the sums of a node of so many rows.
  void reserve(std::size_t node_rows) {
    if (prefix.size() >= node_rows + kernel_padding) return;
    prefix.resize(node_rows + kernel_padding);
    group_rank.resize(node_rows + kernel_padding);
  }

  std::vector<std::uint64_t> marks;         // a bit per rank
  std::vector<std::uint64_t> mark_summary;  // a bit per word of marks
  std::vector<PackedItem> bin;              // rank -> sum of its items
  std::vector<std::uint32_t> slot;          // rank -> one of its rows, by place in the node
  std::vector<std::uint32_t> next;          // row in the node -> another of the same rank
  std::vector<PackedItem> prefix;           // sums over the rows up to a distinct value
  std::vector<std::uint32_t> group_rank;    // and that value's rank
};

// The layout of a PackedItem.
struct VarianceLayout {
  int weight_bits;  // low bits; the response's sum stands above
};
struct GiniLayout {
  static constexpr std::size_t most_classes = 6;
  int classes;
  int field_bits;  // class k's weight stands at bit k * field_bits
  bool is_small;   // up to four fields of 16 bits, fewer than 4,096 draws
};

// One random cut between the smallest and the largest value of a node.
struct RandomCutInput {
  const double* values;  // by table row
  const std::uint32_t* rows;
  std::uint32_t size;
  const PackedItem* items;
  PackedItem total;
  std::uint32_t random;
};

struct RandomCut {
  double score = -1;
  double threshold = 0;  // rows up to it go left
};

// Uniform between low and high; never high itself, so that both sides hold a row.
inline double random_threshold(double low, double high, std::uint32_t random) {
  const double threshold = low + (static_cast<double>(random) + 0.5) * 0x1p-32 * (high - low);
  return threshold < high ? threshold : low;
}

// The kernels, compiled for one instruction set.
struct SplitKernels {
  // The leftmost best cut; score below 0 if the feature is constant in the node.
  KernelCut (*best_variance_cut)(const KernelInput&, const VarianceLayout&, KernelScratch&);
  KernelCut (*best_gini_cut)(const KernelInput&, const GiniLayout&, KernelScratch&);
  // One random cut. The last argument is scratch for as many values as the table has rows and kernel_padding more.
  RandomCut (*random_variance_cut)(const RandomCutInput&, const VarianceLayout&, std::vector<double>&);
  RandomCut (*random_gini_cut)(const RandomCutInput&, const GiniLayout&, std::vector<double>&);
  // The score of one given left side against the node's total.
  double (*variance_score)(PackedItem left, PackedItem total, const VarianceLayout&);
  double (*gini_score)(PackedItem left, PackedItem total, const GiniLayout&);
  // Sorts the node's rows by rank: sorted[i] is the place in the node of the i-th row.
  void (*sort_by_rank)(const KernelInput&, KernelScratch&, std::uint32_t* sorted);
};

// Those for this processor.
SplitKernels split_kernels();

}  // namespace umfi::forest
