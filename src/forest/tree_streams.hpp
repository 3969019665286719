// The random streams of one tree, one per purpose.
#pragma once

#include <cstdint>

#include "core/seed_stream.hpp"

namespace umfi::forest {

struct TreeStreams {
  StreamKey bootstrap;
  StreamKey candidates;
  StreamKey random_cut;
  StreamKey leaf_tie;

  TreeStreams(std::uint64_t seed, std::uint32_t repeat, std::uint32_t tree)
      : bootstrap(stream_key({seed, Purpose::bootstrap, repeat, tree})),
        candidates(stream_key({seed, Purpose::candidates, repeat, tree})),
        random_cut(stream_key({seed, Purpose::random_cut, repeat, tree})),
        leaf_tie(stream_key({seed, Purpose::leaf_tie, repeat, tree})) {}
};

}  // namespace umfi::forest
