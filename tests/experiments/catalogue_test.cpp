#include <gtest/gtest.h>

#include <set>
#include <string>

#include "experiments/experiment.hpp"
#include "experiments/reproduce.hpp"
#include "umfi/umfi.hpp"

namespace umfi {
namespace {

TEST(ExperimentCatalogue, every_experiment_has_a_name_of_its_own_and_says_what_it_shows) {
  std::set<std::string> names;
  for (const Experiment& experiment : experiments()) {
    EXPECT_TRUE(names.insert(std::string(experiment.name)).second) << experiment.name;
    EXPECT_FALSE(experiment.shows.empty());
    EXPECT_FALSE(experiment.what.empty());
    EXPECT_GT(experiment.repeats, 0);
  }
  for (const Simulation& simulation : simulations()) EXPECT_TRUE(names.contains(std::string(simulation.name)));
}

TEST(ExperimentCatalogue, an_unknown_name_is_answered_with_those_there_are) {
  try {
    reproduce("mnist");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("blood-relation"), std::string::npos) << error.what();
  }
}

TEST(ExperimentCatalogue, missing_data_are_named_with_what_to_do) {
  for (const Experiment& experiment : experiments()) {
    if (experiment.data.empty()) continue;
    try {
      reproduce(experiment.name, {.data = "nowhere"});
      FAIL() << experiment.name;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find(experiment.data), std::string::npos) << error.what();
      const std::string sentence =
          error.sentence([](std::string_view name, std::string_view) { return "--" + std::string(name); });
      EXPECT_NE(sentence.find("--data"), std::string::npos) << sentence;
    }
  }
}

TEST(ExperimentCatalogue, bins_of_the_text_are_one_more_than_those_of_the_program) {
  // The program cuts n rows into ceil(n / size) - 1 bins, the text speaks of quantiles of that size.
  for (const std::size_t rows : {500U, 572U, 643U, 1000U}) {
    const std::size_t bins = paper::bins_of_text(rows, 150);
    const auto size = static_cast<std::size_t>(paper::bin_size_for(rows, bins));
    EXPECT_EQ((rows + size - 1) / size - 1, bins) << rows;
  }
}

}  // namespace
}  // namespace umfi
