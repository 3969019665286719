#include "removal/chosen.hpp"

#include <gtest/gtest.h>

#include "removal/columns.hpp"

namespace umfi {
namespace {

TEST(ChosenRemover, frees_each_feature_as_was_chosen_for_it) {
  const auto a = normal_draws(200, 1);
  Table table;
  table.add(Column::numbers("a", a));
  table.add(Column::numbers("b", combined(a, normal_draws(200, 2), [](double u, double v) { return u + v; })));
  const std::vector<std::uint32_t> rows = all_rows(200);
  const RemovalData data(table, {.rows = rows});
  std::vector<std::unique_ptr<const Remover>> removers;
  removers.push_back(make_remover(data, "lr"));
  removers.push_back(make_remover(data, "ot"));
  const ChosenRemover best(std::move(removers), {1, 0});
  const char* const choice[] = {"ot", "lr"};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto chosen = make_remover(data, choice[i]);
    EXPECT_EQ(freed_values(best, i, 1 - i), freed_values(*chosen, i, 1 - i)) << i;
  }
}

}  // namespace
}  // namespace umfi
