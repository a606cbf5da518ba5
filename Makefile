# Every target can be run again; what is there already is not made or fetched a second time.
.PHONY: help setup build demo test bench coverage format fuzz sanitize train package release

help:
	@echo "make demo    build and show a whole enrollment on this machine"
	@echo "make test    run every test"
	@echo "make bench   measure real servers beside the bare engine calls: one table; PART=face, or light, shares, enrollment, memory, start, commits, replay, search, capture, capacity, desk, streams, decoders, for that part alone"
	@echo "make fuzz    feed the parsers of foreign bytes what nobody would send; TARGET=NAME for one of them"
	@echo "make sanitize  run the tests of the parsers under AddressSanitizer and ThreadSanitizer"
	@echo "make coverage  show that the tests of the enrollment core reach all of it"
	@echo "make train   make the networks of packs/liveness anew: an hour of one core, goes on where it was stopped; NETWORK=mrz those of packs/documents: an hour of two cores"
	@echo "make build   build the program only: .build/release/onboarding"
	@echo "make package  pack the program as a Debian package and a tarball: .build/package"
	@echo "make release  the packages with a bill of materials, sums and signatures: .build/published; RELEASE_KEY=FILE signs them"
	@echo "make setup   fetch system packages, inference engine, models and test photographs"
	@echo "make format  write the house format into every Swift file"

setup:
	@scripts/setup.sh

build: setup docs/openapi.html
	@scripts/swift.sh build --product onboarding

# The page of the interface, as the server and the package have it.
docs/openapi.html: docs/openapi.yaml scripts/render_docs.py | setup
	@$(or $(PYTHON),/usr/bin/python3) -B scripts/render_docs.py $< $@

demo: build
	@.build/release/onboarding demo

test: setup docs/openapi.html
	@scripts/test.sh

bench: build
	@scripts/swift.sh build --product benchmarks
	@echo "Commit $$(git describe --always --dirty --exclude '*')"
	@.build/release/benchmarks $(PART)

coverage:
	@scripts/coverage.sh

fuzz: setup
	@scripts/fuzz.sh $(TARGET)

sanitize: setup
	@scripts/sanitize.sh

format:
	@swift format format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks clients/swift

train: setup
	@scripts/train.sh $(NETWORK) $(STEP)

package: build
	@packaging/build.sh

# Said before a build of minutes: that there is no key.
release:
	@packaging/release.py --check
	@$(MAKE) --no-print-directory build
	@packaging/release.py
