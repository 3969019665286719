// The main job: which features are related to the response, and how strongly? Ultra-marginal feature importance of
// every feature, over repeats; or another importance method in its place.
//
//   umfi::RankResult result = umfi::rank_features(table, {.target = "y"});
//   for (const umfi::FeatureScore& feature : result.features) use(feature.name, feature.score);
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "umfi/context.hpp"
#include "umfi/data_use.hpp"
#include "umfi/inference.hpp"
#include "umfi/method.hpp"
#include "umfi/option.hpp"
#include "umfi/power.hpp"
#include "umfi/table.hpp"
#include "umfi/task.hpp"

namespace umfi {

struct RankOptions {
  // The response.
  std::string target = {};
  // The features; empty: all columns but the target and the dropped ones.
  std::vector<std::string> features = {};
  // Columns that are not features (ids, dates).
  std::vector<std::string> drop = {};
  // The importance method, how features are freed of each other, and what predicts, by name; empty: the first of the
  // parts (umfi/parts.hpp).
  std::string method = {};
  std::string remove = {};  // or `best_remover`
  std::string power = {};
  // Also measure what each feature says alone and what is lost without it, where the method can.
  bool explain = false;
  // Whether to measure, by small forests, the residual dependence on each feature.
  bool removal_check = true;
  // Empty: classification for binary and categorical targets, regression for others.
  std::optional<Task> task = {};
  // How often everything is measured, with other random numbers. One repeat is enough for a power that is not random,
  // unless rows are subsampled.
  int repeats = 20;
  // Rows per repeat, drawn without replacement: a share below 1, a number, or 1 for all of them; 0: all, but at most
  // 10,000 where the power is random.
  double subsample = 0;
  // Scores below it are raised to it before differences are taken. Empty: the null model. 0.5 gives the figures of the
  // UMFI paper's own program for classification.
  std::optional<double> accuracy_floor = {};
  std::uint64_t seed = 1;
  // Whether to say how sure the scores are: intervals, p-values, and which features are related to the response.
  bool inference = true;
  double confidence = 0.95;  // of the intervals
  double fdr = 0.05;         // the rate of false discoveries among the features called related
  Adjustment adjust = Adjustment::benjamini_hochberg;
  // Add repeats until the Monte Carlo error of every score is at most this.
  std::optional<double> precision = {};
  // Only a first look, within some seconds: fewer rows, trees and repeats, and no inference.
  bool quick = false;
  // Options of the method, the removers and the power, by name, such as {"trees", 50}.
  OptionValues settings = {};
};

// For each feature the remover that leaves least dependence on it. Scores of different removers are not comparable.
inline constexpr const char* best_remover = "best";

// What the importance of a feature is made of. The parts are differences of scores and scatter with them.
struct Explanation {
  double alone = 0;         // bivariate: what it says without any other feature
  double given_others = 0;  // ablation: what it adds to all others as they are
  double shared = 0;        // score - given_others: what others, as they are, also say
  double together = 0;      // score - alone: what appears only in the presence of others
};

struct Interval {
  double low = 0;
  double high = 0;
};

// Scores below this are 0 to the four digits that tables show.
inline constexpr double smallest_shown_score = 0.00005;

// Scores are signed: a feature without information scatters around zero.
struct FeatureScore {
  std::string name;
  double score = 0;  // the mean over repeats
  double median = 0;
  double q25 = 0;
  double q75 = 0;
  double mean = 0;
  double sd = 0;
  // Mean nu with the feature and without it, both at least the floor; score = with - without. For UMFI nu(S_i + x_i)
  // and nu(S_i); for MCI those of the set where the feature adds most; NaN for methods whose score is not such a
  // difference.
  double with = 0;
  double without = 0;
  std::vector<double> values;  // one per repeat
  // "Would I get this score again with other random numbers?" The standard error of the score over repeats.
  double mc_error = 0;
  // "And with other data?" The interval that covers the expected score at the confidence asked for.
  std::optional<Interval> interval = {};
  // "Is it related at all?" Against permuted copies of the feature; q is p adjusted for the number of features.
  std::optional<double> p = {};
  std::optional<double> q = {};
  std::optional<bool> related = {};  // q is at most the false discovery rate
  bool p_is_pooled = false;          // the tail of p is that of all features together
  std::optional<Explanation> explanation = {};
  // How well S_i still predicts x_i, or x_i one of its columns, whichever is more (see umfi/diagnose.hpp), if
  // removal was checked; 0 is perfect.
  std::optional<double> residual_dependence = {};
  // What freed the others of this feature, if that was a choice.
  std::optional<std::string> removed_by = {};
};

// What was used, in words.
struct PartTexts {
  MethodText method;
  std::string question;        // which question the scores answer
  bool takes_remover = false;  // scores are about features freed of each other
  std::string removers;        // "lr"; "lr or ot, whichever leaves less"
  std::string removal;         // what they do, for the methods section of a paper
  std::string power;           // "forest of 100 trees"
  std::string model_sentence;  // what predicts, for the methods section of a paper
};

struct RankResult {
  RankOptions options;
  std::vector<NamedOption> option_values;  // all that hold, those of the parts included
  Task task = Task::regression;
  Metric metric;                       // of nu
  std::string score_unit;              // of scores: the metric's name, but "mse" for permutations of a regression
  PartTexts texts;                     // what was used
  double null = 0;                     // nu of no features: R² 0, or the share of the largest class
  double full = 0;                     // nu(F): all features as they are, mean over repeats
  double full_sd = 0;                  // over repeats
  std::vector<FeatureScore> features;  // in the order of the table
  std::size_t missing_repeats = 0;     // of those asked for, where time was up or a study is not finished
  std::size_t rows = 0;                // that took part
  std::size_t rows_per_repeat = 0;
  std::size_t dropped = 0;  // rows left out because a value is missing
  DataUse use;              // what was used of the table
  // What a reader of the scores must know: that time was up, that the full model does not beat the null model, that
  // features could not be separated. Sentences without a full stop; options are mentioned in them (see
  // umfi/option.hpp).
  std::vector<std::string> warnings;
  double seconds = 0;

  // Whether the full model beats the null model; if not, the scores are not meaningful.
  bool predicts() const { return full > null; }
};

// Throws UsageError or DataError where the table cannot be used like this. The context is told what the user should
// know of the data; what is about the scores is in the result's warnings.
RankResult rank_features(const Table& table, const RankOptions& options, const Context& context = {});

}  // namespace umfi
