#include "core/digest.hpp"

#include <fmt/format.h>

namespace umfi {
namespace {

// The finaliser of splitmix64: every bit of the argument changes about half of the bits of the result.
std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

void Digest::add(std::uint64_t word) {
  first_ = mixed(first_ ^ word) + 0x9e3779b97f4a7c15ULL;
  second_ = mixed(second_ + word * 0xd6e8feb86659fd93ULL) ^ first_;
}

void Digest::add(std::string_view text) {
  add(std::uint64_t{text.size()});
  for (const char c : text) add(std::uint64_t{static_cast<unsigned char>(c)});
}

std::string Digest::text() const {
  return fmt::format("{:016x}{:016x}", first_, second_);
}

}  // namespace umfi
