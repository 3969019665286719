#include <memory>
#include <sstream>

#include "cli/option_flags.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  std::string name;
  std::size_t rows = 1000;
  std::uint64_t seed = 1;
  OutputFile output;
};

void run(const Arguments& arguments) {
  arguments.output.check({});
  std::ostringstream out;
  write_csv(out, simulate(arguments.name, arguments.rows, arguments.seed));
  arguments.output.write(out.str());
}

}  // namespace

void add_simulate(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand("simulate", "Write data of a simulation with known truth as CSV");
  verb->add_option("simulation", arguments->name, "Which one; see above")->required();
  add_option(*verb,
             {.name = "rows",
              .type = OptionType::integer,
              .help = "How many rows",
              .standard = 1000,
              .range = {.lowest = 1, .highest = 4294967295, .text = "at least 1 and below 2^32"}},
             [arguments](const OptionValue& value) { arguments->rows = static_cast<std::size_t>(value.integer()); });
  add_seed(*verb, arguments->seed);
  arguments->output.add_to(*verb);
  std::string footer = "Simulations (Janssen, Guan and Robeva 2023):\n";
  for (const Simulation& simulation : simulations()) {
    footer += "  " + std::string(simulation.name) + "\n      " + std::string(simulation.formula) + "\n";
    footer += "      truth: " + std::string(simulation.truth) + "\n";
  }
  verb->footer(footer + "\nExample:\n  umfi simulate blood-relation --rows 1000 --seed 1 > d.csv");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
