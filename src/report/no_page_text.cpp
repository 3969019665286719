#include "report/page_text.hpp"

namespace umfi {

PageText page_text() {
  return {};
}

}  // namespace umfi
