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
  std::vector<std::uint32_t> rows(200);
  std::iota(rows.begin(), rows.end(), 0U);
  const RemovalData data(table, rows);
  const RemovalMethod choice[] = {RemovalMethod::ot, RemovalMethod::lr};
  const auto best = make_remover(data, {.options = {.method = RemovalMethod::best}, .choice = choice});
  for (std::size_t i = 0; i < 2; ++i) {
    const auto chosen = make_remover(data, {.options = {.method = choice[i]}});
    EXPECT_EQ(best->protect(i)->column(1 - i).values, chosen->protect(i)->column(1 - i).values) << i;
  }
}

}  // namespace
}  // namespace umfi
