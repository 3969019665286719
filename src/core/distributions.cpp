#include "core/distributions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace umfi {
namespace {

// Coefficients in ascending order.
template <std::size_t N>
double polynomial(const std::array<double, N>& coefficients, double x) {
  double sum = 0;
  for (std::size_t i = N; i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

// The rational approximations of AS 241, PPND16.
constexpr std::array centre_top{3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                                1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                3.3430575583588128105e+4, 2.5090809287301226727e+3};
constexpr std::array centre_bottom{1.0,
                                   4.2313330701600911252e+1,
                                   6.8718700749205790830e+2,
                                   5.3941960214247511077e+3,
                                   2.1213794301586595867e+4,
                                   3.9307895800092710610e+4,
                                   2.8729085735721942674e+4,
                                   5.2264952788528545610e+3};
constexpr std::array middle_top{1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                                3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                                2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr std::array middle_bottom{1.0,
                                   2.05319162663775882187e0,
                                   1.67638483018380384940e0,
                                   6.89767334985100004550e-1,
                                   1.48103976427480074590e-1,
                                   1.51986665636164571966e-2,
                                   5.47593808499534494600e-4,
                                   1.05075007164441684324e-9};
constexpr std::array tail_top{6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                              2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                              2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr std::array tail_bottom{1.0,
                                 5.99832206555887937690e-1,
                                 1.36929880922735805310e-1,
                                 1.48753612908506148525e-2,
                                 7.86869131145613259100e-4,
                                 1.84631831751005468180e-5,
                                 1.42151175831644588870e-7,
                                 2.04426310338993978564e-15};

// Uniform on (0, 1), never 0.
double open_uniform(Stream& stream) {
  return (static_cast<double>(stream.bits64() >> 12) + 0.5) * 0x1p-52;
}

}  // namespace

double portable_log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < 0.70710678118654752440) {
    mantissa *= 2;
    --exponent;
  }
  // log(m) = 2 artanh((m - 1) / (m + 1)); |s| <= 0.1716, so s^25 is below the last place.
  const double s = (mantissa - 1) / (mantissa + 1);
  const double square = s * s;
  double series = 0;
  for (int odd = 25; odd >= 3; odd -= 2) series = series * square + 1.0 / odd;
  const double log_mantissa = 2 * s + 2 * s * square * series;
  constexpr double ln2_high = 0x1.62e42fefa38p-1;
  constexpr double ln2_low = 0x1.ef35793c7673p-45;
  return exponent * ln2_high + (log_mantissa + exponent * ln2_low);
}

double portable_exp(double x) {
  constexpr double ln2_high = 0x1.62e42fefa38p-1;
  constexpr double ln2_low = 0x1.ef35793c7673p-45;
  const double exponent = std::nearbyint(x / (ln2_high + ln2_low));
  // |r| <= 0.347, so that r^17 / 17! is below the last place.
  const double r = (x - exponent * ln2_high) - exponent * ln2_low;
  double series = 1;
  for (int k = 16; k >= 1; --k) series = 1 + series * r / k;
  return std::ldexp(series, static_cast<int>(exponent));
}

double normal_quantile(double p) {
  const double q = p - 0.5;
  if (std::abs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(centre_top, r) / polynomial(centre_bottom, r);
  }
  const double r = std::sqrt(-portable_log(q < 0 ? p : 1 - p));
  const double size = r <= 5 ? polynomial(middle_top, r - 1.6) / polynomial(middle_bottom, r - 1.6)
                             : polynomial(tail_top, r - 5) / polynomial(tail_bottom, r - 5);
  return q < 0 ? -size : size;
}

double draw_uniform(Stream& stream, double low, double high) {
  return low + stream.uniform() * (high - low);
}

double draw_normal(Stream& stream) {
  return normal_quantile(open_uniform(stream));
}

double draw_exponential(Stream& stream) {
  return -portable_log(open_uniform(stream));
}

std::vector<std::uint32_t> draw_some(std::span<const std::uint32_t> items, std::size_t size, Stream& stream) {
  std::vector<std::uint32_t> drawn(items.begin(), items.end());
  if (size >= items.size()) return drawn;
  shuffle<std::uint32_t>(drawn, stream);
  drawn.resize(size);
  std::sort(drawn.begin(), drawn.end());
  return drawn;
}

void draw_bootstrap(std::span<std::uint32_t> counts, Stream& stream) {
  const auto n = static_cast<std::uint32_t>(counts.size());
  if (n == 0) return;
  // As Stream::below, many draws at a time: a word whose product is below this would favour some items.
  const std::uint32_t least = (0U - n) % n;
  std::array<std::uint32_t, 256> words;
  for (std::uint32_t drawn = 0; drawn < n;) {
    const auto some = std::span(words).first(std::min<std::size_t>(words.size(), n - drawn));
    stream.fill(some);
    for (const std::uint32_t word : some) {
      const std::uint64_t product = std::uint64_t{word} * n;
      const std::uint32_t is_drawn = static_cast<std::uint32_t>(product) >= least ? 1 : 0;
      counts[product >> 32] += is_drawn;
      drawn += is_drawn;
    }
  }
}

}  // namespace umfi
