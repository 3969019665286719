// A result inside the page that shows it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "report/page_text.hpp"

namespace umfi {

// JSON that may stand inside an HTML element: whatever its texts hold, no byte of it can end the element, start a
// comment or be taken for markup.
std::string embeddable(const nlohmann::ordered_json& json);

// Throws UsageError where there is no page.
std::string page_with(const PageText& page, const nlohmann::ordered_json& document);

}  // namespace umfi
