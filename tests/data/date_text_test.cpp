#include "data/date_text.hpp"

#include <gtest/gtest.h>

namespace umfi {
namespace {

TEST(DateText, the_usual_ways_to_write_dates_and_times_are_known) {
  for (const char* text :
       {"2011-01-31", "2011/1/5", "31.1.2011", "1.12.11", "1/31/2011", "31/1/11", "31-Jan-2011", "5 March 2020",
        "Jan 31, 2011", "2011-01-31 12:30", "2011-01-31T12:30:15Z", "2011-01-31T12:30:15.123+02:00",
        "1/31/2011 9:05 PM", "12:30", "12:30:15", "9:05 AM", "2011-01", "Jan 31, 2011 12:30:15"})
    EXPECT_TRUE(is_date_or_time(text)) << text;
}

TEST(DateText, other_text_and_numbers_are_no_dates) {
  for (const char* text : {"", "2011", "1.5", "12", "a-b-c", "1-2", "10.0.0.1", "192.168.1.1", "1-800-555", "3:2",
                           "12:75", "2011-13-31", "45.45.45", "7-11", "abc 31, 2011", "Third", "S", "12.5.", "1/2"})
    EXPECT_FALSE(is_date_or_time(text)) << text;
}

}  // namespace
}  // namespace umfi
