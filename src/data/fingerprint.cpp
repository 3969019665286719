#include "data/fingerprint.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/digest.hpp"

namespace umfi {
namespace {

// Missing values and zeros have several forms that mean the same.
std::uint64_t word_of(double value) {
  const double plain = std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value + 0.0;
  return std::bit_cast<std::uint64_t>(plain);
}

}  // namespace

std::string fingerprint(const Table& table) {
  Digest digest;
  digest.add(std::uint64_t{table.size()});
  digest.add(std::uint64_t{table.rows()});
  for (std::size_t c = 0; c < table.size(); ++c) {
    digest.add(table[c].name());
    digest.add(name_of(table[c].kind()));
    digest.add(std::uint64_t{table[c].levels().size()});
    for (const std::string& level : table[c].levels()) digest.add(level);
    for (const double value : table[c].values()) digest.add(word_of(value));
  }
  return digest.text();
}

}  // namespace umfi
