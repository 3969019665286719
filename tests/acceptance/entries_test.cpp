// What an entry must say, and that wrong settings are refused in a sentence.
#include <set>

#include "acceptance/cases.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

template <class Entry>
void expect_sound(const std::vector<Entry>& entries) {
  std::set<std::string> names;
  for (const Entry& entry : entries) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name << " is there twice";
    EXPECT_FALSE(entry.name.empty());
    for (const OptionEntry& option : entry.options) {
      EXPECT_FALSE(option.help.empty()) << option.name;
      EXPECT_TRUE(option.standard.is_set() || !option.standard_text.empty()) << option.name << " has no default";
      EXPECT_EQ(checked_option(option, option.standard), option.standard) << option.name;
    }
  }
}

TEST(Entries, have_names_of_their_own_and_options_with_help_and_a_default) {
  const Parts& parts = built_in_parts();
  expect_sound(parts.methods);
  expect_sound(parts.removers);
  expect_sound(parts.powers);
}

TEST(Entries, have_words_for_tables_and_papers) {
  const Parts& parts = built_in_parts();
  for (const RemoverEntry& entry : parts.removers) {
    EXPECT_FALSE(entry.title.empty()) << entry.name;
    EXPECT_FALSE(entry.text(with_standards({}, entry.options)).empty()) << entry.name;
  }
  for (const PowerEntry& entry : parts.powers) {
    EXPECT_FALSE(entry.tasks.empty()) << entry.name;
    EXPECT_FALSE(entry.label(with_standards({}, entry.options)).empty()) << entry.name;
    for (const Task task : entry.tasks) {
      EXPECT_FALSE(entry.metric(task).name.empty()) << entry.name;
      EXPECT_FALSE(entry.metric(task).null_model.empty()) << entry.name;
      EXPECT_FALSE(entry.sentence(task, with_standards({}, entry.options)).empty()) << entry.name;
    }
  }
  for (const MethodEntry& entry : parts.methods) {
    EXPECT_FALSE(entry.question.empty()) << entry.name;
    EXPECT_FALSE(entry.text(with_standards({}, entry.options)).score.empty()) << entry.name;
    for (const std::string& other : {entry.alone_by, entry.given_others_by}) {
      EXPECT_TRUE(other.empty() || parts.method(other).name == other) << entry.name;
    }
    EXPECT_TRUE(entry.power.empty() || parts.power(entry.power).name == entry.power) << entry.name;
  }
}

std::string refusal(const RankOptions& options) {
  try {
    rank_features(mixed_table(Task::regression, 60, 1), options);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

class Settings : public testing::TestWithParam<PartCase> {};

TEST_P(Settings, out_of_range_are_refused_by_name) {
  for (const OptionEntry& entry : options_of<RankOptions>()) {
    if (entry.parts.empty() || !std::isfinite(entry.range.lowest)) continue;
    RankOptions options = GetParam().options;
    const auto used = values_of(options);
    if (std::none_of(used.begin(), used.end(), [&](const NamedOption& o) { return o.name == entry.name; })) continue;
    const double below = entry.range.lowest - 1;
    options.settings.set(entry.name, entry.type == OptionType::integer ? OptionValue(static_cast<int>(below))
                                                                       : OptionValue(below));
    EXPECT_EQ(refusal(options), entry.name + " must be " + entry.range.text);
  }
}

TEST_P(Settings, of_parts_that_are_not_used_are_refused_by_name) {
  const auto used = values_of(GetParam().options);
  for (const OptionEntry& entry : options_of<RankOptions>()) {
    const bool is_used = std::any_of(used.begin(), used.end(), [&](const NamedOption& o) { return o.name == entry.name; });
    if (entry.parts.empty() || is_used) continue;
    RankOptions options = GetParam().options;
    options.settings.set(entry.name, entry.standard);
    EXPECT_EQ(refusal(options).find(entry.name + " does not apply: it is for " + entry.parts.front()), 0U) << entry.name;
  }
}

TEST_P(Settings, that_nobody_knows_are_refused) {
  RankOptions options = GetParam().options;
  options.settings.set("no_such_option", 1);
  EXPECT_EQ(refusal(options), "there is no option 'no_such_option'");
}

TEST_P(Settings, of_a_response_that_the_power_does_not_serve_are_refused) {
  for (const Task task : all_tasks) {
    if (serves(GetParam().options, task)) continue;
    EXPECT_THROW(rank_features(mixed_table(task, 60, 1), GetParam().options), UsageError);
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, Settings, testing::ValuesIn(all_cases()), name_of_case);

}  // namespace
}  // namespace umfi
