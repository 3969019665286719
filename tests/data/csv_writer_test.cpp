// What is written reads back to the same bits.
#include <cmath>
#include <limits>
#include <sstream>

#include "core/seed_stream.hpp"
#include "data/csv_testing.hpp"

namespace umfi {
namespace {

using namespace testing;

std::string written(const Table& table) {
  std::ostringstream out;
  write_csv(out, table);
  return out.str();
}

TEST(CsvWriter, numbers_labels_and_holes_are_written_as_one_would_by_hand) {
  Table table;
  table.add(Column::numbers("a", {1, 2.5, std::nan("")}));
  table.add(Column::labels("soil", {0, std::nan(""), 1}, {"clay", "sand, wet"}));
  EXPECT_EQ(written(table), "a,soil\n1,clay\n2.5,NA\nNA,\"sand, wet\"\n");
}

TEST(CsvWriter, any_finite_double_reads_back_to_the_same_bits) {
  Stream stream(stream_key({.seed = 5}), 0);
  std::vector<double> values{0.0,
                             -0.0,
                             0.1,
                             1.0 / 3,
                             1e22,
                             1e23,
                             std::numeric_limits<double>::max(),
                             std::numeric_limits<double>::min(),
                             std::numeric_limits<double>::denorm_min(),
                             std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity(),
                             std::nan("")};
  while (values.size() < 50'000) {
    const double value = std::bit_cast<double>(stream.bits64());
    if (!std::isnan(value)) values.push_back(value);
  }
  Table table;
  table.add(Column::numbers("x", values));
  expect_same_table(parse(written(table)), table);
}

TEST(CsvWriter, names_and_labels_with_every_special_character_read_back) {
  Table table;
  table.add(Column::labels("a,b", {0, 1, 2, 0}, {"quote \" here", "semi;colon", "tab\there"}));
  table.add(Column::labels("say \"x\"", {2, 1, 0, 0}, {" blanks ", "line\nend", "return\r"}));
  table.add(Column::labels("two\nlines", {0, 1, 2, 0}, {"\"", "\"\"", "ä€"}));
  table.add(Column::numbers(" rim ", {1, 2, 3, 4}));
  expect_same_table(parse(written(table)), table);
}

// The writer's own separator must win, however often others stand inside quotes.
TEST(CsvWriter, semicolons_and_tabs_in_every_label_do_not_pass_for_separators) {
  Table table;
  table.add(Column::numbers("x", {1, 2, 3}));
  table.add(Column::labels("a;b;c;d", {0, 0, 1}, {"p;q;r;s", "t;u;v;w"}));
  table.add(Column::labels("a\tb\tc\td", {0, 0, 1}, {"p\tq\tr\ts", "t\tu\tv\tw"}));
  expect_same_table(parse(written(table)), table);
}

TEST(CsvWriter, a_name_that_begins_with_a_byte_order_mark_keeps_it) {
  Table table;
  table.add(Column::numbers("\xEF\xBB\xBFx", {1, 2, 3}));
  expect_same_table(parse(written(table)), table);
}

TEST(CsvWriter, a_single_column_with_holes_reads_back) {
  Table table;
  table.add(Column::numbers("x", {1, std::nan(""), 3, std::nan("")}));
  expect_same_table(parse(written(table)), table);
}

TEST(CsvWriter, a_file_read_and_written_reads_the_same_again) {
  const Table first = parse("n;t;b;x\n1;u;0;\n2;\"v;w\";1;.5\n;u;0;1e-3\n4;z;1;?\n");
  expect_same_table(parse(written(first)), first);
}

}  // namespace
}  // namespace umfi
