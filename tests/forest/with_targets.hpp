// Kernels as they are on other processors than this one.
#pragma once

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cstdint>

namespace umfi::forest {

// 0: all that the processor has.
inline void use_targets(std::int64_t targets) {
  hwy::SetSupportedTargetsForTest(targets);
  hwy::GetChosenTarget().DeInit();
}

// Calls check with each instruction set that the processor has, one by one.
template <class Check>
void with_every_target(const Check& check) {
  for (std::int64_t rest = hwy::SupportedTargets(); rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    SCOPED_TRACE(hwy::TargetName(target));
    use_targets(target);
    check();
    use_targets(0);
  }
}

}  // namespace umfi::forest
