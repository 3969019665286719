// Many blocks of Philox4x32-10 at a time.
#pragma once

#include <cstdint>
#include <span>

#include "core/seed_stream.hpp"

namespace umfi {

// The words of the stream of (key, place, lane) from its `first`-th block on; words.size() must be a multiple of four.
void philox_blocks(const StreamKey& key, std::uint64_t place, std::uint32_t lane, std::uint32_t first,
                   std::span<std::uint32_t> words);

}  // namespace umfi
