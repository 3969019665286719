#include "report/page.hpp"

#include "umfi/error.hpp"

namespace umfi {

std::string embeddable(const nlohmann::ordered_json& json) {
  // ASCII only, so that line separators and marks that reorder text are escaped too.
  constexpr bool ascii_only = true;
  const std::string text = json.dump(-1, ' ', ascii_only, nlohmann::ordered_json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  // Outside of strings JSON has none of these, so escapes of strings are right everywhere.
  for (const char c : text) {
    const bool is_markup = c == '<' || c == '>' || c == '&';
    if (is_markup)
      safe += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : "\\u0026";
    else
      safe += c;
  }
  return safe;
}

std::string page_with(const PageText& page, const nlohmann::ordered_json& document) {
  if (!page.is_there()) throw UsageError::no_report_page();
  std::string text(page.before);
  text += embeddable(document);
  return text += page.after;
}

}  // namespace umfi
