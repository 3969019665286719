// Which of four variables are related to y? In this simulation x3 and x4 are; x1 and x2 are not.
#include <iostream>
#include <umfi/umfi.hpp>

int main() {
  const umfi::Table table = umfi::simulate("blood-relation", 1000, /*seed=*/1);  // or umfi::read_csv("data.csv")
  const umfi::RankResult result = umfi::rank_features(table, {.target = "y", .repeats = 5});
  for (const umfi::FeatureScore& feature : result.features)
    std::cout << feature.name << (feature.score > 0.02 ? " is related to y\n" : " is not\n");
}
