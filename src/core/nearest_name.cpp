#include "umfi/nearest_name.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <vector>

namespace umfi {
namespace {

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view wanted, std::span<const std::string_view> known) {
  constexpr std::size_t longest = 200;  // a name longer than this is not a typing error
  if (wanted.size() > longest) return {};
  std::string_view best;
  std::size_t best_distance = wanted.size() / 3 + 1;
  for (const std::string_view name : known) {
    const std::size_t difference =
        name.size() > wanted.size() ? name.size() - wanted.size() : wanted.size() - name.size();
    if (difference > best_distance) continue;
    const std::size_t distance = edit_distance(wanted, name);
    if (distance < best_distance || (distance == best_distance && best.empty())) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace umfi
