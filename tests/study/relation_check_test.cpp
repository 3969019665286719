#include "study/relation_check.hpp"

#include <gtest/gtest.h>

#include <map>

#include "run/item_memory.hpp"
#include "umfi/simulate.hpp"

namespace umfi {
namespace {

// x1 and x2 of blood relation have nothing to do with y; x3 and x4 have, and there are rows enough to see it clearly.
TEST(RelationCheck, looks_at_few_copies_of_what_is_clearly_unrelated_and_at_sixty_of_what_is_clearly_related) {
  const Table table = simulate("blood-relation", 600, 3);
  const RankOptions options = effective({.target = "y", .settings = {{"trees", 20}}}, built_in_parts());
  const Context context;
  const Dataset data(table, {options.target, {}, options.drop, options.task}, context);
  ItemMemory store;
  const Ranking ranking{data, options, parts_for(options, built_in_parts()), store};
  Workers workers(context);
  std::map<std::size_t, std::size_t> copies;
  // One at a time: samples are told by any thread.
  for (std::size_t feature = 0; feature < 4; ++feature)
    sample_relations(ranking,
                     {.wanted = {feature},
                      .sample_done = [&](std::size_t i, const PermutationSample& sample) {
                        copies[i] = sample.permuted.size();
                      }},
                     workers);
  EXPECT_LT(copies[0], 60);
  EXPECT_LT(copies[1], 60);
  EXPECT_EQ(copies[2], 60);
  EXPECT_EQ(copies[3], 60);
}

}  // namespace
}  // namespace umfi
