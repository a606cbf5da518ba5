#!/usr/bin/env bash
# test-module.sh PYTHON MODULE: runs the tests of one module and prints what they say when they have ended, in one piece.
set -euo pipefail

python=$(realpath --no-symlinks "$1")
cd "$(dirname "$2")"
status=0
said=$("$python" -B -m unittest --verbose "$(basename --suffix=.py "$2")" 2>&1) || status=$?
# One at a time, or the lines of two modules run into each other.
exec 9<.
flock 9
echo "$said"
exit "$status"
