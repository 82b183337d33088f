# SPDX-License-Identifier: Apache-2.0
# Front door. Every target is safe to run again.
BUILD ?= build

.PHONY: help start stop build install check quick asan tsan faults fuzz hostile mutations bench soak eval eval-skills corpus train train-jobs lint fmt golden clean packages baseline deb check-deb reproducible sbom dist

help:
	@echo 'make start    install what is missing, build, start the service on 127.0.0.1:8080'
	@echo 'make stop     stop it'
	@echo 'make check    install what the tests need, build, run every test (what CI runs)'
	@echo 'make build    build only          make quick   build and run the quick tests'
	@echo 'make asan     tests under the address and undefined-behaviour sanitizers'
	@echo 'make tsan     service and store under the thread sanitizer'
	@echo 'make faults   every call of whole requests fails once (an hour)'
	@echo 'make fuzz     a minute of libFuzzer for every target'
	@echo 'make hostile  bad files of every kind through the service'
	@echo 'make mutations  5,000 mutated PDFs and DOCX through the service'
	@echo 'make bench    benchmarks, writes docs/benchmarks.md      BASE=commit: compare counts with it'
	@echo 'make soak     an hour of mixed load, which nothing may grow under'
	@echo 'make eval     accuracy, writes docs/accuracy.md'
	@echo 'make lint     clang-format check, cppcheck      make fmt   format the C sources'
	@echo 'make golden   rewrite what tests/golden expects of its documents'
	@echo 'make baseline rewrite the figures that the accuracy test compares with'
	@echo 'make corpus   documents and labels for training into corpus/ (docs/corpus.md)'
	@echo 'make deb      Debian packages in build-deb/   make check-deb   try them in a fresh Debian'
	@echo 'make dist     release archives with checksums in build-dist/'
	@echo 'make reproducible  the same bytes from two builds   make sbom   bill of materials (SPDX)'
	@echo 'make install  program, manual pages, libvitae ... (DESTDIR and PREFIX apply)'

packages:
	@scripts/install-packages build

$(BUILD)/build.ninja: | packages
	@meson setup $(BUILD) --optimization=2

build: packages $(BUILD)/build.ninja
	@ninja -C $(BUILD) --quiet src/cli/vitae 2>/dev/null || ninja -C $(BUILD)

start: build
	@scripts/start $(BUILD)/src/cli/vitae

stop:
	@scripts/stop

quick: build
	@ninja -C $(BUILD) && meson test -C $(BUILD) --suite quick --print-errorlogs

check:
	@scripts/check

asan:
	@scripts/check asan

tsan:
	@scripts/check tsan

faults: build
	@ninja -C $(BUILD) && python3 tests/faults/faults.py

fuzz:
	@for t in $$(sed -n "s/^  '\([a-z_]*\)': \['.*/\1/p" fuzz/meson.build); do fuzz/run $$t 60 || exit 1; done

# Bad files of every kind, and mutations of good ones, through a started service (docs/security.md).
hostile: build
	@VITAE=$(abspath $(BUILD))/src/cli/vitae python3 tests/hostile/hostile.py

mutations: build
	@VITAE=$(abspath $(BUILD))/src/cli/vitae python3 tests/hostile/mutate.py 5000

# BASE=commit: instruction counts of that commit beside this tree's, nothing else.
bench: build
	@scripts/install-packages bench
	@ninja -C $(BUILD) --quiet bench/bench_engine bench/bench_bare bench/bench_commit bench/bench_skills bench/bench_sandbox bench/bench_queue
	@python3 bench/run.py --build $(BUILD) $(if $(BASE),--base $(BASE))

# An hour of mixed load; memory, descriptors and the rest must not grow (docs/benchmarks.md).
soak: build
	@VITAE=$(abspath $(BUILD))/src/cli/vitae nice python3 tests/soak/soak.py --keep

eval: build
	@ninja -C $(BUILD) --quiet bench/bench_engine
	@python3 tools/eval.py --vitae $(BUILD)/src/cli/vitae --bench $(BUILD)/bench/bench_engine
	@$(MAKE) --no-print-directory eval-skills BUILD=$(BUILD)

# Skills, job descriptions and matching (docs/skills.md, docs/matching.md).
eval-skills: build
	@ninja -C $(BUILD) --quiet bench/bench_skills tests/accuracy/skills_accuracy tests/accuracy/skill_sheet \
	    tests/accuracy/job_accuracy tests/accuracy/fit_accuracy
	@python3 tools/eval_skills.py $(BUILD)

# The reader again: corpus, features, training, probabilities (docs/reader.md; hours on two cores).
train: corpus
	@tools/train/train.sh corpus $(BUILD)/src/cli/vitae data/models/reader.net $(MINUTES) $(UNLABELLED)
	@touch src/parse/meson.build && ninja -C $(BUILD) --quiet src/cli/vitae
	@$(BUILD)/src/cli/vitae train --kind confidence --in corpus/tune --test corpus/test \
	    --out data/models/confidence.lr

# What reads job descriptions (docs/matching.md).
train-jobs: build
	@python3 tools/train/job_ads.py data/labels/jobs/phrases corpus/ads --count 2000 --seed 5 \
	    --also data/labels/outside/jobs/seen
	@$(BUILD)/src/cli/vitae train --kind sentences --in data/labels/jobs --extra corpus/ads \
	    --out data/models/sentences.crf --l1 0.05 --l2 1 --iterations 120 --quiet
	@python3 tools/train/fit_words.py data/labels/jobs data/labels/jobs/phrases data/personas data/models/words.tsv

lint:
	@scripts/lint

fmt:
	@find src tests fuzz bench -name '*.[ch]' | xargs clang-format -i

golden: build
	@python3 tools/golden.py --vitae $(BUILD)/src/cli/vitae --update

install: build
	@$(if $(PREFIX),meson configure $(BUILD) -Dprefix=$(PREFIX))
	@ninja -C $(BUILD) && meson install -C $(BUILD) --no-rebuild $(if $(DESTDIR),--destdir $(abspath $(DESTDIR)))

# build-deb/*.deb; the second installs them into a fresh Debian and runs the service there (root).
deb:
	@scripts/build-deb

check-deb: deb
	@scripts/check-package

# build-dist/: source, program and bill of materials, with their checksums.
dist:
	@scripts/dist

# The same bytes from two builds in two folders.
reproducible:
	@scripts/check-reproducible

sbom: build
	@python3 tools/sbom.py . $(BUILD)/src/cli/vitae $(BUILD)/vitae.spdx.json && echo $(BUILD)/vitae.spdx.json

clean:
	@rm -rf build build-*

# What `vitae eval` gives on the committed documents: the figures that must not fall.
baseline: build
	@$(BUILD)/src/cli/vitae eval --labels tests/accuracy/documents --docs tests/accuracy/documents \
	    --reference-date 2026-11-22 --json >tests/accuracy/baseline.json

corpus: build
	@scripts/install-packages corpus
	@nice tools/corpus/all.sh corpus $(BUILD)/src/cli/vitae
