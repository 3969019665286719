// Options by name: what an option is called, what it takes and what it is for, said once for every face.
//
// A face is what a user types or calls: the command line, C++, later Python and R. The library names an option by its
// id (mci_k); each face spells it in its own way (--mci-k, mci_k=). Sentences of the library mention options through
// option_mention(), and spelled() turns the mentions into a face's words.
//
//   umfi::OptionValues settings{{"trees", 50}, {"model", "extratrees"}};
//   settings.integer("trees");                                                // 50
//   umfi::spelled(umfi::option_mention("mci_k", "2"), umfi::plain_spelling);  // "mci_k=2"
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace umfi {

enum class OptionType : std::uint8_t {
  flag,     // on or off
  integer,  // a whole number
  natural,  // a whole number from 0 to 2^64 - 1
  number,   // any number
  text,     // a name
  texts,    // a list of names
  word,     // one of a few words
  words,    // several of a few words
};

// The value of an option, or none where it is not set.
class OptionValue {
 public:
  using Form =
      std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, std::vector<std::string>>;

  OptionValue() = default;
  OptionValue(bool flag) : form_(flag) {}
  template <std::integral Number>
  OptionValue(Number number) {
    if constexpr (std::is_same_v<Number, std::uint64_t>)
      form_ = number;
    else
      form_ = static_cast<std::int64_t>(number);
  }
  OptionValue(double number) : form_(number) {}
  OptionValue(const char* text) : form_(std::string(text)) {}
  OptionValue(std::string text) : form_(std::move(text)) {}
  OptionValue(std::vector<std::string> texts) : form_(std::move(texts)) {}
  template <class Value>
  OptionValue(const std::optional<Value>& value) {
    if (value) *this = OptionValue(*value);
  }

  bool is_set() const { return !std::holds_alternative<std::monostate>(form_); }
  const Form& form() const { return form_; }
  bool operator==(const OptionValue&) const = default;

  // Each throws std::logic_error where the value is of another form; whole numbers are numbers, too.
  bool flag() const;
  std::int64_t integer() const;
  std::uint64_t natural() const;
  double number() const;
  const std::string& text() const;
  const std::vector<std::string>& texts() const;

  // As texts, which read back to the same value; none where it is not set.
  std::vector<std::string> written() const;

 private:
  Form form_;
};

// What a number may be.
struct OptionRange {
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();
  bool without_lowest = false;
  bool without_highest = false;
  std::string text = {};  // "from 1 to 1,000,000"

  bool holds(double number) const;
};

// When a later run may add to a stored study although this option differs.
enum class OptionRule : std::uint8_t {
  same,      // never
  at_least,  // a number that may grow: more repeats
  adds,      // a list that may grow: more methods; an empty one stands for all
  free,      // always: it decides what is shown, or how the data are read
};

// One option, as every face offers it.
struct OptionEntry {
  std::string name;  // its id
  OptionType type = OptionType::flag;
  std::string help;                // one phrase
  OptionValue standard = {};       // what holds where it is not given
  std::string standard_text = {};  // how that is called, where it is not a value: "all sets"
  OptionRange range = {};
  std::vector<std::string> words = {};  // that a word may be
  OptionRule rule = OptionRule::same;
  bool is_required = false;
  bool is_about_pairs = false;  // it matters only where sets with and without a feature are compared
  // The parts that take it (methods, removers, powers, by name); empty: it is the study's own and always applies.
  std::vector<std::string> parts = {};
};

// Reads texts, as a file or a command line has them. Throws UsageError where they are not such a value or out of range.
OptionValue read_option(const OptionEntry& entry, const std::vector<std::string>& texts);
// The value in the form that the option takes. Throws UsageError where it has none or is out of range.
OptionValue checked_option(const OptionEntry& entry, OptionValue value);

// An option and what it was set to.
struct NamedOption {
  std::string name;
  OptionValue value;
};

// Values of some options, by id.
class OptionValues {
 public:
  OptionValues() = default;
  OptionValues(std::initializer_list<std::pair<const std::string, OptionValue>> values) : values_(values) {}

  bool has(std::string_view name) const { return values_.contains(name); }
  void set(const std::string& name, OptionValue value) { values_[name] = std::move(value); }
  // Each throws std::logic_error for an option that is not there.
  const OptionValue& at(std::string_view name) const;
  std::int64_t integer(std::string_view name) const { return at(name).integer(); }
  double number(std::string_view name) const { return at(name).number(); }
  bool flag(std::string_view name) const { return at(name).flag(); }
  const std::string& text(std::string_view name) const { return at(name).text(); }

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  bool empty() const { return values_.empty(); }
  bool operator==(const OptionValues&) const = default;

 private:
  std::map<std::string, OptionValue, std::less<>> values_;
};

// These values, and the standard of every other option of a part.
OptionValues with_standards(const OptionValues& given, const std::vector<OptionEntry>& options);

// How a face spells an option and, where one is named, its value.
using OptionSpelling = std::function<std::string(std::string_view name, std::string_view value)>;

// An option in a sentence of the library, as "use {option_mention("mci_k", "2")} or less".
std::string option_mention(std::string_view name, std::string_view value = {});
// The sentence with its mentions in a face's words.
std::string spelled(std::string_view sentence, const OptionSpelling& spelling);
// "mci_k", "mci_k=2": what errors and notes say where no face spells them.
std::string plain_spelling(std::string_view name, std::string_view value);

}  // namespace umfi
