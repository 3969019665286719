#include "report/wording.hpp"

#include <fmt/format.h>

#include <cctype>
#include <numeric>
#include <sstream>

#include "report/text_table.hpp"
#include "umfi/csv.hpp"

namespace umfi {

std::string with_metric(double value, const Metric& metric) {
  return metric.is_unit ? fmt::format("{:.4f} {}", value, metric.title) : fmt::format("{} {:.4f}", metric.title, value);
}

std::string power_lines(const RankResult& result, const TextStyle& style) {
  std::string text = "All features together: " + with_metric(result.full, result.metric);
  if (result.options.repeats - static_cast<int>(result.missing_repeats) > 1)
    text += fmt::format(" (sd {:.4f})", result.full_sd);
  text += fmt::format("; null model {:.4f}, {}.", result.null, result.metric.null_model);
  return lines_of(text, style);
}

std::vector<std::string> spelled_sentences(const std::vector<std::string>& warnings, const OptionSpelling& spelling) {
  std::vector<std::string> sentences;
  for (const std::string& warning : warnings) {
    std::string sentence = spelled(warning, spelling) + ".";
    sentence.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence.front())));
    sentences.push_back(std::move(sentence));
  }
  return sentences;
}

std::string warning_lines(const std::vector<std::string>& warnings, const TextStyle& style) {
  constexpr std::string_view label = "Warning:";
  std::string text;
  for (const std::string& warning : warnings) {
    std::string lines = lines_of(fmt::format("{} {}.", label, warning), style);
    if (style.colour && lines.starts_with(label))
      lines.replace(0, label.size(), fmt::format("\x1b[33m{}\x1b[0m", label));
    text += lines;
  }
  return text;
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string repeats_text(const RankResult& result) {
  const auto asked = static_cast<std::size_t>(result.options.repeats);
  const std::string all = counted(asked, "repeat");
  return result.missing_repeats == 0 ? all : fmt::format("{} of {}", asked - result.missing_repeats, all);
}

namespace {

struct OptionWriter {
  nlohmann::ordered_json operator()(std::monostate) const { return nullptr; }
  template <class Value>
  nlohmann::ordered_json operator()(const Value& value) const {
    return value;
  }
};

}  // namespace

nlohmann::ordered_json options_json(const std::vector<NamedOption>& options) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const NamedOption& option : options) {
    const auto* const text = std::get_if<std::string>(&option.value.form());
    const bool is_empty = text != nullptr && text->empty();  // a name that is not given
    json[option.name] = is_empty ? nlohmann::ordered_json() : std::visit(OptionWriter{}, option.value.form());
  }
  return json;
}

nlohmann::ordered_json remarks_json(const std::vector<ColumnRemark>& remarks) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const ColumnRemark& remark : remarks)
    json.push_back({{"column", remark.column},
                    {"concern", name_of(remark.concern)},
                    {"left_out", remark.is_left_out},
                    {"text", spelled(remark.text, plain_spelling)},
                    {"mend", spelled(remark.mend, plain_spelling)}});
  return json;
}

nlohmann::ordered_json missing_json(const MissingValues& missing) {
  const auto list = [](const std::vector<MissingValues::InColumn>& columns) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const MissingValues::InColumn& column : columns)
      json.push_back({{"column", column.column}, {"rows", column.rows}});
    return json;
  };
  return {{"rows", missing.rows},
          {"complete", missing.complete},
          {"columns", list(missing.columns)},
          {"complete_without", list(missing.without)}};
}

nlohmann::ordered_json use_json(const DataUse& use) {
  nlohmann::ordered_json kinds = nlohmann::ordered_json::array();
  for (const Kind kind : use.kinds) kinds.push_back(name_of(kind));
  return {{"given_rows", use.given_rows},
          {"classes", use.classes},
          {"kinds", kinds},
          {"remarks", remarks_json(use.remarks)},
          {"missing", missing_json(use.missing)}};
}

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Column text_column(std::string title, std::vector<std::string> cells) {
  std::vector<double> codes(cells.size());
  std::iota(codes.begin(), codes.end(), 0.0);
  return Column::labels(std::move(title), std::move(codes), std::move(cells), Kind::ordinal);
}

std::string csv_text(const Table& table) {
  std::ostringstream out;
  write_csv(out, table);
  return out.str();
}

}  // namespace umfi
