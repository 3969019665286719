#include "data/foreign_format.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "umfi/error.hpp"

namespace umfi {
namespace {

using namespace std::string_view_literals;

struct Format {
  std::string_view magic;  // the first bytes
  std::string_view what;   // "an Excel workbook"
  std::string_view advice;
};

constexpr std::string_view save = "save the table as CSV";
constexpr std::string_view utf16 = "text in UTF-16";
constexpr std::string_view save_as_utf8 = "save it as UTF-8";
constexpr std::string_view unpack = "unpack it first; only gzip is read as it is";

constexpr std::array formats{
    Format{"PK\x03\x04"sv, "an Excel workbook (xlsx) or another zip archive", save},
    Format{"PK\x05\x06"sv, "an empty zip archive", save},
    Format{"\xD0\xCF\x11\xE0"sv, "an old Excel workbook (xls) or another Office file", save},
    Format{"PAR1"sv, "a Parquet file", save},
    Format{"ARROW1"sv, "an Arrow or Feather file", save},
    Format{"FEA1"sv, "a Feather file", save},
    Format{"SQLite format 3"sv, "an SQLite file", "if it is a run file of umfi, use umfi show or umfi resume"},
    Format{"\x89HDF"sv, "an HDF5 or NetCDF file", save},
    Format{"CDF\x01"sv, "a NetCDF file", save},
    Format{"CDF\x02"sv, "a NetCDF file", save},
    Format{"RDX2"sv, "an R data file", "write the table with write.csv in R"},
    Format{"RDX3"sv, "an R data file", "write the table with write.csv in R"},
    Format{"X\n\0\0\0"sv, "an R data file (rds)", "write the table with write.csv in R"},
    Format{"$FL2"sv, "an SPSS file", save},
    Format{"<stata_dta>"sv, "a Stata file", save},
    Format{"\x93NUMPY"sv, "a NumPy array", save},
    Format{"\x80\x04\x95"sv, "a Python pickle", save},
    Format{"\x1F\x8B"sv, "compressed by gzip twice", "unpack it once"},
    Format{"\x1F\x9D"sv, "compressed by compress (.Z)", unpack},
    Format{"\xFD"
           "7zXZ"sv,
           "compressed by xz", unpack},
    Format{"\x28\xB5\x2F\xFD"sv, "compressed by zstd", unpack},
    Format{"7z\xBC\xAF"sv, "a 7z archive", unpack},
    Format{"%PDF"sv, "a PDF file", save},
    Format{"\x89PNG"sv, "a picture (PNG)", save},
    Format{"\x7F"
           "ELF"sv,
           "a program", save},
    Format{"\xFF\xFE"sv, utf16, save_as_utf8},
    Format{"\xFE\xFF"sv, utf16, save_as_utf8},
};

// Behind the size of its blocks, a digit, comes the number pi.
bool is_bzip2(std::string_view head) {
  return head.starts_with("BZh") && head.size() > 4 && head.substr(4).starts_with("1AY&SY");
}

// PAR1 is a gene, too: a first column may be called as a format begins. Then the rest is text.
bool may_be_name(std::string_view magic) {
  return std::all_of(magic.begin(), magic.end(),
                     [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; });
}

bool has_controls(std::string_view bytes) {
  return std::any_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
  });
}

bool starts_with_any_case(std::string_view text, std::string_view begin) {
  return text.size() >= begin.size() && std::equal(begin.begin(), begin.end(), text.begin(), [](char a, char b) {
           return a == static_cast<char>(std::tolower(static_cast<unsigned char>(b)));
         });
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

// Behind the first bracket comes a string, another bracket or a number: a name of a column may begin with one, too.
bool is_json(std::string_view text) {
  if (!text.starts_with('{') && !text.starts_with('[')) return false;
  const std::string_view rest = without_blanks(text.substr(1));
  const bool is_object = text.front() == '{';
  return !rest.empty() && (rest.front() == '"' || (!is_object && std::string_view("{[-0123456789").find(rest.front()) !=
                                                                     std::string_view::npos));
}

// Every other byte of Latin text in UTF-16 is zero, also where no mark says what it is.
bool is_utf16(std::string_view head) {
  if (head.size() < 4) return false;
  const auto is_zero = [&](std::size_t place) { return head[place] == '\0'; };
  return is_zero(0) != is_zero(1) && is_zero(0) == is_zero(2) && is_zero(1) == is_zero(3);
}

bool is_tar(std::string_view head) {
  constexpr std::size_t place = 257;
  return head.size() > place && head.substr(place).starts_with("ustar");
}

}  // namespace

bool begins_as_foreign(std::string_view text) {
  const bool is_word =
      !text.empty() && (std::isalnum(static_cast<unsigned char>(text.front())) != 0 || text.front() == '_');
  return !is_word || is_bzip2(text) || std::any_of(formats.begin(), formats.end(), [&](const Format& format) {
    return text.starts_with(format.magic);
  });
}

void refuse_foreign(std::string_view head, const std::string& file) {
  for (const Format& format : formats)
    if (head.starts_with(format.magic) && (!may_be_name(format.magic) || has_controls(head.substr(0, 4096))))
      throw CsvError::foreign(file, format.what, format.advice);
  if (is_bzip2(head)) throw CsvError::foreign(file, "compressed by bzip2", unpack);
  if (is_utf16(head)) throw CsvError::foreign(file, utf16, save_as_utf8);
  if (is_tar(head) && has_controls(head.substr(0, 4096))) throw CsvError::foreign(file, "a tar archive", unpack);
  const std::string_view text = without_blanks(head.substr(0, 4096));
  if (is_json(text)) throw CsvError::foreign(file, "JSON", save);
  if (starts_with_any_case(text, "<!doctype html") || starts_with_any_case(text, "<html"))
    throw CsvError::foreign(file, "a web page", "download the table itself");
  if (starts_with_any_case(text, "<?xml")) throw CsvError::foreign(file, "XML", save);
}

}  // namespace umfi
