#!/usr/bin/env bash
# swift.sh build|test ARGUMENTS: every build and every test run goes through here, because one differing flag would
# compile all dependencies a second time. Release with testing enabled serves the demo and the tests alike.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec swift "$1" -c release -Xswiftc -enable-testing "${@:2}"
