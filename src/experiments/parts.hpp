// An experiment is many studies, whose tasks are kept in one store, each under the name of its part.
//
//   in_part("UMFI lr", context, [&](const Context& inner) { return rank_features(table, options, inner); });
#pragma once

#include <string>
#include <utility>

#include "umfi/context.hpp"
#include "umfi/task_store.hpp"

namespace umfi::paper {

class PartStore final : public TaskStore {
 public:
  PartStore(TaskStore& whole, std::string part) : whole_(whole), part_(std::move(part)) {}

  // The experiment itself has begun before any of its parts.
  StudyRecord begin(const StudyRecord& asked) override { return asked; }
  std::optional<std::vector<double>> find(const TaskKey& key) const override {
    const std::string kind = kind_of(key);
    return whole_.find({kind, key.repeat, key.item});
  }
  void keep(const TaskKey& key, std::span<const double> values) override {
    const std::string kind = kind_of(key);
    whole_.keep({kind, key.repeat, key.item}, values);
  }

 private:
  std::string kind_of(const TaskKey& key) const { return part_ + ": " + std::string(key.kind); }

  TaskStore& whole_;
  std::string part_;
};

template <class Work>
auto in_part(const std::string& part, Context context, const Work& work) {
  if (context.tasks == nullptr) return work(context);
  PartStore store(*context.tasks, part);
  context.tasks = &store;
  return work(context);
}

}  // namespace umfi::paper
