// Reading stays within memory and time, whatever the file holds.
#include <zlib.h>

#include <atomic>

#include "data/csv_testing.hpp"

namespace umfi {
namespace {

using namespace testing;

constexpr std::size_t mebibyte = std::size_t{1} << 20;

std::string file_refusal(const std::string& path, const CsvOptions& options, const Context& context = {}) {
  try {
    read_csv(path, options, context);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

// A gzip file that inflates to a header, and then to this line for so many megabytes.
void write_inflating(const TemporaryFile& file, const std::string& header, const std::string& line,
                     std::size_t megabytes) {
  gzFile out = gzopen(file.path().c_str(), "wb1");
  std::string block = header;
  gzwrite(out, block.data(), static_cast<unsigned>(block.size()));
  block.clear();
  while (block.size() < mebibyte) block += line;
  for (std::size_t k = 0; k < megabytes; ++k) gzwrite(out, block.data(), static_cast<unsigned>(block.size()));
  gzclose(out);
}

TEST(CsvBounds, a_table_larger_than_its_share_of_memory_is_refused) {
  const TemporaryFile file(".csv.gz");
  write_inflating(file, "a,b\n", "1,2\n", 40);
  EXPECT_EQ(file_refusal(file.path(), {.most_bytes = 32 * mebibyte}),
            file.path() +
                ": the table takes more than 32 MiB, which is the part of memory that a table may take; use "
                "fewer rows or columns, or a machine with more memory");
  EXPECT_EQ(file_refusal(file.path(), {.most_bytes = 512 * mebibyte}), "");
}

TEST(CsvBounds, labels_count_as_memory_too) {
  std::string text = "a,b\n";
  for (int row = 0; row < 100'000; ++row) text += "label number " + std::to_string(row) + ",1\n";
  EXPECT_NE(refusal(text, {.most_bytes = 8 * mebibyte}), "");
  EXPECT_EQ(refusal(text, {.most_bytes = 64 * mebibyte}), "");
}

TEST(CsvBounds, a_field_without_end_is_refused_and_not_kept_in_memory) {
  const TemporaryFile file(".csv.gz");
  write_inflating(file, "a,b\n1,2\n", "x", 200);
  EXPECT_EQ(file_refusal(file.path(), {}),
            file.path() +
                ", line 3: this row is longer than 64 MiB; is a quote (\") opened here and never closed, or is "
                "this no table?");
}

TEST(CsvBounds, devices_without_end_are_refused) {
  EXPECT_EQ(file_refusal("/dev/zero", {}),
            "/dev/zero, line 1: this is not a text file (it holds a zero byte); save the "
            "table as CSV");
}

TEST(CsvBounds, reading_stops_when_it_is_cancelled_or_out_of_time) {
  const TemporaryFile file(".csv.gz");
  write_inflating(file, "a,b\n", "1,2\n", 100);
  std::atomic<int> asked = 0;
  Context context;
  context.cancelled = [&] { return ++asked > 20; };
  EXPECT_EQ(file_refusal(file.path(), {}, context), "interrupted");
  context.cancelled = {};
  context.out_of_time = [] { return true; };
  EXPECT_THROW(read_csv(file.path(), {}, context), OutOfTime);
}

TEST(CsvBounds, an_endless_field_stops_when_it_is_cancelled) {
  const TemporaryFile file(".csv.gz");
  write_inflating(file, "a,b\n1,", "x", 60);
  std::atomic<int> asked = 0;
  Context context;
  context.cancelled = [&] { return ++asked > 6; };
  EXPECT_EQ(file_refusal(file.path(), {}, context), "interrupted");
  EXPECT_EQ(asked, 7);  // at the next piece
}

}  // namespace
}  // namespace umfi
