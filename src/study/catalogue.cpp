// The catalogue: every method, remover and power that comes with umfi. A new one is a row here.
#include <fmt/format.h>

#include <algorithm>

#include "importance/ablation.hpp"
#include "importance/conditional_permutation.hpp"
#include "importance/marginal_contribution.hpp"
#include "importance/permutation.hpp"
#include "importance/ultra_marginal.hpp"
#include "power/foci_power.hpp"
#include "power/forest_power.hpp"
#include "power/gaussian_power.hpp"
#include "removal/chained_transport.hpp"
#include "removal/linear.hpp"
#include "removal/local_transport.hpp"
#include "removal/transport.hpp"
#include "umfi/error.hpp"
#include "umfi/parts.hpp"

namespace umfi {
namespace {

template <class Entry>
const Entry& find_entry(const std::vector<Entry>& entries, std::string_view name, std::string_view what) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.name == name; });
  if (found != entries.end()) return *found;
  std::vector<std::string_view> known;
  for (const Entry& entry : entries) known.push_back(entry.name);
  throw UsageError::unknown_name(what, name, fmt::format("{}", fmt::join(known, ", ")));
}

}  // namespace

const Parts& built_in_parts() {
  static const Parts parts{.methods = {ultra_marginal_entry(), marginal_contribution_entry(), ablation_entry(),
                                       bivariate_entry(), permutation_entry(), conditional_permutation_entry()},
                           // From the mildest to the harshest.
                           .removers = {linear_entry(), transport_entry(), local_transport_entry(), chained_transport_entry()},
                           .powers = {forest_entry(), gaussian_entry(), foci_entry()}};
  return parts;
}

const MethodEntry& Parts::method(std::string_view name) const {
  return find_entry(methods, name, "method");
}

const RemoverEntry& Parts::remover(std::string_view name) const {
  return find_entry(removers, name, "remover");
}

const PowerEntry& Parts::power(std::string_view name) const {
  return find_entry(powers, name, "power");
}

}  // namespace umfi
