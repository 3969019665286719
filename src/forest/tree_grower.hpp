// Growing one tree: the walk over its nodes, with out-of-bag rows routed down while it grows.
//
// A grower holds the scratch memory of one thread and is used for tree after tree. What is kept of a tree is
// left to a *sink* (OobSink in oob_tally.hpp, OobTreeRecorder in oob_tree.hpp) with
//   bool wants(const Node&)                             whether this node's subtree matters
//   std::pair<handle, handle> split(node, Split)        a split was made; names for its children
//   void leaf(node, members, LeafValue, out-of-bag rows)  for these forests, these rows end here
//
// Coupling: the forests of a family (family.hpp) share the bootstrap sample and, per node, one random order of all
// features; each takes the first mtry that it does not skip. While they choose the same split they are one tree. Where
// some choose otherwise, they part: those that agree among each other grow on together, on a copy of the node's
// rows. Each forest alone is an ordinary random forest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "core/distributions.hpp"
#include "core/seed_stream.hpp"
#include "forest/candidate_order.hpp"
#include "forest/criterion.hpp"
#include "forest/family.hpp"
#include "forest/feature_column.hpp"
#include "forest/response.hpp"
#include "forest/split_search.hpp"

namespace umfi::forest {

struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t size() const { return end - begin; }
};

struct Node {
  Range in_bag;
  Range out_of_bag;
  NodePath path = root_path;
  std::uint32_t handle = 0;  // the sink's name for it
  MemberSets::Name members = 0;
  bool is_alone = true;  // there is only one member
};

// Which rows of a node go left.
struct Split {
  std::uint32_t feature = 0;
  bool is_ordered = true;
  double threshold = 0;                           // ordered: values up to it go left
  std::span<const std::uint8_t> level_is_left{};  // categories, by level
};

// The streams of one tree.
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

template <class Criterion, template <class> class Search>
class TreeGrower {
 public:
  using Item = typename Criterion::Item;

  // `rows` are the training rows; columns and response are indexed by them.
  TreeGrower(const Family& family, const Response& response, std::span<const std::uint32_t> rows)
      : family_(family),
        response_(response),
        training_rows_(rows),
        criterion_(response),
        search_(response),
        order_(family.features()),
        places_(family.features()),
        doubtful_(family.words()),
        bags_(1) {}

  template <class Sink>
  void grow(const TreeStreams& streams, Sink& sink) {
    sets_.start(family_);
    grow_from({plant(streams)}, 0, streams, sink);
  }

 private:
  struct Bag {
    std::vector<std::uint32_t> rows;  // distinct in-bag rows, and kernel_padding more
    std::vector<Item> items;          // what they bring, likewise
    std::vector<std::uint32_t> out_of_bag;
  };

  // The winning feature and its cut; no column where every candidate is constant.
  struct Choice {
    std::uint32_t feature = CandidateRule::nothing;
    const FeatureColumn* column = nullptr;
    Cut cut;
    bool is_same(const Choice& other) const { return feature == other.feature && column == other.column; }
  };

  struct KnownCut {
    const FeatureColumn* column = nullptr;
    Cut cut;
  };

  // A place in the current node's random order of features. Cuts are found when first needed and remembered: that of
  // the leading member's column, and the last one of another member's.
  struct Place {
    KnownCut leader;
    KnownCut other;
    std::uint32_t random = 0;  // the place's own random bits
  };

  // Members that chose otherwise than the one that leads the node.
  struct Parting {
    Choice choice;
    MemberSets::Name members;
    bool is_alone;
  };

