#include <fmt/format.h>

#include <algorithm>

#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "umfi/report.hpp"

namespace umfi {
namespace {

constexpr std::size_t longest_remarked_name = 24;

// What gives the target away comes first, then what was left out, then the rest.
int gravity_of(const ColumnRemark& remark) {
  if (remark.concern == Concern::leak) return 0;
  return remark.is_left_out ? 1 : 2;
}

std::string text_of(const ColumnRemark& remark, const TextStyle& style) {
  std::string text = remark.text;
  if (remark.is_left_out) text += ": left out";
  if (!remark.mend.empty()) text += fmt::format(" ({})", remark.mend);
  return printable(spelled(text, style.spelling));
}

std::string heading(const std::vector<ColumnRemark>& remarks) {
  const auto left_out = static_cast<std::size_t>(
      std::count_if(remarks.begin(), remarks.end(), [](const ColumnRemark& remark) { return remark.is_left_out; }));
  const std::size_t others = remarks.size() - left_out;
  const std::string look = fmt::format("{} to look at", others);
  if (left_out == 0) return fmt::format("{}:\n", counted(others, "column") + " to look at");
  const std::string out = counted(left_out, "column") + " left out";
  return others == 0 ? out + ":\n" : fmt::format("{}, {}:\n", out, look);
}

}  // namespace

std::string render_remarks(const std::vector<ColumnRemark>& remarks, const TextStyle& style, std::size_t most) {
  if (remarks.empty()) return {};
  std::vector<ColumnRemark> sorted = remarks;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return gravity_of(a) < gravity_of(b); });
  const std::size_t shown = std::min(sorted.size(), most);
  std::size_t widest = 0;
  const auto name_of = [](const ColumnRemark& remark) {
    return shortened(printable(remark.column), longest_remarked_name);
  };
  for (std::size_t k = 0; k < shown; ++k) widest = std::max(widest, display_width(name_of(sorted[k])));
  const auto width = static_cast<std::size_t>(std::max(style.width, 60));
  std::string text = heading(remarks);
  for (std::size_t k = 0; k < shown; ++k) {
    const std::string name = name_of(sorted[k]);
    text += beside("  " + name, text_of(sorted[k], style), widest + 4, width);
  }
  if (shown < sorted.size()) text += fmt::format("  … and {} more\n", sorted.size() - shown);
  return text;
}

}  // namespace umfi
