// Growing one tree: the walk over its nodes, with out-of-bag rows routed down while it grows.
//
// A grower holds the scratch memory of one thread and is used for tree after tree. What is kept of a tree is
// left to a *sink* (OobSink in oob_tally.hpp, TreeRecorder in fitted_forest.hpp) with
//   bool wants(const Node&)                           whether this node's subtree matters
//   std::pair<handle, handle> split(node, Split)      a split was made; names for its children
//   void leaf(node, LeafValue, out-of-bag rows)       these rows end here
//
// Coupling: a *follower* is the same forest without one feature. Per node, one random order of all features
// serves both: the base takes the first mtry, the follower the first mtry after skipping its feature. While
// both choose the same split they are one tree; where the follower chooses another it departs, and only its
// subtree is grown apart. Each alone is an ordinary random forest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/distributions.hpp"
#include "core/seed_stream.hpp"
#include "forest/candidate_order.hpp"
#include "forest/criterion.hpp"
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
  bool is_coupled = false;   // the follower has agreed with all splits so far
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

// Which features of a node's random order a forest considers: the first `mtry`, `skipped` left out.
struct CandidateRule {
  static constexpr std::uint32_t nothing = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t mtry = 1;
  std::uint32_t skipped = nothing;
};

template <class Criterion, template <class> class Search>
class TreeGrower {
 public:
  using Item = typename Criterion::Item;

  // `rows` are the training rows; columns and response are indexed by them.
  TreeGrower(const FeatureView& features, const Response& response, std::span<const std::uint32_t> rows)
      : features_(features),
        response_(response),
        training_rows_(rows),
        criterion_(response),
        search_(response),
        order_(features.size()),
        cuts_(features.size()) {}

  template <class Sink>
  void grow(const TreeStreams& streams, const CandidateRule& rule, Sink& sink) {
    const Node root = plant(streams);
    grow_from({root}, base_, streams, rule, sink, [](const Node&, Choice) {}, {});
  }

  // Grows the base tree into `base` and the follower's own subtrees into `other`. Then, with the base tree
  // complete, calls departed(rows) for each set of out-of-bag rows that the follower's own subtrees hold.
  template <class BaseSink, class OtherSink, class Departed>
  void grow_pair(const TreeStreams& streams, const CandidateRule& rule, const CandidateRule& follower, BaseSink& base,
                 OtherSink& other, const Departed& departed) {
    Node root = plant(streams);
    root.is_coupled = true;
    std::vector<Range> departures;
    grow_from(
        {root}, base_, streams, rule, base,
        [&](const Node& node, Choice choice) {
          departures.push_back(node.out_of_bag);
          grow_apart(node, choice, streams, follower, other);
        },
        follower);
    // A node's range still holds the same rows, only in another order.
    for (const Range& range : departures) departed(rows_in(base_.out_of_bag, range));
  }

 private:
  struct Bag {
    std::vector<std::uint32_t> rows;  // distinct in-bag rows, and kernel_padding more
    std::vector<Item> items;          // what they bring, likewise
    std::vector<std::uint32_t> out_of_bag;
  };

  // The winning feature and its cut; no cut (score below 0) where every candidate is constant.
  struct Choice {
    std::uint32_t feature = CandidateRule::nothing;
    Cut cut;
  };

  // A candidate's cut in the current node, found when first needed.
  struct KnownCut {
    Cut cut;
    std::uint32_t random = 0;  // the candidate's own random bits
    bool is_known = false;
  };

