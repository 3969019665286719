// Is x_i related to y at all? How well y is predicted with x_i, beside how well with permuted copies in its place.
//
// If x_i is unrelated to y and S_i is free of it, x_i is exchangeable with its copies. All of them are grown against
// the same trees: a copy costs only what grows below the nodes where it is drawn and wins.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "importance/freed_blocks.hpp"
#include "removal/exchangeable.hpp"
#include "stats/permutation_sample.hpp"
#include "umfi/power.hpp"

namespace umfi {

// Copies are looked at in rounds. Where other features had to be freed of x_i, each round has its own S_i, which is
// freed of x_i and of all the round's copies at once: then nothing about it tells them apart. A copy is measured by how
// much better it is than the other copies of its round, x_i by how much better it is than as many copies of the first
// round. So x_i is measured as copies are, and S_i loses few dimensions.
struct CopyPlan {
  static constexpr std::uint32_t most = 100;  // copies; what is beyond is left to the pooled tail
  std::uint32_t copies = 20;                  // of a round; a divisor of `most`
  // How many terms S_i is freed of in a round, beside the mean; 0: all rounds have the same S_i.
  std::size_t freed_terms = 0;

  bool is_freed() const { return freed_terms > 0; }
  CopyRange round(std::uint32_t number) const { return {copies * number, copies * (number + 1)}; }
};

// For a feature that others had to be freed of: S_i loses an eighth of its dimensions at most, unless rows are so few,
// or levels so many, that even rounds of four copies lose more. Where they would lose half, or where there were
// hundreds of terms to be freed of, it is not freed of copies at all.
CopyPlan plan_for_freed(std::size_t rows, std::size_t terms_per_copy);

// Called by any thread when a subject is done.
using SampleDone = std::function<void(std::size_t subject, const PermutationSample&)>;

// Copies and how they are looked at.
struct CopyTest {
  const PermutedCopies& permuted;
  std::vector<CopyPlan> plans;                               // per subject
  std::vector<FreedShape> shapes;                            // per subject; only where S_i is freed of copies
  std::function<bool(const PermutationSample&)> is_decided;  // whether it is enough before all were looked at
  SampleDone sample_done;
};

// These subjects, each beside S_i. The columns of S_i are freed of copies as the shapes say.
void sample_beside_freed(const UltraMarginalData& data, const std::vector<std::size_t>& wanted, const CopyTest& test,
                         Workers& workers);

// What is looked at alone.
struct AloneData {
  const FeatureView& features;
  std::span<const Subject> subjects;
  const Power& power;
};
// These subjects, each alone.
void sample_alone(const AloneData& data, const std::vector<std::size_t>& wanted, const CopyTest& test,
                  Workers& workers);

}  // namespace umfi
