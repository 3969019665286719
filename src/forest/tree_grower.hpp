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
#include <array>
#include <bit>
#include <cmath>
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
  NodeTotal total = 0;       // of the in-bag rows
  std::uint32_t handle = 0;  // the sink's name for it
  MemberSets::Name members = 0;
  bool is_alone = true;   // there is only one member
  std::uint8_t side = 0;  // of its bag, where its rows are
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
  // `rows` are the training rows; columns and response are indexed by them.
  TreeGrower(const Family& family, const Response& response, std::span<const std::uint32_t> rows)
      : family_(family),
        response_(response),
        training_rows_(rows),
        criterion_(response, kernels_),
        search_(response),
        order_(family.features()),
        places_(family.features()),
        doubtful_(family.words()),
        bags_(1) {}

  template <class Sink>
  void grow(const TreeStreams& streams, Sink& sink) {
    sets_.start(family_);
    const Node root = plant(streams);
    bags_[0].waiting.assign(1, root);
    end_unless_it_waits(bags_[0], streams, sink);
    grow_from(0, streams, sink);
  }

 private:
  // Rows of a tree: those of a node stand side by side.
  struct Rows {
    std::vector<std::uint32_t> rows;        // distinct in-bag rows, and kernel_padding more
    std::vector<Item> items;                // what they bring, likewise
    std::vector<std::uint32_t> out_of_bag;  // likewise
  };

  // A node's rows are on one side, its children's on the other, in the same range.
  struct Bag {
    std::array<Rows, 2> sides;
    std::vector<Node> waiting;  // to be grown, the last one first
    const Rows& of(const Node& node) const { return sides[node.side]; }
    Rows& of_children(const Node& node) { return sides[1 - node.side]; }
  };

  // The winning feature and its cut; no column where every candidate is constant.
  struct Choice {
    std::uint32_t feature = CandidateRule::nothing;
    const FeatureColumn* column = nullptr;
    std::uint32_t last_left = 0;  // of the cut
    double threshold = 0;
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
    Rows& planted = bags_[0].sides[0];
    Rows& other = bags_[0].sides[1];
    resize(other.rows, n + kernel_padding);
    const std::span<std::uint32_t> draws = std::span(other.rows).first(n);  // not needed before the first division
    std::fill(draws.begin(), draws.end(), 0);
    Stream stream(streams.bootstrap, root_path);
    draw_bootstrap(draws, stream);
    const auto undrawn = static_cast<std::size_t>(std::count(draws.begin(), draws.end(), 0U));
    resize(planted.rows, n - undrawn + kernel_padding);
    for (Rows& side : bags_[0].sides) {
      resize(side.items, n - undrawn + kernel_padding);
      resize(side.out_of_bag, undrawn + kernel_padding);
    }
    std::uint32_t in = 0;
    std::uint32_t out = 0;
    NodeTotal total = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t row = training_rows_[i];
      const Item item = criterion_.make_item(response_.encoded()[row], draws[i]);
      planted.rows[in] = row;
      planted.items[in] = item;
      planted.out_of_bag[out] = row;
      total += item;  // no draws where the row was not drawn
      in += draws[i] > 0 ? 1 : 0;
      out += draws[i] > 0 ? 0 : 1;
    }
    return {.in_bag = {0, in}, .out_of_bag = {0, out}, .total = total, .is_alone = family_.size() == 1};
  }

  // Sizes of bags differ little from tree to tree: a little room to spare, where a vector by itself would take as much
  // again.
  template <class T>
  static void resize(std::vector<T>& values, std::size_t size) {
    if (values.capacity() < size) values.reserve(size + size / 32);
    values.resize(size);
  }

  static NodeRows in_bag(const Bag& bag, const Node& node) {
    const Rows& side = bag.of(node);
    return {side.rows.data() + node.in_bag.begin, side.items.data() + node.in_bag.begin, node.in_bag.size()};
  }
  static std::span<const std::uint32_t> out_of_bag(const Bag& bag, const Node& node) {
    return {bag.of(node).out_of_bag.data() + node.out_of_bag.begin, node.out_of_bag.size()};
  }

  // Grows everything below the waiting nodes of bags_[depth]; deeper bags are free. Right children come first: what
  // stands in the bag behind a node's rows is done with when they are divided, and may be overwritten.
  //
  // Nodes are made where they wait and at first read there: to copy what was just written in small pieces takes long.
  template <class Sink>
  void grow_from(std::size_t depth, const TreeStreams& streams, Sink& sink) {
    Bag& bag = bags_[depth];
    while (!bag.waiting.empty()) {
      Node& waiting = bag.waiting.back();
      set_node(bag, waiting);
      if (criterion_.is_pure()) {
        end_in_leaf(bag, waiting, streams, sink);
        bag.waiting.pop_back();
        continue;
      }
      start_node(waiting, streams);
      const std::size_t leader = sets_.first(waiting.members);
      const Choice choice = choose(family_[leader], in_bag(bag, waiting));
      const std::vector<Parting> partings =
          waiting.is_alone ? std::vector<Parting>{} : part(waiting, leader, choice, in_bag(bag, waiting));
      const Node node = waiting;
      bag.waiting.pop_back();
      split_or_end(bag, node, choice, streams, sink);
      for (const Parting& parting : partings) grow_apart(bag, node, parting, depth + 1, streams, sink);
    }
  }

  // The criterion must be set to the node.
  template <class Sink>
  void end_in_leaf(const Bag& bag, const Node& node, const TreeStreams& streams, Sink& sink) {
    const LeafValue value = criterion_.leaf_value(Stream(streams.leaf_tie, node.path));
    sink.leaf(node, sets_[node.members], value, out_of_bag(bag, node));
  }

  template <class Sink>
  void split_or_end(Bag& bag, const Node& node, const Choice& choice, const TreeStreams& streams, Sink& sink) {
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
  std::vector<Parting> part(Node& node, std::size_t leader, const Choice& choice, const NodeRows& rows) {
    std::vector<Parting> partings;
    family_.add_doubtful(sets_[node.members], leader, order_.first(looked_at_), doubtful_);
    for_each_member(doubtful_, [&](std::size_t member) {
      const Choice other = choose_otherwise(family_[member], rows);
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

  // The subtree of members that parted, on a copy of the node's rows. The node may have been split meanwhile: its rows
  // are where they were until its children are split.
  template <class Sink>
  void grow_apart(const Bag& from, const Node& node, const Parting& parting, std::size_t depth,
                  const TreeStreams& streams, Sink& sink) {
    if (bags_.size() == depth) bags_.emplace_back();
    Bag& bag = bags_[depth];
    const auto copy = [](const auto& source, const Range& range, auto& target, std::size_t padding) {
      target.assign(source.begin() + range.begin, source.begin() + range.end);
      target.resize(range.size() + padding);
    };
    Rows& copied = bag.sides[0];
    copy(from.of(node).rows, node.in_bag, copied.rows, kernel_padding);
    copy(from.of(node).items, node.in_bag, copied.items, kernel_padding);
    copy(from.of(node).out_of_bag, node.out_of_bag, copied.out_of_bag, kernel_padding);
    Rows& other = bag.sides[1];
    other.rows.resize(copied.rows.size());
    other.items.resize(copied.items.size());
    other.out_of_bag.resize(copied.out_of_bag.size());
    const Node top{.in_bag = {0, node.in_bag.size()},
                   .out_of_bag = {0, node.out_of_bag.size()},
                   .path = node.path,
                   .total = node.total,
                   .members = parting.members,
                   .is_alone = parting.is_alone};
    set_node(bag, top);
    split_or_end(bag, top, parting.choice, streams, sink);
    grow_from(depth, streams, sink);
  }

  void set_node(const Bag& bag, const Node& node) {
    const auto rows = in_bag(bag, node);
    criterion_.set_node({rows.items, rows.size}, node.total);
  }

  void start_node(const Node& node, const TreeStreams& streams) {
    order_.start(streams.candidates, node.path);
    random_cut_.restart(streams.random_cut, node.path);
    looked_at_ = 0;
  }

  // The best of the candidates seen so far; of equal ones the first.
  struct Best {
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

  // Two rows can be parted in one way only, and nothing beats a perfect split: then the rest need not be looked at.
  double ceiling(const NodeRows& rows) const { return rows.size == 2 ? 0 : criterion_.ceiling(); }

  // The leading member's best cut. Its candidates are new to the node.
  Choice choose(const FamilyMember& leader, const NodeRows& rows) {
    const double enough = ceiling(rows);
    // Few rows are often split perfectly by one of the first.
    const std::size_t at_once = rows.size <= 8 && std::isfinite(enough) ? 1 : most_at_once;
    Best best;
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
      search_.find({sought.data(), size}, rows, criterion_);
      for (std::size_t i = 0; i < size; ++i) best.offer(at[i], sought[i].cut->score, *sought[i].column);
    }
    if (best.score < 0) return {};
    const KnownCut& known = places_[best.place].leader;
    return {order_[best.place], known.column, known.cut.last_left, known.cut.threshold};
  }

  // Another member's best cut.
  Choice choose_otherwise(const FamilyMember& member, const NodeRows& rows) {
    const double enough = ceiling(rows);
    Best best;
    for (std::size_t place = 0; best.taken < member.rule.mtry && best.score < enough && place < places_.size();
         ++place) {
      if (place == looked_at_) open_place(looked_at_++);
      const FeatureColumn* const column = column_at(place, member);
      if (column != nullptr) best.offer(place, cut_at(places_[place], *column, rows).score, *column);
    }
    if (best.score < 0) return {};
    const FeatureColumn& column = *column_at(best.place, member);
    const Cut& cut = cut_at(places_[best.place], column, rows);
    return {order_[best.place], &column, cut.last_left, cut.threshold};
  }

  // The member's column at a place of the random order; none where it has no candidate there.
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

  const Cut& cut_at(Place& place, const FeatureColumn& column, const NodeRows& rows) {
    if (place.leader.column == &column) return place.leader.cut;
    if (place.other.column != &column) {
      place.other.column = &column;
      const Candidate candidate{&column, &place.other.cut, place.random};
      search_.find({&candidate, 1}, rows, criterion_);
    }
    return place.other.cut;
  }

  // Puts the node's rows on the other side of the bag, those that go left first.
  void divide(Bag& bag, const Node& node, const Choice& choice, Split& split, Division& division) {
    Rows& to = bag.of_children(node);
    const DividedNode divided{.in_bag = in_bag(bag, node),
                              .out_of_bag = out_of_bag(bag, node),
                              .column = choice.column,
                              .last_left = choice.last_left,
                              .threshold = choice.threshold,
                              .to = {to.rows.data() + node.in_bag.begin, to.items.data() + node.in_bag.begin,
                                     to.out_of_bag.data() + node.out_of_bag.begin}};
    if (split.is_ordered) {
      Search<Criterion>::divide(divided, kernels_, division);
      split.threshold = division.threshold;
    } else {
      divide_levels(divided, node, split, division);
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

  static constexpr std::uint8_t absent = 2;

  void divide_levels(const DividedNode& divided, const Node& node, Split& split, Division& division) {
    set_left_levels(divided);
    const RowNumbers& level = divided.column->rank;
    const NodeRows& from = divided.in_bag;
    for (std::uint32_t k = 0, right = from.size; k < from.size; ++k) {
      const bool is_left = level_is_left_[level[from.rows[k]]] == 1;
      const std::uint32_t place = is_left ? division.left_rows++ : --right;
      divided.to.rows[place] = from.rows[k];
      divided.to.items[place] = from.items[k];
      division.left_total += is_left ? from.items[k] : 0;
    }
    place_absent_levels(node.total, division.left_total);
    auto right = static_cast<std::uint32_t>(divided.out_of_bag.size());
    for (const std::uint32_t row : divided.out_of_bag)
      divided.to.out_of_bag[level_is_left_[level[row]] == 1 ? division.left_out_of_bag++ : --right] = row;
    split.level_is_left = level_is_left_;
  }

  void set_left_levels(const DividedNode& divided) {
    level_is_left_.assign(divided.column->distinct, absent);
    const auto sorted = search_.sorted_levels(*divided.column, divided.in_bag, criterion_);
    for (std::size_t i = 0; i < sorted.size(); ++i) level_is_left_[sorted[i]] = i < divided.last_left ? 1 : 0;
  }

  // A level that no in-bag row of the node has goes where more in-bag draws went.
  void place_absent_levels(NodeTotal total, NodeTotal left_total) {
    const bool is_left = 2 * criterion_.weight_of(left_total) >= criterion_.weight_of(total);
    for (std::uint8_t& level : level_is_left_)
      if (level == absent) level = is_left ? 1 : 0;
  }

  const Family& family_;
  const Response& response_;
  std::span<const std::uint32_t> training_rows_;
  SplitKernels kernels_ = split_kernels();
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
};

}  // namespace umfi::forest
