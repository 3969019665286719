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

#include "core/seed_stream.hpp"
#include "forest/bag.hpp"
#include "forest/criterion.hpp"
#include "forest/family.hpp"
#include "forest/feature_column.hpp"
#include "forest/leaf_value.hpp"
#include "forest/level_divider.hpp"
#include "forest/response.hpp"
#include "forest/split_chooser.hpp"
#include "forest/split_kernel.hpp"
#include "forest/split_search.hpp"
#include "forest/tree_node.hpp"
#include "forest/tree_streams.hpp"
#include "umfi/workers.hpp"

namespace umfi::forest {

template <class Criterion, template <class> class Search>
class TreeGrower {
 public:
  // `rows` are the training rows; columns and response are indexed by them. Large trees stop when the context says so.
  TreeGrower(const Family& family, const Response& response, std::span<const std::uint32_t> rows,
             const Context& context)
      : family_(family),
        response_(response),
        training_rows_(rows),
        context_(context),
        criterion_(response_, kernels_),
        chooser_(family.features(), response_),
        doubtful_(family.words()),
        bags_(1) {}

  template <class Sink>
  void grow(const TreeStreams& streams, Sink& sink) {
    sets_.start(family_);
    Bag& bag = bags_[0];
    Node root = bag.plant(training_rows_, response_, criterion_, Stream(streams.bootstrap, root_path));
    root.is_alone = family_.size() == 1;
    bag.waiting.assign(1, root);
    end_unless_it_waits(bag, streams, sink);
    grow_from(0, streams, sink);
  }

 private:
  // A subtree of fewer rows is grown in no time.
  static constexpr std::uint32_t many_rows = 10'000;

  // Members that chose otherwise than the one that leads the node.
  struct Parting {
    SplitChoice choice;
    MemberSets::Name members;
    bool is_alone;
  };

  // Grows everything below the waiting nodes of bags_[depth]; deeper bags are free. Right children come first: what
  // stands in the bag behind a node's rows is finished when they are divided, and may be overwritten.
  //
  // Nodes are made where they wait and at first read there: to copy what was just written in small pieces takes long.
  template <class Sink>
  void grow_from(std::size_t depth, const TreeStreams& streams, Sink& sink) {
    Bag& bag = bags_[depth];
    while (!bag.waiting.empty()) {
      Node& waiting = bag.waiting.back();
      if (waiting.in_bag.size() > many_rows) check_stop(context_);
      set_node(bag, waiting);
      if (criterion_.is_pure()) {
        end_in_leaf(bag, waiting, streams, sink);
        bag.waiting.pop_back();
        continue;
      }
      chooser_.start(streams, waiting.path);
      const std::size_t leader = sets_.first(waiting.members);
      const SplitChoice choice = chooser_.choose(family_[leader], bag.in_bag(waiting), criterion_);
      const std::vector<Parting> partings =
          waiting.is_alone ? std::vector<Parting>{} : part(waiting, leader, choice, bag.in_bag(waiting));
      const Node node = waiting;
      bag.waiting.pop_back();
      split_or_end(bag, node, choice, streams, sink);
      for (const Parting& parting : partings) grow_apart(depth, node, parting, streams, sink);
    }
  }

  // The criterion must be set to the node.
  template <class Sink>
  void end_in_leaf(const Bag& bag, const Node& node, const TreeStreams& streams, Sink& sink) {
    const LeafValue value = criterion_.leaf_value(Stream(streams.leaf_tie, node.path));
    sink.leaf(node, sets_[node.members], value, bag.out_of_bag(node));
  }

  template <class Sink>
  void split_or_end(Bag& bag, const Node& node, const SplitChoice& choice, const TreeStreams& streams, Sink& sink) {
    if (choice.column == nullptr) {
      end_in_leaf(bag, node, streams, sink);
      return;
    }
    Split split{.feature = choice.feature, .is_ordered = choice.column->is_ordered};
    Division division;
    divide(bag, node, choice, split, division);
    const auto [left, right] = sink.split(node, split);
    set_left_child(node, division, left, bag.waiting.emplace_back());
    end_unless_it_waits(bag, streams, sink);
    set_right_child(node, division, right, bag.waiting.emplace_back());
    end_unless_it_waits(bag, streams, sink);
  }

