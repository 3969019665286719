#include "data/column_signs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <utility>

#include "data/csv_records.hpp"
#include "data/date_text.hpp"
#include "umfi/option.hpp"

namespace umfi {
namespace {

// Smaller tables may count their rows, or hold different text in each, by chance.
constexpr std::size_t fewest_rows_for_signs = 10;
constexpr std::size_t fewest_rows_for_near_ids = 20;

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

bool is_called_like_id(const std::string& name) {
  const std::string low = lower(name);
  static constexpr std::array<std::string_view, 8> whole{"id",   "index", "idx", "uuid",
                                                         "guid", "rowid", "row", "rownumber"};
  if (std::find(whole.begin(), whole.end(), low) != whole.end()) return true;
  for (const std::string_view end : {"_id", "-id", ".id", " id"})
    if (low.ends_with(end)) return true;
  const bool is_camel = name.size() > 2 && (name.ends_with("Id") || name.ends_with("ID")) &&
                        std::islower(static_cast<unsigned char>(name[name.size() - 3])) != 0;
  return is_camel || low.starts_with("id_");
}

bool is_called_like_code(const std::string& name) {
  const std::string low = lower(name);
  static constexpr std::array<std::string_view, 9> whole{"zip",  "zipcode", "postcode", "postalcode", "plz",
                                                         "fips", "code",    "icd",      "naics"};
  if (std::find(whole.begin(), whole.end(), low) != whole.end()) return true;
  for (const std::string_view part : {"zip_code", "zip code", "postal_code", "postal code", "_code", "_zip", "_fips"})
    if (low.ends_with(part)) return true;
  return low.starts_with("huc") || low.starts_with("fips_");
}

// "1,024"
std::string count_text(std::size_t count) {
  return count < 1000 ? fmt::format("{}", count) : fmt::format("{},{:03}", count_text(count / 1000), count % 1000);
}

// A label in a sentence, cut where it is long.
std::string in_quotes(const std::string& label) {
  constexpr std::size_t longest = 30;
  return label.size() <= longest ? fmt::format("'{}'", label) : fmt::format("'{}...'", label.substr(0, longest));
}

std::string keep_by(std::string_view option, const std::string& name) {
  return option_mention(option, name) + " keeps it";
}

struct Levels {
  std::size_t count;
  std::size_t present;
  bool are_all_different() const { return count == present && present > 1; }
  bool are_near_unique() const {
    return are_all_different() || (present >= fewest_rows_for_near_ids && 2 * count > present);
  }
  bool are_many() const { return count > 10 && 10 * count > present; }
  // "different texts in every row"
  std::string different(std::string_view what) const {
    return are_all_different()
               ? fmt::format("different {} in every row", what)
               : fmt::format("{} different {} in {} rows", count_text(count), what, count_text(present));
  }
};

Levels levels_of(const LabelColumn& labels, const LabelFacts& facts) {
  return {labels.labels().size(), facts.present};
}

std::optional<ColumnRemark> date_sign(const std::string& name, const LabelColumn& labels, const LabelFacts& facts) {
  if (facts.present == 0 || 20 * facts.dates < 19 * facts.present) return std::nullopt;
  const auto& all = labels.labels();
  const auto example =
      std::find_if(all.begin(), all.end(), [](const std::string& label) { return is_date_or_time(label); });
  return ColumnRemark{.column = name,
                      .concern = Concern::date,
                      .is_left_out = true,
                      .text = fmt::format("holds dates or times, such as {}", in_quotes(*example)),
                      .mend = fmt::format("make numbers of it, such as year, month or hour; {} as categories",
                                          keep_by("categorical", name))};
}

std::optional<ColumnRemark> digit_sign(const std::string& name, const LabelColumn& labels, const LabelFacts& facts) {
  const bool is_all_numbers = facts.numbers == facts.present;
  if (!is_all_numbers) return std::nullopt;
  const bool near_unique = levels_of(labels, facts).are_near_unique();
  const std::string as_numbers = fmt::format("{} reads it as numbers", option_mention("numeric", name));
  if (facts.long_integers > 0)
    return ColumnRemark{
        .column = name,
        .concern = Concern::long_integer,
        .is_left_out = near_unique,
        .text = fmt::format("holds whole numbers of more digits than can be computed with, such as {} (line {}){}",
                            in_quotes(labels.labels()[*facts.long_integer]), labels.first_line(*facts.long_integer),
                            near_unique ? "" : ": read as categories"),
        .mend = as_numbers};
  const auto& all = labels.labels();
  const auto padded =
      std::find_if(all.begin(), all.end(), [](const std::string& label) { return is_zero_padded(label); });
  if (padded == all.end()) return std::nullopt;
  return ColumnRemark{
      .column = name,
      .concern = Concern::code,
      .is_left_out = near_unique,
      .text = near_unique
                  ? fmt::format("holds {} with zeros in front, such as {}", levels_of(labels, facts).different("codes"),
                                in_quotes(*padded))
                  : fmt::format("holds codes with zeros in front, such as {}: read as categories", in_quotes(*padded)),
      .mend = as_numbers};
}

std::optional<ColumnRemark> almost_number_sign(const std::string& name, const LabelColumn& labels,
                                               const LabelFacts& facts) {
  const bool is_left_out = levels_of(labels, facts).are_near_unique();
  // Categories may be numbers in part; what differs in nearly every row is a measurement if most of it is numbers.
  const bool is_almost = is_left_out ? 2 * facts.numbers > facts.present : 20 * facts.numbers >= 19 * facts.present;
  if (!is_almost || facts.numbers == facts.present) return std::nullopt;
  const std::size_t others = facts.present - facts.numbers;
  const std::string& example = labels.labels()[*facts.other_than_number];
  return ColumnRemark{
      .column = name,
      .concern = Concern::almost_numbers,
      .is_left_out = is_left_out,
      .text = fmt::format("holds numbers, but for {} of {} cells, such as {} (line {}){}", count_text(others),
                          count_text(facts.present), in_quotes(example), labels.first_line(*facts.other_than_number),
                          is_left_out ? "" : ": read as categories"),
      .mend = fmt::format("{} reads it as numbers, and what is none as missing", option_mention("numeric", name))};
}

std::optional<ColumnRemark> id_sign(const std::string& name, const LabelColumn& labels, const LabelFacts& facts) {
  const Levels levels = levels_of(labels, facts);
  if (!levels.are_near_unique()) return std::nullopt;
  return ColumnRemark{.column = name,
                      .concern = Concern::id,
                      .is_left_out = true,
                      .text = fmt::format("holds {}, as an id does", levels.different("texts")),
                      .mend = keep_by("categorical", name)};
}

std::optional<ColumnRemark> missing_word_sign(const std::string& name, const LabelColumn& labels) {
  const auto& all = labels.labels();
  const auto word =
      std::find_if(all.begin(), all.end(), [](const std::string& label) { return may_be_missing(label); });
  // In a column of plus and minus, minus is a label.
  const bool is_sign = std::find(all.begin(), all.end(), "+") != all.end();
  if (word == all.end() || is_sign) return std::nullopt;
  return ColumnRemark{
      .column = name,
      .concern = Concern::missing_word,
      .text = fmt::format("holds the label {} (line {}), which may stand for a missing value", in_quotes(*word),
                          labels.first_line(static_cast<std::size_t>(word - all.begin()))),
      .mend = fmt::format("{} reads it so", option_mention("na", *word))};
}

std::optional<ColumnRemark> level_sign(const std::string& name, const LabelColumn& labels, const LabelFacts& facts) {
  const Levels levels = levels_of(labels, facts);
  if (levels.count == 1)
    return ColumnRemark{
        .column = name, .concern = Concern::constant, .text = "has only one value and cannot matter", .mend = ""};
  if (!levels.are_many()) return std::nullopt;
  return ColumnRemark{.column = name,
                      .concern = Concern::many_levels,
                      .text = fmt::format("holds {} categories in {} rows, which blurs all scores",
                                          count_text(levels.count), count_text(levels.present)),
                      .mend = fmt::format("{} leaves it out", option_mention("drop", name))};
}

bool are_whole(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double v) { return std::isnan(v) || v == std::floor(v); });
}

