#include "core/seed_stream.hpp"

#include "core/philox_blocks.hpp"

namespace umfi {

StreamKey stream_key(const StreamId& id) {
  const r123::Philox4x32::key_type seed{
      {static_cast<std::uint32_t>(id.seed), static_cast<std::uint32_t>(id.seed >> 32)}};
  const r123::Philox4x32::ctr_type what{{id.repeat, id.tree, static_cast<std::uint32_t>(id.purpose), 0}};
  const auto hashed = r123::Philox4x32{}(what, seed);
  return StreamKey{{{hashed.v[0], hashed.v[1]}}};
}

void Stream::fill(std::span<std::uint32_t> words) {
  std::size_t done = 0;
  while (used_ < 4 && done < words.size()) words[done++] = bits32();
  const std::size_t whole = (words.size() - done) / 4 * 4;
  philox_blocks({key_}, place_, lane_, blocks_, words.subspan(done, whole));
  blocks_ += static_cast<std::uint32_t>(whole / 4);
  for (done += whole; done < words.size(); ++done) words[done] = bits32();
}

}  // namespace umfi
