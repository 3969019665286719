// Which feature a node is split on, and where: the best cut among the candidates of a forest.
//
// All forests of a family see the features of a node in one random order. A *place* is a number in that order. The
// forest that leads the node chooses first; others, that may see other columns, reuse every cut that is already known.
//
//   chooser.start(streams, node.path);
//   SplitChoice choice = chooser.choose(family[leader], rows, criterion);
//   SplitChoice other = chooser.choose_otherwise(family[member], rows, criterion);
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/seed_stream.hpp"
#include "forest/candidate_order.hpp"
#include "forest/family.hpp"
#include "forest/feature_column.hpp"
#include "forest/response.hpp"
#include "forest/split_kernel.hpp"
#include "forest/tree_streams.hpp"

namespace umfi::forest {

// The winning feature and its cut; no column where every candidate is constant.
struct SplitChoice {
  std::uint32_t feature = CandidateRule::nothing;
  const FeatureColumn* column = nullptr;
  std::uint32_t last_left = 0;  // of the cut
  double threshold = 0;
  bool is_same(const SplitChoice& other) const { return feature == other.feature && column == other.column; }
};

// The best of the candidates seen so far; of equal ones the first.
struct BestCandidate {
  double score = Cut{}.score;
  std::size_t place = 0;
  std::uint32_t taken = 0;

  // Which candidate is better cannot be predicted: hence no branch on it, and no expression that compilers make one
  // of. Scores are -1 or not negative, never NaN, and compare like the whole numbers with their bits.
  void offer(std::size_t new_place, double new_score, const FeatureColumn& column) {
    const auto bits = std::bit_cast<std::int64_t>(score);
    const auto new_bits = std::bit_cast<std::int64_t>(new_score);
    const std::uint64_t is_better = 0 - static_cast<std::uint64_t>(new_bits > bits);
    place ^= (place ^ new_place) & is_better;
    score = std::bit_cast<double>(bits ^ ((bits ^ new_bits) & static_cast<std::int64_t>(is_better)));
    taken += new_score < 0 && column.is_discrete ? 0 : 1;
  }
};

// The criterion must be set to the node whenever it is handed over.
template <class Criterion, template <class> class Search>
class SplitChooser {
 public:
  SplitChooser(std::size_t features, const Response& response)
      : search_(response), order_(features), places_(features) {}

  // Starts another node.
  void start(const TreeStreams& streams, NodePath node) {
    order_.start(streams.candidates, node);
    random_cut_.restart(streams.random_cut, node);
    looked_at_ = 0;
  }

  // The leading member's best cut. Its candidates are new to the node.
  SplitChoice choose(const FamilyMember& leader, const NodeRows& rows, Criterion& criterion) {
    const double enough = ceiling(rows, criterion);
    // Few rows are often split perfectly by one of the first.
    const std::size_t at_once = rows.size <= 8 && std::isfinite(enough) ? 1 : most_at_once;
    BestCandidate best;
    std::array<Candidate, most_at_once> sought;
    std::array<std::size_t, most_at_once> at;
    while (best.taken < leader.rule.mtry && best.score < enough && looked_at_ < places_.size()) {
      std::size_t size = 0;
      const std::size_t most = std::min<std::size_t>(at_once, leader.rule.mtry - best.taken);
      for (order_.extend(looked_at_ + most); size < most && looked_at_ < places_.size(); ++looked_at_) {
        Place& place = open_place(looked_at_);
        place.leader.column = column_at(looked_at_, leader);
        if (place.leader.column == nullptr) continue;
        sought[size] = {place.leader.column, &place.leader.cut, place.random};
        at[size++] = looked_at_;
      }
      search_.find({sought.data(), size}, rows, criterion);
      for (std::size_t i = 0; i < size; ++i) best.offer(at[i], sought[i].cut->score, *sought[i].column);
    }
    if (best.score < 0) return {};
    const KnownCut& known = places_[best.place].leader;
    return {order_[best.place], known.column, known.cut.last_left, known.cut.threshold};
  }

  // Another member's best cut.
  SplitChoice choose_otherwise(const FamilyMember& member, const NodeRows& rows, Criterion& criterion) {
    const double enough = ceiling(rows, criterion);
    BestCandidate best;
    for (std::size_t place = 0; best.taken < member.rule.mtry && best.score < enough && place < places_.size();
         ++place) {
      if (place == looked_at_) open_place(looked_at_++);
      const FeatureColumn* const column = column_at(place, member);
      if (column != nullptr) best.offer(place, cut_at(places_[place], *column, rows, criterion).score, *column);
    }
    if (best.score < 0) return {};
    const FeatureColumn& column = *column_at(best.place, member);
    const Cut& cut = cut_at(places_[best.place], column, rows, criterion);
    return {order_[best.place], &column, cut.last_left, cut.threshold};
  }

  // The features that were looked at in this node so far.
  std::span<const std::uint32_t> looked_at() const { return order_.first(looked_at_); }

  std::span<const std::uint32_t> sorted_levels(const FeatureColumn& column, const NodeRows& rows,
                                               const Criterion& criterion) {
    return search_.sorted_levels(column, rows, criterion);
  }

 private:
  struct KnownCut {
    const FeatureColumn* column = nullptr;
    Cut cut;
  };

  // Cuts are found when first needed and remembered: that of the leading member's column, and the last one of another
  // member's.
  struct Place {
    KnownCut leader;
    KnownCut other;
    std::uint32_t random = 0;  // the place's own random bits
  };

  // Two rows can be parted in one way only, and nothing beats a perfect split: then the rest need not be looked at.
  static double ceiling(const NodeRows& rows, const Criterion& criterion) {
    return rows.size == 2 ? 0 : criterion.ceiling();
  }

  // The member's column at a place; none where it has no candidate there.
  const FeatureColumn* column_at(std::size_t place, const FamilyMember& member) {
    const std::uint32_t feature = order_[place];
    const FeatureColumn& column = (*member.columns)[feature];
    return feature == member.rule.skipped || column.is_constant ? nullptr : &column;
  }

  // A place that nobody has looked at yet.
  Place& open_place(std::size_t number) {
    order_.extend(number + 1);
    Place& place = places_[number];
    place.leader.column = nullptr;
    place.other.column = nullptr;
    place.random = Search<Criterion>::draw(random_cut_);
    return place;
  }

  const Cut& cut_at(Place& place, const FeatureColumn& column, const NodeRows& rows, Criterion& criterion) {
    if (place.leader.column == &column) return place.leader.cut;
    if (place.other.column != &column) {
      place.other.column = &column;
      const Candidate candidate{&column, &place.other.cut, place.random};
      search_.find({&candidate, 1}, rows, criterion);
    }
    return place.other.cut;
  }

  Search<Criterion> search_;
  CandidateOrder order_;
  Stream random_cut_{StreamKey{}, root_path};
  std::vector<Place> places_;
  std::size_t looked_at_ = 0;  // how many of them are open
};

}  // namespace umfi::forest
