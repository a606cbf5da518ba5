#!/usr/bin/env bash
# Shows what of OnboardingCore its own tests reach, region by region, and fails below 100 % of regions and functions.
# Works on a copy of the manifest with these targets alone, so that nothing else has to be built with instruments.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=.build-coverage
mkdir -p "$work"
ln -sfn ../Sources "$work/Sources"
ln -sfn ../Tests "$work/Tests"
cat >"$work/Package.swift" <<'MANIFEST'
// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "coverage",
    targets: [
        .target(name: "OnboardingCore"),
        .target(name: "TestSupport", path: "Tests/Support"),
        .testTarget(name: "OnboardingCoreTests", dependencies: ["OnboardingCore", "TestSupport"], exclude: ["Golden"]),
    ],
    swiftLanguageModes: [.v6]
)
MANIFEST

swift test --package-path "$work" --enable-code-coverage --disable-xctest
profile=$(swift test --package-path "$work" --show-codecov-path)
profile=${profile%/*}/default.profdata
program=$(find "$work/.build/debug/" -maxdepth 1 -name '*.xctest' | head -n 1)
# The toolchain's own, beside its compiler: another version does not read the profile.
sources=$PWD/$work/Sources/OnboardingCore
llvm_cov=$(dirname "$(realpath "$(command -v swift)")")/llvm-cov
report=$("$llvm_cov" report "$program" -instr-profile="$profile" "$sources")
echo "$report"
# Columns of the line TOTAL: regions, missed, cover; functions, missed, executed; lines, missed, cover.
read -r _ _ missed_regions _ _ missed_functions _ <<<"$(grep '^TOTAL' <<<"$report")"
if [[ $missed_regions -ne 0 || $missed_functions -ne 0 ]]; then
  "$llvm_cov" show "$program" -instr-profile="$profile" "$sources" \
    -show-regions -region-coverage-lt=100 || true
  echo "coverage: $missed_regions regions and $missed_functions functions of OnboardingCore are not reached"
  exit 1
fi
echo "coverage: every region and function of OnboardingCore is reached"
