#include "study/data_use_facts.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <system_error>

#include "umfi/error.hpp"

namespace umfi {
namespace {

constexpr std::array all_kinds{Kind::numeric, Kind::ordinal, Kind::binary, Kind::categorical};
constexpr std::array all_concerns{
    Concern::row_number,     Concern::id,           Concern::date,     Concern::code,        Concern::long_integer,
    Concern::almost_numbers, Concern::missing_word, Concern::sentinel, Concern::many_levels, Concern::constant,
    Concern::empty,          Concern::leak,         Concern::unnamed};

DataError unusable(const std::string& name) {
  return DataError(fmt::format("the study that was kept does not say its {}", name));
}

std::string text_at(const Facts& facts, const std::string& name) {
  const auto found = facts.find(name);
  return found == facts.end() ? std::string() : found->second;
}

std::size_t count_at(const Facts& facts, const std::string& name) {
  const std::string text = text_at(facts, name);
  std::size_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (!text.empty() && (error != std::errc{} || stop != text.data() + text.size())) throw unusable(name);
  return number;
}

// One letter for each feature.
std::string letters_of(const std::vector<Kind>& kinds) {
  std::string letters;
  for (const Kind kind : kinds) letters += name_of(kind).front();
  return letters;
}

std::vector<Kind> kinds_of(const std::string& letters) {
  std::vector<Kind> kinds;
  for (const char letter : letters)
    for (const Kind kind : all_kinds)
      if (name_of(kind).front() == letter) kinds.push_back(kind);
  return kinds;
}

// Lists stand under their name and a number, from 1.
std::string place(const std::string& list, std::size_t number) {
  return fmt::format("{}.{}", list, number);
}

void write_columns(const std::vector<MissingValues::InColumn>& columns, const std::string& list, Facts& facts) {
  for (std::size_t k = 0; k < columns.size(); ++k) {
    facts[place(list, k + 1) + ".column"] = columns[k].column;
    facts[place(list, k + 1) + ".rows"] = fmt::format("{}", columns[k].rows);
  }
}

std::vector<MissingValues::InColumn> read_columns(const Facts& facts, const std::string& list) {
  std::vector<MissingValues::InColumn> columns;
  for (std::size_t k = 1; facts.contains(place(list, k) + ".column"); ++k)
    columns.push_back({text_at(facts, place(list, k) + ".column"), count_at(facts, place(list, k) + ".rows")});
  return columns;
}

void write_remark(const ColumnRemark& remark, const std::string& at, Facts& facts) {
  facts[at + ".column"] = remark.column;
  facts[at + ".concern"] = name_of(remark.concern);
  facts[at + ".left_out"] = remark.is_left_out ? "yes" : "no";
  facts[at + ".text"] = remark.text;
  facts[at + ".mend"] = remark.mend;
}

ColumnRemark read_remark(const Facts& facts, const std::string& at) {
  for (const Concern concern : all_concerns)
    if (name_of(concern) == text_at(facts, at + ".concern"))
      return {.column = text_at(facts, at + ".column"),
              .concern = concern,
              .is_left_out = text_at(facts, at + ".left_out") == "yes",
              .text = text_at(facts, at + ".text"),
              .mend = text_at(facts, at + ".mend")};
  throw unusable(at);
}

}  // namespace

void write_use(const DataUse& use, Facts& facts) {
  facts["given_rows"] = fmt::format("{}", use.given_rows);
  facts["classes"] = fmt::format("{}", use.classes);
  facts["kinds"] = letters_of(use.kinds);
  facts["complete_rows"] = fmt::format("{}", use.missing.complete);
  write_columns(use.missing.columns, "missing", facts);
  write_columns(use.missing.without, "without", facts);
  for (std::size_t k = 0; k < use.remarks.size(); ++k) write_remark(use.remarks[k], place("remark", k + 1), facts);
}

DataUse read_use(const Facts& facts) {
  DataUse use;
  use.given_rows = count_at(facts, "given_rows");
  use.classes = count_at(facts, "classes");
  use.kinds = kinds_of(text_at(facts, "kinds"));
  use.missing = {.rows = use.given_rows,
                 .complete = count_at(facts, "complete_rows"),
                 .columns = read_columns(facts, "missing"),
                 .without = read_columns(facts, "without")};
  for (std::size_t k = 1; facts.contains(place("remark", k) + ".column"); ++k)
    use.remarks.push_back(read_remark(facts, place("remark", k)));
  return use;
}

}  // namespace umfi