// Counts from 0 or 1, row by row.
bool count_rows(std::span<const double> numbers) {
  if (numbers.size() < fewest_rows_for_signs || (numbers[0] != 0 && numbers[0] != 1)) return false;
  for (std::size_t row = 1; row < numbers.size(); ++row)
    if (numbers[row] != numbers[0] + static_cast<double>(row)) return false;
  return true;
}

std::vector<double> sorted_present(std::span<const double> numbers) {
  std::vector<double> sorted;
  std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(sorted), [](double v) { return !std::isnan(v); });
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

std::optional<ColumnRemark> row_number_sign(const std::string& name, std::span<const double> numbers) {
  if (!count_rows(numbers)) return std::nullopt;
  return ColumnRemark{.column = name,
                      .concern = Concern::row_number,
                      .is_left_out = true,
                      .text = fmt::format("counts the rows from {:g} to {}", numbers[0],
                                          count_text(static_cast<std::size_t>(numbers[0]) + numbers.size() - 1)),
                      .mend = keep_by("numeric", name)};
}

std::optional<ColumnRemark> name_sign(const std::string& name, std::span<const double> numbers) {
  const bool like_id = is_called_like_id(name);
  const bool like_code = is_called_like_code(name);
  if (!(like_id || like_code) || !are_whole(numbers)) return std::nullopt;
  std::vector<double> sorted = sorted_present(numbers);
  const std::size_t present = sorted.size();
  const auto distinct = static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
  if (distinct <= 2) return std::nullopt;
  if (like_id && distinct == present && present >= fewest_rows_for_signs)
    return ColumnRemark{.column = name,
                        .concern = Concern::id,
                        .is_left_out = true,
                        .text = "holds a different whole number in every row and is called like an id",
                        .mend = keep_by("numeric", name)};
  return ColumnRemark{
      .column = name,
      .concern = like_id ? Concern::id : Concern::code,
      .text = fmt::format("is called like {}, and its numbers are used as a quantity", like_id ? "an id" : "a code"),
      .mend = fmt::format("{}, or {}", option_mention("categorical", name), option_mention("drop", name))};
}

