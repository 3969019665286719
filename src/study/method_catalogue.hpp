// How each importance method is run: the one place that knows all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/parallel.hpp"
#include "importance/measure.hpp"
#include "power/power.hpp"
#include "removal/remover.hpp"
#include "study/dataset.hpp"
#include "umfi/rank.hpp"

namespace umfi {

// Throws UsageError where the method would train an absurd number of models.
void check_method(const RankOptions& options, std::size_t features);

// Whether the method looks inside a forest, so that no other power will do.
bool is_permuting(Method method);

// Whether repeats on the same rows are best measured together.
bool shares_repeats(const RankOptions& options, const Dataset& data);

// How a ranking frees its features in one repeat, and whether its models look at ranks.
RemoverSettings ranking_remover(const RankOptions& options, std::span<const RemovalMethod> choice,
                                std::uint32_t repeat);
bool needs_ranks(const RankOptions& options);

// What predicts. Dataset and rows must outlive it.
std::unique_ptr<const Power> make_power(const Dataset& data, std::span<const std::uint32_t> rows,
                                        const RankOptions& options);

struct Repeat {
  double null = 0;
  Measures measures;
};

// The method on these rows, with the random numbers of these repeats. `progress` is called by any thread with steps.
std::vector<Repeat> measure_rows(const Dataset& data, const RankOptions& options, std::span<const RemovalMethod> choice,
                                 std::span<const std::uint32_t> rows, std::span<const std::uint32_t> repeats,
                                 Workers& workers, const std::function<void(std::size_t)>& progress);

// The steps of one repeat.
std::size_t method_steps(const RankOptions& options, std::size_t features);

}  // namespace umfi
