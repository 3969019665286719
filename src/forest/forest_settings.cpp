#include "forest/forest_settings.hpp"

#include <fmt/format.h>

#include "umfi/error.hpp"

namespace umfi {
namespace {

constexpr const char* extratrees = "extratrees";

Model model_of(const OptionValues& settings) {
  return settings.text("model") == extratrees ? Model::extratrees : Model::forest;
}

}  // namespace

std::vector<OptionEntry> forest_settings() {
  return {{.name = "model",
           .type = OptionType::word,
           .help = "A random forest, or extremely randomized trees",
           .standard = "forest",
           .words = {"forest", extratrees}},
          {.name = "trees",
           .type = OptionType::integer,
           .help = "Trees per forest",
           .standard = 100,
           .range = {.lowest = 1, .highest = 1e6, .text = "from 1 to 1,000,000"}}};
}

OptionEntry own_mtry_setting() {
  return {.name = "own_mtry",
          .type = OptionType::flag,
          .help = "Take candidates per node by the number of each forest's own features, as R's ranger does, instead of "
                  "alike with and without a feature",
          .standard = false,
          .is_about_pairs = true};
}

forest::ForestOptions forest_options(const OptionValues& settings, std::uint64_t seed) {
  return {.model = model_of(settings),
          .trees = static_cast<std::uint32_t>(settings.integer("trees")),
          .own_mtry = settings.has("own_mtry") && settings.flag("own_mtry"),
          .seed = seed};
}

std::string forest_text(const OptionValues& settings) {
  const std::int64_t trees = settings.integer("trees");
  return fmt::format("{} of {} tree{}",
                     model_of(settings) == Model::extratrees ? "extremely randomized trees" : "random forests", trees,
                     trees == 1 ? "" : "s");
}

}  // namespace umfi
