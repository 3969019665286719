#include "umfi/method.hpp"

#include <array>

namespace umfi {
namespace {

constexpr std::array<MethodDescription, 6> catalogue{{
    {Method::umfi, "umfi",
     "how much does the feature tell about the target that features freed of it cannot? Zero for unrelated features, "
     "as "
     "far as removal works"},
    {Method::mci, "mci",
     "the most that the feature adds to any set of others; also credits unrelated features that help to read others"},
    {Method::ablation, "ablation",
     "what is lost without the feature, all others being there; nothing where others tell the same"},
    {Method::bivariate, "bivariate", "what the feature tells alone; blind to what appears only together with others"},
    {Method::permutation, "permutation",
     "what one forest loses when the feature is shuffled; about the forest, and split among features that tell the "
     "same"},
    {Method::conditional, "conditional",
     "the same, shuffled among rows alike in related features; nearer to what is lost without it"},
}};

}  // namespace

std::span<const MethodDescription> methods() {
  return catalogue;
}

const MethodDescription& description_of(Method method) {
  return catalogue[static_cast<std::size_t>(method)];
}

std::string_view name_of(Method method) {
  return description_of(method).name;
}

}  // namespace umfi
