#include "study/measure_stage.hpp"

#include <algorithm>
#include <map>

#include "core/codec.hpp"
#include "core/distributions.hpp"
#include "core/progress.hpp"
#include "removal/chosen.hpp"
#include "study/repeats.hpp"

namespace umfi {
namespace {

std::unique_ptr<const Power> make_power(const UsedPower& used, const Dataset& data, const Sample& sample,
                                        std::uint64_t seed) {
  return used.entry->make(data.target(), sample, {.options = used.options, .seed = seed});
}

}  // namespace

std::unique_ptr<const Remover> make_remover(const Ranking& ranking, const RemovalData& data, std::uint32_t repeat,
                                            FreedScale scale) {
  std::vector<std::unique_ptr<const Remover>> removers;
  for (const UsedRemover& used : ranking.used.removers)
    removers.push_back(used.entry->make(
        data, {.options = used.options, .seed = ranking.options.seed, .repeat = repeat, .scale = scale}));
  if (removers.size() == 1) return std::move(removers.front());
  return std::make_unique<ChosenRemover>(std::move(removers), ranking.choice);
}

RepeatSeries repeats_of(const Ranking& ranking) {
  const std::span<const std::uint32_t> all = ranking.data.rows();
  const std::size_t size = rows_per_repeat(ranking.options, ranking.used, all.size());
  const std::string stage = ranking.used.stage();
  const std::uint64_t seed = ranking.options.seed;
  return {.count = static_cast<std::uint32_t>(ranking.options.repeats),
          .name = [stage](std::uint32_t number) { return repeat_name(stage, number); },
          .rows =
              [=](std::uint32_t number) {
                Stream stream(stream_key({.seed = seed, .purpose = Purpose::subsample, .repeat = number}), 0);
                return draw_some(all, size, stream);
              },
          .are_same_rows = size == all.size(),
          .keeps_null = true};
}

std::vector<WorkItem> MeasureStage::items() const {
  std::vector<WorkItem> result;
  for (std::uint32_t repeat = 0; repeat < series_.count; ++repeat)
    for (std::uint32_t place = 0; place < ranking_.data.subjects().size(); ++place) result.push_back({repeat, place});
  return result;
}

bool MeasureStage::is_finished(const WorkItem& item) const {
  const RepeatItems repeat(ranking_.store, series_.name(item.repeat), {});
  return repeat.has(item.place) && repeat.has_full() &&
         (!series_.keeps_null || find_item<double>(ranking_.store, null_key(item.repeat)));
}

std::size_t MeasureStage::unit_of(const WorkItem& item) const {
  return used_.method->is_by_subject ? item.place : item.repeat;
}

std::vector<RepeatItems> MeasureStage::repeats_of(std::span<const WorkItem> items) const {
  std::map<std::uint32_t, std::vector<std::size_t>> wanted;
  for (const WorkItem& item : items) wanted[item.repeat].push_back(item.place);
  std::vector<RepeatItems> repeats;
  for (auto& [number, subjects] : wanted)
    repeats.emplace_back(ranking_.store, series_.name(number), std::move(subjects));
  return repeats;
}

// How many repeats on the same rows are measured together. Where time may run out, only a few, so that most of what is
// finished by then makes whole repeats; freeing features again for every few takes little beside growing forests.
std::size_t MeasureStage::repeats_at_a_time(const Context& context) const {
  if (!series_.are_same_rows || !used_.method->takes_remover) return 1;
  const RemovalData data(ranking_.data.feature_table(), ranking_.data.sample());
  if (make_remover(ranking_, data, 0, FreedScale::units)->is_random()) return 1;
  return context.out_of_time ? 4 : std::max<std::size_t>(1, series_.count);
}

std::size_t MeasureStage::steps_of(const std::vector<RepeatItems>& repeats, std::size_t power_steps) const {
  const StepCount count{ranking_.data.subjects().size(), power_steps, used_.method_options};
  std::size_t steps = 0;
  for (const RepeatItems& repeat : repeats) steps += used_.method->missing_steps(count, repeat);
  return steps;
}

void MeasureStage::measure(std::span<const RepeatItems> together, const std::function<void(std::size_t)>& progress,
                           Workers& workers) const {
  const DataPart part(ranking_.data, series_.rows(together.front().number()));
  const Dataset& data = part.data();
  const Sample sample = part.sample();
  const RankOptions& options = ranking_.options;
  const auto power = make_power(used_.power, data, sample, options.seed);
  const double null = power->null().value;
  if (series_.keeps_null)
    for (const RepeatItems& repeat : together) keep_item(ranking_.store, null_key(repeat.number()), null);
  const FeatureView features = data.features();
  const RemovalData removal(data.feature_table(), sample);
  std::unique_ptr<const Remover> remover;
  if (used_.method->takes_remover)
    remover = make_remover(ranking_, removal, together.front().stream(), power->freed_scale());
  used_.method->measure({.features = features,
                         .subjects = data.subjects(),
                         .target = data.target(),
                         .sample = sample,
                         .power = *power,
                         .remover = remover.get(),
                         .floor = options.accuracy_floor.value_or(null),
                         .options = used_.method_options,
                         .seed = options.seed,
                         .repeats = together,
                         .progress = progress},
                        workers);
}

// One after the other: the trees of all features keep the threads busy.
void MeasureStage::run(std::span<const WorkItem> items, const Context& context) {
  Workers workers(context);
  const std::vector<RepeatItems> repeats = repeats_of(items);
  const std::size_t power_steps = make_power(used_.power, ranking_.data, ranking_.data.sample(), 0)->steps();
  const StepCount count{ranking_.data.subjects().size(), power_steps, used_.method_options};
  const std::size_t all_steps = series_.count * used_.method->steps(count);
  ProgressCounter progress(context, all_steps, all_steps - steps_of(repeats, power_steps));
  const std::size_t at_a_time = repeats_at_a_time(context);
  for (std::size_t first = 0; first < repeats.size(); first += at_a_time)
    measure(std::span(repeats).subspan(first, std::min(at_a_time, repeats.size() - first)),
            [&](std::size_t done) { progress.advance(done); }, workers);
}

}  // namespace umfi