// 20110131 and its like in every row.
std::optional<ColumnRemark> number_date_sign(const std::string& name, std::span<const double> numbers) {
  std::size_t present = 0;
  for (const double number : numbers) {
    if (std::isnan(number)) continue;
    if (!(number >= 18000101 && number <= 21001231) || number != std::floor(number)) return std::nullopt;
    const auto date = static_cast<long>(number);
    const long month = date / 100 % 100;
    const long day = date % 100;
    if (month < 1 || month > 12 || day < 1 || day > 31) return std::nullopt;
    ++present;
  }
  if (present < 2) return std::nullopt;
  return ColumnRemark{.column = name,
                      .concern = Concern::date,
                      .text = fmt::format("holds dates such as {:.0f}, used as a quantity", numbers.front()),
                      .mend = fmt::format("{} leaves it out", option_mention("drop", name))};
}

// A smallest number that stands far off, and is one that often marks missing values.
std::optional<ColumnRemark> sentinel_sign(const std::string& name, std::span<const double> numbers) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double low = infinity;
  double next = infinity;  // the second smallest
  double high = -infinity;
  for (const double number : numbers) {
    if (std::isnan(number)) continue;
    if (number < low) next = std::exchange(low, number);
    if (number > low) next = std::min(next, number);
    high = std::max(high, number);
  }
  const bool is_known = low == -999 || low == -9999 || low == -99999 || low == -999.9 || low == -999.99;
  const bool is_far_off = next >= 0 || next - low > high - next;
  if (!is_known || next == infinity || !is_far_off) return std::nullopt;
  const auto count = static_cast<std::size_t>(std::count(numbers.begin(), numbers.end(), low));
  return ColumnRemark{.column = name,
                      .concern = Concern::sentinel,
                      .text = fmt::format("holds {:g} in {} row{}, which often stands for a missing value", low,
                                          count_text(count), count == 1 ? "" : "s"),
                      .mend = fmt::format("{} reads it so", option_mention("na", fmt::format("{:g}", low)))};
}

