// Did removal work? For every feature, how well the others predict it before and after they are freed of it, and
// how much of their own they keep.
//
//   umfi::DiagnoseResult result = umfi::diagnose(table, {.target = "y"});
//   for (const umfi::FeatureDiagnosis& feature : result.features) use(feature.name, feature.verdict);
//
// Residual dependence is the out-of-bag R² of a random forest that predicts the feature from all others; for a feature
// of categories the accuracy on the scale from the null model (0) to 1. 0 is perfect; what is below 0 counts as 0.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "umfi/context.hpp"
#include "umfi/data_use.hpp"
#include "umfi/option.hpp"
#include "umfi/table.hpp"

namespace umfi {

struct DiagnoseOptions {
  // The response, if it is in the table: no feature, but rows that miss it are left out.
  std::string target = {};
  // The features; empty: all columns but the target and the dropped ones.
  std::vector<std::string> features = {};
  // Columns that are not features (ids, dates).
  std::vector<std::string> drop = {};
  // The removers to look at, by name; empty: the standard ones.
  std::vector<std::string> removers = {};
  int trees = 100;  // of the forests that measure dependence
  std::uint64_t seed = 1;
  // Options of the removers, by name.
  OptionValues settings = {};
};

// What one remover makes of all other features.
struct RemoverDiagnosis {
  double residual = 0;       // how well they predict the feature, together; signed
  double pairwise = 0;       // what it says about one of them, at most
  double kept_mean = 1;      // what is kept of the other features, 1 being all; mean
  double kept_worst = 1;     // of the feature that is distorted most
  std::string worst_column;  // that feature; empty where none is changed

  // Whichever is more.
  double left() const { return std::max(residual, pairwise); }
};

struct FeatureDiagnosis {
  std::string name;
  std::string measure;                     // of dependence: "r2" or "accuracy_above_null"
  double raw = 0;                          // how well the other features predict it, as they are
  double raw_pairwise = 0;                 // what it says about one of them, at most
  std::vector<RemoverDiagnosis> removers;  // as in DiagnoseResult::removers
  std::size_t prefer = 0;  // the least distorting one that removes the dependence, or the one that leaves least
  std::string verdict;     // in a few words
};

// A remover that was looked at, in words.
struct DiagnosedRemover {
  std::string name;
  std::string title;         // "linear regression"
  std::string text;          // for the methods section of a paper
  double mean_residual = 0;  // dependence over features, signed
};

struct DiagnoseResult {
  DiagnoseOptions options;
  std::vector<NamedOption> option_values;  // all that hold, those of the removers included
  std::vector<DiagnosedRemover> removers;
  std::vector<FeatureDiagnosis> features;  // in the order of the table
  double mean_raw = 0;                     // dependence over features, signed
  std::size_t rows = 0;                    // that took part
  std::size_t dropped = 0;                 // rows left out because a value is missing
  DataUse use;                             // what was used of the table
  double seconds = 0;
};

// Throws UsageError or DataError where the table cannot be used like this; informs the context of what the user should
// know.
DiagnoseResult diagnose(const Table& table, const DiagnoseOptions& options, const Context& context = {});

}  // namespace umfi
