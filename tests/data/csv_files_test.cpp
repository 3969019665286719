// Files as such: gzip, pipes, folders, and what is not there.
#include <sys/stat.h>
#include <zlib.h>

#include <thread>

#include "data/csv_testing.hpp"

namespace umfi {
namespace {

using namespace testing;

const std::string text = "a,soil\n1,sand\n2.5,clay\n3,sand\n";

std::string gzipped(const std::string& plain) {
  const TemporaryFile file(".gz");
  const gzFile out = gzopen(file.path().c_str(), "wb9");
  gzwrite(out, plain.data(), static_cast<unsigned>(plain.size()));
  gzclose(out);
  std::ifstream in(file.path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string refusal_of(const std::string& path) {
  try {
    read_csv(path);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(CsvFiles, a_file_reads_as_its_text_does) {
  const TemporaryFile file(".csv");
  file.write(text);
  expect_same_table(read_csv(file.path()), parse(text));
}

TEST(CsvFiles, gzip_is_recognised_by_its_bytes_not_by_its_name) {
  for (const std::string suffix : {".csv.gz", ".csv"}) {
    const TemporaryFile file(suffix);
    file.write(gzipped(text));
    expect_same_table(read_csv(file.path()), parse(text));
  }
}

TEST(CsvFiles, plain_text_may_be_called_gz) {
  const TemporaryFile file(".csv.gz");
  file.write(text);
  expect_same_table(read_csv(file.path()), parse(text));
}

TEST(CsvFiles, gzip_members_one_after_another_are_one_file) {
  const TemporaryFile file(".gz");
  file.write(gzipped("a,soil\n1,sand\n") + gzipped("2.5,clay\n3,sand\n"));
  expect_same_table(read_csv(file.path()), parse(text));
}

TEST(CsvFiles, a_gzip_file_cut_short_is_refused_wherever_it_is_cut) {
  std::string plain = "a,b\n";
  for (int row = 0; row < 2000; ++row) plain += std::to_string(row * 7919 % 1000) + "," + std::to_string(row) + "\n";
  const std::string whole = gzipped(plain);
  const TemporaryFile file(".gz");
  for (const std::size_t size : {std::size_t{12}, whole.size() / 2, whole.size() - 9, whole.size() - 1}) {
    file.write(whole.substr(0, size));
    EXPECT_EQ(refusal_of(file.path()),
              file.path() + ": the gzip data are damaged or cut short; fetch or compress it again")
        << size << " of " << whole.size() << " bytes";
  }
}

TEST(CsvFiles, a_damaged_gzip_file_is_refused) {
  std::string bytes = gzipped(text);
  bytes[bytes.size() - 6] = static_cast<char>(bytes[bytes.size() - 6] ^ 0x55);  // the checksum
  const TemporaryFile file(".gz");
  file.write(bytes);
  EXPECT_EQ(refusal_of(file.path()),
            file.path() + ": the gzip data are damaged or cut short; fetch or compress it again");
}

TEST(CsvFiles, a_pipe_is_read_once_and_whole) {
  const TemporaryFile file(".fifo");
  std::filesystem::remove(file.path());
  ASSERT_EQ(mkfifo(file.path().c_str(), 0600), 0);
  std::thread writer([&] { file.write(text); });
  const Table table = read_csv(file.path());
  writer.join();
  expect_same_table(table, parse(text));
}

TEST(CsvFiles, a_missing_file_and_a_folder_are_file_errors) {
  EXPECT_EQ(refusal_of("no-such-folder/d.csv"), "cannot read no-such-folder/d.csv: No such file or directory");
  const std::string folder = std::filesystem::temp_directory_path().string();
  EXPECT_EQ(refusal_of(folder), "cannot read " + folder + ": it is a folder");
  EXPECT_THROW(read_csv("no-such-folder/d.csv"), FileError);
}

TEST(CsvFiles, an_empty_file_is_refused_by_its_path) {
  const TemporaryFile file(".csv");
  EXPECT_EQ(refusal_of(file.path()), file.path() + ": the file is empty; it should start with a line of column names");
}

}  // namespace
}  // namespace umfi
