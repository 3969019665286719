#include <fmt/format.h>

#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

constexpr const char* paper = "(Janssen, Guan and Robeva, 2023)";

std::string decimal(double value) {
  return fmt::format("{:g}", value);
}

// How one method is called, with who proposed it, and what its score is.
struct MethodText {
  std::string name;
  std::string score;
};

MethodText method_text(const RankOptions& options) {
  const std::string sets =
      options.mci_k ? fmt::format("sets of up to {} other features", *options.mci_k) : "all sets of other features";
  switch (options.method) {
    case Method::umfi: break;
    case Method::mci:
      return {"marginal contribution feature importance (Catav et al., 2021)",
              "the largest gain in predictive power from adding the feature to a set, over " + sets};
    case Method::ablation:
      return {"ablation", "the loss of predictive power when the feature is left out and all others are kept"};
    case Method::bivariate:
      return {"bivariate importance", "the predictive power of the feature alone, above that of the null model"};
    case Method::permutation:
      return {"permutation importance (Breiman, 2001)",
              "the mean increase, over trees, of the out-of-bag error when the values of the feature are permuted"};
    case Method::conditional:
      return {
          "conditional permutation importance (Debeer and Strobl, 2020)",
          "the mean increase, over trees, of the out-of-bag error when the values of the feature are permuted among "
          "rows that are alike in the features associated with it"};
  }
  return {fmt::format("ultra-marginal feature importance {}", paper),
          "the difference in predictive power between the feature together with all other features, after these have "
          "been freed of their dependence on it, and the freed features alone"};
}

std::string lr_text(double alpha) {
  return fmt::format(
      "linear regression (a feature was replaced by its residuals where its dependence on the protected feature had p "
      "< "
      "{})",
      decimal(alpha));
}

std::string ot_text(int bin_size) {
  return fmt::format(
      "pairwise optimal transport (a feature was mapped to its conditional quantile given the protected feature, "
      "estimated in bins of about {} rows, and back to its own units)",
      bin_size);
}

std::string remover_text(const RankOptions& options) {
  switch (options.remove) {
    case RemovalMethod::lr: return lr_text(options.lr_alpha);
    case RemovalMethod::ot: return ot_text(options.ot_bin_size);
    case RemovalMethod::best: break;
  }
  return fmt::format("whichever of two left less of it, for each feature: {}, or {}", lr_text(options.lr_alpha),
                     ot_text(options.ot_bin_size));
}

std::string model_text(Model model, int trees) {
  return fmt::format("{} of {}", model == Model::forest ? "random forests" : "extremely randomized trees",
                     counted(static_cast<std::size_t>(trees), "tree"));
}

std::string power_sentence(const RankResult& result) {
  const RankOptions& options = result.options;
  if (options.power == PowerKind::gaussian)
    return "Predictive power was -1/2 log(1 - R²) in nats, with R² from least squares: the mutual information of "
           "jointly "
           "Gaussian data.";
  return fmt::format("Predictive power was the out-of-bag {} of {}.", metric_title(result.task),
                     model_text(options.model, options.trees));
}

std::string rows_text(std::size_t rows, std::size_t dropped) {
  if (dropped == 0) return counted(rows, "row");
  return fmt::format("{} ({} with missing values {} left out)", counted(rows, "row"), counted(dropped, "row"),
                     dropped == 1 ? "was" : "were");
}

std::string repeats_sentence(const RankResult& result) {
  const RankOptions& options = result.options;
  std::string text = fmt::format("We used {}", rows_text(result.rows, result.dropped));
  if (options.repeats == 1) return text + ", measured once.";
  text += fmt::format(" and repeated every measurement {} times with different random numbers", options.repeats);
  if (result.rows_per_repeat != result.rows)
    text += fmt::format(", each time on {} rows drawn without replacement", result.rows_per_repeat);
  return text + "; scores are means over the repeats.";
}

// Nothing where nothing was measured.
std::string inference_sentence(const RankResult& result) {
  const FeatureScore& any = result.features.front();
  std::string text;
  if (any.interval)
    text += fmt::format("{:g} % intervals come from the scores of ten pairs of complementary halves of the rows.",
                        100 * result.options.confidence);
  if (any.p)
    text += fmt::format(
        "{}p-values compare each feature with permuted copies of itself; features with an adjusted p "
        "({}) of at most {:g} are called related.",
        text.empty() ? "" : " ", name_of(result.options.adjust), result.options.fdr);
  return text;
}

