#include "data/fingerprint.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace umfi {
namespace {

// The finaliser of splitmix64: every bit of the argument changes about half of the bits of the result.
std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

// Two chains over the same words, which differ in how they take a word in.
class Digest {
 public:
  void add(std::uint64_t word) {
    first_ = mixed(first_ ^ word) + 0x9e3779b97f4a7c15ULL;
    second_ = mixed(second_ + word * 0xd6e8feb86659fd93ULL) ^ first_;
  }
  // Missing values and zeros have several forms that mean the same.
  void add(double value) {
    const double plain = std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value + 0.0;
    add(std::bit_cast<std::uint64_t>(plain));
  }
  void add(std::string_view text) {
    add(std::uint64_t{text.size()});
    for (const char c : text) add(std::uint64_t{static_cast<unsigned char>(c)});
  }
  std::string text() const { return fmt::format("{:016x}{:016x}", first_, second_); }

 private:
  std::uint64_t first_ = 1;
  std::uint64_t second_ = 2;
};

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
    for (const double value : table[c].values()) digest.add(value);
  }
  return digest.text();
}

}  // namespace umfi
