// The parts that studies are put together from, by name: importance methods, removers, powers.
//
//   umfi::Parts parts = umfi::built_in_parts();
//   parts.removers.push_back(my_remover);   // a part of your own
//   context.parts = &parts;
//   umfi::rank_features(table, {.target = "y", .remove = "mine"}, context);
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "umfi/context.hpp"
#include "umfi/method.hpp"
#include "umfi/power.hpp"
#include "umfi/remover.hpp"

namespace umfi {

struct Parts {
  std::vector<MethodEntry> methods;
  std::vector<RemoverEntry> removers;
  std::vector<PowerEntry> powers;

  // Each throws UsageError, naming those that there are, for an unknown name.
  const MethodEntry& method(std::string_view name) const;
  const RemoverEntry& remover(std::string_view name) const;
  const PowerEntry& power(std::string_view name) const;
};

// Those that come with umfi, in the order in which they are shown; the first of each is the standard one.
const Parts& built_in_parts();

// Those that a study uses.
inline const Parts& parts_of(const Context& context) {
  return context.parts != nullptr ? *context.parts : built_in_parts();
}

}  // namespace umfi
