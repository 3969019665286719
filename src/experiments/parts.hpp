// An experiment is many studies, whose items are kept in one store, each under the name of its part.
//
//   in_part("UMFI lr", context, [&](const Context& inner) { return rank_features(table, options, inner); });
//
// Watched work records whether an earlier run had begun it: then its seconds are not those of the whole.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <utility>

#include "umfi/context.hpp"
#include "umfi/item_store.hpp"

namespace umfi::paper {

class PartStore final : public ItemStore {
 public:
  PartStore(ItemStore& whole, std::string part) : whole_(whole), part_(std::move(part)) {}

  // The experiment itself has begun before any of its parts.
  StudyRecord begin(const StudyRecord& asked) override { return asked; }
  std::optional<std::vector<double>> find(const ItemKey& key) const override {
    const std::string kind = kind_of(key);
    return whole_.find({kind, key.repeat, key.place});
  }
  void keep(const ItemKey& key, std::span<const double> values) override {
    const std::string kind = kind_of(key);
    whole_.keep({kind, key.repeat, key.place}, values);
  }

 private:
  std::string kind_of(const ItemKey& key) const { return part_ + ": " + std::string(key.stage); }

  ItemStore& whole_;
  std::string part_;
};

// Passes everything on, and notes whether something was found before anything was kept.
class WatchedStore final : public ItemStore {
 public:
  explicit WatchedStore(ItemStore& store) : store_(store) {}

  StudyRecord begin(const StudyRecord& asked) override { return store_.begin(asked); }
  std::optional<std::vector<double>> find(const ItemKey& key) const override {
    auto values = store_.find(key);
    if (values && !has_kept_) has_found_ = true;
    return values;
  }
  void keep(const ItemKey& key, std::span<const double> values) override {
    has_kept_ = true;
    store_.keep(key, values);
  }
  bool was_begun_earlier() const { return has_found_; }

 private:
  ItemStore& store_;
  std::atomic<bool> has_kept_ = false;
  mutable std::atomic<bool> has_found_ = false;
};

class WatchedWork {
 public:
  explicit WatchedWork(const Context& context) : context_(context) {
    if (context.store != nullptr) context_.store = &store_.emplace(*context.store);
  }
  WatchedWork(const WatchedWork&) = delete;
  WatchedWork& operator=(const WatchedWork&) = delete;

  const Context& context() const { return context_; }
  bool was_begun_earlier() const { return store_ && store_->was_begun_earlier(); }

 private:
  Context context_;
  std::optional<WatchedStore> store_;
};

template <class Work>
auto in_part(const std::string& part, Context context, const Work& work) {
  if (context.store == nullptr) return work(context);
  PartStore store(*context.store, part);
  context.store = &store;
  return work(context);
}

}  // namespace umfi::paper
