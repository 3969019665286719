// The claims of section 4.1 of the paper and of its supplement on simulated data. Words such as "about", "slightly" and
// "near zero" need a number to be judged by; it stands in the claim.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "experiments/simulation_scores.hpp"
#include "stats/summary.hpp"

namespace umfi::paper {
namespace {

const std::vector<std::string> umfi_both{"UMFI lr", "UMFI ot"};
const std::vector<std::string> main_three{"MCI", "UMFI lr", "UMFI ot"};
const std::vector<std::string> other_three{"ablation", "PI", "CPI"};

using Test = std::function<bool(const Shares&)>;
using Tell = std::function<std::string(const Shares&)>;

// A claim that is made of several methods, each judged alone.
ClaimCheck on_each(std::string claim, const std::vector<const Shares*>& methods, const Test& holds, const Tell& tell) {
  std::vector<bool> held;
  std::vector<std::string> figures;
  for (const Shares* shares : methods) {
    held.push_back(holds(*shares));
    figures.push_back(shares->method + " " + tell(*shares));
  }
  return judged(std::move(claim), held, listed(figures));
}

std::string tell_all(const Shares& s) {
  return fmt::format("{:.1f}, {:.1f}, {:.1f}, {:.1f}", s.mean(0), s.mean(1), s.mean(2), s.mean(3));
}

std::string tell_lead(const Shares& s) {
  return text(s.lead());
}

// Largest difference of a mean share between two sets of scores.
double largest_change(const Shares& a, const Shares& b) {
  double largest = 0;
  for (std::size_t i = 0; i < 4; ++i) largest = std::max(largest, std::abs(a.mean(i) - b.mean(i)));
  return largest;
}

// Spread over replications, mean over features.
double spread(const Shares& s) {
  double sum = 0;
  for (const std::vector<double>& values : s.values) sum += sd_of(values);
  return sum / 4;
}

ClaimCheck similar_spread(const SimulationScores& scores) {
  std::vector<double> spreads;
  std::vector<std::string> figures;
  for (const Shares* s : scores.each(main_three)) {
    spreads.push_back(spread(*s));
    figures.push_back(fmt::format("{} {:.2f}", s->method, spreads.back()));
  }
  const auto [least, most] = std::minmax_element(spreads.begin(), spreads.end());
  return judged("MCI and UMFI vary alike (standard deviation over replications within a factor of 2)",
                {*most <= 2 * *least}, listed(figures));
}

std::vector<ClaimCheck> on_interactions(const SimulationScores& scores) {
  const Test leads = [](const Shares& s) { return s.has_lead() && std::min(s.mean(2), s.mean(3)) > 5; };
  std::vector<ClaimCheck> claims{
      on_each("MCI and UMFI put x1 and x2 above x3 and x4, which keep more than 5 %", scores.each(main_three), leads,
              tell_all),
      similar_spread(scores),
      on_each(
          "ablation, PI and CPI: x1 and x2 have more than half, x3 and x4 the rest", scores.each(other_three),
          [&](const Shares& s) { return leads(s) && s.mean(0) + s.mean(1) > 50; }, tell_all),
      on_each(
          "with extra-trees the results stay as they are (mean shares within 5 points)",
          scores.each(main_three, Model::extratrees),
          [&](const Shares& s) { return largest_change(s, scores.of(s.method)) <= 5; },
          [&](const Shares& s) {
            return fmt::format("largest change {:.1f}", largest_change(s, scores.of(s.method)));
          })};
  return claims;
}

double pair_mean(const Shares& s) {
  return (s.mean(0) + s.mean(1)) / 2;
}

ClaimCheck extra_of_ablation(const SimulationScores& scores) {
  const double ablation = pair_mean(scores.of("ablation"));
  double others = 0;
  double highest = 0;
  std::vector<std::string> figures{fmt::format("ablation {:.1f}", ablation)};
  for (const char* method : {"PI", "CPI", "MCI", "UMFI lr", "UMFI ot"}) {
    const double mean = pair_mean(scores.of(method));
    others += mean / 5;
    highest = std::max(highest, mean);
    figures.push_back(fmt::format("{} {:.1f}", method, mean));
  }
  const double more = ablation - others;
  figures.push_back(fmt::format("ablation {:+.1f} against their mean", more));
  return judged("ablation gives x1 and x2 some 3 points (2 to 4) more each than the other methods",
                {more >= 2 && more <= 4, ablation > highest}, listed(figures));
}

std::vector<ClaimCheck> on_correlated_interactions(const SimulationScores& scores) {
  const Test leads = [](const Shares& s) { return s.has_lead(); };
  const Test is_even = [](const Shares& s) { return std::abs(s.lead().mean) < 1; };
  const Test is_flat = [](const Shares& s) {
    return std::max({s.mean(0), s.mean(1), s.mean(2), s.mean(3)}) -
               std::min({s.mean(0), s.mean(1), s.mean(2), s.mean(3)}) <
           2;
  };
  return {on_each("UMFI puts x1 and x2 significantly above x3 and x4 (points ahead)", scores.each(umfi_both), leads,
                  tell_lead),
          on_each("MCI finds all four about equal (within 2 points)", scores.each({"MCI"}), is_flat, tell_all),
          on_each("ablation, PI and CPI put x1 and x2 above x3 and x4 (points ahead)", scores.each(other_three), leads,
                  tell_lead),
          extra_of_ablation(scores),
          on_each("extra-trees: MCI's differences are insignificant (less than 1 point)",
                  scores.each({"MCI"}, Model::extratrees), is_even, tell_lead),
          on_each("extra-trees: UMFI puts x1 and x2 significantly above x3 and x4 (points ahead)",
                  scores.each(umfi_both, Model::extratrees), leads, tell_lead)};
}

// x1 less x2, replication by replication.
Estimate x1_less_x2(const Shares& s) {
  return difference(s.values[0], s.values[1]);
}

std::string tell_x1_less_x2(const Shares& s) {
  return fmt::format("{:.1f} and {:.1f}", s.mean(0), s.mean(1));
}

std::string tell_x4(const Shares& s) {
  return fmt::format("{:.1f} %", s.mean(3));
}

// How often x4 gets more than 5 %.
double often_above_five(const Shares& s) {
  const auto count = std::count_if(s.values[3].begin(), s.values[3].end(), [](double share) { return share > 5; });
  return static_cast<double>(count) / static_cast<double>(s.values[3].size());
}

ClaimCheck share_of_noise(const SimulationScores& scores) {
  const double forest = often_above_five(scores.of("MCI"));
  const double extratrees = often_above_five(scores.of("MCI", Model::extratrees));
  return judged(
      "MCI: x4 is usually above 5 % with forests, below with extra-trees", {forest > 0.5, extratrees < 0.5},
      fmt::format("above 5 % in {:.0f} % of replications; with extra-trees {:.0f} %", 100 * forest, 100 * extratrees));
}

ClaimCheck slightly_more_x1(const Shares& s) {
  const Estimate ahead = x1_less_x2(s);
  ClaimCheck claim{"extra-trees: UMFI lr gives x1 slightly more than x2", Verdict::partly,
                   fmt::format("{}, x1 ahead by {}", tell_x1_less_x2(s), text(ahead))};
  if (ahead.mean > 2 * ahead.error) claim.verdict = Verdict::yes;
  if (ahead.mean < -2 * ahead.error) claim.verdict = Verdict::no;
  return claim;
}

// "33.0 and 32.6": x1 and its near copy x3.
std::string tell_copy(const Shares& s) {
  return fmt::format("{:.1f} and {:.1f}", s.mean(0), s.mean(2));
}

// What UMFI and MCI make of the near copy.
std::vector<ClaimCheck> on_redundancy(const SimulationScores& scores) {
  const Test is_equal = [](const Shares& s) { return std::abs(x1_less_x2(s).mean) <= 2; };
  const Test prefers_x2 = [](const Shares& s) {
    const Estimate ahead = x1_less_x2(s);
    return ahead.mean < -2 * ahead.error && ahead.mean > -5;
  };
  const Test copy_is_slightly_less = [](const Shares& s) {
    const double less = difference(s.values[0], s.values[2]).mean;
    return less > 0 && less < 2;
  };
  return {on_each("UMFI lr gives x1 and x2 about the same (within 2 points)", scores.each({"UMFI lr"}), is_equal,
                  tell_x1_less_x2),
          on_each("MCI and UMFI ot give x2 slightly more than x1 (up to 5 points)", scores.each({"MCI", "UMFI ot"}),
                  prefers_x2, tell_x1_less_x2),
          on_each("UMFI gives the near copy x3 slightly less than x1 (up to 2 points)", scores.each(umfi_both),
                  copy_is_slightly_less, tell_copy),
          on_each(
              "MCI gives the unrelated x4 something (above 2 %)", scores.each({"MCI"}),
              [](const Shares& s) { return s.mean(3) > 2; }, tell_x4),
          on_each(
              "UMFI gives x4 close to nothing (below 2 %)", scores.each(umfi_both),
              [](const Shares& s) { return s.mean(3) < 2; }, tell_x4),
          share_of_noise(scores)};
}

// What the other methods make of it.
std::vector<ClaimCheck> on_sharing(const SimulationScores& scores) {
  const auto of_copies = [&](const char* method) { return scores.of(method).mean(0) + scores.of(method).mean(2); };
  const Test is_split = [](const Shares& s) {
    return std::abs(s.mean(0) + s.mean(2) - s.mean(1)) < 10 && std::min(s.mean(0), s.mean(2)) > 10;
  };
  return {on_each(
              "ablation and CPI give x1 and x3 near zero (below 10 % each)", scores.each({"ablation", "CPI"}),
              [](const Shares& s) { return std::max(s.mean(0), s.mean(2)) < 10; }, tell_copy),
          judged("ablation less drastically than CPI", {of_copies("ablation") > of_copies("CPI")},
                 fmt::format("x1 and x3 together {:.1f} and {:.1f}", of_copies("ablation"), of_copies("CPI"))),
          on_each("PI splits importance between x1 and x3 (together within 10 points of x2, each above 10 %)",
                  scores.each({"PI"}), is_split, tell_all)};
}

std::vector<ClaimCheck> on_correlation(const SimulationScores& scores) {
  std::vector<ClaimCheck> claims = on_redundancy(scores);
  for (ClaimCheck& claim : on_sharing(scores)) claims.push_back(std::move(claim));
  claims.push_back(slightly_more_x1(scores.of("UMFI lr", Model::extratrees)));
  claims.push_back(on_each(
      "extra-trees: UMFI ot gives x1 and x2 almost the same (within 1 point)",
      scores.each({"UMFI ot"}, Model::extratrees), [](const Shares& s) { return std::abs(x1_less_x2(s).mean) <= 1; },
      tell_x1_less_x2));
  return claims;
}

// x3 in relation to x4.
double x3_to_x4(const Shares& s) {
  return s.mean(2) / s.mean(3);
}

// The paper's forests fit the text's definition, its extra-trees the script's: see which of the two shows the shift.
ClaimCheck shift_to_x3(const SimulationScores& scores) {
  std::vector<bool> held;
  std::vector<std::string> figures;
  for (const std::string& method : umfi_both) {
    const double forest = x3_to_x4(scores.of(method));
    const double same = x3_to_x4(scores.of(method, Model::extratrees));
    const double script = x3_to_x4(scores.of(method, Model::extratrees, Definition::script));
    held.push_back(same > 1.5 * forest);
    held.push_back(script > 1.5 * forest);
    figures.push_back(
        fmt::format("{}: x3/x4 is {:.2f} with forests, {:.2f} with extra-trees, {:.2f} with extra-trees "
                    "and the script's x2",
                    method, forest, same, script));
  }
  return judged("extra-trees give x3 much more in relation to x4 than forests do (1.5 times)", held, listed(figures));
}

ClaimCheck extratrees_of_mci(const SimulationScores& scores) {
  const auto holds = [&](const Shares& s) {
    const Shares& forest = scores.of("MCI");
    return s.mean(1) > 5 && s.mean(0) < 5 && s.mean(2) + s.mean(3) > forest.mean(2) + forest.mean(3) + 5;
  };
  const Shares& text = scores.of("MCI", Model::extratrees);
  const Shares& script = scores.of("MCI", Model::extratrees, Definition::script);
  return judged("extra-trees: MCI gives x1 almost nothing (below 5 %), x2 something, x3 and x4 more than with forests",
                {holds(text), holds(script)},
                fmt::format("{}; with the script's x2 {}", tell_all(text), tell_all(script)));
}

std::vector<ClaimCheck> on_blood_relation(const SimulationScores& scores) {
  const Test is_right = [](const Shares& s) {
    return std::max(s.mean(0), s.mean(1)) < 5 && s.mean(3) > 50 && s.mean(2) > 5;
  };
  const Test finds_two = [](const Shares& s) {
    return std::max(s.mean(0), s.mean(1)) < 5 && std::min(s.mean(2), s.mean(3)) > 5;
  };
  const Tell tell_x2 = [&](const Shares& s) {
    return fmt::format("{:.1f} %, with the script's x2 {:.1f} %", s.mean(1),
                       scores.of(s.method, s.model, Definition::script).mean(1));
  };
  const Shares& ablation = scores.of("ablation");
  return {on_each(
              "MCI gives more than half to x1 and x2, which are unrelated", scores.each({"MCI"}),
              [](const Shares& s) { return s.mean(0) + s.mean(1) > 50; },
              [](const Shares& s) { return fmt::format("{:.1f} %", s.mean(0) + s.mean(1)); }),
          on_each("UMFI: x1 and x2 near zero (below 5 %), x4 most, x3 the rest", scores.each(umfi_both), is_right,
                  tell_all),
          on_each(
              "ablation, PI and CPI give x2 significant importance (above 10 %)", scores.each(other_three),
              [](const Shares& s) { return s.mean(1) > 10; }, tell_x2),
          on_each(
              "UMFI breaks the marginal contribution axiom: x2 gets less than by ablation", scores.each(umfi_both),
              [&](const Shares& s) { return s.mean(1) < ablation.mean(1) / 2; },
              [&](const Shares& s) { return fmt::format("{:.1f} %, ablation {:.1f} %", s.mean(1), ablation.mean(1)); }),
          on_each("extra-trees: UMFI gives x3 and x4 importance, x1 and x2 near nothing (below 5 %)",
                  scores.each(umfi_both, Model::extratrees), finds_two, tell_all),
          shift_to_x3(scores),
          extratrees_of_mci(scores)};
}

}  // namespace

std::vector<ClaimCheck> claims_on_simulation(std::string_view simulation, const SimulationScores& scores) {
  if (simulation == "interactions") return on_interactions(scores);
  if (simulation == "correlated-interactions") return on_correlated_interactions(scores);
  if (simulation == "correlation") return on_correlation(scores);
  return on_blood_relation(scores);
}

}  // namespace umfi::paper