  // Most nodes are seen to be leaves as soon as they arise.
  template <class Sink>
  void end_unless_it_waits(Bag& bag, const TreeStreams& streams, Sink& sink) {
    const Node& node = bag.waiting.back();
    const bool is_wanted = sink.wants(node);
    if (is_wanted && !criterion_.is_leaf(node.total)) return;
    if (is_wanted) {
      set_node(bag, node);
      end_in_leaf(bag, node, streams, sink);
    }
    bag.waiting.pop_back();
  }

  // Groups the members that choose otherwise than the leader by what they choose, and takes them out of the node.
  std::vector<Parting> part(Node& node, std::size_t leader, const SplitChoice& choice, const NodeRows& rows) {
    std::vector<Parting> partings;
    family_.add_doubtful(sets_[node.members], leader, chooser_.looked_at(), doubtful_);
    for_each_member(doubtful_, [&](std::size_t member) {
      const SplitChoice other = chooser_.choose_otherwise(family_[member], rows, criterion_);
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

  // The subtree of members that parted from a node of bags_[depth], on a copy of its rows in the next bag. The node may
  // have been split meanwhile: its rows are where they were until its children are split.
  template <class Sink>
  void grow_apart(std::size_t depth, const Node& node, const Parting& parting, const TreeStreams& streams,
                  Sink& sink) {
    if (bags_.size() == depth + 1) bags_.emplace_back();
    Bag& bag = bags_[depth + 1];
    bag.copy_node(bags_[depth], node);
    const Node top{.in_bag = {0, node.in_bag.size()},
                   .out_of_bag = {0, node.out_of_bag.size()},
                   .path = node.path,
                   .total = node.total,
                   .members = parting.members,
                   .is_alone = parting.is_alone};
    set_node(bag, top);
    split_or_end(bag, top, parting.choice, streams, sink);
    grow_from(depth + 1, streams, sink);
  }

  void set_node(const Bag& bag, const Node& node) {
    const auto rows = bag.in_bag(node);
    criterion_.set_node({rows.items, rows.size}, node.total);
  }

  // Puts the node's rows on the other side of the bag, those that go left first.
  void divide(Bag& bag, const Node& node, const SplitChoice& choice, Split& split, Division& division) {
    BagSide& to = bag.of_children(node);
    const DividedNode divided{.in_bag = bag.in_bag(node),
                              .out_of_bag = bag.out_of_bag(node),
                              .column = choice.column,
                              .last_left = choice.last_left,
                              .threshold = choice.threshold,
                              .to = {to.rows.data() + node.in_bag.begin, to.items.data() + node.in_bag.begin,
                                     to.out_of_bag.data() + node.out_of_bag.begin}};
    if (split.is_ordered) {
      Search<Criterion>::divide(divided, kernels_, division);
      split.threshold = division.threshold;
    } else {
      const auto sorted = chooser_.sorted_levels(*divided.column, divided.in_bag, criterion_);
      level_divider_.divide(divided, sorted, node.total, criterion_, division);
      split.level_is_left = level_divider_.level_is_left();
    }
  }

  static void set_left_child(const Node& node, const Division& division, std::uint32_t handle, Node& child) {
    child.in_bag = {node.in_bag.begin, node.in_bag.begin + division.left_rows};
    child.out_of_bag = {node.out_of_bag.begin, node.out_of_bag.begin + division.left_out_of_bag};
    child.path = child_path(node.path, false);
    child.total = division.left_total;
    inherit(node, handle, child);
  }
  static void set_right_child(const Node& node, const Division& division, std::uint32_t handle, Node& child) {
    child.in_bag = {node.in_bag.begin + division.left_rows, node.in_bag.end};
    child.out_of_bag = {node.out_of_bag.begin + division.left_out_of_bag, node.out_of_bag.end};
    child.path = child_path(node.path, true);
    child.total = node.total - division.left_total;
    inherit(node, handle, child);
  }
  static void inherit(const Node& node, std::uint32_t handle, Node& child) {
    child.handle = handle;
    child.members = node.members;
    child.is_alone = node.is_alone;
    child.side = 1 - node.side;
  }

  const Family& family_;
  const Response& response_;
  std::span<const std::uint32_t> training_rows_;
  const Context& context_;
  SplitKernels kernels_ = split_kernels();
  Criterion criterion_;
  SplitChooser<Criterion, Search> chooser_;
  LevelDivider level_divider_;
  MemberSets sets_;
  std::vector<std::uint64_t> doubtful_;
  std::deque<Bag> bags_;  // of the tree itself, and of each level of members that parted
};

}  // namespace umfi::forest
