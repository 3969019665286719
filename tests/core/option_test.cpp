#include "umfi/option.hpp"

#include <gtest/gtest.h>

#include "umfi/error.hpp"

namespace umfi {
namespace {

const OptionEntry trees{.name = "trees",
                        .type = OptionType::integer,
                        .help = "Trees",
                        .standard = 100,
                        .range = {.lowest = 1, .highest = 1000, .text = "from 1 to 1,000"}};
const OptionEntry model{
    .name = "model", .type = OptionType::word, .help = "Model", .standard = "a", .words = {"a", "b"}};

template <class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(Option, mentions_are_spelled_by_each_face) {
  const std::string sentence = "use " + option_mention("mci_k", "2") + " or leave out " + option_mention("power");
  EXPECT_EQ(spelled(sentence, {}), "use mci_k=2 or leave out power");
  const auto dashes = [](std::string_view name, std::string_view value) {
    return "<" + std::string(name) + "|" + std::string(value) + ">";
  };
  EXPECT_EQ(spelled(sentence, dashes), "use <mci_k|2> or leave out <power|>");
}

TEST(Option, an_error_keeps_its_mentions_for_the_face) {
  const UsageError error = UsageError::out_of_range("trees", "at least 1");
  EXPECT_STREQ(error.what(), "trees must be at least 1");
  EXPECT_EQ(error.sentence([](std::string_view name, std::string_view) { return "--" + std::string(name); }),
            "--trees must be at least 1");
}

TEST(Option, a_mention_without_an_end_and_control_characters_of_data_stay_as_they_are) {
  EXPECT_EQ(spelled("a \x0e b", {}), "a \x0e b");
  EXPECT_EQ(spelled("\x0f a", {}), "\x0f a");
}

TEST(Option, values_read_back_from_their_texts) {
  const std::vector<std::pair<OptionEntry, OptionValue>> cases{
      {{.name = "f", .type = OptionType::flag, .help = ""}, true},
      {{.name = "i", .type = OptionType::integer, .help = ""}, -7},
      {{.name = "n", .type = OptionType::natural, .help = ""}, std::uint64_t{18446744073709551615U}},
      {{.name = "d", .type = OptionType::number, .help = ""}, 0.1},
      {{.name = "t", .type = OptionType::text, .help = ""}, "a,b"},
      {{.name = "l", .type = OptionType::texts, .help = ""}, std::vector<std::string>{"a", "b,c"}},
      {model, "b"}};
  for (const auto& [entry, value] : cases) EXPECT_EQ(read_option(entry, value.written()), value) << entry.name;
}

TEST(Option, wrong_values_are_refused_in_one_sentence) {
  EXPECT_EQ(refusal([] { read_option(trees, {"many"}); }), "trees takes a whole number, not 'many'");
  EXPECT_EQ(refusal([] { read_option(trees, {"0"}); }), "trees must be from 1 to 1,000");
  EXPECT_EQ(refusal([] { read_option(trees, {"99999999999999999999"}); }), "trees must be from 1 to 1,000");
  EXPECT_EQ(refusal([] { read_option(trees, {"1", "2"}); }), "trees takes a whole number, not '1,2'");
  EXPECT_EQ(refusal([] { read_option(model, {"c"}); }), "model takes a or b, not 'c'");
  EXPECT_EQ(refusal([] { checked_option(trees, "ten"); }), "trees takes a whole number, not 'ten'");
  EXPECT_EQ(refusal([] { checked_option(trees, 1.5); }), "trees takes a whole number, not '1.5'");
  const OptionEntry seed{.name = "seed", .type = OptionType::natural, .help = ""};
  EXPECT_EQ(refusal([&] { read_option(seed, {"18446744073709551616"}); }),
            "seed takes a whole number from 0 to 2^64 - 1, not '18446744073709551616'");
  EXPECT_EQ(refusal([&] { checked_option(seed, -1); }), "seed takes a whole number, not '-1'");
}

TEST(Option, whole_numbers_serve_where_numbers_are_wanted) {
  const OptionEntry share{.name = "share", .type = OptionType::number, .help = ""};
  EXPECT_EQ(checked_option(share, 1), OptionValue(1.0));
}

TEST(Option, standards_fill_what_is_not_given) {
  const OptionValues values = with_standards({{"trees", 7}, {"other", 1}}, {trees, model});
  EXPECT_EQ(values, (OptionValues{{"trees", 7}, {"model", "a"}}));
}

}  // namespace
}  // namespace umfi
