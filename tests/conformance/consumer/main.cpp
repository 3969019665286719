#include <iostream>
#include <umfi/umfi.hpp>

int main() {
  const umfi::Table table = umfi::simulate("correlation", 200, /*seed=*/1);
  const umfi::PowerResult power = umfi::measure_power(table, {.target = "y"});
  std::cout << power.rows << " rows, R² above 0.5: " << (power.mean > 0.5 ? "yes" : "no") << '\n';
}
