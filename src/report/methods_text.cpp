#include <fmt/format.h>

#include <algorithm>

#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

constexpr const char* paper = "(Janssen, Guan and Robeva, 2023)";

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
  const bool is_tested = std::any_of(result.features.begin(), result.features.end(),
                                     [](const FeatureScore& f) { return f.p.has_value(); });
  if (is_tested)
    text += fmt::format(
        "{}p-values compare each feature with permuted copies of itself; features with an adjusted p "
        "({}) of at most {:g} are called related.",
        text.empty() ? "" : " ", name_of(result.options.adjust), result.options.fdr);
  return text;
}

std::string full_sentence(const RankResult& result) {
  const Metric& metric = result.metric;
  return fmt::format("All features together reached {} {:.3f}; the null model, {}, has {:.3f}.",
                     metric.is_unit ? fmt::format("a predictive power in {} of", metric.name)
                                    : fmt::format("an out-of-bag {} of", metric.title),
                     result.full, metric.null_model, result.null);
}

std::string software_sentence(std::uint64_t seed) {
  return fmt::format("Computations were done with umfi {} (random seed {}).", version, seed);
}

constexpr const char* association_sentence =
    "Scores describe association in these data; they do not show the effect of an intervention.";

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
  std::string before;
  for (const ComparedMethod& method : result.methods) {
    const PartTexts& texts = method.result.texts;
    const bool is_same = method.result.options.method == before;
    text += (text.empty() ? "" : "; ") +
            (is_same ? "the same" : fmt::format("{}, {}", texts.method.name, texts.method.score));
    if (texts.takes_remover) text += fmt::format(", with dependence removed by {}", texts.removal);
    before = method.result.options.method;
  }
  return text;
}

std::string remover_list(const DiagnoseResult& result) {
  std::vector<std::string> texts;
  for (const DiagnosedRemover& remover : result.removers) texts.push_back(remover.text);
  return fmt::format("{}", fmt::join(texts, ", and by "));
}

}  // namespace

std::string methods_text(const RankResult& result) {
  const RankOptions& options = result.options;
  const PartTexts& texts = result.texts;
  return joined({
      fmt::format("We measured how strongly each of {} is related to {} by {}.",
                  counted(result.features.size(), "feature"), shown_target(options), texts.method.name),
      fmt::format("The score of a feature is {}.", texts.method.score),
      texts.takes_remover ? fmt::format("Dependence was removed by {}.", texts.removal) : "",
      texts.model_sentence,
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
      first.texts.model_sentence,
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
      fmt::format("All other features were freed of the feature by {}.", remover_list(result)),
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
