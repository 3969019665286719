// What the tests of the CSV reader share.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "umfi/csv.hpp"
#include "umfi/error.hpp"

namespace umfi::testing {

inline Table parse(std::string_view text, const CsvOptions& options = {}) {
  return parse_csv(text, "d.csv", options);
}

// The sentence a text is refused with; empty where it is accepted.
inline std::string refusal(std::string_view text, const CsvOptions& options = {}, int threads = 1) {
  Context context;
  context.threads = threads;
  try {
    parse_csv(text, "d.csv", options, context);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

inline std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < table.size(); ++c) names.push_back(table[c].name());
  return names;
}

// A column's cells as text, NA where missing.
inline std::vector<std::string> texts_of(const Column& column) {
  std::vector<std::string> texts;
  for (std::size_t row = 0; row < column.size(); ++row) {
    const std::string text = column.text(row);
    texts.push_back(text.empty() ? "NA" : text);
  }
  return texts;
}

inline std::vector<std::string> levels_of(const Column& column) {
  return {column.levels().begin(), column.levels().end()};
}

using Strings = std::vector<std::string>;

// What a reader remarked upon, as sentences.
inline Strings remarks_of(const Table& table) {
  Strings sentences;
  for (const ColumnRemark& remark : table.remarks()) sentences.push_back(spelled(sentence_of(remark), plain_spelling));
  return sentences;
}

// Names, kinds, levels and every bit of every cell; missing cells equal each other.
inline void expect_same_table(const Table& a, const Table& b) {
  ASSERT_EQ(names_of(a), names_of(b));
  ASSERT_EQ(a.rows(), b.rows());
  for (std::size_t c = 0; c < a.size(); ++c) {
    EXPECT_EQ(a[c].kind(), b[c].kind()) << a[c].name();
    EXPECT_EQ(levels_of(a[c]), levels_of(b[c])) << a[c].name();
    for (std::size_t row = 0; row < a.rows(); ++row) {
      const double x = a[c].values()[row];
      const double y = b[c].values()[row];
      const bool same = (x != x && y != y) || std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
      ASSERT_TRUE(same) << a[c].name() << " row " << row << ": " << x << " and " << y;
    }
  }
}

// A file that is gone with the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& suffix) {
    std::string name = (std::filesystem::temp_directory_path() / "umfi-test-XXXXXX").string() + suffix;
    const int descriptor = mkstemps(name.data(), static_cast<int>(suffix.size()));
    EXPECT_GE(descriptor, 0);
    std::fclose(fdopen(descriptor, "w"));
    path_ = name;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }

  void write(std::string_view bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace umfi::testing
