#include <fmt/format.h>

#include <map>
#include <memory>
#include <sstream>

#include "cli/verbs.hpp"
#include "umfi/options.hpp"

namespace umfi::cli {
namespace {

using Entries = std::vector<OptionEntry> (*)(const Parts&);

const std::map<std::string, Entries>& verbs() {
  static const std::map<std::string, Entries> all{{"rank", options_of<RankOptions>},
                                                  {"compare", options_of<CompareOptions>},
                                                  {"diagnose", options_of<DiagnoseOptions>},
                                                  {"power", options_of<PowerOptions>},
                                                  {"remove", options_of<RemoveOptions>}};
  return all;
}

std::string_view name_of(OptionType type) {
  switch (type) {
    case OptionType::flag: return "flag";
    case OptionType::integer: return "integer";
    case OptionType::natural: return "natural";
    case OptionType::number: return "number";
    case OptionType::text: return "text";
    case OptionType::texts: return "texts";
    case OptionType::word: return "word";
    case OptionType::words: return "words";
  }
  return {};
}

Column text_column(const std::string& title, const std::vector<OptionEntry>& entries,
                   const std::function<std::string(const OptionEntry&)>& text_of) {
  std::vector<std::string> cells;
  std::vector<double> codes;
  for (const OptionEntry& entry : entries) {
    codes.push_back(static_cast<double>(cells.size()));
    cells.push_back(text_of(entry));
  }
  return Column::labels(title, std::move(codes), std::move(cells), Kind::ordinal);
}

std::string standard_of(const OptionEntry& entry) {
  return entry.standard_text.empty() ? fmt::format("{}", fmt::join(entry.standard.written(), ","))
                                     : entry.standard_text;
}

void run(const std::string& verb) {
  const auto found = verbs().find(verb);
  if (found == verbs().end()) {
    std::string known;
    for (const auto& [name, entries] : verbs()) known += (known.empty() ? "" : ", ") + name;
    throw UsageError::unknown_name("verb with options of a study", verb, known);
  }
  const std::vector<OptionEntry> entries = found->second(built_in_parts());
  Table table;
  table.add(text_column("option", entries, [](const OptionEntry& e) { return e.name; }));
  table.add(text_column("type", entries, [](const OptionEntry& e) { return std::string(name_of(e.type)); }));
  table.add(text_column("default", entries, standard_of));
  table.add(
      text_column("words", entries, [](const OptionEntry& e) { return fmt::format("{}", fmt::join(e.words, " ")); }));
  table.add(
      text_column("parts", entries, [](const OptionEntry& e) { return fmt::format("{}", fmt::join(e.parts, " ")); }));
  table.add(text_column("help", entries, [](const OptionEntry& e) { return e.help; }));
  std::ostringstream out;
  write_csv(out, table);
  OutputFile().write(out.str());
}

}  // namespace

void add_options_verb(CLI::App& app) {
  auto verb_name = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("options", "List the options of a command as CSV, for programs that call umfi");
  verb->add_option("verb", *verb_name, "rank, compare, diagnose, power or remove")->required();
  verb->footer("Example:\n  umfi options rank");
  verb->callback([verb_name] { run(*verb_name); });
}

}  // namespace umfi::cli
