// Marks of the ranks that occur in a node: read off in order, they sort its rows without a comparison.
//
// Marks are bits with a summary, where there are few among many ranks, or bytes, where there are many.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_RANK_MARKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_RANK_MARKS_INL
#undef UMFI_FOREST_RANK_MARKS_INL
#else
#define UMFI_FOREST_RANK_MARKS_INL
#endif

#include <bit>
#include <cstddef>
#include <cstdint>

#include "forest/bit_places-inl.hpp"
#include "forest/cut_score-inl.hpp"
#include "forest/split_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

// Marks a rank in the bitmap. Returns whether it was marked before.
UMFI_INLINE bool mark(std::uint32_t rank, KernelScratch& scratch) {
  const std::uint64_t bit = std::uint64_t{1} << (rank % 64);
  const std::uint64_t word = scratch.marks[rank / 64];
  scratch.marks[rank / 64] = word | bit;
  scratch.mark_summary[rank / 4096] |= std::uint64_t{1} << (rank / 64 % 64);
  return (word & bit) != 0;
}

// Calls visit(rank) for every marked rank, ascending, and clears the marks. The summary leads to them: for few marks.
template <class Visit>
UMFI_INLINE void for_each_marked(std::uint32_t distinct, KernelScratch& scratch, const Visit& visit) {
  for (std::uint32_t s = 0; s <= (distinct - 1) / 4096; ++s) {
    for (std::uint64_t words = scratch.mark_summary[s]; words != 0; words &= words - 1) {
      const std::uint32_t w = s * 64 + static_cast<std::uint32_t>(std::countr_zero(words));
      for (std::uint64_t bits = scratch.marks[w]; bits != 0; bits &= bits - 1)
        visit(w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits)));
      scratch.marks[w] = 0;
    }
    scratch.mark_summary[s] = 0;
  }
}

// The marks of 64 ranks as bits; clears them.
UMFI_INLINE std::uint64_t take_marks(std::uint8_t* marks) {
  const hn::CappedTag<std::uint8_t, 64> m;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(m));
  std::uint64_t bits = 0;
  for (std::uint32_t i = 0; i < 64; i += lanes) {
    std::uint64_t some = 0;
    hn::StoreMaskBits(m, hn::MaskFromVec(hn::LoadU(m, marks + i)), reinterpret_cast<std::uint8_t*>(&some));
    hn::StoreU(hn::Zero(m), m, marks + i);
    bits |= some << i;
  }
  return bits;
}

// Lists the marked ranks, ascending, and clears the marks; returns how many there are. All ranks are looked at, there
// or not, eight at a time: no branch depends on the data. For many marks.
template <class Rank>
UMFI_INLINE std::uint32_t list_marked(std::uint32_t distinct, std::uint8_t* marks, Rank* ranks) {
  Rank* next = ranks;
#if HWY_TARGET == HWY_AVX3_DL
  const hn::ScalableTag<Rank> r;
  const auto lanes = hn::Lanes(r);
  auto places = hn::Iota(r, 0);
  for (std::uint32_t rank = 0; rank < distinct; rank += 64) {
    const std::uint64_t bits = take_marks(marks + rank);
    for (std::size_t part = 0; part < 64; part += lanes) {
      const std::uint64_t some = bits >> part & ((std::uint64_t{1} << lanes) - 1);
      hn::StoreU(hn::Compress(places, hn::LoadMaskBits(r, reinterpret_cast<const std::uint8_t*>(&some))), r, next);
      next += std::popcount(some);
      places = hn::Add(places, hn::Set(r, static_cast<Rank>(lanes)));
    }
  }
#else
  const hn::CappedTag<Rank, 8> r;
  const hn::Rebind<std::uint8_t, decltype(r)> bytes;
  const auto lanes = hn::Lanes(r);
  auto first = hn::Zero(r);
  for (std::uint32_t rank = 0; rank < distinct; rank += 64) {
    std::uint64_t bits = take_marks(marks + rank);
    for (int byte = 0; byte < 8; ++byte) {
      const std::uint64_t some = bits & 0xff;
      for (std::size_t part = 0; part < 8; part += lanes) {
        const auto places = hn::PromoteTo(r, hn::LoadU(bytes, bit_places.of[some] + part));
        hn::StoreU(hn::Add(first, places), r, next + part);
      }
      next += std::popcount(some);
      first = hn::Add(first, hn::Set(r, 8));
      bits >>= 8;
    }
  }
#endif
  return static_cast<std::uint32_t>(next - ranks);
}

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
