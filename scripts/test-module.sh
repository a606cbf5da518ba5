#!/usr/bin/env bash
# test-module.sh PYTHON MODULE: runs the tests of one module and prints what they say when they have ended, in one piece. What
# takes ten minutes, many times what the longest needs, is ended, and what it said until then tells which test that was.
set -euo pipefail

python=$(realpath --no-symlinks "$1")
cd "$(dirname "$2")"
module=$(basename --suffix=.py "$2")
# A file and no pipe: a program that a test left behind would keep the pipe open, and the run would wait for it.
said=$(mktemp)
trap 'rm -f "$said"' EXIT
status=0
timeout --kill-after=10 600 "$python" -B -m unittest --verbose "$module" >"$said" 2>&1 </dev/null || status=$?
if [[ $status -eq 124 || $status -eq 137 ]]; then
  printf 'ERROR: %s did not end within ten minutes\n\nFAILED (errors=1)\n' "$module" >>"$said"
fi
# One at a time, or the lines of two modules run into each other.
exec 9<.
flock 9
cat "$said"
exit "$status"
