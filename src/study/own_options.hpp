// The options that belong to a study itself, not to its parts. A new one is a row in own_options.cpp and a member of the
// study's options.
#pragma once

#include <vector>

#include "study/option_binding.hpp"
#include "umfi/options.hpp"

namespace umfi {

// Overloads tell studies apart by a pointer to their options, which is not looked at.
std::vector<Binding<RankOptions>> own_bindings(const RankOptions*, const Parts& parts);
std::vector<Binding<CompareOptions>> own_bindings(const CompareOptions*, const Parts& parts);
std::vector<Binding<DiagnoseOptions>> own_bindings(const DiagnoseOptions*, const Parts& parts);
std::vector<Binding<PowerOptions>> own_bindings(const PowerOptions*, const Parts& parts);
std::vector<Binding<RemoveOptions>> own_bindings(const RemoveOptions*, const Parts& parts);

}  // namespace umfi