std::optional<ColumnRemark> infinity_sign(const std::string& name, std::span<const double> numbers) {
  const auto count = static_cast<std::size_t>(
      std::count_if(numbers.begin(), numbers.end(), [](double number) { return std::isinf(number); }));
  if (count == 0) return std::nullopt;
  return ColumnRemark{.column = name,
                      .concern = Concern::sentinel,
                      .text = fmt::format("is infinite or too large in {} row{}, and cannot be computed with",
                                          count_text(count), count == 1 ? "" : "s"),
                      .mend = fmt::format("{} reads it as missing", option_mention("na", "inf,-inf"))};
}

std::optional<ColumnRemark> value_sign(const std::string& name, std::span<const double> numbers) {
  const auto present = std::find_if(numbers.begin(), numbers.end(), [](double v) { return !std::isnan(v); });
  if (present == numbers.end())
    return ColumnRemark{
        .column = name, .concern = Concern::empty, .is_left_out = true, .text = "has no value in any row", .mend = ""};
  const bool is_constant =
      std::all_of(present, numbers.end(), [&](double v) { return std::isnan(v) || v == *present; });
  if (!is_constant) return std::nullopt;
  return ColumnRemark{
      .column = name, .concern = Concern::constant, .text = "has only one value and cannot matter", .mend = ""};
}

}  // namespace

LabelFacts facts_of(const LabelColumn& labels, const CellRules& rules) {
  LabelFacts facts;
  const std::vector<std::size_t> counts = labels.counts();
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const std::string& label = labels.labels()[k];
    double value = 0;
    const bool is_number = rules.parse_number(label, value);
    const bool is_digits = std::all_of(label.begin(), label.end(), [](char c) { return c >= '0' && c <= '9'; });
    facts.present += counts[k];
    facts.numbers += is_number ? counts[k] : 0;
    facts.digits += is_digits ? counts[k] : 0;
    facts.zero_padded += is_zero_padded(label) ? counts[k] : 0;
    facts.dates += is_date_or_time(label) ? counts[k] : 0;
    facts.has_one_width = facts.has_one_width && label.size() == labels.labels().front().size();
    if (!is_number && !facts.other_than_number) facts.other_than_number = k;
    if (!is_number || !loses_digits(label, value)) continue;
    facts.long_integers += counts[k];
    if (!facts.long_integer) facts.long_integer = k;
  }
  return facts;
}

bool are_plain_numbers(const LabelFacts& facts) {
  if (facts.present == 0 || facts.numbers < facts.present || facts.long_integers > 0) return false;
  const bool is_code =
      facts.digits == facts.present && (facts.has_one_width || 20 * facts.zero_padded >= facts.present);
  return facts.zero_padded == 0 || !is_code;
}

std::optional<ColumnRemark> sign_in_labels(const std::string& name, const LabelColumn& labels,
                                           const LabelFacts& facts) {
  if (auto remark = date_sign(name, labels, facts)) return remark;
  if (auto remark = digit_sign(name, labels, facts)) return remark;
  if (auto remark = almost_number_sign(name, labels, facts)) return remark;
  if (auto remark = id_sign(name, labels, facts)) return remark;
  if (auto remark = missing_word_sign(name, labels)) return remark;
  return level_sign(name, labels, facts);
}

std::optional<ColumnRemark> sign_in_numbers(const std::string& name, std::span<const double> numbers) {
  if (auto remark = value_sign(name, numbers)) return remark;
  if (auto remark = infinity_sign(name, numbers)) return remark;
  if (auto remark = row_number_sign(name, numbers)) return remark;
  if (auto remark = name_sign(name, numbers)) return remark;
  if (auto remark = number_date_sign(name, numbers)) return remark;
  return sentinel_sign(name, numbers);
}

}  // namespace umfi
