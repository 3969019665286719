// Random numbers that depend on what they are for, never on when or where they are drawn.
//
// A stream is Philox4x32-10 (Salmon et al. 2011), a keyed permutation of a counter. Its key is a hash of
// (seed, purpose, repeat, tree); its counter holds the node's path, so that each node of each tree of each
// repeat owns a stream, whatever thread grows it and in whatever order. Keys are hashed by Philox itself,
// so neighbouring seeds give unrelated keys: nothing is ever seeded by `seed + i`.
//
//   StreamKey key = stream_key({.seed = 1, .purpose = Purpose::bootstrap, .repeat = 0, .tree = 7});
//   Stream stream(key, root_path);
//   std::uint32_t die = stream.below(6);
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/philox_block.hpp"

namespace umfi {

// What a stream is drawn for. Values are part of every result: append, never renumber.
enum class Purpose : std::uint32_t {
  bootstrap = 1,
  candidates = 2,
  random_cut = 3,
  leaf_tie = 4,
  vote_tie = 5,
  simulation = 6,
  subsample = 7,
  removal = 8,
  permutation = 9,
  distortion = 10,
  exchange = 11,
  half_sample = 12,
  removal_check = 13,
};

struct StreamId {
  std::uint64_t seed = 0;
  Purpose purpose = Purpose::bootstrap;
  std::uint32_t repeat = 0;
  std::uint32_t tree = 0;
};

struct StreamKey {
  PhiloxKey words;
  bool operator==(const StreamKey&) const = default;
};

StreamKey stream_key(const StreamId& id);

// A node's place in its tree. Children get hashed paths, so that depth is not bounded by 64 bits.
using NodePath = std::uint64_t;
inline constexpr NodePath root_path = 1;

constexpr NodePath child_path(NodePath parent, bool right) {
  std::uint64_t z = parent * 2 + (right ? 1 : 0) + 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

class Stream {
 public:
  // `lane` tells apart several streams of one place (say, one per feature).
  Stream(const StreamKey& key, std::uint64_t place, std::uint32_t lane = 0)
      : key_(key.words), place_(place), lane_(lane) {}

  // Becomes Stream(key, place). To copy a new stream over an old one takes far longer: what was just written in small
  // pieces cannot be read back as a whole at once.
  void restart(const StreamKey& key, std::uint64_t place) {
    key_ = key.words;
    place_ = place;
    lane_ = 0;
    blocks_ = 0;
    used_ = 4;
  }

  std::uint32_t bits32() {
    if (used_ == 4) refill();
    return block_[used_++];
  }

  // The next words, as many calls of bits32 would give them, in less time.
  void fill(std::span<std::uint32_t> words);

  std::uint64_t bits64() {
    const std::uint64_t high = bits32();
    return high << 32 | bits32();
  }

  // Uniform on [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(bits64() >> 11) * 0x1p-53; }

  // Uniform on {0, ..., bound - 1}, without bias (Lemire 2019). bound > 0.
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = std::uint64_t{bits32()} * bound;
    if (static_cast<std::uint32_t>(product) < bound) [[unlikely]] {
      const std::uint32_t threshold = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = std::uint64_t{bits32()} * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  void refill() {
    block_ = philox_block(key_, place_, lane_, blocks_++);
    used_ = 0;
  }

  PhiloxKey key_;
  std::uint64_t place_;
  std::uint32_t lane_;
  std::uint32_t blocks_ = 0;  // drawn so far
  PhiloxBlock block_;
  unsigned used_ = 4;
};

}  // namespace umfi
