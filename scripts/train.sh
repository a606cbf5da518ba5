#!/usr/bin/env bash
# Makes networks of our own: `scripts/train.sh [liveness] [render|train|measure|teacher|recordings] [options]` those of
# packs/liveness, `scripts/train.sh mrz [render|train|measure] [options]` those of packs/documents; without a step the
# first three. Its environment, samples and checkpoints lie in .training; what is there is not made again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

environment=.training/environment
wanted=$(sha256sum <training/requirements.txt)
if [[ ! -f $environment/complete || $(<$environment/complete) != "$wanted" ]]; then
  echo "training: installing the packages of training/requirements.txt"
  rm -rf $environment
  "${PYTHON:-/usr/bin/python3}" -m venv $environment
  $environment/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
    --require-hashes --requirement training/requirements.txt
  echo "$wanted" >$environment/complete
fi
module=training
case "${1:-}" in
  liveness) shift ;;
  mrz) module=training.mrz; shift ;;
esac
exec $environment/bin/python -B -m $module "$@"
