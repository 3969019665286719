// How each importance method is run: the one place that knows all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/parallel.hpp"
#include "importance/repeat_items.hpp"
#include "power/power.hpp"
#include "removal/remover.hpp"
#include "study/dataset.hpp"
#include "umfi/rank.hpp"

namespace umfi {

// A dataset, and the rows that one or more repeats look at.
struct MethodInput {
  const Dataset& data;
  const RankOptions& options;
  std::span<const std::uint32_t> rows;
  const Power& power;
  double floor = 0;                            // powers below it are raised to it
  std::span<const RemovalMethod> choice = {};  // per feature, for RemovalMethod::best
  std::span<const RepeatItems> repeats;        // of the same rows
  std::function<void(std::size_t)> progress;   // called by any thread with steps done
};

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

// What tells apart the tasks of this method, with these settings, from those of others in one study.
std::string item_kind(const RankOptions& options);

// The steps of one repeat, and those that it still needs.
std::size_t method_steps(const RankOptions& options, std::size_t features);
std::size_t missing_steps(const RankOptions& options, std::size_t features, const RepeatItems& repeat);

// Completes the repeats.
void run_method(const MethodInput& input, Workers& workers);

}  // namespace umfi
