#include "removal/chosen.hpp"

namespace umfi {
namespace {

std::unique_ptr<const Remover> make_with(RemovalMethod method, const RemovalData& data, RemoverSettings settings) {
  settings.options.method = method;
  return make_remover(data, settings);
}

}  // namespace

ChosenRemover::ChosenRemover(const RemovalData& data, const RemoverSettings& settings)
    : choice_(settings.choice.begin(), settings.choice.end()),
      lr_(make_with(RemovalMethod::lr, data, settings)),
      ot_(make_with(RemovalMethod::ot, data, settings)) {}

std::unique_ptr<const FreedColumns> ChosenRemover::protect(std::size_t i) const {
  return choice_[i] == RemovalMethod::ot ? ot_->protect(i) : lr_->protect(i);
}

}  // namespace umfi
