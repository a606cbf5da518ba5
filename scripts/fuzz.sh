#!/usr/bin/env bash
# fuzz.sh [TARGET]: libFuzzer with AddressSanitizer on the parsers of foreign bytes, built without the server and without
# any Swift package. One target runs until Ctrl-C (or FUZZ_SECONDS), without a target all run in turn, 300 s each (or
# FUZZ_SECONDS). Findings lie in .build-fuzz/findings; what was learned, in .build-fuzz/corpus, serves the next run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly folder=.build-fuzz corpora=fixtures/fuzz
export SWIFT_BACKTRACE=enable=no # libFuzzer reports crashes itself

if [[ $# -gt 0 && ! -d $corpora/$1 ]]; then
  echo "fuzz: no target $1; there are: $(ls $corpora | xargs)" >&2
  exit 1
fi

scripts/parsers-package.sh $folder
mkdir -p $folder/corpus $folder/findings
# Of several `-sanitize` the compiler takes the last, so it needs both in one.
swift build --package-path $folder -c release --product LibFuzzer --sanitize=fuzzer --sanitize=address \
  -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing
if [[ -n ${FUZZ_BUILD_ONLY:-} ]]; then exit; fi

# feed TARGET SECONDS: 0 seconds are no limit.
feed() {
  mkdir -p "$folder/corpus/$1"
  FUZZ_TARGET=$1 FUZZ_DICTIONARY=$folder/$1.dictionary $folder/.build/release/LibFuzzer \
    -dict="$folder/$1.dictionary" -max_len=4096 -timeout=20 -rss_limit_mb=3072 -max_total_time="$2" \
    -print_final_stats=1 -artifact_prefix="$folder/findings/$1-" "$folder/corpus/$1" "$corpora/$1"
}

# tell TARGET STATUS: what libFuzzer's exit status says of a run. False where something was found.
tell() {
  local inputs
  inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$1.log")
  case $2 in
    0) echo "$1: ${inputs:-no} inputs, nothing found" ;;
    72) echo "$1: stopped" && exit ;;
    *) echo "$1: found something, see the end of $folder/$1.log" && return 1 ;;
  esac
}

failed=0
if [[ $# -gt 0 ]]; then
  status=0
  feed "$1" "${FUZZ_SECONDS:-0}" 2>&1 | tee "$folder/$1.log" || status=$?
  tell "$1" $status || failed=1
else
  for path in "$corpora"/*/; do
    target=$(basename "$path")
    status=0
    feed "$target" "${FUZZ_SECONDS:-300}" >"$folder/$target.log" 2>&1 || status=$?
    tell "$target" $status || failed=1
  done
fi
if [[ $failed -ne 0 ]]; then
  echo "Fix it, test first, and copy the file from $folder/findings to $corpora (\`refused-…\` if it is to be refused)."
  exit 1
fi
