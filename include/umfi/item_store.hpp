// Where a study keeps what it has finished, so that it can be stopped at any moment and resumed later.
//
// A study is cut into work items whose results are a few numbers each. Before it computes an item it asks the store, and it
// hands over every item it has finished. Results are then read from the store alone, so that it does not matter which
// items were found and which were computed.
//
//   class Notebook : public umfi::ItemStore { ... };
//   context.store = &notebook;      // umfi::RunFile is a store that is a file
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "umfi/option.hpp"

namespace umfi {

// Which item: of which stage, in which repeat, and its place there (a feature, or a block of work). A stage's name
// holds all settings that tell apart items of one study; what is the same in the whole study stands in its record.
struct ItemKey {
  std::string_view stage;
  std::uint32_t repeat = 0;
  std::uint32_t place = 0;
};

struct StudyOption {
  std::string name;                 // its id
  std::vector<std::string> values;  // none where it is not set
  OptionRule rule = OptionRule::same;
  std::vector<std::string> standard = {};  // the values that hold where a study does not name it
  bool is_of_part = false;                 // a study that does not use its part does not name it, and may take any value
};

// What a study is about.
struct StudyRecord {
  std::string verb;         // "rank", "compare", "diagnose" or "reproduce"
  std::string fingerprint;  // of the columns that take part
  std::vector<std::string> features;
  std::vector<StudyOption> options;
  std::map<std::string, std::string> facts;  // what results say about the data besides
  std::string extends = {};                  // a study of this verb can be made into this one
};

class ItemStore {
 public:
  virtual ~ItemStore() = default;

  // Called once, before the first item. Gives the record of what is to be done, which is the one asked for and what
  // the store already holds beside it. Throws UsageError where the store is about another study.
  virtual StudyRecord begin(const StudyRecord& asked) = 0;
  // Both may be called by several threads at once.
  virtual std::optional<std::vector<double>> find(const ItemKey& key) const = 0;
  virtual void keep(const ItemKey& key, std::span<const double> values) = 0;
};

}  // namespace umfi
