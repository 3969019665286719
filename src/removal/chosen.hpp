// The remover that was chosen for each feature.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "removal/remover.hpp"

namespace umfi {

class ChosenRemover final : public Remover {
 public:
  // `settings.choice` holds lr or ot for every feature.
  ChosenRemover(const RemovalData& data, const RemoverSettings& settings);
  std::unique_ptr<const FreedColumns> protect(std::size_t i) const override;

 private:
  std::vector<RemovalMethod> choice_;
  std::unique_ptr<const Remover> lr_;
  std::unique_ptr<const Remover> ot_;
};

}  // namespace umfi
