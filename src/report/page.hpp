// A result inside the page that shows it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "report/page_text.hpp"
#include "umfi/report.hpp"

namespace umfi {

// JSON that may stand inside an HTML element: whatever its texts hold, no byte of it can end the element, start a
// comment or be taken for markup.
std::string embeddable(const nlohmann::ordered_json& json);

// What a page is given: its kind, the numbers as `render` gives them in JSON, and words about them.
nlohmann::ordered_json report_document(const RankResult& result, const ReportDetails& details);
nlohmann::ordered_json report_document(const CompareResult& result, const ReportDetails& details);
nlohmann::ordered_json report_document(const DiagnoseResult& result, const ReportDetails& details);
nlohmann::ordered_json report_document(const ExperimentReport& report, const ReportDetails& details);

// Throws UsageError where there is no page.
std::string page_with(const PageText& page, const nlohmann::ordered_json& document);

}  // namespace umfi
