#include "core/seed_stream.hpp"

namespace umfi {

StreamKey stream_key(const StreamId& id) {
  const r123::Philox4x32::key_type seed{
      {static_cast<std::uint32_t>(id.seed), static_cast<std::uint32_t>(id.seed >> 32)}};
  const r123::Philox4x32::ctr_type what{{id.repeat, id.tree, static_cast<std::uint32_t>(id.purpose), 0}};
  const auto hashed = r123::Philox4x32{}(what, seed);
  return StreamKey{{{hashed.v[0], hashed.v[1]}}};
}

}  // namespace umfi
