#!/usr/bin/env bash
# Builds and runs every test after `scripts/setup.sh`. The last line is `N passed, N failed`, also when something
# breaks before the tests begin; the exit code is 0 only when nothing failed. Skipped tests are in neither number. Each
# part says how long it took beside its budget (docs/testing.md); being late fails nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=${PYTHON:-/usr/bin/python3}
passed=0
failed=0
work=$(mktemp -d)

finish() {
  local status=$?
  rm -rf "$work"
  if [[ $status -ne 0 && $failed -eq 0 ]]; then failed=1; fi
  if [[ $failed -eq 0 ]]; then
    echo "Everything passed: commit, or run \`make demo\`."
  else
    echo "Look above for the lines with ✘, error or FAIL."
  fi
  echo "$passed passed, $failed failed"
  [[ $failed -eq 0 ]] || exit 1
}
trap finish EXIT

# Seconds for which the cores of this machine were busy since it started, all of them added.
busy_seconds() {
  local name user nice system idle waiting interrupts soft_interrupts rest
  read -r name user nice system idle waiting interrupts soft_interrupts rest </proc/stat
  echo $(((user + nice + system + interrupts + soft_interrupts) / $(getconf CLK_TCK)))
}

# part NAME BUDGET COMMAND...: one part of the run, with its time, the seconds that it should need, and for how many of them the
# cores were busy.
part() {
  local name=$1 budget=$2 begun=$SECONDS busy
  shift 2
  busy=$(busy_seconds)
  "$@"
  echo "$name took $((SECONDS - begun)) s of $budget s; $(nproc) cores were busy for $(($(busy_seconds) - busy)) s"
}

# count TITLE TESTS FAILED SKIPPED: adds one runner's result to the totals and says it in one line.
count() {
  local good=$(($2 - $3 - $4))
  if [[ $good -lt 0 ]]; then good=0; fi
  passed=$((passed + good))
  failed=$((failed + $3))
  echo "$1: $good of $2 passed, $3 failed, $4 skipped"
}

# install_optional_pack NAME WITHOUT: where it lies beside this checkout; WITHOUT says what the tests then do.
install_optional_pack() {
  local pack=../shared/models/$1
  if [[ -d $pack ]]; then
    "$python" -I scripts/fetch.py install "$1" --from "$pack"
  elif [[ -d models/$1 ]]; then
    echo "$1 is installed: the tests use it"
  else
    echo "skipped: no model pack $1 beside this checkout, so $2"
  fi
}

check_format() {
  if swift format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks clients/swift; then
    count "format" 1 0 0
  else
    echo "format: run \`make format\`"
    count "format" 1 1 0
  fi
}

# Builds the Swift client beside everything else: it is a package of its own, and towards the end of the server's build one
# target waits for the other while a core has nothing to do.
build_all() {
  local status=0 client
  nice swift build --build-tests --package-path clients/swift --scratch-path .build-client >"$work/client" 2>&1 &
  client=$!
  scripts/swift.sh build --build-tests || status=$?
  if ! wait "$client"; then
    cat "$work/client"
    status=1
  fi
  return $status
}

# run_swift_tests TITLE COMMAND...: Swift Testing says nothing after a crash, so a missing closing line is a failure of
# its own.
run_swift_tests() {
  local title=$1 log=$work/$1 status=0 closing failures skips tests
  shift
  "$@" 2>&1 | tee "$log" || status=$?
  closing=$(grep -E '^(✔|✘) +Test run with [0-9]+ tests?' "$log" | tail -n 1 || true)
  if [[ -z $closing ]]; then
    echo "$title: error: the closing line is missing, so the run did not reach its end"
    count "$title" 1 1 0
    return
  fi
  tests=$(sed -E 's/.*Test run with ([0-9]+) test.*/\1/' <<<"$closing")
  failures=$(grep -E '^✘ +Test .* failed after ' "$log" | grep -cvE '^✘ +Test (run with|case passing) ' || true)
  skips=$(grep -cE '^➜ +Test .* skipped(\.|:)' "$log" || true)
  if [[ $failures -eq 0 && ($status -ne 0 || $closing == ✘*) ]]; then failures=1; fi
  count "$title" "$tests" "$failures" "$skips"
}

