#include "core/digest.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <set>

namespace umfi {
namespace {

std::uint64_t digest_of(std::initializer_list<std::string_view> texts) {
  Digest digest;
  for (const std::string_view text : texts) digest.add(text);
  return digest.word();
}

TEST(Digest, a_flipped_bit_anywhere_is_noticed) {
  std::set<std::uint64_t> words;
  std::set<std::string> texts;
  for (unsigned bit = 0; bit < 192; ++bit) {
    Digest digest;
    for (unsigned place = 0; place < 3; ++place)
      digest.add(std::uint64_t{place == bit / 64 ? std::uint64_t{1} << bit % 64 : 0});
    words.insert(digest.word());
    texts.insert(digest.text());
  }
  EXPECT_EQ(words.size(), 192U);
  EXPECT_EQ(texts.size(), 192U);
}

TEST(Digest, where_a_text_ends_and_their_order_matter) {
  EXPECT_NE(digest_of({"ab", "c"}), digest_of({"a", "bc"}));
  EXPECT_NE(digest_of({"a", "b"}), digest_of({"b", "a"}));
  EXPECT_NE(digest_of({"", "a"}), digest_of({"a", ""}));
  EXPECT_NE(digest_of({}), digest_of({""}));
  EXPECT_EQ(digest_of({"a", "b"}), digest_of({"a", "b"}));
}

// Run files hold fingerprints: this one was made by the digest when it was part of data/fingerprint.
TEST(Digest, stays_what_it_was) {
  Digest digest;
  digest.add(std::uint64_t{2});
  digest.add("umfi");
  EXPECT_EQ(digest.text(), "ae37b3450a7569cb019497bd49c419a4");
}

}  // namespace
}  // namespace umfi
