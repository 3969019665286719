// The best of many left sides, several of them valued at a time.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_BEST_PREFIX_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_BEST_PREFIX_INL
#undef UMFI_FOREST_BEST_PREFIX_INL
#else
#define UMFI_FOREST_BEST_PREFIX_INL
#endif

#include <cstdint>

#include "forest/cut_score-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

// The best cut so far in each lane. Cuts must come in ascending order of their ranks within a lane.
class BestInLanes {
 public:
  UMFI_INLINE BestInLanes() : score_(hn::Set(Doubles{}, -1.0)), place_(hn::Zero(Doubles{})) {}
  UMFI_INLINE void offer(DoubleVector scores, DoubleVector places) {
    const auto better = hn::Gt(scores, score_);
    score_ = hn::IfThenElse(better, scores, score_);
    place_ = hn::IfThenElse(better, places, place_);
  }
  // The same where places come in any order.
  UMFI_INLINE void offer_unordered(DoubleVector scores, DoubleVector places) {
    const auto better = hn::Or(hn::Gt(scores, score_), hn::And(hn::Eq(scores, score_), hn::Lt(places, place_)));
    score_ = hn::IfThenElse(better, scores, score_);
    place_ = hn::IfThenElse(better, places, place_);
  }
  // Over all lanes: of equal scores the smallest place.
  UMFI_INLINE void winner(double& score, std::uint32_t& place) const {
    const Doubles d;
    const auto largest = hn::MaxOfLanes(d, score_);
    const auto places = hn::IfThenElse(hn::Eq(score_, largest), place_, hn::Set(d, 0x1p52));
    score = hn::GetLane(largest);
    place = static_cast<std::uint32_t>(hn::GetLane(hn::MinOfLanes(d, places)));
  }

 private:
  DoubleVector score_;
  DoubleVector place_;
};

struct BestPrefix {
  double score;
  std::uint32_t place;
};

// Left sides as they are.
struct LeftSides {
  const Item* prefix;
  UMFI_INLINE WordVector operator()(std::uint32_t first) const { return hn::LoadU(Words{}, prefix + first); }
};

// The leftmost best of count left sides, count rounded up to two whole vectors. left_sides(i) gives those from i on.
template <class GetLeftSides, class Score>
UMFI_INLINE BestPrefix best_prefix(const GetLeftSides& left_sides, std::uint32_t count, const Score& score) {
  const Doubles d;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
  const auto step = hn::Set(d, static_cast<double>(lanes));
  BestInLanes best;
  auto place = hn::Iota(d, 0.0);
  for (std::uint32_t i = 0; i < count; i += 2 * lanes) {
    DoubleVector scores;
    DoubleVector more_scores;
    score(left_sides(i), left_sides(i + lanes), scores, more_scores);
    best.offer(scores, place);
    place = hn::Add(place, step);
    best.offer(more_scores, place);
    place = hn::Add(place, step);
  }
  BestPrefix result;
  best.winner(result.score, result.place);
  return result;
}

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
