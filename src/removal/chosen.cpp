#include "removal/chosen.hpp"

#include <algorithm>

namespace umfi {

std::unique_ptr<const FreedColumns> ChosenRemover::protect(const Subject& subject) const {
  return removers_[choice_[subject.column()]]->protect(subject);
}

bool ChosenRemover::is_random() const {
  return std::any_of(removers_.begin(), removers_.end(), [](const auto& remover) { return remover->is_random(); });
}

}  // namespace umfi
