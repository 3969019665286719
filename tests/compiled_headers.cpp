// What CMake needs to compile the headers that all tests share.
