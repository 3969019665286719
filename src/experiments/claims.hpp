// From figures to verdicts.
#pragma once

#include <string>
#include <vector>

#include "experiments/reproduce.hpp"

namespace umfi::paper {

// yes where everything holds, no where nothing does, partly otherwise.
Verdict verdict_of(const std::vector<bool>& holds);
ClaimCheck judged(std::string claim, const std::vector<bool>& holds, std::string figure);

// A mean and its standard error.
struct Estimate {
  double mean = 0;
  double error = 0;
};

Estimate estimate(const std::vector<double>& values);
// Of a - b, pair by pair.
Estimate difference(const std::vector<double>& a, const std::vector<double>& b);
// "33.8 ± 0.1".
std::string text(const Estimate& estimate);

// "0.975", "–" where there is no number.
std::string figure(double value);
std::string percent(double share);

// "a; b; c", as figures of several methods are told.
std::string listed(const std::vector<std::string>& parts);

}  // namespace umfi::paper
