// A family of forests that share all random numbers and differ in what they see: some columns replaced by
// others, or one feature left out.
//
// Members that have made the same choices so far are one tree, grown once. What is kept here is who can part from
// whom: a member can choose otherwise than another only where they look at different columns.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "forest/feature_column.hpp"

namespace umfi::forest {

// Which features of a node's random order a forest considers: the first `mtry`, `skipped` left out.
struct CandidateRule {
  static constexpr std::uint32_t nothing = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t mtry = 1;
  std::uint32_t skipped = nothing;
};

struct FamilyMember {
  const FeatureView* columns = nullptr;  // must outlive the family
  CandidateRule rule;
};

// A set of members, one bit each.
using MemberBits = std::span<const std::uint64_t>;

// Calls visit(member) for each bit set, in ascending order.
template <class Visit>
void for_each_member(MemberBits bits, const Visit& visit) {
  for (std::size_t word = 0; word < bits.size(); ++word)
    for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1)
      visit(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
}

inline bool has_member(MemberBits bits, std::size_t member) {
  return (bits[member / 64] >> (member % 64) & 1) != 0;
}

class Family {
 public:
  // `base` is what columns are compared with; no member need see it.
  Family(const FeatureView& base, std::vector<FamilyMember> members) : base_(base), members_(std::move(members)) {
    words_ = (members_.size() + 63) / 64;
    if (members_.size() <= few_members)
      compare_few();
    else
      compare_with_base();
  }

  std::size_t features() const { return base_.size(); }
  std::size_t size() const { return members_.size(); }
  std::size_t words() const { return words_; }
  const FamilyMember& operator[](std::size_t member) const { return members_[member]; }

  // Adds to `bits` those of `members` that may choose otherwise than the leader, who looked at these features in this
  // order. More may be named than really differ.
  void add_doubtful(MemberBits members, std::size_t leader, std::span<const std::uint32_t> looked_at,
                    std::span<std::uint64_t> bits) const {
    if (members_.size() <= few_members) {
      bits[0] = few_doubtful(members[0], leader, looked_at);
      return;
    }
    const std::vector<std::uint64_t>& same_mtry = by_mtry_.at(members_[leader].rule.mtry);
    for (std::size_t word = 0; word < words_; ++word) bits[word] = ~same_mtry[word];
    for (const std::uint32_t feature : looked_at) add_doubtful_at(feature, members, leader, bits);
    for (std::size_t word = 0; word < words_; ++word) bits[word] &= members[word];
    bits[leader / 64] &= ~(std::uint64_t{1} << (leader % 64));
  }

 private:
  static constexpr std::size_t few_members = 16;

  // Every member is compared with every other.
  void compare_few() {
    other_mtry_.assign(members_.size(), 0);
    differs_.assign(members_.size() * base_.size(), 0);
    for (std::size_t a = 0; a < members_.size(); ++a)
      for (std::size_t b = 0; b < members_.size(); ++b) {
        const std::uint64_t bit = std::uint64_t{1} << b;
        if (members_[a].rule.mtry != members_[b].rule.mtry) other_mtry_[a] |= bit;
        for (std::uint32_t f = 0; a != b && f < base_.size(); ++f)
          if (!sees_the_same(members_[a], members_[b], f)) differs_[a * base_.size() + f] |= bit;
      }
  }

  std::uint64_t few_doubtful(std::uint64_t members, std::size_t leader,
                             std::span<const std::uint32_t> looked_at) const {
    const std::uint64_t* const differs = differs_.data() + leader * base_.size();
    std::uint64_t bits = other_mtry_[leader];
    for (const std::uint32_t feature : looked_at) bits |= differs[feature];
    return bits & members;
  }

  MemberBits other_than_base(std::uint32_t feature) const { return {&differs_[feature * words_], words_}; }
  static void set(std::span<std::uint64_t> bits, std::size_t member) {
    bits[member / 64] |= std::uint64_t{1} << (member % 64);
  }

  void compare_with_base() {
    differs_.assign(base_.size() * words_, 0);
    for (std::size_t m = 0; m < members_.size(); ++m) {
      const FamilyMember& member = members_[m];
      set(by_mtry_.try_emplace(member.rule.mtry, words_, 0).first->second, m);
      for (std::uint32_t f = 0; f < base_.size(); ++f)
        if (member.rule.skipped == f || &(*member.columns)[f] != &base_[f]) set({&differs_[f * words_], words_}, m);
    }
  }

  void add_doubtful_at(std::uint32_t feature, MemberBits members, std::size_t leader,
                       std::span<std::uint64_t> bits) const {
    const MemberBits others = other_than_base(feature);
    if (!has_member(others, leader)) {
      for (std::size_t word = 0; word < words_; ++word) bits[word] |= others[word];
      return;
    }
    // The leader itself departs from the base here: only those that do so in the same way agree with it.
    for_each_member(members, [&](std::size_t m) {
      if (!sees_the_same(members_[m], members_[leader], feature)) set(bits, m);
    });
  }

  static bool sees_the_same(const FamilyMember& a, const FamilyMember& b, std::uint32_t feature) {
    if (a.rule.skipped == feature || b.rule.skipped == feature) return a.rule.skipped == b.rule.skipped;
    return &(*a.columns)[feature] == &(*b.columns)[feature];
  }

  const FeatureView& base_;
  std::vector<FamilyMember> members_;
  std::size_t words_ = 0;
  // Of few members: per member and feature those that look at another column, and per member those of another mtry.
  // Of many: per feature the members whose column is not the base's, and the members of each mtry.
  std::vector<std::uint64_t> differs_;
  std::vector<std::uint64_t> other_mtry_;
  std::map<std::uint32_t, std::vector<std::uint64_t>> by_mtry_;
};

// The sets of members that arise while one tree grows, named by number.
class MemberSets {
 public:
  using Name = std::uint32_t;

  // Forgets all sets but the one of all members, whose name is 0.
  void start(const Family& family) {
    words_ = family.words();
    bits_.assign(words_, ~std::uint64_t{0});
    if (family.size() % 64 != 0) bits_.back() >>= 64 - family.size() % 64;
  }

  MemberBits operator[](Name set) const { return {bits_.data() + set * words_, words_}; }
  std::size_t first(Name set) const {
    std::size_t word = set * words_;
    while (bits_[word] == 0) ++word;
    return (word - set * words_) * 64 + static_cast<std::size_t>(std::countr_zero(bits_[word]));
  }
  bool has_one(Name set) const {
    int members = 0;
    for (const std::uint64_t word : (*this)[set]) members += std::popcount(word);
    return members == 1;
  }
  Name add_empty() {
    bits_.resize(bits_.size() + words_, 0);
    return static_cast<Name>(bits_.size() / words_ - 1);
  }
  Name add_copy(Name set) {
    const Name copy = add_empty();
    std::copy_n(bits_.begin() + static_cast<std::ptrdiff_t>(set * words_), words_,
                bits_.begin() + static_cast<std::ptrdiff_t>(copy * words_));
    return copy;
  }
  void insert(Name set, std::size_t member) { bits_[set * words_ + member / 64] |= bit(member); }
  void erase(Name set, std::size_t member) { bits_[set * words_ + member / 64] &= ~bit(member); }

 private:
  static std::uint64_t bit(std::size_t member) { return std::uint64_t{1} << (member % 64); }

  std::size_t words_ = 1;
  std::vector<std::uint64_t> bits_;
};

}  // namespace umfi::forest
