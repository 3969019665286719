// Columns as removers and powers see them: values and what kind of values they are, without names.
//
//   const umfi::FeatureView view = dataset.features();
//   view[2].values[row];
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace umfi {

// A place beside a column where whoever looks at it keeps what it made of it, such as ranks. Each form is made once,
// by the first who asks; several threads may ask at once.
class ColumnCache {
 public:
  ColumnCache() = default;
  ColumnCache(const ColumnCache&) = delete;
  ColumnCache& operator=(const ColumnCache&) = delete;

  template <class Form, class Make>
  const Form& get(const Make& make) const {
    if (const Form* known = find<Form>()) return *known;
    const std::lock_guard lock(mutex_);
    if (const Form* known = find<Form>()) return *known;
    auto node = std::make_unique<Node>();
    auto form = std::make_shared<const Form>(make());
    const Form& result = *form;
    node->tag = &tag_of<Form>;
    node->form = std::move(form);
    node->next = std::move(first_);
    first_ = std::move(node);
    newest_.store(first_.get(), std::memory_order_release);
    return result;
  }

 private:
  struct Node {
    const char* tag = nullptr;  // which form
    std::shared_ptr<const void> form;
    std::unique_ptr<Node> next;
  };
  template <class Form>
  static constexpr char tag_of = 0;

  template <class Form>
  const Form* find() const {
    for (const Node* node = newest_.load(std::memory_order_acquire); node != nullptr; node = node->next.get())
      if (node->tag == &tag_of<Form>) return static_cast<const Form*>(node->form.get());
    return nullptr;
  }

  mutable std::mutex mutex_;
  mutable std::unique_ptr<Node> first_;
  mutable std::atomic<const Node*> newest_{nullptr};
};

// One column. Only rows of the sample count; what stands in other rows is not looked at.
struct FeatureColumn {
  std::span<const double> values;  // per row of the table; a level's index for categories
  bool is_ordered = true;          // false: levels without an order
  bool is_constant = false;        // one value only: it cannot matter
  bool is_discrete = false;        // few distinct values
  // Per row whether the value is missing; empty: none is.
  std::span<const std::uint8_t> missing = {};
  // Rows of the sample, nearly by ascending value, where that is known: it makes sorting easy.
  std::vector<std::uint32_t> order = {};
  std::vector<double> storage = {};  // the values, where nobody else holds them
  ColumnCache cache = {};            // what a power made of it
};

// The scale of what removal makes of a continuous feature.
enum class FreedScale : std::uint8_t {
  units,        // those of the feature
  probability,  // its conditional rank, from 0 to 1: every row has its own share of the scale
};

// Other values in the place of a column: of the same kind, held by the new column.
std::unique_ptr<const FeatureColumn> replaced_column(const FeatureColumn& original, std::vector<double> values,
                                                     std::vector<std::uint32_t> order = {});

// The features a power may look at. Their places key random streams, so a feature's place matters.
class FeatureView {
 public:
  FeatureView() = default;
  explicit FeatureView(std::vector<const FeatureColumn*> columns) : columns_(std::move(columns)) {
    for (const FeatureColumn* column : columns_) candidates_ += column->is_constant ? 0 : 1;
  }

  std::size_t size() const { return columns_.size(); }
  // How many of them vary.
  std::size_t candidates() const { return candidates_; }
  const FeatureColumn& operator[](std::size_t index) const { return *columns_[index]; }
  // This view with another column in one place.
  FeatureView with(std::size_t place, const FeatureColumn& column) const {
    std::vector<const FeatureColumn*> columns = columns_;
    columns[place] = &column;
    return FeatureView(std::move(columns));
  }

 private:
  std::vector<const FeatureColumn*> columns_;
  std::size_t candidates_ = 0;
};

}  // namespace umfi
