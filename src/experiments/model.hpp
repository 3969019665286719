// The two models of the paper.
#pragma once

#include <cstdint>
#include <string>

namespace umfi::paper {

enum class Model : std::uint8_t { forest, extratrees };

// As the catalogue of options calls it.
inline std::string name_of(Model model) {
  return model == Model::forest ? "forest" : "extratrees";
}

}  // namespace umfi::paper
