// A study is stages of work items; an executor runs those of a stage that are missing.
//
// Items of one stage do not depend on each other. Each is kept in the study's store as soon as it is finished, so that
// a stage can be stopped at any moment and computed by several processes.
//
//   class Grow final : public Stage { ... };
//   ThreadExecutor().run(stage, context);           // everything that is missing
//   ShareExecutor({2, 40}).run(stage, context);     // the third of forty shares
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "umfi/context.hpp"

namespace umfi {

struct WorkItem {
  std::uint32_t repeat = 0;
  std::uint32_t place = 0;  // a subject
};

class Stage {
 public:
  virtual ~Stage() = default;
  // All items, in the order in which they are best computed.
  virtual std::vector<WorkItem> items() const = 0;
  virtual bool is_finished(const WorkItem& item) const = 0;
  // Items of one unit have work in common: one process should compute them all.
  virtual std::size_t unit_of(const WorkItem& item) const { return item.place; }
  // Computes these items and keeps them.
  virtual void run(std::span<const WorkItem> items, const Context& context) = 0;
};

class Executor {
 public:
  virtual ~Executor() = default;
  // Runs what is missing of the stage.
  void run(Stage& stage, const Context& context) const;

 protected:
  // Whether this executor is the one for a unit.
  virtual bool takes(std::size_t unit) const = 0;
};

// All items, by the threads of this process.
class ThreadExecutor final : public Executor {
 protected:
  bool takes(std::size_t) const override { return true; }
};

// Only the items of one share of several, so that several processes compute a stage together.
struct Share {
  std::size_t number = 0;  // from 0
  std::size_t of = 1;
};

class ShareExecutor final : public Executor {
 public:
  explicit ShareExecutor(const Share& share) : share_(share) {}

 protected:
  bool takes(std::size_t unit) const override { return unit % share_.of == share_.number; }

 private:
  Share share_;
};

}  // namespace umfi
