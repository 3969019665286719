#include "umfi/option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <system_error>

#include "umfi/error.hpp"

namespace umfi {
namespace {

// Around a mention. Control characters, which no sentence holds otherwise.
constexpr char mention_begin = '\x0e';
constexpr char mention_end = '\x0f';

template <class Form>
const Form& form_of(const OptionValue& value) {
  const Form* const form = std::get_if<Form>(&value.form());
  if (form == nullptr) throw std::logic_error("an option is asked for in another form than it has");
  return *form;
}

template <class Number>
OptionValue read_number(const OptionEntry& entry, const std::string& text, std::string_view wanted) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const bool is_too_large = error == std::errc::result_out_of_range && stop == end && !entry.range.text.empty();
  if (is_too_large) throw UsageError::out_of_range(entry.name, entry.range.text);
  if (error != std::errc{} || stop != end) throw UsageError::not_a_value(entry.name, text, wanted);
  return number;
}

// "lr, ot or best".
std::string wanted_word(const OptionEntry& entry) {
  if (entry.words.size() < 2) return fmt::format("{}", fmt::join(entry.words, ""));
  return fmt::format("{} or {}", fmt::join(entry.words.begin(), entry.words.end() - 1, ", "), entry.words.back());
}

void check_word(const OptionEntry& entry, const std::string& word) {
  if (!entry.words.empty() && std::find(entry.words.begin(), entry.words.end(), word) == entry.words.end())
    throw UsageError::not_a_value(entry.name, word, wanted_word(entry));
}

OptionValue read_flag(const OptionEntry& entry, const std::string& text) {
  if (text != "yes" && text != "no") throw UsageError::not_a_value(entry.name, text, "yes or no");
  return text == "yes";
}

OptionValue read_one(const OptionEntry& entry, const std::string& text) {
  switch (entry.type) {
    case OptionType::flag: return read_flag(entry, text);
    case OptionType::integer: return read_number<std::int64_t>(entry, text, "a whole number");
    case OptionType::natural: return read_number<std::uint64_t>(entry, text, "a whole number from 0 to 2^64 - 1");
    case OptionType::number: return read_number<double>(entry, text, "a number");
    case OptionType::text:
    case OptionType::word: return text;
    case OptionType::texts:
    case OptionType::words: return std::vector<std::string>{text};
  }
  throw std::logic_error("an option of an unknown type");
}

std::string wanted_form(const OptionEntry& entry) {
  switch (entry.type) {
    case OptionType::flag: return "yes or no";
    case OptionType::integer:
    case OptionType::natural: return "a whole number";
    case OptionType::number: return "a number";
    case OptionType::text: return "a name";
    case OptionType::texts: return "names";
    case OptionType::word:
    case OptionType::words: return wanted_word(entry);
  }
  throw std::logic_error("an option of an unknown type");
}

// The value in the form of its type, where it can be turned into it without loss; else not set.
OptionValue in_form(const OptionEntry& entry, const OptionValue& value) {
  const auto* const integer = std::get_if<std::int64_t>(&value.form());
  switch (entry.type) {
    case OptionType::flag: return std::holds_alternative<bool>(value.form()) ? value : OptionValue();
    case OptionType::integer: return integer != nullptr ? value : OptionValue();
    case OptionType::natural:
      if (integer != nullptr && *integer >= 0) return static_cast<std::uint64_t>(*integer);
      return std::holds_alternative<std::uint64_t>(value.form()) ? value : OptionValue();
    case OptionType::number:
      if (integer != nullptr) return static_cast<double>(*integer);
      return std::holds_alternative<double>(value.form()) ? value : OptionValue();
    case OptionType::text:
    case OptionType::word: return std::holds_alternative<std::string>(value.form()) ? value : OptionValue();
    case OptionType::texts:
    case OptionType::words:
      if (const auto* const one = std::get_if<std::string>(&value.form())) return std::vector<std::string>{*one};
      return std::holds_alternative<std::vector<std::string>>(value.form()) ? value : OptionValue();
  }
  throw std::logic_error("an option of an unknown type");
}

std::string text_of(const OptionValue& value) {
  return fmt::format("{}", fmt::join(value.written(), ","));
}

}  // namespace