  Node plant(const TreeStreams& streams) {
    const auto n = training_rows_.size();
    std::vector<std::uint32_t>& draws = scratch_rows_;  // not needed before the first partition
    draws.assign(n, 0);
    Stream stream(streams.bootstrap, root_path);
    draw_bootstrap(draws, stream);
    Bag& bag = bags_[0];
    const auto undrawn = static_cast<std::size_t>(std::count(draws.begin(), draws.end(), 0U));
    resize(bag.rows, n - undrawn + kernel_padding);
    resize(bag.items, n - undrawn + kernel_padding);
    resize(bag.out_of_bag, undrawn + 1);
    std::uint32_t in = 0;
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t row = training_rows_[i];
      bag.rows[in] = row;
      bag.items[in] = criterion_.make_item(response_.encoded()[row], draws[i]);
      bag.out_of_bag[out] = row;
      in += draws[i] > 0 ? 1 : 0;
      out += draws[i] > 0 ? 0 : 1;
    }
    return {.in_bag = {0, in}, .out_of_bag = {0, out}, .is_alone = family_.size() == 1};
  }

  // Sizes of bags differ little from tree to tree: a little room to spare, where a vector by itself would take as much
  // again.
  template <class T>
  static void resize(std::vector<T>& values, std::size_t size) {
    if (values.capacity() < size) values.reserve(size + size / 32);
    values.resize(size);
  }

  static NodeRows<Item> in_bag(const Bag& bag, const Node& node) {
    return {bag.rows.data() + node.in_bag.begin, bag.items.data() + node.in_bag.begin, node.in_bag.size()};
  }
  static std::span<const std::uint32_t> rows_in(const std::vector<std::uint32_t>& rows, const Range& range) {
    return {rows.data() + range.begin, range.size()};
  }

  // Grows everything below the waiting nodes, smaller children first, so that few nodes wait at a time. Their rows are
  // in bags_[depth]; deeper bags are free.
  template <class Sink>
  void grow_from(std::vector<Node> waiting, std::size_t depth, const TreeStreams& streams, Sink& sink) {
    Bag& bag = bags_[depth];
    while (!waiting.empty()) {
      Node node = waiting.back();
      waiting.pop_back();
      if (!sink.wants(node)) continue;
      set_node(bag, node);
      if (criterion_.weight() <= Criterion::min_node_weight || criterion_.is_pure()) {
        end_in_leaf(bag, node, streams, sink);
        continue;
      }
      start_node(node, streams);
      const std::size_t leader = sets_.first(node.members);
      const Choice choice = choose(family_[leader], in_bag(bag, node));
      const std::vector<Parting> partings =
          node.is_alone ? std::vector<Parting>{} : part(node, leader, choice, in_bag(bag, node));
      split_or_end(bag, node, choice, streams, sink, waiting);
      for (const Parting& parting : partings) grow_apart(bag, node, parting, depth + 1, streams, sink);
    }
  }

  template <class Sink>
  void end_in_leaf(const Bag& bag, const Node& node, const TreeStreams& streams, Sink& sink) {
    const LeafValue value = criterion_.leaf_value(Stream(streams.leaf_tie, node.path));
    sink.leaf(node, sets_[node.members], value, rows_in(bag.out_of_bag, node.out_of_bag));
  }

  template <class Sink>
  void split_or_end(Bag& bag, const Node& node, const Choice& choice, const TreeStreams& streams, Sink& sink,
                    std::vector<Node>& waiting) {
    if (choice.column == nullptr) {
      end_in_leaf(bag, node, streams, sink);
    } else {
      const Division division = divide(bag, node, choice);
      push_children(children_of(node, division, sink.split(node, division.split)), waiting);
    }
  }

  // Groups the members that choose otherwise than the leader by what they choose, and takes them out of the node.
  std::vector<Parting> part(Node& node, std::size_t leader, const Choice& choice, const NodeRows<Item>& rows) {
    std::vector<Parting> partings;
    family_.add_doubtful(sets_[node.members], leader, order_.first(looked_at_), doubtful_);
    for_each_member(doubtful_, [&](std::size_t member) {
      const Choice other = choose(family_[member], rows);
      if (other.is_same(choice)) return;
      if (partings.empty()) node.members = sets_.add_copy(node.members);
      sets_.erase(node.members, member);
      auto known = std::find_if(partings.begin(), partings.end(),
                                [&](const Parting& parting) { return parting.choice.is_same(other); });
      if (known == partings.end()) known = partings.insert(known, {other, sets_.add_empty(), false});
      sets_.insert(known->members, member);
    });
    if (partings.empty()) return partings;
    node.is_alone = sets_.has_one(node.members);
    for (Parting& parting : partings) parting.is_alone = sets_.has_one(parting.members);
    return partings;
  }

  // The subtree of members that parted, on a copy of the node's rows. The node may have been split meanwhile: its range
  // still holds the same rows, only in another order.
  template <class Sink>
  void grow_apart(const Bag& from, const Node& node, const Parting& parting, std::size_t depth,
                  const TreeStreams& streams, Sink& sink) {
    if (bags_.size() == depth) bags_.emplace_back();
    Bag& bag = bags_[depth];
    const auto copy = [](const auto& source, const Range& range, auto& target, std::size_t padding) {
      target.assign(source.begin() + range.begin, source.begin() + range.end);
      target.resize(range.size() + padding);
    };
    copy(from.rows, node.in_bag, bag.rows, kernel_padding);
    copy(from.items, node.in_bag, bag.items, kernel_padding);
    copy(from.out_of_bag, node.out_of_bag, bag.out_of_bag, 0);
    const Node top{.in_bag = {0, node.in_bag.size()},
                   .out_of_bag = {0, node.out_of_bag.size()},
                   .path = node.path,
                   .members = parting.members,
                   .is_alone = parting.is_alone};
    set_node(bag, top);
    std::vector<Node> waiting;
    split_or_end(bag, top, parting.choice, streams, sink, waiting);
    grow_from(std::move(waiting), depth, streams, sink);
  }

  // The smaller child is grown first.
  static void push_children(const std::pair<Node, Node>& children, std::vector<Node>& waiting) {
    const bool is_right_smaller = children.second.in_bag.size() < children.first.in_bag.size();
    waiting.push_back(is_right_smaller ? children.first : children.second);
    waiting.push_back(is_right_smaller ? children.second : children.first);
  }

  void set_node(const Bag& bag, const Node& node) {
    const auto rows = in_bag(bag, node);
    criterion_.set_node({rows.items, rows.size});
  }

  void start_node(const Node& node, const TreeStreams& streams) {
    order_.start(Stream(streams.candidates, node.path));
    random_cut_ = Stream(streams.random_cut, node.path);
    looked_at_ = 0;
  }

  // The best cut among a member's candidates; of equal ones the first in the random order.
  Choice choose(const FamilyMember& member, const NodeRows<Item>& rows) {
    // Two rows can be parted in one way only, and nothing beats a perfect split: then the rest need not be looked at.
    const double ceiling = rows.size == 2 ? 0 : criterion_.ceiling();
    const FeatureView& columns = *member.columns;
    // Which candidate is better cannot be predicted: without a branch on it the next one's search begins meanwhile.
    double best_score = Cut{}.score;
    std::size_t best_place = 0;
    std::uint32_t taken = 0;
    for (std::size_t place = 0; taken < member.rule.mtry && best_score < ceiling && place < places_.size(); ++place) {
      const std::uint32_t feature = order_[place];
      if (place == looked_at_) open_place(looked_at_++);
      const FeatureColumn& column = columns[feature];
      if (feature == member.rule.skipped || column.is_constant) continue;
      const double score = cut_at(places_[place], column, rows).score;
      best_place = score > best_score ? place : best_place;
      best_score = score > best_score ? score : best_score;
      taken += score < 0 && column.is_discrete ? 0 : 1;
    }
    if (best_score < 0) return {};
    const std::uint32_t feature = order_[best_place];
    return {feature, &columns[feature], cut_at(places_[best_place], columns[feature], rows)};
  }

  void open_place(std::size_t place) {
    places_[place].leader.column = nullptr;
    places_[place].other.column = nullptr;
    places_[place].random = Search<Criterion>::draw(random_cut_);
  }

  const Cut& cut_at(Place& place, const FeatureColumn& column, const NodeRows<Item>& rows) {
    if (place.leader.column == &column) return place.leader.cut;
    if (place.other.column == &column) return place.other.cut;
    KnownCut& known = place.leader.column == nullptr ? place.leader : place.other;
    known.column = &column;
    known.cut = search_.find(column, rows, criterion_, place.random);
    return known.cut;
  }

  // A node's rows after its split: those on the left stand first.
  struct Division {
    Split split;
    std::uint32_t left_rows = 0;
    std::uint32_t left_oob = 0;
  };

  Division divide(Bag& bag, const Node& node, const Choice& choice) {
    const FeatureColumn& column = *choice.column;
    Division division{.split = {.feature = choice.feature, .is_ordered = column.is_ordered}};
    auto& [split, left_rows, left_oob] = division;
    if (column.is_ordered) {
      typename Search<Criterion>::Divider divider(column, choice.cut);
      left_rows = partition_in_bag(bag, node.in_bag, divider);
      split.threshold = divider.threshold();
      left_oob = partition_out_of_bag(bag, node.out_of_bag,
                                      [&values = column.values, threshold = split.threshold](std::uint32_t row) {
                                        return values[row] <= threshold;
                                      });
    } else {
      set_left_levels(bag, node, choice);
      LevelDivider divider{column.rank.data(), level_is_left_.data()};
      left_rows = partition_in_bag(bag, node.in_bag, divider);
      place_absent_levels(bag, node.in_bag, left_rows);
      left_oob = partition_out_of_bag(bag, node.out_of_bag, [&](std::uint32_t row) { return divider.goes_left(row); });
      split.level_is_left = level_is_left_;
    }
    return division;
  }

  static std::pair<Node, Node> children_of(const Node& node, const Division& division,
                                           const std::pair<std::uint32_t, std::uint32_t>& handles) {
    Node left = node;
    Node right = node;
    left.in_bag.end = right.in_bag.begin = node.in_bag.begin + division.left_rows;
    left.out_of_bag.end = right.out_of_bag.begin = node.out_of_bag.begin + division.left_oob;
    left.path = child_path(node.path, false);
    right.path = child_path(node.path, true);
    left.handle = handles.first;
    right.handle = handles.second;
    return {left, right};
  }

  static constexpr std::uint8_t absent = 2;

  struct LevelDivider {
    const std::uint32_t* level;
    const std::uint8_t* is_left;
    bool goes_left(std::uint32_t row) const { return is_left[level[row]] == 1; }
  };

  void set_left_levels(const Bag& bag, const Node& node, const Choice& choice) {
    const FeatureColumn& column = *choice.column;
    level_is_left_.assign(column.distinct, absent);
    const auto sorted = search_.sorted_levels(column, in_bag(bag, node), criterion_);
    for (std::size_t i = 0; i < sorted.size(); ++i) level_is_left_[sorted[i]] = i < choice.cut.last_left ? 1 : 0;
  }

  // A level that no in-bag row of the node has goes where more in-bag draws went.
  void place_absent_levels(const Bag& bag, const Range& range, std::uint32_t left_rows) {
    std::int64_t balance = 0;
    for (std::uint32_t k = range.begin; k < range.end; ++k) {
      const auto weight = static_cast<std::int64_t>(criterion_.weight_of(bag.items[k]));
      balance += k - range.begin < left_rows ? weight : -weight;
    }
    for (std::uint8_t& level : level_is_left_)
      if (level == absent) level = balance >= 0 ? 1 : 0;
  }

  // Both partitions keep the rows' order and branch on nothing: each row is written to both sides, and only
  // the side it belongs to moves on.
  template <class Divider>
  std::uint32_t partition_in_bag(Bag& bag, const Range& range, Divider& shared_divider) {
    Divider divider = shared_divider;  // a local copy stays in registers
    const std::uint32_t size = range.size();
    if (scratch_rows_.size() < size) scratch_rows_.resize(size);
    if (scratch_items_.size() < size) scratch_items_.resize(size);
    std::uint32_t* const rows = bag.rows.data() + range.begin;
    Item* const items = bag.items.data() + range.begin;
    std::uint32_t* const right_rows = scratch_rows_.data();
    Item* const right_items = scratch_items_.data();
    std::size_t left = 0;
    std::size_t right = 0;
    for (std::size_t k = 0; k < size; ++k) {
      const std::uint32_t row = rows[k];
      const Item item = items[k];
      const std::size_t is_left = divider.goes_left(row) ? 1 : 0;
      rows[left] = row;
      items[left] = item;
      right_rows[right] = row;
      right_items[right] = item;
      left += is_left;
      right += 1 - is_left;
    }
    std::copy_n(scratch_rows_.begin(), right, rows + left);
    std::copy_n(scratch_items_.begin(), right, items + left);
    shared_divider = divider;
    return static_cast<std::uint32_t>(left);
  }

  template <class GoesLeft>
  std::uint32_t partition_out_of_bag(Bag& bag, const Range& range, const GoesLeft& goes_left) {
    const std::uint32_t size = range.size();
    if (scratch_rows_.size() < size) scratch_rows_.resize(size);
    std::uint32_t* const rows = bag.out_of_bag.data() + range.begin;
    std::uint32_t* const right_rows = scratch_rows_.data();
    std::size_t left = 0;
    std::size_t right = 0;
    for (std::size_t k = 0; k < size; ++k) {
      const std::uint32_t row = rows[k];
      const std::size_t is_left = goes_left(row) ? 1 : 0;
      rows[left] = row;
      right_rows[right] = row;
      left += is_left;
      right += 1 - is_left;
    }
    std::copy_n(scratch_rows_.begin(), right, rows + left);
    return static_cast<std::uint32_t>(left);
  }

  const Family& family_;
  const Response& response_;
  std::span<const std::uint32_t> training_rows_;
  Criterion criterion_;
  Search<Criterion> search_;
  CandidateOrder order_;
  Stream random_cut_{StreamKey{}, root_path};
  std::vector<Place> places_;
  std::size_t looked_at_ = 0;  // how many of them are open
  MemberSets sets_;
  std::vector<std::uint64_t> doubtful_;
  std::deque<Bag> bags_;  // of the tree itself, and of each level of members that parted
  std::vector<std::uint8_t> level_is_left_;
  std::vector<std::uint32_t> scratch_rows_;
  std::vector<Item> scratch_items_;
};

}  // namespace umfi::forest
