// Any bytes in a run file must give a result or an umfi::Error, to those who read it and to those who would go on.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include "umfi/error.hpp"
#include "umfi/report.hpp"
#include "umfi/run_file.hpp"
#include "umfi/stored_study.hpp"

namespace {

// In memory where there is such a place: files are written some thousand times a second.
const std::string& scratch_path() {
  static const std::string path =
      "/dev/shm/umfi-fuzz-" + std::to_string(reinterpret_cast<std::uintptr_t>(&path)) + ".umfi";
  return path;
}

void write_bytes(const std::uint8_t* data, std::size_t size) {
  std::FILE* file = std::fopen(scratch_path().c_str(), "wb");
  if (file == nullptr) return;
  std::fwrite(data, 1, size, file);
  std::fclose(file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  write_bytes(data, size);
  try {
    const umfi::StudyResult result = umfi::read_study(scratch_path());
    for (const umfi::Format format : {umfi::Format::table, umfi::Format::json, umfi::Format::csv})
      std::visit([&](const auto& one) { umfi::render(one, format); }, result);
    if (const auto* ranking = std::get_if<umfi::RankResult>(&result)) umfi::score_chart(*ranking);
  } catch (const umfi::Error&) {
  }
  try {
    const umfi::RunFile file(scratch_path());
  } catch (const umfi::Error&) {
  }
  std::remove(scratch_path().c_str());
  std::remove((scratch_path() + "-journal").c_str());
  return 0;
}
