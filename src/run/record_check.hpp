// Whether a study may be resumed under the record that is asked for.
#pragma once

#include <string>

#include "umfi/item_store.hpp"

namespace umfi {

// What is to be done: the asked record with what the held one has beside it. Throws UsageError, with a sentence that
// says what differs, where the two are different studies. `name` is what holds the study.
StudyRecord merge_records(const StudyRecord& held, const StudyRecord& asked, const std::string& name);

}  // namespace umfi
