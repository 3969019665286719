# make demo    install what is missing, build, run the main job on built-in data, write a report
# make test    install what is missing, build, run all tests (also under the sanitizers)
# make build   the program is then build/umfi
# make bench   compare speed and results with R's ranger
# make lint    clang-format and clang-tidy
# make test-sanitizers    all tests under the sanitizers
# make test-statistical   the long comparisons with reference numbers
# make fuzz    a few minutes of fuzzing the readers of CSV and of run files

JOBS ?= $(shell nproc)
SECONDS_TO_FUZZ ?= 180
SOURCES = $(shell git ls-files '*.cpp' '*.hpp')

.PHONY: build demo test test-sanitizers test-statistical bench lint format fuzz clean

build:
	tools/install-deps
	cmake --preset default
	cmake --build build --parallel $(JOBS)

demo: build
	tools/demo build/umfi

test:
	tools/install-deps --test
	tools/run-tests $(JOBS)

test-sanitizers:
	tools/install-deps --test
	UMFI_ALL_SANITIZED=1 tools/run-tests $(JOBS)

test-statistical:
	tools/install-deps
	cmake --preset dev
	cmake --build build/dev --parallel $(JOBS)
	UMFI_LONG_TESTS=1 build/dev/tests/umfi-statistical-tests

bench:
	tools/install-deps --bench
	cmake --preset bench
	cmake --build build/bench --parallel $(JOBS)
	bench/run build/bench

lint:
	tools/install-deps --lint
	clang-format --dry-run --Werror $(SOURCES)
	cmake --preset lint
	printf '%s\n' $(filter src/%.cpp,$(SOURCES)) | xargs -n 4 -P $(JOBS) clang-tidy --quiet -p build/lint

format:
	clang-format -i $(SOURCES)

fuzz:
	tools/install-deps --fuzz
	cmake --preset fuzz
	cmake --build build/fuzz --parallel $(JOBS) --target tests/fuzz/all
	tools/run-fuzzers build/fuzz $(SECONDS_TO_FUZZ)

clean:
	rm -rf build
