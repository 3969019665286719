// The importance methods, by name.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace umfi {

enum class Method : std::uint8_t {
  umfi,         // ultra-marginal importance
  mci,          // marginal contribution
  ablation,     // what is lost without the feature
  bivariate,    // what the feature says alone
  permutation,  // what one forest loses when the feature is shuffled
  conditional,  // the same, shuffled only among rows that are alike in related features
};

struct MethodDescription {
  Method method = Method::umfi;
  std::string_view name;
  std::string_view question;  // which question its score answers, in one sentence
};

// All methods, UMFI first.
std::span<const MethodDescription> methods();

const MethodDescription& description_of(Method method);
std::string_view name_of(Method method);

}  // namespace umfi
