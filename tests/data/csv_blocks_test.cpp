// Files larger than one block (4 MiB), and records that meet a block's end.
#include <fmt/format.h>

#include <algorithm>

#include "core/seed_stream.hpp"
#include "data/csv_testing.hpp"

namespace umfi {
namespace {

using namespace testing;

constexpr std::size_t block = std::size_t{1} << 22;

Table parse_with(std::string_view text, int threads) {
  Context context;
  context.threads = threads;
  return parse_csv(text, "d.csv", {}, context);
}

// 10 MB: numbers with all their digits, labels, quoted labels over two lines, and holes.
std::string large_file() {
  Stream stream(stream_key({.seed = 1}), 0);
  std::string text = "id,x,soil,note,n\n";
  for (std::size_t row = 0; text.size() < 10'000'000; ++row) {
    const std::uint32_t pick = stream.below(5);
    text += fmt::format("g{},{},soil {},\"note {}\n\"\"quoted\"\", twice\",", row, stream.uniform(), pick, pick % 3);
    text += pick == 4 ? "NA\n" : fmt::format("{}\n", stream.below(1000));
  }
  return text;
}

TEST(CsvBlocks, a_file_of_several_blocks_gives_the_same_table_for_any_number_of_threads) {
  const std::string text = large_file();
  const Table one = parse_with(text, 1);
  EXPECT_EQ(names_of(one), (Strings{"x", "soil", "note", "n"}));
  EXPECT_EQ(one.rows(), static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n') - 1) / 2);
  EXPECT_EQ(levels_of(one.column("soil")), (Strings{"soil 0", "soil 1", "soil 2", "soil 3", "soil 4"}));
  EXPECT_EQ(one.column("note").text(0).substr(6), "\n\"quoted\", twice");
  for (const int threads : {2, 3, 7}) expect_same_table(parse_with(text, threads), one);
}

TEST(CsvBlocks, numbers_on_both_sides_of_a_block_end_are_whole) {
  std::string text = "a,b\n";
  std::size_t rows = 0;
  while (text.size() < 2 * block + 1000) text += fmt::format("{},{}\n", rows++, 0.5);
  Context context;
  context.threads = 2;
  const Table table = parse_csv(text, "d.csv", {.numeric = {"a"}}, context);
  ASSERT_EQ(table.rows(), rows);
  for (std::size_t row = 0; row < rows; ++row) ASSERT_EQ(table[0].values()[row], static_cast<double>(row));
}

TEST(CsvBlocks, a_column_that_turns_to_text_in_the_last_block_is_text_from_its_first_row_on) {
  std::string text = "late,n\n";
  std::size_t rows = 0;
  for (; text.size() < 2 * block; ++rows) text += fmt::format("{},{}\n", rows % 100, rows % 7);
  text += "many,3\n";
  for (const int threads : {1, 2, 3, 7}) {
    const Table table = parse_with(text, threads);
    ASSERT_EQ(table.rows(), rows + 1);
    const Column& late = table.column("late");
    EXPECT_EQ(late.kind(), Kind::categorical);
    EXPECT_EQ(late.levels().size(), 101U);
    EXPECT_EQ(late.text(0), "0");
    EXPECT_EQ(late.text(57), "57");
    EXPECT_EQ(late.text(rows), "many");
    EXPECT_EQ(table.column("n").kind(), Kind::numeric);
  }
}

TEST(CsvBlocks, lines_are_counted_across_blocks_and_through_quoted_line_ends) {
  std::string text = "a,b\n";
  std::size_t lines = 1;
  while (text.size() < block + 1000) {
    text += "\"x\ny\",1\n";
    lines += 2;
  }
  const std::string ragged = text + "1\n";
  EXPECT_EQ(refusal(ragged), fmt::format("d.csv, line {}: 1 field where the header has 2", lines + 1));
  std::string binary = text + "1,";
  binary += '\0';
  EXPECT_EQ(
      refusal(binary),
      fmt::format("d.csv, line {}: this is not a text file (it holds a zero byte); save the table as CSV", lines + 1));
  const std::string open = text + "\"1,2\n3,4\n";
  EXPECT_EQ(refusal(open), fmt::format("d.csv, line {}: a quote (\") is opened here and never closed", lines + 1));
}

// A file that ends exactly where a block does: the reader learns of the end only when it asks for more.
TEST(CsvBlocks, a_last_record_without_line_end_is_kept_wherever_the_blocks_end) {
  for (const std::size_t blocks : {std::size_t{1}, std::size_t{2}}) {
    for (const std::size_t missing : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
      const std::string head = "a,b\n1,2\n";
      const std::string label(blocks * block - missing - head.size() - 2, 'x');
      const Table table = parse_with(head + "3," + label, 1);  // the last record is longer than a block
      ASSERT_EQ(table.rows(), 2U) << blocks << " blocks less " << missing;
      EXPECT_EQ(texts_of(table[0]), (Strings{"1", "3"}));
    }
  }
}

TEST(CsvBlocks, a_header_as_long_as_a_block_is_a_header) {
  const std::string name(block - 2, 'n');
  EXPECT_EQ(refusal(name + ",b"), "d.csv: there is a header but no row of data");
  EXPECT_EQ(names_of(parse_with(name + ",b\n1,2\n", 1)), (Strings{name, "b"}));
}

TEST(CsvBlocks, an_unclosed_quote_that_ends_with_a_block_is_refused) {
  const std::string head = "a,b\n1,2\n\"";
  EXPECT_EQ(refusal(head + std::string(2 * block - head.size(), 'x')),
            "d.csv, line 3: a quote (\") is opened here and never closed");
}

TEST(CsvBlocks, a_record_of_many_columns_may_be_longer_than_a_block) {
  std::string text = "c0";
  constexpr std::size_t columns = 300'000;
  for (std::size_t c = 1; c < columns; ++c) text += fmt::format(",c{}", c);
  for (int row = 0; row < 3; ++row) {
    text += "\n0.25";
    for (std::size_t c = 1; c < columns; ++c) text += fmt::format(",{}.123456789012", row);
  }
  const Table table = parse_with(text, 2);
  EXPECT_EQ(table.size(), columns);
  EXPECT_EQ(table.rows(), 3U);
  EXPECT_EQ(table[columns - 1].text(2), "2.123456789012");
}

}  // namespace
}  // namespace umfi
