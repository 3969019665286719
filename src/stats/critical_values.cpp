#include "stats/critical_values.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <limits>

namespace umfi {

double student_quantile(double degrees, double p) {
  return boost::math::quantile(boost::math::students_t(degrees), p);
}

double critical_squared_correlation(std::size_t n, double alpha) {
  return critical_explained_share(n, 2, alpha);
}

double critical_explained_share(std::size_t n, std::size_t groups, double alpha) {
  if (groups < 2 || n <= groups || alpha <= 0) return 1;
  if (alpha >= 1) return 0;
  const auto between = static_cast<double>(groups - 1);
  const auto within = static_cast<double>(n - groups);
  const boost::math::fisher_f distribution(between, within);
  const double f = boost::math::quantile(boost::math::complement(distribution, alpha));
  return between * f / (between * f + within);
}

double critical_chi_squared(std::size_t degrees, double alpha) {
  if (alpha <= 0) return std::numeric_limits<double>::infinity();
  if (alpha >= 1 || degrees == 0) return 0;
  const boost::math::chi_squared distribution(static_cast<double>(degrees));
  return boost::math::quantile(boost::math::complement(distribution, alpha));
}

}  // namespace umfi
