#!/usr/bin/env bash
# parsers-package.sh FOLDER: makes FOLDER a Swift package of the parsers without the server, from Tests/Fuzz/LibFuzzer/Package.swift.
# A package of its own, because sanitizers are not for the hundred modules below the server.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mkdir -p "$1"
for link in Sources Tests .deps fixtures models; do ln -sfn "../$link" "$1/$link"; done
cmp -s Tests/Fuzz/LibFuzzer/Package.swift "$1/Package.swift" || cp Tests/Fuzz/LibFuzzer/Package.swift "$1/"
