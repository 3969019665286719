// Where CSV bytes come from: a file (gzip or plain), standard input, or memory. Sources can be read twice,
// because a column may turn out to be text only near the end of the file.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "umfi/context.hpp"

namespace umfi {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Fills the buffer as far as there are bytes; fewer than asked for only at the end.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
};

// How reading is kept within bounds.
struct ReadBounds {
  std::size_t most_bytes;       // of memory for the table
  std::function<void()> check;  // called between pieces; throws where reading is to stop
};

ReadBounds bounds_for(std::size_t most_bytes, const Context& context);

// Opens the bytes from their start; can be called again.
struct CsvInput {
  std::string name;  // for messages
  std::function<std::unique_ptr<ByteSource>()> open;
  ReadBounds bounds;
};

// A path, or "-" for standard input. Pipes are kept in memory, since they cannot be read twice.
CsvInput csv_file(const std::string& path, ReadBounds bounds);
// The text must outlive the input.
CsvInput csv_text(std::string_view text, std::string name, ReadBounds bounds);

}  // namespace umfi
