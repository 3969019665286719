// The options of every study by name: what faces offer, set, check and write down.
#include "umfi/options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "study/chosen_parts.hpp"
#include "study/ranking.hpp"
#include "study/study_record.hpp"
#include "umfi/error.hpp"
#include "umfi/simulate.hpp"

namespace umfi {
namespace {

using Strings = std::vector<std::string>;

template <class Options>
class OptionsOf : public testing::Test {};

using Studies = testing::Types<RankOptions, CompareOptions, DiagnoseOptions, PowerOptions, RemoveOptions>;
TYPED_TEST_SUITE(OptionsOf, Studies);

template <class Action>
std::string refusal(const Action& action) {
  try {
    action();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

template <class Options>
OptionEntry entry_of(const std::string& name) {
  const std::vector<OptionEntry> entries = options_of<Options>();
  return *std::find_if(entries.begin(), entries.end(), [&](const OptionEntry& entry) { return entry.name == name; });
}

template <class Options>
OptionValue value_of(const Options& options, const std::string& name) {
  for (const NamedOption& option : values_of(options))
    if (option.name == name) return option.value;
  ADD_FAILURE() << name << " does not hold";
  return {};
}

// As texts, option by option.
template <class Options>
std::vector<std::pair<std::string, Strings>> texts_of(const Options& options) {
  std::vector<std::pair<std::string, Strings>> texts;
  for (const NamedOption& option : values_of(options)) texts.emplace_back(option.name, option.value.written());
  return texts;
}

// Values that an option takes, other than its standard where it has one of this form.
std::vector<OptionValue> examples(const OptionEntry& entry) {
  switch (entry.type) {
    case OptionType::flag: return {!entry.standard.flag()};
    case OptionType::integer: return {static_cast<std::int64_t>(entry.range.lowest) + 1};
    case OptionType::natural: return {std::numeric_limits<std::uint64_t>::max()};
    case OptionType::number: return {1.0 / 3};
    case OptionType::text: return {"a \"name\", or so", "ünïcode"};
    case OptionType::texts: return {Strings{"a, \"b\"", "c"}, Strings{}};
    case OptionType::word: return {entry.words.begin(), entry.words.end()};
    case OptionType::words: return {entry.words, Strings{entry.words.back()}};
  }
  return {};
}

// Options whose parts take this option.
template <class Options>
Options options_with(const OptionEntry& entry) {
  Options options;
  if constexpr (std::is_same_v<Options, RankOptions>)
    if (entry.parts == Strings{"mci"}) options.method = "mci";
  return options;
}

TYPED_TEST(OptionsOf, a_study_have_each_a_name_of_their_own_and_help) {
  std::set<std::string> names;
  for (const OptionEntry& entry : options_of<TypeParam>()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_FALSE(entry.name.empty());
    EXPECT_FALSE(entry.help.empty()) << entry.name;
    EXPECT_EQ(entry.name.find('-'), std::string::npos) << entry.name;  // ids are not spelled as flags are
    const bool has_words = entry.type == OptionType::word || entry.type == OptionType::words;
    EXPECT_EQ(entry.words.empty(), !has_words) << entry.name;
    const bool has_range = entry.type == OptionType::integer || entry.type == OptionType::number;
    EXPECT_EQ(entry.range.text.empty(), !has_range) << entry.name;
  }
}

TYPED_TEST(OptionsOf, a_study_all_hold_but_those_of_parts_that_are_not_chosen) {
  const std::vector<NamedOption> values = values_of(TypeParam{});
  const std::vector<OptionEntry> entries = options_of<TypeParam>();
  for (const OptionEntry& entry : entries) {
    const auto found =
        std::find_if(values.begin(), values.end(), [&](const NamedOption& value) { return value.name == entry.name; });
    if (found == values.end())
      EXPECT_FALSE(entry.parts.empty()) << entry.name;
    else
      EXPECT_EQ(found->value, entry.standard) << entry.name;
  }
  EXPECT_LE(values.size(), entries.size());
}

TYPED_TEST(OptionsOf, a_study_come_back_from_their_texts) {
  for (const OptionEntry& entry : options_of<TypeParam>()) {
    for (const OptionValue& example : examples(entry)) {
      TypeParam options = options_with<TypeParam>(entry);
      set_option(options, entry.name, example);
      const OptionValue value = value_of(options, entry.name);
      const bool stands_for_none = example == OptionValue("auto");
      EXPECT_EQ(value, stands_for_none ? OptionValue() : example) << entry.name;
      TypeParam again = options_with<TypeParam>(entry);
      set_option(again, entry.name, read_option(entry, value.written()));
      EXPECT_EQ(texts_of(again), texts_of(options)) << entry.name;
      EXPECT_EQ(value_of(again, entry.name), value) << entry.name;
    }
  }
}

TYPED_TEST(OptionsOf, a_study_that_do_not_exist_are_answered_with_the_nearest) {
  TypeParam options;
  EXPECT_EQ(refusal([&] { set_option(options, "sead", 1); }), "there is no option 'sead'; did you mean seed?");
  EXPECT_EQ(refusal([&] { set_option(options, "something else", 1); }), "there is no option 'something else'");
}

TYPED_TEST(OptionsOf, a_study_take_no_value_of_another_form) {
  TypeParam options;
  EXPECT_EQ(refusal([&] { set_option(options, "seed", "one"); }), "seed takes a whole number, not 'one'");
  EXPECT_EQ(refusal([&] { set_option(options, "seed", -1); }), "seed takes a whole number, not '-1'");
  EXPECT_EQ(refusal([&] { set_option(options, "target", 3); }), "target takes a name, not '3'");
  EXPECT_EQ(refusal([&] {
              read_option(entry_of<TypeParam>("seed"), {"1", "2"});
            }),
            "seed takes a whole number, not '1,2'");
}

TEST(CheckedOptions, settings_that_do_not_exist_are_answered_with_the_nearest) {
  EXPECT_EQ(refusal([] {
              check_options(RankOptions{.settings = {{"treees", 5}}});
            }),
            "there is no option 'treees'; did you mean trees?");
  EXPECT_EQ(refusal([] {
              check_options(RemoveOptions{.settings = {{"ot_bin_sise", 5}}});
            }),
            "there is no option 'ot_bin_sise'; did you mean ot_bin_size?");
}

TEST(CheckedOptions, settings_of_parts_that_are_not_chosen_are_refused_with_the_parts_they_are_for) {
  EXPECT_EQ(refusal([] {
              check_options(RankOptions{.settings = {{"mci_k", 2}}});
            }),
            "mci_k does not apply: it is for mci, and not used here");
  EXPECT_EQ(refusal([] { check_options(RankOptions{.method = "mci", .settings = {{"mci_k", 2}}}); }), "none");
  EXPECT_EQ(refusal([] {
              check_options(RankOptions{.remove = "ot", .settings = {{"lr_alpha", 0.05}}});
            }),
            "lr_alpha does not apply: it is for lr, and not used here");
  EXPECT_EQ(refusal([] {
              check_options(RankOptions{.remove = best_remover, .settings = {{"lr_alpha", 0.05}}});
            }),
            "none");
  EXPECT_EQ(refusal([] {
              check_options(RankOptions{.method = "ablation", .settings = {{"ot_bin_size", 30}}});
            }),
            "ot_bin_size does not apply: it is for lr, ot, lgt, ot-chain, and not used here");
  EXPECT_EQ(refusal([] {
              check_options(PowerOptions{.power = "gaussian", .settings = {{"trees", 5}}});
            }),
            "trees does not apply: it is for forest, and not used here");
  EXPECT_EQ(refusal([] {
              check_options(DiagnoseOptions{.removers = {"ot"}, .settings = {{"lr_alpha", 0.05}}});
            }),
            "lr_alpha does not apply: it is for lr, and not used here");
  EXPECT_EQ(refusal([] {
              check_options(CompareOptions{.rank = {.settings = {{"mci_k", 2}}}, .methods = {"umfi-lr", "ablation"}});
            }),
            "mci_k does not apply: it is for mci, and not used here");
  EXPECT_EQ(refusal([] { check_options(CompareOptions{.rank = {.settings = {{"mci_k", 2}}}}); }), "none");
}

TEST(CheckedOptions, values_out_of_range_are_refused_with_the_range) {
  EXPECT_EQ(refusal([] {
              check_options(RankOptions{.settings = {{"trees", 0}}});
            }),
            "trees must be from 1 to 1,000,000");
  EXPECT_EQ(refusal([] { check_options(RankOptions{.repeats = 1'000'001}); }), "repeats must be from 1 to 1,000,000");
  EXPECT_EQ(refusal([] { check_options(RankOptions{.confidence = 1}); }), "confidence must be between 0 and 1");
  EXPECT_EQ(refusal([] { check_options(RankOptions{.fdr = 0}); }), "fdr must be between 0 and 1");
  EXPECT_EQ(refusal([] { check_options(RankOptions{.accuracy_floor = 1}); }),
            "accuracy_floor must be from 0 to below 1");
  EXPECT_EQ(refusal([] { check_options(RankOptions{.precision = 0}); }), "precision must be above 0");
  EXPECT_EQ(refusal([] {
              check_options(RemoveOptions{.settings = {{"lr_alpha", 1.5}}});
            }),
            "lr_alpha must be above 0, at most 1");
  EXPECT_EQ(refusal([] { check_options(DiagnoseOptions{.trees = 0}); }), "trees must be from 1 to 1,000,000");
  const double no_number = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal([&] { check_options(RankOptions{.confidence = no_number}); }),
            "confidence must be between 0 and 1");
  RankOptions options;
  EXPECT_EQ(refusal([&] { set_option(options, "ot_bin_size", 1); }), "ot_bin_size must be at least 2 rows");
  EXPECT_TRUE(options.settings.empty());
}

TEST(CheckedOptions, words_are_answered_with_those_there_are) {
  EXPECT_EQ(refusal([] {
              check_options(PowerOptions{.settings = {{"model", "oak"}}});
            }),
            "model takes forest or extratrees, not 'oak'");
  EXPECT_EQ(refusal([] { check_options(RankOptions{.remove = "magic"}); }),
            "remove takes lr, ot, lgt, ot-chain or best, not 'magic'");
  EXPECT_EQ(refusal([] {
              check_options(DiagnoseOptions{.removers = {"lr", "best"}});
            }),
            "removers takes lr, ot, lgt or ot-chain, not 'best'");
}

TEST(CheckedOptions, what_would_change_nothing_is_refused) {
  EXPECT_EQ(refusal([] { check_options(RankOptions{.method = "mci", .remove = "lr"}); }),
            "remove does not apply: mci importance does not free features of each other");
  EXPECT_EQ(refusal([] { check_options(RankOptions{.method = "ablation", .removal_check = false}); }),
            "removal_check=no does not apply: ablation importance does not free features of each other");
  EXPECT_EQ(refusal([] { check_options(RankOptions{.method = "bivariate", .explain = true}); }),
            "explain does not apply: bivariate importance has no parts to explain");
  EXPECT_EQ(refusal([] { check_options(RankOptions{.method = "permutation", .power = "gaussian"}); }),
            "power does not apply: permutation importance looks inside a forest");
  for (const RankOptions& options :
       {RankOptions{.inference = false, .confidence = 0.9}, RankOptions{.inference = false, .fdr = 0.1},
        RankOptions{.inference = false, .adjust = Adjustment::holm}})
    EXPECT_NE(refusal([&] { check_options(options); }).find("does not apply: there is none with inference=no"),
              std::string::npos);
}

// What a run file holds of the options, and the way back.
TEST(RecordedOptions, of_rankings_come_back_whatever_the_method) {
  const Table table = simulate("interactions", 50, 1);
  for (const MethodEntry& method : built_in_parts().methods) {
    RankOptions asked{.target = "y", .drop = {"x4"}, .method = method.name, .settings = {{"trees", 7}}};
    if (method.name == "mci") asked.settings.set("mci_k", 2);
    const RankOptions options = effective(asked, built_in_parts());
    const Dataset data(table, {options.target, {}, options.drop, options.task}, {});
    const RankFacts facts = facts_of(data, options, parts_for(options, built_in_parts()));
    const StudyRecord record = record_of(options, facts, table, built_in_parts());
    RankOptions again;
    EXPECT_NO_THROW(again = rank_options_of(record, built_in_parts())) << method.name;
    EXPECT_EQ(texts_of(again), texts_of(options)) << method.name;
  }
}

TEST(RecordedOptions, of_comparisons_and_diagnoses_come_back) {
  const Table table = simulate("interactions", 50, 1);
  const CompareOptions compared{
      .rank = {.target = "y", .power = "forest", .task = Task::regression, .settings = {{"lr_alpha", 1.0 / 3}}},
      .methods = {"umfi-lr", "mci"}};
  const Dataset data(table, {"y", {}, {}, {}}, {});
  const RankFacts compared_facts =
      facts_of(data, compared.rank, parts_for(resolved(compared.rank, built_in_parts()), built_in_parts()));
  EXPECT_EQ(
      texts_of(compare_options_of(record_of(compared, compared_facts, table, built_in_parts()), built_in_parts())),
      texts_of(compared));
  const DiagnoseOptions diagnosed =
      resolved(DiagnoseOptions{.trees = 7, .settings = {{"ot_bin_size", 30}}}, built_in_parts());
  const DiagnoseFacts facts{.features = {"x1", "x2"}, .rows = 50, .dropped = 0, .use = {}};
  EXPECT_EQ(texts_of(diagnose_options_of(record_of(diagnosed, facts, table, built_in_parts()), built_in_parts())),
            texts_of(diagnosed));
}

}  // namespace
}  // namespace umfi
