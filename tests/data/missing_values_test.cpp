#include "umfi/missing_values.hpp"

#include "data/csv_testing.hpp"

namespace umfi {
namespace {

using namespace testing;

// Rows 1 to 10: `deck` is missing in eight, `age` in three of which two miss deck too, `town` in one that misses both.
const char* const passengers =
    "deck,age,town,y\n"
    ",1,x,1\n,2,x,2\n,3,x,3\n,4,x,4\n,5,x,5\n,6,x,6\n,,x,7\n,,NA,8\nA,,y,9\nA,10,y,10\n";

TEST(MissingValues, columns_are_counted_and_the_best_to_leave_out_come_first) {
  const MissingValues missing = count_missing(parse(passengers));
  EXPECT_EQ(missing.rows, 10U);
  EXPECT_EQ(missing.complete, 1U);
  ASSERT_EQ(missing.columns.size(), 3U);
  EXPECT_EQ(missing.columns[0].column, "deck");
  EXPECT_EQ(missing.columns[0].rows, 8U);
  ASSERT_EQ(missing.without.size(), 2U);
  EXPECT_EQ(missing.without[0].column, "deck");
  EXPECT_EQ(missing.without[0].rows, 7U);
  EXPECT_EQ(missing.without[1].column, "age");
  EXPECT_EQ(missing.without[1].rows, 9U);
  EXPECT_EQ(
      spelled(sentence_of(missing), plain_spelling),
      "1 of 10 rows are complete, and only these are used; values are missing in 'deck' (8 rows), 'age' (3 rows), "
      "'town' (1 row); drop=deck would use 7 rows, drop=deck,age would use 9 rows");
}

TEST(MissingValues, the_target_is_not_to_be_left_out) {
  const MissingValues missing = count_missing(parse(passengers), "deck");
  for (const auto& column : missing.without) EXPECT_NE(column.column, "deck");
}

TEST(MissingValues, a_complete_table_has_nothing_to_say) {
  const MissingValues missing = count_missing(parse("a,b\n1,2\n3,4\n"));
  EXPECT_EQ(missing.complete, 2U);
  EXPECT_EQ(sentence_of(missing), "");
}

}  // namespace
}  // namespace umfi
