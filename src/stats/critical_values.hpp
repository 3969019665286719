// How large a statistic must be to be significant at level alpha.
#pragma once

#include <cstddef>

namespace umfi {

// Student's t distribution's quantile at probability p.
double student_quantile(double degrees, double p);

// The square of a correlation over n rows beyond which the slope's two-sided t-test has p < alpha; 1 where n is too
// small to tell.
double critical_squared_correlation(std::size_t n, double alpha);

// The share of a variable's sum of squares that `groups` groups of n rows must explain for the F-test to have p <
// alpha; 1 where nothing could. Two groups give the same as the correlation.
double critical_explained_share(std::size_t n, std::size_t groups, double alpha);

// Pearson's chi-squared statistic for independence, by its degrees of freedom.
double critical_chi_squared(std::size_t degrees, double alpha);

}  // namespace umfi
