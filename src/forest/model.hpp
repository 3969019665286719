// Kinds of forests.
#pragma once

#include <cstdint>

namespace umfi {

enum class Model : std::uint8_t {
  forest,      // random forest: the best cut of each candidate feature
  extratrees,  // extremely randomized trees: one random cut per candidate feature
};

}  // namespace umfi
