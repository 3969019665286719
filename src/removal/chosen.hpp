// The remover that was chosen for each feature, of several.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "umfi/remover.hpp"

namespace umfi {

class ChosenRemover final : public Remover {
 public:
  // `choice`: per feature the place of its remover.
  ChosenRemover(std::vector<std::unique_ptr<const Remover>> removers, std::vector<std::size_t> choice)
      : removers_(std::move(removers)), choice_(std::move(choice)) {}

  std::unique_ptr<const FreedColumns> protect(const Subject& subject) const override;
  bool is_random() const override;

 private:
  std::vector<std::unique_ptr<const Remover>> removers_;
  std::vector<std::size_t> choice_;
};

}  // namespace umfi
