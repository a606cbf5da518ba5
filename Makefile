# Every target can be run again; what is there already is not made or fetched a second time.
.PHONY: help setup build demo test format

help:
	@echo "make demo    build and show a whole enrollment on this machine"
	@echo "make test    run every test"
	@echo "make build   build the program only: .build/release/onboarding"
	@echo "make setup   fetch system packages, inference engine, models and test photographs"
	@echo "make format  write the house format into every Swift file"

setup:
	@scripts/setup.sh

build: setup
	@scripts/swift.sh build --product onboarding

demo: build
	@.build/release/onboarding demo

test: setup
	@scripts/test.sh

format:
	@swift format format --in-place --parallel --recursive Package.swift Sources Tests
