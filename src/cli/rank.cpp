#include <memory>

#include "cli/study.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  StudyArguments study;
  RankOptions options;
};

void run(const Arguments& arguments) {
  run_study(arguments.study, [&](const Table& table, const Context& context) {
    return rank_features(table, arguments.options, context);
  });
}

void add_inference(CLI::App& verb, RankOptions& options) {
  verb.add_flag("!--no-inference", options.inference, "Scores only: no intervals, no p-values");
  verb.add_option("--confidence", options.confidence, "Of the intervals (default: 0.95)");
  verb.add_option("--fdr", options.fdr, "Rate of false discoveries among features called related (default: 0.05)");
  add_choice<Adjustment>(
      verb, "--adjust", options.adjust,
      "How p is adjusted for the number of features: bh (Benjamini-Hochberg, default), by "
      "(Benjamini-Yekutieli) or holm",
      {{"bh", Adjustment::benjamini_hochberg}, {"by", Adjustment::benjamini_yekutieli}, {"holm", Adjustment::holm}});
  verb.add_option("--precision", options.precision,
                  "Add repeats until the Monte Carlo error of every score is at most this, such as 0.002");
}

}  // namespace

void add_rank(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  RankOptions& options = arguments->options;
  CLI::App* verb = app.add_subcommand("rank", "Rank features by how strongly they are related to a target");
  arguments->study.data.add_to(*verb);
  std::map<std::string, Method> names;
  for (const MethodDescription& method : methods()) names[std::string(method.name)] = method.method;
  add_choice<Method>(*verb, "--method", options.method,
                     "umfi (ultra-marginal, default), mci, ablation, bivariate, permutation or conditional", names);
  add_removal_method(*verb, options.remove);
  verb->add_flag("--explain", options.explain, "umfi: also show what is said alone, shared, and only together");
  verb->add_flag("!--no-removal-check", options.check_removal, "umfi: do not measure what removal leaves");
  add_ranking(*verb, options);
  add_inference(*verb, options);
  arguments->study.add_to(*verb);
  verb->footer(
      "Examples:\n  umfi rank data.csv --target y\n"
      "  umfi rank data.csv --target y --drop id,date --remove ot --format json -o scores.json\n"
      "  umfi rank data.csv --target y --fdr 0.1 --precision 0.002\n"
      "  umfi rank data.csv --target y --explain --report report.html\n"
      "  umfi rank data.csv --target species --model extratrees --repeats 100 --subsample 0.9\n"
      "  umfi rank data.csv --target y --repeats 500 --time-limit 2h -o study.umfi   (umfi resume goes on)");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
