// The stage that does most of the work: the measures of all subjects in a series of repeats.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "study/ranking.hpp"

namespace umfi {

// Repeats on the same table: how many, what each is called, and which rows it looks at.
struct RepeatSeries {
  std::uint32_t count = 0;
  std::function<RepeatName(std::uint32_t number)> name;
  std::function<std::vector<std::uint32_t>(std::uint32_t number)> rows;
  bool are_same_rows = false;  // for all repeats
  bool keeps_null = false;     // whether the power of the null model is kept, too
};

// Repeats with other random numbers and, where asked for, on subsamples.
RepeatSeries repeats_of(const Ranking& ranking);

class MeasureStage final : public Stage {
 public:
  // The ranking must outlive it. `used`: by which parts, where not those of the ranking.
  MeasureStage(const Ranking& ranking, RankParts used, RepeatSeries series)
      : ranking_(ranking), used_(std::move(used)), series_(std::move(series)) {}

  std::vector<WorkItem> items() const override;
  bool is_finished(const WorkItem& item) const override;
  std::size_t unit_of(const WorkItem& item) const override;
  void run(std::span<const WorkItem> items, const Context& context) override;

 private:
  std::vector<RepeatItems> repeats_of(std::span<const WorkItem> items) const;
  std::size_t repeats_at_a_time(const Context& context) const;
  std::size_t steps_of(const std::vector<RepeatItems>& repeats, std::size_t power_steps) const;
  void measure(std::span<const RepeatItems> together, const std::function<void(std::size_t)>& progress,
               Workers& workers) const;

  const Ranking& ranking_;
  RankParts used_;
  RepeatSeries series_;
};

// What frees the features of a ranking: its remover, or the one that was chosen for each.
std::unique_ptr<const Remover> make_remover(const Ranking& ranking, const RemovalData& data, std::uint32_t repeat,
                                            FreedScale scale);

}  // namespace umfi
