// A digest of words and texts in their order, by which changes are noticed. It protects from mistakes and damage, not
// from forgery.
//
//   Digest digest;
//   digest.add(std::uint64_t{rows});
//   digest.add(name);
//   digest.word();  // 64 bits; digest.text() has 128
//
// Digests are kept in run files: another way of mixing is another format of run files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace umfi {

// Two chains over the same words, which differ in how they take a word in.
class Digest {
 public:
  void add(std::uint64_t word);
  // Its length, then its bytes: "ab", "c" and "a", "bc" differ.
  void add(std::string_view text);

  std::uint64_t word() const { return second_; }
  // All 128 bits, as 32 hexadecimal digits.
  std::string text() const;

 private:
  std::uint64_t first_ = 1;
  std::uint64_t second_ = 2;
};

}  // namespace umfi