  Node plant(const TreeStreams& streams) {
    const auto n = training_rows_.size();
    std::vector<std::uint32_t>& draws = scratch_rows_;  // not needed before the first partition
    draws.assign(n, 0);
    Stream stream(streams.bootstrap, root_path);
    draw_bootstrap(draws, stream);
    base_.rows.resize(n + kernel_padding);
    base_.items.resize(n + kernel_padding);
    base_.out_of_bag.resize(n + 1);
    std::uint32_t in = 0;
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t row = training_rows_[i];
      base_.rows[in] = row;
      base_.items[in] = criterion_.make_item(response_.encoded()[row], draws[i]);
      base_.out_of_bag[out] = row;
      in += draws[i] > 0 ? 1 : 0;
      out += draws[i] > 0 ? 0 : 1;
    }
    return {.in_bag = {0, in}, .out_of_bag = {0, out}};
  }

  static NodeRows<Item> in_bag(const Bag& bag, const Node& node) {
    return {bag.rows.data() + node.in_bag.begin, bag.items.data() + node.in_bag.begin, node.in_bag.size()};
  }
  static std::span<const std::uint32_t> rows_in(const std::vector<std::uint32_t>& rows, const Range& range) {
    return {rows.data() + range.begin, range.size()};
  }

  // Grows everything below the waiting nodes, smaller children first, so that few nodes wait at a time.
  template <class Sink, class Depart>
  void grow_from(std::vector<Node> waiting, Bag& bag, const TreeStreams& streams, const CandidateRule& rule, Sink& sink,
                 const Depart& depart, const CandidateRule& follower) {
    while (!waiting.empty()) {
      Node node = waiting.back();
      waiting.pop_back();
      if (!sink.wants(node)) continue;
      set_node(bag, node);
      if (criterion_.weight() <= Criterion::min_node_weight || criterion_.is_pure()) {
        sink.leaf(node, leaf_value(node, streams), rows_in(bag.out_of_bag, node.out_of_bag));
        continue;
      }
      start_node(node, streams);
      const Choice choice = choose(rule, in_bag(bag, node));
      const Choice others = node.is_coupled ? choose(follower, in_bag(bag, node)) : choice;
      const bool departs = others.feature != choice.feature;
      node.is_coupled = node.is_coupled && !departs;
      if (choice.cut.score < 0) {
        sink.leaf(node, leaf_value(node, streams), rows_in(bag.out_of_bag, node.out_of_bag));
      } else {
        push_children(divide(bag, node, choice, sink), waiting);
      }
      if (departs) depart(node, others);
    }
  }

  // The follower's subtree, on a copy of the node's rows.
  template <class Sink>
  void grow_apart(const Node& node, const Choice& choice, const TreeStreams& streams, const CandidateRule& rule,
                  Sink& sink) {
    const auto copy = [](const auto& from, const Range& range, auto& to, std::size_t padding) {
      to.assign(from.begin() + range.begin, from.begin() + range.end);
      to.resize(range.size() + padding);
    };
    copy(base_.rows, node.in_bag, apart_.rows, kernel_padding);
    copy(base_.items, node.in_bag, apart_.items, kernel_padding);
    copy(base_.out_of_bag, node.out_of_bag, apart_.out_of_bag, 0);
    const Node top{.in_bag = {0, node.in_bag.size()}, .out_of_bag = {0, node.out_of_bag.size()}, .path = node.path};
    if (choice.cut.score < 0) {
      set_node(apart_, top);
      sink.leaf(top, leaf_value(top, streams), rows_in(apart_.out_of_bag, top.out_of_bag));
      return;
    }
    std::vector<Node> waiting;
    push_children(divide(apart_, top, choice, sink), waiting);
    grow_from(std::move(waiting), apart_, streams, rule, sink, [](const Node&, Choice) {}, {});
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

  LeafValue leaf_value(const Node& node, const TreeStreams& streams) const {
    return criterion_.leaf_value(Stream(streams.leaf_tie, node.path));
  }

  void start_node(const Node& node, const TreeStreams& streams) {
    order_.start(Stream(streams.candidates, node.path));
    random_cut_ = Stream(streams.random_cut, node.path);
    looked_at_ = 0;
  }

  // The best cut among the rule's candidates; of equal ones the first in the random order. Cuts found for one
  // rule are remembered for the next.
  Choice choose(const CandidateRule& rule, const NodeRows<Item>& rows) {
    // Two rows can be parted in one way only, and nothing beats a perfect split: then the rest need not be looked at.
    const double ceiling = rows.size == 2 ? 0 : criterion_.ceiling();
    Choice best;
    std::uint32_t taken = 0;
    for (std::size_t place = 0; taken < rule.mtry && best.cut.score < ceiling; ++place) {
      const std::uint32_t feature = order_[place];
      if (place == looked_at_) cuts_[looked_at_++] = {.cut = {}, .random = Search<Criterion>::draw(random_cut_)};
      if (feature == rule.skipped) continue;
      ++taken;
      KnownCut& known = cuts_[place];
      if (!known.is_known) {
        known.cut = search_.find(features_[feature], rows, criterion_, known.random);
        known.is_known = true;
      }
      if (known.cut.score > best.cut.score) best = {feature, known.cut};
    }
    return best;
  }

  template <class Sink>
  std::pair<Node, Node> divide(Bag& bag, const Node& node, const Choice& choice, Sink& sink) {
    const FeatureColumn& column = features_[choice.feature];
    Split split{.feature = choice.feature, .is_ordered = column.is_ordered};
    std::uint32_t left_rows = 0;
    std::uint32_t left_oob = 0;
    if (column.is_ordered) {
      typename Search<Criterion>::Divider divider(column, choice.cut);
      left_rows = partition_in_bag(bag, node.in_bag, divider);
      split.threshold = divider.threshold();
      left_oob = partition_out_of_bag(bag, node.out_of_bag,
                                      [&](std::uint32_t row) { return column.values[row] <= split.threshold; });
    } else {
      set_left_levels(bag, node, choice);
      LevelDivider divider{column.rank.data(), level_is_left_.data()};
      left_rows = partition_in_bag(bag, node.in_bag, divider);
      place_absent_levels(bag, node.in_bag, left_rows);
      left_oob = partition_out_of_bag(bag, node.out_of_bag, [&](std::uint32_t row) { return divider.goes_left(row); });
      split.level_is_left = level_is_left_;
    }
    const auto [left_handle, right_handle] = sink.split(node, split);
    Node left = node;
    Node right = node;
    left.in_bag.end = right.in_bag.begin = node.in_bag.begin + left_rows;
    left.out_of_bag.end = right.out_of_bag.begin = node.out_of_bag.begin + left_oob;
    left.path = child_path(node.path, false);
    right.path = child_path(node.path, true);
    left.handle = left_handle;
    right.handle = right_handle;
    return {left, right};
  }

  static constexpr std::uint8_t absent = 2;

  struct LevelDivider {
    const std::uint32_t* level;
    const std::uint8_t* is_left;
    bool goes_left(std::uint32_t row) const { return is_left[level[row]] == 1; }
  };

  void set_left_levels(const Bag& bag, const Node& node, const Choice& choice) {
    const FeatureColumn& column = features_[choice.feature];
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

  const FeatureView& features_;
  const Response& response_;
  std::span<const std::uint32_t> training_rows_;
  Criterion criterion_;
  Search<Criterion> search_;
  CandidateOrder order_;
  Stream random_cut_{StreamKey{}, root_path};
  std::vector<KnownCut> cuts_;  // by place in the current node's order
  std::size_t looked_at_ = 0;   // how many of them are set
  Bag base_;
  Bag apart_;
  std::vector<std::uint8_t> level_is_left_;
  std::vector<std::uint32_t> scratch_rows_;
  std::vector<Item> scratch_items_;
};

}  // namespace umfi::forest