# Every part of the benchmarks with the smallest numbers: that it runs to its end and gives rows of the table. What was
# measured is not looked at.
run_benchmarks() {
  local table=$work/benchmarks said=$work/benchmarks.said parts failures whole
  .build/release/benchmarks --smallest >"$table" 2>"$said" || true
  cat "$said"
  if ! read -r parts failures < <(sed -nE 's/^([0-9]+) parts, ([0-9]+) failed$/\1 \2/p' "$said"); then
    echo "benchmarks: error: the closing line is missing, so the run did not reach its end"
    count "benchmarks" 1 1 0
    return
  fi
  # Parts whose rows all have a name, a figure and three more columns.
  whole=$(awk -F ' *[|] *' 'NR > 4 { rows[$2]++; good[$2] += NF == 8 && $3 != "" && $4 ~ /^-?[0-9.]+( |$)/ }
    END { for (part in rows) whole += rows[part] == good[part]; print whole + 0 }' "$table")
  if [[ $whole -lt $((parts - failures)) ]]; then
    cat "$table"
    failures=$((parts - whole))
  fi
  count "benchmarks" "$parts" "$failures" 0
}

# count_python_tests TITLE COMMAND...: runs it and counts what one or more runs of unittest say at their ends.
count_python_tests() {
  local title=$1 status=0 tests failures skips
  local log=$work/$title
  shift
  "$@" 2>&1 | tee "$log" || status=$?
  tests=$(sum 's/^Ran ([0-9]+) tests? in .*/\1/p' <"$log")
  failures=$(grep -E '^FAILED \(' "$log" | grep -oE '(failures|errors|unexpected successes)=[0-9]+' | sum 's/.*=//p' || true)
  skips=$(grep -E '^(OK|FAILED) \(' "$log" | grep -oE 'skipped=[0-9]+' | sum 's/.*=//p' || true)
  if [[ $status -ne 0 && $failures -eq 0 ]]; then failures=1; fi
  count "$title" "$tests" "$failures" "$skips"
}

# sum EXPRESSION: of the numbers that the expression of sed leaves of standard input's lines.
sum() {
  sed -nE "$1" | awk '{ total += $1 } END { print total + 0 }'
}

# prepare_virtual_environment FOLDER REQUIREMENTS: made anew where the interpreter or the list has changed.
prepare_virtual_environment() {
  local wanted
  wanted="$("$python" --version) $(sha256sum <"$2")"
  if [[ -f $1/complete && $(<"$1/complete") == "$wanted" ]]; then return; fi
  echo "virtual environment: installing the packages of $2"
  rm -rf "$1"
  "$python" -m venv "$1"
  "$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
    --require-hashes --requirement "$2" || return
  echo "$wanted" >"$1/complete"
}

# Six modules at a time: each has servers of its own, and spends most of its time waiting for them. Those that take
# longest come first, or one of them is left alone at the end.
acceptance_tests() {
  {
    printf 'Tests/Acceptance/test_%s.py\n' \
      crash command enrollment syslog mail credentials key_rotation contract disk clock admin webhooks
    find Tests/Acceptance -name 'test_*.py' | sort
  } | awk '!seen[$0]++' |
    xargs --max-args 1 --max-procs 6 scripts/test-module.sh .venv/bin/python
}

run_acceptance_tests() {
  prepare_virtual_environment .venv scripts/requirements-test.txt
  count_python_tests acceptance acceptance_tests
}

run_client_tests() {
  if ! prepare_virtual_environment .venv-clients scripts/requirements-clients.txt; then
    echo "skipped: the packages of scripts/requirements-clients.txt cannot be had, so generators and clients are not tested"
    return
  fi
  count_python_tests clients client_tests
}

client_tests() {
  find Tests/Clients -name 'test_*.py' | sort | xargs --max-args 1 --max-procs 2 scripts/test-module.sh .venv-clients/bin/python
}

run_browser_tests() {
  local missing
  missing=$(for program in chromium chromedriver; do command -v "$program" >/dev/null || echo "$program"; done)
  if [[ -n $missing ]]; then
    echo "skipped: no ${missing//$'\n'/ and no } on this machine, so the pages are tried in no browser"
    return
  fi
  if ! prepare_virtual_environment .venv-browser scripts/requirements-browser.txt; then
    echo "skipped: the packages of scripts/requirements-browser.txt cannot be had, so the pages are tried in no browser"
    return
  fi
  count_python_tests browser browser_tests
}

browser_tests() {
  {
    printf 'Tests/Browser/test_%s.py\n' looks signed_in_pages capture_troubles desk_case enrollment
    find Tests/Browser -name 'test_*.py' | sort
  } | awk '!seen[$0]++' |
    xargs --max-args 1 --max-procs 3 scripts/test-module.sh .venv-browser/bin/python
}

packaging_tests() {
  {
    printf 'Tests/Packaging/test_%s.py\n' installation release
    find Tests/Packaging -name 'test_*.py' | sort
  } | awk '!seen[$0]++' |
    xargs --max-args 1 --max-procs 3 scripts/test-module.sh .venv/bin/python
}

part "model pack" 5 install_optional_pack face-recognition "the tests use the descriptor dlib-resnet"
part "model pack" 5 install_optional_pack pad "its networks are not tested"
part "model pack" 5 install_optional_pack attributes "no attribute of a face and no age is estimated"
part "format" 5 check_format
part "build" 860 build_all
part "scripts" 10 count_python_tests scripts "$python" -B -m unittest discover --start-directory Tests/Scripts --verbose
part "swift" 280 run_swift_tests swift scripts/swift.sh test --skip-build --disable-xctest
part "benchmarks" 35 run_benchmarks
part "acceptance" 540 run_acceptance_tests
part "clients" 60 run_client_tests
part "swift client" 10 run_swift_tests swift-client swift test --skip-build --package-path clients/swift \
  --scratch-path .build-client --disable-xctest
part "browser" 330 run_browser_tests
part "packaging" 60 count_python_tests packaging packaging_tests
echo "all parts took $SECONDS s of 2100 s"