std::string full_sentence(const RankResult& result) {
  const bool is_gaussian = result.options.power == PowerKind::gaussian;
  return fmt::format(
      "All features together reached {} {:.3f}; the null model, {}, has {:.3f}.",
      is_gaussian ? "a predictive power in nats of" : fmt::format("an out-of-bag {} of", metric_title(result.task)),
      result.full, null_model(result.task), result.null);
}

std::string software_sentence(std::uint64_t seed) {
  return fmt::format("Computations were done with umfi {} (random seed {}).", version, seed);
}

constexpr const char* association_sentence =
    "Scores describe association in these data; they do not tell the effect of an intervention.";

constexpr const char* shares_sentence =
    "Scores are shown as a share of each method's total, scores below zero counting as zero; agreement between "
    "methods is Kendall's tau-b of their scores.";

constexpr const char* distortion_sentence =
    "Distortion is judged by the maximal information coefficient between each feature and its freed version; 1 means "
    "that nothing is lost.";

std::string joined(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) {
    if (sentence.empty()) continue;
    text += (text.empty() ? "" : " ") + sentence;
  }
  return text;
}

std::string shown_target(const RankOptions& options) {
  return shortened(printable(options.target), 80);
}

// One clause per method; a second remover of the same method needs no second definition.
std::string method_list(const CompareResult& result) {
  std::string text;
  bool has_umfi = false;
  for (const ComparedMethod& method : result.methods) {
    const RankOptions& options = method.result.options;
    const MethodText words = method_text(options);
    const bool is_umfi = options.method == Method::umfi;
    const std::string definition = is_umfi && has_umfi ? "the same" : fmt::format("{}, {}", words.name, words.score);
    text += (text.empty() ? "" : "; ") + definition;
    if (is_umfi) text += fmt::format(", with dependence removed by {}", remover_text(options));
    has_umfi = has_umfi || is_umfi;
  }
  return text;
}

}  // namespace

std::string methods_text(const RankResult& result) {
  const RankOptions& options = result.options;
  const MethodText method = method_text(options);
  const bool is_umfi = options.method == Method::umfi;
  const bool is_permutation = options.method == Method::permutation || options.method == Method::conditional;
  return joined({
      fmt::format("We measured how strongly each of {} is related to {} by {}.",
                  counted(result.features.size(), "feature"), shown_target(options), method.name),
      fmt::format("The score of a feature is {}.", method.score),
      is_umfi ? fmt::format("Dependence was removed by {}.", remover_text(options)) : "",
      is_permutation ? fmt::format("The model was {}.", model_text(options.model, options.trees))
                     : power_sentence(result),
      repeats_sentence(result),
      inference_sentence(result),
      full_sentence(result),
      association_sentence,
      software_sentence(options.seed),
  });
}

std::string methods_text(const CompareResult& result) {
  const RankResult& first = result.methods.front().result;
  return joined({
      fmt::format("We compared {} of the importance of {} for {}: {}.", counted(result.methods.size(), "measure"),
                  counted(first.features.size(), "feature"), shown_target(first.options), method_list(result)),
      power_sentence(first),
      repeats_sentence(first),
      shares_sentence,
      association_sentence,
      software_sentence(first.options.seed),
  });
}

std::string methods_text(const DiagnoseResult& result) {
  const DiagnoseOptions& options = result.options;
  return joined({
      fmt::format("For each of {} in {}, we measured how well the removal of dependence that ultra-marginal feature "
                  "importance {} rests on succeeds.",
                  counted(result.features.size(), "feature"), rows_text(result.rows, result.dropped), paper),
      fmt::format("All other features were freed of the feature by {}, and by {}.", lr_text(options.lr_alpha),
                  ot_text(options.ot_bin_size)),
      fmt::format("Residual dependence is the out-of-bag R² of random forests of {} that predict the feature from the "
                  "freed ones (for categorical features, the accuracy above that of the null model); 0 is perfect.",
                  counted(static_cast<std::size_t>(options.trees), "tree")),
      distortion_sentence,
      software_sentence(options.seed),
  });
}

std::string citation() {
  return "Janssen, J., Guan, V. and Robeva, E. (2023). Ultra-marginal Feature Importance: Learning from Data with "
         "Causal "
         "Guarantees. Proceedings of The 26th International Conference on Artificial Intelligence and Statistics "
         "(AISTATS), PMLR 206.";
}

}  // namespace umfi
