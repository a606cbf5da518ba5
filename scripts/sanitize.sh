#!/usr/bin/env bash
# sanitize.sh: the tests of parsers, images, videos and cryptography under AddressSanitizer and then under ThreadSanitizer, and every
# input of the fuzz corpora once under AddressSanitizer. Debian's libraries come as Debian builds them: what they do wrong within
# memory of their own is not seen, what they do to ours is. Fails where a sanitizer says anything.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly folder=.build-sanitize corpora=fixtures/fuzz
# NetworkTests are left out: OpenVINO's threads synchronise in ways that ThreadSanitizer does not see.
readonly tests='VisionTests|VideoTests|CryptoTests|OnboardingAPITests' skipped='NetworkTests|CompiledNetworksTests|ModelFolderTests'
# What Swift's runtime keeps for the whole life of a process is no leak.
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 TSAN_OPTIONS=halt_on_error=1
export SWIFT_BACKTRACE=enable=no

scripts/parsers-package.sh "$folder"
failed=0
for kind in address thread; do
  status=0
  WITHOUT_LIBFUZZER=1 swift test --package-path $folder --scratch-path "$folder/$kind" -c release -Xswiftc -enable-testing \
    --sanitize=$kind --disable-xctest --filter "$tests" --skip "$skipped" >"$folder/$kind.log" 2>&1 || status=$?
  closing=$(grep -E '^(✔|✘) +Test run with [0-9]+ tests?' "$folder/$kind.log" | tail -n 1 || true)
  echo "$kind: ${closing:-no closing line, see the end of $folder/$kind.log}"
  if [[ $status -ne 0 || $closing != ✔* ]] || grep -qE '(Address|Thread)Sanitizer' "$folder/$kind.log"; then
    echo "$kind: found something, see $folder/$kind.log"
    failed=1
  fi
done

FUZZ_BUILD_ONLY=1 scripts/fuzz.sh >"$folder/libfuzzer.log" 2>&1
for path in "$corpora"/*/; do
  target=$(basename "$path")
  if ! FUZZ_TARGET=$target FUZZ_DICTIONARY=$folder/$target.dictionary .build-fuzz/.build/release/LibFuzzer \
    -runs=0 -timeout=20 -rss_limit_mb=3072 "$path" >"$folder/$target.log" 2>&1; then
    echo "$target: found something, see the end of $folder/$target.log"
    failed=1
  fi
done
[[ $failed -eq 0 ]] && echo "sanitize: nothing found"
exit $failed