bool OptionValue::flag() const {
  return form_of<bool>(*this);
}
std::int64_t OptionValue::integer() const {
  return form_of<std::int64_t>(*this);
}
std::uint64_t OptionValue::natural() const {
  return form_of<std::uint64_t>(*this);
}
double OptionValue::number() const {
  const auto* const integer = std::get_if<std::int64_t>(&form_);
  return integer != nullptr ? static_cast<double>(*integer) : form_of<double>(*this);
}
const std::string& OptionValue::text() const {
  return form_of<std::string>(*this);
}
const std::vector<std::string>& OptionValue::texts() const {
  return form_of<std::vector<std::string>>(*this);
}

std::vector<std::string> OptionValue::written() const {
  struct Writer {
    std::vector<std::string> operator()(std::monostate) const { return {}; }
    std::vector<std::string> operator()(bool flag) const { return {flag ? "yes" : "no"}; }
    std::vector<std::string> operator()(const std::string& text) const { return {text}; }
    std::vector<std::string> operator()(const std::vector<std::string>& texts) const { return texts; }
    // Floating-point numbers in the fewest digits that read back to the same bits.
    std::vector<std::string> operator()(std::int64_t number) const { return {fmt::format("{}", number)}; }
    std::vector<std::string> operator()(std::uint64_t number) const { return {fmt::format("{}", number)}; }
    std::vector<std::string> operator()(double number) const { return {fmt::format("{}", number)}; }
  };
  return std::visit(Writer{}, form_);
}

bool OptionRange::holds(double number) const {
  return number >= lowest && number <= highest && !(without_lowest && number == lowest) &&
         !(without_highest && number == highest);
}

OptionValue checked_option(const OptionEntry& entry, OptionValue value) {
  if (!value.is_set()) return value;
  OptionValue formed = in_form(entry, value);
  if (!formed.is_set()) throw UsageError::not_a_value(entry.name, text_of(value), wanted_form(entry));
  if (entry.type == OptionType::word) check_word(entry, formed.text());
  if (entry.type == OptionType::words)
    for (const std::string& word : formed.texts()) check_word(entry, word);
  const bool is_number = entry.type == OptionType::integer || entry.type == OptionType::number;
  const bool is_standard = formed == entry.standard;  // which may stand for "automatic", outside the range
  if (is_number && !is_standard && !entry.range.holds(formed.number()))
    throw UsageError::out_of_range(entry.name, entry.range.text);
  return formed;
}

OptionValue read_option(const OptionEntry& entry, const std::vector<std::string>& texts) {
  const bool is_list = entry.type == OptionType::texts || entry.type == OptionType::words;
  if (is_list) return checked_option(entry, texts);
  if (texts.empty()) return {};
  if (texts.size() > 1)
    throw UsageError::not_a_value(entry.name, fmt::format("{}", fmt::join(texts, ",")), wanted_form(entry));
  return checked_option(entry, read_one(entry, texts.front()));
}

const OptionValue& OptionValues::at(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw std::logic_error("there is no option " + std::string(name));
  return found->second;
}

OptionValues with_standards(const OptionValues& given, const std::vector<OptionEntry>& options) {
  OptionValues values;
  for (const OptionEntry& entry : options)
    values.set(entry.name, given.has(entry.name) ? checked_option(entry, given.at(entry.name)) : entry.standard);
  return values;
}

std::string option_mention(std::string_view name, std::string_view value) {
  std::string text(1, mention_begin);
  text += name;
  if (!value.empty()) text.append("=").append(value);
  return text + mention_end;
}

std::string plain_spelling(std::string_view name, std::string_view value) {
  return value.empty() ? std::string(name) : fmt::format("{}={}", name, value);
}

std::string spelled(std::string_view sentence, const OptionSpelling& spelling) {
  std::string text;
  while (!sentence.empty()) {
    const std::size_t begin = sentence.find(mention_begin);
    const std::size_t end = begin == std::string_view::npos ? begin : sentence.find(mention_end, begin);
    if (end == std::string_view::npos) return text.append(sentence);
    const std::string_view mention = sentence.substr(begin + 1, end - begin - 1);
    const std::size_t equals = std::min(mention.find('='), mention.size());
    const std::string_view name = mention.substr(0, equals);
    const std::string_view value = mention.substr(std::min(equals + 1, mention.size()));
    text.append(sentence.substr(0, begin)).append(spelling ? spelling(name, value) : plain_spelling(name, value));
    sentence.remove_prefix(end + 1);
  }
  return text;
}

}  // namespace umfi
